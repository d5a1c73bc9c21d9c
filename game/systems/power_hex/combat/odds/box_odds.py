"""Exact chances of the boxes that one shot takes from one side, and of the loss of each system there (power/8.4, 8.5).

A shot has two parts. While the side stands, packets fall on its places and on those of the primary section, and only their
numbers matter (`standing_side`). The packet that takes the side lets what is over through, and all later ones go to the primary
section (`primary_hits`). All points behind armour are boxes, until the ship ends: what would have been counted is then taken
back.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from math import comb

import numpy as np

from game.core.values import frozen
from game.systems.power_hex.combat.damage import DamageRules
from game.systems.power_hex.combat.odds.places import (
    Array,
    HurtShip,
    PacketPlan,
    Place,
    PlaceTables,
    SideTarget,
    places,
    plan_of,
    section_places,
    target_of,
)
from game.systems.power_hex.combat.odds.primary_losses import primary_losses
from game.systems.power_hex.combat.odds.shot_at_sides import ShotAtSides
from game.systems.power_hex.combat.odds.standing_side import StandingSide
from game.systems.power_hex.ships.design import PRIMARY, SIDES
from game.systems.power_hex.ships.weapons import ShipWeapon

TINY = 1e-15  # below this a chance is what sums of fractions leave


@frozen
class SideToll:
    """What one shot, or so many pulses, may come to on a side: the chance of each number of boxes, of each number of points
    that reach the structure of the side (or would, were the ship still there), that the ship is destroyed, that side and ship
    stand (0 on a side that is lost already), and that they stand and no system is destroyed."""

    boxes: tuple[float, ...]
    reaching: tuple[float, ...] = (1.0,)
    destroyed: float = 0.0
    standing: float = 0.0
    spared: float = 0.0


def boxes_on(key: HurtShip, side: str, weapon: ShipWeapon, count: int, rules: DamageRules) -> Array:
    """The chance of each number of boxes from one shot, or so many pulses, that comes through to a side."""
    return np.array(toll_on(key, side, weapon, count, rules).boxes)


def toll_on(key: HurtShip, side: str, weapon: ShipWeapon, count: int, rules: DamageRules) -> SideToll:
    """What one shot, or so many pulses, that come through to a side may come to."""
    most, row = _most_and_row(key, weapon, count, rules)
    return _tolls(key, side, weapon, most, rules)[row]


def _most_and_row(key: HurtShip, weapon: ShipWeapon, count: int, rules: DamageRules) -> tuple[int, int]:
    """How many pulses are reckoned at once, and which number of these is asked for; 0 of a shot that is no volley of pulses."""
    if not weapon.pulses or weapon.damage.plus <= key.ship.shield(rules.row):  # what shields take whole is none
        return 0, 0
    return max(count, weapon.pulse_most), count


def ending(reaching: Mapping[int, float], left: int) -> float:
    """The chance that points which reach a section take all structure it has left. It is exact for the side itself: until it
    is lost, nothing flows on."""
    return sum(chance for points, chance in reaching.items() if points >= left) if left else 0.0


@lru_cache(maxsize=512)
def _tolls(key: HurtShip, side: str, weapon: ShipWeapon, most: int, rules: DamageRules) -> tuple[SideToll, ...]:
    """Those of 0 to `most` pulses; or the one of a shot."""
    targets = tuple(dict.fromkeys(target_of(key, one) for one in SIDES))
    plan = plan_of(weapon, most, key.ship.shield(rules.row), rules)
    return _tolls_on(targets, weapon, plan)[targets.index(target_of(key, side))]


@lru_cache(maxsize=512)
def _tolls_on(targets: tuple[SideTarget, ...], weapon: ShipWeapon, plan: PacketPlan) -> tuple[tuple[SideToll, ...], ...]:
    """Those on sides of any ship."""
    every, ends = ShotAtSides(targets, weapon, plan).boxes()
    return tuple(_toll(target, weapon, plan, boxes, gone) for target, boxes, gone in zip(targets, every, ends))


def _toll(target: SideTarget, weapon: ShipWeapon, plan: PacketPlan, boxes: Array, destroyed: Array) -> tuple[SideToll, ...]:
    """That on one side, from the chances of boxes and of the end of the ship."""
    if target.side_left:
        shot = StandingSide(target, weapon, plan)
        reaching, stands = shot.reaching(), shot.stands()
    else:
        reaching, stands = np.array(plan.chances).sum(axis=1)[:, None], np.zeros((2, plan.most + 1))
    if not weapon.pulses:  # one shot, whatever its dice come to
        boxes, reaching, destroyed = (part.sum(axis=0, keepdims=True) for part in (boxes, reaching, destroyed))
        stands = stands.sum(axis=1, keepdims=True)
    return tuple(SideToll(_in_row(boxes[n]), _in_row(reaching[n]), float(destroyed[n]), float(stands[0, n]), float(stands[1, n]))
                 for n in range(len(boxes)))  # fmt: skip


def _in_row(chances: Array) -> tuple[float, ...]:
    """Chances by number, up to the last that there is; below 0 is what sums of fractions leave."""
    able = np.flatnonzero(chances > TINY)
    return tuple(np.where(chances > TINY, chances, 0.0)[: able[-1] + 1].tolist()) if len(able) else (1.0,)


# -- systems -------------------------------------------------------------------------------------------------------------

PlaceLosses = tuple[tuple[str, float, float], ...]  # key, mean boxes, chance that it is destroyed


def losses_on(key: HurtShip, side: str, weapon: ShipWeapon, count: int, rules: DamageRules) -> PlaceLosses:
    """For each system of a side and of the primary section: mean boxes, and the chance that it is destroyed; what flows on from
    one place to another is left with the first."""
    most, row = _most_and_row(key, weapon, count, rules)
    return _all_losses(key, side, weapon, most, rules)[row]


@lru_cache(maxsize=512)
def _all_losses(key: HurtShip, side: str, weapon: ShipWeapon, most: int, rules: DamageRules) -> tuple[PlaceLosses, ...]:
    """Those of 0 to `most` pulses; or the one of a shot."""
    target, plan = target_of(key, side), plan_of(weapon, most, key.ship.shield(rules.row), rules)
    if not target.side_left:
        systems = [one for one in section_places(key, PRIMARY) if one.left >= 0]
        return tuple(tuple((one.key, mean, end) for one, mean, end in zip(systems, means, ends) if one.left)
                     for means, ends in primary_losses(target, weapon, plan))  # fmt: skip
    struck = [one for one in places(key, side) if one.left > 0]  # neither structure, nor what is destroyed already
    bare, keys = tuple((one.chance, one.armour, one.left) for one in struck), [one.key for one in struck]
    return tuple(tuple(zip(keys, means, ends)) for means, ends in _place_losses(bare, weapon, plan))


@lru_cache(maxsize=512)
def _place_losses(
    struck: tuple[Place, ...], weapon: ShipWeapon, plan: PacketPlan
) -> tuple[tuple[tuple[float, ...], tuple[float, ...]], ...]:
    """Means and chances for some places, by the number of pulses; or of a shot."""
    if not struck:
        return (((), ()),) * (plan.most + 1)
    chance, left = np.array([one[0] for one in struck]), np.array([one[2] for one in struck])
    tables, given, count = PlaceTables.of(struck, weapon, plan), np.array(plan.chances), np.arange(plan.most + 1)
    ways = np.array([[float(comb(whole, here)) for here in count] for whole in count])
    elsewhere = np.maximum(0, count[:, None] - count)[..., None]
    falls = ways[..., None] * chance ** count[:, None] * (1 - chance) ** elsewhere  # whole packets; those on a place; place
    found = []
    for own, own_last in ((tables.own, tables.own_last), (tables.own == left, tables.own_last == left[:, None])):
        whole = (falls * own).sum(axis=1)
        table = given[:, :1] * whole + given[:, 1:].sum(axis=1)[:, None] * whole * (1 - chance)
        table += chance * (falls * (own_last @ given[:, 1:].T).transpose(2, 0, 1)).sum(axis=1)
        found.append(table if weapon.pulses else table.sum(axis=0, keepdims=True))
    return tuple((tuple(means), tuple(ends)) for means, ends in zip(found[0].tolist(), found[1].tolist()))
