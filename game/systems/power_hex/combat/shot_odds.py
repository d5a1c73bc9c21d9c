"""Exact chances of a shot through all five steps: hit, interception, side, place, damage (power/8).

Every answer of a die is followed to its end; shots of one gun at one ship are few enough for that. Boxes that a target
has lost already count.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from game.core.values import frozen
from game.systems.power_hex.combat.damage import DamageRules, HitChart, packets, strike
from game.systems.power_hex.combat.interception import FACES as D10
from game.systems.power_hex.combat.interception import stopped
from game.systems.power_hex.combat.pulses import pulse_chances
from game.systems.power_hex.combat.to_hit import FACES, hits
from game.systems.power_hex.ships.ship import PowerShip
from game.systems.power_hex.ships.weapons import DamageRoll, ShipWeapon

Chances = Mapping[int, float]


@lru_cache(maxsize=256)
def totals(roll: DamageRoll) -> tuple[tuple[int, float], ...]:
    """The chance of each total of a roll of damage."""
    found = {roll.plus: 1.0}
    for _ in range(roll.count):
        after = defaultdict[int, float](float)
        for total, chance in found.items():
            for face in range(1, roll.sides + 1):
                after[total + face] += chance / roll.sides
        found = dict(after)
    return tuple(sorted(found.items()))


def volleys(weapon: ShipWeapon, needed: int, guards: Sequence[ShipWeapon], naturals: bool = False) -> Chances:
    """The chance of each number of pulses, or of one shot, that comes through to hit and interception."""
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
    """What guns that are allotted leave of so many pulses."""
    found = {count: 1.0}
    for gun in guards:
        after = defaultdict[int, float](float)
        for left, chance in found.items():
            for face in range(1, D10 + 1):
                after[left - stopped(gun, weapon, face, left) if left else 0] += chance / D10
        found = dict(after)
    return tuple(found.items())


@frozen
class HitEnding:
    """One end of a hit on one side: its chance, boxes lost by place, and whether the ship is destroyed."""

    chance: float
    lost: tuple[tuple[str, int], ...]
    destroyed: bool

    @property
    def boxes(self) -> int:
        """All boxes together."""
        return sum(n for _, n in self.lost)


def endings(
    target: PowerShip, side: str, weapon: ShipWeapon, sizes: tuple[int, ...], rules: DamageRules
) -> Iterator[HitEnding]:
    """Every end of packets of these sizes on one side, with its chance."""
    answers: list[tuple[str, ...]] = [()]
    while answers:
        given = answers.pop()
        ship, left, chance, asked = target.copy(), list(given), 1.0, None
        found = strike(ship, side, weapon, sizes, rules, [])
        try:
            chart: HitChart = next(found)
            while True:
                entries = chart.entries()
                if not left:
                    asked = entries
                    break
                key = left.pop(0)
                chance *= dict(entries)[key] / sum(n for _, n in entries)
                chart = found.send(key)
        except StopIteration:
            pass
        if asked is not None:
            answers += [(*given, key) for key, _ in asked]
            continue
        lost = tuple((key, n - target.lost.get(key, 0)) for key, n in ship.lost.items() if n > target.lost.get(key, 0))
        yield HitEnding(chance, lost, not ship.in_play)


def damage_sizes(weapon: ShipWeapon, count: int, rules: DamageRules) -> Iterator[tuple[tuple[int, ...], float]]:
    """The packets of so many pulses, or of one shot, with their chances."""
    if not count:
        return
    for points, chance in totals(weapon.damage):
        yield packets(weapon, points, count, rules), chance
