"""The captain plays every game by its side's view alone, and its orders are legal."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.battle.battle import Battle
from game.battle.loader import open_battle
from game.players import player
from game.players.match import Match

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
    captain, other = battle.state.sides
    Match(battle, {captain: "captain", other: "cadet"}, 1).play(2)
    assert battle.state.turn == 3 or battle.state.outcome
    ours = [record for record in battle.records if battle.state.owner(record.order.by) == captain]
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
    reasons = match.players[side].why()
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


def test_a_style_it_has_not_is_told() -> None:
    with pytest.raises(LookupError, match="'captain' is one of wary, cautious, even, bold, reckless"):
        player("captain:mild")
