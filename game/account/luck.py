"""The luck of dice: the total of all shots, beside the exact distribution of possible totals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import get_args

import numpy as np

from game.core.display import percent
from game.core.events import Score, ScoreUnit
from game.core.values import frozen
from game.rules.odds.die_columns import Vector, mean, power, sum_chances

UNITS: tuple[ScoreUnit, ...] = get_args(ScoreUnit)
MAIN: tuple[ScoreUnit, ...] = ("points", "hits")  # the more common of these is the unit of an account


@frozen
class Luck:
    """Shots with dice counted in one unit: how many were fired, how many scored, the sum rolled, and the mean.
    `at_least` is the chance that the same shots total as much or more, `at_most` as much or less."""

    unit: ScoreUnit
    shots: int
    scored: int
    rolled: int
    expected: float
    at_least: float
    at_most: float

    @property
    def lucky(self) -> bool:
        """Return whether the sum was above the mean."""
        return self.rolled >= self.expected

    @property
    def certain(self) -> bool:
        """Return whether no other sum was possible."""
        return min(self.at_least, self.at_most) > 1 - 1e-9

    @property
    def chance(self) -> float:
        """The chance of so much luck, or of so little."""
        return self.at_least if self.lucky else self.at_most

    @property
    def words(self) -> str:
        """The luck in words: `as lucky or luckier: 12 %`."""
        if self.certain:
            return "no luck in it"
        return f"{'as lucky or luckier' if self.lucky else 'as unlucky or unluckier'}: {percent(self.chance)}"


def luck_of(scores: Iterable[Score]) -> tuple[Luck, ...]:
    """Return one entry for each unit that dice were counted in, in the order of `UNITS`."""
    by_unit: dict[ScoreUnit, list[Score]] = {}
    for score in scores:
        by_unit.setdefault(score.unit, []).append(score)
    return tuple(_luck(unit, by_unit[unit]) for unit in UNITS if unit in by_unit)


def _luck(unit: ScoreUnit, scores: list[Score]) -> Luck:
    whole, rolled = together(scores), sum(score.rolled for score in scores)
    hits = sum(score.rolled > 0 for score in scores)
    above, below = float(whole[rolled:].sum()), float(whole[: rolled + 1].sum())
    return Luck(unit, len(scores), hits, rolled, mean(whole), min(1.0, above), min(1.0, below))


def together(scores: Iterable[Score]) -> Vector:
    """Return the chances of the sum of all shots, each independent of the others."""
    alike = Counter(score.chances for score in scores)
    return sum_chances(power(np.array(chances), count) for chances, count in alike.items())


def likely_ends(chances: Sequence[float], rolled: int) -> tuple[int, int]:
    """Return the range of sums a chart shows: all that are not far less likely than the likeliest, and the sum
    rolled."""
    least = max(chances) / 500
    likely = [n for n, chance in enumerate(chances) if chance > least]
    return min(likely[0], rolled), max(likely[-1], rolled)
