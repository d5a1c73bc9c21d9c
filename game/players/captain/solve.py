"""Equilibria of zero-sum games by regret matching."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from game.board.mean_table import Array
from game.core.orders import Id

ROUNDS = 80


def equilibrium(
    pays: Mapping[tuple[Id, Id], Array], own: Mapping[Id, Array], others: Mapping[Id, Array], rounds: int = ROUNDS
) -> dict[Id, Array]:
    """The mixed choice of each of several pieces on two sides, near a zero-sum equilibrium.

    `pays` has for each piece of the first side and each of the second the points that the first gains by each pair of
    choices, an array of shape (n, m). `own` and `others` have the points that each choice is worth to its own side
    whatever the others do. With one piece a side it is a matrix game. Regret matching plus, averaged with weights that
    grow: the gap falls as one over the rounds, in practice faster.
    """
    mixes = {key: np.full(len(worth), 1 / len(worth)) for worths in (own, others) for key, worth in worths.items()}
    regrets = {key: np.zeros(len(mix)) for key, mix in mixes.items()}
    means = {key: np.zeros(len(mix)) for key, mix in mixes.items()}
    for number in range(1, rounds + 1):
        for side, worths in enumerate((own, others)):
            gains = {}
            for key, worth in worths.items():
                gain = worth.copy()
                for pair, pay in pays.items():
                    if pair[side] == key:
                        gain += pay @ mixes[pair[1]] if side == 0 else -(mixes[pair[0]] @ pay)
                gains[key] = gain
            for key, gain in gains.items():
                regret = regrets[key] = np.maximum(0.0, regrets[key] + gain - mixes[key] @ gain)
                total = regret.sum()
                mixes[key] = regret / total if total > 0 else np.full(len(gain), 1 / len(gain))
                means[key] += number * mixes[key]
    return {key: mean / mean.sum() for key, mean in means.items()}


def soft(values: Array, scale: float) -> Array:
    """Chances that grow with values: e-fold for each `scale`."""
    powers = np.exp((values - values.max()) / max(scale, 1e-9))
    chances: Array = powers / powers.sum()
    return chances
