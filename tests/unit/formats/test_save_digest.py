"""The marks at the ends of a save's lines: what was changed, lost, doubled or put in is told with its line, all else is
not."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from game.battle.designs import ROOT
from game.battle.loader import open_battle, resume
from game.cli import main
from game.formats.battle_schema import Given, Undo
from game.formats.save_digest import carries, doubts
from game.formats.save_journal import Journal
from game.formats.validation import BadFile
from tests.support.battles import unmarked
from tests.unit.formats.test_save_journal import HEAD, ORDERS

Edit = Callable[[list[str], int], None]


def changed(lines: list[str], at: int) -> None:
    lines[at] = re.sub("[a-z](?=[^a-z]*# =)", "q", lines[at], count=1)


def lost(lines: list[str], at: int) -> None:
    del lines[at]


def doubled(lines: list[str], at: int) -> None:
    lines.insert(at, lines[at])


def put_in(lines: list[str], at: int) -> None:
    lines.insert(at, '- {by: lancet, order: "0"}')


def swapped(lines: list[str], at: int) -> None:
    lines[at : at + 2] = lines[at + 1], lines[at]


SAID: dict[Edit, str] = {
    changed: "line {} was changed, or one before it is missing",
    lost: "line {} was changed, or one before it is missing",
    put_in: "line {} was put in by another hand",
    swapped: "line {} was changed, or one before it is missing",
}


@pytest.fixture
def lines(tmp_path: Path) -> list[str]:
    """A save of twelve orders and two notes of turns, line by line, without what it says of its writer and its end."""
    with Journal.create(tmp_path / "save.yaml", {**HEAD, "script": ORDERS}) as journal:
        for number in range(9):
            journal.append(Given(by="lancet", order=f"P{number}", dice=[number % 6 + 1]))
            if number in (3, 6):
                journal.note_turn(number)
    return (tmp_path / "save.yaml").read_text().splitlines()[2:-1]


def told(lines: list[str]) -> str:
    return " ".join(doubts("\n".join([*lines, ""]).encode(), "save.yaml"))


@pytest.mark.parametrize("edit", [changed, lost, put_in, swapped])
def test_every_line_is_told(edit: Edit, lines: list[str]) -> None:
    """Anywhere in the head or in the script but for the loss of the last line, after which nothing is missing."""
    assert told(lines) == ""
    marked = [at for at, line in enumerate(lines) if "# =" in line]
    assert len(lines) - len(marked) == 2, "all but the notes of turns"
    for at in marked[:-1]:
        if edit is swapped and at + 1 not in marked:
            continue
        there = list(lines)
        edit(there, at)
        missing = edit is lost and at + 1 not in marked  # then the next line that counts is behind the note
        place = at + 2 if missing else at + 1
        if edit is put_in and at == 0:
            continue  # what stands above the first mark counts as one with it
        assert told(there).startswith(f"save.yaml is not as it was written: {SAID[edit].format(place)}"), (
            at,
            told(there),
        )


def test_a_line_that_stands_there_twice_is_told(lines: list[str]) -> None:
    for at in (0, 5, len(lines) - 1):
        there = list(lines)
        doubled(there, at)
        assert told(there) == f"save.yaml is not as it was written: line {at + 2} stands there twice."


def test_of_many_lines_the_first_are_named(lines: list[str]) -> None:
    there = [re.sub("lancet", "vesper", line) for line in lines]
    words, wrong = told(there), sum(one != other for one, other in zip(there, lines))
    assert words.count("was changed") == 3 and words.endswith(f"; and {wrong - 3} more lines do not fit.")


def test_line_ends_comments_and_a_mark_of_order_change_nothing(lines: list[str]) -> None:
    text = "\n".join([*lines[:9], "# a word of mine", "", *lines[9:], "# Turn 9", ""])
    for raw in (text.encode(), text.replace("\n", "\r\n").encode(), b"\xef\xbb\xbf" + text.encode()):
        assert doubts(raw, "f") == ()


def test_without_marks_all_is_as_before_and_what_is_added_is_marked(tmp_path: Path, lines: list[str]) -> None:
    path = tmp_path / "old.yaml"
    old = unmarked("\n".join([*lines, ""]))
    path.write_text(old)
    assert not carries(old.encode()) and doubts(old.encode(), "f") == ()
    for _ in range(2):
        with Journal.open(path) as journal:
            assert journal.notices == ()
            journal.append(Undo(undo=1))
            journal.append(Undo(undo=1))
    text = path.read_text()
    assert text.startswith(old) and text.count("# =") == 4
    path.write_text(text.replace("P3", "P4"))
    with Journal.open(path) as journal:
        (notice,) = journal.notices
    assert f"line {len(lines) + 3} was changed" in notice, "all that was there before counts as one with the first mark"


def test_a_save_that_was_told_of_goes_on_and_says_no_more_than_before(tmp_path: Path, lines: list[str]) -> None:
    lines[14] = lines[14].replace("lancet", "galley")
    path = tmp_path / "save.yaml"
    path.write_text("\n".join([*lines, ""]))
    for _ in range(3):
        with Journal.open(path) as journal:
            assert journal.notices == (
                "save.yaml is not as it was written: line 15 was changed, or one before it is missing.",
            )
            journal.append(Undo(undo=1))


TAVIRA = ROOT / "docs" / "battles" / "tavira_passage.yaml"


@pytest.fixture
def tampered(tmp_path: Path) -> tuple[Path, int]:
    """Return a save of a battle that was fought, one sentence in its head other than it was written, and that line's
    number."""
    path = tmp_path / "fought.yaml"
    arguments = ["battle", str(ROOT / "scenarios" / "full_thrust" / "first_light.yaml"), "--seed", "7", "--turns", "1"]
    assert main.main([*arguments, "--save", str(path)]) == 0
    lines = path.read_text(encoding="utf-8").splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("about: "))
    lines[at] = lines[at].replace('about: "', 'about: "Well. ')
    path.write_text("\n".join([*lines, ""]), encoding="utf-8")
    return path, at + 1


def test_window_and_verbs_tell_it(tampered: tuple[Path, int], capsys: pytest.CaptureFixture[str]) -> None:
    path, line = tampered
    words = f"fought.yaml is not as it was written: line {line} was changed, or one before it is missing."
    assert open_battle(path).notices == (words,)
    opened, recorder = resume(path)
    recorder.close()
    assert opened.notices == (words,)
    capsys.readouterr()
    for verb in ("replay", "check"):
        assert main.main([verb, str(path)]) == 0
        assert capsys.readouterr().err.splitlines() == [words]
    assert main.main(["replay", "--verify", str(path)]) == 0


def test_where_the_rules_refuse_what_was_changed_both_are_told(tampered: tuple[Path, int]) -> None:
    path, line = tampered
    text = path.read_text(encoding="utf-8")
    path.write_text(re.sub(r", dice: \[\d", ", dice: [3, 3", text, count=1), encoding="utf-8")
    with pytest.raises(BadFile, match=f"line {line} was changed") as bad:
        open_battle(path)
    assert "dice" in bad.value.problems[0].message and "If you delete this line" in bad.value.problems[0].hint


def test_the_battles_of_the_docs_open_without_a_word() -> None:
    assert open_battle(TAVIRA).notices == ()
