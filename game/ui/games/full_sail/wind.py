"""The wind on the board: thin streamlines all over the table, and a rose pinned to the window; no part of the rules."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from itertools import pairwise

from pygame import BLEND_PREMULTIPLIED, Rect, Surface

from game.systems.full_sail.parts import WindMark
from game.ui.board.layers.ground import scale_rect, table_rect
from game.ui.board.model.camera import Camera
from game.ui.board.model.scene import Scene
from game.ui.render.shapes import Place, Vec, box, heading, polar, stamp
from game.ui.render.text import text, width
from game.ui.render.theme import Colour, cached, mix, theme

AIR: Colour = (196, 238, 228)
APART, LONG = 104.0, 168.0  # design pixels between rows of streamlines, and of a streamline
WAVE = 5.0  # design pixels that a streamline swings aside
SHAKE = 0.3  # share of a row and a column by which a streamline is moved at random
# radius of the rose and of a small one, and width of the board below which the small one is used, in design pixels
RADIUS, SMALL, NARROW = 62, 46, 900
SHIP = 48  # design pixels across a ship, which the rose avoids
LINE = 20  # design pixels of a line of words below the rose
NOTED = 300  # design pixels: least height of a board with a note below the rose
COURSES = 12


def draw_streamlines(dst: Surface, camera: Camera, scene: Scene, wind: WindMark) -> None:
    """Draw the direction of the wind all over the view; the pattern stays with the table."""
    picture = streamline(round(wind.toward))
    area = table_rect(camera).clip(camera.rect)
    clip = dst.get_clip()
    dst.set_clip(area.clip(clip))
    half = picture.get_width() / 2
    spots = [(picture, (round(x - half), round(y - half))) for x, y in _spots(camera, wind.toward, area)]
    dst.fblits(spots, BLEND_PREMULTIPLIED)
    dst.set_clip(clip)


def _spots(camera: Camera, toward: float, area: Rect) -> Iterator[Place]:
    """Yield the middles of visible streamlines in pixels. They are in rows along the wind, counted from the corner of
    the table."""
    turn = math.radians(toward)
    along, across = (math.sin(turn), -math.cos(turn)), (math.cos(turn), math.sin(turn))
    x0, y0 = camera.xy((0.0, 0.0))
    row, column = APART * theme.scale, 2.1 * LONG * theme.scale
    corners = [(x - x0, y - y0) for x in (area.left, area.right) for y in (area.top, area.bottom)]
    ups = [x * across[0] + y * across[1] for x, y in corners]
    far = [x * along[0] + y * along[1] for x, y in corners]
    for n in range(math.floor(min(ups) / row), math.ceil(max(ups) / row) + 1):
        for m in range(math.floor(min(far) / column) - 1, math.ceil(max(far) / column) + 1):
            dice = random.Random(n * 7919 + m)
            u = (n + dice.uniform(-SHAKE, SHAKE)) * row
            w = (m + n % 2 / 2 + dice.uniform(-SHAKE, SHAKE)) * column
            yield x0 + along[0] * w + across[0] * u, y0 + along[1] * w + across[1] * u


@cached(8)
def streamline(toward: int) -> Surface:
    """Return a streamline about the middle of its picture: faint at its start, with a small head."""
    unit = theme.scale
    side = (LONG + 24) * unit
    v, middle = Vec(side, side, 3, stroke=unit), (side / 2, side / 2)
    start = polar(-LONG / 2 * unit, toward, middle)
    points = [
        polar(WAVE * unit * math.sin(4.2 * n / 12), toward + 90, polar(LONG * unit * n / 12, toward, start))
        for n in range(13)
    ]
    for n, (a, b) in enumerate(pairwise(points)):
        v.line(a, b, AIR, 1.4, 8 + 5 * n)
    turn = heading(points[-2], points[-1])
    v.lines(
        [polar(9 * unit, turn + 152, points[-1]), points[-1], polar(9 * unit, turn - 152, points[-1])], AIR, 1.4, 84
    )
    return v.done()


def rose_rect(camera: Camera, scene: Scene, wind: WindMark) -> Rect:
    """Return the rect of the rose and its words, in pixels. It is the first place at the edge of the board without a
    ship in play, or else the one with the fewest. The places are tried in this order: upper right, lower right, upper
    left, the middle below, the middle above. None covers the scale bar."""
    px, across, note = theme.px, 2 * theme.px(_radius(camera) + 4), _note(camera, wind)
    words = max(width(wind.label, 15, "s"), width(note, 14)) + px(8)
    wide, high = max(across, round(words)), across + px(LINE) * (2 if note else 1)
    board, upper = camera.rect, camera.rect.top + round(camera.above) + px(14)
    right, middle, lower = board.right - wide - px(18), board.centerx - wide // 2, board.bottom - high - px(14)
    places = [(right, upper), (right, lower), (board.left + px(18), upper), (middle, lower), (middle, upper)]
    scale = scale_rect(camera)
    found = [Rect(place, (wide, high)) for place in places]
    found = [one.move(0, scale.top - px(8) - one.bottom) if one.colliderect(scale) else one for one in found]
    pixels = [camera.xy(at) for at in scene.afloat]

    def covered(rect: Rect) -> int:
        return sum(map(rect.inflate(px(SHIP), px(SHIP)).collidepoint, pixels))

    return min(found, key=covered)


def rose_ground(camera: Camera, scene: Scene, wind: WindMark) -> list[Rect]:
    """Return the rects of the rose and its words."""
    return [rose_rect(camera, scene, wind)]


def _note(camera: Camera, wind: WindMark) -> str:
    """Return the second line below the rose. A low board has none, because the line would lie over ships."""
    return wind.note if camera.rect.h >= theme.px(NOTED) else ""


def _radius(camera: Camera) -> int:
    return SMALL if camera.rect.w < theme.px(NARROW) else RADIUS


def draw_rose(dst: Surface, camera: Camera, scene: Scene, wind: WindMark) -> None:
    """Draw the rose with the direction from which the wind comes, and its strength below."""
    r, px, p, radius = rose_rect(camera, scene, wind), theme.px, theme.palette, _radius(camera)
    note = _note(camera, wind)
    at = r.centerx, r.y + px(radius + 4)
    stamp(dst, _rose(round(wind.toward), radius / RADIUS), at)
    from_course = round((wind.toward + 180) / 30) % COURSES or COURSES
    for course in range(3, COURSES + 1, 3):
        if course == from_course:  # this course is covered by the arrow, and named by the words
            continue
        text(
            dst,
            str(course),
            polar(px(0.68 * radius), 30 * course, at),
            14 if radius == RADIUS else 13,
            p.text,
            "s",
            "center",
        )
    line = r.y + 2 * px(radius + 4) + px(LINE) // 2
    plate = Rect(r.x, line - px(LINE) // 2 - px(2), r.w, px(LINE) * (2 if note else 1) + px(4))
    box(dst, plate, p.well, 6, 150)  # above fog and shores, which would hide it
    text(dst, wind.label, (r.centerx, line), 15, p.text, "s", "center")
    if note:
        text(dst, note, (r.centerx, line + px(LINE)), 14, p.muted, "r", "center")


@cached(8)
def _rose(toward: int, k: float) -> Surface:
    """Return a brass ring of twelve courses with a star, and an arrow from the direction of the wind."""
    p, side = theme.palette, 2 * (RADIUS + 4)
    brass = theme.accent
    v, c = Vec(side, side, 3, k * theme.scale), (side / 2, side / 2)
    v.circ(c, RADIUS, mix(p.well, brass, 0.04), 226)
    v.circ(c, RADIUS, brass, 210, 1.6)
    for n in range(COURSES):
        v.line(
            polar(RADIUS - (8 if n % 3 else 12), 30 * n, c), polar(RADIUS - 2, 30 * n, c), brass, 1.4 if n % 3 else 2.2
        )
    for n in range(8):
        r = 12 if n % 2 else 21
        for turn, shade in ((-22.5, brass), (22.5, mix(p.panel, brass, 0.35))):
            v.poly([c, polar(r, 45 * n, c), polar(7, 45 * n + turn, c)], shade)
    tail, tip = polar(RADIUS - 4, toward + 180, c), polar(24, toward + 180, c)
    v.line(tail, polar(8, toward + 180, tip), p.white, 4)
    v.poly([tip, polar(15, toward + 180 + 26, tip), polar(15, toward + 180 - 26, tip)], p.white)
    return v.done()
