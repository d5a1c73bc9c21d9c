"""Terrain on any board: discs on an open table, whole hexes on one of cells; no part of the rules.

On hexes the edge matters to the rules, so it is exact: a cloud is one soft haze in a dotted outline round its hexes,
asteroids and stones are in hexes with a thin outline, and a planet is a disc within its own.
"""

from __future__ import annotations

import math
import random
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import pygame
import shapely
from pygame import Rect, Surface

from game.board import hexes
from game.board.hexes import Hex
from game.board.terrain import Body
from game.ui.board.layers import bodies as discs
from game.ui.board.layers.bodies import HAZE, STONE, body_picture, one_body, premultiplied, seed_of, soft_noise
from game.ui.board.model.camera import Camera
from game.ui.render.lines import dashed_line, polyline
from game.ui.render.shapes import Vec, polar, stamp
from game.ui.render.shapes import bounds as bounding
from game.ui.render.theme import Colour, cached, mix, theme

Outline = tuple[tuple[float, float], ...]
MADE = 26  # pixels from hex to hex at which a haze is computed; it is soft, so it can be scaled up
PATTERNS = 7  # different heaps of stones
SMALL = 0.42  # radius of an object in a hex, as a share of the distance to the next hex


@dataclass(frozen=True, slots=True)
class TerrainGroup:
    """Adjacent bodies of one kind, drawn and named as one."""

    kind: str
    name: str
    bodies: tuple[Body, ...]
    cells: frozenset[Hex]
    outlines: tuple[Outline, ...]  # the outer line first, then holes

    @property
    def middle(self) -> tuple[float, float]:
        """The centre of the hex nearest to the common centre of the group."""
        return hexes.centre(min(self.cells, key=lambda one: math.dist(hexes.centre(one), self.heart)))

    @property
    def heart(self) -> tuple[float, float]:
        """The common centre of the group."""
        x, y = (sum(hexes.centre(one)[axis] for one in self.cells) / len(self.cells) for axis in (0, 1))
        return x, y


@lru_cache(maxsize=32)
def groups(terrain: tuple[Body, ...]) -> tuple[TerrainGroup, ...]:
    """Return terrain on hexes by kind and neighbourhood, clouds first. Every planet is a group of its own."""
    found = []
    for kind in sorted({_alike(body) for body in terrain}):
        alike = {hexes.hex_at(body.at): body for body in terrain if _alike(body) == kind}
        for lines in hexes.outlines(alike):
            whole = shapely.Polygon(lines[0])
            cells = frozenset(one for one in alike if shapely.intersects_xy(whole, *hexes.centre(one)))
            parts = tuple(alike[one] for one in sorted(cells))
            found.append(TerrainGroup(parts[0].kind, parts[0].name, parts, cells, lines))
    return tuple(sorted(found, key=lambda one: one.bodies[0].solid))


def _alike(body: Body) -> tuple[str, str]:
    return body.kind, (body.part_of or body.key) if body.kind == "planet" else ""


def terrain(dst: Surface, camera: Camera, standing: Sequence[Body], solid: bool = False) -> None:
    """Draw all terrain, clouds first. With `solid`, draw only bodies that block fire again, over their shadows."""
    if not camera.board.cells:
        discs.bodies(dst, camera, standing, solid)
        return
    for group in groups(tuple(standing)):
        blocking = group.bodies[0].blocks or not solid
        if blocking and camera.rect.inflate(80, 80).colliderect(bounds(camera, group)):
            PAINTERS.get(group.kind, _area)(dst, camera, group)


def _wide(camera: Camera) -> int:
    """Return the pixels from hex to hex for which pictures are made."""
    return max(4, round(camera.scale))


def bounds(camera: Camera, group: TerrainGroup) -> Rect:
    """Return the rect of a group in pixels."""
    return bounding(camera.many(group.outlines[0]))


# -- clouds ------------------------------------------------------------------------------------------------------------


def _cloud(dst: Surface, camera: Camera, group: TerrainGroup) -> None:
    r = bounds(camera, group)
    pad = round(camera.scale * 0.25)
    picture = _blown(group.cells, group.kind, r.w + 2 * pad, r.h + 2 * pad)
    dst.blit(picture, (r.x - pad, r.y - pad), special_flags=pygame.BLEND_PREMULTIPLIED)
    for line in group.outlines:
        dashed_line(dst, camera.many(line), edge_colour(group.kind), 1.7, 2.5, 4, 200, closed=True)


def edge_colour(kind: str) -> Colour:
    """Return the colour of an outline."""
    return mix(HAZE.get(kind) or STONE.get(kind, STONE["debris"]), theme.palette.white, 0.25)


@cached(12)
def _blown(cells: frozenset[Hex], kind: str, wide: int, high: int) -> Surface:
    return pygame.transform.smoothscale(_haze(cells, kind), (max(1, wide), max(1, high)))


