"""The edge of a map of hexes: leaving, turning back, coming back, and maps that scroll or have no end (hex/2.8,
2.9)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from game.board import hexes
from game.board.boards import HexBoard
from game.board.terrain import Body
from game.rules.hex.helm import EXCESS
from game.rules.hex.map import OFF_MAP, Away, window
from game.rules.ships.ship import OUT, Ship
from game.rules.ships.thrust_state import ThrustState
from game.systems.hexcess.movement import map_edges
from game.systems.hexcess.movement.map_edges import ABOUT, OffTable, away, come_back, off_table, turn_back
from game.systems.hexcess.movement.order import HexMove
from game.systems.hexcess.system import HEXCESS
from game.systems.hexcess.turn_sequence import together
from tests.support.builders import umpire
from tests.support.hex_battles import rock
from tests.support.hexcess_battles import give, refused, sea, vessel, where
from tests.support.narrowing import narrow

MAP = HexBoard(20, 20, mu=2, rounded_up=True, sides=True, only_rows=True)


def leaving(thrust: int = 6, velocity: int = 5, **house: Any) -> ThrustState:
    """Return a ship two hexes from the upper edge that will leave it."""
    runner = vessel("runner", (4, 0), velocity=velocity, thrust=thrust)
    state = sea(runner, vessel("other", (10, 5), side="amber"), board=MAP, **house)
    give(state, "runner", "0")
    state.acted.clear()
    return state


def off(state: ThrustState, text: str) -> str:
    """Return what a ship off the table does, in the words of the log."""
    state.acted.clear()
    (line,) = give(state, "runner", text, kind=OffTable)
    return line.result


# -- leaving and coming back -------------------------------------------------------------------------------------------


def test_a_ship_that_leaves_is_noted_with_velocity_heading_and_hex() -> None:
    """HX-35: velocity 5 and two hexes left to the edge."""
    state = leaving()
    ship = state.ships["runner"]
    assert (ship.removed_reason, ship.velocity, ship.in_play) == ("away", 5, False)
    assert away(state, ship) == Away((4, -2), 0) and where(state, "runner") == (4, -2)
    assert [hexes.hex_at(point) for point in ship.path] == [(4, 0), (4, -1), (4, -2)]
    (prompt,) = off_table(state)
    assert prompt.ids == ("runner",)


def test_off_the_table_nobody_has_excess_thrust() -> None:
    state = sea(vessel("runner", (4, 0), velocity=5), board=MAP)
    state.ships["runner"].status_flags = frozenset({EXCESS})
    give(state, "runner", "0")
    assert state.ships["runner"].status_flags == {"edge:top"}
    assert "3 may turn Runner" in refused(state, "runner", "back 2", OffTable).why


def test_she_turns_back_three_sides_and_enters_the_turn_after() -> None:
    state = leaving()
    assert refused(state, "runner", "back 2", OffTable).why == "turning takes 6 thrust, and 3 may turn Runner"
    assert refused(state, "runner", "back 1 +4", OffTable).why == "that takes 7 thrust, Runner has 6"
    assert refused(state, "runner", "back -6", OffTable).why == "velocity 5-6 would be below 0"
    assert off(state, "back 1 -3") == "velocity 2, 1 of 3 sides turned back" and not off_table(state)
    come_back(state, umpire())
    assert state.ships["runner"].removed_reason == "away"
    assert off(state, "back 2 +1") == "velocity 3, comes back next turn"
    assert (
        not off_table(state)
        and refused(state, "runner", "back 1", OffTable).why == "Runner has 0 hex sides left to turn"
    )
    state.turn += 1
    come_back(state, umpire())
    ship = state.ships["runner"]
    assert (ship.in_play, ship.course, ship.facing, ship.velocity) == (True, 6, 6, 3)
    assert where(state, "runner") == (4, -2) and not ship.status_flags and OFF_MAP.of(state, "runner") is None
    state.acted.clear()
    give(state, "runner", "f f f")
    assert where(state, "runner") == (4, 1)


@pytest.mark.parametrize(
    ("turn", "house", "back"), [(3, {}, True), (4, {}, False), (5, {}, False), (4, {"late_return": True}, True)]
)
def test_by_default_nobody_comes_back_in_the_last_two_turns(turn: int, house: dict[str, bool], back: bool) -> None:
    state = leaving(**house)
    OFF_MAP.set(state, "runner", Away((4, -2), 0, ABOUT))
    state.victory, state.turn = {"kind": "last-side", "turns": 5}, turn
    come_back(state, umpire())
    assert state.ships["runner"].in_play == back


@pytest.mark.parametrize(
    ("rolled", "order"), [((), ("azure",)), (("amber",), ("amber", "azure")), (("azure", "amber"), ("azure", "amber"))]
)
def test_who_comes_back_alone_goes_and_fires_after_all_who_rolled(
    rolled: tuple[str, ...], order: tuple[str, ...]
) -> None:
    state = leaving()
    OFF_MAP.set(state, "runner", Away((4, -2), 0, ABOUT))
    state.initiative = rolled
    come_back(state, umpire())
    assert state.initiative == order


def test_who_left_where_the_map_is_no_more_comes_back_by_the_nearest_hex() -> None:
    """A window that has moved on eastwards no longer has the column it would come in by."""
    state = leaving()
    OFF_MAP.set(state, "runner", Away((4, -2), 0, ABOUT))
    state.table = replace(state.table, board=replace(MAP, west=6))
    come_back(state, umpire())
    assert where(state, "runner") == (6, -3) and state.ships["runner"].course == 6


def test_who_has_no_helm_or_no_drive_never_comes_back() -> None:
    state = sea(vessel("runner", (4, 0), velocity=5), vessel("dead", (6, 0), velocity=6, hits=2), board=MAP)
    state.ships["runner"].status_flags = frozenset({OUT})
    for key in ("runner", "dead"):
        (_, line) = give(state, key, "0")
        assert line.result == "gone for good" and state.ships[key].removed_reason == "left"
    assert not off_table(state)


def test_who_is_to_leave_by_that_edge_has_left() -> None:
    state = sea(vessel("runner", (4, 0), velocity=5), board=MAP)
    state.victory = {"kind": "convoy", "ships": ["runner"], "edge": "top"}
    give(state, "runner", "0")
    assert state.ships["runner"].removed_reason == "left" and "edge:top" in state.ships["runner"].status_flags


def test_who_leaves_by_another_edge_may_come_back() -> None:
    state = sea(vessel("runner", (0, 5), 5, 2), board=MAP)
    state.victory = {"kind": "convoy", "ships": ["runner"], "edge": "top"}
    give(state, "runner", "0")
    assert state.ships["runner"].removed_reason == "away"


@pytest.mark.parametrize(
    ("at", "heading", "edge"), [((0, 5), 5, "left"), ((19, 0), 1, "right"), ((4, -2), 0, "top"), ((4, 17), 3, "bottom")]
)
def test_every_edge_has_its_name(at: hexes.Hex, heading: int, edge: str) -> None:
    state = sea(vessel("runner", at, heading, 2), board=MAP)
    give(state, "runner", "0")
    assert f"edge:{edge}" in state.ships["runner"].status_flags


@pytest.mark.parametrize("velocity", [5, 9, 30])
def test_left_to_herself_she_comes_back_as_soon_as_she_can(velocity: int) -> None:
    state = leaving(velocity=velocity)
    turns = 0
    while found := off_table(state):
        turns += 1
        order = turn_back(state, found[0])
        order.check(state)
        order.carry_out(state, umpire())
        state.acted.clear()
    assert 1 <= turns < 12 and away(state, state.ships["runner"]).turned == ABOUT


def test_the_meter_of_a_ship_off_the_table() -> None:
    meter = OffTable("runner", 1, -2).meter(leaving())
    assert (meter.total, meter.left, meter.note) == (6, 1, "turn 3 of 3")


def test_a_map_without_end_has_no_edge() -> None:
    state = sea(vessel("runner", (4, 0), velocity=30))
    give(state, "runner", "0")
    assert where(state, "runner") == (4, -30) and state.ships["runner"].in_play
    assert "does not scroll" in refused(state, "runner", "scroll N2").why
    (row,) = (row for row in HEXCESS.phases if row.accepts == (OffTable,))
    assert not row.present(state) and row.present(sea(vessel("runner"), board=MAP))


# -- a map that scrolls ------------------------------------------------------------------------------------------------


def scrolling(*more: Ship | Body, end: int = 1, **changes: Any) -> ThrustState:
    """Return a ship that ends that many hexes past the upper edge of a map of twenty rows."""
    ships = [one for one in more if isinstance(one, Ship)]
    bodies = [one for one in more if isinstance(one, Body)]
    runner = vessel("runner", (4, -2), velocity=end)
    return sea(runner, *ships, bodies=bodies, board=MAP, map="scroll", **changes)


def test_a_scroll_brings_the_end_of_the_move_at_most_two_hexes_from_the_edge() -> None:
    """HX-27: four hexes past the edge of a window of twenty rows, up to six; HX-36: one past it, up to three."""
    for end, most in ((4, 6), (1, 3)):
        state = scrolling(end=end)
        for n in range(1, 9):
            reason = map_edges.scroll_fault(state, state.ships["runner"], HexMove("runner", scroll=(0, n)))
            assert (reason is None) == (end <= n <= most)
    state = scrolling(end=4)
    give(state, "runner", "scroll N6")
    board = window(state)
    assert (board.north, board.west, board.rows, board.columns) == (-6, 0, 20, 20)
    assert where(state, "runner") == (4, -6) and state.ships["runner"].in_play and board.within((4, -6))


def test_a_map_never_scrolls_without_need() -> None:
    """HX-36: who ends on the edge row is on the map."""
    state = sea(vessel("runner", (4, 0), velocity=2), board=MAP, map="scroll")
    assert "only where it must" in refused(state, "runner", "scroll N1").why


def test_a_scroll_does_not_leave_behind_for_whom_it_is_made() -> None:
    """It begins in the last row, or the one above, at a velocity that takes it over the whole map and beyond."""
    for row, velocity, why in ((17, 20, "leave Runner itself behind"), (16, 19, "")):
        state = sea(vessel("runner", (4, row), velocity=velocity), board=MAP, map="scroll")
        reason = map_edges.scroll_fault(state, state.ships["runner"], HexMove("runner", scroll=(0, 1)))
        assert why in reason.why if reason else not why
    give(state, "runner", "scroll N1")
    assert where(state, "runner") == (4, -3) and state.ships["runner"].in_play


def test_a_scroll_pushes_no_ship_out_but_the_helpless() -> None:
    """HX-36: velocity 4 in the way of the moving edge is refused; at rest it leaves with the velocity of the edge."""
    low = (4, 17)
    assert MAP.within(low) and not MAP.within(hexes.step(low, 3))
    assert "Other would be pushed off" in refused(scrolling(vessel("other", low, 0, 4)), "runner", "scroll N3").why
    state = scrolling(vessel("other", low, 2, 0, side="amber"))
    give(state, "runner", "scroll N3")
    other = state.ships["other"]
    assert (other.removed_reason, other.velocity) == ("away", 3) and away(state, other) == Away(low, 3)
    lost = vessel("other", low, 0, 4)
    lost.status_flags = frozenset({OUT})
    state = scrolling(lost)
    give(state, "runner", "scroll N3")
    assert (lost.removed_reason, lost.velocity) == ("left", 4)


@pytest.mark.parametrize(("face", "comes"), [(3, False), (4, True)])
def test_what_falls_off_may_be_replaced_ahead(face: int, comes: bool) -> None:
    """HX-36: an asteroid; on 3 nothing, on 4 another, moving inwards from the new edge."""
    state = scrolling(rock((8, 15)), rock((8, -7), "dust", "veil"))
    give(state, "runner", "scroll N3", face)
    assert len(state.table.bodies) == comes + 1
    for body in state.table.bodies[1:]:
        one = hexes.hex_at(body.at)
        assert window(state).within(one) and one == (8, -6)
        assert (body.course, body.velocity) == (6, 1)


def test_where_all_is_taken_ahead_nothing_comes() -> None:
    state = scrolling(*(rock((8, 15 - n), "asteroid", f"rock{n}") for n in range(22)))
    map_edges._replace_body(state, dice := umpire(4), state.table.bodies[0], 0)
    assert [one.result for one in dice.log] == ["nothing comes"] and len(state.table.bodies) == 22


def test_a_scroll_drops_no_objective() -> None:
    """HX-36: a planetoid, and an edge that is somebody's aim."""
    assert "Moon would fall off" in refused(scrolling(rock((8, 15), "planet", "moon")), "runner", "scroll N3").why
    state = scrolling()
    state.victory = {"kind": "convoy", "edge": "right", "ships": ["runner"]}
    assert "somebody's aim" in refused(state, "runner", "scroll N2").why


