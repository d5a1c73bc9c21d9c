"""Pointer input on any board: hovering, pressing, dragging a ship to plot its order, measuring; no part of the
rules."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from typing import Any

import pygame
from pygame.event import Event

from game.core.orders import Id
from game.seating.memo import Memo
from game.ui.board.model.scene import Scene
from game.ui.board.plotting.drag import SLOP, Drag
from game.ui.render.theme import theme
from game.ui.session.board_context import BoardContext

Point = tuple[float, float]

# design pixels from the edge within which a ghost scrolls the view, and its speed in pixels per second
RIM, PACE = 24, 420


class BoardInput(ABC):
    """The pointer and the plotting keys over a board. A subclass defines the things under a pixel and the effect of a
    press. `_pressed` is the thing pressed and not yet released, in the subclass's terms, with the pixel last."""

    def __init__(self, context: BoardContext) -> None:
        self.context: Any = context
        self.board = context.board
        self.drag = Drag()
        self._plotted, self._shown = Memo[Scene](), Memo[Scene]()
        self.hovered: Id = ""
        self.pointer = (0, 0)
        self.creeping = False  # true while the view scrolls under a ghost held at the edge of the board
        self._pressed: tuple[Any, ...] | None = None

    def _with(self, scene: Scene, **given: Any) -> Scene:
        """Return a scene with other values of these fields. It is the same one as before while all are equal."""
        return self._shown.get((scene, given), lambda: scene.but(**given))

    # -- for subclasses ------------------------------------------------------------------------------------------------

    @property
    @abstractmethod
    def ruling(self) -> bool:
        """Return whether the ruler is in use."""

    @abstractmethod
    def accept(self) -> bool:
        """Finish plotting at the present place. Return whether something was being plotted."""

    @abstractmethod
    def _hover(self, event: Event, inside: bool) -> None:
        """Record what is under the pointer."""

    @abstractmethod
    def _press(self, event: Event) -> bool:
        """Use a press on the board while nothing is measured. Return False on empty space."""

    @abstractmethod
    def _lift(self, event: Event) -> None:
        """Begin to drag the pressed thing."""

    @abstractmethod
    def _release(self, event: Event) -> None:
        """Use a click, released where it was pressed."""

    @abstractmethod
    def _carry(self, event: Event) -> bool:
        """Use an event for a dragged thing that is not a plot. Return False if the event is not for it."""

    @abstractmethod
    def _draft(self) -> bool:
        """Take the chosen ship's order in hand by keys. If that fails, show the reason and return False."""

    @abstractmethod
    def _follow(self) -> None:
        """Show the order in hand after a change."""

    # -- pointer -------------------------------------------------------------------------------------------------------

    def handle(self, event: Event) -> bool:
        """Use an event of the pointer. Return whether it was used."""
        if hasattr(event, "pos"):
            self.pointer = event.pos
        done = self.drag.handle(event, self.board.camera)
        if done == "let go":
            self.accept()
        elif done:
            self._follow()
        if done or self._carry(event):
            self.creeping = any(self._beyond_rim())
            return True
        inside = self.board.rect.collidepoint(self.pointer) and not self.context.covered(self.pointer)
        if event.type == pygame.MOUSEMOTION:
            self._move(event, inside)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and inside:
            if self.ruling:
                self._measure(self.board.camera.mu(event.pos))
                return True
            if self._press(event):
                return True
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            self._release(event)
        return self.board.handle(event, self.context.scene) if inside or event.type != pygame.MOUSEWHEEL else False

    def _beyond_rim(self) -> tuple[int, int]:
        """Return the directions in which a dragged ghost scrolls the view: right and down are 1, left and up −1."""
        if not self.drag.active or self.drag.by_keys or not self.drag.moved:
            return 0, 0
        (x, y), r = self.pointer, self.board.rect.inflate(-2 * theme.px(RIM), -2 * theme.px(RIM))
        return (x >= r.right) - (x < r.left), (y >= r.bottom) - (y < r.top)

    def creep(self, seconds: float) -> None:
        """Scroll the view, and the ghost with it, while the ghost is held near an edge of the board."""
        if not self.creeping:
            return
        (across, down), step = self._beyond_rim(), theme.px(PACE) * seconds
        self.creeping = self.board.camera.creep(across * step, down * step, theme.px(2 * RIM))
        if self.creeping:
            self.drag.handle(
                Event(pygame.MOUSEMOTION, pos=self.pointer, rel=(0, 0), buttons=(1, 0, 0)), self.board.camera
            )
            self._follow()

    def _move(self, event: Event, inside: bool) -> None:
        self._hover(event, inside)
        own = self.context.own
        if self.ruling and own.ruler and not own.ruled:
            own.ruler = own.ruler[0], self.board.camera.mu(event.pos)
        if self._pressed and math.dist(event.pos, self._pressed[-1]) >= theme.px(SLOP):
            self._lift(event)

    # -- keys ----------------------------------------------------------------------------------------------------------

    def nudge(self, turn: int, speed: int, swing: int = 0) -> None:
        """Add a turn or a speed step, or face the bow one side round. The chosen ship's order is taken in hand
        first."""
        if not self.drag.active and not self._draft():
            return
        if turn:
            self.drag.turn(turn)
        if speed:
            self.drag.speed(speed)
        if swing:
            self.drag.swing(swing)
        if pose := self.context.model.pulled:
            self.board.camera.bring_in(pose.at, 40)
        self._follow()
        if turn and (words := self.drag.slowed):
            self.context.tell(words)

    # -- ruler ---------------------------------------------------------------------------------------------------------

    def rule(self, on: bool) -> None:
        """Take the ruler or put it away."""
        self.context.own.ruler, self.context.own.ruled = None, False

    def _measure(self, at: Point) -> None:
        own = self.context.own
        if own.ruler is None or own.ruled:
            own.ruler, own.ruled = (at, at), False
        else:
            own.ruler, own.ruled = (own.ruler[0], at), True
        self.context.change()
