"""The layout of the parts of a demonstration, and the bar over them; no part of the rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import pygame
from pygame import Rect

from game.ui.render.text import caps_width, width
from game.ui.render.theme import theme
from game.ui.toolkit.blocks import Capitals, TitleLines
from game.ui.toolkit.parts import key_width
from game.ui.toolkit.widgets import Button, Widget

TOP, LARGER = 64, 110  # design pixels: height of the bar, and what large captions add


@dataclass(frozen=True, slots=True)
class DemonstrationLayout:
    """The parts as rects in real pixels. `small` and `low` mean that the window is narrow, or low, in design pixels."""

    window: Rect
    top: Rect
    board: Rect
    caption: Rect
    column: Rect
    small: bool
    low: bool

    @property
    def words(self) -> Rect:
        """The rect of the caption's lines."""
        px, r = theme.px, self.caption
        return Rect(r.x + px(24), r.y + px(10), r.w - px(48), self.buttons.y - px(8) - r.y - px(10))

    @property
    def buttons(self) -> Rect:
        """The row of buttons and stations under the lines."""
        px, r = theme.px, self.caption
        high = px(36 if self.low else 48)
        return Rect(r.x + px(24), r.bottom - px(12 if self.low else 26) - high, r.w - px(48), high)


def demonstration_layout(size: tuple[int, int], big: bool = False) -> DemonstrationLayout:
    """Return the layout for a window of the given size in real pixels. With `big`, captions take more of it."""
    px, (wide, high) = theme.px, size
    across, down = wide / theme.scale, high / theme.scale
    column = px(432 if across >= 1600 else 360 if across >= 1180 else 288 if across >= 1000 else 248)
    foot = px((204 if down >= 960 else 164 if down >= 620 else 146) + (LARGER if big else 0))
    top = px(TOP)
    return DemonstrationLayout(
        Rect(0, 0, wide, high),
        Rect(0, 0, wide, top),
        Rect(0, top, wide - column, high - top - foot),
        Rect(0, high - foot, wide - column, foot),
        Rect(wide - column, top, column, high - top),
        across < 1180,
        down < 960,
    )


def head(
    layout: DemonstrationLayout,
    titles: tuple[str, str],
    rule: str,
    place: tuple[int, int],
    do: Callable[[str], object],
    leave: str,
    film: bool = False,
) -> list[Widget]:
    """Return the widgets of the bar. `titles` are those of the demonstration and of the rule at the address `rule`,
    `place` is number and count, `leave` names the screen that Esc leads to. `film`: a film can be written of it."""
    px, top, y, high = theme.px, layout.top, theme.px(12), theme.px(40)
    gallery = _button(leave, "Esc", "leave", do, pygame.K_ESCAPE, high)
    gallery.rect.topright = top.right - px(16), y
    over = _button("Take over in the sandbox" if not layout.small else "Take over", "T", "over", do, pygame.K_t, high)
    over.rect.topright = (layout.board.right - px(16) if not layout.small else gallery.rect.x - px(12)), y
    over.rect.right = min(over.rect.right, gallery.rect.x - px(12))
    wide = top.w >= px(1440)
    read = _button("Read the rule" if wide else "The rule" if not layout.small else "Rule", "F1", "read", do, 0, high)
    read.enabled, read.why_not = bool(rule), "it names no rule"
    title_wide = min(px(260 if wide else 240), round(max(width(titles[0], 22, "b"), width(titles[1], 15))) + px(8))
    rest = over.rect.x - px(16) - px(16) - read.rect.w - px(16)
    room = Rect(px(16), 0, max(px(80), min(title_wide, rest)), top.h)
    whole = width(titles[0], 22, "b") <= room.w
    title = TitleLines(room, *titles, sizes=((22, 20, 18), (15, 14, 13)), rule=rule, hint="" if whole else titles[0])
    read.rect.topleft = title.rect.right + px(20), y
    filmed = _button("Film", "V", "film", do, 0, high)
    filmed.hint, filmed.rect.topright = "write it as a film", (gallery.rect.x - px(12), y)
    found = [filmed] if film and filmed.rect.x >= over.rect.right + px(12) else []
    return [title, read, *_numbers(read.rect.right + px(24), over.rect.x - px(12), y, place, do), over, *found, gallery]


def _numbers(x: int, right: int, y: int, place: tuple[int, int], do: Callable[[str], object]) -> list[Widget]:
    """Return number and count between two arrows, as far as there is room."""
    px, (number, count) = theme.px, place
    if count < 2 or right - x < px(92):
        return []
    words = f"demonstration {number} of {count}"
    room = right - x - px(92) - px(24) - px(4)
    if round(caps_width(words)) > room:
        words = f"{number} of {count}"
    if round(caps_width(words)) > room:
        return []
    wide = round(caps_width(words)) + px(4)
    before = Button(
        Rect(x, y, px(36), px(40)),
        "",
        on_press=partial(do, "earlier"),
        sign="left",
        name="earlier",
        key=pygame.K_PAGEUP,
        enabled=number > 1,
        why_not="this is the first",
        hint="the demonstration before (Page Up)",
    )
    label = Capitals(Rect(before.rect.right + px(12), y, wide, px(40)), words)
    after = Button(
        Rect(label.rect.right + px(12), y, px(36), px(40)),
        "",
        on_press=partial(do, "later"),
        sign="right",
        name="later",
        key=pygame.K_PAGEDOWN,
        enabled=number < count,
        why_not="this is the last",
        hint="the next demonstration (Page Down)",
    )
    return [before, label, after]


def _button(label: str, cap: str, name: str, do: Callable[[str], object], key: int, high: int) -> Button:
    wide = round(width(label, 16, "s")) + key_width(cap) + theme.px(52)
    return Button(Rect(0, 0, wide, high), label, on_press=partial(do, name), cap=cap, name=name, key=key)
