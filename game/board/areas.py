"""Areas that rules test by arithmetic: a straight strip behind a ship, and strips along the edges of a table.

The polygons of `zones` are only drawn; the test itself is here, with the table's tolerance. Edges belong to the area.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from game.board.geometry import TOLERANCE, Point, span, within

Extent = tuple[float, float, float, float]  # west, south, width and height


def touches(start: Point, end: Point, width: float, path: Sequence[Point]) -> bool:
    """Return whether a path enters the strip of a width (MU) between two points. A strip of no length has no area."""
    long = span(start, end)
    if within(long, 0):
        return False
    along = (end[0] - start[0]) / long, (end[1] - start[1]) / long
    turned = [_along_and_across(start, along, point) for point in path]
    legs = list(pairwise(turned)) or [(turned[0], turned[0])]
    return any(_crosses(a, b, (0.0, long), (-width / 2, width / 2)) for a, b in legs)


def _along_and_across(origin: Point, along: Point, point: Point) -> Point:
    """Return a point in the strip's own axes: along it from its start, and across it to starboard (MU)."""
    x, y = point[0] - origin[0], point[1] - origin[1]
    return x * along[0] + y * along[1], x * along[1] - y * along[0]


def _crosses(a: Point, b: Point, *limits: tuple[float, float]) -> bool:
    """Return whether part of a leg lies within the limits of both axes. The shares of the leg within each, from 0 to 1,
    must overlap."""
    first, last = 0.0, 1.0
    for axis, (low, high) in enumerate(limits):
        low, high, step = low - TOLERANCE, high + TOLERANCE, b[axis] - a[axis]
        if math.isclose(step, 0.0, abs_tol=1e-12):
            if not low <= a[axis] <= high:
                return False
            continue
        ends = sorted(((low - a[axis]) / step, (high - a[axis]) / step))
        first, last = max(first, ends[0]), min(last, ends[1])
    return first <= last


def from_edge(edge: str, point: Point, extent: Extent) -> float:
    """Return how far inside an edge of a table a point is."""
    west, south, wide, high = extent
    x, y = point[0] - west, point[1] - south
    return {"left": x, "right": wide - x, "bottom": y, "top": high - y}[edge]


def along_edge(edge: str, share: float, extent: Extent) -> Extent:
    """Return the strip along an edge of a table whose depth is this share of the table."""
    west, south, wide, high = extent
    share = min(1.0, share)
    return {
        "left": (west, south, share * wide, high),
        "right": (west + (1 - share) * wide, south, share * wide, high),
        "bottom": (west, south, wide, share * high),
        "top": (west, south + (1 - share) * high, wide, share * high),
    }[edge]


def corners(extent: Extent) -> tuple[Point, ...]:
    """Return the corners of an upright rectangle in their order."""
    x, y, wide, high = extent
    return (x, y), (x, y + high), (x + wide, y + high), (x + wide, y)
