"""Terrain on the board: planets, asteroids, dust, nebulae, debris, meteors; no part of the rules.

The rules test a disc, so every picture is exact at its rim: a planet fills its disc, clouds end at a dotted edge, and
an asteroid stands inside a thin ring.
"""

from __future__ import annotations

import math
import random
import zlib
from collections.abc import Callable, Sequence

import numpy as np
import pygame
from pygame import BLEND_RGB_ADD, Rect, Surface

from game.board import hexes
from game.board.terrain import Body
from game.ui.board.model.camera import Camera
from game.ui.render.arcs import glow
from game.ui.render.lines import circle, dashed_line, polyline, tint_polygon
from game.ui.render.sea_ground import KINDS as SEA_KINDS
from game.ui.render.sea_ground import PLAIN, draw_sea_ground
from game.ui.render.shapes import Place, Vec, arc_points, box, heading, pm, polar, stamp
from game.ui.render.text import text, width
from game.ui.render.theme import Colour, cached, mix, theme

Tint = tuple[Colour, Colour, Colour, Colour]  # dark ground, bands, spots, air
TINTS: tuple[Tint, ...] = (
    ((34, 70, 104), (40, 50, 44), (26, 24, 12), (80, 140, 200)),
    ((92, 66, 44), (56, 40, 22), (34, 24, 14), (200, 150, 100)),
    ((52, 84, 78), (34, 52, 40), (30, 26, 22), (110, 190, 170)),
    ((84, 74, 92), (44, 38, 48), (30, 26, 34), (160, 150, 200)),
)
NAME: Colour = (160, 188, 220)
# design pixels of the letters, and between them: of all names, and of planets
SMALL_NAME, LARGE_NAME = (13, 1.4), (15, 2)
HAZE: dict[str, Colour] = {"dust": (150, 116, 78), "nebula": (92, 96, 190)}
STONE: dict[str, Colour] = {"debris": (132, 146, 164), "meteors": (176, 138, 108), "asteroid": (124, 120, 122)}
PLANET: Colour = (74, 110, 150)  # colour of a planet on a small map
LAND: Colour = (92, 92, 70)  # colour of a kind without a painter
ROUND = tuple((math.cos(math.pi * n / 24), math.sin(math.pi * n / 24)) for n in range(48))
LARGEST = 300  # largest radius in pixels at which pictures are computed; larger ones are scaled up


def seed_of(body: Body) -> int:
    """Return a constant number for a body, to draw it the same each time."""
    return zlib.crc32(body.key.encode())


def bodies(dst: Surface, camera: Camera, terrain: Sequence[Body], solid: bool = False) -> None:
    """Draw all terrain, clouds first. With `solid`, draw only bodies that block fire again, over their shadows, without
    light round them."""
    planets = [body.key for body in terrain if body.kind == "planet"]
    for body in sorted(terrain, key=lambda one: one.solid):
        at, r, nth = (
            camera.xy(body.at),
            body.radius * camera.scale,
            planets.index(body.key) if body.key in planets else 0,
        )
        if not camera.rect.inflate(4 * r + 80, 4 * r + 80).collidepoint(at) or (solid and not body.blocks):
            continue
        if solid and body.kind in PAINTERS:
            stamp(dst, body_picture(body.kind, max(1, round(r)), seed_of(body), nth % len(TINTS)), at)
        else:
            one_body(dst, body, at, r, nth)


def one_body(dst: Surface, body: Body, at: Place, r: float, nth: int = 0) -> None:
    """Draw one body round a pixel, with its radius in pixels. Planets of one table differ in tint by `nth`."""
    PAINTERS.get(body.kind, _paint_area)(dst, body, at, r, nth)


def _paint_planet(dst: Surface, body: Body, at: Place, r: float, nth: int) -> None:
    whole, tint = max(1, round(r)), nth % len(TINTS)
    _halo(dst, at, whole, TINTS[tint][3])
    stamp(dst, body_picture("planet", whole, seed_of(body), tint), at)


def _paint_rock(dst: Surface, body: Body, at: Place, r: float, nth: int) -> None:
    stamp(dst, body_picture("asteroid", max(1, round(r)), seed_of(body)), at)
    circle(dst, at, r, STONE["asteroid"], 1.0, 90)


