"""Exact chances of the boxes that one shot takes from one side, and of the loss of each system there (power/8.4, 8.5).

Packets of one volley are alike, and each strikes a place by a die of its own: what a place loses follows from how many struck
it, so that places are counted one after the other and no sequence of dice has to be followed. Where a volley may well end the
side or the ship, every sequence is followed instead. Hulls that have lost the same are taken together after each packet; after
the third also those that have as much left of side and ship, and differ only in which of their systems suffered.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from math import factorial

import numpy as np

from game.core.values import frozen
from game.systems.power_hex.combat.damage import DamageRules, StruckHull, lost_side, met_armour, strike_once
from game.systems.power_hex.combat.shot_odds import totals
from game.systems.power_hex.ships.design import PRIMARY, STRUCTURE, ShipMount
from game.systems.power_hex.ships.ship import PowerShip
from game.systems.power_hex.ships.weapons import RAKING, ShipWeapon

SELDOM = 1e-3  # chance that a side or the ship ends, up to which boxes are counted as if it stood
FOLLOWED = 3  # packets after which hulls that differ in their systems alone are taken together
Cell = tuple[tuple[tuple[str, int], ...], frozenset[str], bool]  # boxes lost, armour met, destroyed
Cells = dict[Cell, float]


class HurtShip:
    """A ship as a key: equal ones are of one design and have lost the same, with their shields on or off."""

    __slots__ = ("harm", "ship")

    def __init__(self, ship: PowerShip) -> None:
        self.ship, self.harm = ship.copy(), (tuple(sorted(ship.lost.items())), ship.shield())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, HurtShip) and self.ship.design is other.ship.design and self.harm == other.harm

    def __hash__(self) -> int:
        return hash((id(self.ship.design), self.harm))


class TrialHull:
    """A hull on which one packet is tried."""

    __slots__ = ("design", "hurt", "lost", "removed_reason")

    def __init__(self, ship: PowerShip, lost: Iterable[tuple[str, int]]) -> None:
        self.design, self.lost = ship.design, dict(lost)
        self.hurt, self.removed_reason = frozenset[str](), ""

    def structure(self, section: str) -> int:
        """Structure left of a section."""
        return max(0, self.design.section(section).structure - self.lost.get(section, 0))

    def left(self, mount: ShipMount) -> int:
        """Boxes of a system that are left; none on a side that is lost."""
        section = self.design.side_of(mount.key)
        if section != PRIMARY and self.structure(section) == 0:
            return 0
        return max(0, mount.boxes - self.lost.get(mount.key, 0))


@frozen
class PlaceChance:
    """A place of a chart: its section, its chance, its armour, and the boxes a system has left (-1: structure)."""

    key: str
    section: str
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


def places(ship: StruckHull, side: str) -> tuple[PlaceChance, ...]:
    """Every place that a packet on a side can strike first."""
    section, primary, found = ship.design.section(side), ship.design.section(PRIMARY), []
    for part, share in ((section, 1.0), (primary, section.chances().get(PRIMARY, 0) / 20)):
        for key, faces in part.chances().items():
            if key == PRIMARY and part is section:
                continue
            mount = None if key == STRUCTURE else ship.design.mount(key)
            armour, left = (mount.armour, ship.left(mount)) if mount else (part.armour, -1)
            found.append(PlaceChance(part.name if mount is None else key, part.name, share * faces / 20, armour, left))
    return tuple(found)


class PlaceDamage:
    """Boxes that packets of a weapon take from a place: equal places lose the same, and each case is worked out once."""

    __slots__ = ("_known", "_once", "_shield", "_weapon")

    def __init__(self, weapon: ShipWeapon, rules: DamageRules, shield: int) -> None:
        self._weapon, self._shield, self._once = weapon, shield, weapon.mode == RAKING and rules.armour_once
        self._known: dict[tuple[int, int, tuple[int, ...]], tuple[int, int]] = {}

    def taken(self, place: PlaceChance, sizes: tuple[int, ...]) -> tuple[int, int]:
        """Boxes that packets on one place take in all, and of the system itself."""
        key = place.armour, place.left, sizes
        if (found := self._known.get(key)) is None:
            found = self._known[key] = self._work_out(place, sizes)
        return found

    def told(self, place: PlaceChance, sizes: tuple[int, ...], section: str) -> int:
        """Boxes that packets on a place take; or of them those that reach the structure of a section."""
        boxes, own = self.taken(place, sizes)
        return boxes if not section else boxes - own if place.section == section else 0

    def _work_out(self, place: PlaceChance, sizes: tuple[int, ...]) -> tuple[int, int]:
        met = set[str]() if self._once else None
        left, boxes, own = place.left, 0, 0
        for size in sizes:
            if size <= self._shield:
                continue
            armour = place.armour // 2 if left == 0 else place.armour
            points = max(0, size - self._shield - met_armour(armour, self._weapon, place.key, met))
            boxes += points
            if left > 0:
                own += min(left, points)
                left = max(0, left - points)
        return boxes, own


@lru_cache(maxsize=128)
def place_damage(weapon: ShipWeapon, rules: DamageRules, shield: int) -> PlaceDamage:
    """The cases that have been worked out for a weapon."""
    return PlaceDamage(weapon, rules, shield)


def volleys_of(weapon: ShipWeapon, count: int, rules: DamageRules) -> tuple[PacketGroup, ...]:
    """The packets of so many pulses, or of one shot, by what its dice come to."""
    if weapon.pulses:
        return (PacketGroup(count, weapon.damage.plus, 0, 1.0),)
    if weapon.mode != RAKING:
        return tuple(PacketGroup(1, points, 0, chance) for points, chance in totals(weapon.damage))
    return tuple(PacketGroup(points // rules.packet, rules.packet, points % rules.packet, chance)
                 for points, chance in totals(weapon.damage))  # fmt: skip


@frozen
class SideToll:
    """What one shot, or so many pulses, may come to on a side: the chance of each number of boxes, of each number of points
    that reach the structure of the side (or would, were there any left), and that the ship is destroyed."""

    boxes: tuple[float, ...]
    reaching: tuple[float, ...]
    destroyed: float = 0.0


def boxes_on(key: HurtShip, side: str, weapon: ShipWeapon, count: int, rules: DamageRules) -> np.ndarray:
    """The chance of each number of boxes from one shot, or so many pulses, that comes through to a side."""
    return np.array(toll_on(key, side, weapon, count, rules).boxes)


@lru_cache(maxsize=1024)
def toll_on(key: HurtShip, side: str, weapon: ShipWeapon, count: int, rules: DamageRules) -> SideToll:
    """What one shot, or so many pulses, that come through to a side may come to."""
    ship = key.ship
    every = volleys_of(weapon, count, rules)
    reaching = _counted(key, side, weapon, every, rules, side)
    side_lost, destroyed = ending(reaching, ship.structure(side)), 0.0
    if max(one.count * one.size + one.rest for one in every) >= ship.structure(PRIMARY):
        destroyed = ending(_counted(key, side, weapon, every, rules, PRIMARY), ship.structure(PRIMARY))
    if not ship.structure(side) or side_lost > SELDOM or destroyed > SELDOM:
        found, destroyed = followed(key, side, weapon, every, rules)
        return SideToll(_in_row(found), _in_row(reaching), destroyed)
    return SideToll(_in_row(_counted(key, side, weapon, every, rules)), _in_row(reaching), destroyed)


def ending(reaching: Mapping[int, float], left: int) -> float:
    """The chance that points which reach a section take all structure it has left. It is exact for the side itself: until it
    is lost, nothing flows on."""
    return sum(chance for points, chance in reaching.items() if points >= left) if left else 0.0


def _in_row(found: Mapping[int, float]) -> tuple[float, ...]:
    """Chances by number, without gaps."""
    return tuple(found.get(boxes, 0.0) for boxes in range(max(found) + 1))


def _counted(
    key: HurtShip, side: str, weapon: ShipWeapon, every: tuple[PacketGroup, ...], rules: DamageRules, section: str = ""
) -> dict[int, float]:
    """The chance of each number of boxes, or of points that reach the structure of a section, while side and ship stand."""
    found = defaultdict[int, float](float)
    if all(one.count == 1 and not one.rest for one in every):  # a single packet strikes a single place
        damage = place_damage(weapon, rules, key.ship.shield(rules.row))
        for place in places(key.ship, side):
            for one in every:
                found[damage.told(place, (one.size,), section)] += one.chance * place.chance
        return found
    for size in dict.fromkeys(one.size for one in every):
        like = [one for one in every if one.size == size]
        most = max(max(one.count for one in like), weapon.pulse_most)
        tables = packet_tables(key, side, weapon, size, tuple(sorted({one.rest for one in like})), most, rules, section)
        for one in like:
            for boxes, chance in enumerate(tables[one.rest][one.count]):
                if chance:
                    found[boxes] += one.chance * float(chance)
    return found


@lru_cache(maxsize=256)
def packet_tables(
    key: HurtShip, side: str, weapon: ShipWeapon, size: int, rests: tuple[int, ...], most: int, rules: DamageRules, section: str
) -> dict[int, np.ndarray]:  # fmt: skip
    """By the rest that comes with them (0: none), for 0 to `most` packets of a size: the chance of each number of boxes."""
    ship, damage = key.ship, place_damage(weapon, rules, key.ship.shield(rules.row))
    ceiling = most * size + max(rests) + 1
    table = np.zeros((len(rests), 2, most + 1, ceiling))  # rests; has the rest struck; packets that have; boxes
    table[:, 0, 0, 0] = 1.0
    for place in places(ship, side):
        after = np.zeros_like(table)
        for struck in range(most + 1):
            weight, full, upto = place.chance**struck / factorial(struck), (size,) * struck, most + 1 - struck
            boxes = damage.told(place, full, section)
            after[:, :, struck:, boxes:] += weight * table[:, :, :upto, : ceiling - boxes]
            for n, rest in enumerate(rests):
                if rest:
                    boxes = damage.told(place, (*full, rest), section)
                    after[n, 1, struck:, boxes:] += weight * place.chance * table[n, 0, :upto, : ceiling - boxes]
        table = after
    every = np.array([factorial(n) for n in range(most + 1)])[:, None]
    return {rest: table[n, 1 if rest else 0] * every for n, rest in enumerate(rests)}


def followed(
    key: HurtShip, side: str, weapon: ShipWeapon, every: tuple[PacketGroup, ...], rules: DamageRules
) -> tuple[dict[int, float], float]:
    """The chance of each number of boxes by following every sequence of places, equal hulls taken together after each packet;
    and the chance that the ship is destroyed."""
    found, destroyed = defaultdict[int, float](float), 0.0
    before, shield = sum(key.ship.lost.values()), key.ship.shield(rules.row)
    for size, count in dict.fromkeys((one.size, one.count) for one in every):
        rests = [(one.rest, one.chance) for one in every if (one.size, one.count) == (size, count)]
        for cell, share in cells_after(key, side, weapon, size, count, rules).items():
            lost, ends = sum(n for _, n in cell[0]) - before, LastPacket(key.ship, cell, side, weapon, rules, shield)
            for rest, chance in rests:
                for boxes, gone, part in ends.of(rest):
                    found[lost + boxes] += chance * share * part
                    destroyed += chance * share * part * gone
    return found, destroyed


class LastPacket:
    """Boxes that the last packet takes from a hull that has lost so much. All points behind the armour of a place take a box
    each, unless the ship ends: only where it may is every way followed."""

    __slots__ = ("_armour", "_cell", "_core", "_rules", "_shield", "_ship", "_side", "_weapon")

    def __init__(self, ship: PowerShip, cell: Cell, side: str, weapon: ShipWeapon, rules: DamageRules, shield: int) -> None:
        self._ship, self._cell, self._side, self._weapon, self._rules, self._shield = ship, cell, side, weapon, rules, shield
        self._core, self._armour = TrialHull(ship, cell[0]).structure(PRIMARY), tuple[tuple[int, float], ...]()

    def of(self, size: int) -> Iterator[tuple[int, bool, float]]:
        """Numbers of boxes, whether the ship is destroyed, and their chance."""
        lost, _, gone = self._cell
        points = size - self._shield
        if gone or points <= 0:
            yield 0, gone, 1.0
        elif self._core > points:
            self._armour = self._armour or self._taken()
            yield from ((max(0, points - armour), False, chance) for armour, chance in self._armour)
        else:
            had = sum(n for _, n in lost)
            for (after, _, ended), chance in _struck(self._ship, self._cell, self._side, self._weapon, points, self._rules):
                yield sum(n for _, n in after) - had, ended, chance

    def _taken(self) -> tuple[tuple[int, float], ...]:
        """Points that armour may take of the packet, with their chances."""
        lost, met, _ = self._cell
        hull, once = TrialHull(self._ship, lost), self._weapon.mode == RAKING and self._rules.armour_once
        if not hull.structure(self._side):
            found = [(self._ship.design.section(self._side).armour // 2, lost_side(self._side), 1.0)]
        else:
            found = [(one.armour // 2 if one.left == 0 else one.armour, one.key, one.chance) for one in places(hull, self._side)]
        shares = defaultdict[int, float](float)
        for armour, place, chance in found:
            shares[met_armour(armour, self._weapon, place, set(met) if once else None)] += chance
        return tuple(shares.items())

@lru_cache(maxsize=64)
def cells_after(key: HurtShip, side: str, weapon: ShipWeapon, size: int, full: int, rules: DamageRules) -> Cells:
    """What a hull may have lost after so many packets of a size."""
    if not full:
        return {(tuple(sorted(key.ship.lost.items())), frozenset(), False): 1.0}
    cells = _after(key.ship, cells_after(key, side, weapon, size, full - 1, rules), side, weapon, size, rules)
    return _alike(cells, side) if full >= FOLLOWED else cells


def _alike(cells: Cells, side: str) -> Cells:
    """Hulls with the same boxes in all, and the same of the side and of the primary section, as the likeliest of them."""
    groups = defaultdict[tuple[int, int, int, bool], list[tuple[float, Cell]]](list)
    for cell, chance in cells.items():
        lost = dict(cell[0])
        groups[sum(lost.values()), lost.get(side, 0), lost.get(PRIMARY, 0), cell[2]].append((chance, cell))
    return {max(some, key=lambda one: (one[0], one[1][0]))[1]: sum(chance for chance, _ in some) for some in groups.values()}


def _after(ship: PowerShip, cells: Cells, side: str, weapon: ShipWeapon, size: int, rules: DamageRules) -> Cells:
    """What hulls have lost after one packet more."""
    shield = ship.shield(rules.row)
    if size <= shield:
        return cells
    found = defaultdict[Cell, float](float)
    for cell, chance in cells.items():
        if cell[2]:
            found[cell] += chance
            continue
        for new, part in _struck(ship, cell, side, weapon, size - shield, rules):
            found[new] += chance * part
    return found


def _struck(
    ship: PowerShip, cell: Cell, side: str, weapon: ShipWeapon, points: int, rules: DamageRules
) -> Iterator[tuple[Cell, float]]:  # fmt: skip
    """Every end of one packet, its shield taken off, on a hull that has lost so much."""
    lost, met, _ = cell
    once, answers = weapon.mode == RAKING and rules.armour_once, [(tuple[str, ...](), 1.0)]
    hull = TrialHull(ship, lost)
    if min(hull.structure(side), hull.structure(PRIMARY)) > points:  # each place takes all of it: nothing flows on
        damage, had = place_damage(weapon, rules, 0), dict(lost)
        for place in places(hull, side):
            bare = once and place.key in met
            boxes, own = damage.taken(replace(place, armour=0) if bare else place, (points,))
            now_lost = had | {key: had.get(key, 0) + n for key, n in ((place.key, own), (place.section, boxes - own)) if n}
            yield (tuple(sorted(now_lost.items())), met | {place.key} if once else met, False), place.chance
        return
    while answers:
        given, chance = answers.pop()
        now, seen = TrialHull(ship, lost), set(met)
        found = strike_once(now, side, weapon, points, [], seen if once else None)
        try:
            chart = next(found)
            for key in given:
                chart = found.send(key)
        except StopIteration:
            yield (tuple(sorted(now.lost.items())), frozenset(seen), bool(now.removed_reason)), chance
            continue
        entries = chart.entries()
        every = sum(faces for _, faces in entries)
        answers += [((*given, key), chance * faces / every) for key, faces in entries]


@lru_cache(maxsize=1024)
def losses_on(
    key: HurtShip, side: str, weapon: ShipWeapon, count: int, rules: DamageRules
) -> tuple[tuple[str, float, float], ...]:  # fmt: skip
    """For each place of a side and of the primary section: mean boxes, and the chance that a system is destroyed; what flows on
    from one place to another is left with the first."""
    ship, found = key.ship, list[tuple[str, float, float]]()
    damage, every = place_damage(weapon, rules, ship.shield(rules.row)), volleys_of(weapon, count, rules)
    for place in places(ship, side):
        if place.left <= 0:  # structure, and what is destroyed already
            continue
        mean = end = 0.0
        for one in every:
            for struck in range(0 if one.rest else 1, one.count + 1):
                ways = factorial(one.count) / factorial(struck) / factorial(one.count - struck)
                chance = one.chance * ways * place.chance**struck * (1 - place.chance) ** (one.count - struck)
                for rest, part in ((one.rest, place.chance), (0, 1 - place.chance)) if one.rest else ((0, 1.0),):
                    own = damage.taken(place, (*(one.size,) * struck, *((rest,) if rest else ())))[1]
                    mean += chance * part * own
                    end += chance * part * (own == place.left)
        found.append((place.key, mean, end))
    return tuple(found)
