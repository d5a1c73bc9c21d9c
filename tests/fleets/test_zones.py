"""The zones in which fleets are placed, on every board."""

from __future__ import annotations

import pytest
import shapely

from game.fleets.muster import EDGES, Edges, Muster
from game.fleets.zones import Zones
from game.systems import SYSTEMS


@pytest.mark.parametrize("edges", EDGES)
@pytest.mark.parametrize("key", SYSTEMS)
def test_the_outline_of_a_zone_holds_the_places_inside_it(key: str, edges: Edges) -> None:
    board = Muster(SYSTEMS[key]).board
    zones = Zones(board, edges, 3)
    west, south, wide, high = board.extent
    for seat in (0, 1):
        area = shapely.union_all([shapely.Polygon(one) for one in zones.outlines(seat)]).buffer(-0.01)
        for n in range(200):
            at = board.nearest((west + wide * ((n + 0.5) * 0.618 % 1), south + high * (n + 0.5) / 200))
            inside = zones.inside(seat, at)
            if board.cells or abs(inside) > 0.02:
                assert shapely.intersects_xy(area, *at) == (inside >= 0)
