"""Throws of dice at a ship, as what their chances depend on: beam dice, tables of results, and several hits alike."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
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


@dataclass(frozen=True, eq=False)
class SeveralHits:
    """As many hits as the chances of 0, 1, 2 … say, each in a mode and of the chances of 0, 1, 2 … points.

    Made by `several_hits`, which gives the same object for the same chances: to compare many long tuples takes time.
    """

    counts: tuple[float, ...]
    points: tuple[float, ...]
    mode: str

    @property
    def likely(self) -> tuple[tuple[int, float], ...]:
        """Numbers of hits that can be, with their chances."""
        return tuple((count, chance) for count, chance in enumerate(self.counts) if chance > 0)

    @property
    def one_hit(self) -> Table:
        """One of the hits."""
        return tuple((chance, ((self.mode, n),) if n else ()) for n, chance in enumerate(self.points) if chance > 0)


@lru_cache(maxsize=4096)
def several_hits(counts: tuple[float, ...], points: tuple[float, ...], mode: str) -> SeveralHits:
    """As many hits as some chances of 0, 1, 2 … say, each of the chances of 0, 1, 2 … points."""
    return SeveralHits(counts, points, mode)


Throw = BeamDice | Table | SeveralHits
Throws = tuple[Throw, ...]
