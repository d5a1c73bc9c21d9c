"""Marks of wind and ground at the end of a move, beside its head; no part of the rules."""

from __future__ import annotations

from pygame import Surface

from game.ui.render.lines import circle, polyline
from game.ui.render.shapes import Place, polar
from game.ui.render.theme import theme


def draw_mark(dst: Surface, mark: str, at: Place, turn: float, unit: float) -> None:
    """Draw a mark. `cut` is a bar astern of the head, `stopped` a ring with a tail ahead, and any other a cross on the
    ground."""
    p = theme.palette
    if mark == "cut":
        back = polar(-7 * unit, turn, at)
        polyline(dst, [polar(-5 * unit, turn + 90, back), polar(5 * unit, turn + 90, back)], p.ramp[2], 1.6, 220)
    elif mark == "stopped":
        circle(dst, at, 4 * unit, p.ramp[0], 1.5, 230)
        polyline(dst, [polar(4 * unit, turn, at), polar(10 * unit, turn, at)], p.ramp[0], 1.5, 230)
    else:
        for way in (45, 135):
            polyline(dst, [polar(-6 * unit, way, at), polar(6 * unit, way, at)], p.red, 2.2, 240)
