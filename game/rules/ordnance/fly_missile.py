"""Phase 4: steered missiles fly, with one turn in the middle of their move (full-thrust-base/6.6/steered)."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from itertools import pairwise
from typing import ClassVar, Self

from game.board import hexes
from game.board.boards import board_of
from game.board.geometry import Point, ahead, clock, rounded_point, span, within
from game.board.hexes import Hex
from game.board.protocol import Board
from game.board.terrain import Body
from game.core.display import Destination, Meter, Odds, Overlay, Pose, Prospects
from game.core.orders import Field, Id, Illegal, Order, Unreadable
from game.core.umpire import Umpire
from game.core.values import frozen
from game.rules.counters.counter import counter_of, lose, lying, move, update_counter, why_not_share_hex
from game.rules.counters.kinds import Missile
from game.rules.counters.point_defence import REACH
from game.rules.ordnance.marker_odds import expected_poses, marker_odds, taking
from game.rules.ordnance.markers import nearest
from game.rules.point_defence.ordnance_kinds import SteeredKind
from game.rules.ships.range_rings import ring
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import Counter, ThrustState
from game.rules.turn_order import mark_acted

RULE, ON_ROWS = SteeredKind.rule, "hex/2.2/ordnance"
FLIGHT = 18.0  # the longest flight of a turn, in MU
NEAR = 1e-6  # tolerance for rounding errors between equal distances
TURN = 2  # clock points, the widest turn in the middle of a move
STEPS = 18  # the number of lengths of a move that the form and the board offer
_TEXT = re.compile(r"\s*FLY\s+(\d+(?:\.\d*)?)\s*(?:([PS])(\d))?\s*\Z", re.I)


@frozen
class FlyMissile(Order):
    """The flight of one missile: `fly 18`, or `fly 12.5 P2` with a turn of two points to port in the middle."""

    input_mode: ClassVar[str] = "plot"
    verb: ClassVar[str] = "Fly"
    far: float = FLIGHT
    turn: int = 0

    def __str__(self) -> str:
        turned = f" {'P' if self.turn < 0 else 'S'}{abs(self.turn)}" if self.turn else ""
        return f"fly {self.far:.1f}".removesuffix(".0") + turned

    @classmethod
    def parse(cls, by: Id, text: str) -> Self:
        """Parse `fly`, a distance, and optionally a turn."""
        found = _TEXT.match(text)
        if found is None:
            raise Unreadable(
                f"“{text}” is neither fly 18 nor fly 12.5 P2: a distance, and a turn in the middle of it", RULE
            )
        turn = int(found[3] or 0)
        return cls(by, round(float(found[1]), 1), -turn if (found[2] or "").upper() == "P" else turn)

    # -- the form ------------------------------------------------------------------------------------------------------

    def domain(self, state: ThrustState) -> dict[str, Iterable[object]]:
        """Return whole MU up to the longest flight, and turns to either side."""
        lengths = sorted({self.far, *(FLIGHT * step / STEPS for step in range(STEPS + 1))})
        return {"far": tuple(lengths), "turn": turns(state)}

    def fields(self, state: ThrustState) -> tuple[Field, ...]:
        return Field("far", "Flight", "stepper", RULE), Field("turn", "Turn", "row", RULE)

    def label_for(self, name: str, value: object) -> str:
        """Return a distance without its unit, which the meter shows, or a turn to one side."""
        if name == "far":
            return f"{value:g}"
        turn = value if isinstance(value, int) else 0
        return "straight" if not turn else f"{'port' if turn < 0 else 'starboard'} {abs(turn)}"

    # -- the board -----------------------------------------------------------------------------------------------------

    def pose(self, state: ThrustState) -> Pose:
        one = state.counters[self.by]
        facing = clock(one.facing + self.turn)
        path = flown(state, one.at, one.facing, self.turn, self.far)
        return Pose(path[-1], facing, facing, round(self.far), path=path)

    def destinations(self, state: ThrustState) -> tuple[Destination, ...]:
        """Return ends of flights on the table: a lane for each turn, with a place for each length."""
        return tuple(self._end(state, order) for order, _ in self._flights(state))

    def _flights(self, state: ThrustState) -> Iterator[tuple[Self, Point]]:
        """Yield flights that end on the table with nothing in their way, for each turn from the shortest, with their
        ends."""
        one = state.counters.get(self.by)
        if not isinstance(one, Missile):
            return
        taken = lying(state, one) if by_rows(state) else {}
        for far, turn in _offered_flights(state):
            order, end = type(self)(self.by, far, turn), flown(state, one.at, one.facing, turn, far)[-1]
            if _may_end(state, order, end, taken):
                yield order, end

    def toward(self, state: ThrustState, place: Point) -> Destination | None:
        """Return the flight that ends nearest to a place."""
        one = state.counters.get(self.by)
        if not isinstance(one, Missile) or board_of(state.table).cells:
            return None
        flights = (nearest_flight(one.at, one.facing, turn, place) for turn in range(-TURN, TURN + 1))
        far, turn = min(((off, far, turn) for off, far, turn in flights))[1:]
        return self._end(state, replace(self, far=far, turn=turn))

    def _end(self, state: ThrustState, order: FlyMissile) -> Destination:
        pose = order.pose(state)
        return Destination(order, pose.path, pose.at, pose.course, pose.facing, pose.velocity, order.turn)

    def overlays(self, state: ThrustState) -> tuple[Overlay, ...]:
        """Return the enemies that it would attack from its end if all ships go straight on."""
        one = state.counters.get(self.by)
        if not isinstance(one, Missile):
            return ()
        board, at = board_of(state.table), self.pose(state).at
        names = " or ".join(enemy.name for enemy in nearest(state, one.side, at, expected_poses(state, one.side, {})))
        words = f"takes {names}, if all go straight on" if names else "takes nobody, if all go straight on"
        return ring(board, at, board.to_board_units(REACH), words, "ordnance")

    def meter(self, state: ThrustState) -> Meter:
        """Return the part of its flight that is used."""
        left = SteeredKind.turns - state.counters[self.by].age
        note = f"{left} more {'turn' if left == 1 else 'turns'} after this" if left else "its last turn"
        return Meter(int(FLIGHT), ((int(self.far), "flown", "solid"),), note, RULE, _unit(state))

    def odds(self, state: ThrustState, poses: Mapping[Id, Pose]) -> tuple[Odds, ...]:
        """Return its effect on the enemy it would attack."""
        one = state.counters.get(self.by)
        if not isinstance(one, Missile):
            return ()
        at = self.pose(state).at
        there = expected_poses(state, one.side, poses)
        then = state.posed(there)
        found = nearest(state, one.side, at, there)[:1]
        return tuple(marker_odds(then, replace(one, at=at), then.ships[ship.id]) for ship in found)

    def judged_in(self, state: ThrustState, poses: Mapping[Id, Pose]) -> ThrustState:
        """Return the present state, in which a missile's flight starts."""
        return state

    def strikes_from(self, state: ThrustState) -> Point | None:
        return self.pose(state).at if isinstance(state.counters.get(self.by), Missile) else None

    def prospects(
        self, state: ThrustState, target: Id, poses: Mapping[Id, Pose], ends: Sequence[Destination]
    ) -> Prospects | None:
        """Return whether it attacks a ship from its end."""
        one = state.counters.get(self.by)
        return taking(state, one.side, self.pose(state).at, target, poses, False) if isinstance(one, Missile) else None

    def suggestion(self, state: ThrustState) -> Self | None:
        """Return the flight that ends nearest to the next place of an enemy that goes straight on; of equal ones the
        first. Flights are tried in the order of their possible distance. Only an end nearer than all before is checked
        for obstacles."""
        one, board = state.counters.get(self.by), board_of(state.table)
        goals = [pose.at for pose in expected_poses(state, one.side, {}).values()] if isinstance(one, Missile) else []
        if not isinstance(one, Missile) or not goals:
            return None
        away = [(board.distance(one.at, goal), goal) for goal in goals]
        ends = [flown(state, one.at, one.facing, turn, far)[-1] for far, turn in _offered_flights(state)]
        gone = [board.distance(one.at, end) for end in ends]
        # no end after this one can be nearer
        spared = {length: min([abs(far - length) for far, _ in away]) for length in gone}
        taken = lying(state, one) if by_rows(state) else {}
        best, least = None, (math.inf, 0)
        for n in sorted(range(len(ends)), key=lambda n: spared[gone[n]]):
            if spared[gone[n]] > least[0] + NEAR:
                break
            found = _least(board, ends[n], gone[n], away, least[0]), n
            order = type(self)(self.by, *_offered_flights(state)[n])
            if found < least and _may_end(state, order, ends[n], taken):
                best, least = order, found
        return best

    # -- giving the order ----------------------------------------------------------------------------------------------

    def check(self, state: ThrustState) -> None:
        """Refuse a flight that is too long or turns too far."""
        one = counter_of(state, self.by, Missile, RULE)
        if not within(self.far, FLIGHT):
            raise Illegal(f"{one.name} flies {FLIGHT:g} {_unit(state)} at most, not {self.far:g}", RULE)
        if abs(self.turn) > TURN:
            raise Illegal(f"{one.name} turns {TURN} points at most, not {abs(self.turn)}", RULE)
        if by_rows(state) and (self.far % 1 or self.turn not in turns(state)):
            raise Illegal(
                f"on rows of hexes {one.name} flies whole hexes and turns by one side, {TURN} points", ON_ROWS
            )
        if why := in_the_way(state, self):
            raise Illegal(why, ON_ROWS)

    def carry_out(self, state: ThrustState, umpire: Umpire) -> None:
        """Move the missile. Off the table it is lost."""
        one = counter_of(state, self.by, Missile, RULE)
        mark_acted(state, one.id)
        pose = self.pose(state)
        moved = move(state, umpire, one, pose.path, pose.facing, RULE, str(self))
        if not board_of(state.table).holds(moved.at):
            lose(state, umpire, moved, "off the table", RULE)
        else:
            update_counter(state, moved, target="")


