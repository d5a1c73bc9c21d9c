"""FTL drives: leaving, arriving, reserves (full-thrust-base/6.21, manoeuvres/ftl-revision)."""

from __future__ import annotations

import pytest

from game.battle.loader import load_start_text
from game.board.geometry import span
from game.board.terrain import Body
from game.core.display import Ring
from game.core.state import Table
from game.formats.validation import BadFile
from game.rules.manoeuvres import archive
from game.rules.manoeuvres.jumps import ftl
from game.rules.manoeuvres.jumps.ftl import STARTED, TURNED, Arrival, Ftl
from game.rules.movement.cinematic import flight, pose
from game.rules.movement.plot import Plot
from game.rules.outcome import victory
from game.rules.outcome.table_edges import SHIFTED
from game.rules.ships.design import Mount
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import ThrustState
from game.sandbox.start_editor import of_state
from game.ui.board.layers.ships import gone
from game.ui.board.model.scene import Scene
from tests.support.builders import design, house, ship, state, umpire
from tests.support.ftl_ships import DRIVE, FTL, RULES, order, refusal, starship
from tests.support.narrowing import narrow

# -- danger ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("mass", "parts"), [(85, (11, 10)), (90, (12, 11)), (106, (14, 13)), (3, (1, 0)), (1, (0, 0))])
def test_what_a_ship_does_that_tears_herself_apart(mass: int, parts: tuple[int, int]) -> None:
    """MV-11: a quarter of its mass, a half rounded up; half of it, rounded up, for armour."""
    assert ftl.burst(mass) == parts


def test_armour_that_is_not_there_leaves_it_to_the_hull() -> None:
    """MV-11: 4 armour and 11 due."""
    assert ftl.splinters(ship(armour=4), 85) == [("normal", 4), ("hull", 17)]
    assert ftl.splinters(ship(armour=12), 85) == [("normal", 11), ("hull", 10)]
    assert ftl.splinters(ship(), 85) == [("hull", 21)]


@pytest.mark.parametrize(("distance", "rolls"), [(5.0, True), (6.0, True), (6.01, False), (6.1, False)])
def test_how_near_is_dangerous(distance: float, rolls: bool) -> None:
    """T-ftl1."""
    one = starship()
    assert ftl.crowded(state(one, ship("kiln", "crimson", (distance, 0.0))), one, one.at) is rolls


@pytest.mark.parametrize(("kind", "at", "near"), [("planet", 8.9, True), ("planet", 9.1, False), ("dust", 2.0, False)])
def test_large_bodies_are_dangerous_from_their_rim(kind: str, at: float, near: bool) -> None:
    one = starship()
    table = state(one)
    table.table = Table(bodies=(Body("p", kind, "Tavira", (at, 0.0), 3.0),))
    assert ftl.crowded(table, one, one.at) is near


@pytest.mark.parametrize(
    ("faces", "goes", "hull", "fate", "armour_of_other", "hull_of_other"),
    [
        ((1,), False, 40, "", 12, 30),
        ((3, 4), True, 36, "", 12, 30),
        ((2, 6), True, 34, "", 12, 30),
        ((4, 1), True, 39, "", 12, 30),
        ((5,), False, 40, "destroyed", 1, 20),
        ((6,), False, 40, "destroyed", 1, 20),
    ],
)
def test_leaving_beside_another(
    faces: tuple[int, ...], goes: bool, hull: int, fate: str, armour_of_other: int, hull_of_other: int
) -> None:
    """MV-11.1: a ship of mass 85, armoured in vain against its own drive, and one with two screens 5 MU off."""
    one = starship(mass=85, armour=3)
    other = ship("kiln", "crimson", (5.0, 0.0), built=design(*[Mount("", "screen")] * 2, hull=60, armour=12))
    other.hull = 30
    rolled = umpire(*faces, *[1] * 2 * (fate != ""))  # a row of the other's hull goes: its screens, no drive
    other.lost |= {"DRV"}
    other.drive_hits = 2
    assert ftl.departs(state(one, other), rolled, one) is goes
    assert (one.hull, sum(one.armour), one.removed_reason) == (hull, 3, fate)
    assert (sum(other.armour), other.hull) == (armour_of_other, hull_of_other)


