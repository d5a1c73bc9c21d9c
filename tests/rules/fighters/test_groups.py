"""Groups of fighters: launch, flight, dogfights, attacks, screens, recovery (full-thrust-base/7)."""

from __future__ import annotations

from functools import partial

import pytest

from game.core.orders import Order
from game.rules.counters.groups import endurance, flight_range, opponents
from game.rules.counters.kinds import Flight
from game.rules.fighters import group_sheet, phases
from game.rules.fighters.assign_attack import AssignAttack
from game.rules.fighters.dogfights import split_kills
from game.rules.fighters.launching import launch_groups
from game.rules.fighters.move_fighters import MoveFighters
from game.rules.manoeuvres import archive
from game.rules.manoeuvres.carriers.launch_fighters import NEVER
from game.rules.movement.plot import Plot
from game.rules.ships.design import Mount
from game.rules.ships.thrust_state import ThrustState
from tests.support.builders import told, umpire
from tests.support.fighter_battles import PDS, carrier, craft, flight, give, hangar, refusal, table, used
from tests.support.narrowing import narrow
from tests.support.settings.reform_rules import interceptors


def launched(battle: ThrustState, text: str, ship: str = "rook") -> None:
    """Give and show the order of a carrier, and launch its groups."""
    plot = Plot.parse(ship, text)
    plot.check(battle)
    plot.carry_out(battle, umpire())
    archive.on_reveal(battle, umpire(), battle.ships[ship], plot)
    launch_groups(battle, umpire())


# -- launch and recovery -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("+1 LA HGRa", "takes the place of every other order"),
        ("LA HGRc", "no hangar “HGRc”"),
        ("LA HGRa HGRa", "HGRa is named twice"),
    ],
)
def test_a_carrier_that_launches_holds_its_course(text: str, why: str) -> None:
    """T-fl1: a launch with thrust is refused as it is entered."""
    battle = table(carrier())
    found = refusal(battle, Plot.parse("rook", text))
    assert why in found.why and found.rule == "full-thrust-base/7.2"


def test_groups_fly_half_as_far_on_the_turn_of_their_launch() -> None:
    """T-fl2: a standard group 12 MU, a fast one 18."""
    battle = table(carrier("rook", "azure", (36.0, 24.0), hangar(), hangar("fast")))
    launched(battle, "LA HGRa HGRb")
    standard, fast = battle.counters["rook.HGRa"], battle.counters["rook.HGRb"]
    assert isinstance(standard, Flight) and isinstance(fast, Flight)
    assert (flight_range(battle, standard), flight_range(battle, fast)) == (12, 18)
    flights = [
        (one.value, one.becomes) for one in group_sheet.piece_sheet(battle, "rook.HGRa").stats if one.label == "Flight"
    ]
    assert flights == [("12 MU", "of 24")], "the sheet says what it may fly now"
    assert refusal(battle, MoveFighters("rook.HGRa", (48.5, 24.0))).rule == "full-thrust-base/7.3"
    give(battle, MoveFighters("rook.HGRa", (48.0, 24.0)))
    phases.open_turn(battle)
    assert flight_range(battle, standard) == 24


def test_the_text_of_a_launch_is_read_in_any_letters() -> None:
    plot = Plot.parse("rook", "la hgra, hgrb")
    assert str(plot) == "LA HGRa HGRb" and plot == Plot.parse("rook", str(plot))
    assert [use.mounts for use in plot.uses] == [("HGRa", "HGRb")]


def test_groups_launched_move_before_the_others_of_their_side() -> None:
    battle = table(carrier("rook", "azure", (36.0, 24.0)), carrier("bell", "crimson", (60.0, 24.0)))
    flight(battle, "rook", "HGRb", (30.0, 24.0))
    flight(battle, "bell", "HGRa", (50.0, 24.0))
    launched(battle, "LA HGRa")
    battle.initiative = ("crimson", "azure")
    asked = phases.next_to_fly(battle)
    assert asked[0].side == "azure" and asked[0].ids == ("rook.HGRa",)


@pytest.mark.parametrize(("face", "turn"), [(1, NEVER), (2, 3), (5, 3), (6, 2)])
def test_a_die_says_when_a_group_that_lands_flies_again(face: int, turn: int) -> None:
    battle = table(carrier("rook", "azure", (36.0, 24.0)))
    one = flight(battle, "rook", "HGRa", (40.0, 24.0), count=4, endurance_used=5)
    give(battle, MoveFighters(one.id, land=True), face)
    assert not battle.counters[one.id].in_play and battle.counters[one.id].ready_on == turn
    if turn < NEVER:
        battle.turn = turn - 1
        assert f"is ready on turn {turn}" in refusal(battle, Plot.parse("rook", "LA HGRa")).why
        battle.turn = turn
        launched(battle, "LA HGRa")
        again = battle.counters[one.id]
        assert again.in_play and again.count == 4 and used(battle, one.id) == 0
    else:
        assert "cannot be made ready again" in refusal(battle, Plot.parse("rook", "LA HGRa")).why


