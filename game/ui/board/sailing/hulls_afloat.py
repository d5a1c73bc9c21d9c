"""What goes on about ships at sea: ropes between those that are held together, flames, and smoke to leeward; decides nothing."""

from __future__ import annotations

import random
from collections.abc import Mapping

import pygame
from pygame import BLEND_RGB_ADD, Surface

from game.core.special_display import Lashing
from game.ui.board.layers.ships import ShipLook, grown, in_play
from game.ui.board.model.camera import Camera
from game.ui.board.model.scene import DrawnPose, Scene
from game.ui.render.arcs import glow
from game.ui.render.icons import icon
from game.ui.render.lines import dashed
from game.ui.render.shapes import Place, Vec, between, heading, polar, stamp
from game.ui.render.theme import Colour, cached, mix, theme

Id = str
ROPE: Colour = (255, 236, 180)
FLAME: Colour = (255, 122, 40)
SMOKE: tuple[Colour, Colour] = ((40, 32, 30), (128, 132, 130))
TONGUES: tuple[tuple[float, Colour], ...] = ((8.5, (226, 70, 30)), (6.0, (255, 138, 48)), (3.4, (255, 222, 130)))
PLUME = 150  # design pixels of smoke
ROPES = (-11.0, -3.5, 4.0, 11.5)  # design pixels along the rail
BOW, CABLE, ANCHOR = 20, 34, 20  # design pixels from the middle of a ship to its bow and its anchor; the size of that
CABLE_DASH = (1.3, 2.5, 2.5, 200.0)  # breadth, dash and gap in design pixels, and opacity
LONGEST = 90  # design pixels: ropes to a ship that is drawn farther off are a single line


def draw_lashings(dst: Surface, camera: Camera, scene: Scene, places: Mapping[Id, DrawnPose]) -> None:
    """Ropes with knots, side to side."""
    k = grown(camera)
    for one in scene.view.tokens:
        if isinstance(one, Lashing) and all(key in places and in_play(scene, key) for key in one.ships):
            a, b = (camera.xy(places[key].at) for key in one.ships)
            far = max(8 * theme.scale, ((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5)
            stamp(dst, _ropes(round(far), round(heading(a, b)), k), between(a, b, 0.5))


def draw_anchors(dst: Surface, camera: Camera, scene: Scene, look: Mapping[Id, ShipLook], places: Mapping[Id, DrawnPose]) -> None:
    """A cable from the bow of every ship that lies at anchor, and the anchor at its end."""
    k = grown(camera) * theme.scale
    for key, one in look.items():
        if one.rig and one.rig.anchored and key in places and in_play(scene, key):
            pose = places[key]
            bow, end = cable_ends(camera.xy(pose.at), pose.degrees, k)
            dashed(dst, [bow, end], ROPE, *CABLE_DASH)
            stamp(dst, icon("anchor", size=ANCHOR), end)


def cable_ends(at: Place, degrees: float, unit: float) -> tuple[Place, Place]:
    """Where the cable of a ship begins and where its anchor lies, from the middle and heading of the ship, in pixels."""
    return polar(BOW * unit, degrees, at), polar(CABLE * unit, degrees, at)


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
    """Ropes in little, for a legend."""
    stamp(dst, _ropes(theme.px(20), 0, 0.6), at)


def draw_sample_flames(dst: Surface, at: Place) -> None:
    """Flames in little, for a legend."""
    stamp(dst, _flames(60, 0.5), at)


def draw_smoke(dst: Surface, camera: Camera, scene: Scene, look: Mapping[Id, ShipLook], places: Mapping[Id, DrawnPose]) -> None:
    """Below the hulls: a plume down-wind from every ship that burns."""
    wind, k = scene.view.wind, grown(camera)
    for at in _burning(camera, scene, look, places):
        stamp(dst, glow(theme.px(46 * k), FLAME, 150, 1.8), at, BLEND_RGB_ADD)
        if wind:
            stamp(dst, _plume(round(wind.toward), k), at)


def draw_flames(dst: Surface, camera: Camera, scene: Scene, look: Mapping[Id, ShipLook], places: Mapping[Id, DrawnPose]) -> None:
    """Over the hulls: tongues of fire that lean down-wind."""
    wind, k = scene.view.wind, grown(camera)
    for at in _burning(camera, scene, look, places):
        stamp(dst, _flames(round(wind.toward) if wind else 0, k), at)


def _burning(camera: Camera, scene: Scene, look: Mapping[Id, ShipLook], places: Mapping[Id, DrawnPose]) -> list[Place]:
    return [camera.xy(places[key].at) for key, one in look.items() if one.burns and key in places and in_play(scene, key)]


def draw_puffs(out: Vec, at: Place, toward: int, unit: float) -> None:
    """A plume of smoke from a place, puff by puff, `unit` pixels to the design pixel."""
    dice = random.Random(6)
    for n in range(34):
        share = n / 33
        along = polar((8 + PLUME * share) * unit, toward, at)
        puff = polar(dice.uniform(-1, 1) * (3 + 22 * share) * unit, toward + 90, along)
        out.circ(puff, (5 + 17 * share) * unit, mix(*SMOKE, share), round(150 * (1 - share) ** 0.8))


@cached(12)
def _plume(toward: int, k: float) -> Surface:
    unit = k * theme.scale
    side = 2 * (PLUME + 40) * unit
    out = Vec(side, side, 1)
    draw_puffs(out, (side / 2, side / 2), toward, unit)
    return pygame.transform.gaussian_blur(out.done(), max(1, round(5 * unit)))


@cached(12)
def _flames(toward: int, k: float) -> Surface:
    dice, unit = random.Random(6), 0.8 * k * theme.scale
    side = 84 * unit
    v, c = Vec(side, side, 4), (side / 2, side / 2)
    for _ in range(13):
        at = polar(dice.uniform(0, 19) * unit, dice.uniform(0, 360), c)
        lean = toward + dice.uniform(-18, 18)
        for r, colour in TONGUES:
            base = [polar(0.62 * r * unit, toward + 90 + 22.5 * n, at) for n in range(9)]
            v.poly([polar(2.1 * r * unit, lean, at), *base], colour)
    return v.done()
