"""The best division of point-defence dice among attackers by the base rules: the one with the least exact mean damage.

Every division is tried, because all dice are allotted before any is rolled (full-thrust-base/6.12).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from game.rules.defence.old_defence import SYSTEMS, DefenceTarget
from game.rules.odds.die_columns import DieColumn, die_chances, outcomes

if TYPE_CHECKING:
    from numpy.typing import NDArray

Dice = tuple[int, ...]  # the number of dice of each of SYSTEMS, in their order
BEST_SPLIT = "the defender divides its dice so as to lose the fewest points"
BLOCK = 1 << 18  # pairs of a share and allotted dice computed in one array
EQUAL = 1e-9  # points of mean damage; smaller differences do not count


def best_split_notes(shot_down: str) -> tuple[str, ...]:
    """Return the note of odds on how much is shot down; empty if nobody shoots."""
    return (f"{shot_down} shot down first, on average", BEST_SPLIT) if shot_down else ()


def as_dice(systems: Mapping[str, int]) -> Dice:
    """Return numbers of systems as dice in the order of `SYSTEMS`."""
    return tuple(systems.get(system, 0) for system in SYSTEMS)


def shares(systems: Mapping[str, int]) -> int:
    """Return the number of different shares of its dice that a ship can give one target. The time of `best_split` grows
    with its square."""
    return math.prod(count + 1 for count in as_dice(systems))


def best_split(targets: Sequence[DefenceTarget], systems: Mapping[str, int]) -> tuple[Dice, ...]:
    """Return the dice for each target that make the mean damage of all least. Of equal divisions, it is always the same
    one. It is a suggestion in play, and part of the exact odds."""
    return _divide_pool(tuple(targets), as_dice(systems))


@lru_cache(maxsize=256)
def _divide_pool(targets: tuple[DefenceTarget, ...], pool: Dice) -> tuple[Dice, ...]:
    """Return the division of a pool. Cached, because a group that is dragged meets the same defence at many places."""
    last = math.prod(count + 1 for count in pool) - 1
    saved = np.zeros(last + 2)  # the most damage that dice can save, by the number allotted so far
    saved[-1] = -np.inf  # marks impossible numbers
    chosen: list[NDArray[np.intp]] = []  # for each target, its share in the best division
    rows = max(1, BLOCK // (last + 1))  # shares computed in one array
    for target in targets:
        worth = _worth(target, pool)[::-1]
        best, given = np.full(last + 1, -np.inf), np.zeros(last + 1, dtype=np.intp)
        for start in range(0, last + 1, rows):
            found = saved[_before(pool, start, rows)] + worth[start : start + rows, None]
            most = found.max(axis=0)
            better = most > best + EQUAL
            first = (found >= most - EQUAL).argmax(axis=0)  # the first of equal shares: as many dice as possible
            given[better] = last - start - first[better]
            best[better] = most[better]
        chosen.append(given)
        saved[:-1] = best
    return _trace_back(chosen, pool)


@lru_cache(maxsize=8)
def _before(pool: Dice, start: int, rows: int) -> NDArray[np.intp]:
    """Return the index of the dice that others have, for each share of a pool and each number of allotted dice. Shares
    count from all dice down to none. An index one beyond the last is impossible. Indexes are in the order of
    `_worth`."""
    held = np.indices([count + 1 for count in pool]).reshape(len(pool), -1)
    place = np.arange(held.shape[1])
    part = slice(start, start + rows)
    found = place[None, :] - place[::-1][part, None]
    for row in held[np.array(pool) > 0]:
        found[row[None, :] < row[::-1][part, None]] = len(place)
    return found


@lru_cache(maxsize=256)
def _worth(target: DefenceTarget, pool: Dice) -> NDArray[np.float64]:
    """Return the mean points that each share of a pool saves at a target, from no dice up to all of them."""
    # mean points, by kills so far and dice still to roll
    left = np.array([[target.mean_after(kills)] for kills in range(target.size + 1)])
    for system, count in reversed([*zip(SYSTEMS, pool)]):
        if count:
            left = np.moveaxis(_kills_on(target.column(system), target.size, count) @ left, 0, 1).reshape(len(left), -1)
    points: NDArray[np.float64] = left[0, 0] - left[0]
    return points


@lru_cache(maxsize=256)
def _kills_on(column: DieColumn, size: int, most: int) -> NDArray[np.float64]:
    """Return the chances of going from each number of kills to each other with 0, 1, 2 … dice of a column. Surplus
    kills are lost."""
    one = np.zeros((size + 1, size + 1))
    for kills, chance in outcomes(die_chances(column)):
        for before in range(size + 1):
            one[before, min(size, before + kills)] += chance
    found = np.empty((most + 1, size + 1, size + 1))
    found[0] = np.eye(size + 1)
    for dice in range(most):
        found[dice + 1] = found[dice] @ one
    return found


def _trace_back(chosen: Sequence[NDArray[np.intp]], pool: Dice) -> tuple[Dice, ...]:
    """Return the dice of each target, following the choices back from the last target."""
    shape = [count + 1 for count in pool]
    found: list[Dice] = []
    left = math.prod(shape) - 1
    for choice in reversed(chosen):
        given = int(choice[left])
        left -= given
        found.insert(0, tuple(int(dice) for dice in np.unravel_index(given, shape)))
    return tuple(found)
