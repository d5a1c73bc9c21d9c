"""Point defence against fighters: division, dice, area defence, scatterguns, morale, odds (full-thrust-base/6.11, 6.12,
7.6)."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from game.core.orders import Id
from game.rules.combat.fire import Fire
from game.rules.combat.targeting import FIRED
from game.rules.counters.kinds import Flight
from game.rules.fighters import phases
from game.rules.fighters.assign_attack import AssignAttack
from game.rules.fighters.group_odds import group_odds
from game.rules.manoeuvres.carriers.launch_fighters import FLIGHT_OPS
from game.rules.point_defence.defend import Defend
from game.rules.ships.design import Mount
from game.rules.ships.thrust_state import ThrustState
from tests.support.builders import told
from tests.support.fighter_battles import (
    ADFC,
    BEAM_ONE,
    PDS,
    SCATTERGUN,
    carrier,
    craft,
    flight,
    give,
    hangar,
    refusal,
    table,
)
from tests.support.narrowing import narrow

FCS = Mount("", "fcs")


class WalkedDict(dict[Id, Any]):
    """Counters that count how often all of them are walked over."""

    walks = 0

    def values(self) -> Any:
        """Return the counters, once more."""
        self.walks += 1
        return super().values()


def attacked(*mounts: Mount, mode: str = "standard", groups: int = 1, **rules: bool) -> ThrustState:
    """Return a ship with these systems that groups attack."""
    rook = carrier("rook", "azure", (10.0, 24.0), *(hangar(mode) for _ in range(max(2, groups))))
    battle = table(rook, carrier("prey", "crimson", (35.0, 24.0), *mounts, hull=40), **rules)
    for letter in "abc"[:groups]:
        flight(battle, "rook", f"HGR{letter}", (30.0, 24.0))
        give(battle, AssignAttack(f"rook.HGR{letter}", "prey"))
    return battle


def defended(battle: ThrustState, text: str, *faces: int, by: str = "prey") -> None:
    """Give a ship's point defence, and roll all of it."""
    give(battle, Defend.parse(by, text))
    told(partial(phases.end_defence, battle), *faces)


@pytest.mark.parametrize(
    ("system", "faces", "kills"), [("PDS", (6, 6, 3), 4), ("B1", (6, 5), 2), ("PDS", (4,), 1), ("B1", (4,), 0)]
)
def test_dice_of_point_defence(system: str, faces: tuple[int, ...], kills: int) -> None:
    """T-pd1: PDS 6, 6, 3 kill four. T-pd2: class-1 beam 6, 5 kills two."""
    battle = attacked(PDS, BEAM_ONE, FCS)
    defended(battle, f"defend {system}>rook.HGRa", *faces)
    assert craft(battle, "rook.HGRa") == 6 - kills


def test_all_is_given_out_before_any_die_is_rolled_and_more_than_a_group_has_is_lost() -> None:
    battle = attacked(PDS, PDS, PDS, groups=2)
    give(battle, Defend.parse("prey", "defend PDSa>rook.HGRa PDSb>rook.HGRa PDSc>rook.HGRb"))
    assert craft(battle, "rook.HGRa") == 6
    told(partial(phases.end_defence, battle), 6, 6, 6, 6, 1, 1, 5)
    assert (craft(battle, "rook.HGRa"), craft(battle, "rook.HGRb")) == (0, 5)


def test_dice_of_four_miss_heavy_fighters() -> None:
    battle = attacked(PDS, mode="heavy")
    defended(battle, "defend PDS>rook.HGRa", 4)
    assert craft(battle, "rook.HGRa") == 6


def test_a_beam_that_has_defended_fires_at_no_ship() -> None:
    battle = attacked(BEAM_ONE, FCS)
    defended(battle, "defend B1>rook.HGRa", 1)
    battle.acted.clear()
    battle.ships["rook"].at = (33.0, 24.0)
    assert "has fired at a counter" in refusal(battle, Fire.parse("prey", "fire B1>rook")).why
    phases.open_turn(battle)
    assert FIRED + "B1" not in battle.ships["prey"].status_flags


def test_only_what_attacks_the_ship_is_shot_at() -> None:
    battle = attacked(PDS, groups=1)
    flight(battle, "rook", "HGRb", (30.0, 24.0))
    assert "attacks no ship" in refusal(battle, Defend.parse("prey", "defend PDS>rook.HGRb")).why
    assert "named twice" in refusal(battle, Defend.parse("prey", "defend PDS>rook.HGRa PDS>rook.HGRa")).why
    assert "no system “PDSx”" in refusal(battle, Defend.parse("prey", "defend PDSx>rook.HGRa")).why


def escorted(*mounts: Mount, at: float = 40.0, **rules: bool) -> ThrustState:
    """Return the same with an escort of these systems beside the ship."""
    battle = attacked(PDS, mode="standard", **rules)
    battle.ships["wing"] = carrier("wing", "crimson", (at, 24.0), *mounts)
    return battle


