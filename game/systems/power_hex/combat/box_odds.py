"""Exact chances of the boxes that one shot takes from one side, and of the loss of each system there (power/8.4, 8.5).

Packets of one volley are alike, and each strikes a place by a die of its own: what a place loses follows from how many struck
it, so that places are counted one after the other and no sequence of dice has to be followed. Where one or two packets could end
the side or the ship, every sequence is followed instead; a side that only a longer volley ends counts as if it stood to its end.
"""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache
from math import factorial

import numpy as np

from game.core.values import frozen
from game.systems.power_hex.combat.damage import DamageRules, met_armour, strike_once
from game.systems.power_hex.combat.shot_odds import totals
from game.systems.power_hex.ships.design import PRIMARY, STRUCTURE
from game.systems.power_hex.ships.ship import PowerShip
from game.systems.power_hex.ships.weapons import RAKING, ShipWeapon

FOLLOWED = 2  # packets of a volley whose every sequence is followed
Cell = tuple[tuple[tuple[str, int], ...], frozenset[str], bool]  # boxes lost, armour met, destroyed


class HurtShip:
    """A ship as a key: equal ones are of one design and have lost the same."""

    __slots__ = ("harm", "ship")

    def __init__(self, ship: PowerShip) -> None:
        self.ship, self.harm = ship.copy(), tuple(sorted(ship.lost.items()))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, HurtShip) and self.ship.design is other.ship.design and self.harm == other.harm

    def __hash__(self) -> int:
        return hash((id(self.ship.design), self.harm))


@frozen
class PlaceChance:
    """A place of a chart: its chance, its armour, and the boxes a system has left (-1: structure)."""

    key: str
    chance: float
    armour: int
    left: int


@frozen
class PacketGroup:
    """What strikes together: so many packets of one size, and one more with the rest; and its chance."""

    count: int
    size: int
    rest: int
    chance: float


def places(ship: PowerShip, side: str) -> tuple[PlaceChance, ...]:
    """Every place that a packet on a side can strike first."""
    section, primary, found = ship.design.section(side), ship.design.section(PRIMARY), []
    for part, share in ((section, 1.0), (primary, section.chances().get(PRIMARY, 0) / 20)):
        for key, faces in part.chances().items():
            if key == PRIMARY and part is section:
                continue
            mount = None if key == STRUCTURE else ship.design.mount(key)
            armour, left = (mount.armour, ship.left(mount)) if mount else (part.armour, -1)
            found.append(PlaceChance(part.name if mount is None else key, share * faces / 20, armour, left))
    return tuple(found)


def taken_at(place: PlaceChance, sizes: tuple[int, ...], weapon: ShipWeapon, rules: DamageRules, shield: int) -> tuple[int, int]:
    """Boxes that packets on one place take in all, and of the system itself."""
    met = set[str]() if weapon.mode == RAKING and rules.armour_once else None
    left, boxes, own = place.left, 0, 0
    for size in sizes:
        if size <= shield:
            continue
        armour = place.armour // 2 if left == 0 else place.armour
        points = max(0, size - shield - met_armour(armour, weapon, place.key, met))
        boxes += points
        if left > 0:
            own += min(left, points)
            left = max(0, left - points)
    return boxes, own


