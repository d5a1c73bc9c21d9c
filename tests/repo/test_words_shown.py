"""Words that players are shown mean one thing, what they have switched off is hidden and nothing else is; and words are
for players: screens, accounts and files decide by the fields of an event, never by what it says."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from game.battle.designs import ROOT
from tests.support.prose import readings

HIDDEN = re.compile(r"\bhidden\b", re.I)
# tell of plans that are taken off the table
PLANS = ("sandbox/sandbox.py", "sandbox/storage.py", "sandbox/panels/plan_rows.py")


@cache
def texts(path: Path) -> list[tuple[int, str]]:
    """Return every text of a module that is no docstring, with its line."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    told = {
        id(one.body[0].value)
        for one in ast.walk(tree)
        if isinstance(one, (ast.Module, ast.ClassDef, ast.FunctionDef))
        and one.body
        and isinstance(one.body[0], ast.Expr)
    }
    strings = (one for one in ast.walk(tree) if isinstance(one, ast.Constant) and id(one) not in told)
    return [(one.lineno, one.value) for one in strings if isinstance(one.value, str)]


def shown(word: re.Pattern[str], *but: str) -> list[str]:
    """Return every place where a word is in a text of the program, a scenario, a design or a page of the rules; not in
    some modules."""
    modules = (path for path in (ROOT / "game").rglob("*.py") if not path.as_posix().endswith(but))
    found = [
        f"{path.relative_to(ROOT)}:{line}: {text}"
        for path in modules
        for line, text in texts(path)
        if word.search(text)
    ]
    files = [*(ROOT / "scenarios").rglob("*.yaml"), *(ROOT / "assets" / "rules").rglob("*.yaml")]
    files += (ROOT / "assets" / "designs").rglob("*.yaml")
    return found + [
        f"{path.name}: {line}"
        for path in files
        for line in path.read_text(encoding="utf-8").splitlines()
        if word.search(line)
    ]


def test_only_a_plan_that_was_taken_off_the_table_is_hidden() -> None:
    assert shown(HIDDEN, *PLANS) == []


def test_a_ship_is_a_thing() -> None:
    assert shown(re.compile(r"\b(she|hers?|herself)\b", re.I)) == []


def test_what_may_be_spent_on_turning_has_one_name() -> None:
    assert shown(re.compile(r"turning share|\bhelpings\b", re.I)) == []


def test_no_sentence_holds_the_address_of_a_rule() -> None:
    """Players know a rule by its title; the description of a field of a file may have its address, a default none."""
    address = re.compile(r"\([a-z-]+/[0-9][\w./-]*[,)]")
    modules = (ROOT / "game").rglob("*.py")
    shown = [(path, line, text) for path in modules for line, text in texts(path) if address.search(text)]
    assert not [one for one in shown if one[0].name != "battle_file.py" or "default: " in one[2]]


# -- words of events ---------------------------------------------------------------------------------------------------

GAME = ROOT / "game"
READERS = ("account", "cli", "demonstrations", "export", "sandbox", "seating", "ui")
OWN_SEARCH = "ui/session/log.py"  # a player looks for a word in the log


@pytest.mark.parametrize("top", READERS)
def test_nothing_is_decided_by_the_words_of_an_event(top: str) -> None:
    paths = sorted((GAME / top).rglob("*.py"))
    found = {str(path.relative_to(GAME)): readings(path.read_text(encoding="utf-8")) for path in paths}
    assert top != "ui" or len(found.pop(OWN_SEARCH)) == 1
    assert not {name: lines for name, lines in found.items() if lines}


READ = (
    'return event.result == "destroyed"',
    'return event.result in ("destroyed", "captured")',
    'return "destroyed" in event.result_words(names)',
    'return event.text.partition("}")[2]',
    'return re.search(r"[0-9]+", event.reason)',
    "return DIGIT.search(event.result)",
    'return event.words(names).removeprefix("Lancet")',
    "return event.reason[:4]",
    "return int(event.result)",
    "return COUNTED[event.result]",
    "return COUNTED.get(event.result_words(names), 0)",
    'words = event.result or "none"\n    return words.split(", ")',
    'parts = [one.result for one in events]\n    return [part for part in parts if part.endswith("lost")]',
    'words, tone = event.reason.lower(), event.tone\n    return words.startswith("hits")',
    'if (words := f"{event.text}: {event.result}").count("MU"):\n        return words',
    'match event.result:\n        case "missed":\n            return 0',
    "return cut(event.reason_words(names))",
    "return told(event)[:2]",
)
SHOWN = (
    "return event.result_words(names)",
    'return event.text == "" or bool(event.result)',
    "return width(event.reason, 14) > room",
    "return [one for n, one in enumerate(events) if one.result != events[n - 1].result]",
    'return f"{event.words(names)}: {event.result}" if event.dice else event.text',
    'return "lost" in event.kind or event.harm[:1]',
    "return context.flow.result.events[0]",
    "return len([one.result for one in events][:3])",
)
OTHERS = (
    '\ndef cut(words):\n    return words.partition(":")[0]\n',
    '\ndef told(event):\n    return " ".join((event.words(names), event.result))\n',
)


@pytest.mark.parametrize("body", READ)
def test_a_reading_is_found(body: str) -> None:
    assert readings(f"def chosen(event, events, names):\n    {body}\n{''.join(OTHERS)}")


@pytest.mark.parametrize("body", SHOWN)
def test_words_that_are_shown_are_not_read(body: str) -> None:
    assert not readings(f"def chosen(event, events, names):\n    {body}\n")


def test_a_reading_put_into_a_screen_is_found_at_its_line() -> None:
    source = (GAME / "seating" / "summary.py").read_text(encoding="utf-8")
    shown = "if lost and lost.result"
    line = source[: source.index(shown)].count("\n") + 1
    assert readings(source.replace(shown, f'{shown} != "sunk"')) == [line]