def test_groups_beside_a_ship_that_leaves_or_arrives() -> None:
    """MV-11.1 and MV-11.2: endurance 2 gets 4 MU off to 7 MU; without any, or where it may not, a group is lost."""
    assert (
        ftl.endurance_after_escape(2),
        ftl.endurance_after_escape(0),
        ftl.endurance_after_escape(1),
        ftl.endurance_after_escape(1, may=False),
    ) == (1, None, 0, None)
    assert ftl.may_escape(house()) and not ftl.may_escape(house(**{"ftl.fighter_escape": False}))
    out = ftl.clear_of((10.0, 10.0), (10.0, 14.0))
    assert out == (10.0, 17.0)
    assert span((10.0, 10.0), ftl.clear_of((10.0, 10.0), (10.0, 10.0))) == 7.0


# -- leaving -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("habit", "far"), [("exact", 4.5), ("floor", 4.0)])
def test_half_a_move_and_then_gone(habit: str, far: float) -> None:
    """T-ftl2."""
    made = flight(starship(velocity=9, clock=STARTED), order("FTL"), house(half_velocity=habit, **RULES))
    assert made.path == ((0.0, 0.0), (0.0, far), (0.0, far)) and made.velocity == 9


@pytest.mark.parametrize(("habit", "end"), [("exact", 9.0), ("floor", 9.0)])
def test_a_drive_that_does_not_engage_leaves_a_ship_her_whole_move(habit: str, end: float) -> None:
    one, other = starship(velocity=9, clock=STARTED), ship("kiln", "crimson", (3.0, 5.0))
    table = state(one, other, half_velocity=habit, **RULES)
    one.path = flight(one, order("FTL"), table.house).path
    one.at = one.path[-1]
    Ftl().after(table, umpire(1), one, FTL, order("FTL"))
    assert (one.at, one.path[-1], one.in_play) == ((0.0, end), (0.0, end), True)


def test_what_goes_with_starting_the_drive() -> None:
    """MV-17.1 and MV-11: turns, rolls and slips before a jump; nothing at all where only leaving is played."""
    one = starship(velocity=6)
    for text in ("FTL", "FTL+P", "FTL ROLL", "FTL P+S"):
        assert not refusal(one, text)
        assert bool(refusal(one, text, **{"man.SRJ": False})) is (text != "FTL")
    for text in ("FTL+1", "FTL SRJ20", "FTL RAM kiln", "FTL P2+1"):
        assert refusal(one, text)
    assert "has no FTL drive" in refusal(ship(), "FTL")
    one.lost.add("FTL")
    assert "out of order" in refusal(one, "FTL")


def test_the_turn_after() -> None:
    straight, turned = starship(velocity=6, clock=STARTED), starship(velocity=6, clock=TURNED)
    assert not refusal(straight, "FTL") and not refusal(straight, "SRJ20") and not refusal(straight, "P+1")
    assert refusal(straight, "FTL+P")
    assert "may jump, not leave" in refusal(turned, "FTL") and not refusal(turned, "SRJ20")
    assert "nobody leaves by FTL" in refusal(straight, "FTL", **{"man.FTL": False})


def test_what_was_begun_goes_on() -> None:
    rules = house(**RULES)
    assert archive.ongoing(starship(clock=STARTED), rules) == (FTL,)
    assert archive.ongoing(starship(clock=TURNED), rules) == ()
    assert archive.ongoing(starship(clock=STARTED), house(**{"man.SRJ": True})) == ()
    dead = starship(clock=STARTED)
    dead.lost.add("FTL")
    assert archive.ongoing(dead, rules) == ()


def test_a_started_drive_is_cold_again_after_a_turn() -> None:
    one = starship()
    table = state(one, **RULES)
    Ftl().before(table, umpire(), one, FTL, order("FTL+P"))
    assert one.timers == ((TURNED, 2),)
    for clocks in (((TURNED, 1),), ()):
        archive.late(table, umpire())
        assert one.timers == clocks


def test_a_drive_that_breaks_between_order_and_move_is_not_started() -> None:
    one = starship()
    one.active_manoeuvres = (FTL,)
    Ftl().before(state(one, **RULES), umpire(), one, FTL, Plot("lancet"))
    assert not one.timers and not one.active_manoeuvres


