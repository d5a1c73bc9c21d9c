"""A layer of the board that is kept as a picture until something in it changes."""

from __future__ import annotations

import pygame
from pygame import Rect, Surface


class Layer:
    """One kept picture of the board and what it was made from."""

    def __init__(self, clear: bool = False) -> None:
        self.key: tuple[object, ...] = ()
        self.surface: Surface | None = None
        self._flags = pygame.SRCALPHA if clear else 0

    def fresh(self, key: tuple[object, ...]) -> bool:
        """Whether the picture still shows these parts (compared by identity, then by value)."""
        return self.surface is not None and len(key) == len(self.key) and all(a is b or a == b for a, b in zip(key, self.key))

    def begin(self, size: tuple[int, int], view: Rect, below: Surface | None, key: tuple[object, ...]) -> Surface:
        """A surface of that size, clipped to the view and holding the layer below."""
        if self.surface is None or self.surface.get_size() != size:
            self.surface = Surface(size, self._flags)
        self.surface.set_clip(view)
        if below is not None:
            self.surface.blit(below, view.topleft, view)
        self.key = key
        return self.surface
