"""Lines of fire past terrain and contact along a move (full-thrust-base/4.5, 6.17, 6.20).

pymunk indexes the bodies in space and finds those near a line; it never steps. The arithmetic used everywhere else then
decides, so that a tangent is judged by the table's tolerance and not by float noise. Touching counts: a line that
grazes a disc is blocked, a ship that grazes it has met it.

A pymunk query with a radius tests the bare line first and so misses bodies beside it. The discs in the index are
therefore widened by the radius swept and a little more, and every query is a line without width.
"""

from __future__ import annotations

import atexit
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise
from typing import NamedTuple

import pymunk

from game.board.geometry import Point, span, within
from game.board.terrain import Body

MARGIN = 0.01  # MU by which the discs of an index are widened, far above any error of pymunk
TIE = 1e-6  # share of a move, and MU: moments and gaps closer than this are equal
_BLOCKING, _OPEN = 0b01, 0b10

Path = Sequence[Point]  # way-points of one move; every leg takes an equal share of it, so two legs are its halves


@dataclass(frozen=True)
class Blocked:
    """A line of fire that is not clear: the first body in its way, and where in MU the line meets it."""

    body: Body
    at: Point


@dataclass(frozen=True)
class Contact:
    """A moving disc meets a body: when, as a share 0..1 of the move, and where its own centre is then, in MU."""

    time: float
    at: Point
    body: Body


class Approach(NamedTuple):
    """Two moves at their closest: the gap in MU between centres, when (0..1), and both places."""

    distance: float
    time: float
    a: Point
    b: Point


def place(path: Path, time: float) -> Point:
    """Return the position on a path at a share 0..1 of the move; each leg is flown at constant speed."""
    legs = len(path) - 1
    if legs < 1:
        return path[0]
    leg = min(int(time * legs), legs - 1)
    done = time * legs - leg
    (ax, ay), (bx, by) = path[leg], path[leg + 1]
    return (1 - done) * ax + done * bx, (1 - done) * ay + done * by


def sweep(path: Path, radius: float, body: Body, body_path: Path | None = None) -> Contact | None:
    """First contact of a disc of `radius` MU on a path with a body, at rest or flying `body_path` in the same time."""
    other = body_path or (body.at,)
    for early, late, start, end in _together(path, other):
        share = _touch(start, end, (0.0, 0.0), radius + body.radius)
        if share is not None:
            time = early + share * (late - early)
            return Contact(time, place(path, time), body)
    return None


def closest_approach(path_a: Path, path_b: Path) -> Approach:
    """Return where two simultaneous moves come closest; the earliest moment if there are several."""
    best = Approach(span(path_a[0], path_b[0]), 0.0, path_a[0], path_b[0])
    for early, late, start, end in _together(path_a, path_b):
        time = early + _nearest(start, end) * (late - early)
        a, b = place(path_a, time), place(path_b, time)
        if span(a, b) < best.distance - TIE:
            best = Approach(span(a, b), time, a, b)
    return best


def _together(a: Path, b: Path) -> Iterable[tuple[float, float, Point, Point]]:
    """Cut two moves where either turns: moments between which a flies straight as seen from b, and its two places."""
    legs = max(len(a) - 1, 1), max(len(b) - 1, 1)
    moments = sorted({k / n for n in legs for k in range(n + 1)})
    gaps = [_minus(place(a, time), place(b, time)) for time in moments]
    return zip(moments, moments[1:], gaps, gaps[1:])


def _minus(a: Point, b: Point) -> Point:
    return a[0] - b[0], a[1] - b[1]


def _nearest(start: Point, end: Point) -> float:
    """Return the share of a straight flight at which it is nearest to (0, 0); the start if it hardly moves."""
    flown = _minus(end, start)
    square = flown[0] ** 2 + flown[1] ** 2
    if square < TIE**2:
        return 0.0
    return min(1.0, max(0.0, -(start[0] * flown[0] + start[1] * flown[1]) / square))


