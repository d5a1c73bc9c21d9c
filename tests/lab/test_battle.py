"""Set-ups of the lab as battles: every one can be fought, with the attackers and the defences that were set."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from game.battle.loader import Opened, load_start_text
from game.core.display import Pose
from game.lab.battle import as_battle
from game.lab.calculate import calculate
from game.lab.choices import KINDS, PAIRED, beginnings, file_text, next_paired, other_pairs, paired_kind, with_count
from game.lab.files import library, of_design, read_lab
from game.lab.setup import LabSetUp
from game.rules.counters.counter import fresh, store_counter
from game.rules.counters.kinds import Flight
from game.rules.defence.bands import Screens
from game.rules.defence.fighter_types import FIGHTER_TYPES
from game.rules.fighters.group_odds import group_odds
from game.rules.point_defence.attackers import attackers, screens_on
from game.rules.point_defence.best_defence import best_pool
from game.rules.point_defence.level import level_odds
from game.rules.point_defence.pool import pool

SWARM = beginnings()["Swarm of 12"]
TYPES = tuple((key, 1) for key, kind in FIGHTER_TYPES.items() if kind.attacks_ships)


def opened(setup: LabSetUp) -> Opened:
    return load_start_text(as_battle("From the lab", setup), "lab.yaml")


@pytest.mark.parametrize(
    "changes",
    [
        {"screens": Screens(2, True)},
        {"screens": Screens(1)},
        {"kguns": 3},
        {"scatterguns": 4},
        {"adfc": True},
        {"armour": (3, 4)},
        {"hull": 0},
        {"groups": TYPES},
        {"groups": (), "salvos": 24, "heavy_missiles": 24},
        {"groups": ()},
        {"rules": ("old",)},
        {"craft": 2},
        {"design": ""},
        {"groups": (("standard", 24), ("fast", 24))},
        {"rerolls": False},
        {"escorts": 4, "lend": 2, "screening": (("standard", 7), ("interceptor", 2))},
    ],
)
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
    odds = level_odds(state, ship, [(one, ()) for one in groups], best_pool(state, ship))
    result = next(one for one in calculate(SWARM) if one.rules == "reformed")
    assert odds.chances[-1] == pytest.approx(result.destroyed, abs=1e-9) and result.destroyed == pytest.approx(
        0.35, abs=0.01
    )


@pytest.mark.parametrize("armour", [(), (12,), (20,), (6, 9)])
def test_armour_stops_the_missiles_of_a_salvo_one_by_one(armour: tuple[int, ...]) -> None:
    """Salvos and heavy missiles at a ship with armour: on the table as in the lab, which counts each missile for
    itself."""
    setup = replace(SWARM, groups=(), salvos=3, heavy_missiles=1, armour=armour, hull=6, rules=("reformed",))
    state = opened(setup).battle.state
    for ship in list(state.fleet("azure")):
        for mount in ship.design.mounts:
            if mount.kind in ("smr", "heavy_missile"):
                store_counter(state, replace(fresh(state, ship, mount), at=ship.at, target="target"))
    target = state.ships["target"]
    there = attackers(state, target)
    odds = level_odds(state, target, [(one, ()) for one in there], best_pool(state, target))
    (result,) = calculate(setup)
    assert len(there) == 4 and result.destroyed is not None and 0 < result.destroyed < 1
    assert odds.chances[-1] == pytest.approx(result.destroyed, abs=1e-12)


def test_every_design_can_be_attacked_as_it_is_and_with_more_point_defence() -> None:
    for key in library():
        built = replace(of_design(key), groups=(("standard", 2),))
        assert opened(built).battle.state.ships["target"].design.key == key
        assert opened(replace(built, pds=built.pds + 1)).battle.state.ships["target"].design.hull == built.hull


@pytest.mark.parametrize("kind", [key for key, kind in FIGHTER_TYPES.items() if kind.attacks_ships])
@pytest.mark.parametrize("rules", ["old", "reformed"])
@pytest.mark.parametrize("screens", [Screens(), Screens(1), Screens(2, True)])
def test_every_type_and_pair_has_the_odds_of_the_battle(kind: str, rules: Any, screens: Screens) -> None:
    """What the lab says of one group on a hull without armour is what the battle says before the attack is made."""
    ship = LabSetUp(screens=screens, pds=2, beams=1, hull=120)
    setup = replace(with_count(ship, kind, 1), rules=(rules,))
    assert setup.groups == ((kind, 1),), "the page offers it"
    state = opened(setup).battle.state
    (key,) = [one.id for one in state.counters.values() if isinstance(one, Flight)]
    odds = group_odds(state, key, "target", {key: Pose(state.ships["target"].at, 3, 3, 0)})
    (found,) = calculate(setup)
    assert odds is not None and odds.mean == pytest.approx(found.damage.mean, abs=1e-9)
    chances = [float(chance) for chance in found.damage.chances]
    assert odds.chances[: len(chances)] == pytest.approx(chances[: len(odds.chances)], abs=1e-9)


def test_the_page_offers_every_type_of_fighter() -> None:
    assert {kind.key for kind in (*KINDS, *PAIRED)} == {*FIGHTER_TYPES, "salvos", "heavy_missiles"}
    assert {kind.key for kind in (*KINDS, *PAIRED) if kind.why_not} == {
        key for key, kind in FIGHTER_TYPES.items() if not kind.attacks_ships
    }


def test_pairs_of_traits_go_round_and_one_that_attacks_is_shown() -> None:
    setup = with_count(LabSetUp(), "fast torpedo", 2)
    assert paired_kind(setup).key == "fast torpedo" and paired_kind(setup, "heavy attack").key == "heavy attack"
    assert other_pairs(setup, "heavy attack") == 2 and other_pairs(setup, "fast torpedo") == 0
    assert next_paired(PAIRED[-1].key, 1) == PAIRED[0].key
    key = PAIRED[0].key
    for _ in PAIRED:
        key = next_paired(key, 1)
    assert key == PAIRED[0].key


def test_a_study_over_types_takes_pairs_and_kinetic_fighters(tmp_path: Path) -> None:
    path = tmp_path / "types.yaml"
    path.write_text(
        file_text(
            "Types",
            with_count(LabSetUp(hull=20, pds=2), "kinetic", 1),
            {"type": ["kinetic", "heavy kinetic", "fast torpedo"], "screens": [0, 1]},
        ),
        encoding="utf-8",
    )
    study = read_lab(path)
    means = [one.damage.mean for _, setup in study.points for one in calculate(setup)]
    assert len(study.points) == 6 and all(mean > 0 for mean in means)
