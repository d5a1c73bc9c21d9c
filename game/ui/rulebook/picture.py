"""Draw pictures of the rule book at any size from their primitives (see `rulebook/book.py`).

One unit of the 320 x 180 box becomes `wide / 320` real pixels. Lines and text scale with it, so a picture stays sharp.
"""

from __future__ import annotations

import math
from html import escape

from pygame import Surface

from game.rulebook.book import BOX, PicturePrimitive
from game.ui.film.vector import VectorSheet, hex_colour, number
from game.ui.render.dice_faces import PIPS, die
from game.ui.render.hulls import draw_hull, sprite
from game.ui.render.shapes import Place, Vec, arc_points, box, paste, stamp
from game.ui.render.text import text
from game.ui.render.theme import Colour, cached, mix, theme

VECTORS = ("line", "dash", "poly", "box", "circle", "arc", "dot")
ANCHOR = {"left": "midleft", "middle": "center", "right": "midright"}
SVG_ANCHOR = {"left": "start", "middle": "middle", "right": "end"}
ARROW = 5.2  # length of an arrowhead, in units of the box


def colour_of(role: str) -> Colour:
    """Return the colour of the palette for a role in a picture."""
    found = getattr(theme.palette, role, theme.palette.text)
    return (int(found[0]), int(found[1]), int(found[2]))


@cached(24)
def draw_picture(marks: tuple[PicturePrimitive, ...], wide: int) -> Surface:
    """Return a picture on its background, `wide` real pixels wide."""
    unit = wide / BOX[0]
    out = Surface((wide, math.ceil(BOX[1] * unit)))
    out.fill(theme.palette.panel)
    box(out, out.get_rect(), theme.palette.well, 8, 255, theme.palette.line)
    waiting: list[PicturePrimitive] = []
    for mark in marks:
        if mark.kind in VECTORS:
            waiting.append(mark)
            continue
        _flush(out, waiting, unit)
        _stamp_mark(out, mark, unit)
    _flush(out, waiting, unit)
    return out


def _flush(out: Surface, waiting: list[PicturePrimitive], unit: float) -> None:
    """Draw the shapes collected so far on one canvas."""
    if waiting:
        v = Vec(BOX[0], BOX[1], 3 if unit > 1.6 else 4, unit)
        for mark in waiting:
            _shape(v, mark)
        paste(out, v.done(), (0, 0))
        waiting.clear()


def _stamp_mark(out: Surface, mark: PicturePrimitive, unit: float) -> None:
    """Draw a hull, a die or text at its place."""
    at, k = (mark.points[0][0] * unit, mark.points[0][1] * unit), unit / theme.scale
    if mark.kind == "hull":
        stamp(out, sprite(mark.glyph, 30 * mark.course, colour_of(mark.colour), mark.scale * k, mark.ghost), at)
    elif mark.kind == "die":
        kind = "scored" if mark.colour == "text" else "missed" if mark.colour == "muted" else "again"
        stamp(out, die(mark.face, mark.size * k, 0, kind), at)
    else:
        text(out, mark.text, at, mark.size * k, colour_of(mark.colour), "b" if mark.bold else "r", ANCHOR[mark.anchor])


def drawn_svg(marks: tuple[PicturePrimitive, ...]) -> str:
    """Return a picture as SVG elements, in units of its box."""
    v = VectorSheet()
    for mark in marks:
        at, colour = mark.points[0] if mark.points else (0.0, 0.0), colour_of(mark.colour)
        if mark.kind in VECTORS:
            _shape(v, mark)
        elif mark.kind == "hull":
            draw_hull(v, at, mark.glyph, 30 * mark.course, colour, mark.scale, mark.ghost)
        elif mark.kind == "die":
            _die(v, at, mark)
        else:
            look = f'font-size="{number(mark.size)}" font-weight="{600 if mark.bold else 400}"'
            place = f'x="{number(at[0])}" y="{number(at[1])}" text-anchor="{SVG_ANCHOR[mark.anchor]}"'
            words = f'fill="{hex_colour(colour)}" dominant-baseline="central">{escape(mark.text)}</text>'
            v.parts.append(f"<text {place} {look} {words}")
    return v.svg


def _die(v: VectorSheet, at: Place, mark: PicturePrimitive) -> None:
    """Draw a die with its pips."""
    p, half = theme.palette, mark.size / 2
    fill = {"text": p.die, "muted": p.missed}.get(mark.colour, p.yellow)
    v.rect((at[0] - half, at[1] - half, mark.size, mark.size), fill, 255, 0, mark.size * 0.2)
    for x, y in PIPS[mark.face]:
        v.circ((at[0] + x * mark.size * 0.25, at[1] + y * mark.size * 0.25), mark.size * 0.09, p.ink)


def _shape(v: Vec, mark: PicturePrimitive) -> None:
    """Draw fill, then outline."""
    colour, outline, closed = colour_of(mark.colour), _outline(mark), mark.kind not in ("line", "dash")
    if mark.kind == "dot":
        v.circ(mark.points[0], mark.r, colour)
        return
    if mark.kind == "arc" and not mark.fill and not mark.inner:
        closed = False
    if mark.fill:
        _fill(v, outline, mark)
    if mark.width > 0:
        if mark.kind == "dash":
            v.dash(outline, colour, mark.width, 5, 4)
        else:
            v.lines(outline, colour, mark.width, 255, closed)
    if mark.arrow and len(outline) > 1:
        _head(v, outline[-2], outline[-1], colour, mark.width)


def _fill(v: Vec, outline: list[Place], mark: PicturePrimitive) -> None:
    fill = colour_of(mark.fill)
    if mark.shade == "hatch":
        v.poly(outline, fill, 18)
        v.hatch(outline, fill, 7, 0.9, 110)
    elif mark.shade == "solid":
        v.poly(outline, mix(fill, theme.palette.well, 0.12))
    else:
        v.poly(outline, fill, 40)


def _outline(mark: PicturePrimitive) -> list[Place]:
    """Return the corners of a shape; an arc is a sector, a ring or an open curve."""
    if mark.kind == "box":
        (x0, y0), (x1, y1) = mark.points
        return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
    if mark.kind == "circle":
        return arc_points(mark.points[0], mark.r, 0, 360, 4)[:-1]
    if mark.kind == "arc":
        rim = arc_points(mark.points[0], mark.r, *mark.sweep)
        if mark.inner:
            return rim + arc_points(mark.points[0], mark.inner, *mark.sweep)[::-1]
        return [mark.points[0], *rim] if mark.fill else rim
    return list(mark.points)


def _head(v: Vec, a: Place, b: Place, colour: Colour, width: float) -> None:
    """Draw an arrowhead at `b` for a line from `a`."""
    n = math.dist(a, b) or 1
    dx, dy, size = (b[0] - a[0]) / n, (b[1] - a[1]) / n, ARROW + width
    tip = (b[0] + dx * width, b[1] + dy * width)
    back = (tip[0] - dx * size, tip[1] - dy * size)
    v.poly(
        [
            tip,
            (back[0] - dy * size * 0.5, back[1] + dx * size * 0.5),
            (back[0] + dy * size * 0.5, back[1] - dx * size * 0.5),
        ],
        colour,
    )
