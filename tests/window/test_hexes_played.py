"""The three games on hexes played to their outcome in a real window, from the menu and back: by mouse alone, by keys
alone.

Each battle is begun already, so that it is among the saves, and has one of every kind of decision of its game before
it.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.battles import paper
from tests.support.window.late_battles import play_late

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


@pytest.mark.parametrize("way", ("mouse-small", "keys-small"))
@pytest.mark.parametrize("system", BATTLES)
def test_a_game_on_hexes_is_played_from_the_menu_to_its_outcome(system: str, way: str, window_home: Path) -> None:
    text = paper("One of each", BATTLES[system], system, seed=5, table="{hexes: [20, 16]}")
    done = play_late(window_home, way, system, system, "version: 1\n" + text)
    assert done.outcome is not None and done.outcome.winner == "azure", (done.outcome, done.orders)
    assert done.verbs >= GIVEN[system], done.orders
