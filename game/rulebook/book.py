"""The rule book that F1 opens: short entries in our own words, found by the address that events and refusals carry.

Entries are data under `assets/rules/`. A file in a folder has short keys: "5.3" in `full-thrust-base/5.yaml` is the
address `full-thrust-base/5.3`. A file beside the folders has whole addresses. `full-thrust-base/2.1#Half turns` is the
paragraph there that has **Half turns**. The fields of an entry:

    title: Threshold checks
    text: |                       paragraphs separated by a blank line; `- ` begins a bullet, `**bold**` marks a term
    table: [[Row lost, A system is lost on], [first, "6"]]    the first row is the heading
    see: [full-thrust-base/5.5]   addresses of related entries
    picture: threshold            assets/rules/pictures/threshold.yaml, read when needed
    grid: {columns: ...}          a grid of marks, see `rulebook/grid.py`
    shows: [threshold_check]      names of demonstrations that the page shows besides those of its rule
    screen: menu                  a screen of the program, drawn as the figure with which the page opens
    asks: [How do I repair?]      questions that the page answers, for the search
    labels: [TR 6, "S+P"]         texts of the screen that the page explains, for the search; a number stands for all
    reading: |                    what the rules leave open, and how the program reads them; folded on the page

**Pictures** are lists of primitives in a box 320 wide and 180 high, x to the right, y down, drawn in order. Each is a
mapping; its first key is the kind and has the main value:

    line, dash   [[x, y], ...]  open line, solid or dashed      colour, width, arrow (a head at the last point)
    poly         [[x, y], ...]  closed                          colour, width, fill, shade
    box          [x, y, w, h]                                   colour, width, fill, shade
    circle       [x, y]                                         r, colour, width, fill, shade
    arc          [x, y]         a sector; a ring with `inner`;  r, inner, from, to, colour, width, fill, shade
                                unfilled: the curve alone       (degrees clockwise from up, from < to)
    dot          [x, y]         a filled spot                   r, colour
    hull         glyph          a ship seen from above          at (its centre), course (1 to 12), scale, colour, ghost
    die          face           a die with its pips             at (its centre), size (edge), colour (of the die)
    text         words                                          at, size, anchor, colour, bold

`colour` and `fill` are roles of the palette: azure, amber, green, red, yellow, violet, muted, text. `shade` is the
style of a fill: `tint` (faint), `solid` or `hatch`. `anchor` is the point of the words placed at `at`: left, middle or
right, each at mid height. A glyph is a silhouette of `assets/icons/hulls.yaml` such as `needle-frigate`, no larger than
a heavy cruiser, in the units of that file at scale 1; `ghost` is the dashed outline of a planned place. Lengths are in
units of the box; the screen scales them.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from game.core.installation import data_root
from game.core.values import Data, Entry
from game.rulebook.grid import Grid, read_grid

Point = tuple[float, float]

ROOT = data_root() / "assets" / "rules"
BOX = (320.0, 180.0)
ROLES = ("azure", "amber", "green", "red", "yellow", "violet", "muted", "text")
SHADES = ("tint", "solid", "hatch")
ANCHORS = ("left", "middle", "right")
GLYPH = re.compile(r"(needle|fork|box)-[a-z-]+\Z")
HALF_HULL = 24.0  # farthest that a glyph in a picture reaches from its centre at scale 1
LETTER, CAPITAL = 0.5, 0.15  # mean width of a letter, and extra width of a capital, in ems, both on the safe side
PROGRAM = "table"  # the group of the pages about the program
PICTURES = "pictures"  # the folder of pictures, beside those of entries
KINDS = {  # kind -> the fields it may have besides its main value
    "line": ("colour", "width", "arrow"),
    "dash": ("colour", "width", "arrow"),
    "poly": ("colour", "width", "fill", "shade"),
    "box": ("colour", "width", "fill", "shade"),
    "circle": ("r", "colour", "width", "fill", "shade"),
    "arc": ("r", "inner", "from", "to", "colour", "width", "fill", "shade"),
    "dot": ("r", "colour"),
    "hull": ("at", "course", "scale", "colour", "ghost"),
    "die": ("at", "size", "colour"),
    "text": ("at", "size", "anchor", "colour", "bold"),
}
CHOICES: dict[str, tuple[object, ...]] = {  # fields with a fixed set of values
    "colour": ROLES, "fill": ROLES, "shade": SHADES, "anchor": ANCHORS, "course": tuple(range(1, 13)),
    "arrow": (True, False), "ghost": (True, False), "bold": (True, False),
}  # fmt: skip
DEMANDED = {"circle": ("r",), "arc": ("r", "from", "to"), "hull": ("at",), "die": ("at",), "text": ("at",)}

_ENDING = re.compile(r"(?<=[a-z]{3})(ments?|ings?|ed|ies|es|s|e|y)\Z")
_SHORT = re.compile(r"[^aeiou]*[aeiou][b-df-hj-np-tvz]")  # stems that lose an e before an ending: spine, rake
_DOUBLED = re.compile(r"([b-df-hj-np-tv-z])\1\Z")
_TITLED = re.compile(r"^[\"']?([\w./-]+)[\"']?:\n  title: (.+)$", re.MULTILINE)

_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class RuleBookError(ValueError):
    """A rule file is invalid; the message names the file, the entry and the fault."""


@dataclass(frozen=True)
class PicturePrimitive:
    """One primitive of a picture, in units of the 320 x 180 box. The module docstring lists the fields of each kind."""

    kind: str
    points: tuple[Point, ...]  # all corners; of a box two of them; else the centre or anchor
    colour: str = "text"
    width: float = 1.5
    arrow: bool = False
    fill: str = ""
    shade: str = "tint"
    r: float = 2.5
    inner: float = 0.0
    sweep: tuple[float, float] = (0.0, 360.0)  # degrees clockwise from up
    glyph: str = ""
    course: int = 12
    scale: float = 1.0
    ghost: bool = False
    face: int = 0
    text: str = ""
    size: float = 12.0
    anchor: str = "middle"
    bold: bool = False

    def extent(self) -> tuple[float, float, float, float]:
        """Return left, top, right and bottom of the mark; words and hulls by a generous estimate."""
        xs, ys = [x for x, _ in self.points], [y for _, y in self.points]
        if self.kind == "arc":
            radii = (self.r, self.inner) if self.fill or self.inner else (self.r,)
            rim = _rim(self.points[0], radii, self.sweep)
            xs, ys = [x for x, _ in rim], [y for _, y in rim]
        across, high = self._reach()
        left = {"left": 0.0, "middle": across / 2, "right": across}[self.anchor]
        return min(xs) - left, min(ys) - high / 2, max(xs) + across - left, max(ys) + high / 2

    def _reach(self) -> tuple[float, float]:
        """Return width and height of a mark with a single place (circle, dot, hull, die, text); 0 for other kinds."""
        if self.kind in ("circle", "dot"):
            return 2 * self.r, 2 * self.r
        if self.kind == "hull":
            return 2 * HALF_HULL * self.scale, 2 * HALF_HULL * self.scale
        if self.kind == "die":
            return self.size, self.size
        letters = LETTER * len(self.text) + CAPITAL * sum(map(str.isupper, self.text))
        return (letters * self.size, self.size) if self.kind == "text" else (0.0, 0.0)


@dataclass(frozen=True)
class RuleEntry:
    """One entry; `text` has one line per paragraph or bullet, and paragraphs are separated by a blank line."""

    address: str
    title: str
    text: str
    table: tuple[tuple[str, ...], ...] = ()
    see: tuple[str, ...] = ()
    drawn: str = ""  # name of the picture, "" for none
    grid: Grid | None = None
    shows: tuple[str, ...] = ()  # demonstrations besides those of its rule
    reading: str = ""  # what the rules leave open, and how the program reads them; lines as in `text`
    asks: tuple[str, ...] = ()  # questions that it answers, which the search finds before titles
    labels: tuple[str, ...] = ()  # texts of the screen that it explains; numbers in them stand for all numbers
    screen: str = ""  # the screen of the program that the page is about, "" for none; `ui/app/screen_pictures.py`

    @property
    def group(self) -> str:
        """The first part of the address, which the entries of one book share."""
        return self.address.partition("/")[0]

    @property
    def picture(self) -> tuple[PicturePrimitive, ...]:
        """The marks of the picture, read from disk on first use; empty without a picture."""
        return picture(self.drawn) if self.drawn else ()

    @property
    def blocks(self) -> tuple[tuple[str, str], ...]:
        """The text as a sequence of ("paragraph" or "bullet", words)."""
        return blocks_of(self.text)

    @property
    def full_text(self) -> str:
        """All that the page says: text, a line for each row of the table, and what is folded."""
        return "\n".join([self.text, *(", ".join(row) for row in self.table), self.reading])

    @property
    def words(self) -> int:
        """The number of words in text and table; a grid does not count, nor what is folded."""
        return len(self.text.split()) + sum(len(cell.split()) for row in self.table for cell in row)


def blocks_of(text: str) -> tuple[tuple[str, str], ...]:
    """Return a text as a sequence of ("paragraph" or "bullet", words)."""
    lines = (line for line in text.split("\n") if line)
    return tuple(("bullet", line[2:]) if line.startswith("- ") else ("paragraph", line) for line in lines)


@cache
def rulebook() -> dict[str, RuleEntry]:
    """Return all entries by address, in the order of the book. They are read once. Raises RuleBookError."""
    return read(ROOT)


def entry(address: str) -> RuleEntry:
    """Return the entry at an address, or of the nearest section above it: 5.3/x falls back to 5.3, and 5.3 to 5. Raises
    LookupError."""
    book = rulebook()
    return book[_nearest(address, book)]


def part_of_book(address: str) -> list[RuleEntry]:
    """Return the entries of a game or a chapter in the order of the book; all of them without an address."""
    wanted = address.strip("/").lower()
    within = (f"{wanted}/", f"{wanted}.")
    return [page for place, page in rulebook().items() if not wanted or place == wanted or place.startswith(within)]


def title(address: str) -> str:
    """Return the title of the entry at an address, or of the nearest section above it, without reading the book. Raises
    LookupError."""
    named = titles()
    return named[_nearest(address, named)]


@cache
def titles() -> dict[str, str]:
    """Return all titles by address. They are picked out of the files without parsing them, because hints need them
    before the book is read."""
    found: dict[str, str] = {}
    for path in sorted(ROOT.rglob("*.yaml")):
        group = path.parent.relative_to(ROOT).as_posix()
        if group != PICTURES:
            pairs = _TITLED.findall(path.read_text(encoding="utf-8"))
            found |= {key if group == "." else f"{group}/{key}": words for key, words in pairs}
    return found


def _nearest(address: str, book: Mapping[str, object]) -> str:
    """Return the address, without its paragraph, if it has an entry, or else the nearest address above it that has one.
    Raises LookupError."""
    place = address.partition("#")[0]
    while place not in book:
        cut = max(place.rfind("/"), place.rfind("."))
        if cut <= 0:
            raise LookupError(f"the rule book has nothing at '{address}'")
        place = place[:cut]
    return place


@cache
def picture(name: str) -> tuple[PicturePrimitive, ...]:
    """Return the marks of a picture in assets/rules/pictures. Raises RuleBookError."""
    return read_picture(ROOT / PICTURES / f"{name}.yaml")


def read(root: Path) -> dict[str, RuleEntry]:
    """Return all entries in a folder of rule files. Raises RuleBookError at the first invalid one."""
    pages: dict[str, RuleEntry] = {}
    for path in sorted(root.rglob("*.yaml")):
        group = path.parent.relative_to(root).as_posix()
        if group == PICTURES:
            continue
        for key, raw in _mapping(_load(path), str(path)).items():
            address = str(key) if group == "." else f"{group}/{key}"
            if address in pages:
                raise RuleBookError(f"{path}: {address} is in the book twice")
            pages[address] = _entry(address, raw, f"{path}: {key}")
    books = {address: number for number, address in enumerate(address for address in pages if "/" not in address)}
    return dict(sorted(pages.items(), key=lambda item: (books.get(item[1].group, len(books)), book_order(item[0]))))


def read_picture(path: Path) -> tuple[PicturePrimitive, ...]:
    """Return the marks of a picture file, validated. Raises RuleBookError."""
    rows = _load(path)
    if not isinstance(rows, list) or not rows:
        raise RuleBookError(f"{path}: a picture is a list of primitives")
    return tuple(_mark(row, f"{path}: primitive {number}") for number, row in enumerate(rows, 1))


def _load(path: Path) -> object:
    try:
        return yaml.load(path.read_text(encoding="utf-8"), _Loader)
    except (OSError, yaml.YAMLError) as wrong:
        raise RuleBookError(f"{path}: {wrong}") from wrong


def _mapping(raw: object, where: str) -> Entry:
    if not isinstance(raw, dict):
        raise RuleBookError(f"{where}: expected fields with values, found {raw!r}")
    return raw


def _entry(address: str, raw: object, where: str) -> RuleEntry:
    fields = dict(_mapping(raw, where))
    title, text, grid = fields.pop("title", None), fields.pop("text", None), fields.pop("grid", None)
    table, see, drawn = fields.pop("table", []), fields.pop("see", []), fields.pop("picture", "")
    shows, reading, screen = fields.pop("shows", []), fields.pop("reading", ""), fields.pop("screen", "")
    asks, labels = fields.pop("asks", []), fields.pop("labels", [])
    if fields:
        raise RuleBookError(f"{where}: unknown field {', '.join(map(repr, fields))}")
    if not (isinstance(title, str) and title and isinstance(text, str) and text.strip()):
        raise RuleBookError(f"{where}: title and text must be words")
    if not (isinstance(table, list) and all(isinstance(row, list) and len(row) == len(table[0]) for row in table)):
        raise RuleBookError(f"{where}: table must be rows of equal length")
    if strange := [cell for row in table for cell in row if isinstance(cell, list | dict | bool)]:
        raise RuleBookError(
            f"{where}: {strange[0]} is no cell of a table; put what has a colon in quotes, and yes and no"
        )
    kinds = {"see": "addresses", "shows": "names", "asks": "questions", "labels": "texts in quotes"}
    for name, given in (("see", see), ("shows", shows), ("asks", asks), ("labels", labels)):
        if not (isinstance(given, list) and all(isinstance(one, str) for one in given)):
            raise RuleBookError(f"{where}: {name} must be a list of {kinds[name]}")
    if not isinstance(reading, str):
        raise RuleBookError(f"{where}: reading must be words")
    if not isinstance(screen, str):
        raise RuleBookError(f"{where}: screen must be the name of a screen of the program")
    if not isinstance(drawn, str):
        raise RuleBookError(f"{where}: picture must be the name of a file in {PICTURES}/")
    rows = tuple(tuple(str(cell) for cell in row) for row in table)
    marks = None if grid is None else _grid(grid, where)
    more = tuple(shows), _unwrapped(reading), tuple(asks), tuple(labels), screen
    return RuleEntry(address, title, _unwrapped(text), rows, tuple(see), drawn, marks, *more)


def _grid(raw: object, where: str) -> Grid:
    try:
        return read_grid(raw)
    except ValueError as wrong:
        raise RuleBookError(f"{where}: {wrong}") from wrong


def _unwrapped(text: str) -> str:
    """Return the text without the line breaks of its file: one line per paragraph or bullet."""
    blocks: list[str] = []
    for block in re.split(r"\n\s*\n|\n(?=- )", text.strip()):
        line = " ".join(block.split())
        loose = not (line.startswith("- ") and blocks and blocks[-1].startswith("- "))
        blocks.append(("\n" if blocks and loose else "") + line)
    return "\n".join(blocks)


def book_order(address: str) -> list[tuple[int, int, str]]:
    """Return a sort key that puts 5.8 before 5.10, and a section before its sub-entries."""
    return [(0, int(part), "") if part.isdigit() else (1, 0, part) for part in re.split(r"[/.]", address)]


def tokens(words: str) -> list[str]:
    """Return the words of a text in lower case, for searching."""
    return re.findall(r"[\w.]*\w", words.lower())


@cache
def stem(word: str) -> str:
    """Return a word without its ending: `grappl` for grapple, grapples and grappling; `ram` for ramming; `spine` for
    spines."""
    bare = _ENDING.sub("", word)
    if word.removesuffix("s") != bare and _SHORT.fullmatch(bare):
        return f"{bare}e"
    return _DOUBLED.sub(r"\1", bare)


def chapter(address: str) -> str:
    """Return the title of a rule's chapter: that of `book/5` for `book/5.3/batched`; empty if it has none."""
    group, _, rest = address.partition("/")
    page = rulebook().get(f"{group}/{rest.partition('/')[0].partition('.')[0]}")
    return page.title if page and page.address != address else ""


