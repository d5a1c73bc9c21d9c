"""Find the results of a set-up: exact where one attack can be summed, by dice where the same groups attack several
times.

And how it scales: damage for each group and missiles for each salvo, from 1 to 12 of them, under both rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from game.core.values import Data
from game.lab import exact
from game.lab.played import play_battles
from game.lab.result import LabResult
from game.lab.setup import BOTH, LabSetUp

LAST = 12  # groups or salvos
SCREENS = (0, 1)  # the levels that are shown for groups
CurveKey = tuple[str, str, int]  # "groups" or "salvos", the rules, the level of screens
NO_DEFENCE = 3.5  # missiles of a salvo that hit a ship without any defence, on average


def calculate(setup: LabSetUp) -> tuple[LabResult, ...]:
    """Return a result for each of the rules that the set-up names, in their order."""
    if setup.attacks > 1:
        return tuple(play_battles(setup, rules) for rules in setup.rules)
    return tuple(exact.reformed(setup) if rules == "reformed" else exact.old(setup) for rules in setup.rules)


def point_data(number: int, setup: LabSetUp) -> tuple[int, Data]:
    """Return the results of one point of a study as plain data, with its number: what a worker sends back."""
    return number, {"setup": setup.as_data(), "results": [result.as_data() for result in calculate(setup)]}


# -- scaling -----------------------------------------------------------------------------------------------------------


@lru_cache(1024)
def results_of(setup: LabSetUp) -> tuple[LabResult, ...]:
    """Return the results of `calculate`, cached."""
    return calculate(setup)


def fighter_kind(setup: LabSetUp) -> str:
    """Return the type of fighter whose scaling is shown: the one of which most groups attack, else standard."""
    return max(setup.groups, key=lambda one: one[1])[0] if setup.groups else "standard"


def curve_points(setup: LabSetUp) -> Iterator[tuple[CurveKey, int, float]]:
    """Yield every point of the curves: which curve, how many groups or salvos, and the value for one of them."""
    bare = replace(setup, salvos=0, heavy_missiles=0, hull=0, armour=(), rules=BOTH, design="")
    kind = fighter_kind(setup)
    for number in range(1, LAST + 1):
        for screens in SCREENS:
            one = replace(bare, groups=((kind, number),), screens=replace(setup.screens, level=screens))
            for found in results_of(one):
                yield ("groups", found.rules, screens), number, found.damage.mean / number
        one = replace(bare, groups=(), salvos=number, screens=replace(setup.screens, level=0))
        for found in results_of(one):
            yield ("salvos", found.rules, 0), number, found.missiles.mean / number
