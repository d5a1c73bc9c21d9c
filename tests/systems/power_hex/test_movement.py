"""Turn table, turns, pivots, slides, gravitic drives (power/4)."""

from __future__ import annotations

from math import ceil

import pytest

from game.board.hexes import STEPS, disc, length, plus, step
from game.systems.power_hex.movement.plan import MovePlan, budget, fault, fly, wait_of, zigs
from game.systems.power_hex.movement.turn_table import cells, delay, row_a, row_b
from game.systems.power_hex.movement.vectors import parts, steps, turned
from tests.systems.power_hex.fleet import design, house, ship

H = house()


def test_speed_for_thrust() -> None:
    label = "PH-4.1"
    sound, hurt = ship("bastion", speed=6), ship("bastion", speed=6, lost={"engine": 2})
    assert fault(sound, MovePlan(burn=4), H) is None and fault(sound, MovePlan(burn=5), H), label
    assert fault(hurt, MovePlan(burn=3), H) is None and fault(hurt, MovePlan(burn=4), H), label
    assert budget(hurt, MovePlan(burn=3), H).left == 1, label


def test_printed_rows_of_the_turn_table() -> None:
    one = design("bastion")
    assert [row_a(one, s) for s in range(1, 13)] == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6]
    assert [row_b(one, s) for s in range(1, 13)] == [2, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7]
    assert cells(one, 7, 3) == (4, 5, 5, 6) and cells(one, 6, 3) == (3, 4, 4, 5)
    assert (delay(one, 6, 0), delay(one, 7, 3), delay(one, 6, 3)) == (3, 6, 5)


EVERY = (
    "bastion",
    "citadel",
    "marlin",
    "warden",
    "halberd",
    "gadfly",
    "helix",
    "mandala",
    "sliver",
    "shard",
    "prism",
    "mote",
)


@pytest.mark.parametrize("key", EVERY)
def test_the_turn_table_by_a_second_derivation(key: str) -> None:
    """By slopes alone, cell by cell with its own arithmetic, and for a slope of a half by the closed form."""
    one = design(key)
    rise, run = one.slope

    def a(speed: int) -> int:
        return one.delay[speed - 1] if 0 < speed <= len(one.delay) else max(1, ceil(speed * rise / run))

    for speed in range(1, 25):
        worst = 0
        for z in range(25):
            worst = max(worst, a(speed + z) if z % 2 == 0 else (a(speed + z - 1) if speed + z > 1 else 1) + 1)
            assert delay(one, speed, z) == worst
            if one.slope == (1, 2):
                assert delay(one, speed, z) == a(speed) + ceil(z / 2)


def test_turns_answer_where_the_table_says() -> None:
    label = "PH-4.3"
    one = ship("bastion", speed=6)
    steady = fly(one, MovePlan(turns=((0, 1), (3, 1))), H)
    assert (steady.wait, [n for n, _ in steady.answers], steady.towards) == (3, [3, 6], 2), label
    faster = fly(one, MovePlan(burn=1, turns=((0, 1),)), H)
    assert (faster.wait, faster.answers, len(faster.cells)) == (6, ((6, 1),), 7), label
    slower = fly(one, MovePlan(burn=-1, turns=((0, 1),)), H)
    assert (slower.wait, slower.answers, len(slower.cells)) == (5, ((5, 1),), 5), label
    late = MovePlan(burn=4, turns=((0, 1),))
    assert wait_of(one, MovePlan(burn=4), H) == 11 and fault(one, late, house(turn_carry=False)), label
    carried = fly(one, MovePlan(burn=4, turns=((0, 1),)), H)
    assert carried.answers == () and carried.carried == (10, 1), label


def test_a_turn_that_was_carried_answers_in_the_next_round_or_is_given_up() -> None:
    one = ship("bastion", speed=6, carried=(2, -1))
    assert fly(one, MovePlan(), H).answers == ((1, -1),)
    assert fly(one, MovePlan(cancel=True), H).answers == ()
    assert fault(one, MovePlan(turns=((0, 1),)), H) and fault(one, MovePlan(turns=((1, 1),)), H) is None


def test_slides() -> None:
    label = "PH-4.5"
    one = ship("bastion", speed=6)
    out = MovePlan(burn=2, pivots=(1,), first=1)
    assert budget(one, out, H).after_pivots == 8 and fault(one, MovePlan(burn=3, pivots=(1,), first=1), H), label
    slid = fly(one, out, H)
    assert (slid.vector, length(slid.vector), slid.swings, slid.towards) == ((2, -8), 8, ((2, 1),), 1), label
    assert slid.cells[-1] == (2, -8) and slid.slid == 2 and slid.bows[:3] == (0, 1, 1), label
    back = MovePlan(burn=1, pivots=(1, -1), first=1)
    assert budget(one, back, H).after_pivots == 4 and fault(one, back, H) is None, label
    assert fault(one, MovePlan(burn=2, pivots=(1, -1), first=1), H) and fly(one, back, H).towards == 0, label
    wide = MovePlan(burn=1, pivots=(2,), first=1)
    assert budget(one, wide, H).after_pivots == 4 and fly(one, wide, H).vector == (1, -6), label
    assert length(fly(one, wide, H).vector) == 6 and fly(one, wide, H).cells[-1] == (1, -6), label
    again = ship("bastion", vector=(2, -8), facing=4)
    assert fly(again, MovePlan(burn=2), H).vector == (0, -6), label


