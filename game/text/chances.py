"""Odds, risks and the fates of orders as sentences."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

from game.battle.slowly import at_once
from game.battle.view import View
from game.core.display import Odds, Risk, percent
from game.core.forecast import Fate
from game.core.names import sentence
from game.core.orders import Id, Order
from game.seating.dangers import card_lines, chance_of, end_words, in_danger, plate_words
from game.text.pieces import labels
from game.text.position import names_of

LEAST = 0.0005  # a less likely number is not listed
UNMEASURED = "Its chances are not told, since ranges are measured only as guns fire."
MOST_CHANCES = 10  # chances told one by one, besides that of no loss


def foretells(view: View) -> bool:
    """Return whether orders of this phase move pieces, so that the end of the turn is forecast."""
    mine = view.mine()
    kinds = [view.system.kind(view.state, view.phase, key) for key in mine.ids] if mine else []
    return any(getattr(kind, "input_mode", "") == "plot" for kind in kinds) and not view.phase.moved


def fates(view: View, orders: Mapping[Id, Order]) -> dict[Id, Fate]:
    """Return the fates of this side's pieces by orders in hand and sealed ones."""
    if not foretells(view):
        return {}
    shut = view.state.ships if view.face_down else ()  # a fate would reveal their orders
    found = view.forecast(orders).fates
    return {key: fate for key, fate in found.items() if view.state.owner(key) == view.side and key not in shut}


def endangered_pieces(view: View, orders: Mapping[Id, Order]) -> list[Id]:
    """Return the pieces that their orders endanger, without those that have no choice."""
    mine = view.mine()
    asked = {*(mine.ids if mine else ()), *orders, *view.plots}
    return [
        key
        for key, fate in fates(view, orders).items()
        if in_danger(fate) and key in asked and not view.idles_only(key)
    ]


def fate_lines(view: View, key: Id, fate: Fate) -> list[str]:
    """Return what may become of a piece, cause by cause; one line if nothing may."""
    name = labels(view)[key]
    if not plate_words(fate):
        return [f"{name}: nothing threatens it this {view.system.turn_word} but fire."]
    causes = "; ".join(_cause(*row) for row in card_lines(fate))
    return [f"{name}: {plate_words(fate)}.", f"{sentence(causes)}"]


def _cause(words: str, figure: str) -> str:
    """Return a line of the card in words: what, and its chance or rule."""
    rule = figure.removeprefix("F1  ")
    return f"{words} (rule {rule})" if rule != figure else f"{words}: {figure}" if figure else words


def end_lines(view: View, orders: Mapping[Id, Order]) -> list[str]:
    """Return how the battle is foretold to end with this turn; empty if it goes on, or must not be foretold."""
    if not foretells(view) or view.face_down or not (end := view.forecast(orders).outcome):
        return []
    known = {*view.plots, *orders, *view.state.acted}
    others = any(ship.id not in known for ship in view.state.enemies(view.side or ""))
    return [end_words(view.state, end, others) + "."]


def warnings(view: View, order: Order, drafts: Mapping[Id, Order]) -> list[str]:
    """Return what must be confirmed before an order is given while others are in hand, with chances; empty if nothing
    is lost by it."""
    found = list[str]()
    if getattr(order, "input_mode", "") == "plot" and not view.idles_only(order.by):
        fate = fates(view, {**drafts, order.by: order}).get(order.by)
        if fate and in_danger(fate):
            found += fate_lines(view, order.by, fate)
            if way := at_once(view.safer(order)):
                found.append(f"{view.order_text(way[0])} instead: {way[1]}.")
    if getattr(order, "shots", None) == () and not view.state.sides.get(order.by) and bears(view, order.by):
        found.append(could_act(view, [order.by]))
    if order.gives_up or order.confirms(view.state):
        found += [risk_line(risk) for risk in view.risks(order)] or [sentence(order.prompt_text(view.state))]
    return found


def bears(view: View, firer: Id) -> bool:
    """Return whether a piece can hit an enemy ship."""
    foes = view.state.enemies(view.state.owner(firer))
    return any(shot.bears for foe in foes for shot in view.shots(firer, foe.id))


def could_act(view: View, keys: Sequence[Id]) -> str:
    """Return a sentence that names the pieces that could still act."""
    return f"{names_of(view, keys)} could still act."


def risk_line(risk: Risk) -> str:
    """Return one chance of an order in words."""
    words = f"{risk.what}: {risk.words}" if risk.what and risk.what not in risk.words else risk.words
    chance = "" if risk.tone == "cannot" else f", {chance_of(risk)}"
    return " ".join(sentence(part) for part in (words + chance, risk.saves, risk.means) if part)


