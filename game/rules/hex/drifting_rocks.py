"""Asteroids that drift on a map of hexes, and the hexes they enter (hex/2.7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from game.board import hexes
from game.board.boards import board_of
from game.board.hexes import NAMES, Hex, direction
from game.board.terrain import Body
from game.core.display import Zone
from game.core.events import Event
from game.core.umpire import Umpire
from game.rules.hex.helm import H, base, heading, lies
from game.rules.hex.terrain import body_in
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import ThrustState

ASTEROIDS = f"{H}/2.7/asteroids"


def filled(state: ThrustState, one: Hex, but: str = "") -> bool:
    """Return whether an asteroid or a base is in a hex."""
    rock = body_in(state, one, "asteroid")
    bases = (ship for ship in state.ships.values() if base(ship) and ship.in_play and ship.id != but)
    return (rock is not None and rock.key != but) or any(lies(ship) == one for ship in bases)


def room_ahead(state: ThrustState, way: Sequence[Hex], mover: str) -> int:
    """Return the index, in a path with its start, of the last hex without another asteroid or a base."""
    return next((place for place in range(len(way) - 1, 0, -1) if not filled(state, way[place], mover)), 0)


def way_of(state: ThrustState, body: Body) -> tuple[list[Hex], str]:
    """Return the hexes that a body drifts through, its own one first, and its fate if it does not stay on the map."""
    path, _ = board_of(state.table).drift(body)
    way = [hexes.hex_at(point) for point in path]
    for place, one in enumerate(way):
        if planet := body_in(state, one, "planet"):
            return way[: place + 1], f"falls on {planet.name}"
        if not board_of(state.table).holds(hexes.at(one)):
            return way[: max(1, place)], "is gone from the map"
    return way[: room_ahead(state, way, body.key) + 1], ""


def drifts(state: ThrustState, umpire: Umpire, body: Body) -> list[Hex]:
    """Move one asteroid as far as it can go, and return its path with its first hex. An asteroid that drifts off the
    map, or onto a planetoid, is lost."""
    way, lost = way_of(state, body)
    path, board = tuple(hexes.at(one) for one in way), board_of(state.table)
    short = "" if lost or len(way) == round(body.velocity) + 1 else "stops short of what is there"
    umpire.tell(
        Event(
            "move",
            ASTEROIDS,
            f"{body.name} drifts {board.format_distance(len(way) - 1)}",
            who=body.key,
            reason=short,
            result=lost or f"course {NAMES[direction(body.course)]}",
            path=path,
            facings=(body.course,) * max(1, len(way) - 1),
            at=path[-1],
        )
    )
    there = () if lost else (replace(body, at=path[-1]),)
    bodies = state.table.bodies
    place = bodies.index(body)
    state.table = replace(state.table, bodies=(*bodies[:place], *there, *bodies[place + 1 :]))
    return way


def next_place(name: str, one: Hex) -> Zone:
    return Zone(hexes.corners(one), f"{name} next", "note", fill=0.4)


def comer(state: ThrustState, one: Hex) -> Body | Ship | None:
    """Return the asteroid or base that will be in a hex at the end of the turn, or None."""
    bodies: tuple[Body, ...] = state.table.bodies
    for body in bodies:
        if body.velocity:
            way, lost = way_of(state, body)
            if not lost and way[-1] == one:
                return body
    bases: list[Ship] = [ship for ship in state.ships.values() if base(ship) and ship.in_play and ship.velocity]
    return next((ship for ship in bases if hexes.step(lies(ship), heading(ship), ship.velocity) == one), None)
