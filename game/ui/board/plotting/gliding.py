"""The ghost of the ship in hand, which glides for an instant from its last place to its new one."""

from __future__ import annotations

from pygame import Surface

from game.core.display import Pose
from game.core.orders import Id
from game.ui.board.layers import ships
from game.ui.board.model.camera import Camera
from game.ui.board.model.scene import Scene

EASE = 60.0  # ms in which a ghost reaches its place


class GlidingGhost:
    """Where the ghost was last drawn, and whether it is still `easing`."""

    def __init__(self) -> None:
        self.easing = False
        self._last: tuple[Pose, tuple[float, float], float] | None = None  # the pose, where it was drawn, since when

    def draw(self, dst: Surface, camera: Camera, scene: Scene, look: dict[Id, ships.ShipLook], now: float) -> None:
        """The chosen ship's ghost; `now` in ms."""
        pose = scene.ghosts.get(scene.chosen)
        if pose is None or scene.moment or scene.chosen not in look:
            self._last, self.easing = None, False
            return
        if self._last is None:
            self._last = pose, pose.at, now - EASE
        elif self._last[0] != pose:
            self._last = pose, _between(*self._last, now), now
        self.easing = now - self._last[2] < EASE
        shown = Pose(_between(*self._last, now), pose.course, pose.facing, pose.velocity)
        ships.draw_ghost(dst, camera, look[scene.chosen].glyph, shown, scene.colour(scene.chosen), True)


def _between(pose: Pose, start: tuple[float, float], since: float, now: float) -> tuple[float, float]:
    """Where it has come to on its way from `start` to the place of the pose."""
    share = min(1.0, max(0.0, (now - since) / EASE))
    return start[0] + (pose.at[0] - start[0]) * share, start[1] + (pose.at[1] - start[1]) * share
