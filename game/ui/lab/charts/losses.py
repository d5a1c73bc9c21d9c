"""Craft lost by the attackers, or missiles that hit: both rules as columns side by side, and the figures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pygame import Rect, Surface

from game.lab.result import Distribution, LabResult
from game.pages.scale import nice
from game.ui.charts.kept import KeptChart
from game.ui.lab.charts.inks import TITLES, ink, plate
from game.ui.render.shapes import box
from game.ui.render.text import fit_text, text
from game.ui.render.theme import mix, theme

TABLE = 300  # design pixels of the figures at the right
COLUMN = 30  # least design pixels of a column


@dataclass(eq=False)
class LossChart(KeptChart):
    """Columns of craft lost, or of missiles that hit, with mean, spread and points per loss."""

    results: Sequence[LabResult]
    missiles: bool = False  # true for missiles that hit, if no craft attack

    def distribution_of(self, one: LabResult) -> Distribution:
        """Return the distribution of a result that the chart shows."""
        return one.missiles if self.missiles else one.lost

    @property
    def shown(self) -> object:
        return tuple(self.results), self.missiles

    def draw_anew(self, dst: Surface) -> None:
        """Draw the chart at the left, the figures at the right."""
        px, r = theme.px, self.rect
        table = min(px(TABLE), r.w // 2)
        self._chart(dst, Rect(r.x + px(48), r.y + px(8), r.w - table - px(72), r.h - px(34)))
        self._table(dst, Rect(r.right - table, r.y, table, r.h))

    def columns(self, room: int) -> tuple[int, list[list[float]]]:
        """Return the numbers in each column, and each rule's chances column by column, for a room in pixels."""
        last = max(self.distribution_of(one).quantile(0.999) for one in self.results)
        px = theme.px
        most = max(3, min(24, room // px(COLUMN if (last + 1) * px(COLUMN) <= room else 2 * COLUMN)))
        width = -(-(last + 1) // most)
        count = -(-(last + 1) // width)
        found = []
        for one in self.results:
            chances = self.distribution_of(one).chances
            found.append([sum(chances[i * width : (i + 1) * width]) for i in range(count)])
        return width, found

    def _chart(self, dst: Surface, plot: Rect) -> None:
        px, p = theme.px, theme.palette
        step_of, rows = self.columns(plot.w)
        most, count = max(map(max, rows)), len(rows[0])
        step = nice(most * 1.05, 3)
        top = max(step, most * 1.05)
        for number in range(1, int(top / step + 1e-6) + 1):
            y = plot.bottom - number * step / top * plot.h
            dst.fill(p.line, (plot.x, round(y), plot.w, 1))
            text(dst, f"{number * step * 100:g} %", (plot.x - px(8), y), 14, p.muted, "r", "midright")
        dst.fill(p.muted, (plot.x, plot.bottom, plot.w, 1))
        wide = plot.w / count
        each = min(px(20), round(wide * 0.8 / len(rows)))
        for value in range(count):
            middle = plot.x + (value + 0.5) * wide
            for place, (one, chances) in enumerate(zip(self.results, rows)):
                high = round(chances[value] / top * plot.h)
                left = round(middle - each * len(rows) / 2) + place * each
                if high >= 3:
                    plate(dst, Rect(left, plot.bottom - high, max(3, each - px(2)), high), one.rules)
                elif chances[value] > 5e-4:
                    box(dst, (left, plot.bottom - 2, max(3, each - px(2)), 2), ink(one.rules), 0)
            first = value * step_of
            label = f"{first}–{first + step_of - 1}" if step_of > 1 else str(first)
            fit_text(dst, label, (middle, plot.bottom + px(9)), wide, (14, 13, 12), p.text, "s", "midtop")

    def _table(self, dst: Surface, r: Rect) -> None:
        px, p = theme.px, theme.palette
        places = (r.x + r.w * 0.46, r.x + r.w * 0.68, r.right)
        y = r.y + px(20)
        for x, words in zip(
            places, ("mean", "spread", "" if self.missiles else "points a loss" if r.w > px(260) else "a loss")
        ):
            text(dst, words, (x, y), 14, p.muted, "r", "midright")
        for one in self.results:
            y += px(34)
            text(dst, TITLES[one.rules], (r.x + px(12), y), 15, ink(one.rules), "s", "midleft")
            each, shown = one.points_a_loss, self.distribution_of(one)
            words = "" if self.missiles else "–" if each is None else f"{each:.1f}"
            values = (f"{shown.mean:.1f}", f"± {shown.spread:.1f}", words)
            for x, value in zip(places, values):
                text(dst, value, (x, y), 17, p.white, "s", "midright")
        dst.fill(mix(p.line, p.panel, 0.2), (r.x, r.y + px(8), 1, max(1, r.h - px(24))))
