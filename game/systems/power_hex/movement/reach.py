"""A ship's destinations, and the screen's other questions about its move (power/4)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol

from game.board import hexes
from game.board.hexes import NAMES, STEPS, Hex, course_of, length, step
from game.core.display import Bend, Destination, Meter, Pose
from game.core.orders import Id, Order
from game.core.state import Table
from game.core.values import House, frozen, kept_while_equal, number
from game.systems.power_hex.movement.plan import (
    MovedWay,
    MovePlan,
    Outset,
    budget,
    carried_turn,
    fault,
    first_turn,
    fly,
    most_speed,
    new_vector,
    no_turns,
    outset,
    timing_fault,
    wait_of,
    way_of,
)
from game.systems.power_hex.ships.ship import PowerShip, PowerState, SteadyShip, degrees_of, nearest_rows

Make = Callable[[MovePlan], Order]
Point = tuple[float, float]
SLIDE = "»"  # the sign in a hex that a slide gains
KEPT = 64  # envelopes cached
PIVOTS = ((), (1,), (-1,), (2,), (-2,), (3,), (1, -1), (-1, 1))  # all that fit in a round and lead to different places


class PlannedOrder(Protocol):
    """An order with a plan, which can make the same order with another plan."""

    @property
    def by(self) -> Id: ...

    @property
    def plan(self) -> MovePlan: ...

    def by_plan(self, plan: MovePlan) -> Order: ...


def speed_of(ship: PowerShip, plan: MovePlan) -> int:
    """Return the number of hexes a plan enters."""
    return length(new_vector(ship, plan))


def destinations(state: PowerState, draft: PlannedOrder) -> tuple[Destination, ...]:
    """Return destinations by burns, pivots and turns. The draft's other fields are kept, such as `hold` and
    `cancel`."""
    return _envelope(state.ships[draft.by], draft, state.house, state.table)


@kept_while_equal(KEPT)
def _envelope(ship: PowerShip, draft: PlannedOrder, house: House, table: Table) -> tuple[Destination, ...]:
    return tuple(_ends(SteadyShip.of(ship, int(number(house, "row_size", 4))), draft.plan, draft.by_plan, house))


def _ends(ship: PowerShip, like: MovePlan, make: Make, house: House) -> Iterator[Destination]:
    """Yield the cheapest order for each hex, course and facing."""
    found = dict[tuple[object, ...], Destination]()
    for plan, begun in _plans(ship, like, house):
        way, left = way_of(ship, plan, begun, house), begun.has.left
        at = hexes.at(way.cells[-1]) if way.cells else ship.at
        course, facing, heading = _courses(way)
        key = at, course, facing, way.vector, heading  # a vector implies its speed
        if key not in found or found[key].left < left:
            path = (ship.at, *[hexes.at(one) for one in way.cells])
            lane = (plan.pivots, plan.first, plan.towards, plan.turns)
            found[key] = Destination(
                make(plan),
                path,
                at,
                course,
                facing,
                length(way.vector),
                lane,
                heading=heading,
                left=left,
                turns=tuple([hand for _, hand in way.answers]),
            )
    yield from found.values()


def _plans(ship: PowerShip, like: MovePlan, house: House) -> Iterator[tuple[MovePlan, Outset]]:
    """Yield every plan of a ship with its outset, first those without turns and of these the simplest first. A gravitic
    drive turns with its bow anywhere. Of its destinations, those that differ only by a pivot are left out."""
    plain = [
        MovePlan(*push, pivots, first, (), like.hold, like.cancel)
        for pivots in PIVOTS
        for push, first in _pushes(ship, pivots, house)
    ]
    plain.sort(key=lambda plan: (len(plan.pivots), abs(plan.burn)))
    for plan in plain:
        if fault(ship, plan, house) is None:
            begun = outset(ship, plan, house)
            yield plan, begun
            if not (plan.pivots and ship.design.gravitic):
                for one in turnings(ship, plan, begun, house):
                    if timing_fault(ship, one, begun, house) is None:  # `turnings` has checked that it can turn
                        yield one, begun


def _pushes(ship: PowerShip, pivots: tuple[int, ...], house: House) -> Iterator[tuple[tuple[int, int | None], int]]:
    """Yield burns with their direction, and the pivots before them. A gravitic drive pushes in any direction at any
    time."""
    yield (0, None), 0
    for burn in range(1, most_speed(ship, house, pivots) + 1):
        if ship.design.gravitic:
            yield from (((burn, towards if towards != ship.towards else None), 0) for towards in range(6))
        else:
            yield from (((n, None), first) for n in (burn, -burn) for first in range(len(pivots[:1]) + 1))


def _courses(way: MovedWay) -> tuple[int, int, float | None]:
    """Return course, facing, and degrees if it moves between two rows."""
    if way.vector == (0, 0):
        return course_of(way.towards), course_of(way.towards), None
    near = nearest_rows(way.vector)[0]
    slips = way.vector != step((0, 0), near, length(way.vector))
    return course_of(near), course_of(way.towards), degrees_of(way.vector) if slips else None


# -- the ghost ---------------------------------------------------------------------------------------------------------


def pose(state: PowerState, ship: PowerShip, plan: MovePlan) -> Pose:
    """Return the pose after a plan. One that the ship cannot follow takes it straight on."""
    if fault(ship, plan, state.house):
        plan = MovePlan()
    way = fly(ship, plan, state.house)
    path = (ship.at, *(hexes.at(one) for one in way.cells))
    course, facing, heading = _courses(way)
    return Pose(
        path[-1],
        course,
        facing,
        length(way.vector),
        coasted=not (plan.burn or plan.pivots or plan.turns),
        path=path,
        heading=heading,
        bends=_bends(ship, way, path),
        counts=_counts(ship, plan, way, path, state.house),
        note=_note(way, plan),
    )


def _bends(ship: PowerShip, way: MovedWay, path: tuple[Point, ...]) -> tuple[Bend, ...]:
    """Return the places where turns take effect and pivots are complete."""
    found, course = [], ship.course
    for n, hand in way.answers:
        becomes = course_of(hexes.direction(course) + hand)
        found.append(Bend(path[n], course, becomes, f"answers on hex {n}"))
        course = becomes
    for n, sides in way.swings:
        before = sum(each for at, each in way.swings if at == 0) if not n else 0
        after = way.bows[n - 1] if n else (ship.towards + before) % 6
        found.append(Bend(path[n], course_of(after - sides), course_of(after), f"pivot {60 * abs(sides)}°"))
    return tuple(found)


def _counts(
    ship: PowerShip, plan: MovePlan, way: MovedWay, path: tuple[Point, ...], house: House
) -> tuple[tuple[Point, str], ...]:
    """Return the hexes from the declaration of a turn to its effect, counted down, and those that a slide gains."""
    found, answers = dict[int, str](), [n for n, _ in way.answers]
    begun = [-ship.carried[0]] if carried_turn(ship, plan, house) else []
    for start in (*begun, *(at for at, _ in plan.turns)):
        end = next((n for n in answers if n >= start + way.wait), len(path))
        found |= {n: str(way.wait - (n - start) + 1) for n in range(max(1, start + 1), min(end, len(path)))}
    last = len(path) - 1
    found |= {n: SLIDE for n in range(last - way.slid + 1, last) if n > 0 and n not in answers}
    return tuple((path[n], words) for n, words in sorted(found.items()))


def _note(way: MovedWay, plan: MovePlan) -> str:
    """Return words for the rest of the move: a turn in progress, or the delay of one."""
    if way.carried[1]:
        return f"turn {'P' if way.carried[1] < 0 else 'S'}: {way.carried[0]} of {way.wait} hexes"
    return f"{NAMES[way.towards]} · turn delay {way.wait}"


def meter(state: PowerState, ship: PowerShip, plan: MovePlan) -> Meter:
    """Return the thrust of pivots and of the burn, and the rest for turning."""
    has = budget(ship, plan, state.house)
    parts = ((has.given - has.after_pivots, "pivots", "hatch"), (has.burn, "speed", "solid"))
    note = f"a turn answers after {wait_of(ship, plan, state.house)}"
    return Meter(has.given, tuple(one for one in parts if one[0]), note, "power/4.2", "thrust")


HANDS = (1, -1)
Turns = tuple[tuple[int, int], ...]
_Layer = dict[tuple[Hex, int], Turns]  # by hex and hex sides turned so far: the fewest turns that lead there


@frozen
class TurningMove:
    """A move without its turns. It has the directions of its hexes, the delay of a turn, and the first hex after which
    one can be declared."""

    ways: tuple[int, ...]
    wait: int
    first: int

    def along(self, here: Hex, start: int, end: int, sides: int) -> Hex:
        """Return the hex after those from `start` to `end` of these directions, with `sides` turned."""
        q, r = here
        for way in self.ways[start:end]:
            x, y = STEPS[(way + sides) % 6]
            q, r = q + x, r + y
        return q, r


def turnings(ship: PowerShip, plan: MovePlan, begun: Outset, house: House) -> Iterator[MovePlan]:
    """Yield a plan with every set of turns that take effect this round. Of those with the same final hex and course, it
    is the one with the fewest. The search goes hex by hex: at each, the ship goes on, or declares a turn and goes on
    until it takes effect."""
    if no_turns(ship, plan, house):
        return
    move = TurningMove(begun.push.ways, begun.wait, first_turn(ship, plan, begun, house))
    speed = len(move.ways)
    if move.first + move.wait > speed:
        return
    under_way = carried_turn(ship, plan, house)
    sides = under_way[1] if under_way else 0
    before = move.first if under_way else 0
    start = move.along(move.along((0, 0), 0, before, 0), before, move.first, sides)
    for turns in _search(move, start, sides):
        yield MovePlan(plan.burn, plan.towards, plan.pivots, plan.first, turns, plan.hold, plan.cancel)


def _search(move: TurningMove, start: Hex, sides: int) -> Iterator[Turns]:
    """Yield turns by the final hex and course."""
    speed = len(move.ways)
    layers: list[_Layer] = [{} for _ in range(speed + 1)]
    layers[move.first][start, sides] = ()
    for n in range(move.first, speed):
        for (here, turned), turns in layers[n].items():
            _reach(layers[n + 1], (move.along(here, n, n + 1, turned), turned), turns)
            if n + move.wait <= speed:
                there = move.along(here, n, n + move.wait, turned)
                for hand in HANDS:
                    _reach(layers[n + move.wait], (there, (turned + hand) % 6), (*turns, (n, hand)))
    yield from (turns for turns in layers[speed].values() if turns)


def _reach(layer: _Layer, key: tuple[Hex, int], turns: Turns) -> None:
    """Keep the fewest turns that lead to a key."""
    if key not in layer or len(turns) < len(layer[key]):
        layer[key] = turns
