"""Backgrounds of the pages: the night sky with its compass rose behind the menu, and the cloth of the curtain."""

from __future__ import annotations

import math
import random

import numpy as np
import pygame
from pygame import BLEND_RGB_ADD, Surface

from game.board.geometry import degrees
from game.ui.render.arcs import glow
from game.ui.render.lines import circle, layer, strokes
from game.ui.render.shapes import gradient, polar, stamp
from game.ui.render.theme import Colour, cached, theme

NIGHT_TOP, NIGHT_FOOT, MESH = (9, 15, 25), (4, 7, 13), (11, 19, 30)
BLUE = (40, 96, 150)
TABLE_TOP, TABLE_FOOT, TABLE_MESH, STAR = (10, 17, 28), (5, 9, 16), (15, 25, 39), (60, 66, 80)


@cached(2)
def veil(size: tuple[int, int]) -> Surface:
    """Return the veil that dims a screen behind a plate."""
    out = Surface(size, pygame.SRCALPHA)
    out.fill((2, 4, 8, 190))
    return out


@cached(2)
def quiet(size: tuple[int, int]) -> Surface:
    """Return the ground of a page of text: squares of 96 design pixels."""
    wide, high = size
    sky = gradient(wide, high, NIGHT_TOP, NIGHT_FOOT).copy()
    mesh = theme.px(96)
    for k in range(0, wide, mesh):
        pygame.draw.line(sky, MESH, (k, 0), (k, high))
    for k in range(-theme.px(8) % mesh, high, mesh):
        pygame.draw.line(sky, MESH, (0, k), (wide, k))
    return sky


@cached(4)
def unlit_night(size: tuple[int, int], x: int, y: int) -> Surface:
    """Return the ground of the menu without its lamp: the compass rose about a place in real pixels."""
    sky = quiet(size).copy()
    _rose(sky, (x, y))
    return sky


@cached(4)
def night(size: tuple[int, int], x: int, y: int) -> Surface:
    """Return the ground of the menu: the rose under a lamp."""
    sky = unlit_night(size, x, y).copy()
    light = min(420, theme.px(420))
    lamp = glow(light, BLUE, 40, 1.6)
    if light < theme.px(420):
        lamp = pygame.transform.smoothscale(lamp, (2 * theme.px(420), 2 * theme.px(420)))
    stamp(sky, lamp, (x, y), BLEND_RGB_ADD)
    return sky


def _rose(sky: Surface, at: tuple[int, int]) -> None:
    """Draw three rings, a tick every five degrees and the lines of the courses."""
    azure, px, courses = theme.palette.azure, theme.px, [degrees(course, None) for course in range(1, 13)]
    with layer(sky) as sheet:
        for r, alpha in ((470, 46), (330, 40), (190, 46)):
            circle(sheet, at, px(r), azure, 1.2, alpha)
        spokes = [(polar(px(190), turn, at), polar(px(440), turn, at)) for turn in courses]
        long = [(polar(px(470), turn, at), polar(px(452), turn, at)) for turn in courses]
        short = [
            (polar(px(470), turn, at), polar(px(463), turn, at)) for turn in range(0, 360, 5) if turn not in courses
        ]
        strokes(sheet, spokes, azure, 1, 24)
        strokes(sheet, long, azure, 1.2, 90)
        strokes(sheet, short, azure, 1.2, 46)


def empty_table(size: tuple[int, int]) -> Surface:
    """Return the ground of a small picture of a table, size in real pixels: squares under stars."""
    out = gradient(*size, TABLE_TOP, TABLE_FOOT).copy()
    squares(out)
    stars(out)
    return out


def squares(out: Surface) -> None:
    """Draw the grid of a small picture of an open table, 22 design pixels wide."""
    (wide, high), step, thick = out.get_size(), max(4, theme.px(22)), max(1, theme.px(1))
    for x in range(0, wide, step):
        out.fill(TABLE_MESH, (x, 0, thick, high))
    for y in range(high % step // 2, high, step):
        out.fill(TABLE_MESH, (0, y, wide, thick))


def stars(out: Surface) -> None:
    """Draw forty stars, in the same places in all pictures of a width."""
    wide, high = out.get_size()
    dice = random.Random(wide)
    for _ in range(40):
        out.set_at((dice.randrange(max(1, wide)), dice.randrange(max(1, high))), STAR)


@cached(6)
def cloth(size: tuple[int, int], fold: int, dark: Colour, light: Colour, foot: float) -> Surface:
    """Return cloth in soft folds, `fold` real pixels apart. It darkens to the share `foot` of its light."""
    wide, high = size
    folds = np.abs(np.sin(np.arange(wide) * math.pi / max(1, fold))) ** 0.6
    fall = np.linspace(1.0, foot, high)
    out = Surface(size)
    pixels = pygame.surfarray.pixels3d(out)
    for i in range(3):
        pixels[:, :, i] = (dark[i] + (light[i] - dark[i]) * folds)[:, None] * fall[None, :]
    del pixels
    return out


@cached(6)
def shade(wide: int, high: int) -> Surface:
    """Return the shadow of a hanging cloth on the board at its right. It is dark at the cloth's edge, and gone after
    `wide` real pixels."""
    out = Surface((wide, high), pygame.SRCALPHA)
    for k in range(wide):
        pygame.draw.line(out, (0, 0, 0, round(150 * (1 - k / wide) ** 2)), (k, 0), (k, high))
    return out
