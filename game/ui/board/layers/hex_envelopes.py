"""The reach of a ship on a board of cells: destinations as inset hexes, the path hex by hex, and the cost of turning.

Light means cheap: a destination is shaded, and numbered, by the most thrust left on arrival. Triangles on its sides are
the possible headings; a darker one costs more. Pictures of destinations and triangles are cached, so a sheet of 200
takes 2 ms.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import pygame
from pygame import BLEND_PREMULTIPLIED, Surface

from game.board import hexes
from game.board.hexes import CORNER, Hex
from game.core.display import Bend, Destination, Pose
from game.seating.dangers import Doom
from game.ui.board.label_engine.pictures import Placer, Word, place_chip
from game.ui.board.layers.danger import draw_way, hazard_colour, tone
from game.ui.board.layers.hexgrid import hexagon
from game.ui.board.model.camera import Camera
from game.ui.board.model.memo import by_identity
from game.ui.board.model.turn_options import Opening
from game.ui.render.lines import dashed_line, polyline
from game.ui.render.shapes import Place, Vec, centred, heading, pm, polar, stamp
from game.ui.render.text import text
from game.ui.render.theme import Colour, cached, mix, theme

# share of its hex at which an end is drawn; that of the end in hand, and of one with a number
INSET, CHOSEN, COUNTED = 0.84, 0.9, 0.66
NUMBERED, POINTED = 27, 17  # design pixels from hex to hex from which destinations have numbers, and triangles
DISC = 11.0  # design pixels: a mark at a change of heading
LEAST, MOST = 0.16, 0.6  # the share of green in the most and the least expensive destination
RINGS = [
    (far, 2 * math.pi * n / many) for far, many in ((0.0, 1), (0.14, 6), (0.28, 12), (0.42, 24)) for n in range(many)
]
# offsets so close together that no word fits between them
CLOSE = [(far * math.cos(turn), far * math.sin(turn)) for far, turn in RINGS]
LOOSE = ((0.0, 0.0), (0.3, 0.0), (-0.3, 0.0), (0.15, 0.25), (-0.15, 0.25), (0.15, -0.25), (-0.15, -0.25))


@dataclass(frozen=True, slots=True)
class Ends:
    """Destinations by their hex, with the most thrust left for each facing, and the outlines of the hexes."""

    cells: dict[Hex, dict[int, int]]
    outlines: tuple[tuple[tuple[tuple[float, float], ...], ...], ...]
    most: int


@by_identity(256)
def ends_of(destinations: tuple[Destination, ...]) -> Ends:
    """Return the ends of some destinations; cached."""
    cells: dict[Hex, dict[int, int]] = defaultdict(dict)
    for one in destinations:
        if not one.aside:
            there = cells[hexes.hex_at(one.at)]
            there[one.facing] = max(one.left, there.get(one.facing, -1))
    most = max((left for there in cells.values() for left in there.values()), default=0)
    return Ends(dict(cells), hexes.outlines(cells), most)


def shade(left: int, most: int) -> float:
    """Return the strength of a destination's colour by what is left there."""
    return MOST if most <= 0 else LEAST + (MOST - LEAST) * max(0, left) / most


def envelope(
    dst: Surface,
    camera: Camera,
    destinations: tuple[Destination, ...],
    colour: Colour,
    own: bool,
    hazards: Sequence[float] = (),
) -> None:
    """Draw every own destination: its hex, its number, its headings. For another ship, draw the lightly tinted outline
    of all. A destination is red if every path to it may cost the ship. `hazards` are the chances, one for each
    destination."""
    ends = ends_of(destinations)
    if not own:
        _others(dst, camera, ends, colour)
        return
    near = camera.rect.inflate(2 * camera.scale, 2 * camera.scale)
    seen = [
        (place, there) for one, there in ends.cells.items() if near.collidepoint(place := camera.xy(hexes.centre(one)))
    ]
    pointed, laid, lost = camera.scale >= POINTED * theme.scale, [], least_hazards(destinations, hazards)
    for place, there in seen:
        one = hexes.hex_at(camera.mu(place))
        tips = [
            (camera.board.direction(facing), left, hazard_colour(lost.get((one, facing), 0.0), colour))
            for facing, left in there.items()
            if pointed
        ]
        ink = hazard_colour(lost.get((one, None), 0.0), colour)
        laid += _pictures(camera.scale, place, ink, max(there.values()), ends.most, tips)
    dst.fblits(laid, BLEND_PREMULTIPLIED)
    # if every path spends everything, no number helps to compare them
    if camera.scale >= NUMBERED * theme.scale and ends.most > 0:
        ink = mix(theme.palette.well, theme.palette.white, 0.86)
        for place, there in seen:
            text(dst, str(max(there.values())), place, 15, ink, "s", "center")


