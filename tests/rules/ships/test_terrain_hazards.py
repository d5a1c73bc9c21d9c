"""Planets, asteroids and clouds: who is met when, what it takes to get past, what it costs (full-thrust-base/6.20)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from game.board.geometry import ahead, in_degrees, nearest_course, rounded_point
from game.board.terrain import Body
from game.rules.movement.vector_flight import drift
from game.rules.ships.damage import strike
from game.rules.ships.design import Mount
from game.rules.ships.ship import Ship
from game.rules.ships.terrain_hazards import (
    WRECKED,
    avoid_number,
    clear_wrecks,
    collide,
    meetings,
    move_bodies,
    pelting,
    wrecks,
)
from game.rules.ships.thrust_state import ThrustState
from tests.support.builders import design, ship, state, umpire


def rock(at: tuple[float, float], radius: float = 2.0, key: str = "rock", **parts: Any) -> Body:
    return Body(key, "asteroid", "Old Anvil", at, radius, **parts)


def cloud(kind: str, at: tuple[float, float] = (10.0, 15.0), radius: float = 3.0) -> Body:
    return Body(kind, kind, "The Veil", at, radius)


def flying(
    velocity: int, thrust: int = 4, at: tuple[float, float] = (10.0, 10.0), key: str = "lancet", **parts: Any
) -> Ship:
    """Return a ship that has just flown straight up the table."""
    one = ship(key, at=ahead(at, 12, velocity), velocity=velocity, thrust=thrust, **parts)
    one.path = (at, ahead(at, 12, velocity / 2), one.at)
    return one


def on(table: ThrustState, *bodies: Body) -> ThrustState:
    table.table = replace(table.table, bodies=bodies)
    return table


@pytest.mark.parametrize(
    ("velocity", "thrust", "advanced", "number"),
    [
        pytest.param(9, 4, False, 5, id="T-ast1 velocity 9"),
        pytest.param(5, 4, False, 0, id="T-ast1 velocity 5"),
        pytest.param(11, 4, False, 7, id="T-ast1 velocity 11"),
        (6, 4, False, 2),
        (10, 4, False, 6),
        (40, 4, False, 7),
        (0, 0, False, 0),
        (9, 4, True, 0),
        (10, 4, True, 2),
        (15, 4, True, 7),
    ],
)
def test_what_a_ship_needs_to_miss_a_rock(velocity: int, thrust: int, advanced: bool, number: int) -> None:
    assert avoid_number(velocity, thrust, advanced) == number


def test_a_ship_that_rolls_enough_flies_on_unhurt() -> None:
    lancet = flying(9)
    table, dice = on(state(lancet), rock((10.0, 16.0))), umpire(5)
    collide(table, dice)
    (event,) = dice.log
    assert lancet.in_play and lancet.at == (10.0, 19.0)
    assert (event.kind, event.result, event.rule) == ("contact", "avoids it", "full-thrust-base/6.20/asteroids")
    assert "needs 5 or more" in event.reason and [die.face for die in event.dice] == [5]


def test_a_ship_that_fails_is_lost_where_it_met_the_rock() -> None:
    lancet = flying(9)
    table, dice = on(state(lancet), rock((10.0, 16.0))), umpire(4)
    collide(table, dice)
    contact, lost = dice.log
    assert lancet.removed_reason == "destroyed" and lost.kind == "lost"
    assert lancet.at == (10.0, 14.0) == contact.at  # two MU short of the centre
    assert lancet.path == ((10.0, 10.0), (10.0, 14.0)) == contact.path  # the corner at 14.5 was never reached
    assert contact.time == pytest.approx(4 / 9)


def test_a_corner_passed_before_the_contact_stays_on_the_drawn_path() -> None:
    lancet = flying(12)
    lancet.path = ((10.0, 10.0), (10.0, 16.0), (16.0, 16.0))
    lancet.at = (16.0, 16.0)
    table, dice = on(state(lancet), rock((16.0, 16.0))), umpire()
    collide(table, dice)
    assert lancet.path == ((10.0, 10.0), (10.0, 16.0), (14.0, 16.0))
    assert dice.log[0].time == pytest.approx(0.5 + 0.5 * 4 / 6)
    assert dice.log[0].dice == ()  # too fast: no die is rolled


def test_slow_ships_and_ships_that_miss_the_disc_roll_nothing() -> None:
    slow, clear = flying(5), flying(9, at=(30.0, 10.0), key="vesper")
    table, dice = on(state(slow, clear), rock((10.0, 14.0)), rock((32.1, 14.0), key="far")), umpire()
    collide(table, dice)
    assert slow.in_play and clear.in_play and not dice.rolls
    assert [(event.who, event.result) for event in dice.log] == [("lancet", "avoids it")]


def test_grazing_a_disc_is_meeting_it() -> None:
    assert [met.body.key for met in meetings(on(state(flying(9)), rock((12.0, 14.0))))] == ["rock"]
    assert not meetings(on(state(flying(9)), rock((12.01, 14.0))))


def test_contacts_are_settled_by_moment_then_ship_then_body() -> None:
    early, late = flying(10, at=(10.0, 12.0), key="vesper"), flying(10, at=(10.0, 10.0), key="lancet")
    table = on(state(late, early), rock((10.0, 18.0), 2.0, "b"), rock((10.0, 18.0), 2.0, "a"))
    assert [(met.ship.id, met.body.key) for met in meetings(table)] == [
        ("vesper", "a"),
        ("vesper", "b"),
        ("lancet", "a"),
        ("lancet", "b"),
    ]


def test_a_ship_lost_to_a_rock_meets_nothing_behind_it() -> None:
    lancet = flying(13)
    table, dice = on(state(lancet), rock((10.0, 13.0), 1.0), cloud("meteors", (10.0, 19.0))), umpire()
    collide(table, dice)
    assert lancet.removed_reason == "destroyed" and lancet.hull == 12 and not dice.rolls


def test_moving_rocks_move_first_and_straight_on() -> None:
    table, dice = on(state(), rock((10.0, 10.0), course=3, velocity=6), rock((0.0, 0.0), key="still")), umpire()
    move_bodies(table, dice)
    assert [body.at for body in table.table.bodies] == [(16.0, 10.0), (0.0, 0.0)]
    (event,) = dice.log
    assert event.kind == "move" and event.path == ((10.0, 10.0), (16.0, 10.0)) and event.who == "rock"


def test_a_rock_that_runs_over_a_ship_before_she_moves_meets_her_at_the_start() -> None:
    lancet = flying(9, at=(13.0, 10.0))
    table, dice = on(state(lancet), rock((6.0, 10.0), 1.0, course=3, velocity=12)), umpire(2)
    move_bodies(table, dice)
    collide(table, dice)
    assert lancet.removed_reason == "destroyed" and lancet.at == (13.0, 10.0)
    assert [(e.kind, e.time) for e in dice.log[1:2]] == [("contact", 0.0)]


def test_a_ship_may_cross_where_a_moving_rock_has_come_to_rest_but_not_end_there() -> None:
    through, ends = flying(9), flying(9, at=(10.0, 3.0), key="vesper")
    table, dice = on(state(through, ends), rock((0.0, 14.0), course=3, velocity=10)), umpire(6)
    move_bodies(table, dice)
    assert table.table.bodies[0].at == (10.0, 14.0)
    assert [(met.ship.id, met.time) for met in meetings(table)] == [("vesper", 1.0)]


def test_a_ship_at_rest_off_the_rock_s_way_is_left_alone() -> None:
    still = ship("lancet", at=(10.0, 10.0), thrust=0)
    still.path = ((10.0, 10.0), (10.0, 10.0), (10.0, 10.0))
    table, dice = on(state(still), rock((0.0, 12.01), course=3, velocity=20)), umpire()
    move_bodies(table, dice)
    assert not meetings(table)


def test_dust_hurts_only_above_velocity_12_and_armour_soaks_it() -> None:
    slow, fast = flying(12, armour=3), flying(13, key="vesper", armour=3)
    table, dice = on(state(slow, fast), cloud("dust")), umpire(6, 4)
    collide(table, dice)
    assert (slow.armour, slow.hull) == ((3,), 12)
    assert (fast.armour, fast.hull) == ((1,), 11)  # two points on armour; the re-roll goes through it
    (event,) = dice.log
    assert event.kind == "hazard" and event.rule == "full-thrust-base/6.20/dust" and event.result == "3 damage"


def test_no_screen_helps_against_dust() -> None:
    """One beam die read on the first column, whatever stands between (full-thrust-base/6.20/dust)."""
    fast = ship("lancet", at=(10.0, 23.0), velocity=13, built=design(Mount("", "screen"), Mount("", "screen"), hull=12))
    fast.path = ((10.0, 10.0), (10.0, 16.5), fast.at)
    assert fast.screen() == 2
    collide(on(state(fast), cloud("dust")), umpire(4))
    assert fast.hull == 11


def test_without_re_rolls_a_six_in_the_dust_is_two_points() -> None:
    fast = flying(13)
    collide(on(state(fast, rerolls=False), cloud("nebula")), umpire(6))
    assert fast.hull == 10


@pytest.mark.parametrize(
    ("velocity", "dice"),
    [
        pytest.param(5, 0, id="T-met1 v5"),
        pytest.param(6, 1, id="T-met1 v6"),
        pytest.param(17, 2, id="T-met1 v17"),
        (0, 0),
        (18, 3),
    ],
)
def test_dice_of_a_meteor_swarm(velocity: int, dice: int) -> None:
    assert pelting(velocity) == dice


def test_a_ship_that_goes_astern_is_struck_as_one_ahead() -> None:
    """Its velocity is written below 0, and counts as much (manoeuvres/reverse-thrust)."""
    lancet, dice = flying(-6, thrust=6, at=(10.0, 17.0)), umpire(2)
    collide(on(state(lancet), cloud("meteors")), dice)
    assert lancet.hull == 10 and dice.faces == (2,)


def test_meteors_strike_the_hull_past_armour_and_start_threshold_checks() -> None:
    lancet = flying(17, armour=5)  # hull 12: rows of three
    table, dice = on(state(lancet), cloud("meteors")), umpire(1, 2, 6)
    collide(table, dice)
    assert (lancet.armour, lancet.hull) == ((5,), 9)
    assert [event.kind for event in dice.log] == ["hazard", "damage_check"]
    assert lancet.drive_hits == 1


def test_a_cloud_hurts_once_a_turn_wherever_the_ship_turns_in_it() -> None:
    lancet = flying(7, at=(10.0, 13.0))
    lancet.path = ((10.0, 13.0), (10.0, 16.5), (10.0, 13.0))
    dice = umpire(2)
    collide(on(state(lancet), cloud("debris")), dice)
    assert len(dice.rolls) == 1 and lancet.hull == 10


# -- debris of battle --------------------------------------------------------------------------------------------------


def shot_down(points: int, mass: int = 60, **rules: object) -> tuple[ThrustState, Ship]:
    """Return a ship of 12 boxes on course 12 at velocity 8, struck by that many points."""
    one = ship("lancet", at=(10.0, 10.0), velocity=8, mass=mass)
    table = state(one, **({"battle_debris": True} | rules))
    strike(table, umpire(), one, [("hull", points)], "fire/vesper", "full-thrust-base/5.1")
    return table, one


@pytest.mark.parametrize(
    ("points", "face", "bursts"), [(13, 1, True), (13, 2, False), (15, 3, True), (15, 4, False), (30, 6, True)]
)
def test_a_ship_bursts_on_a_die_no_higher_than_the_surplus(points: int, face: int, bursts: bool) -> None:
    """Destroyed ships explode if one die is no more than the overkill (full-thrust-base/6.20/debris)."""
    table, _ = shot_down(points)
    wrecks(table, dice := umpire(face))
    assert bool(table.table.bodies) is bursts and dice.log[0].rule == "full-thrust-base/6.20/debris"
    assert dice.log[0].tone == ("bad" if bursts else "plain")
    assert ("debris" in dice.log[0].result) is bursts
    wrecks(table, umpire())  # once is all


def test_without_a_surplus_or_the_option_nothing_is_rolled() -> None:
    for table, _ in (shot_down(12), shot_down(30, battle_debris=False)):
        wrecks(table, umpire())
        assert not table.table.bodies


def test_a_ship_still_to_fire_bursts_when_she_has_gone() -> None:
    """Under simultaneous effect it is there until the phase ends (full-thrust-base/1.4)."""
    table, one = shot_down(14, fire_effect="simultaneous")
    wrecks(table, umpire())
    assert one.dies_after_phase and not table.table.bodies
    one.dies_after_phase, one.removed_reason = False, "destroyed"
    wrecks(table, umpire(2))
    assert len(table.table.bodies) == 1


@pytest.mark.parametrize(("mass", "radius"), [(44, 2.0), (45, 4.0), (90, 4.0), (91, 6.0)])
def test_debris_flies_on_for_a_turn_and_is_gone(mass: int, radius: float) -> None:
    table, _ = shot_down(30, mass)
    wrecks(table, umpire(1))
    (cloud,) = table.table.bodies
    assert (cloud.kind, cloud.at, cloud.radius, cloud.course, cloud.velocity) == ("debris", (10.0, 10.0), radius, 12, 8)
    clear_wrecks(table)
    assert table.table.bodies  # the turn in which it burst
    table.turn += 1
    move_bodies(table, umpire())
    assert table.table.bodies[0].at == (10.0, 18.0)
    table.ships["vesper"] = through = flying(13, at=(10.0, 10.0), key="vesper")
    collide(table, dice := umpire(1, 1))
    assert through.hull == 10 and dice.log[0].rule == "full-thrust-base/6.20/debris"
    clear_wrecks(table)
    assert not table.table.bodies and not WRECKED.all(table)


@pytest.mark.parametrize("heading", [101.0, 350.4])
def test_debris_of_a_ship_that_moved_by_vectors_keeps_her_heading(heading: float) -> None:
    """It drifts as it would have, not along the clock point nearest to its course (full-thrust-base/3, 6.20)."""
    table, one = shot_down(30)
    one.heading, one.course = heading, nearest_course(heading)
    wrecks(table, umpire(1))
    move_bodies(table, dice := umpire())
    dx, dy = drift(one)
    assert table.table.bodies[0].at == rounded_point((10.0 + dx, 10.0 + dy)) != (10.0, 18.0)
    assert dice.log[0].result == f"course {in_degrees(heading)}" and dice.log[0].path[-1] == table.table.bodies[0].at
