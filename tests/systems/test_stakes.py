"""What pieces are worth and what sides need to win, in every scenario, at moments of random battles."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.core.orders import Id
from game.core.state import AnyState
from game.core.system import RuleSystem
from game.rules.outcome import victory
from game.systems.full_sail import outcome as at_sea
from game.systems.power_hex import outcome as by_power
from tests.property.test_random_battles import drawn
from tests.support.battles import SCENARIOS
from tests.support.random_moments import moments

EVERY = pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)


def scores(system: RuleSystem, state: AnyState) -> dict[Id, float]:
    """The score of each side, by the game itself."""
    if system.key == "full-sail":
        return dict(at_sea.scores(state))
    return dict(by_power.scores(state) if system.key == "power-hex" else victory.scores(state))


def brought_by(state: AnyState, key: Id) -> Id:
    """The side that a ship began with."""
    return getattr(state.ships[key], "built_for", "") or state.owner(key)


@EVERY
def test_worths_follow_from_sheets_and_add_up_to_the_score(path: Path) -> None:
    for seed in range(2):
        opened = drawn(path, seed)
        system = opened.battle.system
        for _ in moments(opened, seed):
            state = opened.battle.state
            for key in (*state.ships, *state.counters):
                assert_like_its_sheet(system, state, key)
            assert_scores(system, state)


def assert_like_its_sheet(system: RuleSystem, state: AnyState, key: Id) -> None:
    """Is what is left the boxes of the tracks, and is no more there than was built?"""
    worth, shown = system.worth(state, key), system.sheet(state, key, None)
    assert 0 <= worth.boxes <= worth.of and worth.points >= 0 and 0 <= worth.scores <= worth.points
    if system.key == "power-hex" and key in state.ships:
        return  # systems have boxes too, which are no tracks
    hull = [one for one in shown.tracks if one.shape == "box"]
    armour = [one for one in shown.tracks if one.label.startswith(("Armour", "Shell"))]
    if hull and key in state.ships:
        assert worth.boxes == sum(one.left for one in hull if one.label == "Hull" or one.label.startswith("Row"))
        assert worth.armour == sum(one.left for one in armour)


def assert_scores(system: RuleSystem, state: AnyState) -> None:
    """Do the points that enemies have for pieces come to the score of the game?"""
    lost = dict.fromkeys(state.sides, 0.0)
    price = dict(lost)
    for key in state.ships:
        lost[brought_by(state, key)] += system.worth(state, key).scores
        price[brought_by(state, key)] += system.worth(state, key).points
    for side, score in scores(system, state).items():
        taken = sum(lost.values()) - lost[side]
        if system.key in ("full-sail", "power-hex") or state.house["score"] == "fifths":
            assert score == pytest.approx(taken, abs=0.05)
        else:
            kept = price[side] - lost[side]
            assert score == pytest.approx((kept + taken) / (price[side] or 1), abs=0.0005)
        rivals = [score for one, score in scores(system, state).items() if one != side]
        assert system.stakes(state, side).lead == pytest.approx(scores(system, state)[side] - max(rivals))
