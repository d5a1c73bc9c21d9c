"""Find out whether a window can be opened on this machine, before any other part of the screens is loaded."""

from __future__ import annotations

import os

import pygame


def display_opens() -> bool:
    """Start the display, and return whether it works. DISPLAY may be set although no server answers."""
    try:
        pygame.display.init()
    except pygame.error:
        return False
    return pygame.display.get_driver() not in ("dummy", "offscreen") or bool(os.environ.get("SDL_VIDEODRIVER"))
