"""Test whether places are inside zones, to check pictures and rules against."""

from __future__ import annotations

import shapely

from game.board.geometry import TOLERANCE, Point
from game.board.zones import Zone


def inside(zone: Zone, point: Point) -> bool:
    """Return whether a point in MU is inside a zone. The edge belongs to the zone, within the tolerance of the
    table."""
    return bool(shapely.intersects_xy(zone, *point)) or bool(shapely.dwithin(zone, shapely.Point(point), TOLERANCE))
