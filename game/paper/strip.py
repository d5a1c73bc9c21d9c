"""The quick reference at the foot of a page: parts side by side, the tallest given the most room (mm)."""

from __future__ import annotations

from functools import lru_cache

from game.board.boards import OPEN
from game.core.paper import Reference
from game.drawing.signs import polar
from game.paper.boxes import STROKE
from game.paper.canvas import BLACK, MUTED, Pen, width, wrapped

TITLE, TYPE, LEAD, EDGE, BETWEEN = 2.7, 2.3, 3.5, 2.6, 4.0
WHEEL = 9.5  # radius
NARROWEST = 30.0  # a part with sentences in it
CELL = 2.0  # between the columns of a table


def strip_height(parts: tuple[Reference, ...], wide: float) -> float:
    """Return the height of the strip at that width; 0 without any parts."""
    widths = _widths(parts, wide - 2 * EDGE)
    return max((_part(one, Pen([]), room) for one, room in zip(parts, widths)), default=-2 * EDGE) + 2 * EDGE


def draw_strip(parts: tuple[Reference, ...], pen: Pen, wide: float, high: float) -> None:
    """Draw the parts in a frame at the origin of a pen, with lines between them."""
    pen.rect((0, 0, wide, high), w=0.4, part="frame")
    x = EDGE
    for index, (one, room) in enumerate(zip(parts, _widths(parts, wide - 2 * EDGE))):
        if index:
            pen.lines([(x - BETWEEN / 2, EDGE), (x - BETWEEN / 2, high - EDGE)], MUTED, 0.12)
        _part(one, pen.moved(x, EDGE), room)
        x += room + BETWEEN


@lru_cache(64)
def _widths(parts: tuple[Reference, ...], wide: float) -> list[float]:
    """Return the width of each part: that of its table; spare width goes to the tallest part."""
    widths = [max(_table_wide(one), NARROWEST if one.notes else 0.0, width(one.title, TITLE, "s")) for one in parts]
    spare = wide - sum(widths) - BETWEEN * (len(parts) - 1)
    if spare < 0:  # tables are cut
        share = (wide - BETWEEN * (len(parts) - 1)) / sum(widths)
        return [one * share for one in widths]
    while spare >= 1.0 and widths:
        heights = [_part(one, Pen([]), room) if one.notes else 0.0 for one, room in zip(parts, widths)]
        widths[heights.index(max(heights))] += min(4.0, spare)
        spare -= 4.0
    return widths


def _cells(one: Reference) -> list[float]:
    """Return the width of each column of its table."""
    table = [row for row in (one.head, *one.rows) if row]
    return [
        max(width(row[n], TYPE, "s") for row in table if n < len(row)) for n in range(max(map(len, table), default=0))
    ]


def _table_wide(one: Reference) -> float:
    cells = _cells(one)
    return max(sum(cells) + CELL * max(0, len(cells) - 1), 2 * WHEEL + 1 if one.arcs else 0.0)


def _part(one: Reference, pen: Pen, room: float) -> float:
    """Draw a part of the reference; return its height."""
    pen.words(one.title, (0, 1.2), TITLE, "s", room=room)
    y, cells = LEAD + 1.0, _cells(one)
    for row in (one.head, *one.rows):
        x = 0.0
        for n, words in enumerate(row):
            first = row is one.head
            look = "r" if first or (n and len(row) > 1) else "s"
            pen.words(words, (x, y + LEAD / 2), TYPE, look, MUTED if first else BLACK, room=max(1.0, room - x))
            x += cells[n] + CELL
        y += LEAD if row else 0.0
    for name, words in one.notes:
        bold = f"{name}: " if name else ""
        start = pen.words(bold, (0, y + LEAD / 2), TYPE, "s") if bold else 0.0
        for n, line in enumerate(_lines(words, start, room)):
            pen.words(line, (start if not n else 1.6 if bold else 0.0, y + LEAD / 2), TYPE)
            y += LEAD
        y += 0.5
    if one.arcs:
        _wheel(one.arcs, pen, (min(room / 2, WHEEL + 4), y + WHEEL + 0.8))
        y += 2 * WHEEL + 1.2
    return y


def _lines(text: str, start: float, room: float) -> list[str]:
    """Return a sentence in lines, the first of which begins at `start`."""
    first = wrapped(text, TYPE, "r", max(1.0, room - start))[:1]
    if not first or first[0].endswith("…"):
        return ["", *wrapped(text, TYPE, "r", room - 1.6)]
    rest = " ".join(text.split()[len(first[0].split()) :])
    return [*first, *wrapped(rest, TYPE, "r", room - 1.6)]


def _wheel(wide: float, pen: Pen, at: tuple[float, float]) -> None:
    """Draw the arcs of a ship with their names, bow up."""
    pen.circ(at, WHEEL, w=STROKE)
    for arc in OPEN.arc_set(wide):
        pen.lines([at, polar(WHEEL, arc.low, at)], w=STROKE)
        pen.words(arc.name, polar(WHEEL * 0.64, arc.low + arc.width / 2, at), TYPE, "s", anchor="middle")
