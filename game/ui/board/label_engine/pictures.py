"""Words on the board: cached pictures of names, chips and plates, and free ground for them; no part of the rules.

A word stands on empty space or on a plate. A `Placer` knows taken rects and points along lines that words should avoid.
It tries places in order of preference and takes the least crowded free one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
import pygame
from pygame import BLEND_PREMULTIPLIED, Rect, Surface

from game.ui.board.label_engine.positions import NOTHING
from game.ui.render.lines import kept_line
from game.ui.render.shapes import Place, Vec, box, mark, paste
from game.ui.render.text import CAP, text, width
from game.ui.render.theme import Colour, cached, mix, theme

EVERY = 9.0  # pixels between two points that represent a line
PIP = 9  # design pixels of a diamond that counts one
NAME, SMALL = 17, 15  # design pixels: a ship's name, and in crowded places
BUSY = 2  # points of lines that a name may cover without a dark background
LITTLE = 6  # points of lines that an area's name may cover
SLACK = 6  # design pixels round a word in its picture, for accents and descenders


@dataclass(frozen=True, slots=True)
class Word:
    """A picture, and the rect of its letters or plate; `leader` is a line to what it names."""

    picture: Surface
    rect: Rect
    corner: tuple[int, int]
    leader: tuple[Place, Place, Colour] | None = None
    key: str = ""  # the first thing it names
    full: bool = True  # true if everything is written; if not, it is while the ship is pointed at
    side: int = 0  # alignment: left (-1), centred (0) or right (1)
    backed: bool = False  # true if the word covers so much that it has a dark background
    keys: tuple[str, ...] = ()  # everything it names


def leader_lines(words: Iterable[Word]) -> list[tuple[Surface, tuple[int, int]]]:
    """Return the leaders of words, each on a dark background that sets it off from hulls, seas and envelopes."""
    tied = [word.leader for word in words if word.leader]
    dark = theme.palette.well
    return [kept_line(a, b, dark, 4.0) for a, b, _ in tied] + [kept_line(*leader, 1.6) for leader in tied]


@dataclass(frozen=True, slots=True)
class Name:
    """A ship's label: its name in its colour, a second line, and the diamond for a missing order. `pips` are (left, at
    first). They stand below, with spent ones hollow."""

    name: str
    second: str
    colour: Colour
    waiting: bool = False
    pips: tuple[int, int] = (0, 0)

    @property
    def bare(self) -> Name:
        """The label without its second line and pips."""
        return replace(self, second="", pips=(0, 0))


@cached(64)
def pips_picture(left: int, most: int, colour: Colour, size: float = PIP) -> Surface:
    """Return a row of small diamonds: filled ones left, hollow ones spent."""
    v, step = Vec(size * most, size, 5, theme.scale), size / 2
    for n in range(most):
        x = step + n * size
        shape = [(x, 1), (x + step - 1.4, step), (x, size - 1), (x - step + 1.4, step)]
        if n < left:
            v.poly(shape, colour)
        else:
            v.lines(shape, mix(colour, theme.palette.well, 0.35), 1.0, 255, True)
    return v.done()


@cached(1024)
def name_picture(what: Name, side: int, size: float = NAME, backed: bool = False) -> tuple[Surface, int, int]:
    """Return a ship's name over its second line, aligned left (-1), centred (0) or right (1), as picture, width and
    height. A `backed` name has a dark background without an edge."""
    upper, second, colour = what.name.upper(), what.second, what.colour
    todo = mark("todo", theme.palette.yellow, 18) if what.waiting else None
    room = todo.get_width() + theme.px(4) if todo else 0
    wide, high = name_size(what, size)
    cap, pad = CAP * size * theme.scale, theme.px(SLACK)
    out = Surface((wide + 2 * pad + 1, high + 2 * pad + 1), pygame.SRCALPHA)
    if backed:
        box(out, out.get_rect(), theme.palette.well, 5, 205)
    anchor = {-1: "topleft", 0: "midtop", 1: "topright"}[side]
    x = pad + room + (wide - room) * (side + 1) / 2
    if todo:
        # beside the name, even if the second line is longer
        left = x - width(upper, size, "b", 1) * (side + 1) / 2 - room
        paste(out, todo, (left, pad + (cap - todo.get_height()) / 2))
    text(out, upper, (x, pad), size, colour, "b", anchor, 1)
    if second:
        text(out, second, (x, pad + cap + theme.px(8)), 15, theme.palette.muted, "r", anchor)
    if what.pips[1]:
        row = pips_picture(*what.pips, colour)
        left = x - row.get_width() * (side + 1) / 2
        paste(out, row, (left, pad + high - row.get_height()))
    return out, wide, high


def name_size(what: Name, size: float = NAME) -> tuple[int, int]:
    """Return width and height of a ship's name with its second line, in real pixels."""
    room = mark("todo", theme.palette.yellow, 18).get_width() + theme.px(4) if what.waiting else 0
    wide = room + max(width(what.name.upper(), size, "b", 1), width(what.second, 15) if what.second else 0)
    wide = max(wide, room + what.pips[1] * PIP * theme.scale)
    high = CAP * size * theme.scale + (theme.px(8) + CAP * 15 * theme.scale if what.second else 0)
    return round(wide), round(high + (theme.px(PIP + 6) if what.pips[1] else 0))


