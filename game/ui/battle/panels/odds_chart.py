"""Exact chances of a target's losses, one column each, and the figures read from them; no part of the rules.

At or beyond the first mark columns are hatched, and a dashed line stands at each mark; the rolled result is ringed.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pygame import Rect, Surface

from game.core.display import Odds
from game.core.orders import Id
from game.ui.render.shapes import Vec, paste, rule
from game.ui.render.text import fit_text, lines, text, width
from game.ui.render.theme import cached, mix, theme
from game.ui.toolkit.blocks import Paragraph
from game.ui.toolkit.column import Column
from game.ui.toolkit.widgets import Still

COLUMN = 30  # design pixels of a column at least
WIDEST = 60  # design pixels of a column at most
AXIS = 34  # design pixels of the figures below the columns
REST = 0.2  # chance beyond the last column from which columns stand for several numbers each
HEAPS = (1, 2, 5, 10, 20, 25, 50)  # allowed counts of numbers in a column
SEEN = 5e-4  # chance below which a number gets no column


@dataclass(frozen=True, slots=True)
class Bars:
    """Columns of a chart: chances, marks (n, label), and the index of the rolled one (-1 for none). A column stands for
    `heap` numbers, and marks may be inside one. The last column may include everything beyond."""

    chances: tuple[float, ...]
    marks: tuple[tuple[float, str], ...]
    rolled: int
    open: bool
    heap: int = 1

    @property
    def first(self) -> float:
        """The column from which columns are highlighted; beyond the last if there is no mark."""
        return self.marks[0][0] if self.marks else len(self.chances)

    @property
    def lines(self) -> tuple[tuple[float, str], ...]:
        """The dashed lines at marks that lie between two columns of the chart."""
        return tuple(mark for mark in self.marks if 0 < mark[0] < len(self.chances))


def bars(odds: Odds, most: int, rolled: int = -1) -> Bars:
    """Return at most `most` columns, without meaningless ones. The last one includes the rest. If that is likely, each
    column stands for several numbers."""
    last = max((n for n, chance in enumerate(odds.chances) if chance >= SEEN), default=0)
    much = last >= most and sum(odds.chances[most - 1 :]) > REST
    heap = next((one for one in HEAPS if one * most > last), HEAPS[-1]) if much else 1
    chances = tuple(sum(odds.chances[n : n + heap]) for n in range(0, len(odds.chances), heap))
    marks = tuple((n / heap, label) for n, label in odds.marks)
    last, rolled = last // heap, rolled // heap if rolled >= 0 else rolled
    first = math.ceil(marks[0][0]) if marks else 0
    last = max(last, min(first, len(chances) - 1), rolled if 0 <= rolled < len(chances) else 0)
    count = min(most, last + 1, len(chances))
    gathers = count < len(chances) and sum(chances[count:]) > 0
    kept = (*chances[: count - 1], sum(chances[count - 1 :])) if gathers else chances[:count]
    return Bars(tuple(kept), marks, min(rolled, count - 1), gathers, heap)


@cached(32)
def _columns(chart: Bars, wide: float, high: float) -> Surface:
    """Return the columns without their figures; sizes in design pixels."""
    p = theme.palette
    v = Vec(wide, high + 4, 4, theme.scale)
    peak, step = max(chart.chances) or 1.0, wide / len(chart.chances)
    for k, chance in enumerate(chart.chances):
        tall = max(2.0, chance / peak * (high - 20))
        over, x = k >= chart.first, k * step + 3
        v.rect(
            (x, high - tall, step - 6, tall),
            p.yellow if over else mix(p.muted, p.panel, 0.28),
            255 if over else 220,
            0,
            3,
        )
        if over:
            v.hatch(
                [(x, high - tall), (x + step - 6, high - tall), (x + step - 6, high), (x, high)], p.ink, 7, 1.4, 120
            )
        if k == chart.rolled:
            v.rect((x - 3, high - tall - 3, step, tall + 6), p.white, 255, 2, 5)
    for place, _ in chart.lines:
        v.dash([(place * step, 0), (place * step, high)], p.yellow, 1.5, 4, 4)
    return v.done()


class Chart(Still):
    """The chart of one target."""

    def __init__(self, rect: Rect, odds: Odds, rolled: int = -1) -> None:
        super().__init__(rect, rule="table/odds", hint="\n".join(odds.notes))
        most = max(3, min(25, int(rect.w / theme.scale // COLUMN)))
        self.bars = bars(odds, most, rolled)
        self.rect.w = min(self.rect.w, theme.px(WIDEST) * len(self.bars.chances))

    @property
    def step(self) -> float:
        """The distance in real pixels from column to column."""
        return self.rect.w / len(self.bars.chances)

    def draw(self, dst: Surface) -> None:
        """Draw columns, axis and figures. The words of dashed lines are drawn where there is room."""
        p, px, r, chart = theme.palette, theme.px, self.rect, self.bars
        high = r.h - px(AXIS)
        paste(dst, _columns(chart, r.w / theme.scale, high / theme.scale), r.topleft)
        rule(dst, r.x, r.right, r.y + high + px(1), p.edge)
        for k in range(len(chart.chances)):
            ink = p.white if k == chart.rolled else p.yellow if k >= chart.first else p.muted
            label = f"{k * chart.heap}+" if chart.open and k == len(chart.chances) - 1 else str(k * chart.heap)
            text(dst, label, (r.x + (k + 0.5) * self.step, r.y + high + px(17)), 14, ink, "s", "center")
        for place, label in chart.lines:
            x = r.x + place * self.step + px(6)
            if x + width(label, 14, "s") <= r.right:
                text(dst, label, (x, r.y + px(4)), 14, p.yellow, "s")

    def under(self, pos: tuple[int, int]) -> int:
        """Return the column under a position, or -1."""
        return int((pos[0] - self.rect.x) / self.step) if self.rect.collidepoint(pos) else -1


class OddsFigure(Still):
    """One figure of the odds over its words."""

    def __init__(self, rect: Rect, value: str, words: str, tone: str = "") -> None:
        super().__init__(rect, rule="table/odds", hint=f"{value}: {words}")
        self.value, self.words, self.tone = value, words, tone

    def draw(self, dst: Surface) -> None:
        p, px, r = theme.palette, theme.px, self.rect
        ink = {"note": p.yellow, "muted": p.muted}.get(self.tone, p.white)
        fit_text(dst, self.value, (r.x, r.y + px(4)), r.w, 26, ink, "s")
        fit_text(dst, self.words, (r.x, r.y + px(29)), r.w, 14, p.muted)


def add_charts(column: Column, r: Rect, odds: Sequence[Odds], rolled: Mapping[Id, int], side: int) -> None:
    """Add the charts that fit side by side in a rect, each with its notes below and its figures in `side` pixels at the
    right. `rolled` are the results by target."""
    px = theme.px
    shown = odds[: max(1, r.w // px(330))]
    wide = r.w // len(shown)
    for index, one in enumerate(shown):
        area = Rect(r.x + index * wide, r.y, wide - px(20), r.h)
        if one.notes:  # notes on the odds, or returned damage
            words = "; ".join(one.notes)
            high = px(18) * len(lines(words, area.w, 13))
            place = Rect(area.x, area.bottom - high, area.w, high)
            column.add(Paragraph(place, words, colour=theme.palette.yellow, size=13, hint="\n".join(one.notes)))
            area.h -= high + px(4)
        place = Rect(area.x, area.y, area.w - side - px(24), area.h)
        chart = column.add(Chart(place, one, rolled.get(one.target, -1)))
        figures = Rect(chart.rect.right + px(24), area.y + px(4), side, area.h)
        for n, (words, value, tone) in enumerate(one.readings):
            column.add(OddsFigure(Rect(figures.x, figures.y + n * (area.h // 3), side, px(44)), value, words, tone))
