"""Starts that the house rules on a fight by points let pass or refuse (full-thrust-base/9.1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from game.battle.designs import designs_of
from game.rules.scenario.by_points import against_agreement
from game.systems import SYSTEMS

SPACE = SYSTEMS["full-thrust"]


def refusals(rules: Mapping[str, Any], *velocities: int) -> int:
    """Return how much is refused of a start of cruisers of 262 points each, on the edge of their zone."""
    ships = {
        f"lancet{n}": {"side": "azure", "design": "lancet", "at": [6, 2 * n + 1], "course": 3, "velocity": velocity}
        for n, velocity in enumerate(velocities)
    }
    sides = {"azure": {"name": "Azure League", "edge": "left"}, "amber": {"name": "Amber Pact", "edge": "right"}}
    data = {"title": "A start", "system": SPACE.key, "sides": sides, "ships": ships, "house": dict(rules)}
    designs: Mapping[str, Any] = designs_of(SPACE)
    return len(list(against_agreement(SPACE.files.battle.model_validate(data), designs)))
