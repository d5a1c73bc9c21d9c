"""Zones against arithmetic: their areas, and what stands in them, on thousands of points."""

import math
from itertools import pairwise
from random import Random

import pytest
import shapely

from game.board.geometry import ARCS, QUARTERS, Point, ahead, arcs_from, rounded_point, span, within
from game.board.line_of_sight import clear
from game.board.terrain import Body
from game.board.zones import SAGITTA, arc_zone, blast, corridor, envelope_hull, rings, shadow, visible
from tests.support.zones import inside

EYE = (30.0, 20.0)
PLANET = Body("tavira", "planet", "Tavira", (40.0, 24.0), 3.0)


def any_point(dice: Random) -> Point:
    return rounded_point((dice.uniform(0, 72), dice.uniform(0, 48)))


def around(dice: Random, at: Point, reach: float) -> Point:
    turn, away = dice.uniform(0, 2 * math.pi), reach * math.sqrt(dice.random())
    return at[0] + away * math.sin(turn), at[1] + away * math.cos(turn)


def near(value: float, *limits: float) -> bool:
    """Too near a curved rim for a polygon to be asked."""
    return any(abs(value - limit) < 2 * SAGITTA for limit in limits)


def some_arcs(dice: Random, names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dice.sample(names, dice.randint(1, len(names))))


def lens(away: float, a: float, b: float) -> float:
    """Area common to two discs of radii a and b whose centres lie `away` apart."""
    to_a = (away**2 + a**2 - b**2) / (2 * away)
    to_b = away - to_a
    return a * a * math.acos(to_a / a) + b * b * math.acos(to_b / b) - away * math.sqrt(a * a - to_a**2)


def test_rims_are_never_off_by_more_than_the_sagitta() -> None:
    assert SAGITTA < 0.02
    for radius in (0.001, 0.01, 0.5, 1, 3, 12, 36, 60, 120):
        for zone in (blast(EYE, radius), arc_zone(EYE, 2, ("F",), radius)):
            assert shapely.is_valid(zone)
            ring = [point for point in rings(zone)[0] if span(point, EYE) > radius / 2]
            assert all(span(point, EYE) == pytest.approx(radius, abs=1e-9) for point in ring)
            for a, b in pairwise(ring):
                assert span(EYE, ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)) > radius - SAGITTA - 1e-9


def test_areas_of_arcs() -> None:
    dice = Random(61)
    for _ in range(500):
        names = dice.choice((ARCS, QUARTERS))
        arcs, reach = some_arcs(dice, names), dice.choice((6, 12, 24, 36, 48))
        inner = dice.choice((0, 0, reach / 3))
        zone = arc_zone(any_point(dice), dice.randint(1, 12), arcs, reach, inner, names)
        share = len(arcs) / len(names)
        true = math.pi * share * (reach**2 - inner**2)
        slack = 2 * math.pi * share * SAGITTA * (reach + inner)
        assert shapely.is_valid(zone) and abs(zone.area - true) <= slack
        if len(arcs) == len(names):
            assert len(rings(zone)) == (2 if inner else 1)


def test_what_stands_in_an_arc_is_what_the_table_says() -> None:
    dice = Random(62)
    asked = within_zone = 0
    for _ in range(200):
        names = dice.choice((ARCS, QUARTERS))
        arcs, at, facing, reach = some_arcs(dice, names), any_point(dice), dice.randint(1, 12), dice.choice((9, 12, 36))
        inner = dice.choice((0, 0, 4))
        zone = arc_zone(at, facing, arcs, reach, inner, names)
        for _ in range(40):
            point = around(dice, at, reach * 1.2)
            if near(span(at, point), reach, inner):
                continue
            bears = bool(set(arcs) & set(arcs_from(at, facing, point, names)))
            asked += 1
            within_zone += bears
            assert inside(zone, point) == (
                bears and within(span(at, point), reach) and not (inner and within(span(at, point), inner))
            )
    assert asked > 7_000 and within_zone > 2_000


@pytest.mark.parametrize("facing", range(1, 13))
def test_the_edge_of_an_arc_belongs_to_it(facing: int) -> None:
    zone = arc_zone(EYE, facing, ("F",), 12)
    for course in (facing - 1, facing + 1):
        for away in (0.5, 3.7, 11.9, 12.0):
            assert inside(zone, ahead(EYE, course, away))
    assert inside(zone, EYE) and not inside(zone, ahead(EYE, facing + 1, 12.002))


