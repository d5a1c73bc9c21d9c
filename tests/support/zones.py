"""Whether places lie in zones: what pictures and rules that count ground are held to."""

from __future__ import annotations

import shapely

from game.board.geometry import TOLERANCE, Point
from game.board.zones import Zone


def inside(zone: Zone, point: Point) -> bool:
    """Return whether a point in MU lies in a zone; its edge, to the table's tolerance, belongs to it."""
    return bool(shapely.intersects_xy(zone, *point)) or bool(shapely.dwithin(zone, shapely.Point(point), TOLERANCE))
