"""Plotting by vectors at the battle screen: by mouse, by keys, by buttons and in writing (full-thrust-base/3)."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import pytest

from game.core.orders import Unreadable
from game.rules.movement.vector_plot import VectorPlot
from game.ui.board.layers.envelopes import shape_of
from game.ui.board.layers.ships import ShipLook, second_line, way
from tests.support.ui.battle_driver import TURN, Seated

pytestmark = pytest.mark.usefixtures("still")


@pytest.fixture
def seat(tmp_path: Path) -> Seated:
    return Seated(tmp_path, TURN.replace("seed: 11", "seed: 11\nhouse: {movement: vector}"))


def held(seat: Seated) -> str:
    return str(seat.screen.model.end.order)


def test_a_drag_snaps_to_an_end_and_seals_its_order(seat: Seated) -> None:
    goal = (26.0, 24.0)  # it drifts to (26, 20): four of thrust to port
    seat.lift("lancet", goal)
    destination = seat.screen.model.end
    assert (
        destination is not None and math.dist(destination.at, goal) < 0.3 and isinstance(destination.order, VectorPlot)
    )
    assert seat.screen.model.meter().note.startswith("drive 4 of 6")
    seat.drop(goal)
    assert seat.orders == [f"lancet: {destination.order}"]


def test_keys_turn_the_bow_and_burn(seat: Seated) -> None:
    seat.click(seat.pixel("lancet"))
    seat.key("RIGHT")
    assert held(seat) == "TS1"
    seat.key("RIGHT", "UP", "UP", "UP")
    assert held(seat) == "TS2, MD3"
    seat.key("LEFT", "LEFT", "LEFT", "DOWN")
    assert held(seat) == "TP1, MD2"
    seat.key("RETURN")
    assert seat.orders == ["lancet: TP1, MD2"]


def test_buttons_write_the_same_order(seat: Seated) -> None:
    seat.click(seat.pixel("lancet"))
    for name in ("turn TP3", "burn +1", "burn +1", "push PS1", "sequence turn last", "switch roll"):
        seat.press(name)
    assert seat.orders[-1] == "lancet: MD2, PS1, TP3, ROLL"
    assert not seat.widget("push PS2").enabled and "3" in seat.widget("push PS2").why_not
    sealed = seat.battle.state.sealed["lancet"]
    assert seat.screen.field.value == str(sealed) and "sequence push first" in seat.names()


def test_the_notation_is_typed_and_a_wrong_one_says_why(seat: Seated) -> None:
    seat.click(seat.pixel("lancet"))
    seat.press("notation")
    seat.key("ctrl+a")
    seat.type("TS1, PS3")
    seat.key("RETURN")
    assert seat.orders == [] and "4 thruster points asked" in str(seat.screen.model.hand.wrong)
    seat.key("BACKSPACE")
    seat.type("2")
    seat.key("RETURN")
    assert seat.orders == ["lancet: TS1, PS2"]


def test_pushes_lie_aside_until_one_is_in_hand(seat: Seated) -> None:
    seat.click(seat.pixel("lancet"))
    destinations = seat.screen.model.destinations()
    shape = shape_of(destinations)
    assert len(shape.ends) == sum(one.velocity > 0 and not one.aside for one in destinations) < len(destinations) / 4
    seat.press("push PP1")
    again = seat.screen.model.destinations()
    assert all(one.lane[2] == ("PP", 1) for one in again)
    assert len(shape_of(again).ends) == sum(one.velocity > 0 and not one.aside for one in again)


def test_she_is_played_back_along_the_straight_line(seat: Seated) -> None:
    seat.click(seat.pixel("lancet"))
    seat.press("turn TP3")
    for _ in range(6):
        seat.press("burn +1")
    for side in seat.battle.state.sides:
        seat.battle.play(seat.battle.read(side, "lock"))
    moved = next(line for line in seat.battle.log if line.kind == "move" and line.who == "lancet")
    assert (
        moved.path == ((20.0, 20.0), (26.0, 26.0))
        and moved.facings == (12,)
        and moved.result == "course 45°, facing 12"
    )
    seat.settle()
    assert seat.battle.state.ships["lancet"].at == (26.0, 26.0)


def test_her_course_is_told_in_degrees_wherever_it_stands(tmp_path: Path) -> None:
    """On the board, on the card and under the pointer, as on its sheet; those who fly by courses keep theirs."""
    oblique = TURN.replace("course: 3, velocity: 6", "course: 3, heading: 101, velocity: 6")
    seat = Seated(tmp_path, oblique.replace("seed: 11", "seed: 11\nhouse: {movement: vector}"))
    ship = seat.battle.state.ships["lancet"]
    assert second_line(seat.screen.scene.but(notes={}), "lancet", ShipLook("", "")) == "v 6 · c 101°"
    assert way(replace(ship, heading=None), seat.screen.board.camera.board) == "v 6 · c 3"
    seat.screen.board_input.hovered = "lancet"
    assert "velocity 6, course 101°" in seat.screen.board_input.hint()
    seat.click(seat.pixel("lancet"))
    seat.key("RIGHT", "UP", "UP")
    destination = seat.screen.model.end
    pose = seat.screen.model.pulled
    assert destination is not None and pose is not None and destination.heading == pytest.approx(pose.heading)
    assert seat.screen.scene.notes["lancet"].startswith("v 6 · c 101° · TS1")


@pytest.mark.parametrize(
    ("house", "rolls", "twice"),
    [
        ("{}", "full-thrust-base/2.6", "full-thrust-base/1.3"),
        ("{movement: vector}", "full-thrust-base/3", "full-thrust-base/3"),
    ],
)
def test_what_is_said_twice_is_refused_in_her_own_terms(tmp_path: Path, house: str, rolls: str, twice: str) -> None:
    """What is written alike in both kinds of movement does not send a player to the notation of the other."""
    view = Seated(tmp_path, TURN.replace("seed: 11", f"seed: 11\nhouse: {house}")).screen.model.view
    wrong = view.why_not(view.read("lancet", "R R"))
    assert wrong is not None and (wrong.why, wrong.rule) == ("a ship rolls over once a turn", rolls)
    with pytest.raises(Unreadable, match="says the same thing twice") as caught:
        view.read("lancet", "RAM vesper RAM cinder")
    assert caught.value.rule == twice
