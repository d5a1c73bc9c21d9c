"""The gallery: every demonstration as a card with a drawn preview, under its family and chapter; no part of the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.battle.loader import Opened, set_up
from game.core.system import RuleSystem
from game.demonstrations.catalogue import CatalogueEntry, exhibits, grouped, of_game
from game.demonstrations.demonstration import Demonstration
from game.formats.validation import BadFile
from game.ui.demonstration.preview import preview
from game.ui.demonstration.screen import DemonstrationScreen
from game.ui.host.screen import Answer, Pop, Push, Screen
from game.ui.menu.cards import SystemCard, alike, shown
from game.ui.menu.layout import cut
from game.ui.pages.problem_page import Problems
from game.ui.render.backdrop import empty_table
from game.ui.render.shapes import box, paste
from game.ui.render.text import caps, caps_width, text, width, wrap
from game.ui.render.theme import theme
from game.ui.rulebook.page import number_of
from game.ui.toolkit.column import Column, ScrolledPane
from game.ui.toolkit.page import Page, margin
from game.ui.toolkit.widgets import Button, Still, Widget, shades

CARD, GAP = (236, 246), 16  # design pixels: least breadth of a card and its height, and the room between two
WORDS = 116  # design pixels of a card under its picture


class ExhibitCard(Widget):
    """A demonstration: its picture over its title and what it shows, the rule's number and how many steps there are."""

    def __init__(self, rect: Rect, exhibit: CatalogueEntry, on_press: Callable[[], object]) -> None:
        super().__init__(rect, on_press=on_press, rule=exhibit.rule, name=f"demonstration {exhibit.name}", hint=exhibit.about)
        self.exhibit = exhibit

    def draw(self, dst: Surface) -> None:
        """The whole card."""
        px, r, p, one = theme.px, self.rect, theme.palette, self.exhibit
        fill, _, _ = shades("plain", True, self.hover, self.pressed)
        box(dst, r, fill if self.hover else p.raised, 9, 255, theme.accent if self.hover else p.line)
        frame = Rect(r.x + px(6), r.y + px(6), r.w - px(12), r.h - px(6) - px(WORDS))
        paste(dst, shown(one.path, lambda: self._picture(frame.size), frame.size), frame.topleft)
        x, wide, y = r.x + px(14), r.w - px(28), frame.bottom + px(14)
        size = next((n for n in (18, 17, 16) if width(one.title, n, "b") <= wide), 0)
        rows = 1 if size else 2  # a long title takes a line from what is said of it
        wrap(dst, one.title, (x, y), wide, size or 16, p.white, "b", 20, rows)
        wrap(dst, one.about, (x, y + px(4 + 20 * rows)), wide, 15, p.red if one.bad else p.muted, lead=19, most=4 - rows)
        foot = r.bottom - px(15)
        text(dst, number_of(one.rule) or one.rule.rpartition("/")[2], (x, foot), 14, theme.accent, "s", "midleft")
        text(dst, f"{one.captions} steps" if one.captions else "", (r.right - px(14), foot), 14, p.muted, "r", "midright")

    def _picture(self, size: tuple[int, int]) -> Surface:
        try:
            steps = self.exhibit.steps
        except BadFile:  # well formed, and yet no battle: opening it says why
            steps = []
        return preview(steps, size) if steps else empty_table(size)


class ChapterHeading(Still):
    """The name of a chapter over its cards, and how many they are."""

    def __init__(self, rect: Rect, family: str, chapter: str, count: int) -> None:
        super().__init__(rect)
        self.family, self.chapter, self.count = family, chapter, count

    def draw(self, dst: Surface) -> None:
        """Chapter in capitals, family and count beside it."""
        r, px, p = self.rect, theme.px, theme.palette
        caps(dst, self.chapter, (r.x, r.centery), p.text, "midleft", 14)
        x = r.x + caps_width(self.chapter, 14) + px(16)
        words = f"{self.count}" if self.family == self.chapter else f"{self.family} · {self.count}"
        text(dst, words, (x, r.centery), 15, p.muted, "r", "midleft")


