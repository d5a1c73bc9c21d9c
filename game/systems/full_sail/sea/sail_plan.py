"""A ship's plan under sail, the limits of its thrust, and the effect of the wind (sail/3.1 to 3.4)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from game.board.geometry import Point
from game.core.orders import Illegal
from game.core.values import frozen
from game.systems.full_sail.sea.track import Legs, Path, end_of, headings, track
from game.systems.full_sail.ships.grapples import partners
from game.systems.full_sail.ships.ship import SailingShip, SailState
from game.systems.full_sail.wind.rose import Sailing, Wind, after_move, drift_of, top_speed, wind_thrust
from game.systems.full_sail.wind.weather import wind_of

RULE = "sail/3.1"
BACK, ANCHOR, WEIGH = "BS", "AN", "WEIGH"  # special orders (sail/3.2)
SPECIAL = "sail/3.2"
ADRIFT = "sail/3.3"


@frozen
class SailPlan:
    """The turns, the change of speed in MU a turn, and a special order: BS, AN or WEIGH."""

    legs: Legs = ()
    change: int = 0
    special: str = ""

    @property
    def points(self) -> int:
        """The clock points turned, in both directions."""
        return sum(map(abs, self.legs))


@frozen
class Means:
    """A ship's limits for a move: thrust with the wind, the part that may turn the ship, and top speed."""

    thrust: int
    turning: int
    top: int


@frozen
class Move:
    """A move over open water: the headings of its two halves, and its speed. `drifts` means that the sea carries the
    ship, `lies` that it is anchored or grappled and does not move."""

    headings: tuple[int, int]
    speed: int
    drifts: bool = False
    lies: bool = False

    @property
    def course(self) -> int:
        """The heading at its end, before the wind turns it."""
        return self.headings[1]

    def path(self, at: Point) -> Path:
        """Return its path from a place, corner by corner, over open water."""
        return track(at, self.headings, self.speed)

    def end_from(self, at: Point) -> Point:
        """Return only the end of that path."""
        return end_of(at, self.headings, self.speed)


