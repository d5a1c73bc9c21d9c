"""Islands, reefs, shoals, weed and fog from above, by their corners in pixels; no part of the rules.

The edge matters to the rules, so it is the crispest line: a shore is solid, fog is dashed, and terrain that hides
nothing is dotted.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import pygame
from pygame import Surface

from game.ui.render.lines import dashed_line
from game.ui.render.shapes import Place, Vec, bounds, paste, polar
from game.ui.render.theme import Colour, cached, mix, theme

SHALLOWS: Colour = (92, 190, 176)
BEACH: tuple[Colour, Colour] = ((238, 224, 178), (206, 186, 134))
SHORE: Colour = (250, 246, 226)
HEIGHTS: tuple[tuple[float, Colour], ...] = (
    (0.86, (76, 104, 70)), (0.64, (90, 120, 78)), (0.44, (108, 136, 88)), (0.24, (130, 154, 104)),
)  # fmt: skip
TREE: tuple[Colour, Colour] = ((44, 66, 46), (58, 88, 56))
ROCK: Colour = (60, 74, 70)
FOAM: Colour = (232, 250, 242)
OPEN: dict[str, tuple[Colour, int]] = {  # colour, and density out of 255
    "reef": ((120, 214, 196), 110), "shoal": ((92, 190, 176), 90), "sargasso": ((104, 140, 66), 130),
    "fog": ((206, 220, 218), 150),
}  # fmt: skip
# colours on a small map
PLAIN: dict[str, Colour] = {"island": HEIGHTS[1][1], **{kind: colour for kind, (colour, _) in OPEN.items()}}
KINDS = frozenset(PLAIN)
HALO = 0.3  # share of an island's size by which its shallows reach beyond the shore
LARGEST = 900  # largest picture in pixels with soft edges; a larger one costs too much


def draw_sea_ground(dst: Surface, corners: Sequence[Place], kind: str, seed: int) -> None:
    """Draw one body of `KINDS`. Pictures are cached until the table is zoomed."""
    area = bounds(corners)
    pad = round(HALO * max(area.size)) + theme.px(8)
    shape = tuple((round(x - area.x + pad, 1), round(y - area.y + pad, 1)) for x, y in corners)
    paste(dst, _picture(shape, (area.w + 2 * pad, area.h + 2 * pad), kind, seed), (area.x - pad, area.y - pad))
    if kind != "island":
        on, off = (6, 5) if kind == "fog" else (3, 4)
        dashed_line(dst, corners, mix(OPEN[kind][0], theme.palette.white, 0.45), 1.6, on, off, 210, closed=True)


def _scaled(shape: Sequence[Place], k: float, lift: float = 0.0) -> list[Place]:
    """Return the outline `k` times as large about its middle and moved up and left by `lift` pixels."""
    x0, y0 = (sum(p[axis] for p in shape) / len(shape) for axis in (0, 1))
    return [(x0 + (x - x0) * k - lift, y0 + (y - y0) * k - lift) for x, y in shape]


def _soft(shape: Sequence[Place], size: tuple[int, int], colour: Colour, alpha: int, blur: float) -> Surface:
    v = Vec(*size, 1)
    v.poly(shape, colour, alpha)
    out = v.done()
    return pygame.transform.gaussian_blur(out, max(1, round(blur))) if max(size) < LARGEST else out


@cached(24)
def _picture(shape: tuple[Place, ...], size: tuple[int, int], kind: str, seed: int) -> Surface:
    dice, unit = random.Random(seed), theme.scale
    if kind != "island":
        colour, dense = OPEN[kind]
        out = _soft(shape, size, colour, dense, (14 if kind == "fog" else 7) * unit)
        v = Vec(*size, 2, stroke=unit)
        _strew(v, shape, kind, dice)
        paste(out, v.done(), (0, 0))
        return out
    wide = max(size) / (1 + 2 * HALO)
    out = _soft(_scaled(shape, 1 + HALO), size, SHALLOWS, 110, 0.06 * wide)
    v = Vec(*size, 2, stroke=unit)
    v.poly(shape, BEACH[0])
    v.poly(_scaled(shape, 0.96), BEACH[1])
    for k, colour in HEIGHTS:
        v.poly(_scaled(shape, k, 0.05 * wide * (1 - k)), colour)
    for at in _spots(_scaled(shape, 0.7), dice, round(wide / unit / 5)):
        v.circ((at[0] + 1.2 * unit, at[1] + 1.6 * unit), 2.8 * unit, TREE[0])
        v.circ(at, 2.4 * unit, TREE[1])
    v.lines(shape, SHORE, 1.6, 235, True)
    paste(out, v.done(), (0, 0))
    return out


def _spots(shape: Sequence[Place], dice: random.Random, count: int) -> list[Place]:
    """Return places between the middle of an outline and one of its corners."""
    middle = _scaled(shape, 0.0)[0]
    found = []
    for _ in range(min(90, count)):
        x, y = dice.choice(list(shape))
        share = dice.random() ** 0.6
        found.append((middle[0] + (x - middle[0]) * share, middle[1] + (y - middle[1]) * share))
    return found


def _strew(v: Vec, shape: Sequence[Place], kind: str, dice: random.Random) -> None:
    """Draw heads of rock in foam on a reef, or tufts in weed."""
    unit, count = theme.scale, round(max(v.size) / theme.scale / 9)
    if kind == "reef":
        for at in _spots(_scaled(shape, 0.85), dice, count):
            v.lines([polar(5 * unit, -60, at), polar(2.2 * unit, -20, at), polar(5 * unit, 60, at)], FOAM, 1.3, 150)
            v.poly([polar(dice.uniform(2, 4.2) * unit, 72 * n + 10, at) for n in range(5)], ROCK)
    if kind == "sargasso":
        for at in _spots(_scaled(shape, 0.92), dice, 2 * count):
            for turn in (-30, 0, 30):
                v.line(
                    at, polar(dice.uniform(3, 6) * unit, turn, at), mix(OPEN[kind][0], theme.palette.ink, 0.3), 1.2, 190
                )
