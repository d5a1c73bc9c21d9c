"""The search of the rule book answers what newcomers type."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.rulebook.book import RuleEntry, own_first, rulebook
from game.rulebook.glossary import PAGE
from game.rulebook.search import address_found, excerpt, search
from game.systems import SYSTEMS

LINES = (Path(__file__).parent / "asked.txt").read_text(encoding="utf-8").splitlines()
ASKED = [tuple(part.strip() for part in line.split(" | ")) for line in LINES if not line.startswith("#")]


def found_in(game: str, words: str) -> list[str]:
    first = own_first(SYSTEMS[game].title, SYSTEMS[game].pages)
    return [address_found(page, words, first) for page in search(words, first)]


@pytest.mark.parametrize(("game", "typed", "page"), ASKED, ids=lambda part: part)
def test_the_answer_to_a_newcomer_is_among_the_first_two(game: str, typed: str, page: str) -> None:
    assert page in found_in(game, typed)[:2]


@pytest.mark.parametrize("page", [page for page in rulebook().values() if page.labels], ids=lambda page: page.address)
def test_every_label_of_a_page_finds_it_first_and_stands_in_the_hit(page: RuleEntry) -> None:
    for label in page.labels:
        assert search(label, (page.address, page.group))[0].address == page.address, label
        assert label in excerpt(page, label)


def test_words_that_ask_change_nothing() -> None:
    for words in ("what does MU mean", "What is MU?", "why MU", "how is MU worked out", "what does MU mea"):
        assert found_in("full-thrust", words) == found_in("full-thrust", "MU"), words


def test_a_label_that_is_also_a_word_wants_its_capitals() -> None:
    assert found_in("full-thrust", "AS")[0] == "full-thrust-base/4.1"
    assert found_in("full-thrust", "as far as a beam reaches")[0] != "full-thrust-base/4.1"


def test_a_word_of_the_glossary_opens_at_its_row_behind_the_rule_about_it() -> None:
    assert found_in("full-thrust", "what does starboard mean")[0] == f"{PAGE}#starboard"
    assert found_in("power-hex", "jump")[:2] == ["power/10", f"{PAGE}#jump engine"]
    assert found_in("full-sail", "foul")[:2] == ["sail/3.6", f"{PAGE}#fouled"]
