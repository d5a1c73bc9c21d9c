"""The worth of ships and counters, and the conditions under which a side wins (full-thrust-base/9, 7.1, 6.19)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from game.core.orders import Id
from game.core.stakes import PRICE, Stakes, Worth, lead_of, turns_left
from game.rules.outcome.victory import aim_of, points_lost, scores
from game.rules.ships.design import Mount
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import Counter, ThrustState, partly_known
from game.rules.shipyard.price_tables import MINE, SALVO
from game.rules.shipyard.pricing import craft_prices, rate

HULL = 20  # hull boxes of an unknown ship, if no ship is known


def worth(state: ThrustState, key: Id) -> Worth:
    """Return the worth of a ship or counter; for a ship not wholly known, that of the known ones."""
    ship = state.ships.get(key)
    if ship is None:
        one = state.counters[key]
        return Worth(counter_points(state, one), float(one.intact), float(one.total))
    if ship.dummy:
        return Worth(0.0, 0.0, 0.0)
    found = _as_it_may_be(state, ship) if partly_known(ship) else ship
    wreck = ship.removed_reason == "destroyed"
    return Worth(
        float(found.points),
        0.0 if wreck else float(found.hull),
        float(found.design.hull),
        0.0 if wreck else float(sum(found.armour)),
        points_lost(state, found),
        points_lost(state, _as_if_left(found)),
    )


def _as_if_left(ship: Ship) -> Ship:
    """Return a ship in play as if it had left the battle."""
    gone = ship.copy()
    gone.removed_reason = gone.removed_reason or "left"
    return gone


def _as_assumed(state: ThrustState) -> ThrustState:
    """Return the state with ships not wholly known replaced by ships as a side assumes them."""
    guessed = {key: _as_it_may_be(state, ship) for key, ship in state.ships.items() if partly_known(ship)}
    return replace(state, ships={**state.ships, **guessed}) if guessed else state


def _as_it_may_be(state: ThrustState, ship: Ship) -> Ship:
    """Return a ship that may be a dummy as a side assumes it: undamaged and, where unknown, like the ships it knows."""
    known = [one.design for one in state.ships.values() if not one.dummy and not partly_known(one)]
    found, design = ship.copy(), ship.design
    if not design.hull:
        armour = round(_mean([one.armour for one in known], 0))
        design = replace(design, hull=round(_mean([one.hull for one in known], HULL)), armour=armour)
        found.hull, found.armour = design.hull, (armour,)
    if not design.points:
        prices = [one.points for one in known]
        weight = design.mass / (_mean([one.mass for one in known], 0) or design.mass) if design.mass else 1.0
        design = replace(design, points=round(weight * _mean(prices, PRICE)))
    found.design = design
    return found


def _mean(values: Sequence[float], otherwise: float) -> float:
    return sum(values) / len(values) if values else otherwise


def counter_points(state: ThrustState, one: Counter) -> float:
    """Return the Fleet Book price of a counter (7.1, 8.1). A group costs what its type of craft does, a salvo or mine
    its own price, and other ordnance that of its launcher."""
    if one.priced_as == "hangar":
        return craft_prices(state.ships[one.home].design, "FB")[one.mode or "standard"] * one.total / 6
    if one.priced_as == "minelayer":
        return float(MINE)
    mount = Mount("", one.priced_as, one.total, mode=one.mode, size=SALVO.get(one.mode, 0))
    asked = rate(mount.kind, "FB")
    return float(asked.points(mount, asked.weight(mount, 0))) if asked else 0.0


def stakes(state: ThrustState, side: Id) -> Stakes:
    """Return the conditions under which a side wins. They are the ships that must leave or survive and still can, and
    how many of them are enough."""
    wanted = state.victory
    kind = wanted.get("kind") or "last-side"
    found = Stakes(
        kind,
        turns_left(state),
        limit=wanted.get("limit") if kind == "points" else None,
        lead=lead_of(side, scores(_as_assumed(state))),
    )
    if (aim := aim_of(state)) is None:
        return found
    keys, still = frozenset(ship.id for ship in aim.hopes), max(0, aim.enough - aim.escaped)
    if side != aim.side:
        return replace(found, stop=keys, enough=max(0, len(keys) - still + 1))
    if aim.edge:
        return replace(found, leave={ship.id: frozenset({aim.edge}) for ship in aim.hopes}, enough=still)
    return replace(found, keep=keys, enough=still)
