"""Places that packets strike, what a place takes from several of them, and the packets of a shot (power/8.4, 8.5)."""

from __future__ import annotations

from collections import defaultdict
from functools import lru_cache

import numpy as np

from game.core.values import frozen
from game.systems.power_hex.combat.damage import DamageRules, lost_armour, met_armour
from game.systems.power_hex.combat.shot_odds import totals
from game.systems.power_hex.ships.design import PRIMARY, STRUCTURE
from game.systems.power_hex.ships.ship import PowerShip
from game.systems.power_hex.ships.weapons import RAKING, ShipWeapon

Array = np.ndarray
D20 = 20  # faces of the die for places
MIXERS = (0x9E3779B97F4A7C15 - (1 << 64), 0x3C6EF372FE94F82B, 0x2545F4914F6CDD1D, 0x5851F42D4C957F2D)  # odd
Loss = tuple[int, int]  # boxes in all, and of the system itself
Place = tuple[float, int, int]  # chance on the chart of its section, armour, boxes left of a system or -1 of structure


class HurtShip:
    """A ship as a key: equal ones are of one design and have lost the same, with their shields on or off."""

    __slots__ = ("_hash", "harm", "ship")

    def __init__(self, ship: PowerShip) -> None:
        self.ship, self.harm = ship.copy(), (tuple(sorted(ship.lost.items())), ship.shield())
        self._hash = hash((id(ship.design), self.harm))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, HurtShip) and self.ship.design is other.ship.design and self.harm == other.harm

    def __hash__(self) -> int:
        return self._hash


@frozen
class PlaceChance:
    """A place of a chart: its section, its chance, its armour, and the boxes a system has left (-1: structure)."""

    key: str
    section: str
    chance: float
    armour: int
    left: int


@frozen
class SideTarget:
    """A side and the primary section as packets find them: their places, and the structure left. Equal ones fare alike,
    whichever ship they are of.

    `lost_armour` is what a side that is lost still takes off, `share` the chance that a packet on a side that stands
    goes on to the chart of the primary section."""

    side: tuple[Place, ...]
    side_left: int
    lost_armour: int
    share: float
    primary: tuple[Place, ...]
    primary_left: int


@lru_cache(maxsize=512)
def target_of(key: HurtShip, side: str) -> SideTarget:
    """A side and the primary section of a ship."""
    ship = key.ship
    aside, inside = (
        tuple((one.chance, one.armour, one.left) for one in section_places(key, name)) for name in (side, PRIMARY)
    )
    left = ship.structure(side), ship.structure(PRIMARY)
    return SideTarget(
        aside, left[0], lost_armour(ship.design.section(side)), primary_share(ship, side), inside, left[1]
    )


@lru_cache(maxsize=512)
def section_places(key: HurtShip, section: str) -> tuple[PlaceChance, ...]:
    """Every place on the chart of a section but the primary section; the chances of a side sum to less than 1."""
    ship = key.ship
    part, found = ship.design.section(section), list[PlaceChance]()
    for name, faces in part.chances().items():
        if name == PRIMARY:
            continue
        mount = None if name == STRUCTURE else ship.design.mount(name)
        armour, left = (mount.armour, ship.left(mount)) if mount else (part.armour, -1)
        found.append(PlaceChance(mount.key if mount else section, section, faces / D20, armour, left))
    return tuple(found)


def inside_faces(ship: PowerShip) -> dict[str, int]:
    """Faces of the primary section by place, for points that go on to it; what is destroyed is rolled again
    (power/8.4)."""
    chances = ship.design.section(PRIMARY).chances()
    return {key: faces for key, faces in chances.items() if key == STRUCTURE or ship.left(ship.design.mount(key))}


def primary_share(ship: PowerShip, side: str) -> float:
    """The chance that a packet on a side goes on to the chart of the primary section."""
    return ship.design.section(side).chances().get(PRIMARY, 0) / D20


def places(key: HurtShip, side: str) -> tuple[PlaceChance, ...]:
    """Every place that a packet on a side can strike first."""
    share = primary_share(key.ship, side)
    inside = (
        PlaceChance(one.key, one.section, share * one.chance, one.armour, one.left)
        for one in section_places(key, PRIMARY)
    )
    return (*section_places(key, side), *inside)


def single_losses(place: PlaceChance, weapon: ShipWeapon, points: tuple[int, ...]) -> list[Loss]:
    """What a single packet of each of these sizes, its shield taken off, takes from a place."""
    plan = PacketPlan(0, 0, points, ((1.0,) * (len(points) + 1),), False)
    found = PlaceTables.of(((place.chance, place.armour, place.left),), weapon, plan)
    return list(zip(found.boxes_last[0, 0].tolist(), found.own_last[0, 0].tolist()))


# -- several packets ---------------------------------------------------------------------------------------------------


@frozen
class PacketPlan:
    """The packets of a shot, their shield taken off: up to `most` of one size, then one of the sizes in `last`.

    `chances` has a row for each number of whole packets; the first column is for no last packet, then one for each size
    in `last`. A plan of pulses says 1 for every number: each is reckoned by itself.
    """

    size: int
    most: int
    last: tuple[int, ...]
    chances: tuple[tuple[float, ...], ...]
    once: bool  # raking fire that meets the armour of a place but once

    @property
    def points(self) -> int:
        """The most points that may come."""
        return self.size * self.most + max(self.last, default=0)

    def ahead(self, size: int, last: Array) -> Array:
        """The most points that may still come after each number of whole packets, where these and the last are of such
        sizes."""
        sizes, found, most = (0, *map(int, last)), np.zeros(self.most + 1, dtype=int), 0
        for struck in range(self.most, -1, -1):
            here = max((sizes[n] for n, chance in enumerate(self.chances[struck]) if chance), default=0)
            most = found[struck] = max(here, most + size if struck < self.most else 0)
        return found


@lru_cache(maxsize=256)
def plan_of(weapon: ShipWeapon, most: int, shield: int, rules: DamageRules) -> PacketPlan:
    """The packets of up to so many pulses, or of one shot with every total of its dice."""
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
    """What the places of a section take, as tables: `boxes` in all and of the systems themselves (`own`) by the number
    of whole packets and place; `boxes_last` and `own_last` with a last packet besides, by number, place and size."""

    boxes: Array
    own: Array
    boxes_last: Array
    own_last: Array

    @classmethod
    def of(cls, struck: tuple[Place, ...], weapon: ShipWeapon, plan: PacketPlan) -> PlaceTables:
        """Those of some places."""
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
    """The first of all rows that are equal, and for each row which of these it is; columns hold whole numbers from
    0."""
    code = _in_one(columns)
    every = np.arange(len(code))
    table, which, rest = np.empty(4 << len(code).bit_length(), dtype=int), every.copy(), every
    for turn in MIXERS:  # equal codes meet in the same cell, those that meet others there are tried again
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
    """One number for each row, the same for those that are equal alone."""
    code, span = columns[0], int(columns[0].max(initial=0)) + 1
    for column in columns[1:]:
        wide = int(column.max(initial=0)) + 1
        if span * wide >= 1 << 62:
            code, span = np.unique(code, return_inverse=True)[1], len(code)
        code, span = code * wide + column, span * wide
    return code


def numbered(numbers: Array) -> tuple[Array, Array]:
    """The different ones of some small whole numbers from 0, in their order, and for each number which of these it
    is."""
    told = np.flatnonzero(np.bincount(numbers))
    which = np.empty(int(told.max(initial=0)) + 1, dtype=int)
    which[told] = np.arange(len(told))
    return told, which[numbers]
