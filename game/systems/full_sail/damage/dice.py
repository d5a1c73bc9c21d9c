"""Gun dice, with their exact chances: 4 and 5 score one, and a 6 scores two and is rolled again (sail/4)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from game.core.events import Die
from game.core.umpire import FaceWorth, Umpire
from game.core.values import frozen

if TYPE_CHECKING:
    from numpy.typing import NDArray

FACE_POINTS = (0, 0, 0, 0, 1, 1, 2)  # by face
AGAIN = 6  # the face that is rolled again
POINTS = tuple((points,) for points in FACE_POINTS[1:])
AND_ONES = tuple((*points, int(face == 1)) for face, points in enumerate(POINTS, 1))
WORTH = FaceWorth(POINTS, POINTS)
BLAST_WORTH = FaceWorth(AND_ONES, AND_ONES, others_equal=True)  # a 1 near an explosion may set fire
CUT = 1e-13  # re-rolls are followed until the remaining ones are less likely than this
Chances: TypeAlias = "NDArray[np.float64]"  # entry n is the chance of n


@frozen
class GunThrow:
    """The points, the dice with those rolled again, and the number of re-rolls."""

    points: int
    dice: tuple[Die, ...]
    rerolls: int


def throw(umpire: Umpire, count: int, label: str, worth: FaceWorth = WORTH) -> GunThrow:
    """Roll gun dice, and one more die for every 6, until no 6 is rolled."""
    thrown, faces, again = [], umpire.roll(count, label, worth=worth), False
    while faces:
        thrown += [Die(face, FACE_POINTS[face] > 0, again) for face in faces]
        again = True
        faces = umpire.roll(faces.count(AGAIN), f"{label}/again")
    return GunThrow(sum(FACE_POINTS[die.face] for die in thrown), tuple(thrown), len(thrown) - count)


@lru_cache(maxsize=1)
def _one_die() -> Chances:
    """Return the chances of the points of one die, with its re-rolls."""
    last = np.bincount([points for face, points in enumerate(FACE_POINTS) if face and face != AGAIN]) / 6
    found, left, points = np.zeros(64), 1.0, 0
    while left > CUT and points + len(last) <= len(found):
        found[points : points + len(last)] += left * last
        left, points = left / 6, points + FACE_POINTS[AGAIN]
    return found[: points + len(last)]


@lru_cache(maxsize=128)
def told_chances(count: int) -> tuple[float, ...]:
    """Return the chance of each number of points from `count` gun dice, in the form that a line of the log takes."""
    return tuple(chances(count).tolist())


@lru_cache(maxsize=128)
def chances(count: int) -> Chances:
    """Return the chance of each number of points from `count` gun dice."""
    found = np.ones(1)
    for _ in range(count):
        found = np.convolve(found, _one_die())
    return found