@pytest.mark.parametrize(
    ("planet", "row", "moves"),
    [("bottom", "N2", False), ("top", "N2", False), ("left", "N2", True), ("left", "NE2", False)],
)
def test_a_map_scrolls_neither_towards_a_planet_nor_away(planet: str, row: str, moves: bool) -> None:
    """HX-36: along the edge where a planet begins it may move."""
    state = scrolling()
    state.table = replace(state.table, board=replace(MAP, planet=planet))
    if moves:
        give(state, "runner", f"scroll {row}")
        assert state.ships["runner"].in_play and window(state).north == -2
    else:
        assert "a planet begins" in refused(state, "runner", f"scroll {row}").why


def test_where_moves_are_written_a_map_scrolls_once_for_all_who_need_it() -> None:
    """Both would go over the edge, and both have written a scroll: the second ends on the map without it."""
    state = scrolling(vessel("mate", (6, -3), velocity=1), plotted=True)
    for key in ("runner", "mate"):
        give(state, key, "scroll N3")
    together(state, umpire())
    assert window(state).north == -3 and all(ship.in_play for ship in state.ships.values())


@pytest.mark.parametrize("side", range(6))
def test_the_window_moves_along_any_row(side: int) -> None:
    moved = map_edges.scrolled(MAP, side, 4)
    every = set(moved.every())
    shifted = {hexes.step(one, side, 4) for one in MAP.every()}
    assert len(every) == len(shifted) and len(every & shifted) == len(every)