class Gallery(Page):
    """The demonstrations, game by game, beginning with `system`. `read` makes the screen of a rule."""

    subject = "table/demonstrations"

    def __init__(
        self, systems: Mapping[str, RuleSystem], read: Callable[[str], Screen], system: RuleSystem | None = None
    ) -> None:  # fmt: skip
        self.cards, self.index = ScrolledPane("demonstrations"), ScrolledPane("chapters")
        super().__init__(self.cards, self.index)
        self.read = read
        every = exhibits(systems, own=True)
        self.games = {one.key: shown for one in systems.values() if (shown := of_game(every, one))}
        self.systems = [systems[key] for key in self.games]
        self.system = system if system in self.systems else next(iter(self.systems), None)

    @property
    def exhibits(self) -> list[CatalogueEntry]:
        """The demonstrations of the chosen game."""
        return self.games[self.system.key] if self.system else []

    def choose(self, system: RuleSystem) -> None:
        """Show another game's, from the first of them."""
        self.system = system
        for pane in self.panes:
            pane.scroll.to(0)
        self.relay()

    # -- opening one -------------------------------------------------------------------------------------------------------

    def shown(self, path: Path) -> Answer:
        """A demonstration by its file, one of the gallery's or any other."""
        there = [one for one in self.systems if any(each.path.resolve() == path.resolve() for each in self.games[one.key])]
        if there and self.system not in there:
            self.choose(there[0])
        number = next((n for n, one in enumerate(self.exhibits, 1) if one.path.resolve() == path.resolve()), 0)
        try:
            show = Demonstration(set_up(path))
        except BadFile as bad:
            return Push(Problems(bad))
        place = (number, len(self.exhibits)) if number else (1, 1)
        return Push(DemonstrationScreen(show, place=place, turn_to=self._turned, read=self.read, take_over=taken_over))

    def _turned(self, number: int) -> Demonstration:
        """The demonstration of a number in its game, from 1. Raises BadFile."""
        return Demonstration(set_up(self.exhibits[number - 1].path))

    def _open(self, exhibit: CatalogueEntry) -> None:
        self.answer = self.shown(exhibit.path)

    # -- laying out --------------------------------------------------------------------------------------------------------

    def lay_out(self, area: Rect) -> Iterable[Widget]:
        """Games above; chapters at the left where there are several and there is room, cards at the right."""
        px, m = theme.px, margin(area)
        high = px(0 if len(self.systems) < 2 else 56 if area.h >= px(700) else 44)
        games = self._games(Rect(m, px(86), area.w - 2 * m, high)) if high else []
        top, several = px(92) + (high + px(14) if high else 0), len(grouped(self.exhibits)) > 1
        listed = px(264) if several and area.w >= px(1100) else 0
        x = m + listed + (px(24) if listed else 0)
        body = Rect(x, top, area.w - m - x, area.h - top - px(8))
        cards = self.cards.fill(body, self._cards(body), 16)
        beside = Rect(m, top, listed, body.h)
        chapters = self.index.fill(beside, self._chapters(beside) if listed else [], 8)
        return [*games, *chapters, *cards, self.close_button(area, kind="main")]

    def _games(self, r: Rect) -> list[Widget]:
        """A card a game, as in the menu."""
        return list(alike([
            SystemCard(place, one, n, one is self.system, partial(self.choose, one), brief=True)
            for n, (place, one) in enumerate(zip(cut(r, len(self.systems), theme.px(12)), self.systems))
        ]))  # fmt: skip

    def _cards(self, r: Rect) -> list[Widget]:
        column = Column(r, 18)
        across = max(1, (column.wide + theme.px(GAP)) // (theme.px(CARD[0]) + theme.px(GAP)))
        for (family, chapter), members in grouped(self.exhibits):
            column.add(ChapterHeading(column.row(34, 6), family, chapter, len(members)))
            for place, one in column.grid(members, across, CARD[1], GAP, GAP):
                column.add(ExhibitCard(place, one, partial(self._open, one)))
            column.space(10)
        if not column.widgets:
            column.add(ChapterHeading(column.row(34), "", "There are none yet", 0))
        return column.widgets

    def _chapters(self, r: Rect) -> list[Widget]:
        """A button a chapter, which scrolls to it."""
        column = Column(r, 14)
        for (_, chapter), members in grouped(self.exhibits):
            press = partial(self._scroll, members[0])
            column.add(Button(
                column.row(36, 6), chapter, on_press=press, note=str(len(members)), name=f"chapter {chapter}", size=15,
            ))  # fmt: skip
        return column.widgets

    def _scroll(self, first: CatalogueEntry) -> None:
        """Bring a chapter to the top."""
        card = next((w for w in self.cards.widgets if isinstance(w, ExhibitCard) and w.exhibit is first), None)
        if card is not None:
            self.cards.scroll.to(self.cards.scroll.offset + card.rect.y - theme.px(46) - self.cards.rect.y)
            self.cards.place()

    def key(self, event: Event) -> bool:
        """The first arrow goes to the first card that is seen."""
        if event.key in (pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN) and self.focus.at is None:
            seen = (w for w in self.cards.widgets if isinstance(w, ExhibitCard) and self.cards.rect.contains(w.rect))
            self.focus.focus(next(seen, None), True)
            return True
        return False

    def titles(self, area: Rect) -> tuple[str, str]:
        """How many there are."""
        count = len(self.exhibits)
        about = f"{count} rules at work, with the dice set beforehand" if area.w >= theme.px(1000) else f"{count}"
        return "Demonstrations", about


def taken_over(opened: Opened) -> Screen:
    """A demonstration as a sandbox: Esc leads back to it."""
    from game.ui.sandbox import sandbox_screen

    return sandbox_screen(opened, Pop)
