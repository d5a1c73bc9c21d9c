"""Keyboard focus on widgets: Tab, Shift+Tab, the arrows, and the ring that shows it; no part of the rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.ui.render.shapes import focus_ring
from game.ui.render.theme import theme
from game.ui.toolkit.parts import hint
from game.ui.toolkit.widgets import Widget

ARROWS = {pygame.K_LEFT: (-1, 0), pygame.K_RIGHT: (1, 0), pygame.K_UP: (0, -1), pygame.K_DOWN: (0, 1)}
POINTER = (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.MOUSEWHEEL)


class Focus:
    """The widgets of a screen in reading order and the focused one (`at`, or None). The ring is shown once a walking
    key was used (`visible`), until the next press of the pointer."""

    def __init__(self, widgets: Iterable[Widget] = ()) -> None:
        self.widgets: list[Widget] = list(widgets)
        self.at: Widget | None = None
        self.visible = False
        self._pointed: tuple[int, int] | None = None
        self._gone = 0  # former index of a focused widget that no longer exists
        self._typed = False  # true if something was typed into the focused widget
        # true if a walking key was used after the pointer last moved, so that keys are meant for the focused widget
        self._walked = False

    def replace(self, widgets: Iterable[Widget]) -> None:
        """Take the widgets of a rebuilt screen. Focus, hover and a press stay with the widget of the same name. A
        widget that has moved away from under the pointer, such as a scrolled one, is no longer hovered."""
        before = {w.name: w for w in self.widgets if w.name}
        old, ring, gone, self.widgets = self.at, self._ring(), self._gone, list(widgets)
        for w in self.widgets:
            if w.name in before:
                there = self._pointed is None or w.hit.collidepoint(self._pointed)
                w.hover, w.pressed = before[w.name].hover and there, before[w.name].pressed
        self.focus(next((w for w in self.widgets if old and old.name and w.name == old.name and w.focusable), None))
        if self.at is None:
            self._gone = ring.index(old) if old in ring and self.visible else gone

    def focus(self, widget: Widget | None, visible: bool | None = None) -> None:
        """Focus a widget, or none."""
        for w in {id(w): w for w in (*self.widgets, self.at) if w}.values():
            w.focused = w is widget
        self._typed = self._typed and widget is self.at
        before, self.at, self._gone = self.at, widget, 0
        if before is not None and (widget is None or (widget is not before and widget.name != before.name)):
            before.on_blur()
        if widget is not None and widget is not before:
            widget.on_focus()
        if visible is not None:
            self.visible = self._walked = visible

    def _ring(self) -> list[Widget]:
        return [w for w in self.widgets if w.focusable]

    def step(self, by: int) -> None:
        """Move the focus by a number of widgets, cyclically. Disabled ones are included, because their reason is shown
        there."""
        ring = self._ring()
        if ring:
            now = ring.index(self.at) if self.at in ring else self._gone - (by > 0)
            self.focus(ring[(now + by) % len(ring)], True)

    def towards(self, dx: int, dy: int) -> None:
        """Focus the nearest widget in a direction. If there is none, focus the next or previous one in order."""
        if self.at is None:
            self.step(1 if dx + dy > 0 else -1)
            return
        best, best_far = None, float("inf")
        for w in self._ring():
            far = self._far(w, dx, dy)
            if w is not self.at and far is not None and far < best_far:
                best, best_far = w, far
        if best:
            self.focus(best, True)
        else:
            self.step(1 if dx + dy > 0 else -1)

    def _far(self, w: Widget, dx: int, dy: int) -> float | None:
        """Return the distance of a widget in a direction; None if it is elsewhere. Distance sideways counts three
        times."""
        assert self.at is not None
        a, b = self.at.rect, w.rect
        ahead = (b.centerx - a.centerx) * dx + (b.centery - a.centery) * dy
        gap = max(0, b.left - a.right, a.left - b.right) if dy else max(0, b.top - a.bottom, a.top - b.bottom)
        side = abs(b.centerx - a.centerx) if dy else abs(b.centery - a.centery)
        clear = {
            (1, 0): b.left - a.right,
            (-1, 0): a.left - b.right,
            (0, 1): b.top - a.bottom,
            (0, -1): a.top - b.bottom,
        }[dx, dy]
        if ahead <= 0 or clear < -min(a.w if dx else a.h, b.w if dx else b.h) / 2:
            return None
        return ahead + 3 * gap + 0.2 * side

    def handle(self, event: Event) -> bool:
        """Pass an event to the widgets. Return whether something must be drawn again."""
        if event.type in POINTER:
            return self._pointer(event)
        if self.at and not self.visible and not self.at.wants_text and self._capped(event):
            return True  # after a click there is no ring to claim the key for another widget
        if self.at and self.at.handle(event):
            self._typed |= event.type == pygame.TEXTINPUT
            return True
        if event.type != pygame.KEYDOWN:
            return event.type == pygame.KEYUP and self._all(event)
        if event.key == pygame.K_TAB and not event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT):
            self.step(-1 if event.mod & pygame.KMOD_SHIFT else 1)
            return True
        if not (self.at and self.at.wants_text):
            if self._capped(event):
                return True
            if event.key in ARROWS and self.at and self.visible and not event.mod & pygame.KMOD_ALT:
                self.towards(*ARROWS[event.key])
                return True
        return False

    def _capped(self, event: Event) -> bool:
        """Return whether an event is the key of some widget."""
        return any(w.shortcut(event) for w in self.widgets)

    def _all(self, event: Event) -> bool:
        """Pass an event to every widget, used or not, because hovering and holding must end somewhere."""
        used = [w.handle(event) for w in self.widgets]
        return any(used)

    def _pointer(self, event: Event) -> bool:
        if event.type == pygame.MOUSEMOTION and event.pos != self._pointed:
            self._pointed, self._walked = event.pos, False
        if event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONUP):
            return self._all(event)
        for w in reversed(self.widgets):  # the last drawn is on top
            if w.handle(event):
                if event.type == pygame.MOUSEBUTTONDOWN and w.focusable:
                    self.focus(w, False)
                return True
        if event.type == pygame.MOUSEBUTTONDOWN:
            self.focus(None, False)
        return False

    def draw_ring(self, dst: Surface) -> None:
        """Draw the ring, clipped to the window through which its widget is seen."""
        if self.at is None or not self.visible:
            return
        outside = dst.get_clip()
        if self.at.window:
            dst.set_clip(self.at.window.inflate(theme.px(14), theme.px(14)).clip(outside))
        focus_ring(dst, self.at.rect)
        dst.set_clip(outside)

    def under(self) -> Widget | None:
        """Return the widget under the pointer, or the focused one, whichever was used last. It is the subject of F1 and
        hints."""
        if self.at and self.visible and self._walked:
            return self.at
        over = next((w for w in reversed(self.widgets) if w.hover), None)
        return over or (self.at if self.visible else None)

    @property
    def rule(self) -> str:
        """The rule of the widget under the pointer or focus. If it has none and is in a pane, it is that of the nearest
        row above, or else below."""
        at = self.under()
        if at is None or at.rule:
            return at.rule if at else ""
        y = self._pointed[1] if self._pointed and not self._walked else at.rect.centery
        pane = at.window or at.rect
        ruled = [w for w in self.widgets if w.rule and w.window == pane and w.rect.colliderect(pane)]
        near = min(ruled, key=lambda w: (w.rect.top > y, abs(w.rect.top - y)), default=None)
        return near.rule if near else ""

    def hint_target(self) -> Widget | None:
        """Return the widget with the hint, which is under the pointer or focus; None if it should have none. A line
        being typed in has none, because the hint would cover the answer, nor has a drop target."""
        w = self.under()
        typing = w is not None and w is self.at and w.wants_text and (self._typed or not self.visible)
        dragged = any(one.pressed and one is not w for one in self.widgets)
        return None if typing or dragged else w

    def draw_hint(self, dst: Surface, kept: Sequence[Rect] | None = None) -> bool:
        """Draw the hint. Return whether there was one. It keeps off `kept`, by default all visible widgets, unless its
        widget sets its place."""
        w = self.hint_target()
        why = w.reason_to_hint if w else ""
        if w is None or not (w.hint_now or why) or not w.hit:  # the widget is scrolled out of its window
            return False
        close = kept is None and w.hint_by == w.rect
        if kept is None:
            counted = [*self.widgets, *(one for one in self.widgets if one.focusable)]  # pressed widgets count twice
            shown = [one.rect.clip(one.window) if one.window else one.rect for one in counted]
            kept = shown if close else ()
        hint(dst, w.hint_by, w.hint_now, why, w.rule, kept=kept, close=close)
        return True
