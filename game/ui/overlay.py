"""Lines for every frame: drawn at true size with anti-aliasing, no canvas to shrink; no part of the rules.

Places are real pixels, strokes and dashes design pixels. `alpha` is imitated by mixing the colour with the ground
(`ground`, the palette's space unless given), since lines are drawn opaque. A line of 500 pixels costs about 35 µs,
a dashed one 50, an arrowhead from the cache 0.1 µs when laid by the hundred with `arrowheads`.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence

import pygame
from pygame import BLEND_PREMULTIPLIED, Surface

from game.ui.draw import Place, Vec, arc_points, dashes, polar, rot, stamp
from game.ui.theme import Colour, cached, mix, theme

Barb = tuple[float, float, float]  # x, y in real pixels, degrees clockwise from up


def faded(colour: Colour, alpha: float, ground: Colour | None = None) -> Colour:
    """A colour as it would look see-through over the ground."""
    return colour if alpha >= 255 else mix(ground or theme.palette.space, colour, max(0.0, alpha) / 255)


def line(
    dst: Surface, a: Place, b: Place, colour: Colour, w: float = 1.0, alpha: float = 255, ground: Colour | None = None
) -> None:
    """A straight line, evenly thick at any slope. Parts outside the clip are cut off first."""
    dx, dy = abs(b[0] - a[0]), abs(b[1] - a[1])
    if max(dx, dy) < 1e-6:
        return
    area = dst.get_clip().inflate(40, 40)
    if not area.collidepoint(a) or not area.collidepoint(b):
        cut = area.clipline(a, b)
        if not cut:
            return
        if max(dx, dy) > 4000:  # whole numbers are near enough only when they are needed
            a, b = cut
    slope = math.hypot(dx, dy) / max(dx, dy)  # widths are measured along an axis
    pygame.draw.aaline(dst, faded(colour, alpha, ground), a, b, max(1, round(w * theme.scale * slope)))


def polyline(
    dst: Surface, points: Sequence[Place], colour: Colour, w: float = 1.0, alpha: float = 255,
    closed: bool = False, ground: Colour | None = None,
) -> None:  # fmt: skip
    """A line through points."""
    c = faded(colour, alpha, ground)
    for a, b in itertools.pairwise(points):
        line(dst, a, b, c, w)
    if closed and len(points) > 2:
        line(dst, points[-1], points[0], c, w)


def dashed(
    dst: Surface, points: Sequence[Place], colour: Colour, w: float = 1.0, on: float = 6, off: float = 4,
    alpha: float = 255, closed: bool = False, ground: Colour | None = None,
) -> None:  # fmt: skip
    """A dashed line through points; `on=1.5, off=4` is dotted."""
    if closed:
        points = [*points, points[0]]
    c, scale = faded(colour, alpha, ground), theme.scale
    for a, b in dashes(_near(dst, points), on * scale, off * scale):
        line(dst, a, b, c, w)


def _near(dst: Surface, points: Sequence[Place]) -> Sequence[Place]:
    """A two-point line cut to the neighbourhood of the clip, so that a far end does not cost a thousand dashes."""
    if len(points) != 2:
        return points
    cut = dst.get_clip().inflate(80, 80).clipline(points[0], points[1])
    if not cut:
        return ()
    far = max(abs(points[0][i] - points[1][i]) for i in (0, 1)) > 4000
    return (cut[0], cut[1]) if far else points


def circle(
    dst: Surface, at: Place, r: float, colour: Colour, w: float = 1.0, alpha: float = 255, dash: tuple[float, float] | None = None
) -> None:
    """A circle of a radius in real pixels, solid or dashed."""
    points = arc_points(at, r, 0, 360, max(1.0, min(8.0, 250 / max(r, 1))))
    if dash:
        dashed(dst, points, colour, w, *dash, alpha)
    else:
        polyline(dst, points, colour, w, alpha)


@cached(4096)
def _barb(step: int, half_x: int, half_y: int, colour: Colour, size: float, w: float, alpha: int) -> Surface:
    """One arrowhead at a heading in steps of six degrees and at a place to half a pixel."""
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
    """Open arrowheads, each at (x, y, degrees): the end points of an envelope. A thousand take 1.5 ms."""
    laid = []
    for x, y, degrees in barbs:
        hx, hy = math.floor(2 * x), math.floor(2 * y)
        picture = _barb(round(degrees / 6) % 60, hx & 1, hy & 1, colour, size, w, alpha)
        half = picture.get_width() // 2
        laid.append((picture, ((hx >> 1) - half, (hy >> 1) - half)))
    dst.fblits(laid, BLEND_PREMULTIPLIED)


@cached(64)
def _bracket(r: int, colour: Colour, alpha: int) -> Surface:
    side = 2 * r + theme.px(8)
    v = Vec(side, side, 4)
    for k in range(4):
        v.arc((side / 2, side / 2), r, r + 2 * theme.scale, 90 * k + 22, 90 * k + 68, colour, alpha)
    return v.done()


def bracket(dst: Surface, at: Place, r: float, colour: Colour, alpha: int = 235) -> None:
    """Four pieces of a ring round a target, radius in real pixels."""
    picture = _bracket(round(r), colour, alpha)
    stamp(dst, picture, at)


@cached(64)
def _compass(r: int, colour: Colour) -> Surface:
    side = 2 * r + theme.px(16)
    v, c = Vec(side, side, 4, stroke=theme.scale), (side / 2, side / 2)
    v.circ(c, r, colour, 255, 1.5)
    for k in range(12):
        v.line(polar(r, 30 * k, c), polar(r + (6 if k % 3 == 0 else 3.5) * theme.scale, 30 * k, c), colour, 1.4, 220)
    return v.done()


def compass(dst: Surface, at: Place, r: float, colour: Colour) -> None:
    """The ring of twelve courses round the chosen ship, radius in real pixels."""
    picture = _compass(round(r), colour)
    stamp(dst, picture, at)


@cached(64)
def _joint(colour: Colour, alpha: int) -> Surface:
    v = Vec(12, 12, 5, theme.scale)
    v.circ((6, 6), 5, theme.palette.well)
    v.circ((6, 6), 5, colour, alpha, 1.7)
    v.circ((6, 6), 2, theme.palette.white, alpha)
    return v.done()


def joint(dst: Surface, at: Place, colour: Colour, alpha: int = 255) -> None:
    """The mark where a path bends."""
    picture = _joint(colour, alpha)
    stamp(dst, picture, at)


def hatched(dst: Surface, points: Sequence[Place], colour: Colour, step: float = 10, w: float = 1.0, alpha: float = 46) -> None:
    """Diagonal lines inside a convex polygon at true size: a shadow, a zone. 20 µs a line."""
    gap = max(3.0, step * theme.scale * math.sqrt(0.5))
    ahead = [(x - y) * math.sqrt(0.5) for x, y in points]  # distance across strokes that fall to the right
    c = faded(colour, alpha)
    corners = [*zip(points, ahead), (points[0], ahead[0])]
    seen = dst.get_clip()
    spread = [(x - y) * math.sqrt(0.5) for x in (seen.left, seen.right) for y in (seen.top, seen.bottom)]
    first = max(min(ahead), min(spread))
    for n in range(math.ceil(first / gap), math.floor(min(max(ahead), max(spread)) / gap) + 1):
        cross = []
        for (p, s), (q, t) in itertools.pairwise(corners):
            if (s <= n * gap) != (t <= n * gap):
                share = (n * gap - s) / (t - s)
                cross.append((p[0] + (q[0] - p[0]) * share, p[1] + (q[1] - p[1]) * share))
        if len(cross) >= 2:
            line(dst, cross[0], cross[1], c, w)
