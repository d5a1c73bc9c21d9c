"""The gallery: every demonstration as a card with a drawn preview, under its family and chapter; no part of the
rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path

import pygame
from pygame import Rect
from pygame.event import Event

from game.battle.loader import Opened, load_start
from game.core.system import RuleSystem
from game.demonstrations.catalogue import CatalogueEntry, exhibits, grouped, of_game, search
from game.demonstrations.demonstration import Demonstration
from game.demonstrations.own_files import LONGEST, retitle
from game.demonstrations.steps import StepCursor
from game.formats.atomic_file import CannotSave, remove
from game.formats.validation import BadFile
from game.ui.demonstration.gallery_cards import (
    CARD,
    GAP,
    ChapterHeading,
    ExhibitCard,
    film_button,
    own_deeds,
    title_field,
)
from game.ui.demonstration.screen import DemonstrationScreen
from game.ui.host.screen import Answer, Pop, Push, Screen
from game.ui.keys.gallery_bindings import BINDINGS
from game.ui.keys.list_page import KeyedPage
from game.ui.menu.buttons import SystemCard, alike
from game.ui.menu.layout import split_evenly
from game.ui.pages.problem_page import Problems
from game.ui.render.theme import theme
from game.ui.toolkit.column import Column, ScrolledPane
from game.ui.toolkit.page import margin
from game.ui.toolkit.text_field import TextField
from game.ui.toolkit.widgets import Button, Widget

DEED = 42  # design pixels of the row of buttons under a player's own card


class Gallery(KeyedPage):
    """The demonstrations, game by game, beginning with `system`. `read` makes the screen of a rule, and `film` the page
    that writes a film."""

    key_table = BINDINGS
    subject = "table/demonstrations"

    def __init__(
        self,
        systems: Mapping[str, RuleSystem],
        read: Callable[[str], Screen],
        system: RuleSystem | None = None,
        film: Callable[[StepCursor], Screen] | None = None,
    ) -> None:
        self.cards, self.index = ScrolledPane("demonstrations"), ScrolledPane("chapters")
        super().__init__(self.cards, self.index)
        self.read, self.film, self._offered = read, film, systems
        self.words = ""  # the words of the search
        self.insists = False  # true if the game was chosen after the words were typed
        # the last search and its result
        self._searched: tuple[object, dict[str, list[CatalogueEntry]]] = (None, {})
        self.renamed: CatalogueEntry | None = None  # the one being renamed
        self.sure: CatalogueEntry | None = None  # the demonstration whose deletion was asked for once
        self.trouble = ""
        self._load()
        self.system = system if system in self.systems else next(iter(self.systems), None)

    def _load(self) -> None:
        """Read the catalogue."""
        every = exhibits(self._offered, own=True)
        self.games = {one.key: shown for one in self._offered.values() if (shown := of_game(every, one))}
        self.systems = [self._offered[key] for key in self.games]

    def uncovered(self) -> None:
        """Refresh, because the screen above may have written or deleted the player's own demonstrations."""
        self._load()
        if self.system not in self.systems:
            self.system = next(iter(self.systems), None)
        self.relay()

    @property
    def exhibits(self) -> list[CatalogueEntry]:
        """The demonstrations of the chosen game; during a search, the hits of all games."""
        return [one for _, members in self.groups for one in members]

    @property
    def groups(self) -> list[tuple[tuple[str, str], list[CatalogueEntry]]]:
        """Family, chapter and demonstrations of the chosen game; during a search, the hits by game."""
        if self.system is None or not self.words.strip():
            return grouped(self.games[self.system.key]) if self.system else []
        return [((self._offered[key].title,) * 2, hits) for key, hits in self._found.items()]

    @property
    def _found(self) -> dict[str, list[CatalogueEntry]]:
        """The hits by the key of their game, the best game first."""
        asked = self.games, self.words, self.system.key if self.system else "", self.insists
        if self._searched[0] != asked:
            self._searched = asked, search(*asked)
        return self._searched[1]

    def choose(self, system: RuleSystem) -> None:
        """Show another game's demonstrations, from the first of them."""
        self.system, self.insists = system, True
        self._anew()

    def _anew(self) -> None:
        """Start from the top, and cancel any open question."""
        self.renamed = self.sure = None
        for pane in self.panes:
            pane.scroll.to(0)
        self.relay()

    # -- searching -----------------------------------------------------------------------------------------------------

    def _search(self, words: str) -> None:
        self.words, self.insists = words, False
        self._anew()

    def _leave_search(self) -> None:
        """End the search on Esc: digits choose games again."""
        if self.words:
            self._search("")
        self.focus.focus(None, False)

    def _first_found(self) -> None:
        if self.exhibits:
            self._open(self.exhibits[0])

    # -- keys ----------------------------------------------------------------------------------------------------------

    @property
    def pointed(self) -> CatalogueEntry | None:
        """The demonstration whose card has the ring."""
        at = self.focus.at
        return at.exhibit if isinstance(at, ExhibitCard) else None

    def search_words(self) -> None:
        """Focus the search field."""
        self.focus.focus(self.search, True)

    def play_on(self) -> None:
        """Play the chapter of the card with the ring from that card on, or else the chapter of the first card."""
        if first := self.pointed or next(iter(self.exhibits), None):
            members = next(members for _, members in self.groups if first in members)
            self.play_chapter(members[members.index(first) :])

    def write_film(self) -> None:
        """Open the page that writes the demonstration with the ring as a film."""
        if self.pointed:
            self._film(self.pointed)

    def _film(self, one: CatalogueEntry) -> None:
        if self.film:
            try:
                self.answer = Push(self.film(Demonstration(load_start(one.path))))
            except BadFile as bad:
                self.answer = Push(Problems(bad))

    def do_with_own(self, deed: str) -> None:
        """Rename, edit or delete the demonstration with the ring, if it is one of the player's own."""
        if self.pointed and self.pointed.own:
            self._do(deed, self.pointed)

    # -- opening one ---------------------------------------------------------------------------------------------------

    def open_demonstration(self, path: Path) -> Answer:
        """Return the screen of a demonstration, in the gallery or any other file."""
        there = [
            one for one in self.systems if any(each.path.resolve() == path.resolve() for each in self.games[one.key])
        ]
        if there and self.system not in there:
            self.choose(there[0])
        return self._play(path, self.exhibits)

    def _play(self, path: Path, shelf: Sequence[CatalogueEntry], onward: bool = False) -> Answer:
        """Return a demonstration as one of a shelf that the viewer pages through. With `onward`, play them all."""
        number = next((n for n, one in enumerate(shelf, 1) if one.path.resolve() == path.resolve()), 0)
        try:
            show = Demonstration(load_start(path))
        except BadFile as bad:
            return Push(Problems(bad))

        def turned(number: int) -> Demonstration:
            """Return the demonstration with a number on the shelf, from 1. Raises BadFile."""
            return Demonstration(load_start(shelf[number - 1].path))

        place = (number, len(shelf)) if number else (1, 1)
        return Push(
            DemonstrationScreen(
                show, place=place, turn_to=turned, read=self.read, take_over=taken_over, onward=onward, film=self.film
            )
        )

    def _open(self, exhibit: CatalogueEntry) -> None:
        self.answer = self._play(exhibit.path, self.exhibits)

    def play_chapter(self, members: Sequence[CatalogueEntry]) -> None:
        """Play the demonstrations of a chapter one after another, without those that have mistakes."""
        if sound := [one for one in members if one.file]:
            self.answer = self._play(sound[0].path, sound, onward=True)

    # -- the player's own ----------------------------------------------------------------------------------------------

    def _do(self, deed: str, one: CatalogueEntry) -> None:
        """Rename, edit or delete a demonstration of the player's own. Deleting asks first."""
        again, self.trouble, self.renamed, self.sure = self.sure is one, "", None, None
        if deed == "rename":
            self.renamed = one
        elif deed == "edit":
            self.answer = self._open_in_sandbox(one)
        elif not again:
            self.sure = one
        else:
            self._keep(lambda: remove(one.path))
        self.relay()
        if self.renamed:
            self.fresh()
            self.focus.focus(self.field, True)

    def _open_in_sandbox(self, one: CatalogueEntry) -> Answer:
        """Return a sandbox with a demonstration, which writes it back into the same file."""
        from game.sandbox.storage import open_sandbox
        from game.ui.sandbox.screen import SandboxScreen

        try:
            return Push(SandboxScreen(open_sandbox(one.path), Pop))
        except BadFile as bad:
            return Push(Problems(bad))

    def _rename(self) -> None:
        """Take the title that was typed."""
        one, title = self.renamed, self.field.value
        self.renamed = None
        if one is not None and title.strip() and title != one.title:
            self._keep(lambda: retitle(one.path, title))
        self.relay()

    def _keep_title(self) -> None:
        self.renamed = None
        self.relay()

    def _keep(self, do: Callable[[], object]) -> None:
        """Change a file and read the catalogue again; a disk error is shown."""
        try:
            do()
        except (CannotSave, BadFile) as why:
            self.trouble = f"It stays as it is: {why}"
        self.uncovered()

    # -- laying out ----------------------------------------------------------------------------------------------------

    def lay_out(self, area: Rect) -> Iterable[Widget]:
        """Return games above, cards at the right, and chapters at the left if there are several and there is room."""
        px, m = theme.px, margin(area)
        high = px(0 if len(self.systems) < 2 else 56 if area.h >= px(700) else 44)
        games = self._games(Rect(m, px(86), area.w - 2 * m, high)) if high else []
        top, several = px(92) + (high + px(14) if high else 0), len(self.groups) > 1
        listed = px(264) if several and area.w >= px(1100) else 0
        x = m + listed + (px(24) if listed else 0)
        body = Rect(x, top, area.w - m - x, area.h - top - px(8))
        cards = self.cards.fill(body, self._cards(body), 16)
        beside = Rect(m, top, listed, body.h)
        chapters = self.index.fill(beside, self._chapters(beside) if listed else [], 8)
        close = self.close_button(area, kind="main")
        wide = min(px(300), close.rect.x - px(16) - m - px(330))
        self.search = TextField(
            Rect(close.rect.x - px(16) - wide, px(24), wide, px(44)),
            self.words,
            on_change=self._search,
            on_enter=self._first_found,
            on_leave=self._leave_search,
            name="search",
            placeholder="/ and a word, or a rule: 6.3" if wide > px(220) else "/ to search",
        )
        return [*games, *chapters, *cards, self.search, close]

    def _games(self, r: Rect) -> list[Widget]:
        """Return a card for each game, as in the menu. During a search, the game of the best hits is highlighted."""
        found = [self._offered[key] for key in self._found] if self.words.strip() else []
        lit = found[0] if found else self.system
        cards = [
            SystemCard(place, one, n, one is lit, partial(self.choose, one), brief=True)
            for n, (place, one) in enumerate(zip(split_evenly(r, len(self.systems), theme.px(12)), self.systems))
        ]
        for card in cards:
            card.enabled, card.why_not = not found or card.system in found, "none of its demonstrations has these words"
        return list(alike(cards))

    def _cards(self, r: Rect) -> list[Widget]:
        column = Column(r, 18)
        across = max(1, (column.wide + theme.px(GAP)) // (theme.px(CARD[0]) + theme.px(GAP)))
        for (family, chapter), members in self.groups:
            heading = column.add(ChapterHeading(column.row(34, 6), family, chapter, len(members)))
            if len(members) > 1:
                column.add(self._player(heading.rect, chapter, members))
            for place, one in column.grid(members, across, CARD[1] + (DEED if members[0].own else 0), GAP, GAP):
                deeds = place
                if one.own:
                    place = Rect(place.x, place.y, place.w, place.h - theme.px(DEED))
                    deeds = Rect(place.x, place.bottom + theme.px(6), place.w, theme.px(DEED - 6))
                game = family if self.words.strip() else ""  # hits stand under the names of their games
                column.add(ExhibitCard(place, one, partial(self._open, one), game))
                if self.film:
                    column.add(film_button(place, one, self._film, self.keys.cap("film")))
                for widget in self._deeds(deeds, one) if one.own else ():
                    column.add(widget)
            column.space(10)
        if not column.widgets:
            column.paragraph(self._nothing(), theme.palette.muted, 17)
        return column.widgets

    def _player(self, r: Rect, chapter: str, members: Sequence[CatalogueEntry]) -> Button:
        """Return the play button at the right of a chapter's heading."""
        wide = theme.px(150)
        return Button(
            Rect(r.right - wide, r.y, wide, theme.px(32)),
            "Play them all",
            on_press=partial(self.play_chapter, members),
            sign="play",
            name=f"play {chapter}",
            size=14,
            hint="one after the other (P, from the card that has the ring)",
            rule="table/demonstrations",
        )

    def _deeds(self, r: Rect, one: CatalogueEntry) -> list[Widget]:
        """Return the buttons for one of the player's own, or the field for its new title."""
        if one is not self.renamed:
            return own_deeds(r, one, one is self.sure, self._do)
        self.field = title_field(r, one.title, self._rename, self._keep_title, LONGEST)
        return [self.field]

    def _nothing(self) -> str:
        """Return why there are no cards."""
        return "None has these words" if self.words else "There are none yet"

    def _chapters(self, r: Rect) -> list[Widget]:
        """Return a button for each chapter, which scrolls to it."""
        column = Column(r, 14)
        for (_, chapter), members in self.groups:
            press = partial(self._scroll, members[0])
            column.add(
                Button(
                    column.row(36, 6),
                    chapter,
                    on_press=press,
                    note=str(len(members)),
                    name=f"chapter {chapter}",
                    size=15,
                )
            )
        return column.widgets

    def _scroll(self, first: CatalogueEntry) -> None:
        """Scroll a chapter to the top."""
        card = next((w for w in self.cards.widgets if isinstance(w, ExhibitCard) and w.exhibit is first), None)
        if card is not None:
            self.cards.scroll.to(self.cards.scroll.offset + card.rect.y - theme.px(46) - self.cards.rect.y)
            self.cards.place()

    def key(self, event: Event) -> bool:
        """Move the ring to the first visible card on the first arrow. Letters act on the card with the ring."""
        at = self.focus.at
        if at is not None and at.wants_text:
            return False
        if event.key in (pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN) and at is None:
            seen = (w for w in self.cards.widgets if isinstance(w, ExhibitCard) and self.cards.rect.contains(w.rect))
            self.focus.focus(next(seen, None), True)
            return True
        return self.keys.run(event, self)

    def back(self) -> Answer:
        """Take back the question on Esc, then the search."""
        if self.sure:
            self.sure = None
            self.relay()
        elif self.words:
            self._search("")
        else:
            return Pop()
        return None

    def titles(self, area: Rect) -> tuple[str, str]:
        """Return the title and the number of demonstrations."""
        count = len(self.exhibits)
        if self.trouble:
            return "Demonstrations", self.trouble
        if self.words:
            return "Demonstrations", f"{count} found"
        about = f"{count} rules at work, with the dice set beforehand" if area.w >= theme.px(1240) else f"{count}"
        return "Demonstrations", about


def taken_over(opened: Opened) -> Screen:
    """Return a sandbox with a demonstration. Esc leads back to the demonstration."""
    from game.ui.sandbox import sandbox_screen

    return sandbox_screen(opened, Pop)
