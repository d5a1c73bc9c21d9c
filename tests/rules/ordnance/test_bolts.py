"""Plasma bolts: placing, whom they strike, defence, damage, odds; and manoeuvres against ordnance
(full-thrust-base/6.9)."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from game.core.orders import Id
from game.rules.counters.counter import update_counter
from game.rules.counters.kinds import Bolt
from game.rules.defence_level.actions import resolve, roll_levels
from game.rules.defence_level.commit import Commit
from game.rules.fighters import phases
from game.rules.manoeuvres.archive import BY_CODE
from game.rules.manoeuvres.framework.base import ManoeuvreOrder
from game.rules.ordnance import markers
from game.rules.ordnance.launchers import ready
from game.rules.ordnance.place_markers import PlaceMarkers
from game.rules.point_defence.attackers import attackers
from game.rules.point_defence.defend import Defend, through
from game.rules.point_defence.level import LEVELS
from game.rules.scenario.current_start import entry_of
from game.rules.ships.design import Mount
from game.rules.ships.ship import Ship
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

SCREEN = Mount("", "screen")
WIDE = ("FP", "F", "FS")
BOLT = Mount("", "plasma", 3, WIDE)
SML, MAGAZINE = Mount("", "sml", arcs=WIDE), Mount("", "magazine", size=8)


def phalanx(*mounts: Mount, at: tuple[float, float] = (10.0, 24.0)) -> Ship:
    """Return a ship on course 3 with these systems, or with two launchers of class 3."""
    found = carrier("bow", "azure", at, *(mounts or (BOLT, BOLT)), hull=40)
    found.course = found.facing = 3
    return found


def prey(key: str = "prey", at: tuple[float, float] = (30.0, 24.0), *mounts: Mount, **parts: Any) -> Ship:
    """Return a ship that lies still, with these systems."""
    found = carrier(key, "crimson", at, *(mounts or (PDS, PDS, BEAM_ONE)), **{"hull": 40, **parts})
    found.velocity = 0
    return found


def placed(battle: ThrustState, text: str) -> None:
    """Place a ship's markers, and let each take its targets."""
    give(battle, PlaceMarkers.parse("bow", text))
    told(partial(markers.take_targets, battle))


def hull(battle: ThrustState, key: Id = "prey") -> int:
    """Return hull left."""
    return battle.ships[key].hull


def defended(battle: ThrustState, text: str, *faces: int, by: Id = "prey") -> None:
    """Give a ship's point defence, and roll it."""
    give(battle, Defend.parse(by, text))
    told(partial(phases.end_defence, battle), *faces)


def test_point_defence_takes_strength_and_a_screen_points() -> None:
    """T-pb1: of class 3, dice 6 and 4 leave strength 2; behind a screen 5 and 1 do 4 and 0."""
    battle = table(phalanx(), prey("prey", (30.0, 24.0), PDS, PDS, SCREEN))
    placed(battle, "place PB3a 30,20")
    defended(battle, "defend PDSa>bow.PB3a PDSb>bow.PB3a", 6, 4)
    assert battle.counters["bow.PB3a"].count == 2
    told(partial(markers.attack, battle), 5, 1)
    assert hull(battle) == 36 and battle.counters["bow.PB3a"].removed_reason == "spent"


def test_all_near_are_struck_friend_and_foe_and_what_was_taken_counts_for_all() -> None:
    mate = carrier("mate", "azure", (30.0, 29.9), hull=40)
    battle = table(phalanx(), prey(), prey("far", (30.0, 30.1)), mate)
    placed(battle, "place PB3a 30,24")
    assert [one.id for one in battle.ships.values() if attackers(battle, one)] == ["prey", "mate"]
    defended(battle, "defend PDSa>bow.PB3a", 6)
    told(partial(markers.attack, battle), 1, 2, 3, 4)
    assert (hull(battle), hull(battle, "mate"), hull(battle, "far")) == (37, 33, 40)


