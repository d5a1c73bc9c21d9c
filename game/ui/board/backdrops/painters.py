"""The picture under the map, painted by the look of the board; decides nothing."""

from __future__ import annotations

from collections.abc import Callable

from pygame import Surface

from game.board.look import Look
from game.ui.board.backdrops.night_sky import draw_sky
from game.ui.board.backdrops.sea import draw_sea
from game.ui.board.model.camera import Camera
from game.ui.render.shapes import gradient

PAINTERS: dict[str, Callable[[Surface, Camera, Look], None]] = {"sky": draw_sky, "sea": draw_sea}


def draw_backdrop(dst: Surface, camera: Camera) -> None:
    """Paint the whole of the camera's rect; a kind of backdrop that has no painter is a plain gradient."""
    look = camera.board.look
    PAINTERS.get(look.backdrop, _plain)(dst, camera, look)


def _plain(dst: Surface, camera: Camera, look: Look) -> None:
    dst.blit(gradient(max(1, camera.rect.w), max(1, camera.rect.h), look.upper, look.lower), camera.rect.topleft)
