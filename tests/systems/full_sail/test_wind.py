"""Wind: points of sail, thrust and top speed on each, irons and drift (sail/3.3, 3.4)."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import floor

import pytest

from game.systems.full_sail.sea.sail_plan import fastest
from game.systems.full_sail.wind.rose import (
    MASTS,
    Sailing,
    Wind,
    after_move,
    drift_of,
    mast_thrust,
    off_wind,
    point_of_sail,
    top_speed,
    wind_thrust,
)
from game.systems.full_sail.wind.weather import set_wind
from tests.systems.full_sail.ships_at_sea import at_sea, sailer


def test_a_ship_that_beats_is_slow_and_weak() -> None:
    label, wind = "FS-01", Wind(16, 12)
    assert (off_wind(1, 12), wind_thrust(6, 1, wind), min(14, top_speed(1, wind))) == (1, 4, 8), label


@pytest.mark.parametrize(("heading", "point", "top"), [(5, 5, 18), (7, 5, 18), (6, 6, 16), (9, 3, 16), (11, 1, 8)])
def test_points_of_sail_and_top_speed(heading: int, point: int, top: int) -> None:
    assert (off_wind(heading, 12), top_speed(heading, Wind(16, 12))) == (point, top), "FS-02"


def test_points_of_sail_go_round_the_clock() -> None:
    assert off_wind(10, 1) == 3, "FS-03"
    assert point_of_sail(10, Wind(12, 1)) == "beam reach"


@pytest.mark.parametrize(("speed", "top"), [(20, 15), (24, 18), (30, 18)])
def test_a_merchant_carries_three_quarters_of_the_wind(speed: int, top: int) -> None:
    assert top_speed(9, Wind(speed, 12), merchant=True) == top, "FS-04"


def test_a_mast_gone_costs_a_third() -> None:
    label, wind = "FS-05", Wind(16, 12)
    assert (top_speed(9, wind, 1), top_speed(1, wind, 1)) == (10, 5), label


def test_nobody_sails_faster_than_24() -> None:
    assert top_speed(5, Wind(24, 12)) == 24, "FS-06"


@pytest.mark.parametrize(("speed", "drifts"), [(12, [2, 4, 6, 6]), (8, [2, 4, 4])])
def test_a_drifting_ship_gains_speed_down_wind(speed: int, drifts: list[int]) -> None:
    wind, found, ship = Wind(speed, 12), [], Sailing(6, 0, True)
    for _ in drifts:
        ship = drift_of(ship.speed, ship.heading, wind)
        assert ship.heading == 6 and ship.adrift
        found.append(ship.speed)
    assert found == drifts, "FS-07, FS-08"


def test_a_move_that_ends_in_irons_stops() -> None:
    assert after_move(12, 10, Wind(12, 12), 12) == Sailing(6, 0, True), "FS-07"


def test_irons_take_what_the_wind_blows() -> None:
    label, wind = "FS-56", Wind(8, 12)
    assert wind_thrust(8, 5, wind) == 10, label
    assert after_move(12, 10, wind, 8) == Sailing(12, 2), label
    assert after_move(12, 2, wind, 8) == Sailing(6, 0, True), label


def test_without_wind_only_the_hull_is_a_limit() -> None:
    assert (min(26, top_speed(3, None)), min(26, top_speed(3, None, merchant=True))) == (24, 18), "FS-57"
    assert wind_thrust(6, 12, None) == 6
    assert after_move(12, 9, None, 24) == Sailing(12, 9)
    assert drift_of(0, 4, None) == Sailing(4, 0, True)


def test_two_masts_gone() -> None:
    wind = Wind(20, 12)
    assert [top_speed(heading, wind, 2) for heading in (9, 1, 5)] == [6, 3, 7], "FS-66"


def test_a_ship_without_a_mast_gets_no_thrust_from_reaching() -> None:
    wind = Wind(16, 12)
    assert [wind_thrust(mast_thrust(6, failures), 5, wind) for failures in (4, 5, 6)] == [4, 3, 0]


PRINTED_THRUST = {
    4: (4, 3, 3, 2, 1, 1, 0), 5: (5, 4, 3, 3, 2, 1, 0), 6: (6, 5, 4, 3, 2, 1, 0), 7: (7, 6, 5, 4, 2, 1, 0),
    8: (8, 7, 5, 4, 3, 1, 0),
}  # fmt: skip


@pytest.mark.parametrize("rating", PRINTED_THRUST)
def test_each_failure_of_a_mast_costs_a_sixth_of_the_thrust(rating: int) -> None:
    assert tuple(mast_thrust(rating, failures) for failures in range(7)) == PRINTED_THRUST[rating]


PRINTED_TOP = {  # wind: war d 0, 1, 2-4, 5, 6; merchant 1, 2-4, 5; one mast gone 1, 2-4, 5; two gone 1, 2-4, 5
    8: (8, 4, 8, 10, 8, 3, 6, 8, 2, 5, 6, 1, 2, 3),
    12: (12, 6, 12, 14, 12, 4, 9, 11, 4, 8, 9, 2, 4, 4),
    16: (16, 8, 16, 18, 16, 6, 12, 14, 5, 10, 12, 2, 5, 6),
    20: (20, 10, 20, 22, 20, 7, 15, 17, 6, 13, 14, 3, 6, 7),
    24: (24, 12, 24, 24, 24, 9, 18, 18, 8, 16, 16, 4, 8, 8),
}


@pytest.mark.parametrize("speed", PRINTED_TOP)
def test_the_printed_table_of_top_speeds(speed: int) -> None:
    wind = Wind(speed, 12)
    war = [top_speed(heading, wind) for heading in (12, 1, 3, 5, 6)]
    merchant = [top_speed(heading, wind, merchant=True) for heading in (1, 3, 5)]
    lamed = [top_speed(heading, wind, gone) for gone in (1, 2) for heading in (1, 3, 5)]
    assert (*war, *merchant, *lamed) == PRINTED_TOP[speed]


def second_formula(heading: int, wind: Wind | None, gone: int, merchant: bool, cut: bool, laden: bool) -> int:
    """Top speed by bearings in degrees and exact fractions, for comparison."""
    most, off = Fraction(18 if merchant else 24), 90
    if wind is not None:
        off = abs((30 * heading - 30 * wind.source + 180) % 360 - 180)
        carried = Fraction(3 * wind.speed, 4) if merchant and laden else Fraction(wind.speed)
        most = min(most, Fraction(floor(carried) + (2 if off == 150 else 0)))
    standing = most - floor(most * Fraction(gone, 3)) if cut else floor(most * Fraction(3 - gone, 3))
    return floor(Fraction(standing, 2)) if off == 30 else floor(standing)


@pytest.mark.parametrize(("cut", "laden", "merchant"), list(product((False, True), repeat=3)))
def test_top_speed_by_a_second_formula_for_every_case(cut: bool, laden: bool, merchant: bool) -> None:
    """Every wind that a file may set, from every course, and none; every heading, every number of masts, every
    reading."""
    winds = [None, *(Wind(speed, source) for speed in range(41) for source in range(1, 13))]
    for wind, heading, gone in product(winds, range(1, 13), range(4)):
        found = top_speed(heading, wind, gone, merchant, cut, laden)
        assert found == second_formula(heading, wind, gone, merchant, cut, laden), (wind, heading, gone)


@pytest.mark.parametrize("cut", ["rest", "cut"])
@pytest.mark.parametrize("laden", ["lower", "eighteen"])
@pytest.mark.parametrize("kind", ["tern", "sanderling", "halcyon", "oak", "ysolde", "barley"])
def test_every_ship_sails_by_that_formula_whatever_its_masts(kind: str, cut: str, laden: str) -> None:
    """As a plot asks for it: from a ship with each of its masts whole, crippled or gone, by each course of the wind."""
    ship = sailer(kind)
    state = at_sea(ship, mast_speed=cut, merchant_cap=laden)
    for masts, speed, source in product(product((0, 1, 2), repeat=MASTS), (10, 15, 20), range(1, 13)):
        ship.masts = masts
        set_wind(state, Wind(speed, source))
        expected = second_formula(
            3, Wind(speed, source), masts.count(2), ship.design.merchant, cut == "cut", laden == "lower"
        )
        assert fastest(state, ship, 3) == expected, (masts, speed, source)