def _offered_flights(state: ThrustState) -> tuple[tuple[float, int], ...]:
    """Return the (MU, turn) pairs that the form and the board offer, for each turn from the shortest."""
    return _of_turns(turns(state))


@cache
def _of_turns(some: tuple[int, ...]) -> tuple[tuple[float, int], ...]:
    return tuple((FLIGHT * step / STEPS, turn) for turn in some for step in range(1, STEPS + 1))


def _may_end(state: ThrustState, order: FlyMissile, end: Point, taken: Mapping[Hex, Counter | Ship]) -> bool:
    """Return whether a flight ends on the table with nothing in its way."""
    return board_of(state.table).holds(end) and not in_the_way(state, order, taken)


def _least(board: Board, end: Point, flown: float, goals: Sequence[tuple[float, Point]], least: float) -> float:
    """Return the distance of the nearest goal from the end of a flight, if it is at most `least`, else a greater
    number. The end is `flown` MU from the start. Goals are given with their distances from the start; those that cannot
    be nearest by these two are not measured."""
    found, wanted = math.inf, least + NEAR
    for far, goal in goals:
        if -wanted <= far - flown <= wanted and (away := board.distance(end, goal)) < found:
            found, wanted = away, min(wanted, away + NEAR)
    return found


def flown(state: ThrustState, at: Point, facing: int, turn: int, far: float) -> tuple[Point, ...]:
    """Return the path of a flight of `far` MU with a turn in the middle; on hexes by the hexes nearest to it."""
    board = board_of(state.table)
    if by_rows(state):
        return tuple(map(hexes.at, _stops(at, facing, turn, far)))
    long = board.to_board_units(far) / 2
    middle = rounded_point(ahead(at, facing, long))
    end = rounded_point(ahead(middle, clock(facing + turn), long))
    path = (at, middle, end) if turn else (at, end)
    return tuple(map(board.nearest, path)) if board.cells else path


