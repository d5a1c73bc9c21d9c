"""Silhouettes of ships, drawn from the files in `assets/icons`; no part of the rules.

An unknown glyph is drawn as a plain box. A glyph of starships is `family-size`. The families are `needle` (first side),
`fork` (second side) and `box` (neutral), so that sides differ without colour. Sizes run from corvette to dreadnought
and differ in length. Degrees are clockwise from up.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Protocol

from pygame import Rect, Surface

from game.core.display import OwnLook, Pose
from game.core.values import Data
from game.drawing.signs import Place, outline_of, rot, section_entries
from game.ui.games import screen_named
from game.ui.render.shapes import Vec
from game.ui.render.theme import Colour, cached, mix, theme

UNKNOWN = "box-freighter"  # glyph drawn in place of an unknown one
FAMILIES = ("needle", "fork", "box")
DARK: Colour = (8, 12, 18)
STEP = 2  # degrees between two cached pictures of one hull


@dataclass(frozen=True)
class Hull:
    """One silhouette in design pixels, bow up."""

    outline: tuple[Place, ...]  # the whole outline, clockwise from the bow
    starboard: tuple[Place, ...]  # its right half, closed along the keel
    spine: tuple[float, float, float]  # top, bottom, half-width
    engines: tuple[Place, ...]
    light: float
    turrets: tuple[Place, ...]
    seams: tuple[tuple[Place, ...], ...]
    decks: tuple[Place, ...]  # half-width, height
    game: str = ""  # the game whose screen draws it, if only one game has such hulls
    own: Data = field(default_factory=dict, compare=False)  # further data of that game in its entry

    @cached_property
    def length(self) -> float:
        """Return half of the length, in design pixels."""
        return max(abs(y) for _, y in self.outline)

    @cached_property
    def reach(self) -> float:
        """Return the distance of the farthest point from the middle, in design pixels, including everything beyond the
        hull."""
        out = self.painter.outside(self) if self.painter else ()
        return max(math.hypot(x, y) for x, y in (*self.outline, *out))

    @cached_property
    def painter(self) -> HullPainter | None:
        """Return the painter in its game's package, if there is one."""
        found: HullPainter | None = getattr(screen_named(self.game), "HULLS", None)
        return found


@dataclass(frozen=True)
class DrawnHull:
    """A ship as drawn: its middle in pixels, its heading in degrees, and `k` times its own size."""

    hull: Hull
    at: Place
    degrees: float
    k: float
    look: OwnLook


class HullPainter(Protocol):
    """Draws hulls that only one game has, from their entries in the files and from the looks of the sheets."""

    def outside(self, hull: Hull) -> Iterable[Place]:
        """Return points beyond the hull, bow up, in design pixels."""

    def draw(
        self, v: Vec, hull: Hull, degrees: float, at: Place, k: float, colour: Colour, look: OwnLook | None
    ) -> None:
        """Draw a ship, at `k` pixels per design pixel."""

    def plan(self, v: Vec, hull: Hull, degrees: float, at: Place, k: float, look: OwnLook | None) -> None:
        """Draw details over the dashed outline of a planned ship."""

    def sign(self, v: Vec, hull: Hull, at: Place, k: float, colour: Colour) -> None:
        """Draw details over the outline of a side's sign."""

    def listed_look(self, look: OwnLook) -> OwnLook:
        """Return the look of a ship bow up in a list, whatever its course."""

    def planned_look(self, look: OwnLook, pose: Pose) -> OwnLook:
        """Return the look of a planned ship."""

    def turned_look(self, look: OwnLook, heading: float, alive: bool) -> OwnLook:
        """Return the look, bow up, of a ship with a heading in degrees. Headings count in steps, so that a film has few
        looks."""

    def broken_look(self, look: OwnLook, parts: tuple[str, ...]) -> OwnLook:
        """Return the look of a ship on which some of its systems have just failed a check."""

    def below(self, dst: Surface, at: Place, degrees: float, k: float, look: OwnLook) -> None:
        """Draw details below all hulls, `k` times their own size."""

    def above(self, dst: Surface, at: Place, degrees: float, k: float, look: OwnLook) -> None:
        """Draw details over all hulls."""

    def beyond(self, at: Place, degrees: float, k: float, look: OwnLook) -> Iterable[Rect]:
        """Return the rects outside of the hull that these details cover, in pixels."""

    def broken(self, dst: Surface, ship: DrawnHull, parts: tuple[str, ...], share: float) -> None:
        """Show how systems of a ship break that its look no longer has. `share`, 0 to 1, is the part that is over."""

    def svg_below(self, look: OwnLook) -> str:
        """Return the SVG below the hull in a film, bow up."""

    def svg_above(self, look: OwnLook) -> str:
        """Return the SVG above the hull in a film, bow up."""

    def smokes(self, look: OwnLook) -> bool:
        """Return whether the ship smokes in a film."""

    def svg_smoke(self) -> str:
        """Return the rising smoke as SVG."""


