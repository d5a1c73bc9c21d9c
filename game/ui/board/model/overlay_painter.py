"""What one game alone lays over the board, drawn by that game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from pygame import Rect, Surface

from game.core.display import OwnOverlay
from game.ui.board.model.camera import Camera
from game.ui.board.model.scene import Scene
from game.ui.games import painter_of


@dataclass(frozen=True)
class OverlayPainter:
    """Draws an overlay over lines of fire, and says where labels must keep off it."""

    draw: Callable[[Surface, Camera, Any], object]
    grounds: Callable[[Camera, Any], list[Rect]]


def own_overlays(scene: Scene) -> Iterator[tuple[OwnOverlay, OverlayPainter]]:
    """The overlays of one game alone, each with what draws it; none in a moment of the past."""
    for one in scene.overlays if not scene.moment else ():
        if isinstance(one, OwnOverlay) and (found := painter_of(type(one), "OVERLAYS")):
            yield one, found


def draw_own_overlays(dst: Surface, camera: Camera, scene: Scene) -> None:
    """Draw them in their order."""
    for one, by in own_overlays(scene):
        by.draw(dst, camera, one)


def own_grounds(camera: Camera, scene: Scene) -> list[Rect]:
    """Where labels must keep off them."""
    return [rect for one, by in own_overlays(scene) for rect in by.grounds(camera, one)]
