"""The ranges of fighter groups, as rings on the board (full-thrust-base/7.3, 7.4)."""

from __future__ import annotations

from game.board.boards import board_of
from game.board.geometry import Point
from game.core.display import Overlay, Pose, Ring, Zone
from game.core.orders import Id
from game.rules.counters.groups import attacks_ships, endurance, flight_range, type_of
from game.rules.counters.kinds import Flight, Missile, StrikingOrdnance
from game.rules.counters.point_defence import REACH
from game.rules.display.overlays import overlays
from game.rules.ordnance import missile_reach
from game.rules.point_defence.ordnance_kinds import kind_of
from game.rules.ships.range_rings import ring
from game.rules.ships.thrust_state import ThrustState
from game.rules.special.cloaks import whereabouts

Rings = tuple[Ring | Zone, ...]


def attack_ring(state: ThrustState, one: Flight, at: Point) -> Rings:
    """Return the attack range of a group from a place; empty for a type that attacks no ships."""
    if not attacks_ships(state, one):
        return ()
    board = board_of(state.table)
    far = board.to_board_units(REACH)
    return ring(board, at, far, f"attacks within {board.format_distance(far)}", "own")


def piece_overlays(
    state: ThrustState, key: Id, pose: Pose | None = None, mounts: tuple[str, ...] = ()
) -> tuple[Overlay, ...]:
    """Return the overlays of a piece: arcs and areas of a ship, and ranges of a group or marker. A group has its flight
    to a dogfight or an attack, a marker the range in which it attacks."""
    one = state.counters.get(key)
    if isinstance(one, StrikingOrdnance):
        return marker_reach(state, one)
    if not isinstance(one, Flight):
        return (*whereabouts(state, key), *overlays(state, key, pose, mounts))
    strikes = bool(endurance(one)) and attacks_ships(state, one)
    return flight_reach(state, one, pose.at if pose else one.at, flight_range(state, one), "to a dogfight", strikes)


def flight_reach(state: ThrustState, one: Flight, at: Point, far: float, does: str, strikes: bool = True) -> Rings:
    """Return a group's range of flight, and its reach with an attack on a ship. `far` is in units of the board, and
    `does` says in words what the group does there."""
    board = board_of(state.table)
    most = far + board.to_board_units(REACH)
    told = ring(board, at, far, f"{one.name} {board.format_distance(far)} {does}", one.side)
    return (*told, *ring(board, at, most, f"{board.format_distance(most)} to attack", one.side)) if strikes else told


def marker_reach(state: ThrustState, one: StrikingOrdnance) -> tuple[Overlay, ...]:
    """Return the area where a marker attacks ships, or where a missile could that has yet to fly this turn."""
    if isinstance(one, Missile) and not one.target and one.id not in state.acted:
        return missile_reach.flight_reach(state, one)
    reach = board_of(state.table).to_board_units(REACH)
    does = "strikes all" if kind_of(one).area else "takes the closest"
    return ring(board_of(state.table), one.at, reach, f"{one.name} {does}", one.side)


def secondary_ring(state: ThrustState, one: Flight, at: Point) -> Rings:
    """Return the range of a secondary move from a place. The move costs endurance."""
    board = board_of(state.table)
    far = board.to_board_units(type_of(one).secondary)
    return ring(board, at, far, f"second move {board.format_distance(far)}, 1 endurance", "note")
