"""Ships move, all together: speed, pivot, and straight ahead; and every legal end of a move (hex/3.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from game.board import hexes
from game.board.boards import board_of, path_of
from game.board.geometry import Point, clock
from game.board.terrain import Body
from game.core.display import Bend, Gauge, Landing, Pose, Risk
from game.core.events import Event
from game.core.orders import Order
from game.core.state import State
from game.core.umpire import Umpire
from game.rules.hex.terrain import RULE as TERRAIN
from game.rules.hex.terrain import avoid, passage, spared
from game.rules.outcome import table_edges
from game.rules.ships.ship import Ship
from game.systems.easyhex import drifting
from game.systems.easyhex.marker import MOST, Marker, fault, flown, members, settle, shared_fault
from game.systems.easyhex.ratings import RULE, change, credited, sides


class Flown(NamedTuple):
    """A move: the middle of every hex from the first to the last, the course, and the speed."""

    path: tuple[Point, ...]
    course: int
    speed: int


def flight(ship: Ship, marker: Marker) -> Flown:
    """Change speed, pivot, then straight ahead at the new speed (hex/3.2)."""
    speed, course = ship.velocity + marker.dv, clock(ship.course + 2 * marker.turn)
    here, towards = hexes.hex_at(ship.at), hexes.direction(course)
    return Flown(path_of([hexes.step(here, towards, n) for n in range(speed + 1)]), course, speed)


def ordered(state: State, ship: Ship) -> Marker:
    """The marker a ship has laid down, or a blank."""
    laid = state.sealed.get(ship.id)
    return laid if isinstance(laid, Marker) else Marker(ship.id)


def going(state: State, marker: Marker) -> Marker:
    """What a ship flies on a marker; where one of a flotilla cannot fly it, none of them does (hex/3.2)."""
    ship: Ship = state.ships[marker.by]
    if shared_fault(state, ship, marker) is None:
        return marker
    whole = [flown(other, marker, state.house) for other in members(state, ship, marker)]
    turn, dv = (min((getattr(one, name) for one in whole), key=abs) for name in ("turn", "dv"))
    return Marker(ship.id, turn, dv, marker.group)


def move_ships(state: State, umpire: Umpire) -> None:
    """Every ship at once; those that end beyond the edge leave (hex/3.1, 3.2)."""
    afloat = [ship for ship in state.ships.values() if ship.in_play]
    flying = {ship.id: going(state, ordered(state, ship)) for ship in afloat}  # all of them before any has moved
    for ship in afloat:
        move(state, umpire, ship, ordered(state, ship), flying[ship.id])
    for ship in afloat:
        settle(state, ship)
    state.sealed.clear()  # markers are taken up: what counters do is ordered later in the turn
    table_edges.after_movement(state, umpire)


def move(state: State, umpire: Umpire, ship: Ship, written: Marker, marker: Marker) -> None:
    """Fly one ship's marker and tell of it; clouds on the way hurt her, a rock stops her or is her end (hex/2.7, 3.2)."""
    path, course, speed = flight(ship, marker)
    rock, clear = obstacle(state, path)
    said = f"“{written}” cannot be flown: {marker if marker.moves else 'straight on'}" if marker != written else str(marker)
    ship.turned, ship.thrust_used = bool(marker.turn), bool(marker.dv)
    ship.at, ship.course, ship.facing, ship.velocity, ship.path = clear[-1], course, course, speed, clear
    far = len(clear) - 1
    what = f"moves {board_of(state.table).measured(far)}" if far else "turns on the spot" if marker.turn else "stays"
    umpire.tell(
        Event("move", RULE, f"{{{ship.id}}} {what}", who=ship.id, reason=said,
              result=f"heading {hexes.NAMES[hexes.direction(course)]}", path=(clear[0], clear[-1]), facings=(course,), at=ship.at)
    )  # fmt: skip
    passage(state, umpire, ship, tuple(hexes.hex_at(point) for point in clear[1:]), speed)
    if rock is not None and ship.in_play:
        avoid(state, umpire, ship, rock, (hexes.hex_at(rock.at),), speed)


def obstacle(state: State, path: tuple[Point, ...]) -> tuple[Body | None, tuple[Point, ...]]:
    """The first rock or planet on a way, if any, and the way as far as the hex before it."""
    for n, point in enumerate(path[1:], 1):
        if rock := next((body for body in state.table.bodies if body.solid and body.holds(point)), None):
            return rock, path[:n]
    return None, path


def risks(state: State, order: Order) -> tuple[Risk, ...]:
    """The chance that a rock in the way is the end of the ship, or one that drifts to where she ends."""
    if not isinstance(order, Marker):
        return ()
    ship: Ship = state.ships[order.by]
    path, _, speed = flight(ship, going(state, order))
    rock, clear = obstacle(state, path)
    if rock is None:
        return drifting.risks(state, hexes.hex_at(clear[-1]), speed, ship.thrust)
    lost = float(1 - spared(speed, ship.thrust))
    return (Risk(rock.name, "flies into it; otherwise stops before it", lost, "bad" if lost else "note", f"{TERRAIN}/planets"),)


# -- what the screen asks ------------------------------------------------------------------------------------------------


def marker_landings(state: State, draft: Marker) -> tuple[Landing, ...]:
    """Every legal end of the ship's move, of what her whole flotilla can fly: the envelope, and what a drag snaps to."""
    ship: Ship = state.ships[draft.by]
    bound, most = members(state, ship, draft), change(ship.thrust)

    def legal(turn: int = 0, dv: int = 0) -> bool:
        return all(fault(other, Marker(other.id, turn, dv), state.house) is None for other in bound)

    changes = [dv for dv in range(-most, most + 1) if legal(dv=dv)]  # what a pivot may be does not hang on the speed
    return tuple(_ends(ship, draft, [turn for turn in range(-MOST, MOST + 1) if legal(turn=turn)], changes))


def _ends(ship: Ship, draft: Marker, turns: list[int], changes: list[int]) -> Iterator[Landing]:
    most = change(ship.thrust)
    for turn in turns:
        way, course, _ = flight(ship, Marker(ship.id, turn, changes[-1]))  # the longest; the others are parts of it
        for dv in changes:
            marker, speed = Marker(ship.id, turn, dv, draft.group), ship.velocity + dv
            yield Landing(marker, way[: speed + 1], way[speed], course, course, speed, turn, left=most - abs(dv))


def marker_pose(state: State, order: Marker) -> Pose:
    """Where a marker would put its ship, and how she would point."""
    ship: Ship = state.ships[order.by]
    marker = going(state, order)
    path, course, speed = flight(ship, marker)
    label = str(Marker(ship.id, marker.turn))
    bends = (Bend(ship.at, ship.course, course, label),) if marker.turn else ()
    return Pose(path[-1], course, course, speed, ship.inverted, not marker.dv, path, bends=bends,
                note=f"{hexes.NAMES[hexes.direction(course)]} · speed {speed}")  # fmt: skip


def marker_gauge(state: State, order: Marker) -> Gauge:
    """Hexes of speed that may be changed; beside it the pivot, which costs nothing (hex/3.2)."""
    ship: Ship = state.ships[order.by]
    most, credit = sides(ship.thrust, credited(ship), state.house), "with" if credited(ship) else "without"
    note = f"pivot {abs(order.turn)} of {most}, {credit} credit"
    return Gauge(change(ship.thrust), ((abs(order.dv), "speed", "solid"),), note, RULE, "speed")
