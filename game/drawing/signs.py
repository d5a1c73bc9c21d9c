"""Signs and silhouettes as the files of `assets/icons` describe them, for any brush: the window's, or that of a printed
page.

Every file there may add entries to any section: `hulls`, `marks`, `emblems`, `symbols`. `signs.yaml` lists the possible
shapes of a sign. Points are clockwise from up, y down.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Protocol

import yaml

from game.core.installation import data_root

Place = tuple[float, float]
Colour = tuple[int, int, int]
Shape = Mapping[str, Any]
SOURCES = data_root() / "assets" / "icons"


class Brush(Protocol):
    """Draws shapes in a colour with an alpha; an alpha of 0 wipes out what is below."""

    def poly(self, points: Iterable[Place], c: Colour, a: float = 255) -> None: ...

    def circ(self, p: Place, r: float, c: Colour, a: float = 255, w: float = 0) -> None: ...

    def rect(
        self, r: tuple[float, float, float, float], c: Colour, a: float = 255, w: float = 0, rad: float = 0
    ) -> None: ...

    def lines(
        self, points: Iterable[Place], c: Colour, w: float = 1.0, al: float = 255, closed: bool = False
    ) -> None: ...

    def dash(
        self, points: Sequence[Place], c: Colour, w: float = 1.0, on: float = 6, off: float = 4, al: float = 255
    ) -> None: ...

    def arc(self, p: Place, r0: float, r1: float, lo: float, hi: float, c: Colour, al: float = 255) -> None: ...


# -- places and colours ------------------------------------------------------------------------------------------------


def polar(radius: float, degrees: float, at: Place = (0, 0)) -> Place:
    """Return the point `radius` from `at`, degrees clockwise from up, y down."""
    turn = math.radians(degrees)
    return at[0] + radius * math.sin(turn), at[1] - radius * math.cos(turn)


def rot(points: Iterable[Place], degrees: float, at: Place = (0, 0), k: float = 1) -> list[Place]:
    """Return points turned clockwise about the origin, scaled by `k` and moved to `at`."""
    s, c = math.sin(math.radians(degrees)), math.cos(math.radians(degrees))
    return [(at[0] + k * (x * c - y * s), at[1] + k * (x * s + y * c)) for x, y in points]


def between(a: Place, b: Place, share: float) -> Place:
    """Return the place at a share of the way from one to another."""
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def dashes(points: Sequence[Place], on: float, off: float) -> list[tuple[Place, Place]]:
    """Return the strokes of a dashed line through points; lengths in the unit of the points."""
    strokes: list[tuple[Place, Place]] = []
    drawing, left = True, on
    for a, b in itertools.pairwise(points):
        length, t = math.dist(a, b), 0.0
        while t < length - 1e-6:
            step = min(left, length - t)
            if drawing:
                strokes.append((between(a, b, t / length), between(a, b, (t + step) / length)))
            t, left = t + step, left - step
            if left <= 1e-6:
                drawing, left = not drawing, off if drawing else on
    return strokes


def arc_points(at: Place, radius: float, low: float, high: float, step: float = 3) -> list[Place]:
    """Return points along an arc, degrees clockwise from up, one every `step` degrees or finer."""
    n = max(2, math.ceil(abs(high - low) / step))
    return [polar(radius, low + (high - low) * i / n, at) for i in range(n + 1)]


def mix(a: Colour, b: Colour, share: float) -> Colour:
    """Return `a` mixed with a share 0..1 of `b`."""
    return (
        round(a[0] + (b[0] - a[0]) * share),
        round(a[1] + (b[1] - a[1]) * share),
        round(a[2] + (b[2] - a[2]) * share),
    )


# -- signs -------------------------------------------------------------------------------------------------------------


@cache
def _sections(text: str) -> Mapping[str, Mapping[str, Any]]:
    found: Mapping[str, Mapping[str, Any]] = yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    return found


def section_entries(section: str) -> dict[str, Any]:
    """Return the entries of a section by name, from all files that have it, in the order of their names."""
    texts = [path.read_text(encoding="utf-8") for path in sorted(SOURCES.glob("*.yaml"))]
    having = (_sections(text) for text in texts if f"\n{section}:" in f"\n{text}")
    return {name: entry for sections in having for name, entry in sections[section].items()}


SIGNS = section_entries("symbols")


def draw_sign(
    v: Brush, shapes: Iterable[Shape], inks: Mapping[str, Colour], level: int = 0, ground: Colour = (255, 255, 255)
) -> None:
    """Draw the shapes of a sign. `inks` are the colours `line`, `lit` and `unlit`; `level` is that of the system, and
    `ground` the colour below."""
    for shape in shapes:
        if level < shape.get("from", level):
            continue
        ink = "unlit" if level < shape.get("lit_from", level) else shape.get("ink", "line")
        colour, alpha = (inks["line"], 0) if ink == "clear" else (inks[ink], 255)
        if "dim" in shape:
            colour = mix(colour, ground, shape["dim"])
        for degrees in shape["turned"]["by"] if "turned" in shape else (0,):
            _draw(v, shape, colour, alpha, degrees)


def _draw(v: Brush, shape: Shape, colour: Colour, alpha: int, degrees: float) -> None:
    """Draw one shape in a colour, turned by `degrees` if it is marked `turned`."""

    def placed(points: Iterable[Any]) -> list[Place]:
        every = [
            place for point in points for place in (_curve(point["curve"]) if isinstance(point, Mapping) else [point])
        ]
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


# -- silhouettes -------------------------------------------------------------------------------------------------------


def outline_of(starboard: Iterable[Place]) -> tuple[Place, ...]:
    """Return the whole outline of a hull, clockwise from the bow, from its starboard half."""
    half = [(x, y) for x, y in starboard]
    return (*half, *((-x, y) for x, y in reversed(half) if x))