# -- reserves ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("faces", "far"), [((4, 6, 3), 18), ((4, 4), 4), ((12, 1), 1)])
def test_scatter(faces: tuple[int, ...], far: int) -> None:
    """MV-11: a 6 and then a 3 are 18 MU."""
    one = starship()
    toward, _, away = ftl.scatter(state(one), umpire(*faces), one)
    assert (toward, away) == (faces[0], far)


def reserve(at: tuple[float, float] = (30.0, 20.0), turn: int = 2) -> tuple[ThrustState, Ship]:
    one = starship(at=at, course=4, velocity=5)
    table = state(one, ship("kiln", "crimson", (60.0, 40.0)))
    ftl.hold_back(table, one, turn)
    return table, one


def test_a_reserve_comes_on_her_turn() -> None:
    table, one = reserve()
    assert (one.removed_reason, one.at, one.velocity, one.in_play) == (victory.RESERVE, (0.0, 0.0), 0, False)
    ftl.arrivals(table, umpire())
    assert not one.in_play
    table.turn = 2
    ftl.arrivals(table, umpire(3, 4))
    assert (one.at, one.course, one.facing, one.velocity, one.in_play) == ((34.0, 20.0), 4, 4, 5, True)
    assert not table.reserves


def test_off_the_table_nobody_enters_and_a_table_that_moved_takes_the_place_along() -> None:
    table, one = reserve(at=(70.0, 20.0), turn=1)
    ftl.arrivals(table, umpire(3, 4))
    assert (one.removed_reason, one.at) == ("left", (72.0, 20.0))
    table, one = reserve(at=(70.0, 20.0), turn=1)
    SHIFTED.set(table, (-10.0, 2.0))
    ftl.arrivals(table, umpire(3, 4))
    assert (one.in_play, one.at) == (True, (64.0, 22.0))


def test_arriving_beside_another_goes_past_armour() -> None:
    """T-ftl3 and MV-17.2: 6 and then 3 are 18; the other takes two dice."""
    one, other = starship(armour=9), ship("kiln", "crimson", (0.0, 5.0), hull=40, armour=6)
    ftl.emerges(state(one, other), umpire(6, 3, 1, 1, 3, 5), one)
    assert (sum(one.armour), one.hull, sum(other.armour), other.hull) == (9, 22, 6, 32)


@pytest.mark.parametrize(("faces", "points"), [((1,), 1), ((5,), 5), ((6, 1), 6), ((6, 2), 12), ((6, 6), 36)])
def test_the_die_of_an_arrival(faces: tuple[int, ...], points: int) -> None:
    """One die for it, and only a 6 asks for another; two for every other ship there, each rolled under a name of its
    own."""
    one, near, far = (
        ship(key, "azure", at, hull=60) for key, at in (("a", (0.0, 0.0)), ("b", (0.0, 6.0)), ("c", (0.0, -6.1)))
    )
    for other in (one, near):
        other.lost |= {"DRV"}
    dice = umpire(*faces, *[1] * 60)
    ftl.emerges(state(one, near, far), dice, one)
    assert (one.hull, near.hull, far.hull) == (60 - points, 58, 60)
    labels = [roll.label.split("/", 1)[1] for roll in dice.rolls]
    assert labels[: len(faces)] == ["ftl/a/arriving", "ftl/a/arriving/again"][: len(faces)]
    assert [label for label in labels if ">" in label] == ["ftl/a>b"]


def test_nothing_near_costs_an_arrival_nothing() -> None:
    one, far = starship(armour=2), ship("kiln", "crimson", (6.1, 0.0))
    ftl.emerges(state(one, far), umpire(), one)
    assert (one.hull, sum(one.armour)) == (40, 2)


def test_a_side_with_reserves_alone_is_not_beaten() -> None:
    table, one = reserve()
    one.design = design(DRIVE, Mount("", "beam"), Mount("", "fcs"))
    table.ships["kiln"].design = one.design
    assert victory.outcome(table) is None
    assert victory.worth(one) == one.design.points
    victory.withdraw(table, umpire(), "azure", "full-thrust-base/9.2")
    assert one.removed_reason == "left"
    table.turn = 2
    ftl.arrivals(table, umpire())
    assert one.removed_reason == "left"


