"""Ships picked together and plotted by one drag, by keys or by typing: each takes the legal order nearest to its
place."""

from __future__ import annotations

import math
from pathlib import Path

import pygame
import pytest

from game.battle.designs import ROOT
from game.core.orders import Id
from tests.support.ui.battle_driver import Seated
from tests.support.ui.group_battles import boxed

pytestmark = pytest.mark.usefixtures("still")
LONG_LINE = (ROOT / "scenarios" / "full_thrust" / "long_line.yaml").read_text(encoding="utf-8")


def at_the_line(folder: Path, size: tuple[int, int] = (1280, 800)) -> Seated:
    return Seated(folder, LONG_LINE, size)


def sealed(seat: Seated) -> dict[Id, str]:
    return {key: str(order) for key, order in seat.screen.model.view.state.sealed.items()}


def own(seat: Seated) -> set[Id]:
    state = seat.battle.state
    return {ship.id for ship in state.fleet(seat.screen.model.side)}


def dragged(seat: Seated, key: Id, to: tuple[float, float]) -> None:
    seat.lift(key, to)
    seat.drop(to)
    seat.settle()


def test_twelve_ships_are_plotted_in_fewer_than_fifteen_inputs(tmp_path: Path) -> None:
    """Ctrl+A, one drag, and Enter for each that cannot keep its place and for the lock."""
    seat, inputs = at_the_line(tmp_path), 2
    seat.key("ctrl+a")
    assert set(seat.screen.model.picked) == own(seat) and len(own(seat)) == 12
    x, y = seat.battle.state.ships["meridian"].at
    dragged(seat, "meridian", (x + 8, y))
    while seat.screen.model.side == "azure" and not seat.screen.model.locked:
        seat.key("RETURN")
        inputs += 1
        assert inputs < 15
    assert "azure" in seat.battle.state.ready
    given = {record.order.by for record in seat.battle.records if record.order.by in seat.battle.state.ships}
    assert given == {ship.id for ship in seat.battle.state.fleet("azure")}


def test_a_straight_drag_keeps_every_ship_in_its_place(tmp_path: Path) -> None:
    seat = at_the_line(tmp_path)
    seat.key("ctrl+a")
    before = {key: seat.battle.state.ships[key].at for key in own(seat)}
    x, y = before["meridian"]
    seat.lift("meridian", (x + 7, y))
    poses, strays = dict(seat.screen.model.poses), set(seat.screen.model.strays)
    end = poses["meridian"].at
    for key in own(seat) - strays:
        away = math.dist(poses[key].at, (before[key][0] + end[0] - x, before[key][1] + end[1] - y))
        assert away <= 1.0, (key, away)
    assert {"lancet", "halberd", "sextant"} <= own(seat) - strays, "ships of the same course and speed keep theirs"


def test_ships_that_cannot_keep_their_place_are_marked_and_come_to_hand_one_by_one(tmp_path: Path) -> None:
    seat = at_the_line(tmp_path)
    seat.key("ctrl+a")
    x, y = seat.battle.state.ships["meridian"].at
    seat.lift("meridian", (x + 7, y - 3))
    astray = set(seat.screen.model.strays)
    assert astray and set(seat.screen.scene.hand.strays) == astray
    seat.drop((x + 7, y - 3))
    seat.settle()
    assert set(sealed(seat)) == own(seat) - astray
    left = set(astray)
    while left:
        now = seat.screen.model.chosen
        assert now in left and now in seat.screen.scene.ghosts
        assert seat.screen.turn_flow.main.label.startswith("Seal ")
        seat.key("RETURN")
        left.remove(now)
        assert set(sealed(seat)) == own(seat) - left
    assert seat.screen.turn_flow.main.label == "Lock orders"


def test_a_box_and_shift_clicks_pick_ships_on_the_board_and_in_the_list(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seat = at_the_line(tmp_path)
    boxed(seat, (10, 70), (30, 47), monkeypatch)
    assert set(seat.screen.model.picked) == {"plover", "lancet", "curlew", "halberd"}
    monkeypatch.setattr(pygame.key, "get_mods", lambda: pygame.KMOD_SHIFT)
    seat.click(seat.xy(seat.battle.state.ships["sextant"].at))
    seat.press("ship plover")
    monkeypatch.setattr(pygame.key, "get_mods", lambda: 0)
    assert set(seat.screen.model.picked) == {"sextant", "lancet", "curlew", "halberd"}
    seat.key("ESCAPE")
    assert not seat.screen.model.picked


def test_keys_add_ship_after_ship_and_give_all_the_same_order(tmp_path: Path) -> None:
    seat = at_the_line(tmp_path)
    seat.press("ship lancet")
    seat.key("j", "j")
    assert seat.screen.model.picked == ("lancet", "curlew", "halberd")
    seat.key("RIGHT", "UP")
    wanted = str(seat.screen.model.end.order)
    seat.key("RETURN")
    assert {sealed(seat)[key] for key in ("lancet", "curlew", "halberd")} == {wanted} and len(sealed(seat)) == 3


def test_a_typed_order_is_given_to_all_that_are_picked(tmp_path: Path) -> None:
    seat = at_the_line(tmp_path)
    seat.press("ship lancet")
    seat.key("j", "o")
    seat.type("S1+1")
    seat.key("RETURN")
    assert sealed(seat) == {"lancet": "S1+1", "curlew": "S1+1"}


def test_undo_takes_back_all_that_were_plotted_together(tmp_path: Path) -> None:
    seat = at_the_line(tmp_path)
    seat.press("ship lancet")
    seat.key("j", "o")
    seat.type("S1+1")
    seat.key("RETURN", "u")
    assert not sealed(seat) and not seat.battle.records
    assert "2 ships" in seat.screen.context.note


def test_a_drag_that_is_broken_off_leaves_no_plan_and_no_mark(tmp_path: Path) -> None:
    seat = at_the_line(tmp_path)
    seat.key("ctrl+a")
    x, y = seat.battle.state.ships["meridian"].at
    seat.lift("meridian", (x + 7, y - 3))
    seat.key("ESCAPE")
    assert not seat.screen.model.drafts and not seat.screen.scene.hand.strays and not seat.battle.records
