"""The log calls systems and groups of fighters by their names: keys of the file are for files."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from game.battle.battle import Battle
from game.battle.idling import passed_over
from game.battle.loader import open_battle
from game.players.random_player import random_order
from tests.support.battles import SCENARIOS

CODE = re.compile(r"[A-Z]+\d*[a-z]|[A-Z]+\d|[a-z]+\d+|[a-z]+_\w+")  # a key that is no word: HGRa, B2, port1, bolt_p


def fought(path: Path, turns: int) -> Battle:
    """Return a battle of random orders, until that many turns are over."""
    battle, chance = open_battle(path, seed=3).battle, Random(5)
    while battle.state.outcome is None and battle.state.turn <= turns:
        order = passed_over(battle)
        if order is None:
            locked = battle.state.ready if battle.phase.secret else ()
            asked = chance.choice([prompt for prompt in battle.prompts() if prompt.side not in locked])
            order = random_order(battle.glance(asked.side), asked, chance)
        battle.play(order)
    return battle


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_no_line_names_a_system_or_a_group_by_its_key(path: Path) -> None:
    battle = fought(path, 2)
    sheets = [battle.view(None).sheet(key) for key in battle.state.ships]
    keys = {icon.key for sheet in sheets for icon in sheet.icons if CODE.fullmatch(icon.key)}
    assert keys
    for side in battle.state.sides:
        view = battle.view(side)
        names = {word for name in view.state.names.values() for word in name.split()}
        for event in view.log:
            told = event.log_line(view.state.names)
            assert not (keys - names) & set(re.findall(r"\w+", told)), told
