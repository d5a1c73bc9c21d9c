"""The figures of the rule book on paper: each demonstration as a picture with its caption and dice. Lengths are
in mm."""

from __future__ import annotations

from functools import cache
from typing import Any

from game.demonstrations.catalogue import CatalogueEntry
from game.drawing.signs import Colour
from game.paper.canvas import BLACK, MUTED, PALE, WHITE, Pen, printable, width
from game.paper.flow import Draw, TextRun, paragraph, runs_of
from game.paper.svg_drawing import StyleSheet, draw_svg
from game.rulebook.book import BOX, RuleEntry
from game.ui.film.figure import figure_of
from game.ui.film.page import colours, drawing, part, table_of
from game.ui.film.still import HIGH, WIDE
from game.ui.film.symbols import Symbols
from game.ui.render.text import minus
from game.ui.render.theme import PAPER, theme
from game.ui.rulebook.picture import drawn_svg

ACROSS = 104.0  # width of a picture, in mm
BESIDE, BELOW = 5.0, 2.0  # mm between picture and caption, and between lines
TITLE, TYPE, SMALL = 3.6, 3.1, 2.7
DIE, FRAME = 4.6, 0.25
EDGE: Colour = (130, 142, 156)


@cache
def _sheet() -> StyleSheet:
    """Return the looks of the figures of the book, in the colours of paper."""
    named = dict(one.split(":") for one in colours().split(";") if one)
    return StyleSheet(part("book.css"), named)


def draw_figure(one: CatalogueEntry, wide: float) -> Draw:
    """Return a demonstration as a block. Raises BadFile if it cannot be read."""
    if one.bad:
        raise one.bad
    show = one.open()
    symbols, k = Symbols(), ACROSS / WIDE
    with drawing(show, PAPER):
        made = figure_of(show, symbols, "table", "sky", lambda symbol: symbol)
        svg = f'<defs>{symbols.svg}<g id="table">{table_of(show)}</g></defs>{made.svg}'
        sheet = _sheet()
    step, room = made.step, wide - ACROSS - BESIDE
    told = [
        (show.title, "s", BLACK, TITLE),
        (show.about, "r", MUTED, TYPE),
        (minus(step.large), "s", BLACK, TYPE),
        (minus(step.small), "r", BLACK, TYPE),
    ]
    words = [paragraph(runs_of(text, weight, colour), room, size) for text, weight, colour, size in told]
    if show.settings:
        settings = "; ".join(f"{title}: {value}" for title, value, _ in show.settings)
        words.append(paragraph(runs_of(f"Played with these settings: {settings}.", "r", MUTED), room, SMALL))
    captions = [
        run
        for other in show.steps
        for run in (
            TextRun(f"{other.index + 1}", "b"),
            *runs_of(minus(other.large), "s" if other is step else "r", BLACK if other is step else MUTED),
        )
    ]
    below = paragraph(captions, wide, SMALL)

    def draw(pen: Pen) -> float:
        draw_svg(svg, "still", (0, 0, WIDE, HIGH), sheet, pen.moved(0, 0, k))
        pen.rect((0, 0, ACROSS, HIGH * k), EDGE, w=FRAME, part="figure")
        aside, y = pen.moved(ACROSS + BESIDE, 0), 0.0
        for n, block in enumerate(words):
            y += block(aside.moved(0, y)) + (0.6 if n in (0, 2) else 1.6)
        y = _dice(made.dice, aside.moved(0, y), room) + y
        high = max(y, HIGH * k) + BELOW
        return high + below(pen.moved(0, high))

    return draw


def _dice(thrown: Any, pen: Pen, room: float) -> float:
    """Draw the dice of a step, each throw beside its words if both have room, else below. Return the height in mm. Dice
    that count are black."""
    y, step = 0.0, DIE + 0.8
    for caption, dice, _ in thrown:
        words = minus(caption)
        x = width(printable(words), SMALL) + 1.6
        if beside := x + step * len(dice) <= room:
            pen.words(words, (0, y + DIE / 2), SMALL)
        else:
            x, y = 0.0, y + paragraph(runs_of(words), room, SMALL)(pen.moved(0, y)) + 0.5
        for face, scored, *_ in dice:
            if x + DIE > room:
                x, y = 0.0, y + step
            pen.rect((x, y, DIE, DIE), BLACK if scored else PALE, w=0.0 if scored else 0.3, rad=0.8)
            ink = WHITE if scored else MUTED
            size = min(3.2, (DIE - 0.8) / width(str(face), 1.0, "s"))
            pen.words(str(face), (x + DIE / 2, y + DIE / 2), size, "s", ink, "middle")
            x += step
        y += DIE + (1.0 if beside else 1.6)
    return y


def draw_drawing(page: RuleEntry) -> Draw:
    """Return the drawing of a page of the rule book as a block."""
    k = ACROSS / BOX[0]
    before = theme.palette
    theme.palette = PAPER
    try:
        svg, sheet = drawn_svg(page.picture), _sheet()
    finally:
        theme.palette = before

    def draw(pen: Pen) -> float:
        draw_svg(svg, "drawing", (0, 0, *BOX), sheet, pen.moved(0, 0, k))
        pen.rect((0, 0, ACROSS, BOX[1] * k), EDGE, w=FRAME, part="figure")
        return BOX[1] * k

    return draw
