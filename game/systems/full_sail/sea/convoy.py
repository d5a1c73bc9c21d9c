"""The ships that must escape, and the edges of the table by which they may leave (sail/9)."""

from __future__ import annotations

from game.rules.outcome.table_edges import beyond
from game.systems.full_sail.ships.ship import SailingShip, SailState

LEFT = "left"  # the reason why a ship is out of play that has sailed off the table


def convoy(state: SailState) -> list[SailingShip]:
    """Return the ships that must escape."""
    return [state.ships[key] for key in state.victory.get("ships", ()) if key in state.ships]


def named_edges(state: SailState) -> list[str]:
    """Return the edges by which the convoy must leave; empty for any."""
    edges: list[str] = state.victory.get("edges", [])
    return edges


def gets_away(state: SailState, ship: SailingShip) -> bool:
    """Return whether a ship beyond the table, or that has left it, belongs to the convoy and left by a right edge. If
    it was gone when the battle began, nobody knows its edge."""
    edges, crossed = named_edges(state), beyond(state.table, ship.at)
    return ship.id in state.victory.get("ships", ()) and (not edges or not crossed or crossed[0] in edges)
