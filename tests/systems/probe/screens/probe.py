"""Paints what the game alone has: found beside the screens of the other games."""

from __future__ import annotations

import pygame
from pygame import Rect, Surface

from game.ui.board.model.camera import Camera
from game.ui.board.model.overlay_painter import OverlayPainter
from game.ui.render.theme import theme
from game.ui.ship_sheet.painters import Painter, SheetLook
from game.ui.toolkit.blocks import WordRow
from game.ui.toolkit.column import Column
from tests.systems.probe.parts import Lookout, Watch

ROSE = (255, 0, 127)  # a colour that nothing else has


def watch(column: Column, part: Watch, look: SheetLook) -> None:
    """A line."""
    column.heading(part.title, rule=part.rule)
    words = f"{part.crew} of {look.sheet.title}"
    column.add(WordRow(column.row(24), [(words, theme.palette.text, "r")], hint=words))


def draw(dst: Surface, camera: Camera, one: Lookout) -> None:
    """A circle before its bow."""
    pygame.draw.circle(dst, ROSE, camera.xy((one.at[0], one.at[1] + one.reach)), 9)


def grounds(camera: Camera, one: Lookout) -> list[Rect]:
    """It is read through."""
    return []


PAINTERS = {Watch: Painter(after=watch, yard=watch)}
OVERLAYS = {Lookout: OverlayPainter(draw, grounds)}
