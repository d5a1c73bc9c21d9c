"""Flying a plotted order: path, half moves, and every legal destination of a ship (full-thrust-base/2.2).

The destinations are the legal orders themselves, flown; a drag snaps to them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from game.board.boards import OPEN, Board, board_of
from game.board.geometry import Point, clock, rounded_point
from game.core.display import Destination, Meter, Pose
from game.core.state import Table
from game.core.values import House, kept_while_equal
from game.rules.manoeuvres.framework.base import PlannedMove, half_way, rounded_turn
from game.rules.manoeuvres.framework.slewed import ASTERN, bite, bites
from game.rules.movement.thrust_limits import Legs, fault, spins, turns
from game.rules.ships.ship import BOOK, PORT, Ship
from game.rules.ships.thrust_state import ThrustState

if TYPE_CHECKING:
    from game.rules.movement.plot import Plot

Move = tuple[Legs, int]  # turns (clock points), and change of velocity (MU)

KEPT = 64  # envelopes cached, enough for the ships in sight and the orders in hand


def halves(legs: Legs, grain: int = 1) -> tuple[int, int]:
    """Return the points turned before the move and at its middle: half of them first, rounded down, or the legs of a
    side-slip (2.2). Turns are rounded to the grain of the board, and the rest is lost (hex/4/rows)."""
    if len(legs) == 2:
        return rounded_turn(legs[0], grain), rounded_turn(legs[1], grain)
    steps = int(sum(legs) / grain)
    first = int(steps / 2)
    return first * grain, (steps - first) * grain


class MoveHalves(NamedTuple):
    """The path of a move: its places, the number of legs in its first half, its length in units of the board, and
    whether a zig-zag ends to port."""

    path: tuple[Point, ...]
    first: int
    far: float
    port: bool = False


def way(
    at: Point,
    courses: tuple[int, int],
    velocity: int,
    house: House,
    board: Board,
    port: bool = False,
    half: bool = False,
) -> MoveHalves:
    """Return a move, or only its first half, after which the ship stays there for the rest of the time
    (full-thrust-base/2.2, hex/4). An odd velocity is halved exactly or, by option, into whole MU with the first half
    the shorter."""
    near = half_way(velocity, house)
    one = board.run(at, courses[0], near, port)
    middle = (at, *one.path)[-1]
    straight = courses[0] == courses[1]
    two = board.run(middle, courses[1], velocity - near, one.port and straight, near if straight else 0)
    if half:
        on_the_way, legs = one.path[:-1], max(1, len(one.path) + len(two.path))
        lies = (rounded_point(middle),) * (legs - len(on_the_way))
        return MoveHalves((at, *on_the_way, *lies), len(one.path), abs(one.far), one.port)
    path = (at, *one.path, *two.path) if one.path or two.path else (at, at)
    return MoveHalves((*path[:-1], rounded_point(path[-1])), len(one.path), one.far + two.far, two.port)


def fly(
    at: Point, course: int, velocity: int, plot: Plot, house: House, board: Board = OPEN, port: bool = False
) -> tuple[MoveHalves, tuple[int, int], int]:
    """Return the path of an ordinary order, the course of each half of it, and the new velocity
    (full-thrust-base/2.2)."""
    first, second = halves(plot.legs, board.grain)
    courses, speed = (clock(course + first), clock(course + first + second)), velocity + plot.dv
    return way(at, courses, speed, house, board, port and not first), courses, speed


class FlownMove(NamedTuple):
    """A flown move: the path, the facing on each leg, and course, facing, velocity and attitude at its end. `far` is
    the length of the path, in units of the board; `port`: a zig-zag along a spine continues to port."""

    path: tuple[Point, ...]
    facings: tuple[int, ...]
    course: int
    facing: int
    velocity: int
    inverted: bool
    far: float = 0.0
    port: bool = False


def flight(ship: Ship, plot: Plot, house: House, board: Board = OPEN) -> FlownMove:
    """Return the move that a ship makes on an order, with manoeuvres and a slewed bow (full-thrust-base/2.2,
    manoeuvres/slewed)."""
    upside_down, port = ship.inverted != plot.roll, PORT in ship.status_flags
    if not plot.uses and ship.facing == ship.course:
        made, courses, speed = fly(ship.at, ship.course, ship.velocity, plot, house, board, port)
        return FlownMove(
            made.path, _by_leg(made, courses), courses[1], courses[1], speed, upside_down, made.far, made.port
        )
    c, f = ship.course, ship.facing
    planned = PlannedMove(ship.at, ship.velocity + plot.dv, (c, c), (f, f), f, upside_down, board.grain)
    if f == c or plot.using("REC"):
        planned.turn(*halves(plot.legs, board.grain))
    else:
        bite(planned, ship, plot, house)
    for use in plot.uses:
        use.manoeuvre.steer(planned, ship, use, house)
    return _flown(planned, house, board, port and planned.courses[0] == c)


def _by_leg(made: MoveHalves, facings: tuple[int, int]) -> tuple[int, ...]:
    """Return the facing on every leg of a path, by its halves."""
    rest = len(made.path) - 1 - made.first
    return (facings[0],) * made.first + (facings[1],) * rest


def _flown(made: PlannedMove, house: House, board: Board, port: bool) -> FlownMove:
    """Return a planned move as flown on the table. The course of a ship at rest is its facing."""
    if made.jump is not None:
        run = board.run(made.at, made.courses[1], made.jump, port)
        end = rounded_point((made.at, *run.path)[-1])
        return FlownMove(
            (end,), (made.end,), made.courses[1], made.end, made.velocity, made.inverted, made.jump, run.port
        )
    gone = way(made.at, made.courses, made.velocity, house, board, port, made.half)
    course, velocity = made.courses[1], made.velocity
    if velocity < 0 and made.end != course:  # its course is the way it travels
        course, velocity = clock(course + ASTERN), -velocity
    course = course if velocity else made.end
    turned_away = course != made.courses[1]
    return FlownMove(
        gone.path,
        _by_leg(gone, made.facings),
        course,
        made.end,
        velocity,
        made.inverted,
        gone.far,
        gone.port and not turned_away,
    )


def pose(state: ThrustState, plot: Plot) -> Pose:
    """Return the pose that an order leads to."""
    ship = state.ships[plot.by]
    move = plot.going(state)
    made = flight(ship, move, state.house, board_of(state.table))
    coasted = idle(ship, move, state.house)
    return Pose(made.path[-1], made.course, made.facing, made.velocity, made.inverted, coasted, made.path, move.uses)


def idle(ship: Ship, plot: Plot, house: House) -> bool:
    """Return whether an order leaves the main drive unused. Recovering from a slew, or a bite, uses it
    (full-thrust-base/2.5)."""
    if spins(ship, plot, house):
        return True
    return not (plot.power_needed(house).thrust or plot.using("REC") or bites(ship, plot))


def legal(ship: Ship, house: House, held: Plot) -> Iterator[Move]:
    """Yield every turn and change of velocity that the ship may order, with the roll and manoeuvres of the order in
    hand."""
    order = type(held)
    most = held.power(ship, house).thrust
    for legs in turns(ship, house, held=held):
        for dv in range(-min(most, abs(ship.velocity)), most + 1):
            if fault(ship, order(ship.id, legs, dv, held.roll, uses=held.uses), house) is None:
                yield legs, dv


def destinations(state: ThrustState, draft: Plot) -> tuple[Destination, ...]:
    """Return every legal destination of the draft's ship, with its roll, ram and manoeuvres. A drag snaps to them."""
    if draft.follow:
        return ()
    return _envelope(state.ships[draft.by], draft, state.house, state.table)