def by_rows(state: ThrustState) -> bool:
    """Return whether missiles fly along rows of hexes, a hex for each MU (hex/2.7)."""
    return bool(state.house.get("flights_in_hexes"))


def _unit(state: ThrustState) -> str:
    return "hexes" if by_rows(state) else "MU"


def turns(state: ThrustState) -> tuple[int, ...]:
    """Return the turns that a missile may make, in clock points."""
    return (-TURN, 0, TURN) if by_rows(state) else tuple(range(-TURN, TURN + 1))


def _stops(at: Point, facing: int, turn: int, far: float) -> tuple[Hex, ...]:
    """Return the hexes where a flight along rows begins, turns and ends. If the number of hexes is odd, the smaller
    part comes first."""
    towards, start, first = facing // 2 % 6, hexes.hex_at(at), int(far) // 2
    after = towards + (turn > 0) - (turn < 0)
    middle = hexes.step(start, towards, first)
    end = hexes.step(middle, after, int(far) - first)
    return (start, middle, end) if turn else (start, end)


def in_the_way(state: ThrustState, order: FlyMissile, taken: Mapping[Hex, Counter | Ship] | None = None) -> str:
    """Return why a flight along rows is impossible: a planet on it, or a taken hex at its end; empty if it is possible
    (hex/2.5, 2.7). `taken`, if given, holds the occupied hexes, so that many flights of one missile share the
    search."""
    one = state.counters.get(order.by)
    if one is None or not by_rows(state):
        return ""
    stops = _stops(one.at, one.facing, order.turn, order.far)
    closed = _blocking_bodies(state.table.bodies)
    for start, last in pairwise(stops) if closed else ():
        found = (closed.get(cell) for cell in (*hexes.line(start, last)[0], last))
        if planet := next((body for body in found if body and body.kind == "planet"), None):
            return f"{planet.name} is in the way"
    end = hexes.at(stops[-1])
    if not board_of(state.table).holds(end):
        return ""  # it may fly off the map, and is lost there
    rock = closed.get(stops[-1])
    return f"{rock.name} is in that hex" if rock else why_not_share_hex(state, one, end, taken)