@cached(512)
def chip_picture(string: str, colour: Colour, size: float = 15) -> Surface:
    """Return a plate with one line: dark, with an edge in its colour."""
    p = theme.palette
    out = Surface(chip_size(string, size), pygame.SRCALPHA)
    r = box(out, out.get_rect(), p.well, 5, 236, mix(colour, p.well, 0.45), 1)
    text(out, string, r.center, size, colour, "s", "center")
    return out


def chip_size(string: str, size: float = 15) -> tuple[int, int]:
    """Return the size of such a plate in real pixels."""
    return round(width(string, size, "s")) + 2 * theme.px(8), theme.px(size + 11)


@cached(256)
def plain_picture(string: str, colour: Colour, weight: str = "s", track: float = 0) -> Surface:
    """Return words without a plate, for empty space; `track` is the extra space between letters."""
    pad, wide = theme.px(SLACK), width(string, 15, weight, track)
    out = Surface((round(wide) + 2 * pad, round(CAP * 15 * theme.scale) + 2 * pad), pygame.SRCALPHA)
    text(out, string, out.get_rect().center, 15, colour, weight, "center", track)
    return out


def rewritten(word: Word, what: Name) -> Word:
    """Return the word with other text, such as a name whose second line has changed since it was placed."""
    picture, wide, high = name_picture(what, word.side, backed=word.backed)
    if word.leader:
        plate = with_plate(picture, what.colour)
        rect = plate.get_rect(center=word.rect.center)
        return replace(word, picture=plate, rect=rect, corner=rect.topleft)
    anchor = {-1: "topleft", 0: "midtop", 1: "topright"}[word.side]
    rect = Rect(0, 0, wide, high)
    setattr(rect, anchor, getattr(word.rect, anchor))
    return replace(word, picture=picture, rect=rect, corner=(rect.x - theme.px(SLACK), rect.y - theme.px(SLACK)))


def with_plate(picture: Surface, colour: Colour) -> Surface:
    grown = picture.get_rect().inflate(theme.px(8), theme.px(4))
    out = Surface(grown.size, pygame.SRCALPHA)
    box(out, out.get_rect(), theme.palette.well, 6, 240, mix(colour, theme.palette.well, 0.45), 1)
    out.blit(picture, (theme.px(4), theme.px(2)), special_flags=BLEND_PREMULTIPLIED)
    return out


def sample_points(paths: Iterable[Sequence[Place]]) -> np.ndarray:
    """Return points along lines in pixels, one a row."""
    found: list[Place] = []
    for path in paths:
        for (ax, ay), (bx, by) in pairwise(path):
            n = max(2, min(400, int(max(abs(ax - bx), abs(ay - by)) / EVERY) + 1))
            dx, dy = (bx - ax) / (n - 1), (by - ay) / (n - 1)
            found += [(ax + dx * i, ay + dy * i) for i in range(n)]
    return np.array(found, dtype=float).reshape(-1, 2)


