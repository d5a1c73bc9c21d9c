"""Every scenario of Power and Initiative played to its outcome in a real window, from the menu and back: by mouse and
by keys, in a small one and in a large one.

Each is taken up where it is nearly decided, so that it is among the saves: some ships are gone, others have little
left.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from game.battle.designs import ROOT
from tests.support.window.late_battles import WAYS, late, play_late

pytestmark = pytest.mark.window
POWER = ROOT / "scenarios" / "power_hex"
CHARGE = {
    "lance_1": 0,
    "lance_2": 2,
    "railgun_p": 2,
    "railgun_s": 2,
    "bolt_p": 1,
    "bolt_s": 1,
    "guard_1": 1,
    "guard_2": 1,
}
LATE: dict[str, dict[str, Any]] = {  # what is otherwise than in the scenario: of the file, and of its ships
    "slow_answer": {
        "ships": {"bastion": {"at": [10, 10], "velocity": 2, "charge": CHARGE},
                  "helix": {"at": [14, 8], "velocity": 2, "charge": {"plasma_p": 0},
                            "lost": {"fore": 33, "port": 35, "starboard": 35, "aft": 31, "primary": 31}}},
        "seed": 8,
        "script": [{"by": "helix", "order": "as it is"}],
    },
    "karun_light": {
        "ships": {"bastion": {"at": [10, 10], "velocity": 2, "charge": CHARGE}, "marlin": {"fate": "destroyed"},
                  "gadfly": {"at": [13, 9], "velocity": 2, "carrier": None, "fate": None},
                  "helix": {"fate": "destroyed"},
                  "sliver": {"at": [13, 8], "velocity": 1,
                             "lost": {"fore": 15, "port": 15, "starboard": 15, "aft": 15, "primary": 17}},
                  "mote": {"at": [15, 8], "velocity": 2, "fate": None, "craft": [1, 0, 0, 0, 0, 0]}},
        "script": [{"by": "bastion", "order": "as it is"}],
    },
    "torpedoes_away": {
        "turn": 12,
        "seed": 3,
        "ships": {"citadel": {"at": [10, 11], "velocity": 1}, "halberd": {"fate": "destroyed"},
                  "warden": {"fate": "destroyed"}, "mandala": {"at": [16, 8], "velocity": 1, "charge": {"plasma_p": 0},
                              "lost": {"fore": 49, "port": 53, "starboard": 53, "aft": 47, "primary": 53}},
                  "prism": {"fate": "destroyed"},
                  "mote_one": {"fate": "destroyed"}, "mote_two": {"fate": "destroyed"}},
        "script": [{"by": "mandala", "order": "as it is"}],
    },
}  # fmt: skip
GIVEN = {
    "slow_answer": {"<", "fire"},
    "karun_light": {"fire"},
    "torpedoes_away": {"launch", "meet|let it come", "fire"},
}


def test_every_scenario_is_played() -> None:
    assert {path.stem for path in POWER.glob("*.yaml")} == set(LATE) == set(GIVEN)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", LATE)
def test_a_battle_of_reactors_is_played_from_the_menu_to_victory(name: str, way: str, window_home: Path) -> None:
    done = play_late(window_home, way, "power-hex", name, late(POWER / f"{name}.yaml", LATE[name]))
    assert done.outcome is not None and done.outcome.winner == "halden", (done.outcome, done.orders)
    said = "\n".join(line.split(": ")[1] for line in done.orders)
    assert all(re.search(word, said) for word in GIVEN[name]), done.orders
