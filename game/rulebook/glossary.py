"""The words of the games with their meanings, from the page `table/glossary`: what pages explain where one points."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from game.rulebook.book import entry, stem, titles, tokens

PAGE = "table/glossary"
SPACE = "Full Thrust"  # the title whose words hold also where its ships fly by other rules
FLOWN_BY_OTHER_RULES = ("manoeuvres", "point-defence-and-fighters", "hex")


@dataclass(frozen=True)
class GlossaryTerm:
    """A word of the glossary in its plain form, what it means, and the games in which it does; empty for all."""

    word: str
    means: str
    within: str = ""


@cache
def terms(group: str) -> Mapping[tuple[str, ...], GlossaryTerm]:
    """Return the words that hold on the pages of a group, by the stems of their parts; those of most parts first. Of
    several meanings of a word the group's own wins, then that of Full Thrust where its ships fly, then the one for
    all."""
    ranked = [
        (_strength(within, group), GlossaryTerm(word, means, within)) for word, means, within in entry(PAGE).table[1:]
    ]
    held = [term for strength, term in sorted(ranked, key=lambda one: one[0]) if strength]
    found = {tuple(map(stem, tokens(term.word))): term for term in held}
    return dict(sorted(found.items(), key=lambda one: -len(one[0])))


def _strength(within: str, group: str) -> int:
    """Return how well a meaning fits a group: 0 if it holds elsewhere only, 1 if it holds everywhere."""
    if not within:
        return 1
    named = within.split(", ")
    own = {title for address, title in titles().items() if address.partition("/")[0] == group}
    if own.intersection(named):
        return 3
    return 2 if SPACE in named and group in FLOWN_BY_OTHER_RULES else 0
