"""Rows of the rules' tables on a sheet, the cell that holds now lit; no part of the rules."""

from __future__ import annotations

from pygame import Rect, Surface

from game.core.display import Sheet
from game.ui.render.shapes import box
from game.ui.render.text import fit_text
from game.ui.render.theme import theme
from game.ui.toolkit.column import Column
from game.ui.toolkit.page import Still


class StripCell(Still):
    """A heading with its figure below."""

    def __init__(self, rect: Rect, words: tuple[str, str], lit: bool, rule: str) -> None:
        super().__init__(rect, rule=rule, name=f"strip {words[0]}")
        self.words, self.lit = words, lit

    def draw(self, dst: Surface) -> None:
        """Quiet unless it is lit."""
        p, r = theme.palette, self.rect
        box(dst, r, p.active if self.lit else p.well, 4, 255, theme.accent if self.lit else p.line, 2 if self.lit else 1)
        head, figure = self.words
        fit_text(dst, head, (r.centerx, r.y + round(r.h * 0.28)), r.w, 13, p.muted, "r", "center")
        ink = p.white if self.lit else p.green
        fit_text(dst, figure, (r.centerx, r.y + round(r.h * 0.7)), r.w, 17, ink, "b", "center")


def strips(column: Column, sheet: Sheet) -> None:
    """Every row under its heading, where there is height for it."""
    for strip in () if column.low else sheet.strips:
        column.space(8)
        column.heading(strip.label, strip.note, theme.palette.muted, strip.rule)
        for index, rect in enumerate(column.cells(len(strip.cells), 40, 4, 10)):
            column.add(StripCell(rect, strip.cells[index], index == strip.lit, strip.rule))
