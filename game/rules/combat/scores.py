"""What the dice of a shot came to beside all that they could have come to, as a line of the log tells it."""

from __future__ import annotations

from functools import lru_cache

from game.core.events import Score, scored
from game.rules.combat.fire_odds import beam_chances
from game.rules.combat.weapon import BeamDice, Table
from game.rules.ships.design import CLASSED, STEMS, Mount


def points_of(rolled: int, throw: BeamDice | Table) -> Score:
    """Points of damage before armour that a throw came to, and the exact chances of every number of them."""
    return Score(rolled, point_chances(throw))


@lru_cache(maxsize=4096)
def point_chances(throw: BeamDice | Table) -> tuple[float, ...]:
    """The chance of each number of points, whatever armour or screening ships make of them."""
    if isinstance(throw, BeamDice):
        return scored(0, beam_chances(throw._replace(through=False))[:, 0]).chances
    sums: dict[int, float] = {}
    for chance, hits in throw:
        points = sum(amount for _, amount in hits)
        sums[points] = sums.get(points, 0.0) + chance
    return tuple(sums.get(n, 0.0) for n in range(max(sums) + 1))


def kind_of_gun(mount: Mount) -> str:
    """The sort of a system in words, with its class: Beam 2, K-gun 3, Pulse torpedo."""
    return STEMS[mount.kind][1] + (f" {mount.level}" if mount.kind in CLASSED else "")


def with_capital(words: str) -> str:
    """Words that begin with a capital, other letters kept: ER salvo, Plasma bolt."""
    return words[:1].upper() + words[1:]
