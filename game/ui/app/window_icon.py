"""The icon of the window: a ship on the night, drawn as on the board."""

from __future__ import annotations

import pygame
from pygame import Rect, Surface

from game.ui.render.hulls import hull_of, sprite
from game.ui.render.shapes import box, stamp
from game.ui.render.theme import theme

SIZE = 64  # pixels
GLYPH = "needle-heavy-cruiser"


def window_icon() -> Surface:
    """Return a ship on a dark plate, bow to the upper right."""
    icon, p = Surface((SIZE, SIZE), pygame.SRCALPHA), theme.palette
    box(icon, Rect(2, 2, SIZE - 4, SIZE - 4), p.panel, 12 / theme.scale, 255, p.azure, 2 / theme.scale)
    stamp(icon, sprite(GLYPH, 45, p.azure, 0.42 * SIZE / (hull_of(GLYPH).reach * theme.scale)), (SIZE / 2, SIZE / 2))
    return icon
