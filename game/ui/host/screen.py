"""A screen for the window, and its possible answers: lay a screen over this one, close it, start over, leave."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from pygame import Surface
from pygame.event import Event


@dataclass(frozen=True, slots=True)
class Push:
    """Lay a screen over this one."""

    screen: Screen


@dataclass(frozen=True, slots=True)
class Pop:
    """Close this screen; the one beneath may be told something."""

    word: object = None


@dataclass(frozen=True, slots=True)
class Swap:
    """Close this screen, and lay another in its place."""

    screen: Screen


@dataclass(frozen=True, slots=True)
class Reset:
    """Throw all screens away and start over with this one."""

    screen: Screen


class Leave:
    """Close the program."""


Answer = Push | Pop | Swap | Reset | Leave | None


class Screen(Protocol):
    """One thing the window can show. Rects are in real pixels of the surface last drawn on."""

    def draw(self, dst: Surface) -> None:
        """Paint the whole window."""

    def handle(self, event: Event) -> Answer:
        """Answer to a key, the pointer or the window."""

    def tick(self, seconds: float) -> Answer:
        """Let time pass while something moves."""

    @property
    def moving(self) -> bool:
        """Is an animation running, so that frames must be drawn?"""

    def rule_under(self, at: tuple[int, int]) -> str:
        """Address of the rule of what is under the pointer or has the keyboard, for F1; empty if none."""
