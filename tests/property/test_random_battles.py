"""Random battles over every scenario, to the end, by many seeds: what must hold after every order and at the end.

Half of them are played by house rules drawn at random, a quarter with every manoeuvre there is. Seeds from `FEW` on are
marked slow. SOAK=1 fights twenty times as many of the numbers below, the usual run a third.
"""

from __future__ import annotations

import os
from pathlib import Path
from random import Random
from typing import Any

import pytest

from game.battle.battle import Battle, Record, fingerprint
from game.battle.loader import Opened, new_save, open_battle
from game.board.boards import board_of
from game.board.geometry import rounded_point
from game.core.events import total_harm
from game.core.orders import Illegal
from game.players.match import Match
from game.rules.scenario.house_rules import BY_POINTS
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import ThrustState
from tests.support.battles import OF_THRUST

SEEDS = {"first_light": 60, "crossed_swords": 45, "tavira_passage": 30, "grinding_belt": 30, "watchmakers": 25,
         "free_fall": 40,
         "salt_convoy": 16, "long_line": 6, "carrier_strike": 25, "missile_ambush": 20, "escort_screen": 25,
         "swarm_argument": 12, "sown_lanes": 18, "over_the_rows": 25}  # fmt: skip
WITH_FIGHTERS = dict.fromkeys(("carrier_strike", "escort_screen", "swarm_argument", "over_the_rows"), 50)  # 200 seeds
FEW = 8  # seeds of each scenario that are not slow
OTHERS = 10  # seeds of a scenario that is not named above
SOAK, MORE, THIRD = bool(os.environ.get("SOAK")), 20, 3
LONGEST = 40  # orders a ship and turn; a battle that asks more is going round in circles


