"""Movement of Easier HexThrust: markers, credit, speed, flotillas, and what the enemy sees of them (hex/3.2)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from game.board import hexes
from game.board.hexes import Hex
from game.core.display import Destination, Token
from game.core.orders import Unreadable
from game.rules.ships.ship import FLOTILLA, Ship
from game.rules.turn.side_orders import Lock
from game.systems.easyhex.movement.flotillas import flotilla, flown
from game.systems.easyhex.movement.marker import Marker
from game.systems.easyhex.movement.moving import move_ships
from game.systems.easyhex.movement.ratings import change, sides, top
from game.systems.easyhex.system import EASYHEX
from tests.support.builders import umpire
from tests.support.easyhex_battles import OPEN, deep, foretold, fought, give, refused, vessel
from tests.support.hex_battles import hex_of, rock
from tests.support.narrowing import each, narrow


def moved(one: Ship, text: str, **house: Any) -> Ship:
    """Return the ship after it has flown a marker."""
    state = deep(one, **house)
    give(state, one.id, text)
    move_ships(state, umpire())
    return one


@pytest.mark.parametrize(
    ("label", "rating", "heading", "at", "speed", "text", "end", "course", "fast"),
    [
        ("HX-40", 4, 0, (0, 0), 6, "R+2", (8, -8), 2, 8),
        ("HX-43", 6, 0, (0, 0), 4, "RR", (4, 0), 4, 4),
        ("HX-45", 7, 4, (3, -4), 5, "L", (3, 1), 6, 5),
    ],
)
def test_a_ship_changes_speed_then_pivots_then_flies_straight(
    label: str, rating: int, heading: int, at: Hex, speed: int, text: str, end: Hex, course: int, fast: int
) -> None:
    one = moved(vessel("lancet", at, heading, speed, rating), text)
    assert (hex_of(one), one.course, one.facing, one.velocity) == (end, course, course, fast), label
    assert one.turned, "its credit is gone"


@pytest.mark.parametrize(
    ("label", "rating", "credit", "text", "legal"),
    [
        ("HX-41", 5, True, "+3", True),
        ("HX-41", 5, True, "+4", False),
        ("HX-42", 2, False, "L", False),
        ("HX-42", 2, True, "L", True),
        ("HX-44", 6, False, "RR", False),
        ("HX-44", 6, False, "R", True),
        ("HX-58", 3, False, "L", True),
        ("HX-58", 4, False, "L", True),
        ("HX-58", 4, True, "LL", False),
        ("HX-58", 8, False, "LL", True),
    ],
)
def test_what_a_turn_rating_allows(label: str, rating: int, credit: bool, text: str, legal: bool) -> None:
    state = deep(vessel("lancet", speed=4, rating=rating, turned=not credit))
    assert (refused(state, "lancet", text) == "") is legal, label


def test_the_limits_are_those_of_the_table() -> None:
    house = EASYHEX.settings({})
    assert [sides(rating, False, house) for rating in range(9)] == [0, 0, 0, 1, 1, 1, 1, 2, 2]
    assert [sides(rating, True, house) for rating in range(9)] == [0, 1, 1, 1, 1, 2, 2, 2, 2]
    assert sides(4, True, EASYHEX.settings({"tr4_agile": True})) == 2, "HX-58"
    assert [change(rating) for rating in range(8)] == [0, 1, 1, 2, 2, 3, 3, 4]
    assert top(6) == 10 and refused(deep(vessel("lancet", speed=10, rating=6)), "lancet", "+1"), "HX-50"
    assert top(4) == 8, "HX-40"


def test_a_ship_that_is_too_fast_for_what_is_left_of_her_drive_may_keep_her_speed() -> None:
    one = vessel("lancet", speed=10, rating=6)
    one.drive_hits = 1
    state = deep(one)
    assert one.thrust == 3 and not refused(state, "lancet", "blank") and not refused(state, "lancet", "-2")
    assert refused(state, "lancet", "+1") == "Lancet flies at 7 at most"
    assert refused(deep(vessel("lancet", speed=1)), "lancet", "-2") == "speed 1-2: no ship flies backwards"


@pytest.mark.parametrize(("habit", "course", "speed"), [("straight", 12, 4), ("clip", 10, 6)])
def test_a_marker_that_cannot_be_flown_is_flown_straight_or_cut_to_fit(habit: str, course: int, speed: int) -> None:
    """HX-42: TR 2 that pivoted last turn plots L, and flies straight; next turn it may."""
    one = moved(vessel("lancet", speed=4, rating=2, turned=True), "L", illegal_order="straight")
    assert (hex_of(one), one.course, one.turned) == ((0, -4), 12, False)
    assert moved(one, "L").course == 10
    two = moved(vessel("sextant", speed=4, rating=4), "LL+3", illegal_order=habit)
    assert (two.course, two.velocity) == (course, speed)


def test_a_dead_drive_and_a_lost_bridge_fly_straight_on() -> None:
    one = vessel("lancet", speed=4)
    one.drive_hits = 2
    state = deep(one)
    assert "drifts straight on" in refused(state, "lancet", "R") and refused(state, "lancet", "blank") == ""
    assert flown(one, Marker("lancet", 1), state.house) == Marker("lancet")
    two = vessel("lancet", speed=4)
    two.set_timer("bridge", 3)
    assert "out of control" in refused(deep(two), "lancet", "+1") and refused(deep(two), "lancet", "blank") == ""


@pytest.mark.parametrize(
    "text", ["blank", "L", "LL", "R+2", "RR-1", "+3", "-2", "R IN falcons", "blank ALONE", "L+1 IN A"]
)
def test_what_is_written_is_read_again(text: str) -> None:
    assert str(Marker.parse("lancet", text)) == text
    assert Marker.parse("lancet", "0") == Marker("lancet") and Marker.parse("lancet", "r +2") == Marker("lancet", 1, 2)


@pytest.mark.parametrize(
    ("text", "read"),
    [("blank", "straight on"), ("blank ALONE", "straight on, alone"), ("R+2 IN old_falcons", "R+2, in Old Falcons")],
)
def test_no_row_shows_the_words_of_the_notation(text: str, read: str) -> None:
    assert Marker.parse("lancet", text).brief(deep(vessel("lancet"))) == read


@pytest.mark.parametrize("text", ["", "LR", "RRR", "P2", "blank R", "IN", "+"])
def test_what_is_no_marker_is_not_read(text: str) -> None:
    with pytest.raises(Unreadable):
        Marker.parse("lancet", text)


# -- flotillas ---------------------------------------------------------------------------------------------------------


def test_two_ships_may_end_in_one_hex() -> None:
    """HX-59: stacking is allowed."""
    state = deep(vessel("lancet", (0, 0), 0, 4), vessel("sextant", (0, -2), 0, 2))
    move_ships(state, umpire())
    assert {hex_of(one) for one in state.ships.values()} == {(0, -4)}


@pytest.mark.parametrize(("credit", "legal"), [(False, {"blank"}), (True, {"blank", "L", "R"})])
def test_a_flotilla_is_bound_by_its_worst_ship(credit: bool, legal: set[str]) -> None:
    """HX-56: TR 6 and TR 2; without credit of the second only straight ahead, with it one side, never two."""
    state = deep(vessel("lancet", rating=6, speed=4), vessel("tender", (3, 0), 2, 3, rating=2, turned=not credit))
    for one in state.ships.values():
        one.status_flags = frozenset({f"{FLOTILLA}falcons"})
    every = ("LL", "L", "blank", "R", "RR")
    assert {text for text in every if not refused(state, "lancet", text)} == legal
    assert {text for text in every if not refused(state, "tender", text)} == legal
    assert "shares this marker" in refused(state, "lancet", "LL")
    ends = Marker("lancet").destinations(state)
    assert {str(Marker("", end.lane)) for end in ends} == legal and {end.velocity for end in ends} == {3, 4, 5}


def test_a_flotilla_shares_one_marker_and_one_change_of_speed() -> None:
    state = deep(vessel("lancet", speed=4), vessel("sextant", (3, 0), 2, 3), vessel("kiln", (0, 5), 0, 5))
    give(state, "lancet", "R+1 IN falcons")
    assert flotilla(state, state.ships["sextant"]) == ""
    give(state, "sextant", "L IN falcons")
    assert str(state.sealed["lancet"]) == "L IN falcons", "the last marker laid down is that of all"
    move_ships(state, umpire())
    lancet, sextant, kiln = state.ships.values()
    assert (lancet.course, lancet.velocity, sextant.course, sextant.velocity, kiln.course) == (10, 4, 2, 3, 12)
    state.sealed.clear()
    assert flotilla(state, lancet) == flotilla(state, sextant) == "falcons", "it stays in it"
    assert EASYHEX.sheet(state, "lancet", None).note.endswith("flotilla Falcons")
    labels = [Marker("lancet").label_for("group", one) for one in Marker("lancet").domain(state)["group"]]
    assert labels == ["as it is", "alone", "Falcons", "A"]
    give(state, "sextant", "+1 ALONE")
    assert "lancet" not in state.sealed and flotilla(state, sextant) == ""
    assert refused(state, "kiln", "blank ALONE") == "Kiln is in no flotilla"


def test_a_flotilla_of_which_one_cannot_fly_its_marker_flies_straight() -> None:
    state = deep(
        vessel("lancet", speed=4), vessel("tender", (3, 0), 0, 4, rating=2, turned=True), illegal_order="straight"
    )
    for one in state.ships.values():
        one.status_flags = frozenset({f"{FLOTILLA}falcons"})
    give(state, "lancet", "R+1")
    move_ships(state, umpire())
    assert [(one.course, one.velocity) for one in state.ships.values()] == [(12, 4), (12, 4)]


def test_the_form_offers_flotillas_by_name_and_a_new_one() -> None:
    one = vessel("lancet", speed=4)
    one.status_flags = frozenset({f"{FLOTILLA}A"})
    state = deep(one, vessel("sextant"))
    assert list(Marker("lancet").domain(state)["group"]) == ["", "alone", "A", "B"]
    assert list(Marker("sextant").domain(state)["group"]) == ["", "A", "B"]


# -- what is seen ------------------------------------------------------------------------------------------------------


def test_markers_lie_face_down_for_the_enemy_and_look_the_same() -> None:
    battle = fought(vessel("lancet", speed=4), vessel("vesper", (0, -9), 3, 4, side="amber"), plots="markers")
    before = [(one.key, one.letter) for one in each(battle.view("amber").tokens, Token)]
    assert before == [("marker/lancet", ""), ("marker/vesper", "")]
    battle.play(Marker("lancet", 1, 1))
    assert [(one.key, one.letter) for one in each(battle.view("amber").tokens, Token)] == before
    mine = narrow(battle.view("azure").tokens[0], Token)
    assert (mine.shape, mine.letter, mine.ship) == ("card", "R+1", "lancet")


def test_a_blank_stays_open_as_credit_until_markers_are_laid_again() -> None:
    battle = fought(vessel("lancet", speed=4), vessel("vesper", (0, -9), 3, 4, side="amber"), plots="markers")
    battle.play(Marker("lancet", 1))
    battle.play(Lock("azure"))
    battle.play(Lock("amber"))
    open_ones = [(one.ship, one.letter, one.note) for one in each(battle.view("amber").tokens, Token)]
    assert battle.phase.name == "Ships fire" and open_ones == [("vesper", "0", "straight credit")]
    assert fought(vessel("lancet"), vessel("vesper", side="amber")).view("azure").tokens == ()


def test_no_marker_is_turned_after_the_side_has_locked() -> None:
    battle = fought(vessel("lancet", speed=4), vessel("vesper", (9, 0), speed=4, side="amber"))
    battle.play(battle.read("azure", "lock"))
    refusal = battle.why_not(battle.read("lancet", "R+1"))
    assert refusal is not None and (refusal.why, refusal.rule) == ("Tessera League has locked its orders", "hex/3.2")
    assert battle.why_not(battle.read("vesper", "R+1")) is None
    battle.play(battle.read("azure", "unlock"))
    assert battle.why_not(battle.read("lancet", "R+1")) is None


def test_the_screen_is_told_of_the_marker_in_hand() -> None:
    state = deep(vessel("lancet", speed=4, rating=5))
    order = Marker("lancet", 2, -1)
    pose, meter = order.pose(state), order.meter(state)
    assert len(pose.path) == 4 and (pose.course, pose.velocity, pose.bends[0].label) == (4, 3, "RR")
    assert meter.left == 2 and meter.note == "pivot 2 of 2, with credit"
    figures = {stat.label: (stat.value, stat.becomes) for stat in EASYHEX.sheet(state, "lancet", order).stats}
    assert figures["Speed"] == ("4", "3") and figures["Course"] == ("N", "SE") and figures["Pivot"] == ("2", "credit")
    ends: tuple[Destination, ...] = Marker("lancet").destinations(state)
    assert len(ends) == 5 * 7 and all(len(end.path) == end.velocity + 1 for end in ends)
    assert {end.velocity: end.left for end in ends} == {1: 0, 2: 1, 3: 2, 4: 3, 5: 2, 6: 1, 7: 0}
    assert pose.note == "SE · speed 3"
    state.ships["lancet"].turned = True
    assert Marker("lancet", 1).meter(state).note == "pivot 1 of 1, without credit"


def test_the_ghost_of_a_marker_that_cannot_be_flown_goes_straight_on() -> None:
    state = deep(vessel("lancet", speed=3, rating=2, turned=True), illegal_order="straight")
    ghost = Marker("lancet", -1, 1).pose(state)
    assert (ghost.path[-1], ghost.course, ghost.velocity, ghost.bends) == (hexes.at((0, -3)), 12, 3, ())


def test_markers_are_taken_up_once_ships_have_moved() -> None:
    state = deep(vessel("lancet", speed=3))
    give(state, "lancet", "L")
    move_ships(state, umpire())
    assert not state.sealed


@pytest.mark.parametrize(("floating", "fate", "end"), [(False, "left", (4, -2)), (True, "", (4, -5))])
def test_a_ship_that_ends_beyond_the_edge_has_left_and_a_map_without_end_has_none(
    floating: bool, fate: str, end: Hex
) -> None:
    one = vessel("lancet", (4, -1), speed=4)
    move_ships(deep(one, board=replace(OPEN, floating=floating)), umpire())
    assert (one.removed_reason, hex_of(one)) == (fate, end)


# -- terrain -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "speed", "faces", "lost"), [
    ("dust", 4, (), 0), ("dust", 5, (6,), 2), ("debris", 1, (), 0), ("debris", 2, (5,), 5), ("debris", 5, (1, 2), 3),
])  # fmt: skip
def test_clouds_reckon_a_hex_as_three_mu(kind: str, speed: int, faces: tuple[int, ...], lost: int) -> None:
    """H23: dust from speed 5, debris a die for each full 2 of it."""
    one = vessel("lancet", speed=speed, hull=40)
    state, rolled = deep(one, bodies=(rock((0, -1), kind, "a"), rock((0, -2), kind, "b"))), umpire(*faces)
    move_ships(state, rolled)
    assert rolled.faces == faces and one.design.hull - one.hull == lost


def test_a_rock_in_the_way_stops_a_ship_or_is_her_end() -> None:
    for speed, thrust, faces, fate in ((5, 4, (), ""), (8, 4, (4,), ""), (8, 4, (3,), "destroyed")):
        one = vessel("lancet", speed=speed, rating=thrust)
        state = deep(one, bodies=(rock((0, -3)),))
        chance = foretold(one.copy(), bodies=(rock((0, -3)),)).lost
        move_ships(state, umpire(*faces))
        assert one.removed_reason == fate and (fate or (hex_of(one), one.velocity) == ((0, -2), 0))
        assert chance == (0 if speed == 5 else 0.5)
    assert not foretold(vessel("lancet", speed=2), bodies=(rock((0, -3)),)).risks
