"""The ground of the table: backdrop, grid, edge, compass rose and scale; no part of the rules."""

from __future__ import annotations

import math

import pygame
from pygame import Rect, Surface

from game.board.protocol import Course
from game.ui.board.layers import hexgrid
from game.ui.board.layers.backdrops import draw_backdrop
from game.ui.board.model.camera import Camera
from game.ui.render.lines import layer, line
from game.ui.render.shapes import Vec, box, paste, polar, stamp
from game.ui.render.text import text, width
from game.ui.render.theme import cached, mix, theme

STEPS = (2, 6, 12)  # MU between lines


def ground(dst: Surface, camera: Camera, grid: bool = True, names: bool = False) -> None:
    """Draw backdrop, grid, figures and the edge of the table. On a board of cells with `names`, draw the names of cells
    instead of figures."""
    draw_backdrop(dst, camera)
    if camera.board.cells:
        if grid:
            hexgrid.grid(dst, camera)
        hexgrid.edge(dst, camera, camera.board.look.edge)
        if names:
            hexgrid.names(dst, camera)
        return
    if grid:
        _grid(dst, camera)
    _edge(dst, camera)
    if grid:
        for figure, at in _figures(camera):
            text(dst, figure, at, 13, theme.palette.faint, "r", "bottomleft")


def _ticks(camera: Camera, axis: int, step: int) -> list[tuple[int, int]]:
    """Return the grid lines in view along an axis: (MU, pixel)."""
    west, south, east, north = camera.seen
    low, high = ((west, east), (south, north))[axis]
    begin, size = camera.extent[axis], camera.extent[axis + 2]
    first, last = math.ceil(max(begin, low) / step), math.floor(min(begin + size, high) / step)
    found = []
    for k in range(first, last + 1):
        place = camera.xy((k * step, 0) if axis == 0 else (0, k * step))
        found.append((k * step, round(place[axis])))
    return found


def _grid(dst: Surface, camera: Camera) -> None:
    r, table = camera.rect, table_rect(camera)
    seen = table.clip(r)
    for step, colour in zip(STEPS, camera.board.look.lines):
        if step * camera.scale < 14 * theme.scale:
            continue
        for _, x in _ticks(camera, 0, step):
            dst.fill(colour, (x, seen.top, 1, seen.h))
        for _, y in _ticks(camera, 1, step):
            dst.fill(colour, (seen.left, y, seen.w, 1))


def table_rect(camera: Camera) -> Rect:
    """Return the playing area in pixels."""
    west, south, wide, high = camera.extent
    x0, y0 = camera.xy((west, south + high))
    x1, y1 = camera.xy((west + wide, south))
    return Rect(round(x0), round(y0), round(x1) - round(x0), round(y1) - round(y0))


def _edge(dst: Surface, camera: Camera) -> None:
    """Draw the dark outside of the table, and its edge."""
    r, table, space = camera.rect, table_rect(camera), theme.palette.space
    for strip in (
        (r.x, r.y, table.left - r.x, r.h),
        (table.right, r.y, r.right - table.right, r.h),
        (r.x, r.y, r.w, table.top - r.y),
        (r.x, table.bottom, r.w, r.bottom - table.bottom),
    ):
        if strip[2] > 0 and strip[3] > 0:
            dst.fill(space, strip)
    # cut a frame that is far larger than the view; its sides stay outside
    near = table.inflate(2, 2).clip(r.inflate(8, 8))
    pygame.draw.rect(dst, camera.board.look.edge, near, max(1, theme.px(1)))


def figure_step(camera: Camera) -> int:
    """Return the MU between two figures on an axis, about a hand's width apart."""
    return next((n for n in (2, 6, 12, 24, 48) if n * camera.scale >= 150 * theme.scale), 96)


def _figures(camera: Camera) -> list[tuple[str, tuple[int, int]]]:
    """Return the figures on the axes and their places (lower left corner); none under the scale bar, none on a board of
    cells."""
    if camera.board.cells:
        return []
    r, table, step, px = camera.rect, table_rect(camera), figure_step(camera), theme.px
    foot, left = min(r.bottom, table.bottom), max(r.left, table.left)
    found = []
    for mu, x in _ticks(camera, 0, step):
        if r.left + px(24) < x < r.right - px(24) or (mu == 0 and x >= r.left):
            found.append((str(mu), (x + px(5), foot - px(8))))
    for mu, y in _ticks(camera, 1, step):
        if mu and r.top + px(24) < y < r.bottom - px(24):
            found.append((str(mu), (left + px(8), y - px(6))))
    bar = scale_rect(camera)
    return [(figure, at) for figure, at in found if not _figure_rect(figure, at).colliderect(bar)]


def _figure_rect(figure: str, at: tuple[int, int]) -> Rect:
    return Rect(at[0], at[1] - theme.px(11), round(width(figure, 13)) + theme.px(2), theme.px(12))


def figure_rects(camera: Camera) -> list[Rect]:
    return [_figure_rect(figure, at) for figure, at in _figures(camera)]


