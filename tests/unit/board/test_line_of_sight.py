"""Lines of fire and contact: the index against arithmetic of another kind, on thousands of tables."""

import math
import subprocess
import sys
from itertools import pairwise
from random import Random

import numpy as np
import pytest

from game.battle.designs import ROOT
from game.board.geometry import TOLERANCE, Point, ahead, rounded_point, span
from game.board.line_of_sight import Path, Sight, clear, closest_approach, place, sight, sweep
from game.board.terrain import KINDS, Body

PLANET = Body("tavira", "planet", "Tavira", (20.0, 20.0), 5.0)
TANGENT = 2 * TOLERANCE  # MU: random cases nearer than this to a graze are left to the tests of grazing


def any_point(dice: Random) -> Point:
    return rounded_point((dice.uniform(0, 72), dice.uniform(0, 48)))


def any_path(dice: Random, legs: int) -> tuple[Point, ...]:
    return tuple(any_point(dice) for _ in range(legs + 1))


def any_table(dice: Random, count: int, kinds: tuple[str, ...] = tuple(KINDS)) -> tuple[Body, ...]:
    return tuple(
        Body(f"b{n:02}", dice.choice(kinds), f"Body {99 - n}", any_point(dice), round(dice.uniform(0.1, 3), 3))
        for n in range(count)
    )


def nearest_share(a: Point, b: Point, centre: Point) -> float:
    """Return where on a segment a centre is nearest, by projection on the segment in the complex plane."""
    step, off = complex(b[0] - a[0], b[1] - a[1]), complex(centre[0] - a[0], centre[1] - a[1])
    return min(1.0, max(0.0, (off / step).real)) if step else 0.0


def bisected(a: Point, b: Point, centre: Point, radius: float) -> float | None:
    """Return the share of a segment at which it enters a disc, by halving the way to its nearest point; None if it
    stays out."""
    low, high = 0.0, nearest_share(a, b, centre)
    if span(place((a, b), high), centre) > radius:
        return None
    if span(a, centre) <= radius:
        return 0.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (low, middle) if span(place((a, b), middle), centre) <= radius else (middle, high)
    return high


def grazes(a: Point, b: Point, body: Body, radius: float = 0.0) -> bool:
    ends = (place((a, b), nearest_share(a, b, body.at)), a, b)
    return any(abs(span(end, body.at) - body.radius - radius) < TANGENT for end in ends)


def first_by_halving(a: Point, b: Point, bodies: tuple[Body, ...]) -> tuple[float, str, Body] | None:
    shares = [(bisected(a, b, body.at, body.radius), body) for body in bodies if body.blocks]
    return min(((share, body.key, body) for share, body in shares if share is not None), default=None)


def test_fire_past_terrain_against_halving() -> None:
    dice = Random(51)
    blocked = cases = 0
    for _ in range(300):
        bodies = any_table(dice, dice.choice((1, 2, 5, 20, 60)), ("planet", "asteroid", "dust"))
        for _ in range(20):
            a, b = any_path(dice, 1)
            if any(grazes(a, b, body) for body in bodies):
                continue
            cases += 1
            found, true = clear(a, b, bodies), first_by_halving(a, b, bodies)
            if true is None:
                assert found is None
                continue
            blocked += 1
            assert found is not None
            assert span(found.at, place((a, b), true[0])) < 1e-6
            if true[0] > 0:
                assert found.body == true[2]
                assert span(found.at, found.body.at) == pytest.approx(found.body.radius, abs=1e-6)
    assert cases > 5_500 and 1_000 < blocked < cases - 1_000


def test_fire_is_blocked_alike_from_both_ends() -> None:
    dice = Random(52)
    for _ in range(2_000):
        bodies = any_table(dice, 6)
        a, b = any_path(dice, 1)
        assert (clear(a, b, bodies) is None) == (clear(b, a, bodies) is None)


def test_only_planets_and_asteroids_block() -> None:
    for kind, nature in KINDS.items():
        body = Body("b", kind, "It", (10.0, 0.0), 2.0)
        assert (
            (clear((0.0, 0.0), (20.0, 0.0), (body,)) is not None) == nature.blocks == (kind in ("planet", "asteroid"))
        )


