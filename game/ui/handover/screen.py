"""The curtain between two sides on one machine; no part of the rules.

Closed, it names the coming side and shows nothing of either: it covers the window from its first frame, and has only
the view of the coming side. Space or the button, held for 0.6 s, opens it on the events since that side last looked,
numbered here and on the board, and on its task. Enter takes the seat.

The screen beneath gets no answer when the seat is taken, `LEAVE` to save and go to the menu, and `HAND_OVER` when the
previous side wants to write again: its orders are open, and its player has held Space already.
"""

from __future__ import annotations

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.battle.battle import Battle
from game.board.boards import board_of
from game.core.orders import Id
from game.seating.outcomes import Act
from game.seating.seat_flow import seat_before
from game.seating.summary import last_look, summary_of
from game.ui.board.model.scene import Pin, Scene
from game.ui.board.view import BoardView
from game.ui.handover.closed import Closed
from game.ui.handover.context import HandoverContext
from game.ui.handover.open import Open
from game.ui.host.preferences import preferences
from game.ui.host.screen import Answer, Pop
from game.ui.host.sound import sounds
from game.ui.input_modes.scenes import flown
from game.ui.playback.animation import Animation
from game.ui.render.theme import theme
from game.ui.toolkit.page import Page
from game.ui.toolkit.widgets import HoldButton, Widget

LEAVE, HAND_OVER = "leave", "hand over"
DRAWN = 0.24  # seconds that the curtain takes to open
_confirmed: list[Id] = []  # the side that just held Space to reopen its orders need not do so twice


