"""The geometry all rules share, and the fire arcs against two other ways of telling them."""

import math
import random

import pytest

from game.board.geometry import (
    ARCS,
    DECIMALS,
    QUARTERS,
    TOLERANCE,
    Point,
    ahead,
    arcs_from,
    bearing,
    clock,
    in_thousandths,
    mirrored,
    relative,
    rounded_point,
    span,
    within,
)

ORIGIN = (0.0, 0.0)
HALF, ROOT = 0.5, math.sqrt(3) / 2
UNITS = {
    12: (0, 1), 1: (HALF, ROOT), 2: (ROOT, HALF), 3: (1, 0), 4: (ROOT, -HALF), 5: (HALF, -ROOT),
    6: (0, -1), 7: (-HALF, -ROOT), 8: (-ROOT, -HALF), 9: (-1, 0), 10: (-ROOT, HALF), 11: (-HALF, ROOT),
}  # fmt: skip


def seen(firer: Point, facing: int, target: Point, names: tuple[str, ...] = ARCS) -> tuple[str, ...]:
    return arcs_from(firer, facing, target, names)


def half_planes(firer: Point, facing: int, target: Point, names: tuple[str, ...] = ARCS) -> set[str]:
    """Every arc the target lies in, by the sides of its two edges the target is on: no angle is ever computed."""
    x, y = target[0] - firer[0], target[1] - firer[1]
    found = set[str]()
    for index, name in enumerate(names):
        width = 360 / len(names)
        low, high = (math.radians(30 * facing + width * (index + side)) for side in (-0.5, 0.5))
        right_of_low = math.cos(low) * x - math.sin(low) * y
        left_of_high = math.sin(high) * y - math.cos(high) * x
        if right_of_low >= -TOLERANCE and left_of_high >= -TOLERANCE:
            found.add(name)
    return found


@pytest.mark.parametrize("course", range(1, 13))
def test_courses_are_exact_unit_vectors(course: int) -> None:
    x, y = ahead(ORIGIN, course, 1)
    assert (x, y) == pytest.approx(UNITS[course], abs=2e-15)
    assert ahead(ahead(ORIGIN, course, 7), clock(course + 6), 7) == pytest.approx(ORIGIN, abs=1e-12)
    assert bearing(ORIGIN, (x, y)) == pytest.approx(30 * (course % 12), abs=1e-9)


def test_axes_and_halves_have_no_noise() -> None:
    assert ahead(ORIGIN, 12, 8) == (0.0, 8.0)
    assert ahead(ORIGIN, 3, 8) == (8.0, 0.0)
    assert ahead(ORIGIN, 6, 8) == (0.0, -8.0)
    assert ahead(ORIGIN, 9, 8) == (-8.0, 0.0)
    assert [ahead(ORIGIN, course, 8)[0] for course in (1, 5, 7, 11)] == [4.0, 4.0, -4.0, -4.0]
    assert [ahead(ORIGIN, course, 8)[1] for course in (2, 4, 8, 10)] == [4.0, -4.0, -4.0, 4.0]


def test_clock_folds_any_number_of_points() -> None:
    assert [clock(course) for course in (-12, -1, 0, 1, 12, 13, 25)] == [12, 11, 12, 1, 12, 1, 1]


def test_positions_are_written_in_thousandths_without_a_negative_nothing() -> None:
    assert in_thousandths((1.23456, -7.51249)) == (1.235, -7.512)
    assert str(in_thousandths((-0.0001, -0.0))) == "(0.0, 0.0)"


def test_positions_settle_far_below_the_tolerance_and_above_the_noise_of_a_float() -> None:
    assert rounded_point((1 / 3, -7.5124900004)) == (0.333333333, -7.51249)
    assert str(rounded_point((-(0.1**DECIMALS) / 3, -0.0))) == "(0.0, 0.0)"
    assert rounded_point(ahead((0.1, 0.2), 1, 0.3)) == rounded_point(ahead(ahead((0.1, 0.2), 1, 0.1), 1, 0.2))


def test_bearings_stay_below_a_whole_turn() -> None:
    assert bearing((1e-15, 0), (0, 10)) == 0.0
    assert relative((1e-15, 0), 12, (0, 10)) == 0.0
    assert relative(ORIGIN, 3, (1, 0)) == 0.0
    assert relative(ORIGIN, 3, (0, 1)) == 270.0


def test_ranges_forgive_what_writing_places_down_does_and_no_more() -> None:
    three_four_five = span((0.1, 0.2), (0.1 + 7.2, 0.2 + 9.6))
    assert within(three_four_five, 12)
    assert within(12 + 0.99 * TOLERANCE, 12) and not within(12 + 1.01 * TOLERANCE, 12)
    assert 2 * math.hypot(0.0005, 0.0005) < TOLERANCE < 0.002


@pytest.mark.parametrize(
    ("target", "arc"),
    [((0, 10), "F"), ((10, 10), "FS"), ((10, -1), "AS"), ((0, -5), "A"), ((-10, -10), "AP"), ((-10, 10), "FP")],
)
def test_arc1_the_six_arcs(target: Point, arc: str) -> None:
    """T-arc1: a ship on course 12 at the origin sees each of six targets in one arc."""
    assert seen(ORIGIN, 12, target) == (arc,)


