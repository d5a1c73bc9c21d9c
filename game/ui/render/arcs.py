"""Fire arcs and glows: signed-distance fields in numpy, computed at a quarter of the size and cached; no part of the
rules.

 Places and radii are real pixels, angles degrees clockwise from up.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import pygame
from pygame import BLEND_PREMULTIPLIED, Rect, Surface

from game.ui.render.lines import Corner, layer, strokes
from game.ui.render.shapes import Place, arc_points, bounds, polar
from game.ui.render.theme import Colour, cached

if TYPE_CHECKING:
    Field = np.ndarray[tuple[int, ...], np.dtype[np.float32]]

COARSE = 4  # real pixels per sample of the soft fill
LARGEST = 1300.0  # radius in real pixels beyond which only the visible part is computed


def _axes(area: Rect, step: float = 1.0) -> tuple[Field, Field]:
    """Return the pixel centres of an area of the plane about the origin, x as a column and y as a row (surfarray
    order)."""
    x = (np.arange(math.ceil(area.w / step), dtype=np.float32) + 0.5) * step + area.x
    y = (np.arange(math.ceil(area.h / step), dtype=np.float32) + 0.5) * step + area.y
    return x[:, None], y[None, :]


def _outside(x: Field, y: Field, reach: Field, r: float, lo: float, hi: float) -> Field:
    """Return the signed distance in pixels to a sector: negative inside."""
    rim: Field = np.maximum(reach - r, -reach)
    if hi - lo >= 360:
        return rim
    middle, half = math.radians((lo + hi) / 2), math.radians((hi - lo) / 2)
    across = x * math.cos(middle) + y * math.sin(middle)
    along = x * math.sin(middle) - y * math.cos(middle)
    sector: Field = np.maximum(rim, np.abs(across) * math.cos(half) - along * math.sin(half))
    return sector


def reach_box(r: float, lo: float, hi: float) -> Rect:
    """Return the smallest rect of whole pixels about the origin that holds a sector."""
    points = [(0.0, 0.0), polar(r, lo), polar(r, hi)]
    points += [polar(r, a) for a in range(-720, 1081, 90) if lo < a < hi]
    return bounds(points, 2)


def _colour_surface(alpha: np.ndarray, colour: Colour) -> Surface:
    """Return a premultiplied surface of one colour with an alpha for each pixel, 0 to 255."""
    out = Surface(alpha.shape, pygame.SRCALPHA)
    pixels = pygame.surfarray.pixels3d(out)
    for i in range(3):
        pixels[:, :, i] = alpha * (colour[i] / 255) + 0.5
    del pixels
    pygame.surfarray.pixels_alpha(out)[:] = alpha
    return out


def _soft(area: Rect, step: int, r: float, lo: float, hi: float, colour: Colour, near: float, rim: float) -> Surface:
    """Return the soft fill of an arc over an area about its corner. There is one sample per `step` pixels each way,
    enlarged."""
    x, y = _axes(area, step)
    reach = np.sqrt(x * x + y * y)
    cover = np.clip(0.5 - _outside(x, y, reach, r, lo, hi) / step, 0, 1)
    small = _colour_surface(cover * (near + (rim - near) * np.minimum(reach / r, 1)), colour)
    return pygame.transform.smoothscale(small, (small.get_width() * step, small.get_height() * step))


@cached(64)
def _arc(
    r: int,
    lo: float,
    hi: float,
    colour: Colour,
    fill: tuple[float, float],
    edge: float,
    w: float,
    bands: tuple[int, ...],
) -> tuple[Surface, Corner]:
    """Return a whole arc about its corner, fill and rims. It takes 3 ms at a radius of 600 pixels."""
    area = reach_box(r, lo, hi)
    out = _soft(area, COARSE, r, lo, hi, colour, *fill)
    with layer(out) as sheet:
        _rims(sheet, (-area.x, -area.y), r, lo, hi, colour, edge, w, bands)
    return out, area.topleft


def _rims(
    dst: Surface,
    at: Place,
    r: float,
    lo: float,
    hi: float,
    colour: Colour,
    edge: float,
    w: float,
    bands: Sequence[float],
) -> None:
    """Draw the edge of an arc, and, fainter, the ends of bands inside it."""
    rims = [piece for band in bands for piece in pairwise(rim_points(at, band, lo, hi))]
    edges = list(pairwise(rim_points(at, r, lo, hi)))
    if hi - lo < 360:
        edges += [(at, polar(r, side, at)) for side in (lo, hi)]
    strokes(dst, rims, colour, w, edge * 0.75)
    strokes(dst, edges, colour, w, edge)


def _window(dst: Surface, at: Place, r: float, lo: float, hi: float, colour: Colour, near: float, rim: float) -> None:
    """Draw the visible fill of an arc much larger than the screen. It takes 3 ms on a board of 1200x800 pixels."""
    seen = dst.get_clip().clip(reach_box(r, lo, hi).move(round(at[0]), round(at[1])))
    if seen.w >= 2 * COARSE and seen.h >= 2 * COARSE:
        fill = _soft(seen.move(-round(at[0]), -round(at[1])), 2 * COARSE, r, lo, hi, colour, near, rim)
        dst.blit(fill, seen.topleft, (0, 0, *seen.size), special_flags=BLEND_PREMULTIPLIED)


def fire_arc(
    dst: Surface,
    at: Place,
    r: float,
    lo: float,
    hi: float,
    colour: Colour,
    near: float = 64,
    rim: float = 8,
    edge: float = 120,
    w: float = 1.3,
    bands: tuple[float, ...] = (),
) -> None:
    """Draw an arc. It is cached: 3 ms at radius 600 the first time, then 0.1 ms. Of a larger one the visible part is
    drawn.

     Radii are rounded to whole pixels, so a smooth zoom needs few pictures.
    """
    if r < 2:
        return
    if r > LARGEST:
        _window(dst, at, r, lo, hi, colour, near, rim)
        _rims(dst, at, r, lo, hi, colour, edge, w, bands)
        return
    turn = math.floor(lo / 360) * 360  # one picture for all equivalent names of a direction
    picture, corner = _arc(round(r), lo - turn, hi - turn, colour, (near, rim), edge, w, tuple(map(round, bands)))
    dst.blit(picture, (round(at[0]) + corner[0], round(at[1]) + corner[1]), special_flags=BLEND_PREMULTIPLIED)


def rim_points(at: Place, r: float, lo: float, hi: float) -> list[Place]:
    """Return points along a rim, so close that chords stay within a third of a pixel of it."""
    step = math.degrees(2 * math.acos(max(0.0, 1 - 0.33 / max(r, 1))))
    return arc_points(at, r, lo, hi, max(0.4, step))


@cached(64)
def glow(r: int, colour: Colour, strength: float = 110, power: float = 2.2) -> Surface:
    """Return a soft light of a radius in real pixels, to be stamped with `pygame.BLEND_RGB_ADD`."""
    x, y = _axes(Rect(-r, -r, 2 * r, 2 * r))
    light = strength * np.clip(1 - np.sqrt(x * x + y * y) / r, 0, 1) ** power
    out = Surface((2 * r, 2 * r))
    pixels = pygame.surfarray.pixels3d(out)
    for i in range(3):
        pixels[:, :, i] = light * (colour[i] / 255)
    del pixels
    return out
