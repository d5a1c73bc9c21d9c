"""The sandbox screen: the table in the middle with all plans, and all settings round it; no part of the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pygame
from pygame import Surface
from pygame.event import Event

from game.battle.loader import Opened
from game.core.system import RuleSystem
from game.core.values import House
from game.sandbox.sandbox import Sandbox
from game.sandbox.storage import sandbox_of
from game.seating.memo import Memo
from game.ui.board.advice.drawing import draw_pointed
from game.ui.board.model.scene import Scene
from game.ui.host.preferences import preferences
from game.ui.host.screen import Answer
from game.ui.keys.bindings import Keys
from game.ui.keys.sandbox_bindings import BINDINGS
from game.ui.render.theme import theme
from game.ui.sandbox.board_input import SandboxInput
from game.ui.sandbox.file_commands import SandboxActions
from game.ui.sandbox.model.context import SandboxContext
from game.ui.sandbox.panels.blocks import SideTotal
from game.ui.sandbox.panels.entry_fields import Lines
from game.ui.sandbox.panels.panels import TOOLS_HIGH, SandboxPanels
from game.ui.sandbox.panels.trails import Plans
from game.ui.sandbox.scenes import sandbox_layout, scene_of
from game.ui.session.board_context import BattleLayout
from game.ui.session.board_screen import BoardScreen
from game.ui.toolkit.column import ScrolledPane
from game.ui.toolkit.text_field import TextField


class SandboxScreen(BoardScreen):
    """One sandbox on the screen. It makes the context and the parts that share it. `leave` returns the next screen."""

    takes_files = True
    context: SandboxContext
    board_input: SandboxInput

    def __init__(
        self, opened: Opened | Sandbox, leave: Callable[[], Answer], keys: Mapping[str, str] | None = None
    ) -> None:
        bound = Keys(preferences.settings.keys if keys is None else keys, BINDINGS)
        sandbox = opened if isinstance(opened, Sandbox) else sandbox_of(opened)
        super().__init__(SandboxContext(sandbox, self, leave, bound))
        context = self.context
        self._plain = Memo[Scene]()
        self._pointer_at: tuple[int, int] | None = None
        self.lines = Lines(context)
        self.board_input = SandboxInput(context)
        self.commands = context.commands = SandboxActions(context, self.board_input, self.lines)
        self.panels = SandboxPanels(context, self.lines)
        self.plans = Plans(context, lambda: context.model.lifted if context.model else "")
        self.take, self.let_go, self.save_now = (
            self.board_input.take,
            self.board_input.forget,
            self.commands.files.carry_out,
        )
        context.take_up(sandbox)

    # -- shown state ---------------------------------------------------------------------------------------------------

    @property
    def layout(self) -> BattleLayout:
        """The layout of all parts."""
        return sandbox_layout(
            self.context.size, self.context.foot_open, bool(self.context.sandbox.opened.battle.system.archive)
        )

    @property
    def scene(self) -> Scene:
        """The scene on the board."""
        context, carried = self.context, self.board_input.carried
        picture = context.adviser.picture
        key = context.sandbox.version, context.chosen, context.target, context.tools, context.asked, picture
        plain = self._plain.get(key, lambda: scene_of(context).but(advice=picture))
        if carried and carried.kind == "ship":  # draw nothing that depends on the place of a ship being carried
            plain = plain.but(overlays=(), destinations=(), aims=())
        return self.board_input.scene(plain)

    # -- Screen --------------------------------------------------------------------------------------------------------

    def draw(self, dst: Surface) -> None:
        """Draw board, plans and panels, and everything over them."""
        self.context.size = dst.get_size()
        preferences.hold(self.context.size)
        self.lay_now()
        scene = self.plans.with_room(self.scene)
        self.board.draw(dst, scene, self._clock)
        self.plans.draw(dst, scene)
        pointed = None if self.board_input.busy else self._pointer_at
        draw_pointed(dst, self.board.camera, scene.asked.advice, pointed)
        self.panels.draw(dst)
        self.board_input.draw(dst)
        self._over(dst)

    def lay_now(self) -> None:
        """Lay out again what has changed. If that is only the inspector, leave the rest."""
        super().lay_now()
        if self.context.stale_sheet:
            self.context.stale_sheet = False
            self.focus.replace(self.panels.lay_sheet())
            self._hold()

    def _lay(self) -> None:
        theme.seated = 0
        self.board.camera.above = theme.px(TOOLS_HIGH)
        if not self.context.fitted:
            self.board.resize(self.layout.board)
            # the camera must know the table before its target is set
            self.board.draw(Surface(self.context.size), self.scene, 0.0)
            self.context.fitted = True
            self.context.fit(glide=False)
        super()._lay()
        self._hold()
        self.context.stale_sheet = False

    def _hold(self) -> None:
        """Keep pointer and keys from everything else while a title is asked for."""
        if self.context.saving:
            self.focus.replace(self.panels.saving)

    def _over(self, dst: Surface) -> None:
        """Draw the focus ring, the message, and the hint, which avoids the title plate and the sides' points. A message
        is not repeated as a hint."""
        points = (one for one in self.focus.widgets if isinstance(one, SideTotal))
        kept = [one.rect for one in (*self.panels.saving, *points)]
        if self.context.note:
            kept.append(self._toast(dst, self.context.note, self.context.note_rule))
        under = self.focus.hint_target()
        told = bool(self.context.note and under and self.context.note in under.hint_now)
        self._ring_and_hint(dst, self.board_input.busy or told, kept)

    def handle(self, event: Event) -> Answer:
        """Handle an event; a dropped file is opened."""
        if event.type == pygame.DROPFILE:
            self.commands.files.open(Path(event.file))
        return super().handle(event)

    def _key(self, event: Event) -> None:
        typing = self.focus.at is not None and self.focus.at.wants_text
        if self._for_widgets(event):
            return
        if typing and event.key == pygame.K_ESCAPE:
            self.focus.focus(None)
            self.context.change()
        elif self.context.saving and event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self.save_now(False)
        elif (action := self.keys.action(event)) and (action == "back" or not self.context.saving):
            self.commands.do(action)  # while a title is asked for, no key reaches the table

    def _pointer(self, event: Event) -> None:
        if hasattr(event, "pos"):
            self._pointer_at = event.pos
        if event.type == pygame.MOUSEBUTTONDOWN:
            self.context.note = self.context.note_rule = ""
            self.context.change()
        if self.context.saving:
            if not self.focus.handle(event) and event.type == pygame.MOUSEBUTTONDOWN:
                # a click beside the title plate does not reach the table
                self.focus_on("save title")
            return
        if self.board_input.busy and self.board_input.handle(event):
            return
        self._point(event)

    def tick(self, seconds: float) -> Answer:
        """Let animations go on."""
        self._clock += seconds * 1000
        self.board_input.creep(seconds)
        if self.context.adviser.busy and not self.board_input.drag.active:
            self.context.adviser.work()
        if self.board_input.ends.behind and not self.board_input.drag.active:
            self.board_input.ends.step()
        return self._take_answer()

    @property
    def moving(self) -> bool:
        """Return whether anything is gliding."""
        weighing = self.context.adviser.busy and not self.board_input.drag.active
        held = self.board_input.ends.behind or self.board_input.creeping or weighing
        return self.board.busy or self.context.answer is not None or held

    @property
    def system(self) -> RuleSystem:
        """The game of the table."""
        return self.context.sandbox.opened.battle.system

    @property
    def house_in_force(self) -> House:
        return self.context.sandbox.settings({})

    def rule_under(self, at: tuple[int, int]) -> str:
        """Return the rule under the pointer, of the last message, or of the sandbox."""
        rule = self.focus.rule or self.board.rule_at(at, self.context.scene)
        return rule or self.context.note_rule or "table/sandbox"

    def heard(self, word: Any) -> Answer:
        """Use the answer of a screen that closed over this one, such as the file chosen from a list."""
        self.context.change()
        if isinstance(word, (Path, RuleSystem)):
            self.commands.files.open(word)
        return self._take_answer()

    def to_top(self) -> None:
        self.panels.sheet.scroll.to(0)

    def save_path(self) -> tuple[Path, bool]:
        """Return the path of the file to be saved, and whether its title is taken."""
        return self.commands.files.path

    def pointer_place(self) -> tuple[int, int] | None:
        """Return the place of the pointer; None before it has moved."""
        return self._pointer_at

    def pane_at(self, at: tuple[int, int] | None) -> ScrolledPane | None:
        """Return the pane at a place, or if there is none the inspector."""
        panes: tuple[ScrolledPane, ...] = self.panels.panes()
        under = [pane for pane in panes if at and pane.rect.collidepoint(at)]
        return (under or [panes[1]])[0]

    # -- typing --------------------------------------------------------------------------------------------------------

    def focus_on(self, name: str, begun: str = "") -> None:
        """Focus a field, to type something or to complete `begun`."""
        self.context.change()
        self.lay_now()
        found = next((one for one in self.focus.widgets if one.name == name and isinstance(one, TextField)), None)
        if found is not None:
            self.focus.focus(found)
            for pane in self.panels.panes():
                pane.show(found)
            found.cursor, found.anchor = len(found.value), 0  # typing replaces the text
            if begun:
                found.insert(begun)
