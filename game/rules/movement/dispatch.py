"""One answer for both kinds of movement, plotted turns and vectors (full-thrust-base/2, 3)."""

from __future__ import annotations

from game.core.display import Gauge, Landing, Pose, Risk
from game.core.orders import Id, Order
from game.core.state import State
from game.core.system import Phase
from game.rules.manoeuvres.framework.movement_order import MovementOrder
from game.rules.movement import cinematic, vector_flight
from game.rules.movement import plot as plots
from game.rules.movement.plot import Plot
from game.rules.movement.vector_plot import VectorPlot, flown_vector
from game.rules.ships.ship import Ship

Move = MovementOrder
KINDS = (Plot, VectorPlot)


def kind(state: State, row: Phase, key: Id) -> type[Order]:
    """What a phase wants from a ship: where it takes movement, of the kind by which she moves."""
    ship = state.ships.get(key)
    return VectorPlot if ship is not None and ship.heading is not None and Plot in row.accepts else row.accepts[0]


def fresh(ship: Ship) -> Move:
    """The order to go straight on, or to drift on."""
    return Plot(ship.id) if ship.heading is None else VectorPlot(ship.id)


def ordered(state: State, ship: Ship) -> Move:
    """The order a ship has sealed, or to go on as she does (full-thrust-base/1.3)."""
    plot = state.sealed.get(ship.id)
    return plot if isinstance(plot, KINDS) else fresh(ship)


def going(state: State, plot: Move) -> Move:
    """What a ship does on an order (full-thrust-base/1.3)."""
    if isinstance(plot, VectorPlot):
        return flown_vector(state.ships[plot.by], plot, state.house)
    assert isinstance(plot, Plot)
    return plots.going(state, plot)


# -- what the screen asks ------------------------------------------------------------------------------------------------


def pose(state: State, order: Order) -> Pose:
    """Where an order would put its ship, and how she would point."""
    return vector_flight.vector_pose(state, order) if isinstance(order, VectorPlot) else cinematic.pose(state, order)


def landings(state: State, draft: Order) -> tuple[Landing, ...]:
    """Every legal end of the draft's ship that makes sense: the envelope, and what a drag snaps to."""
    return vector_flight.vector_landings(state, draft) if isinstance(draft, VectorPlot) else cinematic.landings(state, draft)


def gauge(state: State, plot: Order) -> Gauge:
    """The thrust meter of an order."""
    return vector_flight.vector_gauge(state, plot) if isinstance(plot, VectorPlot) else cinematic.gauge(state, plot)


def risks(state: State, plot: Order) -> tuple[Risk, ...]:
    """What an order may lead to, in exact chances (manoeuvres/checks)."""
    if not isinstance(plot, VectorPlot):
        return cinematic.risks(state, plot)
    ship: Ship = state.ships[plot.by]
    return tuple(risk for use in plot.uses for risk in use.manoeuvre.risks(ship, use, plot, state.house))
