"""Grav Backfire: zones and wake against second formulas, dice, screens, the price (manoeuvres/grav-backfire)."""

from __future__ import annotations

import math
import random
from typing import Any

import pytest
import shapely

from game.board.areas import touches
from game.board.geometry import TOLERANCE, ahead, rounded_point, span
from game.board.zones import SAGITTA, rings
from game.core.display import Ring, Zone
from game.rules.manoeuvres import archive
from game.rules.manoeuvres.archive import BY_CODE
from game.rules.manoeuvres.framework.base import ManoeuvreOrder
from game.rules.manoeuvres.jumps import backfire
from game.rules.manoeuvres.jumps.backfire import (
    Backfire,
    bands,
    endurance_after_shock,
    in_wake,
    roll_against_marker,
    shield,
    shock,
    size,
    swept,
    zone_at,
)
from game.rules.movement.cinematic import flight, pose
from game.rules.movement.plot import Plot, flown
from game.rules.movement.thrust_limits import fault
from game.rules.ships.design import Mount
from game.rules.ships.ship import SHROUDED, Ship
from tests.support.builders import design, house, ship, state, umpire
from tests.support.zones import inside

GB = ManoeuvreOrder(BY_CODE["GB"])
ORDER = Plot("lancet", uses=(GB,))


def burning(hits: int = 0, at: tuple[float, float] = (0.0, 0.0), velocity: int = 0, **parts: Any) -> Ship:
    """Return a ship that has shown its order to backfire."""
    one = ship(at=at, velocity=velocity, **({"mass": 100, "thrust": 4, "hull": 20} | parts))
    one.drive_hits, one.active_manoeuvres = hits, (GB,)
    return one


# -- zones -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mass", "thrust", "hits", "reach", "dice", "wake"),
    [
        (100, 4, 0, (4, 8, 12), (8, 4, 2), 2),
        (70, 4, 0, (2, 4, 6), (4, 2, 1), 1),
        (60, 5, 0, (3, 6, 9), (6, 3, 1), 1),
        (90, 5, 0, (4, 8, 12), (8, 4, 2), 2),
        (200, 4, 0, (8, 16, 24), (16, 8, 4), 4),
        (100, 4, 1, (2, 4, 6), (4, 2, 1), 1),
        (60, 5, 1, (1, 2, 3), (2, 1, 0), 0),
        (120, 4, 0, (4, 8, 12), (8, 4, 2), 2),
    ],
)
def test_reach_and_dice_of_the_zones(
    mass: int, thrust: int, hits: int, reach: tuple[int, ...], dice: tuple[int, ...], wake: int
) -> None:
    """MV-12.1; the high zone is rounded first, and then doubled and trebled: 8 and not 9 at a drive of 24 MASS."""
    k = size(burning(hits, mass=mass, thrust=thrust))
    assert tuple(band.outer for band in bands(k)) == reach
    assert tuple(band.dice for band in bands(k)) == dice
    assert swept(k) == wake


@pytest.mark.parametrize(
    ("at", "name"),
    [
        ((0, -3.9), "high"),
        ((2, -3.5), "medium"),
        ((2.3, -3.9), ""),
        ((0, -8.1), "low"),
        ((0, -12), "low"),
        ((0, -12.1), ""),
        ((0, -4), "high"),
        ((0, -8), "medium"),
        ((0, 3), ""),
        ((0, 0), "high"),
    ],
)
def test_the_zone_of_a_place(at: tuple[float, float], name: str) -> None:
    """MV-12.2; an edge belongs to the inner zone."""
    band = zone_at((0.0, 0.0), 12, 4, at)
    assert (band.name if band else "") == name


def in_zone(at: tuple[float, float], facing: int, k: int, point: tuple[float, float]) -> str:
    """Return the same by another way: the point against the two edges of the arc, as cross products, and squares of
    distances."""
    x, y = point[0] - at[0], point[1] - at[1]
    left, right = (math.radians(30 * facing + turn) for turn in (150, 210))
    first = x * math.cos(left) - y * math.sin(left)
    last = x * math.cos(right) - y * math.sin(right)
    if first < -TOLERANCE or last > TOLERANCE:
        return ""
    square = x * x + y * y
    return next((name for name, n in (("high", 1), ("medium", 2), ("low", 3)) if square <= (n * k) ** 2), "")


