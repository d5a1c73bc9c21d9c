"""Ids of ships, counters and sides are for files alone: no line of the log shows one, in random battles of every
game."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml

from game.battle.battle import NOBODY, Battle
from game.battle.loader import Opened, open_battle
from game.core.events import Event
from game.core.orders import Id
from game.players.match import Match
from game.rules.scenario.house_rules import BY_POINTS
from tests.support.battles import SCENARIOS

ODD = "zz_"  # what every id begins with, and no word that is meant for players
GAP = re.compile(r"  | [,.:;]|, *,|^[,.:;]")  # what is left where a name is empty
TURNS, SEEDS = 5, 2
CASES = [
    pytest.param(path, seed, marks=[pytest.mark.slow] if seed else []) for path in SCENARIOS for seed in range(SEEDS)
]


@pytest.mark.parametrize(("path", "seed"), CASES, ids=lambda part: part.stem if isinstance(part, Path) else str(part))
def test_no_line_of_the_log_shows_an_id(path: Path, seed: int, tmp_path: Path) -> None:
    battle = odd(path, seed, tmp_path).battle
    match = Match(battle, dict.fromkeys(battle.state.sides, "random"), seed)
    while battle.state.turn <= TURNS and (record := match.step()) is not None:
        if getattr(record.order, "input_mode", "") == "plot":
            words = battle.view(battle.state.owner(record.order.by)).briefly(record.order)
            assert ODD not in words, "an order in a row of the list"
    assert battle.log
    told = [event.log_line(battle.state.names) for event in battle.log]
    assert [words for words in told if GAP.search(words)] == [], "a word is missing"
    assert [words for side in (*battle.state.sides, NOBODY) for words in read_by(battle, side) if ODD in words] == []


def read_by(battle: Battle, side: Id) -> list[str]:
    """Return every line as a seat reads it, or a passer-by."""
    view = battle.view(side)
    return [f"{event.log_line(view.state.names)} {besides(event)}" for event in view.log]


def besides(event: Event) -> str:
    """Return words of a line that stand in panels and tables."""
    said = (
        event.replied,
        event.weapon,
        event.distance,
        event.needs,
        event.step,
        event.leaves,
        *event.headings,
        *event.broken,
    )
    return " ".join((*said, *(die.of for die in event.dice)))


def odd(path: Path, seed: int, folder: Path) -> Opened:
    """Return a scenario in which ships and sides have ids that are seen at once, and names; by house rules drawn at
    random."""
    laid = yaml.safe_load(path.read_text(encoding="utf-8"))
    for key, ship in laid["ships"].items():
        ship.setdefault("name", key.replace("_", " ").title())
    there = folder / path.name
    there.write_text(yaml.safe_dump(renamed(laid, {*laid["ships"], *laid["sides"]}), sort_keys=False), encoding="utf-8")
    chance = Random(f"{path.stem}/{seed}")
    house: dict[str, Any] = {
        rule.key: True if rule.default is False and rule.key.startswith("man.") else chance.choice(rule.values)[0]
        for rule in open_battle(there).battle.system.house
        if rule.key != "sensors" and rule.group != BY_POINTS and (rule.key.startswith("man.") or chance.random() < 0.4)
    }
    return open_battle(there, seed=seed, house=house)


def renamed(part: Any, keys: set[str], under: str = "") -> Any:
    """Return a part of a file with other ids in place of these, but for keys of designs and names, which may be the
    same."""
    if isinstance(part, dict):
        return {
            (ODD + key if key in keys and under in ("ships", "sides") else key): renamed(one, keys, key)
            for key, one in part.items()
        }
    if isinstance(part, list):
        return [renamed(one, keys, under) for one in part]
    return ODD + part if part in keys and under not in ("design", "name", "title", "about") else part