def test_guns_cannot_hit_a_bolt_and_scatterguns_take_more_of_it() -> None:
    battle = table(phalanx(), prey("prey", (30.0, 24.0), BEAM_ONE, SCATTERGUN, PDS))
    placed(battle, "place PB3a 30,24")
    assert set(Defend("prey").domain(battle)) == {"SG", "PDS"}
    assert "cannot hit a plasma bolt" in refusal(battle, Defend.parse("prey", "defend B1>bow.PB3a")).why
    defended(battle, "defend SG>bow.PB3a PDS>bow.PB3a", 6, 6)
    assert not battle.counters["bow.PB3a"].in_play


def test_area_defence_helps_a_friend_in_the_blast() -> None:
    helper = prey("helper", (30.0, 29.5), PDS, PDS, ADFC)
    plain = prey("plain", (30.0, 29.4), PDS)
    battle = table(phalanx(), prey(), helper, plain)
    placed(battle, "place PB3a 30,23")
    assert "area defence control" in refusal(battle, Defend.parse("plain", "defend PDS>bow.PB3a")).why
    defended(battle, "defend PDSa>bow.PB3a PDSb>bow.PB3a", 6, 6, by="helper")
    assert battle.counters["bow.PB3a"].count == 1


def test_groups_and_markers_in_the_blast_burn() -> None:
    rook = carrier("rook", "crimson", (60.0, 24.0), hangar(), hangar())
    battle = table(phalanx(BOLT, SML, MAGAZINE), prey(), rook)
    near, far = flight(battle, "rook", "HGRa", (30.0, 26.0)), flight(battle, "rook", "HGRb", (40.0, 26.0))
    give(battle, PlaceMarkers.parse("bow", "place PB3 30,24 SML 30,20"))
    told(partial(markers.take_targets, battle))
    told(partial(markers.attack, battle), 1, 1, 1, 2, 1, 1)  # the ship, then the group
    assert craft(battle, near.id) == 2 and craft(battle, far.id) == 6
    assert battle.counters["bow.SML"].removed_reason == "burnt" and hull(battle) == 37


@pytest.mark.parametrize("rules", ["base", "pdl"])
def test_bolts_burn_no_bolts(rules: str) -> None:
    """Two bolts in one place both strike: what burns in a blast is missiles and craft."""
    battle = table(phalanx(), prey(), pd_rules=rules)
    placed(battle, "place PB3a 30,24 PB3b 30,24")
    if rules == "pdl":
        told(partial(resolve, battle), 4, 1, 1, 1, 4, 1, 1, 1)
    else:
        told(partial(markers.attack, battle), 1, 1, 1, 1, 1, 1)
    assert hull(battle) == 34 and {battle.counters[f"bow.PB3{letter}"].removed_reason for letter in "ab"} == {"spent"}


def test_a_launcher_fires_every_other_turn() -> None:
    battle = table(phalanx(BOLT), prey())
    bow = battle.ships["bow"]
    give(battle, PlaceMarkers.parse("bow", "place PB3 30,24"))
    battle.acted.clear()
    for turn, may in ((1, False), (2, False), (3, True)):
        battle.turn = turn
        assert bool(ready(battle, bow)) == may
    battle.turn = 2
    assert "every other turn" in refusal(battle, PlaceMarkers.parse("bow", "place PB3 30,24")).why
    assert entry_of(bow, {}, battle)["clocks"] == {"last bolt of PB3": 1}


def test_a_bolt_reaches_30() -> None:
    battle = table(phalanx(BOLT, at=(2.0, 24.0)), prey())
    assert PlaceMarkers.parse("bow", "place PB3 32,24").legal(battle)
    assert "reaches 30 MU" in refusal(battle, PlaceMarkers.parse("bow", "place PB3 32.1,24")).why


