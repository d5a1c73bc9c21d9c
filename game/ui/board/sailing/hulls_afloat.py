"""What goes on about ships at sea: flames, and smoke to leeward; decides nothing."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping

import pygame
from pygame import BLEND_RGB_ADD, Surface

from game.ui.board.layers.ships import ShipLook, grown, in_play
from game.ui.board.model.camera import Camera
from game.ui.board.model.scene import DrawnPose, Scene
from game.ui.render.arcs import glow
from game.ui.render.icons import icon
from game.ui.render.lines import dashed
from game.ui.render.shapes import Place, Vec, polar, stamp
from game.ui.render.theme import Colour, cached, mix, theme

Id = str
ROPE: Colour = (255, 236, 180)
FLAME: Colour = (255, 122, 40)
SMOKE: tuple[Colour, Colour] = ((40, 32, 30), (128, 132, 130))
TONGUES: tuple[tuple[float, Colour], ...] = ((8.5, (226, 70, 30)), (6.0, (255, 138, 48)), (3.4, (255, 222, 130)))
PLUME = 150  # design pixels of smoke
BOW, CABLE, ANCHOR = 20, 34, 20  # design pixels from the middle of a ship to its bow and its anchor; the size of that
CABLE_DASH = (1.3, 2.5, 2.5, 200.0)  # breadth, dash and gap in design pixels, and opacity


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


def draw_sample_flames(dst: Surface, at: Place) -> None:
    """Flames in little, for a legend."""
    stamp(dst, _flames(60, 0.5), at)


def draw_smoke(dst: Surface, camera: Camera, scene: Scene, look: Mapping[Id, ShipLook], places: Mapping[Id, DrawnPose]) -> None:
    """Below the hulls: a plume down-wind from every ship that burns."""
    k = grown(camera)
    for at, toward in _burning(camera, scene, look, places):
        stamp(dst, glow(theme.px(46 * k), FLAME, 150, 1.8), at, BLEND_RGB_ADD)
        if toward is not None:
            stamp(dst, _plume(round(toward), k), at)


def draw_flames(dst: Surface, camera: Camera, scene: Scene, look: Mapping[Id, ShipLook], places: Mapping[Id, DrawnPose]) -> None:
    """Over the hulls: tongues of fire that lean down-wind."""
    k = grown(camera)
    for at, toward in _burning(camera, scene, look, places):
        stamp(dst, _flames(round(toward or 0.0), k), at)


def _burning(
    camera: Camera, scene: Scene, look: Mapping[Id, ShipLook], places: Mapping[Id, DrawnPose]
) -> Iterator[tuple[Place, float | None]]:
    """Where ships burn, in pixels, and whither the wind blows over each."""
    for key, one in look.items():
        if one.burns and key in places and in_play(scene, key):
            yield camera.xy(places[key].at), one.rig.toward if one.rig else None


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
