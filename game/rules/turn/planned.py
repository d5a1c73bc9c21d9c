"""Plans carried out: the ordinary order that a piece's plan becomes when the piece is asked (table/plans)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from game.board.boards import board_of
from game.core.orders import Id, Order, Prompt, ShotList
from game.core.state import AnyState, pose_of
from game.core.system import PLANNED, Phase, RuleSystem
from game.rules.turn.plans import ADVISED, ANY, Wish, WrittenPlan, plan_of, readings

MOVES = ("fly", "launch")  # verbs by which a piece goes to a target as near as it can
UNADVISED = ("fire", "attack", *MOVES)  # verbs that are done to anybody where the rules advise nothing


def by_plan(system: RuleSystem, state: AnyState) -> bool:
    """Return whether the present row is played by plans."""
    return not state.outcome and system.phase(state).plan in PLANNED.of(state)


def asked_otherwise(system: RuleSystem, state: AnyState, prompt: Prompt) -> bool:
    """Return whether the prompt asks for another kind of order than plans are about, such as an answer to declared
    fire."""
    row = system.phase(state)
    kind = system.kind(state, row, prompt.waiting[0]) if prompt.waiting else row.accepts[0]
    return kind not in row.accepts or (kind is not row.accepts[0] and getattr(kind, "input_mode", "") != "plot")


def planned_orders(system: RuleSystem, state: AnyState, row: Phase, key: Id) -> Iterator[Order]:
    """Yield the ordinary orders that the plan of a piece may become in a row, those of its first wish first, with all
    that bears. The first legal one is meant."""
    plan = plan_of(state, key)
    wish = plan.wish(row.plan) if plan else None
    if wish is not None:
        draft = system.kind(state, row, key)(key)
        for order in _wished(system, state, draft, wish):
            kept = _without(order, wish.keep)
            if kept != draft:
                yield kept


def _wished(system: RuleSystem, state: AnyState, draft: Order, wish: Wish) -> Iterator[Order]:
    """Yield orders that wishes stand for, the first wish first."""
    if draft.tasks(state) and not {ANY, ADVISED} & set(wish.words):
        yield _at_work(state, draft, wish)
        return
    for word in wish.words:
        if word == ADVISED and (advice := draft.suggestion(state)) is not None:
            yield advice
        elif word == ANY or (word == ADVISED and wish.verb in UNADVISED):
            for target in _enemies(state, draft.by):
                yield from _at(system, state, draft, target, wish)
            if wish.verb == "launch":
                yield from _all_of(state, draft)
        elif state.piece(word):
            yield from _at(system, state, draft, word, wish)
        if word not in (ADVISED, ANY):
            yield from readings(system.phase(state).accepts, draft.by, wish, word)


def _at_work(state: AnyState, draft: Order, wish: Wish) -> Order:
    """Return as many parties as may work on each named task, the first one first."""
    order = draft
    for word in wish.words:
        key, _, wanted = word.partition(":")
        task = next((one for one in draft.tasks(state) if one.key.lower() == key.lower()), None)
        for count in range(min(task.most, int(wanted) if wanted.isdigit() else task.most), 0, -1) if task else ():
            if (more := order.assign(task.key if task else key, count)).legal(state):
                order = more
                break
    return order


def _enemies(state: AnyState, key: Id) -> list[Id]:
    """Return enemies in play, the nearest first; those equally near in the order of the file."""
    here, side, board = pose_of(state, key), state.owner(key), board_of(state.table)
    pieces: list[Any] = [*state.ships.values(), *state.counters.values()]
    foes = [one for one in pieces if one.in_play and one.side != side]
    return [one.id for one in sorted(foes, key=lambda one: board.distance(here.at, one.at) if here else 0.0)]


def _at(system: RuleSystem, state: AnyState, draft: Order, target: Id, wish: Wish) -> Iterator[Order]:
    """Yield orders of a piece that are about a target, if it is near enough: all that bears on it, a choice of it, or a
    move to it."""
    here, there, board = pose_of(state, draft.by), pose_of(state, target), board_of(state.table)
    if here is None or there is None or (wish.within and board.distance(here.at, there.at) > wish.within):
        return
    volley = system.volley(state, draft.by, target, {})
    if isinstance(volley, system.phase(state).accepts):
        yield volley
    for name, values in draft.domain(state).items():
        if target in values:
            yield draft.with_value(name, target)
    if wish.verb in MOVES and getattr(draft, "input_mode", "") == "plot" and (ends := draft.destinations(state)):
        yield min(ends, key=lambda end: board.distance(end.at, there.at)).order


def _all_of(state: AnyState, draft: Order) -> Iterator[Order]:
    """Yield the order with the longest list of systems, for all that a ship may launch."""
    for name, values in draft.domain(state).items():
        lists = [one for one in values if isinstance(one, tuple)]
        if lists:
            yield draft.with_value(name, max(lists, key=len))


def _without(order: Order, keep: tuple[str, ...]) -> Order:
    """Return fire without the guns that stay silent."""
    if isinstance(order, ShotList):
        for key in keep:
            order = order.without(key)
    return order


def meant_by(system: RuleSystem, state: AnyState, plan: WrittenPlan) -> Iterator[Order]:
    """Yield the fire that a plan may become if it is carried out now, as `planned_orders` does."""
    index = next((at for at, row in enumerate(system.phases) if row.plan == "fire"), -1)
    if index >= 0 and plan.by in state.ships:
        now = replace(state, plans={**state.plans, plan.by: plan}, phase=index, acted=set[Id]())
        yield from planned_orders(system, now, system.phases[index], plan.by)
