"""Whole battles of Power and Initiative: every rule has its part, saves are taken up again, and nothing is lost on the
way. SOAK=1 fights three times as many."""

from __future__ import annotations

import os
from collections import Counter
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest

from game.battle.battle import fingerprint
from game.battle.loader import Opened, new_save, open_battle
from game.players.match import Match
from game.systems.power_hex.house_rules import HOUSE
from game.systems.power_hex.ships.ship import PowerState
from tests.support.battles import SCENARIOS

MELEE = """\
version: 1
title: Everything at once
system: power-hex
sides: {halden: {name: Halden Concord}, oreth: {name: Oreth Lattice}}
table: {hexes: [40, 30]}
ships:
  citadel: {side: halden, design: citadel, at: [10, 12], course: 2, velocity: 2, lost: {primary: 30, fore: 30}}
  bastion: {side: halden, design: bastion, at: [12, 13], course: 2, velocity: 2,
    lost: {reactor: 7, primary: 20, port: 30}}
  marlin: {side: halden, design: marlin, at: [13, 15], course: 4, velocity: 3, carried: [1, 1]}
  gadfly: {side: halden, design: gadfly, at: [13, 11], course: 4, velocity: 4}
  spare: {side: halden, design: gadfly, at: [10, 12], course: 2, velocity: 2, carrier: citadel, fate: aboard}
  helix: {side: oreth, design: helix, at: [17, 8], course: 8, velocity: 2, lost: {primary: 20, sensors: 8}}
  mandala: {side: oreth, design: mandala, at: [18, 6], course: 8, velocity: 2, lost: {primary: 30, aft: 40}}
  sliver: {side: oreth, design: sliver, at: [16, 11], course: 10, velocity: 3, rolled: true}
  mote: {side: oreth, design: mote, at: [15, 10], course: 10, velocity: 4}
  berth: {side: oreth, design: mote, at: [18, 6], course: 8, velocity: 2, carrier: mandala, fate: aboard}
victory: {kind: last-side, turns: 5}
"""
FEW = 16  # seeds that are not slow
ALL, USUAL = 200, 66  # seeds
SEEDS = [
    pytest.param(seed, marks=[pytest.mark.slow] if seed >= FEW else [])
    for seed in range(ALL if os.environ.get("SOAK") else USUAL)
]
POWER = [path for path in SCENARIOS if path.parent.name == "power_hex"]


@pytest.fixture
def melee(tmp_path: Path) -> Path:
    """Return the file of that battle."""
    path = tmp_path / "melee.yaml"
    path.write_text(MELEE, encoding="utf-8")
    return path


def house(seed: int) -> dict[str, Any]:
    """Return the house rules of a seed, drawn at random; none for even ones, which go by the book."""
    chance = Random(seed)
    return {rule.key: chance.choice(rule.values)[0] for rule in HOUSE if seed % 2}


def test_two_hundred_seeds_fight_by_every_value_of_every_house_rule() -> None:
    """In pairs of any two of them, too."""
    chosen = [{rule.key: rule.default for rule in HOUSE} | house(seed) for seed in range(ALL)]
    every = [(rule.key, value) for rule in HOUSE for value, _ in rule.values]
    together = {pair for rules in chosen for pair in combinations(rules.items(), 2)}
    assert together == {pair for pair in combinations(every, 2) if pair[0][0] != pair[1][0]}


def sound(state: PowerState) -> None:
    """Check that every value of a ship is within its limits, and that it has lost or used only its own systems."""
    for ship in state.ships.values():
        design = ship.design
        guns = {mount.key: mount.gun for mount in design.weapons}
        assert set(ship.charge) <= set(guns) and all(0 <= n <= guns[key].recharge for key, n in ship.charge.items())
        assert all(n >= 0 for n in ship.ammunition.values()) and ship.snaps <= 2 and 1 <= ship.facing <= 12
        assert not ship.fired & ship.kept and ship.drained.isdisjoint(ship.fired | ship.kept)
        if ship.flight:
            assert design.fighters is not None and all(0 <= left <= design.fighters.structure for left in ship.craft)
            continue
        built = {one.name: one.structure for one in design.sections} | {
            mount.key: mount.boxes for mount in design.mounts
        }
        assert all(0 <= gone <= built[key] for key, gone in ship.lost.items()), ship.lost
        assert ship.in_play <= (ship.structure("primary") > 0) and 0 <= ship.thrust() <= design.thrust
        assert ship.shield() >= 0 and ship.jam >= 0 and ship.output <= design.reactor


def fight(opened: Opened, seed: int) -> Counter[str]:
    """Play to the end; return how often each rule was told."""
    battle = opened.battle
    match = Match(battle, dict.fromkeys(opened.file.sides, "random"), seed)
    while battle.state.outcome is None:
        assert match.step() is not None
        sound(battle.state)
        assert len(battle.records) < 80 * len(battle.state.ships) * battle.state.turn
    return Counter(line.rule for line in battle.log)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_random_battle_keeps_every_promise(melee: Path, seed: int, tmp_path: Path) -> None:
    opened = open_battle(melee, seed=seed, house=house(seed))
    recorder = new_save(opened, tmp_path)
    fight(opened, seed)
    recorder.close()
    assert opened.battle.verify() == []
    assert fingerprint(open_battle(recorder.journal.path).battle.state) == fingerprint(opened.battle.state)


@pytest.mark.parametrize("path", POWER, ids=lambda path: path.stem)
@pytest.mark.parametrize("seed", range(4))
def test_every_scenario_is_fought_to_an_end(path: Path, seed: int, tmp_path: Path) -> None:
    opened = open_battle(path, seed=seed, house=house(seed))
    recorder = new_save(opened, tmp_path)
    fight(opened, seed)
    recorder.close()
    assert opened.battle.verify() == []
    assert fingerprint(open_battle(recorder.journal.path).battle.state) == fingerprint(opened.battle.state)


def test_everything_has_its_part_in_them(melee: Path) -> None:
    wanted = {f"power/{part}" for part in (2.1, 3, 4, 4.6, 4.7, 5, 7, 8, 8.1, 8.2, 8.3, 8.4, 8.5, 10, 11, 12)}
    for seed in range(0, 40, 2):
        wanted -= fight(open_battle(melee, seed=seed), seed).keys()
        if not wanted:
            return
    assert wanted == set()
