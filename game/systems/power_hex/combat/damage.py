"""Damage: packets, armour, boxes, and what runs over from systems to structure and on to the primary systems (power/8.5)."""

from __future__ import annotations

from typing import Protocol

from game.core.orders import Id
from game.core.values import frozen
from game.systems.power_hex.combat.locations import STRUCTURE, Chart
from game.systems.power_hex.ships.design import PRIMARY, PowerDesign

PACKET = 10  # points of each packet of raking damage


class DamagedHull(Protocol):
    """What damage is crossed off from: a design, and the boxes lost by key of the system or by name of the section."""

    @property
    def design(self) -> PowerDesign:
        """As built."""

    @property
    def damage(self) -> dict[str, int]:
        """Boxes lost; it is changed as damage is done."""

    def structure_left(self, name: str) -> int:
        """Structure that a section has left."""

    def boxes_left(self, key: Id) -> int:
        """Boxes that a system has left."""


@frozen
class StruckPlace:
    """What a packet strikes: a section, the key of a system there or "structure", and the armour it meets.

    `behind` names the armour, which a raking shot meets once.
    """

    section: str
    place: str
    armour: int
    behind: str


def packets(points: int, raking: bool, size: int = PACKET) -> tuple[int, ...]:
    """The packets that a shot's damage falls in: one, or of a raking shot as many tens as there are and the rest."""
    if not raking:
        return (points,) if points > 0 else ()
    whole, rest = divmod(max(0, points), size)
    return (size,) * whole + (rest,) * (rest > 0)


def effective_armour(armour: int, kind: str) -> int:
    """Armour as a kind of weapon meets it: plasma half, rounded down, matter none."""
    return armour // 2 if kind == "plasma" else 0 if kind == "matter" else armour


def through(points: int, armour: int, kind: str, shield: int = 0) -> int:
    """Points of a packet that get through a shield and then armour."""
    return max(0, points - shield - effective_armour(armour, kind))


def side_lost(hull: DamagedHull, side: str) -> bool:
    """Has a side no structure left?"""
    return side != PRIMARY and hull.structure_left(side) <= 0


def destroyed(hull: DamagedHull) -> bool:
    """Is no primary structure left?"""
    return hull.structure_left(PRIMARY) <= 0


def chart_of(hull: DamagedHull, side: str) -> Chart:
    """The chart that a shot at a side rolls on: its own, or that of the primary systems once it is lost (power/8.4)."""
    return hull.design.section(PRIMARY if side_lost(hull, side) else side).chart


def wrecked_primaries(hull: DamagedHull) -> frozenset[str]:
    """Primary systems that are destroyed: a random primary location is rolled again where it names one (power/8.5)."""
    return frozenset(one.key for one in hull.design.section(PRIMARY).mounts if hull.boxes_left(one.key) <= 0)


def aim_at(hull: DamagedHull, section: str, place: str) -> StruckPlace:
    """What is struck where a chart of a section that still stands names a place, and its armour.

    Where the system is destroyed already, the structure is struck behind half of the system's armour (power/8.4).
    """
    built = hull.design.section(section)
    behind = f"{section}/{place}"
    if place == STRUCTURE:
        return StruckPlace(section, STRUCTURE, built.armour, behind)
    armour = hull.design.mount(place).armour
    if hull.boxes_left(place) > 0:
        return StruckPlace(section, place, armour, behind)
    return StruckPlace(section, STRUCTURE, armour // 2, behind)


def aim_past(hull: DamagedHull, side: str, place: str) -> StruckPlace:
    """What is struck through a lost side: a primary location, behind half of the side's armour and no other (power/8.4)."""
    return StruckPlace(PRIMARY, place, hull.design.section(side).armour // 2, side)


def cross_off(hull: DamagedHull, section: str, place: str, points: int) -> int:
    """Take points from a place and then from the structure of its section; returns those left when it has none.

    A side whose structure is gone is lost with all its systems.
    """
    if place != STRUCTURE:
        points -= _take(hull, place, min(points, hull.boxes_left(place)))
    left = hull.structure_left(section)
    points -= _take(hull, section, min(points, left))
    if left > 0 and hull.structure_left(section) <= 0 and section != PRIMARY:
        for mount in hull.design.section(section).mounts:
            _take(hull, mount.key, hull.boxes_left(mount.key))
    return points


def _take(hull: DamagedHull, key: str, points: int) -> int:
    if points > 0:
        hull.damage[key] = hull.damage.get(key, 0) + points
    return max(0, points)
