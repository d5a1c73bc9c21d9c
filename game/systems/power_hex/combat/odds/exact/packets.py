"""The packets of a shot, and the losses of a place by several of them (power/8.4, 8.5)."""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache

import numpy as np

from game.core.values import frozen
from game.systems.power_hex.combat.damage import DamageRules, met_armour
from game.systems.power_hex.combat.odds.exact.places import Place
from game.systems.power_hex.combat.shot_odds import totals
from game.systems.power_hex.ships.weapons import RAKING, ShipWeapon

Array = np.ndarray
MIXERS = (0x9E3779B97F4A7C15 - (1 << 64), 0x3C6EF372FE94F82B, 0x2545F4914F6CDD1D, 0x5851F42D4C957F2D)  # odd


@frozen
class PacketPlan:
    """The packets of a shot, their shield subtracted: up to `most` of one size, then one of the sizes in `last`.
    `chances` has a row for each number of whole packets; its first column is for no last packet, then one for each size
    in `last`. A plan of pulses has 1 for every number, because each is computed separately."""

    size: int
    most: int
    last: tuple[int, ...]
    chances: tuple[tuple[float, ...], ...]
    once: bool  # whether it is raking fire that meets the armour of a place only once

    @property
    def points(self) -> int:
        """The most points that may come."""
        return self.size * self.most + max(self.last, default=0)

    def points_ahead(self, size: int, last: Array) -> Array:
        """Return the most points that may still come after each number of whole packets, given the sizes of these and
        of the last."""
        sizes, found, most = (0, *map(int, last)), np.zeros(self.most + 1, dtype=int), 0
        for struck in range(self.most, -1, -1):
            here = max((sizes[n] for n, chance in enumerate(self.chances[struck]) if chance), default=0)
            most = found[struck] = max(here, most + size if struck < self.most else 0)
        return found


@lru_cache(maxsize=256)
def plan_of(weapon: ShipWeapon, most: int, shield: int, rules: DamageRules) -> PacketPlan:
    """Return the packets of up to `most` pulses, or of one shot with every total of its dice."""
    once = weapon.mode == RAKING and rules.armour_once
    if weapon.pulses:
        return PacketPlan(weapon.damage.plus - shield, most, (), ((1.0,),) * (most + 1), once)
    found, size = defaultdict[tuple[int, int], float](float), rules.packet - shield
    for points, chance in totals(weapon.damage):
        whole, rest = divmod(points, rules.packet) if weapon.mode == RAKING else (0, points)
        found[whole if size > 0 else 0, max(0, rest - shield)] += chance
    last = tuple(sorted({rest for _, rest in found if rest}))
    most = max(whole for whole, _ in found)
    rows = tuple(tuple(found.get((whole, rest), 0.0) for rest in (0, *last)) for whole in range(most + 1))
    return PacketPlan(max(0, size), most, last, rows, once)


@frozen
class PlaceTables:
    """The losses of the places of a section, as tables. By the number of whole packets and place, they are `boxes` in
    all and of the systems themselves (`own`). `boxes_last` and `own_last` are those with a last packet as well, by
    number, place and size."""

    boxes: Array
    own: Array
    boxes_last: Array
    own_last: Array

    @classmethod
    def of(cls, struck: tuple[Place, ...], weapon: ShipWeapon, plan: PacketPlan) -> PlaceTables:
        armour = np.array(
            [[met_armour(one, weapon, "", None), met_armour(one // 2, weapon, "", None)] for _, one, _ in struck]
        )
        left, last, size = (
            np.array([one for _, _, one in struck]),
            np.array(plan.last, dtype=int),
            (plan.most + 1, len(struck)),
        )
        found = cls(*(np.zeros(shape, dtype=int) for shape in (size, size, (*size, len(last)), (*size, len(last)))))
        boxes = own = np.zeros(len(struck), dtype=int)
        for hits in range(plan.most + 1):
            there = np.maximum(0, left - own)
            bare = np.where((left >= 0) & (there == 0), armour[:, 1], armour[:, 0])
            if hits and plan.once:  # its armour has been met
                bare = np.zeros_like(bare)
            found.boxes[hits], found.own[hits] = boxes, own
            if plan.last:
                rest = np.maximum(0, last - bare[:, None])
                found.boxes_last[hits] = boxes[:, None] + rest
                found.own_last[hits] = own[:, None] + np.minimum(there[:, None], rest)
            points = np.maximum(0, plan.size - bare)
            boxes, own = boxes + points, own + np.minimum(there, points)
        return found


# -- rows that are equal -----------------------------------------------------------------------------------------------


def taken_together(columns: tuple[Array, ...]) -> tuple[Array, Array]:
    """Return the first of each set of equal rows, and for each row the index of its equal. Columns hold whole numbers
    from 0."""
    code = _in_one(columns)
    every = np.arange(len(code))
    table, which, rest = np.empty(4 << len(code).bit_length(), dtype=int), every.copy(), every
    for turn in MIXERS:  # equal codes share a cell; different ones that share it are tried again
        own = code[rest] if rest is not every else code
        cell = (own * turn >> 20) & (len(table) - 1)
        table[cell] = rest
        which[rest] = found = table[cell]
        rest = rest[code[found] != own]
        if not len(rest):
            break
    else:
        _, first, at = np.unique(code, return_index=True, return_inverse=True)
        return first, at
    first = np.flatnonzero(which == every)
    table[first] = every[: len(first)]
    return first, table[which]


def _in_one(columns: tuple[Array, ...]) -> Array:
    """Return one number for each row, the same only for equal rows."""
    code, span = columns[0], int(columns[0].max(initial=0)) + 1
    for column in columns[1:]:
        wide = int(column.max(initial=0)) + 1
        if span * wide >= 1 << 62:
            code, span = np.unique(code, return_inverse=True)[1], len(code)
        code, span = code * wide + column, span * wide
    return code


def number_distinct(numbers: Array) -> tuple[Array, Array]:
    """Return the distinct ones of small whole numbers from 0, in order, and for each number the index of its equal."""
    told = np.flatnonzero(np.bincount(numbers))
    which = np.empty(int(told.max(initial=0)) + 1, dtype=int)
    which[told] = np.arange(len(told))
    return told, which[numbers]
