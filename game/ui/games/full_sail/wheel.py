"""The wheel of courses round the chosen ship: the effect of each course, in colours and figures; no part of the
rules."""

from __future__ import annotations

import math
from collections.abc import Iterator

from pygame import Rect, Surface

from game.systems.full_sail.parts import CourseWheel
from game.ui.board.layers.ships import NORMAL
from game.ui.board.model.camera import Camera
from game.ui.board.model.scene import Scene
from game.ui.render.shapes import Place, Vec, polar, stamp
from game.ui.render.text import text
from game.ui.render.theme import Colour, cached, mix, theme

INNER, OUTER, RIM = 52, 75, 84  # design pixels: the ring, and beyond it the arc of the planned course
GAP = 1.2  # degrees between two sectors
SHIP, FAINT = 26, 70  # design pixels round another ship within which the ring is faint, and its opacity there


def wheel_size(camera: Camera) -> float:
    """Return the scale of the wheel at this zoom. Far out it is smaller, to leave room for destinations."""
    return min(1.0, max(0.64, round(camera.scale / theme.scale / NORMAL, 1)))


def wheel_radius(camera: Camera) -> float:
    """Return the radius of the wheel in pixels."""
    return wheel_size(camera) * theme.px(RIM + 4)


def on_wheel(camera: Camera, wheel: CourseWheel, pixel: Place) -> bool:
    """Return whether a pixel is on the ring, or on the nib or the arc beside it."""
    k = wheel_size(camera)
    return k * theme.px(INNER - 13) <= math.dist(camera.xy(wheel.at), pixel) <= k * theme.px(RIM)


def draw_wheel(dst: Surface, camera: Camera, scene: Scene, wheel: CourseWheel) -> None:
    """Draw the ring about the ship, a nib at its heading, and an arc outside at the ordered course. Sectors over
    another ship are faint and have no figure."""
    sectors = tuple((one.direction, one.figure, one.band) for one in wheel.sectors)
    crossed = frozenset(_crossed_directions(camera, scene, wheel))
    stamp(dst, _wheel(sectors, wheel.heading, wheel.becomes, wheel_size(camera), crossed), camera.xy(wheel.at))


def _crossed_directions(camera: Camera, scene: Scene, wheel: CourseWheel) -> Iterator[float]:
    """Yield the directions of the sectors that lie over other ships in play."""
    k, middle = wheel_size(camera) * theme.scale, camera.xy(wheel.at)
    others = [
        camera.xy(ship.at) for ship in scene.view.state.ships.values() if ship.in_play and ship.id != scene.chosen
    ]
    for one in wheel.sectors:
        at = polar((INNER + OUTER) / 2 * k, one.direction, middle)
        if any(math.dist(at, other) < theme.px(SHIP) for other in others):
            yield one.direction


@cached(48)
def _wheel(
    sectors: tuple[tuple[float, str, int], ...],
    heading: float,
    becomes: float | None,
    k: float,
    crossed: frozenset[float],
) -> Surface:
    p, side = theme.palette, 2 * RIM + 8
    v, c = Vec(side, side, 3, k * theme.scale), (side / 2, side / 2)
    half = 180 / len(sectors)
    v.circ(c, OUTER + 3, p.well, 150)
    for direction, _, band in sectors:
        alpha = FAINT if direction in crossed else 235
        v.arc(c, INNER, OUTER, direction - half + GAP / 2, direction + half - GAP / 2, band_colour(band), alpha)
    for ring in (INNER, OUTER):
        v.circ(c, ring, p.well, 255, 2)
    v.poly(
        [polar(INNER + 2, heading, c), polar(INNER - 13, heading - 8, c), polar(INNER - 13, heading + 8, c)], p.white
    )
    if becomes is not None:
        v.arc(c, OUTER + 4, OUTER + 8, becomes - half + 2, becomes + half - 2, p.white, 255)
    done = v.done()
    middle, size = (done.get_width() / 2, done.get_height() / 2), 14 if k > 0.8 else 12
    far = (INNER + OUTER) / 2 * k * theme.scale
    for direction, figure, _ in sectors:
        if direction in crossed:
            continue
        text(done, figure, polar(far, direction, middle), size, p.ink, "b", "center")
    return done


def draw_sample(dst: Surface, r: Rect) -> None:
    """Draw part of the ring."""
    v, colours = Vec(40, 26, 4, theme.scale), (0, 2, 4, 6)
    for n, band in enumerate(colours):
        v.arc((20, 44), 22, 38, -28 + 14 * n + 1, -28 + 14 * (n + 1) - 1, band_colour(band), 235)
    stamp(dst, v.done(), r.center)


def band_colour(band: int) -> Colour:
    """Return a colour of the ramp, slightly darker for the figures on it."""
    return mix(theme.palette.ramp[band], theme.palette.well, 0.15)
