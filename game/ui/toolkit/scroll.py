"""A window on something longer than itself: wheel, keys, drag bar; no part of the rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.ui.render.shapes import Area, box
from game.ui.render.theme import mix, theme
from game.ui.toolkit.widgets import Widget

POINTER = (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)


class Scroll(Widget):
    """Shows `length` real pixels of content in its rect, `offset` of them passed.

    `draw_content(dst, area)` draws with the clip set; `area` is where the whole content lies, its top above the rect by the
    offset. `children` are widgets whose rects lie within `area` as laid out by `place` (called with `area` before drawing
    and before each event); they hear only what happens inside the rect.
    """

    bar = 10  # design pixels

    def __init__(
        self, rect: Area, length: int, draw_content: Callable[[Surface, Rect], object] | None = None, *,
        step: float = 62, children: Sequence[Widget] = (), place: Callable[[Rect], object] | None = None,
        rule: str = "", hint: str = "", name: str = "",
    ) -> None:  # fmt: skip
        super().__init__(rect, None, rule=rule, hint=hint, name=name)
        self.length, self.draw_content, self.step = length, draw_content, step
        self.children, self.place = list(children), place
        self.offset = 0
        self._grip: int | None = None

    @property
    def most(self) -> int:
        """The largest offset."""
        return max(0, self.length - self.rect.h)

    @property
    def area(self) -> Rect:
        """Where the whole content lies on the screen; the bar keeps its own strip when there is one."""
        wide = self.rect.w - (theme.px(self.bar + 4) if self.most else 0)
        return Rect(self.rect.x, self.rect.y - self.offset, wide, max(self.length, self.rect.h))

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
        """Bar and wheel first, then the children inside, then keys while focused."""
        self.to(self.offset)
        if self.place:
            self.place(self.area)
        if event.type == pygame.MOUSEWHEEL and self.hover:
            return any(c.hover and c.handle(event) for c in self.children) or self.to(self.offset - event.y * theme.px(self.step))
        if self._bar(event):
            return True
        if event.type in POINTER:
            return self._children(event)
        if event.type == pygame.KEYDOWN and self.focused:
            return self._key(event)
        return False

    def _children(self, event: Event) -> bool:
        """Pointer events for what is inside; what was begun inside may end outside."""
        inside = self.rect.collidepoint(event.pos)
        used = super().handle(event) if event.type == pygame.MOUSEMOTION else False
        for child in self.children:
            if inside or child.pressed:
                used = child.handle(event) or used
            elif child.hover:
                child.hover, used = False, True
        return used

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
        """The content, cut to the rect, and the bar if there is more than fits."""
        self.to(self.offset)
        outside = dst.get_clip()
        dst.set_clip(self.rect.clip(outside))
        if self.place:
            self.place(self.area)
        if self.draw_content:
            self.draw_content(dst, self.area)
        for child in self.children:
            if child.rect.colliderect(self.rect):
                child.draw(dst)
        if self.most:
            p, thumb = theme.palette, self.thumb
            lit = self._grip is not None
            box(dst, thumb.inflate(-theme.px(4), 0), mix(p.edge, p.muted, 0.5) if lit else p.edge, 3)
        dst.set_clip(outside)
