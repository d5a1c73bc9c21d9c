"""The protocol of a screen of the window, and its possible answers: push another screen, close this one, start over,
leave."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from pygame import Surface
from pygame.event import Event


@dataclass(frozen=True, slots=True)
class Push:
    """Put a screen over this one."""

    screen: Screen


@dataclass(frozen=True, slots=True)
class Pop:
    """Close this screen, and pass an answer to the one beneath."""

    word: object = None


@dataclass(frozen=True, slots=True)
class Swap:
    """Close this screen, and put another in its place."""

    screen: Screen


@dataclass(frozen=True, slots=True)
class Reset:
    """Close all screens and start over with this one."""

    screen: Screen


class Leave:
    """Close the program."""


Answer = Push | Pop | Swap | Reset | Leave | None


class Screen(Protocol):
    """One screen of the window. Rects are in real pixels of the surface last drawn on."""

    def draw(self, dst: Surface) -> None:
        """Draw the whole window."""

    def handle(self, event: Event) -> Answer:
        """Answer a key, the pointer or a window event."""

    def tick(self, seconds: float) -> Answer:
        """Let time pass while something moves."""

    @property
    def moving(self) -> bool:
        """Return whether an animation is running, so that frames must be drawn."""

    def rule_under(self, at: tuple[int, int]) -> str:
        """Return the address of the rule under the pointer or focus, for F1; empty if none."""