def test_nobody_lands_on_a_carrier_under_thrust() -> None:
    battle = table(carrier("rook", "azure", (36.0, 24.0)))
    one = flight(battle, "rook", "HGRa", (40.0, 24.0))
    battle.sealed["rook"] = Plot.parse("rook", "P1")
    assert "uses thrust this turn" in refusal(battle, MoveFighters(one.id, land=True)).why


def test_groups_of_a_lost_carrier_fly_on() -> None:
    battle = table(carrier("rook", "azure", (36.0, 24.0)))
    one = flight(battle, "rook", "HGRa", (40.0, 24.0))
    battle.ships["rook"].removed_reason = "destroyed"
    assert "is out of the battle" in refusal(battle, MoveFighters(one.id, land=True)).why
    give(battle, MoveFighters(one.id, (44.0, 24.0)))
    assert battle.counters[one.id].at == (44.0, 24.0)


# -- moves and attacks -------------------------------------------------------------------------------------------------


def face_to_face(*mounts: Mount, mode: str = "standard", gap: float = 5.0, **rules: bool | str) -> ThrustState:
    """Return a group, and that many MU from it a ship with these systems."""
    prey = carrier("prey", "crimson", (30.0 + gap, 24.0), *mounts, hull=40)
    battle = table(carrier("rook", "azure", (10.0, 24.0), hangar(mode), hangar(mode)), prey, **rules)
    flight(battle, "rook", "HGRa", (30.0, 24.0))
    return battle


def struck(battle: ThrustState, *faces: int) -> int:
    """Return boxes that attacks with these dice cost the ship."""
    prey = battle.ships["prey"]
    before = prey.hull + sum(prey.armour)
    told(partial(phases.attack_ships, battle), *faces)
    return before - prey.hull - sum(prey.armour)


def test_a_secondary_move_and_an_attack_take_two_endurance() -> None:
    """T-fg1: of 6, 4 are left."""
    battle = face_to_face(PDS, gap=15)
    assert "too far: 15 of 6 MU" in refusal(battle, AssignAttack("rook.HGRa", "prey")).why
    give(battle, AssignAttack("rook.HGRa", "prey", (40.0, 24.0)))
    struck(battle, 1, 1, 1, 1, 1, 1)
    one = battle.counters["rook.HGRa"]
    assert isinstance(one, Flight) and endurance(one) == 4


def test_an_attack_through_a_screen() -> None:
    """T-fa1: four craft at one screen, 4 5 6 2 and a re-roll of 5: three points and one past armour."""
    battle = face_to_face(Mount("", "screen"), PDS)
    battle.counters["rook.HGRa"] = battle.counters["rook.HGRa"].after_hits(2)
    give(battle, AssignAttack("rook.HGRa", "prey"))
    assert struck(battle, 4, 5, 6, 2, 5) == 4


def test_attack_fighters_add_one() -> None:
    """T-fa2: unscreened 3 4 5 6 are 1 1 2 2, and the natural 6 earns a die; here a 1, which with 1 more scores
    nothing."""
    battle = face_to_face(PDS, mode="attack")
    battle.counters["rook.HGRa"] = battle.counters["rook.HGRa"].after_hits(2)
    give(battle, AssignAttack("rook.HGRa", "prey"))
    assert struck(battle, 3, 4, 5, 6, 1) == 6


def test_torpedoes_are_fired_once() -> None:
    battle = face_to_face(PDS, mode="torpedo")
    give(battle, AssignAttack("rook.HGRa", "prey"))
    assert struck(battle, 4, 3, 3, 3, 3, 3, 5) == 5
    assert "has fired its torpedoes" in refusal(battle, AssignAttack("rook.HGRa", "prey")).why


def test_interceptors_attack_no_ship_and_the_tired_nobody() -> None:
    battle = face_to_face(PDS, mode="interceptor")
    assert "interceptors, which attack no ships" in refusal(battle, AssignAttack("rook.HGRa", "prey")).why
    assert interceptors({"interceptors_attack": True}) == interceptors({}), "only under the reformed rules"
    tired = face_to_face(PDS)
    flight(tired, "rook", "HGRa", (30.0, 24.0), endurance_used=6)
    assert "endurance 0 left" in refusal(tired, AssignAttack("rook.HGRa", "prey")).why
    assert phases.who_attacks(tired, "azure") == ()


# -- dogfights ---------------------------------------------------------------------------------------------------------


def met(mine: str = "standard", theirs: str = "standard", five: int = 5, four: int = 4) -> ThrustState:
    """Return two groups in contact."""
    battle = table(
        carrier("rook", "azure", (0.0, 0.0), hangar(mine)), carrier("bell", "crimson", (70.0, 40.0), hangar(theirs))
    )
    flight(battle, "rook", "HGR", (30.0, 24.0), count=five)
    flight(battle, "bell", "HGR", (30.5, 24.0), count=four)
    phases.move_screens(battle, umpire())
    return battle