@kept_while_equal(KEPT)
def _envelope(ship: Ship, draft: Plot, house: House, table: Table) -> tuple[Destination, ...]:
    return tuple(_ends(ship, draft, house, board_of(table)))


def _ends(ship: Ship, draft: Plot, house: House, board: Board) -> Iterator[Destination]:
    for held in _drafts_by_pace(ship, draft, house):
        free = (
            held.power(ship, house).thrust - held.power_needed(house).thrust + held.turning + abs(held.dv) - held.roll
        )
        for legs, dv in legal(ship, house, held):
            order = type(draft)(ship.id, legs, dv, draft.roll, ram=draft.ram, uses=held.uses)
            made = flight(ship, order, house, board)
            lane = (legs, made.course) if held is not draft else legs
            taken = 0 if ship.velocity == 0 and spins(ship, order, house) else sum(map(abs, legs)) + abs(dv)
            end = made.path[-1], made.course, made.facing, made.velocity
            yield Destination(order, made.path, *end, lane, left=free - taken, turns=legs)


def _drafts_by_pace(ship: Ship, draft: Plot, house: House) -> list[Plot]:
    """Return the order in hand with every amount of a manoeuvre that reduces velocity, if it has one. A drag chooses
    among them."""
    paced = next((use for use in draft.uses if use.manoeuvre.paces), None)
    if paced is None:
        return [draft]
    return [draft.with_value(paced.code, use) for use in paced.manoeuvre.values(ship, house)]


def meter(state: ThrustState, plot: Plot) -> Meter:
    """Return the thrust meter of an order (full-thrust-base/2.1)."""
    ship = state.ships[plot.by]
    if spins(ship, plot, state.house):
        return Meter(ship.thrust, (), "turns at rest, free", f"{BOOK}/2.3", "thrust")
    given, asked = plot.power(ship, state.house), plot.power_needed(state.house)
    parts = [(asked.turning, "turning", "hatch"), (abs(plot.dv), "speed", "solid")]
    if rest := asked.thrust - asked.turning - abs(plot.dv):
        parts.append((rest, "manoeuvres", "solid"))
    return Meter(given.thrust, tuple(parts), f"turn {asked.turning} of {given.turning}", f"{BOOK}/2.1", "thrust")
