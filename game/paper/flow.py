"""Pages filled from top to bottom with blocks that are never broken, under a running head, with page numbers (mm)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from game.drawing.signs import Colour
from game.paper.canvas import BLACK, MUTED, PALE, PaperPage, Pen, fitted, printable, width, wrapped

SIDES, HEAD, FOOT = 20.0, 24.0, 18.0  # margins
LINK: Colour = (0, 76, 138)
LEAD = 1.42  # of the size of the type
BULLET = 4.0
PAD, ROW = 1.6, 1.2  # of a cell: left and right, above and below
MANY, NARROW = 12, 0.5  # columns of a grid, and the room left and right in its cells
SHORT = 9  # rows of a table that is not broken
TABLE_SIZES = (3.2, 2.9, 2.6, 2.3, 2.0)
Draw = Callable[[Pen], float]  # draws at the origin of a pen, and returns its height


class TextRun(NamedTuple):
    """A word of a paragraph, whether a blank stands before it, and the heading that it leads to."""

    text: str
    weight: str = "r"
    blank: bool = True
    target: str = ""
    colour: Colour = BLACK


def runs_of(text: str, weight: str = "r", colour: Colour = BLACK) -> list[TextRun]:
    """Return plain text as words of one look."""
    return [TextRun(word, weight, True, "", colour) for word in text.split()]


class Flow:
    """Pages being filled. `head` is what stands over the pages from the next one on."""

    def __init__(self, size: tuple[float, float], head: str = "") -> None:
        self.size, self.head = size, head
        self.pages: list[PaperPage] = []
        self.heads: list[str] = []
        self.wide = size[0] - 2 * SIDES
        self._y = 0.0
        self._held: list[tuple[Draw, float]] = []
        self._group: list[tuple[Draw, float]] = []  # the last blocks, which stay together
        self._lead: list[tuple[Draw, float]] = []  # drawn before that group on a new page
        self._start, self._counts = 0.0, [0, 0, 0, 0]  # its upper edge, and how much the page had before it
        self.turn()

    def turn(self) -> None:
        """Go on at the top of a new page, unless this one is empty."""
        if not self.pages or self._y > HEAD:
            self.pages.append(PaperPage(*self.size))
            self.heads.append(self.head)
        self._y = HEAD

    def hold(self, draw: Draw, above: float = 0.0) -> None:
        """Keep a block with the one that follows it."""
        self._held.append((draw, above))

    def add_block(self, draw: Draw, above: float = 0.0, again: Draw | None = None, joined: bool = False) -> None:
        """Add a block, on a new page if it does not fit; there `again` is drawn before it, unless blocks were held.
        A `joined` block takes the one before it along, unless that begins its page."""
        lead = [(again, 0.0)] if again and not self._held else []
        blocks, self._held = [*self._held, (draw, above)], []
        if self._y == HEAD:
            self.heads[-1] = self.head
        if not (joined and self._start > HEAD):
            self._group, self._lead = [], lead
            self._start, self._counts = self._y, [len(one) for one in self._parts()]
        self._group += blocks
        end = self._draw_blocks(blocks)
        if end > self.size[1] - FOOT and self._start > HEAD:
            for part, count in zip(self._parts(), self._counts):
                del part[count:]
            self.turn()
            self._start, self._counts = HEAD, [0, 0, 0, 0]
            end = self._draw_blocks([*self._lead, *self._group])
        self._y = end

    def _parts(self) -> tuple[list[Any], ...]:
        page = self.pages[-1]
        return page.items, page.links, page.headings, page.numbers

    def _draw_blocks(self, blocks: Sequence[tuple[Draw, float]]) -> float:
        """Draw blocks one below the other; return where the last ends."""
        y, page = self._y, self.pages[-1]
        for draw, above in blocks:
            y += above if y > HEAD else 0.0
            y += draw(Pen(page.items, (SIDES, y), 1.0, page))
        return y


def number_pages(pages: Sequence[PaperPage], heads: Sequence[str]) -> None:
    """Write the running heads and all numbers of pages."""
    found = {one.target: number for number, page in enumerate(pages, 1) for one in page.headings}
    for number, (page, head) in enumerate(zip(pages, heads), 1):
        pen, right = Pen(page.items), page.wide - SIDES
        taken = pen.words(str(number), (right, HEAD - 9.5), 3.2, "s", anchor="right")
        pen.words(head, (SIDES, HEAD - 9.5), 2.9, colour=MUTED, room=right - SIDES - taken - 6)
        pen.lines([(SIDES, HEAD - 6.5), (right, HEAD - 6.5)], PALE, 0.2)
        for one in page.numbers:
            if one.target in found:
                pen.words(str(found[one.target]), one.at, one.size, one.weight, one.colour, one.anchor)


# -- words -------------------------------------------------------------------------------------------------------------


def paragraph(runs: Sequence[TextRun], wide: float, size: float) -> Draw:
    """Return a paragraph of that width, ragged on the right."""

    def draw(pen: Pen) -> float:
        lead, y = size * LEAD, 0.0
        for line in _lines(runs, wide, size):
            x = 0.0
            for one in line:
                taken = pen.words(one.text, (x, y + lead / 2), size, one.weight, LINK if one.target else one.colour)
                pen.link((x, y, taken, lead), one.target)
                x += taken
            y += lead
        return y

    return draw


def bullet(runs: Sequence[TextRun], wide: float, size: float) -> Draw:
    """Return an item of a list."""
    inner = paragraph(runs, wide - BULLET, size)

    def draw(pen: Pen) -> float:
        pen.words("•", (1.0, size * LEAD / 2), size)
        return inner(pen.moved(BULLET, 0))

    return draw


def _lines(runs: Sequence[TextRun], wide: float, size: float) -> Iterator[list[TextRun]]:
    """Yield lines of words, those of one look and one target joined."""
    units: list[list[TextRun]] = []
    for run in runs:
        if run.blank or not units:
            units.append([])
        units[-1].append(run._replace(text=fitted(run.text, size, run.weight, wide)))
    line, taken, space = list[TextRun](), 0.0, width(" ", size)
    for unit in units:
        more = sum(width(one.text, size, one.weight) for one in unit)
        if line and taken + space + more > wide:
            yield line
            line, taken = [], 0.0
        for n, one in enumerate(unit):
            _add(line, one if line and not n else one._replace(blank=False))
        taken += more + (space if len(line) else 0.0)
    if line:
        yield line


def _add(line: list[TextRun], one: TextRun) -> None:
    """Add a word to a line."""
    blank = " " if one.blank else ""
    if line and line[-1][1::2] == one[1::2] and line[-1].colour == one.colour:
        line[-1] = line[-1]._replace(text=f"{line[-1].text}{blank}{one.text}")
        return
    if blank and line:
        line[-1] = line[-1]._replace(text=f"{line[-1].text} ")
    line.append(one)


# -- tables ------------------------------------------------------------------------------------------------------------


def put_table(flow: Flow, rows: Sequence[Sequence[str]], above: float) -> None:
    """Add a table, the first row of which is its heading. A short one is not broken; a long one goes on under its
    heading on the next page."""
    size, columns = _columns(rows, flow.wide)
    head = _row(rows[0], columns, size, "s")
    flow.hold(head, above)
    for n, row in enumerate(rows[1:], 2):
        drawn = _row(row, columns, size, "r")
        if n < len(rows) <= SHORT:
            flow.hold(drawn)
        else:
            flow.add_block(drawn, again=head)


def _columns(rows: Sequence[Sequence[str]], room: float) -> tuple[float, list[float]]:
    """Return the size of the type and the width of every column: as wide as its longest cell where all have room."""
    wide: list[float] = []
    for size in TABLE_SIZES:
        cells = [[width(printable(cell), size, "s") for cell in column] for column in zip(*rows)]
        pad = _pad(len(rows[0]))
        wide = [max(column) + 2 * pad for column in cells]
        words = [[width(word, size, "s") for cell in column for word in cell.split()] for column in zip(*rows)]
        least = [max(column, default=0.0) + 2 * pad for column in words]
        if sum(wide) <= room:
            return size, wide
        if sum(least) <= room and len(rows[0]) < MANY:
            spare = (room - sum(least)) / sum(each - low for each, low in zip(wide, least))
            return size, [low + (each - low) * spare for each, low in zip(wide, least)]
    return TABLE_SIZES[-1], [each * room / sum(wide) for each in wide]


def _pad(columns: int) -> float:
    return PAD if columns < MANY else NARROW


def _row(cells: Sequence[str], columns: Sequence[float], size: float, weight: str) -> Draw:
    def draw(pen: Pen) -> float:
        pad = _pad(len(columns))
        lead, x = size * LEAD, 0.0
        lines = [wrapped(cell, size, weight, wide - 2 * pad + 0.01) for cell, wide in zip(cells, columns)]
        high = max([1, *map(len, lines)]) * lead + ROW
        if weight == "s":
            pen.rect((0, 0, sum(columns), high), (236, 239, 243))
        for each, wide in zip(lines, columns):
            for n, line in enumerate(each):
                pen.words(line, (x + pad, ROW / 2 + (n + 0.5) * lead), size, weight)
            x += wide
        pen.lines([(0, high), (x, high)], PALE, 0.15)
        return high

    return draw
