"""Vector movement: first the old vector, then the order item by item; and every sensible destination
(full-thrust-base/3)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import numpy as np

from game.board.geometry import (
    DECIMALS,
    TOLERANCE,
    Point,
    ahead,
    along,
    clock,
    in_degrees,
    nearest_course,
    rounded_point,
    within,
)
from game.core.display import Destination, Meter, Pose
from game.core.events import Event
from game.core.umpire import Umpire
from game.core.values import House
from game.rules.manoeuvres.framework.base import PlannedMove, half_way
from game.rules.movement.vector_limits import (
    ABOUT,
    RULE,
    SEQUENCES,
    Step,
    flown_vector,
    one_pool,
    order_steps,
    pools,
    vector_fault,
)
from game.rules.ships.drive import CHECKS
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import ThrustState

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from game.rules.movement.vector_plot import VectorPlot

Degrees = TypeVar("Degrees", float, "NDArray[np.float64]")

ASIDE = {"PP": -3, "PS": 3, "PR": 6}  # clock points from the bow to the direction of a push


class Drifted(NamedTuple):
    """A vector move: its start and end (MU), degrees of the new course, facing, velocity and attitude."""

    path: tuple[Point, ...]
    heading: float
    facing: int
    velocity: int
    inverted: bool

    @property
    def course(self) -> int:
        return nearest_course(self.heading)


def thrust_offset(facing: int, steps: tuple[Step, ...]) -> tuple[Point, int]:
    """Return how far thrust alone carries a ship with that facing (MU), and its facing after that."""
    off = (0.0, 0.0)
    for code, n in steps:
        if code in ("TP", "TS"):
            facing = clock(facing + (n if code == "TS" else -n))
        elif code != "ROLL":
            off = ahead(off, facing + ASIDE.get(code, 0), n)
    return off, facing


def in_whole_thousandths(degrees: Degrees) -> Degrees:
    """Return a direction, or an array of them, rounded to 0.001 degrees, halves up, 0 <= direction < 360.

    Two equal pushes leave a ship on the bisector of two such directions, which may end in exactly half a thousandth. A
    little is added, so that every machine rounds it the same way, with single numbers and with arrays. Half a
    thousandth of a degree is 0.0004 MU at 48 MU, within the tolerance of the table.
    """
    return (degrees * 1000 + 0.5001) // 1 % 360_000 / 1000


def drift(ship: Ship) -> Point:
    """Return the old vector (MU)."""
    return along((0.0, 0.0), ship.heading or 0.0, ship.velocity)


def cut_short(ship: Ship, plot: VectorPlot, house: House) -> float | None:
    """Return the MU that a ship goes that flies only the first half of its move; None if it flies all of it."""
    made = PlannedMove(ship.at, ship.velocity, (ship.course,) * 2, (ship.facing,) * 2, ship.facing, ship.inverted)
    for use in plot.uses:
        use.manoeuvre.steer(made, ship, use, house)
    return half_way(ship.velocity, house) if made.half else None


def slack(house: House) -> float:
    """Return the MU below a half by which a length is still rounded up: rounding errors of machines or, by option,
    more."""
    return TOLERANCE if house["vector_rounding"] == "near" else 10.0**-DECIMALS


def vector_flight(ship: Ship, plot: VectorPlot, house: House, far: float | None = None) -> Drifted:
    """Return a ship's move on an order. The line from start to end is its new vector, with its length rounded half up.
    If both are the same place, the ship is at rest and keeps its course. With `far` it drifts that many MU in the first
    half of the time, and stays there for the rest."""
    if far is not None:
        middle, heading = rounded_point(along(ship.at, ship.heading or 0.0, far)), ship.heading or 0.0
        return Drifted((ship.at, middle, middle), heading, ship.facing, ship.velocity, ship.inverted)
    (dx, dy), (tx, ty) = drift(ship), thrust_offset(ship.facing, plot.steps)[0]
    x, y = dx + tx, dy + ty
    length, end = math.hypot(x, y), rounded_point((ship.at[0] + x, ship.at[1] + y))
    facing, upside_down = thrust_offset(ship.facing, plot.steps)[1], ship.inverted != plot.roll
    if within(length, 0):
        return Drifted((ship.at, ship.at), ship.heading or 0.0, facing, 0, upside_down)
    heading = in_whole_thousandths(math.degrees(math.atan2(x, y)))
    return Drifted((ship.at, end), heading, facing, math.floor(length + 0.5 + slack(house)), upside_down)


def vector_pose(state: ThrustState, plot: VectorPlot) -> Pose:
    """Return the pose that an order leads to. The ship has coasted unless its main drive burns (full-thrust-base/3)."""
    ship = state.ships[plot.by]
    plot = flown_vector(ship, plot, state.house)
    end, coasted = (
        vector_flight(ship, plot, state.house, cut_short(ship, plot, state.house)),
        not plot.driven(state.house),
    )
    return Pose(
        end.path[-1], end.course, end.facing, end.velocity, end.inverted, coasted, end.path, plot.uses, end.heading
    )


def carry(
    state: ThrustState, umpire: Umpire, ship: Ship, plot: VectorPlot, given: VectorPlot, failed: bool = False
) -> None:
    """Move a ship by its order as it can be flown. `given` is the order as sealed, of which a check may have
    `failed`."""
    short = cut_short(ship, plot, state.house)
    end = vector_flight(ship, plot, state.house, short)
    far = end.velocity if short is None else short
    ship.thrust_used, ship.turned = plot.driven(state.house), False
    ship.at, ship.path, ship.heading, ship.course = end.path[-1], end.path, end.heading, end.course
    ship.facing, ship.velocity, ship.inverted = end.facing, end.velocity, end.inverted
    cut = given != plot
    rule = RULE if not cut else CHECKS if failed else "full-thrust-base/1.3/illegal-orders"
    said = plot.log_words(state, given if cut else None, failed)
    umpire.tell(
        Event(
            "move",
            rule,
            f"{{{ship.id}}} moves {far:g} MU",
            who=ship.id,
            reason=said,
            path=end.path,
            at=ship.at,
            result=f"course {in_degrees(end.heading)}, facing {end.facing}",
            facings=(end.facing,) * (len(end.path) - 1),
        )
    )


# -- every end of a move -----------------------------------------------------------------------------------------------


class Variant(NamedTuple):
    """The parts of an order: sequence, points that the bow turns, thrust points of the main drive, and a push."""

    sequence: str
    turn: int
    burn: int
    push: Step | None


def variants(drive: int, thrusters: int, shared: bool, push: Step | None) -> Iterator[Variant]:
    """Yield every sensible order: with or without the push in hand, in every place, and orders that push after the
    burn. A push against the burn is not sensible, and orders that only differ in sequence are left out: both may be
    typed. `shared` is the second form, in which the drive pays for everything."""
    for turn in range(1 - ABOUT, ABOUT + 1):
        left = thrusters - bool(turn)
        most = min(left, 1) if shared else left
        pushes: list[Step | None] = [push]
        if push is None:
            pushes += [(code, n) for code in ("PP", "PS", "PR") for n in range(1, most + 1)]
        for one in pushes:
            spent = bool(turn) + (one[1] if one else 0)
            if spent > thrusters or (one and one[1] > most):
                continue
            for burn in range((drive - spent if shared else drive) + 1):
                if push is None and one and one[0] == "PR" and burn:
                    break
                yield from (Variant(name, turn, burn, one) for name in _sequences(turn, burn, one, push is not None))


def _sequences(turn: int, burn: int, push: Step | None, every: bool) -> list[str]:
    """Return the sequences that make a difference for such an order. A push that is not in hand comes last."""
    if not turn:
        return ["TDP"]
    if not push:
        return ["TDP", "DTP"] if burn else ["TDP"]
    if not every:
        return ["TDP"]
    return list(SEQUENCES) if burn else ["TDP", "PTD"]


class Pattern(NamedTuple):
    """Every sensible order, with its effect on a ship that faces 12. The effect is the shift by thrust (MU, in one row
    each) and the turn of the bow. `near` holds the indexes of the orders that keys lead to: one point to port, to
    starboard, one thrust point less, one more."""

    steps: tuple[tuple[Step, ...], ...]
    throws: np.ndarray
    turns: np.ndarray
    lanes: tuple[tuple[str, int, Step | None], ...]
    near: tuple[tuple[int, ...], ...]
    aside: tuple[bool, ...]  # orders that only add a push, or turn after the burn


@cache
def pattern(drive: int, thrusters: int, shared: bool, push: Step | None, roll: bool) -> Pattern:
    """Return the pattern for the points of drive and thrusters, with the push and roll of the order in hand."""
    found = list(variants(drive, thrusters, shared, push))
    steps = tuple(order_steps(one.turn, one.burn, one.push, roll, one.sequence) for one in found)
    throws = np.array([thrust_offset(12, one)[0] for one in steps], dtype=float).reshape(-1, 2)
    lanes = tuple((one.sequence, one.turn, one.push) for one in found)
    aside = tuple(one.sequence != "TDP" or one.push != push for one in found)
    return Pattern(steps, throws, np.array([one.turn for one in found]), lanes, _beside(found), aside)


@lru_cache(maxsize=256)
def orders_of(held: VectorPlot, drive: int, thrusters: int, shared: bool) -> tuple[VectorPlot, ...]:
    """Return the orders of a pattern, with the ram and manoeuvres of the order in hand."""
    steps = pattern(drive, thrusters, shared, held.push, held.roll).steps
    return tuple(replace(held, steps=one) for one in steps)


def _beside(found: list[Variant]) -> tuple[tuple[int, ...], ...]:
    """Return for every order the indexes of those that keys lead to, or its own index if there is none."""
    places = {one: place for place, one in enumerate(found)}

    def to(one: Variant, turn: int, burn: int) -> int:
        turn = (turn + ABOUT - 1) % 12 - ABOUT + 1
        names = (one.sequence, "TDP")
        return next(
            (
                places[other]
                for less in range(burn, -1, -1)
                for name in names
                if (other := Variant(name, turn, less, one.push)) in places
            ),
            places[one],
        )

    return tuple(
        (
            to(one, one.turn - 1, one.burn),
            to(one, one.turn + 1, one.burn),
            to(one, one.turn, max(0, one.burn - 1)),
            to(one, one.turn, one.burn + 1),
        )
        for one in found
    )


def vector_destinations(state: ThrustState, held: VectorPlot) -> tuple[Destination, ...]:
    """Return every sensible destination of a ship. A drag snaps to them. A lane is one rotation and push with any
    thrust of the drive."""
    ship = state.ships[held.by]
    if any(use.manoeuvre.glides for use in held.uses):
        return _adrift(state, ship, replace(held, steps=(), ram=""))
    plain = replace(held, steps=order_steps(0, 0, held.push, held.roll))
    if vector_fault(ship, plain, state.house):
        plain = replace(held, steps=(), uses=())
        if vector_fault(ship, plain, state.house):
            return ()
    given, kept = pools(ship, plain, state.house), replace(plain, steps=order_steps(0, 0, None, plain.roll), ram="")
    spent = kept.power_needed(state.house)
    ready = ship.thrust and ship.timer("bridge") is None
    drive, thrusters = (given.thrust - spent.thrust, given.turning - spent.turning) if ready else (0, 0)
    points = drive, thrusters, one_pool(state.house)
    return _place_pattern(plain, points, ship.at, drift(ship), ship.heading or 0.0, ship.facing, slack(state.house))


def _adrift(state: ThrustState, ship: Ship, order: VectorPlot) -> tuple[Destination, ...]:
    """Return the one destination of a ship that only drifts, as a manoeuvre makes it; empty if that is illegal."""
    if vector_fault(ship, order, state.house):
        return ()
    end = vector_pose(state, order)
    return (
        Destination(order, end.path, end.at, end.course, end.facing, end.velocity, (), (0,) * 4, heading=end.heading),
    )


@lru_cache(maxsize=32)
def _place_pattern(
    held: VectorPlot, points: tuple[int, int, bool], start: Point, old: Point, heading: float, facing: int, near: float
) -> tuple[Destination, ...]:
    """Return a pattern placed on the table by a ship's place, drift and facing. Cached, because a drag asks for it
    again and again."""
    orders, one = orders_of(held, *points), pattern(*points, held.push, held.roll)
    (sx, sy), (cx, cy) = (ahead((0.0, 0.0), facing + more, 1.0) for more in (3, 0))
    across, along = one.throws[:, 0], one.throws[:, 1]
    way = np.stack((across * sx + along * cx, across * sy + along * cy), axis=1) + old
    lengths, headings = np.hypot(way[:, 0], way[:, 1]), np.degrees(np.arctan2(way[:, 0], way[:, 1]))
    rests = lengths <= TOLERANCE
    ends = np.where(rests[:, None], start, np.round(way + start, DECIMALS) + 0.0)
    speeds = np.where(rests, 0, np.floor(lengths + 0.5 + near)).astype(int).tolist()
    turned = np.where(rests, heading, in_whole_thousandths(headings))
    courses = ((np.floor(turned / 30.0 + 0.5).astype(int) - 1) % 12 + 1).tolist()
    facings = ((facing + one.turns - 1) % 12 + 1).tolist()
    return tuple(
        Destination(order, (start, at), at, course, end, speed, lane, near, aside, toward)
        for order, at, course, end, speed, lane, near, aside, toward in zip(
            orders, zip(*ends.T.tolist()), courses, facings, speeds, one.lanes, one.near, one.aside, turned.tolist()
        )
    )


def vector_meter(state: ThrustState, plot: VectorPlot) -> Meter:
    """Return one meter for both pools: the burn of the main drive, then the use of the thrusters
    (full-thrust-base/3)."""
    ship = state.ships[plot.by]
    given, asked = pools(ship, plot, state.house), plot.power_needed(state.house)
    if one_pool(state.house):
        parts = ((asked.turning, "thrusters", "hatch"), (asked.thrust - asked.turning, "main drive", "solid"))
        return Meter(given.thrust, parts, f"thrusters {asked.turning}", f"{RULE}/fb2", "thrust")
    parts = ((asked.turning, "thrusters", "hatch"), (asked.thrust, "main drive", "solid"))
    note = f"drive {asked.thrust} of {given.thrust}, thrusters {asked.turning} of {given.turning}"
    return Meter(given.thrust + given.turning, parts, note, RULE, "thrust")
