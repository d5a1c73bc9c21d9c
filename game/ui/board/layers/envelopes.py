"""The reach and the paths of ships: envelopes, lanes and paths, as the rules report them.

Plotted is solid, flown is dotted, possible is dashed. An own envelope has a dashed outline, another's a dotted one.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from pygame import BLEND_PREMULTIPLIED, Rect, Surface

from game.board.zones import envelope_hull, rings
from game.core.display import Destination
from game.ui.board.layers import hex_envelopes
from game.ui.board.layers.danger import hazard_colour
from game.ui.board.model.camera import Camera
from game.ui.board.model.memo import by_identity
from game.ui.board.model.scene import Scene, Trail
from game.ui.games import painter_of
from game.ui.render.lines import Barb, arrowheads, dashed_line, joint, polyline, strokes, tint_polygon
from game.ui.render.shapes import Place, Vec, between, bounds, centred, heading, polar
from game.ui.render.theme import Colour, cached, theme

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Shape:
    """Destinations prepared for drawing, in MU. It has the lanes in order of speed, the outline round destinations at
    which a ship still moves, the end points, and two opposite corners of the box round outline and end points."""

    lanes: dict[object, list[Destination]]
    outline: tuple[Point, ...]
    ends: np.ndarray
    corners: tuple[Point, ...]
    tracks: tuple[tuple[Point, ...], ...]  # the line of each lane, two points if it is straight


@by_identity(256)
def shape_of(destinations: tuple[Destination, ...]) -> Shape:
    """Return the shape of an envelope; cached. Destinations at rest have no lane and do not count, except where
    something stops the ship."""
    lanes = defaultdict[object, list[Destination]](list)
    for destination in destinations:
        if destination.velocity:
            lanes[destination.lane].append(destination)
    for lane in lanes.values():
        if not lane[0].near:  # a lane with `near` is in the order of the keys already
            lane.sort(key=lambda one: one.velocity)
    moving = tuple(destination.at for destination in destinations if destination.velocity and not destination.aside)
    outlines = rings(envelope_hull(moving))
    tracks = tuple(_track([one.at for one in lane]) for lane in lanes.values() if len(lane) > 1 and not lane[0].aside)
    ends = [one.at for one in destinations if (one.velocity or one.mark) and not one.aside]
    outline = outlines[0] if outlines else ()
    return Shape(lanes, outline, np.array(ends, dtype=float).reshape(-1, 2), _corners([*outline, *ends]), tracks)


def _corners(places: Sequence[Point]) -> tuple[Point, ...]:
    """Return the lowest and the highest coordinates of some places; empty without places."""
    xs, ys = [x for x, _ in places], [y for _, y in places]
    return ((min(xs), min(ys)), (max(xs), max(ys))) if places else ()


def _track(points: list[Point]) -> tuple[Point, ...]:
    (ax, ay), (bx, by) = points[0], points[-1]
    far = math.dist(points[0], points[-1]) or 1.0
    straight = all(abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / far < 0.02 for x, y in points)
    return (points[0], points[-1]) if straight else tuple(points)


def envelope(
    dst: Surface,
    camera: Camera,
    destinations: tuple[Destination, ...],
    colour: Colour,
    own: bool,
    hazards: Sequence[float] = (),
) -> None:
    """Draw every legal end point as an arrowhead in its heading, a thin line for each lane, and the outline; or by
    cells. Destinations at which the ship may be lost are red. `hazards` are the chances, one for each destination."""
    if camera.board.cells:
        hex_envelopes.envelope(dst, camera, destinations, colour, own, hazards)
        return
    shape = shape_of(destinations)
    outline = camera.many(shape.outline)
    if not outline:
        return
    if len(outline) > 2:
        tint_polygon(dst, outline, colour, 15)
    hull = (1.1, 3.0, 5.0) if own else (2.0, 2.0, 5.5)
    dashed_line(dst, outline, colour, *hull, 120, closed=len(outline) > 2)
    strong, size, stroke = (200, 5.5, 1.7) if own else (190, 4.6, 1.5)
    strokes(dst, [side for track in shape.tracks for side in pairwise(camera.many(track))], colour, 1.0, strong // 4)
    shown = [one for lane in shape.lanes.values() if not lane[0].aside for one in lane]
    size = round(size * _shrunk(camera), 1)
    for ink, ends in _group_by_colour(shown, colour, own, _chances(destinations, hazards)).items():
        arrowheads(dst, _barbs(camera, ends), ink, size, stroke, strong)
    if own:
        _marks(dst, camera, destinations)


def _chances(destinations: Sequence[Destination], hazards: Sequence[float]) -> dict[int, float]:
    """Return the chance of loss at each destination that is not known to be safe, by its identity."""
    return {id(one): chance for one, chance in zip(destinations, hazards) if chance}


def _group_by_colour(
    ends: Sequence[Destination], colour: Colour, banded: bool, lost: Mapping[int, float]
) -> dict[Colour, list[Destination]]:
    """Return destinations by the colour of their heads, dangerous ones on top. The colour is that of a danger, else of
    their band, else the common one."""
    found: dict[Colour, list[Destination]] = {}
    for one in sorted(ends, key=lambda one: (lost.get(id(one), 0.0), one.band)):
        plain = theme.palette.ramp[one.band] if banded and one.band >= 0 else colour
        found.setdefault(hazard_colour(lost.get(id(one), 0.0), plain), []).append(one)
    return found


def _marks(dst: Surface, camera: Camera, destinations: Sequence[Destination]) -> None:
    """Draw the game's own marks for speed changes."""
    unit = theme.scale * _shrunk(camera)
    for one in {(one.at, one.mark, one.facing): one for one in destinations if one.mark}.values():
        if draw := painter_of(type(one.order), "MARKS"):
            draw(dst, one.mark, camera.xy(one.at), camera.board.direction(one.facing), unit)