def test_neighbouring_arcs_have_no_seam_and_separate_ones_stay_apart() -> None:
    assert len(rings(arc_zone(EYE, 5, ("FS", "FP", "F"), 12))) == 1
    assert len(rings(arc_zone(EYE, 5, ("F", "A"), 12, inner=3))) == 2
    assert len(rings(arc_zone(EYE, 5, ARCS, 12))) == 1
    assert (
        arc_zone(EYE, 5, (), 12).is_empty
        and arc_zone(EYE, 5, ("F",), 6, 6).is_empty
        and arc_zone(EYE, 5, ("F",), 0).is_empty
    )
    assert arc_zone(EYE, 12, ("F", "FS"), 12) is arc_zone((30.0001, 20.0), 12, ["FS", "F", "F"], 12.0)


def test_area_of_a_shadow() -> None:
    """The cone out to the reach, less the kite to the tangent points, plus the part of the disc within the kite."""
    dice = Random(63)
    for _ in range(300):
        away, radius = dice.uniform(4, 30), dice.uniform(0.2, 3.5)
        body = Body("p", "planet", "P", (rounded_point((EYE[0] + away * 0.6, EYE[1] + away * 0.8))), radius)
        away = span(EYE, body.at)
        tangent = math.sqrt(away**2 - radius**2)
        reach = round(dice.uniform(away - radius, 50), 3)
        half = math.asin(radius / away)
        if reach >= tangent:
            true = half * reach**2 - radius * tangent + (math.pi / 2 - half) * radius**2
        else:
            true = lens(away, reach, radius)
        zone = shadow(EYE, body, reach)
        assert shapely.is_valid(zone)
        assert abs(zone.area - true) <= SAGITTA * (2 * half * reach + math.pi * radius) + 0.003


def test_what_stands_in_a_shadow_is_what_cannot_be_fired_at() -> None:
    dice = Random(64)
    asked = hidden = 0
    for _ in range(250):
        eye, reach = any_point(dice), dice.choice((6, 24, 48))
        body = Body("p", "asteroid", "P", any_point(dice), round(dice.uniform(0.2, 8), 3))
        zone = shadow(eye, body, reach)
        assert shapely.is_valid(zone)
        for _ in range(40):
            point = around(dice, eye, reach * 1.1) if dice.random() < 0.5 else around(dice, body.at, 2 * body.radius)
            if near(span(eye, point), reach) or near(span(body.at, point), body.radius):
                continue
            unseen = span(eye, point) < reach and clear(eye, point, (body,)) is not None
            asked += 1
            hidden += unseen
            assert inside(zone, point) == unseen
    assert asked > 8_000 and hidden > 1_000


@pytest.mark.parametrize("gap", [0.002, 0.01, 0.1, 1])
def test_a_shadow_seen_from_close_by_is_nearly_half_the_sky(gap: float) -> None:
    eye = (40.0, 27.0 + gap)
    zone = shadow(eye, PLANET, 30)
    assert shapely.is_valid(zone)
    half = math.asin(3 / (3 + gap))
    assert abs(zone.area - (half * 900 - 3 * math.sqrt((3 + gap) ** 2 - 9) + (math.pi / 2 - half) * 9)) < 1
    assert not inside(zone, (40.0, 27.001 + gap)) and inside(zone, (40.0, 26.9))


def test_shadows_at_their_limits() -> None:
    assert shadow(EYE, PLANET, span(EYE, PLANET.at) - 3.001).is_empty
    assert shadow((41.0, 24.0), PLANET, 20) is blast((41.0, 24.0), 20), "inside the disc nothing can be seen"
    assert shadow((43.0, 24.0), PLANET, 20) is blast((43.0, 24.0), 20), "nor from its rim, as with a line of fire"
    assert shadow(EYE, Body("d", "asteroid", "D", (40.0, 20.0), 0), 30).is_empty


def test_what_a_gun_can_hit_past_terrain() -> None:
    dice = Random(65)
    asked = hidden = 0
    for _ in range(120):
        eye, facing, arcs = any_point(dice), dice.randint(1, 12), some_arcs(dice, ARCS)
        inner = dice.choice((0, 0, 8))
        bodies = tuple(
            Body(
                f"b{n}",
                dice.choice(("planet", "asteroid", "asteroid", "dust")),
                "B",
                any_point(dice),
                round(dice.uniform(0.3, 3), 3),
            )
            for n in range(dice.choice((0, 1, 6, 14)))
        )
        zone = arc_zone(eye, facing, arcs, 30, inner)
        seen = visible(zone, eye, bodies)
        assert shapely.is_valid(seen) and seen.area <= zone.area + 1e-6
        for _ in range(60):
            point = around(dice, eye, 32)
            if near(span(eye, point), 30, inner) or any(near(span(body.at, point), body.radius) for body in bodies):
                continue
            open_to_fire = clear(eye, point, bodies) is None
            asked += 1
            hidden += not open_to_fire
            assert inside(seen, point) == (inside(zone, point) and open_to_fire)
    assert asked > 6_000 and hidden > 400


