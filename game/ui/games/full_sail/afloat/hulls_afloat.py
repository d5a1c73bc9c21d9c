"""Effects round ships at sea: flames, smoke to leeward, and the anchor; no part of the rules."""

from __future__ import annotations

import random

import pygame
from pygame import Surface

from game.ui.render.shapes import Place, Vec, polar, stamp
from game.ui.render.theme import Colour, cached, mix, theme

ROPE: Colour = (255, 236, 180)
FLAME: Colour = (255, 122, 40)
SMOKE: tuple[Colour, Colour] = ((40, 32, 30), (128, 132, 130))
TONGUES: tuple[tuple[float, Colour], ...] = ((8.5, (226, 70, 30)), (6.0, (255, 138, 48)), (3.4, (255, 222, 130)))
PLUME = 150  # design pixels of smoke
BOW, CABLE, ANCHOR = 20, 34, 20  # design pixels: middle of the ship to bow and anchor; anchor size
CABLE_DASH = (1.3, 2.5, 2.5, 200.0)  # width, dash and gap in design pixels, opacity


def cable_ends(at: Place, degrees: float, unit: float) -> tuple[Place, Place]:
    """Return both ends of an anchor cable, in pixels, for the middle and heading of the ship."""
    return polar(BOW * unit, degrees, at), polar(CABLE * unit, degrees, at)


def draw_sample_flames(dst: Surface, at: Place) -> None:
    """Draw small flames for a legend."""
    stamp(dst, flames(60, 0.5), at)


def draw_puffs(out: Vec, at: Place, toward: int, unit: float) -> None:
    """Draw a plume of smoke from a place, puff by puff, at `unit` pixels per design pixel."""
    dice = random.Random(6)
    for n in range(34):
        share = n / 33
        along = polar((8 + PLUME * share) * unit, toward, at)
        puff = polar(dice.uniform(-1, 1) * (3 + 22 * share) * unit, toward + 90, along)
        out.circ(puff, (5 + 17 * share) * unit, mix(*SMOKE, share), round(150 * (1 - share) ** 0.8))


@cached(12)
def plume(toward: int, k: float) -> Surface:
    """Return smoke that drifts in a direction, from the middle of its picture."""
    unit = k * theme.scale
    side = 2 * (PLUME + 40) * unit
    out = Vec(side, side, 1)
    draw_puffs(out, (side / 2, side / 2), toward, unit)
    return pygame.transform.gaussian_blur(out.done(), max(1, round(5 * unit)))


@cached(12)
def flames(toward: int, k: float) -> Surface:
    """Return flames that lean in a direction."""
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
