"""Plans at the battle screen: chosen in the form they stand, and the button tells who has none."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.ui.battle.screen import BattleScreen
from tests.support.battles import idle, laid
from tests.support.ui.screen_driver import Sitting

pytestmark = pytest.mark.usefixtures("still")
DUEL = """\
version: 1
title: Plans
system: full-thrust
seed: 3
house: {plans: plans}
sides: {azure: {name: Azure League}, amber: {name: Amber Pact}}
ships:
  lancet: {side: azure, design: lancet, at: [24, 24], course: 3, velocity: 0}
  vesper: {side: amber, design: vesper, at: [36, 24], course: 9, velocity: 0}
"""


def test_a_plan_chosen_in_the_form_stands_before_orders_are_locked(tmp_path: Path) -> None:
    opened = laid(tmp_path, DUEL)
    idle(opened, "Plan fire")
    seat = Sitting(BattleScreen(opened.battle), (1280, 800))
    seat.settle()
    screen = seat.screen
    assert screen.turn_flow.main.sub == "nobody has a plan: all hold"
    seat.key("v")
    seat.settle()
    assert str(screen.model.view.written["lancet"]).startswith("fire any")
    assert screen.turn_flow.main.sub.startswith("Lancet: fire any")
    seat.key("RETURN")
    seat.settle()
    assert [str(record.order) for record in opened.battle.records[-2:]] == ["fire any; repair as advised", "lock"]


def test_one_plan_is_chosen_for_all_ships_that_are_picked(tmp_path: Path) -> None:
    opened = laid(
        tmp_path, DUEL + "  meridian: {side: azure, design: meridian, at: [24, 30], course: 3, velocity: 0}\n"
    )
    idle(opened, "Plan fire")
    seat = Sitting(BattleScreen(opened.battle), (1280, 800))
    seat.settle()
    seat.key("ctrl+a", "v")
    seat.settle()
    assert {key: str(plan) for key, plan in seat.screen.model.view.planned.items()} == {
        "lancet": "fire any; repair as advised",
        "meridian": "fire any; repair as advised",
    }


def test_standing_orders_are_written_at_the_ends_expected_before_moves_are_locked(tmp_path: Path) -> None:
    opened = laid(tmp_path, DUEL.replace("plans: plans", "plans: standing").replace("velocity: 0", "velocity: 6"))
    seat = Sitting(BattleScreen(opened.battle), (1280, 800))
    seat.settle()
    screen, azure = seat.screen, opened.battle.view("azure")
    seat.key("d")
    seat.settle()
    assert screen.turn_flow.main.label == "Back to the moves"
    assert screen.model.view.state.ships["lancet"].at == (30, 24)
    seat.press("corner standing")
    seat.key("RIGHT", "RETURN")
    seat.settle()
    assert screen.turn_flow.main.label == "Lock orders", "they have been looked at"
    seat.key("d", "v")
    seat.settle()
    assert screen.turn_flow.main.sub.startswith("Lancet: fire any")
    seat.key("RETURN", "RETURN")
    seat.settle()
    assert [str(record.order) for record in opened.battle.records] == ["S1", "fire any; repair as advised", "lock"]
    assert azure.state.ships["lancet"].at == (24, 24)


def test_the_main_button_leads_to_standing_orders_once_all_moves_are_written(tmp_path: Path) -> None:
    opened = laid(tmp_path, DUEL.replace("plans: plans", "plans: standing").replace("velocity: 0", "velocity: 6"))
    seat = Sitting(BattleScreen(opened.battle), (1280, 800))
    seat.settle()
    seat.key("RIGHT", "RETURN")
    seat.settle()
    main = seat.screen.turn_flow.main
    assert (main.label, main.sub) == ("Standing orders", "Lancet without: holds")
    seat.press("main")
    seat.settle()
    assert seat.screen.model.view.phase.plans
    seat.press("main")
    seat.settle()
    assert seat.screen.turn_flow.main.label == "Lock orders"
