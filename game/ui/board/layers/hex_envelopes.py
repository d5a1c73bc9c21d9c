"""Where a ship can go on a board of cells: ends as inset hexes, the way hex by hex, and what turning costs.

Light means cheap: an end is shaded, and numbered, by the most thrust that is left on arriving there. Triangles on its sides
are the headings possible there, a darker one costs more. Pictures of ends and triangles are kept, so a sheet of 200 takes
2 ms.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import pygame
from pygame import BLEND_PREMULTIPLIED, Rect, Surface

from game.board import hexes
from game.board.geometry import degrees
from game.board.hexes import CORNER, Hex
from game.core.display import Bend, Destination, Pose
from game.ui.board.label_engine.pictures import Placer, Word, place_chip
from game.ui.board.model.camera import Camera
from game.ui.board.model.turn_options import Opening
from game.ui.render.lines import dashed, polyline
from game.ui.render.shapes import Place, Vec, pm, polar, stamp
from game.ui.render.text import text
from game.ui.render.theme import Colour, cached, mix, theme

INSET, CHOSEN = 0.84, 0.9  # how large an end is drawn in its hex, and the one in hand
NUMBERED, POINTED = 27, 17  # design pixels from hex to hex from which ends have numbers, and triangles
DISC = 11.0  # design pixels: a mark where the heading changes
LEAST, MOST = 0.16, 0.6  # how much green is in the dearest and the cheapest end


@dataclass(frozen=True, slots=True)
class Ends:
    """Landings by the hex they end in, with the most that is left for each facing there; and their outlines."""

    landings: tuple[Destination, ...]
    cells: dict[Hex, dict[int, int]]
    outlines: tuple[tuple[tuple[tuple[float, float], ...], ...], ...]
    most: int


_ENDS: dict[int, Ends] = {}  # by identity, as the shapes of envelopes on an open table are
MOST_ENDS = 256


def ends_of(landings: tuple[Destination, ...]) -> Ends:
    """The ends of some landings, worked out once."""
    kept = _ENDS.get(id(landings))
    if kept is not None and kept.landings is landings:
        return kept
    if len(_ENDS) >= MOST_ENDS:
        _ENDS.clear()
    cells: dict[Hex, dict[int, int]] = defaultdict(dict)
    for one in landings:
        if not one.aside:
            there = cells[hexes.hex_at(one.at)]
            there[one.facing] = max(one.left, there.get(one.facing, -1))
    most = max((left for there in cells.values() for left in there.values()), default=0)
    found = _ENDS[id(landings)] = Ends(landings, dict(cells), hexes.outlines(cells), most)
    return found


def shade(left: int, most: int) -> float:
    """How much colour an end has by what is left there."""
    return MOST if most <= 0 else LEAST + (MOST - LEAST) * max(0, left) / most


def extent(camera: Camera, landings: tuple[Destination, ...]) -> Rect:
    """The part of the window in which ends are drawn."""
    places = camera.many([hexes.centre(one) for one in ends_of(landings).cells])
    if not places:
        return Rect(0, 0, 0, 0)
    pad = math.ceil(camera.scale) + 2
    left, top = math.floor(min(x for x, _ in places)) - pad, math.floor(min(y for _, y in places)) - pad
    return Rect(left, top, math.ceil(max(x for x, _ in places)) + pad - left, math.ceil(max(y for _, y in places)) + pad - top)


def envelope(dst: Surface, camera: Camera, landings: tuple[Destination, ...], colour: Colour, own: bool) -> None:
    """Every end of one's own: its hex, its number, its headings; of another ship the outline round all, lightly tinted."""
    ends = ends_of(landings)
    if not own:
        _others(dst, camera, ends, colour)
        return
    near = camera.rect.inflate(2 * camera.scale, 2 * camera.scale)
    seen = [(place, there) for one, there in ends.cells.items() if near.collidepoint(place := camera.xy(hexes.centre(one)))]
    scale, laid = round(camera.scale, 2), []
    for (x, y), there in seen:
        best = max(there.values())
        laid.append(_at(_end(scale, colour, round(shade(best, ends.most), 2)), x, y))
        if camera.scale >= POINTED * theme.scale:
            for facing, left in there.items():
                tip = _triangle(scale, facing, colour, _lit(shade(left, ends.most)))
                laid.append(_at(tip, *polar(camera.scale * 0.33, 30.0 * facing, (x, y))))
    dst.fblits(laid, BLEND_PREMULTIPLIED)
    if camera.scale >= NUMBERED * theme.scale and ends.most > 0:  # a way that spends all it has leaves nothing to tell apart
        ink = mix(theme.palette.well, theme.palette.white, 0.86)
        for (x, y), there in seen:
            text(dst, str(max(there.values())), (x, y), 15, ink, "s", "center")


