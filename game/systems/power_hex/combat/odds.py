"""Exact chances of a shot through all five steps: to hit, interception, side, location and damage (power/8)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

from game.core.values import frozen
from game.systems.power_hex.combat.damage import (
    PACKET,
    StruckPlace,
    aim_at,
    aim_past,
    chart_of,
    cross_off,
    destroyed,
    packets,
    side_lost,
    through,
    wrecked_primaries,
)
from game.systems.power_hex.combat.interception import pass_chance, stop_chances
from game.systems.power_hex.combat.locations import PRIMARY as PRIMARY_ROW
from game.systems.power_hex.combat.locations import place_chances
from game.systems.power_hex.combat.pulses import pulse_chances
from game.systems.power_hex.combat.sides import side_chances
from game.systems.power_hex.combat.to_hit import hit_chance
from game.systems.power_hex.ships.design import PRIMARY, PowerDesign

Law = Mapping[tuple[int, ...], float]  # the chance of each row of packets
Chances = dict[int, float]  # of each figure


@frozen
class ShotProfile:
    """One shot as it is reckoned: kind and mode of its weapon, the number to hit, its damage, and what may stop it.

    `dice` are (count, sides, added) of its damage; `pulse` the damage of one pulse, the sides of its die and the most pulses;
    `values` those of the weapons that intercept; `shield` that of its target; `packet` the size of raking packets, and `once`
    says that these meet the armour of a place once.
    """

    kind: str
    mode: str
    number: int
    dice: tuple[int, int, int] = (0, 0, 0)
    pulse: tuple[int, int, int] = (0, 0, 0)
    values: tuple[int, ...] = ()
    shield: int = 0
    packet: int = PACKET
    once: bool = True
    naturals: bool = False


class TrialHull:
    """A hull on which an outcome is tried: a design, and the boxes lost."""

    __slots__ = ("built", "damage", "design")

    def __init__(self, design: PowerDesign, damage: Mapping[str, int]) -> None:
        self.design, self.built = design, capacities(design)
        self.damage = {key: damage.get(key, 0) for key in self.built}

    def structure_left(self, name: str) -> int:
        """Structure that a section has left."""
        return self.built[name] - self.damage[name]

    def boxes_left(self, key: str) -> int:
        """Boxes that a system has left."""
        return self.built[key] - self.damage[key]

    @property
    def state(self) -> tuple[int, ...]:
        """The damage as a value."""
        return tuple(self.damage.values())

    def restore(self, state: tuple[int, ...]) -> None:
        """Take the damage of a value."""
        self.damage = dict(zip(self.built, state))


@lru_cache(maxsize=64)
def capacities(design: PowerDesign) -> Mapping[str, int]:
    """Structure of every section and boxes of every system of a design, by name and key."""
    sections = {one.name: one.structure for one in design.sections}
    return sections | {mount.key: mount.boxes for one in design.sections for mount in one.mounts}


# -- before the damage ---------------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def dice_law(count: int, sides: int, added: int) -> Mapping[int, float]:
    """The chance of each sum of some dice and a number."""
    found = {added: 1.0}
    for _ in range(count):
        after: dict[int, float] = {}
        for total, chance in found.items():
            for face in range(1, sides + 1):
                after[total + face] = after.get(total + face, 0.0) + chance / sides
        found = after
    return found


def damage_law(shot: ShotProfile) -> Law:
    """The chance of each row of packets of a shot that strikes, of any weapon but pulses."""
    found: dict[tuple[int, ...], float] = {}
    for points, chance in dice_law(*shot.dice).items():
        row = packets(points, shot.mode == "raking", shot.packet)
        found[row] = found.get(row, 0.0) + chance
    return found


def pass_chance_of(shot: ShotProfile) -> float:
    """The chance that a shot hits and is not stopped, of any weapon but pulses."""
    return hit_chance(shot.number, shot.naturals) * pass_chance(shot.values)


def pulse_law(shot: ShotProfile) -> Chances:
    """The chance of each number of pulses that strike."""
    most = shot.pulse[2]
    stops = stop_chances(shot.values, most)
    found: Chances = {}
    for count, chance in pulse_chances(shot.number, shot.pulse[1], most, shot.naturals).items():
        for stopped, share in enumerate(stops):
            left = max(0, count - stopped)
            found[left] = found.get(left, 0.0) + chance * share
    return found


def packet_law(shot: ShotProfile) -> Law:
    """The chance of each row of packets that strikes; the empty one is a shot that misses or is stopped."""
    if shot.mode == "pulse":
        return {(shot.pulse[0],) * count: chance for count, chance in pulse_law(shot).items()}
    passes = pass_chance_of(shot)
    found = {row: passes * chance for row, chance in damage_law(shot).items()}
    found[()] = found.get((), 0.0) + 1 - passes
    return found


# -- the damage ----------------------------------------------------------------------------------------------------------


@dataclass
class SideToll:
    """What shots at one side may come to: chances of points crossed off in all, of its structure, and of primary structure."""

    points: Chances = field(default_factory=dict)
    structure: Chances = field(default_factory=dict)
    primary: Chances = field(default_factory=dict)


NO_TOLL = SideToll({0: 1.0}, {0: 1.0}, {0: 1.0})  # of a shot that does not strike


@dataclass
class Toll:
    """What shots at a ship may come to: chances of points crossed off, of a side that is lost, and of the end of the ship."""

    points: Chances = field(default_factory=dict)
    side_lost: float = 0.0
    destroyed: float = 0.0

    @property
    def mean(self) -> float:
        """Points on the average."""
        return sum(points * chance for points, chance in self.points.items())


def mixed(into: Chances, law: Mapping[int, float], share: float) -> None:
    """Add a law with a share of the chances to another."""
    for points, chance in law.items():
        into[points] = into.get(points, 0.0) + chance * share


def summed(one: Chances, other: Chances) -> Chances:
    """The law of the sum of two figures that know nothing of each other."""
    found: Chances = {}
    for points, chance in one.items():
        mixed(found, {points + more: share for more, share in other.items()}, chance)
    return found


def at_least(law: Chances, least: int) -> float:
    """The chance of a figure that is not below another."""
    return sum(chance for points, chance in law.items() if points >= least)


@frozen
class _Fate:
    """A hull on the way: boxes lost, points so far, and the armour that this shot has met."""

    state: tuple[int, ...]
    points: int
    met: frozenset[str]


def aims(hull: TrialHull, side: str) -> Iterator[tuple[StruckPlace, float]]:
    """Everything that a shot at a side may strike, with its chance (power/8.4)."""
    primary = hull.design.section(PRIMARY).chart
    if side_lost(hull, side):
        for place, chance in place_chances(primary, wrecked_primaries(hull)).items():
            yield aim_past(hull, side, place), chance
        return
    for place, chance in place_chances(chart_of(hull, side)).items():
        if place != PRIMARY_ROW:
            yield aim_at(hull, side, place), chance
            continue
        for inner, share in place_chances(primary).items():
            yield aim_at(hull, PRIMARY, inner), chance * share


class _Strikes:
    """The packets of one shot at one side of a hull, tried in all ways."""

    def __init__(self, hull: TrialHull, side: str, shot: ShotProfile) -> None:
        self.hull, self.side, self.shot = hull, side, shot
        self.before = hull.structure_left(side), hull.structure_left(PRIMARY)
        self.once = shot.mode == "raking" and shot.once
        self.inner = hull.design.section(PRIMARY).chart
        self.tolls: dict[int, SideToll] = {}

    def run(self, law: Law) -> dict[int, SideToll]:
        """Every row of packets of a law; returns what those of each length come to."""
        self._close(0, 0, law.get((), 0.0))
        self._walk({_Fate(self.hull.state, 0, frozenset()): 1.0}, [(row, chance) for row, chance in law.items() if row], 1)
        return self.tolls

    def _walk(self, fates: Mapping[_Fate, float], rows: list[tuple[tuple[int, ...], float]], length: int) -> None:
        """Follow rows of packets that have the same packets behind them; the next is the `length`th."""
        branches = []
        for packet in dict.fromkeys(row[0] for row, _ in rows):
            ends = sum(chance for row, chance in rows if row == (packet,))
            further = [(row[1:], chance) for row, chance in rows if row[0] == packet and len(row) > 1]
            branches.append((packet, ends, further, dict[_Fate, float]()))
        for fate, share in fates.items():
            self.hull.restore(fate.state)
            targets = list(aims(self.hull, self.side)) if not destroyed(self.hull) else []
            for packet, ends, further, after in branches:
                for points, met, chance in self._packet(fate, targets, packet):
                    self._close(length, points, share * chance * ends)
                    if further:
                        reached = _Fate(self.hull.state, points, met)
                        after[reached] = after.get(reached, 0.0) + share * chance
        for _, _, further, after in branches:
            if further:
                self._walk(after, further, length + 1)

    def _close(self, length: int, points: int, chance: float) -> None:
        """The hull as it stands is the end of a row of packets, with a chance."""
        if chance:
            toll, hull = self.tolls.setdefault(length, SideToll()), self.hull
            structure, primary = self.before[0] - hull.structure_left(self.side), self.before[1] - hull.structure_left(PRIMARY)
            toll.points[points] = toll.points.get(points, 0.0) + chance
            toll.structure[structure] = toll.structure.get(structure, 0.0) + chance
            toll.primary[primary] = toll.primary.get(primary, 0.0) + chance

    def _packet(
        self, fate: _Fate, targets: list[tuple[StruckPlace, float]], packet: int
    ) -> Iterator[tuple[int, frozenset[str], float]]:
        """What one packet may come to: all points of the shot so far, and the armour met; the hull is as it then stands."""
        hull = self.hull
        hull.restore(fate.state)
        start = hull.damage
        if not targets:
            yield fate.points, fate.met, 1.0
        for aim, chance in targets:
            hull.damage = start.copy()
            met = fate.met | {aim.behind} if self.once else fate.met
            points = through(packet, 0 if aim.behind in fate.met else aim.armour, self.shot.kind, self.shot.shield)
            over = cross_off(hull, aim.section, aim.place, points)
            if not over or destroyed(hull):
                yield fate.points + points - over, met, chance
                continue
            broken = hull.damage
            for place, share in place_chances(self.inner, wrecked_primaries(hull)).items():
                hull.damage = broken.copy()
                lost = cross_off(hull, PRIMARY, place, over)
                yield fate.points + points - lost, met, chance * share


@lru_cache(maxsize=256)
def _struck(design: PowerDesign, state: tuple[int, ...], side: str, shot: ShotProfile) -> Mapping[int, SideToll]:
    """What a shot that strikes a side comes to, by the number of its packets; the number to hit does not matter here.

    Each number of pulses is taken for certain, as all the damage of any other shot is.
    """
    hull = TrialHull(design, {})
    hull.restore(state)
    points, _, most = shot.pulse
    law = {(points,) * n: 1.0 for n in range(most + 1)} if shot.mode == "pulse" else damage_law(shot)
    return _Strikes(hull, side, shot).run(law)


def side_toll(hull: TrialHull, side: str, shot: ShotProfile) -> SideToll:
    """Exact chances of one shot that strikes a side if it strikes at all."""
    struck = _struck(hull.design, hull.state, side, replace(shot, number=0, values=()))
    if shot.mode == "pulse":
        shares = pulse_law(shot)
    else:
        passes = pass_chance_of(shot)
        shares = dict.fromkeys(struck, passes)
        shares[-1] = 1 - passes
    found = SideToll()
    for length, share in shares.items():
        toll = struck.get(length, NO_TOLL)
        mixed(found.points, toll.points, share)
        mixed(found.structure, toll.structure, share)
        mixed(found.primary, toll.primary, share)
    return found


def volley_toll(hull: TrialHull, row: str, shots: tuple[ShotProfile, ...]) -> Toll:
    """Chances of the shots of one ship from a row of the facing chart, which all strike the side that one die names.

    They are exact for one shot; of several, each is reckoned against the hull as it is before the first.
    """
    found = Toll()
    for side, chance in side_chances(row).items():
        first, *others = [side_toll(hull, side, shot) for shot in shots]
        for toll in others:
            first = SideToll(summed(first.points, toll.points), summed(first.structure, toll.structure),
                             summed(first.primary, toll.primary))  # fmt: skip
        mixed(found.points, first.points, chance)
        if not side_lost(hull, side):
            found.side_lost += chance * at_least(first.structure, hull.structure_left(side))
        found.destroyed += chance * at_least(first.primary, hull.structure_left(PRIMARY))
    return found
