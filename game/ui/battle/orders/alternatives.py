"""The table of alternative orders: a row for each, with a bar of its exact chances and their figures; no rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from pygame import Rect, Surface

from game.core.display import Alternative, Risk
from game.core.orders import Order
from game.ui.battle.orders.manoeuvre_fields import Edit
from game.ui.battle.orders.share_bar import share_bar, tone_colour
from game.ui.render.shapes import box, paste
from game.ui.render.text import fit_text, text, width
from game.ui.render.theme import mix, theme
from game.ui.seat.seat_model import SeatModel
from game.ui.toolkit.column import Column
from game.ui.toolkit.widgets import Still, Widget

HIGH, LOW, GAP = 28, 24, 3  # design pixels of a row, of one where there is little height, and between two
FIGURE, THIN = 60, 54  # design pixels of a column of figures, and of a column where there are many
NAME = 0.58  # the name's share of the room before the figures; the bar has the rest
NARROW = 440  # design pixels of a row's width below which columns are thin
EDGE = 8  # design pixels from the last figure to the edge of its row
SIZES = (14, 13, 12, 11)  # sizes of words; the first that fits is used
SHOWN = 3  # most chances of a row with a column of their own


def percent_words(chance: float) -> str:
    """Return a chance for a column, with at least a tenth of a per cent."""
    return "–" if chance < 5e-5 else "< 0.1 %" if chance < 0.001 else f"{100 * chance:.1f} %"


def cells(r: Rect, count: int) -> tuple[Rect, Rect, list[Rect]]:
    """Return the rects of name, bar and figures of a row."""
    px = theme.px
    each = px(THIN if count > SHOWN and r.w < px(NARROW) else FIGURE)
    figures = [Rect(r.right - px(EDGE) - each * (count - n), r.y, each, r.h) for n in range(count)]
    room = r.w - px(EDGE) - each * count
    name = Rect(r.x + px(8), r.y, round(room * NAME), r.h)
    left = name.right + px(8)
    return name, Rect(left, r.y + r.h // 4, max(0, r.x + room - left), r.h // 2), figures


class AlternativeHead(Still):
    """The headings of the columns."""

    def __init__(self, rect: Rect, parts: Sequence[Risk], rule: str, shown: int = SHOWN, note: str = "") -> None:
        meanings = (f"{part.words}: {part.means}" for part in parts[:shown] if part.means)
        hint = "\n".join(("the exact chances of every choice", *meanings))
        super().__init__(rect, rule=rule, name="alternatives", hint=hint)
        self.parts, self.note = tuple(parts[:shown]), note

    @property
    def room(self) -> int:
        """The width of the note in real pixels."""
        return cells(self.rect, len(self.parts))[0].w

    def draw(self, dst: Surface) -> None:
        name, _, places = cells(self.rect, len(self.parts))
        fit_text(dst, self.note, name.midleft, name.w, SIZES[1:], theme.palette.faint, "r", "midleft")
        room = places[0].w - theme.px(4)
        size = next((n for n in SIZES if all(width(part.words, n, "s") <= room for part in self.parts)), SIZES[-1])
        for place, part in zip(places, self.parts):
            fit_text(dst, part.words, place.midright, room, (size,), tone_colour(part.tone), "s", "midright")


class AlternativeRow(Widget):
    """One alternative; the one in hand is framed."""

    pictured = True

    def __init__(
        self, rect: Rect, one: Alternative, on_press: Callable[[], object], on: bool, rule: str, shown: int = SHOWN
    ) -> None:
        said = ", ".join(f"{part.words} {percent_words(part.chance)}" for part in one.parts)
        super().__init__(rect, on_press=on_press, rule=rule, name=f"instead {one.label}", hint=f"{one.label}: {said}")
        self.one, self.on, self.shown = one, on, shown

    def draw(self, dst: Surface) -> None:
        p, r = theme.palette, self.rect
        edge = theme.accent if self.on else p.edge if self.hover else None
        box(dst, r, mix(p.raised, theme.accent, 0.12) if self.on else p.raised, 5, 255, edge)
        name, bar, figures = cells(r, min(self.shown, len(self.one.parts)))
        fit_text(dst, self.one.label, name.midleft, name.w, SIZES, p.white if self.on else p.text, "r", "midleft")
        parts = tuple((part.chance, part.tone) for part in self.one.parts)
        paste(dst, share_bar(parts, bar.w / theme.scale, bar.h / theme.scale), bar.topleft)
        for place, part in zip(figures, self.one.parts):
            words = percent_words(part.chance)
            ink = tone_colour(part.tone) if part.chance >= 5e-5 else p.faint
            text(dst, words, place.midright, 14 if width(words, 14, "s") < place.w else 12, ink, "s", "midright")


def alternatives_of(model: SeatModel, order: Order) -> tuple[Alternative, ...]:
    return model.once("alternatives", order, ask=lambda: order.alternatives(model.view.state))


def take(model: SeatModel, edit: Edit, one: Alternative) -> None:
    """Change every field of the order in hand in which an alternative differs."""
    order = model.order
    for field in one.order.fields(model.view.state) if order else ():
        if order and (value := one.order.value(field.name)) != order.value(field.name):
            edit(field.name, value)


def alternatives(column: Column, model: SeatModel, edit: Edit) -> None:
    """Add the table for the order in hand, if it has any."""
    order = model.order
    found = alternatives_of(model, order) if order is not None else ()
    if not found:
        return
    rule = found[0].parts[0].rule
    column.add(AlternativeHead(column.row(20, 2), found[0].parts, rule))
    for one in found:
        row = column.row(LOW if column.low else HIGH, GAP)
        column.add(AlternativeRow(row, one, partial(take, model, edit, one), one.order == order, rule))
    column.space(6)
