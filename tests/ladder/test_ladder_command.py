"""The verb `ladder`: pairs of battles, a run that goes on, tables that say the same everywhere, and refusals."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping
from html import unescape
from importlib.util import find_spec
from pathlib import Path
from random import Random

import pytest

from game.battle.view import View
from game.cli import main
from game.core.installation import data_root
from game.core.orders import Order, Prompt
from game.core.values import Data
from game.lab.workers import Pieces, Task, in_processes, in_this_process
from game.ladder import run as ladder_module
from game.ladder.openings import openings_folder
from game.ladder.plan import ladder_plan
from game.ladder.run import LadderRun
from game.ladder.tables import ladder_tables
from game.players import PLAYERS
from game.players.player import Unthinking
from game.players.random_player import random_order

DUEL, ROWS = openings_folder() / "full_thrust" / "duel.yaml", openings_folder() / "hexcess" / "open_rows.yaml"


def sitter(view: View, prompt: Prompt, rng: Random) -> Order:
    """Flies by chance and never fires."""
    if prompt.waiting and view.phase.asks_for("fire"):
        return view.phase.accepts[0](prompt.waiting[0])
    return random_order(view, prompt, rng)


def broken(view: View, prompt: Prompt, rng: Random) -> Order:
    """Breaks down in the second turn."""
    if view.state.turn == 2:
        raise RuntimeError("out of ideas\nand more")
    return random_order(view, prompt, rng)


@pytest.fixture(autouse=True)
def more_players(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(PLAYERS, "sitter", lambda style: Unthinking(sitter))
    monkeypatch.setitem(PLAYERS, "broken", lambda style: Unthinking(broken))
    monkeypatch.chdir(tmp_path)


def played(folder: Path, players: tuple[str, ...] = ("random", "sitter"), games: int = 4, **more: bool) -> LadderRun:
    run = LadderRun(ladder_plan([DUEL, ROWS], players, games, **more), folder)
    run.play()
    return run


def without_costs(rows: list[Data]) -> list[Data]:
    return [{key: value for key, value in row.items() if key not in ("cost", "seconds")} for row in rows]


def test_seats_are_swapped_over_the_same_dice(tmp_path: Path) -> None:
    rows = played(tmp_path).rows
    assert len(rows) == 16
    for one, other in zip(rows[::2], rows[1::2]):
        assert one["players"] == other["players"][::-1] == ["random", "sitter"]
        assert (one["key"], one["file"]) == (other["key"], other["file"])
    assert {row["key"] for row in rows} == {0, 1, 2, 3}
    assert {row["file"] for row in rows} == {"full_thrust/duel", "hexcess/open_rows"}


def test_who_shoots_beats_who_does_not(tmp_path: Path) -> None:
    players, couples, files = ladder_tables(played(tmp_path, games=12))
    best, worst = players.rows
    assert best["player"] == "random" and best["elo"] > 0 > worst["elo"] == pytest.approx(-best["elo"])
    row = next(row for row in couples.rows if row["over"] == "all")
    assert row["pairs"] == 24 and row["score"] > 0.6 and row["score_low"] < row["score"] < row["score_high"]
    assert (row["won"], row["drawn"], row["lost"]) == (best["won"], best["drawn"], best["lost"])
    assert row["left_first"] > row["left_second"] and row["lead"] == pytest.approx(
        row["left_first"] - row["left_second"]
    )
    assert sum(row["battles"] for row in files.rows) == 48


def test_what_is_left_is_told_by_boxes(tmp_path: Path) -> None:
    for row in played(tmp_path, games=6).rows:
        for seat in (0, 1):
            assert 0 <= row["left"][seat] <= 1
            if row["lost"][seat] == row["ships"][seat]:
                assert row["left"][seat] == 0
        if row["lost"] == [0, 0] and row["scores"][0] != row["scores"][1]:
            assert min(row["left"]) < 1


def test_who_meets_itself_shows_what_a_seat_is_worth(tmp_path: Path) -> None:
    run = played(tmp_path, ("random",))
    assert [row["players"] for row in run.rows] == [["random", "random"]] * 8
    assert [one.stem for one in ladder_tables(run)] == ["players", "files"]


class Stopped(Exception):
    """A ladder is stopped."""


def test_a_run_that_was_stopped_goes_on(tmp_path: Path) -> None:
    fought: list[int] = []

    def five(task: Task, pieces: Pieces) -> Iterator[tuple[int, Data]]:
        for place, one in enumerate(in_this_process(task, pieces)):
            if place == 5:
                raise Stopped
            yield one

    def counted(task: Task, pieces: Pieces) -> Iterator[tuple[int, Data]]:
        fought.append(len(pieces))
        return in_this_process(task, pieces)

    plan = ladder_plan([DUEL, ROWS], ("random", "sitter"), 4)
    with pytest.raises(Stopped):
        LadderRun(plan, tmp_path / "a").play(five)
    kept = tmp_path / "a" / ladder_module.KEPT
    kept.write_bytes(kept.read_bytes()[:-7])  # killed within a line
    run = LadderRun(plan, tmp_path / "a")
    run.play(counted)
    whole = played(tmp_path / "b")
    assert fought == [12] and without_costs(run.rows) == without_costs(whole.rows)
    again = LadderRun(plan, tmp_path / "a")
    again.play(counted)
    assert fought == [12] and again.rows == run.rows


def test_what_another_version_has_fought_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played(tmp_path, games=1)
    monkeypatch.setattr(ladder_module, "code_digest", lambda: "another")
    run = played(tmp_path, games=1)
    assert (len(run.rows), run.others) == (4, 4)


def test_processes_fight_the_same_battles(tmp_path: Path) -> None:
    pytest.importorskip("joblib")
    plan = ladder_plan([DUEL, ROWS], ("random",), 3)
    rows = []
    for name, workers in (("one", in_this_process), ("two", lambda task, pieces: in_processes(2, task, pieces))):
        run = LadderRun(plan, tmp_path / name)
        run.play(workers)
        rows.append(without_costs(run.rows))
    assert rows[0] == rows[1]


def test_it_stops_when_it_is_told(tmp_path: Path) -> None:
    """Of two that are the same each pair is drawn, which is told long before the last of the dice."""
    PLAYERS["twin"] = PLAYERS["random"]
    try:
        run = played(tmp_path, ("random", "twin"), games=2000, until_told=True)
    finally:
        del PLAYERS["twin"]
    table = next(one for one in ladder_tables(run) if one.stem == "couples")
    assert table.rows[0]["told"] == "level" and len(run.rows) < 2000
    again = LadderRun(run.plan, tmp_path)
    again.play(lambda task, pieces: pytest.fail("nothing is missing"))
    assert without_costs(again.rows) == without_costs(run.rows)


def test_a_player_that_breaks_down_has_lost(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["ladder", str(DUEL), "--players", "random", "broken", "--games", "2", "--out", "out"]
    assert main.main(asked) == 1
    told = capsys.readouterr()
    wanted = "broken failed in 4: RuntimeError: out of ideas (full_thrust/duel, dice 0, random against broken)"
    assert wanted in told.err
    rows = [json.loads(line) for line in Path("out/battles.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [row["players"][row["won"]] for row in rows] == ["random"] * 4


def test_files_and_page_hold_what_was_printed(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["ladder", str(DUEL), str(ROWS), "--players", "random", "sitter", "--games", "3", "--out", "out"]
    assert main.main(asked) == 0
    printed = capsys.readouterr().out
    page = unescape(Path("out/ladder.html").read_text(encoding="utf-8"))
    run = LadderRun(ladder_plan([DUEL, ROWS], ("random", "sitter"), 3), Path("out"))
    run.play()
    for table in ladder_tables(run):
        assert table.as_text() in printed
        for row in table.cells():
            assert all(f">{cell}<" in page for cell in row)
        lines = list(csv.DictReader(io.StringIO(Path(f"out/{table.stem}.csv").read_text(encoding="utf-8"))))
        assert lines == [as_read(row) for row in table.rows]
    assert "http" not in page.replace("http://www.w3.org", "")


def as_read(row: Mapping[str, object]) -> dict[str, str]:
    return {key: str(value) for key, value in row.items()}


def test_ctrl_c_tells_what_was_finished(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def two(task: Task, pieces: Pieces) -> Iterator[tuple[int, Data]]:
        yield from in_this_process(task, pieces[:2])
        raise KeyboardInterrupt

    monkeypatch.setattr("game.cli.lab.workers", lambda jobs, address: two)
    assert main.main(["ladder", str(DUEL), "--players", "random", "sitter", "--games", "3", "--out", "out"]) == 130
    told = capsys.readouterr()
    assert "2 battles of 2 players" in told.out and "goes on with what is missing" in told.err
    assert len(Path("out/battles.jsonl").read_bytes().splitlines()) == 2


@pytest.mark.parametrize(("words", "code", "told"), [
    (["absent.yaml", "--players", "random"], 1, "there is no such file"),
    ([".", "--players", "random"], 1, "there is no battle file in this folder"),
    (["bad.yaml", "--players", "random"], 1, "bad.yaml:2:1: a value is missing"),
    ([str(DUEL), "--players", "rndom"], 2, "Did you mean “random”?"),
    ([str(DUEL), "--players", "random", "--out", "bad.yaml"], 2, "bad.yaml"),
    ([str(DUEL), "--players", "random", "--dask", "nowhere:1"], 2,
     "nowhere:1" if find_spec("distributed") else "--dask needs distributed, which is not installed here"),
    ([str(data_root() / "assets" / "designs"), "--players", "random"], 1, "the design of a ship"),
])  # fmt: skip
def test_refusals_are_sentences(words: list[str], code: int, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    if "." not in words:
        Path("bad.yaml").write_text("title: [", encoding="utf-8")
    assert main.main(["ladder", *words]) == code
    err = capsys.readouterr().err
    assert told in err and "Traceback" not in err