def _at(picture: Surface, x: float, y: float) -> tuple[Surface, tuple[int, int]]:
    return picture, (round(x - picture.get_width() / 2), round(y - picture.get_height() / 2))


def name_places(camera: Camera, landings: tuple[Destination, ...]) -> list[Place]:
    """Where the words of an envelope may stand: below and above its outermost hexes."""
    places = camera.many([hexes.centre(one) for one in ends_of(landings).cells])
    if not places:
        return []
    low, high = max(places, key=lambda one: one[1]), min(places, key=lambda one: one[1])
    far = 0.5 * camera.scale + theme.px(14)
    east, west = max(places), min(places)
    found = [(low[0], low[1] + far), (high[0], high[1] - far)]
    return found + [(x, y + way * far) for x, y in (west, east) for way in (1, -1)]


def draw_sample(dst: Surface, at: Place, apart: float, facings: Iterable[int], left: int, most: int) -> None:
    """An end as it is drawn in a hex of `apart` design pixels, about a pixel."""
    scale, green, share = round(apart * theme.scale, 2), theme.palette.green, shade(left, most)
    laid = [_at(_end(scale, green, round(share, 2)), *at)]
    for facing in facings:
        laid.append(_at(_triangle(scale, facing, green, _lit(share)), *polar(scale * 0.33, 30.0 * facing, at)))
    dst.fblits(laid, BLEND_PREMULTIPLIED)


def _lit(share: float) -> float:
    """How much colour a triangle has: more than its hex, so that it is seen on it."""
    return round(min(1.0, share * 1.35 + 0.1), 2)


def filled(camera: Camera, landings: tuple[Destination, ...]) -> np.ndarray:
    """Points so close together, all over the ends of some landings, that no word fits between them."""
    rings = [(far, 2 * math.pi * n / many) for far, many in ((0.0, 1), (0.14, 6), (0.28, 12), (0.42, 24)) for n in range(many)]
    spread = np.array([(far * math.cos(turn), far * math.sin(turn)) for far, turn in rings])
    return camera.grid((_middles(landings) + spread).reshape(-1, 2))


def _middles(landings: tuple[Destination, ...]) -> np.ndarray:
    return np.array([hexes.centre(one) for one in ends_of(landings).cells], dtype=float).reshape(-1, 1, 2)


def ground_of(camera: Camera, landings: tuple[Destination, ...]) -> np.ndarray:
    """Points all over the ends of some landings, which words had better not cover."""
    middles = _middles(landings)
    spread = np.array([(0.0, 0.0), (0.3, 0.0), (-0.3, 0.0), (0.15, 0.25), (-0.15, 0.25), (0.15, -0.25), (-0.15, -0.25)])
    return camera.grid((middles + spread).reshape(-1, 2))


def _others(dst: Surface, camera: Camera, ends: Ends, colour: Colour) -> None:
    for lines in ends.outlines:
        outer = camera.many(lines[0])
        pygame.draw.polygon(dst, pm(colour, 16), outer)
        for hole in lines[1:]:
            pygame.draw.polygon(dst, (0, 0, 0, 0), camera.many(hole))
        for line in lines:
            dashed(dst, camera.many(line), colour, 2.0, 2.0, 5.5, 150, closed=True)


def corners_of(scale: float, share: float, at: Place) -> list[Place]:
    """The corners of a hex about a pixel, `share` as large as its place."""
    return [polar(scale * CORNER * share, 30 + 60 * n, at) for n in range(6)]


@cached(128)
def _end(scale: float, colour: Colour, share: float) -> Surface:
    side = math.ceil(2 * scale * CORNER) + 2
    v, c = Vec(side, side, 4, stroke=theme.scale), (side / 2, side / 2)
    v.poly(corners_of(scale, INSET, c), mix(theme.palette.well, colour, share), 200)
    v.lines(corners_of(scale, INSET, c), colour, 1.1, 130, True)
    return v.done()


@cached(512)
def _triangle(scale: float, facing: int, colour: Colour, share: float) -> Surface:
    r = scale * 0.1
    side = math.ceil(2.6 * r) + 2
    v, c = Vec(side, side, 4), (side / 2, side / 2)
    v.poly([polar(r, 30.0 * facing + turn, c) for turn in (0, 125, 235)], mix(theme.palette.well, colour, min(1.0, share)))
    return v.done()


