"""The base of full pages: widgets laid out again when the window changes, scrolling parts, keys; no part of the rules.

A page implements `lay_out(area)`, which returns its widgets for a window of that size in reading order, and
`paint(dst)`, which draws the rest. Callbacks of widgets set `self.answer`. Esc and the Back button close the page.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.ui.host.screen import Answer, Pop
from game.ui.host.sound import sounds
from game.ui.render.backdrop import quiet
from game.ui.render.text import text
from game.ui.render.theme import theme
from game.ui.toolkit.column import ScrolledPane
from game.ui.toolkit.focus import ARROWS, Focus
from game.ui.toolkit.widgets import DOUBLE, Button, Widget

ENTER = (pygame.K_RETURN, pygame.K_KP_ENTER)
PAGING = (pygame.K_PAGEUP, pygame.K_PAGEDOWN, pygame.K_HOME, pygame.K_END)


class Page:
    """A screen of widgets. `panes` are its scrolling parts. `subject` is the rule that F1 opens by default. If a page
    has a list with one chosen row, `rows` is its class, `row_keys` are the keys that lead into the list, and
    `on_row_focus` is called with the focused row."""

    subject = ""
    rows: type[Widget] | None = None
    row_keys: tuple[int, ...] = (pygame.K_UP, pygame.K_DOWN)

    def __init__(self, *panes: ScrolledPane) -> None:
        self.focus = Focus()
        self.panes = panes
        self.answer: Answer = None
        self._laid: tuple[object, ...] = ()
        self._pressed: tuple[object, int] = (None, 0)

    # -- for the pages -------------------------------------------------------------------------------------------------

    def lay_out(self, area: Rect) -> Iterable[Widget]:
        """Return the widgets for a window of the given size in real pixels."""
        return ()

    def titles(self, area: Rect) -> tuple[str, str]:
        """Return the heading of the page, and a few words beside it."""
        return "", ""

    def paint(self, dst: Surface) -> None:
        """Draw everything under the widgets: ground and heading."""
        area = dst.get_rect()
        dst.blit(quiet(area.size), (0, 0))
        title(dst, area, *self.titles(area))

    def on_row_focus(self, row: Any) -> None:
        """Use the newly focused row of the list."""

    def paint_over(self, dst: Surface) -> None:
        """Draw the layer above the widgets."""

    def key(self, event: Event) -> bool:
        """Use a key that no widget used. Return whether it was used."""
        return False

    def enter(self) -> bool:
        """Act on Enter while nothing is focused. Return False if it does nothing."""
        return False

    def back(self) -> Answer:
        """Return the answer to Esc."""
        return Pop()

    def close(self) -> None:
        """Act on the button in the heading."""
        self.answer = self.back()

    def close_button(self, area: Rect, label: str = "Back", *, kind: str = "plain", wide: float = 140) -> Button:
        """Return the button at the upper right, `wide` design pixels wide."""
        px = theme.px
        place = Rect(area.right - margin(area) - px(wide), px(24), px(wide), px(44))
        return Button(place, label, on_press=self.close, kind=kind, cap="Esc")

    def twice(self, what: object) -> bool:
        """Return whether this press counts as the second one on a thing. A key counts at once, a press of the pointer
        only as part of a double click."""
        now = pygame.time.get_ticks()
        before, self._pressed = self._pressed, (what, now)
        return self.focus.visible or (before[0] is what and now - before[1] <= DOUBLE)

    def relay(self) -> None:
        """Lay everything out again before it is next drawn or used."""
        self._laid = self._laid[:1]  # keep only the size: a window may have another when it is next drawn

    # -- the screen ----------------------------------------------------------------------------------------------------

    @property
    def backdrop(self) -> str:
        """The backdrop of the page's board; empty if it has none."""
        return ""

    @property
    def moving(self) -> bool:
        return False

    def tick(self, seconds: float) -> Answer:
        return None

    def fresh(self, size: tuple[int, int] | None = None) -> None:
        """Lay the page out if the window, the scale, the palette or the page itself has changed."""
        if size is None:
            window = pygame.display.get_surface()
            size = self._laid[0] if self._laid else window.get_size() if window else (1280, 800)  # type: ignore[assignment]
        theme.backdrop = self.backdrop
        made = (size, theme.scale, theme.palette.name)
        if made != self._laid:
            self._laid = made
            self.focus.replace(self.lay_out(Rect(0, 0, *size)))  # type: ignore[misc]

    def draw(self, dst: Surface) -> None:
        """Draw ground, widgets, ring and hint."""
        self.draw_plain(dst)
        self.focus.draw_ring(dst)
        self.paint_over(dst)
        self.focus.draw_hint(dst)

    def draw_plain(self, dst: Surface) -> None:
        """Draw ground and widgets only, as they are seen behind a plate."""
        self.fresh(dst.get_size())
        self.paint(dst)
        inside = {id(w) for pane in self.panes for w in (pane.scroll, *pane.widgets)}
        for w in self.focus.widgets:
            if id(w) not in inside:
                w.draw(dst)
        for pane in self.panes:
            pane.draw(dst)

    def handle(self, event: Event) -> Answer:
        """Pass an event to widgets first, then to the keys of the page."""
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
            for w in self.focus.widgets:  # hints and F1 follow the ring until the pointer moves
                w.hover = False
            for pane in self.panes:
                pane.show(self.focus.at)
        answer, self.answer = self.answer, None
        at = self.focus.at
        if self.rows and self.focus.visible and answer is None and isinstance(at, self.rows):
            self.on_row_focus(at)
        return answer

    def _into_list(self, event: Event) -> bool:
        """Focus the chosen row on the first arrow. Return whether there is one."""
        if not self.rows or self.focus.at or event.key not in self.row_keys:
            return False
        found = (w for w in self.focus.widgets if isinstance(w, self.rows) and getattr(w, "chosen", False))
        self.focus.focus(next(found, None), True)
        return self.focus.at is not None

    def _own_key(self, event: Event) -> None:
        typing = self.focus.at is not None and self.focus.at.wants_text
        if typing and is_letter(event):
            return  # its TEXTINPUT follows, or has been used by an input method
        if self.key(event) or self._into_list(event):
            return
        if event.key in ENTER and self.focus.at is None and self.enter():
            return
        if event.key == pygame.K_ESCAPE:
            self.answer = self.back()
        elif event.key in PAGING and not typing and self.panes:
            self._page(event)
        elif event.key in ARROWS and not typing:
            self.focus.visible = True
            self.focus.towards(*ARROWS[event.key])

    def _page(self, event: Event) -> None:
        """Scroll the pane with the focus on page keys, or else the first one that can be scrolled."""
        mine = [pane for pane in self.panes if self.focus.at in pane.widgets]
        for pane in (*mine, *self.panes):
            if pane.scroll.most:
                pane.scroll.focused = True
                pane.scroll.handle(event)
                pane.scroll.focused = False
                return

    def rule_under(self, at: tuple[int, int]) -> str:
        """Return the rule under the pointer or focus, or the subject of the page."""
        under = self.focus.under()
        return (under.rule if under else "") or self.subject


def is_letter(event: Event) -> bool:
    """Return whether a key writes a letter on this keyboard."""
    return not event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META | pygame.KMOD_ALT) and 33 <= event.key < 127


def margin(area: Rect) -> int:
    """Return the side margins of a page: 64 design pixels, less in a small window."""
    wide = area.w / theme.scale
    return theme.px(64 if wide >= 1500 else 40 if wide >= 1200 else 24)


def title(dst: Surface, area: Rect, words: str, about: str = "") -> None:
    """Write the heading of a page, level with its Back button."""
    x, y = margin(area), theme.px(46)
    at = text(dst, words, (x, y), 30, theme.palette.white, "b", "midleft")
    if about:
        text(dst, about, (at.right + theme.px(20), y + theme.px(3)), 17, theme.palette.muted, "r", "midleft")
