"""Where a ship can end its move, and what the screen asks about it (power/4)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator

from game.board import hexes
from game.board.hexes import NAMES, course_of, length
from game.core.display import Bend, Destination, Meter, Pose
from game.core.orders import Order
from game.systems.power_hex.movement.plan import MovedWay, MovePlan, budget, fault, fly, new_vector, wait_of
from game.systems.power_hex.ships.ship import PowerShip, PowerState, degrees_of

Make = Callable[[MovePlan], Order]
KEPT = 64  # envelopes that are remembered
TURNS = (1, -1)
_ENDS: dict[tuple[object, ...], tuple[Destination, ...]] = {}


def speed_of(ship: PowerShip, plan: MovePlan) -> int:
    """Hexes a plan enters."""
    return length(new_vector(ship, plan))


def landings(state: PowerState, ship: PowerShip, like: MovePlan, make: Make, besides: Hashable) -> tuple[Destination, ...]:
    """Every end by one or two turns at any speed, by pivots, and by pivots with a burn; it holds the bow and gives up a turn as
    the plan in hand does. `make` makes orders of plans; `besides` is what else they say.
    """
    rules = tuple(state.house[key] for key in ("turn_carry", "zig_monotone", "row_size"))
    key = (ship.id, ship.at, ship.facing, ship.vector, ship.carried, tuple(sorted(ship.lost.items())), ship.design.key, rules,
           like.hold, like.cancel, besides)  # fmt: skip
    if key not in _ENDS:
        if len(_ENDS) >= KEPT:
            del _ENDS[next(iter(_ENDS))]
        _ENDS[key] = tuple(_ends(state, ship, like, make))
    return _ENDS[key]


def _ends(state: PowerState, ship: PowerShip, like: MovePlan, make: Make) -> Iterator[Destination]:
    """The cheapest order for each hex, course and facing."""
    found = dict[tuple[object, ...], Destination]()
    for plan in _plans(state, ship, like):
        if fault(ship, plan, state.house) is None:
            end = _end(state, ship, make(plan), plan)
            key = end.at, end.course, end.facing, end.velocity, end.heading
            if key not in found or found[key].left < end.left:
                found[key] = end
    yield from found.values()


def _plans(state: PowerState, ship: PowerShip, like: MovePlan) -> Iterator[MovePlan]:
    most = ship.thrust() // ship.design.accn if ship.commanded else 0
    burns = range(-most, most + 1)
    for burn in burns:
        plain = MovePlan(burn, hold=like.hold, cancel=like.cancel)
        yield plain
        yield from _turning(state, ship, plain)
    for towards in range(6) if ship.design.gravitic else ():
        for burn in range(1, most + 1):
            yield MovePlan(burn, towards, hold=like.hold, cancel=like.cancel)
    for sides in (1, -1, 2, -2, 3):
        for burn in burns:
            yield MovePlan(burn, pivots=(sides,), first=1 if burn else 0, cancel=like.cancel)


def _turning(state: PowerState, ship: PowerShip, plain: MovePlan) -> Iterator[MovePlan]:
    """A turn declared in each hex in which it still answers, and a second one after it."""
    speed, wait = speed_of(ship, plain), wait_of(ship, plain, state.house)
    for at in range(max(0, speed - wait + 1)):
        for hand in TURNS:
            first = ((at, hand),)
            yield MovePlan(plain.burn, turns=first, hold=plain.hold, cancel=plain.cancel)
            for other in TURNS if at + 2 * wait <= speed else ():
                yield MovePlan(plain.burn, turns=(*first, (at + wait, other)), hold=plain.hold, cancel=plain.cancel)


def _end(state: PowerState, ship: PowerShip, order: Order, plan: MovePlan) -> Destination:
    way = fly(ship, plan, state.house)
    path = (ship.at, *(hexes.at(one) for one in way.cells))
    course, facing, heading = _courses(way)
    left = budget(ship, plan, state.house).left
    lane = (plan.pivots, plan.towards, tuple(hand for _, hand in plan.turns))
    return Destination(order, path, path[-1], course, facing, length(way.vector), lane, heading=heading, left=left,
                       turns=tuple(hand for _, hand in way.answers))  # fmt: skip


def _courses(way: MovedWay) -> tuple[int, int, float | None]:
    """Course, facing, and degrees where it slips between two rows."""
    if way.vector == (0, 0):
        return course_of(way.towards), course_of(way.towards), None
    degrees = degrees_of(way.vector)
    near = round(degrees / 60) % 6
    slips = abs((degrees - 60 * near + 180) % 360 - 180) > 1e-6
    return course_of(near), course_of(way.towards), degrees if slips else None


# -- the ghost -----------------------------------------------------------------------------------------------------------


def pose(state: PowerState, ship: PowerShip, plan: MovePlan) -> Pose:
    """Where a plan would put a ship; one it cannot follow takes it straight on."""
    if fault(ship, plan, state.house):
        plan = MovePlan()
    way = fly(ship, plan, state.house)
    path = (ship.at, *(hexes.at(one) for one in way.cells))
    course, facing, heading = _courses(way)
    return Pose(path[-1], course, facing, length(way.vector), coasted=not (plan.burn or plan.pivots or plan.turns), path=path,
                heading=heading, bends=_bends(ship, way, path), note=_note(way, plan))  # fmt: skip


def _bends(ship: PowerShip, way: MovedWay, path: tuple[tuple[float, float], ...]) -> tuple[Bend, ...]:
    """Where turns answer, with the hexes they took."""
    found, course = [], ship.course
    for n, hand in way.answers:
        becomes = course_of(hexes.direction(course) + hand)
        found.append(Bend(path[n], course, becomes, f"{'P' if hand < 0 else 'S'} · after {way.wait}"))
        course = becomes
    return tuple(found)


def _note(way: MovedWay, plan: MovePlan) -> str:
    """What the move leaves behind: a turn under way, or the delay of one."""
    if way.carried[1]:
        return f"turn {'P' if way.carried[1] < 0 else 'S'}: {way.carried[0]} of {way.wait} hexes"
    return f"{NAMES[way.towards]} · turns after {way.wait}"


def meter(state: PowerState, ship: PowerShip, plan: MovePlan) -> Meter:
    """Thrust: what pivots take, what the burn costs, and what is left to turn by."""
    has = budget(ship, plan, state.house)
    parts = ((has.given - has.after_pivots, "pivots", "hatch"), (has.burn, "speed", "solid"))
    note = f"a turn answers after {wait_of(ship, plan, state.house)}"
    return Meter(has.given, tuple(one for one in parts if one[0]), note, "power/4.2", "thrust")
