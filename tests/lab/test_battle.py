"""Set-ups of the lab as battles: every one can be fought, with the attackers and the defences that were set."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from game.battle.loader import Opened, set_up_text
from game.lab.battle import as_battle
from game.lab.calculate import calculate
from game.lab.choices import beginnings
from game.lab.files import library, of_design
from game.lab.setup import LabSetUp
from game.rules.counters.kinds import Flight
from game.rules.defence.bands import Screens
from game.rules.defence.fighter_types import FIGHTER_TYPES
from game.rules.point_defence.attackers import screens_on
from game.rules.point_defence.level import level_odds, likely_pool
from game.rules.point_defence.pool import pool

SWARM = beginnings()["Swarm of 12"]
TYPES = tuple((key, 1) for key, kind in FIGHTER_TYPES.items() if kind.attacks_ships)


def opened(setup: LabSetUp) -> Opened:
    return set_up_text(as_battle("From the lab", setup), "lab.yaml")


@pytest.mark.parametrize(
    "changes",
    [{"screens": Screens(2, True)}, {"screens": Screens(1)}, {"kguns": 3}, {"scatterguns": 4}, {"adfc": True}, {"armour": (3, 4)},
     {"hull": 0}, {"groups": TYPES}, {"groups": (), "salvos": 24, "heavy_missiles": 24}, {"groups": ()}, {"rules": ("old",)},
     {"craft": 2}, {"design": ""}, {"groups": (("standard", 24), ("fast", 24))}, {"rerolls": False},
     {"escorts": 4, "lend": 2, "screening": (("standard", 7), ("interceptor", 2))}],
)  # fmt: skip
def test_every_set_up_can_be_fought(changes: dict[str, Any]) -> None:
    setup = replace(SWARM, **changes)
    state = opened(setup).battle.state
    ship, lent = state.ships["target"], setup.escorts * setup.lend
    wanted = {kind: count for kind, count in setup.systems.items() if count}
    assert pool(state, ship) == wanted | {"pds": wanted["pds"] - lent}
    assert screens_on(ship).level == setup.screens.level and state.house["rerolls"] is setup.rerolls
    flights = [one for one in state.counters.values() if isinstance(one, Flight)]
    attackers = [one for one in flights if one.side == "azure"]
    assert sorted(one.mode for one in attackers) == sorted(key for key, count in setup.groups for _ in range(count))
    assert {one.count for one in attackers} <= {setup.craft}
    assert sum(one.count for one in flights if one.screening == "target") == sum(count for _, count in setup.screening)
    racks = sum(len(one.design.of("smr")) for one in state.ships.values())
    missiles = sum(len(one.design.of("heavy_missile")) for one in state.ships.values())
    assert (racks, missiles) == (setup.salvos, setup.heavy_missiles)
    assert state.house["pd_rules"] == ("base" if setup.rules == ("old",) else "pdl")


def test_the_battle_tells_the_odds_of_the_lab() -> None:
    """The chance that twelve groups destroy the ship on the table is that of the set-up."""
    state = opened(SWARM).battle.state
    ship = state.ships["target"]
    groups = [replace(one, target="target") for one in state.counters.values() if isinstance(one, Flight)]
    odds = level_odds(state, ship, [(one, ()) for one in groups], likely_pool(state, ship))
    result = next(one for one in calculate(SWARM) if one.rules == "reformed")
    assert odds.chances[-1] == pytest.approx(result.destroyed, abs=1e-9) and result.destroyed == pytest.approx(0.35, abs=0.01)


def test_every_design_can_be_attacked_as_it_is_and_with_more_point_defence() -> None:
    for key in library():
        built = replace(of_design(key), groups=(("standard", 2),))
        assert opened(built).battle.state.ships["target"].design.key == key
        assert opened(replace(built, pds=built.pds + 1)).battle.state.ships["target"].design.hull == built.hull
