"""The plans as they lie over the table: ways, ghosts, lines to the target and plates; no part of the rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from pygame import Rect, Surface

from game.core.orders import Id
from game.ui.board.model.scene import Scene
from game.ui.render.theme import theme
from game.ui.sandbox.model.context import SandboxContext
from game.ui.sandbox.model.legs import Leg
from game.ui.sandbox.panels.trails import PlanPlate, draw_legs, draw_lines, draw_plates, ground_of, plates


class Plans:
    """Draws all plans of a sandbox over its board; plates keep their places until something moves."""

    def __init__(self, context: SandboxContext, dragged: Callable[[], Id]) -> None:
        """`dragged` names the ship whose order is being pulled about; empty if there is none."""
        self.context, self._dragging = context, dragged
        self._room: tuple[object, tuple[PlanPlate, ...], tuple[Rect, ...]] | None = None

    def with_room(self, scene: Scene) -> Scene:
        """The scene with the ground kept free that plates, ghosts and ways take; the plates are placed first."""
        context, camera = self.context, self.context.board.camera
        size = context.layout.board.size
        key = (camera.key, context.sandbox.version, context.chosen, context.target, self._dragged, theme.scale, size)
        if self._room is None or self._room[0] != key:
            covers, placed = context.covers(), tuple[PlanPlate, ...]()
            if not self._dragged:
                placed = plates(camera, scene, self._drawn, context.sandbox, context.chosen, context.target, covers)
            self._room = key, placed, (*(one.rect for one in placed), *ground_of(camera, self._drawn), *covers)
        return replace(scene, reserved=self._room[2])

    @property
    def _dragged(self) -> Id:
        return self._dragging()

    @property
    def _drawn(self) -> list[Leg]:
        """All ways but the one that is being plotted anew."""
        mine, dragged = ("", self.context.sandbox.branch.key), self._dragged
        return [one for one in self.context.legs if not (one.ship == dragged and one.last and one.branch in mine)]

    def draw(self, dst: Surface, scene: Scene) -> None:
        """Ways, ghosts, lines and plates over the table."""
        clip, camera = dst.get_clip(), self.context.board.camera
        dst.set_clip(self.context.board.rect)
        legs = self._drawn
        seen = self.context.board.look(scene)
        draw_legs(dst, camera, scene, legs, seen, self.context.sandbox.branch.key)
        if not self._dragged:
            draw_lines(dst, camera, self.context.ends, scene)
        if self._room:
            draw_plates(dst, self._room[1])
        dst.set_clip(clip)
