"""Orders that may cost a piece; no part of the rules.

They are drawn as the path to the place of the loss, the path beyond it, and the edge that it crosses.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from pygame import Rect, Surface

from game.core.display import Point
from game.seating.dangers import GRAVE, Doom
from game.ui.board.label_engine.pictures import Placer, Word, chip_size, place_chip
from game.ui.board.layers.ground import table_rect
from game.ui.board.model.camera import Camera
from game.ui.board.model.scene import Scene
from game.ui.render.lines import dashed_line, line, strokes
from game.ui.render.shapes import Place, between, heading, mark, polar, stamp
from game.ui.render.theme import Colour, mix, theme

UNKNOWN = -1.0  # stands for an unknown chance
BAR, SIGN = 15, 22  # design pixels: half of the bar across a path, and the triangle beside it
HATCH = 16  # design pixels between lines beyond an edge that is crossed


def tone(grave: bool) -> Colour:
    """Return the colour of a danger."""
    return theme.palette.red if grave else theme.palette.yellow


def hazard_colour(chance: float, safe: Colour) -> Colour:
    """Return the colour of a destination by the chance of loss, 0 to 1; grey while it is `UNKNOWN`."""
    if chance == UNKNOWN:
        return theme.palette.muted
    return tone(chance >= GRAVE) if chance > 0 else safe


def draw_way(dst: Surface, camera: Camera, doom: Doom, strong: bool = True) -> None:
    """Draw dashes to the place of the loss, a bar and a triangle there, and dots beyond. For a piece that leaves, draw
    only dashes."""
    colour, (before, beyond) = tone(doom.grave), split_path(doom)
    dashed_line(dst, camera.many(before), colour, 3.0 if strong else 2.2, 9, 5)
    dashed_line(dst, camera.many(beyond), colour, 1.6, 2, 6, 200)
    if doom.at is None or len(before) < 2:
        return
    at, turn = camera.xy(doom.at), heading(camera.xy(before[-2]), camera.xy(before[-1]))
    strokes(dst, [(polar(theme.px(BAR), turn + 90, at), polar(theme.px(BAR), turn - 90, at))], colour, 4)
    stamp(dst, mark("warn", colour, SIGN), sign_place(camera, doom))


def sign_place(camera: Camera, doom: Doom) -> Place:
    """Return the triangle's place: before the bar, on the upper side of the path."""
    assert doom.at is not None
    before = split_path(doom)[0]
    at = camera.xy(doom.at)
    back = heading(camera.xy(before[-1]), camera.xy(before[-2])) if len(before) > 1 else 270.0
    return max((polar(theme.px(SIGN + 6), back + side, at) for side in (52, -52)), key=lambda place: -place[1])


def split_path(doom: Doom) -> tuple[list[Point], list[Point]]:
    """Return the path to the place of a possible loss, and the path beyond it."""
    path = list(doom.path)
    if doom.at is None or len(path) < 2:
        return path, []
    at = doom.at
    nearest = min(range(len(path) - 1), key=lambda n: _off(path[n], path[n + 1], at))
    return [*path[: nearest + 1], at], [at, *path[nearest + 1 :]]


def _off(a: Point, b: Point, at: Point) -> float:
    """Return the distance of a place from a segment."""
    long = math.dist(a, b) ** 2
    share = ((at[0] - a[0]) * (b[0] - a[0]) + (at[1] - a[1]) * (b[1] - a[1])) / long if long else 0.0
    return math.dist(at, between(a, b, min(1.0, max(0.0, share))))


def draw_edges(dst: Surface, camera: Camera, scene: Scene) -> None:
    """Draw the edges of the table that are crossed, with hatching beyond."""
    red, table = theme.palette.red, table_rect(camera)
    west, south, wide, high = camera.extent
    for x, y in (doom.path[-1] for doom in scene.dooms.values() if doom.leaves and doom.path):
        if not west < x < west + wide:
            _draw_edge(dst, camera, table.left if x <= west else table.right, None, red)
        if not south < y < south + high:
            _draw_edge(dst, camera, None, table.bottom if y <= south else table.top, red)


def _draw_edge(dst: Surface, camera: Camera, x: int | None, y: int | None, colour: Colour) -> None:
    """Draw one edge, vertical at `x` or horizontal at `y`, as long as the table, with hatching on its far side."""
    table, view = table_rect(camera), camera.rect
    if x is not None:
        beyond = Rect(view.left, table.top, x - view.left, table.h)
        if x > table.centerx:
            beyond = Rect(x, table.top, view.right - x, table.h)
        ends = (x, table.top), (x, table.bottom)
    else:
        assert y is not None
        beyond = Rect(table.left, view.top, table.w, y - view.top)
        if y > table.centery:
            beyond = Rect(table.left, y, table.w, view.bottom - y)
        ends = (table.left, y), (table.right, y)
    if beyond.w > 0 and beyond.h > 0:
        _hatch(dst, beyond.clip(view), mix(colour, theme.palette.space, 0.78))
    line(dst, *ends, colour, 2, 220)


def _hatch(dst: Surface, r: Rect, colour: Colour) -> None:
    """Draw slanting lines over a rect."""
    outside, step = dst.get_clip(), theme.px(HATCH)
    if r.w < 1 or r.h < 1:
        return
    dst.set_clip(r.clip(outside))
    strokes(dst, (((r.left + x, r.bottom), (r.left + x - r.h, r.top)) for x in range(0, r.w + r.h, step)), colour, 1)
    dst.set_clip(outside)


def danger_rects(camera: Camera, scene: Scene) -> list[Rect]:
    """Return the rects of bars and triangles, which no word covers."""
    side = theme.px(SIGN + 8)
    places = [
        place for doom in scene.dooms.values() if doom.at for place in (camera.xy(doom.at), sign_place(camera, doom))
    ]
    return [Rect(round(x - side / 2), round(y - side / 2), side, side) for x, y in places]


def chips(placer: Placer, camera: Camera, scene: Scene) -> Iterable[Word | None]:
    """Place the danger of each piece beside its ghost; that of the piece in hand is on the card."""
    for key, doom in scene.dooms.items():
        if (
            doom.words
            and doom.path
            and not scene.playing
            and not (key == scene.chosen and scene.hand.destination and scene.hand.meter)
        ):
            yield place_chip(placer, doom.words, tone(doom.grave), _beside(camera.xy(doom.path[-1]), doom.words), 15)


def _beside(at: Place, words: str) -> Sequence[Place]:
    """Return places for a chip beside a ghost: right, left, below and above."""
    (x, y), wide = at, chip_size(words, 15)[0] / 2 + 26 * theme.scale
    high = 30 * theme.scale
    return [(x + wide, y), (x - wide, y), (x, y + high), (x, y - high), (x + wide, y + high), (x - wide, y + high)]