@frozen
class Trim:
    """A ship before its move, without its name and place. Ships with equal values have the same moves (sail/3.1 to
    3.4). `thrust` is what its masts leave. `held` means that it is grappled. The fields from `cut` on are house
    rules."""

    course: int
    velocity: int
    thrust: int
    masts_gone: int
    merchant: bool
    commanded: bool
    struck: bool
    adrift: bool
    anchored: bool
    anchor: bool
    held: bool
    wind: Wind | None
    cut: bool  # the loss of masts from the top speed is rounded down
    laden: bool  # merchants get less from the wind
    checked: bool  # a beating ship slows as its move ends
    stops: bool  # irons take all speed
    half_drift: bool
    side_slip: bool

    def has(self) -> Means:
        """The thrust, turns and top speed for the move, by the heading at its start."""
        thrust = wind_thrust(self.thrust, self.course, self.wind)
        return Means(thrust, max(thrust // 2, min(thrust, 1)), self.fastest(self.course))

    def fastest(self, heading: int) -> int:
        return top_speed(heading, self.wind, self.masts_gone, self.merchant, self.cut, self.laden)

    def drifts(self, plan: SailPlan, has: Means) -> bool:
        """Return whether the ship drifts by this plan."""
        if self.anchored or plan.special == ANCHOR or self.held:
            return False
        gathers = plan.change > 0 and self.commanded and not self.struck and has.thrust > 0
        return not gathers and (self.adrift or self.velocity == 0 or not self.commanded)

    def move(self, plan: SailPlan, has: Means) -> Move:
        """Return the move of a plan over open water: its courses, its speed, and whether the ship lies or drifts."""
        if self.anchored or plan.special == ANCHOR or self.held:
            return Move((self.course, self.course), 0, lies=True)
        if self.drifts(plan, has):
            lies = drift_of(self.velocity if self.adrift else 0, self.course, self.wind, self.half_drift)
            return Move((lies.heading, lies.heading), lies.speed, drifts=True)
        if self.struck:
            plan = SailPlan((), -min(self.velocity, has.thrust))
        speed = self.velocity // 2 if plan.special == BACK else self.velocity + plan.change
        return Move(headings(self.course, plan.legs), min(speed, has.top))

    def ends(self, move: Move) -> Sailing:
        """Return heading, speed and drift after a move over open water, with the effect of the wind."""
        if move.lies or move.drifts:
            return Sailing(move.course, move.speed, move.drifts)
        return self.taken_by_wind(move.course, move.speed)

    def taken_by_wind(self, heading: int, speed: int) -> Sailing:
        """Return heading, speed and drift after the wind's effect at the end of a move."""
        return after_move(heading, speed, self.wind, self.fastest(heading) if self.checked else speed, self.stops)


@frozen
class SeaMove:
    """A legal plan of a ship, its move over open water, and the end of the move."""

    plan: SailPlan
    move: Move
    end: Sailing


def trim_of(state: SailState, ship: SailingShip) -> Trim:
    """Return a ship's state before a move."""
    house = state.house
    return Trim(
        ship.course,
        ship.velocity,
        ship.thrust,
        ship.masts_gone,
        ship.design.merchant,
        ship.commanded,
        ship.struck,
        ship.adrift,
        ship.anchored,
        ship.anchor,
        bool(partners(state, ship.id)),
        wind_of(state),
        house["mast_speed"] == "cut",
        house["merchant_cap"] == "lower",
        house["cut_heading"] == "end",
        house["irons"] == "stop",
        house["drift_limit"] == "wind",
        bool(house["side_slip"]),
    )


def means(state: SailState, ship: SailingShip) -> Means:
    """Return a ship's limits for its next move, by its heading at the start of it (sail/3.4)."""
    return trim_of(state, ship).has()


def fastest(state: SailState, ship: SailingShip, heading: int) -> int:
    return trim_of(state, ship).fastest(heading)


def sails(state: SailState, ship: SailingShip, plan: SailPlan) -> SeaMove:
    """Return a plan as the ship would sail it over open water, legal or not (sail/3.1, 3.3)."""
    trim = trim_of(state, ship)
    return _move_of(trim, plan, trim.has())


def _move_of(trim: Trim, plan: SailPlan, has: Means) -> SeaMove:
    move = trim.move(plan, has)
    return SeaMove(plan, move, trim.ends(move))


def taken_by_wind(state: SailState, ship: SailingShip, heading: int, speed: int) -> Sailing:
    """Return the wind's effect on a ship that ends its move on a heading (sail/3.4). By option a beating ship keeps its
    speed until its next move."""
    return trim_of(state, ship).taken_by_wind(heading, speed)


# -- refusals ----------------------------------------------------------------------------------------------------------


def fault(state: SailState, ship: SailingShip, plan: SailPlan) -> Illegal | None:
    """Return why a ship cannot sail a plan, or None."""
    trim = trim_of(state, ship)
    return next(_faults(trim, plan, trim.has(), ship.name), None)


def _faults(trim: Trim, plan: SailPlan, has: Means, name: str) -> Iterator[Illegal]:
    moves = bool(plan.legs or plan.change)
    if trim.held and (moves or plan.special):
        yield Illegal(f"{name} is grappled and goes nowhere", "sail/5.1")
    if plan.special:
        yield from _special_faults(trim, plan, moves, name)
    if trim.anchored and moves:
        yield Illegal(f"{name} is anchored", SPECIAL)
    if moves and plan.change <= 0 and (trim.adrift or trim.velocity == 0) and plan.special != BACK:
        lies = "is adrift" if trim.adrift else "lies still"
        yield Illegal(f"{name} {lies}: it turns only as it gathers way", ADRIFT)
    if len(plan.legs) == 2 and not trim.side_slip:
        yield Illegal("side-slips are not played in this battle", RULE)
    if len(plan.legs) == 2 and plan.legs[0] * plan.legs[1] > 0:
        yield Illegal("the two legs of a side-slip turn opposite ways", RULE)
    if (turned := plan.points) > has.turning:
        yield Illegal(f"{name} may turn {has.turning}", RULE)
    if turned + abs(plan.change) > has.thrust:
        yield Illegal(f"{name} has thrust {has.thrust}", RULE)
    if trim.velocity + plan.change < 0:
        yield Illegal(f"{name} has speed {trim.velocity}", RULE)


def _special_faults(trim: Trim, plan: SailPlan, moves: bool, name: str) -> Iterator[Illegal]:
    if plan.special == ANCHOR and not trim.anchor:
        yield Illegal(f"{name} has no anchor", SPECIAL)
    if plan.special == ANCHOR and trim.anchored:
        yield Illegal(f"{name} lies at anchor already", SPECIAL)
    if plan.special == ANCHOR and moves:
        yield Illegal("a ship that drops anchor does nothing else", SPECIAL)
    if plan.special == WEIGH and not trim.anchored:
        yield Illegal(f"{name} does not lie at anchor", SPECIAL)
    if plan.special == BACK and plan.change:
        yield Illegal("backed sails halve the speed; nothing else changes it", SPECIAL)
    if plan.special == BACK and (trim.adrift or trim.velocity == 0):
        yield Illegal(f"{name} has no way on", SPECIAL)


def legal_moves(state: SailState, ship: SailingShip, special: str = "") -> tuple[SeaMove, ...]:
    """Return every legal plan of a ship, with backed sails (`special`) or without special orders, and its move."""
    return legal_moves_of(trim_of(state, ship), special)


@lru_cache(maxsize=256)
def legal_moves_of(trim: Trim, special: str) -> tuple[SeaMove, ...]:
    """Return the legal moves of every ship with this trim, wherever it is; `special` is its special order."""
    has = trim.has()
    legal = (plan for plan in _plans(trim, has, special) if next(_faults(trim, plan, has, ""), None) is None)
    return tuple(_move_of(trim, plan, has) for plan in legal)


def _plans(trim: Trim, has: Means, special: str) -> Iterator[SailPlan]:
    """Yield the plans that the thrust allows. Backed sails do not change the speed."""
    turns: list[Legs] = [(n,) if n else () for n in range(-has.turning, has.turning + 1)]
    if trim.side_slip and not special:
        turns += [
            (sign * a, -sign * b)
            for a in range(1, has.turning)
            for b in range(1, has.turning - a + 1)
            for sign in (-1, 1)
        ]
    for legs in turns:
        rest = 0 if special else has.thrust - sum(map(abs, legs))
        for change in range(-rest, rest + 1):
            yield SailPlan(legs, change, special)
