"""What a line of the log says that its dice came to: one of the values they could have come to, whose chances sum to 1;
and the boxes it credits to several attackers are those that it takes.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from game.battle.loader import open_battle
from game.core.events import Event, Score
from game.players.match import Match
from tests.support.battles import SCENARIOS

TURNS = 8
UNCOUNTED = {"full-thrust-base/7.5"}  # dice of a shot that are told with others
COUNTED = {"sail/5.2", "power/8.2", "full-thrust-base/9.7"}  # dice that are no shots, and count all the same
CASES = [
    pytest.param(path, seed, id=f"{path.stem}-{seed}", marks=[pytest.mark.slow] if seed else [])
    for path in SCENARIOS
    for seed in range(3)
]


@pytest.mark.parametrize(("path", "seed"), CASES)
def test_every_score_is_among_its_chances(path: Path, seed: int) -> None:
    opened = open_battle(path, seed=seed)
    Match(opened.battle, dict.fromkeys(opened.file.sides, "random"), seed).play(TURNS)
    for event in opened.battle.log:
        for score, by in ((event.score, event.who), (event.reply, event.whom)):
            if score:
                assert_possible(event, score, by)
        if event.score:
            continue
        if event.rule in COUNTED and event.dice:
            assert event.rule == "full-thrust-base/9.7" and "lose" in event.text, (
                f"{event} counts with its fight, or not at all"
            )
        elif event.kind == "fire" and event.dice:
            assert event.rule in UNCOUNTED, f"what the dice of {event} could have come to is not told"
    for event in opened.battle.log:
        if event.credit:
            assert sum(boxes for _, boxes in event.credit) == sum(boxes for _, boxes in event.harm)


def assert_possible(event: Event, score: Score, by: str) -> None:
    """Check that the chances sum to 1, and that the roll was possible."""
    assert event.weapon and by
    assert abs(sum(score.chances) - 1) < 1e-9 and min(score.chances) >= 0
    assert score.rolled < len(score.chances) and score.chances[score.rolled] > 0