def test_a_dogfight_is_simultaneous() -> None:
    """T-df1: five roll 2 2 6 4 1 and a 3, three kills; four roll 3 1 5 5, two kills: 3 against 1 are left."""
    battle = met()
    told(partial(phases.begin_defence, battle), 2, 2, 6, 4, 1, 3, 3, 1, 5, 5)
    assert (craft(battle, "rook.HGR"), craft(battle, "bell.HGR")) == (3, 1)
    assert (used(battle, "rook.HGR"), used(battle, "bell.HGR")) == (1, 1)


def test_dice_of_four_miss_heavy_fighters_and_interceptors_add_one() -> None:
    battle = met("interceptor", "heavy", 3, 3)
    told(partial(phases.begin_defence, battle), 3, 4, 1, 4, 1, 1)
    assert (craft(battle, "rook.HGR"), craft(battle, "bell.HGR")) == (2, 2), "3 is read as 4, 4 as 5"


def test_a_group_without_endurance_hits_on_six_alone() -> None:
    battle = met()
    flight(battle, "bell", "HGR", (30.5, 24.0), count=4, endurance_used=6)
    told(partial(phases.begin_defence, battle), 1, 1, 1, 1, 1, 5, 5, 5, 6)
    assert craft(battle, "rook.HGR") == 4
    assert used(battle, "bell.HGR") == 6, "and no more than it has"


def test_who_is_in_a_dogfight_does_nothing_else() -> None:
    battle = met()
    assert phases.who_attacks(battle, "azure") == ()
    assert "is in a dogfight" in refusal(battle, AssignAttack("rook.HGR", "bell")).why


@pytest.mark.parametrize(("mine", "faces"), [("standard", (4, 4, 1, 1)), ("fast", ())])
def test_leaving_contact_costs_a_free_attack_unless_one_is_faster(mine: str, faces: tuple[int, ...]) -> None:
    battle = met(mine)
    give(battle, MoveFighters("rook.HGR", (20.0, 24.0)), *faces)
    assert craft(battle, "rook.HGR") == 5 - len(faces) // 2
    assert used(battle, "bell.HGR") == 0
    phases.move_screens(battle, umpire())
    assert opponents(battle, narrow(battle.counters["rook.HGR"], Flight)) == ()


def test_kills_are_shared_evenly() -> None:
    assert split_kills({"a": 6, "b": 6, "c": 6}, 7) == {"a": 3, "b": 2, "c": 2}
    assert split_kills({"a": 1, "b": 6}, 5) == {"a": 1, "b": 4}
    assert split_kills({"a": 1, "b": 1}, 5) == {"a": 1, "b": 1}


def test_one_group_that_is_met_later_attacks_no_ship() -> None:
    """A group with a ship for its target is drawn into a dogfight by an enemy that comes to it."""
    battle = face_to_face(PDS)
    battle.ships["bell"] = carrier("bell", "crimson", (60.0, 24.0))
    flight(battle, "bell", "HGRa", (32.0, 26.0))
    give(battle, AssignAttack("rook.HGRa", "prey"))
    give(battle, AssignAttack("bell.HGRa", "rook.HGRa"))
    told(partial(phases.begin_defence, battle), *[1] * 12)
    assert battle.counters["rook.HGRa"].target == "" and struck(battle) == 0


# -- screens -----------------------------------------------------------------------------------------------------------


def screened() -> ThrustState:
    """Return a ship that a group screens, and two groups that come for it."""
    battle = face_to_face(PDS, hangar())
    flight(battle, "rook", "HGRb", (30.0, 25.0))
    flight(battle, "prey", "HGR", (36.0, 26.0))
    give(battle, MoveFighters("prey.HGR", screen="prey"))
    return battle


def test_a_group_that_screens_a_ship_moves_with_it() -> None:
    battle = screened()
    assert battle.counters["prey.HGR"].at == (35.0, 24.0)
    battle.ships["prey"].at = (33.0, 24.0)
    phases.move_screens(battle, umpire())
    assert battle.counters["prey.HGR"].at == (33.0, 24.0)


def test_screens_are_met_before_the_ship_is_attacked() -> None:
    battle = screened()
    phases.move_screens(battle, umpire())
    assert refusal(battle, AssignAttack("rook.HGRa", "prey")).rule == "full-thrust-base/7.5/screens"
    give(battle, AssignAttack("rook.HGRa", "prey.HGR"))
    give(battle, AssignAttack("rook.HGRb", "prey"))
    told(partial(phases.begin_defence, battle), *[1] * 12)
    assert battle.counters["rook.HGRb"].target == "prey"
    assert struck(battle, 4, 4, 4, 1, 1, 1) == 3


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (MoveFighters, "stay"),
        (MoveFighters, "land"),
        (MoveFighters, "screen prey"),
        (MoveFighters, "fly 31,12.5"),
        (MoveFighters, "fly -3.25,4"),
        (AssignAttack, "attack prey"),
        (AssignAttack, "attack none"),
        (AssignAttack, "fly 3,4 attack prey.HGR"),
    ],
)
def test_the_text_of_every_order_is_read_back(kind: type[Order], text: str) -> None:
    assert str(kind.parse("x", text)) == text and kind.parse("x", text.upper()) is not None
