"""The best orders that a computer player weighed, and how it sees its enemies, in the foot; no part of the rules."""

from __future__ import annotations

from collections.abc import Sequence

from pygame import Rect, Surface

from game.battle.view import View
from game.players.player import Reasons
from game.ui.render.shapes import bar, box
from game.ui.render.text import caps, fit_text, minus, percent, signed, text
from game.ui.render.theme import theme
from game.ui.session.why import RULE, Explanations
from game.ui.toolkit.blocks import Paragraph
from game.ui.toolkit.column import Column
from game.ui.toolkit.widgets import Still

MODELS, LEAST = 196, 600  # design pixels: breadth of the models, and of a foot that has room for them
ROW, HEAD = 36, 26
MOST = 4  # models that are named
ORDER, WORTHS = ("deals", "takes", "next turn", "edge", "worth"), ("points", "destroyed", "worth")


class WhyTable(Still):
    """A row for each order or target that was weighed, the one given in a frame."""

    def __init__(self, rect: Rect, view: View, reasons: Reasons) -> None:
        super().__init__(
            rect,
            name="why table",
            rule=RULE,
            hint="All in points. Edge: what the place is worth, such as edges, rocks and where it has to go.",
        )
        names = view.state.names
        fire = not reasons.best
        self.heads: Sequence[str] = WORTHS if fire else ORDER
        self.title = "target" if fire else "order"
        self.rows = (
            [
                (
                    names.get(one.piece, ""),
                    one.piece in reasons.aimed,
                    (f"{one.points:.1f}", percent(one.lost), f"{one.worth:.1f}"),
                )
                for one in reasons.targets
            ]
            if fire
            else [
                (
                    view.briefly(one.order),
                    one.order == reasons.order,
                    (f"{one.deals:.1f}", f"{one.takes:.1f}", signed(one.later), signed(one.place), signed(one.total)),
                )
                for one in reasons.best
            ]
        )
        self.colour = theme.seat(view.state.sides[view.state.owner(reasons.piece)].seat)

    def draw(self, dst: Surface) -> None:
        """Heads, then rows."""
        p, px, r = theme.palette, theme.px, self.rect
        step = min(px(78), round(r.w * 0.74) // len(self.heads))
        first = r.right - px(10) - step * (len(self.heads) - 1)
        y = r.y + px(HEAD / 2)
        text(dst, self.title, (r.x + px(12), y), 14, p.faint, "r", "midleft")
        for n, head in enumerate(self.heads):
            text(dst, head, (first + n * step, y), 13, p.faint, "r", "midright")
        for n, (words, given, figures) in enumerate(self.rows):
            row = Rect(r.x, r.y + px(HEAD) + n * px(ROW), r.w, px(ROW - 4))
            if given:
                box(dst, row, p.raised, 6, 255, self.colour)
            room = first - step - row.x - px(16)
            fit_text(dst, minus(words), (row.x + px(12), row.centery), room, (16, 15, 14, 13), p.white, "b", "midleft")
            for column, figure in enumerate(figures):
                weight = "b" if column == len(figures) - 1 else "r"
                text(dst, figure, (first + column * step, row.centery), 15, p.text, weight, "midright")


class WhyModels(Still):
    """How far it trusts each picture of its enemies."""

    def __init__(self, rect: Rect, reasons: Reasons, colour: tuple[int, int, int]) -> None:
        super().__init__(
            rect,
            name="why models",
            rule=RULE,
            hint="Learned from the moves that were shown, by how well each picture foretold them. "
            "It never reads sealed orders.",
        )
        self.models = sorted(reasons.models.items(), key=lambda one: -one[1])[:MOST]
        self.colour = colour

    def draw(self, dst: Surface) -> None:
        """A heading, and a bar for each."""
        p, px, r = theme.palette, theme.px, self.rect
        caps(dst, "It sees you as", (r.x, r.y + px(HEAD / 2 - 7)))
        for n, (words, share) in enumerate(self.models):
            y = r.y + px(HEAD) + n * px(28)
            said = text(dst, percent(share), (r.right, y + px(9)), 14, self.colour, "b", "midright")
            fit_text(
                dst, f"one who {words}", (r.x, y + px(9)), said.x - px(8) - r.x, (14, 13, 12), p.text, "r", "midleft"
            )
            bar(dst, r.x, y + px(19), r.w, share, self.colour, 3)


def why_panel(column: Column, r: Rect, view: View, why: Explanations) -> None:
    """Lay out what is told of the order that is looked at, or the sentence why nothing is."""
    px, reasons = theme.px, why.reasons
    if reasons is None:
        place = Rect(r.x, r.y + px(12), r.w, px(44))
        column.add(Paragraph(place, why.silence, colour=theme.palette.faint, rule=RULE, name="why nothing"))
        return
    room = reasons.models and r.w >= px(LEAST)
    table = column.add(WhyTable(Rect(r.x, r.y, r.w - (px(MODELS + 32) if room else 0), r.h), view, reasons))
    if room:
        column.add(WhyModels(Rect(r.right - px(MODELS), r.y, px(MODELS), r.h), reasons, table.colour))
