"""Terrain at sea: islands, reefs and shoals, weed and fog, each with an outline (sail/3.5).

An outline is a polygon of corners in MU from the centre of its body. A body without one is a disc. The library shapely
measures both.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import shapely

from game.board.geometry import TOLERANCE, Point, off_line, span, within
from game.board.line_of_sight import sight
from game.board.terrain import Body, Nature
from game.board.zones import shadow
from game.core.values import frozen
from game.systems.full_sail.sea.track import Path, length

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

RULE = "sail/3.5"
NATURES = {
    "island": Nature(blocks=True, solid=True, hazard=False),
    "reef": Nature(blocks=False, solid=True, hazard=False),
    "shoal": Nature(blocks=False, solid=True, hazard=False),
    "sargasso": Nature(blocks=False, solid=False, hazard=True),
    "fog": Nature(blocks=True, solid=False, hazard=True),
}
GROUNDS = ("island", "reef", "shoal")
FOG_SIGHT = 3.0  # MU that can be seen within fog
BORDER = 0.01  # MU past an edge that do not count as entering, for a ship at that edge
SPARE = 2.0  # MU beyond its range, within which possible meetings are measured exactly
SMOOTH = 24  # chords in a quarter of a disc


@frozen
class Entry:
    """A path's entry into a body: the MU before it, and its place."""

    far: float
    at: Point
    body: Body


def widest(outline: Iterable[Point]) -> float:
    """Return the radius in MU of the disc round the centre that contains an outline."""
    return max((span((0.0, 0.0), corner) for corner in outline), default=0.0)


@lru_cache(maxsize=256)
def ground(body: Body) -> BaseGeometry:
    """Return the area of a body, in MU of the table."""
    if len(body.outline) < 3:
        area = shapely.Point(body.at).buffer(body.radius, quad_segs=SMOOTH)
    else:
        area = shapely.make_valid(shapely.Polygon([(body.at[0] + x, body.at[1] + y) for x, y in body.outline]))
    shapely.prepare(area)
    return area


@lru_cache(maxsize=4096)
def covers(body: Body, point: Point) -> bool:
    """Return whether a place is on a body, including its edge."""
    return bool(shapely.dwithin(ground(body), shapely.Point(point), TOLERANCE))


@lru_cache(maxsize=4096)
def first_entries(path: Path, bodies: tuple[Body, ...], kinds: tuple[str, ...]) -> tuple[Entry, ...]:
    """Return the first place where a path enters each body of some kinds, in order along it. A ship at an edge enters
    the body only if it goes further in."""
    return met_by((path,), bodies, kinds)[0]


def met_by(paths: Sequence[Path], bodies: tuple[Body, ...], kinds: tuple[str, ...]) -> tuple[tuple[Entry, ...], ...]:
    """Return the bodies that each of several paths enters. The paths begin at one place. shapely measures a body's
    outline in one call for all paths that touch its disc."""
    bodies = tuple([body for body in bodies if body.kind in kinds])
    far = [length(path) for path in paths] if bodies else []
    near = _near(paths[0][0], max(far), bodies) if far else []
    if not near:
        return ((),) * len(paths)
    found, long = tuple(list[Entry]() for _ in paths), [n for n, one in enumerate(far) if not within(one, 0.0)]
    for body in near:
        rows = [n for n in long if _comes_to_disc(paths[n], body)]
        if rows:
            lines = shapely.linestrings(
                [corner for n in rows for corner in paths[n]],
                indices=[row for row, n in enumerate(rows) for _ in paths[n]],
            )
            for row, entry in _entries(lines, body):
                found[rows[row]].append(entry)
    return tuple([tuple(sorted(some, key=_in_order)) if some else () for some in found])


def _in_order(entry: Entry) -> tuple[float, str]:
    """Return the sort key of entries along a path."""
    return round(entry.far, 6), entry.body.key


def clear_of(at: Point, far: float, bodies: tuple[Body, ...], kinds: tuple[str, ...]) -> bool:
    """Return whether no body of some kinds is near enough, by its disc, to be entered within `far` MU."""
    return not _near(at, far, tuple([body for body in bodies if body.kind in kinds]))


