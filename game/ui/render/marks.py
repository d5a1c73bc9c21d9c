"""Drawings from the files of `assets/icons`, small marks, and the emblems of the rule families; no part of the rules.

Every file there may add entries to any section: `hulls`, `marks`, `emblems`, `symbols`. `signs.yaml` says what a shape of a sign
may be. `mark("done", colour)` is drawn on a 16 pixel square, `emblem("thrust", colour)` on a 40 pixel one; sizes are design
pixels. Each has a shape of its own, never colour alone.
"""


from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

import yaml
from pygame import Surface

from game.core.installation import data_root
from game.ui.render.shapes import Place, Vec, arc_points, rot
from game.ui.render.theme import Colour, cached, mix, theme

SOURCES = data_root() / "assets" / "icons"
Shape = Mapping[str, Any]


@cache
def _files() -> tuple[Mapping[str, Any], ...]:
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return tuple(yaml.load(path.read_text(encoding="utf-8"), Loader=loader) for path in sorted(SOURCES.glob("*.yaml")))


def described(section: str) -> dict[str, Any]:
    """The entries of a section by name, from all files in the order of their names."""
    return {name: entry for data in _files() for name, entry in data.get(section, {}).items()}


def draw_sign(v: Vec, shapes: Iterable[Shape], inks: Mapping[str, Colour], level: int = 0) -> None:
    """Draw the shapes of a sign. `inks` are the colours `line`, `lit` and `unlit`; `level` is that of the system."""
    for shape in shapes:
        if level < shape.get("from", level):
            continue
        ink = "unlit" if level < shape.get("lit_from", level) else shape.get("ink", "line")
        colour, alpha = (inks["line"], 0) if ink == "clear" else (inks[ink], 255)
        if "dim" in shape:
            colour = mix(colour, theme.palette.panel, shape["dim"])
        for degrees in shape["turned"]["by"] if "turned" in shape else (0,):
            _draw(v, shape, colour, alpha, degrees)


def _draw(v: Vec, shape: Shape, colour: Colour, alpha: int, degrees: float) -> None:
    """Draw one shape in a colour; one that is `turned`, by so many degrees."""

    def placed(points: Iterable[Any]) -> list[Place]:
        every = [place for point in points for place in (_curve(point["curve"]) if isinstance(point, Mapping) else [point])]
        if "turned" not in shape:
            return every
        about = shape["turned"]["about"]
        return rot([(x - about[0], y - about[1]) for x, y in every], degrees, about)

    w = shape.get("w", 0)
    match shape:
        case {"line": points}:
            v.lines(placed(points), colour, w, alpha, shape.get("closed", False))
        case {"fill": points}:
            v.poly(placed(points), colour, alpha)
        case {"dashes": points}:
            v.dash(placed(points), colour, w, shape["dash"], shape["gap"], alpha)
        case {"disc": [x, y, radius]}:
            v.circ(placed([(x, y)])[0], radius, colour, alpha, w)
        case {"box": area}:
            v.rect(area, colour, alpha, w, shape.get("round", 0))
        case {"ring": [x, y, inner, outer, low, high]}:
            v.arc((x, y), inner, outer, low, high, colour, alpha)


def _curve(arc: tuple[float, ...]) -> list[Place]:
    x, y, radius, low, high, step = arc
    return arc_points((x, y), radius, low, high, step)


MARKS, EMBLEMS = described("marks"), described("emblems")


@cached(512)
def mark(kind: str, colour: Colour, size: float = 16) -> Surface:
    """One of `MARKS`, premultiplied."""
    v = Vec(16, 16, 5, size * theme.scale / 16)
    draw_sign(v, MARKS[kind], {"line": colour})
    return v.done()


@cached(32)
def emblem(kind: str, colour: Colour, size: float = 40) -> Surface:
    """The sign of a family of rules, one of `EMBLEMS`; course and fan stands in for an unknown one."""
    v = Vec(40, 40, 5, size * theme.scale / 40)
    draw_sign(v, EMBLEMS.get(kind, EMBLEMS["thrust"]), {"line": colour})
    return v.done()
