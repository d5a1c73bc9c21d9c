"""Equilibria of small games whose values are known."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest

from game.board.mean_table import Array
from game.players.captain.solve import Equilibrium, soft

# the game, both sides' mixes and the value
GAMES: dict[str, tuple[list[list[float]], list[float], list[float], float]] = {
    "matching pennies": ([[1, -1], [-1, 1]], [0.5, 0.5], [0.5, 0.5], 0.0),
    "rock, paper, scissors": ([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], [1 / 3] * 3, [1 / 3] * 3, 0.0),
    "a saddle": ([[3, 1], [0, -2]], [1, 0], [0, 1], 1.0),
    "uneven": ([[2, -1], [-1, 1]], [0.4, 0.6], [0.4, 0.6], 0.2),
}


def equilibrium(
    pays: Mapping[tuple[str, str], Array], own: Mapping[str, Array], others: Mapping[str, Array], rounds: int
) -> dict[str, Array]:
    found = Equilibrium(pays, own, others)
    assert len(list(found.rounds(rounds))) == rounds
    return found.mixes


@pytest.mark.parametrize("name", GAMES)
def test_a_matrix_game(name: str) -> None:
    pays, ours, theirs, value = GAMES[name]
    game = np.array(pays, dtype=float)
    own, others = np.zeros(len(ours)), np.zeros(len(theirs))
    mixes = equilibrium({("a", "b"): game}, {"a": own}, {"b": others}, 2000)
    assert mixes["a"] == pytest.approx(ours, abs=0.02)
    assert mixes["b"] == pytest.approx(theirs, abs=0.02)
    assert mixes["a"] @ game @ mixes["b"] == pytest.approx(value, abs=0.01)


def test_random_games_leave_no_one_much_to_gain() -> None:
    rng = np.random.default_rng(7)
    for _ in range(20):
        pays = {(one, foe): rng.normal(size=(5, 6)) for one in "ab" for foe in "cd"}
        own = {one: rng.normal(size=5) for one in "ab"}
        others = {foe: rng.normal(size=6) for foe in "cd"}
        mixes = equilibrium(pays, own, others, 400)
        for one in "ab":
            gains = own[one] + sum(pays[one, foe] @ mixes[foe] for foe in "cd")
            assert gains.max() - mixes[one] @ gains < 0.15
        for foe in "cd":
            gains = others[foe] - sum(mixes[one] @ pays[one, foe] for one in "ab")
            assert gains.max() - mixes[foe] @ gains < 0.15


def test_what_is_worth_to_its_own_side_counts() -> None:
    mixes = equilibrium({("a", "b"): np.zeros((2, 2))}, {"a": np.array([0.0, 1.0])}, {"b": np.array([2.0, 0.0])}, 200)
    assert mixes["a"][1] > 0.97
    assert mixes["b"][0] > 0.97


def test_chances_grow_with_values() -> None:
    chances = soft(np.array([0.0, 1.0, -1.0]), 0.5)
    assert chances.sum() == pytest.approx(1)
    assert chances[1] / chances[0] == pytest.approx(np.exp(2))
