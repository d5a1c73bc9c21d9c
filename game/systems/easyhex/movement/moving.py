"""The joint move of all ships: speed, pivot, then straight ahead; and every legal destination (hex/3.2)."""

from __future__ import annotations

from game.board import hexes
from game.board.boards import board_of
from game.core.events import Event
from game.core.umpire import Umpire
from game.rules.hex.terrain import meet_planetoid, passage
from game.rules.outcome import table_edges
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import ThrustState
from game.systems.easyhex.movement.flotillas import settle
from game.systems.easyhex.movement.marker import Marker
from game.systems.easyhex.movement.path import flight, going, obstacle
from game.systems.easyhex.movement.ratings import RULE


def marker_of(state: ThrustState, ship: Ship) -> Marker:
    """Return the ship's sealed marker, or a blank one."""
    laid = state.sealed.get(ship.id)
    return laid if isinstance(laid, Marker) else Marker(ship.id)


def move_ships(state: ThrustState, umpire: Umpire) -> None:
    """Move all ships at the same time. Those that end beyond the edge leave (hex/3.1, 3.2)."""
    afloat = [ship for ship in state.ships.values() if ship.in_play]
    flying = {ship.id: going(state, marker_of(state, ship)) for ship in afloat}  # all of them before any has moved
    for ship in afloat:
        move(state, umpire, ship, marker_of(state, ship), flying[ship.id])
    for ship in afloat:
        settle(state, ship)
    state.sealed.clear()  # counters get their orders later in the turn
    table_edges.after_movement(state, umpire)


def move(state: ThrustState, umpire: Umpire, ship: Ship, written: Marker, marker: Marker) -> None:
    """Fly one ship's marker and log it. Clouds on the way damage the ship, and an asteroid stops or destroys it
    (hex/2.7, 3.2)."""
    path, course, speed = flight(ship, marker)
    rock, clear = obstacle(state, path)
    said = (
        f"“{written.brief(state)}” cannot be flown: {marker.brief(state)}" if marker != written else marker.brief(state)
    )
    ship.turned, ship.thrust_used = bool(marker.turn), bool(marker.dv)
    ship.at, ship.course, ship.facing, ship.velocity, ship.path = clear[-1], course, course, speed, clear
    far = len(clear) - 1
    what = (
        f"moves {board_of(state.table).format_distance(far)}"
        if far
        else "turns on the spot"
        if marker.turn
        else "stays"
    )
    umpire.tell(
        Event(
            "move",
            RULE,
            f"{{{ship.id}}} {what}",
            who=ship.id,
            reason=said,
            result=f"heading {hexes.NAMES[hexes.direction(course)]}",
            path=(clear[0], clear[-1]),
            facings=(course,),
            at=ship.at,
        )
    )
    passage(state, umpire, ship, tuple(hexes.hex_at(point) for point in clear[1:]), speed)
    if rock is not None and ship.in_play:
        meet_planetoid(state, umpire, ship, rock, (hexes.hex_at(rock.at),), speed)
