"""A ship's sheet in a frame: its head, its blocks, and its table of turns (mm)."""

from __future__ import annotations

from functools import lru_cache

from game.core.paper import PaperSheet
from game.paper.blocks import GAP, SMALLER, TEXT, draw
from game.paper.boxes import muted_rule, silhouette
from game.paper.canvas import BLACK, MUTED, Pen, width

HEAD, ROW, EDGE, FRAME = 14.0, 4.2, 2.6, 0.4
TURNS = 8  # of orders


@lru_cache(512)
def card_height(sheet: PaperSheet, wide: float) -> float:
    """Return the least height of a card of that width."""
    return HEAD + _blocks(sheet, Pen([]), wide) + _orders_high(sheet)


def draw_card(sheet: PaperSheet, side: str, turn_word: str, pen: Pen, wide: float, high: float) -> None:
    """Draw a card at the origin of a pen; room to spare is left for notes above the table of turns."""
    pen.rect((0, 0, wide, high), w=FRAME, part="frame")
    _head(sheet, side, pen, wide)
    _blocks(sheet, pen.moved(0, HEAD), wide)
    _orders(sheet, turn_word, pen.moved(0, high - _orders_high(sheet)), wide)


def _head(sheet: PaperSheet, side: str, pen: Pen, wide: float) -> None:
    """Draw silhouette, name, class and figures."""
    silhouette(pen, sheet.glyph, (7.0, HEAD / 2), HEAD - 2.6, 4.8)
    x = wide - EDGE
    for one in reversed(sheet.figures):
        label = one.label.lower() if one.label != "Mass" else "MASS"
        column = max(width(one.value, 3.9, "s"), width(label, 2.3)) + 2.6
        pen.words(one.value, (x - column / 2 + 0.6, 5.0), 3.9, "s", anchor="middle")
        pen.words(label, (x - column / 2 + 0.6, 10.2), 2.3, colour=MUTED, anchor="middle")
        x -= column
    room = x - 15.0
    about = " · ".join(one for one in (sheet.kind, side, sheet.state) if one)
    size = next((size for size in (4.4, 3.8, 3.3) if width(sheet.title, size, "b") <= room), 3.0)
    pen.words(sheet.title, (13.4, 5.0), size, "b", room=room)
    size = next((size for size in (TEXT, SMALLER) if width(about, size) <= room), 2.0)
    pen.words(about, (13.4, 10.2), size, colour=MUTED, room=room)
    pen.lines([(0, HEAD), (wide, HEAD)], w=0.25)


def _blocks(sheet: PaperSheet, pen: Pen, wide: float) -> float:
    """Draw the blocks with lines between them; return their height."""
    y, inner = GAP, wide - 2 * EDGE
    for index, one in enumerate(sheet.blocks):
        if index:
            muted_rule(pen.moved(EDGE, 0), inner, y)
            y += GAP
        y += draw(one, pen.moved(EDGE, y), inner) + GAP
    return y


def _orders_high(sheet: PaperSheet) -> float:
    return ROW * (1 + len(sheet.lines))


def _orders(sheet: PaperSheet, turn_word: str, pen: Pen, wide: float) -> None:
    """Draw eight columns for what is ordered turn by turn."""
    start = 3.6 + max(width(one, 2.3) for one in (turn_word, *sheet.lines))
    step = (wide - start) / TURNS
    for n, words in enumerate((turn_word, *sheet.lines)):
        pen.lines([(0, n * ROW), (wide, n * ROW)], BLACK if not n else MUTED, 0.25 if not n else 0.12)
        pen.words(words, (1.8, (n + 0.5) * ROW), 2.3, colour=MUTED)
    for n in range(TURNS):
        x = start + n * step
        pen.lines([(x, 0), (x, _orders_high(sheet))], MUTED, 0.12)
        pen.words(str(n + 1), (x + step / 2, ROW / 2), 2.3, colour=MUTED, anchor="middle")
