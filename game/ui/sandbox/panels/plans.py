"""The plans as they lie over the table: ways, ghosts, lines to the target and plates; no part of the rules."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pygame import Rect, Surface

from game.core.orders import Id
from game.ui.board.model.scene import Scene
from game.ui.render.theme import theme
from game.ui.sandbox.panels.trails import Leg, Plate, draw_legs, draw_lines, draw_plates, ground_of, plates

if TYPE_CHECKING:
    from game.ui.sandbox.screen import SandboxScreen


class Plans:
    """Draws all plans of a sandbox over its board; plates keep their places until something moves."""

    def __init__(self, screen: SandboxScreen) -> None:
        self.screen = screen
        self._room: tuple[Any, tuple[Plate, ...], tuple[Rect, ...]] | None = None

    def with_room(self, scene: Scene) -> Scene:
        """The scene with the ground kept free that plates, ghosts and ways take; the plates are placed first."""
        screen, camera = self.screen, self.screen.board.camera
        size = screen.layout.board.size
        key = (camera.key, screen.sandbox.version, screen.chosen, screen.target, self._dragged, theme.scale, size)
        if self._room is None or self._room[0] != key:
            covers, placed = screen.covers(), tuple[Plate, ...]()
            if not self._dragged:
                placed = plates(camera, scene, self._drawn, screen.sandbox, screen.chosen, screen.target, covers)
            self._room = key, placed, (*(one.rect for one in placed), *ground_of(camera, self._drawn), *covers)
        return replace(scene, reserved=self._room[2])

    @property
    def _dragged(self) -> Id:
        return self.screen.hand.drag.ship if self.screen.hand.drag.active else ""

    @property
    def _drawn(self) -> list[Leg]:
        """All ways but the one that is being plotted anew."""
        mine, dragged = ("", self.screen.sandbox.branch.key), self._dragged
        return [one for one in self.screen.legs if not (one.ship == dragged and one.last and one.branch in mine)]

    def draw(self, dst: Surface, scene: Scene) -> None:
        """Ways, ghosts, lines and plates over the table."""
        clip, camera = dst.get_clip(), self.screen.board.camera
        dst.set_clip(self.screen.board.rect)
        legs = self._drawn
        seen = self.screen.board.look(scene)
        draw_legs(dst, camera, scene, legs, seen, self.screen.sandbox.branch.key)
        if not self._dragged:
            draw_lines(dst, camera, self.screen.ends, scene)
        if self._room:
            draw_plates(dst, self._room[1])
        dst.set_clip(clip)
