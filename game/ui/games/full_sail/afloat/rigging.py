"""A ship under sail from above: wooden hull, masts, and yards braced half-way between the keel and the wind.

A crippled mast carries short brown canvas with a red bar, a lost mast is a stump, furled sails are bundles across.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import pygame
from pygame import Surface

from game.systems.full_sail.parts import CRIPPLED, GONE, WHOLE, Rig
from game.ui.render.shapes import Place, Vec, polar, rot
from game.ui.render.theme import Colour, mix, theme

STRAKE: Colour = (74, 48, 30)
DECK: Colour = (168, 124, 82)
SEAM: Colour = (132, 94, 60)
SPAR: Colour = (96, 66, 42)
STUMP: Colour = (52, 34, 22)
CANVAS: tuple[Colour, Colour] = ((246, 240, 224), (226, 216, 192))  # lower and upper sails
TORN: Colour = (176, 160, 136)
SHADE: Colour = (150, 132, 104)
BUNDLE: Colour = (228, 220, 198)
LEAST_BRACE = 38  # degrees from the keel to which yards can be braced
SHORT = 0.62  # share of the yard that is left on a crippled mast
BELLY = 0.46  # share of half a yard by which a sail bulges out
SQUARE = 180.0  # degrees from the bow to the wind, if it is unknown: from astern
BEND = 6  # points on a sail to either side of its mast


def bearing_of(rig: Rig, degrees: float) -> float:
    """Return the bearing of the wind from the bow, -180 to 180 degrees, for a ship's heading in degrees."""
    return SQUARE if rig.toward is None else (rig.toward + 180.0 - degrees + 540.0) % 360.0 - 180.0


def yards(wind: float) -> tuple[float, float]:
    """Return the direction of the yards and of the bulging sails, in degrees from the bow, for the bearing of
    the wind."""
    brace = math.copysign(max(LEAST_BRACE, min(90.0, abs(wind) / 2)), wind)
    down = wind + 180.0
    lee = next(way for way in (brace + 90.0, brace - 90.0) if abs((way - down + 540.0) % 360.0 - 180.0) <= 90.0)
    return brace, lee


def draw_deck(
    v: Vec, outline: tuple[Place, ...], bowsprit: float, degrees: float, at: Place, k: float, colour: Colour
) -> None:
    """Draw hull, planks, and a rim in the colour of the side."""

    def placed(points: list[Place]) -> list[Place]:
        return rot(points, degrees, at, k)

    hull = placed(list(outline))
    wide, bow, stern = max(x for x, _ in outline), min(y for _, y in outline), max(y for _, y in outline)
    v.poly([(x + 1.5 * k, y + 2.0 * k) for x, y in hull], theme.palette.space, 110)
    v.lines(placed([(0, bow + 2), (0, bowsprit)]), SPAR, 1.5 * k)
    v.poly(hull, STRAKE)
    v.poly(placed([(x * 0.78, y * 0.92) for x, y in outline]), DECK)
    for share in (-0.5, -0.17, 0.17, 0.5):
        v.lines(placed([(share * wide * 0.9, bow * 0.55), (share * wide, stern * 0.85)]), SEAM, 0.6 * k)
    after = [(0.62 * wide, 0.62 * stern), (0.5 * wide, 0.9 * stern)]
    v.poly(placed([*after, *((-x, y) for x, y in reversed(after))]), mix(DECK, STRAKE, 0.45))
    v.lines(hull, colour, 1.9 * k, 255, True)