def seeds(name: str, soak: bool = SOAK) -> range:
    """Return the seeds with which a scenario is fought."""
    number = SEEDS.get(name, OTHERS)
    return range(max(number * MORE, WITH_FIGHTERS.get(name, 0)) if soak else -(-number // THIRD))


GAMES = [(path, seed) for path in OF_THRUST for seed in seeds(path.stem)]
CASES = [pytest.param(path, seed, marks=[pytest.mark.slow] if seed >= FEW else []) for path, seed in GAMES]


def test_there_are_enough_seeds() -> None:
    assert len(GAMES) >= 150 and {path for path, _ in GAMES} == set(OF_THRUST)
    assert sum(path.stem in WITH_FIGHTERS for path, _ in GAMES) >= 30
    assert sum(len(seeds(name, soak=True)) for name in WITH_FIGHTERS) >= 200


@pytest.mark.parametrize("name", ["carrier_strike", "over_the_rows"])
def test_fighters_are_fought_by_both_rules_in_space_and_on_hexes(name: str) -> None:
    path = next(path for path in OF_THRUST if path.stem == name)
    rules = [drawn(path, seed).battle.state.house["pd_rules"] for seed in range(FEW)]
    assert {"base", "pdl"} <= set(rules) and rules.count("pdl") >= 2


@pytest.mark.parametrize(("path", "seed"), CASES, ids=lambda part: part.stem if isinstance(part, Path) else str(part))
def test_a_random_battle_keeps_every_promise(path: Path, seed: int, tmp_path: Path) -> None:
    opened = drawn(path, seed)
    recorder = new_save(opened, tmp_path)
    fight(opened, seed)
    recorder.close()
    assert not recorder.trouble
    assert opened.battle.verify() == []
    again = open_battle(recorder.journal.path)
    assert fingerprint(again.battle.state) == fingerprint(opened.battle.state)
    assert [str(line) for line in again.battle.log] == [str(line) for line in opened.battle.log]


def drawn(path: Path, seed: int) -> Opened:
    """Return a scenario by the book for even seeds, by house rules drawn at random for odd ones, half of these with all
    manoeuvres."""
    if seed % 2 == 0:
        return open_battle(path, seed=seed)
    chance = Random(f"house/{path.stem}/{seed}")
    rules = [one for one in open_battle(path, seed=seed).battle.system.house if one.group != BY_POINTS]
    house: dict[str, Any] = {rule.key: chance.choice(rule.values)[0] for rule in rules if chance.random() < 0.4}
    if path.stem in WITH_FIGHTERS:  # on both boards by either rules
        house["pd_rules"] = "base" if seed % 4 == 1 else "pdl"
    if seed % 4 == 3:
        house |= {rule.key: True for rule in rules if rule.key.startswith("man.") and rule.default is False}
    return open_battle(path, seed=seed, house=house)


def fight(opened: Opened, seed: int) -> None:
    """Play to the end, holding every order to what must be so."""
    battle = opened.battle
    match = Match(battle, dict.fromkeys(opened.file.sides, "random"), seed)
    chance = Random(seed)
    sound(battle.state)
    boxes, seen = boxes_of(battle.state), views(battle)
    while battle.state.outcome is None:
        assert match.next_prompt() is not None, "nobody is asked, and the battle is not over"
        before = fingerprint(battle.state) if chance.random() < 0.05 else None
        record = match.step()
        assert record is not None
        reads_back(record)
        sound(battle.state)
        had, boxes = boxes, boxes_of(battle.state)
        assert had - boxes == sum(total_harm(record.log).values()), "boxes lost untold"
        known, seen = seen, views(battle)
        if known and record.order.by in battle.state.sealed and not record.revealed:
            owner = battle.state.owner(record.order.by)
            assert all(view == known[side] for side, view in seen.items() if side != owner)
        if before is not None:
            taken_back(battle, record, before)
        turns = battle.state.turn
        assert len(battle.records) < LONGEST * len(battle.state.ships) * turns
    assert not battle.prompts() and battle.state.outcome.why


def boxes_of(state: ThrustState) -> int:
    """Return hull and armour boxes of all ships together."""
    return sum(ship.hull + sum(ship.armour) for ship in state.ships.values())


def sound(state: ThrustState) -> None:
    """Check that every value of a ship is within its limits, and that it has lost or used only its own systems."""
    for ship in state.ships.values():
        design, keys = ship.design, {mount.key for mount in ship.design.mounts}
        least = -design.thrust if state.house.get("man.RT") else 0  # a ship that backs away has a velocity below 0
        layers = design.shell or ((design.armour,) if design.armour else ())
        assert 0 <= ship.hull <= design.hull and len(ship.armour) == len(layers)
        assert all(0 <= left <= built for left, built in zip(ship.armour, layers))
        assert ship.velocity >= least and 1 <= ship.course <= 12 and 1 <= ship.facing <= 12
        assert ship.lost <= keys and ship.killed <= keys and ship.spent <= keys
        assert 0 <= ship.drive_hits <= 2 and 0 <= ship.thrust <= design.thrust and 0 <= ship.crew <= design.crew
        assert ship.in_play or ship.removed_reason
        assert ship.hull > 0 or not ship.in_play or ship.dies_after_phase
        assert ship.at == rounded_point(ship.at), "a place of which other machines may reckon another digit"
        on_the_table(state, ship)


def on_the_table(state: ThrustState, ship: Ship) -> None:
    """Check that every ship in play is on the table, unless the table floats."""
    if ship.in_play and not state.house["floating_table"]:
        assert board_of(state.table).holds(ship.at)


def reads_back(record: Record) -> None:
    """Check that the notation is read back as the same order, and that every die has a face."""
    assert type(record.order).parse(record.order.by, str(record.order)) == record.order
    assert all(1 <= face <= 6 for face in record.faces)


def views(battle: Battle) -> dict[str, Any]:
    """Return what each side sees, while orders are secret."""
    return {side: view_of(battle, side) for side in battle.state.sides} if battle.phase.secret else {}


def view_of(battle: Battle, side: str) -> Any:
    """Return everything plain that a side may know."""
    view = battle.view(side)
    return view.state, view.log, view.prompts()


def taken_back(battle: Battle, record: Record, before: Any) -> None:
    """Check that taking an order back leaves the battle as it was, and that giving it again does the same."""
    after = fingerprint(battle.state)
    try:
        battle.undo(battle.state.owner(record.order.by))
    except Illegal:
        writing = battle.phase.secret and not record.sealed  # others may have sealed something since
        assert record.faces or record.revealed or writing or battle.undo_fault() is not None
        return
    assert fingerprint(battle.state) == before
    battle.play(record.order)
    assert fingerprint(battle.state) == after
