"""Gunnery: bands, sides, rakes, lines of sight and honour (sail/4, 8)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.board.geometry import along
from game.systems.full_sail.gunnery.guns import bears, gun_dice, rakes, raking_wedge, side_dice, side_reach
from game.systems.full_sail.gunnery.honour import dishonour
from game.systems.full_sail.gunnery.sight import obstacle_between
from game.systems.full_sail.ships.design import BOW, PORT, SIDES, STARBOARD, STERN
from tests.support.zones import inside
from tests.systems.full_sail.ships_at_sea import SETTINGS, at_sea, body, sailer


@pytest.mark.parametrize(("distance", "dice"), [(10.0, 2), (10.01, 1), (30.0, 1), (30.01, 0)])
def test_bands_are_closed_at_the_top(distance: float, dice: int) -> None:
    assert gun_dice("L", distance) == dice, "FS-17"


@pytest.mark.parametrize(("distance", "dice"), [(8, 10), (18, 6), (25, 6)])
def test_a_broadside_by_band(distance: float, dice: int) -> None:
    assert side_dice(sailer(), PORT, distance) == dice, "FS-18"


@pytest.mark.parametrize(
    ("kind", "dice"), [("tern", (6, 1, 1)), ("oak", (17, 13, 4)), ("ysolde", (29, 21, 6)), ("barley", (2, 1, 1))]
)
def test_printed_broadsides(kind: str, dice: tuple[int, ...]) -> None:
    assert tuple(side_dice(sailer(kind), PORT, far) for far in (10, 20, 30)) == dice
    assert side_reach(sailer(kind), PORT) == 30


def test_sides_bear_by_arcs() -> None:
    one, other = sailer(course=12), sailer("tern", at=(10.0, 0.0))
    for at, side in (((10.0, 0.0), STARBOARD), ((-10.0, 1.0), PORT), ((0.0, 10.0), BOW), ((0.0, -10.0), STERN)):
        assert [one_side for one_side in SIDES if bears(one, one_side, replace(other, at=at))] == [side]


def test_a_rake_comes_from_the_wedges_that_are_drawn() -> None:
    target = sailer(at=(30.0, 20.0), course=5)
    for wide in (60, 90):
        house = SETTINGS | {"rake_arcs": wide}
        wedge = raking_wedge(target, house)
        for bearing in range(0, 360, 4):
            firer = sailer("tern", at=along(target.at, bearing + 1.0, 12.0))
            assert rakes(firer, target, house) == inside(wedge, firer.at)
    assert not rakes(sailer(at=target.at), target, SETTINGS)


@pytest.mark.parametrize(("off", "free"), [(0.9, False), (1.1, True)])
def test_a_ship_in_between_blocks(off: float, free: bool) -> None:
    label = "FS-48"
    one, target, other = sailer(), sailer("tern", at=(20.0, 0.0)), sailer("oak", at=(10.0, off))
    state = at_sea(one, target, other)
    assert (obstacle_between(state, one, target) is None) == free, label
    assert obstacle_between(at_sea(one, target, other, sight=False), one, target) is None


@pytest.mark.parametrize(("kind", "free"), [("reef", True), ("island", False), ("fog", False), ("sargasso", True)])
def test_terrain_in_between(kind: str, free: bool) -> None:
    one, target = sailer(), sailer("tern", at=(20.0, 0.0))
    state = at_sea(one, target, bodies=(body(kind, (10.0, 0.5)),))
    assert (obstacle_between(state, one, target) is None) == free, "FS-54"


def test_one_sees_3_mu_in_fog() -> None:
    one, target = sailer(at=(10.0, 0.0)), sailer("tern", at=(13.0, 0.0))
    state = at_sea(one, target, bodies=(body("fog", (11.0, 0.0)),))
    assert obstacle_between(state, one, target) is None
    target.at = (13.1, 0.0)
    assert obstacle_between(state, one, target)


@pytest.mark.parametrize(("far", "allowed"), [(36.0, False), (36.5, True)])
def test_honour_spares_the_small_while_others_are_near(far: float, allowed: bool) -> None:
    one, small = sailer("ysolde"), sailer("sanderling", side="auvrac", at=(10.0, 0.0))
    other = sailer("oak", side="auvrac", at=(0.0, far))
    assert (dishonour(at_sea(one, small, other), one, small) is None) == allowed, "FS-38"
    assert dishonour(at_sea(one, small, other, honour=False), one, small) is None


def test_two_masts_less_are_fair() -> None:
    one, small, other = sailer("oak"), sailer("sanderling", side="auvrac"), sailer("oak", "far", "auvrac")
    assert dishonour(at_sea(one, small, other), one, small) is None, "FS-39"


def test_who_has_fired_at_a_ship_may_be_fired_at() -> None:
    label, one = "FS-51", sailer("ysolde")
    bold = sailer("sanderling", side="auvrac", fired_at=frozenset({"ysolde"}))
    meek, oak = sailer("sanderling", "meek", "auvrac"), sailer("oak", side="auvrac", at=(20.0, 0.0))
    state = at_sea(one, bold, meek, oak)
    assert dishonour(state, one, bold) is None and dishonour(state, one, bold, grapple=True) is None, label
    assert dishonour(state, one, meek) and dishonour(state, one, meek, grapple=True), label


def test_a_civilian_is_summoned_first() -> None:
    label, one, trader = "FS-50", sailer("oak"), sailer("barley", side="auvrac", at=(8.0, 0.0))
    trader.summoned = 3
    state = at_sea(one, trader)
    state.turn = 3
    assert dishonour(state, one, trader), label
    state.turn = 4
    assert dishonour(state, one, trader) is None, label
    trader.struck = True
    assert dishonour(state, one, trader) and dishonour(state, one, trader, grapple=True) is None
    trader.design = replace(trader.design, rated_masts=1)
    trader.struck = False
    assert dishonour(state, one, trader) is None, label


def test_honour_may_count_both_ways_in_grappling() -> None:
    one, large = sailer("tern"), sailer("oak", side="auvrac")
    assert dishonour(at_sea(one, large), one, large, grapple=True) is None
    assert dishonour(at_sea(one, large, honour_grapple="both"), one, large, grapple=True)
