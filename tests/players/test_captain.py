"""The captain plays every game by its side's view alone, and its orders are legal."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import cast

import pytest

from game.battle import view
from game.battle.battle import Battle
from game.battle.loader import load_start, open_battle
from game.battle.view import View
from game.board import hexes
from game.core.display import Pose
from game.core.forecast import Forecast
from game.core.orders import Order, Prompt
from game.players import player
from game.players.captain import captain
from game.players.captain.lookout import Lookout
from game.players.match import Match
from game.systems.power_hex.orders.intercept_order import InterceptShot

ROOT = Path(__file__).resolve().parents[2]
BATTLES = [
    "full_thrust/crossed_swords", "full_thrust/free_fall", "full_thrust/carrier_strike", "hex12/between_the_rows",
    "easyhex/open_pasture", "hexcess/first_furrow", "full_sail/weather_gauge", "power_hex/slow_answer",
]  # fmt: skip


def opened(name: str, seed: int = 1) -> Battle:
    return open_battle(ROOT / "scenarios" / f"{name}.yaml", seed=seed).battle


@pytest.mark.parametrize("name", BATTLES)
def test_it_plays_every_game(name: str) -> None:
    battle = opened(name)
    first, other = battle.state.sides
    Match(battle, {first: "captain", other: "cadet"}, 1).play(2)
    assert battle.state.turn == 3 or battle.state.outcome
    ours = [record for record in battle.records if battle.state.owner(record.order.by) == first]
    assert ours
    assert not battle.verify()


@pytest.mark.parametrize("name", BATTLES[:3])
def test_it_plays_the_same_again(name: str) -> None:
    played = []
    for _ in range(2):
        battle = opened(name)
        Match(battle, dict.fromkeys(battle.state.sides, "captain"), 5).play(1)
        played.append([(record.order.by, str(record.order)) for record in battle.records])
    assert played[0] == played[1]


def test_it_says_why() -> None:
    battle = opened("full_thrust/crossed_swords")
    match = Match(battle, dict.fromkeys(battle.state.sides, "captain"), 5)
    side = battle.prompts()[0].side
    match.step()
    reasons = match.players[side].why(battle.records[-1].order)
    assert reasons is not None
    assert reasons.order == battle.records[-1].order
    assert reasons.order in [one.order for one in reasons.best]
    assert sum(reasons.models.values()) == pytest.approx(1)
    assert all(0 < one.chance <= 1 for one in reasons.expected)


def test_it_plays_the_best_it_has_when_it_is_stopped() -> None:
    battle = opened("full_thrust/tavira_passage")
    match = Match(battle, dict.fromkeys(battle.state.sides, "captain"), 5)
    thinking = match.thinking()
    assert thinking is not None
    best = next((thought.best for thought in thinking if thought.best is not None), None)
    assert best is not None
    assert battle.why_not(best) is None


@pytest.mark.parametrize("name", ["full_thrust/tavira_passage", "hexcess/first_furrow"])
def test_no_ship_moves_by_chance_when_it_is_stopped(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def by_chance(view: View, prompt: Prompt, rng: Random) -> Order:
        raise AssertionError(f"{prompt.waiting} are left to chance")

    monkeypatch.setattr(captain, "random_order", by_chance)
    battle = opened(name)
    match = Match(battle, dict.fromkeys(battle.state.sides, "captain"), 5)
    moved = set[str]()
    while battle.state.turn == 1 and (prompt := match.next_prompt()) is not None and len(moved) < 4:
        thinking = match.thinking()
        assert thinking is not None
        key = next(iter(prompt.waiting), "")
        if key in battle.state.ships and battle.phase.asks_for("plot"):
            best = next(thought.best for thought in thinking if thought.best is not None)
            assert isinstance(best, Order) and best.by in prompt.waiting
            battle.play(best)
            moved.add(best.by)
        else:
            thinking.close()
            match.step() if prompt.waiting else battle.play(idle_of(battle, prompt))
    assert len(moved) >= 2


def idle_of(battle: Battle, prompt: Prompt) -> Order:
    assert battle.phase.idle is not None
    return battle.phase.idle(battle.state, prompt)


def test_it_meets_shots_with_the_guns_that_can() -> None:
    """All that it can do about a shot costs it points; to let it come costs more."""
    battle = opened("power_hex/slow_answer")
    Match(battle, dict.fromkeys(battle.state.sides, "captain"), 1).play(2)
    answers = [record.order for record in battle.records if isinstance(record.order, InterceptShot)]
    assert any(one.guns for one in answers), answers


@pytest.mark.parametrize("name", ["full_thrust/crossed_swords", "full_sail/fireship"])
def test_it_works_out_no_forecast_in_one_step(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where much may befall a ship that takes seconds, and the window would stand still."""
    taken = list[int]()

    def counted(work: Generator[object, None, Forecast]) -> Forecast:
        steps = 0
        while True:
            try:
                next(work)
            except StopIteration as done:
                taken.append(steps)
                return cast(Forecast, done.value)
            steps += 1

    monkeypatch.setattr(view, "at_once", counted)
    battle = opened(name)
    assert Match(battle, dict.fromkeys(battle.state.sides, "captain"), 5).step() is not None
    assert taken
    assert max(taken) == 0


def test_a_style_it_has_not_is_told() -> None:
    with pytest.raises(LookupError, match="'captain' is one of wary, cautious, even, bold, reckless"):
        player("captain:mild")


def test_it_sees_two_turns_ahead_that_a_ship_cannot_stay_on_the_map() -> None:
    """At speed 8 she may still fly a turn, and has no move in the one after."""
    battle = load_start(ROOT / "scenarios" / "openings" / "hexcess" / "rocks_between.yaml").battle
    match = Match(battle, dict.fromkeys(battle.state.sides, "random"), 1)
    while not battle.phase.asks_for("plot"):
        match.step()
    lookout = Lookout(battle.view("azure"), "azure")
    fast = Pose(hexes.centre(hexes.hex_at((13.0, -17.5))), 4, 2, 8)
    assert lookout.can_go_on("crook", fast, turns=1) and not lookout.can_go_on("crook", fast)
    assert lookout.can_go_on("crook", replace(fast, velocity=2))
