"""Fighters, missiles and markers at the battle screen: chosen, pulled, steered and listed like ships, by events alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.board import hexes
from tests.seated import Seated, picture_of

SHEARING = (Path(__file__).parents[1] / "scenarios" / "easyhex" / "shearing_time.yaml").read_text(encoding="utf-8")

pytestmark = pytest.mark.usefixtures("still")


def reached(folder: Path, phase: str, mover: str, seed: int = 4) -> Seated:
    """At the screen, in a phase in which something whose key ends so is asked."""
    seat = Seated(folder, SHEARING.replace("system:", "seed: 5\nsystem:"))

    def there(now: Seated) -> bool:
        return now.battle.phase.name == phase and any(mover in key for key in now.screen.desk.waiting)

    assert seat.until(there, seed), f"nobody like {mover} is asked in “{phase}”"
    return seat


def test_fighters_are_pulled_from_hex_to_hex_and_fly_at_a_word(tmp_path: Path) -> None:
    seat = reached(tmp_path, "Move fighters", ".HG")
    desk = seat.screen.desk
    key = next(one for one in desk.waiting if ".HG" in one)
    seat.press(f"ship {key}")
    counter = seat.battle.state.counters[key]
    there = hexes.plus(hexes.hex_at(counter.at), (3, -1))
    start = seat.screen.board.camera.xy(counter.at)
    assert seat.screen.hand._piece_at((round(start[0]), round(start[1]))) == key, "of ship and counter in one hex, who is asked"
    seat.click(seat.screen.board.camera.xy(hexes.at(there)))
    assert desk.ghost and hexes.hex_at(desk.ghost.at) == there
    assert seat.screen.main.label == f"Fly {counter.name}"
    seat.key("RETURN")
    seat.settle()
    assert hexes.hex_at(seat.battle.state.counters[key].at) == there


def test_a_missile_is_steered_by_keys(tmp_path: Path) -> None:
    seat = reached(tmp_path, "Missiles move", ".MT")
    key = seat.screen.desk.chosen
    seat.key("RIGHT", "DOWN", "DOWN", "RETURN")
    seat.settle()
    assert seat.orders[-1] == f"{key}: steer 6S2", seat.orders[-1]


def test_whom_fighters_attack_is_chosen_by_name_and_the_result_is_shown(tmp_path: Path) -> None:
    seat = reached(tmp_path, "Fighters attack", ".HG")
    key = seat.screen.desk.chosen
    names = {ship.name for ship in seat.battle.state.ships.values()}
    targets = [name for name in seat.names() if name.startswith("target ") and name.removeprefix("target ") in names]
    assert targets, seat.names()
    seat.press(targets[0])
    seat.key("RETURN")
    seat.settle()
    assert seat.orders[-1].startswith(f"{key}: attack ") and "none" not in seat.orders[-1]
    assert seat.screen.flow.result and seat.screen.flow.result.by == key
    seat.look()


def test_markers_look_the_same_to_the_other_seat_whatever_is_on_them(tmp_path: Path) -> None:
    frames = []
    for marker in ("R+1", "L"):
        seat = Seated(tmp_path, SHEARING.replace("system:", "seed: 5\nsystem:"))
        seat.battle.play(seat.battle.read("wether", marker))
        seat.battle.play(seat.battle.read("azure", "lock"))
        seat.screen.conduct.settle()
        seat.settle()
        assert seat.screen.flow.seat == "amber" and "wether" not in seat.screen.desk.view.state.sealed
        frames.append(picture_of(seat))
    assert frames[0] == frames[1]
