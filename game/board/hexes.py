"""Hexes: cube arithmetic, directions, lines, rings and arcs (hex/1, 2.6, 4). Flat tops, so that a row points straight
up.

A hex is axial `(q, r)`; its third cube coordinate is `-q - r`. Directions 0 to 5 are N, NE, SE, S, SW and NW, which are
the even courses 12, 2, 4, 6, 8 and 10; odd courses run through corners. On the plane one unit is the way from a hex to
its neighbour, x to the right and y up, as everywhere else.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from functools import lru_cache

from game.board.geometry import Point, clock, in_thousandths

Hex = tuple[int, int]

STEPS: tuple[Hex, ...] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))  # N, NE, SE, S, SW, NW
NAMES = ("N", "NE", "SE", "S", "SW", "NW")
COLUMN = math.sqrt(3) / 2  # from one column of hexes to the next
CORNER = 1 / math.sqrt(3)  # from the middle of a hex to its corners
NUDGE = (1e-6, 2e-6)  # a nudge to one side of a line along the edge of hexes; the third coordinate makes the sum 0


def direction(course: int) -> int:
    """Return the direction 0..5 of an even course; raises ValueError for an odd one, which runs through a corner."""
    if course % 2:
        raise ValueError(f"course {course} runs through a corner of the hexes")
    return course // 2 % 6


def course_of(towards: int) -> int:
    """Return the course 1..12 of a direction, which is folded into 0..5."""
    return clock(2 * towards)


def plus(a: Hex, b: Hex) -> Hex:
    """Return one hex as seen from another, added."""
    return a[0] + b[0], a[1] + b[1]


def minus(a: Hex, b: Hex) -> Hex:
    """Return where `a` lies as seen from `b`."""
    return a[0] - b[0], a[1] - b[1]


def step(start: Hex, towards: int, distance: int = 1) -> Hex:
    """Return the hex that many hexes along a row."""
    q, r = STEPS[towards % 6]
    return start[0] + distance * q, start[1] + distance * r


def length(offset: Hex) -> int:
    """Return how many hexes away an offset is."""
    q, r = offset
    return (abs(q) + abs(r) + abs(q + r)) // 2  # which is the greatest of the three


def distance(a: Hex, b: Hex) -> int:
    """Return hexes from one to another; neighbours are 1 apart (hex/1)."""
    return length(minus(a, b))


def rotated(offset: Hex, sides: int) -> Hex:
    """Return an offset turned clockwise by that many hex sides (hex/1)."""
    q, r = offset
    for _ in range(sides % 6):
        q, r = -r, q + r
    return q, r


def neighbours(middle: Hex) -> tuple[Hex, ...]:
    """Return the six hexes round one, N first and clockwise."""
    return tuple(plus(middle, one) for one in STEPS)


def ring(middle: Hex, radius: int) -> Iterator[Hex]:
    """Yield every hex at exactly that distance, from the one straight up, clockwise; the middle itself at 0."""
    if radius == 0:
        yield middle
        return
    here = step(middle, 0, radius)
    for towards in (2, 3, 4, 5, 0, 1):
        for _ in range(radius):
            yield here
            here = step(here, towards)


def disc(middle: Hex, radius: int) -> Iterator[Hex]:
    """Yield every hex within a distance, nearest first."""
    for away in range(radius + 1):
        yield from ring(middle, away)


# -- the plane ---------------------------------------------------------------------------------------------------------


def centre(one: Hex) -> Point:
    """Return the middle of a hex on the plane, exactly (hex/1)."""
    return one[0] * COLUMN, -(one[1] + one[0] / 2)


@lru_cache(maxsize=16384)
def at(one: Hex) -> Point:
    """Return the middle of a hex as a position is kept, rounded to 0.001."""
    return in_thousandths(centre(one))


@lru_cache(maxsize=8192)
def hex_at(point: Point) -> Hex:
    """Return the hex that a place on the plane lies in."""
    x, y = point
    q = x / COLUMN
    return nearest_hex(q, -y - q / 2)


def nearest_hex(q: float, r: float) -> Hex:
    """Return the hex nearest to fractional coordinates: the coordinate that is farthest off gives way."""
    s = -q - r
    a, b, c = math.floor(q + 0.5), math.floor(r + 0.5), math.floor(s + 0.5)
    off = abs(a - q), abs(b - r), abs(c - s)
    if off[0] > off[1] and off[0] > off[2]:
        return -b - c, b
    return (a, -a - c) if off[1] > off[2] else (a, b)


@lru_cache(maxsize=4096)
def corners(one: Hex) -> tuple[Point, ...]:
    """Return the six corners of a hex on the plane, the one to starboard of straight up first, clockwise."""
    x, y = centre(one)
    turns = (math.radians(30 + 60 * side) for side in range(6))
    return tuple((x + CORNER * math.sin(turn), y + CORNER * math.cos(turn)) for turn in turns)


def outlines(group: Iterable[Hex]) -> tuple[tuple[tuple[Point, ...], ...], ...]:
    """Return the exact outlines of a set of hexes, one entry for each of its parts: the outer line first, then its
    holes. Lines run along sides of hexes, clockwise round a part and the other way round a hole."""
    left, found = set(group), []
    while left:
        part = _part(next(iter(left)), left)
        left -= part
        loops = _loops(part)
        found.append(tuple(tuple(_corner_point(one) for one in loop) for loop in loops))
    return tuple(sorted(found, key=lambda lines: min(lines[0])))


def _part(first: Hex, group: set[Hex]) -> set[Hex]:
    """Return the hexes connected to one."""
    found, edge = {first}, [first]
    while edge:
        new = {near for one in edge for near in neighbours(one) if near in group} - found
        found |= new
        edge = list(new)
    return found


def _loops(part: set[Hex]) -> list[list[Hex]]:
    """Return closed lines round a part, the outer one first: it has the westernmost corner. Corners are sums of three
    hexes."""
    after: dict[Hex, Hex] = {}
    for one in part:
        for side in range(6):
            if step(one, side) not in part:
                after[_corner(one, side - 1)] = _corner(one, side)
    loops = []
    while after:
        start, here = after.popitem()
        loop = [start]
        while here != start:
            loop.append(here)
            here = after.pop(here)
        low = loop.index(min(loop))
        loops.append(loop[low:] + loop[:low])
    return sorted(loops)


def _corner(one: Hex, side: int) -> Hex:
    """Return the corner clockwise of a side: three times the place where three hexes meet."""
    (a, b), (c, d) = STEPS[side % 6], STEPS[(side + 1) % 6]
    return 3 * one[0] + a + c, 3 * one[1] + b + d


def _corner_point(corner: Hex) -> Point:
    """Return a corner, named by the sum of its three hexes, as a point on the plane."""
    return corner[0] / 3 * COLUMN, -(corner[1] + corner[0] / 2) / 3


# -- lines -------------------------------------------------------------------------------------------------------------


def line(a: Hex, b: Hex) -> tuple[tuple[Hex, ...], tuple[Hex, ...]]:
    """Return the hexes between two, without either, by a line from middle to middle nudged to one side and to the other
    (hex/1)."""
    q, r = a
    one, other = ways_to(minus(b, a))
    return tuple([(q + x, r + y) for x, y in one]), tuple([(q + x, r + y) for x, y in other])


@lru_cache(maxsize=8192)
def ways_to(offset: Hex) -> tuple[tuple[Hex, ...], tuple[Hex, ...]]:
    """Return the two ways from (0, 0) to a hex. Every line of fire is such a way moved elsewhere."""
    one, other = (tuple(_way_to(offset, side)) for side in (1, -1))
    return one, other


def _way_to(offset: Hex, side: int) -> Iterator[Hex]:
    far = length(offset)
    for n in range(1, far):
        share = n / far
        yield _same(*nearest_hex(side * NUDGE[0] + offset[0] * share, side * NUDGE[1] + offset[1] * share))


@lru_cache(maxsize=8192)
def _same(q: int, r: int) -> Hex:
    """Return the one shared tuple for a hex: many ways go through it."""
    return q, r


# -- arcs --------------------------------------------------------------------------------------------------------------


def side_of(offset: Hex) -> str:
    """Return which of the four arcs of exact rows an offset lies in, for a ship that faces N: F, S, A or P (hex/2.6).
    The rows through the starboard and port neighbours belong to the sides. Its own hex lies in none."""
    q, r = offset
    s = -q - r
    if (q >= 0 and s >= 1) or (q <= 0 and r <= -1):
        return "F"
    if q >= 1 and r <= 0 and s <= 0:
        return "S"
    if q <= -1 and r >= 0 and s >= 0:
        return "P"
    return "A" if offset != (0, 0) else ""


# -- spines ------------------------------------------------------------------------------------------------------------


def walk(start: Hex, course: int, steps: int, port_next: bool = False) -> tuple[tuple[Hex, ...], bool]:
    """Return the hexes entered along any of the twelve courses, and whether the next step of the zig-zag goes to port
    (hex/4). An odd course takes the two rows beside it in turn, the starboard one first unless `port_next`."""
    here, entered = start, []
    for _ in range(steps):
        if course % 2 == 0:
            here = step(here, direction(course))
        else:
            here = step(here, direction(clock(course + (-1 if port_next else 1))))
            port_next = not port_next
        entered.append(here)
    return tuple(entered), port_next
