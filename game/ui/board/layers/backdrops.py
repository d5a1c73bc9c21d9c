"""The picture under the map, painted by the look of the board: night sky or sea; no part of the rules."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

import numpy as np
import pygame
from pygame import BLEND_RGB_ADD, Surface

from game.board.look import Look
from game.ui.board.model.camera import Camera
from game.ui.render.lines import polyline
from game.ui.render.shapes import gradient
from game.ui.render.theme import Colour, cached, mix, theme

TILE = 512  # design pixels after which the sea repeats
WAVES = 26  # groups of wave lines in a tile
# crests across and down a tile, which make the two tones of the water
SWELL = ((1, 2), (2, -1), (3, 1), (-1, 3), (4, -3), (2, 5))


def draw_sea(dst: Surface, camera: Camera, look: Look) -> None:
    """Draw the sea as tiles, which move with the table."""
    r, tile = camera.rect, water(theme.px(TILE), look)
    side, clip = tile.get_width(), dst.get_clip()
    dst.set_clip(r.clip(clip))
    left = r.x - round(camera.centre[0] * camera.scale) % side
    top = r.y - round(-camera.centre[1] * camera.scale) % side
    for x in range(left, r.right, side):
        for y in range(top, r.bottom, side):
            dst.blit(tile, (x, y))
    dst.set_clip(clip)


@cached(3)
def water(side: int, look: Look) -> Surface:
    """Return a square tile of water with matching edges: two blended tones, and a few wave lines."""
    dice, out = random.Random(7), Surface((side, side))
    turn = np.arange(side, dtype=np.float32) * (2 * math.pi / side)
    height = sum(np.sin(a * turn[:, None] + b * turn[None, :] + dice.uniform(0, 6.3)) for a, b in SWELL)
    share = np.clip(0.5 + 0.22 * np.asarray(height), 0, 1)[:, :, None]
    pixels = np.array(look.upper) * share + np.array(look.lower) * (1 - share)
    pygame.surfarray.blit_array(out, (pixels + 0.5).astype(np.uint8))
    crest, k = mix(look.upper, (210, 232, 240), 0.16), theme.scale
    for _ in range(WAVES):
        x, y, long = dice.uniform(0, side), dice.uniform(0, side), dice.uniform(9, 16) * k
        for row in range(dice.choice((1, 2, 2))):
            line = [
                (x + row * 7 * k + n * long / 8, y + row * 6 * k - math.sin(n * math.pi / 4) * 2 * k) for n in range(17)
            ]
            for dx in (0, -side):
                for dy in (0, -side):
                    polyline(out, [(a + dx, b + dy) for a, b in line], crest, 1.2, 150)
    return out


STARS = (24, 30, 40, 58, 92)
DRIFT = 6.0  # pixels by which stars move for a MU of panning: few, because they are far away


def draw_sky(dst: Surface, camera: Camera, look: Look) -> None:
    """Draw fixed clouds, and stars that move a little with the table."""
    r, dot = camera.rect, max(1, theme.px(1))
    dst.blit(sky(r.w, r.h, look), r.topleft)
    dx, dy = round(camera.centre[0] * DRIFT), round(camera.centre[1] * DRIFT)
    for x, y, colour in _stars(r.w, r.h):
        dst.fill(colour, (r.x + (x - dx) % r.w, r.y + (y + dy) % r.h, dot, dot))


@cached(3)
def sky(wide: int, high: int, look: Look) -> Surface:
    """Return the dark sky with its faint clouds, the same for every table. It takes 60 ms on a board of 1200x800
    pixels."""
    out = Surface((max(1, wide), max(1, high)))
    out.blit(gradient(*out.get_size(), look.upper, look.lower), (0, 0))
    noise = np.random.default_rng(11).random((40, 26))
    cloud = Surface((40, 26))
    pixels = pygame.surfarray.pixels3d(cloud)
    for i, (power, strength) in enumerate(((5, 8), (4, 17), (3, 32))):
        pixels[:, :, i] = noise**power * strength
    del pixels
    small = pygame.transform.smoothscale(cloud, (max(1, wide // 4), max(1, high // 4)))
    small = pygame.transform.box_blur(small, 12)
    out.blit(pygame.transform.smoothscale(small, out.get_size()), (0, 0), special_flags=BLEND_RGB_ADD)
    return out


@cached(3)
def _stars(wide: int, high: int) -> tuple[tuple[int, int, Colour], ...]:
    dice, found = random.Random(11), []
    for _ in range(wide * high // 5200):
        b = dice.choice(STARS)
        found.append((dice.randrange(wide), dice.randrange(high), (b, b + 4, b + 14)))
    return tuple(found)


PAINTERS: dict[str, Callable[[Surface, Camera, Look], None]] = {"sky": draw_sky, "sea": draw_sea}


def draw_backdrop(dst: Surface, camera: Camera) -> None:
    """Paint the whole of the camera's rect; a backdrop without a painter is a plain gradient."""
    look = camera.board.look
    PAINTERS.get(look.backdrop, _plain)(dst, camera, look)


def _plain(dst: Surface, camera: Camera, look: Look) -> None:
    dst.blit(gradient(max(1, camera.rect.w), max(1, camera.rect.h), look.upper, look.lower), camera.rect.topleft)