def test_scrolls_are_offered_where_the_map_scrolls() -> None:
    state = scrolling(end=3)
    assert "scroll" in {field.name for field in HexMove("runner").fields(state)}
    offered = [HexMove("runner").with_value("scroll", way) for way in HexMove("runner").domain(state)["scroll"] if way]
    runner = state.ships["runner"]
    legal = [order.scroll for order in offered if map_edges.scroll_fault(state, runner, order) is None]
    assert (0, 5) in legal and (0, 6) not in legal and (3, 2) not in legal
    assert "scroll" not in {field.name for field in HexMove("runner").fields(leaving())}


def test_the_ghost_stands_where_the_ship_comes_to_stand_on_the_map_as_scrolled() -> None:
    """Ends, ways and their ghosts too: each is legal, keeps its scroll where the map needs it, and ends where it
    says."""
    state = sea(vessel("runner", (4, 0), velocity=4, thrust=10), board=MAP, map="scroll")
    state.ships["runner"].status_flags = frozenset({EXCESS})
    draft = HexMove("runner", scroll=(0, 2))
    ghost = draft.pose(state)
    assert hexes.hex_at(ghost.at) == (4, -4) and len(ghost.path) == 5 and ghost.note == "N"
    every = [(end, narrow(end.order, HexMove)) for end in (*draft.destinations(state), *draft.paths(state))]
    found = [(end, order) for end, order in every if not order.dv]
    assert {order.scroll for _, order in found} == {None, (0, 2)}
    for end, order in found:
        there = state.copy()
        give(there, "runner", str(order))
        ship = there.ships["runner"]
        assert order.scroll is None or (ship.in_play and ship.at == end.at), str(order)
        assert order.pose(state).at == ship.at, str(order)


def test_the_ghost_of_a_scroll_that_is_refused_stops_at_the_edge() -> None:
    state = scrolling(end=4)
    ghost = HexMove("runner", scroll=(3, 2)).pose(state)
    assert hexes.hex_at(ghost.at) == (4, -2) and ghost.note == "leaves the map"
