"""The clock of arcs round a hull: the arcs into which the part in hand bears, and the mean damage of all guns by arc
and range."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping
from dataclasses import KW_ONLY, dataclass, field

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.core.forms import Arcs
from game.ui.render.hulls import badge_sprite
from game.ui.render.shapes import Vec, arc_points, box, polar, stamp
from game.ui.render.text import text, width
from game.ui.render.theme import Colour, cached, mix, theme
from game.ui.toolkit.widgets import Widget

GAP = 1.6  # degrees between arcs
HULL, RING, CLOCK = 0.30, 0.845, 0.885  # shares of the radius: hull, outer end of the rings, inner end of the clock
KEEL = 0.15  # share of the hull's circle, round its middle, that belongs to no direction
MOST = 10.0  # least number of points of the brightest cell


@dataclass(eq=False)
class Clock(Widget):
    """A hull with its arcs, clockwise from the bow. `lit` are the arcs of the part in hand, `open_` those that one more
    click may change, `refused` those into which it bears against the rules. `means` are points by band and arc, `bands`
    their words. The arrows walk round the arcs, and Space turns one on or off."""

    glyph: str
    colour: Colour
    arcs: Arcs
    wide: float
    _: KW_ONLY
    lit: Collection[str] = ()
    open_: Collection[str] = ()
    refused: Collection[str] = ()
    means: tuple[tuple[float, ...], ...] = ()
    bands: tuple[str, ...] = ()
    on_turn: Callable[[str], object] | None = None
    at: str = ""  # the arc under the pointer, or reached by the arrows
    bearers: Mapping[str, str] = field(default_factory=dict)  # the guns that bear into each arc, in words
    hole: float = HULL  # share of the radius taken by the hull
    rim: bool = True  # true if there are arcs to turn on and off
    first: float = 0.0  # bearing of the middle of the first arc, in degrees

    @property
    def radius(self) -> float:
        return min(self.rect.w, self.rect.h) / 2

    @property
    def half(self) -> float:
        """Half the length of the hull, in real pixels."""
        return self.hole * 0.78 * self.radius

    def arc_at(self, pos: tuple[int, int]) -> str:
        """Return the arc at a place; empty outside the clock and inside the hull."""
        x, y = pos[0] - self.rect.centerx, self.rect.centery - pos[1]
        return self.bearing_at(pos) if self.hole * self.radius <= math.hypot(x, y) <= self.radius else ""

    def bearing_at(self, pos: tuple[int, int]) -> str:
        """Return the arc in the direction of a place, at any distance; empty on the hull."""
        x, y = pos[0] - self.rect.centerx, self.rect.centery - pos[1]
        near = self.hole if self.rim else KEEL * self.hole
        way = math.degrees(math.atan2(x, y)) - self.first + self.wide / 2
        return self.arcs[int(way % 360 / self.wide)] if math.hypot(x, y) >= near * self.radius else ""

    def handle(self, event: Event) -> bool:
        """Turn the clicked arc on or off, and walk round with the arrows."""
        if event.type == pygame.MOUSEMOTION:
            was, self.at = self.at, self.arc_at(event.pos) if self.hit.collidepoint(event.pos) else ""
            return super().handle(event) or was != self.at
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self.at = self.arc_at(event.pos) if self.rect.collidepoint(event.pos) else self.at
        if event.type == pygame.KEYDOWN and self.focused and event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            step = 1 if event.key == pygame.K_RIGHT else -1
            now = self.arcs.index(self.at) + step if self.at in self.arcs else 0
            self.at = self.arcs[now % len(self.arcs)]
            return True
        return super().handle(event)

    def press(self) -> None:
        if self.at and self.on_turn:
            self.on_turn(self.at)

    @property
    def hint_now(self) -> str:
        if not self.at:
            return ""
        guns = f"{self.at}: {self.bearers.get(self.at) or 'no gun'}"
        does = "bears" if self.at in self.lit else "does not bear"
        return f"{guns}\nThe part in hand {does}. Click turns it" if self.on_turn else guns

    def draw(self, dst: Surface) -> None:
        """Draw rings with their means, the clock, and the hull."""
        p, r, at = theme.palette, self.radius, self.rect.center
        states = tuple(self._state(arc) for arc in self.arcs)
        rings = tuple(tuple(round(n, 1) for n in row) for row in self.means)
        over = self.arcs.index(self.at) if self.at in self.arcs else -1
        shares = self.hole, RING if self.rim else 0.99
        stamp(dst, _clock(round(2 * r), (self.first, self.wide), shares, states, rings, over, theme.accent), at)
        stamp(dst, badge_sprite(self.glyph, self.colour, self.half / theme.scale), at)
        step, large = (shares[1] - self.hole) / max(1, len(rings)), r > theme.px(160)
        for n, row in enumerate(rings):
            for k, points in enumerate(row):
                place = polar((self.hole + (n + 0.5) * step) * r, self.first + k * self.wide, at)
                size, ink = 15 if large else 12, p.text if points else p.faint
                text(dst, f"{points:g}" if points else "–", place, size, ink, "s", "center")
            if self.bands and large:
                place = polar((self.hole + (n + 0.5) * step) * r, self.first + self.wide / 2, at)
                plate = Rect(0, 0, round(width(self.bands[n], 12)) + theme.px(10), theme.px(20))
                plate.center = round(place[0]), round(place[1])
                box(dst, plate, p.panel, 4, 220, p.line)
                text(dst, self.bands[n], place, 12, p.muted, "r", "center")
        for k, arc in enumerate(self.arcs if large and self.rim else ()):
            ink = p.ink if states[k] == "lit" else p.white if states[k] == "refused" else p.muted
            text(dst, arc, polar((CLOCK + 1) / 2 * r, self.first + k * self.wide, at), 14, ink, "s", "center")

    def _state(self, arc: str) -> str:
        if arc in self.refused:
            return "refused"
        return "lit" if arc in self.lit else "open" if arc in self.open_ else "off"


@cached(24)
def _clock(
    size: int,
    turn: tuple[float, float],
    shares: tuple[float, float],
    states: tuple[str, ...],
    rings: tuple[tuple[float, ...], ...],
    at: int,
    accent: Colour,
) -> Surface:
    """Return rings and clock; a brighter cell deals more damage."""
    p = theme.palette
    v, r = Vec(size, size, 2, stroke=theme.scale), size / 2
    centre, (first, wide), (hole, ring) = (r, r), turn, shares
    most = max([MOST, *(n for row in rings for n in row)])
    step = (ring - hole) / max(1, len(rings))
    sectors = [(first + (k - 0.5) * wide, first + (k + 0.5) * wide) for k in range(len(states))]
    for k, (low, high) in enumerate(sectors):
        for n in range(len(rings) or 1):
            share = rings[n][k] / most if rings else 0.0
            fill = mix(accent, p.well, 1 - 0.75 * share**0.7) if share else p.well
            v.arc(centre, (hole + n * step) * r, (hole + (n + 1) * step) * r, low, high, fill)
    for n in range(len(rings) or 1):
        v.circ(centre, (hole + (n + 1) * step) * r, p.line, 255, 1)
    for k, (state, (low, high)) in enumerate(zip(states, sectors)):
        v.line(polar(hole * r, low, centre), polar(ring * r, low, centre), p.line, 1)
        if ring > CLOCK:
            if state == "lit":
                v.lines(arc_points(centre, ring * r - 2, low, high), accent, 3)
            continue
        rim = (
            arc_points(centre, r - 2, low + GAP, high - GAP)
            + arc_points(centre, CLOCK * r, low + GAP, high - GAP)[::-1]
        )
        if state == "lit":
            v.poly(rim, accent)
        elif state == "refused":
            v.poly(rim, mix(p.red, p.panel, 0.7))
            v.hatch(rim, p.red, 7, 1.2, 160)
        else:
            v.poly(rim, p.raised if k == at else p.panel)
        if state == "open":
            v.dash([*rim, rim[0]], accent, 1.4)
        else:
            v.lines([*rim, rim[0]], p.red if state == "refused" else p.edge, 1)
    v.circ(centre, hole * r, p.ink)
    v.circ(centre, hole * r, p.line, 255, 1)
    return v.done()
