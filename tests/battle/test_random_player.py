"""The random player: always legal, by his own view and chance alone, and wide enough to try everything the rules
offer."""

from __future__ import annotations

import os
from collections import Counter
from itertools import groupby
from pathlib import Path
from random import Random

import pytest

from game.battle.battle import fingerprint
from game.battle.designs import ROOT
from game.battle.loader import open_battle
from game.players import PLAYERS, RUNGS
from game.players.match import Match
from game.players.random_player import random_order
from game.rules.combat.fire import Fire
from game.rules.movement.plot import Plot
from game.rules.ships.damage_control import Repair
from tests.support.battles import DUEL, SCENARIOS, laid

# the smallest scenario of each game
SMALLEST = {min(paths, key=os.path.getsize) for _, paths in groupby(SCENARIOS, key=lambda path: path.parent)}
TAVIRA = ROOT / "scenarios" / "full_thrust" / "tavira_passage.yaml"


def tried(orders: list[object]) -> Counter[str]:
    """Return what sorts of order there were."""
    found: Counter[str] = Counter()
    for order in orders:
        if isinstance(order, Plot):
            sorts = {
                "turn": len(order.legs) == 1,
                "slip": len(order.legs) == 2,
                "faster": order.dv > 0,
                "slower": order.dv < 0,
                "roll": order.roll,
                "ram": bool(order.ram),
                "coast": not order.moves,
            }
        elif isinstance(order, Fire):
            sorts = {
                "hold": not order.shots,
                "volley": len(order.shots) > 1,
                "needle": any(shot.system for shot in order.shots),
                "divided": len({shot.target for shot in order.shots}) > 1,
            }
        else:
            sorts = {"repair": isinstance(order, Repair) and bool(order.parties)}
        found.update(name for name, there in sorts.items() if there)
    return found


def test_the_random_player_tries_everything() -> None:
    orders: list[object] = []
    for path in SCENARIOS:
        for seed in range(4 if os.environ.get("SOAK") else 2):
            opened = open_battle(path, seed=seed)
            Match(opened.battle, dict.fromkeys(opened.file.sides, "random"), seed).play(6)
            orders += [record.order for record in opened.battle.records]
    found = tried(orders)
    wanted = {"turn", "slip", "faster", "slower", "roll", "ram", "hold", "volley", "needle", "divided", "repair"}
    assert wanted <= found.keys(), wanted - found.keys()
    assert found["hold"] < 0.9 * sum(isinstance(order, Fire) for order in orders)


def test_the_same_view_and_chance_give_the_same_order() -> None:
    view = open_battle(TAVIRA, seed=1).battle.view("azure")
    prompt = view.mine()
    assert prompt is not None
    picks = [[str(random_order(view, prompt, Random(seed))) for seed in range(30)] for _ in range(2)]
    assert picks[0] == picks[1] and len(set(picks[0])) > 10


def test_choosing_changes_nothing() -> None:
    opened = open_battle(TAVIRA, seed=1)
    view = opened.battle.view("azure")
    before = fingerprint(view.state), fingerprint(opened.battle.state)
    prompt = view.mine()
    assert prompt is not None
    for seed in range(40):
        assert view.why_not(random_order(view, prompt, Random(seed))) is None
    assert (fingerprint(view.state), fingerprint(opened.battle.state)) == before


def test_the_dice_of_the_battle_are_not_the_players_chance(tmp_path: Path) -> None:
    """Other players of the same battle meet the same initiative dice."""
    first = [laid(tmp_path, seed=4) for _ in range(3)]
    for number, opened in enumerate(first):
        Match(opened.battle, dict.fromkeys(opened.file.sides, "random"), number).play(1)
    rolls = [next(record.faces for record in opened.battle.records if record.faces) for opened in first]
    assert rolls[0] == rolls[1] == rolls[2]
    assert len({str(record.order) for opened in first for record in opened.battle.records}) > 6


def test_a_player_plays_his_own_side_only(tmp_path: Path) -> None:
    opened = laid(tmp_path, DUEL)
    match = Match(opened.battle, {"amber": "random"}, 1)
    match.play()
    assert opened.battle.state.ready == {"amber"} and opened.battle.phase.name == "Write orders"
    assert {record.order.by for record in opened.battle.records} == {"vesper", "amber"}
    assert match.step() is None


def test_random_ships_meet_and_mostly_stay_on_the_table() -> None:
    left = fired = ships = 0
    for seed in range(6):
        opened = open_battle(TAVIRA, seed=seed)
        Match(opened.battle, dict.fromkeys(opened.file.sides, "random"), seed).play(6)
        left += sum(ship.removed_reason == "left" for ship in opened.battle.state.ships.values())
        ships += len(opened.battle.state.ships)
        fired += sum(bool(record.order.shots) for record in opened.battle.records if isinstance(record.order, Fire))
    assert left < ships / 3 and fired > 6 * 6


@pytest.mark.parametrize("name", sorted(PLAYERS.keys() - set(RUNGS)))
@pytest.mark.parametrize("number", range(len(SCENARIOS)), ids=[path.stem for path in SCENARIOS])
def test_every_player_finishes_every_scenario(number: int, name: str) -> None:
    """Against himself in the smallest scenario of each game; in the others for two turns against a random player, by
    turns on the first and on the last side; SOAK=1 plays all of them alike."""
    path = SCENARIOS[number]
    opened = open_battle(path, seed=1)
    sides = list(opened.file.sides)
    whole = path in SMALLEST or bool(os.environ.get("SOAK"))
    his, turns = (sides, 3) if whole else ([sides[-(number % 2)]], 2)
    Match(opened.battle, dict.fromkeys(sides, "random") | dict.fromkeys(his, name), 1).play(turns)
    assert opened.battle.state.outcome or opened.battle.state.turn == turns + 1
    assert not opened.battle.verify()


@pytest.mark.parametrize("game", sorted({path.parent.name for path in SCENARIOS}))
def test_ships_stay_on_the_table(game: str) -> None:
    """One in eight may be driven off it by speed, wind or a dead drive; more were."""
    path = next((one for one in SCENARIOS if one.stem == "crossed_swords" and one.parent.name == game), None)
    path = path or next(one for one in SCENARIOS if one.parent.name == game)
    gone = ships = 0
    for seed in range(6):
        battle = open_battle(path, seed=seed).battle
        Match(battle, dict.fromkeys(battle.state.sides, "random"), seed).play(8)
        ships += len(battle.state.ships)
        gone += sum(one.removed_reason in ("left", "away") for one in battle.state.ships.values())
    assert 8 * gone <= ships, f"{gone} of {ships}"