def test_lost_sides_delay_turns() -> None:
    label = "PH-9"
    # three rows of thrusters are gone too
    assert wait_of(ship("bastion", speed=6, lost={"port": 44}), MovePlan(), H) == 6, label
    assert delay(design("bastion"), 6, 2) == 4 and delay(design("bastion"), 6, 4) == 5, label


def test_turning_round_without_retro() -> None:
    label = "PH-13.4"
    one = ship("citadel", speed=5)
    assert fault(one, MovePlan(burn=-1), H) and budget(one, MovePlan(pivots=(3,)), H).after_pivots == 0, label
    first = fly(one, MovePlan(pivots=(3,)), H)
    assert (first.vector, first.towards) == ((0, -5), 3), label
    one = ship("citadel", speed=5, facing=3)
    assert fault(one, MovePlan(burn=4), H) and fault(one, MovePlan(burn=3), H) is None, label
    second = fly(one, MovePlan(burn=3), H)
    assert (second.vector, second.towards) == ((0, -2), 3), label
    third = fly(ship("citadel", speed=2, facing=3), MovePlan(burn=3), H)
    assert (third.vector, third.towards) == ((0, 1), 3), label


def test_a_gravitic_drive_slides_without_pivoting() -> None:
    label = "PH-13.5"
    one = ship("helix", speed=6, facing=1)
    plan = MovePlan(burn=2, towards=2)
    assert fault(one, plan, H) is None and zigs(one, plan, H) == 6, label
    assert fly(one, plan, H).vector == (2, -6) and delay(design("helix"), 6, 6) == 6, label


def test_a_delay_never_shrinks() -> None:
    label = "PH-13.6"
    marlin = design("marlin")
    assert cells(marlin, 4, 2) == (2, 3, 2) and delay(marlin, 4, 2) == 3 and delay(marlin, 4, 2, monotone=False) == 2, (
        label
    )


def test_coasting() -> None:
    label = "PH-13.8"
    for vector in ((4, 0), (2, -8)):
        for gone in ({}, {"engine": 14, "thr_f": 15, "thr_p": 12, "thr_s": 12, "thr_a": 24}):
            one = ship("bastion", vector=vector, lost=dict(gone))
            first = fly(one, MovePlan(), H)
            one.vector = first.vector
            assert first.vector == vector and len(first.cells) == length(vector) == len(
                fly(one, MovePlan(), H).cells
            ), label


def test_a_dead_drive_still_pivots() -> None:
    label = "PH-13.9"
    one = ship("bastion", speed=6, lost={"engine": 14})
    assert one.thrust() == 0 and fault(one, MovePlan(turns=((0, 1),)), H), label
    way = fly(one, MovePlan(pivots=(2,)), H)
    assert way.swings == ((4, 2),) and way.towards == 2 and way.vector == (0, -6), label


def test_retro_thrust() -> None:
    label = "PH-13.12"
    one = ship("bastion", speed=6)
    assert budget(one, MovePlan(burn=-1), H).burn == 3 and fly(one, MovePlan(burn=-1), H).towards == 0, label
    assert fly(one, MovePlan(burn=-1), H).vector == (0, -5), label
    assert fault(ship("citadel", speed=5), MovePlan(burn=-1), H), label


def test_thruster_rows() -> None:
    label = "PH-13.17"
    one = ship("bastion", speed=6, lost={"thr_a": 9})
    assert one.thrust() == 10 and fault(one, MovePlan(burn=4), H) and fault(one, MovePlan(burn=3), H) is None, label
    assert wait_of(one, MovePlan(), H) == 4, label
    assert ship("bastion", lost={"sensors": 4}).sensor_loss() == 1, label
    assert ship("helix", lost={"shield": 4}).shield() == 0 and ship("bastion", lost={"reactor": 3}).output == 17, label
    assert ship("bastion", lost={"engine": 2}).thrust() == 10, label


def test_command_rows() -> None:
    label = "PH-10"
    assert ship("bastion", lost={"cnc": 9}).bonus() == 6 - 4, label
    assert ship("bastion", lost={"cnc": 16}).commanded is False, label


def test_jamming_of_lost_sides() -> None:
    label = "PH-13.18"
    for kind, left in (("mandala", (4, 2, 0)), ("helix", (3, 1, 0))):
        sides = [{}, {"port": 99}, {"port": 99, "aft": 99}]
        assert tuple(ship(kind, lost=lost).jam for lost in sides) == left, label


def test_a_gravitic_drive_turns_while_it_faces_any_way() -> None:
    label = "PH-13.22"
    one = ship("helix", speed=6, facing=3)
    way = fly(one, MovePlan(turns=((0, 1),)), H)
    assert (way.wait, way.answers, way.vector, way.towards) == (3, ((3, 1),), (6, -6), 4), label
    assert fly(one, MovePlan(turns=((0, 1),), hold=True), H).towards == 3, label
    assert (
        wait_of(one, MovePlan(burn=1, towards=0), H) == 6 and budget(one, MovePlan(burn=1, towards=0), H).burn == 3
    ), label


def test_every_vector_is_walked_to_its_end_by_two_rows() -> None:
    for vector in disc((0, 0), 12):
        here, ways = (0, 0), steps(vector)
        for way in ways:
            here = plus(here, STEPS[way])
        assert here == vector and len(ways) == length(vector) and len(set(ways)) <= 2
        assert sum(n for _, n in parts(vector)) == len(ways)
        assert all(length(turned(vector, hand)) == length(vector) for hand in (-1, 1))


def test_a_straight_vector_has_one_row() -> None:
    for towards in range(6):
        assert set(steps(step((0, 0), towards, 7))) == {towards}
