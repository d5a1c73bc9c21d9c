"""Demonstrations on a screen, for tests: opened by name, stepped by keys and pointer."""

from __future__ import annotations

import pygame
from pygame import Surface
from pygame.event import Event

from game.battle.loader import set_up
from game.demonstrations.catalogue import exhibits, found
from game.demonstrations.demonstration import Demonstration
from game.ui.demonstration.screen import DemonstrationScreen

ALL = exhibits()
FEW = [one for one in ALL if one.name in ("threshold_check", "turning", "asteroid", "fire_control", "initiative")]


def screen_of(name: str, **named: object) -> DemonstrationScreen:
    """Return a demonstration on the screen, standing still."""
    named = {"place": (3, 33), "playing": False, **named}
    return DemonstrationScreen(Demonstration(set_up(found(name))), **named)  # type: ignore[arg-type]


def settled(screen: DemonstrationScreen, size: tuple[int, int] = (1280, 800)) -> Surface:
    """Return the screen drawn until its camera is at rest."""
    window = Surface(size)
    screen.draw(window)
    for _ in range(60):
        if not screen.moving:
            break
        screen.tick(0.05)
        screen.draw(window)
    return window


def press(screen: DemonstrationScreen, key: int, mod: int = 0) -> object:
    """Return a key, pressed and let go."""
    return screen.handle(Event(pygame.KEYDOWN, key=key, mod=mod, unicode=""))


def click(screen: DemonstrationScreen, at: tuple[int, int]) -> object:
    """Move the pointer there and click."""
    screen.handle(Event(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(0, 0, 0)))
    screen.handle(Event(pygame.MOUSEBUTTONDOWN, pos=at, button=1))
    return screen.handle(Event(pygame.MOUSEBUTTONUP, pos=at, button=1))


def place_of(screen: DemonstrationScreen, name: str) -> tuple[int, int]:
    """Return the middle of a widget."""
    screen.draw(Surface((1280, 800)))
    x, y = next(w for w in screen.focus.widgets if w.name == name).rect.center
    return x, y
