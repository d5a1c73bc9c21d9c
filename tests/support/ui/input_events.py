"""Input events for tests of the window."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

import pygame
from pygame.event import Event

from game.ui.keys.bindings import Binding, Chord, chord_of
from game.ui.toolkit.focus import Focus
from game.ui.toolkit.text_field import TextField
from game.ui.toolkit.widgets import Widget

W = TypeVar("W", bound=Widget)


def key(code: int, mod: int = 0, letter: str = "") -> Event:
    return Event(pygame.KEYDOWN, key=code, mod=mod, unicode=letter)


def moved(x: float, y: float) -> Event:
    return Event(pygame.MOUSEMOTION, pos=(int(x), int(y)), rel=(0, 0), buttons=(0, 0, 0))


def click(target: Widget | Focus, x: float, y: float) -> None:
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        target.handle(Event(kind, button=1, pos=(int(x), int(y))))


def typed(field: TextField, string: str) -> None:
    for letter in string:
        field.handle(key(0, letter=letter))
        field.handle(Event(pygame.TEXTINPUT, text=letter))


def focused(widget: W) -> W:
    widget.focused = True
    return widget


def conflicts(bindings: Mapping[str, Binding]) -> list[tuple[str, str, str]]:
    """Return keys that are bound twice: the key and both actions."""
    seen: dict[Chord, str] = {}
    every = [(key, one.action) for one in bindings.values() for key in one.keys]
    first = [(key, seen.setdefault(chord_of(key), action), action) for key, action in every]
    return [one for one in first if one[1] != one[2]]
