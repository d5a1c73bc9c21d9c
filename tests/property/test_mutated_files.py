"""Thousands of damaged files of every kind: read, or refused with the place of what is wrong; never a traceback or a
hang."""

from __future__ import annotations

import contextlib
import io
import os
import random
import re
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from game.battle.loader import load_start
from game.cli import commands
from game.demonstrations.demonstration import Demonstration
from game.formats.atomic_file import CannotSave
from game.formats.battle_schema import BattleFile
from game.formats.save_journal import Journal
from game.formats.user_folders import Settings
from game.formats.validation import BadFile, parse
from game.formats.yaml_source import decoded, document_of
from game.formats.yaml_writer import block, flow
from game.rules.scenario.battle_file import ThrustBattleFile
from game.rules.shipyard.design_schema import DesignFile
from game.sandbox.storage import open_sandbox, save, write_scenario
from tests.support.files.damaged import STRANGE, places, replaced, wrecked
from tests.support.files.whole import parse_battle
from tests.unit.formats.test_battle_schema import BATTLE, SYSTEMS, designs

ROOT = Path(__file__).resolve().parents[2]
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

TRIALS = 4500 if os.environ.get("SOAK") else 450  # of each mutation of the text

Mutation = Callable[[str, random.Random], str]


def flipped(text: str, dice: random.Random) -> str:
    """Return a text with a few bits flipped. Bytes that are no UTF-8 then are kept."""
    raw = bytearray(text.encode("utf-8", "surrogateescape"))
    for _ in range(dice.randint(1, 4)):
        raw[dice.randrange(len(raw))] ^= 1 << dice.randrange(8)
    return raw.decode("utf-8", "surrogateescape")


def lines_moved(text: str, dice: random.Random) -> str:
    """Return a text with a line lost, doubled, moved, or indented differently."""
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
    """Return a text in which one value has another type, or is exchanged with another."""
    found = list(re.finditer(r"(?<=[:\[,] )[^\s,{}\[\]]+", text))
    spot, other = dice.choice(found), dice.choice(found)
    new = dice.choice((*VALUES, other[0]))
    return text[: spot.start()] + new + text[spot.end() :]


def names_misspelt(text: str, dice: random.Random) -> str:
    """Return a word with two letters swapped, or one lost."""
    spot = dice.choice(list(re.finditer(r"[a-z_-]{3,}", text)))
    word, at = spot[0], dice.randrange(len(spot[0]) - 1)
    new = word[:at] + word[at + 1] + word[at] + word[at + 2 :] if dice.random() < 0.5 else word[:at] + word[at + 1 :]
    return text[: spot.start()] + new + text[spot.end() :]


def cut_off(text: str, dice: random.Random) -> str:
    """Return a text that ends too soon."""
    return text[: dice.randrange(len(text))]


def junk_inserted(text: str, dice: random.Random) -> str:
    """Something that does not belong there stands in between."""
    for _ in range(dice.randint(1, 2)):
        at = dice.randrange(len(text))
        text = text[:at] + dice.choice(JUNK) * dice.choice((1, 1, 1, 50)) + text[at:]
    return text


def spans_moved(text: str, dice: random.Random) -> str:
    """Return a text with a stretch of it lost or moved."""
    start = dice.randrange(len(text))
    span = text[start : start + dice.randint(1, 40)]
    rest = text[:start] + text[start + len(span) :]
    at = dice.randrange(len(rest))
    return rest if dice.random() < 0.5 else rest[:at] + span + rest[at:]


MUTATIONS: tuple[Mutation, ...] = (
    flipped,
    lines_moved,
    values_swapped,
    names_misspelt,
    cut_off,
    junk_inserted,
    spans_moved,
)


def read(raw: bytes) -> BattleFile | BadFile:
    """Return the battle of these bytes, or the refusal."""
    try:
        return parse_battle(decoded(raw, "f.yaml"), "f.yaml", SYSTEMS, designs)
    except BadFile as error:
        return error


def accept(raw: bytes) -> bool:
    """Return whether the bytes are a battle; whatever they are, the answer must be in order."""
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
    for trial in range(TRIALS):
        text = mutation(TEXTS[trial % len(TEXTS)], dice)
        if trial % 5 == 4:
            text = dice.choice(MUTATIONS)(text or "x: y, z: 1", dice) if len(text) > 80 else text
        good += accept(text.encode("utf-8", "surrogateescape"))
    assert good < TRIALS, "a mutation that changes nothing tests nothing"


def test_the_texts_are_good_before_they_are_damaged() -> None:
    assert isinstance(read(BATTLE.encode()), BattleFile)


