"""The marks of the two rules on the page of the odds lab: colour, fill, line, and the shape of points."""

from __future__ import annotations

from collections.abc import Sequence

import pygame
from pygame import Rect, Surface

from game.ui.charts.hatching import hatch
from game.ui.render.lines import dashed_line, polyline
from game.ui.render.shapes import Place, Vec, box, stamp
from game.ui.render.theme import Colour, cached, mix, theme

TITLES = {"reformed": "Reformed", "old": "Old"}
STEEL = (172, 192, 216)  # colour of craft and hulls that belong to no side


def ink(rules: str) -> Colour:
    """Return the colour of a rule."""
    return theme.palette.azure if rules == "reformed" else theme.palette.amber


def band_inks() -> tuple[Colour, ...]:
    """Return the colours of the level's seven bands, from a ship without defence to a safe one."""
    p = theme.palette
    return (p.red, mix(p.red, p.amber, 0.6), p.amber, p.yellow, mix(p.yellow, p.green, 0.6), p.green, p.azure)


def plate(dst: Surface, r: Rect, rules: str, step: float = 5.5) -> None:
    """Draw a box in the style of a rule: filled or hatched."""
    colour, p = ink(rules), theme.palette
    if rules == "reformed":
        box(dst, r, mix(colour, p.well, 0.45), 2, 255, colour)
        return
    box(dst, r, p.well, 2, 255, colour)
    inner = r.inflate(-2, -2)
    hatch(dst, (inner.topleft, inner.topright, inner.bottomright, inner.bottomleft), inner, colour, step, 220)


def curve(dst: Surface, points: Sequence[Place], rules: str, w: float = 2.2) -> None:
    """Draw a line in the style of a rule: solid or broken."""
    if len(points) < 2:
        return
    if rules == "reformed":
        polyline(dst, points, ink(rules), w)
    else:
        dashed_line(dst, points, ink(rules), w, 8, 5)


@cached(32)
def _point(rules: str, hollow: bool, colour: Colour, ground: Colour) -> Surface:
    v = Vec(14, 14, 5, theme.scale)
    if rules == "reformed":
        v.circ((7, 7), 5, colour)
        if hollow:
            v.circ((7, 7), 3, ground)
    else:
        v.rect((2.4, 2.4, 9.2, 9.2), colour)
        if hollow:
            v.rect((4.4, 4.4, 5.2, 5.2), ground)
    return v.done()


def point(dst: Surface, at: Place, rules: str, hollow: bool = False) -> None:
    """Draw a point of a curve: round or square by rule, hollow for a ship behind one screen."""
    stamp(dst, _point(rules, hollow, ink(rules), theme.palette.panel), at)


def craft(v: Vec, at: Place, size: float, colour: Colour, lit: bool) -> None:
    """Draw a small craft from above."""
    x, y = at
    outline = [
        (x, y - size),
        (x + 0.78 * size, y + 0.78 * size),
        (x, y + 0.4 * size),
        (x - 0.78 * size, y + 0.78 * size),
    ]
    if lit:
        v.poly(outline, colour)
    else:
        v.lines(outline, colour, 1.4, 255, True)


@cached(64)
def counter(key: str, letter: str, colour: Colour, ink_: Colour) -> Surface:
    """Return the counter of a kind: a disc with craft round a letter, or a lozenge for missiles."""
    v = Vec(44, 44, 5, theme.scale)
    if letter:
        v.circ((22, 22), 18, colour, 255, 1.6)
        for turn in range(6):
            offset = pygame.Vector2(0, -12.5).rotate(60 * turn)
            craft(v, (22 + offset.x, 22 + offset.y), 4.2, mix(colour, ink_, 0.25), True)
        v.circ((22, 22), 7.6, ink_)
    else:
        v.lines([(22, 3), (41, 22), (22, 41), (3, 22)], colour, 1.6, 255, True)
        for dx in (-6, 0, 6) if key == "salvos" else (0,):
            wide, high = (1.8, 6) if key == "salvos" else (4, 10)
            v.poly([(22 + dx, 22 - high), (22 + dx + wide, 22 + high * 0.7), (22 + dx - wide, 22 + high * 0.7)], colour)
    return v.done()


@cached(32)
def pip(symbol: str, lit: bool, bright: Colour, dim: Colour) -> Surface:
    """Return one symbol of a row: a screen, a point defence, a beam, an escort or a craft."""
    v, colour = Vec(28, 28, 5, theme.scale), bright if lit else dim
    if symbol == "screen":
        for radius in (11, 6.5):
            v.arc((14, 20), radius - 1.2, radius + 1.2, -62, 62, colour)
        v.circ((14, 20), 2.2, colour)
    elif symbol == "pds":
        for turn in range(8):
            near, far = (pygame.Vector2(0, -r).rotate(45 * turn) for r in (3.6, 8 if turn % 2 else 11))
            v.line((14 + near.x, 14 + near.y), (14 + far.x, 14 + far.y), colour, 1.7)
        v.circ((14, 14), 3, colour)
    elif symbol == "beam":
        for turn in range(6):
            v.arc((14, 14), 8, 11.5, 60 * turn - 26, 60 * turn + 26, colour)
        v.rect((13, 9.5, 2.2, 9), colour)
    elif symbol == "escort":
        outline = [(14, 3), (18, 10), (18, 18), (21, 24), (14, 22), (7, 24), (10, 18), (10, 10)]
        if lit:
            v.poly(outline, colour)
        else:
            v.lines(outline, colour, 1.4, 255, True)
    else:
        craft(v, (14, 14), 9, colour, lit)
    return v.done()
