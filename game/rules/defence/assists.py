"""The best choice of attacking and assisting groups once the level is known: the one with the greatest mean damage.

All groups have the same number of craft. Every division of the groups is tried (point-defence-and-fighters/5).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from game.core.values import frozen
from game.rules.defence.bands import BANDS, BY_THE_BOOK, LevelRules, Screens
from game.rules.defence.fighter_types import FIGHTER_TYPES
from game.rules.defence.level_attacks import fighter_attack
from game.rules.odds.die_columns import mean

MOST = len(BANDS) - 2  # more assistants change nothing: no shift goes below band 1
EQUAL = 1e-9  # points of mean damage; smaller differences do not count


@frozen
class AttackPlan:
    """A number of groups of a type that attack, each assisted by `assistants` others."""

    key: str
    groups: int
    assistants: int


def plan_attack(
    groups: Mapping[str, int], craft: int, raw: int, screens: Screens, rules: LevelRules = BY_THE_BOOK
) -> tuple[AttackPlan, ...]:
    """Return the plan with the greatest mean damage at a rolled level, for numbers of groups by the key of their type.
    All types must be ones that attack ships. Of equal plans, the one with the fewest assistants is returned."""
    return _best_plans(
        tuple(sorted((key, count) for key, count in groups.items() if count)), craft, raw, screens, rules
    )


@frozen
class PlanSoFar:
    """A plan for some of the groups: its mean damage, its number of assisting groups, and its attackers."""

    points: float
    assistants: int
    attackers: tuple[AttackPlan, ...]

    def beats(self, other: PlanSoFar | None) -> bool:
        """Return whether the plan does more damage, or the same with fewer assistants."""
        if other is None or self.points > other.points + EQUAL:
            return True
        return self.points >= other.points - EQUAL and self.assistants < other.assistants


Best = dict[tuple[int, int], PlanSoFar]  # by groups used, and attackers of the present type


@lru_cache(maxsize=1024)
def _best_plans(
    groups: tuple[tuple[str, int], ...], craft: int, raw: int, screens: Screens, rules: LevelRules
) -> tuple[AttackPlan, ...]:
    """Divide the groups into attackers and assistants, type by type, and keep the best plan for each number of groups
    used."""
    whole = sum(count for _, count in groups)
    best: Best = {(0, 0): PlanSoFar(0.0, 0, ())}
    for key, count in groups:
        for helping in range(MOST + 1):
            points = mean(fighter_attack(FIGHTER_TYPES[key], craft, raw, screens, helping, rules).points)
            best = _with_attackers(best, AttackPlan(key, 0, helping), points, count, whole)
        best = _any_type(best)
    found: PlanSoFar | None = None
    for _, plan in sorted(best.items(), key=lambda one: one[0], reverse=True):
        found = plan if plan.beats(found) else found
    return found.attackers if found else ()


def _with_attackers(best: Best, plan: AttackPlan, points: float, count: int, whole: int) -> Best:
    """Return the best plans after adding the attackers of `plan`, each worth `points`, of a type with `count`
    groups."""
    more = dict(best)
    for (used, taken), before in best.items():
        for groups in range(1, count - taken + 1):
            after = (used + groups * (1 + plan.assistants), taken + groups)
            if after[0] > whole:
                break
            attackers = (*before.attackers, replace(plan, groups=groups))
            _keep(
                more,
                after,
                PlanSoFar(before.points + groups * points, before.assistants + groups * plan.assistants, attackers),
            )
    return more


def _any_type(best: Best) -> Best:
    """Return the best plans over all numbers of attackers of the last type."""
    found: Best = {}
    for (used, _), plan in best.items():
        _keep(found, (used, 0), plan)
    return found


def _keep(best: Best, place: tuple[int, int], plan: PlanSoFar) -> None:
    """Store a plan in a place if it is better than the one there."""
    if plan.beats(best.get(place)):
        best[place] = plan
