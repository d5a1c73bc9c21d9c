"""Files with thousands of mistakes: a few hundred are kept and guessed at, the rest are counted, and nothing takes for
ever."""

from __future__ import annotations

from difflib import get_close_matches
from pathlib import Path
from typing import Any

import pytest

from game.battle.loader import load_start_text
from game.core import names
from game.core.game_files import pair_of
from game.formats import problems, validation, yaml_builder
from game.formats.battle_schema import MOST
from game.formats.problems import KEPT, SHOWN
from game.formats.validation import BadFile
from game.rules.scenario import file_checks

HEAD = "title: T\nsystem: full-thrust\nsides: {a: {name: A}}\n"
SHIP = "ships: {l: {side: a, design: lancet, at: [1, 2], course: 1}}\n"
ENTRY = "{{side: a, design: lance, at: [1, 2], course: 1}}"
PLANET = "{kind: planet, at: [30, 30], radius: 1}"


def lines(count: int, line: str) -> str:
    """Many lines that differ in their number."""
    return "".join(line.format(n) + "\n" for n in range(count))


def flow(count: int, entry: str) -> str:
    """Return the same on one line, apart by commas."""
    return ", ".join(entry.format(n) for n in range(count))


CROWDS = {
    "house rules": HEAD + SHIP + "house:\n" + lines(9_000, "  rule{0}: 1"),
    "fields": HEAD + SHIP + lines(9_000, "field{0}: 1"),
    "ships of an unknown design": HEAD + "ships:\n" + lines(MOST, "  s{0}: " + ENTRY),
    "lines of the script": HEAD + SHIP + "script:\n" + lines(30_000, "- {{ordr: P{0}}}"),
    "unknown givers": HEAD + SHIP + "script:\n" + lines(9_000, "- {{by: x{0}, order: P}}"),
    "unknown rules": HEAD + SHIP + "script:\n" + lines(9_000, "- {{say: x, rule: full-thrust-base/{0}x}}"),
    "expectations": HEAD + SHIP + "script:\n- expect: {" + flow(9_000, "x{0}: {{}}") + "}\n",
    "orders of a plan": HEAD
    + SHIP
    + "branches: {A: {name: x, orders: ["
    + flow(9_000, "{{turn: 1, by: x{0}, order: P}}")
    + "]}}\n",
    "kinds of terrain": HEAD
    + SHIP
    + "table: {terrain: ["
    + flow(MOST, "{{kind: planit{0}, at: [1, 3], radius: 1}}")
    + "]}\n",
    "designs": HEAD + SHIP + "designs: {" + flow(MOST, "x{0}: {{mas: 10}}") + "}\n",
    "kinds of systems": HEAD
    + SHIP
    + "designs: {x: {name: x, class: y, mass: 10, hull: 2, systems: ["
    + flow(500, "{{kind: beem{0}}}")
    + "]}}\n",
    "tags": HEAD + SHIP + "house: [" + flow(9_000, "!a {0}") + "]\n",
    "doubled fields": HEAD + SHIP + "title: x\n" * 9_000,
}

ENDLESS = {
    "values": (HEAD + SHIP + "house: {x: [" + flow(210_000, "{0}") + "]}\n", "more than 200000 values"),
    "fields": (HEAD + SHIP + lines(20_000, "field{0}: 1"), "more than 10000 fields lie side by side"),
    "ships": (HEAD + "ships: {" + flow(2_000, "s{0}: " + ENTRY) + "}\n", "at most 1000 entries"),
    "bodies": (HEAD + SHIP + "table: {terrain: [" + ", ".join([PLANET] * 2_000) + "]}\n", "at most 1000 entries"),
    "counters": (HEAD + SHIP + "counters: {" + flow(2_000, "s.m{0}: {{at: [1, 1], course: 1}}") + "}\n",
                 "at most 1000 entries"),
    "designs": (HEAD + SHIP + "designs: {" + flow(2_000, "d{0}: {{mass: 10}}") + "}\n", "at most 1000 entries"),
    "sides": (HEAD.replace("{a: {name: A}}", "{" + flow(50, "a{0}: {{name: A}}") + "}") + SHIP, "at most 26 entries"),
    "marks": (HEAD + SHIP.replace("course: 1", "course: 1, marks: [" + flow(999, "m{0}") + "]"), "at most 200 entries"),
}  # fmt: skip