def test_the_ring_and_the_odds_name_all_who_would_be_struck() -> None:
    mate = carrier("mate", "azure", (30.0, 26.0), hull=40)
    mate.velocity = 0
    battle = table(phalanx(), prey(), mate)
    order = PlaceMarkers.parse("bow", "place PB3a 30,24")
    words = [getattr(one, "label", "") for one in order.overlays(battle)]
    assert any("strikes Prey and Mate, its own side too" in one for one in words)
    found = {one.target: one.mean for one in order.odds(battle, {})}
    assert found["mate"] == pytest.approx(10.5) and found["prey"] < 10.5
    give(battle, order)
    told(partial(markers.take_targets, battle))
    best = Defend("prey").suggestion(battle)
    assert best is not None
    after = through(battle, battle.ships["prey"], {"prey": best.shots})
    assert after is not None and after.mean == pytest.approx(found["prey"])
    assert after.mean == pytest.approx(10.5 - 2 / 6 * 3.5)  # two dice of which each takes a point on a 6


def test_under_the_level_it_hits_each_ship_by_its_own() -> None:
    """PD-37 at the table: a die for each ship; bolts are not shot at."""
    battle = table(
        phalanx(), prey("prey", (30.0, 24.0), PDS, PDS, SCREEN), prey("mate", (30.0, 26.0), PDS), pd_rules="pdl"
    )
    placed(battle, "place PB3a 30,24")
    give(battle, Commit.parse("prey", "commit PDSa PDSb"))
    give(battle, Commit.parse("mate", "commit none"))
    told(partial(roll_levels, battle), 5, 5)  # level 2 and none
    # hits on 4: 4 and 0 and 5 behind a screen; on 2: three points
    told(partial(resolve, battle), 4, 5, 1, 6, 2, 1, 1, 1)
    assert (hull(battle), hull(battle, "mate")) == (31, 37)
    assert battle.counters["bow.PB3a"].removed_reason == "spent"


def test_one_die_may_say_for_all_ships_whom_a_bolt_hits() -> None:
    """A 4 hits at level 2 and at none, a 3 at none alone; the chances of each ship are the same by either reading."""
    ships = prey("prey", (30.0, 24.0), PDS, PDS, SCREEN), prey("mate", (30.0, 26.0), PDS)
    means = []
    for face, damage, left in ((4, (5, 1, 6, 2, 1, 1), (31, 36)), (3, (2, 1, 1), (40, 36))):
        battle = table(phalanx(), *(ship.copy() for ship in ships), pd_rules="pdl", level_bolts="one")
        placed(battle, "place PB3a 30,24")
        means.append([one.mean for one in Commit.parse("prey", "commit PDSa PDSb").odds(battle, {})])
        give(battle, Commit.parse("prey", "commit PDSa PDSb"))
        told(partial(roll_levels, battle), 5, 5)
        lines = told(partial(resolve, battle), face, *damage)
        assert (hull(battle), hull(battle, "mate")) == left
        assert [line.text for line in lines].count("{bow.PB3a} bursts") == 1
        told_faces = [die.face for line in lines if line.kind in ("check", "fire") for die in line.dice]
        assert told_faces == [face, *damage], "each die once"
    battle = table(phalanx(), *(ship.copy() for ship in ships), pd_rules="pdl")
    placed(battle, "place PB3a 30,24")
    assert means[0] == means[1] == [one.mean for one in Commit.parse("prey", "commit PDSa PDSb").odds(battle, {})]


# -- manoeuvres against ordnance ---------------------------------------------------------------------------------------


def doing(ship: Ship, code: str, n: int = 0, whom: Id = "", mark: bool = False) -> Ship:
    """Return a ship that flies a manoeuvre this turn."""
    ship.active_manoeuvres = (ManoeuvreOrder(BY_CODE[code], n, whom, mark),)
    return ship


@pytest.mark.parametrize(("face", "hits"), [(4, 3), (1, 0)])
def test_a_corkscrew_spoils_the_aim_of_its_salvos(face: int, hits: int) -> None:
    """MV-4.6: of the die of missiles that lock on, 4 is 3 and 1 is none."""
    bow = doing(phalanx(SML, MAGAZINE), "CO")
    battle = table(bow, prey(), **{"man.CO": True})
    placed(battle, "place SML 30,22")
    told(partial(markers.attack, battle), face, *(1,) * hits)
    assert hull(battle) == 40 - hits