def _paint_cloud(dst: Surface, body: Body, at: Place, r: float, nth: int) -> None:
    """Draw a haze or a field of stones with a dotted edge."""
    stamp(dst, body_picture(body.kind, max(1, round(r)), seed_of(body)), at)
    circle(dst, at, r, mix(HAZE.get(body.kind) or STONE[body.kind], theme.palette.white, 0.25), 1.6, 200, (1.8, 4.2))


def _paint_area(dst: Surface, body: Body, at: Place, r: float, nth: int) -> None:
    """Draw a kind without a painter: its outline, or its disc, filled and outlined."""
    area(dst, corners_of(body, at, r), body.blocks, body.kind, seed_of(body))


def corners_of(body: Body, at: Place, r: float) -> list[Place]:
    """Return the outline of a body round a pixel, or its disc as corners."""
    k = r / body.radius if body.radius else 0.0
    corners = body.outline or [(body.radius * x, body.radius * y) for x, y in ROUND]
    return [(at[0] + x * k, at[1] - y * k) for x, y in corners]


def draw_small(dst: Surface, body: Body, at: Place, r: float) -> None:
    """Draw a body on a small map in one colour; it is translucent unless it blocks fire."""
    if body.kind not in PAINTERS:
        tint_polygon(dst, corners_of(body, at, r), PLAIN.get(body.kind, LAND), 255 if body.blocks else 110)
    elif body.blocks:
        pygame.draw.aacircle(dst, PLANET if body.kind == "planet" else STONE["asteroid"], at, r)
    else:
        haze = Surface((2 * r, 2 * r), pygame.SRCALPHA)
        pygame.draw.circle(haze, pm(HAZE.get(body.kind) or STONE["debris"], 90), (r, r), r)
        stamp(dst, haze, at)


def area(dst: Surface, corners: Sequence[Place], solid: bool, kind: str = "", seed: int = 0) -> None:
    """Draw terrain without a painter by its corners in pixels: opaque if solid, else translucent."""
    if kind in SEA_KINDS:
        draw_sea_ground(dst, corners, kind, seed)
        return
    tint_polygon(dst, corners, LAND, 255 if solid else 70)
    polyline(dst, corners, mix(LAND, theme.palette.white, 0.3), 1.6, 220, closed=True)


def drift_lines(camera: Camera, terrain: Sequence[Body]) -> list[Sequence[Place]]:
    """Return all lines of moving bodies, in pixels: their paths in this turn, and their outlines at the end."""
    return [line for body in terrain if body.velocity for line in _drift(camera, body)]


def _drift(camera: Camera, body: Body) -> tuple[Sequence[Place], Sequence[Place]]:
    path, there = camera.board.drift(body)
    if camera.board.cells:
        corners = camera.many(hexes.corners(hexes.hex_at(there.at)))
        return camera.many(path), (*corners, corners[0])
    at, r = camera.xy(there.at), max(body.radius * camera.scale, 3 * theme.scale)
    return camera.many(path), arc_points(at, r, 0, 360, 10)


def draw_drifts(dst: Surface, camera: Camera, terrain: Sequence[Body]) -> None:
    """Draw the path of every moving body in this turn, and its outline at the end if nothing stops it."""
    for body in (body for body in terrain if body.velocity):
        line, outline = _drift(camera, body)
        tone, r = mix(STONE.get(body.kind, LAND), theme.palette.yellow, 0.6), body.radius * camera.scale
        dashed_line(dst, line, tone, 1.6, 6, 4, 220)
        dashed_line(dst, outline, tone, 1.6, 5, 4, 220)
        if len(line) > 1 and line[-1] != line[-2]:
            turn = heading(line[-2], line[-1])
            tip, size = polar(-0.2 * r, turn, camera.xy(camera.board.drift(body)[1].at)), 10 * theme.scale
            pygame.draw.polygon(dst, tone, [tip, polar(size, turn + 152, tip), polar(size, turn - 152, tip)])


PAINTERS: dict[str, Callable[[Surface, Body, Place, float, int], None]] = {
    "planet": _paint_planet, "asteroid": _paint_rock,
    "dust": _paint_cloud, "nebula": _paint_cloud, "debris": _paint_cloud, "meteors": _paint_cloud,
}  # fmt: skip


