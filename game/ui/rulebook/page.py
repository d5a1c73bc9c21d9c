"""The rule book on the screen (F1): contents and search, a page with its figure, and the cards that belong to it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.core.system import RuleSystem
from game.core.values import House, HouseValue
from game.demonstrations.course import RuleCourse, chapter_course, courses
from game.rulebook.book import RuleEntry, entry, rulebook
from game.ui.demonstration.gallery import taken_over
from game.ui.demonstration.screen import DemonstrationScreen
from game.ui.host.preferences import preferences
from game.ui.host.screen import Answer, Push, Screen
from game.ui.keys.list_page import KeyedPage
from game.ui.keys.rulebook_bindings import BINDINGS
from game.ui.pages.problem_page import Problems
from game.ui.render.text import width
from game.ui.render.theme import theme
from game.ui.rulebook import cards
from game.ui.rulebook.contents import add_courses, contents, first_found, hits, paint_book, stops
from game.ui.rulebook.entry_text import EntryText
from game.ui.rulebook.figure import Figure
from game.ui.rulebook.links import Mentions, own_rules, titles
from game.ui.rulebook.screen_figure import ScreenFigure
from game.ui.toolkit.column import Column, ScrolledPane
from game.ui.toolkit.focus import POINTER
from game.ui.toolkit.parts import key_width
from game.ui.toolkit.rich_text import Rich, TextTable
from game.ui.toolkit.text_field import TextField
from game.ui.toolkit.widgets import Button, Widget

FIRST = "table"  # the page at which the book opens by default
TOP = 64  # design pixels: height of the bar


@dataclass(frozen=True, slots=True)
class Spot:
    """An entry in the history, with the search words and the scroll offsets of contents and text in pixels."""

    address: str
    words: str = ""
    listed: int = 0
    read: int = 0


class RulePage(KeyedPage):
    """The rule book, open at an address.

    A missing page falls back to its section, and then to the contents. `first` are the groups whose hits come first,
    `known` the pages of house rules, `system` and `house` the game that is played. `take` sets a house rule of the next
    battle and returns all of them; without it a switch changes only what the page shows. `screen` makes a screen of the
    program by its name, for pages that show one; `printed` makes the screen that prints a page.
    """

    key_table = BINDINGS

    def __init__(
        self,
        address: str = "",
        first: Sequence[str] = (),
        known: Mentions | None = None,
        system: RuleSystem | None = None,
        house: House | None = None,
        take: Callable[[str, HouseValue], House] | None = None,
        screen: Callable[[str], Screen] | None = None,
        printed: Callable[[RuleEntry], Screen] | None = None,
    ) -> None:
        self.contents, self.text, self.below = ScrolledPane("contents"), ScrolledPane("entry"), ScrolledPane("cards")
        super().__init__(self.text, self.contents, self.below)
        self.at = 0
        self.trail = [Spot(self._nearest(address or FIRST))]
        self.term = address.partition("#")[2]  # the term whose paragraph is highlighted
        about = self.page.group if self.page.group != FIRST else ""
        self.first = tuple(first) or (about,)
        self.known, self.system, self.take, self.printed = known or {}, system, take, printed
        self.house: House = house or {}
        self.words = ""
        self.unfolded = self.page.group
        self._show_open, self._reads_on = True, False
        self.course: RuleCourse | None = None
        self.stop = 0  # number of the present stop of the course
        self._courses = courses()
        self.figure, self.pictured = Figure(self.relay, self._played), ScreenFigure(screen)
        self._enter()

    @staticmethod
    def _nearest(address: str) -> str:
        try:
            return entry(address).address
        except LookupError:
            return FIRST if FIRST in rulebook() else next(iter(rulebook()))

    @property
    def page(self) -> RuleEntry:
        """The entry that is open."""
        return rulebook()[self.trail[self.at].address]

    @property
    def large(self) -> bool:
        """Return whether words are large, for a projector."""
        return preferences.settings.large_captions

    def _enter(self) -> None:
        """Show the figure and the rules of the page that is now open."""
        self.subject = self.page.address
        self.pictured.open(self.page)
        self.figure.open(self.page, -1 if self.pictured.picture and self.course is None else 0)
        self.ruling, self.rules = own_rules(self.page, self.system)
        self.values: House = {}
        if self.ruling:
            own = self.house if self.ruling is self.system and self.house else {}
            self.values = own or self.ruling.settings({})
        self._reads_on = bool(self.term) and self.term in self.page.reading

    def open(self, address: str) -> None:
        """Open an entry and add it to the history."""
        address, self.term = self._nearest(address), address.partition("#")[2]
        if address != self.trail[self.at].address:
            self._leave()
            del self.trail[self.at + 1 :]
            self.trail.append(Spot(address))
            self.at += 1
            self.text.scroll.to(0)
            self.below.scroll.to(0)
            self._show_open, self.unfolded = True, self.page.group
            self._enter()
            self.relay()
        elif self.term:
            self._show_open = True
            self.relay()

    def _leave(self) -> None:
        """Store the scroll offsets and search words of the present entry in the history."""
        self.trail[self.at] = Spot(self.page.address, self.words, self.contents.scroll.offset, self.text.scroll.offset)

    def turn(self, by: int) -> None:
        """Go back or forward in the history."""
        if 0 <= self.at + by < len(self.trail):
            self._leave()
            self.at += by
            there = self.trail[self.at]
            self.words, self._show_open, self.unfolded = there.words, False, self.page.group
            self._enter()
            self.relay()
            self.fresh()  # layout must come before the scroll offsets are restored
            self.contents.scroll.to(there.listed)
            self.text.scroll.to(there.read)
            self.relay()

    def leaf(self, by: int) -> None:
        """Open the next page of the book, or the previous one. In a course, open another of its stops."""
        if self.course:
            self.go(self.stop + by)
            return
        every = list(rulebook())
        there = every.index(self.page.address) + by
        if 0 <= there < len(every):
            self.open(every[there])

    def _fold(self, group: str) -> None:
        """Unfold a game in the contents, or fold it."""
        self.unfolded = "" if self.unfolded == group else group
        self.relay()

    # -- searching -----------------------------------------------------------------------------------------------------

    def _search(self, words: str) -> None:
        self.words = words
        self.contents.scroll.to(0)
        self._show_open = not words
        self.relay()

    def _first_found(self) -> None:
        if found := first_found(self.words, self.first):
            self.open(found)

    def _leave_search(self) -> None:
        if self.words:
            self._search("")
        self.focus.focus(None, False)

    # -- what keys and buttons do --------------------------------------------------------------------------------------

    def find(self) -> None:
        """Focus the search."""
        if self.large:
            self.letters()
        self.fresh()
        self.focus.focus(self.field, True)

    def letters(self) -> None:
        """Switch between large words for a projector and usual ones, for demonstrations as well."""
        preferences.change(large_captions=not self.large)
        self.relay()

    def try_it(self) -> None:
        """Open the position of the figure in the sandbox."""
        if self.figure.stage:
            self.figure.stop()
            self.answer = Push(taken_over(self.figure.stage.show.taken_over()))

    def widen(self) -> None:
        """Show the demonstration, or the picture of a screen, in the whole window."""
        if self.figure.stage:
            self.figure.stop()
            show = self.figure.entries[self.figure.index].open()
            show.go(self.figure.stage.show.index)
            self.answer = Push(DemonstrationScreen(show, take_over=taken_over, leads="Rule book", playing=False))
        elif whole := self.pictured.whole():
            self.answer = Push(whole)

    def print_page(self) -> None:
        """Show the page as it will be printed."""
        if self.printed:
            self.figure.stop()
            self.answer = Push(self.printed(self.page))

    def _set_rule(self, key: str, value: HouseValue) -> None:
        """Set a house rule of the next battle if possible, else only for what the page shows."""
        if self.take and self.ruling is self.system:
            self.house = self.values = self.take(key, value)
        else:
            self.values = {**self.values, key: value}
        self.figure.suit(key, self.values)
        self.relay()

    # -- courses -------------------------------------------------------------------------------------------------------

    def play_chapter(self) -> None:
        """Play the demonstrations of this chapter one after another, from this page on."""
        course = chapter_course(self.page)
        here = [number for number, stop in enumerate(course.stops) if stop.page is self.page]
        self.begin(course, here[0] if here else 0)

    def begin(self, course: RuleCourse, stop: int = 0) -> None:
        """Play a course from one of its stops."""
        if course.stops:
            self.course, self.words = course, ""
            self.go(stop)

    def go(self, stop: int) -> None:
        """Play a stop of the course."""
        if self.course and 0 <= stop < len(self.course.stops):
            self.stop, there = stop, self.course.stops[stop]
            self.open(there.page.address)
            self.figure.start(there.shown.path if there.shown else None)
            self._show_open = True
            self.relay()

    def leave_course(self) -> None:
        self.course = None
        self.figure.stop()
        self._show_open = True
        self.relay()

    def back(self) -> Answer:
        """Leave the course, or if there is none the book."""
        if self.course:
            self.leave_course()
            return None
        return super().back()

    def _played(self) -> bool:
        """Go on with the course at the end of a demonstration. Return whether there is more of it."""
        more = self.course is not None and self.stop + 1 < len(self.course.stops)
        if more:
            self.go(self.stop + 1)
        return more

    # -- Screen --------------------------------------------------------------------------------------------------------

    def key(self, event: Event) -> bool:
        """Handle a key of the table."""
        bound = self.keys.bindings.get(self.keys.action(event) or "")
        if bound is None or bound.do is None:
            return False
        bound.do(self)
        self.relay()
        return True

    def handle(self, event: Event) -> Answer:
        """Pass an event to the widgets, then to the board of the figure. A key is handled by the book unless the focus
        ring is on a widget that uses it."""
        at = self.focus.at
        if event.type == pygame.KEYDOWN and at and not self.focus.visible and not at.wants_text:
            self.focus.focus(None)
        found = super().handle(event)
        if found is None and event.type in POINTER:
            self.figure.handle(event)
        return found

    def tick(self, seconds: float) -> Answer:
        """Let the figure play, or draw it."""
        self.figure.tick(seconds)
        self.pictured.tick()
        return None

    @property
    def moving(self) -> bool:
        """Return whether the figure is playing, or still to be drawn."""
        return self.figure.moving or self.pictured.moving

    # -- layout --------------------------------------------------------------------------------------------------------

    def lay_out(self, area: Rect) -> Iterable[Widget]:
        """Return the contents at the left, the text beside them, and the figure with the cards at the right."""
        px, big = theme.px, self.large
        across = area.w / theme.scale
        side = px(0 if big and not self.course else 340 if across >= 1500 else 248 if across >= 1000 else 216)
        self.divide = side
        rest = Rect(side + px(24), px(TOP + 14), area.w - side - px(44), area.h - px(TOP + 14))
        opened = self._show_open
        listed = self._contents(area, side) if side else self.contents.fill(Rect(0, 0, 1, 1), [])
        parts = self._parts(rest, big)
        if opened and (lit := next((w for w in self.text.widgets if isinstance(w, Rich | TextTable) and w.lit), None)):
            self.text.show(lit, lit.lit_row if isinstance(lit, TextTable) else None)
        return [*self._bar(area, side), *listed, *parts]

    def _bar(self, area: Rect, side: int) -> list[Widget]:
        px, y, high = theme.px, theme.px(12), theme.px(40)
        close = Button(
            Rect(area.right - px(136), y, px(116), high), "Close", on_press=self.close, kind="main", cap="Esc"
        )
        x = max(side, px(150)) + px(24)
        back = Button(
            Rect(x, y, px(44), high),
            "",
            on_press=partial(self.turn, -1),
            sign="left",
            name="back",
            enabled=self.at > 0,
            hint="back (Backspace)",
            why_not="this is where you began",
        )
        fore = Button(
            back.rect.move(px(52), 0),
            "",
            on_press=partial(self.turn, 1),
            sign="right",
            name="forward",
            enabled=self.at + 1 < len(self.trail),
            hint="forward (Alt and right)",
            why_not="nothing was turned back",
        )
        playable = not self.course and bool(chapter_course(self.page).stops)
        label, left = "Usual words" if self.large else "Large words", fore.rect.right + px(16)
        buttons: list[Widget] = [back, fore]
        deeds = (
            (label, "F9", self.letters, "large", True, "for a projector: large words, the figure first", ""),
            (
                "Play this chapter", "P", self.play_chapter, "play chapter", playable, "",
                "a course is being played" if self.course else "nothing in this chapter can be played",
            ),
            (
                "Print", "Ctrl+P", self.print_page, "print page", bool(self.printed),
                "this page, or its chapter, as a file for any printer", "nothing is printed from here",
            ),
        )  # fmt: skip
        for words, cap, do, name, enabled, hint, why in deeds:
            wide = round(width(words, 16, "s")) + key_width(cap) + px(48)
            if left + wide < close.rect.x:
                buttons.append(
                    Button(
                        Rect(left, y, wide, high),
                        words,
                        on_press=do,
                        cap=cap,
                        name=name,
                        enabled=enabled,
                        hint=hint,
                        why_not=why,
                    )
                )
            left += wide + px(12)
        return [*buttons, close]

    def _contents(self, area: Rect, side: int) -> list[Widget]:
        px = theme.px
        self.field = TextField(
            Rect(px(12), px(TOP + 12), side - px(24), px(38)),
            self.words,
            on_change=self._search,
            placeholder="find a rule: /",
            on_enter=self._first_found,
            on_leave=self._leave_search,
            name="search",
        )
        listed = Rect(px(8), px(TOP + 62), side - px(14), area.h - px(TOP + 70))
        column = Column(listed, 12)
        if self.course:
            stops(column, self.course, self.stop, self.go, self.leave_course)
        else:
            if self.words.strip():
                hits(column, self.words, self.first, self.known, self.page, self.open)
                column.space(14)
            contents(column, self.page, self.unfolded, self.open, self._fold)
            add_courses(column, self._courses, self.begin, lambda bad: self._tell(Problems(bad)))
        made = self.contents.fill(listed, column.widgets, 16)
        if self._show_open:
            self._show_open = False
            here = f"stop {self.stop + 1}" if self.course else f"entry {self.page.address}"
            if found := next((w for w in self.contents.widgets if w.name == here), None):
                self.contents.scroll.to(self.contents.scroll.offset + found.rect.centery - listed.centery)
                self.contents.place()
        return [self.field, *made]

    def _parts(self, r: Rect, big: bool) -> list[Widget]:
        """Return text, figure and cards side by side. Without room, or without a figure, they are one below another."""
        shown = self.figure.stage or self.pictured.picture
        if r.w < theme.px(720) or not (shown or self.page.drawn):
            return self._stacked_widgets(r, big)
        px, gap = theme.px, theme.px(20)
        across = r.w * 38 // 100 if big else px(432) if r.w >= px(1100) else min(px(320), r.w * 32 // 100)
        left = Rect(r.x, r.y, across, r.h)
        right = Rect(left.right + gap, r.y, r.right - left.right - gap, r.h - px(14))
        if big:
            left.x, right.x = r.x + right.w + gap, r.x
        made, high = list[Widget](), 0
        if shown:
            high = right.h if big else min(right.h * 67 // 100, right.w * 3 // 4 + px(130))
            made = self._figure(Rect(right.x, right.y, right.w, high), big)
            high = px(14) + (high if self.figure.stage else made[-1].rect.bottom - right.y)
        body = Rect(right.x, right.y + high, right.w, right.h - high)
        broad = self._text.broad(body, left.w - px(14), big)
        top = max([w.rect.bottom + px(16) for w in broad], default=body.y)
        low = [*broad, *cards.dealt(Rect(body.x, top, body.w - px(14), 0), self._fills())]
        words = self._text_widgets(Rect(left.x, left.y, left.w - px(14), left.h), big, False)
        return [*self.text.fill(left, words, 24), *made, *self.below.fill(body, low if body.h > px(60) else [], 14)]

    def _stacked_widgets(self, r: Rect, big: bool) -> list[Widget]:
        """Return the figure, if the window is high enough for it, over everything else."""
        px = theme.px
        high = r.h // 2 if self.figure.stage and r.h >= px(560) else 0
        made = self._figure(Rect(r.x, r.y, r.w, high), big)
        top = r.y + high + (px(14) if high else 0)
        body = Rect(r.x, top, r.w, r.bottom - top)
        wide = min(body.w - px(16), px(1100 if big else 820))
        words = self._text_widgets(Rect(body.x, body.y, wide, body.h), big, True)
        low = max(w.rect.bottom for w in words) + px(16)
        words += [] if self.figure.stage else self.pictured.lay_out(Rect(body.x, low, wide, 0), self.widen)
        low = max(w.rect.bottom for w in words) + px(16)
        words += cards.dealt(Rect(body.x, low, wide, 0), self._fills())
        return [*made, *self.text.fill(body, words, 24), *self.below.fill(Rect(0, 0, 1, 1), [])]

    def _figure(self, frame: Rect, big: bool) -> list[Widget]:
        if self.figure.stage is None:
            return self.pictured.lay_out(frame, self.widen) if frame.h else []
        deeds = [("Full window", "F", self.widen), ("Try it", "T", self.try_it)]
        return self.figure.lay_out(frame, deeds, big)

    @property
    def _text(self) -> EntryText:
        """The text of the page, with the present values of its house rules."""
        ways = titles(self.page, self.first, self.known)
        shown = bool(self.figure.stage or self.pictured.picture)
        return EntryText(self.page, self.rules, self.values, ways, self.open, self._to_switch, shown, self.term)

    def _text_widgets(self, r: Rect, big: bool, everything: bool) -> list[Widget]:
        """Return the text, and below it the readings of points that the rules leave open."""
        made = self._text.lay_out(r, big, everything)
        column = Column(Rect(r.x, max(w.rect.bottom for w in made) + theme.px(16), r.w, 0))
        if self.page.reading:
            cards.reading(column, self.page.reading, self._reads_on, self._read_on)
        return [*made, *column.widgets]

    def _read_on(self) -> None:
        """Unfold the readings of points that the rules leave open, or fold them."""
        self._reads_on = not self._reads_on
        self.relay()

    def _to_switch(self, key: str) -> None:
        """Go to the switch of a house rule."""
        self.focus.focus(next((w for w in self.focus.widgets if w.name == f"set {key}"), None), True)

    def _fills(self) -> list[cards.Fill]:
        """Return the functions that fill the cards."""
        page, figure, fills = self.page, self.figure, list[cards.Fill]()
        if figure.stage:
            fills.append(partial(cards.example, show=figure.stage.show))
        if figure.example:
            fills.insert(0, figure.example.fill)
        if self.ruling and self.rules:
            mine = self.ruling is self.system
            scope = cards.NEXT if self.take and mine else cards.YOURS if mine and self.house else cards.HERE
            fills.append(partial(cards.settings, rules=self.rules, house=self.values, take=self._set_rule, scope=scope))
        fills.append(
            partial(
                cards.more,
                page=page,
                shown=figure.entries,
                now=figure.index,
                open_=self.open,
                choose=figure.choose,
                screen=bool(self.pictured.picture),
            )
        )
        if figure.trouble:
            bad = figure.trouble
            fills.insert(0, partial(cards.trouble, show=lambda: self._tell(Problems(bad))))
        return fills

    def _tell(self, problems: Problems) -> None:
        self.answer = Push(problems)

    def paint(self, dst: Surface) -> None:
        """Draw the background, the dividers, the heading of the book, and the figure."""
        paint_book(dst, theme.px(TOP), self.divide)
        self.figure.draw(dst)
