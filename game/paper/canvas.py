"""A printed page as a list of shapes and words in millimetres, which PDF, SVG and the window draw alike.

Places are from the upper left corner, y down. Colours are black and greys of at least 35 % ink.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from game.core.values import frozen
from game.drawing.signs import Colour, Place, arc_points, dashes, polar
from game.pages.fonts import FILES

if TYPE_CHECKING:
    from PIL.ImageFont import FreeTypeFont

BLACK: Colour = (0, 0, 0)
MUTED: Colour = (88, 88, 88)  # 65 % ink
PALE: Colour = (165, 165, 165)  # 35 % ink, the palest
WHITE: Colour = (255, 255, 255)
FACES = {"r": "Regular", "s": "Semibold", "b": "Bold"}  # weights of the program's font
CAPITALS = 0.66  # height of a capital, as a share of the size of the type
Area = tuple[float, float, float, float]  # x, y, width, height


@frozen
class Outline:
    """A line or polygon through points: filled, or with a stroke so many millimetres wide. `part` names what it
    stands for: a "box", a "lost box", the "frame" of a sheet, an "arc" of a weapon, a "figure", or nothing."""

    points: tuple[Place, ...]
    colour: Colour
    wide: float = 0.0  # 0: filled
    closed: bool = True
    part: str = ""


@frozen
class Disc:
    """A disc, or with a stroke a circle along the middle of it."""

    at: Place
    radius: float
    colour: Colour
    wide: float = 0.0
    part: str = ""


@frozen
class PaperShape:
    """Lines or polygons through points, drawn together: filled so that what lies in two of them is a hole, or with a
    stroke so many millimetres wide, solid or dashed."""

    ways: tuple[tuple[Place, ...], ...]
    colour: Colour
    wide: float = 0.0  # 0: filled
    closed: bool = True
    alpha: float = 1.0
    dash: tuple[float, ...] = ()  # lengths drawn and left out


@frozen
class Words:
    """A line of text from the left end of its base line; `wide` is its length, and `size` that of the type. `halo` is
    the width of a white edge that keeps it legible on a drawing."""

    text: str
    at: Place
    size: float
    weight: str
    colour: Colour
    wide: float
    halo: float = 0.0

    @property
    def area(self) -> Area:
        """The place of its capitals."""
        high = CAPITALS * self.size
        return self.at[0], self.at[1] - high, self.wide, high


Item = Outline | Disc | PaperShape | Words


@frozen
class PaperLink:
    """An area of a page that leads to a heading."""

    area: Area
    target: str


@frozen
class PaperHeading:
    """A heading that readers list and links lead to: its height on the page, and its level, 0 for the highest. Without
    a title links only lead to it."""

    target: str
    title: str
    level: int
    y: float


@frozen
class PageNumber:
    """The place where the number of the page with a heading will be written, by the middle height of its digits."""

    target: str
    at: Place
    size: float
    weight: str
    colour: Colour
    anchor: str


@dataclass
class PaperPage:
    """A page of a size, with everything on it from the lowest up."""

    wide: float
    high: float
    items: list[Item] = field(default_factory=list)
    links: list[PaperLink] = field(default_factory=list)
    headings: list[PaperHeading] = field(default_factory=list)
    numbers: list[PageNumber] = field(default_factory=list)


# -- type --------------------------------------------------------------------------------------------------------------


@cache
def _measuring_font(weight: str) -> FreeTypeFont:
    from PIL import ImageFont  # late, so that the menu opens at once

    path = FILES / f"SourceSansPro-{FACES[weight]}.ttf"
    return ImageFont.truetype(str(path), 1000, layout_engine=ImageFont.Layout.BASIC)


@cache
def _advance(letter: str, weight: str) -> float:
    """Return the width of a letter, as a share of the size of the type."""
    return _measuring_font(weight).getlength(letter) / 1000


@cache
def _lacks(letter: str) -> bool:
    """Return whether the program's font lacks a letter. Such letters share one picture, that of a missing letter."""
    mask, missing = (_measuring_font("r").getmask(one) for one in (letter, "\uffff"))
    return not letter.isspace() and bytes(mask) == bytes(missing) and mask.size == missing.size


@lru_cache(4096)
def printable(text: str) -> str:
    """Return a text on one line, with a question mark for each letter that the font lacks."""
    return "".join(map(_printable_letter, text))


def _printable_letter(letter: str) -> str:
    if letter.isspace():
        return " "
    if letter.isascii() or not letter.isprintable():
        return letter if letter.isprintable() else ""
    return "?" if _lacks(letter) else letter


@lru_cache(8192)
def width(text: str, size: float, weight: str = "r") -> float:
    """Return the length of a line of text."""
    return sum(_advance(letter, weight) for letter in text) * size


def fitted(text: str, size: float, weight: str, room: float) -> str:
    """Return a text that fits in a room, cut with three dots if need be."""
    text = printable(text)
    if width(text, size, weight) <= room:
        return text
    while text and width(f"{text}…", size, weight) > room:
        text = text[:-1].rstrip()
    return f"{text}…" if text else ""


def wrapped(text: str, size: float, weight: str, room: float) -> list[str]:
    """Return a text in lines that fit in a room; a word that is longer is cut."""
    lines: list[str] = []
    for word in printable(text).split():
        if lines and width(f"{lines[-1]} {word}", size, weight) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(fitted(word, size, weight, room))
    return lines


