"""Small pieces between widgets: chips, key caps, headings, pins, hints, and free places for plates; no part of the
rules.

Places are real pixels, sizes design pixels (see `theme`).
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Sequence

from pygame import Rect, Surface

from game.rulebook.book import title
from game.ui.render.shapes import Place, Vec, box, stamp
from game.ui.render.text import lines, text, width, wrap
from game.ui.render.theme import Colour, cached, mix, theme

Stretch = tuple[Place, Place]  # a line between two places


def covered_area(r: Rect, kept: Sequence[Rect], lines: Sequence[Stretch] = ()) -> float:
    """Return how much of `kept` and `lines` a rect covers. Each pixel of area counts one, and each pixel of a line
    ten."""
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
    """Return the first of some upper left corners at which a plate covers nothing, or else covers least."""
    best, least = Rect((0, 0), size), float("inf")
    for place in places:
        r = Rect((round(place[0]), round(place[1])), size).clamp(within)
        cost = covered_area(r, kept, lines)
        if cost < least:
            best, least = r, cost
        if not cost:
            break
    return best


def around(near: Rect, size: tuple[int, int], within: Rect) -> list[Place]:
    """Return upper left corners for a plate beside a rect. They are below, or above if there is no room, then all round
    and farther off."""
    (w, h), found = size, list[Place]()
    for gap in (theme.px(8), theme.px(40), theme.px(84)):
        below, above = near.bottom + gap, near.top - gap - h
        ys = (below, above) if below + h <= within.bottom else (above, below)
        found += [(x, y) for y in ys for x in (near.x, near.right - w)]
        found += [(x, y) for x in (near.right + gap, near.x - gap - w) for y in (near.y, near.bottom - h)]
    return found


def plate_corners(area: Rect, size: tuple[int, int], down: int = 7, across: int = 5) -> list[Place]:
    """Return upper left corners for a plate anywhere in an area: along the upper edge, along the lower one, then
    between."""
    free = max(0, area.w - size[0]), max(0, area.h - size[1])
    rows = sorted(range(down), key=lambda row: (min(row, down - 1 - row), row))
    return [
        (area.x + free[0] * n / (across - 1), area.y + free[1] * row / (down - 1))
        for row in rows
        for n in range(across)
    ]


def anchored_rect(wide: float, high: float, at: Place, anchor: str) -> Rect:
    """Return a rect of that size with its named anchor at a place."""
    r = Rect(0, 0, round(wide), round(high))
    setattr(r, anchor, (round(at[0]), round(at[1])))
    return r


def chip(
    dst: Surface,
    at: Place,
    string: str,
    colour: Colour | None = None,
    anchor: str = "center",
    size: float = 15,
    fill: Colour | None = None,
    weight: str = "s",
    al: int = 236,
    pad: float = 8,
    edge: Colour | None = None,
) -> Rect:
    """Draw a label on the board: a dark plate with a thin edge of its own colour. Return the plate."""
    p = theme.palette
    colour, fill = colour or p.text, fill or p.well
    r = anchored_rect(width(string, size, weight) + 2 * theme.px(pad), theme.px(size + 11), at, anchor)
    box(dst, r, fill, 5, al, edge or mix(colour, p.well, 0.45), 1)
    text(dst, string, r.center, size, colour, weight, "center")
    return r


def key_width(name: str) -> int:
    """Return the width of a key cap, in real pixels."""
    return max(theme.px(26), round(width(name, 13, "s") + theme.px(14)))


def key_cap(dst: Surface, at: Place, name: str, anchor: str = "midright", on: bool = False, dim: bool = False) -> Rect:
    """Draw a key as printed on the keyboard. Return its rect. It is `on` over a bright plate, and `dim` if it would do
    nothing."""
    p = theme.palette
    r = anchored_rect(key_width(name), theme.px(22), at, anchor)
    box(dst, r, p.ink if on else p.well, 4, 255, mix(theme.accent, p.ink, 0.3) if on else p.line if dim else p.edge)
    text(dst, name, r.center, 13, p.white if on else p.faint if dim else p.muted, "s", "center")
    return r


def key_line(dst: Surface, centre: Place, parts: Sequence[tuple[str, str]]) -> None:
    """Draw keys and their actions, centred, for the foot of a full-screen page."""
    wide = sum(key_width(k) + theme.px(10) + width(what, 15) + theme.px(36) for k, what in parts) - theme.px(36)
    x = centre[0] - wide / 2
    for name, what in parts:
        r = key_cap(dst, (x, centre[1]), name, "midleft")
        x = text(
            dst, what, (r.right + theme.px(10), centre[1]), 15, theme.palette.muted, "r", "midleft"
        ).right + theme.px(36)


@cached(64)
def _pin(colour: Colour) -> Surface:
    v = Vec(30, 30, 5, theme.scale)
    v.circ((15, 15), 13, theme.palette.ink)
    v.circ((15, 15), 13, colour, 255, 2)
    return v.done()


def pin(dst: Surface, at: Place, label: str | int, colour: Colour | None = None) -> None:
    """Draw a numbered disc on the board, with the same number as in a list."""
    colour = colour or theme.palette.white
    stamp(dst, _pin(colour), at)
    text(dst, str(label), at, 16, colour, "b", "center")


@cached(64)
def _badge(shape: int, colour: Colour, size: float) -> Surface:
    side = size + 8
    v, m, h = Vec(side, side, 5, theme.scale), side / 2, size / 2
    if shape == 0:
        v.circ((m, m), h - 1, colour)
    elif shape == 1:
        v.rect((m - h + 1, m - h + 1, size - 2, size - 2), colour, 255, 0, 4)
    else:
        v.poly([(m, m - h - 2), (m + h + 2, m), (m, m + h + 2), (m - h - 2, m)], colour)
    return v.done()


def badge(dst: Surface, at: Place, letter: str, colour: Colour, size: float = 26) -> None:
    """Draw a letter in a shape of its own: A round, B square, C diamond, and round again."""
    stamp(dst, _badge((ord(letter[:1].upper() or "A") - ord("A")) % 3, colour, size), at)
    text(dst, letter, at, round(size * 0.6), theme.palette.ink, "k", "center")


def plate(dst: Surface, r: Rect, edge: Colour | None = None, al: int = 242, rad: float = 8, bw: float = 1) -> Rect:
    """Draw the ground of words over a busy board. Return its rect."""
    return box(dst, r, theme.palette.well, rad, al, edge or theme.palette.edge, bw)


HINT, HINT_PAD = 320, 12  # design pixels: width of a hint's lines, and its margin
CLOSE = 8  # number of places round a rect that touch it


def hint(
    dst: Surface,
    near: Rect,
    words: str,
    why: str = "",
    rule_: str = "",
    within: Rect | None = None,
    kept: Sequence[Rect] = (),
    lines_: Sequence[Stretch] = (),
    close: bool = False,
) -> Rect:
    """Draw a small plate beside a rect: the action, why it is impossible, and the title of its rule. Return the plate.
    It keeps off the rects and lines in `kept` and `lines_`, in pixels, as far as there is room. With `close`, it stays
    near even if it covers some."""
    within, size = within or dst.get_rect(), hint_size(words, why, rule_)
    spots = around(near, size, within)[: CLOSE if close else None]
    return plaque(
        dst,
        clearest(size, within, spots, kept, lines_) if kept or lines_ else Rect(spots[0], size).clamp(within),
        words,
        why,
        rule_,
    )


def plaque(dst: Surface, r: Rect, words: str, why: str = "", rule_: str = "") -> Rect:
    """Draw the plate of a hint in a rect. Return the plate."""
    pad, rows = theme.px(HINT_PAD), _hint_rows(words, why, rule_)
    plate(dst, r, al=252)
    y: float = r.y + pad
    for string, colour in rows:
        wrap(dst, string, (r.x + pad, y), theme.px(HINT) + pad, 15, colour)
        y += theme.px(21)
    return r


def hint_size(words: str, why: str = "", rule_: str = "") -> tuple[int, int]:
    """Return width and height of a hint's plate in real pixels."""
    rows, pad = _hint_rows(words, why, rule_), theme.px(HINT_PAD)
    wide = max((width(s, 15) for s, _ in rows), default=0) + 2 * pad
    return round(wide), len(rows) * theme.px(21) + 2 * pad - theme.px(10)


def _hint_rows(words: str, why: str, rule_: str) -> list[tuple[str, Colour]]:
    """Return the lines of a hint and their colours."""
    p, most = theme.palette, theme.px(HINT)
    rows = [(s, p.text) for s in (lines(words, most, 15) if words else [])]
    rows += [(s, p.red) for s in (lines(why, most, 15) if why else [])]
    named = lines(rule_title(rule_), most - width("F1  ", 15), 15) if rule_ else []
    return rows + [(("" if n else "F1  ") + s, p.faint) for n, s in enumerate(named)]


def rule_title(address: str) -> str:
    """Return the title of the rule at an address; the address itself if the book has no such rule."""
    with contextlib.suppress(LookupError):
        return title(address)
    return address
