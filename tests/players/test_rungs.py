"""The opponents of the ladder play every game, and do what each of them is for."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from game.battle.battle import Battle
from game.battle.loader import open_battle
from game.core.state import Piece
from game.players import RUNGS, player
from game.players.match import Match

ROOT = Path(__file__).resolve().parents[2]
BATTLES = [
    "full_thrust/duel", "full_thrust/vector_pairs", "hex12/spines", "easyhex/two_and_two", "hexcess/rocks_between",
    "full_sail/frigates", "power_hex/destroyers",
]  # fmt: skip


def opened(name: str, seed: int = 1) -> Battle:
    return open_battle(ROOT / "scenarios" / f"{name}.yaml", seed=seed).battle


@pytest.mark.parametrize("name", BATTLES)
@pytest.mark.parametrize("rung", RUNGS)
def test_it_plays_every_game(rung: str, name: str) -> None:
    battle = opened(f"openings/{name}")
    Match(battle, dict.fromkeys(battle.state.sides, rung), 1).play(2)
    assert battle.state.turn == 3 or battle.state.outcome
    assert not battle.verify()


def test_it_has_no_style() -> None:
    with pytest.raises(LookupError, match=r"The player “doctrine” has no style “bold”\."):
        player("doctrine:bold")


def played(name: str, rung: str, turns: int) -> list[Piece]:
    """The first ship of a rung at the beginning of each turn, against another that does nothing much."""
    battle = opened(name)
    first, other = battle.state.sides
    match = Match(battle, {first: rung, other: "circler"}, 1)
    key = next(iter(battle.state.fleet(first))).id
    found = []
    for turn in range(1, turns + 1):
        found.append(battle.state.known_piece(key).copy())
        match.play(turn)
    return found


def test_the_circler_turns_the_same_way() -> None:
    ways = [ship.facing for ship in played("openings/full_thrust/duel", "circler", 4)]
    assert all(0 < (after - before) % 12 < 6 for before, after in pairwise(ways))
