"""A table of figures with the path through its cells to the present one; no part of the rules."""

from __future__ import annotations

from itertools import pairwise

from pygame import Rect, Surface

from game.systems.power_hex.parts import StepTable
from game.ui.render.lines import line
from game.ui.render.shapes import box
from game.ui.render.text import fit_text, text
from game.ui.render.theme import mix, theme
from game.ui.ship_sheet.painters import SheetLook
from game.ui.toolkit.column import Column
from game.ui.toolkit.widgets import Still

HEAD, ROW, LOW_ROW, LEAD = 16, 26, 22, 20  # design pixels: column numbers, a row, a low row, its letter


class StepTableView(Still):
    """A table whose cells on the path are framed, with the last filled."""

    pictured = True

    def __init__(self, rect: Rect, table: StepTable) -> None:
        last = table.rows[table.way[-1][0]][1][table.way[-1][1]] if table.way else ""
        super().__init__(
            rect, rule=table.rule, name="turn delay", hint=f"{table.note}: {last} hexes" if last else table.note
        )
        self.table = table

    def _cell(self, row: int, column: int) -> Rect:
        px, r, count = theme.px, self.rect, len(self.table.columns)
        wide = (r.w - px(LEAD)) / count
        high = (r.h - px(HEAD)) / len(self.table.rows)
        place = Rect(
            round(r.x + px(LEAD) + column * wide), round(r.y + px(HEAD) + row * high), round(wide), round(high)
        )
        return place.inflate(-px(3), -px(3))

    def draw(self, dst: Surface) -> None:
        """Draw numbers, letters and cells, then the path over them and its figures."""
        p, px, way = theme.palette, theme.px, self.table.way
        for n, words in enumerate(self.table.columns):
            text(dst, words, (self._cell(0, n).centerx, self.rect.y + px(7)), 12, p.faint, "r", "center")
        for n, (letter, _) in enumerate(self.table.rows):
            text(dst, letter, (self.rect.x + px(4), self._cell(n, 0).centery), 13, p.muted, "s", "midleft")
        for n, (_, figures) in enumerate(self.table.rows):
            for k in range(len(figures)):
                on, last = (n, k) in way, bool(way) and way[-1] == (n, k)
                fill = mix(p.panel, p.yellow, 0.45) if last else mix(p.panel, p.yellow, 0.14) if on else p.well
                box(dst, self._cell(n, k), fill, 4, 255, p.yellow if on else p.line, 2 if last else 1)
        for a, b in pairwise(way):
            line(dst, self._cell(*a).center, self._cell(*b).center, mix(p.panel, p.yellow, 0.6), 1.6)
        for n, (_, figures) in enumerate(self.table.rows):
            for k, words in enumerate(figures):
                on, cell = (n, k) in way, self._cell(n, k)
                fit_text(dst, words, cell.center, cell.w, 14, p.white if on else p.muted, "b" if on else "r", "center")


def step_table(column: Column, table: StepTable, look: SheetLook) -> None:
    """Add the table under its heading."""
    column.heading(table.title, table.note, theme.palette.muted, table.rule)
    high = HEAD + (LOW_ROW if column.low else ROW) * len(table.rows)
    column.add(StepTableView(column.row(high, 8), table))
