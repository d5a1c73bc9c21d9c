"""What moves at the end of a turn: asteroids that drift, starbases on their way (hex/2.7).

All of them move first; then ships into whose hexes something has come are set down, by the roll-off that they would have had
if they had flown there themselves. No two bodies or bases ever share a hex: the one that moves stops in the last free hex of
its way, which is the reading of a case that the rules leave open.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from game.board import hexes
from game.board.boards import HexBoard, board_of
from game.board.hexes import NAMES, Hex, course_of, direction
from game.board.terrain import Body
from game.core.display import Zone
from game.core.events import Event
from game.core.state import State
from game.core.turn_order import sides_in_order
from game.core.umpire import Umpire
from game.rules.hex.helm import H, base, heading, lies
from game.rules.hex.terrain import body_in
from game.rules.ships.ship import Ship
from game.systems.hexcess.movement import stacking
from game.systems.hexcess.movement.map_edges import window
from game.systems.hexcess.movement.moving import fly
from game.systems.hexcess.movement.order import straight

ASTEROIDS, BASES = f"{H}/2.7/asteroids", f"{H}/2.7/starbases"
TURNS = {"clockwise": 1, "anticlockwise": -1}  # hex sides by which a base rotates; marks of a ship


def drift(state: State, umpire: Umpire) -> None:
    """Asteroids drift, bases move and rotate; then every ship that shares a hex with one of them rolls for it (hex/2.7)."""
    for body in state.table.bodies:
        if body.velocity:
            drifts(state, umpire, body)
    for ship in state.ships.values():
        if base(ship) and ship.in_play:
            _travels(state, umpire, ship)
    fleets = (ship for side in sides_in_order(state, loser_first=True) for ship in state.fleet(side))
    stacking.set_down(state, umpire, [ship.id for ship in fleets if not base(ship) and _filled(state, lies(ship))])


def _filled(state: State, one: Hex, but: str = "") -> bool:
    """Is there an asteroid or a base in a hex?"""
    rock = body_in(state, one, "asteroid")
    bases = (ship for ship in state.ships.values() if base(ship) and ship.in_play and ship.id != but)
    return (rock is not None and rock.key != but) or any(lies(ship) == one for ship in bases)


def _room(state: State, way: Sequence[Hex], mover: str) -> int:
    """The place in a way, its start included, of the last hex that no other asteroid or base fills."""
    return next((place for place in range(len(way) - 1, 0, -1) if not _filled(state, way[place], mover)), 0)


def way_of(state: State, body: Body) -> tuple[list[Hex], str]:
    """The hexes a body drifts through, from the one it is in; and what becomes of it, if it does not stay on the map."""
    path, _ = board_of(state.table).drift(body)
    way = [hexes.hex_at(point) for point in path]
    for place, one in enumerate(way):
        if planet := body_in(state, one, "planet"):
            return way[: place + 1], f"falls on {planet.name}"
        if not board_of(state.table).holds(hexes.at(one)):
            return way[: max(1, place)], "is gone from the map"
    return way[: _room(state, way, body.key) + 1], ""


def drifts(state: State, umpire: Umpire, body: Body) -> list[Hex]:
    """One asteroid goes as far as it can; off the map, or on a planetoid, it is lost. Its way, from the hex it was in."""
    way, lost = way_of(state, body)
    path, board = tuple(hexes.at(one) for one in way), board_of(state.table)
    short = "" if lost or len(way) == round(body.velocity) + 1 else "stops short of what is there"
    umpire.tell(
        Event("move", ASTEROIDS, f"{body.name} drifts {board.measured(len(way) - 1)}", who=body.key, reason=short,
              result=lost or f"course {NAMES[direction(body.course)]}", path=path, facings=(body.course,) * max(1, len(way) - 1),
              at=path[-1])
    )  # fmt: skip
    there = () if lost else (replace(body, at=path[-1]),)
    bodies = state.table.bodies
    place = bodies.index(body)
    state.table = replace(state.table, bodies=(*bodies[:place], *there, *bodies[place + 1 :]))
    return way


def _travels(state: State, umpire: Umpire, ship: Ship) -> None:
    """One base moves as she always does, stops short of what fills her hex, and rotates by one side (hex/2.7/starbases)."""
    if ship.velocity:
        fly(state, umpire, ship, straight(ship))
    if not ship.in_play:
        return
    path = ship.path or (ship.at,)
    free = _room(state, [hexes.hex_at(point) for point in path], ship.id)
    if free < len(path) - 1:
        ship.at, ship.path = path[free], path[: free + 1]
        stopped = f"{{{ship.id}}} stops short of what is there"
        where = f"hex {board_of(state.table).label(ship.at)}"
        umpire.tell(Event("note", BASES, stopped, who=ship.id, result=where, at=ship.at))
    for way in TURNS.keys() & ship.marks:
        ship.facing = course_of(direction(ship.facing) + TURNS[way])
        umpire.tell(
            Event("move", BASES, f"{{{ship.id}}} rotates {way}", who=ship.id, result=f"facing {NAMES[direction(ship.facing)]}",
                  path=(ship.at,), facings=(ship.facing,), at=ship.at)
        )  # fmt: skip


def forecast(state: State) -> tuple[Zone, ...]:
    """The hexes in which bodies and bases will be at the end of the turn, if nothing stops them, as the board draws them."""
    board = window(state)
    bases = (ship for ship in state.ships.values() if base(ship) and ship.in_play and ship.velocity)
    comes = ((ship.name, hexes.step(lies(ship), heading(ship), ship.velocity)) for ship in bases)
    return (*bodies_next(state), *(_next(name, one) for name, one in comes if board.holds(hexes.at(one))))


def bodies_next(state: State) -> tuple[Zone, ...]:
    """The same for bodies alone."""
    board = window(state)
    return tuple(_next(name, one) for name, one in _ends(board, state.table.bodies) if board.holds(hexes.at(one)))


@lru_cache(maxsize=64)
def _ends(board: HexBoard, bodies: tuple[Body, ...]) -> tuple[tuple[str, Hex], ...]:
    return tuple((body.name, hexes.hex_at(board.drift(body)[1].at)) for body in bodies if body.velocity)


def _next(name: str, one: Hex) -> Zone:
    return Zone(hexes.corners(one), f"{name} next", "note", fill=0.4)


def comer(state: State, one: Hex) -> Body | Ship | None:
    """What will be in a hex at the end of the turn, as things stand now: an asteroid that drifts there, a base on her way."""
    for body in state.table.bodies:
        if body.velocity:
            way, lost = way_of(state, body)
            if not lost and way[-1] == one:
                return body
    for ship in state.ships.values():
        if base(ship) and ship.in_play and ship.velocity and hexes.step(lies(ship), heading(ship), ship.velocity) == one:
            return ship
    return None
