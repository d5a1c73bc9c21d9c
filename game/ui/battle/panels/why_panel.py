"""The best orders that a computer player weighed, and its models of its enemies, in the bottom panel; no part of the
rules."""

from __future__ import annotations

from pygame import Rect, Surface

from game.battle.view import View
from game.core.names import whole_percent as percent
from game.players.player import Reasons
from game.seating.why import ALL_IN_POINTS, MOST, ORDER, RULE, Explanations, models_of, weighed_rows
from game.ui.render.shapes import bar, box
from game.ui.render.text import caps, fit_text, minus, text, width, wrap
from game.ui.render.theme import Colour, theme
from game.ui.toolkit.column import Column
from game.ui.toolkit.widgets import Still

MODELS, LEAST = 196, 600  # design pixels: width of the models, and of a panel that has room for them
NAMES, NARROW = 92, 300  # design pixels: width of the names of orders, and of a table without room for all columns
ROW, HEAD, BAR = 36, 26, 28


class WhyTable(Still):
    """A row for each order or target weighed, with a frame round the order given."""

    def __init__(self, rect: Rect, view: View, reasons: Reasons) -> None:
        super().__init__(rect, name="why table", rule=RULE, hint=ALL_IN_POINTS)
        self.title, self.heads, self.rows = weighed_rows(view, reasons)
        if self.heads is ORDER and rect.w < theme.px(NARROW):
            at = ORDER.index("edge")
            self.heads = tuple(one for one in ORDER if one != "edge")
            self.rows = [(words, given, (*told[:at], *told[at + 1 :])) for words, given, told in self.rows]
        self.colour = theme.seat(view.state.sides[view.state.owner(reasons.piece)].seat)

    def draw(self, dst: Surface) -> None:
        p, px, r = theme.palette, theme.px, self.rect
        step = min(px(78), (r.w - px(NAMES)) // len(self.heads))
        wide = step - px(6)
        first = r.right - px(10) - step * (len(self.heads) - 1)
        y = r.y + px(HEAD / 2)
        text(dst, self.title, (r.x + px(12), y), 14, p.faint, "r", "midleft")
        for n, head in enumerate(self.heads):
            head = head if width(head, 13) <= wide else head.split()[0]
            fit_text(dst, head, (first + n * step, y), wide, (13, 12), p.faint, "r", "midright")
        for n, (words, given, figures) in enumerate(self.rows):
            row = Rect(r.x, r.y + px(HEAD) + n * px(ROW), r.w, px(ROW - 4))
            if given:
                box(dst, row, p.raised, 6, 255, self.colour)
            room = first - step - row.x - px(16)
            fit_text(dst, minus(words), (row.x + px(12), row.centery), room, (16, 15, 14, 13), p.white, "b", "midleft")
            for column, figure in enumerate(figures):
                weight = "b" if column == len(figures) - 1 else "r"
                fit_text(
                    dst, figure, (first + column * step, row.centery), wide, (15, 13, 12), p.text, weight, "midright"
                )


class WhyModels(Still):
    """The player's trust in each model of its enemies. If there is one person at the table, the enemy is `you`."""

    def __init__(self, rect: Rect, reasons: Reasons, colour: Colour, you: bool) -> None:
        super().__init__(
            rect,
            name="why models",
            rule=RULE,
            hint="Learned from the moves that were shown, by how well each picture foretold them. "
            "It never reads sealed orders.",
        )
        self.title, self.models = models_of(reasons, you)
        self.colour = colour

    def draw(self, dst: Surface) -> None:
        p, px, r = theme.palette, theme.px, self.rect
        caps(dst, self.title, (r.x, r.y + px(HEAD / 2 - 7)))
        for n, (words, share) in enumerate(self.models):
            y = r.y + px(HEAD) + n * px(BAR)
            said = text(dst, percent(share), (r.right, y + px(9)), 14, self.colour, "b", "midright")
            fit_text(dst, words, (r.x, y + px(9)), said.x - px(8) - r.x, (14, 13, 12), p.text, "r", "midleft")
            bar(dst, r.x, y + px(19), r.w, share, self.colour, 3)


class WhyNothing(Still):
    """The sentence that explains missing reasons, or the progress of computing them."""

    live = True

    def __init__(self, rect: Rect, why: Explanations) -> None:
        super().__init__(rect, name="why nothing", rule=RULE)
        self.why = why

    @property
    def words(self) -> str:
        return self.why.silence

    def draw(self, dst: Surface) -> None:
        wrap(dst, self.words, self.rect.topleft, self.rect.w, 15, theme.palette.faint)


def why_panel(column: Column, r: Rect, why: Explanations) -> None:
    """Add the reasons for the order looked at, or the sentence that explains why there are none. The models of its
    enemies are beside the table, or below it."""
    px, reasons = theme.px, why.reasons
    if reasons is None:
        column.add(WhyNothing(Rect(r.x, r.y + px(12), r.w, px(64)), why))
        return
    table = column.add(WhyTable(Rect(r), why.now().view, reasons))
    beside, below = Rect(r.right - px(MODELS), r.y, px(MODELS), r.h), Rect(r)
    table.rect.h = px(HEAD + ROW * len(table.rows))
    below.y, below.h = table.rect.bottom + px(8), px(HEAD + BAR * min(MOST, len(reasons.models)))
    if r.w >= px(LEAST):
        table.rect.w -= px(MODELS + 32)
    elif below.bottom > r.bottom:
        return
    if reasons.models:
        place = beside if r.w >= px(LEAST) else below
        column.add(WhyModels(place, reasons, table.colour, len(why.people) == 1))
