"""The sides of a ship under fire: broken rays between them, and each with its name and chance; decides nothing."""

from __future__ import annotations

from pygame import Surface

from game.ui.board.model.camera import Camera
from game.ui.board.model.scene import Scene
from game.ui.render.lines import dashed
from game.ui.render.shapes import Vec, box, polar, stamp
from game.ui.render.text import text, width
from game.ui.render.theme import cached, mix, theme

NEAR, FAR, NAME = 0.55, 1.0, 0.98  # hexes from the ship: where a ray begins and ends, and where a name stands
LEAST = 84  # design pixels from hex to hex from which sides are named: closer together there is no room beside other words
ARC = 30.0  # degrees of the piece of a ring before the likeliest side, to either hand


def draw_side_marks(dst: Surface, camera: Camera, scene: Scene) -> None:
    """Rays, a piece of a ring before the likeliest side, names on small plates."""
    for marks in scene.sides:
        at, scale = camera.xy(marks.at), camera.scale
        p = theme.palette
        for ray in marks.rays:
            dashed(dst, [polar(NEAR * scale, ray, at), polar(FAR * scale, ray, at)], p.muted, 1.4, 4, 4, 220)
        for turn, words, likeliest in marks.names:
            if likeliest:
                stamp(dst, _arc(round(NEAR * scale), round(turn)), at)
            if scale >= theme.px(LEAST):
                _name(dst, polar(NAME * scale, turn, at), words, likeliest)


def _name(dst: Surface, at: tuple[float, float], words: str, likeliest: bool) -> None:
    p, px = theme.palette, theme.px
    wide = width(words, 14, "s") + px(10)
    plate = box(dst, (round(at[0] - wide / 2), round(at[1] - px(10)), round(wide), px(20)), p.well, 4, 200)
    text(dst, words, plate.center, 14, p.white if likeliest else mix(p.muted, p.white, 0.2), "s", "center")


@cached(32)
def _arc(radius: int, turn: int) -> Surface:
    side = 2 * radius + 12
    v, c = Vec(side, side, 3), (side / 2, side / 2)
    v.arc(c, radius, radius + 2.5 * theme.scale, turn - ARC, turn + ARC, theme.palette.white, 255)
    return v.done()