FILE = """
title: Reserves
system: full-thrust
sides: {azure: {name: Azure League}, amber: {name: Amber Pact}}
ships:
  lancet: {side: azure, design: lancet, at: [10, 10], course: 3, velocity: 4}
  glaive: {side: azure, design: lancet, at: [40, 20], course: 6, velocity: 3, arrives: 3}
  kiln: {side: amber, design: kiln, at: [60, 30], course: 9, velocity: 4}
"""


def test_only_her_own_side_knows_where_and_when_a_reserve_comes() -> None:
    battle = load_start_text(FILE, "reserves.yaml").battle
    own, other, all_of_it = (battle.view(side) for side in ("azure", "amber", None))
    assert own.state.reserves["glaive"] == Arrival(3, (40.0, 20.0), 6, 6, 3) == all_of_it.state.reserves["glaive"]
    assert not other.state.reserves and other.state.ships["glaive"].at == (0.0, 0.0)
    assert (own.sheet("glaive").state, other.sheet("glaive").state) == ("in reserve until turn 3", "in reserve")
    assert own.sheet("glaive").coming and not own.sheet("lancet").coming
    assert battle.state.reserves  # the glass of a view changes nothing


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "design: lancet, at: [40, 20]",
            "design: boat, at: [40, 20]",
            "ships.glaive.arrives: Boat has no FTL drive to arrive by",
        ),
        ("title: Reserves", "title: Reserves\nturn: 4", "ships.glaive.arrives: the battle begins with turn 4"),
        ("arrives: 3", "arrives: 3, lost: [FTL]", "ships.glaive.arrives: its FTL drive is out of order"),
        ("arrives: 3", "arrives: 0", "ships.glaive.arrives: 0 is too small"),
        ("at: [40, 20]", "at: [40, 50]", "ships.glaive.at: this place is off the table"),
    ],
)
def test_what_is_wrong_with_a_reserve_is_said_at_its_place(old: str, new: str, said: str) -> None:
    boat = "designs: {boat: {name: Boat, class: boat, mass: 8, hull: 5, drive: {thrust: 4}, systems: [{kind: pds}]}}\n"
    with pytest.raises(BadFile) as wrong:
        load_start_text(boat + FILE.strip().replace(old, new), "reserves.yaml")
    assert said in str(wrong.value)


def test_the_danger_around_a_ship_that_leaves_is_drawn() -> None:
    one = starship(at=(10.0, 10.0), velocity=8, clock=STARTED)
    table = state(one, **RULES)
    one.at = pose(table, order("FTL")).at
    assert list(archive.overlays(table, one, (FTL,), None)) == [Ring((10.0, 14.0), 6.0, "danger 6 MU", "bad")]


def test_a_ship_that_has_not_come_or_is_gone_by_ftl_is_not_drawn_and_a_wreck_is() -> None:
    seen = load_start_text(FILE, "reserves.yaml").battle.view(None)
    scene, kiln = Scene.of(seen), narrow(seen.state.ships["kiln"], Ship)
    assert [gone(scene, key) for key in seen.state.ships] == [False, True, False]
    kiln.removed_reason = "destroyed"
    assert not gone(scene, "kiln")
    kiln.removed_reason, kiln.status_flags = "left", frozenset({ftl.GONE})
    assert gone(scene, "kiln")


def test_a_start_made_of_how_things_stand_keeps_the_reserves() -> None:
    opened = load_start_text(FILE, "reserves.yaml")
    data = {"ships": {key: {"side": ship.side, "design": key} for key, ship in opened.battle.state.ships.items()}}
    found, missing = of_state(opened.battle, opened.battle.state, data)
    assert list(found["ships"]) == ["lancet", "glaive", "kiln"] and not missing
    assert found["ships"]["glaive"] == data["ships"]["glaive"]


def test_the_second_half_of_a_move_after_all_may_end_on_a_planet() -> None:
    one = starship(velocity=20, clock=STARTED)
    table = state(one, **RULES)
    table.table = Table(bodies=(Body("p", "planet", "Tavira", (0.0, 16.0), 2.0),))
    one.path = flight(one, order("FTL"), table.house).path
    one.at = one.path[-1]
    Ftl().after(table, umpire(1), one, FTL, order("FTL"))
    assert (one.removed_reason, one.at) == ("destroyed", (0.0, 14.0))
