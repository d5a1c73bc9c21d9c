"""The player's settings in force: scale, palette, sound, speed of the pictures; no part of the rules.

`chosen` is the one set of choices everything reads; `chosen.change(speed=2)` takes a choice, puts it in force and keeps
it.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import pygame

from game.formats.atomic_file import CannotSave
from game.formats.user_folders import Settings, read_settings, write_settings
from game.ui.render.text import percent
from game.ui.render.theme import LEAST, MOST, NIGHT, PALETTES, theme

# design pixels every page has room on; a larger scale than the window holds is held back to this
LEAST_PAGE = (800, 500)
USUAL_PAGE = (1280, 800)  # design pixels a window keeps where nobody chose a scale
DESIGN, STEP = (1920, 1080), 0.25  # a display of this size is drawn at 100 %, and larger ones in steps of a quarter
STILL = 10.0  # the speed that means: no moving pictures at all


class Preferences:
    """The settings in force. `trouble` is a sentence where they could not be read or kept; `keeps` whether they are
    written."""

    def __init__(self) -> None:
        self.settings = Settings()
        self.trouble = ""
        self.keeps = False
        self._noted = False  # something is to be remembered that is not written yet
        self.window = DESIGN  # real pixels of the window as it was last held
        self.listeners: list[Callable[[], None]] = []

    def load(self) -> None:
        """Take the settings from the player's folder and keep every change there from now on."""
        self.settings, self.trouble = read_settings()
        self.keeps = True
        self._apply()

    def change(self, **chosen: object) -> None:
        """Take choices, put them in force and write them down; a disk that refuses is said in `trouble`."""
        self.settings = self.settings.model_copy(update=chosen)
        self._apply()
        self._noted = self.keeps
        self.settle()

    def note(self, **found: object) -> None:
        """Remember for the next run how things are left; written by `settle`. Where nothing is kept, nothing is
        remembered."""
        if self.keeps:
            self.settings = self.settings.model_copy(update=found)
            self._noted = True

    def settle(self) -> None:
        """Write down what has been noted."""
        if not self._noted:
            return
        self._noted = False
        try:
            write_settings(self.settings)
            self.trouble = ""
        except CannotSave as why:
            self.trouble = f"The settings could not be kept: {why}"

    def hold(self, size: tuple[int, int]) -> None:
        """Set the scale for a window of that size in real pixels: the one wanted, or the largest its pages have room
        for."""
        self.window = size
        theme.scale = min(self.scale, max(LEAST, min(size[0] / LEAST_PAGE[0], size[1] / LEAST_PAGE[1])))

    @property
    def held(self) -> str:
        """A sentence while the window has no room for the scale that was chosen; empty where it has."""
        if self.scale <= theme.scale + 0.005:
            return ""
        return f"This window has room for {percent(theme.scale)} only; {percent(self.scale)} wants a larger one."

    def _apply(self) -> None:
        theme.palette = PALETTES.get(self.settings.palette, NIGHT)
        for listener in self.listeners:
            listener()

    @property
    def scale(self) -> float:
        """The scale wanted: the one chosen, or that of the display."""
        return self.settings.scale or usual(self.window)

    @property
    def speed(self) -> float:
        """How much faster than usual pictures move."""
        return self.settings.speed

    @property
    def animated(self) -> bool:
        """Whether anything moves at all: movement, fire, panels."""
        return self.settings.speed < STILL

    @property
    def tumbling(self) -> bool:
        """Whether dice roll before they lie."""
        return self.settings.tumbling and self.animated


def usual(window: tuple[int, int], display: tuple[int, int] | None = None) -> float:
    """Return the scale where none was chosen, for sizes in real pixels: as large as the display asks (3840 x 2160: 2),
    while the window keeps the room of a usual page. Without `display`, that on which the window stands; a window is
    never larger than its own."""
    display = display or desktop()
    large = min(max(window[0], display[0]) / DESIGN[0], max(window[1], display[1]) / DESIGN[1])
    room = min(window[0] / USUAL_PAGE[0], window[1] / USUAL_PAGE[1])
    return min(MOST, max(1.0, STEP * math.floor(min(large, room) / STEP + 1e-9)))


def desktop() -> tuple[int, int]:
    """Return the size of the first display in real pixels; nothing where there is none to look at."""
    if not pygame.display.get_init() or pygame.display.get_driver() in ("dummy", "offscreen"):
        return 0, 0
    return next(iter(pygame.display.get_desktop_sizes()), (0, 0))


chosen = Preferences()
