"""What lies in the sea: islands, reefs and shoals, sargasso and fog, each with an outline (sail/3.5).

An outline is a polygon of corners in MU from the middle of its body; a body without one is a disc. shapely measures both.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from game.board.geometry import TOLERANCE, Point, span, within
from game.board.line_of_sight import sight
from game.board.terrain import Body, Nature
from game.core.installation import lazy_import
from game.core.values import frozen
from game.systems.full_sail.sea.track import length

if TYPE_CHECKING:
    import shapely
    from shapely.geometry.base import BaseGeometry
else:
    shapely = lazy_import("shapely")

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
BORDER = 0.01  # MU of way along an edge, from a ship that lies at it, that do not count as going in
SMOOTH = 24  # chords that stand for a quarter of a disc


@frozen
class Entry:
    """A track comes to a body: after so many MU, and where."""

    far: float
    at: Point
    body: Body


def widest(outline: Iterable[Point]) -> float:
    """The radius in MU of the disc about the middle that holds an outline."""
    return max((span((0.0, 0.0), corner) for corner in outline), default=0.0)


@lru_cache(maxsize=256)
def ground(body: Body) -> BaseGeometry:
    """The ground that a body covers, in MU of the table."""
    if len(body.outline) < 3:
        area = shapely.Point(body.at).buffer(body.radius, quad_segs=SMOOTH)
    else:
        area = shapely.make_valid(shapely.Polygon([(body.at[0] + x, body.at[1] + y) for x, y in body.outline]))
    shapely.prepare(area)
    return area


def covers(body: Body, point: Point) -> bool:
    """Does a place lie on a body? Its edge belongs to it."""
    return bool(shapely.dwithin(ground(body), shapely.Point(point), TOLERANCE))


def met(path: tuple[Point, ...], bodies: tuple[Body, ...], kinds: tuple[str, ...]) -> tuple[Entry, ...]:
    """The first place where a track meets each body of some kinds, in order along it.

    pymunk names the bodies whose disc the track comes near, shapely measures the outlines. A ship that lies at an edge meets the
    body only if it goes further in.
    """
    if not bodies or len(path) < 2 or within(length(path), 0.0):
        return ()
    near = [one.body for one in sight(bodies).contacts(path) if one.body.kind in kinds]
    if not near:
        return ()
    line = shapely.LineString(path)
    found = [entry for body in near if (entry := _entry(line, body))]
    return tuple(sorted(found, key=lambda entry: (round(entry.far, 6), entry.body.key)))


def _entry(line: BaseGeometry, body: Body) -> Entry | None:
    """The first place of a line on a body, but for the edge that it starts from."""
    shared = shapely.intersection(line, ground(body))
    best: tuple[float, Point] | None = None
    for part in shapely.get_parts(shared):
        if part.is_empty:
            continue
        ends = [(float(line.project(shapely.Point(corner))), corner) for corner in shapely.get_coordinates(part).tolist()]
        far, corner = min(ends)
        leaves = far <= BORDER and part.length <= BORDER
        if not leaves and (best is None or far < best[0]):
            best = far, (float(corner[0]), float(corner[1]))
    return Entry(best[0], best[1], body) if best else None


def hiding(a: Point, b: Point, bodies: tuple[Body, ...]) -> Body | None:
    """What hides two places from each other: an island that their line touches, or fog unless they are close (sail/3.5, 4)."""
    line, near = shapely.LineString((a, b)), within(span(a, b), FOG_SIGHT)
    for body in _screens(bodies):
        if not (body.kind == "fog" and near) and shapely.intersects(ground(body), line):
            return body
    return None


def _screens(bodies: tuple[Body, ...]) -> Iterator[Body]:
    return (body for body in bodies if body.blocks)
