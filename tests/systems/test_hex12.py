"""Full Thrust on hexes: every legal move ends in the middle of a hex, and every manoeuvre works there (hex/4)."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from game.battle.loader import Opened, load_start_text
from game.board import hexes
from game.board.boards import HexBoard
from game.board.geometry import ARCS
from game.board.hexes import Hex, at, distance, hex_at
from game.formats.validation import BadFile
from game.players.match import Match
from game.rules.display.hex_overlays import around, rim
from game.rules.manoeuvres.archive import BY_CODE
from game.rules.manoeuvres.cover.eclipsing import in_front, wedge
from game.rules.manoeuvres.framework.base import ManoeuvreOrder
from game.rules.manoeuvres.jumps.backfire import bands, in_wake, zone_at
from game.rules.manoeuvres.jumps.ftl import STARTED, Arrival, Ftl, crowded
from game.rules.manoeuvres.jumps.short_jump import ShortJump
from game.rules.movement.cinematic import destinations, flight, fly, meter, pose
from game.rules.movement.plot import Plot
from game.rules.movement.thrust_limits import fault
from game.rules.outcome.ramming import crash, passes, ram
from game.rules.ships.ship import PORT, Ship
from game.rules.ships.thrust_state import ThrustState
from game.sandbox.start_editor import blank, of_state, open_start, plain
from game.systems import SYSTEMS
from game.systems.full_thrust.system import FULL_THRUST, move
from game.systems.hex12.system import HEX12, OWN, SETTLED
from tests.support.builders import umpire
from tests.support.ftl_ships import starship
from tests.support.narrowing import narrow, present

ROCKS = """\
title: Rocks
system: hex12
seed: 3
table:
  hexes: [40, 30]
  terrain:
  - {kind: planet, hexes: [[20, 12], [21, 12]]}
  - {kind: asteroid, hexes: [[20, 5]], course: 1, velocity: 2}
sides: {azure: {name: Tessera League}, amber: {name: Kessarine Levy}}
ships:
  crook: {side: azure, design: crook, at: [3, 20], course: 2, velocity: 3}
  gabbro: {side: amber, design: gabbro, at: [36, -5], course: 8, velocity: 3}
"""
ALL = {rule.key: True for rule in HEX12.house if rule.key.startswith("man.") and rule.default is False}
MAP = HexBoard(60, 60)
FILE = """\
title: Two
system: hex12
seed: 1
house: {house}
table: {{hexes: [40, 30], floating: {floating}}}
sides: {{azure: {{name: Tessera League}}, amber: {{name: Kessarine Levy}}}}
ships:
  crook: {{side: azure, design: crook, at: [10, 10], course: 3, velocity: 6{more}}}
  gabbro: {{side: amber, design: gabbro, at: [30, -5], course: 9, velocity: 4}}
