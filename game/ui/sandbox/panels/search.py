"""A line that searches part of the sandbox, with a glass at the left and its key at the right while empty; no part of
the rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from pygame import Rect, Surface

from game.ui.render.shapes import mark, stamp
from game.ui.render.text import text
from game.ui.render.theme import theme
from game.ui.sandbox.model.context import SandboxContext
from game.ui.toolkit.parts import key_cap
from game.ui.toolkit.text_field import TextField

GLASS = 24  # design pixels for the glass


@dataclass(eq=False)
class SearchField(TextField):
    """A search line. `cap` is its key, `note` other words in the same place."""

    cap: str = ""
    note: str = ""

    @property
    def inner(self) -> Rect:
        """The rect of the text, right of the glass."""
        f, px = self.frame, theme.px
        return Rect(f.x + px(12 + GLASS), f.y, f.w - px(24 + GLASS), f.h)

    def draw(self, dst: Surface) -> None:
        """Draw the line, the glass, the key."""
        super().draw(dst)
        p, px, f = theme.palette, theme.px, self.frame
        stamp(dst, mark("search", p.muted, 15), (f.x + px(20), f.centery))
        if self.value or self.focused:
            return
        if self.cap:
            key_cap(dst, (f.right - px(6), f.centery), self.cap)
        elif self.note:
            text(dst, self.note, (f.right - px(10), f.centery), 14, p.faint, "r", "midright")


def search_field(
    context: SandboxContext,
    part: str,
    rect: Rect,
    placeholder: str,
    *,
    cap: str = "",
    note: str = "",
    on_enter: Callable[[], object] | None = None,
    rule: str = "table/sandbox",
) -> SearchField:
    """Return the search line of a part. Its text is stored in the context."""
    found = SearchField(
        rect,
        context.sought.get(part, ""),
        on_change=partial(_seek, context, part),
        on_leave=partial(_leave, context, part),
        on_enter=on_enter,
        placeholder=placeholder,
        name=f"find {part}",
        size=15,
        cap=cap,
        note=note,
        rule=rule,
        most=40,
    )
    before = next((one for one in context.focus.widgets if one.name == found.name), None)
    if isinstance(before, SearchField):  # keep the cursor, because the line is laid out again after every letter
        found.cursor, found.anchor = min(before.cursor, len(found.value)), min(before.anchor, len(found.value))
    return found


def _seek(context: SandboxContext, part: str, words: str) -> None:
    context.sought[part] = words
    context.strip_from = 0 if part == "manoeuvres" else context.strip_from
    context.change()


def _leave(context: SandboxContext, part: str) -> None:
    """Clear the line on Esc, then leave it."""
    if context.sought.get(part):
        _seek(context, part, "")
    else:
        context.focus.focus(None)
        context.change()


def matches(words: str, *told: str) -> bool:
    """Return whether every search word occurs in the texts."""
    whole = " ".join(told).casefold()
    return all(word in whole for word in words.casefold().split())