def number_of(address: str) -> str:
    """Return `5.3` for `book/5.3`; empty for a variant or a page without a number."""
    parts = address.split("/")
    return parts[1] if len(parts) == 2 and parts[1][:1].isdigit() else ""


def numbered_title(page: RuleEntry) -> str:
    """Return `5.3 Threshold checks`: number and title of a page."""
    return f"{number_of(page.address)} {page.title}".strip()


def level(page: RuleEntry) -> int:
    """Return the level of a page: 1 for a game, 2 for a chapter, 3 for a rule in it."""
    return 1 if page.address == page.group else 3 if chapter(page.address) else 2


def title_of_part(pages: Sequence[RuleEntry]) -> str:
    """Return the title of a part of the book, which names the program."""
    if len(pages) == len(rulebook()):
        return "Dead Reckoning: the rules"
    first, game = pages[0], rulebook()[pages[0].group].title
    return f"{game} – Dead Reckoning" if level(first) == 1 else f"{game}: {numbered_title(first)} – Dead Reckoning"


def depth(address: str) -> int:
    """Return the number of levels below the numbered rule: 0 for 5.3, 1 for 5.3/batched."""
    return max(0, address.count("/") - 1)


def own_first(title_: str, pages: Sequence[str]) -> tuple[str, ...]:
    """Return the groups of a game's pages, its own chapter before them where several games share the first group."""
    own = (page.address for page in part_of_book(pages[0]) if page.title == title_) if pages else iter(())
    return tuple(dict.fromkeys((*own, *pages)))


