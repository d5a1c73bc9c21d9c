"""Ramming, and the closest passes of enemy ships (full-thrust-base/6.17)."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from game.board.boards import board_of
from game.board.geometry import Point, rounded_point, within
from game.board.line_of_sight import closest_approach
from game.board.protocol import too_far
from game.core.display import Risk
from game.core.events import Die, Event
from game.core.orders import Id
from game.core.umpire import RISING, Umpire, at_least
from game.rules.sensors.detection import reveal
from game.rules.ships.damage import cross_off, strike
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import ThrustState

RULE = "full-thrust-base/6.17"
REACH = 2.0  # MU between two ships at the end of their moves
NERVE = 6  # the lowest roll with which the crew goes through with the ram
NEAR = 6.0  # MU within which a pass is marked on the screen


class ClosestPass(NamedTuple):
    """Two enemies at their closest during the move: distance (MU), time as a share 0..1 of the move, midpoint, and both
    places."""

    a: Id
    b: Id
    distance: float
    time: float
    at: Point
    at_a: Point
    at_b: Point


def ram_chance(thrust_a: int, thrust_b: int) -> Fraction:
    """Return the exact chance that a ship with thrust a, within 2 MU, hits one with thrust b
    (full-thrust-base/6.17)."""
    better = sum(a + thrust_a > b + thrust_b for a in range(1, 7) for b in range(1, 7))
    return Fraction(7 - NERVE, 6) * Fraction(better, 36)


def ram(state: ThrustState, umpire: Umpire, attacker: Ship, target: Ship) -> None:
    """Resolve an ordered ram at the end of movement: distance, nerve, the higher die plus thrust, and damage to both
    (6.17). A bogey that is no ship is treated like one until the crash (6.19)."""
    if not attacker.in_play or not target.in_play:
        return
    pair = f"ram/{attacker.id}>{target.id}"
    if why := why_no_ram(state, attacker, target):
        _tell(umpire, attacker, target, (), why, "no ram", "plain")
        return
    nerve = umpire.die(f"{pair}/nerve", worth=at_least(NERVE))
    _tell(
        umpire,
        attacker,
        target,
        (Die(nerve, nerve >= NERVE),),
        f"goes through with it on {NERVE}",
        "holds its course" if nerve >= NERVE else "shies away",
        "plain",
    )
    if nerve < NERVE:
        return
    faces = tuple(umpire.die(f"{pair}/{ship.id}", worth=RISING) for ship in (attacker, target))
    totals = faces[0] + attacker.thrust, faces[1] + target.thrust
    hit = totals[0] > totals[1]
    _tell(
        umpire,
        attacker,
        target,
        (Die(faces[0], hit), Die(faces[1], not hit, by=target.id)),
        f"die and thrust: {totals[0]} to {totals[1]}",
        "contact" if hit else "dodged",
        "bad" if hit else "good",
    )
    if hit and (attacker.dummy or target.dummy):
        for echo in (ship for ship in (attacker, target) if ship.dummy):
            reveal(state, umpire, echo, "nothing is there to crash into")
    elif hit:
        crash(state, umpire, attacker, target)


def crash(state: ThrustState, umpire: Umpire, attacker: Ship, target: Ship) -> None:
    """Damage each ship by one die times the other's hull boxes, both computed before either is damaged (6.17)."""
    pair = f"ram/{attacker.id}>{target.id}"
    blows = []
    for ship, other in ((attacker, target), (target, attacker)):
        face = umpire.die(f"{pair}/damage/{ship.id}", worth=RISING)
        blows.append((other, face * ship.hull))
        wound = cross_off(other.copy(), [("normal", face * ship.hull)])
        umpire.tell(
            Event(
                "contact",
                RULE,
                f"{{{ship.id}}} crashes into {{{other.id}}}",
                who=ship.id,
                whom=other.id,
                dice=(Die(face),),
                reason=f"times {ship.hull} hull boxes",
                result=f"{face * ship.hull} damage",
                tone="bad",
                at=other.at,
                time=1.0,
                harm=wound.harm,
            )
        )
    for ship, points in blows:
        strike(state, umpire, ship, [("normal", points)], pair, RULE)


