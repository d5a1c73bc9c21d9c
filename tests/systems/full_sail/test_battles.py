"""Whole battles of Full Sail: every phase is reached, saves are taken up again, and nothing is lost on the way."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest

from game.battle.battle import fingerprint
from game.battle.loader import Opened, new_save, open_battle
from game.board.geometry import in_thousandths
from game.core.events import total_harm
from game.players.match import Match
from game.sandbox.start_editor import of_state, open_start, plain
from game.systems import SYSTEMS
from game.systems.full_sail.house_rules import HOUSE
from game.systems.full_sail.ships.grapples import GRAPPLES
from game.systems.full_sail.ships.ship import SailState
from game.systems.full_sail.system import FULL_SAIL
from game.systems.full_sail.wind.weather import wind_of
from tests.support.battles import SCENARIOS

MELEE = """\
version: 1
title: Everything at once
system: full-sail
table:
  wind_speed: 14
  terrain:
  - {kind: island, at: [36, 36], outline: [[-5, -2], [-2, -4], [3, -3], [5, 1], [1, 4], [-4, 2]]}
  - {kind: reef, at: [50, 14], radius: 2}
  - {kind: shoal, at: [20, 40], radius: 2}
  - {kind: sargasso, at: [36, 10], radius: 5}
  - {kind: fog, at: [24, 24], radius: 5}
sides:
  merrow: {name: Merrow}
  auvrac: {name: Auvrac}
ships:
  oak: {side: merrow, design: steadfast_oak, at: [30, 20], course: 3}
  halcyon: {side: merrow, design: halcyon, at: [20, 26], course: 4, velocity: 8}
  tern: {side: merrow, design: tern, at: [22, 30], course: 4, velocity: 8, fore: 1, lost: [port1]}
  barley: {side: merrow, design: barley_wind, at: [10, 20], course: 4, velocity: 8, summoned: 1}
  vaillance: {side: auvrac, design: vaillance, at: [30, 22], course: 3, burning: 0}
  aiglette: {side: auvrac, design: aiglette, at: [50, 26], course: 9, velocity: 8}
  lutin: {side: auvrac, design: lutin, at: [31, 18], course: 3}
  martinet: {side: auvrac, design: martinet, at: [60, 30], course: 9, anchored: true}
grapples:
- {ships: [oak, vaillance]}
- {ships: [lutin, oak], fouled: true, fought: true}
victory: {kind: last-side, turns: 12}
"""


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game is named where all games are."""
    monkeypatch.setitem(SYSTEMS, FULL_SAIL.key, FULL_SAIL)


FEW = 24  # seeds that are not slow
SEEDS = [pytest.param(seed, marks=[pytest.mark.slow] if seed >= FEW else []) for seed in range(200)]
SEA = [path for path in SCENARIOS if path.parent.name == "full_sail"]


@pytest.fixture
def melee(tmp_path: Path) -> Path:
    """Return the file of that battle."""
    path = tmp_path / "melee.yaml"
    path.write_text(MELEE, encoding="utf-8")
    return path


def drawn(path: Path, seed: int) -> Opened:
    """By the book for even seeds, by house rules drawn at random for odd ones."""
    return open_battle(path, seed=seed, house=house(seed))


def house(seed: int) -> dict[str, Any]:
    """Return the house rules of a seed; none for even ones."""
    chance = Random(seed)
    return {rule.key: chance.choice(rule.values)[0] for rule in HOUSE if seed % 2}


def test_two_hundred_seeds_fight_by_every_value_of_every_house_rule() -> None:
    """In pairs of any two of them, too."""
    chosen = [{rule.key: rule.default for rule in HOUSE} | house(seed) for seed in range(len(SEEDS))]
    every = [(rule.key, value) for rule in HOUSE for value, _ in rule.values]
    together = {pair for rules in chosen for pair in combinations(rules.items(), 2)}
    assert len(SEEDS) == 200 and together == {pair for pair in combinations(every, 2) if pair[0][0] != pair[1][0]}


