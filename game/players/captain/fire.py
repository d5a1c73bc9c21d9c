"""Fire of a side: the next ship to shoot, its target and its guns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, MutableMapping
from dataclasses import replace

from game.battle.view import View
from game.core.display import Odds
from game.core.orders import Id, Order, Prompt
from game.players.player import Target
from game.rules.turn.plans import ANY, Wish, WrittenPlan

KILL, ROW = 0.35, 0.08  # shares of a ship's price added for its loss, and for the end of a row of boxes
SILENT = 1.15  # how much more a target is worth that has not fired yet
LISTED = 3  # most targets that a plan names before anybody
WHOLE = 40  # most ways to divide a ship's guns that are compared


def attack_gain(view: View, side: Id, odds: tuple[Odds, ...], prices: Mapping[Id, tuple[float, float]]) -> float:
    """Return the points an attack gains: the enemy's losses minus the side's own."""
    total = 0.0
    for one in odds:
        piece = view.state.piece(one.target)
        if piece is None or not one.chances:
            continue
        points, by_box = prices.get(one.target, (0.0, 0.0))
        value = by_box * one.mean + KILL * points * one.chances[-1]
        if one.marks:
            value += ROW * points * sum(one.chances[one.marks[0][0] :])
        total += value if piece.side != side else -value
    return total


def _target(foe: Id, odds: tuple[Odds, ...], prices: Mapping[Id, tuple[float, float]], worth: float) -> Target:
    """Return a target as a reason."""
    hits = [one for one in odds if one.target == foe and one.chances]
    points = sum(prices.get(foe, (0.0, 0.0))[1] * one.mean for one in hits)
    return Target(foe, points, max([one.chances[-1] for one in hits], default=0.0), worth)


def fire(
    view: View,
    prompt: Prompt,
    prices: Mapping[Id, tuple[float, float]],
    targets: MutableMapping[Id, list[Target]] | None = None,
) -> Iterator[Order | None]:
    """Yield the best order to fire so far after each one weighed; None while no shot is worth firing. `prices` are the
    points of each piece, in total and per box. The targets of each ship are written into `targets`."""
    best: Order | None = None
    most = 1e-9
    for key in prompt.waiting:
        for foe in view.state.enemies(prompt.side):
            yield best
            order = view.volley(key, foe.id)
            if order is None or view.why_not(order) is not None:
                continue
            odds = view.odds(order)
            value = attack_gain(view, prompt.side, odds, prices)
            if foe.id not in view.state.acted:
                value *= SILENT
            if targets is not None:
                targets.setdefault(key, []).append(_target(foe.id, odds, prices, value))
            if value > most:
                best, most = order, value
    yield best
    if best is None or "shots" not in best.domain(view.state):
        return
    most = attack_gain(view, prompt.side, view.odds(best), prices)
    for choice in view.choices(best, "shots")[:WHOLE]:
        if choice.why_not:
            continue
        order = best.with_value("shots", choice.value)
        value = attack_gain(view, prompt.side, view.odds(order), prices)
        if value > 1.02 * most and view.why_not(order) is None:
            best, most = order, value
        yield best


def written(view: View, prompt: Prompt, prices: Mapping[Id, tuple[float, float]]) -> Iterator[dict[Id, WrittenPlan]]:
    """Yield the plans of all waiting pieces for this turn, after each target weighed: what the rules advise, with the
    best targets first. A target that others have planned to destroy is worth less."""
    plans, gains = dict[Id, WrittenPlan](), dict[Id, dict[Id, tuple[float, float]]]()
    for key in prompt.waiting:
        advice = WrittenPlan(key).suggestion(view.state)
        plans[key] = replace(advice or WrittenPlan(key), until=view.state.turn)
        gains[key] = {}
        for foe in view.state.enemies(prompt.side) if plans[key].wish("fire") else ():
            odds = view.odds(WrittenPlan(key, (Wish("fire", (foe.id,)),)))
            kills = max((one.chances[-1] for one in odds if one.target == foe.id and one.chances), default=0.0)
            if (gain := attack_gain(view, prompt.side, odds, prices)) > 0:
                gains[key][foe.id] = gain, kills
            yield plans
    left = dict.fromkeys((foe.id for foe in view.state.enemies(prompt.side)), 1.0)  # chances that each still stands
    while found := {key: max(gain * left[foe] for foe, (gain, _) in one.items()) for key, one in gains.items() if one}:
        key = max(found, key=lambda one: found[one])
        worth = gains.pop(key)
        best = sorted(worth, key=lambda foe: -worth[foe][0] * left[foe])
        wishes = [replace(one, words=(*best[:LISTED], ANY)) if one.verb == "fire" else one for one in plans[key].wishes]
        plans[key] = replace(plans[key], wishes=tuple(wishes))
        left[best[0]] *= 1 - worth[best[0]][1]
    yield plans
