"""The verb `lab`: what it prints, what it writes, and what it refuses."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from game.cli import main

SWARM = "title: Swarm of 12\nattackers: {groups: {standard: 12}}\ndefender: {beams: 2, pds: 3, hull: 46, armour: 8}\n"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "swarm.yaml").write_text(SWARM, encoding="utf-8")
    return tmp_path


def test_it_lists_the_studies(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.main(["lab", "--list"]) == 0
    assert "scaling         Does the reform cure the scaling? (24 set-ups)" in capsys.readouterr().out


def test_a_set_up_is_printed(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main.main(["lab", "swarm.yaml"]) == 0
    out = capsys.readouterr().out
    rows = {line[:26].strip(): line[26:].split() for line in out.splitlines()}
    assert rows["damage, mean"] == ["48.8", "55.0"] and rows["of each group"] == ["4.066", "4.587"]
    assert rows["nine in ten"] == ["25–80", "41–71"] and rows["destroyed"] == ["35", "%", "55", "%"]
    assert "2–3: 41 %" in out and list(here.iterdir()) == [here / "swarm.yaml"]


def test_a_set_up_is_exported(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main.main(["lab", "swarm.yaml", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["points"][0]["results"][0]["rules"] == "reformed"
    assert main.main(["lab", "swarm.yaml", "--csv"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 3
    assert main.main(["lab", "swarm.yaml", "--out", "out"]) == 0
    assert {path.name for path in (here / "out").iterdir()} == {"swarm.csv", "swarm.json", "swarm-chances.csv"}


def test_a_study_by_its_name(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main.main(["lab", "scaling", "--csv"]) == 0
    told = capsys.readouterr()
    assert "24 set-ups" in told.err and len(told.out.splitlines()) == 49
    assert {path.name for path in (here / "scaling-results").iterdir()} == {"points", "scaling.csv"}
    assert main.main(["lab", "scaling"]) == 0
    assert "24 of them kept from before" in capsys.readouterr().err


@pytest.mark.parametrize(("words", "code", "told"), [
    (["lab", "scalling"], 2, "Did you mean 'scaling'?"),
    (["lab", "absent.yaml"], 1, "there is no such file"),
    (["lab", "."], 1, "this is a folder"),
    (["lab", "bad.yaml"], 1, "bad.yaml:1:"),
    (["lab", "swarm.yaml", "--out", "swarm.yaml"], 2, "swarm.yaml"),
])  # fmt: skip
def test_refusals(here: Path, capsys: pytest.CaptureFixture[str], words: list[str], code: int, told: str) -> None:
    (here / "bad.yaml").write_text("tilte: A\n", encoding="utf-8")
    assert main.main(words) == code
    assert told in capsys.readouterr().err


def test_missing_packages_are_told(
    here: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "joblib", None)
    assert main.main(["lab", "scaling", "--jobs", "2"]) == 2
    assert "--jobs needs joblib, which is not installed here" in capsys.readouterr().err
