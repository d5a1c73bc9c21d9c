"""The text of a page of the rule book as HTML: links to other pages, and the words of the glossary with their
meanings."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from html import escape

from game.core.system import HouseRule
from game.pages.document import table
from game.rulebook.book import RuleEntry, blocks_of
from game.ui.rulebook.links import ways_of, words_of_page
from game.ui.toolkit.rich_text import MARKS, named_runs, words_of

Wrapped = tuple[str, str]  # the tags before and after some words


class LinkedText:
    """The paragraphs of a page. Links lead to the pages of `there`, and from the names of the page's own house rules
    to `settings`; a word of the glossary is explained where it is first met."""

    def __init__(self, page: RuleEntry, rules: Sequence[HouseRule], settings: str, there: Collection[str]) -> None:
        self._ways = ways_of(page, rules, settings, there)
        self._words, self._met = words_of_page(page), set[str]()

    def blocks(self, text: str) -> Iterator[str]:
        """Yield paragraphs and lists."""
        return html_blocks(text, self._line)

    def _line(self, line: str) -> str:
        """Return a paragraph with its terms bold, its links and its explained words."""
        words = words_of(line)
        plain = [word.strip(MARKS) for word, *_ in words]
        wrapped = dict(self._tagged_runs(plain, lambda one: one if one in self._ways else None, self._link))
        taken = {n for at, (end, _) in wrapped.items() for n in range(at, end)}
        wrapped |= {
            at: (end, tags)
            for at, (end, tags) in self._tagged_runs(plain, self._words.find, self._glossary_tags)
            if taken.isdisjoint(range(at, end))
        }
        parts, close = list[str](), dict[int, str]()
        for n, (word, weight, blank) in enumerate(words):
            end, (before, after) = wrapped.get(n, (0, ("", "")))
            if end:
                close[end - 1] = after
            lead, tail = word[: len(word) - len(word.lstrip(MARKS))], word[len(word.rstrip(MARKS)) :]
            inner = escape(plain[n])
            bold = f"<strong>{inner}</strong>" if weight == "s" and inner else inner
            whole = f"{escape(lead)}{before}{bold}{close.get(n, '')}{escape(tail if plain[n] else '')}"
            parts.append((" " if blank and n else "") + whole)
        return re.sub("</strong>( ?)<strong>", r"\1", "".join(parts))

    @staticmethod
    def _tagged_runs(
        words: Sequence[str], find: Callable[[str], str | None], tags: Callable[[str], Wrapped | None]
    ) -> Iterator[tuple[int, tuple[int, Wrapped]]]:
        for name, at, end in named_runs(words, find):
            if found := tags(name):
                yield at, (end, found)

    def _link(self, title: str) -> Wrapped:
        return f'<a href="#{escape(self._ways[title])}">', "</a>"

    def _glossary_tags(self, word: str) -> Wrapped | None:
        if word in self._met:
            return None
        self._met.add(word)
        return f'<abbr title="{escape(self._words.means(word))}">', "</abbr>"


def html_blocks(text: str, line: Callable[[str], str]) -> Iterator[str]:
    """Yield the paragraphs and lists of a text, with the HTML of each of its lines."""
    listed = False
    for kind, words in blocks_of(text):
        if listed != (kind == "bullet"):
            listed = not listed
            yield "<ul>" if listed else "</ul>"
        yield f"<li>{line(words)}</li>" if listed else f"<p>{line(words)}</p>"
    if listed:
        yield "</ul>"


def html_tables(page: RuleEntry) -> Iterator[str]:
    """Yield the table and the grid of a page, and what the marks of the grid mean."""
    for rows in (page.table, page.grid.table if page.grid else ()):
        if rows:
            yield f'<div class="wide">{table(rows)}</div>'
    if page.grid:
        yield "<p>" + "; ".join(f"{escape(mark)} {escape(words)}" for mark, words in page.grid.meanings) + ".</p>"
