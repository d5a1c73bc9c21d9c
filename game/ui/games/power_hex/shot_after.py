"""Two tables beside a shot shown step by step: losses with the struck side, and guns that may meet shots; no part of
the rules."""

from __future__ import annotations

from pygame import Rect, Surface

from game.core.display import percent
from game.systems.power_hex.parts import ShotSteps
from game.ui.render.text import fit_text, width
from game.ui.render.theme import Colour, theme
from game.ui.ship_sheet.painters import SheetLook
from game.ui.toolkit.column import Column
from game.ui.toolkit.widgets import Still

LINE, LOW_LINE = 22, 19  # design pixels of a line, and where there is little height
INKS = {"good": "green", "bad": "red", "note": "yellow", "muted": "muted"}


class FactLine(Still):
    """A fact: its subject at the left, its value at the right."""

    def __init__(self, rect: Rect, what: str, words: str, ink: Colour, rule: str) -> None:
        super().__init__(rect, rule=rule, name=f"fact {what}", hint=f"{what}: {words}")
        self.what, self.words, self.ink = what, words, ink

    def draw(self, dst: Surface) -> None:
        r, gap = self.rect, theme.px(12)
        room = min(width(self.words, 14, "s"), r.w * 0.6)
        fit_text(
            dst, self.what, (r.x, r.centery), r.w - room - gap, (14, 13, 12, 11), theme.palette.text, "r", "midleft"
        )
        fit_text(dst, self.words, (r.right, r.centery), room + 1, (14, 13, 12, 11), self.ink, "s", "midright")


def shot_after(column: Column, shot: ShotSteps, look: SheetLook) -> None:
    """Add two short tables."""
    p, high = theme.palette, LOW_LINE if column.low else LINE
    side = "primary section" if shot.side == "primary" else f"{shot.side} side"
    if shot.goes:
        column.heading(
            f"If the {side} goes", percent(shot.goes_chance), p.red if shot.goes_chance else p.muted, shot.rule
        )
        for n, (what, words) in enumerate(shot.goes):
            if n and column.low:  # the first table has names of systems; the others are short and fit side by side
                if n % 2:
                    row = column.row(high, 0)
                half = row.w // 2 - theme.px(8)
                cell = Rect(row.x if n % 2 else row.right - half, row.y, half, row.h)
            else:
                cell = row = column.row(high, 0)
            column.add(FactLine(cell, what, words, p.white, shot.rule))
        column.space(6)
    if shot.owes:
        column.heading("Guards after this", "", p.muted, shot.rule)
        for gun, words, tone in shot.owes:
            column.add(FactLine(column.row(high, 0), gun, words, getattr(p, INKS.get(tone, "text")), shot.rule))
        column.space(6)
