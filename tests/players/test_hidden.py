"""The captain knows nothing that its side cannot know: sealed orders, dice to come, which bogey is a dummy."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.battle.battle import Battle
from game.battle.loader import open_battle
from game.core.orders import Id
from game.players.match import Match

SCENARIOS = Path(__file__).resolve().parents[2] / "scenarios"
SECRET = ["full_thrust/crossed_swords", "hex12/between_the_rows", "easyhex/open_pasture", "full_sail/weather_gauge"]


def written(battle: Battle, side: Id) -> list[tuple[Id, str]]:
    """Return the orders that a captain writes for all its ships in the present phase."""
    before = len(battle.records)
    match = Match(battle, {side: "captain"}, 4)
    phase = battle.state.turn, battle.state.phase
    while phase == (battle.state.turn, battle.state.phase) and match.step():
        pass
    mine = [record.order for record in battle.records[before:] if battle.state.owner(record.order.by) == side]
    return [(order.by, str(order)) for order in mine]


@pytest.mark.parametrize("name", SECRET)
def test_sealed_orders_of_others_change_nothing(name: str) -> None:
    found = []
    for enemy in (None, "random", "greedy"):
        battle = open_battle(SCENARIOS / f"{name}.yaml", seed=2).battle
        captain, other = battle.state.sides
        if enemy:
            match = Match(battle, {other: enemy}, 9)
            while other not in battle.state.ready and any(p.side == other and p.waiting for p in battle.prompts()):
                match.step()
            assert battle.state.sealed
        found.append(written(battle, captain))
    assert found[0]
    assert found[0] == found[1] == found[2]


@pytest.mark.parametrize("name", SECRET)
def test_dice_to_come_change_nothing(name: str) -> None:
    battles = [open_battle(SCENARIOS / f"{name}.yaml", seed=seed).battle for seed in (1, 2)]
    found = [written(battle, next(iter(battle.state.sides))) for battle in battles]
    assert found[0]
    assert found[0] == found[1]


def test_it_does_not_tell_a_dummy_from_a_ship(tmp_path: Path) -> None:
    text = (SCENARIOS / "full_thrust" / "dark_passage.yaml").read_text(encoding="utf-8")
    real = "design: kiln, name: Kiln, at: [82, 14], course: 9, velocity: 8"
    fake = "design: clinker, name: Echo, at: [82, 42], course: 9, velocity: 8, dummy: true"
    other_way = {
        real: "design: clinker, name: Echo, at: [82, 14], course: 9, velocity: 8, dummy: true",
        fake: "design: kiln, name: Kiln, at: [82, 42], course: 9, velocity: 8",
    }
    assert real in text and fake in text
    swapped = text.replace(real, "{0}").replace(fake, other_way[fake]).replace("{0}", other_way[real])
    found = []
    for name, words in (("as_it_is", text), ("swapped", swapped)):
        path = tmp_path / f"{name}.yaml"
        path.write_text(words, encoding="utf-8")
        battle = open_battle(path, seed=3).battle
        found.append(written(battle, next(iter(battle.state.sides))))
    assert found[0]
    assert found[0] == found[1]
