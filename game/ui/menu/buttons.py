"""Buttons of the menu, and cards of the games. They load no game and name none."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import pygame
from pygame import Rect, Surface

from game.ui.render.shapes import box, emblem, mark, stamp
from game.ui.render.text import fit, fit_text, lines, text, width
from game.ui.render.theme import mix, theme
from game.ui.toolkit.parts import key_cap, key_width
from game.ui.toolkit.widgets import Button, Widget, shades

if TYPE_CHECKING:
    from game.systems import Titled


class MenuButton(Button):
    """A plain row of the menu: label, a few words, its key. A `sign` says that its words are news."""

    def draw(self, dst: Surface) -> None:
        """Draw it as a button, on the ground of a panel."""
        px, r, p = theme.px, self.rect, theme.palette
        edge = mix(p.edge, p.muted, 0.35) if self.hover else p.line
        box(dst, r, p.raised if self.hover or self.pressed else p.panel, 8, 255, edge)
        ink, size = p.white if self.hover else p.text, self.size if r.h >= px(40) else 16
        left, right = r.x + px(18 if r.w > px(160) else 12), r.right - px(14 if r.w > px(160) else 8)
        if self.sign:
            stamp(dst, mark(self.sign, p.yellow, 16), (left + px(7), r.centery))
            left += px(22)
        if width(self.label, size, "s") + key_width(self.cap) + px(8) <= right - left:
            right = key_cap(dst, (right, r.centery), self.cap).x - px(14)
        beside = right - left - width(self.label, size, "s") - px(14)
        below = r.h >= px(56) and bool(self.note) and width(self.note, 15) > beside
        sizes = (size, *(less for less in (15, 14, 13, 12) if less < size))
        ink_of_note = p.yellow if self.sign else p.muted
        fit_text(dst, self.label, (left, r.centery - px(12 if below else 0)), right - left, sizes, ink, "s", "midleft")
        if below:
            fit_text(dst, self.note, (left, r.centery + px(12)), right - left, 15, ink_of_note, "r", "midleft")
        elif self.note and width(self.note, 15) <= beside:
            text(dst, self.note, (right, r.centery), 15, ink_of_note, "r", "midright")


class SystemCard(Widget):
    """A game. If it is the only one, its card is a banner over the whole width, with its contents at the right.
    `brief`: beside many others it shows only its name, and its description as a hint."""

    def __init__(
        self,
        rect: Rect,
        system: Titled,
        index: int,
        chosen: bool,
        on_press: Callable[[], object],
        brings: str = "",
        brief: bool = False,
    ) -> None:
        hint = system.about if brief else ""
        super().__init__(
            rect, on_press=on_press, name=f"system {system.key}", key=pygame.K_1 + index if index < 9 else 0, hint=hint
        )
        self.system, self.index, self.chosen, self.brings, self.brief = system, index, chosen, brings, brief
        self.size = self._fitting()

    @property
    def _narrow(self) -> bool:
        """Return whether there is no room for the emblem."""
        return self.rect.w < theme.px(250)

    def _fitting(self) -> int:
        """Return the size of type in which the name fits."""
        name = self.system.title
        sizes = (size for size in (20, 18, 17, 16, 15) if width(name, size, "b") <= self._room)
        return next(sizes, self._in_rows() if self.brief else 13)

    def _in_rows(self) -> int:
        """Return the size of type in which no word of the name is wider than the card."""
        words, sizes = self.system.title.split(), (15, 14, 13)
        return next((size for size in sizes if max(width(one, size, "b") for one in words) <= self._room), 12)

    @property
    def _room(self) -> float:
        """The width for the name, in real pixels."""
        return self.rect.w - theme.px((14 if self._narrow else 72) + 18) - key_width(str(self.index + 1))

    def _name(self) -> list[str]:
        """Return the name in one line, or in two on a narrow card that shows only the name."""
        name = self.system.title
        return (
            lines(name, self._room, self.size, "b")
            if self.brief and width(name, self.size, "b") > self._room
            else [name]
        )

    def draw(self, dst: Surface) -> None:
        """Draw emblem, name and description."""
        px, r, p = theme.px, self.rect, theme.palette
        fill, edge, _ = shades("on" if self.chosen else "plain", self.enabled, self.hover, self.pressed)
        lit = self.enabled and (self.chosen or self.hover)
        ink = p.white if lit else p.text if self.enabled else p.faint
        box(dst, r, fill if lit else p.panel, 8, 255, edge if lit else p.line, 2 if self.chosen else 1)
        if not self._narrow:
            sign = emblem(self.system.emblem, theme.accent if self.chosen else p.muted, 40 if r.h >= px(60) else 30)
            stamp(dst, sign, (r.x + px(38), r.centery))
        left, right = r.x + px(14 if self._narrow else 72), r.right - px(16)
        tall = r.h >= px(76) and not self.brief
        if not self.brings:
            right = key_cap(dst, (r.right - px(10), r.y + px(20) if tall else r.centery), str(self.index + 1)).x - px(8)
        elif right - left > px(560):
            at = text(dst, self.brings, (right, r.centery), 15, p.muted, "r", "midright")
            right = at.x - px(20)
        drop = 0 if self.brief else px(15) if tall else px(12)
        rows = self._name()
        for index, row in enumerate(rows):
            y = r.centery - drop + px(self.size + 3 if len(rows) > 1 else 19) * (index - (len(rows) - 1) / 2)
            text(dst, fit(row, right - left, self.size, "b"), (left, y), self.size, ink, "b", "midleft")
        if self.brief:
            return
        room = (right if self.brings else r.right - px(14)) - left
        fit_text(dst, self.system.about, (left, r.centery + drop - px(1)), room, 15, p.muted, "r", "midleft")


def alike(cards: Sequence[SystemCard]) -> Sequence[SystemCard]:
    """Return cards side by side, with their names in the same size."""
    least = min((one.size for one in cards), default=0)
    for one in cards:
        one.size = least
    return cards
