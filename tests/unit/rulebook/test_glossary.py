"""The words that pages explain: found in any form, with the meaning of the game."""

from __future__ import annotations

import pytest

from game.demonstrations.catalogue import exhibits
from game.rulebook import glossary
from game.rulebook.book import RuleEntry, rulebook, stem, titles, tokens
from game.rulebook.glossary import PAGE, terms
from game.systems import SYSTEMS
from game.ui.rulebook.links import PageWords

ROWS = rulebook()[PAGE].table[1:]
GROUPS = sorted({page.group for page in rulebook().values()})
HOLDS = {titles()[group] for group in GROUPS} | {game.title for game in SYSTEMS.values()}


def words(text: str) -> tuple[str, ...]:
    return tuple(map(stem, tokens(text)))


def test_the_glossary_is_sorted_and_each_word_has_one_meaning_in_a_game() -> None:
    assert [row[0].casefold() for row in ROWS] == sorted(row[0].casefold() for row in ROWS)
    held = [(words(word), place) for word, _, within in ROWS for place in within.split(", ")]
    assert len(held) == len({*held})
    assert {place for _, place in held} <= {*HOLDS, ""}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row[0]} {row[2]}".strip())
def test_a_meaning_is_one_short_sentence(row: tuple[str, ...]) -> None:
    word, means, _ = row
    assert means.endswith(".") and ". " not in means and means[0].isupper()
    assert len(means.split()) <= 15, f"{word}: {len(means.split())} words"


@pytest.mark.parametrize("said", ["threshold check", "Threshold checks", "re-rolling", "hull rows", "arcs of fire"])
def test_a_word_is_found_in_any_form(said: str) -> None:
    assert words(said) in terms("full-thrust-base")


def test_phrases_come_before_their_parts() -> None:
    lengths = [len(parts) for parts in terms("full-thrust-base")]
    assert lengths[0] > 1 and lengths == sorted(lengths, reverse=True)


def test_the_meaning_of_the_game_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = (
        ("Word", "Means", "In"),
        ("screen", "All.", ""),
        ("screen", "Beams.", "Full Thrust"),
        ("screen", "Hexes.", "Hexcess Thrust, Easier HexThrust"),
        ("topsail", "Cloth.", "Full Sail"),
    )
    terms.cache_clear()
    monkeypatch.setattr(glossary, "entry", lambda address: RuleEntry(address, "Words", "", rows))
    meanings = {group: terms(group)["screen",].means for group in GROUPS}
    shown = terms("sail")["topsail",].word, [group for group in GROUPS if ("topsail",) in terms(group)]
    terms.cache_clear()
    assert meanings == {
        "full-thrust-base": "Beams.", "manoeuvres": "Beams.", "point-defence-and-fighters": "Beams.", "hex": "Hexes.",
        "sail": "All.", "power": "All.", "table": "All.",
    }  # fmt: skip
    assert shown == ("topsail", ["sail"])


@pytest.mark.parametrize(
    ("group", "said"), [("full-thrust-base", "clock face"), ("power", "rolls a d10"), ("power", "rolls")]
)
def test_a_word_used_in_another_sense_has_not_the_meaning_of_its_look_alike(group: str, said: str) -> None:
    assert PageWords(terms(group)).find(said) in (None, "clock face")
    assert PageWords(terms(group)).find("rolls over") == "roll over"


def test_the_example_of_courses_is_that_of_its_demonstration() -> None:
    page = rulebook()["full-thrust-base/1.2"]
    (shown,) = (one for one in exhibits() if one.rule == "full-thrust-base/1.2")
    ships = [ship.name for ship in shown.open().opened.battle.state.ships.values()]
    examples = page.text.split("\n\n")[-1]
    assert all(f"{name} on course" in examples for name in ships) and examples.count("on course") == 2
