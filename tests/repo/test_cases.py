"""Every case, scenario and demonstration: its script runs and gets all it expects (a case names the vector it
checks)."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.battle.designs import ROOT
from game.battle.loader import load_start
from game.cli.commands import faults

CASES = sorted((ROOT / "tests" / "cases").rglob("*.yaml"))
FILES = [*CASES, *sorted((ROOT / "scenarios").rglob("*.yaml")), *sorted((ROOT / "demonstrations").rglob("*.yaml"))]


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_what_a_file_expects_comes_true(path: Path) -> None:
    assert not faults(path)


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_a_case_says_what_it_checks_and_checks_it(path: Path) -> None:
    file = load_start(path).file
    kinds = [type(entry).__name__ for entry in file.script]
    assert any(words in file.about for words in ("full-thrust-base/", "sail/", "power/", "T-", "HX-"))
    assert "Expect" in kinds or "Refuse" in kinds
