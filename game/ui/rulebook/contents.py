"""The left column of the rule book: the hits of a search, and the contents, in which one game is unfolded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache, partial
from itertools import groupby

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.demonstrations.course import RuleCourse
from game.formats.validation import BadFile, did_you_mean
from game.rulebook.book import PROGRAM, RuleEntry, chapter, number_of, rulebook, tokens
from game.rulebook.glossary import PAGE, GlossaryTerm
from game.rulebook.search import address_found, excerpt, search, term_of
from game.systems import SYSTEMS
from game.ui.render.backdrop import quiet
from game.ui.render.lines import line
from game.ui.render.shapes import box, mark, stamp
from game.ui.render.text import fit_text, text
from game.ui.render.theme import theme
from game.ui.rulebook.links import Mentions
from game.ui.toolkit.blocks import Capitals
from game.ui.toolkit.column import Column
from game.ui.toolkit.widgets import Button, Widget

Open = Callable[[str], object]
Tell = Callable[[BadFile], object]
Go = Callable[[int], object]
Begin = Callable[[RuleCourse], object]
SETTINGS = 6  # most settings among the hits


class ContentsItem(Widget):
    """A page of the open game, indented by its depth."""

    def __init__(self, rect: Rect, page: RuleEntry, open_: bool, on_press: Callable[[], object]) -> None:
        super().__init__(rect, on_press=on_press, name=f"entry {page.address}", rule=page.address)
        self.page, self.open = page, open_
        self.depth = min(2, max(0, page.address.count("/") + page.address.count(".") - 1))

    def draw(self, dst: Surface) -> None:
        p, px, r = theme.palette, theme.px, self.rect
        _plate(dst, r, self.open, self.hover)
        x = r.x + px(14) + px(12) * self.depth
        if section := number_of(self.page.address):
            text(dst, section, (x, r.centery), 15, p.muted, "s", "midleft")
        if section or self.page.address.split("/")[-2][:1].isdigit():
            x += px(38)
        colour = p.white if self.open else p.text if self.depth == 0 or self.hover else p.muted
        weight = "s" if self.depth == 0 else "r"
        fit_text(dst, self.page.title, (x, r.centery), r.right - px(6) - x, (16, 15), colour, weight, "midleft")


class GameItem(Widget):
    """A game in the contents. A press opens its first page, or folds it if that is open already."""

    def __init__(
        self, rect: Rect, page: RuleEntry, count: int, open_: bool, on_press: Callable[[], object], here: bool
    ) -> None:
        super().__init__(rect, on_press=on_press, name=f"entry {page.address}", rule=page.address)
        self.page, self.count, self.open, self.here = page, count, open_, here

    def handle(self, event: Event) -> bool:
        """Fold and unfold with Left and Right, besides all that a widget does."""
        turns = {pygame.K_LEFT: self.open, pygame.K_RIGHT: not self.open}
        if event.type == pygame.KEYDOWN and self.focused and event.key in turns:
            if turns[event.key]:
                self.press()
            return True
        return super().handle(event)

    def draw(self, dst: Surface) -> None:
        """Draw a sign, the title, and the number of pages."""
        p, px, r = theme.palette, theme.px, self.rect
        _plate(dst, r, self.here, self.hover)
        stamp(dst, mark("down" if self.open else "right", p.muted, 13), (r.x + px(14), r.centery))
        at = text(dst, str(self.count), (r.right - px(8), r.centery), 15, p.muted, "r", "midright")
        room = at.x - px(8) - r.x - px(30)
        fit_text(dst, self.page.title, (r.x + px(30), r.centery), room, (17, 16, 15), p.white, "s", "midleft")


class SearchHit(Widget):
    """A page that a search found, a setting of a page, or a word of the glossary. It has number and title, with the
    sentence that contains the words."""

    def __init__(
        self,
        rect: Rect,
        page: RuleEntry,
        words: str,
        open_: bool,
        on_press: Callable[[], object],
        setting: str = "",
        term: GlossaryTerm | None = None,
    ) -> None:
        named = f"setting {setting}" if setting else f"entry {page.address}"
        super().__init__(rect, on_press=on_press, name=named, rule=page.address)
        self.page, self.open, self.setting = page, open_, setting
        game = term.within if term else _game_of(page)
        self.game = "" if game in page.title else game
        self.title = setting or (term.word if term else page.title)
        self.said = f"setting, on the page {page.title}" if setting else term.means if term else excerpt(page, words)

    def draw(self, dst: Surface) -> None:
        """Draw number and title, and the sentence below."""
        p, px, r = theme.palette, theme.px, self.rect
        _plate(dst, r, self.open, self.hover)
        x, y = r.x + px(14), r.y + px(14)
        if not self.setting and (section := number_of(self.page.address)):
            text(dst, section, (x, y), 15, p.muted, "s", "midleft")
            x += px(38)
        at = fit_text(dst, self.title, (x, y), r.right - px(6) - x, (16, 15), p.white, "s", "midleft")
        if self.game:
            beside = at.right + px(8)
            fit_text(dst, self.game, (beside, y), r.right - px(6) - beside, (14, 13), p.faint, "r", "midleft")
        fit_text(dst, self.said, (x, r.y + px(34)), r.right - px(6) - x, 14, p.muted, "r", "midleft")


class StopItem(Widget):
    """A stop of a course: past (tick), now, or still to come, with its number."""

    def __init__(self, rect: Rect, number: int, title: str, now: int, on_press: Callable[[], object]) -> None:
        super().__init__(rect, on_press=on_press, name=f"stop {number + 1}")
        self.number, self.title, self.now = number, title, now

    def draw(self, dst: Surface) -> None:
        p, px, r = theme.palette, theme.px, self.rect
        here, past = self.number == self.now, self.number < self.now
        _plate(dst, r, here, self.hover)
        if past:
            stamp(dst, mark("done", p.green, 14), (r.x + px(20), r.centery))
        else:
            text(dst, str(self.number + 1), (r.x + px(20), r.centery), 15, p.white if here else p.muted, "s", "center")
        colour = p.white if here else p.muted if past else p.text
        x = r.x + px(42)
        fit_text(
            dst, self.title, (x, r.centery), r.right - px(6) - x, (16, 15), colour, "s" if here else "r", "midleft"
        )


def _plate(dst: Surface, r: Rect, open_: bool, hover: bool) -> None:
    """Draw the ground of a page that is open, or pointed at."""
    p, px = theme.palette, theme.px
    if open_ or hover:
        box(dst, r, p.active if open_ else p.raised, 5)
    if open_:
        dst.fill(theme.accent, (r.x, r.y + px(4), px(3), r.h - px(8)))


def contents(column: Column, page: RuleEntry, unfolded: str, open_: Open, fold: Open) -> None:
    """Add every game with the number of its pages, and the pages of the one that is unfolded."""
    counts = Counter(one.group for one in rulebook().values())
    for group, pages in groupby(rulebook().values(), key=lambda one: one.group):
        first, *rest = pages
        shown = unfolded == group
        press = partial(fold, group) if shown or first is page else partial(open_, first.address)
        column.add(GameItem(column.row(34, 2), first, counts[group], shown, press, first is page))
        for one in rest if shown else ():
            column.add(ContentsItem(column.row(28, 2), one, one is page, partial(open_, one.address)))


def stops(column: Column, course: RuleCourse, now: int, go: Go, leave: Callable[[], object]) -> None:
    """Add the stops of a course that is being played."""
    column.space(8)
    column.paragraph(course.title, theme.palette.white, 18, after=2)
    column.paragraph(course.about or f"stop {now + 1} of {len(course.stops)}", theme.palette.muted, 15, after=8)
    column.add(Button(column.row(36, 12), "Leave the course", on_press=leave, cap="Esc", name="leave course", size=15))
    for number, stop in enumerate(course.stops):
        column.add(StopItem(column.row(30, 2), number, stop.title, now, partial(go, number)))


def add_courses(column: Column, found: Sequence[RuleCourse | BadFile], begin: Begin, tell: Tell) -> None:
    """Add the player's own courses. One that cannot be read opens its list of faults."""
    if found:
        column.space(12)
        _add_heading(column, "Courses")
    for one in found:
        if isinstance(one, BadFile):
            label, press, sign = "A course with mistakes", partial(tell, one), "warn"
        else:
            label, press, sign = one.title, partial(begin, one), "play"
        column.add(Button(column.row(34, 4), label, on_press=press, sign=sign, kind="quiet", size=15))


