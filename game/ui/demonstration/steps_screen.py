"""The base of the screens of a demonstration and a replay: a board that plays steps, with dice, keys and frame.

A subclass implements `_action` (the action of a key), `do` (carry an action out), `_scene` (the scene of the board),
`_aim` (point the camera) and `lay_out`, which begins with `_frame`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.board.boards import board_of
from game.demonstrations.steps import DemonstrationStep, StepCursor
from game.ui.board.model.scene import Scene
from game.ui.board.view import BoardView
from game.ui.demonstration.head import DemonstrationLayout, arranged
from game.ui.demonstration.picture import scenes
from game.ui.host.screen import Answer
from game.ui.playback.step_player import StepPlayer
from game.ui.render.dice_tray import DiceTray
from game.ui.render.shapes import rule
from game.ui.render.theme import theme
from game.ui.session.top_bar import ground
from game.ui.toolkit.column import ScrolledPane
from game.ui.toolkit.focus import POINTER
from game.ui.toolkit.page import Page

TRAY = 460  # design pixels: width of the dice tray


class StepsScreen(Page):
    """Steps on a board.

    `reading` gives the seconds a step stays when it plays by itself. `over` is called at the end and says whether
    something follows.
    """

    def __init__(
        self, steps: StepCursor, reading: Callable[[DemonstrationStep], float], playing: bool, over: Callable[[], bool]
    ) -> None:
        self.pane = ScrolledPane("column")
        super().__init__(self.pane)
        self.board = BoardView(Rect(0, 0, 640, 400))
        self.tray = DiceTray(Rect(0, 0, 10, 10), 0)
        self.player = StepPlayer(steps, self.tray, scenes.acts_of, reading, self.relay, self._entered, over)
        self.player.playing = playing
        self.layout: DemonstrationLayout = arranged((1280, 800))
        self._clock = 0.0
        self._aimed: tuple[object, ...] = ()

    # -- of each screen ------------------------------------------------------------------------------------------------

    @abstractmethod
    def do(self, action: str) -> None:
        """Carry out the action of a button or a key."""

    @abstractmethod
    def _action(self, event: Event) -> str:
        """Return the action of a key press; empty if it has none here."""

    @abstractmethod
    def _entered(self) -> None:
        """Prepare for another step."""

    @abstractmethod
    def _scene(self) -> Scene:
        """Return the scene of the board: the present step at its end, or as far as it has played."""

    @abstractmethod
    def _aim(self) -> None:
        """Point the camera as the step asks."""

    def _plates(self, dst: Surface) -> None:
        """Draw plates over the board."""

    # -- Screen --------------------------------------------------------------------------------------------------------

    def fit(self) -> None:
        """Point the camera again."""
        self._aimed = ()

    def handle(self, event: Event) -> Answer:
        """Pass the event to the keys of the screen, then to widgets, then to the board."""
        if event.type == pygame.KEYDOWN and (action := self._action(event)):
            self.fresh()
            self.answer = None
            self.do(action)
            answer, self.answer = self.answer, None
            return answer
        if event.type == pygame.KEYDOWN and event.mod & pygame.KMOD_CTRL and self.board.handle(event, self._scene()):
            return None
        found = super().handle(event)
        if found is None and event.type in POINTER:
            self.board.handle(event, self._scene())
        return found

    def tick(self, seconds: float) -> Answer:
        """Let the steps play."""
        self._clock += seconds * 1000
        self.player.tick(seconds)
        return None

    @property
    def moving(self) -> bool:
        """Is something playing, gliding or waiting?"""
        return self.player.moving or self.board.busy

    @property
    def backdrop(self) -> str:
        """The backdrop of the step's board."""
        return board_of(self.player.show.step.view.state.table).look.backdrop

    # -- laying out and drawing ----------------------------------------------------------------------------------------

    def _frame(self, area: Rect, large: bool = False) -> DemonstrationLayout:
        """Divide the window between board, caption and column. `large` captions take more of it."""
        layout = self.layout = arranged(area.size, large)
        self.board.resize(layout.board)
        room = Rect(0, 0, min(theme.px(TRAY), layout.board.w - theme.px(32)), layout.board.h // 2)
        room.bottomright = layout.board.right - theme.px(20), layout.board.bottom - theme.px(20)
        self.tray.allow(room)
        return layout

    def paint(self, dst: Surface) -> None:
        """Draw board, plates, dice, and the ground of the bars."""
        p, layout = theme.palette, self.layout
        dst.fill(p.panel)
        self._aim()
        self.board.camera.advance(self._clock)
        self.board.draw(dst, self._scene(), self._clock)
        self._plates(dst)
        act = self.player.animation.act
        if act and act.dice:
            self.tray.draw(dst)
        ground(dst, layout.top)
        rule(dst, layout.caption.x, layout.caption.right, layout.caption.y, p.edge)
        dst.fill(p.edge, (layout.column.x, layout.column.y, max(1, theme.px(1)), layout.column.h))
