"""Every other order: the rules' own advice, or the best of many by its own odds and risks."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from random import Random

from game.battle.view import View
from game.core.orders import Id, Order, Prompt
from game.core.state import pose_of
from game.players.captain.fire import attack_gain
from game.players.player import Thinking, Thought
from game.players.random_player import random_order

STEPS = 3  # passes over the fields of an order to improve it
VALUES = 24  # most values of a field that are tried
SENT = 0.2  # worth of launched pieces, as a share of their price
SENT_TO = 60.0  # distance on the plane within which an enemy is worth a launch
COSTS = {"bad": 1.0, "harm": 0.25}  # share of a piece's price that a risk of each tone costs


def minor(view: View, prompt: Prompt, rng: Random, prices: Mapping[Id, tuple[float, float]]) -> Thinking:
    """Compute an order of any kind: of all waiting pieces, the first with something to gain."""
    for key in prompt.waiting:
        draft = view.draft(key)
        if view.idles_only(key):
            continue
        best, most = None, 0.0
        for order, value in better_orders(view, prompt.side, draft, prices):
            if best is None or value > most:
                best, most = order, value
            yield Thought(best, "choice", 0.5)
        if best is not None:
            return best
    idle = view.phase.idle
    if idle is not None and view.why_not(order := idle(view.state, prompt)) is None:
        return order
    return random_order(view, prompt, rng)


def better_orders(
    view: View, side: Id, draft: Order, prices: Mapping[Id, tuple[float, float]]
) -> Iterator[tuple[Order, float]]:
    """Yield orders with their worth in points. If the rules advise an order, yield that alone; otherwise yield orders
    that are each better than the one before."""
    advice = draft.suggestion(view.state)
    if advice is not None and view.why_not(advice) is None:
        yield advice, value_of(view, side, advice, prices)
        return
    if draft.by in view.state.counters and (sent := errand(view, draft, prices)) is not None:
        yield sent, 0.0
        return
    # value of the default order, such as a shot that nobody meets
    best, most = draft, value_of(view, side, draft, prices)
    for _ in range(STEPS):
        before = best
        for name, values in before.domain(view.state).items():
            for value in list(values)[:VALUES]:
                if value == before.value(name):
                    continue
                order: Order = before.with_value(name, value)
                if view.why_not(order) is None and (worth := value_of(view, side, order, prices)) > most + 1e-9:
                    best, most = order, worth
                    yield best, most
        if best is before:
            return


def errand(view: View, draft: Order, prices: Mapping[Id, tuple[float, float]]) -> Order | None:
    """Return the move of a group or missile that ends nearest to the future place of a worthwhile enemy; None if
    staying is better."""
    state, later = view.state, view.when_fired(draft)
    piece = state.known_piece(draft.by)
    foes = {foe.id: (pose_of(later, foe.id) or foe).at for foe in state.enemies(piece.side)}
    if not foes or not (ends := draft.destinations(state)):
        return None

    def seems(key: Id) -> float:
        return math.dist(piece.at, foes[key]) / math.sqrt(max(1.0, prices.get(key, (1.0, 0.0))[0]))

    goal = foes[min(foes, key=seems)]
    now = math.dist(piece.at, goal)
    for end in sorted(ends, key=lambda end: math.dist(end.at, goal)):
        if math.dist(end.at, goal) > now - 1:
            return None
        if view.why_not(end.order) is None:
            order: Order = end.order
            return order
    return None


def value_of(view: View, side: Id, order: Order, prices: Mapping[Id, tuple[float, float]]) -> float:
    """Return the points that an order wins a side by its odds, minus the cost of its risks."""
    total = attack_gain(view, side, view.odds(order), prices)
    total += SENT * sent_out(view, side, order)
    points = prices.get(order.by, (0.0, 0.0))[0]
    for risk in view.risks(order):
        if risk.tone in COSTS:
            total -= points * risk.chance * COSTS[risk.tone]
    return total


def sent_out(view: View, side: Id, order: Order) -> float:
    """Return the price in points of the pieces that an order launches this turn, such as fighters and missiles. It is 0
    while no enemy is near."""
    piece = view.state.piece(order.by)
    foes = view.state.enemies(side)
    if piece is None or not any(math.dist(piece.at, foe.at) < SENT_TO for foe in foes):
        return 0.0
    then = view.when_fired(order)
    new = [key for key, one in then.counters.items() if one.side == side and key not in view.state.counters]
    came = [key for key, one in then.ships.items() if one.side == side and one.in_play and not _in_play(view, key)]
    return sum(view.system.worth(then, key).points for key in (*new, *came))


def _in_play(view: View, key: Id) -> bool:
    now = view.state.ships.get(key)
    return now is not None and now.in_play


def laden(view: View, side: Id, order: Order) -> Iterator[Order]:
    """Yield a move, then each better version of it with more launched on the way."""
    pose, best, most = view.pose(order), order, None
    yield best
    enemies = {foe.id for foe in view.state.enemies(side)}
    for name, values in order.domain(view.state).items():
        for value in list(values)[:VALUES]:
            if value == order.value(name) or (isinstance(value, str) and value in enemies):  # a ram launches nothing
                continue
            other: Order = order.with_value(name, value)
            there = view.pose(other)
            if (there.at, there.facing, there.velocity) != (pose.at, pose.facing, pose.velocity):
                continue
            if view.why_not(other) is not None:
                continue
            most = sent_out(view, side, order) if most is None else most
            if (sent := sent_out(view, side, other)) > most:
                best, most = other, sent
            yield best