def _barbs(camera: Camera, ends: Sequence[Destination]) -> list[Barb]:
    """Return places and headings of the arrowheads of some destinations."""
    return [(*camera.xy(one.at), camera.board.direction(one.facing)) for one in ends]


def _shrunk(camera: Camera) -> float:
    """Return the scale of arrowheads, smaller where end points are close together."""
    return min(1.0, max(0.55, camera.scale / theme.scale / 15))


def extent(camera: Camera, destinations: tuple[Destination, ...]) -> Rect:
    """Return the rect of an envelope on the screen, with marks where a ship is stopped, and room for its arrowheads.
    Without an envelope, it is empty."""
    if camera.board.cells:
        return around(
            camera.many([place for lines in hex_envelopes.ends_of(destinations).outlines for place in lines[0]])
        )
    return around(camera.many(shape_of(destinations).corners))


def around(places: Sequence[Place]) -> Rect:
    """Return the rect round some places, with room for their marks."""
    return bounds(places).inflate(theme.px(48), theme.px(48)) if places else Rect(0, 0, 0, 0)


def lane_in_hand(
    dst: Surface,
    camera: Camera,
    destinations: tuple[Destination, ...],
    hot: Destination,
    colour: Colour,
    hazards: Sequence[float] = (),
) -> None:
    """Draw the lane of the order in hand, bright over the others."""
    ends = shape_of(destinations).lanes.get(hot.lane, [])
    polyline(dst, camera.many([one.at for one in ends]), colour, 1.0, 150)
    colour = theme.palette.ramp[hot.band] if hot.band >= 0 else colour
    for ink, heads in _group_by_colour(ends, colour, False, _chances(destinations, hazards)).items():
        arrowheads(dst, _barbs(camera, heads), ink, round(6.9 * _shrunk(camera), 1), 2.1, 255)