def rounded_outline(area: Area, radius: float) -> list[Place]:
    """Return the outline of a rectangle whose corners may be round."""
    x, y, wide, high = area
    r = max(0.0, min(radius, wide / 2, high / 2))
    corners = ((x + wide, y, -1, 1, 0), (x + wide, y + high, -1, -1, 90), (x, y + high, 1, -1, 180), (x, y, 1, 1, 270))
    return [
        point
        for cx, cy, sx, sy, turn in corners
        for point in (arc_points((cx + sx * r, cy + sy * r), r, turn, turn + 90, 15) if r else [(cx, cy)])
    ]


# -- the pen -----------------------------------------------------------------------------------------------------------


@dataclass
class Pen:
    """Puts shapes on a page. Its own unit is `k` millimetres, and its origin is `at`; it is a brush for signs."""

    items: list[Item]
    at: Place = (0.0, 0.0)
    k: float = 1.0
    page: PaperPage | None = None  # which notes links and headings

    def moved(self, x: float, y: float, k: float = 1.0) -> Pen:
        """Return a pen with its origin at a place of this one, and a unit of so many of its units."""
        return Pen(self.items, self.place((x, y)), self.k * k, self.page)

    def place(self, p: Place) -> Place:
        """Return a place on the page."""
        return self.at[0] + p[0] * self.k, self.at[1] + p[1] * self.k

    def poly(self, points: Iterable[Place], c: Colour = BLACK, a: float = 255, part: str = "") -> None:
        """Fill a polygon."""
        self.items.append(Outline(tuple(map(self.place, points)), c if a else WHITE, part=part))

    def circ(self, p: Place, r: float, c: Colour = BLACK, a: float = 255, w: float = 0, part: str = "") -> None:
        """Fill a disc, or with a stroke draw a ring inside the radius."""
        self.items.append(Disc(self.place(p), (r - w / 2) * self.k, c if a else WHITE, w * self.k, part))

    def rect(self, r: Area, c: Colour = BLACK, a: float = 255, w: float = 0, rad: float = 0, part: str = "") -> None:
        """Fill a rectangle, or with a stroke draw a frame inside it; the corners may be round."""
        points = rounded_outline((r[0] + w / 2, r[1] + w / 2, r[2] - w, r[3] - w), rad - w / 2)
        self.items.append(Outline(tuple(map(self.place, points)), c if a else WHITE, w * self.k, part=part))

    def lines(
        self, points: Iterable[Place], c: Colour = BLACK, w: float = 1.0, al: float = 255, closed: bool = False
    ) -> None:
        """Draw a line through points."""
        self.items.append(Outline(tuple(map(self.place, points)), c if al else WHITE, w * self.k, closed))

    def shape(self, points: Iterable[Place], w: float, part: str) -> None:
        """Draw a closed line that stands for something."""
        self.items.append(Outline(tuple(map(self.place, points)), BLACK, w * self.k, part=part))

    def dash(
        self, points: Sequence[Place], c: Colour = BLACK, w: float = 1.0, on: float = 6, off: float = 4, al: float = 255
    ) -> None:
        """Draw a dashed line."""
        for pair in dashes(points, on, off):
            self.lines(pair, c, w, al)

    def arc(
        self, p: Place, r0: float, r1: float, lo: float, hi: float, c: Colour = BLACK, al: float = 255, part: str = ""
    ) -> None:
        """Fill a piece of a ring between two radii."""
        self.poly(arc_points(p, r1, lo, hi) + arc_points(p, r0, lo, hi)[::-1], c, al, part)

    def hexagon(self, at: Place, radius: float, w: float, part: str) -> None:
        """Draw a hexagon with a point up."""
        self.shape([polar(radius, 60.0 * n, at) for n in range(6)], w, part)

    def words(
        self,
        text: str,
        at: Place,
        size: float,
        weight: str = "r",
        colour: Colour = BLACK,
        anchor: str = "left",
        room: float = 0.0,
    ) -> float:
        """Write a line about the middle height of its capitals, cut to a room if it is given; return its length. `at`
        is its left end, middle or right end, as `anchor` says."""
        text = fitted(text, size, weight, room) if room else printable(text)
        wide = width(text, size, weight)
        if text.strip():
            x = at[0] - {"left": 0.0, "middle": wide / 2, "right": wide}[anchor]
            start = self.place((x, at[1] + CAPITALS * size / 2))
            self.items.append(Words(text, start, size * self.k, weight, colour, wide * self.k))
        return wide

    def link(self, area: Area, target: str) -> None:
        """Let an area lead to a heading."""
        if self.page and target:
            (x, y), (_, _, wide, high) = self.place(area[:2]), area
            self.page.links.append(PaperLink((x, y, wide * self.k, high * self.k), target))

    def heading(self, target: str, title: str, level: int) -> None:
        """Note a heading at the origin."""
        if self.page:
            self.page.headings.append(PaperHeading(target, title, level, self.at[1]))

    def number_of(
        self, target: str, at: Place, size: float, weight: str = "r", colour: Colour = BLACK, anchor: str = "left"
    ) -> None:
        """Keep a place for the number of the page with a heading."""
        if self.page:
            self.page.numbers.append(PageNumber(target, self.place(at), size * self.k, weight, colour, anchor))
