"""The table of parties that may be sent over, with the exact odds of each; a long one is scrolled. No part of the
rules."""

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
COLUMNS = 4  # results that have a column
TURN = 3  # rows that a turn of the wheel goes


class PartyTable(ScrolledPane):
    """A head that stays, and a row for each party, that many of them in sight. The row of the order in hand is
    shown."""

    air = 0  # a row that is scrolled to stands at the edge, and none is cut
    plain = True

    def __init__(self) -> None:
        super().__init__("parties")
        self._rows: list[AlternativeRow] = []
        self._seen, self._pitch, self._words = Rect(0, 0, 0, 0), 1, ""
        self._held: Order | None = None  # the order whose row was last brought into sight

    def empty(self) -> None:
        """Have no rows."""
        self._rows, self._seen = [], Rect(0, 0, 0, 0)

    def fill_from(self, column: Column, model: SeatModel, edit: Edit, words: str, count: int, high: int) -> None:
        """Put the head into a column and leave room there for `count` rows, `high` design pixels each; `words` say what
        the figures are.
        """
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
        """Return the widgets of the panel with the rows after their head."""
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
    """Return a rect less broad at its right."""
    return Rect(r.x, r.y, r.w - wide, r.h)
