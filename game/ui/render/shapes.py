"""Shapes drawn several times too large with premultiplied colours and shrunk; no part of the rules.

`Vec` is the fine brush for cached pictures (icons, silhouettes, panels, small charts). To shrink a whole board of
1200x800 from three times its size takes 42 ms, so anything that moves every frame is drawn by `lines` instead. Points
are clockwise from up, y down.

Drawings come from the files of `assets/icons` (`game/drawing/signs.py`). `mark("done", colour)` is drawn on a 16 pixel
square, `emblem("thrust", colour)` on a 40 pixel one; sizes are design pixels. Each has a shape of its own and does not
rely on colour.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence

import pygame
from pygame import BLEND_PREMULTIPLIED, Rect, Surface

from game.drawing.signs import Place as Place
from game.drawing.signs import arc_points as arc_points
from game.drawing.signs import between as between
from game.drawing.signs import dashes as dashes
from game.drawing.signs import draw_sign, section_entries
from game.drawing.signs import polar as polar
from game.drawing.signs import rot as rot
from game.ui.render.theme import Colour, cached, mix, theme

Area = Rect | tuple[float, float, float, float]


def pm(colour: Colour, alpha: float = 255) -> tuple[int, int, int, int]:
    """Return a colour multiplied by its alpha."""
    a = int(alpha)
    return colour[0] * a // 255, colour[1] * a // 255, colour[2] * a // 255, a


def heading(a: Place, b: Place) -> float:
    """Return the direction on the screen from one place to another, degrees clockwise from up."""
    return math.degrees(math.atan2(b[0] - a[0], a[1] - b[1]))


class Vec:
    """A canvas `k` times too large. Coordinates are in units of `unit` real pixels, strokes in units of `stroke` real
    pixels. `Vec(44, 44, unit=u)` is an icon in its own coordinates; `Vec(w, h, stroke=theme.scale)` a piece of the
    screen."""

    def __init__(self, w: float, h: float, k: int = 4, unit: float = 1.0, stroke: float = 0.0) -> None:
        self.w, self.h, self.k = w, h, k
        self.size = max(1, math.ceil(w * unit)), max(1, math.ceil(h * unit))
        self.m, self.q = k * unit, k * (stroke or unit)
        self.s = Surface((self.size[0] * k, self.size[1] * k), pygame.SRCALPHA)

    def at(self, p: Place) -> Place:
        """Return a point on the large canvas."""
        return p[0] * self.m, p[1] * self.m

    def poly(self, points: Iterable[Place], c: Colour, a: float = 255) -> None:
        pygame.draw.polygon(self.s, pm(c, a), [self.at(p) for p in points])

    def circ(self, p: Place, r: float, c: Colour, a: float = 255, w: float = 0) -> None:
        """Draw a disc, or with a stroke `w` a ring inside the radius."""
        pygame.draw.circle(self.s, pm(c, a), self.at(p), r * self.m, max(1, round(w * self.q)) if w else 0)

    def rect(self, r: Area, c: Colour, a: float = 255, w: float = 0, rad: float = 0) -> None:
        """Draw a rounded rectangle, or with a stroke `w` its frame."""
        x, y, wide, high = r
        area = Rect(round(x * self.m), round(y * self.m), round(wide * self.m), round(high * self.m))
        pygame.draw.rect(
            self.s, pm(c, a), area, max(1, round(w * self.q)) if w else 0, border_radius=round(rad * self.q)
        )

    def line(self, a: Place, b: Place, c: Colour, w: float = 1.0, al: float = 255) -> None:
        """Draw a straight line with square ends."""
        (ax, ay), (bx, by) = self.at(a), self.at(b)
        n = math.hypot(bx - ax, by - ay) or 1
        x, y = -(by - ay) / n * w * self.q / 2, (bx - ax) / n * w * self.q / 2
        pygame.draw.polygon(self.s, pm(c, al), [(ax + x, ay + y), (bx + x, by + y), (bx - x, by - y), (ax - x, ay - y)])

    def lines(self, points: Iterable[Place], c: Colour, w: float = 1.0, al: float = 255, closed: bool = False) -> None:
        """Draw a line through points with round joints."""
        pts = list(points)
        if closed:
            pts.append(pts[0])
        for a, b in itertools.pairwise(pts):
            self.line(a, b, c, w, al)
        for p in pts[0 if closed else 1 : -1]:
            pygame.draw.circle(self.s, pm(c, al), self.at(p), w * self.q / 2)

    def dash(
        self, points: Sequence[Place], c: Colour, w: float = 1.0, on: float = 6, off: float = 4, al: float = 255
    ) -> None:
        """Draw a dashed line, with dash and gap in stroke units."""
        f = self.q / self.m
        for a, b in dashes(points, on * f, off * f):
            self.line(a, b, c, w, al)

    def arc(self, p: Place, r0: float, r1: float, lo: float, hi: float, c: Colour, al: float = 255) -> None:
        """Draw a filled piece of a ring from radius r0 to r1."""
        self.poly(arc_points(p, r1, lo, hi) + arc_points(p, r0, lo, hi)[::-1], c, al)

    def hatch(self, points: Iterable[Place], c: Colour, step: float = 8, w: float = 1.0, al: float = 90) -> None:
        """Draw diagonal lines inside a polygon, `step` stroke units apart, which mean that something is blocked."""
        q = [self.at(p) for p in points]
        area = bounds(q).clip(self.s.get_rect())
        if not area.w or not area.h:
            return
        mask = Surface(area.size, pygame.SRCALPHA)
        pygame.draw.polygon(mask, (255,) * 4, [(x - area.x, y - area.y) for x, y in q])
        strokes, gap, high = Surface(area.size, pygame.SRCALPHA), max(2, round(step * self.q)), area.h
        for x in range(-high - (area.x - area.y) % gap, area.w + high, gap):
            pygame.draw.line(strokes, pm(c, al), (x, 0), (x + high, high), max(1, round(w * self.q * 1.4)))
        strokes.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        self.s.blit(strokes, area.topleft, special_flags=BLEND_PREMULTIPLIED)

    def done(self) -> Surface:
        """Return the picture at its true size, premultiplied, to be drawn with `stamp` or `paste`."""
        return pygame.transform.smoothscale(self.s, self.size)


def paste(dst: Surface, picture: Surface, topleft: Place) -> None:
    """Blit a premultiplied picture at its upper left corner."""
    dst.blit(picture, (round(topleft[0]), round(topleft[1])), special_flags=BLEND_PREMULTIPLIED)


def stamp(dst: Surface, picture: Surface, centre: Place, flags: int = BLEND_PREMULTIPLIED) -> None:
    """Blit a premultiplied picture about its centre; glows take `pygame.BLEND_RGB_ADD`."""
    dst.blit(*centred(picture, centre), special_flags=flags)


def centred(picture: Surface, centre: Place) -> tuple[Surface, tuple[int, int]]:
    """Return a picture and its upper left corner for a centre, in the form that `Surface.fblits` takes."""
    w, h = picture.get_size()
    return picture, (round(centre[0] - w / 2), round(centre[1] - h / 2))


def square(at: Place, r: float) -> Rect:
    """Return the square of whole pixels about a place, with `r` pixels to each side."""
    return Rect(round(at[0] - r), round(at[1] - r), round(2 * r), round(2 * r))


def steps(first: int, last: int, step: int) -> list[int]:
    """Return whole numbers a step apart, ending with the last one."""
    return [*range(first, last, step), last]


def bounds(points: Iterable[Place], pad: int = 0) -> Rect:
    """Return the smallest rect of whole pixels that holds some places (at least one), with `pad` pixels more on each
    side."""
    xs, ys = zip(*points)
    left, top = math.floor(min(xs)) - pad, math.floor(min(ys)) - pad
    return Rect(left, top, math.ceil(max(xs)) + pad - left, math.ceil(max(ys)) + pad - top)


@cached(256)
def _corners(fill: Colour, rad: int, al: int, edge: Colour | None, bw: int) -> Surface:
    """Return the four corners of a box pushed together, in real pixels."""
    side = 2 * max(rad, bw, 1)
    v = Vec(side, side, 6)
    if edge:
        v.rect((0, 0, side, side), edge, 255, 0, rad)
        inner = (bw, bw, side - 2 * bw, side - 2 * bw)
        v.rect(inner, (0, 0, 0), 0, 0, max(0, rad - bw))
        v.rect(inner, fill, al, 0, max(0, rad - bw))
    else:
        v.rect((0, 0, side, side), fill, al, 0, rad)
    return v.done()


def _build(dst: Surface, r: Rect, fill: Colour, rad: int, al: int, edge: Colour | None, bw: int) -> None:
    """Draw a box from its corners and plain fills; sides and middle overwrite the ground."""
    corners = _corners(fill, rad, al, edge, bw)
    n = corners.get_width() // 2
    for cx, x in ((0, r.x), (n, r.right - n)):
        for cy, y in ((0, r.y), (n, r.bottom - n)):
            dst.blit(corners, (x, y), (cx, cy, n, n), special_flags=BLEND_PREMULTIPLIED)
    for strip in (
        (r.x + n, r.y, r.w - 2 * n, r.h),
        (r.x, r.y + n, n, r.h - 2 * n),
        (r.right - n, r.y + n, n, r.h - 2 * n),
    ):
        dst.fill(pm(fill, al), strip)
    if edge:
        level = [(r.x + n, y, r.w - 2 * n, bw) for y in (r.y, r.bottom - bw)]
        for strip in (*level, *((x, r.y + n, bw, r.h - 2 * n) for x in (r.x, r.right - bw))):
            dst.fill(edge, strip)


@cached(384)
def _plate(size: tuple[int, int], fill: Colour, rad: int, al: int, edge: Colour | None, bw: int) -> Surface:
    """Return a translucent box, cached whole."""
    plate = Surface(size, pygame.SRCALPHA)
    _build(plate, plate.get_rect(), fill, rad, al, edge, bw)
    return plate


def box(
    dst: Surface,
    r: Area,
    fill: Colour | None = None,
    rad: float = 6,
    al: int = 255,
    edge: Colour | None = None,
    bw: float = 1,
) -> Rect:
    """Draw a rounded rectangle with an edge `bw` wide inside it. Return its rect. An opaque one takes 5 µs, a
    translucent one a blit."""
    r = Rect(r)
    fill = theme.palette.raised if fill is None else fill
    edge_px = max(1, theme.px(bw)) if edge else 0
    rad_px = max(edge_px, min(theme.px(rad), r.w // 2, r.h // 2))
    if r.w >= 2 and r.h >= 2 and al == 255:
        _build(dst, r, fill, rad_px, al, edge, edge_px)
    elif r.w >= 2 and r.h >= 2:
        dst.blit(_plate(r.size, fill, rad_px, al, edge, edge_px), r.topleft, special_flags=BLEND_PREMULTIPLIED)
    return r


def focus_ring(dst: Surface, r: Area) -> None:
    """Draw the keyboard focus: a white frame 2 design pixels wide, 4 design pixels outside a rect."""
    box(dst, Rect(r).inflate(theme.px(8), theme.px(8)), theme.palette.panel, 9, 0, theme.palette.white, 2)


def rule(dst: Surface, x0: float, x1: float, y: float, colour: Colour | None = None) -> None:
    """Draw a thin separator from x0 to x1."""
    dst.fill(colour or theme.palette.line, (round(x0), round(y), round(x1) - round(x0), max(1, theme.px(1))))


def bar(dst: Surface, x: float, y: float, wide: float, share: float, colour: Colour, high: float = 5) -> None:
    """Draw a share, 0 to 1, of a bar `wide` real pixels long and `high` design pixels high."""
    h = max(2, theme.px(high))
    box(dst, (x, y, wide, h), theme.palette.line, 2)
    if share > 0:
        box(dst, (x, y, max(h, round(wide * min(1.0, share))), h), colour, 2)


@cached(24)
def gradient(wide: int, high: int, top: Colour, bottom: Colour) -> Surface:
    """Return a plain vertical gradient, opaque; size in real pixels."""
    column = Surface((1, max(1, high)))
    for i in range(high):
        column.set_at((0, i), mix(top, bottom, i / max(1, high - 1)))
    return pygame.transform.scale(column, (wide, high))


MARKS, EMBLEMS = section_entries("marks"), section_entries("emblems")


@cached(512)
def mark(kind: str, colour: Colour, size: float = 16) -> Surface:
    """Return one of `MARKS`, premultiplied."""
    v = Vec(16, 16, 5, size * theme.scale / 16)
    draw_sign(v, MARKS[kind], {"line": colour}, ground=theme.palette.panel)
    return v.done()


@cached(32)
def emblem(kind: str, colour: Colour, size: float = 40) -> Surface:
    """Return the sign of a family of rules, one of `EMBLEMS`, or a course and a fan for an unknown one."""
    v = Vec(40, 40, 5, size * theme.scale / 40)
    draw_sign(v, EMBLEMS.get(kind, EMBLEMS["thrust"]), {"line": colour}, ground=theme.palette.panel)
    return v.done()
