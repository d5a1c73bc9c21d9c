"""Lines and dashes for every frame: drawn at true size with anti-aliasing; no part of the rules.

Places are in real pixels, strokes and dashes in design pixels, angles in degrees clockwise from up. Strokes are
collected on a transparent sheet and blitted at once, so they may be translucent. A board opens one sheet for all of
them, `with layer(dst) as sheet: line(sheet, …)`, which costs 0.4 ms at 1200x800; lines that change only with the orders
can be cached on a `Surface(size, SRCALPHA)` of their own. On a sheet a line of 500 pixels costs 20 µs, a short one 4
µs, a dashed one of 1200 pixels 0.5 ms, an arrowhead 1 µs (`arrowheads`). A line drawn in the same place on every frame
is a picture (`kept_line`).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain, pairwise
from typing import NamedTuple

import pygame
from pygame import BLEND_PREMULTIPLIED, Rect, Surface

from game.ui.render.shapes import Place, Vec, arc_points, bounds, dashes, pm, polar, rot, stamp
from game.ui.render.theme import Colour, cached, theme

Corner = tuple[int, int]
Barb = tuple[float, float, float]  # x, y in real pixels, degrees clockwise from up
Stroke = tuple[Place, Place]
Premultiplied = tuple[int, int, int, int]
_sheets: list[Surface] = []  # transparent sheets, one per layer open at a time
_open = 0


@contextmanager
def layer(dst: Surface, area: Rect | None = None) -> Iterator[Surface]:
    """Yield a transparent sheet as large as `dst`, blitted over it at the end. Only `area` (at most the clip) is
    cleared and blitted."""
    global _open
    area = dst.get_clip().clip(area) if area else dst.get_clip()
    if len(_sheets) <= _open:
        _sheets.append(Surface(dst.get_size(), pygame.SRCALPHA))
    if _sheets[_open].get_width() < dst.get_width() or _sheets[_open].get_height() < dst.get_height():
        _sheets[_open] = Surface(dst.get_size(), pygame.SRCALPHA)
    sheet = _sheets[_open]
    sheet.set_clip(area)
    sheet.fill((0, 0, 0, 0), area)
    _open += 1
    try:
        yield sheet
    finally:
        _open -= 1
        dst.blit(sheet, area.topleft, area, special_flags=BLEND_PREMULTIPLIED)


def _visible_strokes(dst: Surface, pieces: Iterable[Stroke]) -> list[Stroke]:
    """Return the strokes that touch the clip. Those that are far too long are cut, at whole pixels."""
    area, out = dst.get_clip().inflate(40, 40), []
    left, top, right, bottom = area.left, area.top, area.right, area.bottom
    for a, b in pieces:
        if left <= a[0] < right and top <= a[1] < bottom and left <= b[0] < right and top <= b[1] < bottom:
            out.append((a, b))
            continue
        cut = area.clipline(a, b)
        if cut and cut[0] != cut[1]:
            out.append(cut if abs(a[0] - b[0]) + abs(a[1] - b[1]) > 4000 else (a, b))
    return out


class _Pen(NamedTuple):
    """The drawing of strokes of one slope and width: core width, offset of places, and shades."""

    core: int
    off: Place
    faint: Premultiplied | None  # shade of a wider line below the core, for the rest of the width
    full: Premultiplied


def _pen(dx: float, dy: float, length: float, colour: Colour, w: float, alpha: float) -> _Pen:
    """Return the pen for a stroke of an extent across and down. pygame measures widths along the lesser axis, has pixel
    centres on whole numbers where ours have corners, draws both ends, and puts even widths half a pixel further on."""
    steep = abs(dy) > abs(dx)
    wide = w * length / abs(dy if steep else dx)
    core = int(wide + 0.25) or 1
    even = 0.0 if core % 2 else 0.5
    off = (0.5 + even, 0.5) if steep else (0.5, 0.5 + even)
    if abs(dy) < 1e-3 or abs(dx) < 1e-3:
        off = (0.5, 0.5)
    faint = pm(colour, alpha * (wide - core) / 2) if wide - core > 0.25 else None
    return _Pen(core, off, faint, pm(colour, alpha if wide >= 1 else alpha * wide))


def _draw(dst: Surface, seen: list[Stroke], colour: Colour, w: float, alpha: float) -> None:
    """Draw cores of whole pixels, and under them fainter lines for the rest of the width."""
    draw, cores = pygame.draw.aaline, []
    for (ax, ay), (bx, by) in seen:
        dx, dy = bx - ax, by - ay
        length = math.hypot(dx, dy)
        if length < 1e-6:
            continue
        core, (x, y), faint, full = _pen(dx, dy, length, colour, w, alpha)
        end, even = (0.5 / length if length > 1.02 else 0.49), core % 2 == 0
        if -1e-3 < dy < 1e-3:  # a level line on whole pixels, so that it is crisp
            ay = by = round(ay) - 0.5 if even else math.floor(ay) + 0.5
        elif -1e-3 < dx < 1e-3:
            ax = bx = round(ax) - 0.5 if even else math.floor(ax) + 0.5
        p, q = (ax + end * dx - x, ay + end * dy - y), (bx - end * dx - x, by - end * dy - y)
        if faint:
            draw(dst, faint, p, q, core + 2)
        cores.append((full, p, q, core))
    for shade, p, q, core in cores:
        draw(dst, shade, p, q, core)


def _dash(
    dst: Surface, a: Place, b: Place, pattern: tuple[float, float], colour: Colour, w: float, alpha: float
) -> None:
    """Draw the visible dashes of one straight line. Only on a sheet. The dashes share a slope and so a pen."""
    dx, dy, (on, off) = b[0] - a[0], b[1] - a[1], pattern
    length, area = math.hypot(dx, dy), dst.get_clip().inflate(40, 40)
    cut = area.clipline(a, b)
    if length < 1e-6 or not cut:
        return
    across, down, every = dx / length, dy / length, on + off
    first, last = sorted((x - a[0]) * across + (y - a[1]) * down for x, y in cut)
    dashes_seen = range(max(0, math.floor((first - on) / every)), math.floor(min(last + 1, length - 1e-6) / every) + 1)
    starts = [n * every for n in dashes_seen]
    if abs(dx) < 1e-3 or abs(dy) < 1e-3 or on <= 1.02:  # dashes on whole pixels, or dots
        ends = [(start, min(start + on, length)) for start in starts]
        _draw(
            dst,
            [
                ((a[0] + low * across, a[1] + low * down), (a[0] + high * across, a[1] + high * down))
                for low, high in ends
            ],
            colour,
            w,
            alpha,
        )
        return
    core, (x, y), faint, full = _pen(dx, dy, length, colour, w, alpha)
    x, y, draw = a[0] - x, a[1] - y, pygame.draw.aaline
    ways = [(start + 0.5, max(start + 0.5, min(start + on, length) - 0.5)) for start in starts]
    pieces = [((x + low * across, y + low * down), (x + high * across, y + high * down)) for low, high in ways]
    for shade, wide in ((faint, core + 2), (full, core)):
        if shade:
            for p, q in pieces:
                draw(dst, shade, p, q, wide)


def strokes(dst: Surface, pieces: Iterable[Stroke], colour: Colour, w: float = 1.0, alpha: float = 255) -> None:
    """Draw straight lines of one kind, evenly thick at any slope. Lines outside the clip cost little."""
    seen, w = _visible_strokes(dst, pieces), w * theme.scale
    if not seen:
        return
    if dst.get_flags() & pygame.SRCALPHA:
        _draw(dst, seen, colour, w, alpha)
        return
    with layer(dst, bounds(chain.from_iterable(seen), math.ceil(w) + 2)) as sheet:
        _draw(sheet, seen, colour, w, alpha)


def line(dst: Surface, a: Place, b: Place, colour: Colour, w: float = 1.0, alpha: float = 255) -> None:
    strokes(dst, ((a, b),), colour, w, alpha)


@cached(256)
def _line_picture(a: Place, b: Place, colour: Colour, w: float, alpha: float) -> tuple[Surface, Corner]:
    area = bounds((a, b), math.ceil(w * theme.scale) + 2)
    out = Surface(area.size, pygame.SRCALPHA)
    strokes(out, (((a[0] - area.x, a[1] - area.y), (b[0] - area.x, b[1] - area.y)),), colour, w, alpha)
    return out, area.topleft


def kept_line(a: Place, b: Place, colour: Colour, w: float = 1.0, alpha: float = 255) -> tuple[Surface, Corner]:
    """Return a short line as a picture and its corner, for `Surface.fblits`, if it is drawn on every frame."""
    x, y = math.floor(a[0]), math.floor(a[1])
    picture, (left, top) = _line_picture((a[0] - x, a[1] - y), (b[0] - x, b[1] - y), colour, w, alpha)
    return picture, (x + left, y + top)


@cached(64)
def _ring_picture(at: Place, r: float, colour: Colour, w: float, dash: tuple[float, float], alpha: float) -> Surface:
    side = 2 * (math.ceil(r + w * theme.scale) + 3)
    out = Surface((side, side), pygame.SRCALPHA)
    around = arc_points((at[0] + side // 2, at[1] + side // 2), r, 0, 360, 48)
    dashed_line(out, around, colour, w, *dash, alpha, closed=True)
    return out


def kept_ring(
    at: Place, r: float, colour: Colour, w: float, dash: tuple[float, float], alpha: float
) -> tuple[Surface, Corner]:
    """Return a dashed ring as a picture and its corner."""
    x, y = math.floor(at[0]), math.floor(at[1])
    picture = _ring_picture((at[0] - x, at[1] - y), r, colour, w, dash, alpha)
    return picture, (x - picture.get_width() // 2, y - picture.get_height() // 2)


@cached(64)
def _dot(colour: Colour, w: float, alpha: float) -> Surface:
    v = Vec(math.ceil(w) + 2, math.ceil(w) + 2, 5)
    v.circ((v.w / 2, v.h / 2), w / 2, colour, alpha)
    return v.done()


def polyline(
    dst: Surface, points: Sequence[Place], colour: Colour, w: float = 1.0, alpha: float = 255, closed: bool = False
) -> None:
    """Draw a line through points, with round joints where a thick one bends."""
    if closed and len(points) > 2:
        points = [*points, points[0]]
    strokes(dst, pairwise(points), colour, w, alpha)
    if w * theme.scale >= 2.2 and len(points) < 40 and alpha >= 255:
        for p in points[0 if closed else 1 : -1]:
            stamp(dst, _dot(colour, w * theme.scale, alpha), p)


def dashed_line(
    dst: Surface,
    points: Sequence[Place],
    colour: Colour,
    w: float = 1.0,
    on: float = 6,
    off: float = 4,
    alpha: float = 255,
    closed: bool = False,
) -> None:
    """Draw a dashed line through points; `on=1.5, off=4` is dotted."""
    if closed:
        points = [*points, points[0]]
    scale = theme.scale
    if len(points) == 2 and dst.get_flags() & pygame.SRCALPHA:
        _dash(dst, points[0], points[1], (on * scale, off * scale), colour, w * scale, alpha)
    else:
        strokes(dst, dashes(_near(dst, points), on * scale, off * scale), colour, w, alpha)


def _near(dst: Surface, points: Sequence[Place]) -> Sequence[Place]:
    """Return a two-point line cut to the neighbourhood of the clip, so that a far end does not cost a thousand
    dashes."""
    if len(points) != 2:
        return points
    cut = dst.get_clip().inflate(80, 80).clipline(points[0], points[1])
    if not cut:
        return ()
    far = max(abs(points[0][i] - points[1][i]) for i in (0, 1)) > 4000
    return (cut[0], cut[1]) if far else points


def circle(
    dst: Surface,
    at: Place,
    r: float,
    colour: Colour,
    w: float = 1.0,
    alpha: float = 255,
    dash: tuple[float, float] | None = None,
) -> None:
    """Draw a circle of a radius in real pixels, solid or dashed."""
    points = arc_points(at, r, 0, 360, max(1.0, min(8.0, 250 / max(r, 1))))
    if dash:
        dashed_line(dst, points, colour, w, *dash, alpha)
    else:
        polyline(dst, points, colour, w, alpha)


@cached(4096)
def _barb(step: int, half_x: int, half_y: int, colour: Colour, size: float, w: float, alpha: int) -> Surface:
    """Return one arrowhead at a heading in steps of six degrees and at a place to half a pixel."""
    side = math.ceil((2.2 * size + 2 * w) * theme.scale) | 1
    v = Vec(side, side, 4, stroke=theme.scale)
    middle = side / 2 + half_x / 2, side / 2 + half_y / 2
    shape = [(-0.62 * size, 0.7 * size), (0, -0.55 * size), (0.62 * size, 0.7 * size)]
    v.lines(rot(shape, 6 * step, middle, theme.scale), colour, w)
    out = v.done()
    if alpha < 255:
        out.fill((alpha,) * 4, special_flags=pygame.BLEND_RGBA_MULT)
    return out


def arrowheads(
    dst: Surface, barbs: Iterable[Barb], colour: Colour, size: float = 5.5, w: float = 1.7, alpha: int = 255
) -> None:
    """Draw open arrowheads at (x, y, degrees), as for the points of an envelope. A thousand take 1.5 ms."""
    laid = []
    for x, y, degrees in barbs:
        hx, hy = math.floor(2 * x), math.floor(2 * y)
        picture = _barb(round(degrees / 6) % 60, hx & 1, hy & 1, colour, size, w, alpha)
        half = picture.get_width() // 2
        laid.append((picture, ((hx >> 1) - half, (hy >> 1) - half)))
    dst.fblits(laid, BLEND_PREMULTIPLIED)


@cached(64)
def _bracket(r: int, colour: Colour) -> Surface:
    side = 2 * r + theme.px(8)
    v = Vec(side, side, 4)
    for k in range(4):
        v.arc((side / 2, side / 2), r, r + 2 * theme.scale, 90 * k + 22, 90 * k + 68, colour, 235)
    return v.done()


def bracket(dst: Surface, at: Place, r: float, colour: Colour) -> None:
    """Draw four pieces of a ring round a target, radius in real pixels."""
    stamp(dst, _bracket(round(r), colour), at)


@cached(64)
def _compass(r: int, colour: Colour, courses: tuple[float, ...]) -> Surface:
    side = 2 * r + theme.px(16)
    v, c = Vec(side, side, 4, stroke=theme.scale), (side / 2, side / 2)
    v.circ(c, r, colour, 255, 1.5)
    for turn in courses:
        v.line(polar(r, turn, c), polar(r + (3.5 if turn % 90 else 6) * theme.scale, turn, c), colour, 1.4, 220)
    return v.done()


def compass(dst: Surface, at: Place, r: float, colour: Colour, courses: tuple[float, ...]) -> None:
    """Draw the ring of courses, in degrees, round the chosen ship; radius in real pixels."""
    stamp(dst, _compass(round(r), colour, courses), at)


@cached(64)
def _joint(colour: Colour, alpha: int) -> Surface:
    v = Vec(12, 12, 5, theme.scale)
    v.circ((6, 6), 5, theme.palette.well)
    v.circ((6, 6), 5, colour, alpha, 1.7)
    v.circ((6, 6), 2, theme.palette.white, alpha)
    return v.done()


def joint(dst: Surface, at: Place, colour: Colour, alpha: int = 255) -> None:
    """Draw the mark where a path bends."""
    stamp(dst, _joint(colour, alpha), at)


def tint_polygon(dst: Surface, outline: Sequence[Place], colour: Colour, alpha: int) -> None:
    """Draw a translucent fill of a polygon of any size, only where it is visible."""
    area = bounds(outline, 1).clip(dst.get_clip())
    if area.w < 1 or area.h < 1:
        return
    layer = Surface(area.size, pygame.SRCALPHA)
    pygame.draw.polygon(layer, pm(colour, alpha), [(x - area.x, y - area.y) for x, y in outline])
    dst.blit(layer, area.topleft, special_flags=BLEND_PREMULTIPLIED)


def trimmed(places: Sequence[Place], much: float) -> list[Place]:
    """Return a path without its first `much` pixels."""
    rest = list(places)
    while len(rest) > 1:
        far = math.dist(rest[0], rest[1])
        if far > much:
            share = much / far
            (ax, ay), (bx, by) = rest[0], rest[1]
            return [(ax + (bx - ax) * share, ay + (by - ay) * share), *rest[1:]]
        much -= far
        del rest[0]
    return []
