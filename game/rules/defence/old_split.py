"""The best division of point-defence dice among attackers under the base rules: the fewest points lost on average, exact.

Every division is weighed, for all dice are given out before any is rolled (full-thrust-base/6.12).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product

from game.rules.defence.old_defence import SYSTEMS, DefenceTarget

Dice = tuple[int, ...]  # of each of SYSTEMS, in their order
EQUAL = 1e-9  # points of mean damage; what differs by less is equal


def as_dice(systems: Mapping[str, int]) -> Dice:
    """Numbers of systems as dice in the order of `SYSTEMS`."""
    return tuple(systems.get(system, 0) for system in SYSTEMS)


def best_split(targets: Sequence[DefenceTarget], systems: Mapping[str, int]) -> tuple[Dice, ...]:
    """The dice for each target, so that the mean damage of all is least; of equal divisions, the one that serves the first more.

    Used as a suggestion in play, and by the exact odds.
    """
    pool = as_dice(systems)
    every = list(product(*(range(count + 1) for count in pool)))
    least: dict[Dice, tuple[float, tuple[Dice, ...]]] = {pool: (0.0, ())}  # by dice left, after the targets so far
    for number, target in enumerate(targets):
        last = number == len(targets) - 1
        spared = {dice: target.mean_damage((0,) * len(pool)) - target.mean_damage(dice) for dice in every}
        after: dict[Dice, tuple[float, tuple[Dice, ...]]] = {}
        for left, (saved, given) in least.items():
            for dice in (left,) if last else product(*(range(count, -1, -1) for count in left)):
                rest = tuple(one - other for one, other in zip(left, dice))
                found = saved + spared[dice]
                if rest not in after or found > after[rest][0] + EQUAL:
                    after[rest] = (found, (*given, dice))
        least = after
    return max(least.values(), key=lambda one: one[0])[1] if targets else ()
