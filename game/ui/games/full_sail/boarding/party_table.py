"""The table of possible boarding parties with the exact odds of each, scrolled if long; no part of the rules."""

from __future__ import annotations

from functools import partial

from pygame import Rect

from game.core.orders import Order
from game.ui.battle.orders.alternatives import SIZES, AlternativeHead, AlternativeRow, alternatives_of, take
from game.ui.battle.orders.manoeuvre_fields import Edit
from game.ui.render.text import width
from game.ui.render.theme import theme
from game.ui.seat.seat_model import SeatModel
from game.ui.toolkit.column import Column, ScrolledPane
from game.ui.toolkit.widgets import Widget

ROW_GAP = 3  # design pixels between two rows
COLUMNS = 4  # results with a column of their own
TURN = 3  # rows for each notch of the wheel


class PartyTable(ScrolledPane):
    """A fixed heading and a row for each party, some of them visible. The row of the order in hand is scrolled into
    view."""

    air = 0  # scrolled rows begin at the edge, and none is cut
    plain = True

    def __init__(self) -> None:
        super().__init__("parties")
        self._rows: list[AlternativeRow] = []
        self._seen, self._pitch, self._words = Rect(0, 0, 0, 0), 1, ""
        self._held: Order | None = None  # the order whose row was last scrolled into view

    def empty(self) -> None:
        self._rows, self._seen = [], Rect(0, 0, 0, 0)

    def fill_from(self, column: Column, model: SeatModel, edit: Edit, words: str, count: int, high: int) -> None:
        """Add the heading to a column, and room for `count` rows, each `high` design pixels. `words` explain the
        figures."""
        order = model.order
        found = alternatives_of(model, order) if order is not None else ()
        self.empty()
        if not found:
            return
        rule, strip = found[0].parts[0].rule, theme.px(self.scroll.bar) if count < len(found) else 0
        head = column.row(20, 2)
        column.add(AlternativeHead(_less(head, strip), found[0].parts, rule, COLUMNS, words))
        self._pitch, self._words = theme.px(high + ROW_GAP), words
        self._seen = Rect(column.x, column.y, column.wide, self._pitch * count - theme.px(ROW_GAP))
        for n, one in enumerate(found):
            row = Rect(column.x, column.y + n * self._pitch, column.wide - strip, theme.px(high))
            self._rows.append(
                AlternativeRow(row, one, partial(take, model, edit, one), one.order == order, rule, COLUMNS)
            )
        column.y += self._pitch * count
        column.space(2)
        self.scroll.step = TURN * (high + ROW_GAP)

    def lay_out(self, widgets: list[Widget]) -> list[Widget]:
        """Return the panel's widgets with the rows after their heading."""
        mine = self.fill(self._seen, self._rows)
        head = next((one for one in widgets if isinstance(one, AlternativeHead)), None)
        if head is None:
            self._held = None
            return widgets
        held = next((one for one in self._rows if one.on), None)
        if (order := held.one.order if held else None) != self._held:
            self._held = order
            self.show(held)
        if self.scroll.most:
            first, seen = round(self.scroll.offset / self._pitch), round(self._seen.h / self._pitch)
            head.note = f"{first + 1} to {first + seen} of {len(self._rows)}"
            if width(longer := f"{head.note}, {self._words}", SIZES[-1]) <= head.room:
                head.note = longer
        at = widgets.index(head) + 1
        return [*widgets[:at], *mine, *widgets[at:]]


def _less(r: Rect, wide: int) -> Rect:
    """Return a rect narrower by `wide` at its right."""
    return Rect(r.x, r.y, r.w - wide, r.h)
