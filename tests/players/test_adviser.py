"""The adviser weighs every end of a ship against a perfect enemy, in every game and both movements."""

from __future__ import annotations

import math
from pathlib import Path
from random import Random

import numpy as np
import pytest

from game.battle.loader import open_battle
from game.battle.slowly import at_once
from game.battle.view import View
from game.core.orders import Id
from game.players.captain.adviser import Advice, Adviser
from game.players.match import Match
from tests.support.battles import thrust_state

ROOT = Path(__file__).resolve().parents[2]
BATTLES = [
    "full_thrust/crossed_swords", "full_thrust/free_fall", "hex12/between_the_rows", "easyhex/open_pasture",
    "hexcess/first_furrow", "full_sail/weather_gauge", "power_hex/slow_answer",
]  # fmt: skip


def asked(name: str) -> tuple[View, Id, Id]:
    """Return the view of a side that is about to move a ship, that ship, and the nearest enemy."""
    battle = open_battle(ROOT / "scenarios" / f"{name}.yaml", seed=3).battle
    match = Match(battle, dict.fromkeys(battle.state.sides, "random"), 3)
    while True:
        for prompt in battle.prompts():
            view = battle.view(prompt.side)
            for key in prompt.waiting[:1]:
                if key in view.state.ships and getattr(view.draft(key), "input_mode", "") == "plot":
                    here = view.state.ships[key].at
                    foe = min(view.state.enemies(prompt.side), key=lambda one: math.dist(one.at, here))
                    return view, key, foe.id
        assert match.step()


def advice(name: str, turns: int = 1, boxes: bool = False) -> tuple[View, Advice]:
    view, key, foe = asked(name)
    return view, at_once(Adviser(view, key, (foe,), turns, boxes).weigh())


@pytest.mark.parametrize("name", BATTLES)
@pytest.mark.parametrize("turns", [1, 2])
def test_every_end_has_a_worth_and_the_mix_is_near_perfect(name: str, turns: int) -> None:
    view, found = advice(name, turns)
    (foe,) = found.theirs
    ends = view.destinations(view.draft(found.piece))
    assert len(found.worth) == len(found.ends) == len(ends) > 1
    assert np.isfinite(found.worth).all()
    assert found.shares.sum() == pytest.approx(1) and found.answers[foe].sum() == pytest.approx(1)
    scale = max(1.0, float(np.ptp(found.worth)))
    assert found.worth.max() - found.value < 0.02 * scale, "no end does much better against the enemy's mix"
    for number in found.best:
        worst, answers = found.worst(number)
        assert worst <= found.worth[number] + 1e-9 and [one.foe for one in answers] == [foe]
        assert found.gives_away(number) >= 0 and number in found.lost
    assert sum(one.chance for one in found.likely(foe, 0.0)) == pytest.approx(1)


def test_no_fire_passes_a_planet() -> None:
    view, key, foe = asked("full_thrust/tavira_passage")
    adviser, rng = Adviser(view, key, (foe,)), Random(1)
    rows = np.array([[rng.uniform(28, 44), rng.uniform(18, 34), 0.0, 0.0, 0.0] for _ in range(60)])
    places, others = rows[:30], rows[30:]
    blocked = [
        [
            adviser.lookout.board.obstacle_between(tuple(a[:2]), tuple(b[:2]), view.state.table.bodies) is not None
            for b in others
        ]
        for a in places
    ]
    assert 0 < np.sum(blocked) < 900
    assert (adviser.lookout.hidden(places, others) == np.array(blocked)).all()
    assert not adviser.payoff.dealt(key, foe, places, others)[np.array(blocked)].any()


def test_three_turns_ahead_are_weighed() -> None:
    _, found = advice("hexcess/first_furrow", 3)
    assert np.isfinite(found.worth).all() and found.worth.max() - found.value < 1.0


def test_the_end_of_an_order_is_found_by_its_place() -> None:
    view, found = advice("full_thrust/crossed_swords")
    adviser = Adviser(view, found.piece, tuple(found.theirs))
    for number, order in enumerate(found.ends.orders):
        assert found.number_of(adviser.lookout.place(view.pose(order))) == number


def test_the_best_orders_have_the_chances_to_destroy_and_to_be_destroyed() -> None:
    """Exact odds at every pair of places, weighed by the chances of the enemy's ends."""
    view, key, foe = asked("full_thrust/crossed_swords")
    for one, hull in ((key, 3), (foe, 2)):
        ship = thrust_state(view.state).ships[one]
        ship.hull, ship.armour = hull, (0,)
    found = at_once(Adviser(view, key, (foe,)).weigh())
    assert set(found.kills) == set(found.best)
    for number, (kills, dies) in found.kills.items():
        here, chances = view.pose(found.ends.orders[number]), [0.0, 0.0]
        for answer in found.likely(foe, 0.0):
            assert answer.order is not None
            poses = {key: here, foe: view.pose(answer.order)}
            for n, (firer, target) in enumerate(((key, foe), (foe, key))):
                if order := view.volley(firer, target, poses):
                    chances[n] += answer.chance * view.odds(order, poses)[0].chances[-1]
        assert (kills, dies) == pytest.approx(chances, abs=0.05)  # rare answers count as the likely ones
    assert any(kills > 0.05 or dies > 0.05 for kills, dies in found.kills.values())


def test_whole_ships_far_apart_destroy_nobody() -> None:
    _, found = advice("full_thrust/crossed_swords")
    assert set(found.kills.values()) == {(0.0, 0.0)}
