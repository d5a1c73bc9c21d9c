"""The strip under the top bar with every manoeuvre of the game's archive; no part of the rules.

A full mark is switched on, a hollow one off; a point in a ring has no switch of its own. A click uses a manoeuvre in
the order in hand and switches it on if necessary. The right button, or Backspace, only switches it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.core.system import ArchiveEntry
from game.core.values import House
from game.ui.render.shapes import Vec, box, stamp
from game.ui.render.text import caps, fit_text, text
from game.ui.render.theme import Colour, cached, mix, theme
from game.ui.sandbox.model.context import SandboxContext
from game.ui.sandbox.panels.search import matches, search_field
from game.ui.toolkit.widgets import Button, Still, Widget

HIGH, LOW = 72, 44  # design pixels of the strip, and of one with codes only
CARD, CODE, LEAD = 204, 78, 172  # design pixels: width of a card, of a code alone, and of the part before them
GAP = 8


@cached(16)
def _dot(full: bool, point: bool, colour: Colour) -> Surface:
    v = Vec(14, 14, 5, theme.scale)
    if full:
        v.circ((7, 7), 6, colour)
    else:
        v.circ((7, 7), 5, colour, 255, 1.6)
    if point and not full:
        v.circ((7, 7), 2, colour)
    return v.done()


class StripCard(Widget):
    """One manoeuvre: mark, title and code over its line, or in little room mark and code."""

    pictured = True

    def __init__(
        self,
        rect: Rect,
        entry: ArchiveEntry,
        house: House,
        planned: bool,
        typed: bool,
        *,
        use: Callable[[], object],
        switch: Callable[[], object],
        walk: Callable[[int], object],
        foretold: Callable[[], str],
    ) -> None:
        super().__init__(rect, on_press=use, rule=entry.rule, name=f"manoeuvre {entry.field}")
        self.on, self.full = entry.played(house), entry.switched_on(house)
        self.entry, self.planned, self.typed, self.small = entry, planned, typed, rect.w < theme.px(CARD - 40)
        self.switch, self.walk, self.foretold = switch, walk, foretold

    @property
    def hint_now(self) -> str:
        """The effect of a click, in words."""
        return f"{self.entry.title}, {self.entry.word}: {self.entry.line}. " * self.small + self.foretold()

    def handle(self, event: Event) -> bool:
        """Switch on the right button or Backspace, and scroll the strip with the wheel, besides all that a
        widget does."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 3 and self.hit.collidepoint(event.pos):
            self.switch()
            return True
        if event.type == pygame.KEYDOWN and self.focused and event.key in (pygame.K_BACKSPACE, pygame.K_DELETE):
            self.switch()
            return True
        if event.type == pygame.MOUSEWHEEL and self.hover:
            self.walk(-event.y)
            return True
        return super().handle(event)

    def draw(self, dst: Surface) -> None:
        """Draw the card tinted if the present plan uses it, with a yellow ring while it is typed."""
        p, px, r = theme.palette, theme.px, self.rect
        fill = p.active if self.planned else p.raised if self.hover else p.panel
        edge = (
            p.yellow
            if self.typed
            else theme.accent
            if self.planned
            else mix(p.edge, p.muted, 0.3)
            if self.hover
            else p.edge
        )
        box(dst, r, fill, 6, 255, edge, 2 if self.typed or self.planned else 1)
        lit = theme.accent if self.on else p.muted
        if self.small:
            stamp(dst, _dot(self.full, self.on, lit), (r.x + px(14), r.centery))
            fit_text(
                dst, self.entry.word, (r.x + px(26), r.centery), r.w - px(30), (15, 13, 11), p.white, "s", "midleft"
            )
            return
        stamp(dst, _dot(self.full, self.on, lit), (r.x + px(17), r.y + px(19)))
        code = text(dst, self.entry.word, (r.right - px(10), r.y + px(19)), 14, lit, "r", "midright")
        left = r.x + px(31)
        fit_text(
            dst, self.entry.title, (left, r.y + px(19)), code.x - left - px(6), (16, 15, 14), p.white, "s", "midleft"
        )
        fit_text(dst, self.entry.line, (r.x + px(10), r.y + px(42)), r.w - px(18), (14, 13), p.muted, "r", "midleft")


