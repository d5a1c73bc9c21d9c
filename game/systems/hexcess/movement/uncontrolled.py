"""Ships out of control, and their forced paths (hex/2.4)."""

from __future__ import annotations

from game.board import hexes
from game.core.display import Token, UncontrolledPath
from game.rules.hex.helm import BEGAN, helmless
from game.rules.ships.thrust_state import ThrustState
from game.systems.hexcess.movement.moving import open_way
from game.systems.hexcess.movement.order import HexMove


def forced_paths(state: ThrustState) -> tuple[Token | UncontrolledPath, ...]:
    """Return ships out of control with their forced paths; once they have moved, only the ships (hex/2.4)."""
    found = []
    for ship in state.ships.values():
        if ship.in_play and helmless(ship):
            if BEGAN.of(state, ship.id) is not None:
                found.append(UncontrolledPath(ship.id, (ship.at,)))
                continue
            way = HexMove(ship.id).cells(ship)
            path = (ship.at, *(hexes.at(one) for one, _ in way[: open_way(state, way)]))
            far = f"{ship.velocity} {'hex' if ship.velocity == 1 else 'hexes'}"
            found.append(UncontrolledPath(ship.id, path, f"{far}, no helm" if ship.velocity else "no helm"))
    return tuple(found)
