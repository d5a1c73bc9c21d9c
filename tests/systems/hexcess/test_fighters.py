"""Fighters of Hexcess Thrust: launched and flown before ships or after them, never two in a hex, shot at and attacking
(hex/2.2/fighters, 2.5/launches).
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from shapely import Point, Polygon

from game.battle.idling import nothing_more
from game.board import hexes
from game.board.hexes import Hex
from game.core.display import Token, Zone
from game.core.orders import Prompt
from game.rules.combat.targeting import FIRED
from game.rules.counters.counter import why_not_join_launch
from game.rules.counters.fighter_attack import Strike
from game.rules.counters.kinds import Flight
from game.rules.counters.orders import FLIGHT, LAUNCHING, Fly, Launch, net, ready
from game.rules.counters.phases import who_launches
from game.rules.counters.point_defence import PREY
from game.rules.counters.shoot import Shoot
from game.rules.ships.design import Mount
from game.rules.ships.thrust_state import Counter, ThrustState
from game.systems.hexcess import fighters
from game.systems.hexcess.system import HEXCESS, open_turn
from tests.support.battles import idle, laid, order, paper
from tests.support.builders import design, ship, umpire
from tests.support.hex_battles import rock
from tests.support.hexcess_battles import OPEN, give, refused, sea, vessel
from tests.support.narrowing import each

BAYS = (
    *(Mount("", "hangar", size=6) for _ in "ab"),
    *(Mount("", "missile", 1, ("F",)) for _ in "abc"),
    Mount("", "pds"),
)
EDGED = replace(OPEN, floating=False)
WINGS = paper(
    "Wings",
    """\
  pinfold: {side: azure, design: pinfold, at: [4, 8], course: 2, velocity: 4}
  karst: {side: amber, design: karst, at: [12, 3], course: 8, velocity: 2}