def test_the_first_body_in_the_way_is_named_with_the_point_of_contact() -> None:
    near, far = Body("z", "asteroid", "Near", (10.0, 0.0), 2.0), Body("a", "asteroid", "Far", (14.0, 0.0), 3.0)
    for bodies in ((near, far), (far, near)):
        found = clear((0.0, 0.0), (20.0, 0.0), bodies)
        assert found is not None and (found.body, found.at) == (near, (8.0, 0.0))
        back = clear((20.0, 0.0), (0.0, 0.0), bodies)
        assert back is not None and (back.body, back.at) == (far, (17.0, 0.0))


def test_bodies_met_at_once_go_by_key() -> None:
    """Two rocks touched at one moment, however the floats fall and whatever the order of the list."""
    for turn in range(360):
        x, y = math.sin(math.radians(turn)), math.cos(math.radians(turn))
        rocks = [
            Body(key, "asteroid", key, (10 * x + side * y, 10 * y - side * x), 2.0)
            for key, side in (("p", 1), ("q", -1))
        ]
        for bodies in (tuple(rocks), tuple(reversed(rocks))):
            found = clear((0.0, 0.0), (20 * x, 20 * y), bodies)
            assert found is not None and found.body.key == "p"


def test_contacts_met_at_once_come_by_key() -> None:
    """What a ship meets on both sides at one moment is told in the order of keys, however the floats fall."""
    for turn in range(360):
        x, y = math.sin(math.radians(turn)), math.cos(math.radians(turn))
        rocks = [
            Body(key, "asteroid", key, (10 * x + side * y, 10 * y - side * x), 2.0)
            for key, side in (("p", 1), ("q", -1))
        ]
        for bodies in (tuple(rocks), tuple(reversed(rocks))):
            met = Sight(bodies).contacts(((0.0, 0.0), (20 * x, 20 * y)))
            assert [contact.body.key for contact in met] == ["p", "q"]


@pytest.mark.parametrize("turn", [(3, 4), (4, 3), (-3, 4), (3, -4), (0, 5), (5, 0), (-5, 0), (-4, -3)])
def test_a_line_that_grazes_is_blocked_by_the_tables_tolerance(turn: tuple[int, int]) -> None:
    """Tangents through lattice points: 3-4-5 triangles round the planet, so the true gap is exactly nothing."""
    touch = PLANET.at[0] + turn[0], PLANET.at[1] + turn[1]
    for k in (1, 2, 7):
        a, b = (touch[0] - k * turn[1], touch[1] + k * turn[0]), (touch[0] + k * turn[1], touch[1] - k * turn[0])
        for start, end in ((a, b), (b, a), (a, touch), (touch, b)):
            found = clear(start, end, (PLANET,))
            assert found is not None and span(found.at, touch) < 0.01
        for less, blocks in ((0.001, True), (0.99 * TOLERANCE, True), (1.01 * TOLERANCE, False), (0.002, False)):
            slimmer = Body("t", "planet", "T", PLANET.at, 5.0 - less)
            assert (clear(a, b, (slimmer,)) is not None) == blocks == (clear(b, a, (slimmer,)) is not None)


def test_fire_into_out_of_and_inside_a_body_is_blocked() -> None:
    inside, outside = (21.0, 21.0), (40.0, 20.0)
    for a, b in ((inside, outside), (inside, (22.0, 20.0)), (inside, inside)):
        found = clear(a, b, (PLANET,))
        assert found is not None and found.at == inside
    entered = clear(outside, inside, (PLANET,))
    assert entered is not None and span(entered.at, PLANET.at) == pytest.approx(5.0)
    assert clear((30.0, 20.0), (25.002, 20.0), (PLANET,)) is None
    assert clear((30.0, 20.0), (25.0, 20.0), (PLANET,)) is not None
    assert clear((25.0, 20.0), (30.0, 20.0), (PLANET,)) is not None
    for short, blocks in ((0.99 * TOLERANCE, True), (1.01 * TOLERANCE, False)):
        rim = (25.0 + short, 20.0)
        assert (
            (clear((30.0, 20.0), rim, (PLANET,)) is not None)
            == blocks
            == (clear(rim, (30.0, 20.0), (PLANET,)) is not None)
        )
    assert clear(outside, outside, (PLANET,)) is None
    assert clear(inside, outside, ()) is None


