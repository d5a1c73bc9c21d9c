"""What a table is measured by: open space in MU, or hexes. Ruler, arcs, lines of fire and files ask the board.

Positions are points of the plane on every board, so that paths, ghosts and cameras are the same on all of them; on hexes
they are the middles of hexes, one unit apart. Rules that move from hex to hex turn them into hexes and back.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar, Protocol

from game.board import hexes
from game.board.hexes import Hex
from game.board.sight import Blocked, clear
from game.board.table import EPSILON, Point, arcs_at, relative, span
from game.board.terrain import Body

Pair = tuple[float, float]


class Board(Protocol):
    """A kind of board. `unit` is what a distance is called; `cells` whether pieces stand in cells."""

    unit: ClassVar[str]
    cells: ClassVar[bool]

    def span(self, a: Point, b: Point) -> float:
        """How far one place is from another, in units of the board."""

    def reckoned(self, distance: float) -> float:
        """A distance as the tables of weapons reckon it, in MU."""

    def reach(self, mu: float) -> float:
        """How far a range of a weapon in MU goes, in units of the board."""

    def measured(self, distance: float) -> str:
        """A distance in words: "12.3 MU", "9 hexes"."""

    def arcs(self, a: Point, facing: int, b: Point, names: tuple[str, ...]) -> tuple[str, ...]:
        """The arc that b is in, seen from a ship at a; two on a boundary, the clockwise one first; all at the same place."""

    def blocked(self, a: Point, b: Point, bodies: tuple[Body, ...]) -> Blocked | None:
        """What stands in a line of fire, if anything."""

    def place(self, pair: Pair) -> Point:
        """A position as a file gives it, as a point of the plane."""

    def written(self, point: Point) -> Pair:
        """A position as a file has it."""

    def holds(self, point: Point) -> bool:
        """Is a place on the table?"""

    def tile(self, point: Point) -> tuple[Point, ...]:
        """The outline of the cell a place lies in; nothing on an open table."""

    def label(self, point: Point) -> str:
        """What a place is called on the map; nothing on an open table."""

    @property
    def extent(self) -> tuple[float, float, float, float]:
        """West, south, width and height of the table on the plane."""


@dataclass(frozen=True)
class OpenBoard:
    """Open space, measured in MU (full-thrust-base/1.1, 4.1, 4.3, 4.5)."""

    width: float = 72.0
    height: float = 48.0

    unit: ClassVar[str] = "MU"
    cells: ClassVar[bool] = False

    def span(self, a: Point, b: Point) -> float:
        """From centre to centre."""
        return span(a, b)

    def reckoned(self, distance: float) -> float:
        """The same."""
        return distance

    def reach(self, mu: float) -> float:
        """The same."""
        return mu

    def measured(self, distance: float) -> str:
        """To a tenth of an MU."""
        return f"{distance:.1f}".removesuffix(".0") + " MU"

    def arcs(self, a: Point, facing: int, b: Point, names: tuple[str, ...]) -> tuple[str, ...]:
        """By bearing; ships at the same point see each other in every arc (full-thrust-base/4.1)."""
        return names if span(a, b) <= EPSILON else arcs_at(relative(a, facing, b), names)

    def blocked(self, a: Point, b: Point, bodies: tuple[Body, ...]) -> Blocked | None:
        """The first disc on the line."""
        return clear(a, b, bodies)

    def place(self, pair: Pair) -> Point:
        """As it stands."""
        return pair

    def written(self, point: Point) -> Pair:
        """As it stands."""
        return point

    def holds(self, point: Point) -> bool:
        """Within its four edges."""
        return 0 <= point[0] <= self.width and 0 <= point[1] <= self.height

    def tile(self, point: Point) -> tuple[Point, ...]:
        """None: there are no cells."""
        return ()

    def label(self, point: Point) -> str:
        """None: places have no names."""
        return ""

    @property
    def extent(self) -> tuple[float, float, float, float]:
        """From the lower left corner."""
        return 0.0, 0.0, self.width, self.height


@dataclass(frozen=True)
class HexBoard:
    """A window of `columns` x `rows` hexes on an endless map; its first column and row are `west` and `north` (hex/1, 2.8).

    A hex counts as `mu` MU of a weapon's range, which is turned into hexes rounded up or down; `arcs` are the exact rows of
    hex/2.6 or go by bearing; `true` measures a range straight (hex/4). A floating map has no edge.
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

    unit: ClassVar[str] = "hex"
    cells: ClassVar[bool] = True

    def span(self, a: Point, b: Point) -> float:
        """Hexes from one to the other, or by option the straight way between their middles."""
        one, other = hexes.hex_at(a), hexes.hex_at(b)
        return span(hexes.centre(one), hexes.centre(other)) if self.true else hexes.distance(one, other)

    def reckoned(self, distance: float) -> float:
        """The least number of MU whose range still reaches so many hexes."""
        return self.mu * distance - (self.mu - 1) * (self.rounded_up and distance > 0)

    def reach(self, mu: float) -> float:
        """A range in MU as hexes, rounded as the game does."""
        return -(-mu // self.mu) if self.rounded_up else mu // self.mu

    def measured(self, distance: float) -> str:
        """Whole hexes, or to a tenth."""
        words = f"{distance:.1f}".removesuffix(".0")
        return f"{words} {'hex' if words == '1' else 'hexes'}"

    def arcs(self, a: Point, facing: int, b: Point, names: tuple[str, ...]) -> tuple[str, ...]:
        """By exact rows, or by the bearing from middle to middle; every arc in the same hex (hex/2.6, 4)."""
        one, other = hexes.hex_at(a), hexes.hex_at(b)
        if one == other:
            return names
        if self.sides:
            return (hexes.side_of(hexes.rotated(hexes.minus(other, one), -hexes.direction(facing))),)
        return arcs_at(relative(hexes.centre(one), facing, hexes.centre(other)), names)

    def blocked(self, a: Point, b: Point, bodies: tuple[Body, ...]) -> Blocked | None:
        """A body in the way on both sides of the line: along an edge one neighbour alone does not block (hex/1)."""
        standing = blockers(bodies)
        if not standing:
            return None
        met = [next((one for one in path if one in standing), None) for path in hexes.line(hexes.hex_at(a), hexes.hex_at(b))]
        if met[0] is None or met[1] is None:
            return None
        first = min((one for one in met if one), key=lambda one: (hexes.distance(hexes.hex_at(a), one), one))
        return Blocked(standing[first], hexes.at(first))

    def place(self, pair: Pair) -> Point:
        """Axial coordinates, as the middle of the hex."""
        return hexes.at((round(pair[0]), round(pair[1])))

    def written(self, point: Point) -> Pair:
        """The axial coordinates of the hex."""
        return hexes.hex_at(point)

    def holds(self, point: Point) -> bool:
        """Within the window; everywhere on a floating map."""
        return self.floating or self.within(hexes.hex_at(point))

    def within(self, one: Hex) -> bool:
        """Is a hex in the window?"""
        column, row = one[0] - self.west, one[1] + one[0] // 2 - self.north
        return 0 <= column < self.columns and 0 <= row < self.rows

    def tile(self, point: Point) -> tuple[Point, ...]:
        """The hex round a place."""
        return hexes.corners(hexes.hex_at(point))

    def label(self, point: Point) -> str:
        """Column and row from 1, as printed on a map of hexes: 0512."""
        q, r = hexes.hex_at(point)
        return f"{q + 1:02d}{r + q // 2 + 1:02d}"

    def every(self) -> Iterable[Hex]:
        """All hexes of the window, column by column from the top."""
        for q in range(self.west, self.west + self.columns):
            yield from ((q, row - q // 2) for row in range(self.north, self.north + self.rows))

    @property
    def extent(self) -> tuple[float, float, float, float]:
        """The rect round all its hexes."""
        wide = (self.columns - 1) * hexes.COLUMN + 2 * hexes.CORNER
        return self.west * hexes.COLUMN - hexes.CORNER, float(-self.north - self.rows), wide, self.rows + 0.5


@lru_cache(maxsize=64)
def blockers(bodies: tuple[Body, ...]) -> dict[Hex, Body]:
    """The bodies that block a line of fire, by the hex they fill."""
    return {hexes.hex_at(body.at): body for body in bodies if body.blocks}


def path_of(cells: Sequence[Hex]) -> tuple[Point, ...]:
    """A way from hex to hex as a path on the plane."""
    return tuple(hexes.at(one) for one in cells)


def board_of(table: Any) -> Board:
    """The board of a table of the state; without one, open space of the table's size."""
    board: Board | None = table.board
    return board if board is not None else _open(table.width, table.height)


@lru_cache(maxsize=64)
def _open(width: float, height: float) -> OpenBoard:
    return OpenBoard(width, height)
