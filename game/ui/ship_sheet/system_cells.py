"""Cells of a sheet: systems with symbol and state, and rows of the rules' tables with the present cell highlighted; no
part of the rules."""

from __future__ import annotations

from collections.abc import Callable

from pygame import Rect, Surface

from game.core.display import Icon, Sheet
from game.drawing.symbols import short_name, symbol_of
from game.ui.render.dice_faces import die
from game.ui.render.icons import icon
from game.ui.render.shapes import Vec, box, paste, stamp
from game.ui.render.text import fit_text, width
from game.ui.render.theme import cached, mix, theme
from game.ui.toolkit.column import Column
from game.ui.toolkit.widgets import Still, Widget

HIGH, DICED = 78, 102  # design pixels: height without a die under the symbol, and with one
LOW, LOW_DICED = 56, 78  # the same heights where there is little room


@cached(32)
def _hatching(size: tuple[int, int]) -> Surface:
    wide, high = size[0] / theme.scale, size[1] / theme.scale
    v = Vec(wide, high, 3, theme.scale)
    v.hatch([(2, 2), (wide - 2, 2), (wide - 2, high - 2), (2, high - 2)], theme.palette.red, 8, 1.0, 60)
    return v.done()


class SystemCell(Widget):
    """One system. `pick` is empty, picked, elsewhere (picked for another target), refused, idle, hot (lost just now) or
    work (being repaired). `face` is its die in a check, `note` a word in the die's place."""

    pictured = True

    def __init__(
        self,
        rect: Rect,
        system: Icon,
        on_press: Callable[[], object] | None = None,
        *,
        pick: str = "",
        face: int = 0,
        note: str = "",
        part: str = "system",
        small: bool = False,
    ) -> None:
        hint = f"{system.label}: {system.hint}" if system.hint else system.label
        super().__init__(rect, on_press=on_press, rule=system.rule, hint=hint, name=f"{part} {system.key}")
        self.system, self.pick, self.face, self.note = system, pick, face, note
        self.small = small
        self.label = short_name(system)
        if width(self.label, 13) > rect.w - theme.px(4):
            self.label = self.label.replace("FireCon", "FC")

    def _plate(self, dst: Surface) -> None:
        p, r, accent = theme.palette, self.rect, theme.accent
        if self.pick == "picked":
            box(dst, r, mix(accent, p.ink, 0.76), 6, 255, accent, 2)
        elif self.pick == "elsewhere":
            box(dst, r, p.panel, 6, 255, accent)
        elif self.pick == "refused":
            box(dst, r, mix(p.red, p.panel, 0.9), 6, 255, mix(p.red, p.panel, 0.35))
            paste(dst, _hatching(r.size), r.topleft)
        elif self.pick == "hot":
            box(dst, r, mix(p.red, p.panel, 0.84), 6, 255, p.red)
        elif self.pick == "work":
            box(dst, r, mix(p.green, p.panel, 0.86), 6, 255, mix(p.green, p.panel, 0.35))
        elif self.hover:
            box(dst, r, p.raised, 6, 255, p.line)

    def draw(self, dst: Surface) -> None:
        """Draw plate, symbol, name, and the die or word below."""
        p, px, r, s = theme.palette, theme.px, self.rect, self.system
        self._plate(dst)
        middle, line, below = (px(21), px(44), px(64)) if self.small else (px(30), px(66), px(86))
        state = {"damaged": "ok"}.get(s.state, s.state)
        if self.pick in ("refused", "idle") and state == "ok":
            state = "idle"
        sign, arcs, letter = symbol_of(s)
        symbol = icon(sign, s.level, arcs, state, 33 if self.small else 44, letter, s.wide)
        stamp(dst, symbol, (r.centerx, r.y + middle))
        lost = s.state in ("lost", "killed")
        ink = (
            p.white
            if self.pick == "picked"
            else p.red
            if lost or self.pick in ("refused", "hot")
            else p.yellow
            if s.state == "damaged"
            else p.faint
            if self.pick == "idle" or s.state == "spent"
            else p.muted
        )
        weight = "s" if self.pick == "picked" else "r"
        size = next((n for n in (14, 13, 12, 11) if width(self.label, n, weight) <= r.w - px(2)), 11)
        fit_text(dst, self.label, (r.centerx, r.y + line), r.w - px(2), size, ink, weight, "center")
        if self.face:
            rolled = die(self.face, 18 if self.small else 20, 0, "scored" if self.pick == "hot" else "missed")
            stamp(dst, rolled, (r.centerx, r.y + below))
        elif self.note:
            fit_text(dst, self.note, (r.centerx, r.y + below), r.w - px(4), 14, ink, "s", "center")


class StripCell(Still):
    """A heading with its figure below."""

    def __init__(self, rect: Rect, words: tuple[str, str], lit: bool, rule: str) -> None:
        super().__init__(rect, rule=rule, name=f"strip {words[0]}")
        self.words, self.lit = words, lit

    def draw(self, dst: Surface) -> None:
        """Draw the cell, muted unless it is highlighted."""
        p, r = theme.palette, self.rect
        box(
            dst, r, p.active if self.lit else p.well, 4, 255, theme.accent if self.lit else p.line, 2 if self.lit else 1
        )
        head, figure = self.words
        fit_text(dst, head, (r.centerx, r.y + round(r.h * 0.28)), r.w, 13, p.muted, "r", "center")
        ink = p.white if self.lit else p.green
        fit_text(dst, figure, (r.centerx, r.y + round(r.h * 0.7)), r.w, 17, ink, "b", "center")


def strips(column: Column, sheet: Sheet) -> None:
    """Add every row of the tables under its heading, if there is height for it."""
    for strip in () if column.low else sheet.strips:
        column.space(8)
        column.heading(strip.label, strip.note, theme.palette.muted, strip.rule)
        for index, rect in enumerate(column.cells(len(strip.cells), 40, 4, 10)):
            column.add(StripCell(rect, strip.cells[index], index == strip.lit, strip.rule))
