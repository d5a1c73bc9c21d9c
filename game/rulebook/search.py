"""The search of the rule book: pages by the words, questions and printed labels that players type."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain
from typing import Any

from game.rulebook.book import PROGRAM, RuleEntry, book_order, chapter, depth, rulebook, stem, tokens
from game.rulebook.glossary import PAGE, GlossaryTerm, terms

Rank = tuple[bool, int, float, int, int, list[tuple[int, int, str]]]

LABELLED = -2  # the tier of a page with the very label, capitals included
ASKED = -1  # the tier of a page that answers a question or has the label, before those of titles
BEGUN = 1  # the tier of a page whose title begins with the words, or of which some of them are a label
MENTIONED = 2  # the tier of a page that has the words in its text alone
SMALL = frozenset(("a", "an", "and", "at", "by", "for", "from", "in", "of", "on", "or", "over", "the", "to", "with"))
# words of a question that say nothing of what it is about
ASKING = SMALL | {
    "am", "are", "be", "can", "cannot", "could", "did", "do", "does", "doesn", "don", "explain", "happen", "happens",
    "has", "have", "how", "i", "if", "is", "it", "mean", "meaning", "means", "me", "must", "my", "not", "s", "should",
    "t", "there", "these", "this", "those", "was", "were", "what", "when", "where", "which", "who", "why", "will",
    "work", "worked", "works", "you", "your",
}  # fmt: skip
_WORKED_OUT = re.compile(r"\b(worked|work|works|find|found) out\b", re.IGNORECASE)
_NUMBER = re.compile(r"\d+")


def search(words: str, first: Sequence[str] = ()) -> list[RuleEntry]:
    """Return the entries that match all words but those that only ask (how, do, I, mean). A word matches if a word of
    the address, title, text, table or reading begins with it. If nothing has them all, words that no page has are left
    out, and then the last ones: the first word decides.

    Results are in groups of addresses: those in `first`, then the others; of each, groups that have the words as a
    label of the screen, then those with a matching title come before those that only mention the words. Pages about the
    program that only mention them come last. Within a group an entry with the label or a question that has the words
    comes first, then one about nothing else, and a rule before its variants and exceptions. Words of a title that name
    its chapter do not count as something else. `first` may name a chapter besides: of entries that match alike, its own
    come first. The glossary, if it has the word, stands behind the entries of the game with it as label or title.
    """
    return next((found for some in _shortened(words) if (found := _found(some, first))), [])


def _shortened(words: str) -> Iterator[str]:
    """Yield the words, and then fewer and fewer of them, each time fit to be searched for."""
    words = _WORKED_OUT.sub("", words)
    parts = words.split()
    whole = parts[:-1]
    if whole and parts[0].lower() in ASKING and _only_asks(parts[-1].lower()) and {*map(str.lower, whole)} - ASKING:
        words = " ".join(whole)  # the last word is still being typed: "what does MU mea"
    yield words
    wanted = [word for word in _wanted(words) if any(known.startswith(word) for known in _vocabulary())]
    for count in range(len(wanted), 0, -1):
        if count > 1 or len(wanted[0]) > 1:
            yield " ".join(wanted[:count])


def _only_asks(begun: str) -> bool:
    """Return whether this is the beginning of a word that only asks."""
    return any(word.startswith(begun) for word in ASKING)


def _wanted(words: str) -> list[str]:
    asked = tokens(words)
    return [word for word in asked if word not in ASKING] or asked


@cache
def _vocabulary() -> frozenset[str]:
    return frozenset(chain.from_iterable(tokens(f"{page.title} {page.full_text}") for page in rulebook().values()))


def _found(words: str, first: Sequence[str]) -> list[RuleEntry]:
    """Return the entries that match all words, in the order of `search`."""
    asked, wanted = tokens(words), _wanted(words)
    ranked = [(rank, page) for page in rulebook().values() if (rank := _rank(page, words, wanted, asked))]
    term = _own_term(words, first)
    if term:
        ranked = [(rank, page) for rank, page in ranked if page.address != PAGE]
    best: dict[str, tuple[bool, int, bool]] = {}
    for rank, page in ranked:
        unnumbered, tier, besides, below, *_ = rank
        answer = unnumbered, tier, below > 0 and besides > 0
        best[page.group] = min(answer, best.get(page.group, answer))
    order = list(dict.fromkeys(page.group for page in rulebook().values()))
    near = {group: first.index(group) if group in first else len(first) for group in best}

    def nearness(group: str) -> tuple[Any, ...]:
        tier = best[group][1]
        titled = tier != MENTIONED
        own = group in first and (titled or group != PROGRAM)
        return not own, tier != LABELLED, not titled, near[group], best[group], order.index(group)

    groups = sorted(best, key=nearness)
    plain = {
        page.address: rank[1] <= ASKED or title_rank(wanted, page.title.replace(chapter(page.address), "")) == (0, 0)
        for rank, page in ranked
    }
    chapters = tuple(one for one in first if "/" in one)

    def key(one: tuple[Rank, RuleEntry]) -> tuple[Any, ...]:
        (unnumbered, tier, *rest), page = one
        own = page.address.startswith(chapters)
        labelled = tier == LABELLED
        return groups.index(page.group), not labelled, not plain[page.address], unnumbered, tier, not own, *rest

    ordered = [page for _, page in sorted(ranked, key=key)]
    hits = {page.address: page for page in ordered}
    varied = (
        page.address.rpartition("/")[0] if depth(page.address) and not plain[page.address] else page.address
        for page in ordered
    )
    found = [hits[one] for one in dict.fromkeys(chain.from_iterable(zip(varied, hits))) if one in hits]
    if term:
        about = {page.address for rank, page in ranked if rank[1] < MENTIONED and page.group in first}
        behind = next((number for number, page in enumerate(found) if page.address not in about), len(found))
        found.insert(behind, rulebook()[PAGE])
    return found


def _own_term(words: str, first: Sequence[str]) -> GlossaryTerm | None:
    """Return the word of the glossary that some words name, with the meaning that it has in the game."""
    wanted = tuple(stem(word) for word in _wanted(words))
    held = [terms(group) for group in dict.fromkeys(one.partition("/")[0] for one in first if one)]
    exact = (known[wanted] for known in held if wanted in known)
    begun = (term for known in held for parts, term in known.items() if wanted and parts[: len(wanted)] == wanted)
    return next(chain(exact, begun), None)


def term_of(words: str, first: Sequence[str] = ()) -> GlossaryTerm | None:
    """Return the word of the glossary at which a search opens it: that of the game, else that of any other."""
    every = (*first, *dict.fromkeys(page.group for page in rulebook().values()))
    return next((term for some in _shortened(words) if (term := _own_term(some, every) or _explained(some))), None)


def _explained(words: str) -> GlossaryTerm | None:
    """Return the word of the glossary that has all words in its own name or meaning."""
    wanted = _wanted(words)
    for word, means, within in rulebook()[PAGE].table[1:]:
        body = tokens(f"{word} {means}")
        if wanted and all(_weight(one, [], [], body) for one in wanted):
            return GlossaryTerm(word, means, within)
    return None


def address_found(page: RuleEntry, words: str, first: Sequence[str] = ()) -> str:
    """Return the address at which a hit opens: that of the page, or of the very word in the glossary."""
    term = term_of(words, first) if page.address == PAGE else None
    return f"{PAGE}#{term.word}" if term else page.address


def excerpt(page: RuleEntry, words: str) -> str:
    """Return why a page was found: its question that some words ask, its label that they are, or the first sentence of
    its text with one of them; the first of all if none has one."""
    if len(tokens(words)) > 1 and (ask := question(page, words)):
        return ask
    wanted = {stem(word) for word in tokens(words) if word not in ASKING}
    lines = [words.replace("**", "") for _, words in page.blocks]
    said = [one for line in lines for one in re.split(r"(?<=[.:;]) (?=[A-Z])", line)]
    hits = (one for one in said if any(stem(word) in wanted or word.startswith((*wanted,)) for word in tokens(one)))
    label, tier = label_of(page, words)
    if label and tier <= ASKED:
        return f"“{label}”: {next((one for one in said if label in one), said[0])}"
    return next(hits, said[0])


def title_rank(wanted: Sequence[str], title: str) -> tuple[int, float]:
    """Return a rank for a title, lower for a better match: 0 if it has all words in any form, 1 if it has words that
    begin with them, else 2; and the share of its words that do not match."""
    said = [word for word in tokens(title) if word not in SMALL]
    wanted = [word for word in wanted if word not in SMALL] or wanted
    asked = {stem(word) for word in wanted}
    whole = [stem(word) for word in said if stem(word) in asked]
    if whole and {*whole} == asked:
        return 0, 1 - len(whole) / len(said)
    begun = [word for word in said if any(word.startswith(one) for one in wanted)]
    every = all(any(word.startswith(one) for word in said) for one in wanted)
    return (BEGUN, 1 - len(begun) / len(said)) if every and begun else (MENTIONED, 1.0)


def question(page: RuleEntry, words: str) -> str:
    """Return the question of a page that is nearest to some words and has all that are more than asking; empty if it
    has none."""
    asked = tokens(words)
    wanted = {stem(word) for word in asked if word not in ASKING}
    found = [one for one in page.asks if wanted and wanted <= {stem(word) for word in tokens(one)}]
    return max(found, key=lambda one: _word_overlap(asked, one), default="")


def _word_overlap(asked: Sequence[str], ask: str) -> float:
    """Return the share of the words of both questions that they have in common."""
    mine, its = set(asked), set(tokens(ask))
    return len(mine & its) / len(mine | its)


@cache
def _printed(words: str) -> tuple[str, ...]:
    """Return the parts of a text as printed, with signs and capitals. Words that only ask are left out, and one number
    is as good as another; a number alone counts only where nothing else is said."""
    parts = [_NUMBER.sub("#", part.strip("\"'“”‘’?!,;:.()")) for part in words.split()]
    kept = [part for part in parts if part and part.lower() not in ASKING and part.strip("#")]
    return tuple(kept or [part for part in parts if part])


def _folded(parts: Sequence[str]) -> tuple[str, ...]:
    return tuple(stem(part.lower()) for part in parts)


def label_of(page: RuleEntry, words: str) -> tuple[str, int]:
    """Return the label of a page that some words are or contain, and the tier that it gives the page."""
    typed = _printed(words)
    folded, best = _folded(typed), ("", MENTIONED)
    for label in page.labels if typed else ():
        parts = _printed(label)
        if parts == typed:
            return label, LABELLED
        if _folded(parts) == folded:
            best = label, ASKED
        elif best[1] == MENTIONED and _contains(typed, folded, parts):
            best = label, BEGUN
    return best


def _contains(typed: Sequence[str], folded: Sequence[str], label: Sequence[str]) -> bool:
    """Return whether typed words contain a label. A single word counts only if it is not an ordinary word of the
    language: TR, S+P, 5+."""
    count, wanted = len(label), _folded(label)
    if count == 1:
        return label[0] in typed and not label[0].islower()
    return any(tuple(folded[at : at + count]) == wanted for at in range(len(folded) - count + 1))


@cache
def _body(address: str) -> list[str]:
    return tokens(rulebook()[address].full_text)


def _rank(page: RuleEntry, words: str, wanted: list[str], asked: list[str]) -> Rank | None:
    """Return a sort key for a matching page: by section number, label, question, title, depth below its rule, and text.
    None if a word is missing."""
    label, tier = label_of(page, words)
    section, title = tokens(page.address.partition("/")[2]), tokens(page.title)
    if page.address == PAGE and tier > ASKED and not _explained(words):
        return None  # it has nearly every word somewhere
    if tier == LABELLED:
        return (True, tier, 0, depth(page.address), 0, book_order(page.address))
    if len(asked) > 1 and (ask := question(page, words)):
        return (True, ASKED, 1 - _word_overlap(asked, ask), depth(page.address), 0, book_order(page.address))
    if label:
        return (True, tier, 0, depth(page.address), 0, book_order(page.address))
    scores = [_weight(word, section, title, _body(page.address)) for word in wanted]
    if not scores or not all(scores):
        return None
    tier, besides = title_rank(wanted, page.title)
    numbered = all(word in section and word[0].isdigit() for word in wanted)
    return (not numbered, tier, besides, depth(page.address), -sum(scores), book_order(page.address))


def _weight(word: str, section: list[str], title: list[str], body: list[str]) -> int:
    """Return the number of times that a page has a word, up to four; a match in its number or title counts as four."""
    if word in section or any(part.startswith(word) or stem(part) == stem(word) for part in title):
        return 4
    return min(4, 2 * body.count(word)) or int(any(part.startswith(word) or stem(part) == stem(word) for part in body))