"""


def opened(more: str = "", floating: bool = False, **house: Any) -> Opened:
    """Return a battle of two, the first of them with more to its entry."""
    rules = "{" + ", ".join(f"{key}: {value}" for key, value in house.items()) + "}"
    return load_start_text(
        FILE.format(house=rules, more=more, floating=str(floating).lower()), "two.yaml", {"hex12": HEX12}
    )


def table(*ships: Ship, board: HexBoard = MAP, **rules: Any) -> ThrustState:
    """Return ships on a map of hexes, with everything played."""
    state = opened().battle.state.copy({one.id: one for one in ships})
    state.table = type(state.table)(60, 60, (), board)
    state.house = HEX12.settings(ALL) | rules
    return state


def vessel(cell: Hex = (20, 20), course: int = 12, velocity: int = 0, **parts: Any) -> Ship:
    """Return a ship in a hex."""
    return starship(at=at(cell), course=course, velocity=velocity, **parts)


# -- moves -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("velocity", "steps"), list(zip(range(1, 11), (1, 2, 3, 5, 6, 7, 8, 9, 10, 12))))
def test_a_longer_spine_is_rounded_over_the_whole_of_a_move(velocity: int, steps: int) -> None:
    """The table of hex/4: both halves of a straight move count together; along a row nothing is added."""
    board = HexBoard(60, 60, corrected=True)
    for course, entered in ((1, steps), (2, velocity)):
        one = vessel(course=course, velocity=velocity)
        assert len(flight(one, Plot(one.id), table(one).house, board).path) - 1 == entered


@pytest.mark.parametrize("rows", [False, True])
@pytest.mark.parametrize("course", [1, 2, 7, 10])
@pytest.mark.parametrize("velocity", [0, 1, 7])
def test_every_legal_move_goes_from_hex_to_hex(course: int, velocity: int, rows: bool) -> None:
    """Each leg of a path enters a neighbour; there are as many as the velocity, and a facing for each."""
    board = HexBoard(60, 60, only_rows=rows)
    one = vessel(course=course + course % 2 * rows, velocity=velocity)
    state = table(one, board=board)
    ends = destinations(state, Plot(one.id))
    assert len(ends) > 5
    for end in ends:
        cells = [hex_at(point) for point in end.path]
        assert all(at(cell) == point for cell, point in zip(cells, end.path))
        assert end.velocity == 0 or all(distance(a, b) == 1 for a, b in pairwise(cells))
        order = narrow(end.order, Plot)
        made = flight(one, order, state.house, board)
        assert len(made.facings) == len(end.path) - 1 == max(1, end.velocity) and made.far == end.velocity
        assert not rows or end.course % 2 == 0 == end.facing % 2
        assert end.left == meter(state, order).left
    assert destinations(state, Plot(one.id)) is ends


@pytest.mark.parametrize(
    ("course", "velocity", "points", "port", "cells"),
    [(1, 2, 4, True, [(1, 0), (1, 1)]), (12, 6, 3, False, [(1, -1), (1, -2), (2, -3), (3, -3), (4, -4), (5, -4)])],
)
def test_a_new_odd_course_begins_to_starboard(
    course: int, velocity: int, points: int, port: bool, cells: list[Hex]
) -> None:
    """Before a move and at its middle, wherever the zig-zag of the course before would have gone on (hex/4/spines)."""
    order, board = Plot("lancet", (points,)), HexBoard(floating=True)
    made, _, _ = fly(at((0, 0)), course, velocity, order, HEX12.settings({}), board, port)
    assert [hex_at(point) for point in made.path[1:]] == cells


def test_manoeuvres_leave_the_zig_zag_to_the_course() -> None:
    """A new odd course begins to starboard with a manoeuvre as without; one that is kept goes on (hex/4/spines)."""
    one, rules, board = vessel(course=1, velocity=6), HEX12.settings({}), HexBoard(60, 60)
    one.status_flags |= {PORT}
    for legs in ((), (4,)):
        jinks = (ManoeuvreOrder(BY_CODE["EM"], 1),)
        plain, jinking = (flight(one, Plot("lancet", legs, uses=uses), rules, board) for uses in ((), jinks))
        assert (plain.path, plain.port) == (jinking.path, jinking.port), legs
    for far in (2, 3):
        jump = flight(vessel(course=1), Plot("lancet", uses=(ManoeuvreOrder(BY_CODE["SRJ"], far),)), rules, board)
        assert hex_at(jump.path[0]) == hexes.walk((20, 20), 1, far)[0][-1] and jump.port is (far == 3)


def test_a_ship_at_rest_takes_the_course_of_her_bow_and_begins_it_to_starboard() -> None:
    one = vessel(course=1)
    one.facing, one.status_flags = 3, one.status_flags | {PORT}
    made = flight(one, Plot("lancet"), HEX12.settings({}), HexBoard(60, 60))
    assert (made.course, made.velocity, made.port) == (3, 0, False)


def test_the_envelope_knows_where_a_zig_zag_goes_on() -> None:
    one = vessel(course=1, velocity=5)
    state = table(one)
    before = {end.order: end.at for end in destinations(state, Plot(one.id))}
    one.status_flags |= {PORT}
    after = {end.order: end.at for end in destinations(state, Plot(one.id))}
    straight = Plot(one.id)
    assert hex_at(before[straight]) == (23, 15) and hex_at(after[straight]) == (22, 15)
    turned = Plot(one.id, (2,))  # a new odd course at the middle begins to starboard
    assert before[turned] == after[turned] or hex_at(before[turned]) != hex_at(after[straight])


@pytest.mark.parametrize(
    ("text", "parts", "end", "facing"),
    [
        ("HA1S", {"thrust": 4}, (21, 13), 1),  # 3 hexes ahead, 4 along the spine
        ("SK2S", {}, (20, 14), 2),
        ("FL", {}, (20, 14), 6),
        ("EM2", {}, (20, 14), 12),
        ("CO", {}, (20, 14), 12),
    ],
)
def test_manoeuvres_that_turn_or_do_not(text: str, parts: dict[str, Any], end: Hex, facing: int) -> None:
    one = vessel(velocity=7 if text == "HA1S" else 6, **parts)
    state, order = table(one), Plot.parse("lancet", text)
    assert fault(one, order, state.house) is None
    made = flight(one, order, state.house, state.table.board)
    expected = hexes.walk((20, 17), 1, 4)[0][-1] if text == "HA1S" else end
    assert hex_at(made.path[-1]) == expected and made.facing == facing


def test_a_slewed_ship_bites_into_her_new_course() -> None:
    """Half along its course, the rest along its bow; a point lost for each of slew (manoeuvres/slewed)."""
    one = vessel(velocity=7)
    one.facing = 1
    made = flight(one, Plot("lancet"), table(one).house, HexBoard())
    assert [hex_at(point) for point in made.path[1:]] == [(20, 19), (20, 18), (20, 17), *hexes.walk((20, 17), 1, 3)[0]]
    assert (made.course, made.velocity, made.port) == (1, 6, True)


def test_astern_along_a_spine() -> None:
    one = vessel(course=1)
    made = flight(one, Plot.parse("lancet", "RT2"), table(one).house, HexBoard())
    assert [hex_at(point) for point in made.path[1:]] == list(hexes.walk((20, 20), 7, 2)[0]) and made.velocity == -2


def test_half_points_are_lost_on_rows() -> None:
    one = vessel(velocity=4)
    board, rules = HexBoard(only_rows=True), table(one).house
    for text, facing in (("SK1S", 12), ("SK3S", 2), ("S1", 12), ("P+S", 12), ("S2", 2)):
        assert flight(one, Plot.parse("lancet", text), rules, board).facing == facing, text


# -- FTL ---------------------------------------------------------------------------------------------------------------


def test_a_jump_lands_in_the_middle_of_a_hex() -> None:
    """12 hexes along the spine, then 7 off on another (manoeuvres/short-range-jump)."""
    one = vessel(course=1, velocity=4, clock=STARTED)
    state = table(one)
    order = Plot.parse("lancet", "SRJ12")
    assert hex_at(pose(state, order).at) == hexes.walk((20, 20), 1, 12)[0][-1]
    one.active_manoeuvres = order.uses
    ShortJump().before(state, umpire(5, 4, 4, 1), one, order.uses[0], order)
    aimed = hexes.walk((20, 20), 1, 12)[0][-1]
    assert hex_at(one.at) == hexes.walk(aimed, 5, 4)[0][-1] and one.at == at(hex_at(one.at))


def test_a_departure_that_fails_ends_the_move_where_it_should() -> None:
    """Gone at half of five; near another, on a 1, it goes on along its zig-zag (full-thrust-base/6.21/leaving)."""
    one, near = vessel(course=1, velocity=5, clock=STARTED), starship("vesper", "amber", at((22, 12)))
    state, order = table(one, near), Plot("lancet", uses=(ManoeuvreOrder(BY_CODE["FTL"]),))
    made = flight(one, order, state.house, state.table.board)
    assert made.far == 2 and [hex_at(point) for point in made.path] == [(20, 20), (21, 19), *[(21, 18)] * 4]
    state.sealed["lancet"], one.active_manoeuvres = order, order.uses
    move(state, one, order, umpire())
    assert crowded(state, one, one.at) and distance(hex_at(one.at), (22, 12)) == 6
    Ftl().after(state, umpire(1), one, order.uses[0], order)
    assert [hex_at(point) for point in one.path] == [
        (20, 20),
        *hexes.walk((20, 20), 1, 5)[0],
    ] and PORT in one.status_flags
    near.at = at((22, 11))
    assert not crowded(state, one, at((21, 18)))


# -- other ships -------------------------------------------------------------------------------------------------------


def test_ships_ram_within_two_hexes() -> None:
    one, other = vessel(thrust=6, hull=9), starship("vesper", "amber", at((21, 21)))
    state = table(one, other)
    rolled = umpire(6, 6, 1, 1, 1)
    ram(state, rolled, one, other)
    assert "contact" in " ".join(map(str, rolled.log)) and (one.hull, other.hull) == (0, 31)
    again = vessel((20, 20)), starship("vesper", "amber", at((22, 21)))
    far = umpire()
    ram(table(*again), far, *again)
    assert "too far: 3 of 2 hexes" in str(far.log[0])


def test_enemies_pass_in_hexes() -> None:
    """Two ships that cross: how near is counted in hexes."""
    one, other = vessel((20, 20)), starship("vesper", "amber", at((22, 15)), 6)
    state = table(one, other)
    one.path = (one.at, *state.table.board.run(one.at, 12, 4).path)
    other.path = (other.at, *state.table.board.run(other.at, 6, 4).path)
    assert [found.distance for found in passes(state)] == [2]


def test_a_backfire_strikes_by_hexes_and_exact_arcs() -> None:
    """Dead astern, on the edge of the arc, abeam; the wake lies in the hexes it went through (grav-backfire/zones)."""
    board, here = HexBoard(), at((0, 0))
    for cell, band in (((0, 4), "high"), ((0, 5), "medium"), ((4, 4), "medium"), ((-4, 8), "medium"), ((0, 12), "low")):
        found = zone_at(here, 12, 4, at(cell), board)
        assert found is not None and found.name == band, cell
    assert zone_at(here, 12, 4, at((5, 4)), board) is None and zone_at(here, 12, 4, at((0, 13)), board) is None
    assert zone_at(here, 12, 4, at((0, 3)), HexBoard(mu=2)) == bands(4)[1]
    made = (here, *board.run(here, 1, 4).path)
    assert in_wake(made, (at((5, -3)), at((1, -2))), board) and not in_wake(made, (at((0, -1)), at((0, -2))), board)
    assert not in_wake((here, here), (here,), board)


def test_who_screens_whom_goes_by_hexes() -> None:
    """A friend two hexes along a spine lies in two arcs, and so four are its own (manoeuvres/eclipsing)."""
    screened, screener = vessel(), starship("vesper", "azure", at((21, 18)))
    state = table(screened, screener)
    assert wedge(state, screened, screener) == {"FP", "F", "FS", "AS"}
    assert in_front(state, at((22, 16)), screener, screened) and not in_front(state, at((19, 20)), screener, screened)


# -- the game ----------------------------------------------------------------------------------------------------------


def test_what_is_settled_and_what_may_be_chosen() -> None:
    kept = {rule.key for rule in HEX12.house}
    assert kept.isdisjoint(SETTLED) and kept | set(SETTLED) == {rule.key for rule in (*FULL_THRUST.house, *OWN)}
    assert all(HEX12.settings({"profile": name})["arcs"] == 6 for name in HEX12.profiles)
    assert SYSTEMS["hex12"] is HEX12


def test_the_board_is_laid_by_the_house_rules() -> None:
    board = opened(range="true", mu_per_hex=3, spine_correction="true").battle.state.table.board
    assert (board.columns, board.rows, board.true, board.mu, board.corrected) == (40, 30, True, 3, True)
    a, b = at((0, 0)), at((6, -3))
    straight = board.weapon_distance(board.distance(a, at((6, 0 - 3))))
    assert (
        straight == pytest.approx(3 * hexes.COLUMN * 6, abs=1e-6)
        and board.to_board_units(36) == 12
        and b == at((6, -3))
    )
    assert opened().battle.state.table.board.distance(a, b) == 6


def test_nobody_begins_on_a_spine_where_there_are_rows_only() -> None:
    for more in ("", ", arrives: 2"):
        state = opened(more, hex12_rows="true").battle.state
        found: Ship | Arrival = narrow(state.reserves["crook"], Arrival) if more else state.ships["crook"]
        assert (found.course, found.facing) == (4, 4) and state.ships["gabbro"].course == 10


@pytest.mark.parametrize("more", [", movement: vector", ", heading: 90"])
def test_nobody_moves_by_vectors(more: str) -> None:
    with pytest.raises(BadFile, match="ships on hexes do not move by vectors"):
        opened(more)


def test_a_map_that_floats_follows_the_fleets() -> None:
    """Ships keep their hexes, and the window moves (full-thrust-base/9.5)."""
    battle = opened(floating=True).battle
    ship = battle.state.ships["crook"]
    ship.at, ship.velocity = at((1, 10)), 0
    for _ in range(40):
        for prompt in battle.prompts():
            battle.play(present(battle.phase.idle)(battle.state, prompt))
        if battle.state.turn == 2:
            break
    board = battle.state.table.board
    assert hex_at(battle.state.ships["crook"].at) == (1, 10) and board.west == -5
    assert board.offset_from_corner(at((1, 10)))[0] == 6


def test_crashing_needs_no_more_than_the_two_ships() -> None:
    one, other = vessel(hull=5), starship("vesper", "amber", at((20, 20)), hull=5)
    crash(table(one, other), umpire(1, 1), one, other)
    assert one.hull == other.hull == 0


def test_a_start_that_is_how_things_stand_has_its_terrain_in_hexes() -> None:
    """A rock that has drifted is where it is now; an empty table has its ships on the map."""
    start = load_start_text(ROCKS, "rocks.yaml", {"hex12": HEX12})
    match = Match(start.battle, dict.fromkeys(start.file.sides, "random"), 1)
    while start.battle.state.turn < 2:
        match.step()
    state = start.battle.state
    again = open_start(of_state(start.battle, state, plain(start))[0]).battle.state
    assert [(body.key, body.at) for body in again.table.bodies] == [(body.key, body.at) for body in state.table.bodies]
    assert hex_at(state.table.bodies[2].at) == (21, 3)
    fresh = open_start(blank(HEX12)).battle.state
    assert all(fresh.table.board.holds(ship.at) for ship in fresh.ships.values())


@pytest.mark.parametrize("far", [1, 6, 12])
def test_a_range_measured_straight_is_drawn_so(far: int) -> None:
    """Every hex within it, and a line round them of which one side is within and the other is not (hex/4/range)."""
    board = HexBoard(true=True)
    held = {one for one in hexes.disc((0, 0), 2 * far) if board.distance(at((0, 0)), at(one)) <= far + 1e-6}
    assert set(around(board, far)) == held and len(held) > 3 * far
    lines = rim((board, 1, ARCS, True), frozenset(ARCS), far)
    sides = [(a, b) for line in lines for a, b in pairwise(line)]
    for (x, y), (u, v) in sides:
        middle, off = ((x + u) / 2, (y + v) / 2), ((v - y) / 2, (x - u) / 2)
        inner, outer = (hex_at((middle[0] + k * off[0], middle[1] + k * off[1])) for k in (1, -1))
        assert inner in held and outer not in held
    assert len(sides) == sum(near not in held for one in held for near in hexes.neighbours(one))