def _mark(raw: object, where: str) -> PicturePrimitive:
    fields = dict(_mapping(raw, where))
    kind = next(iter(fields), None)
    if kind not in KINDS:
        raise RuleBookError(f"{where}: unknown kind {kind!r}, expected one of {', '.join(KINDS)}")
    main = fields.pop(kind)
    where = f"{where} ({kind})"
    if strange := [name for name in fields if name not in KINDS[kind]]:
        raise RuleBookError(f"{where}: unknown field {', '.join(map(repr, strange))}")
    if missing := [name for name in DEMANDED.get(kind, ()) if name not in fields]:
        raise RuleBookError(f"{where}: {', '.join(missing)} is missing")
    values: Data = {name: _value(name, value, where) for name, value in fields.items()}
    if kind == "arc":
        values["sweep"] = (values.pop("from"), values.pop("to"))
    if "at" in values:
        values["points"] = (values.pop("at"),)
    mark = PicturePrimitive(kind, **(values | _main(kind, main, where)))
    if outside(mark):
        raise RuleBookError(f"{where}: reaches out of the {BOX[0]:.0f} x {BOX[1]:.0f} box: {mark.extent()}")
    return mark


def outside(mark: PicturePrimitive) -> bool:
    """Return whether any part of the mark is outside the box."""
    left, top, right, bottom = mark.extent()
    return left < 0 or top < 0 or right > BOX[0] or bottom > BOX[1]


