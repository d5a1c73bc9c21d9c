"""The curtain between two seats at one machine; no part of the rules.

Closed, it shows who sits down and nothing of either side: it covers the window from its first frame, and all it is given
is the view of the seat that comes. Space or the button, held for 0.6 s, draws it aside: what happened since that seat last
looked, numbered here and on the board, and what is still to be done. Enter takes the seat.

The screen beneath hears no word when the seat is taken, `LEAVE` when it is to save and go to the menu, and `HAND_OVER` when
the seat before wants to write again: its orders are open again, and whoever sits there has held Space already.
"""

from __future__ import annotations

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.battle.battle import Battle, View
from game.board.boards import board_of
from game.core.orders import Id
from game.ui.board.model.playback import Playback, Player
from game.ui.board.model.scene import Pin, Scene, Trail
from game.ui.board.view import BoardView
from game.ui.handover.closed import Closed
from game.ui.handover.context import HandoverContext
from game.ui.handover.open import Open
from game.ui.handover.summary import SummaryItem, last_look, told
from game.ui.host.preferences import chosen
from game.ui.host.screen import Answer, Pop
from game.ui.host.sound import sounds
from game.ui.render.theme import theme
from game.ui.session.board_context import shared
from game.ui.toolkit.page import Page
from game.ui.toolkit.widgets import HoldButton, Widget

LEAVE, HAND_OVER = "leave", "hand over"
DRAWN = 0.24  # seconds in which it is drawn aside
_confirmed: list[Id] = []  # the side that has just held Space to take its orders back: it need not do so twice