def _touch(start: Point, end: Point, centre: Point, radius: float) -> float | None:
    """Return the share of a straight flight at which a point first comes within `radius` MU of a centre; None if
    never."""
    off = _minus(start, centre)
    if within(math.hypot(*off), radius):
        return 0.0
    flown = _minus(end, start)
    length = math.hypot(*flown)
    if length == 0.0:
        return None
    foot = -(off[0] * flown[0] + off[1] * flown[1]) / length
    miss = abs(off[0] * flown[1] - off[1] * flown[0]) / length
    if foot <= 0.0 or not within(miss, radius):
        return None
    share = (foot - math.sqrt(max(0.0, radius * radius - miss * miss))) / length
    if share <= 1.0:
        return max(0.0, share)
    return 1.0 if within(span(end, centre), radius) else None


class Sight:
    """An index of the bodies of one table: 1 us for a clear line of fire past 5 bodies or 500, 3 to 15 for a blocked
    one."""

    def __init__(self, bodies: Iterable[Body]) -> None:
        self.bodies = tuple(sorted(bodies, key=lambda body: body.key))
        self._widths: dict[float, tuple[pymunk.Space, dict[pymunk.Shape, Body]]] = {}

    def first(self, a: Point, b: Point) -> Blocked | None:
        """Return the first body that blocks fire from a to b, by key if several are met at once
        (full-thrust-base/4.5)."""
        space, bodies = self._index(0.0)
        if space.segment_query_first(a, b, 0.0, blockers := _filter(_BLOCKING)) is None:
            return None
        met = []
        for near in space.segment_query(a, b, 0.0, blockers):
            body = bodies[near.shape]
            share = _touch(a, b, body.at, body.radius)
            if share is not None:
                met.append((round(share, 9), body.key, share, body))
        if not met:
            return None
        _, _, share, body = min(met, key=lambda found: found[:2])
        return Blocked(body, place((a, b), share))

    def contacts(self, path: Path, radius: float = 0.0) -> tuple[Contact, ...]:
        """Return every body, clouds too, that a disc of `radius` MU meets on a path, in order; bodies as they stand
        now."""
        space, bodies = self._index(radius)
        legs = tuple(pairwise(path)) or ((path[0], path[0]),)
        anything = _filter(_BLOCKING | _OPEN)
        hits = [bodies[hit.shape] for a, b in legs for hit in space.segment_query(a, b, 0.0, anything)]
        near = {body.key: body for body in hits}
        met = [contact for body in near.values() if (contact := sweep(path, radius, body))]
        return tuple(sorted(met, key=lambda contact: (round(contact.time, 9), contact.body.key)))

    def _index(self, radius: float) -> tuple[pymunk.Space, dict[pymunk.Shape, Body]]:
        """Return discs widened for sweeping with that radius, made on first use."""
        if radius not in self._widths:
            space = pymunk.Space()
            bodies: dict[pymunk.Shape, Body] = {}
            for body in self.bodies:
                disc = pymunk.Circle(space.static_body, body.radius + radius + MARGIN, body.at)
                disc.filter = pymunk.ShapeFilter(categories=_BLOCKING if body.blocks else _OPEN)
                space.add(disc)
                bodies[disc] = body
            self._widths[radius] = space, bodies
        return self._widths[radius]


@cache
def _filter(categories: int) -> pymunk.ShapeFilter:
    """Return the filter of queries for these kinds of bodies."""
    return pymunk.ShapeFilter(mask=categories)


@lru_cache(maxsize=64)
def sight(bodies: tuple[Body, ...]) -> Sight:
    """Return the index of a table's terrain, built once for as long as the bodies stay where they are."""
    return Sight(bodies)


# a space of pymunk that outlives pymunk's own code takes the interpreter down with it
atexit.register(sight.cache_clear)


def clear(a: Point, b: Point, bodies: Iterable[Body]) -> Blocked | None:
    """Return None if fire from a to b is clear, else the body in the way (full-thrust-base/4.5); a tuple of bodies is
    fastest."""
    bodies = tuple(bodies)
    return sight(bodies).first(a, b) if bodies else None
