"""Every page of a rule has a demonstration, and every demonstration is of a page."""

from __future__ import annotations

from collections import Counter

import pytest

from game.demonstrations.catalogue import exhibits, of_page
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


def test_a_page_opens_with_its_rule_and_not_with_a_setting_of_it() -> None:
    first = {page.address: of_page(page)[0].name for page in PAGES}
    assert first["full-thrust-base/1.4/firing"] == "fire_in_turn"
    assert first["full-thrust-base/2.1"] == "thrust_share"
    assert first["manoeuvres/sideslip"] == "slip_and_turn"


def test_a_ship_that_is_destroyed_before_its_turn_does_not_shoot_back() -> None:
    steps = next(one for one in SHOWN if one.name == "fire_in_turn").steps
    fired = [event.who for step in steps for event in step.events if event.kind == "fire"]
    assert fired == ["lancet", "vesper", "halyard", "cinder"]
