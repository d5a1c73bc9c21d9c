"""Mines: where they are laid, whom they attack, how they are swept (full-thrust-base/6.18)."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from game.board import hexes
from game.board.boards import HexBoard
from game.board.geometry import Point
from game.core.display import Ring
from game.rules.counters.counter import make_counter
from game.rules.manoeuvres.devices.lay_mine import MINES_LAID, LayMine, mines_left
from game.rules.movement.plot import Plot
from game.rules.movement.thrust_limits import fault
from game.rules.ships.beam_dice import score
from game.rules.ships.design import Mount
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import ThrustState
from game.rules.special import minefield
from tests.support.builders import design, house, ship, state, told

LAYER, SWEEPER, SCREEN = Mount("", "minelayer", size=2), Mount("", "minesweeper"), Mount("", "screen")
SOWER = design(LAYER)


def sower(velocity: int = 6, at: Point = (10.0, 10.0)) -> Ship:
    """Return a ship with two mines."""
    return ship("sower", "azure", at, velocity=velocity, built=SOWER)


def passer(path: tuple[Point, ...], *mounts: Mount, key: str = "prey") -> Ship:
    """Return an enemy that has flown this path."""
    one = ship(key, "crimson", path[-1], built=design(*mounts, hull=20))
    one.path = path
    return one


def mined(*ships: Ship, at: Point = (20.0, 20.0), **rules: Any) -> ThrustState:
    """Return a live mine, and ships."""
    battle = state(sower(), *ships, **rules)
    made = make_counter("sower.ML", battle.ships["sower"], SOWER.mounts[0])
    battle.counters[made.id] = replace(made, at=at)
    return battle


def passed(battle: ThrustState, *faces: int) -> int:
    """All ships have moved: hull boxes that the first enemy has lost."""
    told(partial(minefield.pass_mines, battle), *faces)
    prey = battle.ships["prey"]
    return prey.design.hull - prey.hull


@pytest.mark.parametrize(
    ("beside", "mounts", "faces", "points"),
    [(2.9, (SCREEN,), (5, 6, 3), 3), (2.9, (SCREEN,), (5, 6, 5), 4), (3.1, (SCREEN,), (), 0), (3.0, (), (4, 4), 2)],
)
def test_the_two_dice_of_a_mine(beside: float, mounts: tuple[Mount, ...], faces: tuple[int, ...], points: int) -> None:
    """T-mine1: 2.9 MU away, faces 5 and 6 against screen 1 do 1 and 2, and the 6 rolls again; 3.1 MU away nothing
    happens."""
    battle = mined(passer(((10.0, 20.0 - beside), (30.0, 20.0 - beside)), *mounts))
    assert passed(battle, *faces) == points
    assert battle.counters["sower.ML"].in_play == (not faces)


def test_a_mine_laid_this_turn_never_goes_off_this_turn() -> None:
    """T-mine1: it is live from the next turn on."""
    layer = sower()
    layer.path = ((10.0, 10.0), (10.0, 16.0))
    layer.active_manoeuvres = Plot.parse("sower", "MINE4").uses
    battle = state(layer, passer(((10.0, 14.0),)))
    told(partial(minefield.lay_mines, battle))
    assert battle.counters["sower.ML"].at == (10.0, 14.0) and layer.timer(MINES_LAID) == 1
    assert passed(battle) == 0
    minefield.open_turn(battle)
    assert passed(battle, 4, 1) == 1


def test_the_first_to_come_sets_it_off_and_friends_and_fighters_do_not() -> None:
    late, early = passer(((20.0, 30.0), (20.0, 20.0))), passer(((20.0, 24.0), (20.0, 20.0)), key="first")
    friend = ship("friend", "azure", (20.0, 20.0))
    battle = mined(late, early, friend)
    assert passed(battle, 6, 5, 1) == 0
    assert battle.ships["first"].hull == 17 and friend.hull == friend.design.hull


@pytest.mark.parametrize(
    ("faces", "points", "there"), [((1, 5, 4), 2, False), ((2,), 0, True), ((3,), 0, True), ((4,), 0, False)]
)
def test_a_minesweeper(faces: tuple[int, ...], points: int, there: bool) -> None:
    battle = mined(passer(((20.0, 18.0),), SWEEPER))
    assert passed(battle, *faces) == points
    assert battle.counters["sower.ML"].in_play == there


def test_four_dice_by_house_rule() -> None:
    assert passed(mined(passer(((20.0, 18.0),)), mine_dice=4), 4, 4, 4, 5) == 4


def test_what_may_be_ordered() -> None:
    def why(text: str, one: Ship) -> str:
        wrong = fault(one, Plot.parse(one.id, text), house())
        return wrong.why if wrong else ""

    assert str(Plot.parse("sower", "mine6 P1")) == "P1 MINE6"
    assert not why("MINE6", sower()) and not why("MINE8 +2", sower())
    assert "flies 6 MU and lays no mine at 7" in why("MINE7", sower())
    assert "has no minelayer" in why("MINE0", ship())
    done = sower()
    done.set_timer(MINES_LAID, 2)
    assert mines_left(done) == 0 and "no mines left" in why("MINE0", done)
    assert not list(LayMine().values(done, house()))
    done.lost.add("ML")
    assert "knocked out" in why("MINE0", done)


def test_the_place_along_a_path() -> None:
    path = ((0.0, 0.0), (0.0, 3.0), (3.0, 3.0))
    assert [minefield.along(path, far) for far in (0, 2, 5, 9)] == [(0.0, 0.0), (0.0, 2.0), (2.0, 3.0), (3.0, 3.0)]
    assert [minefield.along(path, far, HexBoard(9, 9)) for far in (0, 1, 7)] == [(0.0, 0.0), (0.0, 3.0), (3.0, 3.0)]


def test_on_hexes_a_ship_sets_off_what_it_steps_near() -> None:
    prey = passer(tuple(hexes.at((step, 0)) for step in range(8)))
    board = HexBoard(30, 24)
    battle = mined(prey, at=hexes.at((4, 3)))
    battle.table = replace(battle.table, board=board)
    assert board.distance(hexes.at((4, 0)), hexes.at((4, 3))) == 3 and passed(battle, 5, 1) == 1
    battle = mined(prey, at=hexes.at((4, 4)))
    battle.table = replace(battle.table, board=board)
    assert passed(battle) == 1


@pytest.mark.parametrize(("mounts", "rules"), [((), {}), ((SCREEN,), {}), ((SCREEN, SCREEN), {"mine_dice": 4})])
def test_the_mean_of_a_mine_is_that_of_every_way_its_dice_can_fall(
    mounts: tuple[Mount, ...], rules: dict[str, Any]
) -> None:
    """Without re-rolls, which have a mean of their own: 0.8 points, by a die that rolls itself again on a 6."""
    prey = passer(((0.0, 0.0),), *mounts)
    level, many = len(mounts), rules.get("mine_dice", 2)
    plain = sum(score(face, level) for face in range(1, 7)) / 6
    assert minefield.mean_points(mined(prey, rerolls=False, **rules), prey) == pytest.approx(many * plain)
    assert minefield.mean_points(mined(prey, **rules), prey) == pytest.approx(many * (plain + 0.8 / 6))


def test_the_enemy_sees_how_near_a_mine_lets_it_come() -> None:
    prey = passer(((0.0, 0.0),))
    battle = mined(prey)
    assert minefield.warnings(battle, prey) == (Ring((20.0, 20.0), 3.0, "mine: 2 dice, mean 1.6", "enemy"),)
    assert minefield.warnings(battle, battle.ships["sower"]) == ()
