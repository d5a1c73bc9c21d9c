"""The board of a replay, with its camera and the adviser's map, and the line of its turns and steps."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.board.boards import board_of
from game.demonstrations.reel import Reel
from game.demonstrations.steps import DemonstrationStep
from game.seating.memo import Memo
from game.ui.board.model.scene import Scene
from game.ui.demonstration.picture import scenes
from game.ui.demonstration.stage import Stage
from game.ui.host.preferences import preferences
from game.ui.render.shapes import box
from game.ui.render.text import text, width
from game.ui.render.theme import theme
from game.ui.replay.adviser import ReplayAdviser
from game.ui.toolkit.widgets import Widget

ROOM, EDGE = 96, 24  # design pixels round the camera's view, and of the margin that stays clear
CAPTION, FLAT = 0.9, 0.25  # seconds per step in autoplay: with something to read, and for a move alone


def standing(step: DemonstrationStep) -> float:
    """Return the number of seconds that a step stays. It is less than in a demonstration, because a battle has hundreds
    of steps."""
    return CAPTION + 0.02 * len(step.small) if any(event.dice for event in step.events) else FLAT


class ReplayStage(Stage):
    """A reel on a board, with the adviser's map while it is open."""

    def __init__(
        self,
        reel: Reel,
        adviser: ReplayAdviser,
        changed: Callable[[], object],
        entered: Callable[[], object],
        plates: Callable[[Surface], object],
    ) -> None:
        self.reel, self.adviser, self._entered, self._plates = reel, adviser, entered, plates
        self._kept = Memo[Scene]()
        super().__init__(reel, standing, changed)

    def on_step(self) -> None:
        self._entered()

    def plates(self, dst: Surface) -> None:
        self._plates(dst)

    def aim(self) -> None:
        """Show all of a turn when it begins. The camera stays if everything is in view already."""
        step, size = self.reel.step, (self.board.rect.size, theme.scale)
        board = board_of(step.view.state.table)
        key = (step.turn, size, board)
        if key == self.aimed:
            return
        same = bool(self.aimed) and self.aimed[1:] == key[1:]
        points = scenes.places([one for one in self.reel.steps if one.turn == step.turn], bodies=False)
        if not (same and self.board.camera.holds(points, theme.px(EDGE))):
            margin = 2.5 if board.cells else 4.0
            self.board.show(board, points, margin, theme.px(ROOM), same and preferences.animated)
        self.aimed = key

    def scene(self) -> Scene:
        """Return the scene on the board, cached until the step changes."""
        if self.player.animation.active:
            return scenes.scene_played(self.reel.step, self.player.animation)
        if self.adviser.open and (scene := self.adviser.scene()):
            return scene
        return self._kept.get((self.reel.step,), lambda: scenes.scene_of(self.reel.step))


class Timeline(Widget):
    """The bar of time. A press or a drag goes to the nearest step."""

    focusable = False

    def __init__(self, rect: Rect, reel: Reel, share: Callable[[], float], go: Callable[[int], object]) -> None:
        super().__init__(rect, name="timeline", hint="drag to go through the battle")
        self.reel, self.share, self.go = reel, share, go
        self._held = False

    def x_of(self, index: float) -> float:
        """Return the x of a step on the bar, in real pixels."""
        left, right = self.rect.x + theme.px(10), self.rect.right - theme.px(10)
        return left + (right - left) * index / max(1, len(self.reel.steps) - 1)

    def handle(self, event: Event) -> bool:
        """Handle press, drag and release."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self.hit.collidepoint(event.pos):
            self._held = True
            self._seek(event.pos[0])
            return True
        if event.type == pygame.MOUSEMOTION and self._held:
            self._seek(event.pos[0])
            return True
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self._held:
            self._held = False
            return True
        return super().handle(event)

    def _seek(self, x: int) -> None:
        left, right = self.x_of(0), self.x_of(len(self.reel.steps) - 1)
        share = (x - left) / max(1.0, right - left)
        self.go(round(min(1.0, max(0.0, share)) * (len(self.reel.steps) - 1)))

    def draw(self, dst: Surface) -> None:
        """Draw the track, the share shown, ticks of phases, numbers of turns, and the knob."""
        p, px, y = theme.palette, theme.px, self.rect.centery - theme.px(6)
        steps, now = self.reel.steps, self.reel.index
        left, right = self.x_of(0), self.x_of(len(steps) - 1)
        at = self.x_of(now if now == 0 else now - 1 + self.share())
        box(dst, (left, y - px(3), right - left, px(6)), p.line, 3)
        box(dst, (left, y - px(3), max(px(6), round(at - left)), px(6)), theme.accent, 3)
        for before, step in pairwise(steps):
            if (before.turn, before.phase[0]) != (step.turn, step.phase[0]):
                dst.fill(p.faint, (round(self.x_of(step.index)), y - px(5), max(1, px(1)), px(10)))
        written = -1.0
        for turn, index in self.reel.turns.items():
            x = self.x_of(index)
            dst.fill(p.yellow, (round(x), y - px(9), max(1, px(2)), px(18)))
            if x - width(str(turn), 13) / 2 > written:
                written = text(dst, str(turn), (x, y + px(19)), 13, p.muted, "s", "center").right + px(6)
        pygame.draw.aacircle(dst, p.white, (at, y), px(8))
