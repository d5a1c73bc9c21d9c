"""Off the table and back, the floating table, breaking away (full-thrust-base/9.5, 9.6)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.board.geometry import span
from game.board.terrain import Body
from game.core.state import Side, Table
from game.rules.outcome.table_edges import SHIFTED, after_movement, beyond, crossing, needed_shift, start_of_turn
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import ThrustState
from tests.support.builders import ship, state, umpire

TABLE = Table()  # 72 by 48


def at(x: float, y: float, key: str = "lancet", side: str = "azure", velocity: int = 8) -> Ship:
    return ship(key, side, (x, y), 3, velocity)


def turns(table: ThrustState, count: int) -> list[str]:
    """Return the fate of the first ship after each of that many starts of a turn."""
    seen = []
    for _ in range(count):
        start_of_turn(table, umpire())
        seen.append(next(iter(table.ships.values())).removed_reason)
    return seen


@pytest.mark.parametrize(
    ("point", "edges"),
    [
        ((0.0, 0.0), ()),
        ((72.0, 48.0), ()),
        ((72.001, 10.0), ()),
        ((72.002, 10.0), ("right",)),
        ((-1.0, 10.0), ("left",)),
        ((5.0, 48.1), ("top",)),
        ((5.0, -0.1), ("bottom",)),
        ((74.0, 49.0), ("right", "top")),
        ((-1.0, -3.0), ("bottom", "left")),
    ],
)
def test_which_edges_a_point_is_beyond(point: tuple[float, float], edges: tuple[str, ...]) -> None:
    assert beyond(TABLE, point) == edges


def test_a_ship_that_ends_her_move_off_the_table_has_left_by_that_edge() -> None:
    out, still = at(75.0, 20.0), at(72.0, 20.0, "vesper", "crimson")
    out.path = ((67.0, 16.0), (71.0, 18.0), (75.0, 20.0))
    dice = umpire()
    after_movement(state(out, still), dice)
    assert out.removed_reason == "left" and "edge:right" in out.status_flags and out.at == (72.0, 18.5)
    assert still.in_play
    assert [(event.kind, event.who, event.rule) for event in dice.log] == [("lost", "lancet", "full-thrust-base/9.6")]


def test_out_and_in_again_within_one_move_is_no_leaving() -> None:
    one = at(70.0, 20.0)
    one.path = ((70.0, 10.0), (75.0, 15.0), (70.0, 20.0))
    after_movement(state(one), umpire())
    assert one.in_play


@pytest.mark.parametrize(
    ("path", "place"),
    [
        (((70.0, 10.0), (74.0, 10.0)), (72.0, 10.0)),
        (((70.0, 46.0), (73.0, 52.0)), (71.0, 48.0)),  # over the top before the right edge
        (((3.0, 3.0), (-1.0, 3.0), (-4.0, 3.0)), (0.0, 3.0)),
        (((2.0, 2.0), (2.0, -2.0)), (2.0, 0.0)),
        ((), (72.0, 48.0)),
    ],
)
def test_where_a_path_crosses_the_edge(path: tuple[tuple[float, float], ...], place: tuple[float, float]) -> None:
    assert crossing(TABLE, path, path[-1] if path else (80.0, 50.0)) == place


@pytest.mark.parametrize("face", [1, 2, 3])
def test_by_option_one_to_three_is_gone_for_good(face: int) -> None:
    one = at(75.0, 20.0)
    table = state(one, table_edge="return")
    after_movement(table, umpire(face))
    assert one.removed_reason == "left" and turns(table, 6) == ["left"] * 6


@pytest.mark.parametrize("face", [4, 5, 6])
def test_by_option_four_to_six_is_back_after_that_many_turns(face: int) -> None:
    one = at(75.0, 20.0)
    one.path = ((67.0, 20.0), (75.0, 20.0))
    table = state(one, table_edge="return")
    after_movement(table, umpire(face))
    assert turns(table, face) == ["away"] * (face - 1) + [""]
    assert (one.at, one.course, one.facing, one.velocity) == ((72.0, 20.0), 9, 9, 8)
    assert one.status_flags == {"enters:right"} and not one.timers and not one.path


@pytest.mark.parametrize(
    ("place", "course"), [((-2.0, 20.0), 3), ((75.0, 20.0), 9), ((20.0, 50.0), 6), ((20.0, -3.0), 12)]
)
def test_a_ship_returns_pointing_in(place: tuple[float, float], course: int) -> None:
    one = at(*place)
    table = state(one, table_edge="return")
    after_movement(table, umpire(4))
    turns(table, 4)
    assert one.in_play and one.course == course and not beyond(TABLE, one.at)


def test_a_convoy_that_reaches_its_edge_does_not_roll_to_return() -> None:
    bound, other = at(75.0, 20.0), at(75.0, 30.0, "halyard")
    table = state(bound, other, table_edge="return")
    table.victory = {"kind": "convoy", "edge": "right", "ships": ["lancet"]}
    dice = umpire(6)
    after_movement(table, dice)
    assert (bound.removed_reason, other.removed_reason) == ("left", "away")
    assert [roll.label for roll in dice.rolls] == ["T1.9/edge/halyard"]


# -- the floating table ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("places", "shift"),
    [
        ([6.0, 66.0], 0.0),
        ([2.0, 30.0], 4.0),
        ([-5.0, 30.0], 11.0),
        ([40.0, 70.0], -4.0),
        ([40.0, 90.0], -24.0),
        ([0.0, 66.0], 3.0),
        ([-2.0, 70.0], 2.0),
        ([10.0, 90.0], 0.0),
        ([-8.0, 70.0], 0.0),
        ([80.0, 160.0], -14.0),
        ([-160.0, -80.0], 86.0),
    ],
)
def test_how_far_the_table_follows(places: list[float], shift: float) -> None:
    assert needed_shift(places, 72.0) == shift


@given(st.lists(st.floats(-300, 300), min_size=1, max_size=6), st.floats(20, 120))
def test_the_table_holds_everybody_when_it_can_and_then_rests(places: list[float], size: float) -> None:
    shift = needed_shift(places, size)
    moved = [place + shift for place in places]
    if max(places) - min(places) <= size - 12:
        assert min(moved) >= 6 - 0.002 and max(moved) <= size - 6 + 0.002
    elif max(places) - min(places) <= size:
        assert min(moved) >= -0.002 and max(moved) <= size + 0.002
    assert abs(needed_shift(moved, size)) <= 0.002


def floating(*ships: Ship, **rules: Any) -> ThrustState:
    return state(*ships, floating_table=True, **rules)


def test_everything_moves_alike_and_nobody_leaves() -> None:
    a, b = at(75.0, 20.0), at(40.0, 3.0, "vesper", "crimson")
    a.path = ((67.0, 20.0), (71.0, 20.0), (75.0, 20.0))
    table = floating(a, b)
    table.table = replace(table.table, bodies=(Body("rock", "asteroid", "Old Anvil", (50.0, 20.0), 3.0),))
    before = span(a.at, b.at)
    after_movement(table, umpire())
    assert a.in_play and b.in_play and a.at == (75.0, 20.0)
    start_of_turn(table, dice := umpire())
    assert (a.at, b.at, a.path[0]) == ((66.0, 23.0), (31.0, 6.0), (58.0, 23.0))
    assert span(a.at, b.at) == pytest.approx(before)
    assert table.table.bodies[0].at == (41.0, 23.0) and SHIFTED.of(table) == (-9.0, 3.0)
    assert dice.log[0].result == "all moved 9 MU left and 3 MU up"


def test_a_table_whose_edge_is_an_aim_does_not_float() -> None:
    one, foe = at(75.0, 20.0), at(40.0, 20.0, "vesper", "crimson")
    table = floating(one, foe)
    table.victory = {"kind": "convoy", "edge": "right", "ships": ["lancet"]}
    after_movement(table, umpire())
    start_of_turn(table, umpire())
    assert one.removed_reason == "left" and foe.at == (40.0, 20.0)


def chase(runner: int = 8, hunter: int = 8, gap: float = 80.0) -> ThrustState:
    """Azure off the right edge, Amber so far behind that no table holds both."""
    return floating(at(78.0, 20.0, velocity=runner), at(78.0 - gap, 20.0, "vesper", "crimson", velocity=hunter))


def test_while_the_table_can_hold_all_fleets_nobody_rolls_to_get_away() -> None:
    table = chase(gap=70.0)
    after_movement(table, umpire())
    assert all(one.in_play for one in table.ships.values())


@pytest.mark.parametrize(
    ("faces", "speeds", "away"),
    [
        ((3, 3), (8, 8), True),  # the runner wins ties
        ((3, 4), (8, 8), False),
        ((3, 5), (9, 8), True),
        ((3, 6), (9, 8), False),
        ((5, 4), (8, 9), False),
        ((6, 4), (8, 9), True),
    ],
)
def test_a_fleet_off_one_edge_and_out_of_reach_rolls_to_get_away(
    faces: tuple[int, int], speeds: tuple[int, int], away: bool
) -> None:
    table = chase(*speeds, gap=75.0)
    dice = umpire(*faces)
    after_movement(table, dice)
    assert (table.ships["lancet"].removed_reason == "left") is away and table.ships["vesper"].in_play
    assert dice.log[0].rule == "full-thrust-base/9.5"
    assert [mark for mark in table.ships["lancet"].status_flags if mark.startswith("edge:")] == (
        ["edge:right"] if away else []
    )


@pytest.mark.parametrize(("speed", "bonus"), [(8, ""), (9, "+2 for the fastest ship")])
def test_only_a_ship_faster_than_all_others_helps(speed: int, bonus: str) -> None:
    """As fast as a hunter is not the fastest: the slower hunter ties with the runner, who wins ties (9.5)."""
    table = chase(speed, 8, gap=75.0)
    table.sides["jade"] = Side("jade", "Jade Reach", 2)
    table.ships["kiln"] = at(3.0, 30.0, "kiln", "jade", 7)
    dice = umpire(3, 2, 4)
    after_movement(table, dice)
    assert [line.reason for line in dice.log[:3]] == [bonus, "", ""]
    assert (table.ships["lancet"].removed_reason == "left") is bool(bonus)


def test_one_ship_still_on_the_table_holds_a_fleet_back() -> None:
    table = chase(gap=75.0)
    table.ships["halyard"] = at(70.0, 10.0, "halyard")
    after_movement(table, umpire())
    assert table.ships["lancet"].in_play


def test_fleets_that_run_off_different_edges_both_get_away() -> None:
    table = chase(gap=80.0)  # Amber stands two MU beyond the left edge
    after_movement(table, umpire())
    assert [one.removed_reason for one in table.ships.values()] == ["left", "left"]