class HandoverScreen(Page):
    """Falls before a side takes the seat. `since` is how many lines that side had read when it last looked; None: not known."""

    subject = "table/curtain"
    side: Id = shared("side")
    view: View = shared("view")
    before: Id = shared("before")
    items: list[SummaryItem] = shared("items")
    returning: bool = shared("returning")
    shown: int = shared("shown")

    def __init__(self, battle: Battle, side: Id, since: int | None = None) -> None:
        super().__init__()
        view = battle.view(side)
        self.context = HandoverContext(view, side, held=self.held, take_seat=self.take_seat, look_again=self.look_again)
        self._battle = battle  # asked only to unseal what the seat before has sealed; nothing of it is drawn
        self.before = self._seat_before(battle)
        self.lines = view.log[last_look(battle, side) if since is None else since :]
        self.items = told(view, self.lines)
        self.known = side in _confirmed
        _confirmed.clear()
        self.opened = False
        self.share = 0.0  # how far it has been drawn aside
        self.panes = ()
        self.board = BoardView(Rect(0, 0, 1, 1))
        self.player: Player | None = None
        self._now = 0.0
        self.scene = self._scene()
        self._held_before = bool(pygame.display.get_init() and pygame.key.get_pressed()[pygame.K_SPACE])
        theme.seated = self._index(side)

    def _seat_before(self, battle: Battle) -> Id:
        """Another person at this machine who may still write: has locked what it wrote and may have it back, or has not yet.

        Who has written since, and how much, makes no difference: whoever looks at the closed curtain could count it.
        """
        state = self.view.state
        if not self.view.phase.secret or state.outcome:
            return ""
        people = [key for key, side in state.sides.items() if side.player == "human" and key != self.side]
        writing = [prompt.side for prompt in self.view.prompts() if prompt.side in people and prompt.side not in state.ready]
        locked = [side for side in people if side in state.ready and battle.undo_fault(side) is None]
        return next(iter((*locked, *writing)), "")

    def _index(self, side: Id) -> int:
        return self.view.state.sides[side].seat

    def _scene(self) -> Scene:
        """The board: paths flown, numbered pins, who still lacks an order."""
        state, mine = self.view.state, self.view.mine()
        trails = tuple(
            Trail(key, path)
            for key, ship in state.ships.items()
            if ship.in_play and len(path := tuple(getattr(ship, "path", ()))) > 1
        )
        tones = {"bad": "bad", "muted": "muted"}
        pins = tuple(
            Pin(n, item.event, tones.get(item.tone, "")) for n, item in enumerate(self.items, 1) if item.event is not None
        )
        return Scene(self.view, waiting=frozenset(mine.waiting if mine else ()), trails=trails, pins=pins)

    # -- the screen ------------------------------------------------------------------------------------------------------

    @property
    def moving(self) -> bool:
        """While it is held, drawn aside, or something is shown again."""
        holding = any(isinstance(w, HoldButton) and (w.holding or w.held) for w in self.focus.widgets)
        film = self.player is not None and not self.player.done
        return self.known or holding or (self.opened and self.share < 1) or film or (self.opened and self.board.busy)

    def tick(self, seconds: float) -> Answer:
        """Let the hold, the cloth and the film go on."""
        self._now += seconds * 1000
        if self.known:
            return Pop()
        self.answer = None
        for w in self.focus.widgets:
            if isinstance(w, HoldButton):
                w.tick(seconds)
        if self.opened and self.share < 1:
            self.share = min(1.0, self.share + seconds / DRAWN) if chosen.animated else 1.0
        if self.player is not None:
            self.player.tick(self._now)
        answer, self.answer = self.answer, None
        return answer

    def lay(self, area: Rect) -> list[Widget]:
        """The parts of the closed curtain, or of the open one."""
        theme.seated = self._index(self.context.sitting)
        if not self.opened:
            self.panes = ()
            self.closed = Closed(self.context, area)
            return self.closed.widgets
        self.open = Open(self.context, area)
        self.panes = (self.context.pane,)
        self.board.resize(self.open.board)
        return self.open.widgets

    def draw(self, dst: Surface) -> None:
        """Cloth first and last: while it is drawn aside the widgets wait."""
        if not self.opened:
            super().draw(dst)
            return
        self.fresh(dst.get_size())
        if self.share < 1:
            self.paint(dst)
        else:
            super().draw(dst)

    def paint(self, dst: Surface) -> None:
        """The cloth over everything, or the board and the cloth beside it."""
        if not self.opened:
            self.closed.paint(dst)
            return
        scene = self.scene
        if self.player is not None and not self.player.done:
            scene = self.open.with_moment(scene, self.player.moment)
        elif self.shown:
            scene = self.open.with_focus(scene, self.items[self.shown - 1].event)
        self.board.draw(dst, scene, self._now)
        self.open.paint(dst, self.share)

    # -- what may be done ------------------------------------------------------------------------------------------------

    def held(self) -> None:
        """The button was held long enough."""
        sounds.play("reveal")
        if self.returning:
            self._call_back()
            return
        self.opened = True
        self.share = 0.0 if chosen.animated else 1.0
        self.relay()

    def _call_back(self) -> None:
        """Open what the seat before has locked, unless it has been shown meanwhile, and let it sit."""
        if self.before in self.view.state.ready and self._battle.undo_fault(self.before) is None:
            self._battle.undo(self.before)
        _confirmed[:] = [self.before]
        self.answer = Pop(HAND_OVER)

    def take_seat(self) -> None:
        """Go on to the battle."""
        self.answer = Pop()

    def look_again(self, n: int) -> None:
        """Show an item where it happened, and play it again."""
        if not 1 <= n <= len(self.items):
            return
        item = self.items[n - 1]
        self.shown = n
        if item.event is not None:
            self.board.show_event(item.event)
        moves = [event for event in item.events if event.line or event.path]
        if moves:
            bodies = {body.key for body in self.view.state.table.bodies}
            self.player = Player(Playback(item.events, None, bodies, board_of(self.view.state.table)), self._now, chosen.speed)
            if not chosen.animated:
                self.player.skip()
        self.relay()

    def back(self) -> Answer:
        """Esc: the seat before is called back, or, called back in vain, this one again; open, it does nothing."""
        if self.opened or not self.before:
            return None
        self.returning = not self.returning
        self.relay()
        return None

    def key(self, event: Event) -> bool:
        """Space anywhere holds the button; figures show items; F10 leaves; Space skips a film."""
        if event.key == pygame.K_F10:
            self.answer = Pop(LEAVE)
            return True
        if not self.opened:
            return False
        if pygame.K_1 <= event.key <= pygame.K_9 and not event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT):
            self.look_again(event.key - pygame.K_0)
            return True
        if event.key == pygame.K_SPACE and self.player is not None:
            self.player.skip()
            return True
        return self.board.handle(event, self.scene)

    def handle(self, event: Event) -> Answer:
        """The board hears of wheel and drag once the curtain is open. A key held since before it fell opens nothing."""
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
