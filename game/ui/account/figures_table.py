"""A table of the account as rows of widgets: figures in columns, bars to one scale, colours and patterns of the
sides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass

from pygame import Rect, Surface

from game.account.account import Account
from game.account.tables import AccountRow, AccountTable
from game.core.orders import Id
from game.ui.charts.hatching import hatch
from game.ui.render.shapes import box
from game.ui.render.text import fit_text
from game.ui.render.theme import Colour, mix, theme
from game.ui.toolkit.column import Column
from game.ui.toolkit.widgets import Still

ROW, HEAD = 32, 30  # design pixels
RARE = 0.1  # luck at most this likely is highlighted


@dataclass(frozen=True)
class TableColumn:
    """A column of a drawn table: the index of its cells (-1 for bars), its share of the width, and its side."""

    cell: int
    share: float
    right: bool = True


@dataclass(frozen=True)
class RowBars:
    """Bars of a row: a full one over an open one, or a full one with a tick, scaled to the largest of any row."""

    full: float
    most: float
    open: float | None = None
    tick: float | None = None


def seat_of(account: Account, side: Id) -> int:
    """Return the seat of a side, which decides its colour and its pattern; 2 for no side."""
    return next((one.seat for one in account.sides if one.id == side), 2)


def bar(dst: Surface, r: Rect, seat: int, full: bool = True) -> None:
    """Draw a bar of a seat: filled for the first, hatched for the second, an outline for others and for open bars."""
    p, colour = theme.palette, theme.seat(seat)
    if r.w < 1 or r.h < 1:
        return
    if not full:
        box(dst, r, p.panel, 0, 255, mix(colour, p.panel, 0.35))
    elif seat == 0:
        dst.fill(colour, r)
    else:
        box(dst, r, mix(colour, p.panel, 0.75), 0, 255, colour)
        if seat == 1:
            hatch(dst, (r.topleft, r.topright, r.bottomright, r.bottomleft), r, colour, 5, 220)


@dataclass(eq=False)
class HeadingRow(Still):
    """The headings of a table."""

    headings: Sequence[str]
    columns: Sequence[TableColumn]
    bars: str = ""

    def draw(self, dst: Surface) -> None:
        p = theme.palette
        for column, place in zip(self.columns, places(self.rect, self.columns)):
            words = self.bars if column.cell < 0 else self.headings[column.cell]
            draw_cell(dst, place, words, column.right, p.muted, "r", 14)
        dst.fill(p.line, (self.rect.x, self.rect.bottom - 1, self.rect.w, 1))


@dataclass(eq=False)
class FigureRow(Still):
    """A row of the table. It has cells, the colour of its side before the name, bars, and its luck, which is
    highlighted if it is rare."""

    row: AccountRow
    seat: int
    columns: Sequence[TableColumn]
    _: KW_ONLY
    bars: RowBars | None = None
    luck_at: int = -1

    def draw(self, dst: Surface) -> None:
        p, px, r = theme.palette, theme.px, self.rect
        if self.row.total:
            box(dst, r, p.raised, 4)
        if self.row.side:
            bar(dst, Rect(r.x, r.y + px(6), px(6), r.h - px(12)), self.seat)
        for column, place in zip(self.columns, places(r, self.columns)):
            if column.cell < 0:
                self._bars(dst, place)
            else:
                place = place.move(0 if column.right or column.cell == 0 else px(8), 0)
                words, ink = self.row.cells[column.cell], self._ink(column.cell)
                draw_cell(dst, place, words, column.right, ink, "s" if self.row.total or column.cell == 0 else "r", 15)
        if not self.row.total:
            dst.fill(mix(p.line, p.panel, 0.5), (r.x, r.bottom - 1, r.w, 1))

    def _ink(self, cell: int) -> Colour:
        p, luck = theme.palette, self.row.luck
        if cell == self.luck_at and luck and not luck.certain and luck.chance <= RARE:
            return p.green if luck.lucky else p.red
        return theme.seat(self.seat) if self.row.total and cell == 0 else p.white if cell == 0 else p.text

    def _bars(self, dst: Surface, place: Rect) -> None:
        if self.bars is None or self.row.total:
            return
        px, bars = theme.px, self.bars
        wide = (place.w - px(4)) / max(1e-9, bars.most)
        high = px(9) if bars.open is not None else px(14)
        top = place.centery - (px(10) if bars.open is not None else high // 2)
        bar(dst, Rect(place.x, top, round(bars.full * wide), high), self.seat)
        if bars.open is not None:
            bar(dst, Rect(place.x, top + px(11), round(bars.open * wide), high), self.seat, full=False)
        if bars.tick is not None:
            x = place.x + round(bars.tick * wide)
            dst.fill(theme.palette.white, (x - px(1), top - px(4), max(2, px(3)), high + px(8)))


def places(r: Rect, columns: Sequence[TableColumn]) -> list[Rect]:
    px, whole = theme.px, sum(column.share for column in columns)
    x, found = float(r.x + px(14)), list[Rect]()
    for column in columns:
        wide = (r.w - px(22)) * column.share / whole
        found.append(Rect(round(x), r.y, round(wide) - px(10), r.h))
        x += wide
    return found


def draw_cell(dst: Surface, place: Rect, words: str, right: bool, colour: Colour, weight: str, size: float) -> None:
    """Draw words in a cell, smaller if they do not fit."""
    at, anchor = (place.midright, "midright") if right else (place.midleft, "midleft")
    fit_text(dst, words, at, place.w, (size, size - 1, size - 2), colour, weight, anchor)


def add_table(
    column: Column,
    account: Account,
    shown: AccountTable,
    columns: Sequence[TableColumn],
    bars: Sequence[RowBars | None] = (),
    heading: str = "",
    hints: Sequence[str] = (),
) -> None:
    """Add a table to a column: its headings, then its rows, each with its bars and the hint for the pointer."""
    luck_at = shown.headings.index("Luck") if "Luck" in shown.headings else -1
    column.add(HeadingRow(column.row(HEAD, 2), shown.headings, columns, heading))
    for number, row in enumerate(shown.rows):
        column.add(
            FigureRow(
                column.row(ROW, 2),
                row,
                seat_of(account, row.side),
                columns,
                bars=bars[number] if bars else None,
                luck_at=luck_at,
                hint=hints[number] if hints else "",
                name=f"row {number}",
            )
        )
