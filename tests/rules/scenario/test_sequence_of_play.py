"""The sequence of play: initiative, who may fire, what is settled before ships move (full-thrust-base/1.4, 2.7,
2.4)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from game.board.terrain import Body
from game.core.orders import Illegal
from game.core.state import Side
from game.core.umpire import Recorded, Umpire
from game.rules.combat.fire import Fire
from game.rules.movement.plot import Plot
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import ThrustState
from game.rules.turn.firing import next_to_fire, settle_losses
from game.rules.turn.initiative import roll_initiative
from game.rules.turn.side_orders import sides_writing
from game.rules.turn_order import mark_acted, next_piece, sides_in_order
from game.systems.full_thrust.system import FULL_THRUST, move_ships, open_turn
from tests.support.builders import design, ship, state, umpire
from tests.support.duel import BEAM1, FCS, PACK, PDS

ARMED = design(BEAM1, FCS)


def fleets(*counts: int, **rules: Any) -> ThrustState:
    """Return sides azure, crimson, jade … with that many armed ships each: a1, a2, c1 …"""
    names = ("azure", "crimson", "jade", "umber")[: len(counts)]
    keys = [(f"{side[0]}{n}", side) for side, many in zip(names, counts) for n in range(1, many + 1)]
    table = state(*(ship(key, side, (float(key[1]), 5.0), built=ARMED) for key, side in keys), **rules)
    table.sides = {side: Side(side, side.title(), seat) for seat, side in enumerate(names)}
    table.initiative = names
    return table


def slots(table: ThrustState) -> list[str]:
    """Return which side has each slot if everybody holds fire."""
    found = []
    while asked := next_to_fire(table):
        found.append(asked[0].side)
        Fire(asked[0].ids[0]).carry_out(table, umpire())
    return found


# -- who is asked ------------------------------------------------------------------------------------------------------


def test_ships_may_have_the_initiative_one_by_one() -> None:
    """A ship that has none comes last; a side is as early as the first of its ships."""
    table = fleets(2, 2)
    table.initiative = ("c1", "a2", "c2")
    found = []
    while asked := next_piece(table):
        found.append((asked[0].side, *asked[0].ids))
        mark_acted(table, asked[0].ids[0])
    assert found == [("crimson", "c1"), ("azure", "a2"), ("crimson", "c2"), ("azure", "a1")]
    assert sides_in_order(table) == ("crimson", "azure")


def test_of_ships_that_act_one_by_one_none_is_asked_after_the_first_that_may() -> None:
    table, tried = fleets(2, 2), list[str]()
    table.initiative = ("c1", "a2", "c2", "a1")
    table.ships["c1"].removed_reason = "destroyed"

    def may(one: Ship) -> bool:
        tried.append(one.id)
        return one.id == "c2"

    assert [asked.ids for asked in next_piece(table, may)] == [("c2",)] and tried == ["a2", "c2"]
    assert next_piece(table, lambda one: False) == ()


# -- initiative --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("faces", "order"),
    [
        ((6, 3, 1), "azure crimson jade"),
        ((1, 3, 6), "jade crimson azure"),
        ((4, 4, 6, 1, 2), "jade crimson azure"),  # the two that tie for second roll again
        ((5, 2, 5, 3, 3, 1, 4), "jade azure crimson"),  # and again
        ((2, 2, 2, 6, 1, 6, 1, 2), "jade azure crimson"),
    ],
)
def test_initiative_of_three_sides(faces: tuple[int, ...], order: str) -> None:
    """High has it, the rest follow in order, those that tie roll again among themselves
    (full-thrust-base/1.4/initiative)."""
    table, dice = fleets(1, 1, 1), umpire(*faces, phase=2)
    roll_initiative(table, dice)
    assert " ".join(table.initiative) == order and dice.faces == faces
    assert len({roll.label for roll in dice.rolls}) == len(faces)
    assert {line.rule for line in dice.log} == {"full-thrust-base/1.4/initiative"}


def test_a_side_without_ships_rolls_no_die() -> None:
    table = fleets(1, 1, 1)
    table.ships["c1"].removed_reason = "destroyed"
    roll_initiative(table, dice := umpire(2, 5))
    assert table.initiative == ("jade", "azure") and len(dice.rolls) == 2


def test_with_every_ship_away_the_turn_still_opens() -> None:
    table = fleets(1, 1)
    for one in table.ships.values():
        one.removed_reason = "away"
    roll_initiative(table, umpire(2, 5))
    assert table.initiative == ("crimson", "azure")


# -- who fires ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("counts", "order"),
    [((2, 3), "a c a c c"), ((1, 1), "a c"), ((3, 1), "a c a a"), ((2, 1, 3), "a c j a j j"), ((1, 0, 2), "a j j")],
)
def test_sides_alternate_ship_by_ship(counts: tuple[int, ...], order: str) -> None:
    """T-seq1: with two ships against three A, B, A, B, B; and so on for three sides."""
    assert " ".join(side[0] for side in slots(fleets(*counts))) == order


@pytest.mark.parametrize(
    ("spoil", "asked"),
    [
        (lambda one: None, True),
        (lambda one: one.lost.add("B1"), False),  # no gun that works
        (lambda one: one.killed.add("B1"), False),
        (lambda one: one.lost.add("FCS"), False),  # nothing guides the gun
        (lambda one: one.set_timer("bridge", 2), False),
        (lambda one: setattr(one, "dies_after_phase", True), True),  # simultaneous effect: destroyed, and still fires
        (lambda one: setattr(one, "removed_reason", "struck"), False),
    ],
)
def test_only_ships_with_something_to_decide_are_asked(spoil: Any, asked: bool) -> None:
    table = fleets(2, 1)
    spoil(table.ships["a1"])
    assert ("a1" in next_to_fire(table)[0].ids) is asked
    assert slots(table) == (["azure", "crimson", "azure"] if asked else ["azure", "crimson"])


def test_merchants_and_empty_packs_are_passed_over_but_a_gun_that_bears_on_nobody_is_not() -> None:
    far = ship("far", at=(70.0, 45.0), built=design(BEAM1, FCS))
    merchant, empty = ship("merchant", built=design(PDS, FCS)), ship("empty", built=design(PACK, FCS))
    empty.spent.add("SMP")
    table = state(merchant, empty, far, ship("vesper", "crimson", (0.0, 5.0), built=ARMED))
    assert [prompt.ids for prompt in next_to_fire(table)] == [("far",)]


def test_a_ship_destroyed_before_her_slot_is_silent_or_by_option_still_fires() -> None:
    for effect, order in (("at_once", ["azure"]), ("simultaneous", ["azure", "crimson"])):
        table = fleets(1, 1, fire_effect=effect)
        victim: Ship = table.ships["c1"]
        victim.hull = 1
        dice = umpire(4)
        Fire.parse("a1", "fire B1>c1").check(table)
        Fire.parse("a1", "fire B1>c1").carry_out(table, dice)
        assert (victim.removed_reason, victim.dies_after_phase) == (
            ("destroyed", False) if effect == "at_once" else ("", True)
        )
        assert ["azure", *slots(table)] == order
        with pytest.raises(Illegal, match="out of the battle"):
            Fire.parse("a1", "fire B1>c1").check(replaced(table))
        settle_losses(table, umpire())
        assert (victim.removed_reason, victim.dies_after_phase) == ("destroyed", False)


def replaced(table: ThrustState) -> ThrustState:
    """Return the same with nobody having fired."""
    table = table.copy()
    table.acted.clear()
    return table


# -- before ships move -------------------------------------------------------------------------------------------------


def flown(table: ThrustState, **orders: str) -> ThrustState:
    for key, text in orders.items():
        Plot.parse(key, text).carry_out(table, umpire())
    move_ships(table, Umpire(Recorded(()), 1, 5))
    return table


def test_a_new_turn_begins_with_cold_drives() -> None:
    """Thrust of last turn does not close the aft arc of this one (full-thrust-base/4.4)."""
    table = flown(fleets(1, 1), a1="+1")
    assert table.ships["a1"].thrust_used
    open_turn(table, umpire(phase=1))
    assert not table.ships["a1"].thrust_used


@pytest.mark.parametrize(
    ("velocity", "order", "used", "turned"),
    [
        (6, "0", False, False),
        (6, "+1", True, False),
        (6, "P1", True, True),
        (6, "ROLL", True, False),
        (0, "S5", False, False),
        (0, "S1+1", True, True),
    ],
)
def test_what_counts_as_use_of_the_main_drive(velocity: int, order: str, used: bool, turned: bool) -> None:
    """Speed, turns and a roll do, a coast and a spin at rest do not (full-thrust-base/2.3, 2.5)."""
    one = ship(at=(30.0, 30.0), velocity=velocity, thrust=6)
    flown(state(one), lancet=order)
    assert (one.thrust_used, one.turned) == (used, turned)


@pytest.mark.parametrize("order", ["-5", "P1-3", "S2+2", "ROLL P1", "0"])
@pytest.mark.parametrize("leader_first", [True, False])
def test_a_squadron_flies_as_one_whoever_moves_first(order: str, leader_first: bool) -> None:
    """All orders are settled before any ship moves: formation and speed are kept (full-thrust-base/2.7)."""
    lead, wing = (
        ship("lancet", at=(30.0, 20.0), velocity=6, thrust=6),
        ship("plover", at=(33.0, 18.0), velocity=6, thrust=6),
    )
    table = state(*((lead, wing) if leader_first else (wing, lead)), squadrons=True)
    flown(table, lancet=order, plover="WITH lancet")
    assert (wing.velocity, wing.course, wing.inverted) == (lead.velocity, lead.course, lead.inverted)
    assert (wing.at[0] - lead.at[0], wing.at[1] - lead.at[1]) == pytest.approx((3.0, -2.0), abs=0.002)


@pytest.mark.parametrize(("habit", "speed"), [("straight", 6), ("clip", 6 + 3)])
def test_where_the_leader_cannot_fly_her_order_the_squadron_does_as_she_does(habit: str, speed: int) -> None:
    """One order for all: what the leader's drive makes of it, not what the follower's could (1.3, 2.7)."""
    lead = ship("lancet", at=(30.0, 20.0), velocity=6, thrust=4)
    wing = ship("plover", at=(33.0, 18.0), velocity=6, thrust=8)
    flown(state(lead, wing, squadrons=True, illegal_order=habit), lancet="P3+3", plover="WITH lancet")
    assert (lead.velocity, wing.velocity) == (speed, speed) and lead.course == wing.course


def test_a_ship_that_can_only_drift_lacks_no_order() -> None:
    """It may be given one (0), but nobody waits for it (full-thrust-base/2.1, 5.4)."""
    table = fleets(3, 1)
    table.ships["a1"].drive_hits = 2
    table.ships["a2"].set_timer("bridge", 1)
    azure, crimson = sides_writing(table)
    assert (azure.ids, azure.waiting, crimson.waiting) == (("a1", "a2", "a3"), ("a3",), ("c1",))
    Plot("a1").check(table)
    Plot("a3").carry_out(table, umpire())
    assert sides_writing(table)[0].waiting == ()


def test_drifting_hulks_move_before_other_ships() -> None:
    """Thrust 0 drifts first (full-thrust-base/2.1)."""
    table = fleets(2, 1)
    table.ships["c1"].drive_hits = 2
    dice = umpire(phase=5)
    move_ships(table, dice)
    assert [line.who for line in dice.log if line.kind == "move"] == ["c1", "a1", "a2"]


def test_rocks_move_before_ships() -> None:
    """So one that was in the way of the move has gone, and one that comes meets it where it begins (1.4, phase 5)."""
    table = fleets(1, 0)
    one = table.ships["a1"]
    one.at, one.course, one.velocity = (30.0, 20.0), 12, 8
    gone = Body("gone", "asteroid", "Gone", (30.0, 25.0), 2.0, 3, 12)
    coming = Body("coming", "asteroid", "Coming", (20.0, 20.0), 1.0, 3, 9)
    table.table = replace(table.table, bodies=(gone, coming))
    dice = umpire(1, phase=5)
    move_ships(table, dice)
    assert [body.at for body in table.table.bodies] == [(42.0, 25.0), (29.0, 20.0)]
    assert [line.who for line in dice.log if line.kind == "move"] == ["gone", "coming", "a1"]
    assert [(line.whom, line.time) for line in dice.log if line.kind == "contact"] == [("coming", 0.0)]


def test_an_order_that_cannot_be_flown_is_told_with_its_rule() -> None:
    one = ship(at=(30.0, 30.0), velocity=8, thrust=4)
    table = state(one, illegal_order="clip")
    table.sealed["lancet"] = Plot.parse("lancet", "P3+3")
    dice = umpire(phase=5)
    move_ships(table, dice)
    assert dice.log[0].rule == "full-thrust-base/1.3/illegal-orders"
    assert dice.log[0].reason == "“P3+3” cannot be flown: P1+3" and one.velocity == 11


def test_phases_have_the_printed_numbers_and_pages() -> None:
    rows = [(row.number, row.rule.removeprefix("full-thrust-base/")) for row in FULL_THRUST.phases]
    assert list(dict.fromkeys(number for number, _ in rows)) == list(range(1, 11))
    assert {(2, "1.4/initiative"), (5, "2.2"), (5, "6.19"), (9, "1.4/firing"), (10, "9.7"), (10, "5.5")} <= set(rows)
