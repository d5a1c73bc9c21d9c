"""Throws of dice at a ship, as what their chances depend on: beam dice, tables of results, and several hits alike."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from game.rules.ships.beam_dice import Rerolls
from game.rules.ships.ship import Hit

Table = tuple[tuple[float, tuple[Hit, ...]], ...]  # every result with its chance

FACES = range(1, 7)


class BeamDice(NamedTuple):
    """A throw of beam dice, as what its chances depend on; `through` is whether re-rolls go past armour."""

    dice: int
    level: int
    rerolls: Rerolls
    added: int = 0
    through: bool = True


@dataclass(frozen=True)
class SeveralHits:
    """As many hits as the chances of 0, 1, 2 … say, each in a mode and of the chances of 0, 1, 2 … points."""

    counts: tuple[float, ...]
    points: tuple[float, ...]
    mode: str

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.counts, self.points, self.mode))

    @property
    def likely(self) -> tuple[tuple[int, float], ...]:
        """Numbers of hits that can be, with their chances."""
        return tuple((count, chance) for count, chance in enumerate(self.counts) if chance > 0)

    @property
    def one_hit(self) -> Table:
        """One of the hits."""
        return tuple((chance, ((self.mode, n),) if n else ()) for n, chance in enumerate(self.points) if chance > 0)


Throw = BeamDice | Table | SeveralHits
Throws = tuple[Throw, ...]