def test_zones_agree_with_a_second_formula_and_with_what_is_drawn() -> None:
    dice = random.Random(12)
    found = {"": 0, "high": 0, "medium": 0, "low": 0}
    for _ in range(200):
        at, facing, k = (
            rounded_point((dice.uniform(0, 72), dice.uniform(0, 48))),
            dice.randint(1, 12),
            dice.randint(1, 9),
        )
        drawn = {band.name: zone for band, zone in zip(bands(k), backfire.zones(at, facing, k))}
        shapes = {name: shapely.Polygon(zone.outline) for name, zone in drawn.items()}
        for _ in range(40):
            turn, away = math.radians(30 * facing + 180 + dice.uniform(-70, 70)), 3.4 * k * dice.random()
            point = at[0] + away * math.sin(turn), at[1] + away * math.cos(turn)
            if any(abs(away - n * k) < 2 * SAGITTA for n in range(4)):
                continue  # too near a rim for a polygon to be asked
            band = zone_at(at, facing, k, point)
            name = band.name if band else ""
            assert name == in_zone(at, facing, k, point)
            assert name == next((one for one, shape in shapes.items() if inside(shape, point)), "") or (
                band and not band.dice
            )
            found[name] += 1
    assert min(found.values()) > 300


@pytest.mark.parametrize("k", [1, 2, 4, 8, 16])
def test_areas_of_the_zones(k: int) -> None:
    """A sixth of the ring between two radii."""
    for band, zone in zip(bands(k), backfire.zones((30.0, 20.0), 5, k)):
        whole = math.pi * (band.outer**2 - band.inner**2) / 6
        assert shapely.Polygon(zone.outline).area == pytest.approx(whole, abs=band.outer * math.pi / 3 * 2 * SAGITTA)


def test_zones_have_edges_that_belong_to_them() -> None:
    for facing in range(1, 13):
        for turn in (5, 7):  # 150 and 210 degrees off the bow
            assert zone_at((3.0, 4.0), facing, 2, ahead((3.0, 4.0), facing + turn, 6.0)) == bands(2)[2]
        assert zone_at((3.0, 4.0), facing, 2, ahead((3.0, 4.0), facing + 4, 6.0)) is None


# -- the wake ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "hit"),
    [
        (((-5, 4), (5, 6)), True),
        (((0.6, 0), (0.6, 10)), False),
        (((-3, 11), (3, 11)), False),
        (((0.5, 0), (0.5, 10)), True),
        (((0.2, 5),), True),
        (((0.2, 11),), False),
        (((-4, 2), (-4, 8), (3, 8)), True),
        (((9, 9), (0.4, 9.5)), True),
    ],
)
def test_paths_through_the_wake(path: tuple[tuple[float, float], ...], hit: bool) -> None:
    """MV-12.4: 10 MU on course 12 from the origin; edges count, and so does to begin or end in it, or to stand
    there."""
    assert in_wake(((0.0, 0.0), (0.0, 5.0), (0.0, 10.0)), path) is hit


def test_the_wake_agrees_with_a_polygon_on_thousands_of_paths() -> None:
    dice, hits = random.Random(4), 0
    for _ in range(4000):
        start = rounded_point((dice.uniform(0, 30), dice.uniform(0, 30)))
        end = rounded_point(ahead(start, dice.randint(1, 12), dice.randint(1, 14)))
        path = [(dice.uniform(-5, 35), dice.uniform(-5, 35)) for _ in range(dice.choice((1, 2, 3)))]
        if dice.random() < 0.3:
            path[-1] = ahead(start, dice.randint(1, 12), dice.uniform(0, 2))
        strip = shapely.LineString([start, end]).buffer(0.5, cap_style="flat")
        line = shapely.LineString(path) if len(path) > 1 else shapely.Point(path[0])
        gap = strip.distance(line)
        if 0 < gap < 2 * TOLERANCE or (gap == 0 and strip.buffer(-2 * TOLERANCE).distance(line) > 0):
            continue  # on the very edge
        assert touches(start, end, 1.0, path) is (gap == 0)
        hits += gap == 0
    assert hits > 300


def test_no_velocity_leaves_no_wake() -> None:
    assert not touches((3.0, 3.0), (3.0, 3.0), 1.0, [(3.0, 3.0), (4.0, 4.0)])


# -- dice --------------------------------------------------------------------------------------------------------------


def screened(level: int, shrouded: bool = False) -> Ship:
    one = ship("vesper", "crimson", (20.0, 5.0), built=design(*[Mount("", "screen")] * level, hull=40, armour=4))
    one.status_flags = frozenset({SHROUDED} if shrouded else ())
    return one


def test_screens_take_their_level_from_each_die() -> None:
    """MV-12.3 and MV-12.7."""
    assert shock((6, 1, 4, 3), shield(screened(1), house())) == 5 + 0 + 3 + 2
    assert shock((6, 1, 4, 3), shield(screened(0, True), house())) == 4 + 0 + 2 + 1
    assert shock((6, 1, 4, 3), shield(screened(0), house())) == 14


