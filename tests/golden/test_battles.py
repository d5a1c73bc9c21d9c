"""The golden battles are what the program plays today; every scenario and every system has one."""

from __future__ import annotations

import difflib
from pathlib import Path

import pytest

from game.systems import SYSTEMS
from tests.support.battles import SCENARIOS
from tests.tools.golden.battles import golden_of, text_of
from tests.tools.golden.text import FOLDER
from tests.tools.golden.write import NETS


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_a_scenario_plays_as_it_was_written_down(path: Path) -> None:
    golden = golden_of(path)
    assert golden.exists(), f"{path.stem} has no golden battle: run make golden and read it"
    was, now = golden.read_text(encoding="utf-8").splitlines(), text_of(path).splitlines()
    differing = list(difflib.unified_diff(was, now, "written down", "played now", lineterm="", n=1))
    assert not differing, "\n".join(["make golden writes it anew; read the difference:", *differing[:40]])


def test_every_system_has_a_golden_battle_and_every_golden_battle_a_scenario() -> None:
    kept = sorted(path for path in FOLDER.rglob("*.txt") if path.parent.name not in NETS)
    assert {path.parent.name for path in kept} == {key.replace("-", "_") for key in SYSTEMS}
    assert kept == sorted(map(golden_of, SCENARIOS))


def test_every_system_has_at_least_two_scenarios() -> None:
    for key in SYSTEMS:
        assert sum(path.parent.name == key.replace("-", "_") for path in SCENARIOS) >= 2, key
