"""The open table: movement units, the twelve courses and the six fire arcs (full-thrust-base/1.1, 1.2, 4.1).

Positions are `(x, y)` in MU, x to the right, y up the table. Course 12 is up the table, 3 to the right; bearings are
degrees clockwise from up. This is the only place that knows the tolerance of a range or an arc: ruler, arc display,
legality and fire all call these functions.

Places are exact in play and written to three decimals. A battle may begin from places that were written down, so two of
them may lie as much farther apart, or as much beside each other, as rounding both can have moved them; what was exactly
in reach or on the line between two arcs stays so.
"""

from __future__ import annotations

import math
from functools import lru_cache

Point = tuple[float, float]

TOLERANCE = 0.0015  # MU: two places, each rounded to 0.001 both ways, are at most 0.001414 off their true distance
# of an MU, of places in play: coarser than what machines compute differently, and far finer than the tolerance
DECIMALS = 9
WRITTEN = 3  # of an MU, of places that are shown or written to files
ARCS = ("F", "FS", "AS", "A", "AP", "FP")  # clockwise, sixty degrees each, F centred on the facing
QUARTERS = ("F", "S", "A", "P")  # second edition: four arcs of ninety degrees
_OVER = str.maketrans("PS", "SP")
BESIDE = math.degrees(TOLERANCE)  # degrees times MU away: that far beside a ray, measured along the circle
_SINE = tuple(round(math.sin(math.radians(30 * k)), 15) for k in range(12))


def clock(course: int) -> int:
    """Fold any whole number of clock points into a course 1..12 (full-thrust-base/1.2)."""
    return (course - 1) % 12 + 1


def nearest_course(degrees: float) -> int:
    """Return the course nearest to a bearing; of two, the one further clockwise."""
    return clock(math.floor(degrees / 30.0 + 0.5))


def degrees(course: int, heading: float | None) -> float:
    """Return the direction of a course: its clock point, or the exact degrees of a ship that moves by vectors."""
    return 30.0 * (course % 12) if heading is None else heading


def in_degrees(heading: float) -> str:
    """Return a direction as players read it: 329°."""
    return f"{math.floor(heading + 0.5) % 360}°"


def bound(course: int, heading: float | None) -> str:
    """Return a course as players read it: a clock point, or the degrees of a ship that moves by vectors
    (full-thrust-base/1.2, 3)."""
    return str(course) if heading is None else in_degrees(heading)


def ahead(start: Point, course: int, distance: float) -> Point:
    """Return the point `distance` MU from `start` along a course."""
    return start[0] + distance * _SINE[course % 12], start[1] + distance * _SINE[(course + 3) % 12]


def along(start: Point, turn: float, distance: float) -> Point:
    """Return the point `distance` MU from `start` in a direction in degrees, clockwise from course 12."""
    way = math.radians(turn)
    return start[0] + distance * math.sin(way), start[1] + distance * math.cos(way)


def rounded_point(point: Point) -> Point:
    """Return a position as stored in play: rounded to 1e-9 MU, so that it is equal on every machine."""
    return round(point[0], DECIMALS) + 0.0, round(point[1], DECIMALS) + 0.0


def in_thousandths(point: Point) -> Point:
    """Return a position as it is shown and written to files: rounded to 0.001 MU."""
    return round(point[0], WRITTEN) + 0.0, round(point[1], WRITTEN) + 0.0


def span(a: Point, b: Point) -> float:
    """Distance in MU from centre to centre (full-thrust-base/4.3)."""
    return math.hypot(b[0] - a[0], b[1] - a[1])


def off_line(point: Point, a: Point, b: Point) -> float:
    """Return how far a place lies from the line between two others, in MU."""
    (ax, ay), dx, dy = a, b[0] - a[0], b[1] - a[1]
    long = dx * dx + dy * dy
    share = ((point[0] - ax) * dx + (point[1] - ay) * dy) / long if long else 0.0
    share = min(1.0, max(0.0, share))
    return span(point, (ax + share * dx, ay + share * dy))


def within(distance: float, limit: float) -> bool:
    """Ranges are closed at the top: exactly 12 MU is within 12 (full-thrust-base/1.1)."""
    return distance <= limit + TOLERANCE


def bearing(a: Point, b: Point) -> float:
    """Absolute bearing from a to b in degrees clockwise from course 12, 0 <= bearing < 360."""
    return math.degrees(math.atan2(b[0] - a[0], b[1] - a[1])) % 360.0 % 360.0  # a hair left of up is 360.0 after one %


def relative(a: Point, facing: int, b: Point) -> float:
    """Bearing of b seen from a ship at a with that facing, 0 dead ahead, clockwise, 0 <= bearing < 360."""
    return (bearing(a, b) - 30.0 * facing) % 360.0 % 360.0


@lru_cache(maxsize=4096)
def arcs_from(a: Point, facing: int, b: Point, names: tuple[str, ...] = ARCS) -> tuple[str, ...]:
    """Return the arc of a ship at a, with that facing, in which b lies; two on a boundary, all at the same point
    (4.1)."""
    return arcs_at(relative(a, facing, b), span(a, b), names)


def arcs_at(seen: float, away: float, names: tuple[str, ...] = ARCS) -> tuple[str, ...]:
    """Return the arcs that hold a relative bearing, of a place that many MU away; every arc at the same point
    (full-thrust-base/4.1). Within the tolerance of a boundary both arcs hold it, the clockwise one first."""
    if away <= TOLERANCE:
        return names
    width = 360.0 / len(names)
    turned = seen + width / 2
    index = int(turned // width)
    over = turned - index * width  # degrees past the boundary behind it, going clockwise
    edge, beside = (index, over) if over + over <= width else (index + 1, width - over)
    if beside * away <= BESIDE:
        return names[edge % len(names)], names[(edge - 1) % len(names)]
    return (names[index % len(names)],)


def mirrored(arc: str) -> str:
    """Return the arc a mount bears into once the ship has rolled over: port and starboard swap (2.6)."""
    return arc.translate(_OVER)
