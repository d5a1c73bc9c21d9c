"""Boarding: who may board whom, the fight, and its exact chances (full-thrust-base/9.7)."""

from __future__ import annotations

from itertools import product

import pytest

from game.core.orders import Illegal, Unreadable
from game.rules.outcome.victory import worth
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import ThrustState
from game.rules.special.boarding import (
    SendBoarders,
    chance_to_capture,
    factor,
    next_to_board,
    overwhelming_side,
    played,
)
from game.rules.turn_order import sides_in_order
from tests.support.builders import carried_out, design, ship, state


def side_by_side(ours: int = 12, theirs: int = 5, **changes: object) -> ThrustState:
    """Return Lancet and an enemy 4 MU away on the same course at the same velocity, with that many hull boxes each."""
    lancet, prey = ship("lancet", velocity=6), ship("prey", "crimson", (0.0, 4.0), velocity=6)
    for one, hull in ((lancet, ours), (prey, theirs)):
        one.hull = hull
    for name, value in changes.items():
        setattr(prey, name, value)
    return state(lancet, prey, boarding=True)


@pytest.mark.parametrize(("hull", "factors"), [(1, 1), (4, 1), (5, 2), (12, 3), (13, 4), (40, 10)])
def test_one_factor_for_every_four_boxes_started(hull: int, factors: int) -> None:
    one = ship(built=design(hull=40))
    one.hull = hull
    assert factor(one) == factors


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({}, ""),
        ({"at": (0.0, 6.0)}, ""),
        ({"at": (0.0, 6.1)}, "too far: 6.1 of 6 MU"),
        ({"velocity": 7}, ""),
        ({"velocity": 8}, "velocity 8"),
        ({"course": 11}, ""),
        ({"course": 1}, ""),
        ({"course": 2}, "course 2"),
        ({"removed_reason": "left"}, "only an enemy"),
        ({"side": "azure"}, "only an enemy"),
    ],
)
def test_who_may_be_boarded(changes: dict[str, object], why: str) -> None:
    """Within 6 MU, velocities and courses one apart at most, and an enemy; the phase asks for no ship that can board
    nobody."""
    battle = side_by_side(12, 5, **changes)
    order = SendBoarders("lancet", "prey")
    if why:
        with pytest.raises(Illegal, match=why):
            order.check(battle)
    else:
        order.check(battle)
    assert bool(next_to_board(battle)) == (not why)


def test_more_than_twice_the_total_wins_at_once() -> None:
    battle = side_by_side()
    log = carried_out(battle, SendBoarders("lancet", "prey"), 4, 5, 4, 3, 3)
    assert battle.ships["prey"].removed_reason == "captured" and worth(battle.ships["prey"]) == 0
    assert [line.rule for line in log] == ["full-thrust-base/9.7"] * 2


def test_exactly_twice_the_total_does_not() -> None:
    """12 against 6 costs the defenders a factor, and the fight goes on with one die of theirs."""
    battle = side_by_side()
    carried_out(battle, SendBoarders("lancet", "prey"), 4, 5, 3, 3, 3, 1, 1, 1, 6, 1, 1, 6)
    assert battle.ships["prey"].removed_reason == ""


def test_equal_totals_cost_both_and_the_last_boarders_lose() -> None:
    """One factor against one: equal dice leave nobody to take the ship."""
    battle = side_by_side(4, 4)
    log = carried_out(battle, SendBoarders("lancet", "prey"), 2, 2)
    assert battle.ships["prey"].in_play and "throws the boarders back" in log[-1].text


def test_boarders_lose_nothing_but_the_fight() -> None:
    battle = side_by_side(4, 12)
    carried_out(battle, SendBoarders("lancet", "prey"), 1, 3, 3, 3)
    assert battle.ships["lancet"].hull == 4 and battle.ships["lancet"].in_play


def enumerated(ours: int, theirs: int) -> float:
    """Return the chance to capture by following every throw of every round."""
    if not ours or not theirs:
        return float(ours > 0)
    found = 0.0
    for faces in product(range(1, 7), repeat=ours + theirs):
        a, b = sum(faces[:ours]), sum(faces[ours:])
        won = overwhelming_side(a, b)
        found += float(won > 0) if won else enumerated(ours - (a <= b), theirs - (b <= a))
    return found / 6.0 ** (ours + theirs)


@pytest.mark.parametrize(("ours", "theirs"), [(1, 1), (2, 1), (1, 2), (2, 2), (3, 1), (1, 3)])
def test_exact_chances_equal_following_every_throw(ours: int, theirs: int) -> None:
    assert chance_to_capture(ours, theirs) == pytest.approx(enumerated(ours, theirs), abs=1e-12)


def test_the_panel_names_every_enemy_in_reach_and_the_best_is_suggested() -> None:
    battle = side_by_side()
    battle.ships["weak"] = weak = ship("weak", "crimson", (3.0, 0.0), velocity=6)
    battle.ships["far"] = ship("far", "crimson", (30.0, 0.0), velocity=6)
    weak.hull = 1
    order = SendBoarders("lancet")
    assert [one.label for one in order.alternatives(battle)] == ["Prey", "Weak"]
    assert order.suggestion(battle) == SendBoarders("lancet", "weak")
    weak.removed_reason, battle.ships["lancet"].hull = "left", 1
    assert order.suggestion(battle) == SendBoarders("lancet")


@pytest.mark.parametrize("text", ["board", "board a b", "aboard prey", "boarders"])
def test_unreadable_orders_say_how_they_are_written(text: str) -> None:
    with pytest.raises(Unreadable, match="board vesper"):
        SendBoarders.parse("lancet", text)


def test_a_side_may_say_that_nobody_boards() -> None:
    battle = side_by_side()
    assert next_to_board(battle)[0].side == sides_in_order(battle)[0] == "azure"
    carried_out(battle, SendBoarders("azure"))
    assert [prompt.side for prompt in next_to_board(battle)] == ["crimson"]
    with pytest.raises(Illegal, match="not a side"):
        SendBoarders("crimson", "lancet").check(battle)


def test_it_is_a_house_rule() -> None:
    one: Ship = ship()
    assert [played(state(one, boarding=on)) for on in (False, True)] == [False, True]
