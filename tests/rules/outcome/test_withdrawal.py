"""Giving a battle up: one order of a whole side, from the menu of the battle, at the second press."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest
from pygame.event import Event

from game.battle.idling import nothing_more
from game.battle.loader import load_start
from game.core.installation import data_root
from game.ui.battle.pause_menu import Pause
from game.ui.toolkit.widgets import Button
from tests.support.ui.battle_driver import Seated
from tests.support.ui.page_driver import read


def button(page: Pause, label: str) -> Button:
    return next(one for one in page.focus.widgets if isinstance(one, Button) and one.label == label)


def test_a_seat_withdraws_at_the_second_press(tmp_path: Path) -> None:
    seat = Seated(tmp_path)
    seat.key("F10")
    page = seat.pushed
    assert isinstance(page, Pause)
    page.draw(seat.frame)
    button(page, "Withdraw from the battle").press()
    assert not seat.battle.records, "one press is not enough"
    page.draw(seat.frame)
    assert "All ships leave, and score as ships that left." in {one.string for one in read(page, (1280, 800))}
    button(page, "Press again to be sure").press()
    assert [str(record.order) for record in seat.battle.records] == ["withdraw"]
    assert seat.battle.state.outcome and seat.battle.state.outcome.winner == "amber"
    seat.settle()
    assert not seat.battle.verify()


def test_a_seat_withdraws_by_enter_pressed_twice(tmp_path: Path) -> None:
    seat = Seated(tmp_path)
    seat.key("F10")
    page = seat.pushed
    assert isinstance(page, Pause)
    page.draw(seat.frame)
    page.focus.focus(button(page, "Withdraw from the battle"), True)
    for label in ("Press again to be sure", ""):
        assert not seat.battle.records
        page.handle(Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode=""))
        page.draw(seat.frame)
        assert not label or page.focus.at is button(page, label)
    assert [str(record.order) for record in seat.battle.records] == ["withdraw"]


def test_no_hint_of_the_board_shows_under_the_menu(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seat = Seated(tmp_path)
    hints: list[object] = []
    monkeypatch.setattr(seat.screen.focus, "draw_hint", lambda *args: hints.append(args))
    seat.key("F10")
    assert isinstance(seat.pushed, Pause)
    hints.clear()
    seat.pushed.draw(seat.frame)
    assert not hints
    seat.screen.draw(seat.frame)
    assert hints, "the board itself has its hints still"


def test_nobody_withdraws_while_ships_fire(tmp_path: Path) -> None:
    seat = Seated(tmp_path)
    for order in ("azure: lock", "amber: lock"):
        by, text = order.split(": ")
        seat.battle.play(seat.battle.read(by, text))
    assert seat.battle.phase.number == 9
    assert seat.battle.view("azure").words() == ()


def test_a_side_that_has_locked_its_orders_has_decided(tmp_path: Path) -> None:
    seat = Seated(tmp_path)
    seat.battle.play(seat.battle.read("azure", "lock"))
    refused = seat.battle.why_not(seat.battle.read("azure", "withdraw"))
    assert refused is not None and "locked already" in refused.why
    assert seat.battle.why_not(seat.battle.read("amber", "withdraw")) is None


def test_what_withdrawing_costs_is_said_in_every_game() -> None:
    """Steadfast Oak is grappled, and cannot leave."""
    said = {}
    for path in ("full_thrust/crossed_swords", "full_sail/across_the_rail", "power_hex/karun_light"):
        battle = load_start(data_root() / "scenarios" / f"{path}.yaml").battle
        while not (words := battle.view(side := next(iter(battle.state.sides))).words()):
            idle = nothing_more(battle)
            assert idle is not None
            battle.play(idle)
        order = next(order for _, order in words if order.gives_up)
        said[path] = [one.words for one in battle.view(side).risks(order)]
    assert said["full_thrust/crossed_swords"] == ["all ships leave, and score as ships that left"]
    assert said["full_sail/across_the_rail"][1:] == ["Steadfast Oak cannot leave, and strikes"]
    assert said["power_hex/karun_light"] == ["all ships leave, and count as lost"]


def test_the_menu_says_when_a_side_may_withdraw(tmp_path: Path) -> None:
    seat = Seated(tmp_path, (data_root() / "scenarios/power_hex/karun_light.yaml").read_text(encoding="utf-8"))
    page = Pause(seat.screen.context)
    page.draw(seat.frame)
    withdraw = button(page, "Withdraw from the battle")
    assert seat.battle.phase.name == "Early snaps" and not withdraw.enabled
    assert withdraw.why_not == "in the phase Power, Ballistics or Move, when it is your turn"
