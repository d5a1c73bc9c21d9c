"""The rows in which plans are written (table/plans)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from game.core.state import AnyState
from game.core.system import Phase
from game.rules.turn.plans import OFF, RULE, WrittenPlan, begin_planning, check_wishes, end_planning, planning
from game.rules.turn.side_orders import Lock, lock

Run = tuple[str, Mapping[str, str]]  # a name, and the verb by which plans name each row of the run, by its name


def with_plans(phases: tuple[Phase, ...], *runs: Run) -> tuple[Phase, ...]:
    """Return a table of phases with a row for plans before the first row of each run. The last run follows the ships'
    moves."""
    verbs = {row: verb for _, run in runs for row, verb in run.items()}
    found = list[Phase]()
    for row in phases:
        for name, run in runs:
            if row.name == next(iter(run)):
                found.append(_writing(row.number, name, tuple(dict.fromkeys(run.values())), run is runs[-1][1]))
        found.append(replace(row, plan=verbs.get(row.name, "")))
    return tuple(found)


def played(state: AnyState) -> bool:
    """Return whether plans are played in this battle."""
    return state.house.get("plans", OFF) != OFF


def _writing(number: int, name: str, verbs: tuple[str, ...], moved: bool) -> Phase:
    """Return a row in which all sides write together and in secret what their pieces do by these verbs."""
    return Phase(
        number,
        name,
        accepts=(WrittenPlan, Lock),
        secret=True,
        who=planning,
        begin=begin_planning,
        end=end_planning,
        idle=lock,
        present=played,
        rule=RULE,
        plans=verbs,
        moved=moved,
        judge=check_wishes,
    )
