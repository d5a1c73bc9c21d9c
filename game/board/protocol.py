"""The protocol of a board: the questions that ruler, arcs, lines of fire, movement, edges and files ask of it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, ClassVar, NamedTuple, Protocol, TypeVar

from game.board.geometry import Point
from game.board.line_of_sight import Blocked, Contact, Path
from game.board.look import Look
from game.board.sectors import Sectors
from game.board.terrain import Body

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

Pair = tuple[float, float]
Distance = TypeVar("Distance", float, "Array")


class Run(NamedTuple):
    """The places of a straight run without its start, its length, and whether a zig-zag continues to port."""

    path: tuple[Point, ...]
    far: float
    port: bool = False


class Arc(NamedTuple):
    """A sector round a ship: its name, its middle in degrees clockwise from dead ahead, and how many degrees it is
    wide."""

    name: str
    middle: float
    width: float

    @property
    def low(self) -> float:
        """Degrees from dead ahead to its edge on the port hand of its middle."""
        return self.middle - self.width / 2


class Course(NamedTuple):
    """A course as the compass rose shows it: degrees clockwise from up, its name, whether it stands out, and a second
    name."""

    direction: float
    name: str
    main: bool = False
    also: str = ""


class Board(Protocol):
    """A kind of board. `unit` is the unit of distances; `cells`: pieces are in cells; `look` is the picture under the
    map.

     Courses are `grain` clock points apart: turns come to whole multiples of it.
    """

    unit: ClassVar[str]
    cells: ClassVar[bool]
    look: ClassVar[Look]

    @property
    def grain(self) -> int:
        """Clock points between neighbouring courses of ships."""

    @property
    def floating(self) -> bool:
        """Return whether the table has no edge."""

    def distance(self, a: Point, b: Point) -> float:
        """Return the distance between two places, in units of the board."""

    def ways(self, places: Array, others: Array) -> tuple[Array, Array, Array]:
        """Return the offset of each of m places from each of n, to the right, up, and as a distance in units of the
        board.

         Places are rows of x and y; the result is three arrays of shape (n, m).
        """

    def weapon_distance(self, distance: Distance) -> Distance:
        """Return a distance in MU, or an array of them, rounded as the tables of weapons read it."""

    def to_board_units(self, mu: float) -> float:
        """Return a weapon's range in MU, in units of the board."""

    def format_distance(self, distance: float) -> str:
        """Return a distance in words: "12.3 MU", "9 hexes"."""

    def range_words(self, distance: float) -> str:
        """Return the distance of a target in words; empty where nobody may measure before naming it."""

    def run(self, start: Point, course: int, distance: float, port: bool = False, done: float = 0.0) -> Run:
        """Return the run of that distance along a course, astern if negative; `port`: a zig-zag begins to that side.
        `done` is the distance of the same move so far along this course: rounding is over the whole of it."""

    def drift(self, body: Body) -> tuple[tuple[Point, ...], Body]:
        """Return the path of a moving body from its present place, and the body at its end."""

    def contacts(self, path: Path, bodies: tuple[Body, ...]) -> tuple[Contact, ...]:
        """Return the bodies that a path enters, each once, in order."""

    def arcs(self, a: Point, facing: int, b: Point, names: tuple[str, ...]) -> tuple[str, ...]:
        """Return the arc that b is in, seen from a ship at a; two on a boundary, the clockwise one first; all at the
        same place."""

    def sectors(self, names: tuple[str, ...]) -> Sectors:
        """Return sectors such that all places in one of them are in the same arcs."""

    def obstacle_between(self, a: Point, b: Point, bodies: tuple[Body, ...]) -> Blocked | None:
        """Return the body in a line of fire, if any."""

    def cloud_between(self, a: Point, b: Point, clouds: tuple[Body, ...]) -> Body | None:
        """Return the cloud that a line goes through between two places, if any."""

    def place(self, pair: Pair) -> Point:
        """Return a position as a file gives it, as a point of the plane."""

    def file_coordinates(self, point: Point) -> Pair:
        """Return a position as written in a file."""

    def holds(self, point: Point) -> bool:
        """Return whether a place is on the table."""

    def offset_from_corner(self, point: Point) -> tuple[float, float]:
        """Return the distance of a place from the left and the lower edge, in units of the board; negative beyond
        them."""

    @property
    def size(self) -> tuple[float, float]:
        """The result of `offset_from_corner` at the right and upper edges."""

    def brink(self, a: Point, b: Point) -> Point:
        """Return where a leg from a place on the table to one beyond it leaves it."""

    def nearest(self, point: Point) -> Point:
        """Return the place on the table nearest to one that need not be."""

    def beside(self, point: Point, right: int, up: int) -> Point:
        """Return the place that many steps to the right and up: MU, or columns and rows."""

    def shifted(self, way: tuple[float, float]) -> tuple[Board, Point]:
        """Return the board after everything on it moved that far right and up, and the shift of places."""

    def tile(self, point: Point) -> tuple[Point, ...]:
        """Return the outline of the cell a place lies in; nothing on an open table."""

    def label(self, point: Point) -> str:
        """Return the name of a place on the map; empty on an open table."""

    def place_named(self, name: str) -> Point | None:
        """Return the place named on the map; None if it is not a name."""

    def direction(self, course: int, heading: float | None = None) -> float:
        """Return the direction of a course in degrees, clockwise from up the table; or `heading`, where a ship has one
        of its own."""

    def course_at(self, direction: float) -> int:
        """Return the course nearest to a direction in degrees."""

    @property
    def courses(self) -> tuple[int, ...]:
        """Every course that a ship may hold, clockwise."""

    def turned(self, course: int, steps: int) -> int:
        """Return the course that many courses of the board further clockwise, wrapping round."""

    @property
    def compass(self) -> tuple[Course, ...]:
        """The courses of the compass rose, clockwise from up the table."""

    def arc_set(self, wide: float = 60.0) -> tuple[Arc, ...]:
        """Return the arcs of a ship played with arcs that many degrees wide, clockwise from dead ahead."""

    def format_course(self, course: int, heading: float | None = None) -> str:
        """Return a course, or the degrees of a ship that moves by vectors, as players read it."""

    @property
    def extent(self) -> tuple[float, float, float, float]:
        """West, south, width and height of the table on the plane."""


def too_far(board: Board, distance: float, limit: float) -> str:
    """Return words for a distance beyond a limit, both in the unit of the board: `too far: 13.4 of 6 MU`."""
    return f"too far: {beyond_words(board, distance, limit).split()[0]} of {board.format_distance(limit)}"


def beyond_words(board: Board, distance: float, limit: float) -> str:
    """Return words for a distance beyond a limit: one that would read as the limit does is rounded up, to a tenth."""
    words = board.format_distance(distance)
    if words != board.format_distance(limit):
        return words
    return board.format_distance(max(math.ceil(10 * distance), round(10 * limit) + 1) / 10)
