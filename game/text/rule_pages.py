"""Pages of the rule book as lines."""

from __future__ import annotations

from collections.abc import Sequence

from game.core.system import RuleSystem
from game.rulebook.book import RuleEntry, chapter, entry, number_of, own_first, rulebook, title
from game.rulebook.search import search

FOUND = 8  # most pages listed for words that name none


def page_lines(page: RuleEntry, system: RuleSystem) -> list[str]:
    """Return a page: its title and chapter, its text, its tables row by row, and what belongs to it."""
    number, over = number_of(page.address), chapter(page.address)
    found = [" ".join(part for part in (number, page.title) if part) + (f" ({over})" if over else "") + "."]
    found += [f"- {words}" if kind == "bullet" else words for kind, words in page.blocks]
    found += _rows(page.table)
    if page.grid:
        found += _rows(page.grid.table)
        found += [f"{mark}: {words}." for mark, words in page.grid.meanings]
    if page.reading:
        found += ["How this program reads it:", *page.reading.split("\n")]
    if page.see:
        found.append(f"See also: {'; '.join(_link_words(address, system) for address in page.see)}.")
    return [line.replace("**", "") for line in found if line]


def _rows(table: Sequence[Sequence[str]]) -> list[str]:
    """Return the rows of a table, each cell after its heading."""
    if not table:
        return []
    heads = table[0]
    return [
        "; ".join(f"{head}: {cell}" if head else cell for head, cell in zip(heads, row) if cell) + "."
        for row in table[1:]
    ]


def _link_words(address: str, system: RuleSystem) -> str:
    name, typed = title(address), _typed(address, system)
    return name if typed == name else f"{name} ({typed})"


def _typed(address: str, system: RuleSystem) -> str:
    """Return what to type after `rule` for a page: its number or its title, its address if both lead elsewhere."""
    for words in (number_of(address), title(address)):
        if words and (page := page_called(words, system)) and page.address == address:
            return words
    return address


def page_called(words: str, system: RuleSystem) -> RuleEntry | None:
    """Return the page with an address, with a number in the game's own books, or with a title; None if there is
    none."""
    wanted, book = words.strip(), rulebook()
    tries = [wanted, *(f"{group}/{wanted}" for group in (*system.pages, "table"))]
    for address in tries:
        if address.lower() in book:
            return book[address.lower()]
    titled = [page for page in book.values() if page.title.casefold() == wanted.casefold()]
    own = [page for page in titled if page.group in system.pages]
    if own or titled:
        return (own or titled)[0]
    if wanted[:1].isdigit() and system.pages:
        try:
            return entry(f"{system.pages[0]}/{wanted}")
        except LookupError:
            return None
    return None


def rule_lines(words: str, system: RuleSystem) -> list[str]:
    """Return the page that words name, or the list of those they are found in."""
    if page := page_called(words, system):
        return page_lines(page, system)
    found = search(words, own_first(system.title, system.pages))
    if len(found) == 1:
        return page_lines(found[0], system)
    if not found:
        return [f"No page of the rules is about “{words[:60]}”."]
    rows = [f"{page.title}: rule {_typed(page.address, system)}" for page in found[:FOUND]]
    more = [f"and {len(found) - FOUND} more"] if len(found) > FOUND else []
    return ["These pages are about it; type rule and what stands behind the colon:", *rows, *more]


def named_rule(address: str) -> str:
    """Return a rule by number and title, for the end of a refusal; empty if there is no such page."""
    try:
        name = title(address)
    except LookupError:
        return ""
    number = number_of(address)
    return f"Rule {number}, {name}." if number else f"Rule: {name}."
