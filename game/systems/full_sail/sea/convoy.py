"""The ships that must escape, and the edges of the table they may leave by (sail/9)."""

from __future__ import annotations

from game.rules.outcome.table_edges import beyond
from game.systems.full_sail.ships.ship import SailingShip, SailState

LEFT = "left"  # the reason why a ship is out of play that has sailed off the table


def convoy(state: SailState) -> list[SailingShip]:
    """Return the ships that are to get away."""
    return [state.ships[key] for key in state.victory.get("ships", ()) if key in state.ships]


def named_edges(state: SailState) -> list[str]:
    """Return the edges by which they must leave; empty for any."""
    edges: list[str] = state.victory.get("edges", [])
    return edges


def gets_away(state: SailState, ship: SailingShip) -> bool:
    """Is a ship that lies beyond the table, or has left it, of the convoy, and was it by the right edge? Of one that
    was gone when the battle began nobody knows the edge."""
    edges, crossed = named_edges(state), beyond(state.table, ship.at)
    return ship.id in state.victory.get("ships", ()) and (not edges or not crossed or crossed[0] in edges)
