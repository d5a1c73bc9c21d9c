"""Statistics of contests: intervals of a score, ratings of many players, and a stopping rule.

An observation is the mean score of a pair of battles with the same dice and seats swapped: 0, 0.25, 0.5, 0.75 or 1.
The two battles of a pair share their dice, so they are one observation.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, stdev

import numpy as np

SURE = 1.96  # standard errors either side of the mean, for 95 %
FEW = (12.706, 4.303)  # the same of Student's distribution with one and two degrees of freedom
ELO = 400 / math.log(10)  # points of rating for a factor e in the odds of winning
STEPS = 10_000  # most rounds in which ratings are improved
CLOSE = 1e-12  # a change of a rating that counts as none
RARE = 1e-3  # added to the count of each score, so that none is impossible
GRADES = (0.0, 0.25, 0.5, 0.75, 1.0)  # scores of a pair

Couple = tuple[str, str]  # two players, whose scores are those of the first


@dataclass(frozen=True)
class Interval:
    """A figure with its 95 per cent interval."""

    value: float
    low: float
    high: float


def wilson(score: float, count: int, sure: float = SURE) -> Interval:
    """Return Wilson's interval of a share found in that many observations; 0 to 1 if there are none."""
    if not count:
        return Interval(score, 0.0, 1.0)
    square = sure * sure
    whole = 1 + square / count
    middle = (score + square / (2 * count)) / whole
    half = sure / whole * math.sqrt(max(0.0, score * (1 - score) / count + square / (4 * count * count)))
    return Interval(score, max(0.0, middle - half), min(1.0, middle + half))


def mean_interval(values: Sequence[float], least: float, most: float) -> Interval:
    """Return the mean of observations with Student's interval; with fewer than two, from the least to the most
    possible."""
    if len(values) < 2:
        return Interval(values[0] if values else (least + most) / 2, least, most)
    middle = fmean(values)
    half = student(len(values) - 1) * stdev(values) / math.sqrt(len(values))
    return Interval(middle, max(least, middle - half), min(most, middle + half))


def student(freedom: int) -> float:
    """Return the standard errors of Student's 95 per cent interval; beyond two degrees of freedom by its series."""
    if freedom <= len(FEW):
        return FEW[freedom - 1]
    z = SURE
    terms = (z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96, (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + sum(term / float(freedom) ** power for power, term in enumerate(terms, 1))


def expected_score(elo: float) -> float:
    """Return the expected score of a player stronger by `elo`."""
    return 1 / (1 + math.exp(-elo / ELO))


# -- ratings -----------------------------------------------------------------------------------------------------------


def ratings(players: Sequence[str], scores: Mapping[Couple, Sequence[float]], prior: float = 1.0) -> list[Interval]:
    """Return the Elo rating of each player by the model of Bradley and Terry; their mean is 0.

    A draw is half a win. Each player also has `prior` pairs with all others together, half of them won, so that a
    player that has won, lost or drawn everything has a rating and an interval too. Intervals come from the spread of
    the pairs themselves (the sandwich of Huber and White), without taking the two battles of a pair for independent.
    """
    many, place = len(players), {name: number for number, name in enumerate(players)}
    if many < 2:
        return [Interval(0.0, 0.0, 0.0) for _ in players]
    assumed = prior / (many - 1)  # of each pair of players
    met = np.where(np.eye(many), 0.0, assumed)
    won = np.full(many, prior / 2)
    for (one, other), found in scores.items():
        a, b = place[one], place[other]
        met[a, b] += len(found)
        met[b, a] += len(found)
        won[a] += sum(found)
        won[b] += len(found) - sum(found)
    strength = _strengths(met, won)
    chance = strength[:, None] / (strength[:, None] + strength[None, :])
    bread, meat = np.zeros((many, many)), np.zeros((many, many))
    for a in range(many):
        for b in range(a + 1, many):
            way = np.zeros(many)
            way[a], way[b] = 1, -1
            found = scores.get((players[a], players[b]), ())
            back = scores.get((players[b], players[a]), ())
            spread = assumed * (chance[a, b] ** 2 + chance[b, a] ** 2) / 2
            spread += sum((one - chance[a, b]) ** 2 for one in found) + sum((one - chance[b, a]) ** 2 for one in back)
            bread += met[a, b] * chance[a, b] * chance[b, a] * np.outer(way, way)
            meat += spread * np.outer(way, way)
    inverse = np.linalg.pinv(bread)
    errors = np.sqrt(np.maximum(0.0, np.diag(inverse @ meat @ inverse)))
    middles = np.log(strength) - np.log(strength).mean()
    return [
        Interval(ELO * middle, ELO * (middle - SURE * error), ELO * (middle + SURE * error))
        for middle, error in zip(middles.tolist(), errors.tolist())
    ]


def _strengths(met: np.ndarray, won: np.ndarray) -> np.ndarray:
    """Return the strengths with the greatest likelihood, by the steps of Zermelo and Ford."""
    strength = np.ones(len(won))
    for _ in range(STEPS):
        new = won / (met / (strength[:, None] + strength[None, :])).sum(axis=1)
        new /= np.exp(np.log(new).mean())
        done = np.abs(np.log(new / strength)).max() < CLOSE
        strength = new
        if done:
            break
    return strength


# -- when enough has been played ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Verdict:
    """The result for two players: one is stronger, or they are level; neither while more must be played. `first` and
    `second` are log likelihood ratios: this player is better by the margin, against both being equal."""

    first: float
    second: float
    least: float
    most: float

    @property
    def told(self) -> str:
        """Return `first` or `second` for the stronger player, `level` if neither is better by the margin; empty if
        unknown."""
        if self.first >= self.most:
            return "first"
        if self.second >= self.most:
            return "second"
        return "level" if max(self.first, self.second) <= self.least else ""


def bounds(alpha: float = 0.05, beta: float = 0.05) -> tuple[float, float]:
    """Return the bounds of Wald's sequential test: below the lower the players count as equal, above the upper one as
    better."""
    return math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha)


def verdict(scores: Sequence[float], margin: float = 40.0, alpha: float = 0.05, beta: float = 0.05) -> Verdict:
    """Return the result of Wald's test on the scores of pairs, once for either player being better by a margin in
    Elo."""
    least, most = bounds(alpha, beta)
    back = [1 - one for one in scores]
    return Verdict(likelihood_ratio(scores, 0, margin), likelihood_ratio(back, 0, margin), least, most)


def likelihood_ratio(scores: Sequence[float], elo0: float, elo1: float) -> float:
    """Return the log likelihood ratio of the scores of pairs under two differences in Elo, `elo1` against `elo0`. The
    chances of the five scores of a pair are free except for their mean (the pentanomial of chess engines)."""
    if not scores:
        return 0.0
    counts = np.full(len(GRADES), RARE)
    for one in scores:
        counts[round(one * 4)] += 1
    null, other = (_likeliest(counts, expected_score(elo)) for elo in (elo0, elo1))
    return float((counts * np.log(other / null)).sum())


def _likeliest(counts: np.ndarray, mean: float) -> np.ndarray:
    """Return the chances of the five scores with that mean under which the counts are most likely."""
    apart = np.array(GRADES) - mean
    low, high = -1 / apart.max(), -1 / apart.min()  # all chances are positive between these
    share = counts / counts.sum()
    for _ in range(60):  # the sum is monotonic: bisection finds its zero
        middle = (low + high) / 2
        if (share * apart / (1 + middle * apart)).sum() > 0:
            low = middle
        else:
            high = middle
    return np.asarray(share / (1 + (low + high) / 2 * apart))
