"""The player's settings in force: scale, palette, sound, speed of animation; no part of the rules.

Everything reads the one instance `preferences`; `preferences.change(speed=2)` applies a choice and saves it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pygame

from game.core.names import whole_percent as percent
from game.formats.atomic_file import CannotSave
from game.formats.user_folders import Settings, read_settings, write_settings
from game.ui.render.theme import LEAST, MOST, NIGHT, PALETTES, theme

# design pixels in which every page fits; larger scales are limited to keep this room
LEAST_PAGE = (800, 500)
USUAL_PAGE = (1280, 800)  # design pixels a window keeps if no scale was chosen
DESIGN, STEP = (1920, 1080), 0.25  # a display of this size is drawn at 100 %, larger ones in steps of 25 %
STILL = 10.0  # the speed that turns animation off


class Preferences:
    """The settings in force. `trouble` is a sentence if they could not be read or saved. `keeps` is true if they are
    saved."""

    def __init__(self) -> None:
        self.settings = Settings()
        self.trouble = ""
        self.keeps = False
        self._noted = False  # true while noted values are not written yet
        self.window = DESIGN  # real pixels of the window, as last set
        self.listeners: list[Callable[[], None]] = []

    def load(self) -> None:
        """Load the settings from the player's folder, and save every later change there."""
        self.settings, self.trouble = read_settings()
        self.keeps = True
        self._apply()

    def change(self, **chosen: object) -> None:
        """Apply choices and save them. A disk error is put into `trouble`."""
        self.settings = self.settings.model_copy(update=chosen)
        self._apply()
        self._noted = self.keeps
        self.settle()

    def note(self, **found: object) -> None:
        """Note values for the next run, to be written by `settle`. Ignored if settings are not saved."""
        if self.keeps:
            self.settings = self.settings.model_copy(update=found)
            self._noted = True

    def settle(self) -> None:
        """Write the noted values."""
        if not self._noted:
            return
        self._noted = False
        try:
            write_settings(self.settings)
            self.trouble = ""
        except CannotSave as why:
            self.trouble = f"The settings could not be kept: {why}"

    @contextmanager
    def instead(self, settings: Settings) -> Iterator[None]:
        """Use other settings within this context, which are not saved, then restore the player's."""
        before = dict(vars(self))
        self.settings, self.keeps, self.listeners, self._noted = settings, False, [], False
        look = theme.scale, theme.seated, theme.backdrop
        try:
            yield
        finally:
            vars(self).update(before)
            theme.scale, theme.seated, theme.backdrop = look

    def hold(self, size: tuple[int, int]) -> None:
        """Set the scale for a window of the given size in real pixels. It is the wanted scale, or the largest at which
        the pages fit."""
        self.window = size
        theme.scale = min(self.scale, max(LEAST, min(size[0] / LEAST_PAGE[0], size[1] / LEAST_PAGE[1])))

    @property
    def held(self) -> str:
        """A sentence while the window is too small for the chosen scale, else empty."""
        if self.scale <= theme.scale + 0.005:
            return ""
        return f"This window has room for {percent(theme.scale)} only; {percent(self.scale)} wants a larger one."

    def _apply(self) -> None:
        theme.palette = PALETTES.get(self.settings.palette, NIGHT)
        for listener in self.listeners:
            listener()

    @property
    def scale(self) -> float:
        """The wanted scale: the chosen one, or that of the display."""
        return self.settings.scale or usual(self.window)

    @property
    def speed(self) -> float:
        """The factor on the usual speed of animation."""
        return self.settings.speed

    @property
    def animated(self) -> bool:
        """Return whether anything is animated: movement, fire, panels."""
        return self.settings.speed < STILL

    @property
    def effects(self) -> bool:
        """Return whether strikes, losses, drives and wakes are shown."""
        return self.settings.effects and self.animated

    @property
    def tumbling(self) -> bool:
        """Return whether dice roll before they come to rest."""
        return self.settings.tumbling and self.animated


def usual(window: tuple[int, int], display: tuple[int, int] | None = None) -> float:
    """Return the default scale for sizes in real pixels. It is that of the display (3840 x 2160: 2), if the window has
    room for a usual page. Without `display`, the display with the window is used; a window is never larger than its
    display."""
    display = display or desktop()
    large = min(max(window[0], display[0]) / DESIGN[0], max(window[1], display[1]) / DESIGN[1])
    room = min(window[0] / USUAL_PAGE[0], window[1] / USUAL_PAGE[1])
    return min(MOST, max(1.0, STEP * math.floor(min(large, room) / STEP + 1e-9)))


def desktop() -> tuple[int, int]:
    """Return the size of the first display in real pixels; (0, 0) if there is none."""
    if not pygame.display.get_init() or pygame.display.get_driver() in ("dummy", "offscreen"):
        return 0, 0
    return next(iter(pygame.display.get_desktop_sizes()), (0, 0))


preferences = Preferences()
