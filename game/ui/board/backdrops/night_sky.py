"""The night sky under the map: a dark gradient, faint clouds and stars; decides nothing."""

from __future__ import annotations

import random

import numpy as np
import pygame
from pygame import BLEND_RGB_ADD, Surface

from game.board.look import Look
from game.ui.board.model.camera import Camera
from game.ui.render.shapes import gradient
from game.ui.render.theme import Colour, cached, theme

STARS = (24, 30, 40, 58, 92)
DRIFT = 6.0  # pixels the stars move for a MU of panning: they are far away


def draw_sky(dst: Surface, camera: Camera, look: Look) -> None:
    """Clouds that stay, and stars that move a little as the table is moved."""
    r, dot = camera.rect, max(1, theme.px(1))
    dst.blit(sky(r.w, r.h, look), r.topleft)
    dx, dy = round(camera.centre[0] * DRIFT), round(camera.centre[1] * DRIFT)
    for x, y, colour in _stars(r.w, r.h):
        dst.fill(colour, (r.x + (x - dx) % r.w, r.y + (y + dy) % r.h, dot, dot))


@cached(3)
def sky(wide: int, high: int, look: Look) -> Surface:
    """The dark and its faint clouds, the same for every table; 60 ms on a board of 1200x800."""
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
