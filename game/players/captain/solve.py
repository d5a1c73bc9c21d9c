"""Equilibria of zero-sum games by regret matching."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from game.board.mean_table import Array
from game.core.orders import Id

ROUNDS = 80


class Equilibrium:
    """The mixed choice of each of several pieces on two sides, near an equilibrium of a zero-sum game.

    For each pair of pieces of the two sides, `pays` has an array of shape (n, m): the points that the first side gains
    by each pair of choices. `own` and `others` have the points that each choice is worth to its own side whatever the
    others do. With one piece per side this is a matrix game. The method is regret matching plus, averaged with growing
    weights: the gap falls in proportion to one over the number of rounds, in practice faster.
    """

    def __init__(
        self, pays: Mapping[tuple[Id, Id], Array], own: Mapping[Id, Array], others: Mapping[Id, Array]
    ) -> None:
        self._pays, self._worths = pays, (own, others)
        self._now = {
            key: np.full(len(worth), 1 / len(worth)) for worths in (own, others) for key, worth in worths.items()
        }
        self._regrets = {key: np.zeros(len(mix)) for key, mix in self._now.items()}
        self._sums = {key: np.zeros(len(mix)) for key, mix in self._now.items()}

    def rounds(self, count: int = ROUNDS) -> Iterator[None]:
        """Yield after each of `count` rounds."""
        for number in range(1, count + 1):
            for side, worths in enumerate(self._worths):
                gains = {key: worth + self._gain(side, key) for key, worth in worths.items()}
                for key, gain in gains.items():
                    mix = self._now[key]
                    regret = self._regrets[key] = np.maximum(0.0, self._regrets[key] + gain - mix @ gain)
                    total = regret.sum()
                    self._now[key] = regret / total if total > 0 else np.full(len(gain), 1 / len(gain))
                    self._sums[key] += number * self._now[key]
            yield

    def _gain(self, side: int, key: Id) -> Array:
        """Return the gain of each choice of a piece against the present mixes of the others."""
        found = np.zeros(len(self._now[key]))
        for (one, foe), pay in self._pays.items():
            if (one, foe)[side] == key:
                found += -(self._now[one] @ pay) if side else pay @ self._now[foe]
        return found

    @property
    def mixes(self) -> dict[Id, Array]:
        """The chances of each piece's choices."""
        return {key: total / total.sum() for key, total in self._sums.items()}


def soft(values: Array, scale: float) -> Array:
    """Return chances that grow with values: e-fold for each `scale`."""
    powers = np.exp((values - values.max()) / max(scale, 1e-9))
    chances: Array = powers / powers.sum()
    return chances
