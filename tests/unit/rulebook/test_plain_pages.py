"""No page of the rule book and no house rule shows a key of files or of the code: settings go by their titles and
words."""

from __future__ import annotations

import re
from itertools import chain

import pytest

from game.core.system import HouseRule
from game.rulebook.book import RuleEntry, rulebook
from game.systems import SYSTEMS
from game.ui.toolkit.rich_text import BOLD

RULES = list({rule.key: rule for system in SYSTEMS.values() for rule in system.house}.values())
TITLES = {rule.title.lower(): rule for rule in RULES}
WORDS = {words.lower() for rule in RULES for _, words in rule.values}
KEYS = {rule.key for rule in RULES} | {
    str(value) for rule in RULES for value, _ in rule.values if isinstance(value, str)
}
CODE = re.compile(r"\b(?:True|False)\b|[A-Za-z]_[A-Za-z]")


def texts(page: RuleEntry) -> list[str]:
    """Everything a page says."""
    signs = [sign.words for sign in page.grid.legend] if page.grid else []
    return [page.title, page.text, page.reading, *chain(*page.table), *signs]


@pytest.mark.parametrize("page", rulebook().values(), ids=lambda page: page.address)
def test_a_page_names_settings_by_their_titles(page: RuleEntry) -> None:
    said = " ".join(texts(page))
    dotted = [key for key in KEYS if "." in key and re.search(rf"\b{re.escape(key)}\b", said)]
    bold = BOLD.findall(page.text + page.reading)
    keys = [one for one in bold if one in KEYS and len(one) > 1 and one not in {*TITLES, *WORDS}]
    assert not CODE.findall(said) and not dotted and not keys
    parted = [one.partition(": ") for one in bold if ": " in one and one.lower() not in TITLES]
    settings = [one for one in parted if one[0].lower() in TITLES]
    assert all(value in [words for _, words in TITLES[title.lower()].values] for title, _, value in settings)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.key)
def test_a_house_rule_is_told_in_words(rule: HouseRule) -> None:
    said = [rule.title, rule.sentence, *(words for _, words in rule.values)]
    assert all(one and not CODE.search(one) for one in said)
