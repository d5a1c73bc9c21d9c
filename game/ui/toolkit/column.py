"""A scrolling window on longer content, and a panel as a column of widgets in such a window; no part of the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.ui.render.shapes import box
from game.ui.render.text import Piece, lines
from game.ui.render.theme import Colour, mix, theme
from game.ui.toolkit.blocks import ColumnHeading, Pair, Paragraph, Separator
from game.ui.toolkit.picture_cache import WidgetsPicture
from game.ui.toolkit.widgets import Widget


@dataclass(eq=False)
class Scroll(Widget):
    """The bar and the wheel of content that is `length` real pixels long, seen through a rect and scrolled by
    `offset`."""

    bar, step = 10, 62  # design pixels: width of the bar, and distance for each notch of the wheel

    length: int
    offset: int = field(default=0, init=False)
    unit: int = field(default=1, init=False)  # real pixels; offsets are whole units, so that no row is cut
    _grip: int | None = field(default=None, init=False)

    @property
    def most(self) -> int:
        """The largest offset."""
        return max(0, self.length - self.rect.h)

    def to(self, offset: float) -> bool:
        """Scroll to an offset in real pixels. Return whether it changed."""
        was, self.offset = self.offset, max(0, min(self.most, round(offset / self.unit) * self.unit))
        return was != self.offset

    def to_end(self) -> None:
        """Scroll to the end, as for a growing list."""
        self.to(self.most)

    def reveal(self, r: Rect) -> None:
        """Scroll as little as needed to show a rect of the content, given by its present place on the screen."""
        if r.top < self.rect.top:
            self.to(self.offset + r.top - self.rect.top)
        elif r.bottom > self.rect.bottom:
            self.to(self.offset + min(r.bottom - self.rect.bottom, r.top - self.rect.top))

    @property
    def thumb(self) -> Rect:
        """The part of the bar that can be dragged."""
        wide, track = theme.px(self.bar), self.rect.h
        high = max(theme.px(28), round(track * track / max(self.length, 1)))
        y = self.rect.y + round((track - high) * self.offset / self.most) if self.most else self.rect.y
        return Rect(self.rect.right - wide, y, wide, min(high, track))

    def handle(self, event: Event) -> bool:
        """Handle bar and wheel first, then keys with the focus."""
        self.to(self.offset)
        if event.type == pygame.MOUSEWHEEL and self.hover:
            return self.to(self.offset - event.y * theme.px(self.step))
        if self._bar(event):
            return True
        if event.type == pygame.MOUSEMOTION:
            return super().handle(event)
        return event.type == pygame.KEYDOWN and self.focused and self._key(event)

    def _bar(self, event: Event) -> bool:
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self.most:
            lane = Rect(self.thumb.x - theme.px(8), self.rect.y, self.thumb.w + theme.px(8), self.rect.h)
            if lane.collidepoint(event.pos):
                inside = self.thumb.inflate(theme.px(16), 0).collidepoint(event.pos)
                self._grip = event.pos[1] - self.thumb.y if inside else self.thumb.h // 2
                self._drag(event.pos[1])
                return True
        if event.type == pygame.MOUSEMOTION and self._grip is not None:
            return self._drag(event.pos[1])
        if event.type == pygame.MOUSEBUTTONUP and self._grip is not None:
            self._grip = None
            return True
        return False

    def _drag(self, y: int) -> bool:
        free = self.rect.h - self.thumb.h
        return self.to((y - (self._grip or 0) - self.rect.y) * self.most / free) if free > 0 else False

    def _key(self, event: Event) -> bool:
        page = self.rect.h - theme.px(self.step)
        goes = {
            pygame.K_UP: self.offset - theme.px(self.step), pygame.K_DOWN: self.offset + theme.px(self.step),
            pygame.K_PAGEUP: self.offset - page, pygame.K_PAGEDOWN: self.offset + page,
            pygame.K_HOME: 0, pygame.K_END: self.most,
        }  # fmt: skip
        return event.key in goes and self.to(goes[event.key])

    def draw(self, dst: Surface) -> None:
        """Draw the bar, if the content does not fit."""
        self.to(self.offset)
        if self.most:
            p = theme.palette
            fill = p.edge if self._grip is None else mix(p.edge, p.muted, 0.5)
            outside = dst.get_clip()
            dst.set_clip(self.rect.clip(outside))
            box(dst, self.thumb.inflate(-theme.px(4), 0), fill, 3)
            dst.set_clip(outside)


class ScrolledPane:
    """A part of a screen with more than fits: widgets one below another, seen through a rect."""

    air = 16  # design pixels round a widget that are shown when it is scrolled to
    plain = False  # the ground has the panel's plain colour, on which cached pictures can be drawn

    def __init__(self, name: str, fills: bool = False) -> None:
        self.scroll = Scroll(Rect(0, 0, 1, 1), 0, name=f"{name} scroll")
        self.scroll.focusable = False
        self.widgets: list[Widget] = []
        self._picture = WidgetsPicture(fills)
        self._at: list[int] = []  # y of each widget before scrolling
        self._moved = 0

    def hold(self, on: bool) -> None:
        """Show the last picture while `on`."""
        self._picture.hold(on)

    @property
    def rect(self) -> Rect:
        """The visible part."""
        return self.scroll.rect

    def fill(self, rect: Rect, widgets: Sequence[Widget], below: float = 0) -> list[Widget]:
        """Take widgets laid out from the top of `rect` down. A scrolled list has `below` design pixels of room after
        the last one."""
        high = max((w.rect.bottom for w in widgets), default=rect.y) - rect.y
        return self.take(rect, widgets, high + theme.px(below) if high > rect.h else high)

    def take(self, rect: Rect, widgets: Sequence[Widget], length: int) -> list[Widget]:
        """Take widgets laid out from the top of `rect` down, `length` real pixels in total."""
        self.scroll.rect, self.scroll.length = Rect(rect), length
        self.scroll.to(self.scroll.offset)
        self.widgets, self._at, self._moved = list(widgets), [w.rect.y for w in widgets], -1
        for w in self.widgets:
            w.window, w.scrolled = self.rect, self.scroll.most > 0
        self.place()
        return [self.scroll, *self.widgets]

    def place(self) -> None:
        """Move every widget to its scrolled place."""
        if self._moved != self.scroll.offset:
            self._moved = self.scroll.offset
            for w, y in zip(self.widgets, self._at):
                w.rect.y = y - self._moved

    def show(self, widget: Widget | None, part: Rect | None = None) -> bool:
        """Scroll as little as needed to show a widget of this pane with its ring, or a part of it. Return whether
        anything moved."""
        was = self.scroll.offset
        if widget in self.widgets and self.scroll.most and widget is not None:
            # no margin round a widget that fills the window
            shown = part or widget.rect
            air = max(0, min(theme.px(self.air), self.rect.h - shown.h))
            self.scroll.reveal(shown.inflate(0, air))
            self.place()
        return was != self.scroll.offset

    def draw(self, dst: Surface) -> None:
        """Draw every visible widget, and the bar."""
        self.place()
        outside, seen = dst.get_clip(), self.rect
        shown = [w for w in self.widgets if w.rect.colliderect(seen)]
        dst.set_clip(seen.clip(outside))
        if self.plain:
            self._picture.draw(dst, seen, shown)
        else:
            for w in shown:
                w.draw(dst)
        dst.set_clip(outside)
        self.scroll.draw(dst)


T = TypeVar("T")
W = TypeVar("W", bound=Widget)


def in_rows(items: Iterable[T], wide: Callable[[T], float], room: float, gap: float) -> list[list[T]]:
    """Return items in the fewest rows in which each is whole. `wide` returns an item's width. All sizes are in real
    pixels."""
    rows, left = list[list[T]](), 0.0
    for item in items:
        need = wide(item)
        if rows and need <= left:
            rows[-1].append(item)
        else:
            rows.append([item])
            left = room
        left -= need + gap
    return rows


class Column:
    """A column filled from the top down. `y` is where the next widget begins, in real pixels. `strip` design pixels of
    the area at the right are left to the bar of a pane, and `top` design pixels above."""

    def __init__(self, area: Rect, strip: float = 0, top: float = 0) -> None:
        self.area = Rect(area.x, area.y, area.w - theme.px(strip), area.h)
        self.y = area.y + theme.px(top)
        self.widgets: list[Widget] = []
        self.low = False  # true if rows are set close, for a low window

    @property
    def x(self) -> int:
        return self.area.x

    @property
    def right(self) -> int:
        return self.area.right

    @property
    def wide(self) -> int:
        return self.area.w

    def add(self, widget: W) -> W:
        """Add a widget whose rect has been set, and return it."""
        self.widgets.append(widget)
        return widget

    def row(self, high: float, gap: float = 0) -> Rect:
        """Return the next strip, with its height in design pixels, and leave a gap after it."""
        r = Rect(self.x, self.y, self.wide, theme.px(high))
        self.y += theme.px(high + gap)
        return r

    def take(self, high: int, gap: float = 0) -> Rect:
        """Return the next strip, with its height in real pixels, and leave a gap in design pixels after it."""
        r = Rect(self.x, self.y, self.wide, high)
        self.y += high + theme.px(gap)
        return r

    def cells(self, count: int, high: float, gap: float = 8, after: float = 0) -> list[Rect]:
        """Return a strip cut into equal cells."""
        r, between = self.row(high, after), theme.px(gap)
        wide = (r.w + between) / max(1, count)
        return [Rect(round(r.x + i * wide), r.y, round(wide) - between, r.h) for i in range(count)]

    def grid(
        self, items: Sequence[T], across: int, high: float, gap: float = 8, after: float = 0
    ) -> Iterator[tuple[Rect, T]]:
        """Yield every item with its cell, `across` cells in a row."""
        for start in range(0, len(items), across):
            yield from zip(self.cells(across, high, gap, after), items[start : start + across])

    def even_grid(self, items: Sequence[T], least: float, high: float, gap: float) -> Iterator[tuple[Rect, T]]:
        """Yield every item with its cell, in rows of similar length. No cell is narrower than `least` design pixels if
        several share a row."""
        most = max(1, int((self.wide / theme.scale + gap) // (least + gap)))
        return self.grid(items, -(-len(items) // -(-len(items) // most)), high, gap, 6)

    def flow(self, items: Iterable[tuple[T, float]], high: float, gap: float, after: float) -> Iterator[tuple[Rect, T]]:
        """Yield every item with a rect of its width in real pixels, in as many rows as needed."""
        row = self.row(high, after)
        x = row.x
        for item, wide in items:
            wide = min(self.wide, round(wide))
            if x + wide > row.right:
                row = self.row(high, after)
                x = row.x
            yield Rect(x, row.y, wide, row.h), item
            x += wide + theme.px(gap)

    def space(self, high: float) -> None:
        """Leave room, in design pixels."""
        self.y += theme.px(high)

    def rule(self, after: float = 16) -> None:
        """Add a separator."""
        self.add(Separator(self.row(1, after)))

    def heading(
        self, label: str, right: str = "", colour: Colour | None = None, rule: str = "", hint: str = ""
    ) -> None:
        """Add a section's heading. Its content begins 24 design pixels below."""
        self.add(ColumnHeading(self.row(10, 14), label, right, colour=colour, rule=rule, hint=hint))

    def paragraph(
        self, string: str, colour: Colour | None = None, size: float = 15, rule: str = "", after: float = 6
    ) -> None:
        """Add a paragraph."""
        count = len(lines(string, self.wide, size))
        self.add(Paragraph(self.row(size * 1.4 * count, after), string, colour=colour, size=size, rule=rule))

    def pair(self, head: Piece, words: Piece, tab: int, rule: str = "") -> None:
        """Add a term and its description, in as many lines as necessary."""
        count = len(lines(words[0], self.wide - tab, 15, words[2]))
        self.add(Pair(self.row(20 * count, 4), head, words, tab, rule=rule))


