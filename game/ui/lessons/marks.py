"""Marks on everything that a step of a lesson points at: ships and a zone on the table, buttons and fields in the
window."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import pygame
from pygame import Rect, Surface

from game.board.boards import board_of
from game.core.display import Point
from game.core.state import AnyState
from game.formats.battle_schema import LessonStep
from game.ui.board.model.camera import Camera
from game.ui.render.lines import circle, line
from game.ui.render.shapes import Place, between, box, square
from game.ui.render.text import text, width
from game.ui.render.theme import theme
from game.ui.toolkit.parts import around, clearest
from game.ui.toolkit.widgets import Widget

AWAY, LEG = 32, 9  # design pixels from the middle of a ship to the sign over it, and half the width of that sign
PIECE, END = 24, 8  # half the width of the squares that the plate keeps off: of a piece, of a place to end
END_HERE = "end here"


def named_widgets(widgets: Iterable[Widget], names: Iterable[str]) -> list[Widget]:
    """Return the widgets that a step points at. A name that ends with a star stands for all that begin with the rest of
    it."""
    wanted = tuple(names)
    return [
        one
        for one in widgets
        if any(one.name == name or (name[-1] == "*" and one.name.startswith(name[:-1])) for name in wanted)
    ]


@dataclass(frozen=True, slots=True)
class Marks:
    """The marks of a step on the table, in pixels: the tips of signs over ships, the ring in which an order is to end,
    and the plate that says so."""

    tips: tuple[Place, ...] = ()
    ring: tuple[Place, float] | None = None
    plate: Rect | None = None

    @property
    def leader(self) -> tuple[Place, Place] | None:
        """The line from the ring to a plate that does not stand close to it."""
        if not (self.ring and self.plate):
            return None
        (x, y), radius = self.ring
        r = self.plate
        ear = min(max(x, r.left), r.right), min(max(y, r.top), r.bottom)
        far = math.dist(ear, (x, y))
        return (between((x, y), ear, radius / far), ear) if far > radius + theme.px(6) else None

    @property
    def ground(self) -> list[Rect]:
        """The rects of all marks, which the board's own words avoid."""
        ring = [square(*self.ring)] if self.ring else []
        tie = [square(between(*self.leader, n / 8), theme.px(2)) for n in range(9)] if self.leader else []
        return [*map(_sign, self.tips), *ring, *tie, *([self.plate] if self.plate else [])]


def marks_of(step: LessonStep, state: AnyState, camera: Camera, ends: Iterable[Point]) -> Marks:
    """Return the marks of a step. The plate keeps off pieces, and off the `ends` of the piece that is to be ordered. A
    ship has no ring, because it would hide the ship's name."""
    px, zone = theme.px, step.done.ends
    found = (state.piece(key) for key in step.ships)
    places = [camera.xy(piece.at) for piece in found if piece is not None and piece.in_play]
    tips = tuple((x, y - px(AWAY)) for x, y in places)
    if zone is None:
        return Marks(tips)
    at = board_of(state.table).place(zone.at)
    x, y = camera.xy(at)
    radius = max(px(14), abs(camera.xy((at[0] + max(zone.within, 0.5), at[1]))[0] - x))
    pieces = [one.at for one in (*state.ships.values(), *state.counters.values()) if one.in_play]
    kept = [*map(_sign, tips), *(square(camera.xy(one), px(PIECE)) for one in pieces)]
    kept += [square(camera.xy(one), camera.scale * 0.4 if camera.board.cells else px(END)) for one in ends]
    size = round(width(END_HERE, 14, "s")) + px(20), px(20)
    ring, within = square((x, y), radius), camera.rect.inflate(-px(16), -px(16))
    above, below = ring.top - px(4) - size[1], ring.bottom + px(4)
    corners = [(x - size[0] / 2, above), (x - size[0] / 2, below), *around(ring, size, within)]
    return Marks(tips, ((x, y), radius), clearest(size, within, corners, [ring, *kept]))


def draw_marks(dst: Surface, marks: Marks, board: Rect, widgets: Iterable[Widget]) -> None:
    """Draw the marks on the board, and frames round widgets."""
    p, px = theme.palette, theme.px
    was = dst.get_clip()
    dst.set_clip(board)
    for tip in marks.tips:
        r = _sign(tip)
        pygame.draw.polygon(dst, p.yellow, [r.midbottom, r.topleft, r.topright])
    if marks.ring:
        circle(dst, *marks.ring, p.yellow, 1.5)
    if marks.leader:
        line(dst, *marks.leader, p.yellow, 1.5)
    if marks.plate:
        box(dst, marks.plate, p.well, 5, 240, p.yellow)
        text(dst, END_HERE, marks.plate.center, 14, p.yellow, "s", "center")
    dst.set_clip(was)
    for widget in widgets:
        r = widget.rect.clip(widget.window) if widget.window else widget.rect
        if r.w and r.h:
            pygame.draw.rect(dst, p.yellow, r.inflate(px(6), px(6)), px(2), px(8))


def _sign(tip: Place) -> Rect:
    """Return the rect of the arrowhead that points down at a place."""
    leg = theme.px(LEG)
    high = round(leg * 1.4)
    return Rect(round(tip[0]) - leg, round(tip[1]) - high, 2 * leg, high)
