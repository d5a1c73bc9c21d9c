"""What the rules forbid has no odds: whatever is asked says first whether it can happen, in every game and phase.

Random battles over every scenario; in each moment one field of a draft is set to any of its values, legal or not.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from game.battle.loader import open_battle
from game.battle.view import View
from game.core.orders import Order
from game.players.match import Match
from tests.support.battles import SCENARIOS

STEPS = 120  # orders of a battle
VALUES = 3  # of a field that are tried in one moment


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_what_is_forbidden_has_a_reason_and_no_odds(path: Path) -> None:
    refused = 0
    for view, order in asked(path):
        if (why := view.why_not(order)) is not None:
            refused += 1
            said = view.risks(order)
            assert said and all(risk.tone == "cannot" and not risk.chance for risk in said), f"{order}: {said}"
            assert not view.odds(order) and view.shot_trace(order) is None, f"{order}: {why}"
        for one in order.alternatives(view.state):
            assert view.why_not(one.order) is None or all(part.tone == "cannot" for part in one.parts), str(one.order)
    assert refused


def asked(path: Path) -> Iterator[tuple[View, Order]]:
    """Yield orders of whoever may decide, one field of each set to a value that need not be legal."""
    chance, battle = Random(path.stem), open_battle(path, seed=2).battle
    match = Match(battle, dict.fromkeys(battle.state.sides, "random"), 2)
    for _ in range(STEPS):
        if battle.state.outcome:
            return
        for prompt in battle.prompts():
            if prompt.waiting:
                view = battle.view(prompt.side)
                draft = view.draft(chance.choice(prompt.waiting))
                for field in draft.fields(view.state):
                    found = view.choices(draft, field.name)
                    for choice in chance.sample(found, min(VALUES, len(found))):
                        yield view, draft.with_value(field.name, choice.value)
        match.step()