def order_lines(view: View, order: Order) -> Iterator[str]:
    """Yield what an order would take and do: its meter, its risks, the chances of its attack."""
    meter = view.meter(order)
    if meter.parts:
        used = ", ".join(f"{n} {what}" for n, what, _ in meter.parts if n)
        note = f"; {meter.note}" if meter.note else ""
        yield f"{used or 'nothing'} of {meter.total} {meter.unit} used, {meter.left} left{note}."
    yield from map(risk_line, view.risks(order))
    for one in view.odds(order):
        yield from odds_lines(view, one)
    for other in order.alternatives(view.state):
        chances = "; ".join(f"{part.words} {percent(part.chance)}" for part in other.parts)
        yield f"{other.label}: {chances}."
    if part := view.shot_trace(order):
        yield from part.sentences


def odds_lines(view: View, odds: Odds) -> Iterator[str]:
    """Yield the exact chances of an attack on one target."""
    unit = odds.unit or "points"
    spread = next(
        (f" ({label.removeprefix('mean ')})" for label, _, _ in odds.readings if label.startswith("mean ±")), ""
    )
    yield f"{labels(view)[odds.target]} loses {odds.mean_words} {unit} on average{spread}."
    yield f"Chances by {unit} lost: {'; '.join(spread_words(odds.chances))}."
    readings = {label: value for label, value, _ in odds.readings if not label.startswith("mean")}
    for n, label in odds.marks:
        if (chance := percent(sum(odds.chances[n:]))) not in readings.values():
            yield f"{n} or more, {label}: {chance}."
    yield from (sentence(f"{label}: {value}") for label, value in readings.items())
    if odds.shot_down:
        yield f"{odds.shot_down} shot down first."
    yield from map(sentence, odds.notes)
    if odds.aimed:
        yield from odds.aimed.sentences


def spread_words(chances: Sequence[float]) -> list[str]:
    """Return the chance of each number lost; of many numbers, of those from one to another together."""
    last = max((n for n, chance in enumerate(chances) if chance >= LEAST), default=0)
    wide = max(1, math.ceil(last / MOST_CHANCES))
    starts = (0, *range(1, last + 1, wide))
    ranges = [(low, 0 if not low else min(last, low + wide - 1)) for low in starts]
    parts = [(low, high, sum(chances[low : high + 1])) for low, high in ranges]
    return [f"{low if low == high else f'{low} to {high}'}: {percent(p)}" for low, high, p in parts if p >= LEAST]


def best_target(view: View, firer: Id) -> Id:
    """Return the enemy that everything that bears would cost most; empty if nothing bears on any."""
    worth = dict[Id, float]()
    for foe in view.state.enemies(view.state.owner(firer)):
        order = view.volley(firer, foe.id)
        if order is not None and (mean := sum(one.mean for one in view.odds(order))) > 0:
            worth[foe.id] = mean
    return max(worth, key=lambda key: worth[key], default="")


def attack_lines(view: View, firer: Id, target: Id, orders: Mapping[Id, Order]) -> list[str]:
    """Return the chances of everything that bears from one piece on another: where ships are plotted, from the places
    they will have; or why nothing does."""
    names, planned = labels(view), foretells(view) and {firer, target} <= view.state.ships.keys()
    there = view.after_forecast(view.forecast(orders)) if planned else view
    gone = [names[key] for key in (firer, target) if not there.state.known_piece(key).in_play]
    if gone:
        return [f"{' and '.join(gone)} will be out of play when ships fire."]
    held = orders.get(firer) or view.plots.get(firer)
    order = held if held and not planned and view.odds(held) else there.volley(firer, target)
    if order is None:
        stop = there.why_not_hit(firer, target)
        return [sentence(stop.why) if stop else f"Nothing of {names[firer]} bears on {names[target]}."]
    head, chances = f"{names[firer]} at {names[target]}", [one for one in there.odds(order) if one.target == target]
    shots = [shot for shot in there.shots(firer, target) if shot.bears]
    fired = "; ".join([", ".join(part for part in (shot.label, shot.dice, shot.note) if part) for shot in shots])
    head += ", from where both are when ships fire if nobody else changes course" if planned else ""
    told = [line for one in chances for line in odds_lines(there, one)] or [UNMEASURED]
    return [f"{head}: {fired}." if fired else f"{head}.", *told]