def _add_heading(column: Column, words: str) -> None:
    """Add a heading that is aligned with the field of the search, not with the frames of rows."""
    column.add(Capitals(column.row(24, 2).move(theme.px(4), 0), words, colour=theme.accent))


def hits(column: Column, words: str, first: Sequence[str], known: Mentions, page: RuleEntry, open_: Open) -> None:
    """Add the hits of a search under the names of the games, and settings whose titles have the words."""
    found = search(words, first)
    for of, pages in groupby(found, key=lambda one: PAGE if one.address == PAGE else one.group):
        column.space(10 if column.widgets else 0)
        _add_heading(column, rulebook()[of].title)
        for one in pages:
            press = partial(open_, address_found(one, words, first))
            term = term_of(words, first) if of == PAGE else None
            column.add(SearchHit(column.row(50, 2), one, words, one is page, press, term=term))
    if set_ := _settings(words, first, known):
        column.space(10 if column.widgets else 0)
        _add_heading(column, "Settings")
    for title, address in set_:
        there = rulebook()[address]
        column.add(SearchHit(column.row(50, 2), there, words, False, partial(open_, address), title))
    if not column.widgets:
        meant = did_you_mean(words.lower(), {word for one in rulebook().values() for word in tokens(one.title)})
        column.paragraph(f"Nothing about “{words.strip()}”. {meant}", theme.palette.text, 16)