""",
    "hexcess",
    seed=4,
    table="{hexes: [24, 18]}",
)


def carrier(at: Hex = (0, 0)) -> ThrustState:
    """Return a carrier with two hangars and three missiles, and an enemy far away; everything may be launched, fighters
    fly."""
    state = sea(ship("fold", "azure", hexes.at(at), 12, 0, design(*BAYS)), vessel("prey", (0, -6), side="amber"))
    LAUNCHING.set(state, ("hangar", "missile"))
    FLIGHT.set(state, fighters.HEXES)
    return state


def wing(state: ThrustState, at: Hex, key: str = "wing", side: str = "azure", count: int = 6) -> Counter:
    """Return a group that flies already."""
    found = Flight(key, key.capitalize(), side, "fold", "", hexes.at(at), 12, 12, count=count, total=6)
    state.counters[key] = found
    return found


@pytest.mark.parametrize(
    ("launched", "why"),
    [
        ("HGRa HGRb", "two groups of fighters never share a hex"),
        ("HGRa MTa MTb", "a group of fighters shares a hex with one missile, not with more"),
        ("HGRa MTa", ""),
        ("MTa MTb MTc", ""),
    ],
)
def test_what_may_be_launched_from_one_hex(launched: str, why: str) -> None:
    """HX-31: one group and one missile, or several missiles; never two groups."""
    state = carrier()
    if why:
        assert refused(state, "fold", f"launch {launched}", Launch).why == why
    else:
        give(state, "fold", f"launch {launched}", kind=Launch)
        assert {counter.at for counter in state.counters.values()} == {hexes.at((0, 0))}


def test_what_was_launched_together_parts() -> None:
    """HX-31: only at launch; in the next move they must part."""
    state = carrier()
    give(state, "fold", "launch HGRa MTa", kind=Launch)
    assert why_not_join_launch(state, hexes.at((0, 0)), (Flight,))
    assert "HGRb" not in [mount.key for mount in ready(state, state.ships["fold"])]
    assert "must part from what was launched with" in refused(state, "fold.HGRa", "stay", Fly).why
    first = fighters.stays(state, Prompt("azure", ("fold.HGRa",), ("fold.HGRa",)))
    first.check(state)
    first.carry_out(state, umpire())
    assert hexes.distance(hexes.hex_at(state.counters["fold.HGRa"].at), (0, 0)) == 1


def test_fighters_fly_six_hexes_to_a_hex_of_their_own_on_the_map() -> None:
    """HX-35: 6 hexes legal, 7 not, and over the edge refused."""
    state = carrier()
    state.table = sea(board=OPEN, bodies=[rock((1, 1))]).table
    wing(state, (0, 0))
    wing(state, (3, 0), "other")
    assert "6 hexes at most in this step, not 7 hexes" in refused(state, "wing", "fly 0,7", Fly).why
    assert "Prey lies there" in refused(state, "wing", "fly 0,-6", Fly).why
    assert "Other lies there" in refused(state, "wing", "fly 3,0", Fly).why
    assert "may pass Rock, but not stop there" in refused(state, "wing", "fly 1,1", Fly).why
    ends = {hexes.hex_at(destination.at) for destination in Fly("wing").destinations(state)}
    assert not ends & {(0, 0), (0, -6), (3, 0), (1, 1)} and len(ends) == 127 - 4
    give(state, "wing", "fly 0,6", kind=Fly)
    assert state.counters["wing"].at == hexes.at((0, 6))
    edged = carrier()
    edged.table = sea(board=EDGED).table
    wing(edged, (0, 0))
    assert "may not leave the table" in refused(edged, "wing", "fly -1,0", Fly).why


def test_an_enemy_group_threatens_as_far_as_it_flies_and_three_hexes_more() -> None:
    state = carrier()
    wing(state, (0, 0))
    fly, attack = HEXCESS.overlays(state, "wing")
    assert isinstance(fly, Zone) and isinstance(attack, Zone)
    assert (fly.label, attack.label) == ("Wing 6 hexes to fly", "9 hexes to attack")
    for zone, far in ((fly, 6), (attack, 9)):
        held = [one for one in hexes.disc((0, 0), 12) if Polygon(zone.outline).contains(Point(hexes.centre(one)))]
        assert set(held) == set(hexes.disc((0, 0), far))


def test_keys_lead_to_the_nearest_place_of_the_next_ring() -> None:
    for stop in net(6):
        assert [hexes.distance((0, 0), one) for one in stop.near[2:]] == [max(0, stop.far - 1), min(6, stop.far + 1)]
        assert stop.far == 0 or hexes.distance(stop.offset, stop.near[2]) == 1
        assert stop.far == 0 or hexes.distance(stop.offset, stop.near[3]) == (stop.far < 6)


def test_fighters_point_the_way_they_fly_and_as_before_where_they_stay() -> None:
    state = carrier()
    state.counters["wing"] = replace(wing(state, (0, 0)), facing=4)
    state.house["stacking"] = True
    ends = {hexes.hex_at(destination.at): destination for destination in Fly("wing").destinations(state)}
    assert [(ends[one].course, ends[one].facing) for one in ((0, 0), (0, 1), (0, -1))] == [(4, 4), (6, 6), (12, 12)]


@pytest.mark.parametrize("first", [True, False])
def test_fighters_fly_before_ships_or_after_them(tmp_path: Path, first: bool) -> None:
    opened = laid(tmp_path, WINGS, house={"fighters_first": first})
    told: dict[str, None] = {}
    while opened.battle.state.turn == 1:
        told[opened.battle.phase.name] = None
        nothing = nothing_more(opened.battle)
        assert nothing is not None
        opened.battle.play(nothing)
    rows = [name for name in told if name in ("Launch first", "Move", "Launch")]
    assert rows == (["Launch first", "Move"] if first else ["Move", "Launch"])


def test_point_defence_and_attacks_reach_three_hexes() -> None:
    state = sea(ship("fold", "azure", hexes.at((0, 0)), 12, 0, design(*BAYS, hull=30)))
    wing(state, (0, -3), "near", "amber")
    wing(state, (0, -4), "far", "amber")
    PREY.set(state, (Flight.kind,))
    assert refused(state, "fold", "shoot PDS>far", Shoot).why == "Far is 4 hexes away; Point defence reaches 3"
    log = give(state, "fold", "shoot PDS>near", 5, kind=Shoot)
    assert state.counters["near"].count == 5 and FIRED + "PDS" in state.ships["fold"].status_flags
    assert log[0].rule == "hex/2.2/fighters"
    wrong = refused(state, "far", "attack fold", Strike)
    assert (wrong.why, wrong.rule) == ("Fold is too far: 4 of 3 hexes", "hex/2.2/fighters")
    give(state, "near", "attack fold", 4, 5, 3, 2, 1, kind=Strike)
    assert state.ships["fold"].hull == 28
    open_turn(state, umpire(1, 2))
    assert not state.ships["fold"].status_flags


def test_a_whole_turn_with_fighters(tmp_path: Path) -> None:
    opened = laid(tmp_path, WINGS)
    idle(opened, "Launch first")
    order(opened, "pinfold", "launch HGRa")
    idle(opened, "Fighters first")
    order(opened, "pinfold.HGRa", "fly 9,4")
    idle(opened, "Fighters attack")
    order(opened, "pinfold.HGRa", "attack karst")
    assert opened.battle.state.ships["karst"].hull < 9 or opened.battle.state.ships["karst"].armour != (2,)


def test_a_battle_without_hangars_has_no_such_phase() -> None:
    state = sea(vessel("lancet"), vessel("vesper", (9, 9), side="amber"))
    rows = [row for row in HEXCESS.phases if row.rule == "hex/2.2/fighters"]
    assert len(rows) == 6 and not any(row.present(state) or row.who(state) for row in rows)


def test_a_map_that_scrolls_on_loses_the_fighters_it_leaves_behind() -> None:
    state = sea(vessel("runner", (4, -2), velocity=1), board=EDGED, map="scroll")
    behind, along = wing(state, (4, 21), "behind"), wing(state, (4, 18), "along")
    give(state, "runner", "scroll N3")
    assert (state.counters[behind.id].removed_reason, state.counters[along.id].removed_reason) == ("left behind", "")


def test_flights_end_on_the_map_and_on_no_hex_that_is_taken() -> None:
    state = sea(vessel("mate", (1, 1)), bodies=[rock((2, 1))], board=EDGED)
    FLIGHT.set(state, 2)
    wing(state, (0, 1))
    ends = {hexes.hex_at(destination.at) for destination in Fly("wing").destinations(state)}
    assert ends == {one for one in hexes.disc((0, 1), 2) if EDGED.within(one)} - {(1, 1), (2, 1)}


def test_a_carrier_without_a_bridge_launches_nothing_and_none_twice() -> None:
    state = carrier()
    assert refused(state, "fold", "launch HGRa HGRa", Launch).why == "HGRa is named twice"
    assert who_launches(state, "azure") == ("fold",)
    state.ships["fold"].set_timer("bridge", 2)
    assert not who_launches(state, "azure")


def test_a_group_that_flies_has_a_sheet() -> None:
    state = carrier()
    wing(state, (2, 2), count=4)
    sheet = HEXCESS.sheet(state, "wing", None)
    assert (sheet.title, sheet.note) == ("Wing", "from Fold") and sheet.health == pytest.approx(4 / 6)
    assert [(track.label, track.rows, track.left) for track in sheet.tracks] == [("Craft", (6,), 4)]


def test_every_group_that_flies_is_drawn() -> None:
    state = carrier()
    wing(state, (2, 2), count=4)
    (token,) = each(HEXCESS.tokens(state), Token)
    assert (token.key, token.count, token.lost, token.at) == ("wing", 6, 2, hexes.at((2, 2)))
