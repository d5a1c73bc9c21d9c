"""A chart of mean points by range: bars for one ship, steps for two."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass
from itertools import pairwise

from pygame import Rect, Surface

from game.core.system import RuleSystem
from game.ui.render.lines import dashed_line, line
from game.ui.render.shapes import rule
from game.ui.render.text import fit_text, text, width
from game.ui.render.theme import Colour, mix, theme
from game.ui.toolkit.widgets import Still
from game.yard.reach import Curve

TITLE, KEY = (13, 12, 11, 10), 120  # sizes of the title; design pixels of the names beside a chart of two ships
FIGURE = 11  # text size of a figure below a bar


def range_unit(system: RuleSystem) -> str:
    """Return the unit of ranges in the yard."""
    return "hexes" if system.files.on_hexes else "MU"


@dataclass(eq=False)
class RangeChart(Still):
    """Means of a volley by range. One ship has bars; of two the second is dashed. `note` is a line below."""

    title: str
    names: tuple[str, ...]
    curves: tuple[Curve, ...]
    unit: str
    _: KW_ONLY
    note: str = ""

    def draw(self, dst: Surface) -> None:
        """Draw title, scale, and the means over the ranges."""
        p, px, r = theme.palette, theme.px, self.rect
        fit_text(dst, self.title.upper(), (r.x, r.y + px(2)), r.w, TITLE, p.muted, "b")
        most = max(1.0, *(mean for curve in self.curves for _, mean in curve))
        beside = px(KEY) if len(self.curves) > 1 else 0
        below = px(24) + (px(18) if self.note else 0)
        plot = Rect(r.x + px(30), r.y + px(28), r.w - px(30) - beside, r.h - px(28) - below)
        for share in (0, 0.5, 1):
            y = round(plot.bottom - share * plot.h)
            rule(dst, plot.x, plot.right, y)
            text(dst, f"{most * share:.3g}", (plot.x - px(6), y), 12, p.muted, "r", "midright")
        if self.note:
            fit_text(dst, self.note, (r.x, r.bottom - px(8)), r.w, (13, 12, 11), p.muted, "r", "midleft")
        if beside:
            self._draw_steps(dst, plot, most)
        else:
            self._draw_bars(dst, plot, most)

    def _draw_bars(self, dst: Surface, plot: Rect, most: float) -> None:
        """Draw a bar for each range, with as many figures below as there is room for."""
        p, px, curve = theme.palette, theme.px, self.curves[0]
        wide, ink = plot.w / len(curve), mix(theme.accent, p.panel, 0.25)
        room = width("000", FIGURE)
        every = next(n for n in range(1, len(curve) + 1) if n * wide >= room)
        for n, (end, mean) in enumerate(curve):
            left, right = round(plot.x + n * wide), round(plot.x + (n + 1) * wide)
            high = round(plot.h * mean / most)
            dst.fill(ink, (left + 1, plot.bottom - high, max(1, right - left - 2), high))
            if (n + 1) % every == 0:
                at = (left + right) / 2, plot.bottom + px(10)
                text(dst, f"{end:g}", at, FIGURE, p.muted, "r", "center")

    def _draw_steps(self, dst: Surface, plot: Rect, most: float) -> None:
        """Draw the means of two ships as steps, and their names."""
        p, px = theme.palette, theme.px
        far = max(end for curve in self.curves for end, _ in curve)
        for n in range(4):
            x, unit = plot.x + plot.w * n / 3, f" {self.unit}" if n == 3 else ""
            text(dst, f"{far * n / 3:g}{unit}", (x, plot.bottom + px(12)), 12, p.muted, "r", "center")
        for name, curve, ink, y in zip(self.names, self.curves, (theme.accent, p.white), (plot.y, plot.y + px(24))):
            solid = ink == theme.accent
            _line(dst, _steps(curve, plot, far, most), ink, solid)
            left = plot.right + px(16)
            _line(dst, [(left, y + px(6)), (left + px(22), y + px(6))], ink, solid)
            room = self.rect.right - left - px(28)
            fit_text(dst, name, (left + px(28), y + px(6)), room, (14, 13, 12), ink, "s", "midleft")


def _line(dst: Surface, places: Sequence[tuple[float, float]], ink: Colour, solid: bool) -> None:
    for a, b in pairwise(places):
        if solid:
            line(dst, a, b, ink, 2.0)
    if not solid:
        dashed_line(dst, places, ink, 1.6)


def _steps(curve: Curve, plot: Rect, far: float, most: float) -> list[tuple[float, float]]:
    """Return the corners of a curve that is level up to the end of each range."""
    found, left = list[tuple[float, float]](), float(plot.x)
    for end, mean in curve:
        y, right = plot.bottom - plot.h * mean / most, plot.x + plot.w * end / far
        found += [(left, y), (right, y)]
        left = right
    return found
