"""The effects of the reform's house rules on groups that attack: craft lost to area defence."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from game.rules.defence_level.actions import resolve, roll_levels
from game.rules.defence_level.commit import Commit
from game.rules.defence_level.level_card import RECORDS
from game.systems.full_thrust.system import open_turn
from tests.support.builders import told, umpire
from tests.support.fighter_battles import ADFC, PDS, carrier, flight, give, hangar, table

Rules = Mapping[str, Any]


def lost_to_control(rules: Rules, began: bool = True, works: bool = False) -> int:
    """Return the craft that a group loses to a casualty die of 4. `began` and `works` say whether the ship's area
    defence worked at the start of the turn, and works now."""
    prey = carrier("prey", "crimson", (36.0, 24.0), ADFC, PDS, hull=60)
    battle = table(carrier("rook", "azure", (30.0, 24.0), hangar()), prey, pd_rules="pdl", **rules)
    prey.lost = set() if began else {"ADFC"}
    open_turn(battle, umpire())
    prey.lost = set() if works else {"ADFC"}
    flight(battle, "rook", "HGR", (34.0, 24.0), target="prey")
    give(battle, Commit.parse("prey", "commit PDS"))
    told(partial(roll_levels, battle), 5)
    told(partial(resolve, battle), *(1,) * 6, 4)
    record = RECORDS.of(battle, "prey")
    return sum(one.lost for one in record.casualties) if record else -1
