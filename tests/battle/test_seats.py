"""Whose view of a battle under way is shown is asked by every verb that shows one, and decided in one place."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.battle.designs import ROOT
from game.battle.loader import load_start, new_save, open_battle, resume
from game.battle.seats import NoSeat, seat, seen_by, under_way
from game.cli import main
from game.demonstrations.catalogue import exhibits
from game.demonstrations.demonstration import Demonstration
from game.demonstrations.reel import Reel, reel_of
from game.formats.validation import BadFile
from game.seating.fault_report import report
from game.ui.app.program import Program
from game.ui.host.screen import Push
from game.ui.replay.screen import ReplayScreen
from tests.support.battles import laid, order, unmarked
from tests.support.narrowing import narrow

ASKS = "Say whose view it is to be: --side azure or --side amber"


@pytest.fixture
def save(tmp_path: Path) -> Path:
    """Return a battle under way: one side has sealed an order."""
    opened = laid(tmp_path)
    recorder = new_save(opened, tmp_path)
    order(opened, "lancet", "S1+2")
    recorder.close()
    return recorder.journal.path


def over(save: Path) -> Path:
    """Return the same battle, given up by one side."""
    opened, recorder = resume(save)
    order(opened, "amber", "withdraw")
    recorder.close()
    return save


@pytest.mark.parametrize("words", [("picture", "--out"), ("film", "--out"), ("demo",)], ids=lambda words: words[0])
def test_what_shows_a_battle_under_way_asks_whose_view(
    save: Path,
    tmp_path: Path,
    words: tuple[str, ...],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(main, "unfit", lambda verb: "")
    verb, *rest = words
    out = tmp_path / "out.html"
    asked = [verb, str(save), *(each for word in rest for each in (word, str(out)))]
    assert main.main(asked) == 2 and ASKS in capsys.readouterr().err and not out.exists()
    assert main.main([*asked, "--side", "green"]) == 2 and "no side 'green'" in capsys.readouterr().err


def test_what_reads_one_out_reads_what_everybody_knows(save: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for verb in ("replay", "account"):
        for words in ((), ("--side", "amber"), ("--seat", "azure")):
            assert main.main([verb, str(save), *words]) == 0
    assert "S1" not in capsys.readouterr().out


@pytest.mark.parametrize("side", ["azure", "amber"])
def test_a_picture_shows_what_its_side_knows(save: Path, tmp_path: Path, side: str) -> None:
    """The other side's picture is the same whether the order is sealed or not."""
    text = unmarked(save.read_text(encoding="utf-8"))
    bare = tmp_path / "bare.yaml"
    bare.write_text(text[: text.index("script:\n") + 8], encoding="utf-8")
    drawn = []
    for path in (save, bare):
        assert (
            main.main(["picture", str(path), "--side", side, "--size", "640x480", "--out", str(tmp_path / "p.png")])
            == 0
        )
        drawn.append((tmp_path / "p.png").read_bytes())
    assert (drawn[0] == drawn[1]) == (side == "amber")


def test_a_battle_that_is_over_is_shown_to_all(save: Path, tmp_path: Path) -> None:
    opened = open_battle(over(save))
    assert not under_way(opened) and seat(opened, None) is None and seen_by(opened, "azure").side is None
    assert main.main(["picture", str(save), "--step", "1", "--size", "640x480", "--out", str(tmp_path / "p.png")]) == 0
    assert Demonstration(load_start(save)).steps


def replayed(program: Program, save: Path, side: str | None = None) -> Reel:
    """Return what the screen that shows a save once more has to show."""
    return narrow(narrow(program.replay_save(save, side), Push).screen, ReplayScreen).reel


def test_every_screen_that_opens_a_file_sees_as_much(save: Path, tmp_path: Path) -> None:
    opened = open_battle(save)
    with pytest.raises(NoSeat, match="under way"):
        seat(opened, None)
    assert seat(opened, None, passer_by=True) == "" and seat(opened, "azure") == "azure"
    assert reel_of(opened.battle, "amber").side == "amber"
    with pytest.raises(BadFile, match="under way"):
        Demonstration(load_start(save))
    program = Program(folder=tmp_path)
    for side in (None, "azure"):
        assert replayed(program, save, side).side == (side or "")
    assert "S1" not in repr(replayed(program, save).steps)


def test_demonstrations_and_scenarios_have_open_books() -> None:
    shown = [load_start(one.path) for one in exhibits()[::25]]
    shown += [load_start(path) for path in (ROOT / "scenarios").glob("*/first_light.yaml")]
    assert len(shown) > 12 and not any(map(under_way, shown))


def test_a_report_of_a_fault_has_no_sealed_order(save: Path, tmp_path: Path) -> None:
    opened, recorder = resume(save)
    order(opened, "vesper", "P1")
    words = report(ValueError("x"), recorder, tmp_path).read_text(encoding="utf-8")
    assert "S1+2" not in words and "P1" not in words and "script:" in words
    for side in ("azure", "amber"):
        order(opened, side, "lock")
    words = report(ValueError("x"), recorder, tmp_path).read_text(encoding="utf-8")
    recorder.close()
    assert unmarked(save.read_text(encoding="utf-8")).partition("script:\n")[2].rstrip() in words and "S1+2" in words