def least_hazards(destinations: Sequence[Destination], hazards: Sequence[float]) -> dict[tuple[Hex, int | None], float]:
    """Return the least chance of loss of all paths to a hex with a facing. Under None it is that with any facing."""
    found: dict[tuple[Hex, int | None], float] = {}
    for one, chance in zip(destinations, hazards):
        cell = hexes.hex_at(one.at)
        for key in ((cell, one.facing), (cell, None)):
            found[key] = min(chance, found.get(key, 1.0))
    return found


def draw_sample(dst: Surface, at: Place, apart: float, tips: Iterable[float], left: int, most: int) -> None:
    """Draw a destination as in a hex of `apart` design pixels, round a pixel. `tips` are the directions possible
    there."""
    shown = [(direction, left, theme.palette.green) for direction in tips]
    dst.fblits(_pictures(apart * theme.scale, at, theme.palette.green, left, most, shown), BLEND_PREMULTIPLIED)


def _pictures(
    scale: float, at: Place, colour: Colour, best: int, most: int, tips: Iterable[tuple[float, int, Colour]]
) -> list[tuple[Surface, tuple[int, int]]]:
    """Return the hex of a destination and its triangles. `tips` are directions in degrees, each with the thrust left
    after turning there, and its colour."""
    size = round(scale, 2)
    found = [centred(_end(size, colour, round(shade(best, most), 2)), at)]
    for direction, left, ink in tips:
        lit = round(min(1.0, shade(left, most) * 1.35 + 0.1), 2)  # brighter than its hex, to be visible on it
        found.append(centred(_triangle(size, direction, ink, lit), polar(scale * 0.33, direction, at)))
    return found


def name_places(camera: Camera, destinations: tuple[Destination, ...]) -> list[Place]:
    """Return places for the words of an envelope: below and above its outermost hexes, then farther off."""
    places = camera.many([hexes.centre(one) for one in ends_of(destinations).cells])
    if not places:
        return []
    low, high = max(places, key=lambda one: one[1]), min(places, key=lambda one: one[1])
    near, found = 0.5 * camera.scale + theme.px(14), list[Place]()
    for far in (near, near + theme.px(26), near + theme.px(52)):
        found += [(low[0], low[1] + far), (high[0], high[1] - far)]
        found += [(x, y + way * far) for x, y in (min(places), max(places)) for way in (1, -1)]
    return found


def sample_hexes(camera: Camera, destinations: tuple[Destination, ...], offsets: Sequence[Place]) -> np.ndarray:
    """Return points all over some destinations in pixels, at these offsets from the centre of each hex."""
    middles = np.array([hexes.centre(one) for one in ends_of(destinations).cells], dtype=float).reshape(-1, 1, 2)
    return camera.grid((middles + np.array(offsets)).reshape(-1, 2))


def _others(dst: Surface, camera: Camera, ends: Ends, colour: Colour) -> None:
    for lines in ends.outlines:
        outer, *holes = [camera.many(line) for line in lines]
        pygame.draw.polygon(dst, pm(colour, 16), outer)
        for hole in holes:
            pygame.draw.polygon(dst, (0, 0, 0, 0), hole)
        for line in (outer, *holes):
            dashed_line(dst, line, colour, 2.0, 2.0, 5.5, 150, closed=True)


@cached(128)
def _end(scale: float, colour: Colour, share: float) -> Surface:
    side = math.ceil(2 * scale * CORNER) + 2
    v = Vec(side, side, 4, stroke=theme.scale)
    corners = hexagon((side / 2, side / 2), scale * CORNER * INSET)
    v.poly(corners, mix(theme.palette.well, colour, share), 200)
    v.lines(corners, colour, 1.1, 130, True)
    return v.done()


@cached(512)
def _triangle(scale: float, direction: float, colour: Colour, share: float) -> Surface:
    # 360 instead of 0, because a full turn rounds the tip to the left of the edge of a pixel
    r, bow = scale * 0.1, direction or 360.0
    side = math.ceil(2.6 * r) + 2
    v, c = Vec(side, side, 4), (side / 2, side / 2)
    v.poly([polar(r, bow + turn, c) for turn in (0, 125, 235)], mix(theme.palette.well, colour, min(1.0, share)))
    return v.done()


def chosen_end(dst: Surface, camera: Camera, pose: Pose, doom: Doom | None = None) -> None:
    """Draw the destination in hand, the only white outline on the board."""
    places = hexagon(camera.xy(pose.at), camera.scale * CORNER * CHOSEN)
    ground = tone(doom.grave) if doom else theme.palette.green
    pygame.draw.polygon(dst, pm(mix(theme.palette.well, ground, LEAST), 230), places)
    polyline(dst, places, theme.palette.white, 2.2, 240, True)


# -- the way -----------------------------------------------------------------------------------------------------------


