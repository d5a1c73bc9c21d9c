"""What all full pages share: widgets laid out anew when the window changes, parts that scroll, keys; no part of the rules.

A page implements `lay(area)`, which makes its widgets for a window of that size and returns them in reading order, and
`paint(dst)`, which draws what is no widget. Callbacks of widgets set `self.answer`; Esc and the Back button close the page.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.ui.host.screen import Answer, Pop
from game.ui.host.sound import sounds
from game.ui.render.text import text
from game.ui.render.theme import theme
from game.ui.toolkit.focus import ARROWS, Focus
from game.ui.toolkit.scroll import Scroll
from game.ui.toolkit.widgets import Widget

DOUBLE = 450  # ms between the two presses of a double click
PAGING = (pygame.K_PAGEUP, pygame.K_PAGEDOWN, pygame.K_HOME, pygame.K_END)


@dataclass(eq=False)
class Still(Widget):
    """Something to look at: it can be pointed at, for its rule and hint, but not pressed."""

    focusable = False

    @property
    def hit(self) -> Rect:
        """Exactly what is drawn."""
        return self.rect.clip(self.window) if self.window else self.rect


class ScrolledPane:
    """A part of a page that shows more than fits: widgets laid below one another, seen through a rect."""

    def __init__(self, name: str) -> None:
        self.scroll = Scroll(Rect(0, 0, 1, 1), 0, name=f"{name} scroll")
        self.scroll.focusable = False
        self.widgets: list[Widget] = []
        self._at: list[int] = []  # y of each widget with nothing scrolled away
        self._moved = 0

    @property
    def rect(self) -> Rect:
        """What can be seen."""
        return self.scroll.rect

    def fill(self, rect: Rect, widgets: Sequence[Widget], below: float = 0) -> list[Widget]:
        """Take widgets laid out from the top of `rect` down, `below` design pixels of room after the last of them."""
        self.scroll.rect = Rect(rect)
        self.widgets, self._at = list(widgets), [w.rect.y for w in widgets]
        end = max((w.rect.bottom for w in widgets), default=rect.y)
        self.scroll.length = end - rect.y + theme.px(below)
        self.scroll.to(self.scroll.offset)
        self._moved = -1
        for w in self.widgets:
            w.window = self.rect
        self.place()
        return [self.scroll, *self.widgets]

    def place(self) -> None:
        """Put every widget where the scrolling has it."""
        if self._moved != self.scroll.offset:
            self._moved = self.scroll.offset
            for w, y in zip(self.widgets, self._at):
                w.rect.y = y - self._moved

    def show(self, widget: Widget | None) -> None:
        """Scroll no more than is needed to see a widget of this pane, ring and all."""
        if widget in self.widgets and self.scroll.most and widget is not None:
            air = max(0, min(theme.px(16), self.scroll.rect.h - widget.rect.h))  # what fills the window has none about it
            self.scroll.reveal(widget.rect.inflate(0, air))
            self.place()

    def draw(self, dst: Surface) -> None:
        """Every widget that can be seen, and the bar."""
        self.place()
        outside = dst.get_clip()
        dst.set_clip(self.rect.clip(outside))
        for w in self.widgets:
            if w.rect.colliderect(self.rect):
                w.draw(dst)
        dst.set_clip(outside)
        self.scroll.draw(dst)


class Page:
    """A screen of widgets. `panes` are its scrolling parts; `subject` is the rule that F1 opens on nothing in particular."""

    subject = ""

    def __init__(self) -> None:
        self.focus = Focus()
        self.panes: tuple[ScrolledPane, ...] = ()
        self.answer: Answer = None
        self._laid: tuple[object, ...] = ()
        self._pressed: tuple[object, int] = (None, 0)

    # -- for the pages ---------------------------------------------------------------------------------------------------

    def lay(self, area: Rect) -> Iterable[Widget]:
        """The widgets for a window of that size."""
        return ()

    def paint(self, dst: Surface) -> None:
        """Everything under the widgets."""

    def paint_over(self, dst: Surface) -> None:
        """What lies over the widgets."""

    def key(self, event: Event) -> bool:
        """A key that no widget wanted."""
        return False

    def back(self) -> Answer:
        """What Esc does."""
        return Pop()

    def twice(self, what: object) -> bool:
        """Is this press on a thing the second: by the ring's key at once, by the pointer only as a double click?"""
        now = pygame.time.get_ticks()
        before, self._pressed = self._pressed, (what, now)
        return self.focus.visible or (before[0] is what and now - before[1] <= DOUBLE)

    def ring_chosen(self, kind: type[Widget]) -> bool:
        """The ring goes to the one of a list that is chosen: is there one?"""
        found = next((w for w in self.focus.widgets if isinstance(w, kind) and getattr(w, "chosen", False)), None)
        self.focus.focus(found, True)
        return found is not None

    def relay(self) -> None:
        """Lay everything out anew before it is drawn or used next."""
        self._laid = self._laid[:1]  # for the size it has: a window may have another before it is next drawn

    # -- the screen ------------------------------------------------------------------------------------------------------

    @property
    def moving(self) -> bool:
        """Pages stand still."""
        return False

    def tick(self, seconds: float) -> Answer:
        """Nothing moves."""
        return None

    def fresh(self, size: tuple[int, int] | None = None) -> None:
        """Lay the page out if the window, the scale, the palette or the page itself has changed."""
        if size is None:
            window = pygame.display.get_surface()
            size = self._laid[0] if self._laid else window.get_size() if window else (1280, 800)  # type: ignore[assignment]
        made = (size, theme.scale, theme.palette.name)
        if made != self._laid:
            self._laid = made
            self.focus.replace(self.lay(Rect(0, 0, *size)))  # type: ignore[misc]

    def draw(self, dst: Surface) -> None:
        """Ground, widgets, ring, hint."""
        self.fresh(dst.get_size())
        self.paint(dst)
        inside = {id(w) for pane in self.panes for w in (pane.scroll, *pane.widgets)}
        for w in self.focus.widgets:
            if id(w) not in inside:
                w.draw(dst)
        for pane in self.panes:
            pane.draw(dst)
        self.focus.draw_ring(dst)
        self.paint_over(dst)
        self.focus.draw_hint(dst)

    def handle(self, event: Event) -> Answer:
        """Widgets first, then the keys of the page."""
        self.fresh()
        was, self.answer = self.focus.at, None
        for pane in self.panes:
            pane.place()
        used = self.focus.handle(event)
        if self.answer is not None:
            sounds.play("click")
        if not used and event.type == pygame.KEYDOWN:
            self._own_key(event)
        if self.focus.at is not was and self.focus.visible:
            for w in self.focus.widgets:  # the ring has moved: hints and F1 speak of it until the pointer stirs
                w.hover = False
            for pane in self.panes:
                pane.show(self.focus.at)
        answer, self.answer = self.answer, None
        return answer

    def _own_key(self, event: Event) -> None:
        typing = self.focus.at is not None and self.focus.at.wants_text
        if self.key(event):
            return
        if event.key == pygame.K_ESCAPE:
            self.answer = self.back()
        elif event.key in PAGING and not typing and self.panes:
            self._page(event)
        elif event.key in ARROWS and not typing:
            self.focus.visible = True
            self.focus.towards(*ARROWS[event.key])

    def _page(self, event: Event) -> None:
        """Page keys scroll the pane of what has the ring, or else the first that can be scrolled."""
        mine = [pane for pane in self.panes if self.focus.at in pane.widgets]
        for pane in (*mine, *self.panes):
            if pane.scroll.most:
                pane.scroll.focused = True
                pane.scroll.handle(event)
                pane.scroll.focused = False
                return

    def rule_under(self, at: tuple[int, int]) -> str:
        """The rule of whatever the pointer or the ring is on, or what the page is about."""
        under = self.focus.under()
        return (under.rule if under else "") or self.subject


def margin(area: Rect) -> int:
    """Room at the sides of a page: 64 design pixels, less in a small window."""
    wide = area.w / theme.scale
    return theme.px(64 if wide >= 1500 else 40 if wide >= 1200 else 24)


def title(dst: Surface, area: Rect, words: str, about: str = "") -> None:
    """The head of a page, level with its Back button."""
    x, y = margin(area), theme.px(46)
    at = text(dst, words, (x, y), 30, theme.palette.white, "b", "midleft")
    if about:
        text(dst, about, (at.right + theme.px(20), y + theme.px(3)), 17, theme.palette.muted, "r", "midleft")