def test_groups_and_markers() -> None:
    """MV-12.6: a group pays one endurance or is lost; a marker in the wake faces point-defence dice."""
    assert (endurance_after_shock(1), endurance_after_shock(0), endurance_after_shock(6)) == (0, None, 5)
    rolled = umpire(4, 6, 2)
    assert roll_against_marker(rolled, 4, "salvo")[0] == 3
    assert rolled.faces == (4, 6, 2)


def test_the_wake_strikes_a_ship_once_armour_first() -> None:
    """MV-12.6: two dice of 5 and 3 through screen 1 are 6 points."""
    one, other = burning(velocity=10), screened(1)
    table = state(one, other)
    backfire.Backfire().on_launch(table, umpire(), one, GB)
    one.at, one.path = (0.0, 10.0), ((0.0, 0.0), (0.0, 5.0), (0.0, 10.0))
    other.path = ((-5.0, 4.0), (0.0, 5.0), (5.0, 4.0))
    rolled = umpire(5, 3)
    archive.on_all_moved(table, rolled)
    assert (sum(other.armour), other.hull) == (0, 38)
    assert rolled.faces == (5, 3)


@pytest.mark.parametrize(
    ("mass", "thrust", "hits", "said"),
    [
        (100, 4, 0, "8 dice to 4 MU, 4 dice to 8 MU, 2 dice to 12 MU"),
        (60, 5, 1, "2 dice to 1 MU, 1 die to 2 MU"),
        (10, 2, 0, "too weak to hurt anybody"),
    ],
)
def test_the_log_tells_how_far_a_backfire_strikes(mass: int, thrust: int, hits: int, said: str) -> None:
    one, rolled = burning(hits, mass=mass, thrust=thrust), umpire(*[1] * 40)
    Backfire().on_launch(state(one), rolled, one, GB)
    assert next(event.result for event in rolled.log if "backfires" in event.text) == said


def test_a_die_that_the_screens_take_whole_is_not_marked_as_a_hit() -> None:
    one, other = burning(velocity=10), screened(2)
    table = state(one, other)
    Backfire().on_launch(table, umpire(), one, GB)
    one.at, one.path = (0.0, 10.0), ((0.0, 0.0), (0.0, 5.0), (0.0, 10.0))
    other.path = ((-5.0, 4.0), (0.0, 5.0), (5.0, 4.0))
    rolled = umpire(2, 3)
    archive.on_all_moved(table, rolled)
    (scorched,) = (event for event in rolled.log if event.kind == "hazard")
    assert [(die.face, die.scored) for die in scorched.dice] == [
        (2, False),
        (3, True),
    ] and scorched.result == "1 damage"


@pytest.mark.parametrize(
    ("path", "rules"), [(((3.0, 0.0), (3.0, 9.0)), {}), (((-5.0, 4.0), (5.0, 6.0)), {"gb.wake": False})]
)
def test_what_the_wake_leaves_alone(path: Any, rules: dict[str, Any]) -> None:
    one, other = burning(velocity=10), screened(1)
    table = state(one, other, **rules)
    Backfire().on_launch(table, umpire(), one, GB)
    one.path, other.path = ((0.0, 0.0), (0.0, 10.0)), path
    archive.on_all_moved(table, umpire())
    assert other.hull == 40


def test_a_ship_that_is_not_there_any_more_strikes_nobody() -> None:
    one, other = burning(velocity=10), screened(0)
    table = state(one, other)
    Backfire().on_launch(table, umpire(), one, GB)
    one.path, other.path, one.removed_reason = ((0.0, 0.0), (0.0, 10.0)), ((-5.0, 4.0), (5.0, 6.0)), "destroyed"
    archive.on_all_moved(table, umpire())
    assert other.hull == 40


# -- the price ---------------------------------------------------------------------------------------------------------


def test_it_strikes_neither_herself_nor_a_wreck() -> None:
    one, wreck, foe = burning(), ship("wreck", "crimson", (0.0, -2.0)), ship("vesper", "crimson", (0.0, -7.0), hull=60)
    wreck.removed_reason = "destroyed"
    table = state(one, wreck, foe, **{"man.GB": True})

    def marked() -> list[str]:
        return [
            ring.label for ring in Backfire().overlays(table, one, GB, pose(table, ORDER)) if isinstance(ring, Ring)
        ]

    before = marked()
    Backfire().on_launch(table, umpire(*[1] * 40), one, GB)
    assert before == marked() == ["Vesper: 4 dice"] and one.hull == 20


@pytest.mark.parametrize(("face", "thrust"), [(5, 2), (6, 0)])
def test_the_drive_is_damaged_and_checked(face: int, thrust: int) -> None:
    """MV-12.5, row 1: halved at once, and dead on a 6."""
    one = burning()
    table = state(one)
    Backfire().on_launch(table, umpire(), one, GB)
    assert one.thrust == 2
    Backfire().before(table, umpire(face), one, GB, ORDER)
    assert (one.thrust, one.in_play) == (thrust, True)


