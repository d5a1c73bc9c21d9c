"""What a ship is told to do under sail, what thrust allows it, and where the wind takes it (sail/3.1 to 3.4)."""

from __future__ import annotations

from collections.abc import Iterator

from game.board.geometry import Point
from game.core.orders import Illegal
from game.core.values import frozen
from game.systems.full_sail.sea.track import Legs, headings, track
from game.systems.full_sail.ships.grapples import partners
from game.systems.full_sail.ships.ship import SailingShip, SailState
from game.systems.full_sail.wind.rose import Sailing, after_move, drifted, top_speed, wind_thrust
from game.systems.full_sail.wind.weather import wind_of

RULE = "sail/3.1"
BACK, ANCHOR, WEIGH = "BS", "AN", "WEIGH"  # special orders (sail/3.2)
SPECIAL = "sail/3.2"
ADRIFT = "sail/3.3"


@frozen
class SailPlan:
    """Turns, change of speed in MU a turn, and a special order: BS, AN or WEIGH."""

    legs: Legs = ()
    change: int = 0
    special: str = ""

    @property
    def points(self) -> int:
        """Clock points turned, whichever way."""
        return sum(map(abs, self.legs))


@frozen
class Means:
    """What a ship has for a move: thrust by the wind, how much of it may turn the ship, and top speed."""

    thrust: int
    turning: int
    top: int


@frozen
class Move:
    """A move before anything is met: its way, the heading on each of its legs, and the speed at which it is sailed.

    `drifts`: the sea carries the ship. `lies`: it is anchored or grappled and does not move at all.
    """

    path: tuple[Point, ...]
    headings: tuple[int, int]
    speed: int
    drifts: bool = False
    lies: bool = False

    @property
    def course(self) -> int:
        """The heading at its end, before the wind turns it."""
        return self.headings[1]


