"""Damage by groups, and missile hits by salvoes, for 1 to 12 of them under both rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pygame import Rect, Surface

from game.lab.calculate import LAST, NO_DEFENCE, CurveKey
from game.pages.scale import nice
from game.ui.charts.kept import KeptChart
from game.ui.lab.charts.inks import curve, ink, point
from game.ui.render.lines import dashed_line
from game.ui.render.shapes import Place, box
from game.ui.render.text import text
from game.ui.render.theme import theme

ENDS = 64  # design pixels for the figures at either side


def overtaken(curves: Mapping[CurveKey, Mapping[int, float]], screens: int) -> int:
    """Return the number of groups from which the old rules do more damage than the reformed ones; 0 if none, or
    unknown."""
    new, old = curves.get(("groups", "reformed", screens), {}), curves.get(("groups", "old", screens), {})
    less = [number for number in range(1, LAST + 1) if old.get(number, 0.0) <= new.get(number, 0.0) + 1e-9]
    first = max(less, default=0) + 1
    return first if len(old) == LAST and first <= LAST else 0


def in_words(curves: Mapping[CurveKey, Mapping[int, float]]) -> str:
    """Return the result of the groups' curves in a sentence."""
    bare, screened = overtaken(curves, 0), overtaken(curves, 1)
    if not (bare or screened):
        return "The old rules never do more damage here."
    where = [f"from {bare} groups" if bare > 1 else "at every number"] if bare else []
    where += (
        [f"behind a screen from {screened}" if screened > 1 else "behind a screen at every number"] if screened else []
    )
    return f"The old rules hit harder {', '.join(where)}."


@dataclass(eq=False)
class ScalingChart(KeptChart):
    """Curves by rule and screens, with first and last values at the sides. `lit` is the present number, 0 for none."""

    curves: Mapping[CurveKey, Mapping[int, float]]
    kind: str
    lit: int
    rules: Sequence[str]

    @property
    def shown(self) -> object:
        """The curves, which never change once known, and the present number."""
        return id(self.curves), len(self.curves), self.kind, self.lit, tuple(self.rules)

    @property
    def complete(self) -> dict[CurveKey, list[float]]:
        """The complete curves of this chart."""
        return {
            key: [values[number] for number in range(1, LAST + 1)]
            for key, values in self.curves.items()
            if key[0] == self.kind and key[1] in self.rules and len(values) == LAST
        }

    def draw_anew(self, dst: Surface) -> None:
        """Draw axis, lit column, curves and values."""
        px, p, r = theme.px, theme.palette, self.rect
        plot = Rect(r.x + px(ENDS), r.y + px(8), r.w - px(2 * ENDS), r.h - px(34))
        step = plot.w / LAST
        if 1 <= self.lit <= LAST:
            box(dst, (round(plot.x + (self.lit - 1) * step), plot.y, round(step), plot.h), p.active, 3)
        for number in range(1, LAST + 1):
            lit = number == self.lit
            at = (plot.x + (number - 0.5) * step, plot.bottom + px(10))
            text(dst, str(number), at, 14, p.white if lit else p.muted, "b" if lit else "r", "midtop")
        dst.fill(p.muted, (plot.x, plot.bottom, plot.w, 1))
        shown = self.complete
        if not shown:
            text(dst, "computing…", plot.center, 15, p.muted, "r", "center")
            return
        most = max(max(values) for values in shown.values()) * 1.1
        if self.kind == "salvos":
            most = max(most, NO_DEFENCE * 1.12)
        unit = nice(most, 6)
        for number in range(1, int(most / unit) + 1):
            y = plot.bottom - number * unit / most * plot.h
            dst.fill(p.line, (plot.x, round(y), plot.w, 1))
            text(dst, f"{number * unit:g}", (r.x, y), 14, p.faint, "r", "midleft")
        if self.kind == "salvos":
            y = plot.bottom - NO_DEFENCE / most * plot.h
            dashed_line(dst, [(plot.x, y), (plot.right, y)], p.muted, 1.2, 1.5, 4)
            text(dst, "3.5: no defence at all", (plot.x + px(6), y - px(10)), 13, p.muted, "r", "midleft")
        for key, values in shown.items():
            points: list[Place] = [
                (plot.x + (i + 0.5) * step, plot.bottom - value / most * plot.h) for i, value in enumerate(values)
            ]
            curve(dst, points, key[1])
            for place in points:
                point(dst, place, key[1], key[2] > 0)
        self._ends(dst, plot, shown, most)

    def _ends(self, dst: Surface, plot: Rect, shown: Mapping[CurveKey, list[float]], most: float) -> None:
        """Draw first values at the left and last ones at the right, moved apart if they are close."""
        px = theme.px
        digits = 2 if self.kind == "salvos" else 3
        for at, x, anchor in ((0, plot.x - px(8), "midright"), (-1, plot.right + px(8), "midleft")):
            found = sorted((plot.bottom - values[at] / most * plot.h, key) for key, values in shown.items())
            places: list[float] = []
            for y, _ in found:
                places.append(max(y, places[-1] + px(17)) if places else y)
            over = max(0.0, places[-1] - plot.bottom + px(8))
            for (_, key), place in zip(found, places):
                words = f"{shown[key][at]:.{digits}f}"
                text(dst, words, (x, place - over), 15, ink(key[1]), "s", anchor)
