"""Areas of cells: fills, hatching and lines along their sides, kept as pictures; decides nothing.

A set of hexes looks the same from every hex, so one picture of it is laid wherever the ship is or would be.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import pygame
from pygame import BLEND_PREMULTIPLIED, Surface

from game.ui.board.model.camera import Camera
from game.ui.render.lines import dashed, polyline
from game.ui.render.shapes import Place
from game.ui.render.theme import Colour, cached, theme

Point = tuple[float, float]
Premultiplied = tuple[int, int, int, int]
LARGEST = 2_500_000  # pixels of a picture that is kept; what is larger is drawn where it is seen


class AreaLook(NamedTuple):
    """All that the picture of an area depends on: colours, the kind and breadth of its edge, its lines."""

    fill: Premultiplied
    hatch: Premultiplied | None
    edge: Colour
    kind: str
    stroke: float
    lines: tuple[tuple[Point, ...], ...]  # the outer one first, then holes


def draw(sheet: Surface, camera: Camera, looks: Sequence[AreaLook]) -> None:
    """Some areas that belong together, on a clear sheet."""
    if not looks:
        return
    start = looks[0].lines[0][0]
    x, y = camera.xy(start)
    near = tuple(look._replace(lines=tuple(_from(start, line) for line in look.lines)) for look in looks)
    size, (left, top) = _extent(camera.scale, near)
    if size[0] * size[1] > LARGEST:
        paint(sheet, [look._replace(lines=tuple(tuple(camera.many(line)) for line in look.lines)) for look in looks])
        return
    picture = _kept(round(camera.scale, 2), near)
    sheet.blit(picture, (round(x) + left, round(y) + top), special_flags=BLEND_PREMULTIPLIED)


def _from(start: Point, line: Sequence[Point]) -> tuple[Point, ...]:
    """A line as seen from a place, in hundredths of a cell: the same wherever the place is."""
    x, y = start
    return tuple((round(a - x, 2), round(b - y, 2)) for a, b in line)


def _extent(scale: float, looks: Sequence[AreaLook]) -> tuple[tuple[int, int], tuple[int, int]]:
    """Size in pixels of a picture, and where its upper left corner lies from the place the lines are seen from."""
    xs, ys = zip(*(point for look in looks for point in look.lines[0]))
    pad = 4 + theme.px(3)
    left, top = math.floor(min(xs) * scale) - pad, math.floor(-max(ys) * scale) - pad
    return (math.ceil(max(xs) * scale) + pad - left, math.ceil(-min(ys) * scale) + pad - top), (left, top)


@cached(20)
def _kept(scale: float, looks: tuple[AreaLook, ...]) -> Surface:
    size, (left, top) = _extent(scale, looks)
    out = Surface(size, pygame.SRCALPHA)
    moved = [[[(x * scale - left, -y * scale - top) for x, y in line] for line in look.lines] for look in looks]
    paint(out, [look._replace(lines=tuple(map(tuple, lines))) for look, lines in zip(looks, moved)])
    return out


def paint(sheet: Surface, looks: Sequence[AreaLook]) -> None:
    """Areas whose lines are pixels: all fills, then all edges, for they may lie side by side. On a clear sheet only."""
    for look in looks:
        outer, *holes = look.lines
        pygame.draw.polygon(sheet, look.fill, outer)
        for hole in holes:
            pygame.draw.polygon(sheet, (0, 0, 0, 0), hole)
        if look.hatch:
            hatch(sheet, look.lines, look.hatch, 10, 1.0)
    for look in looks:
        for line in look.lines:
            if look.kind == "solid":
                polyline(sheet, line, look.edge, look.stroke, 200, closed=True)
            else:
                dashed(sheet, line, look.edge, look.stroke, 5, 5, 150, closed=True)


def hatch(dst: Surface, outlines: Sequence[Sequence[Place]], shade: Premultiplied, step: float, w: float) -> None:
    """Diagonal strokes inside outlines of any shape, holes left free; only where they are in view. On a clear sheet only.

    They lie at 45 degrees, where lines without smoothing are even and cost a tenth.
    """
    half = math.sqrt(0.5)
    gap = max(3.0, step * theme.scale * half)
    sides = [side for outline in outlines for side in pairwise([*outline, outline[0]])]
    view = dst.get_clip()
    spread = [(x - y) * half for x in (view.left, view.right) for y in (view.top, view.bottom)]
    ahead = [(p[0] - p[1]) * half for p, _ in sides]
    low, high = max(min(ahead), min(spread)) / gap, min(max(ahead), max(spread)) / gap
    cuts: dict[int, list[Place]] = {}
    for p, q in sides:
        s, t = (p[0] - p[1]) * half / gap, (q[0] - q[1]) * half / gap
        for n in range(math.ceil(max(low, min(s, t))), math.floor(min(high, max(s, t))) + 1):
            if s != t and (s <= n) != (t <= n):
                share = (n - s) / (t - s)
                cuts.setdefault(n, []).append((p[0] + (q[0] - p[0]) * share, p[1] + (q[1] - p[1]) * share))
    wide = max(1, theme.px(w))
    for found in cuts.values():
        found.sort()
        for a, b in zip(found[::2], found[1::2]):
            pygame.draw.line(dst, shade, a, b, wide)
