"""The introduction played to its end in a real window, from the menu and back: once by mouse alone, once by keys alone."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from game.battle.designs import ROOT
from tests.support.window.player import Player
from tests.support.window.real_input import playing
from tests.support.window.two_players import Keys, Mouse

pytestmark = pytest.mark.window


@pytest.mark.parametrize(("way", "settings"), [(Mouse, "speed: 8.0"), (Keys, "speed: 1.0")])
def test_the_introduction_is_played_from_the_menu_to_its_outcome(
    way: type[Player], settings: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DEAD_RECKONING_HOME", str(tmp_path / "home"))
    with playing(tmp_path, settings=f"version: 1\n{settings}\n") as hand:
        save = way(hand).play()
    kept = (ROOT / "main.py", "replay", save, "--verify")
    done = subprocess.run([sys.executable, *map(str, kept)], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout + done.stderr
    assert "give the same battle" in done.stdout
    told = save.read_text(encoding="utf-8")
    assert "First Light" in told and "fire " in told, told