def draw_hex_path(
    dst: Surface, camera: Camera, pose: Pose, colour: Colour, turns: Sequence[Opening] = (), doom: Doom | None = None
) -> None:
    """Draw a path hex by hex: a disc in each, a mark at each change of heading, and tips where the path can still
    change."""
    places = camera.many(pose.path)
    if doom:
        colour = tone(doom.grave)
    else:
        polyline(dst, places, colour, 3.4)
    bent = {hexes.hex_at(bend.at) for bend in pose.bends}
    small = camera.scale < POINTED * theme.scale
    counted = {} if small else {hexes.hex_at(point): words for point, words in pose.counts}
    for point, place in zip(pose.path[1:], places[1:]):
        there = hexes.hex_at(point)
        if there in bent:
            continue
        if there in counted:
            stamp(dst, count_picture(counted[there], colour, camera.scale), place)
        elif not small and point != pose.path[-1]:
            stamp(dst, _disc(colour), place)
    for one in turns if not small else ():
        for direction in map(camera.board.direction, one.courses):
            stamp(dst, tip(camera.scale, direction), polar(camera.scale * 0.27, direction, camera.xy(one.at)))
    for bend in pose.bends:
        before, after = camera.board.direction(bend.course), camera.board.direction(bend.becomes)
        stamp(dst, bend_picture(before, after, colour, 0.6 if small else 1.0), camera.xy(bend.at))
    if doom:
        draw_way(dst, camera, doom)


def tip(scale: float, direction: float) -> Surface:
    """Return the sign of a possible change of heading."""
    return _triangle(round(1.3 * scale, 2), direction, theme.palette.yellow, 1.0)


@cached(8)
def _disc(colour: Colour) -> Surface:
    v = Vec(14, 14, 4, theme.scale)
    v.circ((7, 7), 6, theme.palette.well)
    v.circ((7, 7), 4, colour)
    return v.done()


@cached(64)
def count_picture(words: str, colour: Colour, scale: float) -> Surface:
    """Return a cell of the path with its text, such as the hexes left before a turn takes effect."""
    side = math.ceil(2 * scale * CORNER) + 4
    v, c = Vec(side, side, 3), (side / 2, side / 2)
    corners = hexagon(c, scale * CORNER * COUNTED)
    v.poly(corners, mix(theme.palette.well, colour, 0.28), 245)
    v.lines(corners, colour, 1.6 * theme.scale, 255, True)
    out = v.done()
    text(out, words, c, 17, theme.palette.white, "b", "center")
    return out


@cached(128)
def bend_picture(before: float, after: float, colour: Colour, k: float = 1.0) -> Surface:
    """Return a change of heading: a disc with an arrow bent from the old direction to the new, in degrees."""
    r, side = DISC * k, 2 * DISC * k + 6
    v, c, white = Vec(side, side, 4, theme.scale), (side / 2, side / 2), theme.palette.white
    v.circ(c, r + 2.2, theme.palette.well)
    v.circ(c, r + 1.2, colour, 255, 2)
    way = 1 if (after - before + 180) % 360 - 180 > 0 else -1
    low = before - 100 * way
    span = way * ((after - low) * way % 360)
    points = [polar(r * 0.52, low + span * n / 12, c) for n in range(13)]
    v.lines(points, white, 1.9 * k)
    turn = heading(points[-2], points[-1])
    v.poly([polar(5.5 * k, turn, points[-1]), *(polar(4.4 * k, turn + off, points[-1]) for off in (118, -118))], white)
    return v.done()


def bend_chips(
    placer: Placer, camera: Camera, pose: Pose, colour: Colour, turns: Sequence[Opening] = (), unit: str = ""
) -> Iterable[Word | None]:
    """Place the price of every change of heading beside its mark, and the result of the move beside its end. Prices of
    possible changes are placed before any is made."""
    if turns and not pose.bends:
        words = f"turn: {turns[0].price} {unit}" if turns[0].price else "could turn"
        yield place_chip(placer, words, theme.palette.yellow, _about(camera.xy(turns[0].at)), 14)
    for bend in pose.bends:
        if bend.label:
            yield place_chip(placer, bend.label, colour, _beside(camera, bend), 14)
    if pose.note:
        x, y = camera.xy(pose.at)
        far, high = 76 * theme.scale, 44 * theme.scale
        spots = [
            (x + far, y - high),
            (x - far, y - high),
            (x + far, y + high),
            (x - far, y + high),
            (x, y - 1.4 * high),
        ]
        yield place_chip(placer, pose.note, colour, spots, 14)


def _about(at: Place) -> Sequence[Place]:
    """Return places for a chip round a cell, near ones first."""
    return [
        polar(far * theme.scale, turn, at) for far in (58, 84, 110) for turn in (150, 210, 330, 30, 90, 270, 180, 0)
    ]


def _beside(camera: Camera, bend: Bend) -> Sequence[Place]:
    """Return places for a chip: on the outer side of the bend first, then all round."""
    at = camera.xy(bend.at)
    before, after = camera.board.direction(bend.course), camera.board.direction(bend.becomes)
    outer = 90 if (after - before + 180) % 360 - 180 < 0 else -90
    far = 54 * theme.scale
    return [polar(far, turn, at) for turn in (before + outer, 270, 90, before - outer, 180, 0)]
