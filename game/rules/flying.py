"""Flying a plotted order: path, half moves, and every legal end of a ship's move (full-thrust-base/2.2).

The envelope and the snap of a drag are the legal orders themselves, flown.
"""

from __future__ import annotations

from collections.abc import Iterator

from game.board.table import Point, ahead, clock, settled
from game.core.orders import Order
from game.core.show import Gauge, Landing, Pose
from game.core.state import State
from game.rules.hull import Ship
from game.rules.plots import B, House, Legs, Plot, allowance, fault, going, habits, spins, turns

Move = tuple[Legs, int]  # turns and change of velocity

_MOVES: dict[tuple[object, ...], tuple[Move, ...]] = {}  # legal moves by everything that `fault` looks at


def halves(legs: Legs) -> tuple[int, int]:
    """Points turned before the move and at its middle: half first, rounded down, or the legs of a side-slip (2.2)."""
    if len(legs) == 2:
        return legs[0], legs[1]
    points = legs[0] if legs else 0
    first = abs(points) // 2 * (1 if points > 0 else -1)
    return first, points - first


def fly(at: Point, course: int, velocity: int, plot: Plot, house: House) -> tuple[tuple[Point, ...], tuple[int, int], int]:
    """The path (start, middle, end; MU), the course of each leg, and the new velocity (full-thrust-base/2.2).

    An odd velocity is halved exactly, or by option into whole MU, the first half the shorter.
    """
    speed = velocity + plot.dv
    first, second = halves(plot.legs)
    near = speed // 2 if house["half_velocity"] == "floor" else speed / 2
    middle = ahead(at, course + first, near)
    end = ahead(middle, course + first + second, speed - near)
    return (at, middle, settled(end)), (clock(course + first), clock(course + first + second)), speed


def pose(state: State, plot: Order) -> Pose:
    """Where an order would put its ship, and how she would point."""
    assert isinstance(plot, Plot)
    ship: Ship = state.ships[plot.by]
    move = going(state, plot)
    path, courses, speed = fly(ship.at, ship.course, ship.velocity, move, state.house)
    still = not move.spent or spins(ship, move, state.house)
    return Pose(path[-1], courses[1], courses[1], speed, ship.inverted != move.roll, still, path)


def legal(ship: Ship, house: House, roll: bool = False) -> Iterator[Move]:
    """Every turn and change of velocity the ship may order, with or without a roll."""
    for legs in turns(ship, house):
        for dv in range(-min(ship.thrust, ship.velocity), ship.thrust + 1):
            if fault(ship, Plot(ship.id, legs, dv, roll), house) is None:
                yield legs, dv


def moves(ship: Ship, house: House, roll: bool = False) -> tuple[Move, ...]:
    """`legal`, remembered by thrust, velocity and the rules it depends on."""
    key = (
        ship.thrust, ship.velocity, ship.design.advanced, ship.turned, ship.clock("bridge") is None, roll, *habits(house),
    )  # fmt: skip
    if key not in _MOVES:
        _MOVES[key] = tuple(legal(ship, house, roll))
    return _MOVES[key]


def landings(state: State, draft: Order) -> tuple[Landing, ...]:
    """Every legal end of the draft's ship, its roll and ram kept: the envelope, and what a drag snaps to."""
    if not isinstance(draft, Plot) or draft.follow:
        return ()
    ship: Ship = state.ships[draft.by]
    found = []
    for legs, dv in moves(ship, state.house, draft.roll):
        order = Plot(ship.id, legs, dv, draft.roll, draft.ram)
        path, courses, speed = fly(ship.at, ship.course, ship.velocity, order, state.house)
        found.append(Landing(order, path, path[-1], courses[1], courses[1], speed, legs))
    return tuple(found)


def gauge(state: State, plot: Order) -> Gauge:
    """The thrust meter of an order (full-thrust-base/2.1)."""
    assert isinstance(plot, Plot)
    ship: Ship = state.ships[plot.by]
    if spins(ship, plot, state.house):
        return Gauge(ship.thrust, (), "turns at rest, free", f"{B}/2.3")
    most = allowance(ship.thrust, ship.design.advanced, state.house)
    parts = ((plot.turning, "turning", "hatch"), (abs(plot.dv), "speed", "solid"))
    return Gauge(ship.thrust, parts, f"turn {plot.turning} of {most}", f"{B}/2.1")