def _main(kind: str, main: object, where: str) -> Data:
    if kind in ("line", "dash", "poly"):
        least = 3 if kind == "poly" else 2
        if not isinstance(main, list) or len(main) < least:
            raise RuleBookError(f"{where}: needs at least {least} points")
        return {"points": tuple(_point(point, where) for point in main)}
    if kind == "box":
        x, y, wide, high = _numbers(main, 4, where)
        return {"points": ((x, y), (x + wide, y + high))}
    if kind in ("circle", "arc", "dot"):
        return {"points": (_point(main, where),)}
    if kind == "die":
        if main not in range(1, 7):
            raise RuleBookError(f"{where}: a die shows 1 to 6, not {main!r}")
        return {"face": main}
    if not isinstance(main, str) or not main or (kind == "hull" and not GLYPH.match(main)):
        raise RuleBookError(f"{where}: {main!r} is no {'glyph' if kind == 'hull' else 'text'}")
    return {"glyph": main} if kind == "hull" else {"text": main}


def _value(name: str, value: object, where: str) -> object:
    if name == "at":
        return _point(value, where)
    if name not in CHOICES:
        return _numbers([value], 1, where)[0]
    if value not in CHOICES[name]:
        raise RuleBookError(f"{where}: {name} cannot be {value!r}")
    return value


def _point(raw: object, where: str) -> Point:
    x, y = _numbers(raw, 2, where)
    return x, y


def _numbers(raw: object, count: int, where: str) -> list[float]:
    if (
        not isinstance(raw, list)
        or len(raw) != count
        or not all(type(n) in (int, float) and math.isfinite(n) for n in raw)
    ):
        raise RuleBookError(f"{where}: expected {count} numbers, found {raw!r}")
    return [float(n) for n in raw]


def _rim(centre: Point, radii: tuple[float, ...], sweep: tuple[float, float]) -> list[Point]:
    """Return points along the edge of a sector, ring or arc, dense enough to find its bounds."""
    start, stop = (math.radians(angle) for angle in sweep)
    steps = [start + (stop - start) * step / 32 for step in range(33)]
    return [(centre[0] + k * math.sin(a), centre[1] - k * math.cos(a)) for a in steps for k in radii]
