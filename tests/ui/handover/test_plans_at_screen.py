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
