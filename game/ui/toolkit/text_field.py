"""A text field of one line: cursor, selection, clipboard; no part of the rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.core.names import without_hidden
from game.ui.render.shapes import box
from game.ui.render.text import CAP, fit_text, text, width
from game.ui.render.theme import Colour, mix, theme
from game.ui.toolkit.value_fields import ValueField
from game.ui.toolkit.widgets import DOUBLE, Button, Press, Widget

ASIDE = (17, 16, 15, 14, 13)  # text sizes of the words at the right
_kept = ""  # the last text cut, if the machine has no clipboard


def copy(string: str) -> None:
    """Put a string on the clipboard, or if there is none keep it for `paste`."""
    global _kept
    _kept = string
    try:
        pygame.scrap.put_text(string)
    except (pygame.error, AttributeError):
        return


def paste() -> str:
    """Return the clipboard's text on one line, or the last text copied here."""
    try:
        found = pygame.scrap.get_text()
    except (pygame.error, AttributeError):
        found = ""
    return " ".join((found or _kept).split("\n")).replace("\r", "")


@dataclass(eq=False)
class TextField(ValueField):
    """`value` with a cursor; the selection runs from `anchor` to `cursor`.

    Text arrives as TEXTINPUT events. `accepts` filters typed or pasted text, `on_change` is called after an edit,
    `on_enter` on Enter, `on_leave` on Escape, `on_done` with the text once the focus leaves a changed one. `aside` are
    words and a colour at its right, which are left out if the text needs the room. With `may_lack` it has a dashed
    frame while empty. `instead` is shown while nobody types, if it differs from the text. `idle` is a text without
    meaning, which typing replaces.
    """

    wants_text = True

    value: str = ""
    _: KW_ONLY
    on_change: Callable[[str], object] | None = None
    placeholder: str = ""
    on_enter: Press | None = None
    on_leave: Press | None = None
    on_done: Callable[[str], object] | None = None
    accepts: Callable[[str], str] = str
    most: int = 200
    size: float = 17
    weight: str = "s"
    aside: tuple[str, Colour] = ("", (0, 0, 0))
    may_lack: bool = False
    instead: str = ""
    idle: str = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.cursor = self.anchor = len(self.value)
        self._taken = self.value  # the text of which the last callback told
        self._clicks, self._clicked = 0, -DOUBLE  # presses in quick succession, and the time of the last
        self._shift = 0.0  # distance by which the text is scrolled to the left, in real pixels
        # the input method's unfinished text at the cursor, not yet part of the value
        self.composed = ""

    @property
    def chosen(self) -> str:
        """The selected text."""
        return self.value[min(self.cursor, self.anchor) : max(self.cursor, self.anchor)]

    def insert(self, string: str) -> None:
        """Write a string over the selection, up to `most` letters in total. Invisible characters are left out."""
        low, high = sorted((self.cursor, self.anchor))
        string = self.accepts(without_hidden(string))[: max(0, self.most - len(self.value) + high - low)]
        was, self.value = self.value, self.value[:low] + string + self.value[high:]
        self.cursor = self.anchor = low + len(string)
        self._clicks = 0  # a click after typing is a first one
        if (string or self.value != was) and self.on_change:  # writing the same text again counts too
            self.on_change(self.value)

    def write(self, value: str) -> None:
        """Show another value, with the cursor at its end, without a callback."""
        self._taken = value
        if value != self.value:
            self.value = value
            self.cursor = self.anchor = len(value)

    def move(self, to: int, keep: bool) -> None:
        """Move the cursor. With `keep`, extend the selection to it."""
        self.cursor = max(0, min(len(self.value), to))
        if not keep:
            self.anchor = self.cursor

    def on_focus(self) -> None:
        """Select a meaningless text when focused, so that typing replaces it."""
        if self.value == self.idle:
            self.anchor, self.cursor, self.pressed = 0, len(self.value), False

    def on_blur(self) -> None:
        """Take a changed text."""
        if self.on_done and self.value != self._taken:
            self._taken = self.value
            self.on_done(self.value)

    def _word(self, by: int) -> int:
        """Return the start of the next word in a direction."""
        i = self.cursor
        while 0 <= i + min(by, 0) < len(self.value) and self.value[i + min(by, 0)] == " ":
            i += by
        while 0 <= i + min(by, 0) < len(self.value) and self.value[i + min(by, 0)] != " ":
            i += by
        return i

    def _erase(self, by: int, word: bool) -> None:
        if self.cursor == self.anchor:
            self.cursor = max(0, min(len(self.value), self._word(by) if word else self.cursor + by))
        self.insert("")

    def handle(self, event: Event) -> bool:
        """Handle keys with the focus. A click sets the cursor, a drag selects, a double click selects a word, and a
        third one everything."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self.hit.collidepoint(event.pos):
            self._click(self.index_at(event.pos[0]), bool(pygame.key.get_mods() & pygame.KMOD_SHIFT))
            return True
        if event.type == pygame.MOUSEMOTION and self.pressed:
            self.move(self.index_at(event.pos[0]), True)
            return True
        if event.type == pygame.MOUSEBUTTONUP and self.pressed:
            self.pressed = False
            return True
        if self.focused and self.enabled and event.type in (pygame.TEXTINPUT, pygame.TEXTEDITING):
            self.composed = event.text if event.type == pygame.TEXTEDITING else ""
            if event.type == pygame.TEXTINPUT:
                self.insert(event.text)
            return True
        if self.focused and self.enabled and event.type == pygame.KEYDOWN:
            return bool(self.composed) or self._key(event)  # keys belong to the input method until it is done
        return super().handle(event) if event.type == pygame.MOUSEMOTION else False

    def _click(self, at: int, keep: bool) -> None:
        now, same = pygame.time.get_ticks(), at == self.cursor or bool(self.chosen)
        self._clicks = self._clicks + 1 if same and not keep and now - self._clicked <= DOUBLE else 1
        self._clicked, self.pressed = now, self.enabled and self._clicks == 1
        if self._clicks == 1:
            self.move(at, keep)
            return
        low = self.value.rfind(" ", 0, at) + 1 if self._clicks == 2 else 0
        high = self.value.find(" ", at) if self._clicks == 2 else -1
        self.anchor, self.cursor = low, high if high >= 0 else len(self.value)

    def _key(self, event: Event) -> bool:
        """Move, erase, and use the clipboard. Return whether the key was used. Letters count as used, because their
        TEXTINPUT follows. Alt with an arrow is left to the page."""
        if event.mod & pygame.KMOD_ALT and event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            return False
        shift, ctrl = bool(event.mod & pygame.KMOD_SHIFT), bool(event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META))
        low, high = sorted((self.cursor, self.anchor))
        at_end = low != high and not shift and not ctrl
        moves = {
            pygame.K_LEFT: low if at_end else self._word(-1) if ctrl else self.cursor - 1,
            pygame.K_RIGHT: high if at_end else self._word(1) if ctrl else self.cursor + 1,
            pygame.K_HOME: 0,
            pygame.K_END: len(self.value),
        }
        if event.key in moves:
            self.move(moves[event.key], shift)
        elif event.key in (pygame.K_BACKSPACE, pygame.K_DELETE):
            self._erase(-1 if event.key == pygame.K_BACKSPACE else 1, ctrl)
        elif ctrl and event.key in (pygame.K_a, pygame.K_c, pygame.K_x, pygame.K_v):
            self._clip(event.key)
        elif event.key in (pygame.K_RETURN, pygame.K_KP_ENTER) and self.on_enter:
            self.on_enter()
        elif event.key == pygame.K_ESCAPE and self.on_leave:
            self.on_leave()
        else:
            return not ctrl and bool(getattr(event, "unicode", "")) and event.unicode.isprintable()
        return True

    def _clip(self, key: int) -> None:
        if key == pygame.K_a:
            self.anchor, self.cursor = 0, len(self.value)
        elif key == pygame.K_v:
            self.insert(paste())
        elif self.chosen:
            copy(self.chosen)
            if key == pygame.K_x:
                self.insert("")

    def _x(self, index: int) -> float:
        """Return the x of a letter, in real pixels from the start of the text."""
        return width(self.value[:index], self.size, self.weight)

    @property
    def inner(self) -> Rect:
        """The rect of the text."""
        return self.frame.inflate(-theme.px(24), 0)

    def room_beside(self, shown: str) -> float:
        """Return the real pixels at the right of the shown text."""
        return self.inner.w - width(shown or self.placeholder, self.size, self.weight) - theme.px(16)

    def holds_beside(self, words: str) -> bool:
        """Return whether words fit at the right of the text now shown."""
        shown = self.value if self.focused and self.enabled else self.instead or self.value
        return width(words, ASIDE[-1], "s") <= self.room_beside(shown)

    def index_at(self, x: float) -> int:
        """Return the index between letters nearest to an x on the screen."""
        inside = x - self.inner.x + self._shift
        return min(range(len(self.value) + 1), key=lambda i: abs(self._x(i) - inside))

    def draw(self, dst: Surface) -> None:
        """Draw frame, selection, text and cursor. The text is scrolled so that the cursor is visible, or without one
        starts at its beginning."""
        p, px, f, inner = theme.palette, theme.px, self.frame, self.inner
        self.draw_label(dst)
        active = self.focused and self.enabled
        edge = theme.accent if active and not (self.why_not or self.wrong) else self.edge
        if self.may_lack and not (self.value or active):
            self.draw_unset(dst)
        else:
            box(dst, f, p.well if self.enabled else p.panel, 6, 255, edge, 2 if active else 1)
        typed = self.value[: self.cursor] + self.composed + self.value[self.cursor :]
        shown = typed if active else self.instead or self.value
        begun = self._x(self.cursor)
        at = width(shown[: self.cursor + len(self.composed)], self.size, self.weight) if active else begun
        beyond = width(shown, self.size, self.weight) - inner.w + px(4)
        self._shift = max(0.0, min(self._shift, at, beyond), at - inner.w + px(4)) if active else 0.0
        outside, x = dst.get_clip(), inner.x - self._shift
        dst.set_clip(inner.inflate(px(6), 0).clip(outside))
        high = px(CAP * self.size * 2)
        if active and self.cursor != self.anchor:
            low, up = sorted((self._x(self.cursor), self._x(self.anchor)))
            dst.fill(mix(theme.accent, p.ink, 0.6), (round(x + low), f.centery - high // 2, round(up - low), high))
        if shown:
            text(dst, shown, (x, f.centery), self.size, self.ink, self.weight, "midleft")
        elif self.placeholder:
            text(dst, self.placeholder, (x, f.centery), 15, p.faint, "r", "midleft")
        if active and self.composed:
            dst.fill(self.ink, (round(x + begun), f.centery + high // 2, max(1, round(at - begun)), max(1, px(1))))
        if self.aside[0] and (room := self.room_beside(shown)) > px(60):
            fit_text(dst, self.aside[0], inner.midright, room, ASIDE, self.aside[1], "s", "midright")
        if active:
            # an input method opens its list beside it
            pygame.key.set_text_input_rect(Rect(round(x + at), f.y, 1, f.h))
            dst.fill(theme.accent, (round(x + at), f.centery - high // 2, max(1, px(1.6)), high))
        dst.set_clip(outside)


def path_row(
    r: Rect,
    path: str,
    on_change: Callable[[str], object],
    on_enter: Press,
    *,
    label: str,
    label_width: float,
    placeholder: str,
    button: str,
    rule: str,
) -> list[Widget]:
    """Return a field for a path to type, paste or drop, and the button that takes it."""
    gap, wide = theme.px(14), theme.px(150)
    field = TextField(
        Rect(r.x, r.y, r.w - wide - gap, r.h),
        path,
        on_change=on_change,
        label=label,
        label_width=label_width,
        name="path",
        placeholder=placeholder,
        on_enter=on_enter,
        most=2000,
        rule=rule,
    )
    return [field, Button(Rect(r.right - wide, r.y, wide, r.h), button, on_press=on_enter, name=button.lower())]
