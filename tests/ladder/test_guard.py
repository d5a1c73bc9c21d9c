"""A small ladder with fixed dice: the captain has not grown weak."""

from __future__ import annotations

import pytest

from game.ladder.battles import fight
from game.ladder.openings import openings_folder
from game.ladder.plan import ladder_plan
from game.ladder.standings import pair_scores

FEW = [
    "easyhex/two_and_two", "full_sail/frigates", "full_thrust/duel", "full_thrust/two_pairs", "hex12/spines",
    "hexcess/open_rows", "power_hex/destroyers",
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("enemy", "least"), [("random", 0.85), ("doctrine", 0.5)])
def test_the_captain_holds_its_own(enemy: str, least: float) -> None:
    plan = ladder_plan([openings_folder() / f"{name}.yaml" for name in FEW], ["captain", enemy], games=1, seed=900)
    rows = [fight(number, battle)[1] for number, battle in enumerate(plan.battles(plan.couples, plan.keys))]
    assert len(rows) == 2 * len(FEW)
    scores = pair_scores(rows, ("captain", enemy))
    assert sum(scores) / len(scores) >= least, [(row["file"], row["players"], row["won"]) for row in rows]
