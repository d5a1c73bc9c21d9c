"""The flight that is suggested to a missile is the first of those that end nearest to an enemy, on every board."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from game.board.boards import board_of
from game.players.match import Match
from game.rules.counters.kinds import Missile
from game.rules.ordnance.fly_missile import FlyMissile
from game.rules.ordnance.marker_odds import expected_poses
from game.rules.ships.thrust_state import ThrustState
from tests.rules.ordnance.test_fly_missile import boat, launched, prey
from tests.support.fighter_battles import table
from tests.tools.bench_hexes import on_hexes


def measured_one_by_one(state: ThrustState, key: str) -> FlyMissile | None:
    """Return the same by measuring every flight that may be made to every enemy."""
    board, one = board_of(state.table), state.counters[key]
    goals = [pose.at for pose in expected_poses(state, one.side, {}).values()]
    ends = FlyMissile(key).destinations(state)
    best = min(ends, key=lambda end: min(board.distance(end.at, goal) for goal in goals)) if ends and goals else None
    return best.order if best is not None and isinstance(best.order, FlyMissile) else None


def test_on_hexes_no_flight_ends_nearer_than_the_one_that_is_suggested() -> None:
    opened, asked = on_hexes(12), 0
    match = Match(opened.battle, dict.fromkeys(opened.file.sides, "random"), 3)
    while asked < 60 and (prompt := match.next_prompt()) and opened.battle.state.turn < 6:
        state = opened.battle.state
        for key in prompt.waiting:
            if FlyMissile in opened.battle.phase.accepts and isinstance(state.counters.get(key), Missile):
                assert FlyMissile(key).suggestion(state) == measured_one_by_one(state, key)
                asked += 1
        match.step()
    assert asked > 5


@pytest.mark.parametrize("seed", range(12))
def test_in_space_no_flight_ends_nearer_than_the_one_that_is_suggested(seed: int) -> None:
    chance = Random(seed)
    enemies = [prey((chance.uniform(0, 72), chance.uniform(0, 48))) for _ in range(3)]
    for number, one in enumerate(enemies):
        one.id = f"prey{number}"
    battle = table(boat(), *enemies)
    at, facing = (chance.uniform(5, 60), chance.uniform(5, 40)), chance.randint(1, 12)
    battle.counters["boat.MT"] = replace(launched(battle), at=at, facing=facing, course=facing)
    assert FlyMissile("boat.MT").suggestion(battle) == measured_one_by_one(battle, "boat.MT") is not None
