"""The legal destinations of one piece, indexed for the pointer and for keys.

This module does not know the rules: it picks among the destinations that they gave. The pointer takes the nearest end
point. If several orders end there, it takes the cheapest, or once the pointer is clearly off the point the one with the
heading towards the pointer. Keys go from lane to lane, plain turns first, and from speed to speed.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from game.board.boards import OPEN
from game.core.display import Destination
from game.core.orders import Order

Point = tuple[float, float]

SAME = 0.02  # MU within which end points are the same
PULL = 0.3  # MU from the end point within which the pointer chooses no heading
# MU within which the pointer chooses no heading for an end at the ship's present place, where it can choose only that
SWING = 0.15


class Snap:
    """The destinations of one ship, indexed; finding the nearest of 200 takes 15 µs. `begun` is the ship's present
    heading in degrees, and `direction` gives the degrees of a course. `spent` gives an order's cost, in points of its
    meter, and is called only if several orders end at one point."""

    def __init__(
        self,
        destinations: tuple[Destination, ...],
        start: Point,
        begun: float = 0.0,
        spent: Callable[[Order], int] | None = None,
        apart: bool = False,
        direction: Callable[[int], float] = OPEN.direction,
    ) -> None:
        self.destinations, self.start, self.begun, self.apart = destinations, start, begun, apart
        self._spent, self._costs, self._degrees = spent, dict[int, int](), direction
        self._ends = np.array([destination.at for destination in destinations], dtype=float).reshape(-1, 2)
        self._lanes = self._in_order()

    def nearest(self, point: Point, lane: object = None) -> Destination | None:
        """Return the destination that ends nearest to a point (MU), in one lane if it is given."""
        if not self.destinations:
            return None
        gaps = self._ends - point
        far = np.einsum("ij,ij->i", gaps, gaps)
        if lane is not None:
            far = np.where([destination.lane == lane for destination in self.destinations], far, np.inf)
        best = int(far.argmin())
        tied = [int(i) for i in np.flatnonzero(far <= (math.sqrt(far[best]) + SAME) ** 2)]
        alike = [i for i in tied if math.dist(self.destinations[i].at, self.destinations[best].at) < SAME]
        if len(alike) < 2:
            return self.destinations[best]
        wanted = self._pull(point, self.destinations[best].at)

        def off(i: int) -> float:
            return 0.0 if wanted is None else round(abs(_turn(self._degrees(self.destinations[i].facing) - wanted)), 3)

        def bent(i: int) -> tuple[bool, int]:
            return _turns_back(self.destinations[i]), len(self.destinations[i].turns)

        return self.destinations[min(alike, key=lambda i: (off(i), self._cost(i), bent(i), i))]

    def _pull(self, point: Point, end: Point) -> float | None:
        """Return the direction of the pointer from the end point, in degrees; None if it is on the end point."""
        if math.dist(point, end) <= (SWING if math.dist(end, self.start) < SAME else PULL):
            return None
        return _direction(end, point)

    def _cost(self, i: int) -> int:
        if self._spent is None:
            return 0
        if i not in self._costs:
            self._costs[i] = self._spent(self.destinations[i].order)
        return self._costs[i]

    def _in_order(self) -> list[object]:
        """Return the lanes from port to starboard, by the place of their longest destination, a smaller change of
        heading first. Lanes that turn both ways come after the plain turns, so that keys reach those first."""
        longest: dict[object, Destination] = {}
        for destination in self.destinations:
            if self.apart and (destination.aside or destination.facing != destination.course):
                continue
            if destination.lane not in longest or destination.velocity > longest[destination.lane].velocity:
                longest[destination.lane] = destination

        def port_to_starboard(lane: object) -> tuple[int, float, float]:
            one = longest[lane]
            away = math.dist(one.at, self.start) > SAME
            seen = round(_turn((_direction(self.start, one.at) if away else self._degrees(one.facing)) - self.begun), 1)
            turned = _turn(self._degrees(one.facing) - self.begun)
            side = (1 if (seen, turned) > (0.0, 0.0) else -1) if _turns_back(one) else 0
            return side, seen, turned

        return sorted(longest, key=port_to_starboard)

    def beside(self, destination: Destination, by: int, pace: int | None = None) -> Destination:
        """Return the destination in the next lane to starboard, or with `by` -1 to port. Its speed is the nearest to
        `pace`, by default the destination's own."""
        if destination.near:
            return self.destinations[destination.near[by > 0]]
        if destination.lane not in self._lanes:
            return self.beside(plain, by, pace) if self.apart and (plain := self._plain(destination)) else destination
        at = self._lanes.index(destination.lane) + by
        if not 0 <= at < len(self._lanes):
            return destination
        lane = [one for one in self.destinations if one.lane == self._lanes[at]]
        wanted = destination.velocity if pace is None else pace
        return min(lane, key=lambda one: abs(one.velocity - wanted))

    def _plain(self, destination: Destination) -> Destination | None:
        """Return the destination at the same place from which keys go on."""
        return next((one for one in self.destinations if one.lane in self._lanes and one.at == destination.at), None)

    def swung(self, destination: Destination, by: int) -> Destination:
        """Return the destination at the same place and speed with the facing one point further to starboard, or with
        `by` -1 to port."""
        alike = (one for one in self.destinations if one.velocity == destination.velocity)
        here = [one for one in alike if math.dist(one.at, destination.at) < SAME]
        now = self._degrees(destination.facing)
        turned = sorted(here, key=lambda one: (_turn(self._degrees(one.facing) - now) * by % 360.0, self._cost_of(one)))
        return next((one for one in turned if one.facing != destination.facing), destination)

    def _cost_of(self, destination: Destination) -> int:
        return self._cost(self.destinations.index(destination))

    def faster(self, destination: Destination, by: int) -> Destination:
        """Return the next faster destination of the same lane, or with `by` -1 the next slower."""
        if destination.near:
            return self.destinations[destination.near[2 + (by > 0)]]
        lane = sorted((one for one in self.destinations if one.lane == destination.lane), key=lambda one: one.velocity)
        at = next((i for i, one in enumerate(lane) if one.velocity == destination.velocity), 0) + by
        return lane[min(len(lane) - 1, max(0, at))] if lane else destination


def _turn(degrees: float) -> float:
    """Return an angle normalised to -180 to 180."""
    return (degrees + 180.0) % 360.0 - 180.0


def _direction(a: Point, b: Point) -> float:
    """Return degrees clockwise from up the table."""
    return math.degrees(math.atan2(b[0] - a[0], b[1] - a[1]))


def _turns_back(destination: Destination) -> bool:
    """Return whether a ship turns both ways before it ends, as in a side-slip."""
    return bool(destination.turns) and min(destination.turns) < 0 < max(destination.turns)
