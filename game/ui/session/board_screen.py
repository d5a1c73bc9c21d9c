"""What every screen with a board in the middle does alike: widgets before the board, the ring of the keyboard, what is told."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.ui.board.view import BoardView
from game.ui.host.screen import Answer
from game.ui.render.theme import theme
from game.ui.session.board_context import BoardContext, shared
from game.ui.session.seat_settings import Seat
from game.ui.toolkit.focus import Focus
from game.ui.toolkit.free_space import clearest, covered, spread
from game.ui.toolkit.parts import hint_size, plaque

if TYPE_CHECKING:
    from game.ui.session.layout import BattleLayout


class BoardScreen(ABC):
    """A board with panels round it. A screen brings `hand`, what the pointer does on the board, and `panels`.

    Its state stands in `context`, which the parts are given.
    """

    hand: Any
    panels: Any
    own: Seat = shared("own")
    focus: Focus = shared("focus")
    size: tuple[int, int] = shared("size")
    answer: Answer = shared("answer")
    board: BoardView = shared("board")
    foot_open: bool | None = shared("foot_open")
    note: str = shared("note")
    note_rule: str = shared("note_rule")

    def __init__(self, context: BoardContext) -> None:
        self.context: Any = context
        context.lay_now, context.covers = self.lay_now, self.covers
        self._clock = 0.0  # ms
        self._laid: tuple[Any, ...] = ()
        self._toasted: tuple[Any, Rect] = None, Rect(0, 0, 0, 0)  # what a sentence was placed for, and where

    @property
    @abstractmethod
    def scene(self) -> Any:
        """What the board shows."""

    @property
    @abstractmethod
    def layout(self) -> BattleLayout:
        """Where everything stands."""

    def change(self) -> None:
        """Something looks different: everything is laid out anew before the next frame."""
        self.context.change()

    def tell(self, words: str, rule: str = "") -> None:
        """A sentence over the board until the next thing is done, and its rule."""
        self.context.tell(words, rule)

    def covers(self) -> list[Rect]:
        """What lies over the board."""
        return [widget.rect for widget in self.panels.over]

    def _answered(self) -> Answer:
        """What is to lie over this screen now, said once."""
        answer, self.answer = self.answer, None
        return answer

    # -- laying out ----------------------------------------------------------------------------------------------------------

    def lay_now(self) -> None:
        """Lay out anew what has changed."""
        key = self._arrangement()
        if self.context.stale or key != self._laid:
            self._lay()
            self._laid, self.context.stale = self._arrangement(), False

    def _arrangement(self) -> tuple[Any, ...]:
        """What everything is laid out by; laying it out may scroll a pane."""
        scrolled = tuple(pane.scroll.offset for pane in self.panels.panes())
        return self.size, theme.scale, theme.palette.name, self.foot_open, scrolled

    def _lay(self) -> None:
        self.board.resize(self.layout.board)
        self.focus.replace(self.panels.lay(self.layout))

    def _ring_and_hint(self, dst: Surface, busy: bool) -> bool:
        """The ring, and, while nothing is dragged, the hint of what is pointed at: was there one?"""
        self.focus.draw_ring(dst)
        return not busy and self.focus.draw_hint(dst)

    @property
    def _aside(self) -> Rect | None:
        """Ground off the board that a sentence may cover for a while, if there is any."""
        return None

    def _toast(self, dst: Surface, words: str, rule: str = "") -> Rect:
        """A sentence where it covers nothing in use: on free ground of the board, or else aside of it."""
        layout, scene = self.layout, self.scene
        size = hint_size(words, "", rule)
        key = words, rule, size, self.board.camera.key, id(scene), len(self.panels.over)
        if self._toasted[0] != key:
            kept = [*self.board.in_use(scene), *self.covers()]
            within = layout.board.inflate(-theme.px(24), -theme.px(24))
            r = clearest(size, within, spread(within, size), kept)
            if self._aside and covered(r, kept) and size[1] <= layout.top.h:
                r.center = self._aside.centerx, layout.top.centery
            self._toasted = key, r
        return plaque(dst, self._toasted[1], words, "", rule)

    # -- keys and pointer ----------------------------------------------------------------------------------------------------

    def _for_widgets(self, event: Event) -> bool:
        """Is a key for what is being typed, or for what the ring is round? Esc while typing is not, unless a field wants it."""
        typing = self.focus.at is not None and self.focus.at.wants_text
        if not (typing or self.focus.visible or event.key == pygame.K_TAB):
            return False
        if self.focus.handle(event):
            self._reveal()
            self.change()
            return True
        return typing and event.key != pygame.K_ESCAPE and not event.mod & pygame.KMOD_CTRL

    def _reveal(self) -> None:
        """What the ring has come to must be seen."""
        for pane in self.panels.panes():
            if self.focus.at and pane.show(self.focus.at):
                self.change()

    def _point(self, event: Event) -> None:
        """The pointer: widgets first, then the board."""
        used = self.focus.handle(event)
        if used and event.type != pygame.MOUSEMOTION:
            self.change()
        if event.type == pygame.MOUSEBUTTONUP and self.focus.at and not self.focus.at.wants_text:
            self.focus.focus(None)
        if not used or event.type == pygame.MOUSEMOTION:
            self.hand.handle(event)
