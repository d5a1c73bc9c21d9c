"""The wind and the five points of sail: their effects on thrust and top speed (sail/3.4).

The wind is named by the course it comes from. A ship's point of sail is the number of clock points between its heading
and that course: 0 in irons, 1 beating, 2 to 4 on a beam reach, 5 reaching, 6 running.
"""

from __future__ import annotations

from game.board.geometry import clock
from game.core.values import frozen

RULE = "sail/3.4"
MASTS = 3
FASTEST, MERCHANT_FASTEST = 24, 18  # MU a turn, whatever the wind
DRIFT_STEP, DRIFT_MOST = 2, 6  # MU a turn by which a drifting ship speeds up, and its greatest drift
IRONS, BEATING = 0, 1  # clock points off the wind
POINTS = ("in irons", "beating", "beam reach", "beam reach", "beam reach", "reaching", "running")
MEANING = (  # of each point of sail
    "in irons: the bow points into the wind; the ship stops, and drifts with it",
    "beating: one point off the wind; slow, and thrust is 2 less",
    *("beam reach: the wind comes from the side; thrust is as it is",) * 3,
    "reaching: the wind comes from abaft; the fastest course, and thrust is 2 more",
    "running: straight before the wind; thrust is as it is",
)
THRUST = (-2, -2, 0, 0, 0, 2, 0)  # added to thrust on each point of sail
PUSH = (0, 0, 0, 0, 0, 2, 0)  # added to the speed of the wind on each point of sail


@frozen
class Wind:
    """The speed of the wind in MU a turn, and the course it comes from."""

    speed: int
    source: int

    @property
    def lee(self) -> int:
        """The downwind course."""
        return clock(self.source + 6)

    @property
    def drift(self) -> int:
        """The greatest drift of a ship in a turn, in MU."""
        return min(DRIFT_MOST, self.speed // 2)


@frozen
class Sailing:
    """The end of a ship's move: its heading, its speed, and whether it drifts."""

    heading: int
    speed: int
    adrift: bool = False


def off_wind(heading: int, source: int) -> int:
    """Return the clock points between a heading and the course the wind comes from, 0 to 6."""
    apart = (heading - source) % 12
    return min(apart, 12 - apart)


def point_of_sail(heading: int, wind: Wind) -> str:
    return POINTS[off_wind(heading, wind.source)]


def mast_thrust(rating: int, failures: int, down: bool = False) -> int:
    """Return the thrust after some mast failures, 0 to 6, each of which costs a sixth of the rating (sail/2). The rest
    is rounded to the nearest, halves up or, by option, `down`."""
    return (2 * rating * (6 - failures) + (0 if down else 6)) // 12


def wind_thrust(thrust: int, heading: int, wind: Wind | None) -> int:
    """Return the thrust for a move that starts on a heading. A ship without thrust of its own gets none from the
    wind."""
    if wind is None or not thrust:
        return thrust
    return max(0, thrust + THRUST[off_wind(heading, wind.source)])


def top_speed(
    heading: int,
    wind: Wind | None,
    masts_gone: int = 0,
    merchant: bool = False,
    cut_down: bool = False,
    laden: bool = True,
) -> int:
    """Return the most MU that a ship sails in a turn on a heading.

    It is given by the wind, then a third less for each lost mast, then half if it beats, each rounded down. With
    `cut_down` the loss by masts is rounded down instead. A merchant is `laden` and gets three quarters of the wind; by
    option it gets all, up to its own limit. Without rules of the wind, `wind` is None.
    """
    most = MERCHANT_FASTEST if merchant else FASTEST
    point = 2 if wind is None else off_wind(heading, wind.source)
    if wind is not None:
        carried = 3 * wind.speed // 4 if merchant and laden else wind.speed
        most = min(most, carried + PUSH[point])
    most = most - most * masts_gone // MASTS if cut_down else most * (MASTS - masts_gone) // MASTS
    return most // 2 if point == BEATING else most


def after_move(heading: int, speed: int, wind: Wind | None, top: int, all_way: bool = False) -> Sailing:
    """Return the wind's effect on a ship that has ended its move on a heading (sail/3.4). Beating slows it to its `top`
    speed there. In irons it loses the speed of the wind or, by option `all_way`, all its speed. A ship that is stopped
    in irons is turned downwind, and drifts from the next turn on."""
    if wind is None:
        return Sailing(heading, speed)
    point = off_wind(heading, wind.source)
    if point == BEATING:
        return Sailing(heading, min(speed, top))
    if point == IRONS:
        left = 0 if all_way else max(0, speed - wind.speed)
        return Sailing(heading, left) if left else Sailing(wind.lee, 0, True)
    return Sailing(heading, speed)


def drift_of(speed: int, heading: int, wind: Wind | None, half_wind: bool = False) -> Sailing:
    """Return a ship's drift in a turn: downwind, 2 MU faster than before, up to its limit (sail/3.3). By option the
    limit is only half the wind. Without wind the ship stays."""
    if wind is None:
        return Sailing(heading, 0, True)
    return Sailing(wind.lee, min(speed + DRIFT_STEP, wind.speed // 2 if half_wind else wind.drift), True)
