"""The symbols of a ship's systems on a 44 pixel square, with one stroke weight and one colour; no part of the rules.

Beams and torpedoes show their fire arcs as lit pieces of a ring. States are `ok`, `idle` (unusable now), `spent` (used
up: hollow bar below), `lost` (knocked out: one stroke) and `killed` (destroyed: crossed twice).
"""

from __future__ import annotations

import math

import pygame
from pygame import Surface

from game.board.boards import OPEN
from game.drawing.signs import SIGNS as SIGNS
from game.drawing.signs import draw_sign
from game.drawing.symbols import NUMBERED, RINGED, SMALL
from game.ui.render.shapes import Place, Vec, stamp
from game.ui.render.text import text
from game.ui.render.theme import Colour, cached, mix, theme

C: Place = (22, 22)


def _inks(state: str) -> dict[str, Colour]:
    """Return the line, lit and unlit colours of a state."""
    p = theme.palette
    line, lit = p.text, p.azure
    if state in ("idle", "spent"):
        line, lit = p.faint, mix(p.azure, p.panel, 0.62)
    if state in ("lost", "killed"):
        line = lit = mix(p.red, p.missed, 0.62) if state == "lost" else mix(p.red, p.panel, 0.62)
    return {"line": line, "lit": lit, "unlit": mix(p.edge, p.line, 0.5)}


def _draw_ring(v: Vec, arcs: tuple[str, ...], wide: float, inks: dict[str, Colour]) -> None:
    """Draw a ship's arcs round its symbol, with the gun's arcs lit."""
    for arc in OPEN.arc_set(wide):
        v.arc(C, 15, 20, arc.low + 2.5, arc.low + arc.width - 2.5, inks["lit" if arc.name in arcs else "unlit"])


def _strike(v: Vec, state: str) -> None:
    """Draw a stroke for lost, two for killed, a hollow bar at the foot for spent."""
    red = theme.palette.red
    if state in ("lost", "killed"):
        v.line((5, 39), (39, 5), red, 2.8)
    if state == "killed":
        v.line((5, 5), (39, 39), red, 2.8)
    if state == "spent":
        v.rect((12, 40.4, 20, 3.2), theme.palette.faint, 255, 1.2, 1.4)


def _write_label(out: Surface, kind: str, label: str, size: float, colour: Colour) -> None:
    """Write the class, rating or letter inside a symbol."""
    middle, share = size * theme.scale / 2, size / 44
    large, drop = {"drive": (18, 0), "advanced-drive": (18, 0), "kgun": (13, 8)}.get(kind, (20, 0))
    text(out, label, (middle, middle + drop * share * theme.scale), large * share, colour, "b", "center")


@cached(1024)
def icon(
    kind: str,
    level: int = 0,
    arcs: tuple[str, ...] = (),
    state: str = "ok",
    size: float = 44,
    letter: str = "",
    wide: float = 60.0,
) -> Surface:
    """Return the symbol of a system, one of `SIGNS` (a plain box for any other), premultiplied. `level` is a beam's
    class, a drive's rating or a screen's level; `letter` a pulser's mode or the initial of an unknown kind; `wide` the
    degrees of each arc in its game. Size in design pixels."""
    unit, inks = size * theme.scale / 44, _inks(state)
    out, middle = Surface((math.ceil(44 * unit),) * 2, pygame.SRCALPHA), (22 * unit, 22 * unit)
    ringed = kind in RINGED and bool(arcs)
    if ringed:
        ring = Vec(44, 44, 5, unit)
        _draw_ring(ring, arcs, wide, inks)
        stamp(out, ring.done(), middle)
    k = SMALL.get(kind, 1) if ringed else 1
    sign = Vec(44, 44, 5, unit * k, unit if k == 1 else unit * 0.9)
    draw_sign(sign, SIGNS.get(kind, SIGNS["box"]), inks, level)
    stamp(out, sign.done(), middle)
    label = (str(level) if level else "") if kind in NUMBERED else letter
    if label and not (ringed and kind in SMALL):
        _write_label(out, kind, label, size, theme.palette.white if state == "ok" else inks["line"])
    if state not in ("ok", "idle"):
        over = Vec(44, 44, 5, unit)
        _strike(over, state)
        stamp(out, over.done(), middle)
    return out