def test_a_corkscrew_spoils_the_dice_of_point_defence() -> None:
    """MV-4.6: 4 kills none, 5 one; a 6 counts as a 5 and rolls again, and that die loses one too."""
    battle = table(phalanx(SML, MAGAZINE), doing(prey(), "CO"), **{"man.CO": True})
    placed(battle, "place SML 30,22")
    order = Defend.parse("prey", "defend PDSa>bow.SML PDSb>bow.SML")
    assert order.risks(battle)[0].chance == pytest.approx(1 - (4 / 6) ** 2)
    defended(battle, str(order), 4, 6, 5)
    assert battle.counters["bow.SML"].wounds == 2
    reformed = table(phalanx(SML, MAGAZINE), doing(prey(), "CO"), **{"man.CO": True, "pd_rules": "pdl"})
    placed(reformed, "place SML 30,22")
    give(reformed, Commit.parse("prey", "commit PDSa PDSb"))
    told(partial(roll_levels, reformed), 4, 6, 5)
    assert LEVELS.of(reformed, "prey") == 2


def test_extreme_manoeuvres_shorten_what_takes_a_ship() -> None:
    """MV-10.1: with two thrust, a marker takes it within 4 MU."""
    for at, taken in (((30.0, 20.0), True), ((30.0, 19.9), False)):
        battle = table(phalanx(SML, MAGAZINE), doing(prey(), "EM", 2), **{"man.EM": True})
        give(battle, PlaceMarkers.parse("bow", f"place SML {at[0]},{at[1]}"))
        told(partial(markers.take_targets, battle))
        assert (battle.counters["bow.SML"].target == "prey") == taken


def screened(**rules: Any) -> ThrustState:
    """Return a state in which Vesper screens Prey, share 80, from the south."""
    vesper = doing(prey("vesper", (30.0, 26.0), hull=300), "EC", 2, "prey")
    vesper.course = vesper.facing = 12
    target = prey("prey", (30.0, 28.0), hull=200)
    target.course = target.facing = 12
    return table(phalanx(SML, MAGAZINE, BOLT), vesper, target, **{"man.EC": True, **rules})


def test_a_screening_ship_takes_its_share_of_the_missiles() -> None:
    """MV-6.9: lock die 4 + 1 = 5, share 80: four on the one in front, one on the screened."""
    battle = screened()
    give(battle, PlaceMarkers.parse("bow", "place SML 30,24"))
    battle.counters["bow.SML"] = update_counter(battle, battle.counters["bow.SML"], target="prey")
    told(partial(markers.attack, battle), 4, 1, 1, 1, 1, 6)
    assert (hull(battle, "vesper"), hull(battle)) == (296, 194)


def test_a_screening_ship_takes_a_share_of_plasma_off_the_screened() -> None:
    """MV-6.3: 13 points, share 30: ten are left; the one in front takes the whole blast for itself."""
    battle = screened()
    give(battle, PlaceMarkers.parse("bow", "place PB3 30,24"))
    told(partial(markers.take_targets, battle))
    assert [one.id for one in battle.ships.values() if attackers(battle, one)] == ["vesper", "prey"]
    assert isinstance(battle.counters["bow.PB3"], Bolt)
    told(partial(markers.attack, battle), 1, 1, 1, 6, 6, 1)
    assert (hull(battle, "vesper"), hull(battle)) == (297, 190)


def test_the_pds_of_a_screening_ship_meet_fighters_that_pass_it() -> None:
    """MV-6.10: without any area defence control."""
    battle = screened()
    rook = battle.ships["rook"] = carrier("rook", "azure", (60.0, 24.0))
    flight(battle, rook.id, "HGRa", (30.0, 25.0), target="prey", count=4)
    assert Defend.parse("vesper", "defend PDSa>rook.HGRa PDSb>rook.HGRa").domain(battle)["PDSa"] == ("", "rook.HGRa")
    defended(battle, "defend PDSa>rook.HGRa PDSb>rook.HGRa", 4, 6, 3, by="vesper")
    assert craft(battle, "rook.HGRa") == 1
