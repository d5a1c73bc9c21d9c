"""Exact chances of attacks on a ship with several layers of armour, or divided among ships that screen it (5.2, 5.9).

A distribution maps the layers of armour left to a vector. Its entry n is the chance of n points on the hull with
exactly that armour left; points beyond the last box are destruction.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from game.rules.manoeuvres.cover.eclipsing import Hits, ScreeningShip, totalled
from game.rules.odds.beam_chances import BeamDice, beam_chances, trimmed
from game.rules.odds.screened_odds import Shots, Totals, armour_outcomes, divide_totals, join_totals
from game.rules.odds.throws import LikelyHits, SeveralHits, Throws, results
from game.rules.ships.damage import soak_all

if TYPE_CHECKING:
    from numpy.typing import NDArray

Vector: TypeAlias = "NDArray[np.float64]"
Armour = tuple[int, ...]
Chances = dict[Armour, Vector]
Kernel = tuple[tuple[Armour, Vector], ...]  # armour left, and the chance of each number of points to the hull
# the ships that screen the target, and the index of the ship that is hit, -1 the target itself
Division = tuple[tuple[ScreeningShip, ...], int]
# whether it rakes; its chance, and the throws of each gun; how it is divided, if it is
Branches = tuple[bool, tuple[tuple[float, Throws], ...], Division | None]

CUT = 1e-13  # states of armour that are less likely are not followed
RARE = 1e-11  # less likely totals of a volley on a screened ship are not followed


def after_attack(chances: Chances, given: Branches, hull: int) -> Chances:
    """Return the distribution after one attack, branch by branch and gun by gun."""
    raking, branches, division = given
    bare = division[0][division[1]].raked if division and division[1] >= 0 else raking  # armour has no effect
    mixed: Chances = {}
    for armour, vector in chances.items():
        for left, through in _mixed_kernel(branches, () if bare else armour, raking, division):
            _add(mixed, armour if bare else left, np.convolve(vector, through))
    return _drop_unlikely({armour: _capped(vector, hull) for armour, vector in mixed.items()})


def _drop_unlikely(chances: Chances) -> Chances:
    """Return the entries that are at least as likely as `CUT`."""
    return {armour: vector for armour, vector in chances.items() if vector.sum() > CUT}


@lru_cache(maxsize=4096)
def _mixed_kernel(
    branches: tuple[tuple[float, Throws], ...], armour: Armour, raking: bool, division: Division | None
) -> Kernel:
    """Return the chances of an attack's effect behind that armour, summed over its branches."""
    mixed: Chances = {}
    for share, throws in branches:
        for left, through in (
            divided_kernel(throws, armour, raking, division) if division else volley_kernel(throws, armour)
        ):
            _add(mixed, left, share * through)
    return tuple(mixed.items())


def _add(chances: Chances, armour: Armour, more: Vector) -> None:
    """Add a vector, which may be stored and changed, to the entry for some armour."""
    row = chances.get(armour)
    if row is None or len(row) < len(more):
        row, more = more, row if row is not None else more[:0]
        chances[armour] = row
    row[: len(more)] += more


def _capped(vector: Vector, hull: int) -> Vector:
    """Return points to the hull as boxes lost: the last entry is destruction."""
    if len(vector) > hull + 1:
        vector[hull] = vector[hull:].sum()
    return vector[: hull + 1]


# -- attacks on screened ships -----------------------------------------------------------------------------------------


@lru_cache(maxsize=512)
def divided_kernel(throws: Throws, armour: Armour, raking: bool, division: Division) -> Kernel:
    """Return the chances of each state of armour, with the points to the hull, from throws divided among a ship and
    others (manoeuvres/eclipsing/share)."""
    screens, place = division
    chances, parts = shares(throws, raking, screens)
    return tuple(armour_outcomes(chances, parts[place], armour))


@lru_cache(maxsize=8)  # large, and needed once for each ship that is hit
def shares(throws: Throws, raking: bool, screens: tuple[ScreeningShip, ...]) -> tuple[Vector, tuple[Shots, ...]]:
    """Return the chance of every total of an attack, with its hits on each screening ship, then on the target."""
    every = totals(throws)
    return every.chances, divide_totals(every, raking, screens)


def totals(throws: Throws) -> Totals:
    """Return every total of an attack as its ordered hits, with its chance. Totals less likely than `RARE` are left
    out."""
    beams = np.ones((1, 1))
    others: dict[Hits, float] = {(): 1.0}
    for throw in throws:
        if isinstance(throw, BeamDice):
            beams = _both(beams, beam_chances(throw))
            continue
        more: dict[Hits, float] = {}
        for before, chance in others.items():
            for part, hits in results(throw):
                key = totalled((*before, *hits))
                more[key] = more.get(key, 0.0) + chance * part
        others = more
    return join_totals(beams, others, RARE)


def _both(one: NDArray[np.float64], other: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return two throws of beam dice as one."""
    found = np.zeros((one.shape[0] + other.shape[0] - 1, one.shape[1] + other.shape[1] - 1))
    for row, column in zip(*(places.tolist() for places in np.nonzero(other))):
        found[row : row + one.shape[0], column : column + one.shape[1]] += other[row, column] * one
    return trimmed(found)


# -- throws of dice ----------------------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def volley_kernel(throws: Throws, armour: Armour) -> Kernel:
    """Return the chances of each state of armour, with the points to the hull, from throws in order and the layers they
    meet."""
    if not throws:
        return ((armour, np.ones(1)),)
    rows: Chances = {}
    for before, points in volley_kernel(throws[:-1], armour):
        for left, through in kernel(throws[-1], before):
            _add(rows, left, np.convolve(points, through))
    return tuple(rows.items())


@lru_cache(maxsize=4096)
def kernel(throw: LikelyHits, armour: Armour) -> Kernel:
    """Return the chances of each state of armour after one throw, with the points to the hull."""
    if isinstance(throw, SeveralHits):
        one = throw.one_hit
        return _mixed_kernel(tuple((chance, (one,) * count) for count, chance in throw.likely), armour, False, None)
    through: dict[Armour, dict[int, float]] = {}
    for chance, hits in results(throw):
        left, points = soak_all(armour, hits)
        row = through.setdefault(left, {})
        row[points] = row.get(points, 0.0) + chance
    return tuple((left, _vector(row)) for left, row in through.items())


def _vector(row: Mapping[int, float]) -> Vector:
    vector = np.zeros(max(row) + 1)
    for points, chance in row.items():
        vector[points] = chance
    return vector
