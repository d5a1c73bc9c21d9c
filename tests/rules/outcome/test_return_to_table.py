"""Coming back onto the table where the owner likes, along the edge by which a ship left (full-thrust-base/9.6)."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.battle.loader import open_battle
from game.board.boards import board_of
from game.core.orders import Illegal, Unreadable
from game.core.system import choices
from game.players.match import Match
from game.rules.outcome.return_to_table import Enter, along_edge, due, edge_of, entering, expected
from game.rules.outcome.table_edges import after_movement, beyond, start_of_turn
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import ThrustState
from game.rules.turn_order import passes
from game.systems.full_thrust.system import FULL_THRUST
from tests.support.builders import ship, state, umpire
from tests.support.returning_ship import HEXES, SPACE, returned, save
from tests.support.ui.battle_driver import Seated

EDGES = {
    "left": ((3.0, 20.0), (-2.0, 20.0)),
    "right": ((70.0, 20.0), (75.0, 20.0)),
    "top": ((20.0, 46.0), (20.0, 50.0)),
    "bottom": ((20.0, 3.0), (20.0, -3.0)),
}


def back(edge: str = "right") -> tuple[ThrustState, Ship]:
    """Return a ship that left by an edge and is due."""
    one = ship(at=EDGES[edge][1], course=3, velocity=8)
    one.path = EDGES[edge]
    table = state(one, ship("kiln", "crimson", (30.0, 30.0)), table_edge="return")
    after_movement(table, umpire(4))
    for _ in range(4):
        start_of_turn(table, umpire())
    return table, one


# -- the order ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "to"), [
    ("enter 12.5", "12.5"), ("ENTER 12", "12"), (" enter  0 ", "0"), ("enter 12.50", "12.5"), ("enter 3.0", "3"),
    ("enter", ""), ("enter 0512", "0512"), ("enter 5/-3", "5/−3"), ("enter 5/−3", "5/−3"), ("enter 12.125", "12.125"),
])  # fmt: skip
def test_what_is_written_is_read(text: str, to: str) -> None:
    order = Enter.parse("lancet", text)
    assert order.to == to and Enter.parse("lancet", str(order)) == order


@pytest.mark.parametrize(
    "text",
    [
        "enter -3",
        "enter 1e3",
        "enter here",
        "enter 12.1234",
        "enter 3 4",
        "enters 3",
        "",
        "12",
        "enter ٣",
        "enter 1234567",
        "enter 12.",
        "enter nan",
    ],
)
def test_what_names_no_place_is_not_read(text: str) -> None:
    with pytest.raises(Unreadable):
        Enter.parse("lancet", text)


@pytest.mark.parametrize("edge", EDGES)
def test_every_place_of_the_edge_it_left_by_and_of_no_other(edge: str) -> None:
    table, one = back(edge)
    assert edge_of(one) == edge and one.status_flags == {f"enters:{edge}"}
    length = 48 if edge in ("left", "right") else 72
    fixed = {"left": 0.0, "right": 72.0, "bottom": 0.0, "top": 48.0}[edge]
    for to in ("0", "12.5", str(length), ""):
        order = Enter("lancet", to)
        order.check(table)
        at = order.pose(table).at
        assert at[0 if length == 48 else 1] == fixed and at[1 if length == 48 else 0] == (float(to) if to else 20.0)
    for to in (f"{length}.5", "999", "0512", "5/3"):
        with pytest.raises(Illegal, match=rf"0 to {length} MU along the {edge} edge") as no:
            Enter("lancet", to).check(table)
        assert no.value.rule == "full-thrust-base/9.6"


def test_a_ship_that_is_not_due_has_no_place_to_enter() -> None:
    table, _ = back()
    assert Enter("lancet").destinations(table) and not Enter("kiln").destinations(table)


def test_the_ship_enters_there_pointing_in_at_the_velocity_it_had() -> None:
    table, one = back("top")
    dice = umpire()
    Enter("lancet", "31.25").carry_out(table, dice)
    assert (one.at, one.course, one.facing, one.velocity, one.status_flags) == ((31.25, 48.0), 6, 6, 8, frozenset())
    assert [(line.text, line.result) for line in dice.log] == [("{lancet} enters by the top edge", "31.25 MU along it")]
    assert due(table) == () and not entering(one) and table.acted == {"lancet"}
    with pytest.raises(Illegal, match="does not come back onto the table now"):
        Enter("lancet", "3").check(table)


def test_left_unsaid_it_enters_where_it_left() -> None:
    table, one = back("left")
    (asked,) = due(table)
    order = passes(Enter)(table, asked)
    order.check(table)
    order.carry_out(table, dice := umpire())
    assert one.at == (0.0, 20.0) and not one.status_flags and not dice.log


def test_a_side_is_asked_though_it_had_no_initiative() -> None:
    """It had no ship on the table to roll for."""
    table, _ = back()
    table.initiative = ("crimson",)
    assert [(asked.side, asked.ids, asked.waiting) for asked in due(table)] == [("azure", ("lancet",), ("lancet",))]


def test_the_row_is_there_only_on_a_turn_on_which_somebody_comes() -> None:
    one = ship(at=(75.0, 20.0), velocity=8)
    table = state(one, table_edge="return")
    after_movement(table, umpire(6))
    seen = []
    for _ in range(7):
        seen.append(expected(table))
        start_of_turn(table, umpire())
    assert seen == [False] * 5 + [True] * 2  # as the sixth turn opens, and until it is said where


def test_over_a_corner_the_edge_that_was_overshot_most_is_the_one_it_comes_back_by() -> None:
    one = ship(at=(73.0, 52.0), velocity=8)
    one.path = ((70.0, 46.0), (73.0, 52.0))
    table = state(one, table_edge="return")
    after_movement(table, umpire(4))
    for _ in range(4):
        start_of_turn(table, umpire())
    assert edge_of(one) == "top" and one.course == 6 and one.at == (71.0, 48.0)
    assert not any(beyond(table.table, destination.at) for destination in Enter("lancet").destinations(table))


# -- the form and the drag ---------------------------------------------------------------------------------------------


def test_the_form_offers_what_may_be_ordered_from_one_end_to_the_other() -> None:
    table, _ = back("right")
    order = Enter("lancet", "12.5")
    names = along_edge(table, table.ships["lancet"], "12.5")
    assert names[:3] == ["0", "1", "2"] and names[12:15] == ["12", "12.5", "13"] and names[-1] == "48"
    assert names[names.index("") - 1 : names.index("") + 2] == ["19", "", "21"] and len(names) == len(set(names)) == 50
    table.phase = next(n for n, row in enumerate(FULL_THRUST.phases) if row.name == "Come back")
    assert all(not one.why_not for one in choices(FULL_THRUST, table, order, "to"))
    assert [order.label_for("to", value) for value in ("", "7")] == ["where it left", "at 7"]
    assert order.prompt_text(table) == "Lancet comes back by the right edge: where along it?"


@pytest.mark.parametrize("edge", EDGES)
def test_a_drag_snaps_along_the_edge_and_keys_go_from_place_to_place(edge: str) -> None:
    table, one = back(edge)
    found = Enter("lancet").destinations(table)
    for n, destination in enumerate(found):
        destination.order.check(table)
        pose = destination.order.pose(table)
        assert (pose.at, pose.course, pose.velocity) == (destination.at, destination.course, destination.velocity)
        assert pose.course == one.course and destination.near == (max(0, n - 1), min(len(found) - 1, n + 1)) * 2
    assert len({destination.at for destination in found}) == len(found) == (49 if edge in ("left", "right") else 73)


def test_on_hexes_every_hex_of_the_edge_is_offered(tmp_path: Path) -> None:
    battle = open_battle(save(tmp_path, returned(HEXES))).battle
    one, board = battle.state.ships["lancet"], board_of(battle.state.table)
    found = Enter("lancet").destinations(battle.state)
    assert [board.label(destination.at) for destination in found] == [f"{column:02d}01" for column in range(1, 31)]
    assert [str(destination.order) for destination in found if destination.at == one.at] == ["enter"]
    assert "is none of them" in str(battle.why_not(Enter("lancet", "0102")))
    battle.play(battle.read("lancet", "enter 3001"))
    assert board.label(one.at) == "3001" and battle.phase.name == "Write orders"


# -- in a battle -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [SPACE, HEXES], ids=["space", "hexes"])
def test_it_is_replayed_taken_back_and_read_again(tmp_path: Path, text: str) -> None:
    battle = open_battle(save(tmp_path, returned(text))).battle
    assert battle.phase.name == "Come back" and [asked.ids for asked in battle.prompts()] == [("lancet",)]
    left = battle.state.ships["lancet"].at
    every = [destination.order for destination in Enter("lancet").destinations(battle.state)]
    assert [battle.read("lancet", str(one)) for one in every] == every and len(set(every)) == len(every)
    order = every[1]
    battle.play(battle.read("lancet", str(order)))
    assert battle.phase.name == "Write orders" and battle.state.ships["lancet"].at != left
    assert not [line for line in battle.verify() if "recorded faces" in line]  # the die of the edge was set by hand
    assert battle.back_to(len(battle.records) - 1) == order and battle.state.ships["lancet"].at == left
    assert battle.phase.name == "Come back" and battle.view("azure").why_not(order) is None
    assert "not yours" in str(battle.view("amber").why_not(order))


@pytest.mark.parametrize("text", [SPACE, HEXES], ids=["space", "hexes"])
def test_a_save_that_says_nothing_of_it_is_read_as_it_was_played(tmp_path: Path, text: str) -> None:
    """Those that were begun before there was a choice: the ship came back where it left."""
    whole = returned(text, beyond=4)
    old = "".join(line for line in whole.splitlines(keepends=True) if '"enter' not in line)
    assert old.count("\n") == whole.count("\n") - 1
    told, silent = (open_battle(save(tmp_path, one)).battle for one in (whole, old))
    assert [str(one.order) for one in told.records] == [str(one.order) for one in silent.records]
    assert (
        told.state.ships["lancet"].at == silent.state.ships["lancet"].at and told.state.turn == silent.state.turn == 5
    )


def test_the_computer_player_answers(tmp_path: Path) -> None:
    battle = open_battle(save(tmp_path, returned())).battle
    match = Match(battle, dict.fromkeys(battle.state.sides, "random"), 5)
    assert match.step()
    assert isinstance(battle.records[-1].order, Enter) and battle.phase.name == "Write orders"


# -- at the screen -----------------------------------------------------------------------------------------------------


def test_it_is_dragged_along_the_edge(tmp_path: Path, still: None) -> None:
    seat = Seated(tmp_path, returned())
    assert seat.screen.model.chosen == "lancet" and "where along it" in seat.screen.model.order.prompt_text(
        seat.battle.state
    )
    seat.lift("lancet", (60.0, 40.2))
    ghost = seat.screen.model.pulled
    assert ghost is not None and ghost.at == (72.0, 40.0) and str(seat.screen.model.end.order) == "enter 40"
    seat.drop((60.0, 40.2))
    assert seat.screen.field.value == "enter 40" and seat.widget("to +1").enabled
    seat.key("RETURN")
    assert seat.orders[-1] == "lancet: enter 40" and seat.battle.phase.name == "Write orders"


def test_it_is_stepped_and_typed(tmp_path: Path, still: None) -> None:
    seat = Seated(tmp_path, returned())
    seat.press("to +1")
    assert seat.screen.field.value == "enter 26"
    seat.press("to -1")
    seat.press("to -1")
    assert seat.screen.field.value == "enter 25"
    seat.press("notation")
    seat.key("ctrl+a")
    seat.type("enter 48.5")
    seat.key("RETURN")
    assert "0 to 48 MU" in str(seat.screen.model.hand.wrong) and not seat.orders[-1].startswith("lancet: enter")
    seat.key("BACKSPACE")
    seat.key("BACKSPACE")
    seat.key("RETURN")
    assert seat.orders[-1] == "lancet: enter 48"


def test_keys_walk_the_ghost_along_the_edge(tmp_path: Path, still: None) -> None:
    seat = Seated(tmp_path, returned())
    seat.key("UP", "UP", "DOWN", "RIGHT", "RETURN")
    assert seat.orders[-1] == "lancet: enter 27"


def test_on_hexes_a_hex_of_the_edge_is_clicked_or_dragged_to(tmp_path: Path, still: None) -> None:
    seat = Seated(tmp_path, returned(HEXES))
    board = board_of(seat.battle.state.table)
    goal = board.place_named("1201")
    assert goal is not None
    seat.lift("lancet", goal)
    seat.drop(goal)
    assert seat.screen.field.value == "enter 1201"
    goal = board.place_named("1001")
    assert goal is not None
    seat.click(seat.xy(goal))
    assert seat.screen.field.value == "enter 1001"
    seat.key("RETURN")
    assert seat.orders[-1] == "lancet: enter 1001"
