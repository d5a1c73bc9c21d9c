"""Exact chances of how a shot ends that comes through to a side, each end once: the ship destroyed, the side lost, a system
lost, boxes alone, nothing (power/8.4, 8.5).

A single packet strikes a single place, which is told too. Of several packets each strikes a place of its own: they are counted
place by place, as in `box_odds`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import factorial

import numpy as np

from game.core.values import frozen
from game.systems.power_hex.combat.box_odds import (
    HurtShip,
    PacketGroup,
    PlaceChance,
    ending,
    place_damage,
    places,
    toll_on,
    volleys_of,
)
from game.systems.power_hex.combat.damage import DamageRules, met_armour
from game.systems.power_hex.ships.design import PRIMARY, STRUCTURE
from game.systems.power_hex.ships.ship import PowerShip
from game.systems.power_hex.ships.weapons import ShipWeapon

DESTROYED, SIDE_LOST, SYSTEM_LOST, BOXES, NOTHING = ENDS = "destroyed", "side lost", "system lost", "boxes", "nothing"
LEAST = 1e-12  # below this a chance is what sums of fractions leave
SYSTEM, SEVERAL = "system", ""  # kinds of places besides structure and primary


@frozen
class ShotEnd:
    """An end of a shot: the kind of place that it strikes first (structure, system, primary; none for several packets), what
    comes of it, and the chance."""

    place: str
    end: str
    chance: float


@lru_cache(maxsize=512)
def ends_on(key: HurtShip, side: str, weapon: ShipWeapon, count: int, rules: DamageRules) -> tuple[ShotEnd, ...]:
    """Every end of one shot, or of so many pulses, that come through to a side; the chances sum to 1."""
    every, found = volleys_of(weapon, count, rules), defaultdict[tuple[str, str], float](float)
    if all(one.count == 1 and not one.rest for one in every):
        for one in every:
            for place, end, chance in _single(key.ship, side, weapon, one.size, rules):
                found[place, end] += one.chance * chance
    else:
        for end, chance in _several(key, side, weapon, count, every, rules):
            found[SEVERAL, end] += chance
    return tuple(ShotEnd(place, end, chance) for (place, end), chance in found.items() if chance > LEAST)


# -- a single packet -----------------------------------------------------------------------------------------------------


def _single(
    ship: PowerShip, side: str, weapon: ShipWeapon, size: int, rules: DamageRules
) -> Iterator[tuple[str, str, float]]:
    """Places, ends and chances of one packet."""
    shield = ship.shield(rules.row)
    if not ship.structure(side):
        armour = met_armour(ship.design.section(side).armour // 2, weapon, side, None)
        for end, chance in _inside(ship, max(0, size - shield - armour) if size > shield else 0):
            yield PRIMARY, end, chance
        return
    damage = place_damage(weapon, rules, shield)
    for place in places(ship, side):
        kind = PRIMARY if place.section == PRIMARY else STRUCTURE if place.left < 0 else SYSTEM
        boxes, own = damage.taken(place, (size,))
        over = boxes - own - ship.structure(place.section)
        if over >= 0 and place.section == PRIMARY:
            yield kind, DESTROYED, place.chance
        elif over >= 0:
            for end, chance in _inside(ship, over):
                yield kind, DESTROYED if end == DESTROYED else SIDE_LOST, place.chance * chance
        else:
            yield kind, _plain_end(place, boxes, own), place.chance


def _plain_end(place: PlaceChance, boxes: int, own: int) -> str:
    """Name the end of a packet that leaves the structure of the place standing."""
    return SYSTEM_LOST if own == place.left > 0 else BOXES if boxes else NOTHING


def _inside(ship: PowerShip, points: int) -> Iterator[tuple[str, float]]:
    """Ends of points that go on to a random place of the standing primary section, without more armour; with chances."""
    if not points:
        yield NOTHING, 1.0
        return
    primary, left = ship.design.section(PRIMARY), dict[str, int]()
    for key, faces in primary.chances().items():
        boxes = 0 if key == STRUCTURE else ship.left(ship.design.mount(key))
        if faces and (key == STRUCTURE or boxes):
            left[key] = boxes
    every = sum(primary.chances()[key] for key in left)
    for key, boxes in left.items():
        gone = points - boxes >= ship.structure(PRIMARY)
        end = DESTROYED if gone else SYSTEM_LOST if 0 < boxes <= points else BOXES
        yield end, primary.chances()[key] / every


# -- several packets -----------------------------------------------------------------------------------------------------


def _several(
    key: HurtShip, side: str, weapon: ShipWeapon, count: int, every: Sequence[PacketGroup], rules: DamageRules
) -> Iterator[tuple[str, float]]:
    """Ends of several packets; on a side that is lost those of systems inside are counted with boxes."""
    ship, toll = key.ship, toll_on(key, side, weapon, count, rules)
    side_lost = ending(dict(enumerate(toll.reaching)), ship.structure(side))
    if not ship.structure(side):
        yield from ((DESTROYED, toll.destroyed), (BOXES, 1 - toll.destroyed))
        return
    calm, stands = _standing(key, side, weapon, every, rules, True), 1 - side_lost
    inside = max(0.0, stands - _standing(key, side, weapon, every, rules, False))  # the ship ends, and the side stands
    destroyed = max(toll.destroyed, inside)
    none = toll.boxes[0]
    yield from ((DESTROYED, destroyed), (SIDE_LOST, max(0.0, side_lost - (destroyed - inside))), (NOTHING, none),
                (BOXES, max(0.0, calm - none)), (SYSTEM_LOST, max(0.0, stands - inside - calm)))  # fmt: skip


def _standing(
    key: HurtShip, side: str, weapon: ShipWeapon, every: Sequence[PacketGroup], rules: DamageRules, sparing: bool
) -> float:
    """The chance that side and ship stand, and if `sparing` no system is destroyed."""
    found = 0.0
    for size in dict.fromkeys(one.size for one in every):
        like = [one for one in every if one.size == size]
        rests, most = tuple(sorted({one.rest for one in like})), max(one.count for one in like)
        table = _stand_table(key, side, weapon, size, rests, most, rules, sparing)
        found += sum(one.chance * table[one.rest, one.count] for one in like)
    return found


@lru_cache(maxsize=256)
def _stand_table(
    key: HurtShip, side: str, weapon: ShipWeapon, size: int, rests: tuple[int, ...], most: int, rules: DamageRules, sparing: bool
) -> dict[tuple[int, int], float]:
    """That chance by the rest and the number of whole packets: places one after the other, by what reaches both structures."""
    ship = key.ship
    damage = place_damage(weapon, rules, ship.shield(rules.row))
    side_left, core_left = ship.structure(side), ship.structure(PRIMARY)
    core = core_left if most * size + max(rests) >= core_left else 1  # the ship cannot end: no need to count
    table = np.zeros((len(rests), 2, most + 1, side_left, core))  # rests; has the rest struck; packets that have; points
    table[:, 0, 0, 0, 0] = 1.0

    def reaches(place: PlaceChance, sizes: tuple[int, ...]) -> tuple[int, int] | None:
        boxes, own = damage.taken(place, sizes)
        if sparing and own == place.left > 0:
            return None
        to = boxes - own
        aside, inside = (to, 0) if place.section == side else (0, to if core > 1 else 0)
        return (aside, inside) if aside < side_left and inside < core else None

    for place in places(ship, side):
        after = np.zeros_like(table)
        for struck in range(most + 1):
            weight, upto = place.chance**struck / factorial(struck), most + 1 - struck
            if at := reaches(place, (size,) * struck):
                a, b = at
                after[:, :, struck:, a:, b:] += weight * table[:, :, :upto, : side_left - a, : core - b]
            for n, rest in enumerate(rests):
                if rest and (at := reaches(place, (*(size,) * struck, rest))):
                    a, b = at
                    shifted = table[n, 0, :upto, : side_left - a, : core - b]
                    after[n, 1, struck:, a:, b:] += weight * place.chance * shifted
        table = after
    sums = table.sum(axis=(3, 4))
    return {(rest, count): float(sums[n, 1 if rest else 0, count]) * factorial(count)
            for n, rest in enumerate(rests) for count in range(most + 1)}  # fmt: skip
