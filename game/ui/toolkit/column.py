"""A panel as a column of widgets under one another, seen through a window that scrolls; no part of the rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from pygame import Rect

from game.ui.render.text import Piece, lines
from game.ui.render.theme import Colour, theme
from game.ui.toolkit.blocks import ColumnHeading, Pair, Paragraph, Separator
from game.ui.toolkit.scroll import ScrolledPane
from game.ui.toolkit.widgets import Widget

W = TypeVar("W", bound=Widget)


class Column:
    """Takes widgets from the top down; `y` is where the next one begins, in real pixels."""

    def __init__(self, area: Rect) -> None:
        self.area, self.y = area, area.y
        self.widgets: list[Widget] = []
        self.low = False  # set close, for a window that is not high

    @property
    def x(self) -> int:
        """Left edge."""
        return self.area.x

    @property
    def right(self) -> int:
        """Right edge."""
        return self.area.right

    @property
    def wide(self) -> int:
        """Breadth."""
        return self.area.w

    def add(self, widget: W) -> W:
        """Take a widget whose rect has been set."""
        self.widgets.append(widget)
        return widget

    def row(self, high: float, gap: float = 0) -> Rect:
        """The next strip of that height in design pixels, and a gap after it."""
        r = Rect(self.x, self.y, self.wide, theme.px(high))
        self.y += theme.px(high + gap)
        return r

    def take(self, high: int, gap: float = 0) -> Rect:
        """The next strip, its height in real pixels and the gap after it in design pixels."""
        r = Rect(self.x, self.y, self.wide, high)
        self.y += high + theme.px(gap)
        return r

    def cells(self, count: int, high: float, gap: float = 8, after: float = 0) -> list[Rect]:
        """A strip cut into equal cells."""
        r, between = self.row(high, after), theme.px(gap)
        wide = (r.w + between) / max(1, count)
        return [Rect(round(r.x + i * wide), r.y, round(wide) - between, r.h) for i in range(count)]

    def space(self, high: float) -> None:
        """Leave room."""
        self.y += theme.px(high)

    def rule(self, after: float = 16) -> None:
        """A separator."""
        self.add(Separator(self.row(1, after)))

    def heading(self, label: str, right: str = "", colour: Colour | None = None, rule: str = "", hint: str = "") -> None:
        """A section's name, its content 24 design pixels on."""
        self.add(ColumnHeading(self.row(10, 14), label, right, colour=colour, rule=rule, hint=hint))

    def paragraph(self, string: str, colour: Colour | None = None, size: float = 15, rule: str = "", after: float = 6) -> None:
        """A sentence or more."""
        count = len(lines(string, self.wide, size))
        self.add(Paragraph(self.row(size * 1.4 * count, after), string, colour=colour, size=size, rule=rule))

    def pair(self, head: Piece, words: Piece, tab: int, rule: str = "") -> None:
        """A word and what is said of it, in as many lines as that takes."""
        count = len(lines(words[0], self.wide - tab, 15, words[2]))
        self.add(Pair(self.row(20 * count, 4), head, words, tab, rule=rule))


def side_by_side(frame: Rect, least: float, gap: float) -> list[Column]:
    """One to three columns in a frame, none narrower than `least` design pixels where there are several.

    The bar of a pane keeps its strip at the right.
    """
    between = theme.px(gap)
    count = max(1, min(3, frame.w // theme.px(least)))
    wide = (frame.w - theme.px(20) - between * (count - 1)) // count
    return [Column(Rect(frame.x + n * (wide + between), frame.y, wide, frame.h)) for n in range(count)]


def shortest(columns: Sequence[Column]) -> Column:
    """The column that has least in it, the first of several."""
    return min(columns, key=lambda one: one.y)


class ColumnPane(ScrolledPane):
    """A column in a window. `build` fills a column; what does not fit is scrolled by wheel, bar or focus."""

    air = 24
    plain = True

    def __init__(
        self, name: str, build: Callable[[Column], None], pad: tuple[float, float] = (16, 16), even: bool = False
    ) -> None:
        super().__init__(name)
        self.build, self.pad = build, pad
        self.even = even  # as long however broad it is

    def lay_out(self, rect: Rect) -> Sequence[Widget]:
        """Fill the window anew; the widgets know how much of them can be seen."""
        strip = self.scroll.bar - 2  # what the bar takes of the breadth when there is more than fits
        guess = strip if self.even and self.scroll.length > rect.h else 0
        column, length = self._filled(rect, guess)
        if (length > rect.h) != bool(guess):
            column, length = self._filled(rect, 0 if guess else strip)
        return self.take(rect, column.widgets, length)

    def lay_out_whole(self, rect: Rect) -> Sequence[Widget]:
        """The same if everything can be seen at once; else nothing."""
        column, length = self._filled(rect, 0)
        return () if length > rect.h else self.take(rect, column.widgets, length)

    def _filled(self, rect: Rect, strip: float) -> tuple[Column, int]:
        """A column filled anew, and its length."""
        across, down = theme.px(self.pad[0]), theme.px(self.pad[1])
        column = Column(Rect(rect.x + across, rect.y + down, rect.w - 2 * across - theme.px(strip), rect.h))
        self.build(column)
        return column, column.y + down // 2 - rect.y
