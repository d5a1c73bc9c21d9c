"""What the player has chosen for the program, in force: scale, palette, sound, speed of the pictures; no part of the rules.

`chosen` is the one set of choices everything reads; `chosen.change(speed=2)` takes a choice, puts it in force and keeps it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from game.core.disk import CannotSave
from game.core.folders import Settings, read_settings, write_settings
from game.ui.theme import NIGHT, PALETTES, theme

LEAST_PAGE = (800, 500)  # design pixels every page has room on; a larger scale than the window holds is held back to this
STILL = 10.0  # the speed that means: no moving pictures at all


class Preferences:
    """The settings in force. `trouble` is a sentence where they could not be read or kept; `keeps` whether they are written."""

    def __init__(self) -> None:
        self.settings = Settings()
        self.trouble = ""
        self.keeps = False
        self.listeners: list[Callable[[], None]] = []

    def load(self) -> None:
        """Take the settings from the player's folder and keep every change there from now on."""
        self.settings, self.trouble = read_settings()
        self.keeps = True
        self._apply()

    def change(self, **chosen: Any) -> None:
        """Take choices, put them in force and write them down; a disk that refuses is said in `trouble`."""
        self.settings = self.settings.model_copy(update=chosen)
        self._apply()
        if self.keeps:
            try:
                write_settings(self.settings)
                self.trouble = ""
            except CannotSave as why:
                self.trouble = f"The settings could not be kept: {why}"

    def hold(self, size: tuple[int, int]) -> None:
        """The scale for a window of that size in real pixels: the one wanted, or the largest its pages have room for."""
        most = min(size[0] / LEAST_PAGE[0], size[1] / LEAST_PAGE[1])
        theme.scale = min(self.scale, max(0.75, most))

    def _apply(self) -> None:
        theme.palette = PALETTES.get(self.settings.palette, NIGHT)
        for listener in self.listeners:
            listener()

    @property
    def scale(self) -> float:
        """The scale wanted, 1 where none was chosen."""
        return self.settings.scale or 1.0

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


chosen = Preferences()
