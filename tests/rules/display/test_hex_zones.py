"""Zones of manoeuvres on hexes: what is drawn is what the rule tests, hex by hex (hex/4; grav-backfire, eclipsing)."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
import shapely

from game.board import hexes
from game.board.boards import OPEN, HexBoard
from game.board.geometry import ARCS
from game.board.hexes import Hex, at
from game.board.zones import sector, strip
from game.core.display import Limit, Ring, Zone
from game.core.state import Table
from game.rules.combat.targeting import out_of_reach
from game.rules.display.overlays import threats
from game.rules.manoeuvres.archive import BY_CODE
from game.rules.manoeuvres.cover.eclipsing import CLOSED, Eclipsing, arcs_towards, pairs, wedge
from game.rules.manoeuvres.framework.base import ManoeuvreOrder
from game.rules.manoeuvres.jumps.backfire import WIDTH, bands, in_wake, zone_at, zones
from game.rules.ships.range_rings import ring
from tests.support.builders import ship, state

HERE = (3, -2)
NEARBY = tuple(hexes.disc(HERE, 16))
BOARDS = {
    "plain": HexBoard(40, 40, floating=True), "scale 2": HexBoard(40, 40, mu=2, floating=True),
    "scale 3": HexBoard(40, 40, mu=3, floating=True), "straight": HexBoard(40, 40, true=True, floating=True),
}  # fmt: skip


def covered(drawn: Iterable[Zone]) -> set[Hex]:
    """Return the hexes whose middle lies in one of some areas."""
    areas = [shapely.Polygon(one.outline, one.holes) for one in drawn]
    return {one for one in NEARBY if any(shapely.intersects_xy(area, *hexes.centre(one)) for area in areas)}


@pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS.keys())
@pytest.mark.parametrize("facing", (12, 1, 2, 7))
@pytest.mark.parametrize("k", (1, 2, 4))
def test_a_backfire_is_drawn_over_the_hexes_it_strikes(board: HexBoard, facing: int, k: int) -> None:
    drawn = list(zones(at(HERE), facing, k, board))
    for band in (one for one in bands(k) if one.dice):
        struck = {one for one in NEARBY if zone_at(at(HERE), facing, k, at(one), board) == band}
        assert covered(one for one in drawn if one.label.startswith(f"{band.name}:")) == struck, band.name
    sides = {len(one.outline) % 2 for one in drawn}
    assert sides == {0}, "along sides of hexes alone"


def test_a_wake_is_drawn_over_the_hexes_a_ship_went_through() -> None:
    board = BOARDS["plain"]
    made = (at(HERE), *board.run(at(HERE), 1, 5).path)
    (part,) = strip(board, made, WIDTH)
    assert (
        covered([Zone(part[0])])
        == {one for one in NEARBY if in_wake(made, (at(one),), board)}
        == set(map(hexes.hex_at, made))
    )
    assert strip(board, made[:1], WIDTH) == () and strip(OPEN, made[:1], WIDTH) == ()


@pytest.mark.parametrize("friend", ((3, -4), (4, -4), (5, -2), (2, -1)))
def test_what_is_closed_to_guns_is_drawn_hex_by_hex(friend: Hex) -> None:
    screened, screener = ship("lancet", "azure", at(HERE), 12, 3), ship("kiln", "azure", at(friend), 12, 3)
    table = state(screened, screener, ship("vesper", "amber", at((12, 4)), 9, 3))
    table.table = Table(40, 40, (), BOARDS["plain"])
    screener.active_manoeuvres = (ManoeuvreOrder(BY_CODE["EC"], 2, "lancet"),)
    use = ManoeuvreOrder(BY_CODE["EC"], 0)
    drawn = [one for one in Eclipsing().overlays(table, screened, use, None) if isinstance(one, Zone)]
    closed = wedge(table, screened, screener)
    near = [one for one in NEARBY if hexes.distance(HERE, one) <= CLOSED]
    mine = next(one for one in drawn if one.hatched)
    assert covered([mine]) == {one for one in near if closed.intersection(arcs_towards(table, screened, at(one)))}


def test_open_space_keeps_its_sectors() -> None:
    ((outer,),) = sector(OPEN, (10.0, 10.0), 12, frozenset(("F",)), 6.0)
    assert (10.0, 10.0) in outer and max(y for _, y in outer) == pytest.approx(16.0, abs=0.01)
    ((around, hole),) = sector(OPEN, (10.0, 10.0), 12, frozenset(ARCS), 6.0, 2.0)
    assert shapely.Polygon(around, [hole]).area == pytest.approx(3.14159 * 32, rel=0.01)
    assert sector(OPEN, (10.0, 10.0), 12, frozenset(("F",)), 2.0, 2.0) == ()


@pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS.keys())
def test_who_may_screen_whom_is_drawn_hex_by_hex(board: HexBoard) -> None:
    screener = ship("kiln", "azure", at(HERE), 12, 3)
    screener.active_manoeuvres = (ManoeuvreOrder(BY_CODE["EC"], 2, "lancet"),)

    def stands(one: Hex) -> bool:
        table = state(screener, ship("lancet", "azure", at(one), 12, 3), ship("vesper", "amber", at((12, 4)), 9, 3))
        table.table = Table(40, 40, (), board)
        return bool(pairs(table))

    table = state(screener, ship("vesper", "amber", at((12, 4)), 9, 3))
    table.table = Table(40, 40, (), board)
    drawn = list(Eclipsing().overlays(table, screener, ManoeuvreOrder(BY_CODE["EC"], 2, "lancet"), None))
    near = [one for one in drawn if isinstance(one, Limit | Ring | Zone) and one.label == "screens within 3 hexes"]
    assert covered(one for one in near if isinstance(one, Zone)) == {one for one in NEARBY if stands(one)}
    assert len(near) == 1


@pytest.mark.parametrize("board", [*BOARDS.values(), HexBoard(40, 40, sides=True, only_rows=True, floating=True)])
def test_nearness_is_a_circle_in_space_and_hexes_on_hexes(board: HexBoard) -> None:
    found = ring(board, at(HERE), 6.0, "danger 6 hexes", "bad")
    near = {one for one in NEARBY if board.distance(at(HERE), at(one)) <= 6}
    assert covered(one for one in found if isinstance(one, Zone)) == near
    assert ring(OPEN, (3.0, 4.0), 6.0, "danger 6 MU", "bad") == (Ring((3.0, 4.0), 6.0, "danger 6 MU", "bad"),)


def test_what_reaches_a_ship_that_jinks_is_drawn_by_the_scale_of_the_map() -> None:
    one, other = ship("lancet", "azure", at(HERE), 12, 3), ship("vesper", "amber", at((12, 4)), 9, 3)
    one.active_manoeuvres = (ManoeuvreOrder(BY_CODE["EM"], 1),)
    table = state(one, other)
    for board in BOARDS.values():
        table.table = Table(40, 40, (), board)
        drawn = [zone for zone in threats(table, one) if isinstance(zone, Zone)]

        def reaches(place: Hex, board: HexBoard = board) -> bool:
            other.at = at(place)
            return not out_of_reach(table, other.id, one.id)

        inside = {place for place in NEARBY if hexes.distance(HERE, place) <= 12}
        assert covered(drawn) & inside == {place for place in inside if reaches(place)}
