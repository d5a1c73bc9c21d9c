"""Core systems: what the loss of bridge, life support or power core sets going, and what stops it
(full-thrust-base/5.4)."""

from __future__ import annotations

import pytest

from game.rules.hex.helm import helmless
from game.rules.ships.damage import knock_out, strike
from game.rules.ships.damage_control import Repair, end_of_turn, start_of_turn
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import ThrustState
from tests.rules.ships.test_damage_control import hurt
from tests.support.builders import state, umpire


def lose(one: Ship, key: str, *faces: int, **rules: object) -> ThrustState:
    table = state(one, core_systems=True, **rules)
    mount = one.design.mount(key)
    assert mount is not None
    knock_out(table, umpire(*faces), one, mount)
    return table


def play(table: ThrustState, *faces: int) -> None:
    """Play from one turn's repairs to the next turn's orders."""
    end_of_turn(table, umpire(*faces))
    table.turn += 1
    start_of_turn(table, umpire(*faces))


def test_a_ship_without_a_bridge_is_out_of_control_for_as_many_turns_as_the_die_says() -> None:
    one = hurt()
    table = lose(one, "BRIDGE", 2)
    assert helmless(one)
    seen, clocks = [], []
    for _ in range(3):
        play(table)
        seen.append(helmless(one))
        clocks.append(one.timer("bridge"))
    assert seen == [True, True, False]  # the two turns after the loss
    assert clocks == [2, 1, None]
    assert type(one.status_flags) is frozenset  # copies of a state share it
    assert one.works("BRIDGE")


def test_the_later_editions_six_is_for_good_but_can_be_mended() -> None:
    one = hurt()
    table = lose(one, "BRIDGE", 6, bridge="for_good")
    for _ in range(12):
        play(table)
    assert helmless(one)
    Repair("lancet", (("BRIDGE", 3),)).carry_out(table, umpire(4))
    assert not helmless(one) and one.works("BRIDGE")


@pytest.mark.parametrize(("face", "rule"), [(5, "for_good"), (6, "turns")])
def test_any_other_face_and_any_face_of_the_usual_rule_runs_down(face: int, rule: str) -> None:
    one = hurt()
    table = lose(one, "BRIDGE", face, bridge=rule)
    for _ in range(face):
        play(table)
        assert helmless(one)
    play(table)
    assert not helmless(one)


def test_repairing_life_support_stops_its_clock() -> None:
    one = hurt()
    table = lose(one, "LIFE", 1)
    play(table)
    Repair("lancet", (("LIFE", 1),)).carry_out(table, umpire(6))
    play(table)
    play(table)
    assert one.in_play and not one.timers


@pytest.mark.parametrize("turns", [1, 3])
def test_the_crew_leaves_when_the_clock_of_life_support_has_run_out(turns: int) -> None:
    one = hurt()
    table = lose(one, "LIFE", turns)
    for _ in range(turns):
        play(table)
        assert one.in_play
    end_of_turn(table, dice := umpire())  # after that turn's repairs
    assert one.removed_reason == "abandoned" and dice.log[-1].rule == "full-thrust-base/5.4/life-support"


@pytest.mark.parametrize(("face", "fate"), [(4, ""), (5, "destroyed"), (6, "destroyed")])
def test_a_damaged_power_core_explodes_on_five_or_six_as_a_turn_starts(face: int, fate: str) -> None:
    one = hurt()
    table = lose(one, "CORE")
    end_of_turn(table, umpire())  # no die at the end of the turn: there are none to roll
    start_of_turn(table, dice := umpire(face))
    assert one.removed_reason == fate and [roll.label for roll in dice.rolls] == ["T1.9/core/lancet/explosion"]


def test_by_option_the_power_core_rolls_at_the_end_of_the_turn_after_repairs() -> None:
    one = hurt()
    table = lose(one, "CORE", core_explosion="end")
    start_of_turn(table, umpire())
    end_of_turn(table, umpire(4))
    assert one.in_play
    Repair("lancet", (("CORE", 1),)).carry_out(table, umpire(6))
    end_of_turn(table, umpire())
    assert one.in_play


def test_wrecks_have_no_clocks() -> None:
    one = hurt()
    table = lose(one, "CORE")
    one.removed_reason = "struck"
    start_of_turn(table, umpire())


def test_a_ship_lost_otherwise_is_not_abandoned_as_well() -> None:
    one = hurt()
    table = lose(one, "LIFE", 1)
    strike(table, umpire(), one, [("hull", 99)], "test", "full-thrust-base/5.1")
    play(table)
    play(table)
    assert one.removed_reason == "destroyed"


def test_every_step_of_the_later_clock_names_its_own_rule() -> None:
    """A bridge that answers again, a core that fails: F1 opens the page of that system (full-thrust-base/5.4)."""
    one, dice = hurt(), umpire(1)
    table = state(one, core_systems=True)
    for key, page in (("BRIDGE", "bridge"), ("CORE", "power-core")):
        mount = one.design.mount(key)
        assert mount is not None
        knock_out(table, dice, one, mount)
        assert dice.log[-1].rule == f"full-thrust-base/5.4/{page}"
    assert dice.log[0].result == "for 1 turn"
    life = one.design.mount("LIFE")
    assert life is not None
    knock_out(table, told := umpire(2), one, life)
    assert told.log[-1].result == "after 2 turns" and told.log[-1].rule == "full-thrust-base/5.4/life-support"