@cached(4)
def _rose(r: int, courses: tuple[Course, ...]) -> Surface:
    """Return courses round a circle, the first highlighted; major ones have a pointer, and their second name inside."""
    side, p = 2 * r + theme.px(52), theme.palette
    v, c = Vec(side, side, 4, stroke=theme.scale), (side / 2, side / 2)
    v.circ(c, r + 22 * theme.scale, p.well, 150)
    v.circ(c, r, p.edge, 255, 1.4)
    for one in courses:
        shade = mix(p.muted, p.edge, 0.2 if one.main else 0.6)
        v.line(polar(r * (0.72 if one.main else 0.86), one.direction, c), polar(r, one.direction, c), shade, 1.6)
    points = [one for one in courses if one.main]
    named = any(one.also for one in points)
    low = 180 / len(points) if named else 90
    for one in points:
        tip, near, first = polar(r * (0.42 if named else 0.62), one.direction, c), r * 0.14, one is courses[0]
        v.poly([tip, polar(near, one.direction + low, c), c], p.muted, 190 if first else 90)
        v.poly([tip, polar(near, one.direction - low, c), c], p.muted, 120 if first else 50)
    done = v.done()
    for one in points if named else ():
        ink = p.text if one is courses[0] else p.muted
        text(done, one.also, polar(r * 0.58, one.direction, c), 13, ink, "s", "center")
    for one in courses:
        at = polar(r + 12 * theme.scale, one.direction, c)
        text(done, one.name, at, 15 if one.main else 13, p.text if one.main else p.muted, "s", "center")
    return done


def rose_rect(camera: Camera) -> Rect:
    """Return the compass rose's rect, in the lower right corner."""
    side = 2 * theme.px(58) + theme.px(52)
    return Rect(camera.rect.right - side - theme.px(12), camera.rect.bottom - side - theme.px(24), side, side)


def rose(dst: Surface, camera: Camera) -> None:
    picture = _rose(theme.px(58), camera.board.compass)
    stamp(dst, picture, rose_rect(camera).center)


BACKED = 190  # opacity of the plate under the scale bar
FOOT = 64  # design pixels at the lower edge of a board with its scale, which plates over the board avoid


def scale_length(camera: Camera) -> int:
    """Return the number of units of the scale bar: the largest of some round numbers that fits."""
    room = min((330 if camera.board.cells else 260) * theme.scale, camera.rect.w / 4)
    return max((n for n in (1, 2, 6, 12, 24, 48) if n * camera.scale <= room), default=1)


NAMED = "hex {}"  # beside the scale: the cell pointed at


def scale_rect(camera: Camera) -> Rect:
    """Return the rect of the scale bar with its words."""
    n = scale_length(camera)
    wide = round(n * camera.scale + width(camera.board.format_distance(n), 15, "s")) + theme.px(28)
    if camera.board.cells:
        wide += round(width(NAMED.format("0000"), 15, "s")) + theme.px(20)
    return Rect(camera.rect.x + theme.px(36), camera.rect.bottom - theme.px(54), wide, theme.px(28))


@cached(8)
def _bar(n: int, scale: float, cells: bool) -> Surface:
    """Return a bar of `n` units, each as wide as these pixels, ticked."""
    white, tip = theme.palette.text, theme.px(8)
    out = Surface((math.ceil(n * scale) + 2 * tip, 2 * tip), pygame.SRCALPHA)
    with layer(out) as sheet:
        line(sheet, (tip, tip), (tip + n * scale, tip), white, 1.4, 210)
    for tick in range(n + 1) if cells and scale >= 6 * theme.scale else (0, n / 2, n):
        place, half = tip + tick * scale, theme.px(5 if tick % 3 == 0 or not cells else 3)
        with layer(out) as sheet:
            line(sheet, (place, tip - half), (place, tip + half), white, 1.4, 210)
    return out


def _scale_end(camera: Camera) -> float | None:
    """Return the right end of the scale bar in pixels; None if the board is too narrow for one."""
    end = camera.rect.x + theme.px(40) + scale_length(camera) * camera.scale
    return end if end <= camera.rect.right - theme.px(60) else None


def scale_plate(dst: Surface, camera: Camera) -> None:
    """Draw the plate of the scale bar, because terrain may lie there. It lies below ships, and hides none."""
    if _scale_end(camera) is not None:
        box(dst, scale_rect(camera), theme.palette.well, 6, BACKED)


def scale_bar(dst: Surface, camera: Camera, pointed: tuple[float, float] | None = None) -> None:
    """Draw the length of some units at this zoom, and the name of the cell `pointed` at. Cells are ticked one by one,
    every third longer."""
    n = scale_length(camera)
    x, y = camera.rect.x + theme.px(40), camera.rect.bottom - theme.px(40)
    if (end := _scale_end(camera)) is None:
        return
    paste(dst, _bar(n, camera.scale, bool(camera.board.cells)), (x - theme.px(8), y - theme.px(8)))
    words = text(dst, camera.board.format_distance(n), (end + theme.px(14), y), 15, theme.palette.muted, "s", "midleft")
    if pointed:
        name, at = NAMED.format(camera.board.label(pointed)), (words.right + theme.px(20), y)
        text(dst, name, at, 15, theme.palette.faint, "s", "midleft")
