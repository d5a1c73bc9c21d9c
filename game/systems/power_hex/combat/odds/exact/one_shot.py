"""Exact chances of the boxes that one shot takes from one side, and of the loss of each system there (power/8.4, 8.5).

This is the only module of this folder that others may import: `docs/power-odds.md` derives its tables, file by file.
All points behind armour are boxes until the ship ends: points counted past its end are subtracted again.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from game.core.values import frozen
from game.systems.power_hex.combat.damage import DamageRules
from game.systems.power_hex.combat.odds.exact.hit_orders import chances_to_fall
from game.systems.power_hex.combat.odds.exact.packets import Array, PacketPlan, PlaceTables, plan_of
from game.systems.power_hex.combat.odds.exact.places import (
    HurtShip,
    Place,
    PlaceChance,
    SideTarget,
    places,
    section_places,
    target_of,
)
from game.systems.power_hex.combat.odds.exact.primary_losses import primary_losses
from game.systems.power_hex.combat.odds.exact.shot_at_sides import ShotAtSides
from game.systems.power_hex.combat.odds.exact.standing_side import StandingSides
from game.systems.power_hex.ships.design import PRIMARY, SIDES
from game.systems.power_hex.ships.weapons import ShipWeapon

PlaceLosses = tuple[tuple[str, float, float], ...]  # key, mean boxes, and the chance that it is destroyed
# numbers of pulses that come through, or 1 for a single shot, and the chance of each
Coming = tuple[tuple[int, float], ...]
Loss = tuple[int, int]  # boxes in all, and of the system itself
TINY = 1e-15  # smaller chances are rounding errors, as are negative ones


@frozen
class SideTables:
    """The chances of a `ShotToll` for 0, 1, 2 … pulses, a row each, or in one row for a single shot."""

    boxes: Array
    reaching: Array
    destroyed: Array


@frozen
class SystemTables:
    """The mean boxes of each system of a side and of the primary section, and the chances that it is destroyed. They
    are by these two, by 0, 1, 2 … pulses or for a single shot, and by system."""

    keys: tuple[str, ...]
    losses: Array


@frozen
class ShotToll:
    """The possible results of a shot at a side.

    They are the chance of each number of boxes, of each number of points that reach the structure of the side (or
    would, were the ship still there), and that the ship is destroyed. `places` are the systems of the side and of the
    primary section; points that flow on from one place to another count for the first.
    """

    boxes: Array
    reaching: Array
    destroyed: float
    places: PlaceLosses


@lru_cache(maxsize=512)
def one_shot(key: HurtShip, side: str, weapon: ShipWeapon, counts: Coming, rules: DamageRules) -> ShotToll:
    """Return the results of a shot at a side, of which `counts` pulses, or the single shot, come through."""
    most, _ = _most_and_row(key, weapon, max(count for count, _ in counts), rules)
    tables, systems = _tables(key, weapon, most, rules)[side], _system_tables(key, side, weapon, most, rules)
    parts = np.zeros(len(tables.destroyed))
    for count, chance in counts:
        if count:
            parts[count if most else 0] += chance
    boxes, reaching, (means, ends) = parts @ tables.boxes, parts @ tables.reaching, (parts @ systems.losses).tolist()
    none = sum(chance for count, chance in counts if not count)
    boxes[0], reaching[0] = boxes[0] + none, reaching[0] + none
    return ShotToll(
        _in_row(boxes), _in_row(reaching), float(parts @ tables.destroyed), tuple(zip(systems.keys, means, ends))
    )


@lru_cache(maxsize=512)
def mean_boxes(key: HurtShip, weapon: ShipWeapon, rules: DamageRules) -> Array:
    """Return the mean boxes that 0, 1, 2 … pulses, or none and the single shot, take from each of `SIDES`, a column
    each."""
    many = weapon.pulse_most if weapon.pulses else 1
    most, _ = _most_and_row(key, weapon, many, rules)
    found = np.zeros((many + 1, len(SIDES)))
    tables = _tables(key, weapon, most, rules)
    for n, boxes in enumerate(tables[side].boxes for side in SIDES):
        means = boxes @ np.arange(boxes.shape[1])
        found[1:, n] = means[1:] if most else means
    return found


def single_losses(place: PlaceChance, weapon: ShipWeapon, points: tuple[int, ...]) -> list[Loss]:
    """Return the losses of a place by a single packet of each of these sizes, its shield subtracted."""
    plan = PacketPlan(0, 0, points, ((1.0,) * (len(points) + 1),), False)
    found = PlaceTables.of(((place.chance, place.armour, place.left),), weapon, plan)
    return list(zip(found.boxes_last[0, 0].tolist(), found.own_last[0, 0].tolist()))


def add_rows(one: Array, other: Array) -> Array:
    """Return two rows added, the shorter one padded."""
    found = np.zeros(max(len(one), len(other)))
    found[: len(one)] += one
    found[: len(other)] += other
    return found


@lru_cache(maxsize=512)
def spared_on(key: HurtShip, side: str, weapon: ShipWeapon, count: int, rules: DamageRules) -> tuple[float, float]:
    """Return the chance that side and ship survive one shot, or that many pulses; and that no system is destroyed
    either. The first is 0 on a side that is already lost."""
    most, row = _most_and_row(key, weapon, count, rules)
    target, targets = target_of(key, side), dict.fromkeys(one for one in _targets(key).values() if one.side_left)
    if target not in targets:
        return 0.0, 0.0
    sides = StandingSides(tuple(targets), weapon, plan_of(weapon, most, key.ship.shield(rules.row), rules))
    stands = sides.stands(list(targets).index(target))
    standing, spared = (stands[:, row] if weapon.pulses else stands.sum(axis=1)).tolist()
    return standing, spared


def _most_and_row(key: HurtShip, weapon: ShipWeapon, count: int, rules: DamageRules) -> tuple[int, int]:
    """Return how many pulses are computed together, and the row that is asked for; 0 for a shot that is no volley of
    pulses."""
    if not weapon.pulses or weapon.damage.plus <= key.ship.shield(rules.row):  # shields stop every pulse
        return 0, 0
    return max(count, weapon.pulse_most), count


def ending(reaching: Sequence[float] | Array, left: int) -> float:
    """Return the chance that points that reach a section take all its structure, from the chance of each number of
    them. It is exact for the side itself: until it is lost, nothing flows on."""
    return float(sum(reaching[left:])) if left else 0.0


@lru_cache(maxsize=256)
def _tables(key: HurtShip, weapon: ShipWeapon, most: int, rules: DamageRules) -> dict[str, SideTables]:
    """Return the tables of 0 to `most` pulses, or of the single shot, on each side."""
    targets = _targets(key)
    each = tuple(dict.fromkeys(targets.values()))
    found = dict(zip(each, _tables_on(each, weapon, plan_of(weapon, most, key.ship.shield(rules.row), rules))))
    return {side: found[target] for side, target in targets.items()}


def _targets(key: HurtShip) -> dict[str, SideTarget]:
    return {side: target_of(key, side) for side in SIDES}


@lru_cache(maxsize=256)
def _tables_on(targets: tuple[SideTarget, ...], weapon: ShipWeapon, plan: PacketPlan) -> tuple[SideTables, ...]:
    """Return the tables on sides of any ship."""
    shot = ShotAtSides(targets, weapon, plan)
    return tuple(_table(weapon, *found) for found in zip(*shot.boxes(), shot.reaching()))


def _table(weapon: ShipWeapon, boxes: Array, destroyed: Array, reaching: Array) -> SideTables:
    """Return the tables for one side, from the chances of boxes, of the end of the ship, and of points that reach
    it."""
    if not weapon.pulses:  # one shot, whatever its dice
        boxes, reaching, destroyed = (part.sum(axis=0, keepdims=True) for part in (boxes, reaching, destroyed))
    boxes, reaching = (np.where(part > TINY, part, 0.0) for part in (boxes, reaching))
    return SideTables(boxes, reaching, destroyed)


def _in_row(chances: Array) -> Array:
    """Return chances by number, up to the last possible one."""
    able = np.flatnonzero(chances)
    return chances[: able[-1] + 1] if len(able) else np.ones(1)


# -- systems -----------------------------------------------------------------------------------------------------------


def _system_tables(key: HurtShip, side: str, weapon: ShipWeapon, most: int, rules: DamageRules) -> SystemTables:
    """Return the tables of 0 to `most` pulses, or of the single shot."""
    if key.ship.structure(side):
        return _standing_losses(key, weapon, most, rules)[side]
    found = primary_losses(target_of(key, side), weapon, plan_of(weapon, most, key.ship.shield(rules.row), rules))
    systems = [one for one in section_places(key, PRIMARY) if one.left >= 0]
    there = [n for n, one in enumerate(systems) if one.left]
    return SystemTables(tuple(systems[n].key for n in there), found[..., there])


@lru_cache(maxsize=256)
def _standing_losses(key: HurtShip, weapon: ShipWeapon, most: int, rules: DamageRules) -> dict[str, SystemTables]:
    """Return the tables of each standing side."""
    # neither structure nor destroyed systems
    struck = {side: [one for one in places(key, side) if one.left > 0] for side in SIDES if key.ship.structure(side)}
    every = tuple((one.chance, one.armour, one.left) for some in struck.values() for one in some)
    found, begin = dict[str, SystemTables](), 0
    losses = _place_losses(every, weapon, plan_of(weapon, most, key.ship.shield(rules.row), rules))
    for side, some in struck.items():
        found[side] = SystemTables(tuple(one.key for one in some), losses[..., begin : begin + len(some)])
        begin += len(some)
    return found


def _place_losses(struck: tuple[Place, ...], weapon: ShipWeapon, plan: PacketPlan) -> Array:
    """Return mean boxes of some places, and the chances that they are destroyed. They are by these two, by the number
    of pulses or for a shot, and by place."""
    if not struck:
        return np.zeros((2, plan.most + 1 if weapon.pulses else 1, 0))
    chance, left = np.array([one[0] for one in struck]), np.array([one[2] for one in struck])
    tables, given = PlaceTables.of(struck, weapon, plan), np.array(plan.chances)
    falls = chances_to_fall(tuple(one[0] for one in struck), plan.most)
    own = np.stack((tables.own, tables.own == left))
    whole = (falls * own[:, None]).sum(axis=2)
    found: Array = given[:, :1] * whole
    if plan.last:
        own_last = np.stack((tables.own_last, tables.own_last == left[:, None]))
        found += given[:, 1:].sum(axis=1)[:, None] * whole * (1 - chance)
        found += chance * (falls * (own_last @ given[:, 1:].T).transpose(0, 3, 1, 2)).sum(axis=2)
    return found if weapon.pulses else found.sum(axis=1, keepdims=True)
