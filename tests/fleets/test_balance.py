"""Fleets compared in every game."""

from __future__ import annotations

import pytest

from game.battle.designs import designs_of
from game.fleets.balance import Balance
from game.fleets.fleet import Fleet
from game.systems import SYSTEMS


@pytest.mark.parametrize("key", SYSTEMS)
def test_nine_measures_compare_two_fleets(key: str) -> None:
    system = SYSTEMS[key]
    designs = list(designs_of(system).values())
    first = Fleet("First", "x").with_ships(designs[0], 2).with_ships(designs[1], 1)
    second = Fleet("Second", "y").with_ships(designs[2], 1)
    rows = Balance(system).compare((first, second))
    assert len(rows) == 9 and len({row.label for row in rows}) == 9
    for row in rows:
        assert row.values == pytest.approx(tuple(map(sum, row.shares)))
        assert [len(each) for each in row.shares] == [3, 1]
    price = system.files.price
    assert rows[0].values == (2 * price(designs[0]) + price(designs[1]), price(designs[2]))
    assert rows[1].values == (3, 1)


def test_volleys_are_those_of_the_yard() -> None:
    from game.battle.designs import design_data
    from game.yard.draft import draw_design
    from game.yard.reach import reach

    system = SYSTEMS["full-thrust"]
    now = draw_design(system, design_data(system, "lancet"))
    assert Balance(system).volleys(designs_of(system)["lancet"]) == pytest.approx(
        tuple(max(row) for row in reach(system, now, 0).points)
    )


def test_empty_fleets_have_nothing_to_compare() -> None:
    assert Balance(SYSTEMS["full-thrust"]).compare((Fleet("a", "x"), Fleet("b", "y"))) == ()
