"""The ground of a board of hexes: thin lines, its edge, and the names of hexes; no part of the rules.

Every second column of hexes looks the same, so two pictures at each half pixel serve the whole board.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

import pygame
from pygame import BLEND_PREMULTIPLIED, Rect, Surface
from pygame import BLEND_RGBA_MULT as MULTIPLY

from game.board import hexes
from game.board.boards import HexBoard
from game.board.hexes import COLUMN, CORNER, Hex
from game.seating.memo import Memo
from game.ui.board.model.camera import Camera
from game.ui.render.lines import polyline, strokes
from game.ui.render.shapes import Place
from game.ui.render.text import text
from game.ui.render.theme import Colour, cached, theme

Point = tuple[float, float]
LINE: Colour = (27, 41, 60)  # between hexes; fainter where they are small
# design pixels from hex to hex below which there are no lines, and from which they are fully bright
SMALLEST, FULL = 6, 26
EACH = 44  # design pixels from hex to hex at which every hex is named; below that, one in five columns and rows
NAME: Colour = (104, 128, 160)  # legible on the ground of space
POINTED: Colour = (150, 176, 206)
# corners of a hex, at distance 1
CORNERS = tuple((x / CORNER, y / CORNER) for x, y in hexes.corners((0, 0)))


def hexagon(at: Place, r: float) -> list[Place]:
    """Return the corners of a hex round a pixel, `r` pixels from its centre."""
    return [(at[0] + r * x, at[1] - r * y) for x, y in CORNERS]


def grid(dst: Surface, camera: Camera) -> None:
    """Draw the lines between all hexes of the plane in view; `edge` covers those off the table."""
    near = (camera.scale / theme.scale - SMALLEST) / (FULL - SMALLEST)
    if near < 0:
        return
    k = 0.55 + 0.45 * min(1.0, near)
    colour = round(LINE[0] * k), round(LINE[1] * k), round(LINE[2] * k)
    west, south, east, north = camera.seen
    # whole half rows: multiples of half a hex
    top, count = math.ceil(2 * north) + 1, math.ceil(2 * (north - south)) + 4
    for q in range(math.floor(west / COLUMN) - 1, math.ceil(east / COLUMN) + 2):
        x, y = camera.xy((q * COLUMN, top / 2))
        halves = math.floor(2 * x)
        odd = (q - top) % 2 == 1
        picture = _column(round(camera.scale, 3), halves % 2 / 2, round(y % 1, 2), odd, count, colour)
        dst.blit(picture, (halves // 2 - _reach(camera.scale), math.floor(y)), special_flags=BLEND_PREMULTIPLIED)


def _reach(scale: float) -> int:
    """Return the pixels from the middle of a column to the left edge of its picture."""
    return math.ceil(scale * CORNER) + 2


@cached(24)
def _column(scale: float, across: float, down: float, odd: bool, count: int, colour: Colour) -> Surface:
    """Return the left and horizontal sides of a column's hexes, over `count` half rows. `odd`: the first half row is a
    horizontal side."""
    pad, half = _reach(scale), scale / 2
    out = Surface((2 * pad, math.ceil(count * half) + 2), pygame.SRCALPHA)
    x, near, far = pad + across, scale * CORNER / 2, scale * CORNER
    left = [(x - (near if (n % 2 == 0) == odd else far), down + n * half) for n in range(count + 1)]
    level = [
        ((x - near, down + n * half), (x + near, down + n * half)) for n in range(count + 1) if (n % 2 == 0) == odd
    ]
    strokes(out, [*pairwise(left), *level], colour, 1.0)
    return out


@lru_cache(maxsize=8)
def border(board: HexBoard) -> tuple[Point, ...]:
    """Return the outline of a table's hexes."""
    return hexes.outlines(board.every())[0][0]


def edge(dst: Surface, camera: Camera, colour: Colour) -> None:
    """Draw the dark outside of the table, and the outline of its hexes. A table without an edge has neither."""
    if loop := _outside(dst, camera, theme.palette.space):
        polyline(dst, loop, colour, 1.4, 255, True)


_tables = Memo[Surface]()


def clip_to_table(sheet: Surface, camera: Camera) -> None:
    """Erase everything off the table from a transparent sheet."""
    r = sheet.get_clip()
    if _crossed(r, camera):
        sheet.blit(
            _tables.get((camera.key, sheet.get_size()), lambda: _table(sheet.get_size(), camera)), r, r, MULTIPLY
        )


def _table(size: tuple[int, int], camera: Camera) -> Surface:
    """Return a picture that is white on the table and transparent off it."""
    out = Surface(size, pygame.SRCALPHA)
    out.fill((255, 255, 255, 255))
    _outside(out, camera, (0, 0, 0, 0))
    return out


def _crossed(r: Rect, camera: Camera) -> bool:
    """Return whether the edge of the table, if it has one, crosses a rect."""
    if not isinstance(camera.board, HexBoard) or camera.board.floating:
        return False
    west, south, wide, high = camera.extent
    (left, top), (right, low) = camera.mu(r.topleft), camera.mu(r.bottomright)
    return not (left > west + 1 and right < west + wide - 1 and low > south + 1 and top < south + high - 1)


def _outside(dst: Surface, camera: Camera, colour: tuple[int, ...]) -> list[Place]:
    """Fill the area off the table within the clip, and return the line along its edge. The line is empty if only the
    table is in view."""
    if not isinstance(camera.board, HexBoard) or not _crossed(dst.get_clip(), camera):
        return []
    loop = camera.many(border(camera.board))
    r = dst.get_clip().inflate(8, 8)
    frame: list[Place] = [r.topleft, r.topright, r.bottomright, r.bottomleft, r.topleft]
    pygame.draw.polygon(dst, colour, [*frame, *loop, loop[0]])
    return loop


def cells_in_view(camera: Camera) -> Iterator[Hex]:
    """Yield the hexes of the table in view, column by column from the top."""
    west, south, east, north = camera.seen
    for q in range(math.floor(west / COLUMN), math.ceil(east / COLUMN) + 1):
        for r in range(math.floor(-north - q / 2), math.ceil(-south - q / 2) + 1):
            if camera.board.holds(hexes.at((q, r))):
                yield q, r


def names(dst: Surface, camera: Camera) -> None:
    """Draw the names of hexes below their upper sides. Where hexes are small, name only one in five columns and
    rows."""
    each = camera.scale >= EACH * theme.scale
    if camera.scale < SMALLEST * theme.scale:
        return
    for one in cells_in_view(camera):
        name = camera.board.label(hexes.at(one))
        if each or (one[0] % 5 == 4 and (one[1] + one[0] // 2) % 5 == 4):
            x, y = camera.xy(hexes.centre(one))
            top = y - camera.scale * 0.5 + theme.px(4)
            text(dst, name, (x, top), 13, NAME, "r", "midtop")


def draw_hovered_hex(dst: Surface, camera: Camera, place: Point) -> None:
    """Draw the hex under the pointer."""
    cell = camera.board.tile(place)
    if cell and camera.board.holds(place):
        polyline(dst, camera.many(cell), POINTED, 1.2, 150, True)
