"""Links from terms in a page's text to the pages of their rules, and the house rules that apply to a page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from pygame import Rect, Surface

from game.core.system import RuleSystem
from game.core.values import House
from game.rulebook.book import RuleEntry, entry, rulebook
from game.ui.render.lines import line
from game.ui.render.theme import theme
from game.ui.toolkit.widgets import Widget

LEAST = 6  # shortest title that is linked: shorter ones are everyday words
Mentions = Mapping[tuple[str, str], str]  # (group of pages, title of a house rule) -> the address of its page


class RuleLink(Widget):
    """An underlined term; a press opens its page."""

    def __init__(self, rect: Rect, address: str, on_press: Callable[[], object]) -> None:
        super().__init__(rect, on_press=on_press, rule=address, name=f"link {address}", hint=rulebook()[address].title)

    @property
    def hit(self) -> Rect:
        """The rect of the words without a margin, because lines are close together."""
        return self.rect.clip(self.window) if self.window else self.rect

    def draw(self, dst: Surface) -> None:
        """Draw a line under the words; the paragraph draws the words."""
        y = self.rect.bottom - theme.px(3)
        line(dst, (self.rect.x, y), (self.rect.right, y), theme.accent, 2 if self.hover or self.focused else 1)


def mentions(systems: Iterable[RuleSystem]) -> Mentions:
    """Return the address of each house rule's page, by group and title."""
    found: dict[tuple[str, str], str] = {}
    for one in (one for system in systems for one in system.house if one.rule):
        found.setdefault((one.rule.partition("/")[0], one.title), entry(one.rule).address)
    return found


def titles(page: RuleEntry, groups: Sequence[str], known: Mentions) -> dict[str, str]:
    """Return the address for each title that a page may link to: house rules, then pages of its own group, then of
    other groups of its game. The page itself is left out."""
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


def in_force(page: RuleEntry, system: RuleSystem | None, house: House) -> list[tuple[str, str]]:
    """Return the titles of a page's house rules that a battle may choose, each with its value in words."""
    if system is None or not house:
        return []
    own = [one for one in system.house if one.rule and one.asked(house) and entry(one.rule) is page]
    return [(one.title, next((words for value, words in one.values if value == house[one.key]), "")) for one in own]