@cached(16)
def _haze(cells: frozenset[Hex], kind: str) -> Surface:
    """Return smooth noise inside the hexes of a cloud, fading at their rim. A quarter of a hex is left on every
    side."""
    corners = [point for one in cells for point in hexes.corners(one)]
    west, north = min(x for x, _ in corners) - 0.25, max(y for _, y in corners) + 0.25
    east, south = max(x for x, _ in corners) + 0.25, min(y for _, y in corners) - 0.25
    size = max(4, round((east - west) * MADE)), max(4, round((north - south) * MADE))
    mask = Surface(size)
    for one in cells:
        x, y = hexes.centre(one)
        grown = [
            ((x + 1.03 * (a - x) - west) * MADE, (north - y - 1.03 * (b - y)) * MADE) for a, b in hexes.corners(one)
        ]
        pygame.draw.polygon(mask, (255, 255, 255), grown)
    mask = pygame.transform.gaussian_blur(mask, max(2, round(MADE * 0.2)))
    inside = pygame.surfarray.array3d(mask)[:, :, 0].astype(np.float32) / 255
    seed, side = zlib.crc32(repr(sorted(cells)).encode()), max(size)
    cells_across = max(4, round(side / MADE * 1.1))
    noise = 0.65 * soft_noise(side, seed, cells_across) + 0.35 * soft_noise(side, seed + 1, 2 * cells_across)
    noise = noise[: size[0], : size[1]]
    cover = np.clip(inside * 1.15, 0, 1) * np.clip(0.16 + 0.95 * (noise - 0.12), 0.06, 0.75)
    lit = np.array(HAZE[kind], dtype=np.float32) * (0.9 + 0.6 * noise[:, :, None])
    return premultiplied(lit, cover.astype(np.float32))


# -- rocks, stones, planets --------------------------------------------------------------------------------------------


def _heaps(dst: Surface, camera: Camera, group: TerrainGroup) -> None:
    """Draw asteroids or small stones in every hex, and a thin line round all."""
    for body in group.bodies:
        at = camera.xy(body.at)
        if group.kind == "asteroid":
            stamp(dst, _rocks(_wide(camera), seed_of(body) % PATTERNS), at)
        else:
            stamp(dst, body_picture(group.kind, max(2, round(SMALL * camera.scale)), seed_of(body) % PATTERNS), at)
    for line in group.outlines:
        places = camera.many(line)
        if group.kind == "asteroid":
            polyline(dst, places, edge_colour(group.kind), 1.7, 165, closed=True)
        else:
            dashed_line(dst, places, edge_colour(group.kind), 1.5, 2, 4, 190, closed=True)


@cached(64)
def _rocks(wide: int, seed: int) -> Surface:
    """Return a heap of shaded stones for a hex of that width: a large one and two small."""
    dice, k = random.Random(seed), wide / 52
    v, c = Vec(wide, wide, 4), (wide / 2, wide / 2)
    for i in range(3):
        p = polar(0 if i == 0 else dice.uniform(13, 17) * k, dice.uniform(0, 360), c)
        r = (dice.uniform(9.5, 12.5) if i == 0 else dice.uniform(3, 5.5)) * k
        rim = [dice.uniform(0.76, 1.12) for _ in range(9)]
        whole = [polar(r * far, 40 * n, p) for n, far in enumerate(rim)]
        v.poly(whole, (62, 62, 68))
        for off, share, shade in ((0.15, 0.78, (104, 102, 102)), (0.3, 0.42, (142, 138, 132))):
            heart = p[0] - r * off * 0.87, p[1] - r * off
            v.poly([polar(r * far * share, 40 * n, heart) for n, far in enumerate(rim)], shade)
        v.lines(whole, (22, 24, 30), max(0.7, 0.9 * k), 255, True)
    return v.done()


def disc_radius(group: TerrainGroup) -> float:
    """Return the radius, in units, of the largest disc inside the hexes of a group."""
    line = group.outlines[0]
    sides = (((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in zip(line, (*line[1:], line[0])))
    # these centres are nearest to the sides of the group
    return min(math.dist(group.heart, middle) for middle in sides) * 0.98


def _planet(dst: Surface, camera: Camera, group: TerrainGroup) -> None:
    """Draw a disc as large as fits into its hexes, and the line round them."""
    r = disc_radius(group) * camera.scale
    one_body(dst, group.bodies[0], camera.xy(group.heart), r, seed_of(group.bodies[0]))
    polyline(dst, camera.many(group.outlines[0]), edge_colour("asteroid"), 1.5, 150, closed=True)


def _area(dst: Surface, camera: Camera, group: TerrainGroup) -> None:
    """Draw a kind without a painter: its hexes filled and outlined."""
    for line in group.outlines:
        discs.area(dst, camera.many(line), group.bodies[0].blocks)


PAINTERS: dict[str, Callable[[Surface, Camera, TerrainGroup], None]] = {
    "planet": _planet, "asteroid": _heaps, "dust": _cloud, "nebula": _cloud, "debris": _heaps, "meteors": _heaps,
}  # fmt: skip


def moving_bodies(
    dst: Surface, camera: Camera, bodies: Sequence[Body], places: Mapping[str, tuple[float, float]]
) -> None:
    """Draw the bodies that move now, by key, each at its present place. While none moves, draw their future paths."""
    if not places:
        discs.draw_drifts(dst, camera, bodies)
    for body in bodies:
        if body.key not in places:
            continue
        at = camera.xy(places[body.key])
        if camera.board.cells and body.kind == "asteroid":
            stamp(dst, _rocks(_wide(camera), seed_of(body) % PATTERNS), at)
        else:
            one_body(dst, body, at, body.radius * camera.scale)