def _near(at: Point, far: float, bodies: tuple[Body, ...]) -> list[Body]:
    """Return the bodies whose discs are within `far` MU of a place, or little more."""
    return [body for body in bodies if span(at, body.at) <= body.radius + far + SPARE]


def _comes_to_disc(path: Path, body: Body) -> bool:
    """Return whether a path touches the disc round a body's outline, or nearly so."""
    return any(off_line(body.at, a, b) <= body.radius + BORDER for a, b in pairwise(path))


def _entries(lines: np.ndarray, body: Body) -> Iterator[tuple[int, Entry]]:
    """Yield the index and the first place of each line that enters a body, apart from the edge at which it starts."""
    rows = shapely.intersects(ground(body), lines).nonzero()[0]
    parts, lines_of = shapely.get_parts(shapely.intersection(lines[rows], ground(body)), return_index=True)
    corners, parts_of = shapely.get_coordinates(parts, return_index=True)
    away = shapely.line_locate_point(lines[rows[lines_of[parts_of]]], shapely.points(corners))
    nearest = dict[int, tuple[float, Point]]()  # by part
    for part, far, (x, y) in zip(parts_of.tolist(), away.tolist(), corners.tolist()):
        nearest[part] = min(nearest.get(part, (math.inf, (0.0, 0.0))), (far, (x, y)))
    first = dict[int, tuple[float, Point]]()  # by line
    for (part, (far, at)), long in zip(nearest.items(), shapely.length(parts).tolist(), strict=True):
        row = int(rows[lines_of[part]])
        leaves = far <= BORDER and long <= BORDER
        if not leaves and (row not in first or far < first[row][0]):
            first[row] = far, at
    yield from ((row, Entry(far, at, body)) for row, (far, at) in first.items())


@lru_cache(maxsize=4096)
def hiding(a: Point, b: Point, bodies: tuple[Body, ...]) -> Body | None:
    """Return the body that hides two places from each other (sail/3.5, 4). It is an island that their line touches, or
    fog unless they are close."""
    if sight(bodies).first(a, b) is None:  # the discs contain the outlines
        return None
    line, near = shapely.LineString((a, b)), within(span(a, b), FOG_SIGHT)
    for body in _screens(bodies):
        if not (body.kind == "fog" and near) and shapely.intersects(ground(body), line):
            return body
    return None


@lru_cache(maxsize=512)
def hidden_ground(eye: Point, body: Body, reach: float) -> BaseGeometry:
    """Return the area within `reach` MU that a place cannot see because of an island or fog (sail/3.5, 4). It is for
    drawing; `hiding` itself tests a line."""
    seen = shapely.Point(eye).buffer(reach, quad_segs=SMOOTH)
    if len(body.outline) < 3:
        seen = shadow(eye, body, reach)
    elif not covers(body, eye):
        seen = shapely.intersection(seen, shapely.union_all([ground(body), *_behind(eye, body, 2 * reach)]))
    if body.kind == "fog":
        seen = shapely.difference(seen, shapely.Point(eye).buffer(FOG_SIGHT, quad_segs=SMOOTH))
    return seen


def _behind(eye: Point, body: Body, far: float) -> Iterator[BaseGeometry]:
    """Yield the area behind each edge of an outline that faces the eye, out to more than `far` MU from it."""
    for part in shapely.get_parts(ground(body)):
        ring = shapely.get_exterior_ring(part)
        corners = shapely.get_coordinates(ring)
        off = corners - eye
        beyond = eye + off * (far / np.maximum(TOLERANCE, np.hypot(*off.T)))[:, None]
        turn = off[:-1, 0] * off[1:, 1] - off[:-1, 1] * off[1:, 0]
        faces = (turn if shapely.is_ccw(ring) else -turn) < -TOLERANCE
        edges = (corners[:-1], corners[1:], beyond[1:], beyond[:-1])
        yield from shapely.polygons(np.stack([one[faces] for one in edges], axis=1))


def _screens(bodies: tuple[Body, ...]) -> Iterator[Body]:
    return (body for body in bodies if body.blocks)
