"""Every scenario of Power and Initiative played to its outcome in a real window, from the menu and back: by mouse in a small one,
by keys in a large one.

Each is taken up where it is nearly decided, so that it is among the saves: some ships are gone, others have little left.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from game.battle.designs import ROOT
from tests.support.window.player import Player
from tests.support.window.real_input import playing
from tests.support.window.two_players import Keys, Mouse

pytestmark = pytest.mark.window
SMALL, LARGE = (1280, 800), (1920, 1080)
POWER = ROOT / "scenarios" / "power_hex"
CHARGE = {"lance_1": 0, "lance_2": 2, "railgun_p": 2, "railgun_s": 2, "bolt_p": 1, "bolt_s": 1, "guard_1": 1, "guard_2": 1}
LATE: dict[str, dict[str, Any]] = {  # what is otherwise than in the scenario: of the file, and of its ships
    "slow_answer": {
        "ships": {"bastion": {"at": [10, 10], "velocity": 2, "charge": CHARGE},
                  "helix": {"at": [14, 8], "velocity": 2, "charge": {"plasma_p": 0},
                            "lost": {"fore": 33, "port": 35, "starboard": 35, "aft": 31, "primary": 31}}},
        "seed": 8,
        "order": "helix: as it is",
    },
    "karun_light": {
        "ships": {"bastion": {"at": [10, 10], "velocity": 2, "charge": CHARGE}, "marlin": {"fate": "destroyed"},
                  "gadfly": {"at": [13, 9], "velocity": 2, "carrier": "", "fate": None},
                  "helix": {"fate": "destroyed"},
                  "sliver": {"at": [13, 8], "velocity": 1,
                             "lost": {"fore": 15, "port": 15, "starboard": 15, "aft": 15, "primary": 17}},
                  "mote": {"at": [15, 8], "velocity": 2, "fate": None, "craft": [1, 0, 0, 0, 0, 0]}},
        "order": "bastion: as it is",
    },
    "torpedoes_away": {
        "ships": {"citadel": {"at": [10, 11], "velocity": 1}, "halberd": {"fate": "destroyed"}, "warden": {"fate": "destroyed"},
                  "mandala": {"at": [16, 8], "velocity": 1, "charge": {"plasma_p": 0},
                              "lost": {"fore": 49, "port": 53, "starboard": 53, "aft": 47, "primary": 53}},
                  "prism": {"fate": "destroyed"},
                  "mote_one": {"fate": "destroyed"}, "mote_two": {"fate": "destroyed"}},
        "order": "mandala: as it is",
    },
}  # fmt: skip
GIVEN = {"slow_answer": {"<", "fire"}, "karun_light": {"fire"}, "torpedoes_away": {"launch", "meet", "fire"}}


def late(name: str) -> str:
    """A scenario near its end, begun with the first order that is asked."""
    file = yaml.safe_load((POWER / f"{name}.yaml").read_text(encoding="utf-8"))
    for key, entry in LATE[name]["ships"].items():
        file["ships"][key] |= entry
        file["ships"][key] = {word: value for word, value in file["ships"][key].items() if value not in (None, "")}
    by, order = LATE[name]["order"].split(": ")
    begun = {"seed": LATE[name].get("seed", 5), "script": [{"by": by, "order": order}]}
    text: str = yaml.safe_dump(file | begun, sort_keys=False)
    return text


def test_every_scenario_is_played() -> None:
    assert {path.stem for path in POWER.glob("*.yaml")} == set(LATE) == set(GIVEN)


@pytest.mark.parametrize(("way", "size"), [(Mouse, SMALL), (Keys, LARGE)], ids=("mouse", "keys"))
@pytest.mark.parametrize("name", LATE)
def test_a_battle_of_reactors_is_played_from_the_menu_to_victory(
    name: str, way: type[Player], size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DEAD_RECKONING_HOME", str(tmp_path / "home"))
    path = tmp_path / "home" / "saves" / f"{name}.yaml"
    path.parent.mkdir(parents=True)
    path.write_text(late(name), encoding="utf-8")
    with playing(tmp_path, settings=f"version: 1\nspeed: 8.0\nscale: 1.0\nwindow: {list(size)}\n", size=size) as hand:
        save = way(hand, "power-hex", path).play()
        orders, outcome = hand.orders(), hand.saved().battle.state.outcome
    assert outcome is not None and outcome.winner == "halden", (outcome, orders)
    said = "\n".join(line.split(": ")[1] for line in orders)
    assert all(word in said for word in GIVEN[name]), orders
    kept = (ROOT / "main.py", "replay", save, "--verify")
    done = subprocess.run([sys.executable, *map(str, kept)], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "") and "give the same battle" in done.stdout, done.stdout + done.stderr
