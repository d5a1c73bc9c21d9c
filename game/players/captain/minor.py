"""Every other order: the rules' own advice, or the best of many by its own odds and risks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

from game.battle.view import View
from game.core.orders import Id, Order, Prompt
from game.players.captain.fire import gained
from game.players.player import Thinking, Thought
from game.players.random_player import random_order

STEPS = 3  # times that an order is bettered field by field
VALUES = 24  # values of a field that are tried
COSTS = {"bad": 1.0, "harm": 0.25}  # shares of a piece's price that risks cost


def minor(view: View, prompt: Prompt, rng: Random, prices: Mapping[Id, tuple[float, float]]) -> Thinking:
    """An order of whatever kind: of all pieces that wait the first that has something to gain."""
    for key in prompt.waiting:
        draft = view.draft(key)
        if view.idles_only(key):
            continue
        best, most = None, 0.0
        for order, value in bettered(view, prompt.side, draft, prices):
            if best is None or value > most:
                best, most = order, value
            yield Thought(best, "choice", 0.5)
        if best is not None:
            return best
    idle = view.phase.idle
    if idle is not None and view.why_not(order := idle(view.state, prompt)) is None:
        return order
    return random_order(view, prompt, rng)


def bettered(
    view: View, side: Id, draft: Order, prices: Mapping[Id, tuple[float, float]]
) -> Iterator[tuple[Order, float]]:
    """The advice of the rules, or orders each of which is worth more points than the one before."""
    advice = draft.suggested(view.state)
    if advice is not None and view.why_not(advice) is None:
        yield advice, value_of(view, side, advice, prices)
        return
    best, most = draft, 0.0
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


def value_of(view: View, side: Id, order: Order, prices: Mapping[Id, tuple[float, float]]) -> float:
    """Points that an order wins a side by its odds, less what its risks cost."""
    total = gained(view, side, view.odds(order), prices)
    points = prices.get(order.by, (0.0, 0.0))[0]
    for risk in view.risks(order):
        if risk.tone in COSTS:
            total -= points * risk.chance * COSTS[risk.tone]
    return total
