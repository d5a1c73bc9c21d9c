"""Text in Source Sans Pro, rendered several times too large and shrunk, placed by cap height and baseline; no part of
the rules.

Sizes are design pixels; positions and widths are real pixels (see `theme`). The box of an anchor runs from cap height
to baseline, so words of different sizes on one line align. Weights are `l` light, `r` regular, `s` semibold, `b` bold
and `k` black. All figures have the same width in every weight. A cached word costs a blit of 2 to 6 µs, a new one about
0.1 ms.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from functools import lru_cache

import pygame
from pygame import BLEND_PREMULTIPLIED, Rect, Surface

from game.ui.render.fonts import font, runs
from game.ui.render.theme import Colour, cached, theme

_MINUS = re.compile(r"(?<![a-z])-(?=\d+([\s”,]|$))")
CAP = 0.66  # cap height of this font as a share of its size
Place = tuple[float, float]
Piece = tuple[str, Colour, str]  # string, colour, weight


def _times(size: float) -> int:
    """Return the factor by which text is rendered too large; small type needs the largest."""
    return 4 if size < 30 else 3 if size < 60 else 2


@lru_cache(8192)
def _width(string: str, size: float, weight: str, track: float) -> float:
    """Return the width in real pixels of a string at a size in real pixels."""
    k = _times(size)
    parts = runs(string)
    if not track:
        return sum(font(size * k, weight, path, script).size(part)[0] for part, path, script in parts) / k
    apart = [(one, path, script) for part, path, script in parts for one in _tracking_units(part, script)]
    wide = sum(font(size * k, weight, path, script).size(one)[0] for one, path, script in apart)
    return wide / k + track * max(0, len(apart) - 1)


def _tracking_units(letters: str, script: str) -> Sequence[str]:
    """Return the units of a tracked line. Each letter is a unit, except in scripts whose letters join or run from right
    to left."""
    return (letters,) if script else letters


@lru_cache(4096)
def _glyphs(string: str, size: float, weight: str, colour: Colour, track: float) -> tuple[Surface, float]:
    """Return the premultiplied picture of a string and its baseline, all in real pixels."""
    k = _times(size)
    own = font(size * k, weight)
    wide = _width(string, size, weight, track) * k
    big = Surface((math.ceil(wide / k + 1) * k, math.ceil(own.get_height() / k) * k), pygame.SRCALPHA)
    x = 0.0
    for letters, path, script in runs(string):
        used = font(size * k, weight, path, script)
        for part in _tracking_units(letters, script) if track else (letters,):
            at = round(x), own.get_ascent() - used.get_ascent()  # all fonts on one baseline
            big.blit(used.render(part, True, colour).premul_alpha(), at, special_flags=BLEND_PREMULTIPLIED)
            x += used.size(part)[0] + track * k
    small = pygame.transform.smoothscale(big, (big.get_width() // k, big.get_height() // k))
    return small, own.get_ascent() / k


def width(string: str, size: float = 16, weight: str = "r", track: float = 0) -> float:
    """Return the width of a string, in real pixels."""
    return _width(string, size * theme.scale, weight, track * theme.scale)


def text(
    dst: Surface,
    string: str,
    at: Place,
    size: float = 16,
    colour: Colour | None = None,
    weight: str = "r",
    anchor: str = "topleft",
    track: float = 0,
) -> Rect:
    """Write one line with its cap-height box anchored at a place, as `Rect` names anchors; return that box."""
    scale = theme.scale
    picture, base = _glyphs(string, size * scale, weight, colour or theme.palette.text, track * scale)
    wide, cap = _width(string, size * scale, weight, track * scale), CAP * size * scale
    x, y = at
    if "right" in anchor:
        x -= wide
    elif anchor in ("center", "midtop", "midbottom"):
        x -= wide / 2
    if "bottom" in anchor:
        y -= cap
    elif anchor in ("center", "midleft", "midright"):
        y -= cap / 2
    dst.blit(picture, (round(x), round(y + cap - base)), special_flags=BLEND_PREMULTIPLIED)
    return Rect(round(x), round(y), round(wide), round(cap))


def caps(
    dst: Surface, string: str, at: Place, colour: Colour | None = None, anchor: str = "topleft", size: float = 13
) -> Rect:
    """Write a section heading in bold, tracked capitals, at most three words; return its box."""
    return text(dst, string.upper(), at, size, colour or theme.palette.muted, "b", anchor, 1.4)


def caps_width(string: str, size: float = 13) -> float:
    """Return the width of `caps`, in real pixels."""
    return width(string.upper(), size, "b", 1.4)


def run_width(parts: Sequence[Piece], size: float = 16, gap: float = 5) -> float:
    """Return the width of `run`, in real pixels."""
    return sum(width(p[0], size, p[2]) for p in parts) + gap * theme.scale * max(0, len(parts) - 1)


def run(
    dst: Surface, at: Place, parts: Sequence[Piece], size: float = 16, gap: float = 5, anchor: str = "midleft"
) -> float:
    """Write several pieces in one line, `gap` design pixels apart. Return the x after the last gap."""
    x, y = at
    level = anchor.replace("right", "left") if "right" in anchor else "midleft" if anchor == "center" else anchor
    if "right" in anchor:
        x -= run_width(parts, size, gap)
    elif anchor == "center":
        x -= run_width(parts, size, gap) / 2
    for string, colour, weight in parts:
        text(dst, string, (x, y), size, colour, weight, level)
        x += width(string, size, weight) + gap * theme.scale
    return x


def _broken(word: str, wide: float, size: float, weight: str) -> list[str]:
    """Return a word too long for a line, cut into pieces that fit."""
    parts, rest = [], word
    while len(rest) > 1 and width(rest, size, weight) > wide:
        n = max(1, next((i for i in range(len(rest) - 1, 0, -1) if width(rest[:i], size, weight) <= wide), 1))
        parts.append(rest[:n])
        rest = rest[n:]
    return [*parts, rest]


def lines(string: str, wide: float, size: float = 15, weight: str = "r") -> list[str]:
    """Return a paragraph broken into lines at most `wide` real pixels wide; a newline starts a new line."""
    return list(_lines(string, wide, size, weight))


@cached(1024)
def _lines(string: str, wide: float, size: float, weight: str) -> tuple[str, ...]:
    """Return the same lines, cached until the scale changes, because panels are drawn in every frame."""
    done: list[str] = []
    for paragraph in string.split("\n"):
        line = ""
        for word in (piece for whole in paragraph.split() for piece in _broken(whole, wide, size, weight)):
            longer = f"{line} {word}" if line else word
            if line and width(longer, size, weight) > wide:
                done.append(line)
                line = word
            else:
                line = longer
        done.append(line)
    return tuple(done)


def fit(string: str, wide: float, size: float = 16, weight: str = "r") -> str:
    """Return the string, or as much of it as fits in `wide` real pixels, ending in `…`."""
    if width(string, size, weight) <= wide:
        return string
    low, high = 0, len(string)
    while low < high:
        middle = (low + high + 1) // 2
        if width(string[:middle].rstrip() + "…", size, weight) <= wide:
            low = middle
        else:
            high = middle - 1
    return string[:low].rstrip() + "…"


def fit_text(
    dst: Surface,
    string: str,
    at: Place,
    room: float,
    size: float | Sequence[float] = 16,
    colour: Colour | None = None,
    weight: str = "r",
    anchor: str = "topleft",
) -> Rect:
    """Write one line in `room` real pixels. The first size that fits is used; if none does, the line is cut."""
    if not isinstance(size, (int, float)):
        size = next((one for one in size if width(string, one, weight) <= room), size[-1])
    return text(dst, fit(string, room, size, weight), at, size, colour, weight, anchor)


def wrap(
    dst: Surface,
    string: str,
    at: Place,
    wide: float,
    size: float = 15,
    colour: Colour | None = None,
    weight: str = "r",
    lead: float = 0,
    most: int = 99,
) -> float:
    """Write a paragraph in lines `lead` design pixels apart. Return the y below it. There are at most `most` lines; the
    last one then ends in …."""
    x, y = at
    step = (lead or size * 1.4) * theme.scale
    rows = lines(string, wide, size, weight)
    if len(rows) > most:
        rows = [*rows[: most - 1], fit(" ".join(rows[most - 1 :]), wide, size, weight)]
    for row in rows:
        text(dst, row, (x, y), size, colour or theme.palette.muted, weight)
        y += step
    return y


def minus(words: str) -> str:
    """Return a notation with true minus signs before its figures. Names keep their hyphens."""
    return _MINUS.sub("−", words)
