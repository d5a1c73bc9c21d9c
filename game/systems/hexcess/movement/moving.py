"""A ship's move on hexes: hex by hex along the heading, with everything met on the way, and the last hex (hex/2.3,
2.5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from game.board import hexes
from game.board.boards import board_of
from game.board.hexes import NAMES, course_of, direction
from game.board.terrain import Body
from game.core.events import Event
from game.core.orders import in_braces
from game.core.umpire import Umpire
from game.rules.hex import terrain
from game.rules.hex.helm import BEGAN, H, Step, heading, helmless, lies
from game.rules.hex.terrain import body_in
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import ThrustState
from game.systems.hexcess.movement import map_edges
from game.systems.hexcess.movement.stacking import occupant

if TYPE_CHECKING:
    from game.systems.hexcess.movement.order import HexMove


def bow(ship: Ship, order: HexMove) -> int:
    """Return the facing (a course) at the start of a move. The bow is swung, or snapped back to the heading by a change
    of heading or velocity."""
    if any(order.turns) or order.dv or order.spin:
        return course_of(direction(ship.course) + order.spin)
    return course_of(direction(ship.facing) + (order.face or 0))


def fly(state: ThrustState, umpire: Umpire, ship: Ship, order: HexMove) -> None:
    """Move one ship. Its velocity changes after the last hex (hex/2.3), and it is not set down in its hex yet."""
    if order.scroll:
        map_edges.scroll(state, umpire, ship, *order.scroll)
    start, velocity, way = ship.at, ship.velocity, order.cells(ship)
    BEGAN.set(state, ship.id, velocity)
    ship.facing = bow(ship, order)
    if order.spin:
        ship.course = ship.facing
    stays, planet = count_entered(state, ship, way)
    flown = way[:stays]
    facings = _facings(ship, order, flown)
    if flown:
        ship.at, ship.course = hexes.at(flown[-1][0]), course_of(flown[-1][1])
    if any(order.turns):
        ship.facing = ship.course
    ship.velocity = velocity if planet else max(0, velocity + order.dv)
    ship.path = (start, *(hexes.at(one) for one, _ in flown))
    _tell(state, umpire, ship, order, velocity, facings)
    terrain.passage(state, umpire, ship, [one for one, _ in flown], velocity)
    if planet and ship.in_play:
        terrain.meet_planetoid(
            state, umpire, ship, planet, [one for one, _ in way[stays : open_way(state, way) + 1]], velocity
        )
    elif ship.in_play and stays < len(way):
        out = flown[-1][0] if flown else lies(ship)
        map_edges.leave(state, umpire, ship, out, heading(ship))


def count_entered(state: ThrustState, ship: Ship, way: Sequence[Step]) -> tuple[int, Body | None]:
    """Return the number of these hexes that a ship enters, and the planetoid that stops it in the hex before, if any
    (hex/2.7/planets)."""
    count = open_way(state, way)
    planet = body_in(state, way[count][0], "planet") if count < len(way) else None
    while planet and count and occupant(state, way[count - 1][0], ship.id):
        count -= 1
    return count, planet


def open_way(state: ThrustState, way: Sequence[Step]) -> int:
    """Return the number of these hexes entered before the map ends or a planetoid is in the way (hex/2.7)."""
    board, closed = board_of(state.table), terrain.planets(state.table.bodies)
    for count, (one, _) in enumerate(way):
        if one in closed or not board.holds(hexes.at(one)):
            return count
    return len(way)


def _facings(ship: Ship, order: HexMove, flown: Sequence[Step]) -> tuple[int, ...]:
    """Return the facing on each leg: along the heading once that has changed, else that of the bow."""
    if not any(order.turns):
        return (ship.facing,) * max(1, len(flown))
    before = (heading(ship), *(towards for _, towards in flown[:-1]))
    return tuple(course_of(towards) for towards in before[: len(flown)])


def _tell(
    state: ThrustState, umpire: Umpire, ship: Ship, order: HexMove, velocity: int, facings: tuple[int, ...]
) -> None:
    """Log one move."""
    n = len(ship.path) - 1
    what = f"moves {n} {'hex' if n == 1 else 'hexes'}" if n else "turns on the spot" if order.spin else "stays"
    says = (
        "out of control, straight on" if helmless(ship) else in_braces(order, state) if order.moves else "straight on"
    )
    parts = [f"heading {NAMES[heading(ship)]}"]
    parts += [f"facing {NAMES[direction(ship.facing)]}"] * (ship.facing != ship.course)
    parts += [f"velocity {ship.velocity}"] * (ship.velocity != velocity)
    umpire.tell(
        Event(
            "move",
            f"{H}/2.3",
            f"{{{ship.id}}} {what}",
            who=ship.id,
            reason=says,
            result=", ".join(parts),
            path=ship.path,
            facings=facings,
            at=ship.at,
        )
    )
