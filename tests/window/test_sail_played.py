"""Every scenario of Full Sail played to victory in a real window, from the menu and back: by mouse and by keys, in a
small one and in a large one.

Each is taken up where it is nearly won, so that it is among the saves: some ships are gone, others have little left.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from game.battle.designs import ROOT
from tests.support.window.late_battles import WAYS, late, play_late

pytestmark = pytest.mark.window
SEA = ROOT / "scenarios" / "full_sail"
WRECKED = {"row1": 0, "row2": 0, "row3": 0, "row4": 1, "worst_row": 3}
LATE: dict[str, dict[str, Any]] = {  # what is otherwise than in the scenario: of the file, and of its ships
    "weather_gauge": {
        "ships": {"halcyon": {"at": [30, 24], "velocity": 4}, "tern": {"fate": "sunk"}, "lutin": {"fate": "sunk"},
                  "aiglette": {"at": [41, 28], "velocity": 4, **WRECKED}},
        "script": [{"by": "aiglette", "order": "0"}],
    },
    "salt_road": {
        "ships": {"barley_wind": {"at": [71, 20]}, "oat_wind": {"fate": "left"}, "rye_wind": {"fate": "sunk"},
                  "sanderling": {"fate": "sunk"}, "aiglette": {"fate": "sunk"},
                  "martinet": {"at": [60, 26], "row1": 1}},
        "script": [{"by": "martinet", "order": "0"}],
    },
    "cutting_out": {
        "turn": 14,
        "ships": {"steadfast_oak": {"at": [47, 25], "course": 12, "velocity": 0}, "halcyon": {"fate": "sunk"},
                  "vaillance": {"at": [49, 25], "away": [6, 11, 16, 22, 27], "burning": 0},
                  "martinet": {"fate": "sunk"}},
        "grapples": [{"ships": ["steadfast_oak", "vaillance"]}],
        "script": [{"by": "vaillance", "order": "0"}],
    },
    "fireship": {
        "turn": 13,
        "ships": {"tern": {"at": [40, 26], "velocity": 0, "burning": 2}, "halcyon": {"at": [44, 40], "velocity": 4},
                  "roi_solene": {"row1": 0, "row2": 1, "worst_row": 1}, "aiglette": {"at": [50, 44], **WRECKED}},
        "script": [{"by": "roi_solene", "order": "0"}],
    },
    "across_the_rail": {
        "ships": {"halcyon": {"fate": "sunk"}, "aiglette": {"fate": "sunk"}, "vaillance": {"away": [6, 11, 16, 22]}},
        "script": [{"by": "vaillance", "order": "0"}],
    },
}  # fmt: skip
GIVEN = {
    "weather_gauge": {"fire"},
    "salt_road": set(),
    "cutting_out": {"fire", "board"},
    "fireship": {"fire"},
    "across_the_rail": {"board"},
}


def test_every_scenario_is_played() -> None:
    assert {path.stem for path in SEA.glob("*.yaml")} == set(LATE) == set(GIVEN)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", LATE)
def test_a_battle_at_sea_is_played_from_the_menu_to_victory(name: str, way: str, window_home: Path) -> None:
    done = play_late(window_home, way, "full-sail", name, late(SEA / f"{name}.yaml", LATE[name]))
    assert done.outcome is not None and done.outcome.winner == "merrow", (done.outcome, done.orders)
    assert done.verbs >= GIVEN[name], done.orders