def test_the_index_is_made_once_while_nothing_moves() -> None:
    bodies = any_table(Random(1), 5)
    assert sight(bodies) is sight(tuple(bodies))
    assert sight(bodies) is not sight(bodies[:4])
    assert [body.key for body in Sight(reversed(bodies)).bodies] == ["b00", "b01", "b02", "b03", "b04"]
    assert clear((0.0, 0.0), (72.0, 48.0), list(bodies)) == clear((0.0, 0.0), (72.0, 48.0), bodies)


def contact_by_roots(path: Path, radius: float, body: Body, other: Path) -> float | None:
    """First contact by the roots of the squared gap on each piece; moments are cut finely enough for 1, 2, 3 and 4
    legs."""
    reach = radius + body.radius
    for piece in range(12):
        early, late = piece / 12, (piece + 1) / 12
        gaps = [np.subtract(place(path, time), place(other, time)) for time in (early, late)]
        if np.hypot(*gaps[0]) <= reach:
            return early
        flown = gaps[1] - gaps[0]
        roots = np.roots([flown @ flown, 2 * gaps[0] @ flown, gaps[0] @ gaps[0] - reach**2])
        real = [root.real for root in roots if abs(root.imag) < 1e-12 and 0 <= root.real <= 1]
        if real:
            return float(early + min(real) * (late - early))
    return None


def closest_by_sections(path_a: Path, path_b: Path) -> float:
    """Return the least gap by golden section on each piece, where it is convex."""

    def gap(time: float) -> float:
        return span(place(path_a, time), place(path_b, time))

    best, golden = math.inf, (math.sqrt(5) - 1) / 2
    for piece in range(12):
        low, high = piece / 12, (piece + 1) / 12
        for _ in range(45):
            left, right = high - golden * (high - low), low + golden * (high - low)
            low, high = (low, right) if gap(left) < gap(right) else (left, high)
        best = min(best, gap(piece / 12), gap((low + high) / 2))
    return min(best, gap(1))


@pytest.mark.slow
@pytest.mark.parametrize("legs", [(0, 1), (1, 0), (1, 1), (2, 0), (2, 1), (1, 2), (2, 2), (3, 2), (4, 3)])
def test_swept_contact_of_moving_discs_against_roots(legs: tuple[int, int]) -> None:
    dice = Random(53)
    met = 0
    for _ in range(500):
        path, other = any_path(dice, legs[0]), any_path(dice, legs[1])
        radius = dice.choice((0.0, 0.0, 0.5, 2.0))
        body = Body("r", "asteroid", "R", other[0], round(dice.uniform(0.1, 6), 3))
        if abs(closest_approach(path, other).distance - radius - body.radius) < TANGENT:
            continue
        found, true = sweep(path, radius, body, other), contact_by_roots(path, radius, body, other)
        assert (found is None) == (true is None)
        if found is not None:
            met += 1
            assert found.time == pytest.approx(true, abs=1e-6)
            assert found.at == place(path, found.time) and found.body is body
            gap = span(found.at, place(other, found.time))
            assert gap <= radius + body.radius + TOLERANCE and (
                found.time == 0 or gap == pytest.approx(radius + body.radius, abs=1e-6)
            )
    assert met > 30


@pytest.mark.parametrize("legs", [(0, 1), (1, 1), (2, 0), (2, 1), (2, 2), (3, 2), (4, 3)])
def test_closest_approach_against_golden_sections(legs: tuple[int, int]) -> None:
    dice = Random(54)
    for _ in range(150):
        path_a, path_b = any_path(dice, legs[0]), any_path(dice, legs[1])
        found = closest_approach(path_a, path_b)
        assert found.distance == pytest.approx(closest_by_sections(path_a, path_b), abs=1e-6)
        assert (found.a, found.b) == (place(path_a, found.time), place(path_b, found.time))
        assert span(found.a, found.b) == found.distance
        mirror = closest_approach(path_b, path_a)
        assert mirror.distance == pytest.approx(found.distance, abs=1e-9)
        assert mirror.time == pytest.approx(found.time, abs=1e-6)


