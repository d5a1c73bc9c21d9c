"""Cloaked ships: hidden from the other side, flown unseen, back where their orders took them
(full-thrust-base/6.16/cloak)."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.battle.loader import Opened, load_start_text
from game.core.display import Ring
from game.core.orders import Illegal
from game.core.state import AnyState
from game.rules.ships.ship import CLOAKED
from game.rules.special.cloaks import CloakedPose
from tests.support.battles import idle
from tests.support.narrowing import narrow

FILE = """
version: 1
title: Unseen
system: full-thrust
sides: {azure: {name: Azure}, amber: {name: Amber}}
ships:
  shearwater: {side: azure, design: shearwater, at: [12, 12], course: 3, velocity: 6}
  dunlin: {side: azure, design: dunlin, at: [12, 30], course: 3, velocity: 4}
  cinder: {side: amber, design: cinder, at: [50, 12], course: 9, velocity: 4}
"""


def cloaked(order: str = "P1 CLOAK2") -> Opened:
    """Azure has sealed an order to cloak, and both sides lock theirs."""
    opened = load_start_text(FILE, "unseen")
    opened.battle.play(opened.battle.read("shearwater", order))
    for side in ("azure", "amber"):
        opened.battle.play(opened.battle.read(side, "lock"))
    return opened


def whereabouts(state: AnyState) -> tuple[str, tuple[float, float]]:
    one = state.ships["shearwater"]
    return one.removed_reason, one.at


def test_it_is_gone_for_all_and_only_its_own_side_knows_where() -> None:
    battle = cloaked().battle
    assert battle.phase.number > 1 and whereabouts(battle.state) == (CLOAKED, (0.0, 0.0))
    own, other = battle.view("azure"), battle.view("amber")
    noted = narrow(own.state.reserves["shearwater"], CloakedPose)
    assert noted.at == pytest.approx((17.598, 13.5), abs=0.01)
    assert (
        other.state.reserves == {}
        and "shearwater" not in other.state.sealed
        and "shearwater" not in battle.state.sealed
    )
    assert "cloaked, 2 turns left" in other.sheet("shearwater").state
    assert any("cloaks" in line.text for line in other.log) and not any(
        "shearwater" in line.text for line in other.log if line.kind == "move"
    )
    (ring, *_) = own.overlays("shearwater")
    assert narrow(ring, Ring).at == noted.at
    assert not any("cloaked" in getattr(one, "label", "") for one in other.overlays("shearwater"))


def test_orders_are_written_while_the_others_see_nothing() -> None:
    opened = cloaked()
    battle = opened.battle
    idle(opened, "Write orders")
    assert battle.state.turn == 2
    own, other = battle.view("azure"), battle.view("amber")
    assert whereabouts(own.state)[0] == "" and whereabouts(other.state) == (CLOAKED, (0.0, 0.0))
    with pytest.raises(Illegal, match="cloaked: it moves"):
        battle.play(battle.read("shearwater", "CLOAK2"))
    battle.play(battle.read("shearwater", "S1"))
    assert "shearwater" not in battle.view("amber").state.sealed
    for side in ("azure", "amber"):
        battle.play(battle.read(side, "lock"))
    end = battle.state.ships["shearwater"]
    assert end.in_play and end.at == pytest.approx((23.196, 15.0), abs=0.5) and end.timer(CLOAKED) is None
    assert any("drops its cloak" in line.text for line in battle.log) and battle.state.reserves == {}


@pytest.mark.parametrize(
    ("by", "order", "why"),
    [
        ("dunlin", "CLOAK2", "has no cloak"),
        ("shearwater", "CLOAK10", "1 to 9 turns"),
        ("shearwater", "CLOAK0", "1 to 9 turns"),
        ("shearwater", "CLOAK2 RAM cinder", "does nothing else"),
    ],
)
def test_what_is_refused(by: str, order: str, why: str) -> None:
    battle = load_start_text(FILE, "unseen").battle
    with pytest.raises(Illegal, match=why):
        battle.play(battle.read(by, order))


def test_off_the_table_it_has_left_the_battle() -> None:
    text = FILE.replace("at: [12, 12], course: 3, velocity: 6", "at: [4, 12], course: 9, velocity: 6")
    battle = load_start_text(text, "unseen").battle
    battle.play(battle.read("shearwater", "CLOAK1"))
    for side in ("azure", "amber"):
        battle.play(battle.read(side, "lock"))
    assert battle.state.ships["shearwater"].removed_reason == "left"


def test_its_side_is_not_beaten_while_it_is_away(tmp_path: Path) -> None:
    text = FILE.replace("  dunlin: {side: azure, design: dunlin, at: [12, 30], course: 3, velocity: 4}\n", "")
    opened = load_start_text(text, "unseen")
    opened.battle.play(opened.battle.read("shearwater", "CLOAK3"))
    for side in ("azure", "amber"):
        opened.battle.play(opened.battle.read(side, "lock"))
    idle(opened, "Write orders")
    assert opened.battle.state.turn == 2 and opened.battle.state.outcome is None