def chosen_end(dst: Surface, camera: Camera, pose: Pose) -> None:
    """The end in hand: the only white outline on the board."""
    places = corners_of(camera.scale, CHOSEN, camera.xy(pose.at))
    pygame.draw.polygon(dst, pm(mix(theme.palette.well, theme.palette.green, LEAST), 230), places)
    polyline(dst, places, theme.palette.white, 2.2, 240, True)


# -- the way ---------------------------------------------------------------------------------------------------------------


def plotted(dst: Surface, camera: Camera, pose: Pose, colour: Colour, turns: Sequence[Opening] = ()) -> None:
    """A way hex by hex: a disc in each that is passed, a mark where the heading changes, tips where it still could."""
    places = camera.many(pose.path)
    polyline(dst, places, colour, 3.4)
    bent = {hexes.hex_at(bend.at) for bend in pose.bends}
    small = camera.scale < POINTED * theme.scale
    for point, place in zip(pose.path[1:-1], places[1:-1]):
        if not small and hexes.hex_at(point) not in bent:
            stamp(dst, _passed(colour), place)
    for one in turns if not small else ():
        for course in one.courses:
            stamp(dst, tip(camera.scale, course), polar(camera.scale * 0.27, 30.0 * course, camera.xy(one.at)))
    for bend in pose.bends:
        stamp(dst, bend_picture(bend.course, bend.becomes, colour, 0.6 if small else 1.0), camera.xy(bend.at))


def tip(scale: float, course: int) -> Surface:
    """The sign that the heading could change to a course."""
    return _triangle(round(1.3 * scale, 2), course, theme.palette.yellow, 1.0)


@cached(8)
def _passed(colour: Colour) -> Surface:
    v = Vec(14, 14, 4, theme.scale)
    v.circ((7, 7), 6, theme.palette.well)
    v.circ((7, 7), 4, colour)
    return v.done()


@cached(128)
def bend_picture(course: int, becomes: int, colour: Colour, k: float = 1.0) -> Surface:
    """A change of heading: a disc with an arrow bent from the old one to the new."""
    r, side = DISC * k, 2 * DISC * k + 6
    v, c, white = Vec(side, side, 4, theme.scale), (side / 2, side / 2), theme.palette.white
    v.circ(c, r + 2.2, theme.palette.well)
    v.circ(c, r + 1.2, colour, 255, 2)
    turned = (30 * (becomes - course) + 180) % 360 - 180
    way = 1 if turned > 0 else -1
    low, far = 30.0 * course - 100 * way, 30.0 * becomes
    span = (far - low) % 360 if way > 0 else -((low - far) % 360)
    points = [polar(r * 0.52, low + span * n / 12, c) for n in range(13)]
    v.lines(points, white, 1.9 * k)
    (ax, ay), (bx, by) = points[-2], points[-1]
    turn = math.degrees(math.atan2(bx - ax, ay - by))
    v.poly([polar(5.5 * k, turn, points[-1]), *(polar(4.4 * k, turn + off, points[-1]) for off in (118, -118))], white)
    return v.done()


def bend_chips(
    placer: Placer, camera: Camera, pose: Pose, colour: Colour, turns: Sequence[Opening] = (), unit: str = ""
) -> Iterable[Word | None]:
    """The price of every change of heading beside its mark, of one that could be made before any is, and what the move comes
    to beside its end."""
    if turns and not pose.bends:
        yield place_chip(placer, f"turn: {turns[0].price} {unit}", theme.palette.yellow, _about(camera.xy(turns[0].at)), 14)
    for bend in pose.bends:
        if bend.label:
            yield place_chip(placer, bend.label, colour, _beside(camera, bend, pose), 14)
    if pose.note:
        x, y = camera.xy(pose.at)
        far, high = 76 * theme.scale, 44 * theme.scale
        spots = [(x + far, y - high), (x - far, y - high), (x + far, y + high), (x - far, y + high), (x, y - 1.4 * high)]
        yield place_chip(placer, pose.note, colour, spots, 14)


def _about(at: Place) -> Sequence[Place]:
    """Places for a chip round a cell, near ones first."""
    return [polar(far * theme.scale, turn, at) for far in (58, 84, 110) for turn in (150, 210, 330, 30, 90, 270, 180, 0)]


def _beside(camera: Camera, bend: Bend, pose: Pose) -> Sequence[Place]:
    """Places for a chip: on the outer side of the bend first, then all round."""
    at = camera.xy(bend.at)
    before, after = degrees(bend.course, None), degrees(bend.becomes, None)
    outer = 90 if (after - before + 180) % 360 - 180 < 0 else -90
    far = 54 * theme.scale
    return [polar(far, turn, at) for turn in (before + outer, 270, 90, before - outer, 180, 0)]
