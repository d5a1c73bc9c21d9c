"""Input of the pointer on any board: hovering, pressing, dragging a ship by its order, measuring; no part of the
rules."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from typing import Any

import pygame
from pygame.event import Event

from game.core.orders import Id
from game.ui.board.model.memo import Memo
from game.ui.board.model.scene import Scene
from game.ui.board.plotting.drag import SLOP, Drag
from game.ui.render.theme import theme
from game.ui.session.board_context import BoardContext

Point = tuple[float, float]

# design pixels from the edge of the board where a ghost takes the view along, and how many a second
RIM, PACE = 24, 420


class BoardInput(ABC):
    """The pointer and the plotting keys over a board. What lies under a pixel, and what a press on it means, a screen
    brings.

    `_pressed` is what was pressed and not let go yet, in the words of the screen, with the pixel last.
    """

    def __init__(self, context: BoardContext) -> None:
        self.context: Any = context
        self.board = context.board
        self.drag = Drag()
        self._plotted, self._shown = Memo[Scene](), Memo[Scene]()
        self.hovered: Id = ""
        self.pointer = (0, 0)
        self.creeping = False  # the table slides on under a ghost that is held at the edge of the board
        self._pressed: tuple[Any, ...] | None = None

    def _with(self, scene: Scene, **given: Any) -> Scene:
        """Return a scene with other values of these fields; the same one as before while all of them are equal."""
        return self._shown.get((scene, given), lambda: scene.but(**given))

    # -- what a screen brings ------------------------------------------------------------------------------------------

    @property
    @abstractmethod
    def ruling(self) -> bool:
        """Is the ruler taken up?"""

    @abstractmethod
    def accept(self) -> bool:
        """Let go of what is being plotted, where it is; True if there was something."""

    @abstractmethod
    def _hover(self, event: Event, inside: bool) -> None:
        """Note what the pointer has come to."""

    @abstractmethod
    def _press(self, event: Event) -> bool:
        """Use a press on the board while nothing is measured; False on empty space."""

    @abstractmethod
    def _lift(self, event: Event) -> None:
        """Begin a drag: what was pressed is pulled."""

    @abstractmethod
    def _release(self, event: Event) -> None:
        """Use a click: a press was let go where it was."""

    @abstractmethod
    def _carry(self, event: Event) -> bool:
        """Use an event for what hangs on the pointer and is no plot; False if it is not for that."""

    @abstractmethod
    def _draft(self) -> bool:
        """Take the order of the chosen ship in hand by keys; False, with its reason shown, if it cannot be."""

    @abstractmethod
    def _follow(self) -> None:
        """Show the order in hand after it has changed."""

    # -- pointer -------------------------------------------------------------------------------------------------------

    def handle(self, event: Event) -> bool:
        """Use an event of the pointer; True if it was taken."""
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
        """To which sides a ghost that is pulled takes the view along: right and down are 1, left and up −1."""
        if not self.drag.active or self.drag.by_keys or not self.drag.moved:
            return 0, 0
        (x, y), r = self.pointer, self.board.rect.inflate(-2 * theme.px(RIM), -2 * theme.px(RIM))
        return (x >= r.right) - (x < r.left), (y >= r.bottom) - (y < r.top)

    def creep(self, seconds: float) -> None:
        """While a ghost is held near an edge of the board the view goes on to that side, with the ghost."""
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
        """One turn or one speed more, or the bow one side round: takes the chosen ship in hand if it is not."""
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

    # -- ruler ---------------------------------------------------------------------------------------------------------

    def rule(self, on: bool) -> None:
        """Take the ruler up or put it away."""
        self.context.own.ruler, self.context.own.ruled = None, False

    def _measure(self, at: Point) -> None:
        own = self.context.own
        if own.ruler is None or own.ruled:
            own.ruler, own.ruled = (at, at), False
        else:
            own.ruler, own.ruled = (own.ruler[0], at), True
        self.context.change()