def _both(points: list[list[float]]) -> tuple[Place, ...]:
    """Return points and their mirror images."""
    return tuple((s * x, y) for x, y in points for s in ((1, -1) if x else (1,)))


def _hull(data: Data) -> Hull:
    half: list[Place] = [(x, y) for x, y in data["outline"]]
    seams = [tuple((s * x, y) for x, y in seam) for seam in data.get("seams", ()) for s in (1, -1)]
    top, bottom, wide = data["spine"]
    return Hull(
        outline=outline_of(half),
        starboard=(*((0, half[0][1]),), *half, (0, half[-1][1])),
        spine=(top, bottom, wide),
        engines=_both(data["engines"]),
        light=data["light"],
        turrets=_both(data.get("turrets", [])),
        seams=tuple(seams),
        decks=tuple((x, y) for x, y in data.get("decks", ())),
        game=data.get("game", ""),
        own=data,
    )


@cache
def hulls() -> dict[str, Hull]:
    """Return every silhouette by its glyph, from all files in the order of their names."""
    return {name: _hull(shape) for name, shape in section_entries("hulls").items()}


@cache
def hull_of(glyph: str) -> Hull:
    """Return the silhouette of a glyph, a plain box for an unknown one."""
    return hulls().get(glyph) or hulls()[UNKNOWN]


def glyph_of(seat: int, size: str) -> str:
    """Return the glyph of a hull size in the family of a side. Freighters, tankers, liners and stations are boxes for
    all sides."""
    name = f"{FAMILIES[min(max(seat, 0), 2)]}-{size}"
    return name if name in hulls() else f"box-{size}" if f"box-{size}" in hulls() else UNKNOWN


def _lit(degrees: float) -> float:
    """Return how much a hull's starboard flank faces the light in the upper left, -1 to 1."""
    turn = math.radians(degrees)
    return -0.8 * math.cos(turn) - 0.6 * math.sin(turn)


def _body(v: Vec, hull: Hull, degrees: float, at: Place, k: float, colour: Colour) -> None:
    """Draw the fill, two flanks of different brightness, the ridge and the details."""
    light = _lit(degrees)
    top, bottom, wide = hull.spine
    for side in (1, -1):
        bright = light * side
        flank = [(side * x, y) for x, y in hull.starboard]
        v.poly(rot(flank, degrees, at, k), mix(colour, DARK, 0.75 - 0.07 * bright))
    for line in hull.seams:
        v.lines(rot(line, degrees, at, k), colour, 0.9 * k, 110)
    for side in (1, -1):
        ridge = [(0, top), (side * wide * 0.75, top * 0.35 + bottom * 0.1), (side * wide, bottom), (0, bottom)]
        v.poly(rot(ridge, degrees, at, k), mix(colour, DARK, 0.4 - 0.13 * light * side))
    for half, y in hull.decks:
        v.lines(rot([(-half, y), (half, y)], degrees, at, k), colour, 0.9 * k, 150)
    for p in rot(hull.turrets, degrees, at, k):
        v.circ(p, 1.5 * k, mix(colour, DARK, 0.25))


def _ghost(v: Vec, outline: list[Place], colour: Colour) -> None:
    unit = theme.scale
    v.poly(outline, colour, 40)
    v.dash([*outline, outline[0]], colour, 1.5 * unit, 4 * unit, 3 * unit, 235)


def _wreck(v: Vec, hull: Hull, outline: list[Place], degrees: float, at: Place, k: float, colour: Colour) -> None:
    """Draw the hull dark, unlit, with a broken outline and back."""
    grey = mix(colour, theme.palette.muted, 0.45)
    v.poly(outline, mix(grey, DARK, 0.86))
    v.dash([*outline, outline[0]], grey, 1.3 * theme.scale, 7 * k, 2.5 * k, 190)
    wide, n = hull.reach, 6
    crack = [(-wide + 2 * wide * i / n, (3.2 if i % 2 else -1.6) + 2) for i in range(n + 1)]
    gap = [*crack, *((x + 0.6, y + 3.4) for x, y in reversed(crack))]
    v.poly(rot(gap, degrees, at, k), (0, 0, 0), 0)