def risks(state: ThrustState, attacker: Id, target: Id) -> tuple[Risk, ...]:
    """Return the exact chance of a ram from two ships' planned places, or why it fails before any die is rolled."""
    ship, other = state.ships[attacker], state.ships[target]
    if why := why_no_ram(state, ship, other):
        return (Risk("Ram", f"{why}, if {other.name} goes straight on", 0.0, "cannot", RULE),)
    words = f"hits {other.name}, if it goes straight on"
    return (Risk("Ram", words, float(ram_chance(ship.thrust, other.thrust)), "good", RULE),)


def why_no_ram(state: ThrustState, attacker: Ship, target: Ship) -> str:
    """Return why a ram fails before any die is rolled; empty if it may go on."""
    if attacker.timer("bridge") is not None:
        return "out of control"
    board = board_of(state.table)
    distance = board.distance(attacker.at, target.at)
    return "" if within(distance, REACH) else too_far(board, distance, REACH)


def _tell(umpire: Umpire, a: Ship, b: Ship, dice: tuple[Die, ...], reason: str, result: str, tone: str) -> None:
    umpire.tell(
        Event(
            "contact",
            RULE,
            f"{{{a.id}}} tries to ram {{{b.id}}}",
            who=a.id,
            whom=b.id,
            dice=dice,
            reason=reason,
            result=result,
            tone=tone,
            at=a.at,
            time=1.0,
        )
    )


def passes(state: ThrustState, reach: float = NEAR) -> tuple[ClosestPass, ...]:
    """Return pairs of enemies in play that came within `reach` MU of each other during this turn's move, in order of
    time."""
    found, board = [], board_of(state.table)
    flown = [(ship, _box(ship.path or (ship.at,))) for ship in state.ships.values() if ship.in_play]
    pairs = [
        (a, b)
        for a, b in combinations(flown, 2)
        if a[0].side != b[0].side and within(_least_distance(a[1], b[1]), reach)
    ]
    for (a, _), (b, _) in pairs:
        _, time, at_a, at_b = closest_approach(a.path or (a.at,), b.path or (b.at,))
        gap = board.distance(at_a, at_b)
        if within(gap, reach):
            between = rounded_point(((at_a[0] + at_b[0]) / 2, (at_a[1] + at_b[1]) / 2))
            found.append(ClosestPass(a.id, b.id, gap, time, between, rounded_point(at_a), rounded_point(at_b)))
    return tuple(sorted(found, key=lambda one: (round(one.time, 9), one.a, one.b)))


def _box(path: tuple[Point, ...]) -> tuple[float, float, float, float]:
    """Return left, right, bottom and top of a path (MU)."""
    across, along = [x for x, _ in path], [y for _, y in path]
    return min(across), max(across), min(along), max(along)


def _least_distance(a: tuple[float, float, float, float], b: tuple[float, float, float, float]) -> float:
    """Return a lower bound (MU) of the distance of two paths: that of their boxes along one axis, which is quick to
    compute."""
    return max(a[0] - b[1], b[0] - a[1], a[2] - b[3], b[2] - a[3])


def mark_passes(state: ThrustState, umpire: Umpire) -> None:
    """Log the places and times at which enemies passed within ramming distance of each other."""
    board = board_of(state.table)
    for one in passes(state, REACH):
        umpire.tell(
            Event(
                "note",
                RULE,
                f"{{{one.a}}} and {{{one.b}}} pass each other",
                who=one.a,
                whom=one.b,
                result=f"{board.format_distance(one.distance)} apart",
                at=one.at,
                time=one.time,
                line=(one.at_a, one.at_b),
            )
        )
