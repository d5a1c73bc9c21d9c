"""The board of a replay, with its camera and the adviser's map."""

from __future__ import annotations

from collections.abc import Callable

from pygame import Surface

from game.board.boards import board_of
from game.demonstrations.reel import Reel
from game.demonstrations.steps import DemonstrationStep
from game.seating.memo import Memo
from game.ui.board.model.scene import Scene
from game.ui.demonstration.picture import scenes
from game.ui.demonstration.stage import Stage
from game.ui.host.preferences import preferences
from game.ui.render.theme import theme
from game.ui.replay.adviser import ReplayAdviser

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
