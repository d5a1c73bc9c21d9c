"""Every page of a rule has a demonstration, and every demonstration is of a page."""

from __future__ import annotations

from collections import Counter

import pytest

from game.demonstrations.catalogue import exhibits
from game.rulebook.book import RuleEntry, rulebook

SHOWN = exhibits()
RULES = {one.name: one.rule for one in SHOWN}
PAGES = [page for page in rulebook().values() if page.group != "table"]  # those about the program show its screens too


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.address)
def test_every_page_has_a_demonstration(page: RuleEntry) -> None:
    assert page.address in RULES.values() or page.shows


@pytest.mark.parametrize("page", [page for page in rulebook().values() if page.shows], ids=lambda page: page.address)
def test_a_page_shows_demonstrations_of_other_pages_once_each(page: RuleEntry) -> None:
    assert {*page.shows} <= {*RULES}
    assert len({*page.shows}) == len(page.shows)
    assert page.address not in {RULES[name] for name in page.shows}, "those of its own rule are shown anyway"


def test_every_demonstration_is_shown_by_a_page() -> None:
    assert [one.name for one in SHOWN if one.rule not in rulebook()] == []
    assert [name for name, count in Counter(one.name for one in SHOWN).items() if count > 1] == []
