"""Exact chances of the result of a shot at a side, each counted once (power/8.4, 8.5).

The results are the ship destroyed, the side lost, a system lost, only boxes, or nothing. A single packet hits a single
place, which is part of the result. Of several packets each hits its own place; they are counted place by place, as in
`one_shot`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache

from game.core.values import frozen
from game.systems.power_hex.combat.damage import DamageRules, lost_armour, met_armour
from game.systems.power_hex.combat.odds.exact.one_shot import ShotToll, one_shot, single_losses, spared_on
from game.systems.power_hex.combat.odds.exact.places import HurtShip, PlaceChance, inside_faces, places
from game.systems.power_hex.combat.shot_odds import totals
from game.systems.power_hex.ships.design import PRIMARY, STRUCTURE
from game.systems.power_hex.ships.ship import PowerShip
from game.systems.power_hex.ships.weapons import RAKING, ShipWeapon

DESTROYED, SIDE_LOST, SYSTEM_LOST, BOXES, NOTHING = "destroyed", "side lost", "system lost", "boxes", "nothing"
LEAST = 1e-12  # smaller chances are rounding errors
SYSTEM, SEVERAL = "system", ""  # kinds of places besides structure and primary


@frozen
class ShotEnd:
    """A result of a shot: the kind of place that it hits first, the end, and the chance. The kind is structure, system
    or primary; it is empty for several packets."""

    place: str
    end: str
    chance: float


@lru_cache(maxsize=512)
def ends_on(key: HurtShip, side: str, weapon: ShipWeapon, count: int, rules: DamageRules) -> tuple[ShotEnd, ...]:
    """Return every result of one shot, or of `count` pulses, that come through to a side. The chances sum to 1."""
    found = defaultdict[tuple[str, str], float](float)
    if weapon.mode == RAKING or (weapon.pulses and count > 1):
        toll, stands = one_shot(key, side, weapon, ((count, 1.0),), rules), bool(key.ship.structure(side))
        for end, chance in _several(toll, spared_on(key, side, weapon, count, rules) if stands else None):
            found[SEVERAL, end] += chance
    else:
        for place, end, chance in _single(key, side, weapon, rules):
            found[place, end] += chance
    return tuple(ShotEnd(place, end, chance) for (place, end), chance in found.items() if chance > LEAST)


# -- a single packet ---------------------------------------------------------------------------------------------------


def _single(key: HurtShip, side: str, weapon: ShipWeapon, rules: DamageRules) -> Iterator[tuple[str, str, float]]:
    """Yield places, ends and chances of one packet."""
    ship, every = key.ship, totals(weapon.damage)
    shield = ship.shield(rules.row)
    sizes = tuple(max(0, size - shield) for size, _ in every)
    if not ship.structure(side):
        armour = met_armour(lost_armour(ship.design.section(side)), weapon, side, None)
        for points, (_, part) in zip(sizes, every):
            for end, chance in _inside(ship, max(0, points - armour)):
                yield PRIMARY, end, part * chance
        return
    for place in places(key, side):
        kind = PRIMARY if place.section == PRIMARY else STRUCTURE if place.left < 0 else SYSTEM
        standing = ship.structure(place.section)
        for (boxes, own), (_, part) in zip(single_losses(place, weapon, sizes), every):
            over = boxes - own - standing
            if over >= 0 and place.section == PRIMARY:
                yield kind, DESTROYED, part * place.chance
            elif over >= 0:
                for end, chance in _inside(ship, over):
                    yield kind, DESTROYED if end == DESTROYED else SIDE_LOST, part * place.chance * chance
            else:
                yield kind, _plain_end(place, boxes, own), part * place.chance


def _plain_end(place: PlaceChance, boxes: int, own: int) -> str:
    """Return the end of a packet that leaves the structure of the place standing."""
    return SYSTEM_LOST if own == place.left > 0 else BOXES if boxes else NOTHING


def _inside(ship: PowerShip, points: int) -> Iterator[tuple[str, float]]:
    """Yield ends of points that go on to a random standing place of the primary section, with chances. They meet no
    more armour."""
    if not points:
        yield NOTHING, 1.0
        return
    able = inside_faces(ship)
    for key, faces in able.items():
        boxes = 0 if key == STRUCTURE else ship.boxes_left(ship.design.mount(key))
        gone = points - boxes >= ship.structure(PRIMARY)
        end = DESTROYED if gone else SYSTEM_LOST if 0 < boxes <= points else BOXES
        yield end, faces / sum(able.values())


# -- several packets ---------------------------------------------------------------------------------------------------


def _several(toll: ShotToll, calm: tuple[float, float] | None) -> Iterator[tuple[str, float]]:
    """Yield ends of several packets, from their losses and the chances that everything stands. `calm` also has the
    chance that no system is destroyed either. It is None on a lost side, where systems inside count with boxes."""
    none, (standing, spared) = toll.boxes[0], calm or (0.0, 1 - toll.destroyed)
    yield from ((DESTROYED, toll.destroyed), (NOTHING, none), (BOXES, spared - none))
    if calm:
        yield from ((SIDE_LOST, 1 - toll.destroyed - standing), (SYSTEM_LOST, standing - spared))