class StripHead(Still):
    """The heading MANOEUVRES, and the number switched on."""

    def __init__(self, rect: Rect, archive: Sequence[ArchiveEntry], house: House) -> None:
        self.on = sum(one.switched_on(house) for one in archive)
        also = sum(bool(one.switches) and one.played(house) for one in archive) - self.on
        always = sum(not one.switches for one in archive)
        parts = [f"{self.on} switched on"] + [f"{also} more come with them"] * bool(also)
        parts += [f"{always} are part of the base rules"] * bool(always)
        super().__init__(rect, rule="table/sandbox", name="manoeuvres", hint=f"Manoeuvres: {', '.join(parts)}")

    def draw(self, dst: Surface) -> None:
        caps(dst, "Manoeuvres", self.rect.midleft, theme.palette.text, "midleft")
        text(dst, f"{self.on} on", self.rect.midright, 14, theme.accent, "r", "midright")


def matching_manoeuvres(context: SandboxContext) -> list[ArchiveEntry]:
    """Return the manoeuvres of the archive that match the search."""
    words = context.sought.get("manoeuvres", "")
    archive = context.sandbox.opened.battle.system.archive
    return [one for one in archive if matches(words, one.title, one.word, one.line)]


def strip(rect: Rect, context: SandboxContext, typed: str) -> list[Widget]:
    """Return heading, search, and as many cards as fit. `typed` is the text of the order field."""
    px, house = theme.px, context.sandbox.settings({})
    archive, shown = context.sandbox.opened.battle.system.archive, matching_manoeuvres(context)
    if not archive or not rect.h:
        return []
    small = rect.h < px(HIGH)
    each, gap = px(CODE if small else CARD), px(GAP)
    widgets = _lead(rect, context, house, shown, small)
    x, right, narrow = widgets[-1].rect.right + px(GAP), rect.right - px(12), px(32)
    room = right - x
    many = (room + gap) // (each + gap)
    more = many < len(shown)
    if more:
        many = max(1, (room - 2 * (narrow + gap) + gap) // (each + gap))
    context.strip_from = max(0, min(context.strip_from, len(shown) - many))
    first, top, high = context.strip_from, rect.y + px(7), rect.h - px(15)
    walk = lambda by: _walk(context, by)  # noqa: E731
    if more:
        widgets += [_arrow(Rect(x, top, narrow, high), "left", -many, walk)] * bool(first)
        x += (narrow + gap) * bool(first)
        each = (right - narrow - gap - x - gap * (many - 1)) // many
    planned = "\n".join(step.order for step in context.sandbox.branch.steps)
    for one in shown[first : first + many]:
        widgets.append(
            StripCard(
                Rect(x, top, each, high),
                one,
                house,
                stands_in(one, planned),
                stands_in(one, typed),
                use=partial(context.commands.use, one),
                switch=partial(context.commands.toggle, one),
                walk=walk,
                foretold=partial(context.commands.foretold, one),
            )
        )
        x += each + gap
    if more and first + many < len(shown):
        widgets.append(_arrow(Rect(right - narrow, top, narrow, high), "right", many, walk))
    return widgets


def _lead(rect: Rect, context: SandboxContext, house: House, shown: list[ArchiveEntry], small: bool) -> list[Widget]:
    """Return the widgets before the cards."""
    px, archive = theme.px, context.sandbox.opened.battle.system.archive
    count = len(archive)
    first, cap = partial(context.commands.use, shown[0]) if shown else None, context.keys.cap("find")
    if small:
        line = Rect(rect.x + px(12), rect.y + px(7), px(LEAD - 40), rect.h - px(15))
        return [search_field(context, "manoeuvres", line, f"find, {count}", cap=cap, on_enter=first)]
    head = Rect(rect.x + px(12), rect.y + px(7), px(LEAD), px(22))
    line = Rect(head.x, rect.y + px(32), head.w, rect.h - px(40))
    return [
        StripHead(head, archive, house),
        search_field(context, "manoeuvres", line, f"find, {count}", cap=cap, on_enter=first),
    ]


def _arrow(rect: Rect, sign: str, by: int, walk: Callable[[int], object]) -> Button:
    return Button(
        rect,
        "",
        sign=sign,
        on_press=partial(walk, by),
        name=f"strip {sign}",
        hint="More manoeuvres",
        rule="table/sandbox",
    )


def _walk(context: SandboxContext, by: int) -> None:
    context.strip_from = max(0, context.strip_from + by)
    context.change()


def stands_in(entry: ArchiveEntry, written: str) -> bool:
    """Return whether a manoeuvre is part of the written order."""
    return re.search(rf"(?<![A-Z]){re.escape(entry.word)}(?![A-Z])", written.upper()) is not None