@cached(2048)
def _sprite(
    glyph: str, degrees: int, colour: Colour, k: float, ghost: bool, wreck: bool, look: OwnLook | None
) -> Surface:
    side = 2 * math.ceil((hull_of(glyph).reach + 2.5) * k * theme.scale) + 2
    v = Vec(side, side, 5 if side < 90 else 3)
    draw_hull(v, (side / 2, side / 2), glyph, degrees, colour, k, ghost, wreck, look)
    return v.done()


def draw_hull(
    v: Vec,
    at: Place,
    glyph: str,
    degrees: float,
    colour: Colour,
    k: float = 1.0,
    ghost: bool = False,
    wreck: bool = False,
    look: OwnLook | None = None,
) -> None:
    """Draw a ship from above on a canvas, `k` times its own size."""
    hull, size = hull_of(glyph), k * theme.scale
    outline = rot(hull.outline, degrees, at, size)
    if ghost:
        _ghost(v, outline, colour)
        if hull.painter:
            hull.painter.plan(v, hull, degrees, at, size, look)
    elif wreck:
        _wreck(v, hull, outline, degrees, at, size, colour)
    elif hull.painter:
        hull.painter.draw(v, hull, degrees, at, size, colour, look)
    else:
        _body(v, hull, degrees, at, size, colour)
        v.lines(outline, colour, 1.5 * min(1.4, max(k, 0.75)) * theme.scale, 255, True)
        white = theme.palette.white
        for p in rot(hull.engines, degrees, at, size):
            v.circ(p, 1.45 * size, white, 235)
        v.circ(rot([(0, hull.light)], degrees, at, size)[0], (1.5 if hull.length < 15 else 1.9) * size, white)


def sprite(
    glyph: str,
    degrees: float,
    colour: Colour,
    k: float = 1.0,
    ghost: bool = False,
    wreck: bool = False,
    look: OwnLook | None = None,
) -> Surface:
    """Return a ship from above at a heading in degrees, to be stamped on its place. Cached to two degrees; it takes 1
    ms the first time."""
    return _sprite(glyph, round(degrees / STEP) * STEP % 360, colour, k, ghost, wreck, look)


def badge_sprite(
    glyph: str, colour: Colour, half: float = 18, wreck: bool = False, look: OwnLook | None = None
) -> Surface:
    """Return a ship bow up for a list or a sheet, fitted to a square of twice `half` design pixels. Small classes are
    smaller."""
    hull = hull_of(glyph)
    grown = 0.72 + 0.28 * min(1.0, hull.length / 33)
    shown = hull.painter.listed_look(look) if hull.painter and look else look
    return _sprite(glyph, 0, colour, round(half * grown, 2) / hull.reach, False, wreck, shown)


@cached(16)
def seal(glyph: str, colour: Colour, size: float = 220) -> Surface:
    """Return a side's sign: its hull large, hatched and outlined, `size` design pixels high."""
    hull = hull_of(glyph)
    side = math.ceil(size * theme.scale * 1.16)
    k = size * theme.scale / (2 * (hull.reach if hull.painter else hull.length))
    v, at = Vec(side, side, 3, stroke=theme.scale), (side / 2, side / 2)
    ink = theme.palette.well
    outline = rot(hull.outline, 0, at, k)
    v.poly(outline, mix(colour, ink, 0.82))
    v.hatch(outline, colour, 9, 1, 60)
    top, bottom, wide = hull.spine
    for s in (-1, 1):
        v.lines(
            rot([(s * wide * 0.6, top * 0.8), (s * wide, 0), (s * wide * 0.86, bottom * 0.98)], 0, at, k),
            colour,
            2,
            150,
        )
    for seam in hull.seams:
        v.lines(rot(seam, 0, at, k), colour, 1.6, 110)
    for p in rot(hull.turrets, 0, at, k):
        v.circ(p, 1.5 * k, mix(colour, ink, 0.35))
    if not hull.painter:
        lamp = [(0, hull.light - 3.4), (1.3, hull.light), (0, hull.light + 3.4), (-1.3, hull.light)]
        v.poly(rot(lamp, 0, at, k), colour)
    v.lines(outline, colour, 3.2, 255, True)
    if hull.painter:
        hull.painter.sign(v, hull, at, k, colour)
    return v.done()
