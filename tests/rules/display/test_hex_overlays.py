"""Arcs, bands and shadows on hexes: what is drawn is what may be fired at, hex by hex (hex/2.6, 2.7, 4)."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import pytest
import shapely

from game.board import hexes
from game.board.boards import HexBoard
from game.board.terrain import Body
from game.core.display import Limit, Zone
from game.core.state import Table
from game.rules.combat.targeting import shots
from game.rules.display.hex_overlays import DEAD
from game.rules.display.overlays import overlays
from game.rules.ships.design import Mount
from game.rules.ships.thrust_state import ThrustState
from tests.support.builders import design, ship, state

EXACT = HexBoard(40, 40, mu=2, rounded_up=True, sides=True, floating=True)
BY_BEARING = HexBoard(40, 40, floating=True)
FRONT = (Mount("", "beam", 2, ("FP", "F", "FS")), Mount("", "fcs"))
HERE = (2, -3)


def lying(board: HexBoard, facing: int, *mounts: Mount, bodies: tuple[Body, ...] = (), **house: Any) -> ThrustState:
    """Return the state with Lancet in hex 2, -3 with its bow on a course, and Vesper somewhere."""
    built = design(*mounts)
    lancet, vesper = (
        ship("lancet", "azure", hexes.at(HERE), facing, 3, built),
        ship("vesper", "crimson", (0.0, 9.0), 1, 3, built),
    )
    found = state(lancet, vesper, **house)
    found.table = Table(40, 40, bodies, board)
    return found


def areas(drawn: ThrustState, tool: str) -> dict[str, list[shapely.Polygon]]:
    """Return the areas of a tool by name."""
    found: dict[str, list[shapely.Polygon]] = {}
    for one in overlays(drawn, "lancet"):
        if isinstance(one, Zone) and one.tool == tool:
            found.setdefault(one.label, []).append(shapely.Polygon(one.outline, one.holes))
    return found


def covered(polygons: list[shapely.Polygon], reach: int) -> set[hexes.Hex]:
    """Return the hexes within a distance whose middle lies in one of some areas."""
    near = hexes.disc(HERE, reach)
    return {one for one in near if any(shapely.intersects_xy(area, *hexes.centre(one)) for area in polygons)}


def bears(drawn: ThrustState, one: hexes.Hex) -> bool:
    """Return whether any gun may fire at a ship in a hex."""
    drawn.ships["vesper"].at = hexes.at(one)
    return any(shot.bears for shot in shots(drawn, "lancet", "vesper"))


@pytest.mark.parametrize("facing", (12, 2, 4, 6, 8, 10))
def test_arcs_by_exact_rows_are_the_hexes_that_may_be_fired_at(facing: int) -> None:
    drawn = lying(EXACT, facing, *FRONT, arcs=4)
    found = areas(drawn, "arcs")
    lit = [area for name, parts in found.items() if name != "blind" for area in parts]
    within = {one for one in hexes.disc(HERE, 6) if one != HERE}
    assert covered(lit, 9) == {one for one in within if bears(drawn, one)}
    assert covered(found["blind"], 9) == {
        one for one in hexes.disc(HERE, DEAD) if one != HERE and not bears(drawn, one)
    }
    assert covered(found["front"], 9).isdisjoint(covered(found["side"], 9))


@pytest.mark.parametrize("facing", range(1, 13))
def test_six_arcs_by_bearing_are_the_hexes_that_may_be_fired_at(facing: int) -> None:
    drawn = lying(BY_BEARING, facing, *FRONT)
    lit = [area for name, parts in areas(drawn, "arcs").items() if name != "blind" for area in parts]
    assert covered(lit, 14) == {one for one in hexes.disc(HERE, 12) if one != HERE and bears(drawn, one)}


def test_bands_end_where_the_dice_change() -> None:
    drawn = lying(EXACT, 12, *FRONT, arcs=4)
    ends = [one for one in overlays(drawn, "lancet") if isinstance(one, Limit)]
    assert [one.label for one in ends] == ["2 dice", "1 die"]
    for one, far in zip(ends, (6, 12)):
        x, y = hexes.centre(HERE)
        away = [math.dist(point, (x, y)) for line in one.lines for point in line]
        assert far * hexes.COLUMN < min(away) and max(away) < far + 0.6
        spots = [hexes.hex_at(spot) for spot in one.spots]
        assert spots and all(hexes.distance(HERE, spot) <= far and bears(drawn, spot) for spot in spots)


def test_point_blank_has_a_line_of_its_own() -> None:
    drawn = lying(EXACT, 12, *FRONT, arcs=4, point_blank_mu=6.0)
    near = [one for one in overlays(drawn, "lancet") if isinstance(one, Limit) and one.tone == "note"]
    assert [(one.label, one.edge) for one in near] == [("3 dice", "dashed")]


def test_a_gun_that_throws_no_die_more_has_no_line_for_point_blank() -> None:
    tubes = (Mount("", "torpedo", 1, ("F",)), Mount("", "fcs"))
    drawn = lying(EXACT, 12, *tubes, arcs=4, point_blank_mu=6.0)
    ends = [one for one in overlays(drawn, "lancet") if isinstance(one, Limit)]
    assert ends[0].label == "hits on 2 or more" and {(one.tone, one.edge) for one in ends} == {("own", "solid")}


def test_the_guns_named_are_drawn_and_a_gun_that_is_out_of_order_is_not() -> None:
    both = (Mount("", "beam", 3, ("F",)), Mount("", "beam", 2, ("FP", "F", "FS", "AS", "A", "AP")), Mount("", "fcs"))
    drawn = lying(EXACT, 12, *both, arcs=4)
    small, large = sorted(drawn.ships["lancet"].design.of("beam"), key=lambda mount: mount.level)
    assert {one.label for one in overlays(drawn, "lancet", None, (large.key,)) if isinstance(one, Zone)} == {
        "front",
        "blind",
    }
    drawn.ships["lancet"].lost = {large.key}
    ends = [one.label for one in overlays(drawn, "lancet") if isinstance(one, Limit)]
    assert ends[-1] == "1 die" and len(ends) == 2
    drawn.ships["lancet"].lost = {small.key, large.key}
    assert not [one for one in overlays(drawn, "lancet") if isinstance(one, Limit | Zone)]


@pytest.mark.parametrize("stones", (((4, -4),), ((4, -4), (4, -5)), ((3, -4),), ((2, -5), (5, -3), (0, -1))))
def test_hidden_is_every_hex_at_which_the_line_of_fire_is_blocked(stones: tuple[hexes.Hex, ...]) -> None:
    bodies = tuple(Body(f"rock{n}", "asteroid", "Rock", hexes.at(one), 0.45) for n, one in enumerate(stones))
    board = replace(EXACT, west=-20, north=-20)
    drawn = lying(board, 12, *FRONT, arcs=4, bodies=bodies)
    dark = {
        one
        for one in board.every()
        if one not in (HERE, *stones) and board.obstacle_between(hexes.at(HERE), hexes.at(one), bodies)
    }
    found = areas(drawn, "sight")
    assert dark and covered([part for parts in found.values() for part in parts], 60) == dark
    assert len(found["out of sight"]) == 1, "it is named once"


def test_outlines_go_round_every_part_and_every_hole() -> None:
    ring = set(hexes.ring((0, 0), 2))
    (outer, hole), (alone,) = hexes.outlines(ring | {(9, 0)})
    assert (len(outer), len(hole), len(alone)) == (30, 18, 6)
    area = shapely.Polygon(outer, [hole]).area
    assert area == pytest.approx(12 * shapely.Polygon(alone).area)
    assert hexes.outlines([]) == ()
