"""Where a ship can end her move, and what the screen asks about it (hex/2.3): landings, ghost, thrust meter, chances."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from game.board import hexes
from game.board.board import board_of
from game.board.hexes import NAMES, Hex, course_of, direction, step
from game.board.terrain import Body
from game.core.show import Bend, Forced, Gauge, Landing, Point, Pose, Risk, Token
from game.core.state import State
from game.rules.hexcess import stacking
from game.rules.hexcess.control import recovery
from game.rules.hexcess.drive import EXCESS, H, base, half, heading, helmless, lies, limit, side_cost
from game.rules.hexcess.moving import bow, on_map
from game.rules.hexcess.order import HexMove, Turns, fault
from game.rules.hull import Ship

RULE = f"{H}/2.3"
KEPT = 64  # envelopes that are remembered


class Way(NamedTuple):
    """The cheapest way to one hex and heading, seen from a ship that lies at (0, 0) and heads N: hexes entered, turns."""

    cells: tuple[Hex, ...]
    turns: Turns
    heading: int


_ENDS: dict[tuple[object, ...], tuple[Landing, ...]] = {}


@lru_cache(maxsize=256)
def ways(velocity: int, most: int) -> tuple[Way, ...]:
    """Every hex and heading a ship of that velocity can end in with so many changes of heading, each by the fewest; of two
    ways with as many, the one that turns sooner.

    A search breadth first, over hexes entered and sides turned.
    """
    reached: dict[tuple[Hex, int], Way] = {((0, 0), 0): Way((), (), 0)}
    for _ in range(velocity):
        further: dict[tuple[Hex, int], Way] = {}
        for (here, towards), way in reached.items():
            there = step(here, towards)
            spent = sum(map(abs, way.turns))
            for n in (0, 1, -1) if spent < most else (0,):
                key = (there, (towards + n) % 6)
                known = further.get(key)
                if known is None or spent + abs(n) < sum(map(abs, known.turns)):
                    further[key] = Way((*way.cells, there), (*way.turns, n), key[1])
        reached = further
    return tuple(reached.values())


def landings(state: State, draft: HexMove) -> tuple[Landing, ...]:
    """Every end of the draft's ship: hex, heading and facing by the least thrust, with every velocity for next turn."""
    ship: Ship = state.ships[draft.by]
    key = (ship.id, ship.at, ship.course, ship.facing, ship.velocity, ship.thrust, limit(ship), helmless(ship), draft.scroll,
           state.table.board)  # fmt: skip
    if key not in _ENDS:
        if len(_ENDS) >= KEPT:
            del _ENDS[next(iter(_ENDS))]
        _ENDS[key] = tuple(_ends(state, ship, draft))
    return _ENDS[key]


