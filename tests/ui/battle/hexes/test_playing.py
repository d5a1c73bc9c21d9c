"""Playing on hexes at the battle screen: moves in the open, ship by ship, by events alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.board import hexes
from game.systems.hexcess.movement.stacking import LEAVING
from game.ui.battle.panels.ship_list import tally
from tests.support.battles import paper
from tests.support.ui.hex_driver import DRIFT, moving, place, seated

TAKEN = paper(
    "The same hex",
    """\
  bellwether: {side: azure, design: shearling, at: [8, 8], course: 2, velocity: 3}
  karst: {side: amber, design: karst, at: [11, 5], course: 8, velocity: 0}
""",
    "hexcess",
    table="{hexes: [30, 24]}",
)
SECRET = "house: {excess: secret}\n"

pytestmark = pytest.mark.usefixtures("still")


def test_a_plot_let_go_stays_in_hand_until_it_is_carried_out(tmp_path: Path) -> None:
    seat = moving(tmp_path)
    model = seat.screen.model
    assert model.side == "amber" and model.waiting == ("ostrava", "karst"), "the loser of the initiative moves first"
    given = len(seat.orders)
    seat.lift("karst", place(11, 6))
    seat.drop(place(11, 6))
    assert len(seat.orders) == given and str(model.drafts["karst"]) == "0", "let go, the order waits"
    assert (seat.screen.turn_flow.main.label, seat.screen.turn_flow.main.sub) == ("Move Karst", "0")
    seat.lift("karst", place(12, 6))
    seat.drop(place(12, 6))
    assert model.ghost and hexes.hex_at(model.ghost.at) == (12, 6)
    seat.key("RETURN")
    seat.settle()
    assert seat.orders[-1].startswith("karst: f f"), seat.orders
    assert hexes.hex_at(seat.battle.state.ships["karst"].at) == (12, 6)
    assert seat.screen.model.side == "azure" and not seat.curtains, "the table is handed over without a curtain"
    assert seat.screen.context.note == "Move: it is the turn of Tessera League."


def test_any_ship_of_the_side_that_moves_may_be_chosen(tmp_path: Path) -> None:
    seat = moving(tmp_path)
    seat.press("ship karst")
    assert seat.screen.turn_flow.main.label == "Karst goes straight on"
    seat.key("RETURN", "RETURN")
    seat.settle()
    assert seat.orders[-1] == "karst: 0"
    assert tally(seat.screen.model, "azure")[0] == "0 of 2 moved"
    seat.press("ship gannet")
    seat.press("dv +1")
    assert seat.orders[-1] == "karst: 0", "a button of the form gives nothing yet"
    assert seat.screen.turn_flow.main.label == "Move Gannet"
    seat.key("ESCAPE", "ESCAPE")
    assert not seat.screen.model.drafts
    seat.key("UP", "UP", "RETURN")
    seat.settle()
    assert seat.orders[-1] == "gannet: +2" and seat.battle.state.ships["gannet"].velocity == 6


def test_the_order_that_stands_there_is_taken_in_hand_when_it_is_typed(tmp_path: Path) -> None:
    seat = moving(tmp_path)
    model = seat.screen.model
    assert model.ghost is None and not model.drafts
    seat.key("o")
    seat.type("0")
    assert model.ghost and hexes.hex_at(model.ghost.at) == hexes.hex_at(model.left_alone(model.chosen).at)
    assert list(model.drafts) == [model.chosen] and seat.screen.turn_flow.main.label.startswith("Move ")


def test_an_order_typed_is_carried_out_with_enter(tmp_path: Path) -> None:
    seat = moving(tmp_path)
    seat.press("ship karst")
    seat.key("o")
    seat.type("f f P f")
    assert str(seat.screen.model.drafts["karst"]) == "f f P f"
    seat.key("RETURN")
    seat.settle()
    assert seat.orders[-1] == "karst: f f P f" and seat.screen.model.side == "azure"


def test_enter_after_an_order_typed_asks_once_more_where_the_button_would(tmp_path: Path) -> None:
    """Off the map for certain: written down it is no more meant than pulled."""
    seat = moving(
        tmp_path, DRIFT.replace("at: [14, 3], course: 8, velocity: 3", "at: [14, -6], course: 12, velocity: 4")
    )
    seat.press("ship karst")
    given = len(seat.orders)
    seat.key("o")
    seat.type("f f f f +1")
    assert seat.screen.turn_flow.main.sure and "leaves the map" in seat.screen.turn_flow.main.sub
    seat.key("RETURN")
    assert len(seat.orders) == given and seat.screen.context.sure and not seat.screen.context.note
    seat.key("BACKSPACE")
    seat.type("2")
    assert not seat.screen.context.sure, "another order is asked about anew"
    seat.key("RETURN", "RETURN")
    seat.settle()
    assert seat.orders[-1] == "karst: f f f f +2"


def test_excess_thrust_is_declared_aloud_ship_by_ship_without_a_curtain(tmp_path: Path) -> None:
    seat = seated(tmp_path)
    flow = seat.screen.turn_flow
    assert seat.screen.model.side == "amber", "the loser of the initiative first"
    assert flow.main.sub == "Excess Thrust: all thrust may turn it, at a risk"
    seat.press("excess Excess Thrust")
    assert seat.orders == [] and (flow.main.label, flow.main.sub) == (
        "Declare for Ostrava",
        "Excess Thrust out of control 28 %",
    )
    seat.key("RETURN")
    seat.settle()
    assert seat.orders == ["ostrava: excess"] and len(seat.battle.records[-1].faces) == 2, "it has rolled already"
    seat.key("RETURN")
    seat.settle()
    assert flow.main.sub == "Excess Thrust: all thrust may turn it, at a risk"
    seat.key("p")
    seat.settle()
    assert seat.orders[-1] == "amber: no excess" and seat.screen.model.side == "azure"
    assert flow.main.sub == "Excess Thrust: all thrust may turn it, at a risk"
    seat.key("p")
    seat.settle()
    assert seat.battle.phase.name == "Move" and seat.curtains == []


def test_excess_thrust_is_declared_behind_the_curtain_with_its_chance(tmp_path: Path) -> None:
    seat = seated(tmp_path, DRIFT + SECRET)
    assert seat.curtains == [] and seat.screen.turn_flow.main.sub == "nobody declares anything"
    seat.press("ship bellwether")
    seat.press("excess Excess Thrust")
    assert seat.orders == ["bellwether: excess"]
    assert seat.screen.turn_flow.main.label == "Lock orders"
    assert seat.screen.turn_flow.main.sub == "Bellwether: excess, out of control 28 %"
    seat.press("excess normal thrust")
    assert seat.orders[-1] == "bellwether: no excess" and seat.screen.turn_flow.main.sub == "nobody declares anything"
    seat.key("2", "RETURN")
    seat.settle()
    assert seat.curtains == ["amber"] and not seat.screen.model.view.state.sealed, "the other seat does not see it"
    seat.key("RETURN")
    seat.settle()
    assert seat.battle.phase.name == "Move"
    assert any("Excess Thrust" in event.text for event in seat.battle.log)


def test_where_a_ship_is_displaced_to_is_clicked_or_left_to_habit(tmp_path: Path) -> None:
    for act in ("click", "habit", "keys"):
        seat = moving(tmp_path, TAKEN)
        while not LEAVING.of(seat.battle.state):
            seat.key("RETURN", "RETURN")
            seat.settle()
        if seat.screen.flow.result:
            seat.key("RETURN")
            seat.settle()
        model, leaver = seat.screen.model, LEAVING.of(seat.battle.state)
        start = hexes.hex_at(seat.battle.state.ships[leaver].at)
        assert model.chosen == leaver and len(model.destinations()) == 6
        assert seat.screen.turn_flow.main.sub.endswith("if you choose no other")
        if act == "click":
            seat.click(seat.screen.board.camera.xy(hexes.at(hexes.step(start, 3))))
        elif act == "keys":
            seat.key("o")
            seat.type("to S")
        seat.key("RETURN")
        seat.settle()
        given = [one for one in seat.orders if ": hold" not in one]  # nobody is in range, and all are passed over
        assert given[-1] == f"{leaver}: " + ("give way" if act == "habit" else "to S")
        if act != "habit":
            assert hexes.hex_at(seat.battle.state.ships[leaver].at) == hexes.step(start, 3)


def test_a_click_on_a_hex_where_a_ship_can_end_takes_it_in_hand(tmp_path: Path) -> None:
    seat = moving(tmp_path)
    seat.press("ship karst")
    seat.click(seat.screen.board.camera.xy(place(11, 6)))
    assert str(seat.screen.model.drafts["karst"]) == "0"
    seat.click(seat.screen.board.camera.xy(place(2, 2)))
    assert str(seat.screen.model.drafts["karst"]) == "0", "where it cannot end nothing is taken"


def test_the_sheet_has_the_cost_of_a_hex_side_with_this_velocity_lit(tmp_path: Path) -> None:
    seat = moving(tmp_path, size=(1920, 1080))
    seat.press("ship karst")
    lit = [widget.words for widget in seat.screen.focus.widgets if getattr(widget, "lit", False)]
    assert lit == [("3", "2")] and "strip 10" in seat.names()


BASE = paper(
    "A base alone",
    """\
  wayhouse: {side: azure, design: wayhouse, at: [8, 8], course: 2, velocity: 1, rotates: clockwise}
  karst: {side: amber, design: karst, at: [16, 5], course: 8, velocity: 3}
""",
    "hexcess",
    table="{hexes: [30, 24]}",
)


def test_no_curtain_falls_for_the_only_side_that_can_declare_anything(tmp_path: Path) -> None:
    seat = seated(tmp_path, BASE + SECRET)
    assert seat.battle.phase.name == "Declare in secret" and [one.side for one in seat.battle.prompts()] == ["amber"]
    assert seat.screen.flow.seat == "amber" and seat.curtains == [], "the other has nothing that it could have written"
    assert "looks away" in seat.screen.context.note
    seat.key("p")
    seat.settle()
    assert seat.battle.phase.name == "Move" and seat.curtains == []


def test_ships_that_move_in_turn_are_not_passed_over_at_a_key_and_it_says_so(tmp_path: Path) -> None:
    seat = seated(tmp_path, BASE)
    seat.key("p")
    seat.settle()
    assert seat.battle.phase.name == "Move" and seat.screen.model.waiting
    before = seat.orders
    seat.key("p")
    assert seat.orders == before and "one by one" in seat.screen.context.note and "Enter" in seat.screen.context.note
