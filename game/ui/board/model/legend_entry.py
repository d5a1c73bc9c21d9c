"""One line of the board's key; no part of the rules."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass

from pygame import Rect, Surface


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """A mark and its meaning. `draw` draws it in a rect of real pixels. `look` is everything that its picture depends
    on."""

    words: str
    draw: Callable[[Surface, Rect], object]
    look: tuple[Hashable, ...] = ()