class Placer:
    """The free ground inside an area."""

    def __init__(self, area: Rect, taken: Iterable[Rect] = (), lines: np.ndarray | None = None) -> None:
        self.area, self.taken = Rect(area), [Rect(r) for r in taken]
        self.closed: list[Rect] = []  # letters may lie on these and plates may not
        self.barred = NOTHING  # points that nothing may cover
        self._ties: list[tuple[Place, Place]] = []  # leaders, which nothing may cut
        points = lines if lines is not None else np.empty((0, 2))
        near = self.area.inflate(40, 40)
        x, y = points[:, 0], points[:, 1]
        inside = (x >= near.left) & (x <= near.right) & (y >= near.top) & (y <= near.bottom)
        self._x, self._y = points[inside, 0], points[inside, 1]

    def copy(self) -> Placer:
        """Return a copy, to fill further without changing this one."""
        other = Placer(self.area, self.taken)
        other._x, other._y, other.closed = self._x, self._y, self.closed
        other.barred, other._ties = self.barred, [*self._ties]
        return other

    def avoid(self, points: np.ndarray) -> None:
        """Add points (pixels, a row each) that words should avoid."""
        self._x, self._y = np.concatenate([self._x, points[:, 0]]), np.concatenate([self._y, points[:, 1]])

    def take(self, *rects: Rect) -> None:
        self.taken += [Rect(r) for r in rects]

    def lay(self, words: Iterable[Word]) -> None:
        """Take the ground of placed words, and keep their leaders clear."""
        for word in words:
            self.take(word.rect)
            self._ties += [word.leader[:2]] if word.leader else []

    def free(self, rect: Rect) -> bool:
        """Return whether a rect is in view, not taken, and clear of what must stay uncovered."""
        if not self.area.contains(rect) or rect.collidelist(self.taken) >= 0 or self.barred.count(rect):
            return False
        clear = rect.inflate(4, 4)  # a line is clipped by whole pixels
        return not any(clear.clipline(*ends) for ends in self._ties)

    def crowd(self, rect: Rect) -> int:
        """Return how many points of lines a rect would cover."""
        if not len(self._x):
            return 0
        x, y = self._x, self._y
        return int(np.count_nonzero((x > rect.left) & (x < rect.right) & (y > rect.top) & (y < rect.bottom)))

    def best(self, places: Sequence[Rect], worst: int = 10**6) -> int:
        """Return the index of the free place that covers the fewest points of lines, at most `worst`. Earlier places
        are preferred; -1 if none is free."""
        found, least = -1, worst + 1.0
        for i, rect in enumerate(places):
            if self.free(rect):
                cost = self.crowd(rect.inflate(theme.px(8), theme.px(8))) + 0.3 * i
                if cost < least:
                    found, least = i, cost
                if cost <= 0.3 * i:
                    break
        return found


def _centred_rects(picture: Surface, places: Iterable[Place]) -> list[Rect]:
    return [picture.get_rect(center=(round(x), round(y))) for x, y in places]


def place_chip(placer: Placer, string: str, colour: Colour, places: Iterable[Place], size: float = 15) -> Word | None:
    """Place a chip centred on one of some places, free and covering least, and take its ground; return None if there is
    none."""
    picture = chip_picture(string, colour, size)
    return place_plate(placer, picture, _centred_rects(picture, places))


def place_plain(
    placer: Placer, string: str, colour: Colour, places: Iterable[Place], wide: bool = False
) -> Word | None:
    """Place words without a plate if they cover no line, otherwise as a chip. `wide` words are in capitals, and never
    on a chip."""
    picture, spots = (
        plain_picture(string.upper(), colour, "b", 1.5) if wide else plain_picture(string, colour),
        list(places),
    )
    rects = _centred_rects(picture, spots)
    if (best := placer.best(rects, LITTLE if wide else 1)) < 0:
        return None if wide else place_chip(placer, string, colour, spots, 14)
    placer.take(rects[best])
    return Word(picture, rects[best], rects[best].topleft)


def place_plate(placer: Placer, picture: Surface, places: Sequence[Rect]) -> Word | None:
    """Place a finished plate at one of some rects in the same way, but not on closed ground."""
    spots = [r for r in places if r.collidelist(placer.closed) < 0]
    best = placer.best(spots)
    if best < 0:
        return None
    placer.take(spots[best].inflate(theme.px(6), theme.px(6)))
    return Word(picture, spots[best], spots[best].topleft)