def test_arc2_a_boundary_is_in_both_arcs_the_clockwise_one_first() -> None:
    """T-arc2: course 3, target at bearing 270 relative, between AP and FP; whoever reads the first alone reads FP."""
    assert relative(ORIGIN, 3, (0, 10)) == 270.0
    assert seen(ORIGIN, 3, (0, 10)) == ("FP", "AP")


@pytest.mark.parametrize("facing", range(1, 13))
def test_every_boundary_of_every_facing(facing: int) -> None:
    for index, arc in enumerate(ARCS):
        low = 60.0 * index - 30.0  # degrees clockwise of the bow
        on_edge = ahead(ORIGIN, clock(facing + 2 * index - 1), 17.3)
        assert seen(ORIGIN, facing, on_edge) == (arc, ARCS[index - 1])
        for away in (0.02, 0.5, 17.3, 48.0):
            for beside in (-0.0016, -0.0014, 0.0014, 0.0016):  # MU clockwise of the line
                turn = math.radians(30 * facing + low) + beside / away
                target = away * math.sin(turn), away * math.cos(turn)
                alone = (arc,) if beside > 0 else (ARCS[index - 1],)
                assert seen(ORIGIN, facing, target) == (alone if abs(beside) > TOLERANCE else (arc, ARCS[index - 1]))


def test_arcs_against_half_planes_on_random_pairs() -> None:
    dice = random.Random(41)
    for _ in range(20_000):
        firer, target = [(dice.uniform(0, 72), dice.uniform(0, 48)) for _ in range(2)]
        facing = dice.randint(1, 12)
        names = dice.choice((ARCS, QUARTERS))
        found = seen(firer, facing, target, names)
        assert len(found) in (1, 2)
        assert set(found) == half_planes(firer, facing, target, names)


def test_arcs_against_half_planes_on_exact_boundaries() -> None:
    """Along every course from points of a lattice: half the pairs lie on a boundary of six arcs, and none is lost."""
    dice = random.Random(42)
    edges = 0
    for _ in range(20_000):
        firer = (dice.randint(0, 72), dice.randint(0, 48))
        target = ahead(firer, dice.randint(1, 12), dice.randint(1, 48))
        facing = dice.randint(1, 12)
        found = seen(firer, facing, target)
        assert set(found) == half_planes(firer, facing, target)
        edges += len(found) == 2
    assert 9_000 < edges < 11_000


@pytest.mark.parametrize("facing", [12, 3, 6, 9])
def test_arcs_against_whole_numbers_on_a_lattice(facing: int) -> None:
    """Facing along an axis, a lattice point is in F exactly if it is ahead and 3 w² <= u²: no float takes part."""
    (fx, fy), (sx, sy) = UNITS[facing], UNITS[clock(facing + 3)]
    for x in range(-24, 25):
        for y in range(-24, 25):
            u, w = x * fx + y * fy, x * sx + y * sy
            if (u, w) == (0, 0):
                continue
            expected: tuple[str, ...]
            if 3 * w * w < u * u:
                expected = ("F",) if u > 0 else ("A",)
            elif u == 0:
                expected = ("AS", "FS") if w > 0 else ("FP", "AP")
            else:
                expected = (("FS",) if u > 0 else ("AS",)) if w > 0 else (("FP",) if u > 0 else ("AP",))
            assert seen(ORIGIN, facing, (x, y)) == expected


def test_quarters_of_the_second_edition() -> None:
    assert [seen(ORIGIN, 12, target, QUARTERS) for target in ((1, 9), (9, 1), (1, -9), (-9, 1))] == [
        ("F",),
        ("S",),
        ("A",),
        ("P",),
    ]
    assert seen(ORIGIN, 12, (5, 5), QUARTERS) == ("S", "F")


def test_roll2_an_inverted_ship_bears_to_the_other_side() -> None:
    """T-roll2: F+FP+AP on an inverted ship bears on targets seen in F, FS or AS, and not in FP."""
    bears = {mirrored(arc) for arc in ("F", "FP", "AP")}
    assert bears == {"F", "FS", "AS"}
    assert (
        seen(ORIGIN, 12, (10, 5))[0] in bears
        and seen(ORIGIN, 12, (10, -5))[0] in bears
        and seen(ORIGIN, 12, (0, 5))[0] in bears
    )
    assert seen(ORIGIN, 12, (-10, 5))[0] not in bears


def test_mirrored_arcs_see_the_mirrored_table() -> None:
    dice = random.Random(43)
    for _ in range(2_000):
        x, y = dice.uniform(-40, 40), dice.uniform(-40, 40)
        for names in (ARCS, QUARTERS):
            arcs, others = seen(ORIGIN, 12, (x, y), names), seen(ORIGIN, 12, (-x, y), names)
            assert {mirrored(arc) for arc in arcs} == set(others) and {mirrored(arc) for arc in others} == set(arcs)
