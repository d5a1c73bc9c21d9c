"""Ladders beside the window: fought by processes, held and gone on with, opened whoever has made them."""

from __future__ import annotations

import csv
import os
import signal
from pathlib import Path

import pygame
import pytest

from game.cli import main
from game.formats.user_folders import HOME
from game.formats.validation import BadFile
from game.lab.processes import StoppableProcesses
from game.lab.workers import NoWorkers
from game.ladder import run as ladder_module
from game.ladder.background import BackgroundLadder, ladders_folder, new_ladder, stored_ladders
from game.ladder.openings import openings_folder
from game.ladder.plan import LadderPlan, ladder_plan, read_plan, shipped_files, write_plan

DUEL = openings_folder() / "full_thrust" / "duel.yaml"


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HOME, str(tmp_path))


def duel(games: int = 2, players: tuple[str, ...] = ("random", "turtle")) -> LadderPlan:
    return ladder_plan([DUEL], players, games)


def test_shipped_openings_are_those_of_the_verb() -> None:
    """The page lists them without setting them up; a ladder of the verb is the same ladder."""
    assert shipped_files() == ladder_plan([openings_folder()], ["random"]).files


def test_a_ladder_is_held_and_goes_on() -> None:
    ladder = new_ladder(duel(8))
    ladder.start(2)
    while ladder.running and not ladder.done:
        pygame.time.wait(20)
    ladder.hold()
    kept = ladder.done
    assert 0 < kept < ladder.total == 16 and not ladder.finished and not ladder.trouble
    again = next(iter(stored_ladders()))
    again.look()
    again.finish()
    assert (again.done, again.total, again.plan) == (kept, 16, ladder.plan)
    again.start(2)
    again.finish()
    assert again.finished, (again.trouble, again.done, again.total)
    assert len(again.rows) == 16 and {row["file"] for row in again.rows} == {"full_thrust/duel"}
    assert again.write() == ladders_folder() / "random-turtle" / "ladder.html"
    lines = list(csv.DictReader((again.folder / "players.csv").open(encoding="utf-8")))
    assert {row["player"] for row in lines} == {"random", "turtle"}


def test_a_ladder_of_the_verb_is_opened() -> None:
    folder = ladders_folder() / "by-hand"
    asked = ["ladder", str(DUEL), "--players", "random", "--games", "1", "--out", str(folder)]
    assert main.main(asked) == 0
    ladder = next(iter(stored_ladders()))
    ladder.look()
    ladder.finish()
    assert ladder.title == "by-hand" and ladder.finished and ladder.done == 1


def test_another_version_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    ladder = new_ladder(duel(1))
    ladder.start(1)
    ladder.finish()
    monkeypatch.setattr(ladder_module, "code_digest", lambda: "another")
    ladder = next(iter(stored_ladders()))
    ladder.look()
    ladder.finish()
    assert (ladder.done, ladder.total, ladder.others) == (0, 2, 2)


def test_refusals_are_sentences(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="no plan of a ladder"):
        read_plan(tmp_path)
    for text in (b"", b"[]", b'{"players": ["nobody"], "files": []}', b'{"players": [], "files": []}', b"\xff"):
        (tmp_path / "plan.json").write_bytes(text)
        with pytest.raises(BadFile):
            read_plan(tmp_path)
    write_plan(duel(), tmp_path)
    assert read_plan(tmp_path) == duel()
    (tmp_path / "ladders").write_text("no folder")
    ladder = new_ladder(duel(1))
    ladder.start(1)
    ladder.finish()
    assert ladder.trouble and not ladder.finished
    assert BackgroundLadder(tmp_path / "absent").trouble


def killed(number: int, piece: object) -> tuple[int, dict[str, object]]:
    os.kill(os.getpid(), signal.SIGTERM)
    return number, {}


def failing(number: int, piece: object) -> tuple[int, dict[str, object]]:
    raise ValueError("no such place.\nand more")


def doubled(number: int, piece: object) -> tuple[int, dict[str, object]]:
    return number, {"found": 2 * number}


def test_processes_do_every_piece_and_say_what_failed() -> None:
    pieces = [(number, None) for number in range(7)]
    work = StoppableProcesses(2)
    for _ in range(2):
        assert sorted(number for number, _ in work(doubled, pieces)) == [*range(7)]
    with pytest.raises(NoWorkers, match=r"failed: no such place\. What was finished is kept"):
        list(work(failing, pieces))
    work.stop()
    assert list(work(doubled, pieces)) == []
    dying = StoppableProcesses(1)
    with pytest.raises(NoWorkers, match="has died"):
        list(dying(killed, pieces))
    dying.stop()
