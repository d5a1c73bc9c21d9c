"""Forecasts: the fate of each piece by the end of the turn, the state in which ships may fire, and mean losses from one
piece to another for many places of both.

Places are rows of an array: x and y on the plane, the facing in degrees clockwise from up the table, and the speed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

import numpy as np

from game.core.display import Pose, Risk
from game.core.orders import Id, Illegal, Order
from game.core.state import AnyState, Outcome, Table, pose_of
from game.core.values import frozen

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]


@frozen
class Fate:
    """The fate of one piece by the end of this turn if nobody fires.

    `lost` is the exact chance that it is out of play by then. `risks` are its dangers, losses first, then damage.
    `pose` is its pose when ships may fire, in the likeliest branch of the dice; None if it is lost there.
    `unlikely_tail` is the total chance of the branches not followed: chances are then lower bounds.
    """

    piece: Id
    lost: float = 0.0
    risks: tuple[Risk, ...] = ()
    pose: Pose | None = None
    unlikely_tail: float = 0.0


@frozen
class Forecast:
    """The fates of all pieces in play, and the likeliest branch of the dice: the state when ships may fire, and the
    outcome if the battle ends with this turn."""

    fates: Mapping[Id, Fate]
    state: AnyState
    outcome: Outcome | None = None


# -- from many places ------------------------------------------------------------------------------------------------


class MeanLosses(Protocol):
    """Mean losses that one piece inflicts on another."""

    def means(self, firers: Array, targets: Array) -> tuple[Array, Array]:
        """Return mean losses: two arrays of shape (n, m), from n places of the firer at m of the target. The first is
        in the unit of the odds, such as boxes of hull; the second is boxes of armour lost before it."""


class ProbedMeans:
    """Mean losses found by asking a game's own volley and odds, place by place: right in every game, and slow. The
    armour array is 0: odds count only losses behind armour."""

    def __init__(self, volley: Callable[..., Order | None], state: AnyState, firer: Id, target: Id) -> None:
        self._volley, self._state, self._firer, self._target = volley, state, firer, target

    def means(self, firers: Array, targets: Array) -> tuple[Array, Array]:
        stands = [self._poses(self._firer, firers), self._poses(self._target, targets)]
        found = [[self._mean({self._firer: one, self._target: other}) for other in stands[1]] for one in stands[0]]
        hull = np.array(found, dtype=float) if all(stands) else np.zeros((len(firers), len(targets)))
        return hull, np.zeros(hull.shape)

    def _poses(self, key: Id, places: Array) -> list[Pose]:
        """Return the piece's pose at each of these places; an empty list for a piece out of play."""
        now, table = pose_of(self._state, key), self._state.table
        if now is None:
            return []
        rows = [(x, y, _course(table, degrees), round(speed)) for x, y, degrees, speed in places.tolist()]
        return [replace(now, at=(x, y), course=course, facing=course, velocity=speed) for x, y, course, speed in rows]

    def _mean(self, poses: dict[Id, Pose]) -> float:
        order = self._volley(self._state, self._firer, self._target, poses)
        try:
            if order is not None:
                order.check(order.judged_in(self._state, poses))
        except Illegal:
            return 0.0
        return sum(one.mean for one in order.odds(self._state, poses) if one.target == self._target) if order else 0.0


def ends_array(state: AnyState, order: Order) -> Array:
    """Return every destination of an order's piece as a row: x, y, facing in degrees, speed."""
    rows = [(*end.at, _degrees(state.table, end.facing), end.velocity) for end in order.destinations(state)]
    return np.array(rows, dtype=float).reshape(len(rows), 4)


def _degrees(table: Table, course: int) -> float:
    """Return the direction of a course in degrees; without a board, the course is a clock point."""
    direction: float = table.board.direction(course) if table.board else 30.0 * (course % 12)
    return direction


def _course(table: Table, degrees: float) -> int:
    course: int = table.board.course_at(degrees) if table.board else round(degrees / 30.0) % 12 or 12
    return course
