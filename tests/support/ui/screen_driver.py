"""Drive a screen with a board in tests by pygame events: the common part of the battle and sandbox drivers."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any, TypeVar, overload

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.ui.host.screen import Push
from game.ui.toolkit.value_fields import Tabs
from game.ui.toolkit.widgets import Widget
from tests.support.narrowing import narrow

HELD = {"shift": pygame.KMOD_LSHIFT, "ctrl": pygame.KMOD_LCTRL}
Place = tuple[float, float]
W = TypeVar("W", bound=Widget)
Kind = type[W]  # `type` is a method of the class that uses this
SHOWN = 6  # frames until the board has drawn what is dragged over it


class Sitting:
    """A player at a screen who acts by events only. `pushed` is the last screen pushed over it."""

    def __init__(self, screen: Any, size: tuple[int, int]) -> None:
        pygame.display.init()  # a press asks which keys are held
        self.screen, self.frame = screen, Surface(size)
        self.pushed: Any = None
        self.settle()

    # -- time and looking ----------------------------------------------------------------------------------------------

    def rest(self) -> None:
        """Run until nothing moves, or nothing but a board that waits for the next frame, without drawing."""
        for _ in range(3000):
            self.take(self.screen.tick(0.1))
            if not self.screen.moving or self._only_late():
                break

    def _only_late(self) -> bool:
        """Return whether the screen is moving only because part of the board is left to the next frame."""
        layers = self.screen.board.layers if hasattr(self.screen, "board") else None
        if layers is None or not layers.late:
            return False
        layers.late = False
        try:
            return not self.screen.moving
        finally:
            layers.late = True

    def settle(self) -> None:
        """Run until nothing moves, and draw."""
        self.rest()
        self.look()
        for _ in range(SHOWN):
            if self.screen.moving:
                self.look()

    def look(self) -> Surface:
        """Draw the next frame and return it."""
        self.screen.draw(self.frame)
        return self.frame

    def take(self, answer: Any) -> None:
        """Handle the screen's requests to the program."""
        if isinstance(answer, Push):
            self.pushed = answer.screen

    # -- acting --------------------------------------------------------------------------------------------------------

    def send(self, event: Event) -> None:
        self.take(self.screen.handle(event))

    def acted(self) -> None:
        """Do what follows the release of a key or button."""
        self.look()

    def key(self, *names: str) -> None:
        """Press keys by name: `n`, `RETURN`, `shift+n`."""
        for name in names:
            *mods, name = name.split("+")
            code, mod = getattr(pygame, f"K_{name}"), sum(HELD[held] for held in mods)
            self.send(Event(pygame.KEYDOWN, key=code, mod=mod, unicode=name if len(name) == 1 else ""))
            self.send(Event(pygame.KEYUP, key=code, mod=mod))
            self.acted()

    def type(self, words: str) -> None:
        for letter in words:
            self.send(Event(pygame.KEYDOWN, key=0, mod=0, unicode=letter))
            self.send(Event(pygame.TEXTINPUT, text=letter))
            self.look()

    def point(self, at: Place, held: bool = False) -> None:
        self.send(Event(pygame.MOUSEMOTION, pos=_whole(at), rel=(1, 1), buttons=(int(held), 0, 0)))

    def down(self, at: Place, button: int = 1) -> None:
        self.send(Event(pygame.MOUSEBUTTONDOWN, button=button, pos=_whole(at)))

    def up(self, at: Place, button: int = 1) -> None:
        self.send(Event(pygame.MOUSEBUTTONUP, button=button, pos=_whole(at)))
        self.acted()

    def click(self, at: Place) -> None:
        self.point(at)
        self.down(at)
        self.up(at)

    def press(self, name: str) -> None:
        """Click a widget by name, scrolling it into view if necessary."""
        for pane in self.screen.panels.panes():
            if pane.show(self.widget(name)):
                self.screen.context.change()
                self.look()
        self.click(self.widget(name).rect.center)

    def pull(self, start: Place, end: Place, shares: Sequence[float] = (0.1, 0.4, 0.7, 1.0)) -> None:
        """Drag from one pixel to another, with the button still held."""
        self.point(start)
        self.down(start)
        for share in shares:
            self.point((start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share), True)

    # -- finding -------------------------------------------------------------------------------------------------------

    def xy(self, at: Place) -> Place:
        """Return the pixel of a place in MU."""
        place: Place = self.screen.board.camera.xy(at)
        return place

    @overload
    def widget(self, name: str) -> Widget: ...
    @overload
    def widget(self, name: str, kind: Kind[W]) -> W: ...
    def widget(self, name: str, kind: Kind[Widget] = Widget) -> Widget:
        """Return the widget of this name and class."""
        return narrow(next(widget for widget in self.screen.focus.widgets if widget.name == name), kind)

    def names(self) -> list[str]:
        return [widget.name for widget in self.screen.focus.widgets]


def _whole(at: Place) -> tuple[int, int]:
    return round(at[0]), round(at[1])


def seen(widget: Widget) -> Rect:
    """Return the part of a widget that can be seen."""
    return widget.rect.clip(widget.window) if widget.window else widget.rect


def well_laid(sitting: Sitting, what: str) -> None:
    """Check that nothing that can be pressed leaves the window or lies over another, and that the panels leave no
    gap."""
    layout, window = sitting.screen.layout, sitting.frame.get_rect()
    rects = layout.top, layout.left_panel, layout.tools, layout.beside, layout.board, layout.bottom_panel, layout.sheet
    area = sum(r.w * r.h for r in rects)
    assert area == window.w * window.h, f"{what}: the panels fill the window and do not overlap"
    pressable = [widget for widget in sitting.screen.focus.widgets if widget.focusable and not isinstance(widget, Tabs)]
    for widget in pressable:
        assert not seen(widget) or window.contains(seen(widget)), f"{what}: {widget.name} leaves the window"
    for a, b in combinations(pressable, 2):
        assert not (seen(a).w and seen(b).w and seen(a).colliderect(seen(b))), f"{what}: {a.name} lies over {b.name}"
