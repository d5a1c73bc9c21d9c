"""Links from terms in a page's text to the pages of their rules, and the house rules that apply to a page."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from pygame import Rect, Surface

from game.core.system import HouseRule, RuleSystem
from game.rulebook.book import RuleEntry, entry, rulebook, stem, tokens
from game.rulebook.glossary import GlossaryTerm, terms
from game.systems import SYSTEMS
from game.ui.render.lines import dashed_line, line
from game.ui.render.theme import theme
from game.ui.toolkit.widgets import Widget

LEAST = 6  # letters of the shortest title that is linked; shorter ones are everyday words
Mentions = Mapping[tuple[str, str], str]  # (group of pages, title of a house rule) -> the address of its page


class RuleLink(Widget):
    """An underlined term; a press opens its page."""

    def __init__(self, rect: Rect, address: str, on_press: Callable[[], object]) -> None:
        super().__init__(rect, on_press=on_press, rule=address, name=f"link {address}", hint=rulebook()[address].title)

    @property
    def hit(self) -> Rect:
        """The rect of the words, without a margin because lines are close together."""
        return self.rect.clip(self.window) if self.window else self.rect

    def draw(self, dst: Surface) -> None:
        """Draw a line under the words; the paragraph draws the words."""
        y = self.rect.bottom - theme.px(3)
        line(dst, (self.rect.x, y), (self.rect.right, y), theme.accent, 2 if self.hover or self.focused else 1)


class SettingLink(RuleLink):
    """The title of a house rule on its own page. Its value is the hint, and a press leads to its switch."""

    def __init__(self, rect: Rect, hint: str, on_press: Callable[[], object], name: str) -> None:
        Widget.__init__(self, rect, on_press=on_press, name=name, hint=hint)


class TermMark(Widget):
    """A word of the glossary, with a dotted line; its meaning is the hint."""

    focusable = False

    def __init__(self, rect: Rect, hint: str, name: str) -> None:
        super().__init__(rect, name=name, hint=hint, rule="table/glossary")

    @property
    def hit(self) -> Rect:
        return self.rect.clip(self.window) if self.window else self.rect

    def draw(self, dst: Surface) -> None:
        """Draw a dotted line under the word."""
        y = self.rect.bottom - theme.px(3)
        ink = theme.palette.white if self.hover else theme.palette.muted
        dashed_line(dst, [(self.rect.x, y), (self.rect.right, y)], ink, 1.4, 2, 3)


def mentions(systems: Iterable[RuleSystem]) -> Mentions:
    """Return the address of each house rule's page, by group and title."""
    found: dict[tuple[str, str], str] = {}
    for one in (one for system in systems for one in system.house if one.rule):
        found.setdefault((one.rule.partition("/")[0], one.title), entry(one.rule).address)
    return found


def titles(page: RuleEntry, groups: Sequence[str], known: Mentions) -> dict[str, str]:
    """Return the address for each title that a page may link to. House rules come first, then pages of its own group,
    then of other groups of its game. The page itself is left out."""
    near = tuple(dict.fromkeys((page.group, *groups)))
    found: dict[str, str] = {}
    for group in near:
        for (one, title), address in known.items():
            if one == group:
                found.setdefault(title, address)
    named = [other for other in rulebook().values() if other.group in near and len(other.title) >= LEAST]
    for other in sorted(named, key=lambda other: near.index(other.group)):
        found.setdefault(other.title, other.address)
    return {title: address for title, address in found.items() if address != page.address and title != page.title}


def ways_of(page: RuleEntry, rules: Iterable[HouseRule], settings: str, there: Collection[str]) -> Mapping[str, str]:
    """Return the target of each title that a printed page may link to. It is a page of `there`, or for the page's own
    house rules `settings`."""
    groups = next((system.pages for system in SYSTEMS.values() if page.group in system.pages), (page.group,))
    found = {title: at for title, at in titles(page, groups, _mentions()).items() if at in there}
    return found | {rule.title: settings for rule in rules}


@cache
def _mentions() -> Mentions:
    return mentions(SYSTEMS.values())


def own_rules(page: RuleEntry, system: RuleSystem | None) -> tuple[RuleSystem | None, list[HouseRule]]:
    """Return the house rules of a page, and the game that has them. The game is `system` if it has any, else the first
    that does."""
    games = [one for one in SYSTEMS.values() if page.group in one.pages[:1] and one is not system]
    for game in ([system] if system else []) + games:
        if rules := [one for one in game.house if one.rule and entry(one.rule) is page]:
            return game, rules
    return None, []


@dataclass(frozen=True, slots=True)
class PageWords:
    """The words of the glossary that apply to a page."""

    known: Mapping[tuple[str, ...], GlossaryTerm]

    def find(self, words: str) -> str | None:
        """Return the word of the glossary of which some words are a form; None if there is none. A noun in -ing has no
        other form than its own: a die has faces, and no facing."""
        term = self.known.get(tuple(map(stem, tokens(words))))
        return term.word if term and _ends_alike(term.word, words) else None

    def means(self, word: str) -> str:
        return next(term.means for term in self.known.values() if term.word == word)

    def __iter__(self) -> Iterator[GlossaryTerm]:
        return iter(sorted(self.known.values(), key=lambda term: term.word.lower()))


def _ends_alike(word: str, words: str) -> bool:
    return not word.endswith("ing") or words.lower().rstrip("s").endswith("ing")


def words_of_page(page: RuleEntry) -> PageWords:
    """Return the words of the glossary that apply to a page."""
    return PageWords(terms(page.group))
