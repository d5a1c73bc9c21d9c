"""What is told of orders before and after they are given: turns, declared fire, places where a ship could turn."""

from __future__ import annotations

import pytest

from game.core.orders import Illegal, Order
from game.systems.power_hex.orders.fire_order import DeclareFire
from game.systems.power_hex.orders.move_order import PowerMove
from game.ui.board.model.turn_options import openings
from tests.support.builders import umpire
from tests.systems.power_hex.fleet import ship, state


@pytest.mark.parametrize("text, words", [
    ("+1 P@0", "speed +1, turns to port in hex 5"),
    ("P@0 S@3", "turns to port in hex 3, begins a turn to starboard"),
    ("S@2", "turns to starboard in hex 5"),
    ("S@3", "begins a turn to starboard"),
])  # fmt: skip
def test_a_turn_is_told_by_the_hex_in_which_it_answers(text: str, words: str) -> None:
    there, one = state(ship("bastion", speed=5)), umpire()
    order = PowerMove.parse("bastion", text)
    assert order.in_words(there, there.names) == words
    order.carry_out(there, one)
    assert one.log[-1].reason.startswith(words.partition(", begins")[0].partition("begins")[0]), (
        "and so the log tells it"
    )


def test_a_turn_under_way_is_not_taken_for_the_one_declared_after_it() -> None:
    there = state(ship("bastion", speed=6, carried=(2, 1)))
    assert PowerMove.parse("bastion", "P@1").in_words(there, there.names) == "turns to port in hex 4"


def test_an_order_the_ship_cannot_follow_is_told_too() -> None:
    there = state(ship("bastion", speed=5))
    order: Order = PowerMove.parse("bastion", "P@9")
    assert order.in_words(there, there.names) == "begins a turn to port"


def test_fire_is_declared_and_its_guns_are_told_target_by_target() -> None:
    there, one = (
        state(ship("bastion"), ship("helix", (0, -4), side="oreth"), ship("sliver", (1, -4), side="oreth")),
        umpire(),
    )
    order = DeclareFire.parse("bastion", "fire lance_1>helix guard_2>sliver lance_2>helix")
    assert order.verb_words == "Declare 3 guns", "no die falls before all have declared"
    order.carry_out(there, one)
    (line,) = one.log
    assert line.text == "{bastion} declares Lance 1, Lance 2 at {helix}; Guard 2 at {sliver}"
    assert line.mounts == ("lance_1", "guard_2", "lance_2")


@pytest.mark.parametrize("kind, facing, text, words, log", [
    ("bastion", 0, "-2", "speed -2", "speed -2"),
    ("bastion", 1, "+2", "slides 2 NE", "slides 2 NE"),
    ("bastion", 1, "-2", "slides 2 SW", "slides 2 SW"),
    ("bastion", 0, "pivot P1 -2", "pivots 60° to port, slides 2 SE", "pivots 60° in hex 1, slides 2 SE"),
    ("helix", 0, "+2NE", "slides 2 NE", "slides 2 NE"),
    ("helix", 0, "+2N", "speed +2 towards N", "speed +2 towards N"),
])  # fmt: skip
def test_a_slide_is_not_told_as_a_change_of_speed(kind: str, facing: int, text: str, words: str, log: str) -> None:
    there, one = state(ship(kind, speed=4, facing=facing)), umpire()
    order = PowerMove.parse(kind, text)
    assert order.in_words(there, there.names) == words
    order.carry_out(there, one)
    assert one.log[-1].reason == log


def test_a_push_aside_is_not_offered_as_a_turn() -> None:
    there = state(ship("helix", speed=4))
    board = there.table.board
    found = []
    for burn in range(3):
        order = PowerMove("helix", burn)
        pose, ends = order.pose(there), order.destinations(there)
        found.append({pose.path.index(one.at) for one in openings(ends, pose, board)})
    assert found == [{2, 3, 4}, {5}, {6}], "a turn takes 2 hexes, then 5, then 6; a push would leave the row earlier"


def test_a_push_without_a_change_of_speed_is_refused_in_words() -> None:
    there = state(ship("helix", speed=4))
    still = PowerMove("helix")
    assert tuple(still.domain(there)["towards"]) == (None, *range(6))
    for towards in range(6):
        with pytest.raises(Illegal, match="a push needs a change of speed"):
            still.with_value("towards", towards).check(there)
        PowerMove("helix", 1).with_value("towards", towards).check(there)
