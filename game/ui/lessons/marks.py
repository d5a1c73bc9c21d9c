"""Marks on everything that a step of a lesson points at: ships and a zone on the table, buttons and fields in the
window."""

from __future__ import annotations

from collections.abc import Iterable

import pygame
from pygame import Rect, Surface

from game.battle.view import View
from game.board.boards import board_of
from game.formats.battle_schema import LessonStep
from game.ui.board.model.camera import Camera
from game.ui.render.lines import circle
from game.ui.render.shapes import box, square
from game.ui.render.text import text, width
from game.ui.render.theme import theme
from game.ui.toolkit.widgets import Widget

AWAY, LEG = 32, 9  # design pixels from the middle of a ship to the sign over it, and half the width of that sign


def marked(widgets: Iterable[Widget], names: Iterable[str]) -> list[Widget]:
    """Return the widgets that a step points at. A name that ends with a star stands for all that begin with the rest of
    it."""
    wanted = tuple(names)
    return [
        one
        for one in widgets
        if any(one.name == name or (name[-1] == "*" and one.name.startswith(name[:-1])) for name in wanted)
    ]


def draw_marks(
    dst: Surface, step: LessonStep, view: View, camera: Camera, board: Rect, widgets: Iterable[Widget]
) -> None:
    """Draw the marks: a sign over each ship, the zone, and frames round buttons. A ship has no ring, because it would
    hide the ship's name."""
    p, px = theme.palette, theme.px
    was = dst.get_clip()
    dst.set_clip(board)
    for key in step.ships:
        piece = view.state.piece(key)
        if piece is not None and piece.in_play:
            x, y = camera.xy(piece.at)
            _sign(dst, (x, y - px(AWAY)))
    if step.done.ends:
        _zone(dst, step, view, camera)
    dst.set_clip(was)
    for widget in marked(widgets, step.buttons):
        r = widget.rect.clip(widget.window) if widget.window else widget.rect
        if r.w and r.h:
            pygame.draw.rect(dst, p.yellow, r.inflate(px(6), px(6)), px(2), px(8))


def _zone(dst: Surface, step: LessonStep, view: View, camera: Camera) -> None:
    """Draw the zone in which the order is to end, with its word."""
    zone, p, px = step.done.ends, theme.palette, theme.px
    assert zone is not None
    at = board_of(view.state.table).place(zone.at)
    x, y = camera.xy(at)
    edge = camera.xy((at[0] + max(zone.within, 0.5), at[1]))
    radius = max(px(14), abs(edge[0] - x))
    circle(dst, (x, y), radius, p.yellow, 1.5)
    wide = width("end here", 14, "s")
    plate = square((x, y - radius - px(14)), px(10)).inflate(round(wide), 0)
    box(dst, plate, p.well, 5, 240, p.yellow)
    text(dst, "end here", plate.center, 14, p.yellow, "s", "center")


def _sign(dst: Surface, at: tuple[float, float]) -> None:
    """Draw an arrowhead that points down at a place."""
    (x, y), leg = at, theme.px(LEG)
    pygame.draw.polygon(dst, theme.palette.yellow, [(x, y), (x - leg, y - leg * 1.4), (x + leg, y - leg * 1.4)])