@pytest.mark.parametrize("mutation", MUTATIONS)
def test_damaged_saves_are_opened_or_refused_and_never_changed_by_it(mutation: Mutation, tmp_path: Path) -> None:
    dice = random.Random(mutation.__name__ + "save")
    text = BATTLE + "".join(f'- {{by: vesper, order: "P{n}", dice: [{n}]}}\n' for n in range(1, 7))
    path = tmp_path / "save.yaml"
    for _ in range(TRIALS // 10):
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


# -- damaged in their structure, and by every verb ---------------------------------------------------------------------

MANY = 65_000 if os.environ.get("SOAK") else 1_500  # files, all kinds together
CASES = sorted((ROOT / "tests" / "cases").rglob("*.yaml"))
SHOWN = sorted((ROOT / "scenarios" / "demonstrations").rglob("*.yaml"))
BUILT = [
    path for path in sorted((ROOT / "assets" / "designs").rglob("*/*.yaml")) if path.parent.parent.name != "designs"
]
DATA = ROOT / "tests" / "data"
SHARES = 20  # tests among which they are divided, so that several can go at a time


def text_of(data: object) -> str:
    """Return any plain data as a file; halves of letters stay as they are."""
    return block(data) if isinstance(data, dict) else f"{flow(data)}\n"


def with_plans(data: dict[str, Any]) -> dict[str, Any]:
    """Return a battle as a sandbox has it: with two plans."""
    ship = next(iter(data["ships"]))
    first = {
        "name": "Plan A",
        "orders": [{"turn": 1, "by": ship, "order": "0"}],
        "dice": {"T1.2/initiative/azure": [6, None]},
    }
    return {
        **{key: each for key, each in data.items() if key != "script"},
        "branches": {"A": first, "B": {"name": "Plan B", "hidden": True}},
    }


def checked(path: Path) -> None:
    """Read the file by the verbs check and replay."""
    commands.check(Namespace(files=[path]))
    commands.replay(Namespace(file=path, verify=True, side=None))


def priced(path: Path) -> None:
    """Read the file by the verb cost."""
    commands.cost(Namespace(designs=[str(path)]))


def tried_out(path: Path) -> None:
    """Open the file in the sandbox, write it into its own file, and save it."""
    try:
        box = open_sandbox(path)
    except BadFile as bad:
        assert bad.problems and str(bad)
        return
    with contextlib.suppress(CannotSave):
        write_scenario(box, path)
    again = open_sandbox(save(box, path.with_name("saved.yaml")))
    assert {one.key for one in again.branches} >= {one.key for one in box.branches}


def demonstrated(path: Path) -> None:
    """Open the file as a demonstration, and ask of every step all that a screen asks."""
    try:
        shown = Demonstration(load_start(path))
    except BadFile as bad:
        assert bad.problems and str(bad)
        return
    for step in shown.steps:
        assert step.name and (step.phase, step.page, step.turn, step.events) is not None
    assert shown.settings is not None


def told(path: Path) -> None:
    """Read the file by the verb check alone."""
    commands.check(Namespace(files=[path]))


def test_the_course_and_the_fleet_are_good_before_they_are_damaged() -> None:
    assert commands.check(Namespace(files=[DATA / "course.yaml", DATA / "fleet.yaml"])) == 0


# files, what is done with them, how many of a hundred
WAYS: dict[str, tuple[list[Path], Callable[[Path], None], int]] = {
    "battles": ([*SCENARIOS, *CASES], checked, 40),
    "designs": (BUILT, priced, 30),
    "sandboxes": (SCENARIOS[:-1], tried_out, 15),
    "demonstrations": (SHOWN, demonstrated, 15),
    "courses and fleets": ([DATA / "course.yaml", DATA / "fleet.yaml"], told, 6),
    "lessons": (sorted((ROOT / "scenarios" / "lessons").glob("*.yaml")), told, 2),
}


@pytest.mark.parametrize("share", range(SHARES))
@pytest.mark.parametrize("way", WAYS)
def test_files_damaged_in_their_structure_are_answered(way: str, share: int, tmp_path: Path) -> None:
    paths, use, percent = WAYS[way]
    dice = random.Random(f"{way} {share}")
    kept: dict[Path, Any] = {}
    for number in range(max(1, MANY * percent // 100 // SHARES)):
        origin = dice.choice(paths)
        if origin not in kept:
            kept[origin] = document_of(origin.read_text(encoding="utf-8"), "f").data
        data = with_plans(kept[origin]) if use is tried_out else kept[origin]
        for _ in range(dice.choice((1, 1, 1, 2, 3))):
            data = wrecked(data, dice) if isinstance(data, dict) and len(data) > 1 else data
        path = tmp_path / "f.yaml"
        path.write_text(text_of(data), encoding="utf-8")
        try:
            with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
                use(path)
        except Exception as fault:
            raise AssertionError(f"{way} {share}, file {number}, of {origin.name}:\n{text_of(data)[:3000]}") from fault


def test_anything_may_stand_in_every_field() -> None:
    """Strange values in every field of a battle with a word of everything, of a design, and of the settings."""
    whole = document_of(BATTLE, "f").data
    design = document_of(BUILT[0].read_text(encoding="utf-8"), "f").data
    chosen = {
        "version": 1,
        "scale": 1.5,
        "palette": "night",
        "sound": True,
        "volume": 0.5,
        "speed": 2.0,
        "keys": {"quit": "q"},
    }
    for data, model in ((whole, ThrustBattleFile), (design, DesignFile), (chosen, Settings)):
        for number, spot in enumerate(places(data)):
            for value in STRANGE if os.environ.get("SOAK") else STRANGE[number % 7 :: 7]:
                text = text_of(replaced(data, spot, value))
                try:
                    parse(text, model, "f")
                except BadFile as bad:
                    assert bad.problems and 0 < len(str(bad)) < 40_000
                    assert all(one.line >= 1 and one.column >= 1 and one.message for one in bad.problems)
