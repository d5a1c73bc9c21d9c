"""A battle for the last side that has a last turn is decided by points after it, in every game, and the objective says
so."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.battle.loader import open_battle
from tests.support.battles import SCENARIOS

ONE_OF_EACH = list({path.parent.name: path for path in SCENARIOS}.values())


@pytest.mark.parametrize("path", ONE_OF_EACH, ids=lambda path: path.parent.name)
def test_points_decide_after_the_last_turn(path: Path) -> None:
    battle = open_battle(path, seed=1).battle
    state, system = battle.state, battle.system
    state.victory = {**state.victory, "kind": "last-side", "turns": state.turn}
    first, second = state.sides
    hit = state.fleet(second)[0]
    state.ships["hit"] = hit.copy()
    state.ships["hit"].id, state.ships["hit"].removed_reason = "hit", "destroyed"
    assert system.outcome(state, False) is None
    ended = system.outcome(state, True)
    assert ended is not None and ended.winner == first and dict(ended.scores)[first] > dict(ended.scores)[second]
    assert f"{system.turn_word} {state.turn}" in system.objective(state) and "decide" in system.objective(state)