def path_ticks(dst: Surface, a: Place, b: Place, length: float, colour: Colour, scale: float) -> None:
    """Draw a short stroke across a path at every MU from its start, and a longer one at every sixth."""
    if scale < 7 * theme.scale:
        return
    pieces, turn = [], heading(a, b)
    for n in range(1, int(length + 1e-6) + 1):
        at = between(a, b, n / length)
        half = (5.5 if n % 6 == 0 else 3.6) * theme.scale
        pieces.append((polar(half, turn + 90, at), polar(-half, turn + 90, at)))
    strokes(dst, pieces, colour, 1.2)


def draw_path(
    dst: Surface,
    camera: Camera,
    path: Sequence[Point],
    colour: Colour,
    w: float = 2.4,
    alpha: int = 255,
    ticks: bool = True,
) -> None:
    """Draw a path as ordered: solid, with a stroke each MU and a node at each bend."""
    places = camera.many(path)
    polyline(dst, places, colour, w, alpha)
    for (a, b), (p, q) in zip(pairwise(path), pairwise(places)):
        if ticks and math.dist(a, b) > 0.5:
            path_ticks(dst, p, q, math.dist(a, b), colour, camera.scale)
    for a, b, c in zip(places, places[1:], places[2:]) if not camera.board.cells else ():
        if abs((b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])) > 1:
            joint(dst, b, colour, alpha)


# width, dash, gap, alpha by kind
TRAILS = {"idle": (1.4, 3, 5, 170), "shown": (2.4, 2.5, 5, 225), "flown": (1.4, 2, 5, 115)}


def trail(dst: Surface, camera: Camera, scene: Scene, one: Trail) -> None:
    """Draw a path: flown (dotted; shown: bold), sealed (thin, solid) or of a ship without an order (short yellow
    dashes)."""
    if len(one.path) < 2:
        return
    if one.kind == "sealed":
        draw_path(dst, camera, one.path, scene.colour(one.ship), 1.8, 130, False)
    else:
        colour = theme.palette.yellow if one.kind == "idle" else scene.colour(one.ship)
        dashed_line(dst, camera.many(one.path), colour, *TRAILS.get(one.kind, TRAILS["flown"]))


DOT, EVERY = 2.2, 7.0  # design pixels: a dot of a path being flown, and the distance between dots


def flown(dst: Surface, camera: Camera, scene: Scene) -> None:
    """Draw the path of every ship during a film of movement, dotted from its start to its present place."""
    if scene.over.moment is None:
        return
    dots = []
    for key, flight in scene.over.moment.flights.items():
        picture, ahead = _dot(scene.colour(key)), 0.0
        for a, b in pairwise(camera.many(flight.flown(scene.over.moment.share))):
            far = math.hypot(b[0] - a[0], b[1] - a[1])
            while ahead < far:
                dots.append(centred(picture, between(a, b, ahead / far)))
                ahead += EVERY * theme.scale
            ahead -= far
    dst.fblits(dots, BLEND_PREMULTIPLIED)


@cached(8)
def _dot(colour: Colour) -> Surface:
    side = math.ceil(DOT * theme.scale) + 2
    v = Vec(side, side, 5)
    v.circ((side / 2, side / 2), DOT * theme.scale / 2, colour, 190)
    return v.done()


def envelope_name_places(camera: Camera, destinations: tuple[Destination, ...]) -> list[Place]:
    """Return places for the words of an envelope: at its corners, the outermost first, then farther off."""
    if camera.board.cells:
        return hex_envelopes.name_places(camera, destinations)
    outline = camera.many(shape_of(destinations).outline)
    if not outline:
        return []
    cx, cy = (sum(p[axis] for p in outline) / len(outline) for axis in (0, 1))
    found = []
    outermost = sorted(outline, key=lambda p: -abs(p[1] - cy) - 0.3 * abs(p[0] - cx))
    for out in (1, 2):
        for x, y in outermost:
            far = math.dist((x, y), (cx, cy)) or 1.0
            dx, dy = (x - cx) / far, (y - cy) / far
            found.append((x + dx * out * theme.px(70), y + out * (dy * theme.px(16) + math.copysign(theme.px(12), dy))))
    return found
