"""Every way a ship can go in one move, hex by hex: among several to one end a drag keeps to the one it has walked (hex/2.3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from game.core.display import Destination
from game.rules.hex.helm import helmless, limit, side_cost
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import ThrustState
from game.systems.hexcess.movement.limits import Turns
from game.systems.hexcess.movement.map_edges import kept_scroll
from game.systems.hexcess.movement.reach import pose

if TYPE_CHECKING:
    from game.systems.hexcess.movement.order import HexMove


def paths(state: ThrustState, draft: HexMove) -> tuple[Destination, ...]:
    """Every way with at most one side turned in each hex, for the change of velocity that is in the draft.

    Where turning leaves too little thrust for that, the change is as great as it can be. A ship at rest, one that nobody
    steers and one that swings its bow have none to choose from.
    """
    ship = state.ships[draft.by]
    if ship.velocity == 0 or helmless(ship):
        return ()
    cost = side_cost(ship.velocity)
    return tuple(_destination(state, ship, draft, turns, cost) for turns in bends(ship.velocity, limit(ship) // cost))


def bends(hexes: int, most: int) -> Iterator[Turns]:
    """Every row of so many turns to port (-1), none (0) and to starboard (1) of which at most so many are turns."""
    if not hexes:
        yield ()
        return
    for n in (0, -1, 1) if most else (0,):
        yield from ((n, *rest) for rest in bends(hexes - 1, most - abs(n)))


def _destination(state: ThrustState, ship: Ship, draft: HexMove, turns: Turns, cost: int) -> Destination:
    left = ship.thrust - cost * sum(map(abs, turns))
    dv = max(-left, -ship.velocity, min(left, draft.dv))
    order = kept_scroll(state, type(draft)(ship.id, turns if any(turns) else (), dv, scroll=draft.scroll))
    there = pose(state, order)
    lane = (there.at, there.course, there.facing)
    end = there.at, there.course, there.facing, there.velocity
    return Destination(order, there.path, *end, lane, left=left - abs(dv), turns=turns)
