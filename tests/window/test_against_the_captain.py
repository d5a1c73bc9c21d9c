"""A battle of every game played to its outcome in a real window by mouse, with the captain in the other seat.

Each is taken up where it is nearly decided, so that it is among the saves.
"""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from game.battle.designs import ROOT
from game.battle.loader import open_battle
from tests.support.battles import paper
from tests.support.window.late_battles import late, play_late
from tests.window import test_fighters_played, test_hexes_played, test_power_played, test_sail_played

pytestmark = pytest.mark.window
SCENARIOS = {
    "full-thrust": ("full_thrust/missile_ambush", test_fighters_played.LATE),
    "full-sail": ("full_sail/weather_gauge", test_sail_played.LATE),
    "power-hex": ("power_hex/slow_answer", test_power_played.LATE),
}


def battle_of(system: str) -> str:
    """Return a battle of a game near its end, with the captain in the last seat."""
    text: str
    if system in SCENARIOS:
        name, changes = SCENARIOS[system]
        begun = {"script": [{"by": "azure", "order": "lock"}]} if system == "full-thrust" else {}
        text = late(ROOT / "scenarios" / f"{name}.yaml", {**changes[Path(name).name], **begun})
    else:
        text = paper("One of each", test_hexes_played.BATTLES[system], system, seed=5, table="{hexes: [20, 16]}")
    file = yaml.safe_load(text)
    file["sides"][list(file["sides"])[-1]]["player"] = "captain"
    text = yaml.safe_dump({"version": 1, **file}, sort_keys=False)
    return text


@pytest.mark.parametrize("system", [*SCENARIOS, *test_hexes_played.BATTLES])
def test_a_battle_against_the_captain_is_played_by_mouse_to_its_outcome(system: str, window_home: Path) -> None:
    done = play_late(window_home, "mouse-small", system, "late", battle_of(system))
    assert done.outcome is not None, done.orders
    battle = open_battle(next((window_home / "home" / "saves").glob("*.yaml"))).battle
    assert {battle.state.owner(record.order.by) for record in battle.records} == set(battle.state.sides)
