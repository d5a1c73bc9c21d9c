"""A panel as a column of widgets under one another, seen through a window that scrolls; no part of the rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from pygame import Rect, Surface

from game.ui.render.text import Piece, lines
from game.ui.render.theme import Colour, theme
from game.ui.toolkit.blocks import ColumnHeading, Pair, Paragraph, Separator
from game.ui.toolkit.picture_cache import laid
from game.ui.toolkit.scroll import Scroll
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


class ColumnPane:
    """A column in a window. `build` fills a column; what does not fit is scrolled by wheel, bar or focus."""

    def __init__(
        self, name: str, build: Callable[[Column], None], pad: tuple[float, float] = (16, 16), even: bool = False
    ) -> None:
        self.name, self.build, self.pad = name, build, pad
        self.even = even  # as long however broad it is
        self.scroll = Scroll(Rect(0, 0, 1, 1), 0, name=f"{name} scroll")
        self.scroll.focusable = False
        self.widgets: list[Widget] = []

    def lay(self, rect: Rect) -> Sequence[Widget]:
        """Fill the window anew; the widgets know how much of them can be seen."""
        self.scroll.rect = Rect(rect)
        strip = self.scroll.bar - 2  # what the bar takes of the breadth when there is more than fits
        guess = strip if self.even and self.scroll.length > rect.h else 0
        column = self._filled(rect, guess)
        if (self.scroll.length > rect.h) != bool(guess):
            column = self._filled(rect, 0 if guess else strip)
        return self._taken(rect, column)

    def lay_whole(self, rect: Rect) -> Sequence[Widget]:
        """The same if everything can be seen at once; else nothing."""
        self.scroll.rect = Rect(rect)
        column = self._filled(rect, 0)
        return () if self.scroll.length > rect.h else self._taken(rect, column)

    def _taken(self, rect: Rect, column: Column) -> Sequence[Widget]:
        self.scroll.to(self.scroll.offset)
        for widget in column.widgets:
            widget.rect.y -= self.scroll.offset
            widget.window = rect
        self.widgets = column.widgets
        return (self.scroll, *self.widgets)

    def _filled(self, rect: Rect, strip: float) -> Column:
        across, down = theme.px(self.pad[0]), theme.px(self.pad[1])
        column = Column(Rect(rect.x + across, rect.y + down, rect.w - 2 * across - theme.px(strip), rect.h))
        self.build(column)
        self.scroll.length = column.y + down // 2 - rect.y
        return column

    def show(self, widget: Widget) -> bool:
        """Scroll so that a widget of this pane is seen; True if that moved anything."""
        was = self.scroll.offset
        if widget in self.widgets and self.scroll.most:
            self.scroll.reveal(widget.rect.inflate(0, theme.px(24)))
        return was != self.scroll.offset

    def draw(self, dst: Surface) -> None:
        """Every widget, cut to the window, and the bar."""
        outside = dst.get_clip()
        dst.set_clip(self.scroll.rect.clip(outside))
        for widget in self.widgets:
            if widget.rect.colliderect(self.scroll.rect):
                look = widget.look
                if look is None:
                    widget.draw(dst)
                else:
                    laid(dst, widget, look, widget.draw)
        dst.set_clip(outside)
        self.scroll.draw(dst)
