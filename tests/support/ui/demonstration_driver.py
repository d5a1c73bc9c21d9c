"""Drive the demonstration screen in tests: open by name, step by keys and pointer."""

from __future__ import annotations

import pygame
from pygame import Surface
from pygame.event import Event

from game.battle.loader import load_start
from game.demonstrations.catalogue import exhibits, find_demonstration
from game.demonstrations.demonstration import Demonstration
from game.ui.demonstration.screen import DemonstrationScreen

ALL = exhibits()
FEW = [one for one in ALL if one.name in ("threshold_check", "turning", "asteroid", "fire_control", "initiative")]


def screen_of(name: str, **named: object) -> DemonstrationScreen:
    """Return the screen of a demonstration, paused."""
    named = {"place": (3, 33), "playing": False, **named}
    return DemonstrationScreen(Demonstration(load_start(find_demonstration(name))), **named)  # type: ignore[arg-type]


def settled(screen: DemonstrationScreen, size: tuple[int, int] = (1280, 800)) -> Surface:
    """Draw the screen until the camera is at rest, and return the picture."""
    window = Surface(size)
    screen.draw(window)
    for _ in range(60):
        if not screen.moving:
            break
        screen.tick(0.05)
        screen.draw(window)
    return window


def press(screen: DemonstrationScreen, key: int, mod: int = 0) -> object:
    """Press and release a key, and return the answer of the screen."""
    return screen.handle(Event(pygame.KEYDOWN, key=key, mod=mod, unicode=""))


def click(screen: DemonstrationScreen, at: tuple[int, int]) -> object:
    """Move the pointer there and click."""
    screen.handle(Event(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(0, 0, 0)))
    screen.handle(Event(pygame.MOUSEBUTTONDOWN, pos=at, button=1))
    return screen.handle(Event(pygame.MOUSEBUTTONUP, pos=at, button=1))


def place_of(screen: DemonstrationScreen, name: str) -> tuple[int, int]:
    """Return the centre of a widget in pixels."""
    screen.draw(Surface((1280, 800)))
    x, y = next(w for w in screen.focus.widgets if w.name == name).rect.center
    return x, y
