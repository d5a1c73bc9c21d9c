"""The best division of point-defence dice among attackers under the base rules: the fewest points lost on average, exact.

Every division is weighed, for all dice are given out before any is rolled (full-thrust-base/6.12).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from game.rules.defence.old_defence import SYSTEMS, DefenceTarget

Dice = tuple[int, ...]  # of each of SYSTEMS, in their order
BEST_SPLIT = "the defender divides its dice so as to lose the fewest points"
EQUAL = 1e-9  # points of mean damage; what differs by less is equal


def as_dice(systems: Mapping[str, int]) -> Dice:
    """Numbers of systems as dice in the order of `SYSTEMS`."""
    return tuple(systems.get(system, 0) for system in SYSTEMS)


def shares(systems: Mapping[str, int]) -> int:
    """The different shares of its dice that a ship can give to one target; `best_split` takes time by their square."""
    return math.prod(count + 1 for count in as_dice(systems))


def best_split(targets: Sequence[DefenceTarget], systems: Mapping[str, int]) -> tuple[Dice, ...]:
    """The dice for each target, so that the mean damage of all is least; of equal divisions always the same one.

    Used as a suggestion in play, and by the exact odds.
    """
    return _divided(tuple(targets), as_dice(systems))


@lru_cache(maxsize=256)
def _divided(targets: tuple[DefenceTarget, ...], pool: Dice) -> tuple[Dice, ...]:
    """The division of a pool; it is kept, for a group that is pulled along meets the same defence at many places."""
    every = list(product(*(range(count, -1, -1) for count in pool)))
    saved = np.zeros([count + 1 for count in pool])  # the most that dice can save, by those that are given to the targets so far
    chosen: list[NDArray[np.int64]] = []  # for each target the place in `every` of what it is given then
    for target in targets:
        worth = _worth(target, pool)
        after = np.full(saved.shape, -np.inf)
        choice = np.zeros(saved.shape, dtype=np.int64)
        for place, dice in enumerate(every):
            rest = tuple(slice(0, count + 1 - given) for count, given in zip(pool, dice))
            used = tuple(slice(given, None) for given in dice)
            found = saved[rest] + worth[dice]
            better = found > after[used] + EQUAL
            after[used][better] = found[better]
            choice[used][better] = place
        saved = after
        chosen.append(choice)
    return _traced(chosen, every, pool)


@lru_cache(maxsize=256)
def _worth(target: DefenceTarget, pool: Dice) -> NDArray[np.float64]:
    """The mean points that dice given to a target save, at their numbers."""
    bare = target.mean_damage((0,) * len(pool))
    found = np.zeros([count + 1 for count in pool])
    for dice in product(*(range(count + 1) for count in pool)):
        found[dice] = bare - target.mean_damage(dice)
    return found


def _traced(chosen: Sequence[NDArray[np.int64]], every: Sequence[Dice], pool: Dice) -> tuple[Dice, ...]:
    """What each target is given, from the choices for the last of them backwards."""
    found: list[Dice] = []
    left = pool
    for choice in reversed(chosen):
        dice = every[choice[left]]
        left = tuple(one - given for one, given in zip(left, dice))
        found.insert(0, dice)
    return tuple(found)
