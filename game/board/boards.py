"""The boards: open space in MU, and hexes.

Positions are points of the plane on every board, so that paths, ghosts and cameras are the same on all of them; on
hexes they are the middles of hexes, one unit apart. Rules that move from hex to hex turn them into hexes and back.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar, Protocol, Self

import numpy as np

from game.board import hexes
from game.board.geometry import (
    ARCS,
    QUARTERS,
    Point,
    ahead,
    along,
    arcs_from,
    bound,
    clock,
    degrees,
    in_thousandths,
    nearest_course,
    rounded_point,
    span,
    within,
)
from game.board.hexes import Hex
from game.board.line_of_sight import Blocked, Contact, Path, clear, sight
from game.board.look import NIGHT_SKY, Look
from game.board.protocol import Arc, Board, Course, Distance, Pair, Run
from game.board.sectors import Sectors
from game.board.terrain import Body, moved
from game.core.state import Table

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

__all__ = [
    "OPEN",
    "Board",
    "HexBoard",
    "OpenBoard",
    "Run",
    "blockers",
    "board_of",
    "first_in_the_way",
    "path_of",
    "place_along",
]
_PRINTED, _APART = re.compile(r"(\d\d)(\d\d)"), re.compile(r"(-?\d+)\s*[/, ]\s*(-?\d+)")  # names of hexes
SPINE = 1.1547  # hexes along a corner's course that go as far as one along a row (hex/4)


class ClockBoard(Protocol):
    """The directions of a board whose courses are 1 to 12, 12 up the table and 3 to the right; in space."""

    look: ClassVar[Look] = NIGHT_SKY

    def format_distance(self, distance: float) -> str: ...

    def range_words(self, distance: float) -> str:
        """Return the distance: it may be measured at any time."""
        return self.format_distance(distance)

    @property
    def grain(self) -> int:
        """One clock point."""
        return 1

    def direction(self, course: int, heading: float | None = None) -> float:
        """Return thirty degrees per clock point."""
        return degrees(course, heading)

    def course_at(self, direction: float) -> int:
        """Return the nearest clock point; of two, the one further clockwise."""
        return nearest_course(direction)

    @property
    def courses(self) -> tuple[int, ...]:
        """Every clock point that is a multiple of the grain."""
        return tuple(range(self.grain, 13, self.grain))

    def turned(self, course: int, steps: int) -> int:
        """Return the course; after 12 comes 1."""
        return (course - 1 + steps * self.grain) % 12 + 1

    @property
    def compass(self) -> tuple[Course, ...]:
        """Return all twelve courses, with every third one emphasised."""
        return _POINTS

    def arc_set(self, wide: float = 60.0) -> tuple[Arc, ...]:
        """Return six arcs, or four of ninety degrees as in the second edition."""
        return _arcs(QUARTERS if wide == 360.0 / len(QUARTERS) else ARCS)


_POINTS = tuple(Course(30.0 * k, str(k or 12), k % 3 == 0) for k in range(12))


@lru_cache
def _arcs(names: tuple[str, ...]) -> tuple[Arc, ...]:
    wide = 360.0 / len(names)
    return tuple(Arc(name, wide * k, wide) for k, name in enumerate(names))


@dataclass(frozen=True)
class OpenBoard(ClockBoard):
    """Open space, measured in MU (full-thrust-base/1.1, 4.1, 4.3, 4.5)."""

    width: float = 72.0
    height: float = 48.0

    unit: ClassVar[str] = "MU"
    cells: ClassVar[bool] = False
    floating: ClassVar[bool] = False

    def distance(self, a: Point, b: Point) -> float:
        """Return the distance from centre to centre."""
        return span(a, b)

    def ways(self, places: Array, others: Array) -> tuple[Array, Array, Array]:
        """Return the offsets from centre to centre."""
        east, north = (others[None, :, axis] - places[:, None, axis] for axis in (0, 1))
        return east, north, np.sqrt(east * east + north * north)

    def weapon_distance(self, distance: Distance) -> Distance:
        """Return the distance unchanged."""
        return distance

    def to_board_units(self, mu: float) -> float:
        """Return the range unchanged."""
        return mu

    def format_distance(self, distance: float) -> str:
        """Return the distance to a tenth of an MU."""
        return f"{distance:.1f}".removesuffix(".0") + " MU"

    def run(self, start: Point, course: int, distance: float, port: bool = False, done: float = 0.0) -> Run:
        """Return a run of one straight leg."""
        return Run((ahead(start, course, distance),), distance)

    def drift(self, body: Body) -> tuple[tuple[Point, ...], Body]:
        """Return the body moved straight on along its course."""
        return body.path, moved(body)

    def contacts(self, path: Path, bodies: tuple[Body, ...]) -> tuple[Contact, ...]:
        """Return every disc that the path touches."""
        return sight(bodies).contacts(path) if bodies else ()

    def arcs(self, a: Point, facing: int, b: Point, names: tuple[str, ...]) -> tuple[str, ...]:
        """Return arcs by bearing; ships at the same point see each other in every arc (full-thrust-base/4.1)."""
        return arcs_from(a, facing, b, names)

    def sectors(self, names: tuple[str, ...]) -> Sectors:
        """Return the arcs themselves."""
        return _arc_sectors(len(names))

    def obstacle_between(self, a: Point, b: Point, bodies: tuple[Body, ...]) -> Blocked | None:
        """Return the first disc on the line."""
        return clear(a, b, bodies) if bodies else None

    def cloud_between(self, a: Point, b: Point, clouds: tuple[Body, ...]) -> Body | None:
        """Return the first disc that the line touches."""
        return next((met.body for met in sight(clouds).contacts((a, b))), None)

    def place(self, pair: Pair) -> Point:
        """Return the place unchanged."""
        return pair

    def file_coordinates(self, point: Point) -> Pair:
        """Return the place in thousandths of an MU."""
        return in_thousandths(point)

    def holds(self, point: Point) -> bool:
        """Return whether a point is within the four edges."""
        (x, y), (wide, high) = point, self.size
        return within(-x, 0) and within(x, wide) and within(-y, 0) and within(y, high)

    def offset_from_corner(self, point: Point) -> tuple[float, float]:
        """Return the place unchanged."""
        return point

    @property
    def size(self) -> tuple[float, float]:
        """Its width and height."""
        return self.width, self.height

    def brink(self, a: Point, b: Point) -> Point:
        """Return the exact point on the edge."""
        shares = [
            (limit - a[axis]) / (b[axis] - a[axis])
            for axis, size in ((0, self.width), (1, self.height))
            for limit in (0.0, size)
            if (b[axis] - limit) * (limit or -1.0) > 0 and b[axis] != a[axis]
        ]
        share = min(shares)
        return self.nearest((a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])))

    def nearest(self, point: Point) -> Point:
        """Return the nearest point on the edge, if it is not within."""
        return rounded_point((min(max(point[0], 0.0), self.width), min(max(point[1], 0.0), self.height)))

    def beside(self, point: Point, right: int, up: int) -> Point:
        """Return the place that many MU away."""
        return rounded_point((point[0] + right, point[1] + up))

    def shifted(self, way: tuple[float, float]) -> tuple[Self, Point]:
        """Return the table unchanged: everything on it moves."""
        return self, way

    def tile(self, point: Point) -> tuple[Point, ...]:
        """Return nothing: there are no cells."""
        return ()

    def label(self, point: Point) -> str:
        """Return nothing: places have no names."""
        return ""

    def place_named(self, name: str) -> Point | None:
        """Return None: places have no names."""
        return None

    def format_course(self, course: int, heading: float | None = None) -> str:
        """Return a clock point, or degrees."""
        return bound(course, heading)

    @property
    def extent(self) -> tuple[float, float, float, float]:
        """The table from its lower left corner."""
        return 0.0, 0.0, self.width, self.height


@dataclass(frozen=True)
class HexBoard(ClockBoard):
    """A window of `columns` x `rows` hexes on an endless map; its first column and row are `west` and `north` (hex/1,
    2.8).

     A hex counts as `mu` MU of a weapon's range, which is converted to hexes and rounded up or down. `arcs` are the
     exact rows of hex/2.6 or go by bearing; `true` measures a range straight (hex/4). A floating map has no edge. Ships
     may move along rows only (`only_rows`), or on odd courses make up the cost of the zig-zag (`corrected`). At one
     edge a `planet` may begin (hex/2.7/planets).
    """

    columns: int = 30
    rows: int = 24
    west: int = 0
    north: int = 0
    mu: int = 1
    rounded_up: bool = False
    sides: bool = False
    true: bool = False
    floating: bool = False
    only_rows: bool = False
    corrected: bool = False
    planet: str = ""

    unit: ClassVar[str] = "hex"
    cells: ClassVar[bool] = True

    def distance(self, a: Point, b: Point) -> float:
        """Return the hexes from one to the other, or by option the straight distance between their middles."""
        (q, r), (to, up) = hexes.hex_at(a), hexes.hex_at(b)  # called thousands of times
        return self.away((to - q, up - r)) if self.true else hexes.length((to - q, up - r))

    def away(self, offset: Hex) -> float:
        """Return the same for an offset between hexes."""
        return math.hypot(*hexes.centre(offset)) if self.true else hexes.length(offset)

    def ways(self, places: Array, others: Array) -> tuple[Array, Array, Array]:
        """Return the offsets from the middle of a hex to that of another."""
        (q, r), (to, up) = _hexes_at(places), _hexes_at(others)
        q, r = to[None] - q[:, None], up[None] - r[:, None]
        east, north = q * hexes.COLUMN, -(r + q / 2)
        away = np.sqrt(east * east + north * north) if self.true else (np.abs(q) + np.abs(r) + np.abs(q + r)) / 2
        return east, north, away

    def weapon_distance(self, distance: Distance) -> Distance:
        """Return the least range in MU that still reaches that many hexes."""
        return self.mu * distance - (self.mu - 1) * (self.rounded_up * (distance > 0))

    def to_board_units(self, mu: float) -> float:
        """Return a range in MU as hexes, rounded as the game does; measured straight it need not be whole."""
        if self.true:
            return mu / self.mu
        return -(-mu // self.mu) if self.rounded_up else mu // self.mu

    def format_distance(self, distance: float) -> str:
        """Return the distance in whole hexes, or to a tenth."""
        words = f"{distance:.1f}".removesuffix(".0")
        return f"{words} {'hex' if words == '1' else 'hexes'}"

    @property
    def grain(self) -> int:
        """Twelve courses, or by option the six along rows."""
        return 2 if self.only_rows else 1

    def run(self, start: Point, course: int, distance: float, port: bool = False, done: float = 0.0) -> Run:
        """Return the path hex by hex; on odd courses from one row to the other and back (hex/4)."""
        towards = clock(course if distance >= 0 else course + 6)
        longer = SPINE if self.corrected and course % 2 else 1.0
        whole, gone = (math.floor(abs(far) * longer + 0.5) for far in (done + distance, done))
        steps = whole - gone
        return _run_from(hexes.hex_at(start), towards, steps, steps if distance >= 0 else -steps, port)

    def drift(self, body: Body) -> tuple[tuple[Point, ...], Body]:
        """Return the body moved like a ship."""
        way = self.run(body.at, body.course, body.velocity, body.port)
        path = (body.at, *way.path)
        return path, replace(body, at=path[-1], port=way.port)

    def contacts(self, path: Path, bodies: tuple[Body, ...]) -> tuple[Contact, ...]:
        """Return the contacts by hexes entered; a body of several hexes counts once."""
        legs, seen, found = max(len(path) - 1, 1), set(), []
        for leg, point in enumerate(path if bodies else ()):
            for body in bodies:
                if (whole := body.part_of or body.key) not in seen and self.distance(point, body.at) <= body.radius:
                    seen.add(whole)
                    found.append(Contact(leg / legs, point, body))
        return tuple(found)

    def arcs(self, a: Point, facing: int, b: Point, names: tuple[str, ...]) -> tuple[str, ...]:
        """Return arcs by exact rows, or by the bearing between middles; every arc in the same hex (hex/2.6, 4)."""
        one, other = hexes.hex_at(a), hexes.hex_at(b)
        if one == other:
            return names
        if self.sides:
            return (hexes.side_of(hexes.rotated(hexes.minus(other, one), -hexes.direction(facing))),)
        return arcs_from(hexes.centre(one), facing, hexes.centre(other), names)

    def sectors(self, names: tuple[str, ...]) -> Sectors:
        """Return sectors between rows and spines, on which all arcs begin."""
        return _ROWS_AND_SPINES

    def obstacle_between(self, a: Point, b: Point, bodies: tuple[Body, ...]) -> Blocked | None:
        """Return a body in the way on both sides of the line: along an edge one neighbour does not block (hex/1)."""
        standing = blockers(bodies)
        first = first_in_the_way(hexes.hex_at(a), hexes.hex_at(b), standing) if standing else None
        return Blocked(standing[first], hexes.at(first)) if first else None

    def cloud_between(self, a: Point, b: Point, clouds: tuple[Body, ...]) -> Body | None:
        """Return a cloud by the rule of a line of fire: along an edge both neighbours must be in one."""
        standing = _bodies_by_hex(clouds)
        first = first_in_the_way(hexes.hex_at(a), hexes.hex_at(b), standing) if standing else None
        return standing[first] if first else None

    def place(self, pair: Pair) -> Point:
        """Return the middle of the hex with these axial coordinates."""
        return hexes.at((round(pair[0]), round(pair[1])))

    def file_coordinates(self, point: Point) -> Pair:
        """Return the axial coordinates of the hex."""
        return hexes.hex_at(point)

    def holds(self, point: Point) -> bool:
        """Return whether a point is in the window. On a floating map, every point is."""
        return self.floating or self.within(hexes.hex_at(point))

    def within(self, one: Hex) -> bool:
        """Return whether a hex is in the window."""
        column, row = one[0] - self.west, one[1] + one[0] // 2 - self.north
        return 0 <= column < self.columns and 0 <= row < self.rows

    def offset_from_corner(self, point: Point) -> tuple[float, float]:
        """Return columns and rows."""
        q, r = hexes.hex_at(point)
        return q - self.west, self.north + self.rows - 1 - r - q // 2

    @property
    def size(self) -> tuple[float, float]:
        """The last column and the top row."""
        return self.columns - 1, self.rows - 1

    def brink(self, a: Point, b: Point) -> Point:
        """Return the last hex that is on the table."""
        return a

    def nearest(self, point: Point) -> Point:
        """Return the hex at the end of its column or row."""
        q, r = hexes.hex_at(point)
        row = min(max(r + q // 2, self.north), self.north + self.rows - 1)
        q = min(max(q, self.west), self.west + self.columns - 1)
        return hexes.at((q, row - q // 2))

    def beside(self, point: Point, right: int, up: int) -> Point:
        """Return the place by columns, along a row of the map, and by rows."""
        q, r = hexes.hex_at(point)
        return hexes.at((q + right, r + q // 2 - up - (q + right) // 2))

    def shifted(self, way: tuple[float, float]) -> tuple[Self, Point]:
        """Move the window the other way, over hexes that keep their names."""
        return replace(self, west=self.west - round(way[0]), north=self.north + round(way[1])), (0.0, 0.0)

    def tile(self, point: Point) -> tuple[Point, ...]:
        """Return the hex round a place."""
        return hexes.corners(hexes.hex_at(point))

    def label(self, point: Point) -> str:
        """Return column and row from 1, as printed on a map of hexes: 0512; beyond the printed map, on a scrolled one:
        5/−3."""
        q, r = hexes.hex_at(point)
        column, row = q + 1, r + q // 2 + 1
        printed = 0 < column < 100 and 0 < row < 100
        return f"{column:02d}{row:02d}" if printed else f"{column}/{row}".replace("-", "−")

    def place_named(self, name: str) -> Point | None:
        """Return the hex of a printed name, or of a column and a row."""
        found = _PRINTED.fullmatch(name.strip()) or _APART.fullmatch(name.strip().replace("−", "-"))
        if found is None:
            return None
        q = int(found[1]) - 1
        return hexes.at((q, int(found[2]) - 1 - q // 2))

    @property
    def compass(self) -> tuple[Course, ...]:
        """Return all twelve courses; the six along rows are emphasised and named."""
        return _ROWED

    def format_course(self, course: int, heading: float | None = None) -> str:
        """Return one of twelve clock points; where there are only rows, its name: SW (hex/2.1)."""
        rows = self.only_rows and heading is None and course % 2 == 0
        return hexes.NAMES[hexes.direction(course)] if rows else bound(course, heading)

    def every(self) -> Iterable[Hex]:
        """Yield all hexes of the window, column by column from the top."""
        for q in range(self.west, self.west + self.columns):
            yield from ((q, row - q // 2) for row in range(self.north, self.north + self.rows))

    @property
    def extent(self) -> tuple[float, float, float, float]:
        """The rect round all its hexes."""
        wide = (self.columns - 1) * hexes.COLUMN + 2 * hexes.CORNER
        return self.west * hexes.COLUMN - hexes.CORNER, float(-self.north - self.rows), wide, self.rows + 0.5


def _run_from(start: Hex, course: int, steps: int, far: int, port: bool) -> Run:
    """Return a run from a hex, shifted from the cached one of hex (0, 0); all moves end with such runs."""
    (q, r), (offsets, port) = start, _from_nowhere(course, steps, port)
    return Run(tuple([_place_of(q + dq, r + dr) for dq, dr in offsets]), far, port)


@lru_cache(maxsize=4096)
def _from_nowhere(course: int, steps: int, port: bool) -> tuple[tuple[Hex, ...], bool]:
    cells, port = hexes.walk((0, 0), course, steps, port)
    return cells, port and course % 2 == 1


@lru_cache(maxsize=16384)
def _place_of(q: int, r: int) -> Point:
    return hexes.at((q, r))


def place_along(board: Board, start: Point, course: int, distance: float) -> Point:
    """Return the place at a distance along a course, not yet rounded."""
    return (start, *board.run(start, course, distance).path)[-1]


def _hexes_at(places: Array) -> tuple[Array, Array]:
    """Return the hexes of places in the middles of hexes."""
    q = np.rint(places[:, 0] / hexes.COLUMN)
    return q, np.rint(-places[:, 1] - q / 2)


@lru_cache
def _arc_sectors(count: int) -> Sectors:
    """Return that many equal arcs, the first of them about dead ahead."""
    wide = 360.0 / count
    turns = [wide * n for n in range(count)]
    places = [along((0.0, 0.0), turn, 10.0) for turn in (*turns, *(turn - wide / 2 for turn in turns))]
    return Sectors(-wide / 2, (*places, (0.0, 0.0)))


def _rows_and_spines() -> Sectors:
    """Return sectors of thirty degrees, each between a row and a spine."""
    lines = [hexes.walk((0, 0), course, 2)[0][-1] for course in range(12)]
    between = [hexes.plus(one, other) for one, other in zip(lines, (*lines[1:], lines[0]))]
    return Sectors(0.0, tuple(map(hexes.at, (*between, *lines, (0, 0)))))


_ROWS_AND_SPINES = _rows_and_spines()


@lru_cache(maxsize=64)
def blockers(bodies: tuple[Body, ...]) -> dict[Hex, Body]:
    """Return the bodies that block a line of fire, by the hex they fill."""
    return _bodies_by_hex(tuple(body for body in bodies if body.blocks))


@lru_cache(maxsize=64)
def _bodies_by_hex(bodies: tuple[Body, ...]) -> dict[Hex, Body]:
    return {hexes.hex_at(body.at): body for body in bodies}


def first_in_the_way(a: Hex, b: Hex, standing: Mapping[Hex, Body]) -> Hex | None:
    """Return the nearest of these hexes that lies between two others on both sides of the line; None if one side is
    clear (hex/1)."""
    (q, r), met = a, list[Hex]()
    for way in hexes.ways_to((b[0] - q, b[1] - r)):
        for x, y in way:
            if (one := (q + x, r + y)) in standing:
                met.append(one)
                break
        else:
            return None
    return min(met, key=lambda one: (hexes.distance(a, one), one))


def path_of(cells: Sequence[Hex]) -> tuple[Point, ...]:
    """Return a path from hex to hex on the plane."""
    return tuple(hexes.at(one) for one in cells)


def board_of(table: Table) -> Board:
    """Return the board of a table; open space of the table's size if it has none."""
    board: Board | None = table.board
    return board if board is not None else _open(table.width, table.height)


_ROWED = tuple(Course(30.0 * k, str(k or 12), k % 2 == 0, hexes.NAMES[k // 2] if k % 2 == 0 else "") for k in range(12))
OPEN = OpenBoard()  # open space of the usual size


@lru_cache(maxsize=64)
def _open(width: float, height: float) -> OpenBoard:
    return OpenBoard(width, height)
