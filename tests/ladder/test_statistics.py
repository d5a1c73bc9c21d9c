"""Intervals, ratings and the sequential test against values that are known."""

import math
from random import Random

import pytest

from game.ladder.statistics import (
    bounds,
    expected_score,
    likelihood_ratio,
    mean_interval,
    ratings,
    student,
    verdict,
    wilson,
)


@pytest.mark.parametrize(
    ("score", "count", "low", "high"),
    [(0.5, 10, 0.2366, 0.7634), (0.9, 10, 0.5958, 0.9821), (0.0, 20, 0.0, 0.1611), (38 / 40, 40, 0.8350, 0.9862)],
)
def test_the_interval_is_wilsons(score: float, count: int, low: float, high: float) -> None:
    found = wilson(score, count)
    assert (found.value, found.low, found.high) == pytest.approx((score, low, high), abs=1e-4)


def test_where_nothing_was_played_everything_is_possible() -> None:
    assert (wilson(0.5, 0).low, wilson(0.5, 0).high) == (0.0, 1.0)


@pytest.mark.parametrize(
    ("freedom", "wide"), [(1, 12.706), (2, 4.303), (3, 3.182), (5, 2.571), (30, 2.042), (500, 1.965)]
)
def test_few_observations_leave_a_wide_interval(freedom: int, wide: float) -> None:
    assert student(freedom) == pytest.approx(wide, rel=0.01)


def test_the_interval_of_a_mean_is_students() -> None:
    found = mean_interval([0.1, 0.2, 0.3, 0.4], -1, 1)
    assert (found.value, found.high - found.value) == pytest.approx((0.25, 3.182 * math.sqrt(0.05 / 3) / 2), rel=0.01)
    assert mean_interval([0.4], -1, 1).low == -1 and mean_interval([], -1, 1).value == 0


def test_two_players_are_rated_by_the_odds() -> None:
    one, other = ratings(("a", "b"), {("a", "b"): [1, 1, 1, 0]}, prior=0)
    assert one.value - other.value == pytest.approx(400 * math.log10(3))
    assert one.value == pytest.approx(-other.value)


def test_ratings_are_those_of_a_table_that_fits_the_model() -> None:
    """Strengths 4, 2 and 1: each couple meets thirty times and scores what it has to."""
    table = {("a", "b"): [1] * 20 + [0] * 10, ("b", "c"): [1] * 20 + [0] * 10, ("c", "a"): [1] * 6 + [0] * 24}
    a, b, c = (one.value for one in ratings(("a", "b", "c"), table, prior=0))
    assert (a - b, b - c) == pytest.approx((400 * math.log10(2), 400 * math.log10(2)))


def test_the_interval_of_two_ratings_is_that_of_their_score() -> None:
    scores = [1.0] * 60 + [0.0] * 40
    one = ratings(("a", "b"), {("a", "b"): scores}, prior=0)[0]
    error = math.sqrt(0.6 * 0.4 / 100) / (0.6 * 0.4)  # of the logarithm of the odds, by the rule of the delta
    assert (one.high - one.low) / 2 == pytest.approx(1.96 * 400 / math.log(10) * error / 2)


def test_who_has_won_everything_is_rated_and_widely() -> None:
    best, worst = ratings(("a", "b"), {("a", "b"): [1.0] * 10})
    assert 200 < best.value - worst.value < 800
    assert best.low < best.value < best.high and best.high - best.low > 100


def test_who_has_drawn_everything_is_not_known_for_sure() -> None:
    one, _ = ratings(("a", "b"), {("a", "b"): [0.5] * 3})
    assert one.value == pytest.approx(0) and one.high - one.low > 40


def test_nobody_and_one_alone_are_rated_at_nothing() -> None:
    assert ratings((), {}) == []
    assert [one.value for one in ratings(("a",), {})] == [0]


def test_the_bounds_are_walds() -> None:
    assert bounds() == pytest.approx((-2.9444, 2.9444), abs=1e-4)


def test_the_ratio_of_a_clean_sweep_is_that_of_the_two_scores() -> None:
    found = likelihood_ratio([1.0] * 100, 0, 40)
    assert found == pytest.approx(100 * math.log(expected_score(40) / 0.5), rel=1e-2)


def test_the_ratio_of_many_pairs_is_near_that_of_a_normal_spread() -> None:
    scores = [0.0] * 50 + [0.25] * 60 + [0.5] * 150 + [0.75] * 80 + [1.0] * 60
    mean = sum(scores) / len(scores)
    spread = sum((one - mean) ** 2 for one in scores) / len(scores)
    s0, s1 = 0.5, expected_score(20)
    assert likelihood_ratio(scores, 0, 20) == pytest.approx(
        len(scores) * (s1 - s0) * (2 * mean - s0 - s1) / (2 * spread), rel=0.05
    )


def test_a_few_battles_tell_nothing_and_many_do() -> None:
    assert verdict([1.0] * 20).told == ""
    assert verdict([1.0] * 40).told == "first"
    assert verdict([0.0] * 40).told == "second"
    assert verdict([0.5, 0.25, 0.75] * 200).told == "level"
    assert verdict([]).told == ""


def test_the_test_errs_as_seldom_as_it_promises() -> None:
    rng, wrong = Random(5), 0
    for _ in range(60):
        scores: list[float] = []
        while not (told := verdict(scores).told):
            scores += [rng.choice((0.0, 0.5, 0.5, 1.0)) for _ in range(20)]
        wrong += told != "level"
    assert wrong <= 9  # one in twenty for either player, of equal ones
