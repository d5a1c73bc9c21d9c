"""How far groups of fighters reach, as rings on the board, and whom they attack, as arrows (full-thrust-base/7.3, 7.4)."""

from __future__ import annotations

from game.board.boards import board_of
from game.board.geometry import Point, bearing, span
from game.core.display import Arrow, Ring, Zone
from game.rules.counters.counter import flying
from game.rules.counters.kinds import Flight
from game.rules.counters.point_defence import REACH
from game.rules.fighters.groups import type_of
from game.rules.ships.range_rings import ring
from game.rules.ships.thrust_state import ThrustState

Rings = tuple[Ring | Zone, ...]
CLEAR = 1.2  # MU between the end of an arrow and what it comes from or points to


def attack_ring(state: ThrustState, one: Flight, at: Point) -> Rings:
    """How far a group attacks from a place; none for a type that attacks no ships."""
    if not type_of(one).attacks_ships:
        return ()
    board = board_of(state.table)
    far = board.to_board_units(REACH)
    return ring(board, at, far, f"attacks within {board.format_distance(far)}", "own")


def attack_arrows(state: ThrustState) -> tuple[Arrow, ...]:
    """From each group that attacks a ship to that ship, in the colour of its side."""
    found = []
    for one in flying(state, Flight):
        ship = state.ships.get(one.target)
        if ship is not None and (far := span(one.at, ship.at)) > 2 * CLEAR:
            middle = (one.at[0] + ship.at[0]) / 2, (one.at[1] + ship.at[1]) / 2
            found.append(Arrow(middle, bearing(one.at, ship.at), far - 2 * CLEAR, tone=one.side))
    return tuple(found)


def secondary_ring(state: ThrustState, one: Flight, at: Point) -> Rings:
    """How far a group could move again from a place, at the price of endurance."""
    board = board_of(state.table)
    far = board.to_board_units(type_of(one).secondary)
    return ring(board, at, far, f"second move {board.format_distance(far)}, 1 endurance", "note")
