"""The list of keys, made from the table that binds them; no part of the rules."""

from __future__ import annotations

from collections.abc import Iterable

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.ui.keys.bindings import Binding, Keys, printed
from game.ui.render.text import fit_text
from game.ui.render.theme import theme
from game.ui.toolkit.blocks import Capitals
from game.ui.toolkit.column import ScrolledPane, shortest, side_by_side
from game.ui.toolkit.page import Page, margin, title
from game.ui.toolkit.parts import key_cap, key_width
from game.ui.toolkit.widgets import Button, Still, Widget

ALWAYS = (
    Binding("", ("Tab", "Shift+Tab"), "next or previous thing on the screen", "Everywhere"),
    Binding("", ("F1",), "the rule of what is pointed at", "Everywhere"),
    Binding("", ("F11",), "full screen", "Everywhere"),
    Binding("", ("Ctrl+Plus", "Ctrl+Minus", "Ctrl+0"), "larger, smaller, after the display", "Everywhere"),
)
LINE = 32  # design pixels


class KeyLine(Still):
    """One line: keys and what they do."""

    def __init__(self, rect: Rect, binding: Binding) -> None:
        super().__init__(rect, rule="table/keys")
        self.binding = binding

    def draw(self, dst: Surface) -> None:
        """Caps at the left, words after them."""
        r, px = self.rect, theme.px
        x = r.x
        for key in self.binding.keys:
            name = printed(key)
            key_cap(dst, (x, r.centery), name, "midleft")
            x += key_width(name) + px(6)
        left = max(x + px(6), r.x + px(150))
        fit_text(dst, self.binding.words, (left, r.centery), r.right - left, 16, theme.palette.text, "r", "midleft")


def key_heading(rect: Rect, name: str) -> Capitals:
    """A group's heading, in the accent."""
    return Capitals(rect, name, colour=theme.accent, anchor="bottomleft", lower=-12)


class KeyList(Page):
    """The keys in columns of groups."""

    subject = "table/keys"

    def __init__(self, keys: Keys) -> None:
        self.pane = ScrolledPane("keys")
        super().__init__(self.pane)
        self.keys = keys

    def lay_out(self, area: Rect) -> Iterable[Widget]:
        """As many columns as there is room for, each group where it is shortest."""
        px, side = theme.px, margin(area)
        frame = Rect(side, px(88), area.w - 2 * side, area.h - px(104))
        columns = side_by_side(frame, 420, 40)
        for name, entries in {**self.keys.groups(), "Everywhere": list(ALWAYS)}.items():
            column = shortest(columns)
            column.add(key_heading(column.row(40), name))
            for one in entries:
                column.add(KeyLine(column.row(LINE), one))
            column.space(8)
        back = Button(Rect(area.w - side - px(110), px(26), px(110), px(40)), "Back", on_press=self.close, cap="Esc")
        return [back, *self.pane.fill(frame, [one for column in columns for one in column.widgets], 16)]

    def key(self, event: Event) -> bool:
        """The key that opened it closes it."""
        if event.key == pygame.K_F2:
            self.close()
            return True
        return False

    def paint(self, dst: Surface) -> None:
        """Ground and title."""
        dst.fill(theme.palette.panel)
        title(dst, dst.get_rect(), "Keys", "Every one can be changed in the settings file.")
