"""Damage in one attack: four figures for each rule, and both distributions to one scale."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pygame import Rect, Surface

from game.core.display import percent
from game.lab.result import BandShare, LabResult
from game.pages.scale import nice
from game.ui.charts.hatching import hatch
from game.ui.charts.kept import KeptChart
from game.ui.lab.charts.inks import TITLES, band_inks, curve, ink, plate
from game.ui.render.lines import dashed_line, line, polyline
from game.ui.render.shapes import box
from game.ui.render.text import fit_text, text, width
from game.ui.render.theme import mix, theme

BANDS = ("0", "1", "2–3", "4–6", "7–10", "11–15", "16+")
FAR = 0.9995  # share of attacks that the chart covers: only one in two thousand does more damage
AXIS = 48  # design pixels of the figures at the left


def figures(result: LabResult) -> tuple[tuple[str, str], ...]:
    """Return the four figures of a result, each with its name."""
    low, high = result.damage.nine_in_ten
    gone = "–" if result.destroyed is None else percent(result.destroyed)
    return (
        (f"{result.damage.mean:.1f}", "mean"),
        (f"± {result.damage.spread:.1f}", "spread"),
        (f"{low}–{high}", "nine in ten"),
        (gone, "destroyed"),
    )


@dataclass(eq=False)
class FiguresCard(KeptChart):
    """The four figures of one rule, in a card."""

    result: LabResult
    about: str
    stale: bool

    @property
    def shown(self) -> object:
        """The figures, and whether they belong to the present set-up."""
        return self.result, self.stale

    def draw_anew(self, dst: Surface) -> None:
        """Draw swatch and name, then figures over their names."""
        px, p, r = theme.px, theme.palette, self.rect
        colour = ink(self.result.rules)
        box(dst, r, p.panel, 8, 255, mix(colour, p.panel, 0.35))
        swatch = Rect(r.x + px(14), r.y + px(13), px(22), px(16))
        plate(dst, swatch, self.result.rules)
        name = text(dst, TITLES[self.result.rules], (swatch.right + px(9), swatch.centery), 18, colour, "b", "midleft")
        right = r.right - px(14)
        words = "computing…" if self.stale else self.about
        fit_text(
            dst,
            words,
            (right, swatch.centery),
            right - name.right - px(14),
            (14, 13),
            p.yellow if self.stale else p.muted,
            "r",
            "midright",
        )
        inner, weights = r.w - px(28), (0.27, 0.24, 0.26, 0.23)
        x = float(r.x + px(14))
        for number, ((value, label), weight) in enumerate(zip(figures(self.result), weights)):
            room = inner * weight - px(6)
            size = (32, 27, 22) if number == 0 else (22, 19, 17)
            base = r.bottom - px(33)
            shade, weight_ = p.muted if self.stale else p.white, "b" if number == 0 else "s"
            fit_text(dst, value, (x, base), room, size, shade, weight_, "bottomleft")
            fit_text(dst, label, (x, r.bottom - px(12)), room, (14, 13), p.muted, "r", "bottomleft")
            x += inner * weight


@dataclass(eq=False)
class DamageChart(KeptChart):
    """Bars, the level's bands, and the distributions, all to one scale of points."""

    results: Sequence[LabResult]
    hull: int
    armour: int

    @property
    def shown(self) -> object:
        """The results, and the points that destroy the ship."""
        return tuple(self.results), self.hull, self.armour

    def draw_anew(self, dst: Surface) -> None:
        """Draw from the top: a bar for each rule, the bands, the columns, the axis, and the points that destroy the
        ship."""
        px, r = theme.px, self.rect
        top = r.y + px(36) * len(self.results)
        chips = any(one.bands for one in self.results)
        high = px(40) if chips else px(10)
        self.plot = Rect(r.x + px(AXIS), top + high, r.w - px(AXIS + 14), r.bottom - px(54) - top - high)
        self.last = max(self._last(one) for one in self.results)
        self._grid(dst)
        for one in self.results:
            self._columns(dst, one)
        for number, one in enumerate(self.results):
            self._means(dst, one, r.y + px(36) * number + px(16))
        for one in self.results:
            self._band_curves(dst, one.bands, top + px(16))
        for number, one in enumerate(self.results):
            self._bar(dst, one, r.y + px(36) * number + px(16))
        self._ends(dst)

    def _last(self, result: LabResult) -> int:
        last = result.damage.quantile(FAR)
        return max(6, last + max(1, last // 40))

    def x(self, points: float) -> float:
        """Return the middle, in pixels, of the column of a number of points."""
        return self.plot.x + (points + 0.5) * self.plot.w / (self.last + 1)

    def _y(self, chance: float) -> float:
        return self.plot.bottom - chance / self.top * self.plot.h

    def _grid(self, dst: Surface) -> None:
        px, p, plot = theme.px, theme.palette, self.plot
        most = max(max(one.damage.chances) for one in self.results)
        step = nice(most * 1.06, max(3, min(6, plot.h // px(44))))
        self.top = max(most * 1.06, step)
        for number in range(1, int(self.top / step + 1e-6) + 1):
            y = self._y(number * step)
            dst.fill(p.line, (plot.x, round(y), plot.w, 1))
            label = f"{number * step * 100:g} %"
            text(dst, label, (plot.x - px(8), y), 14, p.muted, "r", "midright")
        dst.fill(p.muted, (plot.x, plot.bottom, plot.w, 1))
        step = max(1, round(nice(self.last + 1, max(3, min(12, plot.w // px(64))))))
        words = text(dst, "points", (plot.right, plot.bottom + px(13)), 14, p.muted, "r", "topright")
        for value in range(0, self.last + 1, step):
            if self.x(value) + px(16) < words.x:
                text(dst, str(value), (self.x(value), plot.bottom + px(12)), 15, p.text, "s", "midtop")

    def _columns(self, dst: Surface, one: LabResult) -> None:
        """Draw filled columns, or a hatched outline with a broken line."""
        p, plot, colour = theme.palette, self.plot, ink(one.rules)
        chances = one.damage.chances[: self.last + 1]
        wide = plot.w / (self.last + 1)
        if one.rules == "reformed":
            gap = 1 if wide > 3 else 0
            for value, chance in enumerate(chances):
                left, right = round(plot.x + value * wide), round(plot.x + (value + 1) * wide)
                y = round(self._y(chance))
                dst.fill(mix(colour, p.panel, 0.42), (left, y, max(1, right - left - gap), plot.bottom - y))
            return
        points = [(self.x(value), self._y(chance)) for value, chance in enumerate(chances)]
        outline = [(points[0][0], plot.bottom), *points, (points[-1][0], plot.bottom)]
        hatch(dst, outline, plot, colour, 7, 130)
        curve(dst, points, one.rules)

    def _band_curves(self, dst: Surface, bands: Sequence[BandShare], y: float) -> None:
        """Draw each band as a chip at its mean and a thin curve of its share. Chips are moved apart if their means are
        close."""
        px, p = theme.px, theme.palette
        if bands:
            text(dst, "level", (self.rect.x, y), 14, p.muted, "r", "midleft")
        right = float(self.plot.x - px(6))
        for one in sorted(bands, key=lambda band: band.mean):
            colour = band_inks()[BANDS.index(one.title)]
            points = [(self.x(value), self._y(chance)) for value, chance in enumerate(one.share[: self.last + 1])]
            seen = [at for at in points if at[1] < self.plot.bottom - 0.6]
            if len(seen) > 1:
                polyline(dst, seen, colour, 1.3, 220)
            share = percent(one.chance)
            wide = width(one.title, 14, "s") + width(share, 14) + px(22)
            x = max(right + px(4), self.x(one.mean) - wide / 2)
            if one.chance < 0.004 or x + wide > self.plot.right + px(14):
                continue
            dashed_line(
                dst, [(self.x(one.mean), y + px(13)), (self.x(one.mean), self.plot.bottom)], colour, 1.1, 1.5, 4, 200
            )
            chip = box(
                dst, (round(x), round(y - px(12)), round(wide), px(25)), p.well, 5, 255, mix(colour, p.well, 0.3)
            )
            text(dst, one.title, (chip.x + px(8), chip.centery), 14, colour, "s", "midleft")
            text(dst, share, (chip.right - px(8), chip.centery), 14, p.text, "r", "midright")
            right = x + wide

    def _means(self, dst: Surface, one: LabResult, y: float) -> None:
        x, bottom = self.x(one.damage.mean), self.plot.bottom
        if one.rules == "reformed":
            line(dst, (x, y), (x, bottom), ink(one.rules), 1.4)
        else:
            dashed_line(dst, [(x, y), (x, bottom)], ink(one.rules), 1.4, 5, 4)

    def _bar(self, dst: Surface, one: LabResult, y: int) -> None:
        """Draw the range of nine attacks in ten as a line, one standard deviation either way as a box, and the mean as
        a tick."""
        px, p, colour = theme.px, theme.palette, ink(one.rules)
        low, high = one.damage.nine_in_ten
        mean, spread = one.damage.mean, one.damage.spread
        a, b = self.x(low), self.x(high)
        line(dst, (a, y), (b, y), colour, 1.8)
        for x in (a, b):
            line(dst, (x, y - px(6)), (x, y + px(6)), colour, 1.8)
        left, right = max(a, self.x(mean - spread)), min(b, self.x(mean + spread))
        if right - left > px(6):
            plate(dst, Rect(round(left), y - px(8), round(right - left), px(16)), one.rules)
        dst.fill(p.white, (round(self.x(mean)) - px(1), y - px(9), max(2, px(3)), px(18)))
        name = text(dst, TITLES[one.rules], (self.rect.x, y), 15, colour, "s", "midleft")
        if a - px(8) - width(str(low), 15) > name.right + px(6):
            text(dst, str(low), (a - px(8), y), 15, colour, "s", "midright")
        if b + px(10) + width(str(high), 15) < self.rect.right:
            text(dst, str(high), (b + px(10), y), 15, colour, "s", "midleft")

    def _ends(self, dst: Surface) -> None:
        """Draw the points that destroy the ship, hatched, under the axis."""
        if not self.hull:
            return
        px, p, points = theme.px, theme.palette, self.hull + self.armour
        y = self.plot.bottom + px(40)
        words = f"{points} points destroy the ship: hull {self.hull}, armour {self.armour}"
        if points > self.last:
            fit_text(
                dst,
                f"{words}, beyond this chart",
                (self.plot.right, y),
                self.plot.w,
                (15, 14),
                p.yellow,
                "r",
                "midright",
            )
            return
        x, room = round(self.x(points - 0.5)), width(words, 15)
        bar = Rect(x, y - px(4), self.plot.right - x, px(9))
        hatch(dst, (bar.topleft, bar.topright, bar.bottomright, bar.bottomleft), bar, p.yellow, 5, 220)
        if x - px(8) - room >= self.rect.x:
            text(dst, words, (x - px(8), y), 15, p.yellow, "r", "midright")
        elif self.plot.right - x > room + px(40):
            dst.fill(p.panel, (x + px(24), bar.y - px(3), round(room) + px(16), px(15)))
            text(dst, words, (x + px(32), y), 15, p.yellow, "r", "midleft")
        else:
            text(dst, f"{points}", (x - px(8), y), 15, p.yellow, "s", "midright")
