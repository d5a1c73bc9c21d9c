"""A ship's destinations, and the screen's other questions about its move: ghost, thrust meter and chances (hex/2.3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from game.board import hexes
from game.board.boards import HexBoard, board_of
from game.board.hexes import NAMES, Hex, course_of, direction, step
from game.core.display import Bend, Destination, Meter, Point, Pose
from game.core.state import Table
from game.core.values import House, kept_while_equal
from game.rules.hex.helm import EXCESS, H, half, heading, helmless, lies, limit, side_cost
from game.rules.hex.terrain import planets
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import ThrustState
from game.systems.hexcess.movement.limits import Turns, fault
from game.systems.hexcess.movement.map_edges import as_scrolled, kept_scroll
from game.systems.hexcess.movement.moving import bow, count_entered

if TYPE_CHECKING:
    from game.systems.hexcess.movement.order import HexMove

RULE = f"{H}/2.3"
KEPT = 64  # envelopes cached


class HexWay(NamedTuple):
    """The cheapest path to one hex and heading, from a ship at (0, 0): hexes entered, turns, heading."""

    cells: tuple[Hex, ...]
    turns: Turns
    heading: int


class OpenHexes(NamedTuple):
    """The ground for a move: the map, and the hexes that planetoids fill."""

    board: HexBoard
    closed: frozenset[Hex]

    def open(self, one: Hex) -> bool:
        """Return whether a ship may enter a hex and go on."""
        return one not in self.closed and (self.board.floating or self.board.within(one))

    def clear(self, middle: Hex, far: int) -> bool:
        """Return whether everything within a distance of a hex is certainly open."""
        if self.closed or self.board.floating:
            return not self.closed
        column, row = middle[0] - self.board.west, middle[1] + middle[0] // 2 - self.board.north
        return far <= column < self.board.columns - far and far < row < self.board.rows - far - 1


class End(NamedTuple):
    """The end of a move, whatever its next velocity. It has the path, course and facing, and whether it is off the map
    or in a planetoid."""

    path: tuple[Point, ...]
    course: int
    facing: int
    outside: bool = False


middle = lru_cache(maxsize=8192)(hexes.at)


@lru_cache(maxsize=512)
def hex_paths(velocity: int, most: int, towards: int = 0) -> tuple[HexWay, ...]:
    """Return every hex and heading that a ship can end in, each with the fewest turns. They depend on its velocity,
    heading and number of turns. Of equal paths it is the first one found, which turns later. The search is
    breadth-first, over hexes entered and sides turned."""
    return search(velocity, most, towards)


def search(
    velocity: int, most: int, towards: int, start: Hex = (0, 0), ground: OpenHexes | None = None
) -> tuple[HexWay, ...]:
    """Return the same as `hex_paths` from a hex of some ground, only through open hexes."""
    reached: dict[tuple[Hex, int], tuple[int, HexWay]] = {(start, towards): (0, HexWay((), (), towards))}
    for _ in range(velocity):
        further: dict[tuple[Hex, int], tuple[int, HexWay]] = {}
        for (here, ahead), (spent, way) in reached.items():
            there = step(here, ahead)
            if ground and not ground.open(there):
                continue
            for n in (0, 1, -1) if spent < most else (0,):
                key, sides = (there, (ahead + n) % 6), spent + abs(n)
                if key not in further or sides < further[key][0]:
                    further[key] = sides, HexWay((*way.cells, there), (*way.turns, n), key[1])
        reached = further
    return tuple(way for _, way in reached.values())


def destinations(state: ThrustState, draft: HexMove) -> tuple[Destination, ...]:
    """Return every destination of the draft's ship: hex, heading and facing by the least thrust, with every next
    velocity. If the draft scrolls the map, paths that need it use the scrolled map, and all others do not scroll."""
    ship = state.ships[draft.by]
    ends = _envelope(ship, replace(draft, scroll=None), state.house, state.table)
    if draft.scroll is None:
        return ends
    there = _envelope(ship, draft, state.house, as_scrolled(state, draft).table)
    ways = {end.turns for end in (*ends, *there)}
    scrolls = {turns for turns in ways if kept_scroll(state, replace(draft, turns=turns)).scroll}
    return (*(e for e in ends if e.turns not in scrolls), *(e for e in there if e.turns in scrolls))


@kept_while_equal(KEPT)
def _envelope(ship: Ship, draft: HexMove, house: House, table: Table) -> tuple[Destination, ...]:
    board = board_of(table)
    assert isinstance(board, HexBoard)
    return tuple(_ends(OpenHexes(board, planets(table.bodies)), ship, draft))


def _ends(ground: OpenHexes, ship: Ship, draft: HexMove) -> Iterator[Destination]:
    """Yield destinations straight on and turning; at rest, turning on the spot; and with the bow alone."""
    kind = type(draft)
    plain = kind(ship.id, scroll=draft.scroll)
    v, here, most = ship.velocity, lies(ship), limit(ship)
    ahead = tuple(one for one, _ in plain.cells(ship))
    if helmless(ship):
        yield _destination(plain, _end(ground, ship, ahead, ship.course, ship.facing), v, 0)
        return
    for spin in range(-2, 4) if v == 0 else ():
        if abs(spin) <= most:
            course = course_of(heading(ship) + spin)
            turned = kind(ship.id, (), 0, spin, None, draft.scroll)
            yield from _speeds(ship, turned, End((ship.at,), course, course), abs(spin))
    for way, sure in _paths_over(ground, here, v, most // side_cost(v), heading(ship)) if v else ():
        sides = sum(map(abs, way.turns))
        course = course_of(way.heading)
        end = _end(ground, ship, way.cells, course, course if sides else ship.facing, sure)
        order = kind(ship.id, way.turns, 0, 0, None, draft.scroll) if sides else plain
        yield from _speeds(ship, order, end, sides * side_cost(v))
    for face in (-2, -1, 1, 2, 3) if v else ():
        if abs(face) <= half(ship.thrust):
            end = _end(ground, ship, ahead, ship.course, course_of(direction(ship.facing) + face))
            yield _destination(kind(ship.id, (), 0, 0, face, draft.scroll), end, v, ship.thrust - abs(face))


def _paths_over(ground: OpenHexes, here: Hex, velocity: int, most: int, towards: int) -> Iterator[tuple[HexWay, bool]]:
    """Yield paths from a hex, and whether all of each is certainly open. If the cheapest path to an end is closed, or
    leads off the map, another one is searched; if there is none, the first one stays."""
    closed = dict[tuple[Hex, int], HexWay]()
    (q, r), clear = here, ground.clear(here, velocity)
    for way in hex_paths(velocity, most, towards):
        cells = tuple([(q + a, r + b) for a, b in way.cells])
        laid = HexWay(cells, way.turns, way.heading)
        if clear or all(map(ground.open, cells)):
            yield laid, True
        else:
            closed[cells[-1], way.heading] = laid
    for way in search(velocity, most, towards, here, ground) if closed else ():
        if closed.pop((way.cells[-1], way.heading), None):
            yield way, True
    yield from ((way, False) for way in closed.values())


def _end(ground: OpenHexes, ship: Ship, cells: Sequence[Hex], course: int, facing: int, sure: bool = False) -> End:
    """Return the end of a path. One off the map or into a planetoid ends in the first hex there."""
    on = len(cells)
    if not sure:
        on = next((count for count, one in enumerate(cells) if not ground.open(one)), on)
    return End((ship.at, *map(middle, cells[: on + 1])), course, facing, on < len(cells))


def _speeds(ship: Ship, order: HexMove, end: End, spent: int) -> Iterator[Destination]:
    """Yield one end with every velocity that its thrust allows; for one off the map the velocity is unchanged."""
    v, left = ship.velocity, ship.thrust - spent
    yield _destination(order, end, v, left)
    snapped = end._replace(facing=end.course) if end.facing != end.course else end
    for dv in range(-min(v, left), left + 1) if not end.outside else ():
        if dv:
            faster = type(order)(order.by, order.turns, dv, order.spin, None, order.scroll)
            yield _destination(faster, snapped, v + dv, left - abs(dv))


def _destination(order: HexMove, end: End, velocity: int, left: int) -> Destination:
    """Return an order and its end. Ends off the map are set aside."""
    at = end.path[-1]
    lane = (at, end.course, end.facing)
    return Destination(
        order, end.path, at, end.course, end.facing, velocity, lane, (), end.outside, left=left, turns=order.turns
    )


# -- the ghost ---------------------------------------------------------------------------------------------------------


def pose(state: ThrustState, order: HexMove) -> Pose:
    """Return the pose after an order. An order that cannot be followed takes the ship straight on."""
    ship = state.ships[order.by]
    if fault(ship, order):
        order = type(order)(ship.id)
    way = order.cells(ship)
    count, planet = count_entered(as_scrolled(state, kept_scroll(state, order)), ship, way)
    flown = way[:count]
    sides = sum(order.turns) + order.spin
    course = course_of(direction(ship.course) + sides)
    facing = course if any(order.turns) else bow(ship, order)
    velocity = ship.velocity + order.dv
    path = (ship.at, *(hexes.at(one) for one, _ in flown))
    if planet:
        course = course_of(flown[-1][1]) if flown else ship.course
        facing = course if any(order.turns) else facing
        return Pose(
            path[-1], course, facing, 0, path=path, bends=_bends(ship, order, path), note=f"stops by {planet.name}"
        )
    leaves = len(flown) < len(way)
    note = "leaves the map" if leaves else NAMES[direction(course)] + (f" · next V {velocity}" if order.dv else "")
    return Pose(path[-1], course, facing, velocity, path=path, bends=_bends(ship, order, path), note=note, later=True)


def _bends(ship: Ship, order: HexMove, path: tuple[Point, ...]) -> tuple[Bend, ...]:
    found, towards = [], heading(ship)
    for n, at in zip(order.turns, path[1:]):
        if n:
            label = f"{'P' if n < 0 else 'S'} · {abs(n) * side_cost(ship.velocity)} TP"
            found.append(Bend(at, course_of(towards), course_of(towards + n), label))
        towards += n
    return tuple(found)


def meter(state: ThrustState, order: HexMove) -> Meter:
    """Return the thrust meter: for turning, for the change of velocity, and the limit for turning (hex/2.3)."""
    ship = state.ships[order.by]
    turning, most = order.turning(ship.velocity), half(ship.thrust) if order.face else limit(ship)
    parts = ((turning, "facing" if order.face else "turning", "hatch"), (abs(order.dv), "velocity", "solid"))
    excess = ", Excess Thrust" if EXCESS in ship.status_flags else ""
    return Meter(ship.thrust, parts, f"turn {turning} of {most}{excess}", RULE, "thrust")
