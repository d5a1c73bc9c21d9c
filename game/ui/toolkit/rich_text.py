"""Paragraphs with bold terms, bullets and tables, wrapped to a width."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from pygame import Rect, Surface

from game.ui.render.lines import circle
from game.ui.render.shapes import box, rule
from game.ui.render.text import lines, text, width, wrap
from game.ui.render.theme import theme
from game.ui.toolkit.widgets import Still

Word = tuple[str, str, bool]  # text, weight, and whether a space is before it
MARKS = ".,;:()“”"  # punctuation that may touch a word
LONGEST = 6  # most words in a title that is linked
BOLD = re.compile(r"\*\*(.+?)\*\*")


def words_of(paragraph: str) -> list[Word]:
    """Split a paragraph into words with their weights; `**term**` is bold."""
    found: list[Word] = []
    blank = False
    for index, piece in enumerate(BOLD.split(paragraph)):
        parts = re.split(r"(\s+)", piece)
        for part in parts:
            if not part:
                continue
            if part.isspace():
                blank = True
                continue
            found.append((part, "s" if index % 2 else "r", blank))
            blank = False
    return found


def break_lines(paragraph: str, wide: float, size: float) -> list[list[Word]]:
    """Return the words as lines of at most `wide` real pixels. Words without a space between them, such as
    `(**term**).`, stay together."""
    units: list[list[Word]] = []
    for word in words_of(paragraph):
        if word[2] or not units:
            units.append([])
        units[-1].append(word)
    rows: list[list[Word]] = [[]]
    x, space = 0.0, width(" ", size)
    for unit in units:
        step = sum(width(string, size, weight) for string, weight, _ in unit)
        gap = space if rows[-1] else 0
        if rows[-1] and x + gap + step > wide:
            rows.append([])
            x, gap = 0.0, 0.0
        rows[-1] += unit
        x += gap + step
    return rows


def named_runs(words: Sequence[str], find: Callable[[str], str | None]) -> Iterator[tuple[str, int, int]]:
    """Yield the terms found in words without their punctuation: the name, the index of the first word, and the index
    after the last."""
    at = 0
    while at < len(words):
        ends = range(min(at + LONGEST, len(words)), at, -1)
        hits = ((find(" ".join(words[at:end])), end) for end in ends)
        name, end = next((hit for hit in hits if hit[0] is not None), (None, at + 1))
        if name is not None:
            yield name, at, end
        at = end


class Rich(Still):
    """A paragraph, or an item of a bulleted list."""

    def __init__(self, x: int, y: int, wide: int, paragraph: str, size: float = 18, bullet: bool = False) -> None:
        self.inset = theme.px(24) if bullet else 0
        self.size, self.bullet = size, bullet
        self.lit = False  # true for a paragraph highlighted among the others
        self.rows = break_lines(paragraph, wide - self.inset, size)
        self.lead = theme.px(size * 1.5)
        super().__init__(Rect(x, y, wide, self.lead * len(self.rows)))

    def find_terms(self, find: Callable[[str], str | None]) -> list[tuple[str, list[Rect]]]:
        """Return the terms found in the text, each with a rect on each line. `find` returns the name of some adjacent
        words, or None. If several terms match at a word, the longest is taken."""
        words = [(string.strip(MARKS), weight, x, y) for string, weight, x, y in self._words()]
        runs = named_runs([string for string, *_ in words], find)
        return [(name, self._line_rects(words[at:end])) for name, at, end in runs]

    def _line_rects(self, words: Sequence[tuple[str, str, float, float]]) -> list[Rect]:
        """Return the rects of words, joined line by line."""
        places = (
            Rect(round(x), round(y), round(width(one, self.size, weight)), self.lead - theme.px(4))
            for one, weight, x, y in words
        )
        return [one.unionall(rest) for _, (one, *rest) in groupby(places, key=lambda rect: rect.y)]

    def _words(self) -> Iterator[tuple[str, str, float, float]]:
        """Yield every word, its weight, and its place (x, y) in real pixels."""
        y, space = float(self.rect.y + theme.px(4)), width(" ", self.size)
        for row in self.rows:
            x = float(self.rect.x + self.inset)
            for index, (string, weight, blank) in enumerate(row):
                x += space if blank and index else 0
                yield string, weight, x, y
                x += width(string, self.size, weight)
            y += self.lead

    def draw(self, dst: Surface) -> None:
        """Draw the text, with bold terms in white."""
        p, y = theme.palette, self.rect.y + theme.px(4)
        if self.lit:
            box(dst, self.rect.inflate(0, theme.px(4)), p.active, 4)
        if self.bullet:
            circle(dst, (self.rect.x + theme.px(10), y + theme.px(self.size * 0.33)), theme.px(2.6), theme.accent, 2.4)
        for string, weight, *at in self._words():
            text(dst, string, (at[0], at[1]), self.size, p.white if weight == "s" else p.text, weight)


class TextTable(Still):
    """Rows of cells under a heading; columns fit their text."""

    PAD, LEAD = 14, 21  # design pixels: padding at the sides of a cell, and line height
    SHORT = 6  # most letters of a cell that stays on one line, such as "1 to 3"

    def __init__(
        self, x: int, y: int, wide: int, rows: Sequence[Sequence[str]], size: float = 16, term: str = ""
    ) -> None:
        self.rows, self.size = [tuple(row) for row in rows], size
        # number of the row that is highlighted, 0 for none
        self.lit = next((at for at, row in enumerate(self.rows) if at and term and row[0] == term), 0)
        self.columns = self._columns(wide)
        self.heights = [self._high(row) for row in self.rows]
        super().__init__(Rect(x, y, sum(self.columns), sum(self.heights)))

    def _columns(self, wide: int) -> list[int]:
        """Return the widths of the columns in real pixels. They are as wide as needed or, if that is too wide, as their
        longest words, with a share of the rest."""
        pad = 2 * theme.px(self.PAD)
        asked = [max(width(cell, self.size, "s") for cell in column) + pad for column in zip(*self.rows)]
        over = sum(asked) - wide
        if over <= 0:
            return [math.ceil(one) for one in asked]  # rounded up, because otherwise the widest cell would wrap
        least = self._least(self.rows, self.size)
        if (spare := wide - sum(least)) >= 0:
            more = [max(0.0, want - word) for want, word in zip(asked, least)]
            return [word + math.floor(spare * one / max(1.0, sum(more))) for word, one in zip(least, more)]
        fair = wide / len(asked)
        loose = sum(one - fair for one in asked if one > fair)
        return [round(one - over * (one - fair) / loose) if one > fair else round(one) for one in asked]

    @classmethod
    def narrowest(cls, rows: Sequence[Sequence[str]], size: float) -> int:
        """Return the least width, in real pixels, at which a table breaks no word."""
        return sum(cls._least(rows, size))

    @classmethod
    def _least(cls, rows: Sequence[Sequence[str]], size: float) -> list[int]:
        """Return the widths of the columns if each is as wide as its longest word or short cell, in real pixels."""
        pad = 2 * theme.px(cls.PAD)
        words = ([cell] if len(cell) <= cls.SHORT else cell.split() for column in zip(*rows) for cell in column)
        longest = [max((width(word, size, "s") for word in one), default=0.0) for one in words]
        return [math.ceil(max(longest[n : n + len(rows)])) + pad for n in range(0, len(longest), len(rows))]

    def _high(self, row: Sequence[str]) -> int:

        most = max(
            len(lines(cell, wide - 2 * theme.px(self.PAD), self.size, "s")) for cell, wide in zip(row, self.columns)
        )
        return theme.px(13) + most * theme.px(self.LEAD)

    @property
    def lit_row(self) -> Rect:
        """The place of the highlighted row."""
        return Rect(self.rect.x, self.rect.y + sum(self.heights[: self.lit]), self.rect.w, self.heights[self.lit])

    def draw(self, dst: Surface) -> None:
        """Draw the heading on a raised strip, and the rows between thin lines."""
        p, px, y = theme.palette, theme.px, self.rect.y
        box(dst, self.rect, p.panel, 6, 255, p.line)
        for number, (row, high) in enumerate(zip(self.rows, self.heights)):
            if number == 0:
                box(dst, (self.rect.x, y, self.rect.w, high), p.raised, 6, 255, p.line)
            elif number > 1:
                rule(dst, self.rect.x + px(8), self.rect.right - px(8), y)
            if number and number == self.lit:
                box(dst, (self.rect.x, y, self.rect.w, high), p.active, 6)
            x = self.rect.x
            for index, (cell, wide) in enumerate(zip(row, self.columns)):
                weight = "s" if number == 0 or index == 0 else "r"
                colour = p.muted if number == 0 else p.white if index == 0 else p.text
                wrap(
                    dst,
                    cell,
                    (x + px(self.PAD), y + px(11)),
                    wide - 2 * px(self.PAD),
                    self.size,
                    colour,
                    weight,
                    self.LEAD,
                )
                x += wide
            y += high