def test_two_legs_are_the_halves_of_a_move() -> None:
    path = ((0.0, 0.0), (0.0, 5.0), (6.0, 5.0))
    assert [place(path, time) for time in (0, 0.25, 0.5, 0.75, 1)] == [(0, 0), (0, 2.5), (0, 5), (3, 5), (6, 5)]
    assert place(((3.0, 4.0),), 0.7) == (3.0, 4.0)
    crossing = ((-6.0, 5.0), (6.0, 5.0))
    assert closest_approach(path, crossing) == (0.0, 0.5, (0.0, 5.0), (0.0, 5.0))
    assert closest_approach(path, ((0.0, 8.0),)) == (3.0, 0.5, (0.0, 5.0), (0.0, 8.0))


def test_ships_that_keep_their_distance_are_closest_at_once() -> None:
    for course in range(1, 13):
        for start in ((4.107, 3.9), (-7.013, 31.3), (60.001, 0.7)):
            a, b = [
                (at, half := ahead(at, course, 4.5), ahead(half, course + 2, 4.5)) for at in ((1.003, 2.001), start)
            ]
            assert closest_approach(a, b).time == closest_approach(a[:2], b[:2]).time == 0.0
    assert closest_approach(((1.0, 1.0),), ((4.0, 5.0),)) == (5.0, 0.0, (1.0, 1.0), (4.0, 5.0))


def test_a_rock_that_flies_into_a_waiting_ship() -> None:
    rock = Body("r", "asteroid", "R", (0.0, 0.0), 1.0, course=3, velocity=8)
    ship = ((5.0, 0.6),)
    found = sweep(ship, 0.0, rock, rock.path)
    assert found is not None and found.time == pytest.approx(4.2 / 8) and found.at == (5.0, 0.6)
    assert sweep(ship, 0.0, rock) is None
    assert sweep(((5.0, 1.002),), 0.0, rock, rock.path) is None
    grazing = sweep(((5.0, 1.0),), 0.0, rock, rock.path)
    assert grazing is not None and grazing.time == pytest.approx(5 / 8)
    at_the_end = sweep(((9.0, 0.0),), 0.0, rock, rock.path)
    assert at_the_end is not None and at_the_end.time == 1.0


@pytest.mark.slow
def test_contacts_along_a_path_against_each_body_alone() -> None:
    """A sweep with a radius through the index loses nobody: each body is also swept on its own."""
    dice = Random(55)
    wide = 0
    for _ in range(120):
        bodies = any_table(dice, dice.choice((1, 8, 40)))
        for radius in (0.0, 0.5, 2.5):
            path = any_path(dice, dice.choice((0, 1, 2)))
            found = sight(bodies).contacts(path, radius)
            alone = {body.key: contact_by_roots(path, radius, body, (body.at,)) for body in bodies}
            legs = list(pairwise(path)) or [(path[0], path[0])]
            doubtful = {body.key for body in bodies for a, b in legs if grazes(a, b, body, radius)}
            assert {contact.body.key for contact in found} - doubtful == {
                k for k, v in alone.items() if v is not None
            } - doubtful
            assert list(found) == sorted(found, key=lambda contact: (contact.time, contact.body.key))
            for contact in found:
                if contact.body.key not in doubtful:
                    assert contact.time == pytest.approx(alone[contact.body.key], abs=1e-6)
            wide += len(found) if radius else 0
    assert wide > 250


AT_EXIT = """
import atexit
kept = []
atexit.register(lambda: print(kept[0].cache_info().currsize))  # is called after what is registered later
from game.board.line_of_sight import sight
from game.board.terrain import Body
kept.append(sight)
sight((Body("tavira", "planet", "Tavira", (20.0, 20.0), 5.0),)).contacts(((0.0, 0.0), (40.0, 30.0)))
print(sight.cache_info().currsize)
"""


def test_no_index_outlives_the_code_of_pymunk_when_the_program_ends() -> None:
    """Freed later, a space calls into what has been taken down already."""
    ended = subprocess.run([sys.executable, "-c", AT_EXIT], cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert (ended.returncode, ended.stdout.split(), ended.stderr) == (0, ["1", "0"], "")
