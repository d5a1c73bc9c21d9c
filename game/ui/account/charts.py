"""Charts of the account: the damage and luck of each side by turn, and the distribution of a side's dice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from pygame import Rect, Surface

from game.account.account import Account, SideAccount, SideTurn, main_luck
from game.account.luck import likely_ends
from game.pages.scale import nice
from game.ui.account.figures_table import bar
from game.ui.charts.kept import KeptChart
from game.ui.render.lines import dashed_line, polyline
from game.ui.render.shapes import Place, mark, stamp
from game.ui.render.text import caps, fit_text, text
from game.ui.render.theme import mix, theme

LEFT, TOP, FOOT = 44, 40, 30  # design pixels


@dataclass(eq=False)
class TurnChart(KeptChart):
    """The base of charts by turn: a plot with a column for each turn, and horizontal lines."""

    account: Account
    title = ""

    @property
    def shown(self) -> object:
        return self.account.turns

    def plot(self, dst: Surface) -> Rect:
        """Draw the title and the numbers of the turns; return the area for the chart."""
        px, p, r = theme.px, theme.palette, self.rect
        caps(dst, self.title, (r.x, r.y))
        plot = Rect(r.x + px(LEFT), r.y + px(TOP), r.w - px(LEFT), r.h - px(TOP + FOOT))
        turns = self.account.turns
        wide = plot.w / len(turns)
        every = max(1, round(px(30) / wide + 0.49))
        for number, turn in enumerate(turns):
            if number % every == 0:
                text(
                    dst,
                    str(turn.turn),
                    (plot.x + (number + 0.5) * wide, plot.bottom + px(8)),
                    14,
                    p.text,
                    "s",
                    "midtop",
                )
        return plot

    def across(self, dst: Surface, plot: Rect, y: float, label: str, strong: bool = False) -> None:
        """Draw a horizontal line with its value at the left."""
        p = theme.palette
        dst.fill(p.muted if strong else p.line, (plot.x, round(y), plot.w, 1))
        text(dst, label, (plot.x - theme.px(8), y), 14, p.muted, "r", "midright")

    def of(self, seat: int) -> list[SideTurn]:
        """Return the turns of a side, by its index."""
        return [turn.sides[seat][1] for turn in self.account.turns]


class DealtChart(TurnChart):
    """A bar for each turn and side, and a cross where the side lost a ship."""

    title = "Boxes taken from the others"

    def draw_anew(self, dst: Surface) -> None:
        px, plot, sides = theme.px, self.plot(dst), self.account.sides
        most = max([1, *(one.dealt for n in range(len(sides)) for one in self.of(n))])
        step = max(1, round(nice(most, max(2, min(6, plot.h // px(40))))))
        top = -(-most // step) * step
        for value in range(0, top + 1, step):
            self.across(dst, plot, plot.bottom - value / top * plot.h, str(value), not value)
        column = plot.w / len(self.account.turns)
        wide = min(px(30), column * 0.8 / len(sides))
        for place, side in enumerate(sides):
            for number, one in enumerate(self.of(place)):
                x = plot.x + (number + 0.5) * column + (place - len(sides) / 2) * wide
                high = round(one.dealt / top * plot.h)
                bar(dst, Rect(round(x) + 1, plot.bottom - high, max(2, round(wide) - 2), high), side.seat)
                for lost in range(min(3, one.lost)):
                    at = x + wide / 2, plot.bottom - high - px(9) - lost * px(13)
                    stamp(dst, mark("dead", theme.palette.red, 12), at)


class LuckChart(TurnChart):
    """The luck of each side turn by turn: its dice above or below their mean."""

    title = "Dice above or below the average, summed up"

    def draw_anew(self, dst: Surface) -> None:
        px, plot, sides = theme.px, self.plot(dst), self.account.sides
        runs = [self._running_luck(self.of(place)) for place in range(len(sides))]
        most = max([1.0, *(abs(value) for run in runs for value in run)])
        step = nice(most, 3)
        top = -(-most // step) * step
        count = round(top / step)
        for number in range(-count, count + 1):
            value = number * step
            label = f"{value:+g}".replace("-", "−") if number else "0"
            self.across(dst, plot, plot.centery - value / top * plot.h / 2, label, not number)
        column = plot.w / len(self.account.turns)
        for side, run in zip(sides, runs):
            points: list[Place] = [(plot.x, plot.centery)]
            points += [
                (plot.x + (n + 0.5) * column, plot.centery - value / top * plot.h / 2) for n, value in enumerate(run)
            ]
            if side.seat == 0:
                polyline(dst, points, theme.seat(0), 2.4)
            else:
                dashed_line(dst, points, theme.seat(side.seat), 2.4, 8 if side.seat == 1 else 2, 5)
            for at in points[1:]:
                dst.fill(
                    theme.seat(side.seat), (round(at[0]) - px(2), round(at[1]) - px(2), max(3, px(5)), max(3, px(5)))
                )

    def _running_luck(self, turns: Sequence[SideTurn]) -> list[float]:
        """Return the running sum of rolled minus expected, one value per turn."""
        luck = (main_luck(one.luck, self.account.unit) for one in turns)
        return list(accumulate(one.rolled - one.expected if one else 0.0 for one in luck))


@dataclass(eq=False)
class SpreadChart(KeptChart):
    """The distribution of the total of a side's shots. It has a column for each total, and a mark at the actual one."""

    account: Account
    side: SideAccount

    @property
    def shown(self) -> object:
        return self.side

    def draw_anew(self, dst: Surface) -> None:
        """Draw columns for all totals that are not nearly impossible. Those at least as extreme as the roll are
        highlighted."""
        px, p, r, side = theme.px, theme.palette, self.rect, self.side
        luck = main_luck(side.luck, self.account.unit)
        if luck is None:
            return
        head = caps(dst, f"{side.name}: all shots", (r.x, r.y))
        fit_text(
            dst,
            luck.words,
            (r.right, r.y + px(1)),
            r.right - head.right - px(16),
            (15, 14, 13),
            p.text,
            "s",
            "topright",
        )
        first, last = likely_ends(side.chances, luck.rolled)
        plot = Rect(r.x, r.y + px(34), r.w, r.h - px(34 + 28))
        wide, most = plot.w / (last - first + 1), max(side.chances)
        colour = theme.seat(side.seat)
        for n in range(first, last + 1):
            chance = side.chances[n] if n < len(side.chances) else 0.0
            left, right = round(plot.x + (n - first) * wide), round(plot.x + (n - first + 1) * wide)
            high = round(chance / most * plot.h)
            counted = n >= luck.rolled if luck.lucky else n <= luck.rolled
            shade = colour if counted else mix(colour, p.panel, 0.7)
            dst.fill(shade, (left, plot.bottom - high, max(1, right - left - (wide > 4)), high))
        dst.fill(p.muted, (plot.x, plot.bottom, plot.w, 1))
        self._labels(dst, plot, first, last)
        x = plot.x + (luck.rolled - first + 0.5) * wide
        dst.fill(p.white, (round(x) - px(1), plot.y - px(6), max(2, px(3)), plot.bottom - plot.y + px(6)))

    def _labels(self, dst: Surface, plot: Rect, first: int, last: int) -> None:
        px, wide = theme.px, plot.w / (last - first + 1)
        step = max(1, round(nice(last - first + 1, max(2, plot.w // px(70)))))
        for n in range(-(-first // step) * step, last + 1, step):
            x = plot.x + (n - first + 0.5) * wide
            if plot.x + px(10) <= x <= plot.right - px(10):
                text(dst, str(n), (x, plot.bottom + px(8)), 14, theme.palette.text, "s", "midtop")
