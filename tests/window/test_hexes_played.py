"""The three games on hexes played to their outcome in a real window, from the menu and back: by mouse alone, by keys alone.

Each battle is begun already, so that it is among the saves, and has one of every kind of decision of its game before it.
"""

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
BATTLES = {
    "hexcess": """\
  pinfold: {side: azure, design: pinfold, at: [7, 6], course: 2, velocity: 0, lost: [HGRb, PDSa]}
  shale: {side: amber, design: shale, at: [11, 2], course: 8, velocity: 2, drive_hits: 2}
  karst: {side: amber, design: karst, at: [17, 0], course: 8, velocity: 3}
victory: {kind: last-side, turns: 2}
script:
- {by: azure, order: lock}
- {by: amber, order: lock}
- {by: pinfold, order: launch none}
- {by: shale, order: "0"}
- {by: pinfold, order: "0"}
- {by: karst, order: "0"}
- {by: pinfold, order: hold}
- {by: shale, order: hold}
- {by: karst, order: hold}
""",
    "easyhex": """\
  pinfold: {side: azure, design: pinfold, at: [3, 9], course: 2, velocity: 0, lost: [HGRb, PDSa]}
  tuff: {side: amber, design: tuff, at: [19, -7], course: 8, velocity: 0}
  caldera: {side: amber, design: caldera, at: [8, 5], course: 8, velocity: 0, hull: 3, armour: 0}
house: {damage_control: true}
victory: {kind: last-side, turns: 2}
script:
- {by: azure, order: lock}
- {by: amber, order: lock}
- {by: pinfold, order: launch none}
- {by: pinfold, order: hold}
- {by: tuff, order: hold}
- {by: caldera, order: hold}
- {by: tuff, order: launch MTa}
- {by: caldera, order: launch NOVA}
- {by: tuff.MTa, order: steer 8}
""",
    "hex12": """\
  crook: {side: azure, design: crook, at: [6, 8], course: 3, velocity: 3, lost: [PDS]}
  shale: {side: amber, design: shale, at: [13, 2], course: 8, velocity: 2, hull: 3, armour: 0}
victory: {kind: last-side, turns: 1}
script:
- {by: crook, order: S1}
""",
}
GIVEN = {
    "hexcess": {"excess", "launch", "fly", "to", "shoot", "attack", "fire", "repair"},
    "easyhex": {"launch", "fly", "shoot", "attack", "fire", "steer", "repair"},
    "hex12": {"fire", "repair"},
}


@pytest.mark.parametrize(("way", "speed"), [(Mouse, 8.0), (Keys, 8.0)], ids=("mouse", "keys"))
@pytest.mark.parametrize("system", BATTLES)
def test_a_game_on_hexes_is_played_from_the_menu_to_its_outcome(
    system: str, way: type[Player], speed: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DEAD_RECKONING_HOME", str(tmp_path / "home"))
    path = tmp_path / "home" / "saves" / f"{system}.yaml"
    path.parent.mkdir(parents=True)
    text = paper("One of each", BATTLES[system], system, seed=5, table="{hexes: [20, 16]}")
    path.write_text("version: 1\n" + text, encoding="utf-8")
    with playing(tmp_path, settings=f"version: 1\nspeed: {speed}\n") as hand:
        save = way(hand, system, path).play()
        orders, outcome = hand.orders(), hand.saved().battle.state.outcome
    assert outcome is not None and outcome.winner == "azure", (outcome, orders)
    verbs = {line.split(": ")[1].split()[0] for line in orders}
    assert verbs >= GIVEN[system], orders
    kept = (ROOT / "main.py", "replay", save, "--verify")
    done = subprocess.run([sys.executable, *map(str, kept)], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "") and "give the same battle" in done.stdout, done.stdout + done.stderr
