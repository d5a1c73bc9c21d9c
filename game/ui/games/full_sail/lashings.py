"""Ropes between ships that are held side by side; no part of the rules."""

from __future__ import annotations

from pygame import Surface

from game.systems.full_sail.parts import Lashing
from game.ui.board.layers.ships import grown, in_play, stances
from game.ui.board.model.camera import Camera
from game.ui.board.model.scene import Scene
from game.ui.games.full_sail.afloat.hulls_afloat import ROPE
from game.ui.render.shapes import Place, Vec, between, heading, polar, stamp
from game.ui.render.theme import cached, mix, theme

ROPES = (-11.0, -3.5, 4.0, 11.5)  # design pixels along the rail from the middle to each rope
LONGEST = 90  # design pixels up to which ropes are drawn one by one; to a ship farther off they are a single line


def draw_lashing(dst: Surface, camera: Camera, scene: Scene, one: Lashing) -> None:
    """Draw ropes with knots from side to side."""
    places = stances(scene)
    if all(in_play(scene, key) for key in one.ships):
        a, b = (camera.xy(places[key].at) for key in one.ships)
        far = max(8 * theme.scale, ((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5)
        stamp(dst, _ropes(round(far), round(heading(a, b)), grown(camera)), between(a, b, 0.5))


@cached(64)
def _ropes(far: int, degrees: int, k: float) -> Surface:
    unit = theme.scale
    side = far + 40 * unit
    v, c = Vec(side, side, 3, stroke=unit), (side / 2, side / 2)
    for along in ROPES if far <= LONGEST * unit else (0.0,):
        middle = polar(along * k * unit, degrees + 90, c)
        a, b = polar(-far / 2, degrees, middle), polar(far / 2, degrees, middle)
        v.line(a, b, mix(ROPE, theme.palette.ink, 0.1), 1.8, 245)
        for end in (polar(-min(far / 2, 9 * unit), degrees, middle), polar(min(far / 2, 9 * unit), degrees, middle)):
            v.circ(end, 2.4 * unit, ROPE)
    return v.done()


def draw_sample_ropes(dst: Surface, at: Place) -> None:
    """Draw small ropes for a legend."""
    stamp(dst, _ropes(theme.px(20), 0, 0.6), at)
