"""Thousands of damaged battle files: each is read, or refused with the place of what is wrong; never a traceback or a hang."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from game.core.crosscheck import battle_in
from game.core.files import BadFile
from game.core.journal import Journal
from game.core.schema import BattleFile
from game.core.source import decoded, document_of
from game.core.writing import block
from tests.test_battle_file import BATTLE, SYSTEMS, designs

ROOT = Path(__file__).resolve().parent.parent
SCENARIOS = sorted((ROOT / "scenarios").rglob("*.yaml"))
TEXTS = [BATTLE, *(path.read_text(encoding="utf-8") for path in SCENARIOS[:: max(1, len(SCENARIOS) // 5)])]
JUNK = (
    *(
        "\t",
        "\0",
        "\r",
        "\x85",
        "\u2028",
        "\ufeff",
        "é",
        "- ",
        "  ",
        ": ",
        "? ",
        "---\n",
        "|",
        ">\n",
        "<<: *x",
        "&a ",
        "*a",
        "!!int ",
    ),
    *("{", "}", "[", "]", '"', "'", "#", "%", "@", "~", "null", ".nan", "1e999", "9" * 30, "-" * 40, "[" * 60),
)
VALUES = (
    "null",
    "true",
    "-1",
    "0",
    "7",
    "1e9",
    "1.5",
    ".inf",
    "text",
    '""',
    "[]",
    "{}",
    "[1, 2, 3]",
    "{a: {b: c}}",
    "[[[]]]",
    "99999999999",
)

Mutation = Callable[[str, random.Random], str]


def flipped(text: str, dice: random.Random) -> str:
    """A few bits are turned over; what is then no UTF-8 is kept as it is."""
    raw = bytearray(text.encode("utf-8", "surrogateescape"))
    for _ in range(dice.randint(1, 4)):
        raw[dice.randrange(len(raw))] ^= 1 << dice.randrange(8)
    return raw.decode("utf-8", "surrogateescape")


def lines_moved(text: str, dice: random.Random) -> str:
    """A line is lost, doubled, moved, or indented differently."""
    lines = text.splitlines(keepends=True)
    here, there = dice.randrange(len(lines)), dice.randrange(len(lines))
    match dice.randrange(4):
        case 0:
            del lines[here : here + dice.randint(1, 3)]
        case 1:
            lines.insert(there, lines[here])
        case 2:
            lines[here], lines[there] = lines[there], lines[here]
        case _:
            lines[here] = " " * dice.randint(0, 6) + lines[here].lstrip(" ")
    return "".join(lines)


def values_swapped(text: str, dice: random.Random) -> str:
    """One value becomes something of another type, or is exchanged with another."""
    found = list(re.finditer(r"(?<=[:\[,] )[^\s,{}\[\]]+", text))
    spot, other = dice.choice(found), dice.choice(found)
    new = dice.choice((*VALUES, other[0]))
    return text[: spot.start()] + new + text[spot.end() :]


def names_misspelt(text: str, dice: random.Random) -> str:
    """Two letters of a word change places, or one is lost."""
    spot = dice.choice(list(re.finditer(r"[a-z_-]{3,}", text)))
    word, at = spot[0], dice.randrange(len(spot[0]) - 1)
    new = word[:at] + word[at + 1] + word[at] + word[at + 2 :] if dice.random() < 0.5 else word[:at] + word[at + 1 :]
    return text[: spot.start()] + new + text[spot.end() :]


def cut_off(text: str, dice: random.Random) -> str:
    """The file ends too soon."""
    return text[: dice.randrange(len(text))]


def junk_inserted(text: str, dice: random.Random) -> str:
    """Something that does not belong there stands in between."""
    for _ in range(dice.randint(1, 2)):
        at = dice.randrange(len(text))
        text = text[:at] + dice.choice(JUNK) * dice.choice((1, 1, 1, 50)) + text[at:]
    return text


def spans_moved(text: str, dice: random.Random) -> str:
    """A stretch of the text is lost or stands elsewhere."""
    start = dice.randrange(len(text))
    span = text[start : start + dice.randint(1, 40)]
    rest = text[:start] + text[start + len(span) :]
    at = dice.randrange(len(rest))
    return rest if dice.random() < 0.5 else rest[:at] + span + rest[at:]


MUTATIONS: tuple[Mutation, ...] = (flipped, lines_moved, values_swapped, names_misspelt, cut_off, junk_inserted, spans_moved)


def read(raw: bytes) -> BattleFile | BadFile:
    """The battle of these bytes, or the refusal."""
    try:
        return battle_in(document_of(decoded(raw, "f.yaml"), "f.yaml"), SYSTEMS, designs)
    except BadFile as error:
        return error


def accept(raw: bytes) -> bool:
    """Whether the bytes are a battle; whatever they are, the answer must be in order."""
    answer = read(raw)
    if isinstance(answer, BattleFile):
        again = read((block(answer.header()) + "script:\n").encode())
        assert again == answer.model_copy(update={"script": []})
        return True
    height = len(decoded_lines(raw)) + 1
    assert answer.problems and str(answer)
    for problem in answer.problems:
        assert 1 <= problem.line <= height and problem.column >= 1 and problem.message
        assert "pydantic" not in str(problem) and "input_" not in str(problem)
    return False


def decoded_lines(raw: bytes) -> list[str]:
    return raw.decode("utf-8", "replace").splitlines()


@pytest.mark.parametrize("mutation", MUTATIONS)
def test_damaged_files_are_read_or_refused_with_a_place(mutation: Mutation) -> None:
    dice = random.Random(mutation.__name__)
    good = 0
    for trial in range(450):
        text = mutation(TEXTS[trial % len(TEXTS)], dice)
        if trial % 5 == 4:
            text = dice.choice(MUTATIONS)(text or "x: y, z: 1", dice) if len(text) > 80 else text
        good += accept(text.encode("utf-8", "surrogateescape"))
    assert good < 450, "a mutation that changes nothing tests nothing"


def test_the_texts_are_good_before_they_are_damaged() -> None:
    assert isinstance(read(BATTLE.encode()), BattleFile)


@pytest.mark.parametrize("mutation", MUTATIONS)
def test_damaged_saves_are_opened_or_refused_and_never_changed_by_it(mutation: Mutation, tmp_path: Path) -> None:
    dice = random.Random(mutation.__name__ + "save")
    text = BATTLE + "".join(f'- {{by: vesper, order: "P{n}", dice: [{n}]}}\n' for n in range(1, 7))
    path = tmp_path / "save.yaml"
    for _ in range(40):
        raw = mutation(text, dice).encode("utf-8", "surrogateescape")
        path.write_bytes(raw)
        try:
            with Journal.open(path) as journal:
                assert path.read_bytes() == raw
                journal.append({"say": "Go on."})
                after = list(journal.entries)
        except BadFile as error:
            assert all(problem.line >= 1 for problem in error.problems)
            assert path.read_bytes() == raw
        else:
            with Journal.open(path) as journal:
                assert journal.entries == after
