"""The account of random battles of every game: what is dealt is what is taken, and all its tables are of the same
shots."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.account.account import Account, account_of
from game.account.luck import UNITS, Luck
from game.battle.battle import Battle
from game.battle.loader import open_battle
from game.players.match import Match
from tests.support.battles import OF_THRUST, SCENARIOS

TURNS = 10
CASES = [
    pytest.param(path, seed, id=f"{path.stem}-{seed}", marks=[pytest.mark.slow] if seed else [])
    for path in SCENARIOS
    for seed in range(3)
]


def fought(path: Path, seed: int, turns: int = TURNS) -> Battle:
    opened = open_battle(path, seed=seed)
    Match(opened.battle, dict.fromkeys(opened.file.sides, "random"), seed).play(turns)
    return opened.battle


@pytest.mark.parametrize(("path", "seed"), CASES)
def test_damage_dealt_is_damage_taken(path: Path, seed: int) -> None:
    battle = fought(path, seed)
    found = account_of(battle.view(None))
    taken = sum(ship.taken for ship in found.ships)
    assert taken == sum(ship.dealt for ship in found.ships) + found.accidents
    assert taken == sum(side.taken for side in found.sides)
    turns = [one for turn in found.turns for _, one in turn.sides]
    assert taken == sum(one.taken for one in turns) == sum(one.dealt for one in turns) + found.accidents
    assert sum(one.lost for one in turns) == sum(bool(ship.end) for ship in found.ships)
    same_shots(found)
    if path in OF_THRUST:
        assert {ship.id: ship.taken for ship in found.ships} == boxes_gone(battle)


def same_shots(found: Account) -> None:
    """Ships, sides, turns and weapons tell of as many shots, and of the same points."""
    tables = (
        [luck for ship in found.ships for luck in ship.luck], [luck for side in found.sides for luck in side.luck],
        [luck for turn in found.turns for _, side in turn.sides for luck in side.luck],
        [one.luck for one in found.weapons],
    )  # fmt: skip
    for unit in UNITS:
        sums = [[luck for luck in table if luck.unit == unit] for table in tables]
        assert len({(sum(luck.shots for luck in table), sum(luck.rolled for luck in table)) for table in sums}) == 1
        assert max(means(sums)) - min(means(sums)) < 1e-6
    assert all(0 <= luck.at_least <= 1 and 0 <= luck.at_most <= 1 for table in tables for luck in table)
    assert all(luck.at_least + luck.at_most > 1 - 1e-9 for table in tables for luck in table), (
        "what was rolled is in both"
    )


def means(sums: list[list[Luck]]) -> list[float]:
    """Return what each table comes to on average."""
    return [sum(luck.expected for luck in table) for table in sums]


def boxes_gone(battle: Battle) -> dict[str, int]:
    """Return boxes of hull and armour that each ship has lost since the start, by its state; of a dummy none are
    counted."""
    start = battle.at(0)
    had = {key: ship.hull + sum(ship.armour) for key, ship in start.ships.items()}
    return {key: had[key] - ship.hull - sum(ship.armour) for key, ship in battle.state.ships.items() if not ship.dummy}


def test_a_seat_learns_nothing_from_the_account_that_the_others_seal() -> None:
    """While orders are sealed, an account changes for nobody: it is built from what a seat may see and read."""
    battle = open_battle(next(path for path in SCENARIOS if path.stem == "tavira_passage"), seed=4).battle
    match = Match(battle, dict.fromkeys(battle.state.sides, "random"), 4)
    seen: dict[str, Account] = {}
    compared = 0
    while battle.state.turn < 5 and match.step():
        now = {side: account_of(battle.view(side)) for side in battle.state.sides}
        if seen and battle.records[-1].sealed:
            compared += 1
            assert now == seen
        seen = now
    assert compared > 20


def test_what_a_seat_has_not_made_out_has_no_name_in_its_account() -> None:
    path = next(path for path in SCENARIOS if path.stem == "dark_passage")
    battle = open_battle(path, seed=2).battle
    Match(battle, dict.fromkeys(battle.state.sides, "random"), 2).play(1)
    mine = account_of(battle.view("azure"))
    unknown = [one for one in mine.ships if one.name.startswith("Bogey")]
    assert len(unknown) == 3 and {one.side for one in unknown} == {"amber"}
    assert not {battle.state.ships[one.id].name for one in unknown} & {one.name for one in mine.ships}
