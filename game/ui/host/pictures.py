"""Pictures of screens that are not shown.

Each screen is made in a window of the usual size, and dropped when it has been drawn. None of the player's files is
read or written: the screen has an empty folder for its files, and settings of its own.
"""

from __future__ import annotations

from collections.abc import Callable

import pygame
from pygame import Surface

from game.formats.user_folders import Settings, empty_home
from game.ui.host.preferences import STILL, USUAL_PAGE, preferences
from game.ui.host.screen import Screen
from game.ui.host.sound import sounds
from game.ui.render.theme import MOST, theme

FRAMES = 40  # most frames drawn until a screen comes to rest
STEP = 0.1  # seconds between two frames
_kept: dict[tuple[str, int, str, float], Surface] = {}
KEPT = 12  # most pictures kept, of some 1 MB each


def high(wide: int) -> int:
    """Return the height of a picture of this width, in real pixels."""
    return round(wide * USUAL_PAGE[1] / USUAL_PAGE[0])


def kept_picture(name: str, wide: int) -> Surface | None:
    """Return the picture of a screen if it has been drawn at this size, scale and palette."""
    return _kept.get((name, wide, theme.palette.name, theme.scale))


def draw_now(name: str, wide: int, make: Callable[[str], Screen]) -> None:
    """Draw the picture of a screen, which may take a second. Raises OSError if no temporary folder can be made."""
    key = name, wide, theme.palette.name, theme.scale
    picture = picture_of(lambda: make(name), wide)
    while len(_kept) >= KEPT:
        del _kept[next(iter(_kept))]
    _kept[key] = picture


def picture_of(make: Callable[[], Screen], wide: int) -> Surface:
    """Return a picture of a screen, `wide` real pixels wide."""
    scale = min(MOST, max(1.0, wide / USUAL_PAGE[0]))
    size = round(USUAL_PAGE[0] * scale), round(USUAL_PAGE[1] * scale)
    loud, sounds.audible = sounds.audible, False
    settings = Settings(scale=scale, palette=preferences.settings.palette, speed=STILL, tumbling=False)
    try:
        with empty_home(), preferences.instead(settings):
            preferences.hold(size)
            window = at_rest(make())
    finally:
        sounds.audible = loud
    return pygame.transform.smoothscale(window, (wide, high(wide)))


def at_rest(screen: Screen) -> Surface:
    """Draw a screen until nothing in it moves, and return its last frame."""
    window = Surface(preferences.window)
    for _ in range(FRAMES):
        screen.draw(window)
        if not screen.moving:
            break
        screen.tick(STEP)
    screen.draw(window)
    return window
