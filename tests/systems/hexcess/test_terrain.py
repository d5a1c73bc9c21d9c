"""What ships meet on hexes as they move: dust, debris, planetoids, a planet at the edge; and fire through dust
(hex/2.7)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from game.board import hexes
from game.board.terrain import Body
from game.rules.combat.fire import Fire
from game.rules.combat.fire_odds import odds
from game.rules.combat.targeting import look, shots
from game.rules.combat.weapon import cloud
from game.rules.display.ship_sheet import sheet
from game.rules.hex import terrain
from game.rules.ships.design import Mount
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import ThrustState
from game.systems.hexcess.movement.order import HexMove
from game.systems.hexcess.movement.reach import destinations, pose
from tests.support.builders import design, ship, umpire
from tests.support.hex_battles import rock
from tests.support.hexcess_battles import OPEN, foretold, give, sea, vessel, where

CLASS_3 = (Mount("", "beam", 3, ("FP", "F", "FS")), Mount("", "fcs"))
EDGED = replace(OPEN, floating=False)


def armed(key: str, *mounts: Mount, at: hexes.Hex = (0, 0), side: str = "azure", **parts: Any) -> Ship:
    """Return a ship with these guns, heading N."""
    return ship(key, side, hexes.at(at), 12, 0, design(*mounts, hull=30, **parts))


def field(kind: str, *cells: hexes.Hex) -> list[Body]:
    """Return a cloud, or a planet, of some hexes."""
    return [
        replace(rock(one, kind, f"{kind}-{n}"), name=kind.capitalize(), part_of=kind) for n, one in enumerate(cells)
    ]


def through(kind: str, velocity: int, *faces: int, **house: Any) -> ThrustState:
    """Return a ship that flies N through two hexes of a cloud."""
    state = sea(vessel("mover", velocity=velocity, hull=60), bodies=field(kind, (0, -1), (0, -2)), **house)
    give(state, "mover", "0", *faces)
    return state


# -- arcs and ranges ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("target", "arc", "away"),
    [
        ((5, -3), "F", 3),
        ((4, -2), "F", 3),
        ((4, -4), "F", 2),
        ((2, 0), "S", 3),
        ((2, -1), "S", 2),
        ((2, -6), "P", 3),
        ((0, 0), "S", 3),
        ((-1, -3), "A", 3),
    ],
)
def test_arcs_are_exact_rows_by_facing(target: hexes.Hex, arc: str, away: int) -> None:
    """HX-23: an attacker at (2, -3) that faces SE, whatever its heading is."""
    state = sea(vessel("hunter", (2, -3)), vessel("prey", target, side="amber"))
    hunter = state.ships["hunter"]
    hunter.facing = hexes.course_of(2)
    view = look(state, hunter, state.ships["prey"])
    assert (view.arcs, view.distance) == ((arc,), away)


def test_nothing_fires_to_the_rear_and_mounts_for_six_arcs_bear_into_four() -> None:
    guns = (Mount("", "beam", 1, ("F", "FS", "AS", "A", "AP", "FP")), Mount("", "beam", 2, ("AS",)), Mount("", "fcs"))
    state = sea(armed("hunter", *guns), vessel("astern", (0, 2), side="amber"), vessel("aside", (2, -1), side="amber"))
    assert [shot.bears for shot in shots(state, "hunter", "astern")] == [False, False]
    assert [shot.bears for shot in shots(state, "hunter", "aside")] == [True, True]
    assert shots(state, "hunter", "astern")[0].why_not == "Astern is astern, and no gun fires there"


def test_beams_throw_a_die_more_at_point_blank() -> None:
    """HX-24: dice of a class-3 beam at 3, 4, 6, 7, 18 and 19 hexes."""
    state = sea(armed("hunter", *CLASS_3), *(vessel(f"at{n}", (0, -n), side="amber") for n in (3, 4, 6, 7, 18, 19)))
    dice = {int(key[2:]): shots(state, "hunter", key)[0].dice for key in state.ships if key != "hunter"}
    assert dice == {3: "4 dice", 4: "3 dice", 6: "3 dice", 7: "2 dice", 18: "1 die", 19: ""}
    assert shots(state, "hunter", "at19")[0].why_not == "At19 is 19 hexes away; Beam 3 reaches 18"


def test_only_beams_have_point_blank_and_the_sheet_says_ranges_in_hexes() -> None:
    state = sea(
        armed(
            "hunter", *CLASS_3, Mount("", "pulser", 1, ("F",), "M"), Mount("", "needle", 1, ("F",)), Mount("", "adfc")
        )
    )
    hints = {icon.kind: icon.hint for icon in sheet(state, "hunter").icons}
    assert hints["beam"] == "4 dice to 3 hexes, 3 dice to 6 hexes, 2 dice to 12 hexes, 1 die to 18 hexes"
    assert hints["pulser"].startswith("2 dice to 12 hexes") and hints["needle"].startswith(
        "a 6 knocks one system out to 6 hexes"
    )
    assert hints["adfc"] == "lends point defence to another ship within 3 hexes"


# -- clouds ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("velocity", "doubled", "rolls"), [(12, False, 0), (13, False, 1), (6, True, 0), (7, True, 1)])
def test_dust_wears_who_is_too_fast_for_it_once_a_move(velocity: int, doubled: bool, rolls: int) -> None:
    """HX-25: one beam die from velocity 13 on; where velocity counts twice, from 7 on."""
    state = through("dust", velocity, *[6] * rolls, **{"terrain_velocity": "2V"} if doubled else {})
    assert state.ships["mover"].hull == 60 - 2 * rolls


@pytest.mark.parametrize(
    ("velocity", "doubled", "dice"),
    [(5, False, 0), (6, False, 1), (12, False, 2), (2, True, 0), (3, True, 1), (6, True, 2)],
)
def test_debris_strikes_for_every_six_of_velocity(velocity: int, doubled: bool, dice: int) -> None:
    """HX-25: a die straight to the hull for each full 6, or 3, of velocity."""
    state = through("debris", velocity, *[4] * dice, **{"terrain_velocity": "2V"} if doubled else {})
    assert state.ships["mover"].hull == 60 - 4 * dice


def test_dust_reckons_with_the_velocity_before_braking() -> None:
    """HX-25: V13 that plots V-2 still has its die, which armour soaks and no six rolls again."""
    state = sea(vessel("mover", velocity=13, armour=1), bodies=field("dust", (0, -13)))
    give(state, "mover", "-2", 6)
    mover = state.ships["mover"]
    assert (mover.velocity, mover.armour, mover.hull) == (11, (0,), 11)


def test_screens_do_not_help_against_dust() -> None:
    """A 4 scores on its hull, though a screen would stop it."""
    screened = armed("mover", Mount("", "screen"))
    screened.velocity = 13
    state = sea(screened, bodies=field("dust", (0, -1)))
    give(state, "mover", "0", 4)
    assert state.ships["mover"].screen() == 1 and state.ships["mover"].hull == 29


def test_clouds_are_felt_in_the_order_in_which_they_are_entered() -> None:
    """Debris in the first of 13 hexes, dust in the third: two dice, then one."""
    state = sea(vessel("mover", velocity=13, hull=60), bodies=[*field("dust", (0, -3)), *field("debris", (0, -1))])
    hurts = [line for line in give(state, "mover", "0", 1, 1, 6) if line.kind == "hazard"]
    assert [(line.whom, len(line.dice), round(line.time * 13)) for line in hurts] == [
        ("debris-0", 2, 1),
        ("dust-0", 1, 3),
    ]
    assert state.ships["mover"].hull == 60 - 2 - 2


@pytest.mark.parametrize(("doubled", "said"), [("V", "velocity 13, over 12"), ("2V", "velocity 13, over 6")])
def test_the_log_say_from_which_velocity_dust_wears(doubled: str, said: str) -> None:
    state = sea(vessel("mover", velocity=13, hull=60), bodies=field("dust", (0, -1)), terrain_velocity=doubled)
    assert [line.reason for line in give(state, "mover", "0", 1) if line.kind == "hazard"] == [said]


def test_a_cloud_is_felt_where_it_is_entered_not_where_a_move_begins() -> None:
    state = sea(vessel("mover", velocity=12), bodies=field("debris", (0, 0)))
    assert not [line for line in give(state, "mover", "0") if line.kind == "hazard"]


def test_a_ship_that_breaks_up_on_the_way_is_not_set_down() -> None:
    state = sea(
        vessel("mover", velocity=12, hull=4), vessel("other", (0, -12), side="amber"), bodies=field("meteors", (0, -2))
    )
    log = give(state, "mover", "0", 6, 6)
    assert state.ships["mover"].removed_reason == "destroyed" and not [line for line in log if line.kind == "contact"]


def test_the_risks_of_clouds_are_exact() -> None:
    cells = [*field("dust", (0, -1)), *field("debris", (0, -3))]
    state = sea(vessel("mover", velocity=13, thrust=8, hull=40), bodies=cells)
    assert [(risk.what, risk.words, risk.chance) for risk in foretold(state, "mover").risks] == [
        ("Debris", "loses 2 to 12 boxes", 1.0),
        ("Dust", "loses 1 to 2 boxes", 0.5),
    ]
    state.ships["mover"].velocity = 5
    assert not foretold(state, "mover").risks


# -- planetoids --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("velocity", "thrust", "chance"),
    [(5, 4, Fraction(1)), (6, 4, Fraction(5, 6)), (10, 4, Fraction(1, 6)), (11, 4, Fraction(0))],
)
def test_the_chance_to_stop_before_a_planetoid(velocity: int, thrust: int, chance: Fraction) -> None:
    state = sea(vessel("mover", velocity=velocity, thrust=thrust, advanced=True), bodies=field("planet", (0, -3)))
    fate = foretold(state, "mover")
    assert fate.lost == pytest.approx(float(1 - chance))
    assert {risk.words for risk in fate.risks} == ({"flies into it"} if chance < 1 else set())


def test_a_ship_stops_in_the_last_free_hex_before_a_planetoid() -> None:
    state = sea(
        vessel("mover", velocity=6), vessel("other", (0, -2), side="amber"), bodies=field("planet", (0, -3), (0, -4))
    )
    give(state, "mover", "+0")
    mover = state.ships["mover"]
    assert where(state, "mover") == (0, -1) and mover.velocity == 0 and mover.in_play
    assert mover.path == (hexes.at((0, 0)), hexes.at((0, -1)))


@pytest.mark.parametrize(("face", "lost"), [(3, True), (4, False)])
def test_a_fast_ship_needs_her_avoid_number(face: int, lost: bool) -> None:
    state = sea(vessel("mover", velocity=8, thrust=4), bodies=field("planet", (0, -3)))
    give(state, "mover", "0", face)
    mover = state.ships["mover"]
    assert (mover.removed_reason == "destroyed") is lost and where(state, "mover") == ((0, -3) if lost else (0, -2))


def test_the_way_of_a_ship_that_flies_into_a_planetoid_ends_in_it() -> None:
    """No hex beyond it, although its velocity would have carried it there; the event shows the same way."""
    state = sea(vessel("mover", velocity=8, thrust=4), bodies=field("planet", (0, -3)))
    told = give(state, "mover", "0", 3)
    (crash,) = (event for event in told if event.result == "flies into it")
    assert crash.path == (hexes.at((0, -2)), hexes.at((0, -3)))
    assert state.ships["mover"].path == tuple(hexes.at((0, -n)) for n in range(4))


def test_an_advanced_drive_stops_no_sooner_before_a_planetoid() -> None:
    """What it adds to control rolls is its whole effect (hex/2.4): velocity 5 and thrust 2 need a 3."""
    state = sea(vessel("mover", velocity=5, thrust=2, advanced=True), bodies=[rock((0, -3), "planet", "moon")])
    give(state, "mover", "0", 2)
    assert state.ships["mover"].removed_reason == "destroyed"


def test_far_too_fast_a_ship_has_no_die() -> None:
    state = sea(vessel("mover", velocity=12, thrust=4), bodies=field("planet", (0, -3)))
    give(state, "mover", "0")
    assert state.ships["mover"].removed_reason == "destroyed"


def test_what_would_lead_into_a_planetoid_is_not_drawn_as_an_end_and_the_ghost_stops() -> None:
    state = sea(vessel("mover", velocity=6), bodies=field("planet", (0, -3)))
    straight = [one for one in destinations(state, HexMove("mover")) if str(one.order) == "0"]
    assert [(one.at, one.aside) for one in straight] == [(hexes.at((0, -3)), True)]
    ghost = pose(state, HexMove("mover"))
    assert (ghost.at, ghost.velocity, ghost.note) == (hexes.at((0, -2)), 0, "stops by Planet")


@pytest.mark.parametrize(
    ("built", "velocity", "lost"), [("none", 1, True), ("partial", 4, False), ("partial", 5, True), ("full", 9, False)]
)
def test_a_planet_at_the_edge_burns_who_is_not_streamlined(built: str, velocity: int, lost: bool) -> None:
    board = replace(EDGED, planet="top")
    state = sea(vessel("mover", velocity=velocity, streamlining=built), board=board)
    rules = {risk.rule for risk in foretold(state, "mover").risks}
    assert rules == {f"{terrain.RULE}/planets" if lost else "hex/2.9"}
    give(state, "mover", "0")
    assert state.ships["mover"].removed_reason == ("destroyed" if lost else "away")
    elsewhere = sea(vessel("mover", velocity=velocity, streamlining=built), board=replace(EDGED, planet="bottom"))
    assert {risk.rule for risk in foretold(elsewhere, "mover").risks} == {"hex/2.9"}


# -- fire through dust -------------------------------------------------------------------------------------------------


def gunners(*dust: hexes.Hex) -> ThrustState:
    """Return a hunter with a class-3 beam, its prey six hexes ahead, and dust."""
    return sea(armed("hunter", *CLASS_3), vessel("prey", (0, -6), side="amber", hull=30), bodies=field("dust", *dust))


@pytest.mark.parametrize("dust", [(0, 0), (0, -6), (0, -3)])
def test_fire_into_out_of_and_through_dust_needs_a_lock(dust: hexes.Hex) -> None:
    state = gunners(dust)
    order = Fire.parse("hunter", "fire B3>prey")
    order.check(state)
    (told,) = odds(state, order)
    assert told.chances[0] > 0.5 and "a die of 4 or more is needed to lock on through Dust" in told.notes
    rolled = umpire(3)
    order.carry_out(state.copy(), rolled)
    assert [line.result for line in rolled.log] == ["no lock, no fire"]
    rolled = umpire(4, 4, 5, 5)  # one level of screens more: a 4 does nothing
    order.carry_out(state, rolled)
    assert state.ships["prey"].hull == 28


def test_dust_beside_the_line_of_fire_does_not_trouble_it_nor_on_one_side_of_an_edge() -> None:
    state = gunners((1, -3))
    assert cloud(state, *state.ships.values()) is None
    state = sea(armed("hunter", *CLASS_3), vessel("prey", (2, -4), side="amber"), bodies=field("dust", (1, -1)))
    assert cloud(state, *state.ships.values()) is None
    state.table = replace(state.table, bodies=tuple(field("dust", (1, -1), (0, -1))))
    assert cloud(state, *state.ships.values()) is not None


def test_an_asteroid_on_the_line_stops_fire() -> None:
    state = sea(armed("hunter", *CLASS_3), vessel("prey", (0, -6), side="amber"), bodies=[rock((0, -3))])
    (shot,) = shots(state, "hunter", "prey")
    assert shot.why_not == "Rock is in the way" and shot.stop == hexes.at((0, -3))
