"""Columns of dice tables: the score of each face of a six-sided die, rolled by an umpire and as exact chances.

Every table of point defence and of attacks on ships is made of such columns. A natural 6 may earn another die, read in
a column of its own, without limit (full-thrust-base/5.8, point-defence-and-fighters/2).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from game.core.events import Die
from game.core.umpire import FaceWorth, Umpire
from game.core.values import frozen

if TYPE_CHECKING:
    from numpy.typing import NDArray

Vector: TypeAlias = "NDArray[np.float64]"  # chances of 0, 1, 2… points
Points = tuple[int, ...]  # of faces 1 to 6

CUT = 1e-15  # re-rolls, and the ends of a distribution, are followed down to this chance
ROUNDS = math.ceil(math.log(CUT) / math.log(1 / 6))


@frozen
class DieColumn:
    """The score of each face of a die. `again` is the same for dice that natural sixes earn, empty if they earn
    none."""

    points: Points
    again: Points = ()

    @property
    def mean(self) -> Fraction:
        """The exact mean of one die with all dice its sixes earn."""
        chain = Fraction(sum(self.again), 5) if self.again else Fraction(0)
        return Fraction(sum(self.points), 6) + chain / 6

    def score(self, faces: Sequence[int]) -> int:
        """Return the points of one die: of its first face, then of the faces of the dice its sixes earned."""
        return self.points[faces[0] - 1] + sum(self.again[face - 1] for face in faces[1:])


NOTHING = DieColumn((0,) * 6)


@frozen
class RolledDie:
    """One rolled die: its column, its first face, and the faces of the dice its sixes earned."""

    column: DieColumn
    faces: tuple[int, ...]

    @property
    def points(self) -> int:
        """The points of the die, with those of re-rolls."""
        return self.column.score(self.faces)


def roll_columns(umpire: Umpire, columns: Iterable[DieColumn], label: str) -> tuple[RolledDie, ...]:
    """Roll a die for each column: first all dice, then one die for each 6 in order, and so on, wave by wave."""
    read = list(columns)
    found = [[face] for face in umpire.roll(len(read), label, worth=_worth(*{*read}))]
    wave = 1
    while sixes := [
        faces for column, faces in zip(read, found) if column.again and len(faces) == wave and faces[-1] == 6
    ]:
        for faces, face in zip(sixes, umpire.roll(len(sixes), f"{label}/again")):
            faces.append(face)
        wave += 1
    return tuple(RolledDie(column, tuple(faces)) for column, faces in zip(read, found))


@cache
def _worth(*columns: DieColumn) -> FaceWorth | None:
    """Return the worth of dice rolled together if they have one column, else None."""
    if len(columns) != 1:
        return None
    (one,) = columns
    return FaceWorth(tuple((points,) for points in one.points), tuple((points,) for points in one.again))


def total(dice: Iterable[RolledDie]) -> int:
    """Return the points of some dice together."""
    return sum(die.points for die in dice)


def as_events(dice: Sequence[RolledDie], sources: Sequence[str] = ()) -> tuple[Die, ...]:
    """Return dice as a line of the log shows them, in the order in which they were rolled. `sources` names the source
    of each die."""
    return tuple(
        Die(
            die.faces[wave],
            (die.column.again if wave else die.column.points)[die.faces[wave] - 1] > 0,
            wave > 0,
            of=source,
        )
        for wave in range(max((len(die.faces) for die in dice), default=0))
        for die, source in zip(dice, sources or ("",) * len(dice))
        if len(die.faces) > wave
    )


# -- exact chances -----------------------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def die_chances(column: DieColumn) -> Vector:
    """Return the chances of the points of one die with all dice its sixes earn."""
    if not column.again:
        return _of_faces(column.points)
    first = _of_faces(column.points[:5])
    chain = np.concatenate([np.zeros(column.points[5]), _chain(column.again)])
    return trimmed(add_padded(first * 5 / 6, chain / 6))


def _chain(points: Points) -> Vector:
    """Return the chances of the points of one re-rolled die and all that its sixes earn."""
    plain, six = _of_faces(points[:5]) * 5 / 6, points[5]
    sixes = np.zeros(six * ROUNDS + 1)  # the chances of points from sixes alone
    sixes[:: max(1, six)] = 6.0 ** -np.arange(ROUNDS + 1 if six else 1)
    found = np.convolve(sixes, plain)
    whole: Vector = found / found.sum()
    return whole


def _of_faces(points: Sequence[int]) -> Vector:
    """Return the chances of points where all entries are equally likely."""
    found: Vector = np.bincount(points) / len(points)
    return found


@lru_cache(maxsize=4096)
def chances(column: DieColumn, dice: int) -> Vector:
    """Return the chances of the points of several dice of one column."""
    return power(die_chances(column), dice)


def certain(value: int) -> Vector:
    """Return the chances of a known value."""
    found = np.zeros(value + 1)
    found[value] = 1.0
    return found


def power(one: Vector, count: int) -> Vector:
    """Return the chances of the sum of `count` independent values, each with the chances `one`."""
    result = None
    while count:
        if count & 1:
            result = one if result is None else np.convolve(result, one)
        count >>= 1
        if count:
            one = np.convolve(one, one)
    return np.ones(1) if result is None else trimmed(result)


def sum_chances(parts: Iterable[Vector]) -> Vector:
    """Return the chances of the sum of independent values."""
    result = np.ones(1)
    for part in parts:
        result = trimmed(np.convolve(result, part))
    return result


def mix_chances(parts: Iterable[tuple[float, Vector]]) -> Vector:
    """Return the chances of a mixture of cases, each given with its own chance."""
    result = np.zeros(1)
    for share, vector in parts:
        result = add_padded(result, share * vector)
    return result


def add_padded(one: Vector, other: Vector) -> Vector:
    """Return two vectors added entry by entry; the shorter one is padded with zeros."""
    result = np.zeros(max(len(one), len(other)))
    result[: len(one)] += one
    result[: len(other)] += other
    return result


def capped(vector: Vector, most: int) -> Vector:
    """Return the chances with everything above `most` counted as `most`."""
    if len(vector) <= most + 1:
        return vector
    result = vector[: most + 1].copy()
    result[most] = vector[most:].sum()
    return result


def trimmed(vector: Vector) -> Vector:
    """Return the vector, scaled to a sum of 1, without an upper end that is less likely than `CUT` in all."""
    kept = vector
    if vector[-1] < CUT:
        tail = np.cumsum(vector[::-1])[::-1]
        kept = vector[: max(1, int((tail >= CUT).sum()))]
    whole: Vector = kept / kept.sum()
    return whole


def mean(vector: Vector) -> float:
    return float(vector @ np.arange(len(vector)))


def outcomes(vector: Vector) -> Iterator[tuple[int, float]]:
    """Yield every possible value with its chance."""
    return ((value, chance) for value, chance in enumerate(vector.tolist()) if chance > 0)
