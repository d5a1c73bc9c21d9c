"""The sides of a ship under fire: broken rays between them, and the name and chance of each; no part of the rules."""

from __future__ import annotations

from collections.abc import Iterator

from pygame import Rect, Surface

from game.systems.power_hex.parts import SideMarks
from game.ui.board.model.camera import Camera
from game.ui.board.model.scene import Scene
from game.ui.render.lines import dashed_line
from game.ui.render.shapes import Vec, box, polar, stamp
from game.ui.render.text import text, width
from game.ui.render.theme import cached, mix, theme

NEAR, FAR, NAME = 0.55, 1.0, 0.98  # distances from the ship in hexes: both ends of a ray, and a name
# design pixels per hex from which sides are named; below that, words would overlap
LEAST = 84
ARC = 30.0  # degrees to either hand of the mark before the likeliest side


def draw_side_marks(dst: Surface, camera: Camera, scene: Scene, marks: SideMarks) -> None:
    """Draw rays, a mark before the likeliest side, and names on small plates."""
    at, scale, p = camera.xy(marks.at), camera.scale, theme.palette
    for ray in marks.rays:
        dashed_line(dst, [polar(NEAR * scale, ray, at), polar(FAR * scale, ray, at)], p.muted, 1.4, 4, 4, 220)
    for turn, _, likeliest in marks.names:
        if likeliest:
            stamp(dst, _arc(round(NEAR * scale), round(turn)), at)
    for plate, words, likeliest in _plates(camera, marks):
        box(dst, plate, p.well, 4, 200)
        text(dst, words, plate.center, 14, p.white if likeliest else mix(p.muted, p.white, 0.2), "s", "center")


def side_name_rects(camera: Camera, scene: Scene, marks: SideMarks) -> list[Rect]:
    """Return the rects of the names and of the mark before the likeliest side, which labels avoid."""
    found, side = [plate for plate, _, _ in _plates(camera, marks)], round(NEAR * camera.scale)
    for turn in [turn for turn, _, likeliest in marks.names if likeliest]:
        x, y = polar(side, turn, camera.xy(marks.at))
        found.append(Rect(round(x - side / 2), round(y - side / 2), side, side))
    return found


def _plates(camera: Camera, marks: SideMarks) -> Iterator[tuple[Rect, str, bool]]:
    """Yield a plate for each side: its rect, its words, and whether it is the likeliest. There are none if hexes are
    small."""
    at, scale, px = camera.xy(marks.at), camera.scale, theme.px
    for turn, words, likeliest in marks.names if scale >= px(LEAST) else ():
        x, y = polar(NAME * scale, turn, at)
        wide = width(words, 14, "s") + px(10)
        yield Rect(round(x - wide / 2), round(y - px(10)), round(wide), px(20)), words, likeliest


@cached(32)
def _arc(radius: int, turn: int) -> Surface:
    side = 2 * radius + 12
    v, c = Vec(side, side, 3), (side / 2, side / 2)
    v.arc(c, radius, radius + 2.5 * theme.scale, turn - ARC, turn + ARC, theme.palette.white, 255)
    return v.done()
