"""A step of a demonstration as one picture of the board with its plates, without a window; no part of the rules."""

from __future__ import annotations

from pygame import Rect, Surface

from game.demonstrations.demonstration import DemonstrationStep
from game.ui.board.model.scene import Scene
from game.ui.board.view import BoardView
from game.ui.demonstration import placing, scenes
from game.ui.demonstration.callouts import callouts
from game.ui.render.theme import theme

ROOM = 96  # design pixels round what the camera shows, for words


def still(step: DemonstrationStep, steps: list[DemonstrationStep], size: tuple[int, int]) -> Surface:
    """The board as the step leaves it, in real pixels."""
    out = Surface(size)
    board = BoardView(Rect(0, 0, *size))
    look_at(board, step, steps, False)
    scene, plates = picture_of(board, step)
    board.draw(out, scene)
    placing.draw(out, out.get_rect(), plates)
    return out


def look_at(board: BoardView, step: DemonstrationStep, steps: list[DemonstrationStep], glide: bool) -> None:
    """Point the camera of a board where a step wants it."""
    points, margin, words = scenes.seen(step, steps)
    board.show(step.view.state.table, points, margin, theme.px(ROOM) if words else 0, glide)


def picture_of(board: BoardView, step: DemonstrationStep) -> tuple[Scene, list[placing.Placed]]:
    """What a board shows of a step at rest, and the plates over it, none while the camera glides."""
    plain = scenes.scene_of(step)
    plates = placing.placed(board, plain, callouts(step)) if board.camera.still else []
    return (scenes.scene_of(step, placing.ground_of(plates)) if plates else plain), plates
