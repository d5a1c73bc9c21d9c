"""A window on something longer than itself: wheel, keys, drag bar; no part of the rules."""

from __future__ import annotations

from dataclasses import dataclass, field

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.ui.render.shapes import box
from game.ui.render.theme import mix, theme
from game.ui.toolkit.widgets import Widget


@dataclass(eq=False)
class Scroll(Widget):
    """The bar and the wheel of `length` real pixels of content seen through its rect, `offset` of them passed."""

    bar, step = 10, 62  # design pixels: its breadth, and how far a turn of the wheel goes

    length: int
    offset: int = field(default=0, init=False)
    _grip: int | None = field(default=None, init=False)

    @property
    def most(self) -> int:
        """The largest offset."""
        return max(0, self.length - self.rect.h)

    def to(self, offset: float) -> bool:
        """Pass so many pixels; True if that is a change."""
        was, self.offset = self.offset, int(max(0, min(self.most, round(offset))))
        return was != self.offset

    def to_end(self) -> None:
        """Show the end, as a list that grows wants it."""
        self.to(self.most)

    def reveal(self, r: Rect) -> None:
        """Move no more than is needed to show a rect of the content, given where it is on the screen now."""
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
        """Bar and wheel first, then keys while focused."""
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
        """The bar, if there is more than fits."""
        self.to(self.offset)
        if self.most:
            p = theme.palette
            fill = p.edge if self._grip is None else mix(p.edge, p.muted, 0.5)
            outside = dst.get_clip()
            dst.set_clip(self.rect.clip(outside))
            box(dst, self.thumb.inflate(-theme.px(4), 0), fill, 3)
            dst.set_clip(outside)
