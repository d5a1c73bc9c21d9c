"""The sea under the map: water in two tones, and a few wave lines; decides nothing."""

from __future__ import annotations

import math
import random

import numpy as np
import pygame
from pygame import Surface

from game.board.look import Look
from game.ui.board.model.camera import Camera
from game.ui.render.lines import polyline
from game.ui.render.theme import cached, mix, theme

TILE = 512  # design pixels after which the sea repeats itself
WAVES = 26  # groups of wave lines in a tile
# crests across and down a tile of what makes the two tones of the water
SWELL = ((1, 2), (2, -1), (3, 1), (-1, 3), (4, -3), (2, 5))


def draw_sea(dst: Surface, camera: Camera, look: Look) -> None:
    """One tile of water side by side; it moves as the table is moved under the window."""
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
    """A square of water whose edges fit each other: two tones that run into each other, and a few wave lines."""
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
            line = [(x + row * 7 * k + n * long / 8, y + row * 6 * k - math.sin(n * math.pi / 4) * 2 * k) for n in range(17)]
            for dx in (0, -side):
                for dy in (0, -side):
                    polyline(out, [(a + dx, b + dy) for a, b in line], crest, 1.2, 150)
    return out
