"""The verb `play --text`: saves, ends of input, nonsense, files that cannot be played."""

from __future__ import annotations

import io
import string
import sys
from pathlib import Path
from random import Random

import pytest

from game.battle.loader import open_battle
from game.cli import main
from game.formats.user_folders import HOME, recent, saves_folder
from game.systems import SYSTEMS
from game.text.commands import ALIASES, COMMANDS, Command
from game.text.table import PlainTable
from game.text.terminal import CAP, CLEARED, LONGEST_LINE, Terminal
from tests.text.player import Session, scripted
from tests.text.test_battles import battle_of, every_game, scenario

FIRST = scenario("full-thrust")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(HOME, str(tmp_path))
    return tmp_path


def played(monkeypatch: pytest.MonkeyPatch, typed: str, *words: str) -> int:
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    return main.main(["play", "--text", *words])


def test_the_end_of_the_input_keeps_the_save(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert played(monkeypatch, "P2+1\nlock\n", str(FIRST)) == 0
    path = recent(saves_folder())[0].path
    assert f"The battle is saved in {path}." in capsys.readouterr().out
    assert [str(one.order) for one in open_battle(path).battle.records] == ["P2+1", "lock"]
    assert played(monkeypatch, "\nkiln: S1\nlock\nlog\n", str(path)) == 0
    told = capsys.readouterr().out
    assert "Halyard moves" in told and "P2+1" not in told.partition("Turn 1, initiative")[0]
    again = open_battle(path)
    assert again.saved and again.battle.verify() == [] and again.battle.state.turn == 2


def test_a_battle_left_at_once_is_taken_up_again(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert played(monkeypatch, "", str(FIRST)) == played(monkeypatch, "quit\n", str(FIRST)) == 0
    assert len(recent(saves_folder())) == 1


def test_players_are_named(home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert played(monkeypatch, "P1\nlock\n", str(FIRST), "--players", "human", "random") == 0
    assert "Turn 2" in capsys.readouterr().out
    assert played(monkeypatch, "", str(FIRST), "--players", "human") == 2
    assert played(monkeypatch, "", str(FIRST), "--players", "human", "nobody") == 2
    assert main.main(["play", str(FIRST), "--players", "human", "random"]) == 2


@pytest.mark.parametrize("text", ("", "nonsense", "title: A\nsystem: chess\n", "\x00\x01", "a: [\n"))
def test_unplayable_files_are_told_of_in_a_sentence(
    text: str, home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = home / "file.yaml"
    path.write_text(text, encoding="utf-8")
    assert played(monkeypatch, "look\n", str(path)) == 1
    told = capsys.readouterr()
    assert not told.out and str(path) in told.err
    assert played(monkeypatch, "look\n", str(home / "none.yaml")) == 1
    assert "none.yaml" in capsys.readouterr().err


def test_a_fault_of_the_program_keeps_the_battle(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fails(table: PlainTable, rest: str) -> None:
        raise ZeroDivisionError

    monkeypatch.setitem(COMMANDS, "look", Command(fails, "look", ""))
    assert played(monkeypatch, "P2+1\nlook\n", str(FIRST)) == 1
    told = capsys.readouterr().out
    assert "The program has made a mistake it did not expect: ZeroDivisionError." in told and "safe in" in told
    written = next(saves_folder().glob("report-*.txt")).read_text(encoding="utf-8")
    assert "ZeroDivisionError" in written and "P2+1" not in written


def test_a_long_line_is_refused_whole() -> None:
    sink = io.StringIO()
    terminal = Terminal(io.StringIO("P1" * LONGEST_LINE + "\nlook\n"), sink)
    assert terminal.ask("") == "look" and CAP in sink.getvalue()
    assert terminal.ask("") is None and terminal.ended
    assert Terminal(None, sink).ask("") is None


def test_a_terminal_is_cleared_with_what_was_scrolled_off_it() -> None:
    class Screen(io.StringIO):
        def isatty(self) -> bool:
            return True

    screen = Screen()
    Terminal(None, screen).clear()
    assert screen.getvalue().startswith(CLEARED)


@every_game
def test_nothing_that_is_typed_ends_in_a_fault(game: str) -> None:
    rng = Random(game)
    battle = battle_of(game)
    names = [*battle.state.names.values(), *battle.state.names, "all", "near", ">", ":", "999999", "0", "2.2", "ε", "!"]
    words = [
        *COMMANDS,
        *ALIASES,
        *names,
        *string.punctuation,
        "P2+2",
        "fire",
        "repair",
        "9" * 5000,
        "\x1b[2J",
        "x" * 7000,
    ]
    typed = [" ".join(rng.choices(words, k=rng.randint(1, 4))) for _ in range(120)]
    lines = [*COMMANDS, *(f"{one} {names[0]}" for one in COMMANDS), *typed]
    session = Session(battle, scripted(*(one for one in lines if not one.startswith(("q", "exit"))))).play()
    assert session.text.endswith("The battle was not saved.\n")
    assert SYSTEMS[game].title in session.text