class Counted:
    """Stands in for a function, and counts how often it is called."""

    def __init__(self, function: Any) -> None:
        self.function, self.calls = function, 0

    def __call__(self, *given: Any) -> Any:
        self.calls += 1
        return self.function(*given)


@pytest.fixture
def guesses(monkeypatch: pytest.MonkeyPatch) -> Counted:
    counted = Counted(get_close_matches)
    monkeypatch.setattr(validation, "get_close_matches", counted)
    return counted


def refused(text: str) -> BadFile:
    with pytest.raises(BadFile) as caught:
        load_start_text(text, "f")
    return caught.value


@pytest.mark.parametrize("crowd", CROWDS)
def test_mistakes_without_end_are_counted_and_not_all_guessed_at(crowd: str, guesses: Counted) -> None:
    bad = refused(CROWDS[crowd])
    assert bad.count >= 500 and len(bad.problems) <= KEPT
    assert guesses.calls <= 2 * KEPT
    assert str(bad).count("\n") < 4 * SHOWN and str(bad).endswith(f"… and {bad.count - SHOWN} more.")
    assert [one.line for one in bad.problems] == sorted(one.line for one in bad.problems)


@pytest.mark.parametrize("kind", ENDLESS)
def test_what_no_battle_has_so_many_of_is_refused_as_such(kind: str) -> None:
    text, words = ENDLESS[kind]
    assert any(words in one.message for one in refused(text).problems)


def test_reading_stops_at_the_limit_and_no_value_later(monkeypatch: pytest.MonkeyPatch) -> None:
    made = Counted(yaml_builder.ValuePosition)
    monkeypatch.setattr(yaml_builder, "ValuePosition", made)
    refused(ENDLESS["values"][0])
    assert made.calls <= yaml_builder.MOST_VALUES + 100


def test_a_word_without_end_is_not_guessed_at(guesses: Counted) -> None:
    bad = refused(HEAD + SHIP.replace("design: lancet", f"design: {'lancet' * 18}"))
    assert guesses.calls == 0 and len(str(bad)) < 800
    assert validation.did_you_mean("lancte", ["lancet"]) == "Did you mean 'lancet'?"


def test_places_of_ships_among_planets_are_looked_up_once(monkeypatch: pytest.MonkeyPatch) -> None:
    read = Counted(pair_of)
    monkeypatch.setattr(file_checks, "pair_of", read)
    fleet = "ships: {" + flow(300, "s{0}: {{side: a, design: lancet, at: [1, 2], course: 1}}") + "}\n"
    load_start_text(HEAD + fleet + "table: {terrain: [" + ", ".join([PLANET] * 300) + "]}\n", "f")
    assert read.calls < 10 * 600


def test_names_as_they_are_typed_are_cleared_of_what_nobody_sees() -> None:
    assert (
        names.without_hidden("a\u202eb\x07c\u200bd\n") == "abcd"
        and names.without_hidden("é “x” 海 می\u200cروم") == "é “x” 海 می\u200cروم"
    )
    assert [bool(names.name_fault(one)) for one in ("x", "", "  ", "x" * 120, "x" * 121, "a\nb")] == [
        False,
        True,
        True,
        False,
        True,
        True,
    ]
    assert problems.cut("abcdef", 4) == "abc…"


def test_a_file_with_a_name_of_thousands_of_letters_is_answered_in_a_line_or_two(tmp_path: Path) -> None:
    bad = refused(HEAD + SHIP + f"{'x' * 5000}: 1\n")
    assert len(str(bad)) < 500