@pytest.mark.parametrize(("face", "afloat"), [(5, True), (6, False)])
def test_a_damaged_drive_dies_and_may_take_the_ship_along(face: int, afloat: bool) -> None:
    """MV-12.5: the rating of 4 stands at 2."""
    one = burning(1)
    table = state(one)
    Backfire().on_launch(table, umpire(), one, GB)
    assert one.thrust == 0
    Backfire().before(table, umpire(face), one, GB, ORDER)
    assert one.in_play is afloat


def test_a_row_lost_makes_the_check_harder() -> None:
    one = burning()
    one.hull = 14
    table = state(one)
    Backfire().on_launch(table, umpire(), one, GB)
    Backfire().before(table, umpire(5), one, GB, ORDER)
    assert one.thrust == 0


def test_a_dead_drive_does_not_backfire() -> None:
    one, other = burning(), ship("vesper", "crimson", (0.0, -3.0))
    one.drive_hits = 2
    table = state(one, other)
    Backfire().on_launch(table, umpire(), one, GB)
    assert other.hull == 12 and not one.active_manoeuvres


def test_what_cannot_backfire() -> None:
    """MV-12.5: advanced drives, a second main drive; a dead one."""
    rules = house(**{"man.GB": True})
    second = design(Mount("", "drive", 2), mass=100, thrust=4)
    for built, why in (
        (design(advanced=True), "advanced"),
        (second, "second main drive"),
        (design(thrust=0), "drive is dead"),
    ):
        wrong = fault(ship(built=built), ORDER, rules)
        assert wrong and why in wrong.why
    assert fault(ship(mass=100), ORDER, rules) is None
    assert fault(ship(), Plot("lancet", legs=(1,), uses=(GB,)), rules) is not None


def test_the_backfire_of_this_turn_is_flown_with_the_drive_it_killed() -> None:
    one = burning(2, velocity=6)
    assert flown(one, ORDER, house(**{"man.GB": True})).uses == (GB,)
    one.active_manoeuvres = ()
    assert flown(one, ORDER, house(**{"man.GB": True})).uses == ()


def test_a_slewed_ship_goes_straight_on() -> None:
    one = burning(velocity=6)
    one.facing = 2
    made = flight(one, ORDER, house(**{"man.GB": True}))
    assert (made.path[-1], made.course, made.facing, made.velocity) == ((0.0, 6.0), 12, 2, 6)


def test_risks_are_exact() -> None:
    rules = house(**{"man.GB": True})
    hale, maimed, small = (
        Backfire().risks(one, GB, ORDER, rules) for one in (burning(), burning(1), burning(thrust=1))
    )
    assert [(risk.words, risk.chance) for risk in hale] == [
        ("drive damaged", 1.0),
        ("drive lost", pytest.approx(1 / 6)),
    ]
    assert [(risk.words, risk.chance) for risk in maimed] == [
        ("drive lost", 1.0),
        ("ship destroyed", pytest.approx(1 / 6)),
    ]
    assert small[1].chance == 1.0


def test_what_is_drawn() -> None:
    """Three zones astern of where it stands now, the wake to where it will be."""
    one = burning(velocity=6, at=(30.0, 20.0))
    one.active_manoeuvres = ()
    table = state(one, **{"man.GB": True})
    drawn = [zone for zone in Backfire().overlays(table, one, GB, pose(table, ORDER)) if isinstance(zone, Zone)]
    assert [zone.label for zone in drawn] == ["high: 8 dice", "medium: 4 dice", "low: 2 dice", "wake: 2 dice"]
    wake = shapely.Polygon(drawn[-1].outline)
    assert wake.area == pytest.approx(6.0) and wake.bounds == pytest.approx((29.5, 20.0, 30.5, 26.0))
    assert max(span((30.0, 20.0), point) for point in drawn[2].outline) == pytest.approx(12.0)
    assert rings(wake)
    assert not list(Backfire().overlays(table, one, GB, None))


@pytest.mark.parametrize(("first", "lost"), [("azure", "lancet"), ("crimson", "vesper")])
def test_who_lost_the_initiative_backfires_first(first: str, lost: str) -> None:
    """Stern to stern, 3 MU apart, eight dice are the end of either: the one that went first is left."""
    one, other = burning(hull=8), ship("vesper", "crimson", (0.0, -3.0), 6, mass=100, thrust=4, hull=8)
    other.active_manoeuvres = (GB,)
    table = state(one, other)
    table.initiative = (first, "crimson" if first == "azure" else "azure")
    rolled = umpire(*[1] * 8)
    archive.on_launch(table, rolled)
    assert [key for key, each in table.ships.items() if not each.in_play] == [lost]
