"""What a ship is made of is told by no line about its damage, until another has read all of it (6.19)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from game.battle.battle import Battle
from game.battle.idling import nothing_more
from game.core.events import Event
from game.rules.combat.fire import volley
from game.rules.sensors.contact import ALL
from game.rules.sensors.detection import learn
from game.ui.battle.screen import BattleScreen
from tests.support.battles import idle, laid
from tests.support.ui.screen_driver import Sitting

TEXT = """\
version: 1
title: Struck
system: full-thrust
house: {sensors: scan}
table: {width: 120, height: 80}
sides: {azure: {name: Azure League}, amber: {name: Amber Pact}}
designs:
  shade: {name: Shade, class: cruiser, glyph: fork-light-cruiser, mass: 60, hull: 20, drive: {thrust: 4}, systems: [%s]}
ships:
  lancet: {side: azure, design: lancet, at: [30, 20], course: 3, velocity: 0}
  kiln: {side: azure, design: kiln, at: [30, 24], course: 3, velocity: 0}
  prey: {side: amber, design: shade, at: [40, 20], course: 9, velocity: 0, hull: 16}
victory: {kind: last-side, turns: 10}
"""
LOADS = {
    "guns": "{kind: fcs}, {kind: beam, class: 1, count: 3}, {kind: pds, count: 4}, {kind: cargo, mass: 20}",
    "hold": "{kind: fcs}, {kind: cargo, mass: 27}",
}


def fought(folder: Path, load: str, seed: int, reads: bool = False, turns: int = 2) -> Battle:
    """Azure fires at the prey, with dice of that seed; it has read all of it if that is asked for. Amber only looks
    on."""
    opened = laid(folder, TEXT % LOADS[load], seed=seed)
    battle = opened.battle
    if reads:
        learn(battle.state, battle.state.ships["prey"], "azure", ALL)
    while battle.state.outcome is None and battle.state.turn <= turns:
        key = next((key for prompt in battle.prompts() for key in prompt.waiting if prompt.side == "azure"), "")
        shot = volley(battle.state, key, "prey") if battle.phase.name == "Ships fire" and key else None
        order = shot or nothing_more(opened.battle)
        assert order is not None
        battle.play(order)
    return battle


def read(battle: Battle, side: str) -> list[Event]:
    return list(battle.view(side).log)


@pytest.mark.parametrize("seed", range(6))
def test_another_load_of_systems_reads_alike_for_the_firer(tmp_path: Path, seed: int) -> None:
    both = [fought(tmp_path, load, seed) for load in LOADS]
    first, second = (read(battle, "azure") for battle in both)
    shared = min(len(first), len(second))
    assert any(line.kind == "fire" and line.whom == "prey" for line in first)
    assert list(map(repr, first[:shared])) == list(map(repr, second[:shared]))


def test_its_own_side_reads_what_breaks_and_so_does_who_has_read_all_of_it(tmp_path: Path) -> None:
    checks: dict[Any, int] = {}
    for seed in range(6):
        for reads in (False, True):
            battle = fought(tmp_path, "guns", seed, reads)
            for side in ("azure", "amber"):
                found = [line for line in read(battle, side) if line.kind in ("damage", "damage_check")]
                checks[side, reads] = checks.get((side, reads), 0) + len(found)
    assert checks["amber", False] and checks["amber", True] == checks["azure", True] and not checks["azure", False]


def test_no_pause_of_the_screen_tells_of_a_check(tmp_path: Path) -> None:
    """What is shown after a shot at a ship that has not been read is the shot."""
    opened = laid(tmp_path, TEXT % LOADS["guns"], seed=1)
    idle(opened, "Ships fire")
    while opened.battle.prompts()[0].side != "azure":
        order_left = nothing_more(opened.battle)
        assert order_left is not None
        opened.battle.play(order_left)
    screen = BattleScreen(opened.battle)
    screen.flow.seat = "azure"
    Sitting(screen, (1280, 800))
    order = volley(opened.battle.state, opened.battle.prompts()[0].waiting[0], "prey")
    assert order is not None
    screen.flow.record_result(screen.battle.play(order))
    assert screen.flow.result is not None
    assert {line.kind for line in screen.flow.result.events} <= {"fire", "note", "lost"}
