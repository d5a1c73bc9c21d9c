"""Ramming: reach, nerve, the higher die, damage to both; and how close enemies came (full-thrust-base/6.17)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from game.rules.outcome.ramming import mark_passes, passes, ram, ram_chance
from game.rules.ships.ship import Ship
from tests.support.builders import ship, state, umpire


def pair(gap: float = 2.0, hulls: tuple[int, int] = (40, 40), thrust: tuple[int, int] = (4, 4)) -> tuple[Ship, Ship]:
    a = ship("lancet", at=(10.0, 10.0), hull=hulls[0], thrust=thrust[0])
    b = ship("vesper", "crimson", (10.0, 10.0 + gap), hull=hulls[1], thrust=thrust[1])
    return a, b


def test_the_chance_at_equal_thrust() -> None:
    """T-ram1."""
    assert ram_chance(4, 4) == Fraction(5, 72) == ram_chance(0, 0)


@pytest.mark.parametrize("thrust_a", range(9))
@pytest.mark.parametrize("thrust_b", range(9))
def test_the_exact_chance_counts_what_the_rule_does(thrust_a: int, thrust_b: int) -> None:
    """Every face of the three dice, through the rule itself."""
    hits = 0
    for first in range(1, 7):
        for second in range(1, 7):
            a, b = pair(thrust=(thrust_a, thrust_b))
            dice = umpire(6, first, second, 1, 1, *[1] * 60)
            ram(state(a, b), dice, a, b)
            hits += b.hull < 40
    assert ram_chance(thrust_a, thrust_b) == Fraction(hits, 216)


def test_each_does_its_die_times_its_own_boxes_to_the_other() -> None:
    """T-ram1."""
    a, b = pair(hulls=(2, 16))
    # nerve, two dice of contact, two of damage, then the checks of the one that lives
    dice = umpire(6, 5, 4, 4, 3, 1, 1)
    ram(state(a, b), dice, a, b)
    crashes = [event.result for event in dice.log if "crashes" in event.text]
    assert crashes == ["8 damage", "48 damage"]
    assert b.hull == 8 and a.removed_reason == "destroyed"


def test_both_blows_are_reckoned_before_either_ship_is_hurt() -> None:
    a, b = pair(hulls=(10, 3))
    ram(state(a, b), umpire(6, 6, 1, 6, 2, *[1] * 20), a, b)
    assert b.removed_reason == "destroyed" and a.hull == 4  # three boxes still did 2 x 3


def test_armour_takes_a_ram_first() -> None:
    a, b = pair(hulls=(2, 16))
    b.armour = (5,)
    ram(state(a, b), umpire(6, 6, 1, 4, 1, *[1] * 20), a, b)
    assert b.armour == (0,) and b.hull == 13


def test_the_log_tells_what_each_ship_loses_by_a_ram() -> None:
    a, b = pair(hulls=(2, 16))
    b.armour = (5,)
    dice = umpire(6, 6, 1, 4, 1, *[1] * 20)
    ram(state(a, b), dice, a, b)
    lost = {event.whom: tuple(dict(event.harm).values()) for event in dice.log if "crashes" in event.text}
    assert lost == {"vesper": (3, 5), "lancet": (2, 0)}


def test_the_crew_goes_through_with_it_only_on_a_six() -> None:
    a, b = pair()
    dice = umpire(5)
    ram(state(a, b), dice, a, b)
    assert len(dice.rolls) == 1 and (a.hull, b.hull) == (40, 40) and dice.log[0].result == "shies away"


def test_a_tie_is_a_miss() -> None:
    a, b = pair(thrust=(4, 6))
    dice = umpire(6, 5, 3)
    ram(state(a, b), dice, a, b)
    assert dice.log[-1].result == "dodged" and (a.hull, b.hull) == (40, 40)


def test_a_damaged_drive_counts_as_it_is_now() -> None:
    a, b = pair(thrust=(6, 6))
    a.drive_hits = 1
    dice = umpire(6, 6, 3)
    ram(state(a, b), dice, a, b)
    assert dice.log[-1].reason == "die and thrust: 9 to 9" and dice.log[-1].result == "dodged"


def test_out_of_reach_or_out_of_control_nothing_is_rolled() -> None:
    a, b = pair(gap=2.01)
    dice = umpire()
    ram(state(a, b), dice, a, b)
    assert not dice.rolls and dice.log[0].result == "no ram"
    a, b = pair()
    a.set_timer("bridge", 2)
    ram(state(a, b), dice, a, b)
    assert not dice.rolls and dice.log[1].reason == "out of control"


def test_passing_ships_are_marked_where_and_when_they_were_closest() -> None:
    a, b = ship("lancet", at=(10.0, 20.0)), ship("vesper", "crimson", (11.0, 10.0))
    a.path, b.path = ((10.0, 10.0), (10.0, 15.0), (10.0, 20.0)), ((11.0, 20.0), (11.0, 15.0), (11.0, 10.0))
    (one,) = passes(state(a, b))
    assert (one.a, one.b, one.at) == ("lancet", "vesper", (10.5, 15.0))
    assert one.distance == pytest.approx(1.0) and one.time == pytest.approx(0.5)
    dice = umpire()
    mark_passes(state(a, b), dice)
    (event,) = dice.log
    assert (event.kind, event.at) == ("note", (10.5, 15.0)) and event.time == pytest.approx(0.5)


def test_only_enemies_in_play_within_six_count_as_passing() -> None:
    a, friend = ship("lancet", at=(10.0, 10.0)), ship("halyard", at=(10.0, 11.0))
    far, near, wreck = (
        ship(key, "crimson", at) for key, at in (("far", (16.1, 10.0)), ("near", (10.0, 4.0)), ("wreck", (9.0, 9.0)))
    )
    wreck.removed_reason = "destroyed"
    table = state(a, friend, far, near, wreck)
    assert [(one.a, one.b) for one in passes(table)] == [("lancet", "near")]
    dice = umpire()
    mark_passes(table, dice)
    assert not dice.log  # six MU is near, but no reach for a ram
