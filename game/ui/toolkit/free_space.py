"""Where a plate may stand so that it covers nothing that is looked at; pixels, no part of the rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pygame import Rect

from game.ui.render.shapes import Place
from game.ui.render.theme import theme

Stretch = tuple[Place, Place]  # a line between two places


def covered(r: Rect, kept: Sequence[Rect], lines: Sequence[Stretch] = ()) -> float:
    """How much of what is to be kept free a rect covers: pixels of area, and ten for every pixel of a line."""
    area = 0.0
    for index in r.collidelistall(kept):
        over = r.clip(kept[index])
        area += over.w * over.h
    for a, b in lines:
        if cut := r.clipline(a, b):
            (x0, y0), (x1, y1) = cut
            area += 10 * (1 + max(abs(x1 - x0), abs(y1 - y0)))
    return area


def clearest(
    size: tuple[int, int], within: Rect, places: Iterable[Place], kept: Sequence[Rect], lines: Sequence[Stretch] = ()
) -> Rect:
    """The first of some upper left corners at which a plate covers nothing, or else that at which it covers least."""
    best, least = Rect((0, 0), size), float("inf")
    for place in places:
        r = Rect((round(place[0]), round(place[1])), size).clamp(within)
        cost = covered(r, kept, lines)
        if cost < least:
            best, least = r, cost
        if not cost:
            break
    return best


def around(near: Rect, size: tuple[int, int], within: Rect) -> list[Place]:
    """Upper left corners for a plate beside a rect: below it, above it where there is no room, then all round and farther off."""
    (w, h), found = size, list[Place]()
    for gap in (theme.px(8), theme.px(40), theme.px(84)):
        below, above = near.bottom + gap, near.top - gap - h
        ys = (below, above) if below + h <= within.bottom else (above, below)
        found += [(x, y) for y in ys for x in (near.x, near.right - w)]
        found += [(x, y) for x in (near.right + gap, near.x - gap - w) for y in (near.y, near.bottom - h)]
    return found


def spread(area: Rect, size: tuple[int, int], down: int = 7, across: int = 5) -> list[Place]:
    """Upper left corners for a plate anywhere in an area: along its upper edge first, then along the lower, then between."""
    free = max(0, area.w - size[0]), max(0, area.h - size[1])
    rows = sorted(range(down), key=lambda row: (min(row, down - 1 - row), row))
    return [(area.x + free[0] * n / (across - 1), area.y + free[1] * row / (down - 1)) for row in rows for n in range(across)]
