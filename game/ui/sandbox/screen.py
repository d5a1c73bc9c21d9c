"""The sandbox screen: the table in the middle with all plans on it, everything that can be set round it; no part of the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pygame
from pygame import Surface
from pygame.event import Event

from game.battle.loader import Opened
from game.core.orders import Id
from game.core.system import RuleSystem
from game.sandbox.comparison import Ghost, PlannedAttack
from game.sandbox.sandbox import Sandbox
from game.sandbox.storage import sandbox_of
from game.ui.board.model.scene import Scene
from game.ui.host.preferences import chosen as preferences
from game.ui.host.screen import Answer
from game.ui.keys.bindings import Keys
from game.ui.render.theme import theme
from game.ui.sandbox.board_input import SandboxInput
from game.ui.sandbox.commands import SandboxActions, field_at
from game.ui.sandbox.key_bindings import BINDINGS
from game.ui.sandbox.layout import arranged
from game.ui.sandbox.model.context import SandboxContext
from game.ui.sandbox.model.legs import End, Leg
from game.ui.sandbox.panels.panels import SandboxPanels
from game.ui.sandbox.panels.plans import Plans
from game.ui.sandbox.panels.text_entry import Lines
from game.ui.sandbox.scenes import scene_of, without_ship
from game.ui.session.board_context import shared
from game.ui.session.board_screen import BoardScreen
from game.ui.session.layout import BattleLayout
from game.ui.session.seat_model import SeatModel
from game.ui.toolkit.focus import POINTER


class SandboxScreen(BoardScreen):
    """One sandbox on the screen: makes the context and the parts that share it. `leave` says what comes after it."""

    takes_files = True
    sandbox: Sandbox = shared("sandbox")
    keys: Keys = shared("keys")
    chosen: Id = shared("chosen")
    target: Id = shared("target")
    against: Ghost | None = shared("against")
    body: int | None = shared("body")
    armed: str = shared("armed")
    tools: frozenset[str] = shared("tools")
    whole_palette: bool = shared("whole_palette")
    sure: str = shared("sure")
    saved: Any = shared("saved")
    saved_at: Path | None = shared("saved_at")
    written: Path | None = shared("written")
    desk: SeatModel | None = shared("desk")
    legs: tuple[Leg, ...] = shared("legs")
    ends: list[End] = shared("ends")
    pair: tuple[Ghost, Ghost] = shared("pair")
    blows: Callable[[], tuple[PlannedAttack, PlannedAttack]] = shared("blows")
    choose: Callable[[Id], None] = shared("choose")
    choose_body: Callable[[int], None] = shared("choose_body")
    look_anew: Callable[[], None] = shared("look_anew")

    def __init__(
        self, opened: Opened | Sandbox, leave: Callable[[], Answer], keys: Mapping[str, str] | None = None
    ) -> None:
        bound = Keys(preferences.settings.keys if keys is None else keys, BINDINGS)
        context = SandboxContext(_sandbox(opened), leave, bound)
        super().__init__(context)
        self.context: SandboxContext = context
        context.make_scene, context.make_layout, context.focus_on = lambda: self.scene, lambda: self.layout, self.focus_on
        self._scene: tuple[Any, Scene] | None = None
        self.lines = Lines(context)
        self.hand = SandboxInput(context)
        self.deeds = context.deeds = SandboxActions(context, self.hand, self.lines)
        self.panels = SandboxPanels(context, self.lines)
        self.plans = Plans(context, lambda: self.hand.drag.ship if self.hand.drag.active else "")
        context.take, context.let_go = self.hand.take, self.hand.forget
        context.to_top = lambda: self.panels.sheet.scroll.to(0)
        context.take_up(self.sandbox)

    # -- what is shown -----------------------------------------------------------------------------------------------------

    @property
    def layout(self) -> BattleLayout:
        """Where everything stands."""
        return arranged(self.size, self.foot_open)

    @property
    def scene(self) -> Scene:
        """What the board shows."""
        context = self.context
        key = (self.sandbox.version, self.chosen, self.target, self.tools, context.asked)
        if self._scene is None or self._scene[0] != key:
            self._scene = key, scene_of(context)
        plain = self._scene[1]
        if self.hand.carried and self.hand.carried.kind == "ship":
            plain = without_ship(plain, self.hand.carried.key)
        drawn: Scene = self.hand.scene(plain)
        return drawn

    # -- Screen ------------------------------------------------------------------------------------------------------------

    def draw(self, dst: Surface) -> None:
        """Board, plans, panels, and what lies over them."""
        self.size = dst.get_size()
        preferences.hold(self.size)
        self.lay_now()
        scene = self.plans.with_room(self.scene)
        self.board.draw(dst, scene, self._clock)
        self.plans.draw(dst, scene)
        self.panels.draw(dst)
        self.hand.draw(dst)
        self._over(dst)

    def lay_now(self) -> None:
        """Lay out anew what has changed; if that is the inspector, only the inspector."""
        super().lay_now()
        if self.context.stale_sheet:
            self.context.stale_sheet = False
            self.focus.replace(self.panels.lay_sheet())

    def _lay(self) -> None:
        theme.seated = 0
        if not self.context.fitted:
            self.board.resize(self.layout.board)
            self.board.draw(Surface(self.size), self.scene, 0.0)  # the camera learns the table before it is told where to look
            self.context.fitted = True
            self.context.fit(glide=False)
        super()._lay()
        self.context.stale_sheet = False

    def _over(self, dst: Surface) -> None:
        """The focus ring, the hint of what is pointed at, what was told."""
        self._ring_and_hint(dst, self.hand.busy)
        if self.note:
            self._toast(dst, self.note, self.note_rule)

    def handle(self, event: Event) -> Answer:
        """Keys by the table, pointer by what lies under it."""
        self.lay_now()
        if event.type == pygame.KEYDOWN:
            self._key(event)
        elif event.type == pygame.TEXTINPUT:
            if self.focus.handle(event):
                self.change()
        elif event.type == pygame.DROPFILE:
            self.deeds.files.open(Path(event.file))
        elif event.type in POINTER:
            self._pointer(event)
        return self._answered()

    def _key(self, event: Event) -> None:
        """What is being typed first, then what the ring is round, then the table of keys."""
        typing = self.focus.at is not None and self.focus.at.wants_text
        if self._for_widgets(event):
            return
        if typing and event.key == pygame.K_ESCAPE:
            self.focus.focus(None)
            self.change()
        elif action := self.keys.action(event):
            self.deeds.do(action)

    def _pointer(self, event: Event) -> None:
        """What hangs on the pointer first; then widgets; then the board."""
        if event.type == pygame.MOUSEBUTTONDOWN:
            self.note = self.note_rule = ""
            self.change()
        if self.hand.busy and self.hand.handle(event):
            return
        self._point(event)

    def tick(self, seconds: float) -> Answer:
        """Let what glides glide."""
        self._clock += seconds * 1000
        return self._answered()

    @property
    def moving(self) -> bool:
        """Does anything glide?"""
        return bool(self.board.busy) or self.answer is not None

    def rule_under(self, at: tuple[int, int]) -> str:
        """The rule of what is pointed at, of what was told, or of the sandbox."""
        under = self.focus.under()
        return (under.rule if under else "") or self.note_rule or "table/sandbox"

    def heard(self, word: Any) -> Answer:
        """A screen that lay over this one has closed; one that lists files says which was chosen."""
        self.change()
        if isinstance(word, (Path, RuleSystem)):
            self.deeds.files.open(word)
        return self._answered()

    # -- typing --------------------------------------------------------------------------------------------------------------

    def focus_on(self, name: str) -> None:
        """Give the keyboard to a field."""
        self.change()
        self.lay_now()
        found = field_at(self.focus, name)
        if found is not None:
            self.focus.focus(found)
            for pane in self.panels.panes():
                pane.show(found)
            found.cursor, found.anchor = len(found.value), 0  # what is typed takes its place


def _sandbox(opened: Opened | Sandbox) -> Sandbox:
    """Whatever was handed in, as a sandbox."""
    return opened if isinstance(opened, Sandbox) else sandbox_of(opened)
