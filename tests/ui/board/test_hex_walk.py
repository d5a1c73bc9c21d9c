"""Dragging from hex to hex: the way follows the pointer along legal steps, and is tuned by wheel and keys."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest
from pygame.event import Event

from game.board import hexes
from game.board.boards import HexBoard
from game.core.display import Destination
from game.core.orders import Order
from game.ui.board.plotting.hex_walk import Walk
from tests.support.ui.battle_driver import Seated
from tests.support.ui.hex_driver import DRIFT, moving, place

pytestmark = pytest.mark.usefixtures("still")
BOARD, START = HexBoard(30, 24), hexes.at((0, 0))


def led(left: int, *cells: hexes.Hex) -> Destination:
    """Return a way over these hexes that leaves so much thrust."""
    path = tuple(map(hexes.at, cells))
    return Destination(Order("x"), path, path[-1], 12, 12, 2, path[-1], left=left)


def ready(folder: Path, text: str = DRIFT) -> Seated:
    """Bellwether's turn: velocity 5, heading NE, at (4, 10); one side costs 3 of the 4 points that may turn it."""
    seat = moving(folder, text)
    seat.battle.play(seat.battle.read("karst", "0"))
    seat.screen.turn_flow.settle()
    seat.settle()
    seat.press("ship bellwether")
    return seat


def pulled(seat: Seated, *cells: hexes.Hex) -> str:
    """Press on Bellwether and pull it over these hexes; the order in hand, the button still held."""
    start = seat.pixel("bellwether")
    seat.point(start)
    seat.send(Event(pygame.MOUSEBUTTONDOWN, button=1, pos=(round(start[0]), round(start[1]))))
    for one in cells:
        seat.point(seat.screen.board.camera.xy(hexes.at(one)), True)
    return str(seat.screen.model.end.order)


def test_the_way_grows_under_the_pointer_and_goes_straight_on_from_there(tmp_path: Path) -> None:
    seat = ready(tmp_path)
    assert pulled(seat, (5, 9)) == "0"
    assert pulled(seat, (5, 9), (6, 8), (6, 7)) == "f f P f f f"
    assert pulled(seat, (5, 9), (6, 8), (7, 7), (8, 7)) == "f f f S f f"


def test_beyond_every_way_it_leads_to_the_nearest_end(tmp_path: Path) -> None:
    seat = ready(tmp_path)
    assert pulled(seat, (5, 9), (6, 8), (6, 7), (14, 0)) == "0"


def test_nothing_walked_yet_the_way_is_the_cheapest_and_from_the_middle_of_one_it_goes_straight_on() -> None:
    short, dear, bent = (
        led(left, *cells)
        for left, cells in (
            (3, ((0, 0), (1, -1), (1, -2))),
            (1, ((0, 0), (0, -1), (1, -2))),
            (9, ((0, 0), (0, -1), (-1, -1))),
        )
    )
    assert Walk((dear, short), BOARD, START).chosen(hexes.at((1, -2))) is short
    ahead = led(0, (0, 0), (0, -1), (0, -2))
    assert Walk((bent, ahead), BOARD, START).chosen(hexes.at((0, -1))) is ahead


def test_a_quick_pull_walks_over_what_lies_between() -> None:
    there = (0, -4)
    straight = led(0, (0, 0), (0, -1), (0, -2), (0, -3), there)
    round_about = led(5, (0, 0), (1, -1), (1, -2), (1, -3), there)
    walk = Walk((round_about, straight), BOARD, START)
    walk.follow(hexes.at(there))
    assert walk.chosen(hexes.at(there)) is straight


def test_going_back_takes_back_what_was_walked(tmp_path: Path) -> None:
    seat = ready(tmp_path)
    assert pulled(seat, (5, 9), (6, 8), (6, 7), (6, 8), (7, 7), (7, 6)) == "f f f P f f"


def test_of_several_ways_to_one_end_the_one_that_was_walked_is_taken() -> None:
    left = led(0, (0, 0), (-1, 0), (-1, -1), (0, -2))
    right = led(0, (0, 0), (0, -1), (0, -2))
    walk = Walk((right, left), BOARD, START)
    for one in ((-1, 0), (-1, -1), (0, -2)):
        walk.follow(hexes.at(one))
    assert walk.chosen(hexes.at((0, -2))) is left
    again = Walk((left, right), BOARD, START)
    again.follow(hexes.at((0, -1)))
    again.follow(hexes.at((0, -2)))
    assert again.chosen(hexes.at((0, -2))) is right


