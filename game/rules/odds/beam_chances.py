"""The exact chances of throws of beam dice, with all dice that sixes earn (full-thrust-base/5.8)."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import numpy as np

from game.core.events import Die
from game.core.umpire import Umpire
from game.rules.ships.beam_dice import FACES, Rerolls, beam_volley, score
from game.rules.ships.ship import Hit

if TYPE_CHECKING:
    from numpy.typing import NDArray

Vector: TypeAlias = "NDArray[np.float64]"
CUT = 1e-13  # re-rolls are followed until the remaining ones are less likely than this


class BeamDice(NamedTuple):
    """A throw of beam dice, with everything that its chances depend on. With `through`, re-rolls ignore armour."""

    dice: int
    level: int
    rerolls: Rerolls
    added: int = 0
    through: bool = True

    def roll(self, umpire: Umpire, label: str) -> tuple[list[Hit], tuple[Die, ...]]:
        hits, dice = beam_volley(umpire, self.dice, self.level, label, self.rerolls, self.added)
        if self.through:
            return hits, dice
        points = sum(points for _, points in hits)
        return [("normal", points)] * bool(points), dice

    @property
    def likely(self) -> tuple[BeamDice]:
        """The throw itself, since its chances depend on nothing else."""
        return (self,)


@lru_cache(maxsize=1024)
def beam_chances(throw: BeamDice) -> NDArray[np.float64]:
    """Return the chance of n ordinary points and m points past armour, at [n, m], of a throw of beam dice
    (full-thrust-base/5.8)."""
    if not throw.through:
        return _as_ordinary(beam_chances(throw._replace(through=True)))
    if throw.dice == 0:
        return np.ones((1, 1))
    before = beam_chances(throw._replace(dice=throw.dice - 1))
    again = reroll_chances(throw.rerolls.reroll_modifier(throw.added)) if throw.rerolls else np.ones(1)
    after = np.zeros((before.shape[0] + 2, before.shape[1] + len(again) - 1))
    for face in FACES:
        points = score(face, throw.level, throw.added)
        if face == 6 and throw.rerolls:
            for row in range(before.shape[0]):
                after[row + points] += np.convolve(before[row], again) / 6
        else:
            after[points : points + before.shape[0], : before.shape[1]] += before / 6
    return trimmed(after)


@lru_cache
def reroll_chances(added: int) -> Vector:
    """Return the chances of n points from one re-rolled die and all dice its sixes earn, followed down to `CUT`."""
    plain: Vector = np.zeros(3)
    for face in range(1, 6):
        plain[score(face, 0, added)] += 1 / 6
    six = score(6, 0, added)
    if six == 0:
        only: Vector = plain / plain.sum()
        return only
    rounds = math.ceil(math.log(CUT) / math.log(1 / 6))
    total = np.zeros(six * rounds + 3)
    for turn in range(rounds + 1):
        total[six * turn : six * turn + 3] += plain / 6**turn
    return np.trim_zeros(total / total.sum(), "b")


def _as_ordinary(table: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the chances of n points at [n, 0], with points past armour counted as ordinary ones."""
    merged = np.zeros((sum(table.shape) - 1, 1))
    for normal, row in enumerate(table):
        merged[normal : normal + len(row), 0] += row
    return merged


def trimmed(table: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the table without the last rows and columns that together are less likely than `CUT`."""
    columns = np.cumsum(table.sum(axis=0)[::-1])[::-1] >= CUT
    rows = np.cumsum(table.sum(axis=1)[::-1])[::-1] >= CUT
    return table[: int(rows.sum()), : int(columns.sum())].copy()
