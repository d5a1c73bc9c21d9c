"""Playing on hexes at the battle screen: moves in the open, ship by ship, by events alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.board import hexes
from tests.hex_seat import moving, place

pytestmark = pytest.mark.usefixtures("still")


def test_a_plot_let_go_stays_in_hand_until_it_is_carried_out(tmp_path: Path) -> None:
    seat = moving(tmp_path)
    desk = seat.screen.desk
    assert desk.side == "amber" and desk.waiting == ("ostrava", "karst"), "the loser of the initiative moves first"
    given = len(seat.orders)
    seat.lift("karst", place(11, 6))
    seat.drop(place(11, 6))
    assert len(seat.orders) == given and str(desk.hands["karst"]) == "0", "let go, the order waits"
    assert (seat.screen.main.label, seat.screen.main.sub) == ("Move Karst", "0")
    seat.lift("karst", place(12, 6))
    seat.drop(place(12, 6))
    assert desk.ghost and hexes.hex_at(desk.ghost.at) == (12, 6)
    seat.key("RETURN")
    seat.settle()
    assert seat.orders[-1].startswith("karst: f f"), seat.orders
    assert hexes.hex_at(seat.battle.state.ships["karst"].at) == (12, 6)
    assert seat.screen.desk.side == "azure" and len(seat.curtains) == 1, "the table is handed over without a curtain"
    assert seat.screen.note == "Move: it is the turn of Tessera League."


def test_any_ship_of_the_side_that_moves_may_be_chosen(tmp_path: Path) -> None:
    seat = moving(tmp_path)
    seat.press("ship karst")
    assert seat.screen.main.label == "Karst coasts"
    seat.key("RETURN", "RETURN")
    seat.settle()
    assert seat.orders[-1] == "karst: 0"
    seat.press("ship gannet")
    seat.press("dv +1")
    assert seat.orders[-1] == "karst: 0" and seat.screen.main.label == "Move Gannet", "a button of the form gives nothing yet"
    seat.key("ESCAPE", "ESCAPE")
    assert not seat.screen.desk.hands
    seat.key("UP", "UP", "RETURN")
    seat.settle()
    assert seat.orders[-1] == "gannet: +2" and seat.battle.state.ships["gannet"].velocity == 6


def test_an_order_typed_is_carried_out_with_enter(tmp_path: Path) -> None:
    seat = moving(tmp_path)
    seat.press("ship karst")
    seat.key("o")
    seat.type("f f P f")
    assert str(seat.screen.desk.hands["karst"]) == "f f P f"
    seat.key("RETURN")
    seat.settle()
    assert seat.orders[-1] == "karst: f f P f" and seat.screen.desk.side == "azure"