def volleys_of(weapon: ShipWeapon, count: int, rules: DamageRules) -> tuple[PacketGroup, ...]:
    """The packets of so many pulses, or of one shot, by what its dice come to."""
    if weapon.pulses:
        return (PacketGroup(count, weapon.damage.plus, 0, 1.0),)
    if weapon.mode != RAKING:
        return tuple(PacketGroup(1, points, 0, chance) for points, chance in totals(weapon.damage))
    return tuple(PacketGroup(points // rules.packet, rules.packet, points % rules.packet, chance)
                 for points, chance in totals(weapon.damage))  # fmt: skip


@lru_cache(maxsize=1024)
def boxes_on(key: HurtShip, side: str, weapon: ShipWeapon, count: int, rules: DamageRules) -> np.ndarray:
    """The chance of each number of boxes from one shot, or so many pulses, that comes through to a side."""
    ship = key.ship
    found, every = defaultdict[int, float](float), volleys_of(weapon, count, rules)
    tables: dict[tuple[int, int], list[np.ndarray]] = {}
    for one in every:
        if not ship.structure(side) or (_short(one) and _may_end(ship, side, one)):
            chances = followed(ship, side, weapon, one, rules)
        else:
            like = one.size, one.rest
            if like not in tables:
                most = max(other.count for other in every if (other.size, other.rest) == like)
                tables[like] = _counted(ship, side, weapon, one, most, rules)
            chances = dict(enumerate(tables[like][one.count]))
        for boxes, chance in chances.items():
            found[boxes] += one.chance * chance
    out = np.zeros(max(found) + 1)
    for boxes, chance in found.items():
        out[boxes] = chance
    return out


def _short(one: PacketGroup) -> bool:
    return one.count + (one.rest > 0) <= FOLLOWED


def _may_end(ship: PowerShip, side: str, one: PacketGroup) -> bool:
    """Could a volley end a side or the ship?"""
    return one.count * one.size + one.rest >= min(ship.structure(side), ship.structure(PRIMARY))


def _counted(
    ship: PowerShip, side: str, weapon: ShipWeapon, like: PacketGroup, most: int, rules: DamageRules
) -> list[np.ndarray]:  # fmt: skip
    """For 0 to `most` packets and the rest: the chance of each number of boxes, place by place."""
    shield = ship.shield(rules.row)
    ceiling = most * like.size + like.rest + 1
    table = np.zeros((2, most + 1, ceiling))  # has the rest struck, packets that have, boxes
    table[0, 0, 0] = 1.0
    for place in places(ship, side):
        after = np.zeros_like(table)
        for struck in range(most + 1):
            full = (like.size,) * struck
            weight = place.chance**struck / factorial(struck)
            for rest in (0, 1) if like.rest else (0,):
                boxes, _ = taken_at(place, (*full, *((like.rest,) if rest else ())), weapon, rules, shield)
                part = weight * (place.chance if rest else 1.0)
                for before in range(2 - rest):
                    source = table[before, : most + 1 - struck]
                    after[before + rest, struck:, boxes:] += part * source[:, : ceiling - boxes]
        table = after
    last = table[1 if like.rest else 0]
    return [last[n] * factorial(n) for n in range(most + 1)]


def followed(ship: PowerShip, side: str, weapon: ShipWeapon, one: PacketGroup, rules: DamageRules) -> dict[int, float]:
    """The same by following every sequence of places, equal ships taken together after each packet."""
    start = sum(ship.lost.values())
    cells: dict[Cell, float] = {(tuple(sorted(ship.lost.items())), frozenset(), False): 1.0}
    for size in (*(one.size,) * one.count, *((one.rest,) if one.rest else ())):
        after = defaultdict[Cell, float](float)
        for cell, chance in cells.items():
            for new, part in _struck(ship, cell, side, weapon, size, rules):
                after[new] += chance * part
        cells = dict(after)
    found = defaultdict[int, float](float)
    for (lost, _, _), chance in cells.items():
        found[sum(n for _, n in lost) - start] += chance
    return dict(found)


def _struck(
    ship: PowerShip, cell: Cell, side: str, weapon: ShipWeapon, size: int, rules: DamageRules
) -> list[tuple[Cell, float]]:  # fmt: skip
    """Every end of one packet on a ship that has lost so much."""
    lost, met, gone = cell
    shield = ship.shield(rules.row)
    if gone or size <= shield:
        return [(cell, 1.0)]
    ends, answers = list[tuple[Cell, float]](), [tuple[str, ...]()]
    while answers:
        given = answers.pop()
        now, seen, left, chance = ship.copy(), set(met), list(given), 1.0
        now.lost = dict(lost)
        once = seen if weapon.mode == RAKING and rules.armour_once else None
        found = strike_once(now, side, weapon, size - shield, [], once)
        try:
            chart = next(found)
            while left:
                entries, key = dict(chart.entries()), left.pop(0)
                chance *= entries[key] / sum(entries.values())
                chart = found.send(key)
            answers += [(*given, key) for key, _ in chart.entries()]
        except StopIteration:
            ends.append(((tuple(sorted(now.lost.items())), frozenset(seen), not now.in_play), chance))
    return ends


@lru_cache(maxsize=1024)
def losses_on(
    key: HurtShip, side: str, weapon: ShipWeapon, count: int, rules: DamageRules
) -> tuple[tuple[str, float, float], ...]:  # fmt: skip
    """For each place of a side and of the primary section: mean boxes, and the chance that a system is destroyed; what flows on
    from one place to another is left with the first."""
    ship, shield, found = key.ship, key.ship.shield(rules.row), list[tuple[str, float, float]]()
    for place in places(ship, side):
        mean = end = 0.0
        for one in volleys_of(weapon, count, rules):
            for struck in range(one.count + 1):
                ways = factorial(one.count) / factorial(struck) / factorial(one.count - struck)
                chance = one.chance * ways * place.chance**struck * (1 - place.chance) ** (one.count - struck)
                for rest, part in (((one.rest,), place.chance), ((), 1 - place.chance)) if one.rest else (((), 1.0),):
                    _, own = taken_at(place, (*(one.size,) * struck, *rest), weapon, rules, shield)
                    mean += chance * part * own
                    end += chance * part * (place.left > 0 and own == place.left)
        found.append((place.key, mean, end))
    return tuple(found)