@lru_cache(maxsize=64)
def _blocking_bodies(bodies: tuple[Body, ...]) -> Mapping[Hex, Body]:
    """Return the bodies that block sight, by their hexes."""
    return {hexes.hex_at(body.at): body for body in bodies if body.blocks}


def open_flight(state: ThrustState, key: Id) -> FlyMissile:
    """Return the flight of a missile without an order: straight on, or the longest and straightest allowed."""
    straight = FlyMissile(key)
    if not in_the_way(state, straight):
        return straight
    others = [end.order for end in straight.destinations(state) if isinstance(end.order, FlyMissile)]
    return max(others, key=lambda order: (-abs(order.turn), order.far), default=straight)


def nearest_flight(at: Point, facing: int, turn: int, place: Point) -> tuple[float, float, int]:
    """Return the flight with that turn that ends nearest to a place. It is given by its distance from the place, its
    length in tenths of MU, and the turn."""
    unit = ahead(ahead((0.0, 0.0), facing, 0.5), clock(facing + turn), 0.5)  # the end of a flight of 1 MU
    dx, dy = place[0] - at[0], place[1] - at[1]
    far = round(min(FLIGHT, max(0.0, (dx * unit[0] + dy * unit[1]) / (unit[0] ** 2 + unit[1] ** 2))), 1)
    return span(place, (at[0] + far * unit[0], at[1] + far * unit[1])), far, turn
