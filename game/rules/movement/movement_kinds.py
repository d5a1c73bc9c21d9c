"""A ship's sealed movement order, or the kind that it is asked for, by its kind of movement (full-thrust-base/2, 3)."""

from __future__ import annotations

from game.core.orders import Id, Order
from game.core.system import Phase
from game.rules.manoeuvres.framework.movement_order import MovementOrder
from game.rules.movement.plot import Plot
from game.rules.movement.vector_plot import VectorPlot
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import ThrustState


def kind(state: ThrustState, row: Phase, key: Id) -> type[Order]:
    """Return the kind of order that a phase asks a ship for; for movement orders by the ship's kind of movement."""
    ship = state.ships.get(key)
    return VectorPlot if ship is not None and ship.heading is not None and Plot in row.accepts else row.accepts[0]


def fresh(ship: Ship) -> MovementOrder:
    """Return the order to go straight on, or to drift."""
    return Plot(ship.id) if ship.heading is None else VectorPlot(ship.id)


def current_order(state: ThrustState, ship: Ship) -> MovementOrder:
    """Return a ship's sealed order, or the order to go on as before (full-thrust-base/1.3)."""
    order = state.sealed.get(ship.id)
    return order if isinstance(order, MovementOrder) else fresh(ship)
