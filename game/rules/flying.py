"""Flying a plotted order: path, half moves, and every legal end of a ship's move (full-thrust-base/2.2).

The envelope and the snap of a drag are the legal orders themselves, flown.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from game.board.table import Point, ahead, clock, settled
from game.core.orders import Order
from game.core.show import Gauge, Landing, Pose, Risk
from game.core.state import State
from game.rules.design import Design
from game.rules.hull import Ship
from game.rules.manoeuvre import BY_CODE, Flight
from game.rules.manoeuvres.slewed import ASTERN, bite, bites, slew
from game.rules.plots import B, House, Legs, Plot, costs, fault, going, habits, power, spins, turns

Move = tuple[Legs, int]  # turns and change of velocity

_MOVES: dict[tuple[object, ...], tuple[Move, ...]] = {}  # legal moves by everything that `fault` looks at
_ENDS: dict[tuple[object, ...], tuple[Design, tuple[Landing, ...]]] = {}  # their ends, by where and how the ship lies besides
KEPT = 64  # envelopes that are remembered: those of the ships in sight, and of the orders in hand


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
    near = int(speed / 2) if house["half_velocity"] == "floor" else speed / 2
    middle = ahead(at, course + first, near)
    end = ahead(middle, course + first + second, speed - near)
    return (at, middle, settled(end)), (clock(course + first), clock(course + first + second)), speed


class Flown(NamedTuple):
    """A move: the path (MU), the facing on each leg of it, and course, facing, velocity and attitude at its end."""

    path: tuple[Point, ...]
    facings: tuple[int, ...]
    course: int
    facing: int
    velocity: int
    inverted: bool


def flight(ship: Ship, plot: Plot, house: House) -> Flown:
    """What a ship flies on an order, manoeuvres and slewed bow included (full-thrust-base/2.2, manoeuvres/slewed)."""
    upside_down = ship.inverted != plot.roll
    if not plot.uses and ship.facing == ship.course:
        path, courses, speed = fly(ship.at, ship.course, ship.velocity, plot, house)
        return Flown(path, courses, courses[1], courses[1], speed, upside_down)
    c, f = ship.course, ship.facing
    made = Flight(ship.at, ship.velocity + plot.dv, (c, c), (f, f), f, upside_down)
    if f == c or plot.using("REC"):
        made.turn(*halves(plot.legs))
    else:
        bite(made, ship, plot, house)
    for use in plot.uses:
        BY_CODE[use.code].steer(made, ship, use, house)
    return _flown(made, house)


def _flown(made: Flight, house: House) -> Flown:
    """A move put together, laid out on the table. At rest a ship's course is where she points."""
    if made.jump is not None:
        end = settled(made.jump)
        return Flown((end,), (made.end,), made.courses[1], made.end, made.velocity, made.inverted)
    near = int(made.velocity / 2) if house["half_velocity"] == "floor" else made.velocity / 2
    middle = ahead(made.at, made.courses[0], near)
    end = settled(ahead(middle, made.courses[1], 0 if made.half else made.velocity - near))
    course, velocity = made.courses[1], made.velocity
    if velocity < 0 and made.end != course:  # a ship that goes astern and swings her bow: her course is where she goes
        course, velocity = clock(course + ASTERN), -velocity
    return Flown((made.at, middle, end), made.facings, course if velocity else made.end, made.end, velocity, made.inverted)


def pose(state: State, plot: Order) -> Pose:
    """Where an order would put its ship, and how she would point."""
    assert isinstance(plot, Plot)
    ship: Ship = state.ships[plot.by]
    move = going(state, plot)
    path, _, course, facing, speed, inverted = flight(ship, move, state.house)
    return Pose(path[-1], course, facing, speed, inverted, idle(ship, move, state.house), path, move.uses)


def idle(ship: Ship, plot: Plot, house: House) -> bool:
    """Does an order leave the main drive alone? To recover a slewed bow, or to bite, takes it (full-thrust-base/2.5)."""
    if spins(ship, plot, house):
        return True
    return not (costs(plot, house).thrust or plot.using("REC") or bites(ship, plot))


