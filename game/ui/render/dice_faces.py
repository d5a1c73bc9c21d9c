"""Dice at rest: the picture of a rolled face; no part of the rules.

Kinds are `scored` (bright), `missed` (grey), `again` (yellow, rolled again), `set` (yellow with a pinned corner, set by
hand) and `chance` (a dashed outline with a question mark). Six-sided dice have pips, all others their outline and a
number.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from pygame import Surface

from game.ui.render.shapes import Place, Vec, polar, rot, stamp
from game.ui.render.text import text, width
from game.ui.render.theme import Colour, cached, mix, theme

Rolled = tuple[int, str, int]  # face, kind, sides
# corners of the outline, and their distance, by number of sides
SIDES = {4: (3, 1.24), 8: (4, 1.16), 10: (4, 1.16), 12: (5, 1.1), 20: (6, 1.08)}
PIPS: dict[int, tuple[Place, ...]] = {
    1: ((0, 0),), 2: ((-1, -1), (1, 1)), 3: ((-1, -1), (0, 0), (1, 1)), 4: ((-1, -1), (1, 1), (-1, 1), (1, -1)),
    5: ((-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)), 6: ((-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0)),
}  # fmt: skip


def _colour(kind: str) -> Colour:
    p = theme.palette
    return {"missed": p.missed, "again": p.yellow, "set": p.yellow, "chance": p.muted}.get(kind, p.die)


def _outline(sides: int, size: float) -> list[Place]:
    """Return the face from above, about the origin."""
    if sides in SIDES:
        corners, far = SIDES[sides]
        return [polar(size / 2 * far, 360 / corners * i) for i in range(corners)]
    half, bend, points = size / 2, size * 0.2, []
    for quarter, (sx, sy) in enumerate(((1, -1), (1, 1), (-1, 1), (-1, -1))):
        for t in range(7):
            x, y = polar(bend, quarter * 90 + t * 15)
            points.append(((half - bend) * sx + x, (half - bend) * sy + y))
    return points


@cached(1024)
def die(face: int, size: float = 20, tilt: float = 0, kind: str = "scored", sides: int = 6) -> Surface:
    """Return one premultiplied die, to be stamped on its place. `tilt` is in degrees, `size` the side of the face in
    design pixels."""
    colour, out = _colour(kind), size * 1.45
    v, c = Vec(out, out, 5, theme.scale), (out / 2, out / 2)
    shape = rot(_outline(sides, size), tilt, c)
    if kind == "chance":
        v.dash([*shape, shape[0]], colour, 1.5, 4, 3)
    else:
        v.poly(shape, mix(colour, theme.palette.ink, 0.24))  # a thin shaded rim: the face lies a little inside
        v.poly(rot(_outline(sides, size), tilt, c, 0.93), colour)
        for x, y in PIPS.get(face, ()) if sides == 6 else ():
            v.circ(rot([(x * size * 0.27, y * size * 0.27)], tilt, c)[0], size * 0.1, theme.palette.ink)
    if kind == "set":
        corner = size * 0.5
        v.poly(rot([(corner, -corner), (corner, -corner * 0.3), (corner * 0.3, -corner)], tilt, c), theme.palette.amber)
    done = v.done()
    if kind == "chance" or sides != 6:
        ink = colour if kind == "chance" else theme.palette.ink
        middle = out / 2 * theme.scale
        drop = size * 0.1 * theme.scale if sides == 4 else 0
        large = size * (0.62 if sides == 6 else 0.5)
        text(done, "?" if kind == "chance" else str(face), (middle, middle + drop), large, ink, "b", "center")
    return done


def dice_width(rolled: Sequence[Rolled], size: float = 20, gap: float = 5) -> float:
    """Return the width of `dice_row`, in real pixels."""
    return sum((size + gap) * theme.scale + (_arrow(gap) if _turns(rolled, i) else 0) for i in range(len(rolled)))


def _turns(rolled: Sequence[Rolled], i: int) -> bool:
    """Return whether an arrow stands before the i-th die, as the first of those rolled again."""
    return i > 0 and rolled[i][1] == "again" and rolled[i - 1][1] != "again"


def _arrow(gap: float) -> float:
    return width("→", 16, "s") + (gap + 3) * theme.scale


def dice_row(dst: Surface, at: Place, rolled: Sequence[Rolled], size: float = 20, gap: float = 5) -> float:
    """Draw dice in a row, left edge and middle height at `at`. Return the x after them. An arrow stands before dice
    rolled again."""
    x, y = at
    for i, (face, kind, sides) in enumerate(rolled):
        if _turns(rolled, i):
            text(dst, "→", (x + theme.px(1), y), 16, theme.palette.muted, "s", "midleft")
            x += _arrow(gap)
        stamp(dst, die(face, size, 0, kind, sides), (x + math.floor(size * theme.scale) / 2, y))
        x += (size + gap) * theme.scale
    return x