def _ends(state: State, ship: Ship, draft: HexMove) -> Iterator[Landing]:
    """Straight on and turning; at rest, turning on the spot; and the bow alone."""
    if helmless(ship):
        yield from _speeds(state, ship, HexMove(ship.id, scroll=draft.scroll), (), 0, 0)
        return
    v, here, towards = ship.velocity, lies(ship), heading(ship)
    if v == 0:
        for spin in range(-3, 4):
            if abs(spin) <= limit(ship) and spin != -3:
                yield from _speeds(state, ship, HexMove(ship.id, spin=spin, scroll=draft.scroll), (), abs(spin), spin)
        return
    for way in ways(v, limit(ship) // side_cost(v)):
        sides = sum(map(abs, way.turns))
        order = HexMove(ship.id, way.turns if sides else (), scroll=draft.scroll)
        cells = tuple(hexes.plus(here, hexes.rotated(one, towards)) for one in way.cells)
        yield from _speeds(state, ship, order, cells, sides * side_cost(v), way.heading)
    ahead = tuple(step(here, towards, n) for n in range(1, v + 1))
    for face in (-2, -1, 1, 2, 3):
        if abs(face) <= half(ship.thrust):
            order = HexMove(ship.id, face=face, scroll=draft.scroll)
            yield _landing(state, ship, order, ahead, 0, ship.thrust - abs(face))


def _speeds(state: State, ship: Ship, order: HexMove, cells: tuple[Hex, ...], spent: int, sides: int) -> Iterator[Landing]:
    """One end with every velocity its thrust leaves room for; one that ends off the map, as it is."""
    first = _landing(state, ship, order, cells, sides, ship.thrust - spent)
    left = 0 if helmless(ship) or first.aside else ship.thrust - spent
    yield first
    for dv in range(-min(ship.velocity, left), left + 1):
        if dv:
            yield Landing(
                HexMove(ship.id, order.turns, dv, order.spin, None, order.scroll), first.path, first.at, first.course,
                first.course, ship.velocity + dv, (first.at, first.course, first.course), (), False, None, left - abs(dv),
            )  # fmt: skip


def _landing(state: State, ship: Ship, order: HexMove, cells: tuple[Hex, ...], sides: int, left: int) -> Landing:
    """An order and its end. What leads off the map ends in the first hex outside, and lies aside."""
    board = board_of(state.table)
    cells = cells or tuple(one for one, _ in order.cells(ship))
    on = next((count for count, one in enumerate(cells) if not board.holds(hexes.at(one))), len(cells))
    path = (ship.at, *(hexes.at(one) for one in cells[: on + 1]))
    course = course_of(direction(ship.course) + sides)
    facing = course if sides else bow(ship, order)
    lane = (path[-1], course, facing)
    return Landing(order, path, path[-1], course, facing, ship.velocity, lane, aside=on < len(cells), left=left)


def forced(state: State) -> tuple[Token | Forced, ...]:
    """Ships that nobody steers, and where they must go; only until they have gone there (hex/2.4)."""
    found = []
    for ship in state.ships.values():
        if ship.in_play and helmless(ship) and f"began/{ship.id}" not in state.marks:
            way = HexMove(ship.id).cells(ship)
            path = (ship.at, *(hexes.at(one) for one, _ in way[: on_map(state, way)]))
            far = f"{ship.velocity} {'hex' if ship.velocity == 1 else 'hexes'}"
            found.append(Forced(ship.id, path, f"{far}, no helm" if ship.velocity else "no helm"))
    return tuple(found)


# -- the ghost -----------------------------------------------------------------------------------------------------------


def pose(state: State, order: HexMove) -> Pose:
    """Where an order would put its ship, and how she would point; an order she cannot follow takes her straight on."""
    ship: Ship = state.ships[order.by]
    if fault(ship, order):
        order = HexMove(ship.id)
    way = order.cells(ship)
    flown = way[: on_map(state, way)]
    sides = sum(order.turns) + order.spin
    course = course_of(direction(ship.course) + sides)
    facing = course if any(order.turns) else bow(ship, order)
    velocity = ship.velocity + order.dv
    path = (ship.at, *(hexes.at(one) for one, _ in flown))
    leaves = len(flown) < len(way)
    note = "leaves the map" if leaves else NAMES[direction(course)] + (f" · next V {velocity}" if order.dv else "")
    return Pose(path[-1], course, facing, velocity, path=path, bends=_bends(ship, order, path), note=note)


def _bends(ship: Ship, order: HexMove, path: tuple[Point, ...]) -> tuple[Bend, ...]:
    """The changes of heading on the way, each with its price."""
    found, towards = [], heading(ship)
    for n, at in zip(order.turns, path[1:]):
        if n:
            label = f"{'P' if n < 0 else 'S'} · {abs(n) * side_cost(ship.velocity)} TP"
            found.append(Bend(at, course_of(towards), course_of(towards + n), label))
        towards += n
    return tuple(found)


def gauge(state: State, order: HexMove) -> Gauge:
    """The thrust meter: what turns the ship, what changes her velocity, and how much may turn her (hex/2.3)."""
    ship: Ship = state.ships[order.by]
    turning, most = order.turning(ship.velocity), half(ship.thrust) if order.face else limit(ship)
    parts = ((turning, "facing" if order.face else "turning", "hatch"), (abs(order.dv), "velocity", "solid"))
    excess = ", Excess Thrust" if EXCESS in ship.marks else ""
    return Gauge(ship.thrust, parts, f"turn {turning} of {most}{excess}", RULE)


def risks(state: State, order: HexMove) -> tuple[Risk, ...]:
    """What may come of a move: the map's edge, a hex that is taken, and whether control comes back (hex/2.4, 2.5, 2.9)."""
    ship: Ship = state.ships[order.by]
    way = order.cells(ship)
    if on_map(state, way) < len(way):
        return (Risk("Map edge", "leaves the map", 1.0, "bad", f"{H}/2.9"), *recovery(ship))
    end = way[-1][0] if way else lies(ship)
    return (*_taken(state, ship, end), *recovery(ship))


def _taken(state: State, ship: Ship, end: Hex) -> tuple[Risk, ...]:
    """The exact chance of the roll-off for a hex as it is taken now."""
    other = stacking.occupant(state, end, ship.id)
    if other is None:
        return ()
    rule = stacking.RULE
    if isinstance(other, Body):
        hurt = 1 - stacking.beats(ship.thrust, 0)
        return (Risk("Hex taken", f"damaged by {other.name}", float(hurt), "bad", rule),)
    if base(other):
        return (Risk("Hex taken", f"gives way to {other.name}", 1.0, "plain", rule),)
    gives = stacking.beats(ship.thrust, other.thrust)
    return (Risk("Hex taken", f"gives way to {other.name}", float(gives), "plain", rule),)
