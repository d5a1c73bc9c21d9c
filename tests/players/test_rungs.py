"""The opponents of the ladder play every game, and do what each of them is for."""

from __future__ import annotations

import math
from itertools import pairwise
from pathlib import Path

import pytest

from game.battle.battle import Battle
from game.battle.loader import open_battle
from game.core.state import Piece
from game.players import RUNGS, player
from game.players.match import Match
from game.rules.movement.plot import Plot

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
    with pytest.raises(LookupError, match="'doctrine' has no style"):
        player("doctrine:bold")


def played(name: str, rung: str, turns: int, other: str = "circler") -> list[Piece]:
    """Return the first ship of a rung at the beginning of each turn, against one that does hardly anything."""
    battle = opened(name)
    first, second = battle.state.sides
    match = Match(battle, {first: rung, second: other}, 1)
    key = next(iter(battle.state.fleet(first))).id
    found = []
    for turn in range(1, turns + 1):
        found.append(battle.state.known_piece(key).copy())
        match.play(turn)
    return found


def test_the_circler_turns_the_same_way() -> None:
    ways = [ship.facing for ship in played("openings/full_thrust/duel", "circler", 4)]
    assert all(0 < (after - before) % 12 < 6 for before, after in pairwise(ways))


def test_the_corner_stops_in_a_corner_and_looks_out() -> None:
    last = played("openings/full_thrust/duel", "corner", 8)[-1]
    assert math.dist(last.at, (0, 0)) < 8 and last.velocity == 0
    assert last.facing in (1, 2)


def test_the_turtle_stops_with_its_bow_on_the_enemy() -> None:
    last = played("openings/full_thrust/duel", "turtle", 3)[-1]
    assert last.velocity == 0
    assert last.facing in (2, 3)


def test_the_edge_runner_is_at_the_edge() -> None:
    for ship in played("openings/full_thrust/duel", "edge-runner", 7)[3:]:
        assert min(*ship.at, 72 - ship.at[0], 48 - ship.at[1]) < 6
        assert ship.velocity > 6


@pytest.mark.parametrize("rung", ["chaser", "rammer"])
def test_it_closes_with_a_slower_enemy(rung: str) -> None:
    battle = opened("openings/full_thrust/duel")
    first, second = battle.state.sides
    Match(battle, {first: rung, second: "turtle"}, 1).play(4)
    (one,), (other,) = battle.state.fleet(first), battle.state.fleet(second)
    assert math.dist(one.at, other.at) < 12


def test_the_rammer_rams() -> None:
    battle = opened("openings/full_thrust/duel")
    first, second = battle.state.sides
    Match(battle, {first: "rammer", second: "turtle"}, 1).play(1)
    orders = [record.order for record in battle.records if isinstance(record.order, Plot)]
    assert [bool(order.ram) for order in orders] == [True, False]


def test_the_copycat_does_what_its_enemy_did() -> None:
    ways = [ship.facing for ship in played("openings/full_thrust/duel", "copycat", 6)]
    turns = [(after - before) % 12 for before, after in pairwise(ways)]
    assert turns == [0, 2, 2, 2, 2]  # straight on while nothing has been shown


def test_doctrine_keeps_its_enemy_ahead() -> None:
    battle = opened("openings/full_thrust/duel")
    first, second = battle.state.sides
    match, off = Match(battle, {first: "doctrine", second: "turtle"}, 1), list[float]()
    for turn in range(1, 5):
        match.play(turn)
        if not battle.state.fleet(second):
            break
        one, other = battle.state.fleet(first)[0], battle.state.fleet(second)[0]
        way = math.degrees(math.atan2(other.at[0] - one.at[0], other.at[1] - one.at[1]))
        off.append(abs((way - 30 * one.facing + 180) % 360 - 180))
    assert sum(off) / len(off) < 30


def test_doctrine_takes_a_convoy_to_its_edge() -> None:
    battle = opened("full_thrust/salt_convoy")
    ships = battle.state.victory["ships"]
    first = battle.state.owner(ships[0])
    before = [battle.state.known_piece(key).at[0] for key in ships]
    Match(battle, {side: "doctrine" if side == first else "circler" for side in battle.state.sides}, 1).play(3)
    now = [battle.state.known_piece(key).at[0] for key in ships]
    assert all(after > earlier + 10 for earlier, after in zip(before, now))
