"""The scenarios of fighters and missiles played to victory in a real window, from the menu and back: by mouse and by
keys, in a small one and in a large one.

Each is taken up where it is nearly won, so that it is among the saves: some ships are gone, others have little left.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from game.battle.designs import ROOT
from tests.support.window.late_battles import WAYS, late, play_late

pytestmark = pytest.mark.window
BATTLES = {
    **dict.fromkeys(("carrier_strike", "missile_ambush", "escort_screen", "swarm_argument"), "full_thrust"),
    "stones_in_flight": "hexcess",
}
GONE = {"fate": "destroyed"}
LATE: dict[str, dict[str, Any]] = {  # what is otherwise than in the scenario: of the file, and of its ships
    "carrier_strike": {
        "ships": {"rookery": {"at": [22, 20], "velocity": 0}, "plover": GONE, "bellows": GONE,
                  "cinder": {"at": [34, 22], "velocity": 0, "hull": 3, "armour": 0}},
        "counters": {"rookery.HGRa": {"at": [31, 24], "course": 3}, "rookery.HGRb": {"at": [31, 20], "course": 3}},
    },
    "missile_ambush": {
        "ships": {"fletcher": {"at": [14, 22], "velocity": 0}, "lancet": GONE, "halyard": GONE, "ballista": GONE,
                  "cinder": {"at": [34, 22], "velocity": 0, "hull": 1, "armour": 0}},
    },
    "escort_screen": {
        "ships": {"meridian": GONE, "halyard": {"at": [30, 22], "velocity": 0, "hull": 2, "armour": 0}, "rookery": GONE,
                  "bellows": {"at": [50, 22], "velocity": 0}, "billow": GONE, "cinder": GONE},
        "counters": {"bellows.HGRa": {"at": [33, 24], "course": 9}},
    },
    "swarm_argument": {
        "ships": {"polestar": {"at": [30, 22], "velocity": 0, "hull": 4, "armour": 0}, "plover": GONE,
                  "bellows": {"at": [50, 22], "velocity": 0}, "billow": GONE, "squall": GONE},
        "counters": {"bellows.HGRa": {"at": [33, 24], "course": 9}, "bellows.HGRb": {"at": [33, 20], "course": 9}},
    },
    "stones_in_flight": {
        "ships": {"stockman": GONE, "sling": {"at": [12, 3], "velocity": 0}, "hurdle": GONE,
                  "lapilli": {"at": [16, 1], "velocity": 0, "hull": 1, "armour": 0, "lost": ["SMLa", "SMLb"]},
                  "tuff": GONE, "shale": GONE},
    },
}  # fmt: skip
REFORMED = " by the reform"  # the same scenario, with that house rule chosen at set-up
LATE["carrier_strike" + REFORMED] = {**LATE["carrier_strike"], "house": {"pd_rules": "pdl"}}
# of the second lock: a save has all dice written down, or none
INITIATIVE = {"full_thrust": {"dice": [6, 5]}, "hexcess": {}}
GIVEN = {  # words of orders that must have been given, and who must have won
    "carrier_strike": ({"fly", "attack", "defend"}, "azure"),
    "carrier_strike" + REFORMED: ({"fly", "attack", "commit", "assist"}, "azure"),
    "missile_ambush": ({"place", "defend"}, "azure"),
    "escort_screen": ({"fly", "attack", "commit"}, "amber"),
    "swarm_argument": ({"fly", "attack", "commit", "assist"}, "amber"),
    "stones_in_flight": ({"place", "defend"}, "azure"),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", LATE)
def test_fighters_and_missiles_are_played_from_the_menu_to_victory(name: str, way: str, window_home: Path) -> None:
    file, (words, winner) = name.removesuffix(REFORMED), GIVEN[name]
    folder = BATTLES[file]
    begun = [{"by": "azure", "order": "lock"}, {"by": "amber", "order": "lock", **INITIATIVE[folder]}]
    text = late(ROOT / "scenarios" / folder / f"{file}.yaml", {**LATE[name], "script": begun})
    done = play_late(window_home, way, folder.replace("_", "-"), file, text)
    assert done.words >= words, done.orders
    assert done.outcome is not None and done.outcome.winner == winner, (done.outcome, done.orders)
