"""The path of damage: place by place, through armour, on to structure and to the primary section (power/8.4, 8.5).

The walk is a generator that asks for an entry of a chart whenever a d20 is rolled. In a battle the umpire's die
answers. The exact odds answer with every entry in turn, so both follow the same rule.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Protocol

from game.core.orders import Id
from game.core.values import House, frozen, number
from game.systems.power_hex.ships.design import PRIMARY, STRUCTURE, PowerDesign, ShipMount, ShipSection
from game.systems.power_hex.ships.ship import PowerShip
from game.systems.power_hex.ships.weapons import MATTER, PLASMA, RAKING, ShipWeapon

DESTROYED = "destroyed"


class StruckHull(Protocol):
    """A target of damage: a ship, or the part of one on which odds are tried."""

    lost: dict[Id, int]
    hurt: frozenset[Id]
    removed_reason: str

    @property
    def design(self) -> PowerDesign: ...

    def boxes_left(self, mount: ShipMount) -> int:
        """Return the boxes left of a system."""

    def structure(self, section: str) -> int:
        """Return the structure left of a section."""


@frozen
class HitChart:
    """The chart on which a d20 is read: its section, and the entries that do not count, for which the die is rolled
    again."""

    section: ShipSection
    again: frozenset[str] = frozenset()

    def entries(self) -> tuple[tuple[str, int], ...]:
        """Return the entries that count, with their faces of twenty."""
        return tuple((key, high - low + 1) for key, low, high in self.section.chart if key not in self.again)


@frozen
class PlaceHit:
    """The boxes that a place has lost, of a system or of a section's structure, and the points that its armour took."""

    key: str
    boxes: int
    armour: int = 0
    ended: bool = False  # the system is destroyed, or the side is lost


Walk = Generator[HitChart, str, None]
Notes = list[PlaceHit]


@frozen
class DamageRules:
    """The house rules of damage. They set the boxes in a row, the points in a packet of raking fire, and whether that
    meets armour once."""

    row: int
    packet: int
    armour_once: bool

    @classmethod
    def of(cls, house: House) -> DamageRules:
        once = bool(house["raking_armour_once"])
        return cls(int(number(house, "row_size", 4)), int(number(house, "raking_packet", 10)), once)


def packets(weapon: ShipWeapon, points: int, pulses: int, rules: DamageRules) -> tuple[int, ...]:
    """Return the packets that hit separately: pulses, or pieces of raking fire with the rest last, or all points in
    one."""
    if weapon.pulses:
        return (points,) * pulses
    if weapon.mode == RAKING:
        size = rules.packet
        return (*(size,) * (points // size), *((points % size,) if points % size else ()))
    return (points,)


def strike(
    ship: PowerShip, side: str, weapon: ShipWeapon, sizes: Sequence[int], rules: DamageRules, notes: Notes
) -> Walk:
    """Apply packets to one side of a ship, one after the other. `notes` receives the loss of each place."""
    once = weapon.mode == RAKING and rules.armour_once
    met, shield = set[str](), ship.shield(rules.row)
    for points in sizes:
        if ship.in_play and points > shield:
            yield from strike_once(ship, side, weapon, points - shield, notes, met if once else None)


def strike_once(
    ship: StruckHull, side: str, weapon: ShipWeapon, points: int, notes: Notes, met: set[str] | None
) -> Walk:
    """Apply one packet, with its shield subtracted. `met` are places whose armour raking fire has met."""
    section, primary = ship.design.section(side), ship.design.section(PRIMARY)
    if ship.structure(side) == 0:
        taken = met_armour(lost_armour(section), weapon, lost_side(side), met)
        yield from _on_to_primary(ship, max(0, points - taken), notes, taken)
        return
    key = yield HitChart(section)
    if key == PRIMARY:
        section = primary
        key = yield HitChart(primary)
    place = section.name if key == STRUCTURE else key
    armour = section.armour if key == STRUCTURE else ship.design.mount(key).armour
    if key != STRUCTURE and ship.boxes_left(ship.design.mount(key)) == 0:
        armour, key = armour // 2, STRUCTURE
    taken = met_armour(armour, weapon, place, met)
    points = max(0, points - taken)
    if not points:
        notes.append(PlaceHit(place, 0, taken))
        return
    if key != STRUCTURE:
        points = _system(ship, key, points, notes, taken)
        taken = 0
    if points:
        yield from _structure(ship, section, points, notes, taken)


def lost_armour(section: ShipSection) -> int:
    """Return the armour of a lost side: half of it, and none further inside (power/8.4)."""
    return section.armour // 2


def lost_side(side: str) -> str:
    """Return the key of the armour that raking fire meets on a lost side."""
    return f"lost {side}"


def met_armour(armour: int, weapon: ShipWeapon, place: str, met: set[str] | None) -> int:
    """Return the points that armour takes off (power/8.5). Plasma halves armour, matter ignores it, and raking fire
    meets that of a place once."""
    if met is not None:
        if place in met:
            return 0
        met.add(place)
    return 0 if weapon.kind == MATTER else armour // 2 if weapon.kind == PLASMA else armour


def _system(ship: StruckHull, key: str, points: int, notes: Notes, taken: int) -> int:
    """Cross off boxes of a system, and return the surplus."""
    mount = ship.design.mount(key)
    left = ship.boxes_left(mount)
    boxes = min(left, points)
    ship.lost[key] = ship.lost.get(key, 0) + boxes
    if mount.weapon and boxes:
        ship.hurt |= {key}
    notes.append(PlaceHit(key, boxes, taken, boxes == left))
    return points - boxes


def _structure(ship: StruckHull, section: ShipSection, points: int, notes: Notes, taken: int = 0) -> Walk:
    """Cross off structure. A lost side lets the rest through to the primary section, whose loss ends the ship."""
    left = ship.structure(section.name)
    boxes = min(left, points)
    ship.lost[section.name] = ship.lost.get(section.name, 0) + boxes
    notes.append(PlaceHit(section.name, boxes, taken, boxes == left))
    if boxes == left and section.name == PRIMARY:
        ship.removed_reason = DESTROYED
    elif points > boxes:
        yield from _on_to_primary(ship, points - boxes, notes)


def _on_to_primary(ship: StruckHull, points: int, notes: Notes, taken: int = 0) -> Walk:
    """Hit a place of the primary section by the d20, without more armour. Destroyed places are rolled again."""
    primary = ship.design.section(PRIMARY)
    if not points:
        notes.append(PlaceHit(PRIMARY, 0, taken))
        return
    gone = frozenset(mount.key for mount in primary.mounts if ship.boxes_left(mount) == 0)
    key = yield HitChart(primary, gone)
    if key != STRUCTURE:
        points, taken = _system(ship, key, points, notes, taken), 0
    if points:
        yield from _structure(ship, primary, points, notes, taken)


def walk(found: Walk, answer: Callable[[HitChart], str]) -> None:
    """Run the walk to its end. `answer` reads each chart."""
    try:
        chart = next(found)
        while True:
            chart = found.send(answer(chart))
    except StopIteration:
        return
