"""Every scenario of Full Sail played to victory in a real window, from the menu and back: by mouse in a small one, by keys in a
large one.

Each is taken up where it is nearly won, so that it is among the saves: some ships are gone, others have little left.
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
SEA = ROOT / "scenarios" / "full_sail"
WRECKED = {"row1": 0, "row2": 0, "row3": 0, "row4": 1, "worst_row": 3}
LATE: dict[str, dict[str, Any]] = {  # what is otherwise than in the scenario: of the file, and of its ships
    "weather_gauge": {
        "ships": {"halcyon": {"at": [30, 24], "velocity": 4}, "tern": {"fate": "sunk"}, "lutin": {"fate": "sunk"},
                  "aiglette": {"at": [41, 28], "velocity": 4, **WRECKED}},
        "order": "aiglette: 0",
    },
    "salt_road": {
        "ships": {"barley_wind": {"at": [71, 20]}, "oat_wind": {"fate": "left"}, "rye_wind": {"fate": "sunk"},
                  "sanderling": {"fate": "sunk"}, "aiglette": {"fate": "sunk"}, "martinet": {"at": [60, 26], "row1": 1}},
        "order": "martinet: 0",
    },
    "cutting_out": {
        "turn": 14,
        "ships": {"steadfast_oak": {"at": [47, 25], "course": 12, "velocity": 0}, "halcyon": {"fate": "sunk"},
                  "vaillance": {"at": [49, 25], "away": [6, 11, 16, 22, 27], "burning": 0}, "martinet": {"fate": "sunk"}},
        "grapples": [{"ships": ["steadfast_oak", "vaillance"]}],
        "order": "vaillance: 0",
    },
    "fireship": {
        "turn": 13,
        "ships": {"tern": {"at": [40, 26], "velocity": 0, "burning": 2}, "halcyon": {"at": [44, 40], "velocity": 4},
                  "roi_solene": {"row1": 0, "row2": 1, "worst_row": 1}, "aiglette": {"at": [50, 44], **WRECKED}},
        "order": "roi_solene: 0",
    },
    "across_the_rail": {
        "ships": {"halcyon": {"fate": "sunk"}, "aiglette": {"fate": "sunk"}, "vaillance": {"away": [6, 11, 16, 22]}},
        "order": "vaillance: 0",
    },
}  # fmt: skip
GIVEN = {"weather_gauge": {"fire"}, "salt_road": set(), "cutting_out": {"fire", "board"}, "fireship": {"fire"},
         "across_the_rail": {"board"}}  # fmt: skip


def late(name: str) -> str:
    """A scenario near its end, begun with one order."""
    file = yaml.safe_load((SEA / f"{name}.yaml").read_text(encoding="utf-8"))
    changed = dict(LATE[name])
    by, order = changed.pop("order").split(": ")
    for key, entry in changed.pop("ships").items():
        file["ships"][key] |= entry
    text: str = yaml.safe_dump(file | changed | {"seed": 5, "script": [{"by": by, "order": order}]}, sort_keys=False)
    return text


def test_every_scenario_is_played() -> None:
    assert {path.stem for path in SEA.glob("*.yaml")} == set(LATE) == set(GIVEN)


@pytest.mark.parametrize(("way", "size"), [(Mouse, SMALL), (Keys, LARGE)], ids=("mouse", "keys"))
@pytest.mark.parametrize("name", LATE)
def test_a_battle_at_sea_is_played_from_the_menu_to_victory(
    name: str, way: type[Player], size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DEAD_RECKONING_HOME", str(tmp_path / "home"))
    path = tmp_path / "home" / "saves" / f"{name}.yaml"
    path.parent.mkdir(parents=True)
    path.write_text(late(name), encoding="utf-8")
    with playing(tmp_path, settings=f"version: 1\nspeed: 8.0\nscale: 1.0\nwindow: {list(size)}\n", size=size) as hand:
        save = way(hand, "full-sail", path).play()
        orders, outcome = hand.orders(), hand.saved().battle.state.outcome
    assert outcome is not None and outcome.winner == "merrow", (outcome, orders)
    verbs = {line.split(": ")[1].split()[0] for line in orders}
    assert verbs >= GIVEN[name], orders
    kept = (ROOT / "main.py", "replay", save, "--verify")
    done = subprocess.run([sys.executable, *map(str, kept)], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "") and "give the same battle" in done.stdout, done.stdout + done.stderr
