"""The path of a marker: its destinations, its meter, and the obstacle that stops it (hex/3.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from game.board import hexes
from game.board.boards import path_of
from game.board.geometry import Point, clock
from game.board.terrain import Body
from game.core.display import Bend, Destination, Meter, Pose
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import ThrustState
from game.systems.easyhex.movement.flotillas import MOST, fault, flown, members, shared_fault
from game.systems.easyhex.movement.ratings import RULE, change, credited, sides

if TYPE_CHECKING:
    from game.systems.easyhex.movement.marker import Marker


class MarkerMove(NamedTuple):
    """A move: the centre of every hex from the first to the last, the course, and the speed."""

    path: tuple[Point, ...]
    course: int
    speed: int


def flight(ship: Ship, marker: Marker) -> MarkerMove:
    """Return a ship's move: change of speed, pivot, then straight ahead at the new speed (hex/3.2)."""
    speed, course = ship.velocity + marker.dv, clock(ship.course + 2 * marker.turn)
    here, towards = hexes.hex_at(ship.at), hexes.direction(course)
    return MarkerMove(path_of([hexes.step(here, towards, n) for n in range(speed + 1)]), course, speed)


def going(state: ThrustState, marker: Marker) -> Marker:
    """Return the marker as a ship flies it. If one ship of a flotilla cannot fly it, none does (hex/3.2)."""
    ship = state.ships[marker.by]
    if shared_fault(state, ship, marker) is None:
        return marker
    whole = [flown(other, marker, state.house) for other in members(state, ship, marker)]
    turn, dv = (min((getattr(one, name) for one in whole), key=abs) for name in ("turn", "dv"))
    return type(marker)(ship.id, turn, dv, marker.group)


def obstacle(state: ThrustState, path: tuple[Point, ...]) -> tuple[Body | None, tuple[Point, ...]]:
    """Return the first asteroid or planet on a path, if any, and the path up to the hex before it."""
    for n, point in enumerate(path[1:], 1):
        if rock := next((body for body in state.table.bodies if body.solid and body.holds(point)), None):
            return rock, path[:n]
    return None, path


def marker_destinations(state: ThrustState, draft: Marker) -> tuple[Destination, ...]:
    """Return every legal destination of the ship that its whole flotilla can reach. A drag snaps to them."""
    ship = state.ships[draft.by]
    bound, most, kind = members(state, ship, draft), change(ship.thrust), type(draft)

    def legal(turn: int = 0, dv: int = 0) -> bool:
        return all(fault(other, kind(other.id, turn, dv), state.house) is None for other in bound)

    changes = [dv for dv in range(-most, most + 1) if legal(dv=dv)]  # pivots do not depend on the speed
    return tuple(_ends(ship, draft, [turn for turn in range(-MOST, MOST + 1) if legal(turn=turn)], changes))


def _ends(ship: Ship, draft: Marker, turns: list[int], changes: list[int]) -> Iterator[Destination]:
    most, kind = change(ship.thrust), type(draft)
    for turn in turns:
        way, course, _ = flight(ship, kind(ship.id, turn, changes[-1]))  # the longest; the others are parts of it
        for dv in changes:
            marker, speed = kind(ship.id, turn, dv, draft.group), ship.velocity + dv
            yield Destination(marker, way[: speed + 1], way[speed], course, course, speed, turn, left=most - abs(dv))


def marker_pose(state: ThrustState, order: Marker) -> Pose:
    """Return the pose that a marker leads to."""
    ship = state.ships[order.by]
    marker = going(state, order)
    path, course, speed = flight(ship, marker)
    label = str(type(marker)(ship.id, marker.turn))
    bends = (Bend(ship.at, ship.course, course, label),) if marker.turn else ()
    return Pose(
        path[-1],
        course,
        course,
        speed,
        ship.inverted,
        not marker.dv,
        path,
        bends=bends,
        note=f"{hexes.NAMES[hexes.direction(course)]} · speed {speed}",
    )


def marker_meter(state: ThrustState, order: Marker) -> Meter:
    """Return the change of speed in hexes a turn, and beside it the pivot, which is free (hex/3.2)."""
    ship = state.ships[order.by]
    most, credit = sides(ship.thrust, credited(ship), state.house), "with" if credited(ship) else "without"
    note = f"pivot {abs(order.turn)} of {most}, {credit} credit"
    return Meter(change(ship.thrust), ((abs(order.dv), "speed", "solid"),), note, RULE, "speed")
