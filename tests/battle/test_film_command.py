"""The verb `film`: which battles it writes, for whom, and what it refuses."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.battle.loader import resume
from game.cli import main, progress
from game.demonstrations.reel import Reel
from tests.support.battles import IN_SPACE

FIRST = next(path for path in IN_SPACE if path.stem == "first_light")


def saved(folder: Path, *more: str) -> Path:
    path = folder / "save.yaml"
    assert main.main(["battle", str(FIRST), "--seed", "3", "--save", str(path), *more]) == 0
    return path


def film(save: Path, out: Path, *more: str) -> int:
    return main.main(["film", str(save), "--out", str(out), *more])


@pytest.mark.parametrize(("ending", "head"), [("html", b"<!DOCTYPE html>"), ("webp", b"RIFF"), ("gif", b"GIF89a")])
def test_each_kind_of_film(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, ending: str, head: bytes
) -> None:
    monkeypatch.setattr(progress, "OFTEN", 0.0)  # else a fast machine says nothing
    out = tmp_path / f"film.{ending}"
    assert film(saved(tmp_path), out, "--size", "320x200", "--speed", "8") == 0
    assert out.read_bytes().startswith(head)
    said = capsys.readouterr()
    assert str(out) in said.out and ("frames" in said.err) == (ending != "html")


def test_a_battle_under_way_is_filmed_for_a_side_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    save, out = saved(tmp_path, "--turns", "2"), tmp_path / "film.html"
    assert film(save, out) == 2 and not out.exists()
    assert "--side azure or --side amber" in capsys.readouterr().err
    assert film(save, out, "--side", "green") == 2 and "no side 'green'" in capsys.readouterr().err
    assert film(save, out, "--side", "amber") == 0 and b"Amber Pact" in out.read_bytes()


def test_what_is_sealed_by_the_other_side_makes_no_difference(tmp_path: Path) -> None:
    save, out = saved(tmp_path, "--turns", "2"), tmp_path / "film.html"
    assert film(save, out, "--side", "amber") == 0
    before = out.read_bytes()
    opened, recorder = resume(save)
    ship = next(ship for ship in opened.battle.state.ships.values() if ship.side == "azure" and ship.in_play)
    opened.battle.play(opened.battle.read(ship.id, "+1"))
    recorder.close()
    assert film(save, out, "--side", "amber") == 0
    assert out.read_bytes() == before


def test_what_is_no_save_or_names_no_kind_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    save = saved(tmp_path)
    assert film(save, tmp_path / "film.mp4") == 2 and ".webp" in capsys.readouterr().err
    assert film(FIRST, tmp_path / "film.html") == 2 and "not a saved battle" in capsys.readouterr().err
    assert film(tmp_path / "none.yaml", tmp_path / "film.html") == 1
    assert film(save, save.with_suffix(".html").parent / "no folder" / "film.html") == 2
    assert not list(tmp_path.glob("*.mp4"))


def test_some_turns_are_filmed_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    save, out = saved(tmp_path), tmp_path / "film.html"
    opened, recorder = resume(save)
    recorder.close()
    capsys.readouterr()
    reel = Reel(opened.battle, None)
    for words, chosen in (("1", {1}), ("2-3", {2, 3}), ("2-99", set(reel.turns) - {1})):
        assert film(save, out, "--turns", words) == 0
        told = sum(step.turn in chosen for step in reel.steps[1:]) + (1 in chosen)
        assert capsys.readouterr().out.startswith(f"{told} steps")
    assert film(save, out, "--turns", "90-91") == 2 and "has turns 1 to" in capsys.readouterr().err
    for words in ("3-2", "0", "1-", "-", "x", "²"):
        with pytest.raises(SystemExit):
            film(save, out, f"--turns={words}")
