"""Exact chances of the boxes that one shot takes from one side, and of the loss of each system there (power/8.4, 8.5).

Packets of one volley are alike, and each strikes a place by a die of its own: what a place loses follows from how many struck
it, so that places are counted one after the other and no sequence of dice has to be followed. Where a volley may well end the
side or the ship, every sequence is followed instead. Hulls that have lost the same are taken together after each packet; after
the third also those that have as much left of side and ship, and differ only in which of their systems suffered.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from math import factorial

import numpy as np

from game.core.values import frozen
from game.systems.power_hex.combat.damage import DamageRules, met_armour, strike_once
from game.systems.power_hex.combat.shot_odds import totals
from game.systems.power_hex.ships.design import PRIMARY, STRUCTURE, ShipMount
from game.systems.power_hex.ships.ship import PowerShip
from game.systems.power_hex.ships.weapons import RAKING, ShipWeapon

SELDOM = 1e-3  # chance that a side or the ship ends, up to which boxes are counted as if it stood
FOLLOWED = 3  # packets after which hulls that differ in their systems alone are taken together
Cell = tuple[tuple[tuple[str, int], ...], frozenset[str], bool]  # boxes lost, armour met, destroyed
Cells = dict[Cell, float]


class HurtShip:
    """A ship as a key: equal ones are of one design and have lost the same."""

    __slots__ = ("harm", "ship")

    def __init__(self, ship: PowerShip) -> None:
        self.ship, self.harm = ship.copy(), tuple(sorted(ship.lost.items()))

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


def places(ship: PowerShip, side: str) -> tuple[PlaceChance, ...]:
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
    reaching, primary = (_counted(ship, side, weapon, every, rules, section) for section in (side, PRIMARY))
    side_lost, destroyed = ending(reaching, ship.structure(side)), ending(primary, ship.structure(PRIMARY))
    if not ship.structure(side) or side_lost > SELDOM or destroyed > SELDOM:
        found, destroyed = followed(ship, side, weapon, every, rules)
        return SideToll(_in_row(found), _in_row(reaching), destroyed)
    return SideToll(_in_row(_counted(ship, side, weapon, every, rules)), _in_row(reaching), destroyed)


def ending(reaching: Mapping[int, float], left: int) -> float:
    """The chance that points which reach a section take all structure it has left. It is exact for the side itself: until it
    is lost, nothing flows on."""
    return sum(chance for points, chance in reaching.items() if points >= left) if left else 0.0


def _in_row(found: Mapping[int, float]) -> tuple[float, ...]:
    """Chances by number, without gaps."""
    return tuple(found.get(boxes, 0.0) for boxes in range(max(found) + 1))


def _counted(
    ship: PowerShip, side: str, weapon: ShipWeapon, every: tuple[PacketGroup, ...], rules: DamageRules, section: str = ""
) -> dict[int, float]:
    """The chance of each number of boxes, or of points that reach the structure of a section, while side and ship stand."""
    found, tables = defaultdict[int, float](float), dict[tuple[int, int], list[np.ndarray]]()
    for one in every:
        like = one.size, one.rest
        if like not in tables:
            most = max(other.count for other in every if (other.size, other.rest) == like)
            tables[like] = _table(ship, side, weapon, one, most, rules, section)
        for boxes, chance in enumerate(tables[like][one.count]):
            found[boxes] += one.chance * float(chance)
    return found


def _table(
    ship: PowerShip, side: str, weapon: ShipWeapon, like: PacketGroup, most: int, rules: DamageRules, section: str
) -> list[np.ndarray]:  # fmt: skip
    """For 0 to `most` packets and the rest: the chance of each number, place by place."""
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
                boxes, own = taken_at(place, (*full, *((like.rest,) if rest else ())), weapon, rules, shield)
                if section:
                    boxes = boxes - own if place.section == section else 0
                part = weight * (place.chance if rest else 1.0)
                for before in range(2 - rest):
                    source = table[before, : most + 1 - struck]
                    after[before + rest, struck:, boxes:] += part * source[:, : ceiling - boxes]
        table = after
    last = table[1 if like.rest else 0]
    return [last[n] * factorial(n) for n in range(most + 1)]


def followed(
    ship: PowerShip, side: str, weapon: ShipWeapon, every: tuple[PacketGroup, ...], rules: DamageRules
) -> tuple[dict[int, float], float]:
    """The chance of each number of boxes by following every sequence of places, equal hulls taken together after each packet;
    and the chance that the ship is destroyed."""
    found, destroyed, before = defaultdict[int, float](float), 0.0, sum(ship.lost.values())
    for size in dict.fromkeys(one.size for one in every):
        counts = {one.count: [other for other in every if (other.size, other.count) == (size, one.count)] for one in every}
        cells: Cells = {(tuple(sorted(ship.lost.items())), frozenset(), False): 1.0}
        for full in range(max(count for count, some in counts.items() if some) + 1):
            cells = _after(ship, cells, side, weapon, size, rules) if full else cells
            cells = _alike(cells, side) if full >= FOLLOWED else cells
            for one in counts.get(full, ()):
                for (lost, _, gone), chance in _after(ship, cells, side, weapon, one.rest, rules).items():
                    found[sum(n for _, n in lost) - before] += one.chance * chance
                    destroyed += one.chance * chance * gone
    return found, destroyed


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
