"""Damage to ships: armour, overflow, raking, destroyed systems and lost sides; criticals (power/8.4, 8.5, 9, 11)."""

from __future__ import annotations

import pytest

from game.systems.power_hex.combat.criticals import DAMAGED, check_criticals, critical_chance
from game.systems.power_hex.combat.damage import destroyed, packets, side_lost, through
from game.systems.power_hex.combat.strike import Strike, strike
from game.systems.power_hex.gunnery.bearing import penalty_of
from game.systems.power_hex.ships.ship import PowerShip
from tests.systems.power_hex.ships_in_space import in_space, lose, rolled, ship


def hit(one: PowerShip, kind: str, points: int, *faces: int, side: str = "fore", raking: bool = False, pulses: int = 0) -> None:
    """Land one shot on a side, with the faces of the d20s that it rolls."""
    state = in_space(one)
    row = (points,) * pulses if pulses else packets(points, raking)
    rolled(lambda dice: strike(state, dice, one, side, Strike("foe", "foe/gun", kind, row, raking)), *faces)


def test_plasma_on_a_lance() -> None:
    label, one = "PH-8.5.1", ship("bastion")
    hit(one, "plasma", 27, 4)
    assert one.boxes_left("lance_1") == 0 and one.structure_left("fore") == 21, label


def test_matter_kills_a_side_and_goes_on() -> None:
    label, one = "PH-8.5.2", lose(ship("bastion"), fore=35)
    hit(one, "matter", 22, 8, 14)
    assert one.structure_left("fore") == 0 and one.boxes_left("engine") == 0 and one.structure_left("primary") == 33, label
    assert one.signature == 10 and len(one.lost_sides) == 1, label
    assert one.boxes_left("lance_1") == one.boxes_left("thr_f") == 0


def test_fire_at_a_lost_side() -> None:
    label, one = "PH-8.5.3", lose(ship("bastion"), fore=40, engine=14)
    hit(one, "particle", 15, 14, 11)
    assert one.boxes_left("sensors") == 2 and one.structure_left("primary") == 36, label
    hit(one, "plasma", 15, 1)
    assert one.structure_left("primary") == 36 - 14
    hit(one, "matter", 6, 1)
    assert one.structure_left("primary") == 36 - 20


def test_raking_fire() -> None:
    label, one = "PH-8.5.4", ship("bastion")
    hit(one, "laser", 26, 8, 18, 1, raking=True)
    assert one.structure_left("fore") == 40 - 16 and one.boxes_left("thr_f") == 13, label


def test_raking_meets_the_armour_of_a_lost_side_once() -> None:
    one = lose(ship("bastion"), fore=40)
    hit(one, "laser", 26, 1, 8, 8, raking=True)
    assert one.structure_left("primary") == 36 - 24


def test_raking_armour_by_house_rule() -> None:
    one = ship("bastion")
    state = in_space(one, raking_armour_once=False)
    blow = Strike("foe", "foe/gun", "laser", packets(26, True), True)
    rolled(lambda dice: strike(state, dice, one, "fore", blow), 8, 8, 8)
    assert one.structure_left("fore") == 40 - 6 - 6 - 2


def test_a_destroyed_system_is_passed() -> None:
    label, one = "PH-13.15", lose(ship("bastion"), lance_1=6, engine=14)
    hit(one, "particle", 10, 4)
    assert one.structure_left("fore") == 32, label
    hit(one, "particle", 9, 19, 14)
    assert one.structure_left("primary") == 29, label


@pytest.mark.parametrize(("kind", "points", "left"), [("particle", 15, 8), ("plasma", 15, 6), ("matter", 15, 5)])
def test_armour_by_kind(kind: str, points: int, left: int) -> None:
    one = ship("marlin")
    hit(one, kind, points, 10)
    assert one.structure_left("fore") == left, "PH-13.16"


def test_a_pulse_on_a_shielded_ship() -> None:
    label, one = "PH-13.7", ship("helix")
    assert through(13, 3, "pulse", 1) == 9, label
    hit(one, "pulse", 13, 10, pulses=1)
    assert one.structure_left("fore") == 34 - 9, label


def test_pulses_roll_their_own_places() -> None:
    one = ship("bastion")
    hit(one, "pulse", 9, 8, 4, 20, 1, pulses=3)
    assert one.structure_left("fore") == 35 and one.boxes_left("lance_1") == 1 and one.structure_left("primary") == 32


def test_overflow_rolls_destroyed_systems_again() -> None:
    one = lose(ship("bastion"), fore=35, engine=14)
    hit(one, "matter", 10, 8, 15, 14, 20)
    assert one.boxes_left("cnc") == 11


def test_a_ship_without_primary_structure_is_destroyed() -> None:
    one = lose(ship("bastion"), primary=33)
    hit(one, "matter", 10, 19, 1, pulses=0)
    assert destroyed(one) and one.removed_reason == "destroyed"


def test_nothing_gets_through_armour() -> None:
    one = ship("bastion")
    hit(one, "particle", 4, 8)
    assert not one.damage.get("fore") and not side_lost(one, "fore")


# -- criticals -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("face", "works"), [(1, True), (3, True), (4, False), (10, False)])
def test_a_damaged_weapon_may_fail(face: int, works: bool) -> None:
    label, one = "PH-11", ship("bastion")
    hit(one, "matter", 3, 4)
    state = in_space(one)
    DAMAGED.set(state, one.id, frozenset({"lance_1"}))
    rolled(lambda dice: check_criticals(state, dice), face)
    assert ("lance_1" not in one.out) == works, label
    assert critical_chance(3) == pytest.approx(0.7), label
    rolled(lambda dice: check_criticals(state, dice))


def test_only_weapons_that_were_damaged_are_checked() -> None:
    one = ship("bastion")
    state = in_space(one)
    rolled(lambda dice: strike(state, dice, one, "fore", Strike("foe", "x", "matter", (2,))), 4)
    rolled(lambda dice: strike(state, dice, one, "fore", Strike("foe", "x", "matter", (2,))), 1)
    rolled(lambda dice: strike(state, dice, one, "fore", Strike("foe", "x", "matter", (6,))), 6)
    assert DAMAGED.of(state, one.id) == {"lance_1", "lance_2"}
    rolled(lambda dice: check_criticals(state, dice), 4)
    assert not one.out


def test_losses_that_spoil_the_aim() -> None:
    label, one = "PH-13.17", lose(ship("bastion"), sensors=4)
    assert penalty_of(one) == 1, label
    assert lose(ship("helix"), shield_gen=4).shield == 0, label
    assert penalty_of(lose(ship("bastion"), sensors=15)) == 13
    assert penalty_of(lose(ship("bastion"), cnc=16)) == 4 and penalty_of(lose(ship("bastion"), cnc=16), direct=False) == 0
