"""The symbols of a ship's systems on a 44 pixel square, one stroke weight, one colour; no part of the rules.

Beams and torpedoes show their fire arcs as lit pieces of a ring. States: `ok`, `idle` (cannot be
used now), `spent` (used up: hollow bar below), `lost` (knocked out: one stroke), `killed` (gone for good: crossed twice).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import pygame
from pygame import Surface

from game.ui.render.marks import _hexagon
from game.ui.render.shapes import Place, Vec, arc_points, polar, stamp
from game.ui.render.text import text
from game.ui.render.theme import Colour, cached, mix, theme

STATES = ("ok", "idle", "spent", "lost", "killed")
SIX, FOUR = ("F", "FS", "AS", "A", "AP", "FP"), ("F", "S", "A", "P")
C: Place = (22, 22)


@dataclass(frozen=True)
class Pen:
    """A canvas, the colour of the lines, the colour of what is lit, what is unlit, and the number to show."""

    v: Vec
    line: Colour
    lit: Colour
    unlit: Colour
    level: int = 0


def _ring(pen: Pen, arcs: tuple[str, ...], names: tuple[str, ...]) -> None:
    step = 360 / len(names)
    for i, name in enumerate(names):
        low = step * i - step / 2
        pen.v.arc(C, 15, 20, low + 2.5, low + step - 2.5, pen.lit if name in arcs else pen.unlit)


def _torpedo(p: Pen) -> None:
    p.v.poly([(22, 11), (26.5, 19), (26.5, 30), (17.5, 30), (17.5, 19)], p.line)
    for x in (19, 22, 25):
        p.v.line((x, 31.5), (x, 34.5), p.line, 1.7)


def _firecon(p: Pen) -> None:
    p.v.circ(C, 15, p.line, 255, 1.9)
    p.v.circ(C, 2.2, p.line)
    p.v.circ(C, 7.5, p.line, 255, 1.9)
    for d in range(4):
        p.v.line(polar(10, 90 * d, C), polar(19, 90 * d, C), p.line, 1.9)


def _rays(p: Pen, short: float, long: float, at: Place = C, k: float = 1) -> None:
    for n in range(8):
        p.v.line(polar(6 * k, 45 * n, at), polar((long if n % 2 == 0 else short) * k, 45 * n, at), p.line, 2.2 * k)
    p.v.circ(at, 5 * k, p.line)


def _pds(p: Pen) -> None:
    _rays(p, 13, 18)


def _adfc(p: Pen) -> None:
    _rays(p, 10, 12, C, 0.9)
    for k in range(4):
        p.v.arc(C, 16.4, 18.4, 90 * k + 14, 90 * k + 76, p.line)
        p.v.line(polar(14.5, 90 * k, C), polar(20, 90 * k, C), p.line, 1.9)


def _waves(p: Pen, advanced: bool = False) -> None:
    for k, r in enumerate((18, 12.5, 7)):
        shown = k >= 2 - p.level
        p.v.arc((22, 30), r - 1.3, r + 1.3, -62, 62, p.line if shown else p.unlit)
        if advanced and shown:
            for side in (-62, 62):
                p.v.circ(polar(r, side, (22, 30)), 2.3, p.lit)
    p.v.circ((22, 30), 2.6, p.line)


def _advanced(p: Pen) -> None:
    _waves(p, True)


def _ftl(p: Pen) -> None:
    for x in (9, 17.5, 26):
        p.v.lines([(x, 11), (x + 9, 22), (x, 33)], p.line, 2.3)


def _drive(p: Pen) -> None:
    p.v.lines([(11, 9), (33, 9), (37, 35), (7, 35)], p.line, 2, 255, True)
    for x in (14, 22, 30):
        p.v.line((x, 37.5), (x, 41.5), p.lit, 2)


def _advanced_drive(p: Pen) -> None:
    _drive(p)
    p.v.lines([(15, 5.5), (22, 2.5), (29, 5.5)], p.lit, 2)


def _needle(p: Pen) -> None:
    p.v.poly([(22, 5), (24.4, 25), (22, 28), (19.6, 25)], p.line)
    p.v.line((14, 29), (30, 29), p.line, 2)
    p.v.rect((20.6, 29, 2.8, 10), p.line)


def _submunition(p: Pen) -> None:
    p.v.line((22, 40), (22, 29), p.line, 2.2)
    for degrees in (-42, -14, 14, 42):
        p.v.line(polar(6, degrees, (22, 29)), polar(15, degrees, (22, 29)), p.line, 1.6)
        p.v.circ(polar(20, degrees, (22, 29)), 3, p.line)


def _kgun(p: Pen) -> None:
    p.v.rect((13, 23, 18, 13), p.line, 255, 2, 3)
    p.v.rect((18.5, 7, 2.6, 16), p.line)
    p.v.rect((22.9, 7, 2.6, 16), p.line)
    p.v.circ((22, 6.4), 2.4, p.lit)


def _mkp(p: Pen) -> None:
    for x, top in ((14, 13), (22, 7), (30, 13)):
        p.v.poly([(x, top), (x + 2.6, top + 6), (x + 2.6, top + 13), (x - 2.6, top + 13), (x - 2.6, top + 6)], p.line)
    p.v.lines([(9, 30), (35, 30), (31, 37), (13, 37)], p.line, 2, 255, True)


def _launcher(p: Pen) -> None:
    p.v.lines([(11, 36), (11, 15), (22, 6), (33, 15), (33, 36)], p.line, 2, 255, True)
    for x in (17, 22, 27):
        p.v.line((x, 19), (x, 31), p.lit, 2)


def _magazine(p: Pen) -> None:
    p.v.rect((9, 8, 26, 28), p.line, 255, 2, 3)
    for y in (14.5, 21.5, 28.5):
        p.v.poly([(30, y), (25, y - 2.3), (14, y - 2.3), (14, y + 2.3), (25, y + 2.3)], p.lit)


def _hangar(p: Pen) -> None:
    p.v.lines([(7, 36), (7, 17), (13, 10), (31, 10), (37, 17), (37, 36)], p.line, 2, 255, False)
    p.v.line((6, 36), (38, 36), p.line, 2)
    p.v.poly([(22, 16), (30, 31), (22, 27.5), (14, 31)], p.lit)


def _scattergun(p: Pen) -> None:
    p.v.rect((18.6, 28, 6.8, 10), p.line, 255, 2, 1.5)
    for degrees, far in ((-50, 16), (-25, 20), (0, 22), (25, 20), (50, 16)):
        for r in (8, 14, 20):
            if r <= far:
                p.v.circ(polar(r, degrees, (22, 27)), 1.9, p.line)


def _sensors(p: Pen) -> None:
    p.v.arc((18, 20), 10.6, 12.8, 135, 315, p.line)
    p.v.line((10, 11), (26, 29), p.line, 2)
    p.v.lines([(16, 28), (13, 37), (25, 37), (20, 29)], p.line, 2)
    for r in (7, 13):
        p.v.arc((20, 18), r - 1, r + 1, 15, 75, p.lit)


def _cargo(p: Pen) -> None:
    p.v.lines([(22, 6), (36, 13), (36, 30), (22, 38), (8, 30), (8, 13)], p.line, 2, 255, True)
    p.v.lines([(8, 13), (22, 20.5), (36, 13)], p.line, 2)
    p.v.line((22, 20.5), (22, 38), p.line, 2)


def _armour(p: Pen) -> None:
    p.v.poly(_hexagon(16, C), mix(p.line, theme.palette.panel, 0.65))
    p.v.lines(_hexagon(16, C), p.line, 2.2, 255, True)


def _bridge(p: Pen) -> None:
    p.v.lines([(6, 30), (11, 14), (33, 14), (38, 30)], p.line, 2, 255, True)
    p.v.lines([(13, 24), (15, 18.5), (29, 18.5), (31, 24)], p.lit, 2, 255, True)
    p.v.line((22, 14), (22, 7), p.line, 2)


def _life(p: Pen) -> None:
    p.v.circ(C, 16, p.line, 255, 2)
    p.v.lines([(8, 23), (15, 23), (18.5, 14), (24, 31), (27.5, 23), (36, 23)], p.lit, 2)


def _core(p: Pen) -> None:
    p.v.lines(_hexagon(17, C), p.line, 2, 255, True)
    p.v.poly([(25, 10), (14.5, 23.5), (20.5, 23.5), (18.5, 34), (29.5, 19.5), (23, 19.5)], p.lit)


def _pulser(p: Pen) -> None:
    p.v.lines([*arc_points(C, 9.5, -150, 150, 10)], p.line, 2)
    p.v.line((22, 2.5), (22, 9), p.lit, 2.2)


def _box(p: Pen) -> None:
    p.v.rect((9, 9, 26, 26), p.line, 255, 2, 4)


def _bare(p: Pen) -> None:
    """Nothing inside the ring but the number."""


SIGNS: dict[str, Callable[[Pen], None]] = {
    "beam": _bare, "torpedo": _torpedo, "firecon": _firecon, "pds": _pds, "adfc": _adfc, "screen": _waves,
    "advanced-screen": _advanced, "ftl": _ftl, "drive": _drive, "advanced-drive": _advanced_drive, "needle": _needle,
    "submunition": _submunition, "kgun": _kgun, "mkp": _mkp, "pulser": _pulser, "launcher": _launcher,
    "magazine": _magazine, "hangar": _hangar, "scattergun": _scattergun, "sensors": _sensors, "cargo": _cargo,
    "armour": _armour, "bridge": _bridge, "life": _life, "core": _core, "box": _box,
}  # fmt: skip
SMALL = {"needle": 0.66, "submunition": 0.62, "kgun": 0.66, "mkp": 0.66}  # how much of the ring its sign fills
NUMBERED = ("beam", "drive", "advanced-drive", "kgun")
RINGED = ("beam", "torpedo", "pulser", *SMALL)


def _inks(state: str) -> tuple[Colour, Colour, Colour]:
    """Line, lit and unlit colours of a state."""
    p = theme.palette
    line, lit = p.text, p.azure
    if state in ("idle", "spent"):
        line, lit = p.faint, mix(p.azure, p.panel, 0.62)
    if state in ("lost", "killed"):
        line = lit = mix(p.red, p.missed, 0.62) if state == "lost" else mix(p.red, p.panel, 0.62)
    return line, lit, mix(p.edge, p.line, 0.5)


def _struck(v: Vec, state: str) -> None:
    """Lost: one stroke through it; killed: two; spent: a hollow bar at its foot."""
    red = theme.palette.red
    if state in ("lost", "killed"):
        v.line((5, 39), (39, 5), red, 2.8)
    if state == "killed":
        v.line((5, 5), (39, 39), red, 2.8)
    if state == "spent":
        v.rect((12, 40.4, 20, 3.2), theme.palette.faint, 255, 1.2, 1.4)


def _numbered(out: Surface, kind: str, label: str, size: float, colour: Colour) -> None:
    """The class, rating or letter inside a symbol."""
    middle, share = size * theme.scale / 2, size / 44
    large, drop = {"drive": (18, 0), "advanced-drive": (18, 0), "kgun": (13, 8)}.get(kind, (20, 0))
    text(out, label, (middle, middle + drop * share * theme.scale), large * share, colour, "b", "center")


def _sign(kind: str, pen: Callable[[Vec], Pen], unit: float, stroke: float = 0) -> Surface:
    v = Vec(44, 44, 5, unit, stroke)
    SIGNS.get(kind, _box)(pen(v))
    return v.done()


@cached(1024)
def icon(
    kind: str, level: int = 0, arcs: tuple[str, ...] = (), state: str = "ok", size: float = 44, letter: str = "",
    quarters: bool = False,
) -> Surface:  # fmt: skip
    """The symbol of a system, one of `SIGNS` (a plain box for any other), premultiplied.

    `level` is a beam's class, a drive's rating or a screen's level; `letter` a pulser's mode or the initial of an unknown
    kind; `quarters` draws the ring in the four arcs of the second edition. Size in design pixels.
    """
    unit = size * theme.scale / 44
    line, lit, unlit = _inks(state)
    out, middle = Surface((math.ceil(44 * unit),) * 2, pygame.SRCALPHA), (22 * unit, 22 * unit)

    def pen(v: Vec) -> Pen:
        return Pen(v, line, lit, unlit, level)

    ringed = kind in RINGED and bool(arcs)
    if ringed:
        v = Vec(44, 44, 5, unit)
        _ring(pen(v), arcs, FOUR if quarters else SIX)
        stamp(out, v.done(), middle)
    k = SMALL.get(kind, 1) if ringed else 1
    stamp(out, _sign(kind, pen, unit * k, unit if k == 1 else unit * 0.9), middle)
    label = (str(level) if level else "") if kind in NUMBERED else letter
    if label and not (ringed and kind in SMALL):
        _numbered(out, kind, label, size, theme.palette.white if state == "ok" else line)
    if state not in ("ok", "idle"):
        over = Vec(44, 44, 5, unit)
        _struck(over, state)
        stamp(out, over.done(), middle)
    return out