def side_by_side(frame: Rect, least: float, gap: float, strip: float = 20) -> list[Column]:
    """Return one to three columns in a frame. If there are several, none is narrower than `least` design pixels. A
    strip of `strip` design pixels at the right is kept for the bar of a pane."""
    between = theme.px(gap)
    count = max(1, min(3, frame.w // theme.px(least)))
    wide = (frame.w - theme.px(strip) - between * (count - 1)) // count
    return [Column(Rect(frame.x + n * (wide + between), frame.y, wide, frame.h)) for n in range(count)]


def shortest(columns: Sequence[Column]) -> Column:
    """Return the shortest column, the first of several."""
    return min(columns, key=lambda one: one.y)


class ColumnPane(ScrolledPane):
    """A column in a window. `build` fills a column. Content that does not fit is scrolled by wheel, bar or focus."""

    air = 24
    plain = True

    def __init__(
        self,
        name: str,
        build: Callable[[Column], None],
        pad: tuple[float, float] = (16, 16),
        even: bool = False,
        fills: bool = False,
    ) -> None:
        super().__init__(name, fills)
        self.build, self.pad = build, pad
        self.even = even  # true if the content has the same length at every width

    def lay_out(self, rect: Rect) -> Sequence[Widget]:
        """Fill the window again, and return the widgets with their visible part set."""
        strip = self.scroll.bar - 2  # the width of the bar when the content does not fit
        guess = strip if self.even and self.scroll.length > rect.h else 0
        column, length = self._fill(rect, guess)
        if (length > rect.h) != bool(guess):
            column, length = self._fill(rect, 0 if guess else strip)
        return self.take(rect, column.widgets, length)

    def length(self, rect: Rect) -> int:
        """Return the height in real pixels of a window of a width that would show everything."""
        return self._fill(rect, 0)[1]

    def lay_out_whole(self, rect: Rect) -> Sequence[Widget]:
        """Return the widgets if everything fits, otherwise nothing."""
        column, length = self._fill(rect, 0)
        return () if length > rect.h else self.take(rect, column.widgets, length)

    def _fill(self, rect: Rect, strip: float) -> tuple[Column, int]:
        """Return a newly filled column, and its length."""
        across, down = theme.px(self.pad[0]), theme.px(self.pad[1])
        column = Column(Rect(rect.x + across, rect.y + down, rect.w - 2 * across - theme.px(strip), rect.h))
        self.build(column)
        return column, column.y + down // 2 - rect.y