def test_within_the_last_hex_the_pointer_leans_to_a_heading(tmp_path: Path) -> None:
    seat = ready(tmp_path)
    pulled(seat, (5, 9), (6, 8), (7, 7), (8, 6), (9, 5))
    x, y = hexes.at((9, 5))
    drag = seat.screen.board_input.drag
    assert str(seat.screen.model.end.order) == "0"
    for dx, dy, wanted in ((0.0, 0.4, "f f f f f P"), (0.35, -0.2, "f f f f f S"), (0.35, 0.2, "0")):
        drag.move((x + dx, y + dy))
        assert str(seat.screen.model.end.order) == wanted


def test_a_change_of_velocity_keeps_the_way(tmp_path: Path) -> None:
    seat = ready(tmp_path)
    pulled(seat, (5, 9), (6, 8), (6, 7))
    seat.send(Event(pygame.MOUSEWHEEL, x=0, y=1))
    seat.send(Event(pygame.MOUSEWHEEL, x=0, y=1))
    assert str(seat.screen.model.end.order) == "f f P f f f +2"
    seat.point(seat.screen.board.camera.xy(hexes.at((5, 9))), True)
    assert str(seat.screen.model.end.order) == "+2", "and another way keeps the change of velocity"


def test_of_two_ways_that_cost_alike_the_one_that_was_walked_is_kept_as_the_velocity_changes(tmp_path: Path) -> None:
    slow = DRIFT.replace("shearling", "drover").replace("course: 2, velocity: 5", "course: 2, velocity: 3")
    seat = ready(tmp_path, slow)
    for cells, wanted in ((((5, 9), (6, 9), (7, 8)), "f S f P f"), (((5, 9), (6, 8), (7, 8)), "f f S f P")):
        pulled(seat, *cells)
        x, y = hexes.at(cells[-1])
        seat.screen.board_input.drag.move((x + 0.35, y + 0.2))  # leaning north-east
        assert str(seat.screen.model.end.order) == wanted
        seat.send(Event(pygame.MOUSEWHEEL, x=0, y=1))
        assert str(seat.screen.model.end.order) == f"{wanted} +1"
        seat.key("ESCAPE")


def test_the_wheel_swings_the_bow_while_shift_is_held(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seat = ready(tmp_path)
    assert pulled(seat, (5, 9), (6, 8), (7, 7), (8, 6), (9, 5)) == "0"
    monkeypatch.setattr(pygame.key, "get_mods", lambda: pygame.KMOD_SHIFT)
    seat.send(Event(pygame.MOUSEWHEEL, x=0, y=1))
    assert str(seat.screen.model.end.order) == "face +1"


def test_keys_go_step_by_step_and_swing_the_bow(tmp_path: Path) -> None:
    seat = ready(tmp_path)
    model = seat.screen.model
    seat.key("shift+UP", "shift+RIGHT")
    assert str(model.drafts["bellwether"]) == "f f S f f f"
    seat.key("shift+UP", "shift+LEFT")
    assert str(model.drafts["bellwether"]) == "f f S f f f", "a second turn is refused"
    assert "thrust" in seat.screen.context.note, "with its reason"
    seat.key("shift+DOWN", "shift+LEFT")
    assert str(model.drafts["bellwether"]) == "0"
    seat.key("ESCAPE", "ESCAPE", "RIGHTBRACKET")
    assert str(seat.screen.model.end.order) == "face +1"
    seat.key("RIGHTBRACKET", "LEFTBRACKET", "LEFTBRACKET", "LEFTBRACKET")
    assert str(seat.screen.model.end.order) == "face -1"
    seat.key("LEFT")
    assert "P" in str(seat.screen.model.end.order), "from there the arrows go on to the ways that turn"


def test_steps_of_the_way_are_pressed_on_the_form(tmp_path: Path) -> None:
    seat = ready(tmp_path)
    seat.press("pace 3")
    assert str(seat.screen.model.drafts["bellwether"]) == "f f f P f f"
    assert not seat.widget("pace 1").enabled and "may turn" in seat.widget("pace 1").why_not
    seat.press("pace 3")
    assert str(seat.screen.model.drafts["bellwether"]) == "f f f S f f"
    seat.press("pace 3")
    assert str(seat.screen.model.drafts["bellwether"]) == "0"
    assert place(4, 10) == seat.battle.state.ships["bellwether"].at
