"""The base of screens with a board in the middle: widgets over the board, the focus ring, messages."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.board.boards import board_of
from game.seating.memo import Memo
from game.ui.host.screen import Answer
from game.ui.render.theme import theme
from game.ui.session.board_context import BoardContext
from game.ui.toolkit.focus import POINTER
from game.ui.toolkit.parts import clearest, covered_area, hint_size, plaque, plate_corners

if TYPE_CHECKING:
    from game.ui.session.board_context import BattleLayout


class BoardScreen(ABC):
    """A board with panels round it. A subclass provides `board_input`, the pointer on the board, and `panels`. The
    state is in `context`, which the parts share."""

    context: BoardContext
    board_input: Any
    panels: Any

    def __init__(self, context: BoardContext) -> None:
        self.context = context
        self.board, self.focus, self.keys = context.board, context.focus, context.keys
        self._clock = 0.0  # ms of the screen's clock
        self._laid: tuple[Any, ...] = ()
        self.toast = Rect(0, 0, 0, 0)  # rect of the last message
        self._toasts = Memo[tuple[Rect, bool]]()

    @property
    @abstractmethod
    def scene(self) -> Any:
        """The scene on the board."""

    @property
    def _state(self) -> Any:
        """The state on the board."""
        return self.scene.view.state

    @property
    @abstractmethod
    def layout(self) -> BattleLayout:
        """The layout of all parts."""

    def covers(self) -> list[Rect]:
        """Return the rects over the board."""
        return [widget.rect for widget in self.panels.over]

    def reserved(self) -> list[Rect]:
        """Return the rects that words on the board avoid."""
        return self.covers()

    def _take_answer(self) -> Answer:
        """Return the screen to show over this one, once."""
        answer, self.context.answer = self.context.answer, None
        return answer

    # -- laying out ----------------------------------------------------------------------------------------------------

    def lay_now(self) -> None:
        """Lay out again what has changed."""
        theme.backdrop = board_of(self._state.table).look.backdrop
        key = self._arrangement()
        if self.context.stale or key != self._laid:
            self._lay()
            self._laid, self.context.stale = self._arrangement(), False

    def _arrangement(self) -> tuple[Any, ...]:
        """Return the values on which the layout depends. Laying out may scroll a pane."""
        scrolled = tuple(pane.scroll.offset for pane in self.panels.panes())
        return self.context.size, theme.scale, theme.palette.name, self.context.foot_open, scrolled

    def _lay(self) -> None:
        self.board.resize(self.layout.board)
        self.focus.replace(self.panels.lay_out(self.layout))

    def _ring_and_hint(self, dst: Surface, busy: bool, kept: Sequence[Rect] = ()) -> bool:
        """Draw the ring and, while nothing is dragged, the hint. Return whether there was a hint. The hint keeps off
        `kept`."""
        self.focus.draw_ring(dst)
        return not busy and self.focus.draw_hint(dst, kept)

    def _ground_for(self, words: str, rule: str = "") -> tuple[Rect, bool]:
        """Return the rect where a message covers the least of the board's pieces, and whether it covers any."""
        layout, scene = self.layout, self.scene
        size = hint_size(words, "", rule)

        def place() -> tuple[Rect, bool]:
            kept = [*self.board.in_use(scene), *self.reserved()]
            within = layout.board.inflate(-theme.px(24), -theme.px(24))
            r = clearest(size, within, plate_corners(within, size, 15, 9), kept)
            return r, bool(covered_area(r, kept))

        key = words, rule, size, self.board.camera.key, id(scene), len(self.panels.over)
        return self._toasts.get(key, place)

    def _toast(self, dst: Surface, words: str, rule: str = "") -> Rect:
        """Draw a message on the board, off the pieces if possible. Return its rect."""
        self.toast = self._ground_for(words, rule)[0]
        return plaque(dst, self.toast, words, "", rule)

    # -- keys and pointer ----------------------------------------------------------------------------------------------

    def handle(self, event: Event) -> Answer:
        """Pass keys to the table of keys, and the pointer to the part under it."""
        self.lay_now()
        if event.type == pygame.KEYDOWN:
            self._key(event)
        elif event.type in (pygame.TEXTINPUT, pygame.TEXTEDITING) and self.focus.handle(event):
            self.context.change()
        elif event.type in POINTER:
            self._pointer(event)
        return self._take_answer()

    @abstractmethod
    def _key(self, event: Event) -> None:
        """Pass a key to the text field, then to the focused widget, then to the table of keys."""

    @abstractmethod
    def _pointer(self, event: Event) -> None:
        """Pass the pointer to the dragged thing, then to widgets, then to the board."""

    def _for_widgets(self, event: Event) -> bool:
        """Return whether a key is for the text field or the focused widget. Esc and F keys are not while typing, unless
        a field wants them."""
        typing = self.focus.at is not None and self.focus.at.wants_text
        if not (typing or self.focus.visible or event.key == pygame.K_TAB):
            return False
        if self.focus.handle(event):
            self._reveal()
            self.context.change()
            return True
        writes = event.key != pygame.K_ESCAPE and not pygame.K_F1 <= event.key <= pygame.K_F12
        return typing and writes and not event.mod & pygame.KMOD_CTRL

    def _reveal(self) -> None:
        """Scroll the focused widget into view."""
        for pane in self.panels.panes():
            if self.focus.at and pane.show(self.focus.at):
                self.context.change()

    def _point(self, event: Event) -> None:
        """Pass the pointer to widgets first, then to the board."""
        used = self.focus.handle(event)
        if used and event.type != pygame.MOUSEMOTION:
            self.context.change()
        if event.type == pygame.MOUSEBUTTONUP and self.focus.at and not self.focus.at.wants_text:
            self.focus.focus(None)
        if not used or event.type == pygame.MOUSEMOTION:
            self.board_input.handle(event)
