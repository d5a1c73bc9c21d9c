"""The planet beyond an edge of a board of hexes; no part of the rules."""

from __future__ import annotations

import math

import pygame
from pygame import Rect, Surface

from game.board.boards import HexBoard
from game.ui.board.layers.bodies import TINTS
from game.ui.board.model.camera import Camera
from game.ui.render.shapes import Place
from game.ui.render.text import caps, caps_width
from game.ui.render.theme import mix, theme

FLAT = 2.6  # radius of the planet in lengths of the edge: large enough to look far away, small enough to look round
AWAY = 7  # design pixels between the outermost hexes and its rim
AIR, DUSK = 6, 46  # design pixels of the air round it, and of its lit rim
SIDES = {"top": (0, -1), "right": (1, 0), "bottom": (0, 1), "left": (-1, 0)}  # sides of the board, on the screen


def limb(dst: Surface, camera: Camera) -> None:
    """Draw the planet of a board, if it has one, beyond its edge."""
    board = camera.board
    if not isinstance(board, HexBoard) or board.planet not in SIDES:
        return
    west, south, wide, high = camera.extent
    (x0, y0), (x1, y1) = camera.xy((west, south + high)), camera.xy((west + wide, south))
    table = Rect(math.floor(x0), math.floor(y0), math.ceil(x1 - x0), math.ceil(y1 - y0))
    clip, beyond, (dx, dy) = dst.get_clip(), dst.get_clip(), SIDES[board.planet]
    if dy:
        beyond.y = table.bottom if dy > 0 else table.top - beyond.h
    else:
        beyond.x = table.right if dx > 0 else table.left - beyond.w
    if not clip.colliderect(beyond):
        return
    px = theme.px
    radius = FLAT * (table.w if dy else table.h)
    rim = table.centerx + dx * (table.w / 2 + px(AWAY)), table.centery + dy * (table.h / 2 + px(AWAY))
    middle = rim[0] + dx * radius, rim[1] + dy * radius
    dst.set_clip(clip.clip(beyond))
    _disc(dst, middle, radius)
    dst.set_clip(clip)
    high = px(26)
    at = rim[0] + dx * (high + caps_width("Planet", 14) / 2), rim[1] + dy * high
    caps(dst, "Planet", at, mix(TINTS[0][3], theme.palette.white, 0.2), "center", 14)


def _disc(dst: Surface, middle: Place, radius: float) -> None:
    """Draw air, a lit rim, and the dark side, ring by ring from outside."""
    px, land, air, space = theme.px, TINTS[0][0], TINTS[0][3], theme.palette.space
    rings = [(px(AIR) * (1 - n / 6), mix(space, air, 0.4 * n / 6)) for n in range(6)]
    rings += [(-px(DUSK) * n / 16, mix(mix(land, air, 0.3), space, 0.1 + 0.8 * n / 16)) for n in range(17)]
    for more, colour in rings:
        pygame.draw.aacircle(dst, colour, middle, radius + more)