def means(state: SailState, ship: SailingShip) -> Means:
    """What a ship has for its next move, by its heading at the start of it (sail/3.4)."""
    wind = wind_of(state)
    thrust = wind_thrust(ship.thrust, ship.course, wind)
    return Means(thrust, max(thrust // 2, min(thrust, 1)), fastest(state, ship, ship.course))


def fastest(state: SailState, ship: SailingShip, heading: int) -> int:
    """The top speed of a ship on a heading (sail/3.4)."""
    cut, laden = state.house["mast_speed"] == "cut", state.house["merchant_cap"] == "lower"
    return top_speed(heading, wind_of(state), ship.masts_gone, ship.design.merchant, cut, laden)


def drifts(state: SailState, ship: SailingShip, plan: SailPlan) -> bool:
    """Does the sea take a ship: it is adrift, or at rest, and gathers no way (sail/3.3)?"""
    if ship.anchored or plan.special == ANCHOR or partners(state, ship.id):
        return False
    gathers = plan.change > 0 and ship.commanded and not ship.struck and means(state, ship).thrust > 0
    return not gathers and (ship.adrift or ship.velocity == 0 or not ship.commanded)


def sails(state: SailState, ship: SailingShip, plan: SailPlan) -> Move:
    """Where a ship goes by a plan, over open water."""
    if ship.anchored or plan.special == ANCHOR or partners(state, ship.id):
        return Move((ship.at,), (ship.course, ship.course), 0, lies=True)
    if drifts(state, ship, plan):
        half = state.house["drift_limit"] == "wind"
        lies = drifted(ship.velocity if ship.adrift else 0, ship.course, wind_of(state), half)
        way = lies.heading, lies.heading
        return Move(track(ship.at, way, lies.speed), way, lies.speed, drifts=True)
    has = means(state, ship)
    if ship.struck:
        plan = SailPlan((), -min(ship.velocity, has.thrust))
    speed = ship.velocity // 2 if plan.special == BACK else ship.velocity + plan.change
    speed = min(speed, has.top)
    way = headings(ship.course, plan.legs)
    return Move(track(ship.at, way, speed), way, speed)


def ends(state: SailState, ship: SailingShip, move: Move) -> Sailing:
    """Heading, speed and drift after a move over open water, the wind considered (sail/3.4)."""
    if move.lies or move.drifts:
        return Sailing(move.course, move.speed, move.drifts)
    return taken_by_wind(state, ship, move.course, move.speed)


def taken_by_wind(state: SailState, ship: SailingShip, heading: int, speed: int) -> Sailing:
    """What the wind makes of a ship that ends its move on a heading; by option one that beats then keeps its speed until its next
    move, which begins so (sail/3.4).
    """
    top = fastest(state, ship, heading) if state.house["cut_heading"] == "end" else speed
    return after_move(heading, speed, wind_of(state), top, state.house["irons"] == "stop")


# -- what is refused -----------------------------------------------------------------------------------------------------


def fault(state: SailState, ship: SailingShip, plan: SailPlan) -> Illegal | None:
    """Why a ship cannot sail by a plan, or None."""
    return next(_faults(state, ship, plan), None)


def _faults(state: SailState, ship: SailingShip, plan: SailPlan) -> Iterator[Illegal]:
    moves = bool(plan.legs or plan.change)
    if partners(state, ship.id) and (moves or plan.special):
        yield Illegal(f"{ship.name} is grappled and goes nowhere", "sail/5.1")
    yield from _special_faults(ship, plan, moves)
    if ship.anchored and moves:
        yield Illegal(f"{ship.name} is anchored", SPECIAL)
    if moves and plan.change <= 0 and (ship.adrift or ship.velocity == 0) and plan.special != BACK:
        yield Illegal(f"{ship.name} is adrift: it turns only as it gathers way", ADRIFT)
    if len(plan.legs) == 2 and not state.house["side_slip"]:
        yield Illegal("side-slips are not played in this battle", RULE)
    if len(plan.legs) == 2 and plan.legs[0] * plan.legs[1] > 0:
        yield Illegal("the two legs of a side-slip turn opposite ways", RULE)
    has = means(state, ship)
    if plan.points > has.turning:
        yield Illegal(f"{ship.name} may turn {has.turning}", RULE)
    if plan.points + abs(plan.change) > has.thrust:
        yield Illegal(f"{ship.name} has thrust {has.thrust}", RULE)
    if ship.velocity + plan.change < 0:
        yield Illegal(f"{ship.name} has speed {ship.velocity}", RULE)


def _special_faults(ship: SailingShip, plan: SailPlan, moves: bool) -> Iterator[Illegal]:
    if plan.special == ANCHOR and not ship.anchor:
        yield Illegal(f"{ship.name} has no anchor", SPECIAL)
    if plan.special == ANCHOR and ship.anchored:
        yield Illegal(f"{ship.name} lies at anchor already", SPECIAL)
    if plan.special == ANCHOR and moves:
        yield Illegal("a ship that drops anchor does nothing else", SPECIAL)
    if plan.special == WEIGH and not ship.anchored:
        yield Illegal(f"{ship.name} does not lie at anchor", SPECIAL)
    if plan.special == BACK and plan.change:
        yield Illegal("backed sails halve the speed; nothing else changes it", SPECIAL)
    if plan.special == BACK and (ship.adrift or ship.velocity == 0):
        yield Illegal(f"{ship.name} has no way on", SPECIAL)


def plans(state: SailState, ship: SailingShip) -> Iterator[SailPlan]:
    """Every plan that a ship may follow without special orders."""
    has = means(state, ship)
    turns: list[Legs] = [(n,) if n else () for n in range(-has.turning, has.turning + 1)]
    if state.house["side_slip"]:
        turns += [(sign * a, -sign * b) for a in range(1, has.turning) for b in range(1, has.turning - a + 1) for sign in (-1, 1)]
    for legs in turns:
        rest = has.thrust - sum(map(abs, legs))
        for change in range(-rest, rest + 1):
            plan = SailPlan(legs, change)
            if fault(state, ship, plan) is None:
                yield plan
