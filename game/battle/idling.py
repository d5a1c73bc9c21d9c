"""Idle orders, for pieces that wait for an order of a script and for pieces that can do nothing.

A piece that can do nothing is passed over with an ordinary order, which a save keeps. A replay plays the saved orders
and never asks here. Nobody is passed over in secret phases, nor where the house rule asks everybody.
"""

from __future__ import annotations

from game.battle.battle import Battle
from game.core.orders import Id, Order, Prompt, Unreadable, parse_order
from game.core.system import RuleSystem, is_met
from game.rules.turn.planned import asked_otherwise, by_plan, planned_orders
from game.rules.turn.plans import WrittenPlan

MOST_IDLES = 2000  # idle orders that may be played to reach the phase of one order


class Stuck(Exception):
    """The script cannot go on as written; str() is a sentence for its author."""


def readings(system: RuleSystem, by: Id, text: str) -> list[type[Order]]:
    """Return the kinds of order, of all phases, that can read a text."""
    found = []
    for kind in dict.fromkeys(kind for row in system.phases for kind in row.accepts):
        try:
            parse_order(kind, by, text)
            found.append(kind)
        except Unreadable:
            continue
    return found


def reach(battle: Battle, by: Id, text: str, wait: bool = True) -> None:
    """Play idle orders until the phase takes this kind of order. Raises Stuck. With `wait`, go on until its giver is
    asked for it."""
    house = battle.state.house
    kinds = [
        kind
        for kind in readings(battle.system, by, text)
        if kind is not WrittenPlan or is_met(WrittenPlan.needs, house)
    ]
    if not kinds or battle.state.outcome:
        return  # it will be refused in any phase
    began, purpose, last = battle.state.turn, f"{by}: “{text}”", len(battle.records) + MOST_IDLES
    while not any(kind in battle.phase.accepts for kind in kinds):
        if battle.state.turn > began + 1:
            raise Stuck(f"{purpose}: no phase of a whole turn asks for such an order")
        idle(battle, purpose, last)
    here = (battle.state.turn, battle.state.phase)
    while wait and _later(battle, by) and here == (battle.state.turn, battle.state.phase):
        idle(battle, purpose, last)


def reach_move(battle: Battle, key: Id, purpose: str) -> None:
    """Idle for everybody until a ship is asked, or is still to be asked, for its move. Raises Stuck."""
    began, last = battle.state.turn, len(battle.records) + MOST_IDLES
    while not _plots(battle, key):
        if battle.state.turn > began + 1:
            raise Stuck(f"{purpose}: no phase of a whole turn asks where it goes")
        idle(battle, purpose, last)


def _plots(battle: Battle, key: Id) -> bool:
    state, row = battle.state, battle.phase
    moved = not row.secret and key in state.acted
    return bool(row.accepts) and getattr(battle.system.kind(state, row, key), "input_mode", "") == "plot" and not moved


def _later(battle: Battle, by: Id) -> bool:
    """Return whether another giver is asked now, and this piece or side later in the phase."""
    state = battle.state
    asked = any(by in prompt.ids or by == prompt.side for prompt in battle.prompts())
    ship = state.ships.get(by)
    gone = ship is not None and not ship.in_play
    locked = battle.phase.secret and state.owner(by) in state.ready
    return not asked and not gone and not locked and by not in state.acted


def idle(battle: Battle, purpose: str, last: int) -> None:
    """Play the idle order of the first side that may give one, until `last` orders have been played in all."""
    order = (passed_over(battle) if by_plan(battle.system, battle.state) else None) or nothing_more(battle)
    if order is None:
        over = battle.state.outcome
        raise Stuck(f"{purpose}: {f'the battle is over ({over.why})' if over else 'nobody can be passed over here'}")
    if len(battle.records) > last:
        raise Stuck(f"{purpose}: the battle goes on for ever without it")
    battle.play(order)


def nothing_more(battle: Battle) -> Order | None:
    """Return an order with which an asked side ends its part in the phase; None if there is none."""
    if battle.phase.idle is None:
        return None
    orders = (battle.phase.idle(battle.state, prompt) for prompt in battle.prompts())
    return next((order for order in orders if battle.why_not(order) is None), None)


def passed_over(battle: Battle) -> Order | None:
    """Return the order that an asked side has planned, or that passes over it as it can do nothing, as far as it knows.
    None if the side can act or must answer. Call it after every order: a waiting side keeps its turn while any of its
    pieces can act."""
    if by_plan(battle.system, battle.state):
        return _planned(battle)
    if battle.phase.secret or battle.state.house.get("ask_every_ship"):
        return None
    for prompt in battle.prompts():
        view = battle.glance(prompt.side)
        if prompt.waiting and all(view.idles_only(key) for key in prompt.waiting):
            later = any(side == prompt.side and key not in prompt.waiting for side, key in view.turns())
            return rest_pass(battle, prompt, whole=not later)
    return None


def _planned(battle: Battle) -> Order | None:
    """Return the order of the first piece of an asked side whose plan is an order now, in the order of the file, or
    the one that passes over all of them. None if something else is asked, which nobody could plan."""
    for prompt in battle.prompts():
        if not prompt.waiting or asked_otherwise(battle.system, battle.state, prompt):
            continue
        view = battle.glance(prompt.side)
        for key in prompt.waiting:
            for order in planned_orders(view.system, view.state, view.phase, key):
                if view.why_not(order) is None:
                    return order
        later = any(side == prompt.side and key not in prompt.waiting for side, key in view.turns())
        return rest_pass(battle, prompt, whole=not later)
    return None


def rest_pass(battle: Battle, prompt: Prompt, whole: bool = True) -> Order | None:
    """Return the order by which waiting pieces do not act; None if there is none. It is for the `whole` side, or else
    for the first piece that waits."""
    if battle.phase.idle is None:
        return None
    order = battle.phase.idle(battle.state, prompt)
    try:
        shared = battle.read(prompt.side, str(order)) if whole else order
    except Unreadable:
        shared = order
    return next((one for one in (shared, order) if battle.why_not(one) is None), None)
