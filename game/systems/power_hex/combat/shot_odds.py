"""Exact chances of a shot through all five steps: hit, interception, side, place and damage (power/8).

Every result of a die is followed to its end; one gun's shots at one ship are few enough for that. Lost boxes of a
target count.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache

from game.systems.power_hex.combat.interception import FACES as D10
from game.systems.power_hex.combat.interception import count_stopped
from game.systems.power_hex.combat.pulses import pulse_chances
from game.systems.power_hex.combat.to_hit import FACES, hits
from game.systems.power_hex.ships.weapons import DamageRoll, ShipWeapon

Chances = Mapping[int, float]


@lru_cache(maxsize=256)
def totals(roll: DamageRoll) -> tuple[tuple[int, float], ...]:
    """Return the chance of each total of a roll of damage."""
    found = {roll.plus: 1.0}
    for _ in range(roll.count):
        after = defaultdict[int, float](float)
        for total, chance in found.items():
            for face in range(1, roll.sides + 1):
                after[total + face] += chance / roll.sides
        found = dict(after)
    return tuple(sorted(found.items()))


def volleys(weapon: ShipWeapon, needed: int, guards: Sequence[ShipWeapon], naturals: bool = False) -> Chances:
    """Return the chance of each number of pulses, or of the single shot, that passes the roll to hit and
    interception."""
    return _volleys(weapon, needed, tuple(guards), naturals)


@lru_cache(maxsize=256)
def _volleys(weapon: ShipWeapon, needed: int, guards: tuple[ShipWeapon, ...], naturals: bool) -> Chances:
    found, fired = defaultdict[int, float](float), defaultdict[int, float](float)
    for face in range(1, FACES + 1):
        if not hits(needed, face, naturals):
            fired[0] += 1 / FACES
        elif weapon.pulses:
            for count, chance in enumerate(pulse_chances(weapon, needed, face)):
                fired[count] += chance / FACES
        else:
            fired[1] += 1 / FACES
    for count, chance in fired.items():
        for left, part in through(weapon, count, guards) if count else ((0, 1.0),):
            found[left] += chance * part
    return {left: chance for left, chance in found.items() if chance}


@lru_cache(maxsize=1024)
def through(weapon: ShipWeapon, count: int, guards: tuple[ShipWeapon, ...]) -> tuple[tuple[int, float], ...]:
    """Return the rest of `count` pulses after the allotted guns."""
    found = {count: 1.0}
    for gun in guards:
        after = defaultdict[int, float](float)
        for left, chance in found.items():
            for face in range(1, D10 + 1):
                after[left - count_stopped(gun, weapon, face, left) if left else 0] += chance / D10
        found = dict(after)
    return tuple(found.items())
