"""Places where a launcher may put a marker: in its reach and arcs, and on hexes free of other pieces (full-thrust-base/6.5)."""

from __future__ import annotations

from game.board import hexes
from game.board.boards import board_of
from game.board.geometry import Point, along, bearing, within
from game.core.orders import Id, Illegal
from game.rules.counters.counter import flying, huddled
from game.rules.counters.kinds import LAUNCHED, StrikingOrdnance
from game.rules.counters.point_defence import REACH
from game.rules.ordnance.fly_missile import FLIGHT
from game.rules.ordnance.launchers import STEERED, out_of_reach, reach
from game.rules.ordnance.markers import expected_poses
from game.rules.point_defence.ordnance_kinds import SteeredKind
from game.rules.ships.design import Mount
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import Counter, ThrustState

TOGETHER = "hex/2.5/launches"


def closed(state: ThrustState, ship: Ship, mount: Mount, place: Point) -> Illegal | None:
    """Why a launcher cannot put a marker somewhere, or None: out of reach, or in a hex that another piece has."""
    return out_of_reach(state, ship, mount, place) or _taken(state, ship, mount, place)


def _taken(state: ThrustState, ship: Ship, mount: Mount, place: Point) -> Illegal | None:
    """Why a hex is not free for a marker where pieces share none but at their launch (hex/2.5)."""
    if state.house.get("stacking", True):
        return None
    if mount.kind == STEERED:
        why = huddled(state, ship.at, (LAUNCHED[mount.kind],))
        return Illegal(why, TOGETHER) if why else None
    if place == ship.at:
        return Illegal(f"{ship.name} is in that hex, and no two pieces share one", TOGETHER)
    if body := next((body for body in state.table.bodies if body.blocks and body.holds(place)), None):
        return Illegal(f"{body.name} is in that hex", TOGETHER)
    pieces: list[Ship | Counter] = [other for other in state.ships.values() if other.in_play]
    pieces += (one for one in flying(state, Counter) if not isinstance(one, StrikingOrdnance) or one.age)
    there = next((other for other in pieces if board_of(state.table).distance(other.at, place) == 0), None)
    return Illegal(f"{there.name} is in that hex, and only markers of one turn share one", TOGETHER) if there else None


def within_reach(state: ThrustState, ship: Ship, mount: Mount, place: Point) -> tuple[float, float] | None:
    """The place itself, or the nearest on the line to it that a launcher reaches, in tenths; None outside its arcs."""
    board, most = board_of(state.table), reach(state, ship, mount)
    if mount.kind == STEERED:
        return board.written(ship.at)
    if board.cells:
        return _nearest_cell(state, ship, mount, board.place(board.written(place)))
    goal = place
    if not within(board.distance(ship.at, goal), most - 0.1):
        goal = along(ship.at, bearing(ship.at, goal), most - 0.1)
    at = board.written((round(goal[0], 1), round(goal[1], 1)))
    return at if closed(state, ship, mount, board.place(at)) is None else None


def _nearest_cell(state: ThrustState, ship: Ship, mount: Mount, goal: Point) -> tuple[float, float] | None:
    """The cell nearest to a goal that a launcher reaches, of those on the line to it and those beside the goal."""
    board, most = board_of(state.table), reach(state, ship, mount)
    if not within(board.distance(ship.at, goal), most):
        way = bearing(ship.at, goal)
        steps = (board.place(board.written(along(ship.at, way, most - step / 2))) for step in range(2 * int(most)))
        goal = next((at for at in steps if within(board.distance(ship.at, at), most)), ship.at)
    beside = [hexes.at(one) for one in hexes.disc(hexes.hex_at(goal), 1)]
    beside[1:] = sorted(beside[1:], key=lambda at: board.distance(ship.at, at))
    return next((board.written(at) for at in beside if closed(state, ship, mount, at) is None), None)


def meeting(state: ThrustState, ship: Ship, mount: Mount, margin: float = REACH) -> list[tuple[Id, tuple[float, float]]]:
    """Enemies that a marker of a launcher could meet if they go straight on, the best in reach first, each with a place."""
    board, found = board_of(state.table), list[tuple[float, Id, tuple[float, float]]]()
    if mount.kind == STEERED:
        margin += SteeredKind.turns * FLIGHT
    for key, pose in expected_poses(state, ship.side, {}).items():
        at = within_reach(state, ship, mount, pose.at)
        if at is not None and within(off := board.distance(board.place(at), pose.at), board.to_board_units(margin)):
            found.append((off, key, at))
    return [(key, at) for _, key, at in sorted(found)]
