"""The rows in which plans are written (table/plans)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from game.core.orders import Prompt
from game.core.state import AnyState
from game.core.system import PLANNED, Phase
from game.core.umpire import Umpire
from game.rules.turn.plans import (
    OFF,
    RULE,
    WrittenPlan,
    begin_planning,
    check_wishes,
    drop_old_plans,
    end_planning,
    planning,
    standing,
    written_when,
)
from game.rules.turn.side_orders import Lock, lock

Run = tuple[str, Mapping[str, str]]  # a name, and the verb by which plans name each row of the run, by its name


def with_plans(phases: tuple[Phase, ...], *runs: Run, moves: str) -> tuple[Phase, ...]:
    """Return a table of phases with a row for plans before the first row of each run. The last run follows the ships'
    moves. Standing orders are sealed in the row in which `moves` are written, where a battle has it."""
    verbs = {row: verb for _, run in runs for row, verb in run.items()}
    written, found = next(row for row in phases if row.name == moves), list[Phase]()
    for row in phases:
        for name, run in runs:
            if row.name == next(iter(run)):
                due = tuple(dict.fromkeys(run.values()))
                found.append(_writing(row.number, name, due, run is runs[-1][1], written))
        found.append(replace(row, plan=verbs.get(row.name, "")))
        if row is written:
            found[-1] = _with_standing(row, phases, verbs)
    return tuple(found)


def _writing(number: int, name: str, verbs: tuple[str, ...], moved: bool, moves: Phase) -> Phase:
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
        present=lambda state: written_when(state) != OFF and not (standing(state) and moves.present(state)),
        rule=RULE,
        plans=verbs,
        moved=moved,
        judge=check_wishes,
    )


def _with_standing(moves: Phase, phases: tuple[Phase, ...], verbs: Mapping[str, str]) -> Phase:
    """Return the row in which moves are written, which takes standing orders too."""

    def begin(state: AnyState, umpire: Umpire) -> None:
        moves.begin(state, umpire)
        if standing(state):
            drop_old_plans(state)
            rows = (row for row in phases if row.name in verbs and row.present(state))
            PLANNED.set(state, tuple(dict.fromkeys(verbs[row.name] for row in rows)))

    def end(state: AnyState, umpire: Umpire) -> None:
        end_planning(state, umpire)
        moves.end(state, umpire)

    def who(state: AnyState) -> tuple[Prompt, ...]:
        asked = moves.who(state)
        if not standing(state):
            return asked
        by_side = {one.side: one for one in asked}
        return tuple(by_side.get(one.side) or replace(one, waiting=()) for one in planning(state))

    return replace(moves, accepts=(*moves.accepts, WrittenPlan), begin=begin, end=end, who=who, judge=check_wishes)