def legal(ship: Ship, house: House, held: Plot | None = None) -> Iterator[Move]:
    """Every turn and change of velocity the ship may order; roll and manoeuvres are those of the order in hand."""
    held = held or Plot(ship.id)
    most = power(ship, held, house).thrust
    for legs in turns(ship, house, held=held):
        for dv in range(-min(most, abs(ship.velocity)), most + 1):
            if fault(ship, Plot(ship.id, legs, dv, held.roll, uses=held.uses), house) is None:
                yield legs, dv


def moves(ship: Ship, house: House, held: Plot | None = None) -> tuple[Move, ...]:
    """`legal`, remembered by thrust, velocity and the rules it depends on."""
    held = held or Plot(ship.id)
    key = (*_judged(ship, held), *habits(house, held.uses))
    if key not in _MOVES:
        _MOVES[key] = tuple(legal(ship, house, held))
    return _MOVES[key]


def _judged(ship: Ship, held: Plot) -> tuple[object, ...]:
    """Everything of a ship, and of the order in hand, that `fault` looks at."""
    built = ship.design.advanced, ship.design.thrust, ship.design.manoeuvre
    return (*built, ship.thrust, ship.velocity, ship.turned, ship.clocks, slew(ship), held.roll, held.uses,
            ship.marks if held.uses else ())  # fmt: skip


def landings(state: State, draft: Order) -> tuple[Landing, ...]:
    """Every legal end of the draft's ship, its roll, ram and manoeuvres kept: the envelope, and what a drag snaps to."""
    if not isinstance(draft, Plot) or draft.follow:
        return ()
    ship: Ship = state.ships[draft.by]
    lies = ship.id, ship.at, ship.course, ship.facing, ship.inverted, draft.ram
    key = (*lies, *_judged(ship, draft), *state.house.values())
    design, ends = _ENDS.get(key, (None, ()))
    if design is not ship.design:
        ends = tuple(_ends(state, ship, draft))
        if len(_ENDS) >= KEPT:
            del _ENDS[next(iter(_ENDS))]
        _ENDS[key] = ship.design, ends
    return ends


def _ends(state: State, ship: Ship, draft: Plot) -> Iterator[Landing]:
    """Every legal move, flown."""
    for held in _paced(ship, draft, state.house):
        for legs, dv in moves(ship, state.house, held):
            order = Plot(ship.id, legs, dv, draft.roll, draft.ram, uses=held.uses)
            path, _, course, facing, speed, _ = flight(ship, order, state.house)
            yield Landing(order, path, path[-1], course, facing, speed, (legs, course) if held is not draft else legs)


def _paced(ship: Ship, draft: Plot, house: House) -> list[Plot]:
    """The order in hand with every amount of a manoeuvre that sheds velocity, if it has one: a drag chooses among them."""
    paced = next((use for use in draft.uses if BY_CODE[use.code].paces), None)
    if paced is None:
        return [draft]
    return [draft.changed(paced.code, use) for use in BY_CODE[paced.code].values(ship, house)]


def gauge(state: State, plot: Order) -> Gauge:
    """The thrust meter of an order (full-thrust-base/2.1)."""
    assert isinstance(plot, Plot)
    ship: Ship = state.ships[plot.by]
    if spins(ship, plot, state.house):
        return Gauge(ship.thrust, (), "turns at rest, free", f"{B}/2.3")
    given, asked = power(ship, plot, state.house), costs(plot, state.house)
    parts = [(asked.turning, "turning", "hatch"), (abs(plot.dv), "speed", "solid")]
    if rest := asked.thrust - asked.turning - abs(plot.dv):
        parts.append((rest, "manoeuvres", "solid"))
    return Gauge(given.thrust, tuple(parts), f"turn {asked.turning} of {given.turning}", f"{B}/2.1")


def risks(state: State, plot: Order) -> tuple[Risk, ...]:
    """What an order may lead to, in exact chances (manoeuvres/checks)."""
    if not isinstance(plot, Plot) or not plot.uses:
        return ()
    ship: Ship = state.ships[plot.by]
    return tuple(risk for use in plot.uses for risk in BY_CODE[use.code].risks(ship, use, plot, state.house))