class HandoverScreen(Page):
    """The curtain before a side takes the seat. `since` is the number of log lines that the side had read; None if
    unknown."""

    subject = "table/curtain"

    def __init__(self, battle: Battle, side: Id, since: int | None = None) -> None:
        super().__init__()
        self._battle = battle  # used only to unseal the previous side's orders; nothing of it is drawn
        self.view = battle.view(side)
        self.lines = self.view.log[last_look(battle, side) if since is None else since :]
        self.context = HandoverContext(
            self.view, side, seat_before(battle, self.view, side), summary_of(self.view, self.lines)
        )
        self.known = side in _confirmed
        _confirmed.clear()
        self.opened = False
        self.share = 0.0  # the share of the curtain that is open, 0 to 1
        self.panes = ()
        self.board = BoardView(Rect(0, 0, 1, 1))
        self.animation = Animation(facings=False)
        self._now = 0.0
        self.scene = self._scene()
        self._held_before = bool(pygame.display.get_init() and pygame.key.get_pressed()[pygame.K_SPACE])
        theme.seated = self._index(side)

    def _index(self, side: Id) -> int:
        return self.view.state.sides[side].seat

    def _scene(self) -> Scene:
        """Return the scene: paths flown, numbered pins, ships without an order."""
        mine, pinned = self.view.mine(), [(n, one) for n, one in enumerate(self.context.items, 1) if one.event]
        pins = tuple(
            Pin(n, one.event, one.tone if one.tone in ("bad", "muted") else "") for n, one in pinned if one.event
        )
        waiting = frozenset(key for key in (mine.waiting if mine else ()) if not self.view.idles_only(key))
        return Scene.of(self.view, waiting=waiting, trails=flown(self.view), pins=pins)

    # -- the screen ----------------------------------------------------------------------------------------------------

    @property
    def moving(self) -> bool:
        """Return whether it is held, opening, or playing something again."""
        holding = any(isinstance(w, HoldButton) and (w.holding or w.held) for w in self.focus.widgets)
        drawn_aside = self.opened and (self.share < 1 or self.board.busy)
        return self.known or holding or drawn_aside or self.animation.active

    def tick(self, seconds: float) -> Answer:
        """Advance the hold, the cloth and the film."""
        self._now += seconds * 1000
        if self.known:
            return Pop()
        self.answer = None
        for w in self.focus.widgets:
            if isinstance(w, HoldButton):
                w.tick(seconds)
        if self.opened and self.share < 1:
            self.share = min(1.0, self.share + seconds / DRAWN) if preferences.animated else 1.0
        self.animation.tick(seconds)
        answer, self.answer = self.answer, None
        return answer

    @property
    def backdrop(self) -> str:
        """The backdrop of the battle's board."""
        return board_of(self.scene.view.state.table).look.backdrop

    def lay_out(self, area: Rect) -> list[Widget]:
        """Return the widgets of the closed curtain, or of the open one."""
        theme.seated = self._index(self.context.sitting)
        if not self.opened:
            self.panes = ()
            self.closed = Closed(self.context, area, self.open_curtain)
            return self.closed.widgets
        self.open = Open(self.context, area, self.take_seat, self.look_again)
        self.scene = self.scene.but(reserved=(self.open.hint,) if self.open.hint else ())
        self.panes = (self.context.pane,)
        self.board.resize(self.open.board)
        return self.open.widgets

    def draw(self, dst: Surface) -> None:
        """Draw the screen; while the curtain opens, only its cloth."""
        if not self.opened:
            super().draw(dst)
            return
        self.fresh(dst.get_size())
        if self.share < 1:
            self.paint(dst)
        else:
            super().draw(dst)

    def paint(self, dst: Surface) -> None:
        """Draw the cloth over everything, or the board and the cloth beside it."""
        if not self.opened:
            self.closed.paint(dst)
            return
        scene = self.scene
        if moment := self.animation.moment:
            scene = self.open.with_moment(scene, moment)
        elif shown := self.context.looked_at:
            scene = self.open.with_focus(scene, shown.event)
        self.board.draw(dst, scene, self._now)
        self.open.paint(dst, self.share)

    # -- possible actions ----------------------------------------------------------------------------------------------

    def open_curtain(self) -> None:
        """Open the curtain: the button was held long enough."""
        sounds.play("reveal")
        if self.context.returning:
            self._call_back(self.context.before)
            return
        if self.quiet:
            self.take_seat()
            return
        self.opened = True
        self.share = 0.0 if preferences.animated else 1.0
        self.relay()

    @property
    def quiet(self) -> bool:
        """Return whether there is nothing to read but moves, which everybody has seen."""
        items = self.context.items
        return bool(items) and all(one.event is None or one.event.kind == "move" for one in items)

    def _call_back(self, side: Id) -> None:
        """Reopen the orders of the previous side, unless they were revealed meanwhile, and seat it."""
        if side in self.view.state.ready and self._battle.undo_fault(side) is None:
            self._battle.undo(side)
        _confirmed[:] = [side]
        self.answer = Pop(HAND_OVER)

    def take_seat(self) -> None:
        """Go on to the battle."""
        self.answer = Pop()

    def look_again(self, n: int, part: int = 0) -> None:
        """Show an item, or a part of it, at its place and play it again. An item with parts unfolds, or folds."""
        context = self.context
        if not 1 <= n <= len(context.items):
            return
        context.shown, context.part = n, part
        if (item := context.looked_at) is None:
            return
        if item.parts:
            context.unfolded ^= {item.ship}
        if item.event is not None:
            self.board.show_event(item.event)
        if any(event.line or event.path for event in item.events):
            self.animation.clear()
            self.animation.show([Act("", tuple(item.events))], self.view, self.view)
            self.animation.tick(0)
        self.relay()

    def back(self) -> Answer:
        """Call the previous side back on Esc, or this one again if that failed. On the open curtain, do nothing."""
        if not self.opened and self.context.before:
            self.context.returning = not self.context.returning
            self.relay()
        return None

    def key(self, event: Event) -> bool:
        """Hold the button with Space, show items with digits, leave with F10, skip a film with Space."""
        if event.key == pygame.K_F10:
            self.answer = Pop(LEAVE)
            return True
        if not self.opened:
            return False
        if pygame.K_1 <= event.key <= pygame.K_9 and not event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT):
            self.look_again(event.key - pygame.K_0)
            return True
        if event.key == pygame.K_SPACE and self.animation.active:
            self.animation.skip_all()
            return True
        return self.board.handle(event, self.scene)

    def handle(self, event: Event) -> Answer:
        """Pass wheel and drag to the open board. A key held since before the curtain closed opens nothing."""
        if event.type in (pygame.KEYDOWN, pygame.KEYUP) and event.key == pygame.K_SPACE and self._held_before:
            self._held_before = event.type == pygame.KEYDOWN
            return None
        if self.opened and self.share < 1 and event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            self.share = 1.0
        answer = super().handle(event)
        pointer = event.type in (pygame.MOUSEWHEEL, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEMOTION)
        if self.opened and answer is None and pointer:
            self.board.handle(event, self.scene)
        return answer
