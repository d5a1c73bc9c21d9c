"""Places that a group of fighters could fly to, as the board draws them, and which of them an arrow key goes to
next."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator

from game.board import hexes
from game.board.boards import board_of
from game.board.geometry import Point, along, bearing, in_thousandths, nearest_course, within
from game.core.display import Destination
from game.core.orders import Order
from game.rules.counters.counter import flying
from game.rules.counters.kinds import Flight
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import Counter, ThrustState

RINGS, SPOKES = 6, 24  # of places round a group on an open table
SNAP = 1.5  # MU from a piece within which the pointer picks the piece


def ends_in_reach(
    state: ThrustState, one: Flight, most: float, order_to: Callable[[Point], Order]
) -> tuple[Destination, ...]:
    """Return the places within a distance, with those of ships and groups in reach. They are rings round the group, or
    all cells on a board of cells."""
    board = board_of(state.table)
    rings = [ring for ring in _rings(state, one, most) if ring]
    starts = [sum(map(len, rings[:index])) for index in range(len(rings))]
    found = []
    for index, ring in enumerate(rings):
        for place, at in enumerate(ring):
            inner, outer = max(0, index - 1), min(len(rings) - 1, index + 1)
            turned = (starts[index] + (place + step) % len(ring) for step in (-1, 1))
            share = place / len(ring)
            across = (starts[other] + round(share * len(rings[other])) % len(rings[other]) for other in (inner, outer))
            facing = nearest_course(bearing(one.at, at)) if at != one.at else one.facing
            far = board.distance(one.at, at)
            order = order_to(board.file_coordinates(at))
            found.append(
                Destination(order, (one.at, at), at, facing, facing, 0, index, (*turned, *across), left=int(most - far))
            )
    return tuple(found)


def places_in_reach(state: ThrustState, one: Flight, most: float) -> Iterator[Point]:
    """Yield the places of `ends_in_reach` as they are written, which is far quicker than making destinations of
    them."""
    board = board_of(state.table)
    return (board.file_coordinates(at) for ring in _rings(state, one, most) for at in ring)


def end_toward(
    state: ThrustState, one: Flight, most: float, place: Point, order_to: Callable[[Point], Order]
) -> Destination:
    """Return the place nearest to another that a group can fly to, within its range and on the table."""
    board = board_of(state.table)
    at = board.nearest(place)
    if not within(board.distance(one.at, at), most):
        at = along(one.at, bearing(one.at, at), most - 0.001)
    tenths = round(at[0], 1), round(at[1], 1)
    at = tenths if board.holds(tenths) and within(board.distance(one.at, tenths), most) else in_thousandths(at)
    facing = nearest_course(bearing(one.at, at)) if at != one.at else one.facing
    return Destination(order_to(board.file_coordinates(at)), (one.at, at), at, facing, facing, 0, RINGS)


def end_with(state: ThrustState, order: Order) -> Destination:
    """Return the destination of a group's order."""
    pose = order.pose(state)
    return Destination(order, pose.path, pose.at, pose.course, pose.facing, 0, RINGS)


def piece_near(state: ThrustState, place: Point, pieces: Iterable[Ship | Counter]) -> Ship | Counter | None:
    """Return the nearest of some pieces within `SNAP` MU of a place, or in the same cell."""
    board = board_of(state.table)
    if board.cells:
        place = board.nearest(place)
    far = [(board.distance(place, one.at), number, one) for number, one in enumerate(pieces)]
    nearest = min(far, default=None)
    return nearest[2] if nearest and within(nearest[0], 0 if board.cells else SNAP) else None


def _rings(state: ThrustState, one: Flight, most: float) -> Iterator[list[Point]]:
    """Yield rings of places on the table, the nearest first, then the places of other pieces in reach."""
    board = board_of(state.table)
    yield [one.at]
    if board.cells:
        middle = hexes.hex_at(one.at)
        for cells in range(1, int(most) + 1):
            yield [at for cell in hexes.ring(middle, cells) if board.holds(at := hexes.at(cell))]
    for ring in range(1, RINGS + 1) if not board.cells else ():
        far = math.floor(1000 * most * ring / RINGS) / 1000
        round_about = (along(one.at, spoke * 360 / SPOKES, far - 0.001) for spoke in range(SPOKES))
        yield [at for at in map(in_thousandths, round_about) if board.holds(at)]
    others = [ship.at for ship in state.ships.values() if ship.in_play] + [other.at for other in flying(state, Flight)]
    yield (
        []
        if board.cells
        else [at for at in dict.fromkeys(others) if at != one.at and within(board.distance(one.at, at), most)]
    )