@pytest.mark.parametrize(
    ("mounts", "at", "text", "why"),
    [
        ((PDS, ADFC), 40.0, "defend PDS>rook.HGRa", ""),
        ((PDS, ADFC), 41.5, "defend PDS>rook.HGRa", "more than 6 MU"),
        ((PDS,), 40.0, "defend PDS>rook.HGRa", "no area defence control"),
        ((BEAM_ONE, ADFC), 40.0, "defend B1>rook.HGRa", "defends its own ship alone"),
        ((SCATTERGUN,), 40.0, "defend SG>rook.HGRa", ""),
    ],
)
def test_what_may_defend_another_ship(mounts: tuple[Mount, ...], at: float, text: str, why: str) -> None:
    battle = escorted(*mounts, at=at)
    order = Defend.parse("wing", text)
    if why:
        assert why in refusal(battle, order).why
    else:
        order.check(battle)


@pytest.mark.parametrize("allowed", [False, True])
def test_a_ship_that_launches_defends_no_other(allowed: bool) -> None:
    battle = escorted(PDS, ADFC, adfc_in_flight_operations=allowed)
    battle.ships["wing"].status_flags |= {FLIGHT_OPS}
    order = Defend.parse("wing", "defend PDS>rook.HGRa")
    if allowed:
        order.check(battle)
    else:
        assert "launches or recovers fighters" in refusal(battle, order).why


def test_an_area_defence_control_is_for_one_other_ship() -> None:
    battle = escorted(PDS, PDS, ADFC)
    battle.ships["more"] = carrier("more", "crimson", (37.0, 24.0), PDS)
    flight(battle, "rook", "HGRb", (36.0, 24.0), target="more")
    text = "defend PDSa>rook.HGRa PDSb>rook.HGRb"
    assert "has 1 area defence control, each for one other ship" in refusal(battle, Defend.parse("wing", text)).why


@pytest.mark.parametrize(("mode", "left"), [("standard", 1), ("heavy", 3)])
def test_a_scattergun_kills_as_many_as_its_die_says_and_is_spent(mode: str, left: int) -> None:
    """Of heavy fighters half as many, rounded up."""
    battle = attacked(SCATTERGUN, mode=mode)
    defended(battle, "defend SG>rook.HGRa", 5)
    assert craft(battle, "rook.HGRa") == left and "SG" in battle.ships["prey"].spent


def test_a_scattergun_that_rolls_a_one_for_another_ship_harms_it() -> None:
    battle = escorted(SCATTERGUN)
    hull = battle.ships["prey"].hull
    defended(battle, "defend SG>rook.HGRa", 1, by="wing")
    assert craft(battle, "rook.HGRa") == 5 and battle.ships["prey"].hull == hull - 1


@pytest.mark.parametrize(("face", "attacks"), [(1, True), (4, True), (5, False), (6, False)])
def test_a_group_that_lost_craft_may_lose_heart(face: int, attacks: bool) -> None:
    """T-mo1: six lose two; 1 to 4 attack, 5 and 6 do not and keep their endurance."""
    battle = attacked(PDS, fighter_morale=True)
    defended(battle, "defend PDS>rook.HGRa", 6, 1, face)
    told(partial(phases.attack_ships, battle), *[1] * (4 if attacks else 0))
    one = narrow(battle.counters["rook.HGRa"], Flight)
    assert one.endurance_used == int(attacks)


def test_an_unhurt_group_never_loses_heart() -> None:
    battle = attacked(PDS, fighter_morale=True)
    defended(battle, "defend PDS>rook.HGRa", 1)
    assert battle.counters["rook.HGRa"].target == "prey"


def test_the_division_that_is_suggested_is_legal_and_uses_all() -> None:
    battle = attacked(PDS, PDS, BEAM_ONE, FCS, groups=3)
    best = Defend("prey").suggestion(battle)
    assert best is not None and {shot.mount for shot in best.shots} == {"PDSa", "PDSb", "B1"}
    best.check(battle)
    assert Defend.parse("prey", str(best)) == best


def test_the_odds_of_an_attack_are_exact() -> None:
    """One craft and no defence: a beam die of mean 0.8. With a PDS, three in six of its dice leave the craft alive."""
    battle = attacked(FCS)
    flight(battle, "rook", "HGRa", (30.0, 24.0), count=1, target="prey")
    bare = group_odds(battle, "rook.HGRa", "prey")
    assert bare is not None and bare.mean == pytest.approx(0.8)
    battle = attacked(PDS, FCS)
    flight(battle, "rook", "HGRa", (30.0, 24.0), count=1, target="prey")
    met = group_odds(battle, "rook.HGRa", "prey")
    assert met is not None and met.mean == pytest.approx(0.4)


@pytest.mark.parametrize("ships", [1, 8])
def test_who_may_defend_is_found_in_one_walk_over_the_counters(ships: int) -> None:
    battle = attacked(PDS, BEAM_ONE, ADFC, groups=2)
    for number in range(ships):
        other = carrier(f"friend{number}", "crimson", (35.0, 25.0), PDS, SCATTERGUN, ADFC)
        battle.ships[other.id] = other
    battle.counters = counters = WalkedDict(battle.counters)
    assert phases.who_defends(battle, "crimson") == tuple(ship.id for ship in battle.fleet("crimson"))
    assert counters.walks == 1


def test_nobody_defends_where_nothing_attacks_and_no_ship_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    battle = attacked(PDS, groups=0)
    monkeypatch.setattr(phases, "able", lambda *_: pytest.fail("no ship need be asked"))
    assert phases.who_defends(battle, "crimson") == phases.who_defends(battle, "azure") == ()