def sound(state: SailState) -> None:
    """Check that every value of a ship is within its limits, and that it has lost or used only its own systems."""
    for ship in state.ships.values():
        design = ship.design
        assert all(0 <= gone <= built for gone, built in zip(ship.crossed, design.hull_rows))
        assert all(0 <= new <= gone for new, gone in zip(ship.fresh, ship.crossed))
        assert all(0 <= lost <= 2 for lost in ship.masts) and 0 <= ship.thrust <= design.thrust
        assert ship.crew >= 0 and ship.marines >= 0 and 1 <= ship.course == ship.facing <= 12
        assert 0 <= ship.velocity <= 26 and ship.lost <= {gun.key for gun in design.guns}
        assert not (ship.anchored and (ship.velocity or not ship.anchor))


def fight(opened: Opened, seed: int) -> Counter[str]:
    """Play to the end; return how often each rule was told."""
    battle = opened.battle
    match = Match(battle, dict.fromkeys(opened.file.sides, "random"), seed)
    boxes = sum(ship.hull for ship in battle.state.ships.values())
    while battle.state.outcome is None:
        record = match.step()
        assert record is not None
        sound(battle.state)
        had, boxes = boxes, sum(ship.hull for ship in battle.state.ships.values())
        regained = any(line.result == "captured" for line in record.log)
        assert had - boxes == sum(total_harm(record.log).values()) or regained, "boxes lost untold"
        assert len(battle.records) < 60 * len(battle.state.ships) * battle.state.turn
    return Counter(line.rule for line in battle.log)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_random_battle_keeps_every_promise(melee: Path, seed: int, tmp_path: Path) -> None:
    opened = drawn(melee, seed)
    recorder = new_save(opened, tmp_path)
    fight(opened, seed)
    recorder.close()
    assert opened.battle.verify() == []
    assert fingerprint(open_battle(recorder.journal.path).battle.state) == fingerprint(opened.battle.state)


@pytest.mark.parametrize("path", SEA, ids=lambda path: path.stem)
@pytest.mark.parametrize("seed", range(10))
def test_every_scenario_is_fought_to_an_end(path: Path, seed: int, tmp_path: Path) -> None:
    opened = drawn(path, seed)
    recorder = new_save(opened, tmp_path)
    fight(opened, seed)
    recorder.close()
    assert opened.battle.verify() == []
    assert fingerprint(open_battle(recorder.journal.path).battle.state) == fingerprint(opened.battle.state)


def test_everything_has_its_part_in_them(melee: Path) -> None:
    told: Counter[str] = Counter()
    for seed in range(0, 24, 2):
        told.update(fight(drawn(melee, seed), seed))
    wanted = {
        "sail/2",
        "sail/3.1",
        "sail/3.2",
        "sail/3.4",
        "sail/3.5",
        "sail/3.6",
        "sail/4",
        "sail/4.3",
        "sail/5.1",
        "sail/5.2",
        "sail/5.3",
        "sail/6",
        "sail/6/repairs",
        "sail/7",
    }
    assert wanted - told.keys() == set()


@pytest.mark.parametrize("seed", range(8))
def test_a_start_at_a_turn_stands_as_the_battle_stood(melee: Path, seed: int) -> None:
    """A battle made a start at the beginning of any turn holds all there is."""
    opened = open_battle(melee, seed=seed)
    match, turn = Match(opened.battle, dict.fromkeys(opened.file.sides, "random"), seed), 1
    while opened.battle.state.outcome is None and match.step():
        state = opened.battle.state
        if state.turn != turn and state.outcome is None:
            turn = state.turn
            data, missing = of_state(opened.battle, state, plain(opened))
            again = open_start(data).battle.state
            assert missing == [] and standing(again) == standing(state)


def standing(state: SailState) -> dict[str, Any]:
    """Return all of a state that the turns to come hang on."""
    passing = ("fresh", "rigging", "rerolls", "fired", "design")
    ships = {
        key: {one.name: getattr(ship, one.name) for one in fields(ship) if one.name not in passing}
        for key, ship in state.ships.items()
    }
    for ship in ships.values():
        ship["at"] = in_thousandths(ship["at"])
    ties = sorted((one.one, one.other, one.fouled, one.fought, one.winner) for one in GRAPPLES.of(state))
    return {"ships": ships, "ties": ties, "wind": wind_of(state), "turn": state.turn, "house": state.house}
