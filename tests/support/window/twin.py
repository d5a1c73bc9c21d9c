"""Pages of the program in a real window and at screens of our own, given the very same keys and clicks: both show the
same.

The two have homes of their own with the same files in them, for a battle that is open in one program is closed to
another.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import pygame
from pygame import Surface
from pygame.event import Event

from game.formats.user_folders import Settings
from game.ui.app.program import Program
from game.ui.app.window import App
from game.ui.host.preferences import STILL, preferences
from game.ui.render.theme import NIGHT, theme
from tests.support.window.real_input import PARKED, Hand, until

NAMES = {"Escape": pygame.K_ESCAPE, "Return": pygame.K_RETURN, "F8": pygame.K_F8, "Down": pygame.K_DOWN}
SETTLES = 400  # ticks of a tenth of a second in which every page has come to rest


def settings(size: tuple[int, int]) -> str:
    """Return the settings of a window of a size in which nothing moves by itself."""
    return f"version: 1\nspeed: {STILL}\nscale: 1.0\nwindow: {list(size)}\n"


class Twin:
    """The window of `hand` and our own program, which begins at the menu as the window does."""

    def __init__(self, hand: Hand) -> None:
        preferences.settings = Settings(speed=STILL, scale=1.0)
        theme.palette, theme.scale = NIGHT, 1.0
        pygame.display.init()
        self.hand, self.app, self.frame = hand, App(Program().menu()), Surface(hand.size)
        self.rest()

    @property
    def top(self) -> Any:
        """The page that lies on top."""
        return self.app.top

    def rest(self) -> None:
        """Let our own page come to rest, and draw it."""
        self.app.draw(self.frame)
        for _ in range(SETTLES):
            if not self.top.moving:
                break
            self.app.take(self.top.tick(0.1))
            self.app.draw(self.frame)
        self.app.draw(self.frame)

    def key(self, name: str, *shown: str) -> None:
        """Press a key in both; `shown` are widgets that stand in the window then, as they stand on our own page."""
        self.hand.key(name)
        key = NAMES.get(name) or pygame.key.key_code(name)
        for kind in (pygame.KEYDOWN, pygame.KEYUP):
            self.app.give(Event(kind, key=key, mod=0, unicode=""))
        self.rest()
        self.alike(*shown)

    def click(self, name: str, *shown: str) -> None:
        """Click on a widget in both."""
        at = self._widget(name).rect.center
        self.hand.click(at)
        self.app.give(Event(pygame.MOUSEMOTION, pos=at, rel=(1, 1), buttons=(0, 0, 0)))
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            self.app.give(Event(kind, pos=at, button=1))
        self.app.give(Event(pygame.MOUSEMOTION, pos=PARKED, rel=(1, 1), buttons=(0, 0, 0)))
        self.rest()
        self.alike(*shown)

    def alike(self, *names: str) -> None:
        """Wait until the window shows these widgets as our own page does."""
        for name in names:
            until(partial(self.hand.eye.sees, self.frame, self._widget(name).rect), f"“{name}” alike")

    def _widget(self, name: str) -> Any:
        return next(one for one in self.top.focus.widgets if one.name == name)
