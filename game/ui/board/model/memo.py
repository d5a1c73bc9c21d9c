"""Results cached until something that they depend on changes: answers, and layers of the board as pictures."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

import pygame
from pygame import Rect, Surface

from game.seating.memo import Parts, same

T = TypeVar("T")


class Answers:
    """Answers by their question, until they are cleared. Used as in `answers("sheet", key, ask=...)`."""

    def __init__(self) -> None:
        self._kept: dict[Parts, Any] = {}

    def __call__(self, *about: object, ask: Callable[[], T]) -> T:
        """Return the cached answer, or else that of `ask`, which is then cached."""
        if about not in self._kept:
            self._kept[about] = ask()
        found: T = self._kept[about]
        return found

    def clear(self) -> None:
        self._kept.clear()


def by_identity(most: int) -> Callable[[Callable[..., T]], Callable[..., T]]:
    """Cache `most` answers by the identity of the first argument. Comparing two hundred destinations takes longer than
    drawing them."""

    def wrap(make: Callable[..., T]) -> Callable[..., T]:
        known: dict[Parts, tuple[object, T]] = {}

        @wraps(make)
        def kept(first: object, *rest: object) -> T:
            key = (id(first), *rest)
            if key not in known or known[key][0] is not first:
                if len(known) >= most:
                    known.clear()
                known[key] = first, make(first, *rest)
            return known[key][1]

        return kept

    return wrap


class Layer:
    """One picture of the board as large as the window, and its key. A `clear` layer is transparent."""

    def __init__(self, clear: bool = False) -> None:
        self.key: Parts = ()
        self._flags = pygame.SRCALPHA if clear else 0
        self._surface: Surface | None = None

    @property
    def picture(self) -> Surface:
        """The picture as last drawn."""
        assert self._surface is not None
        return self._surface

    def picture_for(
        self, key: Parts, size: tuple[int, int], view: Rect, below: Surface | None, draw: Callable[[Surface], object]
    ) -> Surface:
        """Return the picture for a key. If the last one had another key, `draw` makes it again inside the view, over
        the layer below."""
        kept = self._surface
        if kept is not None and same(key, self.key):
            return kept
        if kept is None or kept.get_size() != size:
            kept = self._surface = Surface(size, self._flags)
        kept.set_clip(view)
        if below is not None:
            kept.blit(below, view.topleft, view)
        elif self._flags:
            kept.fill((0, 0, 0, 0))
        self.key = key
        draw(kept)
        return kept
