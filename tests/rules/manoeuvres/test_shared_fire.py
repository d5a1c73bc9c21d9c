"""Dividing fire: nothing is lost or made, whatever the hits and the shares (manoeuvres/eclipsing/share)."""

from __future__ import annotations

import math
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.rules.manoeuvres.cover.eclipsing import ScreeningShip, divide_hits, split_hits, totalled
from game.rules.odds import layered_odds
from game.rules.odds.throws import Table
from game.rules.ships.damage import cross_off, soak_all
from game.rules.ships.ship import Hit
from tests.support.builders import design, ship

HITS = st.lists(st.tuples(st.sampled_from(["normal", "P", "SAP", "AP", "hull"]), st.integers(1, 9)), max_size=7)
SCREENS = st.lists(
    st.builds(ScreeningShip, st.tuples(st.integers(0, 6)), st.integers(1, 12), st.integers(0, 100), st.booleans()),
    max_size=3,
)
ANY = st.lists(st.tuples(st.sampled_from(["normal", "P", "SAP", "AP", "hull"]), st.integers(1, 9)), max_size=3)
SCREENING = st.builds(
    ScreeningShip, st.sampled_from([(), (4,), (3, 2)]), st.integers(1, 9), st.integers(0, 100), st.booleans()
)
LAYERED = st.lists(SCREENING, min_size=1, max_size=2)


def points(hits: list[Hit] | tuple[Hit, ...]) -> int:
    return sum(n for _, n in hits)


@given(HITS, st.integers(0, 80))
def test_a_split_gives_so_many_points_and_leaves_the_others(hits: list[Hit], most: int) -> None:
    first, rest = split_hits(totalled(hits), most)
    assert points(first) == min(most, points(hits)) and points(first) + points(rest) == points(hits)
    assert {mode for mode, _ in first} | {mode for mode, _ in rest} == {mode for mode, _ in hits}


@given(HITS, SCREENS, st.booleans())
def test_every_point_strikes_somebody(hits: list[Hit], screens: list[ScreeningShip], raked: bool) -> None:
    """What is dealt out is what was rolled, and besides it only what screening ships had no box left for."""
    parts, rest = divide_hits(screens, raked, hits)
    over = sum(max(0, soak_all(screen.armour, part)[1] - screen.hull) for screen, part in zip(screens, parts))
    assert sum(map(points, parts)) + points(rest) == points(hits) + over
    left = points(hits)
    for screen, part in zip(screens, parts):
        assert points(part) == left * screen.share // 100
        left -= points(part)


@given(HITS, st.integers(0, 9), st.integers(1, 20))
def test_overkill_is_that_of_a_ship(hits: list[Hit], armour: int, hull: int) -> None:
    """The points that go on are those that a real ship of those boxes had no room for."""
    one = ship(built=design(hull=hull, armour=armour))
    wound = cross_off(one, totalled(hits))
    assert max(0, soak_all((armour,), totalled(hits))[1] - hull) == wound.over


@settings(deadline=None)
@given(
    st.lists(st.lists(ANY, min_size=1, max_size=3), max_size=3),
    LAYERED,
    st.booleans(),
    st.sampled_from([(), (3,), (2, 4)]),
)
def test_chances_of_a_divided_attack_are_those_of_dividing_each_of_its_results(
    guns: list[list[list[Hit]]], screens: list[ScreeningShip], raked: bool, armour: tuple[int, ...]
) -> None:
    """All totals are divided and soaked at once in arrays; here result by result, by the rule itself."""
    throws: tuple[Table, ...] = tuple(tuple((1 / len(gun), tuple(hits)) for hits in gun) for gun in guns)
    ways = [(math.prod(part for part, _ in way), [hit for _, hits in way for hit in hits]) for way in product(*throws)]
    for place in (*range(len(screens)), -1):
        wanted: dict[tuple[tuple[int, ...], int], float] = {}
        for chance, hits in ways:
            parts, rest = divide_hits(screens, raked, hits)
            after = soak_all(armour, (*parts, rest)[place])
            wanted[after] = wanted.get(after, 0.0) + chance
        kernel = layered_odds.divided_kernel(throws, armour, raked, (tuple(screens), place))
        found = {(left, n): float(row[n]) for left, row in kernel for n in range(len(row)) if row[n]}
        assert found == pytest.approx(wanted)
