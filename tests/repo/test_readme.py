"""The README is short, starts the game in two commands, leads to every page, and thanks the authors of the rules."""

from __future__ import annotations

import re

from game.battle.designs import ROOT
from game.rulebook.book import entry
from game.ui.keys.bindings import BINDINGS
from tests.repo.pages import DOCS, PAGES, blocks, text_of

README = text_of(ROOT / "README.md")
LINK = re.compile(r"\]\(([^)#]+)[^)]*\)")


def test_it_is_short_and_has_one_picture() -> None:
    assert len(README.splitlines()) <= 150
    assert len(re.findall(r"!\[", README)) == 1


def test_three_commands_play_and_test() -> None:
    first = blocks(ROOT / "README.md", "sh")[0].splitlines()
    assert [line.split("#")[0].strip() for line in first] == ["make play", "make quick", "make test"]
    assert "py main.py" in blocks(ROOT / "README.md", "bat")[0].splitlines()


def test_every_page_is_reached_from_it() -> None:
    linked = {(ROOT / place).resolve() for place in LINK.findall(README) if "://" not in place}
    assert len(linked) > 12
    assert [page.name for page in PAGES if page.is_relative_to(DOCS) and page not in linked] == []


def test_every_key_it_names_is_bound() -> None:
    bound = {key for binding in BINDINGS for key in binding.keys} | {"F1"}  # F1 is the window's own
    named = set(re.findall(r"\*\*([A-Z]|F\d|Space|Enter|Esc)\*\*", README))
    assert len(named) > 5 and named <= bound


def test_it_thanks_the_authors_of_the_rules() -> None:
    for work, by in entry("table/credits").table[1:]:
        assert f"| {work} | {by} |" in README
