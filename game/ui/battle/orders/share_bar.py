"""A bar of parts, each as wide as its share, in the colour of its tone; no rules."""

from __future__ import annotations

from collections.abc import Sequence

from pygame import Surface

from game.ui.render.shapes import Vec
from game.ui.render.theme import Colour, cached, mix, theme

HATCHED = "note"  # the tone whose parts are hatched
Part = tuple[float, str]  # share, tone


def tone_colour(tone: str) -> Colour:
    """Return the colour of a tone: green, red or yellow, or none."""
    p = theme.palette
    return {"good": p.green, "bad": p.red, "note": p.yellow}.get(tone, p.faint)


def part_colour(tone: str) -> Colour:
    """Return the colour of a part of the bar."""
    return mix(theme.palette.faint, theme.palette.panel, 0.35) if tone == "muted" else tone_colour(tone)


def widths(shares: Sequence[float], wide: float) -> list[float]:
    """Divide a width among parts, in the units of `wide`."""
    every = sum(shares)
    return [wide * share / every for share in shares]


@cached(64)
def share_bar(parts: tuple[Part, ...], wide: float, high: float) -> Surface:
    """Return the bar; sizes are in design pixels. A part too narrow to be seen is left out without moving the
    others."""
    v, x = Vec(wide, high, 4, theme.scale), 0.0
    for (_, tone), w in zip(parts, widths([share for share, _ in parts], wide)):
        if w >= 1:
            v.rect((x, 0, max(1.0, w - 2), high), part_colour(tone), 235, 0, 3)
            if tone == HATCHED:
                v.hatch([(x, 0), (x + w - 2, 0), (x + w - 2, high), (x, high)], theme.palette.ink, 7, 1.4, 120)
        x += w
    return v.done()