def body_name(body: Body, at: Place, r: float, backed: bool, way: str = "") -> tuple[Surface, list[Rect]] | None:
    """Return the picture of a name and its possible rects: below, above, right, left. Bodies of less than twelve pixels
    have no name unless they move; then their `way` is written below. A `backed` name has a dark plate without an edge,
    so that hatching does not cut it."""
    if not body.name or (r <= 12 * theme.scale and not way):
        return None
    picture = _name(body.name.upper(), body.kind != "planet", backed, way)
    (x, y), near = (round(at[0]), round(at[1])), round(r + 8 * theme.scale)
    return picture, [
        picture.get_rect(midtop=(x, y + near)),
        picture.get_rect(midbottom=(x, y - near)),
        picture.get_rect(midleft=(x + near, y)),
        picture.get_rect(midright=(x - near, y)),
    ]


def name_size(body: Body) -> tuple[int, int]:
    """Return the size of the name's picture in pixels."""
    size, track = SMALL_NAME if body.kind != "planet" else LARGE_NAME
    return round(width(body.name.upper(), size, "b", track)) + theme.px(12), theme.px(size + 9)


@cached(128)
def _name(name: str, small: bool, backed: bool, way: str = "") -> Surface:
    size, track = SMALL_NAME if small else LARGE_NAME
    high, wide = theme.px(size + 9), max(width(name, size, "b", track), width(way, 13))
    out = Surface((round(wide) + theme.px(12), high + (theme.px(16) if way else 0)), pygame.SRCALPHA)
    if backed:
        box(out, out.get_rect(), theme.palette.well, 5, 225)
    middle = out.get_width() // 2
    text(out, name, (middle, high // 2), size, theme.palette.muted if small else NAME, "b", "center", track)
    text(out, way, (middle, high + theme.px(5)), 13, theme.palette.yellow, "r", "center")
    return out


def _halo(dst: Surface, at: Place, r: int, air: Colour) -> None:
    size = round(r * 1.75)
    small = min(size, 360)
    light = glow(small, mix(air, (30, 80, 180), 0.35), 80, 2.4)
    if small < size:
        light = pygame.transform.smoothscale(light, (2 * size, 2 * size))
    stamp(dst, light, at, BLEND_RGB_ADD)


@cached(96)
def body_picture(kind: str, r: int, seed: int, tint: int = 0) -> Surface:
    """Return a picture for a radius in pixels. While zooming, it is scaled down from the next larger of a few sizes."""
    made = min(LARGEST, round(24 * 1.3 ** math.ceil(math.log(max(r, 24) / 24, 1.3))))
    full = _planet(made, seed, tint) if kind == "planet" else _other(kind, made, seed)
    if made == r:
        return full
    side = max(1, round(full.get_width() * r / made))
    return pygame.transform.smoothscale(full, (side, side))


@cached(48)
def _other(kind: str, r: int, seed: int) -> Surface:
    if kind in HAZE:
        return _haze(r, seed, HAZE[kind])
    if kind == "asteroid":
        return _rock(r, seed)
    return _stones(r, seed, STONE.get(kind, STONE["debris"]))


def soft_noise(side: int, seed: int, cells: int) -> np.ndarray:
    """Return smooth noise, 0 to 1, of side x side pixels."""
    raw = np.random.default_rng(seed).random((cells, cells))
    small = pygame.surfarray.make_surface((raw[:, :, None] * 255).repeat(3, 2).astype(np.uint8))
    small = pygame.transform.smoothscale(small, (8 * cells, 8 * cells))
    small = pygame.transform.gaussian_blur(small, 3)  # otherwise the cells are visible as squares
    return pygame.surfarray.array3d(pygame.transform.smoothscale(small, (side, side)))[:, :, 0].astype(np.float32) / 255


def _disc(r: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return x, y and squared distance over a square round a disc, in radii."""
    side = 2 * r + 4
    line = ((np.arange(side, dtype=np.float32) + 0.5) - side / 2) / r
    x, y = line[:, None], line[None, :]
    return x, y, x * x + y * y


def premultiplied(colour: np.ndarray, cover: np.ndarray) -> Surface:
    """Return a picture of colours with the coverage of each pixel, 0 to 1."""
    out = Surface(cover.shape, pygame.SRCALPHA)
    pygame.surfarray.pixels3d(out)[:] = np.clip(colour * cover[:, :, None], 0, 255)
    pygame.surfarray.pixels_alpha(out)[:] = cover * 255
    return out


@cached(24)
def _planet(r: int, seed: int, tint: int) -> Surface:
    """Return a shaded disc: light from the upper left, bands of cloud, a rim of air."""
    x, y, square = _disc(r)
    light = np.clip(-0.6 * x - 0.45 * y + 0.66 * np.sqrt(np.clip(1 - square, 0, 1)), 0, 1)
    noise = soft_noise(x.shape[0], seed, 9)
    band = 0.5 + 0.5 * np.sin(y * 7 + noise * 4.2)
    ground, bands, spots, air = (np.array(c, dtype=np.float32) for c in TINTS[tint])
    base = ground + bands * band[:, :, None] + spots * noise[:, :, None]
    rim = (np.clip(square, 0, 1) ** 6 * light)[:, :, None] * 0.5
    return premultiplied(
        base * (light[:, :, None] * 1.05 + 0.05) + air * rim, np.clip((1 - np.sqrt(square)) * r + 0.5, 0, 1)
    )


def _haze(r: int, seed: int, colour: Colour) -> Surface:
    """Return a cloud: uneven by noise, fading just inside its exact edge."""
    _, _, square = _disc(r)
    side = square.shape[0]
    cloud = (
        0.5 * soft_noise(side, seed, 6) + 0.32 * soft_noise(side, seed + 1, 14) + 0.18 * soft_noise(side, seed + 2, 31)
    )
    soft = np.clip((1 - np.sqrt(square)) * 4, 0, 1) ** 0.8
    cover = soft * np.clip(0.06 + 1.25 * (cloud - 0.36), 0.05, 0.5)
    lit = np.array(colour, dtype=np.float32) * (0.75 + 0.6 * cloud[:, :, None])
    return premultiplied(lit, cover.astype(np.float32))


def _rock(r: int, seed: int) -> Surface:
    """Return a faceted stone inside its disc."""
    side, dice, colour = 2 * r + 4, random.Random(seed), STONE["asteroid"]
    v, c = Vec(side, side, 3 if r > 60 else 5), (side / 2, side / 2)
    corners = dice.randint(8, 11)
    rim = [(360 / corners * (i + dice.uniform(-0.28, 0.28)), r * dice.uniform(0.8, 0.99)) for i in range(corners)]
    heart = polar(r * 0.2, dice.uniform(290, 340), c)
    outline = [polar(far, turn, c) for turn, far in rim]
    inner = [polar(far * dice.uniform(0.45, 0.62), turn + dice.uniform(-8, 8), heart) for turn, far in rim]
    v.poly(outline, mix(colour, (8, 10, 14), 0.7))
    for i, (turn, _) in enumerate(rim):
        lit = math.cos(math.radians(turn + 180 / corners - 307))
        n = (i + 1) % corners
        v.poly(
            [outline[i], outline[n], inner[n], inner[i]],
            mix(colour, (6, 8, 12), min(0.92, max(0.2, 0.58 - 0.34 * lit))),
        )
    v.poly(inner, mix(colour, (6, 8, 12), 0.42))
    v.lines(outline, mix(colour, (220, 226, 236), 0.15), max(1.0, 1.2 * theme.scale), 190, True)
    for _ in range(3):
        v.circ(
            polar(r * dice.uniform(0.1, 0.5), dice.uniform(0, 360), heart),
            r * dice.uniform(0.05, 0.1),
            (10, 12, 16),
            110,
        )
    return v.done()


def _stones(r: int, seed: int, colour: Colour) -> Surface:
    """Return many small stones, densest in the middle."""
    side, dice = 2 * r + 4, random.Random(seed)
    v, c = Vec(side, side, 3), (side / 2, side / 2)
    v.circ(c, r, colour, 14)
    for _ in range(min(240, 26 + r)):
        at = polar(r * 0.95 * dice.random() ** 0.62, dice.uniform(0, 360), c)
        size, n = dice.choice((1, 1, 1.4, 2, 3.2)) * theme.scale * (0.6 + r / 260), dice.randint(4, 6)
        turn = dice.uniform(0, 360)
        v.poly(
            [polar(size * dice.uniform(0.7, 1.2), turn + 360 / n * k, at) for k in range(n)],
            mix(colour, (8, 10, 14), dice.uniform(0.1, 0.7)),
            dice.uniform(120, 235),
        )
    return v.done()