def draw_rig(
    v: Vec, masts: tuple[Place, ...], bowsprit: float, rig: Rig, degrees: float, at: Place, k: float, thin: bool = False
) -> None:
    """Draw the sails of every mast, the jib, and damage. `thin` sails are those of a planned ship. `masts` gives the
    distance of each mast from the middle, and half of its lower yard."""
    brace, lee = yards(bearing_of(rig, degrees))

    def placed(points: list[Place]) -> list[Place]:
        return rot(points, degrees, at, k)

    first = rig.masts[0] if rig.masts else WHOLE
    if not rig.furled and first == WHOLE and not thin:
        foot = masts[0][0]
        v.poly(placed([(0, bowsprit), polar(0.35 * masts[0][1], lee, (0, foot - 3)), (0, foot)]), CANVAS[1], 235)
    for (y, half), state in zip(masts, rig.masts or (WHOLE,) * len(masts)):
        if state == GONE:
            v.circ(placed([(0, y)])[0], 1.7 * k, STUMP, 120 if thin else 255)
            continue
        span = half * (SHORT if state == CRIPPLED else 1.0)
        for cloth, sail, yard in _sails(y, span, brace, lee, rig.furled):
            alpha = 110 if thin else 255
            if sail:
                v.poly(placed(sail), TORN if state == CRIPPLED else cloth, alpha)
                v.lines(placed(sail[1:-1]), SHADE, 0.5 * k, alpha)
            v.lines(
                placed(yard), BUNDLE if rig.furled else SPAR, (2.2 if rig.furled else 1.1) * k, 150 if thin else 255
            )
        v.circ(placed([(0, y)])[0], 1.5 * k, SPAR, 120 if thin else 255)
        if state == CRIPPLED:
            v.lines(placed([(-0.4 * half, y - 4), (0.4 * half, y + 4)]), theme.palette.red, 1.4 * k, 255)


def _sails(
    y: float, span: float, brace: float, lee: float, furled: bool
) -> Iterator[tuple[Colour, list[Place], list[Place]]]:
    """Yield the lower and the upper sail of a mast: colour, outline, and both ends of the yard; bow up."""
    if furled:
        yield BUNDLE, [], [(-span, y), (span, y)]
        return
    for lift, part, cloth in ((0.0, 1.0, CANVAS[0]), (3.4, 0.66, CANVAS[1])):
        middle = polar(lift, lee, (0.0, y))
        ends = [polar(span * part, turn, middle) for turn in (brace, brace + 180.0)]
        belly = []
        for i in range(2 * BEND + 1):
            share = i / BEND - 1
            on_yard = polar(span * part * share, brace, middle)
            belly.append(polar(BELLY * span * part * (1 - share * share), lee, on_yard))
        yield cloth, [ends[1], *belly, ends[0]], ends


def draw_fall(dst: Surface, mast: Place, to_starboard: bool, degrees: float, at: Place, k: float, share: float) -> None:
    """Draw a mast that falls over a side: longer as it comes down, then drifting off with its sail. `mast` is its
    distance from the middle, and half of its lower yard, with the bow up. `share`, 0 to 1, is the part of the fall that
    is over."""
    y, half = mast
    down, off = min(1.0, share / 0.45) ** 2, max(0.0, share - 0.45) / 0.55
    long, foot = 1.9 * half * down, 9.0 * off
    dwindles = 1.0 - max(0.0, share - 0.8) / 0.2

    def placed(points: list[Place]) -> list[Place]:
        side = 1 if to_starboard else -1
        return rot([(side * x, y) for x, y in points], degrees + side * 8 * down, at, k)

    sail = [(foot + 0.35 * long, y - half * 0.7), (foot + 0.85 * long, y - half * 0.5)]
    sail += [(foot + 0.85 * long, y + half * 0.5), (foot + 0.35 * long, y + half * 0.7)]
    if down > 0.3 and dwindles > 0.4:
        pygame.draw.polygon(dst, mix(TORN, CANVAS[1], 1 - off), placed(sail))
        pygame.draw.aalines(dst, SHADE, True, placed(sail))
    spars = [((foot, y), (foot + long, y), 1.8)]
    for up in (0.35, 0.85):
        x, wide = foot + up * long, half * (1.0 - 0.5 * up)
        spars.append(((x, y - wide), (x, y + wide), 1.0))
    for a, b, width in spars:
        start, end = placed([a, b])
        pygame.draw.line(dst, SPAR, start, end, max(1, round(width * k * dwindles)))
