"""Fighters under both rules of point defence, played to their outcome in a real window: by mouse alone, by keys alone."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from game.battle.designs import ROOT
from tests.support.battles import paper
from tests.support.window.player import Player
from tests.support.window.real_input import playing
from tests.support.window.two_players import Keys, Mouse

pytestmark = pytest.mark.window
SHIPS = """\
  rookery: {side: azure, design: rookery, at: [22, 20], course: 3, velocity: 0}
  cinder: {side: amber, design: cinder, at: [34, 22], course: 9, velocity: 0, hull: 3, armour: 0}
counters:
  rookery.HGRa: {at: [31, 24], course: 3}
  rookery.HGRb: {at: [31, 20], course: 3}
victory: {kind: last-side, turns: 1}
script:
- {by: azure, order: lock}
- {by: amber, order: lock, dice: [6, 5]}
"""
GIVEN = {"base": {"fly", "attack", "defend"}, "pdl": {"fly", "attack", "commit"}}


@pytest.mark.parametrize(("way", "rules"), [(Mouse, "base"), (Keys, "pdl")], ids=("mouse", "keys"))
def test_fighters_attack_a_ship_from_the_menu_to_the_outcome(
    way: type[Player], rules: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DEAD_RECKONING_HOME", str(tmp_path / "home"))
    path = tmp_path / "home" / "saves" / "strike.yaml"
    path.parent.mkdir(parents=True)
    text = f"version: 1\nhouse: {{pd_rules: {rules}}}\n" + paper("A strike", SHIPS, seed=5)
    path.write_text(text, encoding="utf-8")
    with playing(tmp_path, settings="version: 1\nspeed: 8.0\n") as hand:
        save = way(hand, "full-thrust", path).play()
        orders = hand.orders()
    verbs = {word for line in orders for word in line.split(": ")[1].split()}
    assert verbs >= GIVEN[rules], orders
    kept = (ROOT / "main.py", "replay", save, "--verify")
    done = subprocess.run([sys.executable, *map(str, kept)], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "") and "give the same battle" in done.stdout, done.stdout + done.stderr
