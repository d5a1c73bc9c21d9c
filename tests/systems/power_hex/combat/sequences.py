"""Every sequence of places that the packets of a shot may strike, by the walk of the rules: what exact odds are held
against.

`follow` takes hulls together that are equal in everything, after each packet; `endings` takes none together.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from game.core.values import frozen
from game.systems.power_hex.combat.damage import DamageRules, HitChart, packets, strike, strike_once
from game.systems.power_hex.combat.odds.exact.one_shot import ShotToll, one_shot
from game.systems.power_hex.combat.odds.exact.places import HurtShip
from game.systems.power_hex.combat.shot_odds import totals
from game.systems.power_hex.ships.design import PRIMARY, SIDES
from game.systems.power_hex.ships.ship import PowerShip
from game.systems.power_hex.ships.weapons import RAKING, ShipWeapon

Hull = tuple[tuple[tuple[str, int], ...], frozenset[str], bool]  # boxes lost, armour met, destroyed
DESTROYED, SIDE_LOST, SYSTEM_LOST, BOXES, NOTHING = "destroyed", "side lost", "system lost", "boxes", "nothing"


@dataclass
class Followed:
    """What a shot comes to: chances of numbers of boxes, and of each end; of each system that is hit mean boxes, and
    the chance that it is destroyed."""

    boxes: dict[int, float]
    ends: dict[str, float]
    means: dict[str, float]
    gone: dict[str, float]


def follow(target: PowerShip, side: str, weapon: ShipWeapon, count: int, rules: DamageRules) -> Followed:
    """Follow one shot, or that many pulses, that come through to a side."""
    boxes, ends = defaultdict[int, float](float), defaultdict[str, float](float)
    means, gone = defaultdict[str, float](float), defaultdict[str, float](float)
    start = tuple(sorted((key, n) for key, n in target.lost.items() if n))
    known: dict[tuple[int, ...], dict[Hull, float]] = {(): {(start, frozenset(), False): 1.0}}
    before = sum(target.lost.values())
    for sizes, share in damage_sizes(weapon, count, rules):
        for upto in range(1, len(sizes) + 1):
            if sizes[:upto] not in known:
                known[sizes[:upto]] = _after(target, side, weapon, sizes[upto - 1], known[sizes[: upto - 1]], rules)
        for hull, chance in known[sizes].items():
            boxes[sum(n for _, n in hull[0]) - before] += share * chance
            ends[told(target, side, hull)] += share * chance
            for key, lost in hull[0]:
                if (more := lost - target.lost.get(key, 0)) and key not in (PRIMARY, *SIDES):
                    means[key] += share * chance * more
                    gone[key] += share * chance * (lost == target.design.mount(key).boxes)
    return Followed(boxes, ends, means, gone)


def told(target: PowerShip, side: str, hull: Hull) -> str:
    """Return a hull in the words of the odds."""
    after = target.copy()
    after.lost = dict(hull[0])
    if hull[2]:
        return DESTROYED
    if not after.structure(side) and target.structure(side):
        return SIDE_LOST
    if any(target.boxes_left(one) and not after.boxes_left(one) for one in target.design.mounts):
        return SYSTEM_LOST
    return BOXES if sum(dict(hull[0]).values()) > sum(target.lost.values()) else NOTHING


def _after(
    target: PowerShip, side: str, weapon: ShipWeapon, size: int, hulls: dict[Hull, float], rules: DamageRules
) -> dict[Hull, float]:
    """Return what hulls have lost after one packet more."""
    found, points = defaultdict[Hull, float](float), size - target.shield(rules.row)
    for hull, chance in hulls.items():
        if hull[2] or points <= 0:
            found[hull] += chance
            continue
        answers: list[tuple[tuple[str, ...], float]] = [((), 1.0)]
        while answers:
            given, part = answers.pop()
            after = _struck(target, side, weapon, points, hull, given, rules)
            if isinstance(after, list):
                answers += [((*given, key), part * share) for key, share in after]
            else:
                found[after] += chance * part
    return found


def _struck(
    target: PowerShip,
    side: str,
    weapon: ShipWeapon,
    points: int,
    hull: Hull,
    given: tuple[str, ...],
    rules: DamageRules,
) -> Hull | list[tuple[str, float]]:
    """Return a hull after a packet with these entries of the charts; or the entries of the next chart, with their
    chances."""
    ship, met = target.copy(), set(hull[1])
    ship.lost = dict(hull[0])
    walk = strike_once(ship, side, weapon, points, [], met if weapon.mode == RAKING and rules.armour_once else None)
    try:
        chart = next(walk)
        for key in given:
            chart = walk.send(key)
    except StopIteration:
        lost = tuple(sorted((key, n) for key, n in ship.lost.items() if n))
        return (lost, frozenset(met), not ship.in_play)
    every = sum(faces for _, faces in chart.entries())
    return [(key, faces / every) for key, faces in chart.entries()]


@frozen
class HitEnding:
    """One end of a hit on one side: its chance, boxes lost by place, and whether the ship is destroyed."""

    chance: float
    lost: tuple[tuple[str, int], ...]
    destroyed: bool

    @property
    def boxes(self) -> int:
        """All boxes together."""
        return sum(n for _, n in self.lost)


def endings(
    target: PowerShip, side: str, weapon: ShipWeapon, sizes: tuple[int, ...], rules: DamageRules
) -> Iterator[HitEnding]:
    """Yield every end of packets of these sizes on one side, with its chance."""
    answers: list[tuple[str, ...]] = [()]
    while answers:
        given = answers.pop()
        ship, left, chance, asked = target.copy(), list(given), 1.0, None
        found = strike(ship, side, weapon, sizes, rules, [])
        try:
            chart: HitChart = next(found)
            while True:
                entries = chart.entries()
                if not left:
                    asked = entries
                    break
                key = left.pop(0)
                chance *= dict(entries)[key] / sum(n for _, n in entries)
                chart = found.send(key)
        except StopIteration:
            pass
        if asked is not None:
            answers += [(*given, key) for key, _ in asked]
            continue
        lost = tuple((key, n - target.lost.get(key, 0)) for key, n in ship.lost.items() if n > target.lost.get(key, 0))
        yield HitEnding(chance, lost, not ship.in_play)


def damage_sizes(weapon: ShipWeapon, count: int, rules: DamageRules) -> Iterator[tuple[tuple[int, ...], float]]:
    """Yield the packets of that many pulses, or of one shot, with their chances."""
    if not count:
        return
    for points, chance in totals(weapon.damage):
        yield packets(weapon, points, count, rules), chance


def shot(key: HurtShip, side: str, weapon: ShipWeapon, count: int, rules: DamageRules) -> ShotToll:
    """Return the exact odds of one shot, or that many pulses, that come through to a side."""
    return one_shot(key, side, weapon, ((count, 1.0),), rules)