def test_fields_of_overlapping_bodies_never_break_the_geometry() -> None:
    dice = Random(66)
    for _ in range(60):
        centre = any_point(dice)
        bodies = tuple(
            Body(f"b{n}", "asteroid", "B", rounded_point(around(dice, centre, 6)), dice.choice((0.5, 1, 2, 2.5)))
            for n in range(25)
        )
        eye = rounded_point(around(dice, centre, 9))
        assert shapely.is_valid(visible(blast(eye, 24), eye, bodies))


def test_nothing_in_the_way_leaves_a_zone_as_it_is() -> None:
    zone = arc_zone(EYE, 9, ("F",), 24)
    assert visible(zone, EYE, ()) is zone
    assert visible(zone, EYE, (PLANET,)) is zone, "the planet lies behind"
    assert visible(arc_zone(EYE, 3, ("F",), 24), EYE, (Body("n", "nebula", "N", PLANET.at, 3),)) is arc_zone(
        EYE, 3, ("F",), 24
    )


def test_a_wake_is_a_strip_with_square_ends() -> None:
    """MV-12.4: 1 MU wide, as long as the velocity; a path touches it, passes beside it, passes beyond it."""
    wake = corridor(((0.0, 0.0), (0.0, 10.0)), 1)
    assert wake.area == pytest.approx(10)
    assert sorted(rings(wake)[0]) == [(-0.5, 0.0), (-0.5, 10.0), (0.5, 0.0), (0.5, 10.0)]
    for path, touched in ((((-5, 4), (5, 6)), True), (((0.6, 0), (0.6, 10)), False), (((-3, 11), (3, 11)), False)):
        assert shapely.intersects(wake, shapely.LineString(path)) == touched
    for point, held in (
        ((0.5, 5.0), True),
        ((0.502, 5.0), False),
        ((0.0, 10.0), True),
        ((0.0, 10.002), False),
        ((0.3, -0.1), False),
    ):
        assert inside(wake, point) == held
    assert corridor(((4.0, 4.0), (4.0, 4.0)), 1).is_empty


def test_strips_along_bent_paths() -> None:
    dice = Random(67)
    for _ in range(200):
        start, course, bend, leg = any_point(dice), dice.randint(1, 12), dice.randint(-3, 3), dice.uniform(2, 9)
        middle = rounded_point(ahead(start, course, leg))
        end = rounded_point(ahead(middle, course + bend, leg))
        strip = corridor((start, middle, end), 2)
        assert shapely.is_valid(strip)
        for _ in range(20):
            point = around(dice, middle, 1.5 * leg)
            legs = [(start, middle), (middle, end)]
            beside = any(_across(leg, point) for leg in legs) or span(middle, point) <= 1
            if abs(shapely.distance(shapely.LineString((start, middle, end)), shapely.Point(point)) - 1) > 0.02:
                assert inside(strip, point) == beside


def _across(leg: tuple[Point, Point], point: Point) -> bool:
    (ax, ay), (bx, by) = leg
    length = math.hypot(bx - ax, by - ay)
    along = ((point[0] - ax) * (bx - ax) + (point[1] - ay) * (by - ay)) / length
    off = abs((point[0] - ax) * (by - ay) - (point[1] - ay) * (bx - ax)) / length
    return 0 <= along <= length and off <= 1


def test_the_hull_of_an_envelope() -> None:
    square = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)]
    hull = envelope_hull([*square, (2.0, 2.0), (1.0, 3.0), (2.0, 0.0)])
    assert hull.area == 16 and sorted(rings(hull)[0]) == sorted(square)
    assert rings(envelope_hull([(1.0, 1.0), (2.0, 2.0), (3.0, 3.0)])) == (((1.0, 1.0), (3.0, 3.0)),)
    assert rings(envelope_hull([(1.0, 1.0)])) == (((1.0, 1.0),),)
    assert envelope_hull([]).is_empty and rings(envelope_hull([])) == ()
    dice = Random(68)
    for _ in range(100):
        points = [any_point(dice) for _ in range(dice.randint(3, 80))]
        hull = envelope_hull(points)
        assert all(inside(hull, point) for point in points) and set(rings(hull)[0]) <= set(points)


def test_rings_trace_parts_and_holes() -> None:
    ring = arc_zone(EYE, 12, ARCS, 12, inner=6)
    outer, hole = rings(ring)
    assert {round(span(EYE, point), 9) for point in outer} == {12.0} and {
        round(span(EYE, point), 9) for point in hole
    } == {6.0}
    assert outer[0] != outer[-1]
