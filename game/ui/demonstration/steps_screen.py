"""The base of the screens of a demonstration and a replay: a stage that plays steps, with keys and frame.

A subclass implements `lay_out`, which begins with `_frame`.
"""

from __future__ import annotations

from typing import Generic, TypeVar

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.board.boards import board_of
from game.ui.board.model.scene import Scene
from game.ui.demonstration.head import DemonstrationLayout, demonstration_layout
from game.ui.demonstration.stage import Stage
from game.ui.host.screen import Answer
from game.ui.keys.list_page import KeyedPage
from game.ui.render.shapes import rule
from game.ui.render.theme import theme
from game.ui.session.top_bar import ground
from game.ui.toolkit.column import ScrolledPane
from game.ui.toolkit.focus import POINTER

S = TypeVar("S", bound=Stage)


class StepsScreen(KeyedPage, Generic[S]):
    """Steps on a stage that fills the window except for a bar, a caption and a column."""

    def __init__(self, stage: S, playing: bool) -> None:
        self.pane = ScrolledPane("column")
        super().__init__(self.pane)
        self.stage, self.board, self.player = stage, stage.board, stage.player
        self.player.playing = playing
        self.layout: DemonstrationLayout = demonstration_layout((1280, 800))

    # -- of each screen ------------------------------------------------------------------------------------------------

    def do(self, action: str) -> None:
        """Carry out the action of a button or a key."""
        bound = self.keys.bindings.get(action)
        if bound and bound.do:
            bound.do(self)
        self.relay()

    def _action(self, event: Event) -> str:
        """Return the action of a key press; empty if it has none here."""
        return self.keys.action(event)

    def _scene(self) -> Scene:
        return self.stage.scene()

    # -- Screen --------------------------------------------------------------------------------------------------------

    def fit(self) -> None:
        """Point the camera again."""
        self.stage.aimed = ()

    def handle(self, event: Event) -> Answer:
        """Pass the event to the keys of the screen, then to widgets, then to the board."""
        if event.type == pygame.KEYDOWN and (action := self._action(event)):
            self.fresh()
            self.answer = None
            self.do(action)
            answer, self.answer = self.answer, None
            return answer
        if event.type == pygame.KEYDOWN and event.mod & pygame.KMOD_CTRL and self.stage.handle(event):
            return None
        found = super().handle(event)
        if found is None and event.type in POINTER:
            self.stage.handle(event)
        return found

    def tick(self, seconds: float) -> Answer:
        """Let the steps play."""
        self.stage.tick(seconds)
        return None

    @property
    def moving(self) -> bool:
        """Return whether something is playing, gliding or waiting."""
        return self.stage.moving

    @property
    def backdrop(self) -> str:
        """The backdrop of the step's board."""
        return board_of(self.player.show.step.view.state.table).look.backdrop

    # -- laying out and drawing ----------------------------------------------------------------------------------------

    def _frame(self, area: Rect, large: bool = False) -> DemonstrationLayout:
        """Divide the window between board, caption and column. With `large`, captions take more of it."""
        layout = self.layout = demonstration_layout(area.size, large)
        self.stage.resize(layout.board)
        return layout

    def paint(self, dst: Surface) -> None:
        """Draw the stage, and the ground of the bars."""
        p, layout = theme.palette, self.layout
        dst.fill(p.panel)
        self.stage.draw(dst)
        ground(dst, layout.top)
        rule(dst, layout.caption.x, layout.caption.right, layout.caption.y, p.edge)
        dst.fill(p.edge, (layout.column.x, layout.column.y, max(1, theme.px(1)), layout.column.h))
