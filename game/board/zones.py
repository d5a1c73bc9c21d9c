"""Areas of the table, to draw them and to find what is in them (full-thrust-base/4.1, 4.5; wakes and blasts).

Outlines are polygons; a curved rim lies inside the true one by at most `SAGITTA` MU. A zone's own rule tests the
polygon that is drawn. Ranges, arcs and lines of fire are never decided here but in `table` and `sight`.

Answers needed each frame are cached by their inputs, positions rounded to 0.001 MU. The times below are for one call
on one core, first uncached, then cached.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
import shapely

from game.board import hexes
from game.board.boards import Board, HexBoard
from game.board.geometry import ARCS, TOLERANCE, Point, in_thousandths, span, within
from game.board.terrain import Body

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

HAIR = 1e-6  # radians and MU: points of an outline closer than this are one
SAGITTA = 0.005  # MU: the furthest a chord may run inside the circle it approximates
OWN = -1.0  # an inner limit that includes the place itself

Outlines: TypeAlias = tuple[tuple[tuple[Point, ...], ...], ...]  # for each part the outer line, then its holes
Zone: TypeAlias = "BaseGeometry"  # a polygon, several, or for a degenerate hull less than one


@cache
def _nowhere() -> Zone:
    """Return an empty zone."""
    return shapely.Polygon()


def arc_zone(
    at: Point, facing: int, arcs: Iterable[str], reach: float, inner: float = 0.0, names: tuple[str, ...] = ARCS
) -> Zone:
    """Return the area covered by a mount: its arcs between two ranges in MU, seen along a facing
    (full-thrust-base/4.1).

     25 to 80 us, 2 us again.
    """
    chosen = frozenset(arcs)
    order = tuple(name for name in names if name in chosen)
    return _arc_zone(in_thousandths(at), facing % 12, order, round(reach, 3), round(inner, 3), names)


@lru_cache(maxsize=4096)
def _arc_zone(
    at: Point, facing: int, arcs: tuple[str, ...], reach: float, inner: float, names: tuple[str, ...]
) -> Zone:
    if not arcs or reach <= inner:
        return _nowhere()
    if len(arcs) == len(names):
        hole = [_rim(at, inner, 0.0, 360.0)] if inner > 0 else None
        return _ready(shapely.Polygon(_rim(at, reach, 0.0, 360.0), hole))
    width = 360.0 / len(names)
    sectors = []
    for first, count in _runs([names.index(arc) for arc in arcs], len(names)):
        low = 30.0 * facing + width * (first - 0.5)
        high = low + width * count
        back = _rim(at, inner, high, low) if inner > 0 else np.array([at])
        sectors.append(shapely.Polygon(np.concatenate((_rim(at, reach, low, high), back))))
    return _ready(sectors[0] if len(sectors) == 1 else shapely.union_all(sectors))


def _runs(indices: Sequence[int], count: int) -> list[tuple[int, int]]:
    """Neighbouring arcs of a ring taken together: the first index and the length of each run, in order."""
    held = set(indices)
    starts = [index for index in sorted(held) if (index - 1) % count not in held]
    return [(start, next(n for n in range(1, count + 1) if (start + n) % count not in held)) for start in starts]


def _rim(at: Point, radius: float, low: float, high: float) -> np.ndarray:
    """Return points in MU along a circle, from one bearing in degrees to another, near enough together for the
    sagitta."""
    turn = np.radians(np.linspace(low, high, _chords(radius, math.radians(abs(high - low))) + 1))
    return _polar(at, radius, turn)


def _polar(at: Point, radius: float | np.ndarray, turn: np.ndarray) -> np.ndarray:
    """Return points at distances in MU and bearings in radians."""
    return np.column_stack((at[0] + radius * np.sin(turn), at[1] + radius * np.cos(turn)))


def _chords(radius: float, turn: float) -> int:
    """Return how many chords approximate an arc of a circle, in MU and radians; at least eight for a full circle."""
    step = 2 * math.acos(max(0.0, 1 - SAGITTA / max(radius, SAGITTA)))
    return max(2, math.ceil(turn / min(step, math.pi / 4)))


def _ready(zone: Zone) -> Zone:
    shapely.prepare(zone)
    return zone


def blast(at: Point, radius: float) -> Zone:
    """Return the disc of an explosion or a range in MU, for drawing; the rule's test is `within(span(...), radius)`. 20
    us, 3 us again."""
    return arc_zone(at, 12, ARCS, radius)


def shadow(eye: Point, body: Body, reach: float) -> Zone:
    """Return the area hidden from an eye by a body, out to `reach` MU: from the near rim of its disc on (4.5). 45 us, 2
    us again. The disc is part of it: `sight.clear` refuses targets in it."""
    return _shadow(in_thousandths(eye), in_thousandths(body.at), body.radius, round(reach, 3))


@lru_cache(maxsize=4096)
def _shadow(eye: Point, centre: Point, radius: float, reach: float) -> Zone:
    away = span(eye, centre)
    if within(away, radius):
        return blast(eye, reach)
    if reach <= away - radius or radius <= 0.0:
        return _nowhere()
    half, lit = _edges(away, radius, reach)
    # Rim and end of the shadow are taken at the same bearings, each behind the other, so the outline cannot cross
    # itself.
    turn = np.linspace(-lit, lit, _chords(radius, 2 * lit) + 1)
    off = np.concatenate((np.linspace(-half, half, _chords(reach, 2 * half) + 1), _angles_from_eye(away, radius, turn)))
    off = np.sort(off)
    off = off[np.concatenate(([True], np.diff(off) > HAIR))]
    near = away * np.cos(off) - np.sqrt(np.maximum(0.0, radius**2 - (away * np.sin(off)) ** 2))
    ends = np.flatnonzero(reach - near > HAIR)[::-1]
    bearing = math.atan2(centre[0] - eye[0], centre[1] - eye[1]) + off
    return _ready(
        shapely.Polygon(
            np.concatenate((_polar(eye, np.minimum(near, reach), bearing), _polar(eye, reach, bearing[ends])))
        )
    )


def _edges(away: float, radius: float, reach: float) -> tuple[float, float]:
    """Return half the width of a shadow in radians, seen from the eye, and of its rim, seen from the centre of the
    body."""
    tangent = math.sqrt(away * away - radius * radius)
    side = min(reach, tangent)  # how far from the eye the two sides of the shadow begin
    return _angle(away, side, radius), _angle(away, radius, side)


def _angle(a: float, b: float, opposite: float) -> float:
    """Return the angle in radians between two sides of a triangle, by the cosine rule."""
    return math.acos(min(1.0, max(-1.0, (a * a + b * b - opposite * opposite) / (2 * a * b))))


def _angles_from_eye(away: float, radius: float, turn: np.ndarray) -> np.ndarray:
    """Return the angles from the eye, in radians off the centre, of points of a rim given by their angles at the
    centre."""
    half: np.ndarray = np.arctan2(radius * np.sin(turn), away - radius * np.cos(turn))
    return half


def visible(zone: Zone, eye: Point, bodies: Iterable[Body]) -> Zone:
    """Return a zone without the parts that bodies hide from the eye: the area a gun there can hit (4.1, 4.5). 70 us
    past one body, 400 us past twelve, 7 to 10 us again."""
    return _visible(zone, in_thousandths(eye), tuple(body for body in bodies if body.blocks))


@lru_cache(maxsize=1024)
def _visible(zone: Zone, eye: Point, bodies: tuple[Body, ...]) -> Zone:
    if zone.is_empty or not bodies:
        return zone
    west, south, east, north = zone.bounds
    reach = (
        math.ceil(max(span(eye, corner) for corner in ((west, south), (west, north), (east, south), (east, north)))) + 1
    )
    looked_over = shapely.convex_hull(shapely.geometrycollections([zone, shapely.Point(eye)]))
    rims = [body.radius + TOLERANCE for body in bodies]
    near = shapely.dwithin(looked_over, shapely.points([body.at for body in bodies]), rims)
    hidden = [shadow(eye, body, reach) for body, touches in zip(bodies, near) if touches]
    return _ready(shapely.difference(zone, shapely.union_all(hidden))) if hidden else zone


def corridor(path: Sequence[Point], width: float) -> Zone:
    """Return the strip of `width` MU along a path, with square ends and round bends; empty for a ship that did not
    move.

     20 us, 3 us again.
    """
    return _corridor(tuple(in_thousandths(point) for point in path), width)


@lru_cache(maxsize=1024)
def _corridor(path: tuple[Point, ...], width: float) -> Zone:
    if len(set(path)) < 2:
        return _nowhere()
    return _ready(shapely.LineString(path).buffer(width / 2, quad_segs=16, cap_style="flat", join_style="round"))


def capsule(start: Point, end: Point, width: float) -> Zone:
    """Return the area that a disc of `width` MU sweeps between two places of its centre. 20 us, 3 us again."""
    return _capsule(in_thousandths(start), in_thousandths(end), width)


@lru_cache(maxsize=1024)
def _capsule(start: Point, end: Point, width: float) -> Zone:
    return _ready(shapely.LineString((start, end)).buffer(width / 2, quad_segs=16))


def envelope_hull(points: Iterable[Point]) -> Zone:
    """Return the convex hull of the end points of an envelope: a polygon, or a line or a point if they span no more. 80
    us for 200 points, 5 us again."""
    return _hull(tuple(points))


@lru_cache(maxsize=1024)
def _hull(points: tuple[Point, ...]) -> Zone:
    return _ready(shapely.convex_hull(shapely.multipoints(np.array(points)))) if points else _nowhere()


def to_the_edge(eye: Point, extent: tuple[float, float, float, float]) -> float:
    """Return how far the farthest corner of a table (left, bottom, width, height) lies from a place, in MU."""
    left, bottom, wide, high = extent
    return math.hypot(max(eye[0] - left, left + wide - eye[0]), max(eye[1] - bottom, bottom + high - eye[1]))


def on_table(zone: Zone, extent: tuple[float, float, float, float]) -> Zone:
    """Return the part of a zone that lies on a table (left, bottom, width, height)."""
    left, bottom, wide, high = extent
    return shapely.clip_by_rect(zone, left, bottom, left + wide, bottom + high)


def rings(zone: Zone) -> tuple[tuple[Point, ...], ...]:
    """Return the outlines of a zone in MU, each open at its end: for every part its outer ring, then its holes. 15 us
    for an arc: cache the result with the drawing."""
    if zone.is_empty:
        return ()
    found = []
    for part in shapely.get_parts(zone):
        lines = (part.exterior, *part.interiors) if part.geom_type == "Polygon" else (part,)
        found += [tuple(map(tuple, shapely.get_coordinates(line).tolist())) for line in lines]
    return tuple(ring[:-1] if len(ring) > 1 and ring[0] == ring[-1] else ring for ring in found)


# -- on any board ------------------------------------------------------------------------------------------------------


def sector(board: Board, at: Point, facing: int, arcs: frozenset[str], far: float, near: float = OWN) -> Outlines:
    """Return arcs between two ranges in units of the board, near < range <= far; on hexes exactly the hexes that the
    board finds there."""
    if not isinstance(board, HexBoard):
        found = rings(arc_zone(at, facing, arcs, far, near))
        return (found,) if found else ()
    x, y = hexes.centre(hexes.hex_at(at))
    parts = _cells(board, facing, arcs, far, near)
    return tuple(tuple(tuple((a + x, b + y) for a, b in line) for line in part) for part in parts)


@lru_cache(maxsize=512)
def _cells(board: HexBoard, facing: int, arcs: frozenset[str], far: float, near: float) -> Outlines:
    """Return the same about hex (0, 0)."""
    around = hexes.disc((0, 0), math.ceil(far / hexes.COLUMN))
    reached = (one for one in around if within(board.away(one), far) and not within(board.away(one), near))
    if arcs.issuperset(ARCS):  # all round, also on a board whose arcs are sides
        return hexes.outlines(reached)
    return hexes.outlines(
        one for one in reached if arcs.intersection(board.arcs((0.0, 0.0), facing, hexes.at(one), ARCS))
    )


def strip(board: Board, path: Sequence[Point], width: float) -> Outlines:
    """Return the straight strip of that width (MU) along a path, or on hexes the hexes it entered; none if it did not
    move."""
    if path[0] == path[-1]:
        return ()
    if board.cells:
        return hexes.outlines({hexes.hex_at(point) for point in path})
    return (rings(corridor((path[0], path[-1]), width)),)