def first_found(words: str, first: Sequence[str]) -> str:
    """Return the address at which the first hit opens; empty if there is none."""
    found = search(words, first)
    return address_found(found[0], words, first) if found else ""


def _settings(words: str, first: Sequence[str], known: Mentions) -> list[tuple[str, str]]:
    """Return titles of house rules in which all words begin a word, with the address of their page. Those of the game
    come first."""
    wanted = tokens(words)
    found = [
        (group not in first, title, address)
        for (group, title), address in known.items()
        if all(any(one.startswith(word) for one in tokens(title)) for word in wanted)
    ]
    return [(title, address) for _, title, address in sorted(found)[:SETTINGS]] if wanted else []


@cache
def shared_groups() -> frozenset[str]:
    """Return the groups of pages in which several games have a chapter of their own."""
    own = Counter(group for system in SYSTEMS.values() for group in system.pages[:1])
    return frozenset(group for group, count in own.items() if count > 1)


def _game_of(page: RuleEntry) -> str:
    """Return the game of a rule; empty if its heading names the game already, or if it is about the program."""
    if page.group == PROGRAM:
        return ""
    if page.group in shared_groups():
        return chapter(page.address)
    game = next((system.title for system in SYSTEMS.values() if page.group in system.pages), "")
    return game if game != rulebook()[page.group].title else ""


def paint_book(dst: Surface, top: int, divide: int) -> None:
    """Draw the ground of the book, its heading above `top`, and a divider beside the contents if there are any."""
    area, px, p = dst.get_rect(), theme.px, theme.palette
    dst.blit(quiet(area.size), (0, 0))
    line(dst, (0, top), (area.w, top), p.line)
    text(dst, "Rule book", (px(16), px(26)), 20, p.white, "b", "midleft")
    text(dst, f"{len(SYSTEMS)} games, {len(rulebook())} pages", (px(16), px(47)), 14, p.muted, "r", "midleft")
    if divide:
        line(dst, (divide, top), (divide, area.h), p.line)
