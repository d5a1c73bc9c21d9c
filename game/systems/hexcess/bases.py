"""Movement at the end of a turn: drifting asteroids and starbases (hex/2.7).

All of them move first; then ships whose hexes something has entered are set down, by the same roll-off as if they had
flown there. No two bodies or bases ever share a hex: the one that moves stops in the last free hex of its path. That is
our interpretation of a case that the rules leave open.
"""

from __future__ import annotations

from game.board import hexes
from game.board.boards import board_of
from game.board.hexes import NAMES, course_of, direction
from game.core.display import Zone
from game.core.events import Event
from game.core.umpire import Umpire
from game.rules.hex.drifting_rocks import drifts, filled, next_place, room_ahead
from game.rules.hex.helm import H, base, heading, lies
from game.rules.hex.map import window
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import ThrustState
from game.rules.turn_order import sides_in_order
from game.systems.hexcess.movement import stacking
from game.systems.hexcess.movement.moving import fly
from game.systems.hexcess.movement.order import straight

BASES = f"{H}/2.7/starbases"
TURNS = {"clockwise": 1, "anticlockwise": -1}  # hex sides by which a base rotates, by the ship's mark


def drift(state: ThrustState, umpire: Umpire) -> None:
    """Move asteroids and bases; then let every ship that shares a hex with one of them roll for it (hex/2.7)."""
    for body in state.table.bodies:
        if body.velocity:
            drifts(state, umpire, body)
    for ship in state.ships.values():
        if base(ship) and ship.in_play:
            _travels(state, umpire, ship)
    fleets = (ship for side in sides_in_order(state, loser_first=True) for ship in state.fleet(side))
    stacking.set_down(state, umpire, [ship.id for ship in fleets if not base(ship) and filled(state, lies(ship))])


def _travels(state: ThrustState, umpire: Umpire, ship: Ship) -> None:
    """Move one base by its constant velocity, short of obstacles, and rotate it by one side (hex/2.7/starbases)."""
    if ship.velocity:
        fly(state, umpire, ship, straight(ship))
    if not ship.in_play:
        return
    path = ship.path or (ship.at,)
    free = room_ahead(state, [hexes.hex_at(point) for point in path], ship.id)
    if free < len(path) - 1:
        ship.at, ship.path = path[free], path[: free + 1]
        stopped = f"{{{ship.id}}} stops short of what is there"
        where = f"hex {board_of(state.table).label(ship.at)}"
        umpire.tell(Event("note", BASES, stopped, who=ship.id, result=where, at=ship.at))
    for way in TURNS.keys() & ship.status_flags:
        ship.facing = course_of(direction(ship.facing) + TURNS[way])
        umpire.tell(
            Event(
                "move",
                BASES,
                f"{{{ship.id}}} rotates {way}",
                who=ship.id,
                result=f"facing {NAMES[direction(ship.facing)]}",
                path=(ship.at,),
                facings=(ship.facing,),
                at=ship.at,
            )
        )


def forecast(state: ThrustState) -> tuple[Zone, ...]:
    """Return the hexes in which bases will be at the end of the turn, if nothing stops them."""
    board = window(state)
    bases = (ship for ship in state.ships.values() if base(ship) and ship.in_play and ship.velocity)
    comes = ((ship.name, hexes.step(lies(ship), heading(ship), ship.velocity)) for ship in bases)
    return tuple(next_place(name, one) for name, one in comes if board.holds(hexes.at(one)))
