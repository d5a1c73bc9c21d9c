"""Orders to launch counters and to fly fighters, common to every game with counters (hex/3.1, 3.4).

As a phase begins, `LAUNCHING` is set to what may be launched in it, and `FLIGHT` to how far fighters fly.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import ClassVar, NamedTuple

from game.board import hexes
from game.board.boards import board_of
from game.board.geometry import Point, bearing, nearest_course, within
from game.board.protocol import beyond_words
from game.core.display import Destination, Meter, Odds, Pose, Risk
from game.core.orders import Field, Grammar, Id, Illegal, ListOrder, Order, Unreadable
from game.core.state import PhaseData
from game.core.umpire import Umpire
from game.core.values import frozen
from game.formats.validation import known_words
from game.rules.combat.targeting import in_action
from game.rules.counters.counter import (
    address,
    counter_of,
    flying,
    launch,
    lying,
    move,
    why_not_join_launch,
    why_not_share_hex,
)
from game.rules.counters.fighter_attack import flight_strikes
from game.rules.counters.kinds import LAUNCHED, Flight
from game.rules.counters.odds import Strikes, defence_risks, launched_odds
from game.rules.ships.design import Mount
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import Counter, ThrustState
from game.rules.turn_order import mark_acted

LAUNCHES, FLIES = "hex/3.4", "hex/3.1"
LAUNCHING = PhaseData[tuple[str, ...]]("launching", ())  # the kinds of systems that launch in this phase
FLIGHT = PhaseData[float]("flight", 0.0)  # how far fighters fly in this phase, in units of the board
_PLACE = re.compile(r"FLY\s+(-?[\d.]+)\s*,\s*(-?[\d.]+)\s*\Z", re.I)


# -- launching ---------------------------------------------------------------------------------------------------------


@frozen
class Launch(ListOrder[str]):
    """Everything that one ship launches in a phase: `launch MTa NOVA`, or `launch none`."""

    input_mode: ClassVar[str] = "choose"
    strikes: ClassVar[Strikes] = {Flight.kind: flight_strikes}  # the attack of what it launches, by kind
    grammar: ClassVar[Grammar[str]] = Grammar(
        "launch",
        "launch none",
        r"(\S+)",
        str,
        LAUNCHES,
        "“{text}” is neither “launch none” nor launch and systems, such as launch MTa",
    )
    mounts: tuple[str, ...] = ()

    def domain(self, state: ThrustState) -> dict[str, Iterable[object]]:
        """Return all launchers that are ready, none, and the present list with each system added or removed."""
        keys = [mount.key for mount in ready(state, state.ships[self.by])]
        each = (tuple(one for one in keys if (one in self.mounts) != (one == key)) for key in keys)
        return {"mounts": tuple(dict.fromkeys((tuple(keys), (), *each)))}

    def fields(self, state: ThrustState) -> tuple[Field, ...]:
        return (Field("mounts", "Launch", "toggles", address(state, LAUNCHES)),)

    def label_for(self, name: str, value: object) -> str:
        return " and ".join(self.with_value(name, value).mounts) or "nothing"

    def odds(self, state: ThrustState, poses: Mapping[Id, Pose]) -> tuple[Odds, ...]:
        """Return the effect this turn of the counters that are launched."""
        return launched_odds(self.strikes, state, self.by, self.mounts)

    def check(self, state: ThrustState) -> None:
        """Refuse a system that is no launcher, is not ready, or launches in another phase."""
        ship = in_action(state, self.by, bool(self.mounts), LAUNCHES)
        for index, key in enumerate(self.mounts):
            if key in self.mounts[:index]:
                raise Illegal(f"{key} is named twice", LAUNCHES)
            if why := _unready(state, ship, key):
                raise Illegal(why, address(state, LAUNCHES))
        kinds = [LAUNCHED[mount.kind] for mount in ship.design.mounts if mount.key in self.mounts]
        if kinds and not state.house["stacking"] and (why := why_not_join_launch(state, ship.at, kinds)):
            raise Illegal(why, address(state, LAUNCHES))

    def carry_out(self, state: ThrustState, umpire: Umpire) -> None:
        """Put every counter at its ship's place and facing. The system that launched a missile is then spent."""
        ship = state.ships[self.by]
        mark_acted(state, ship.id)
        for key in self.mounts:
            mount = ship.design.mount(key)
            assert mount is not None
            ship.spent |= {key} if mount.one_shot else set()
            launch(state, umpire, ship, mount, address(state, LAUNCHES))


def ready(state: ThrustState, ship: Ship) -> list[Mount]:
    """Return the systems that a ship could launch from now."""
    return [
        mount
        for mount in ship.design.mounts
        if mount.kind in LAUNCHING.of(state) and not _unready(state, ship, mount.key)
    ]


def _unready(state: ThrustState, ship: Ship, key: str) -> str:
    mount = ship.design.mount(key)
    if mount is None or mount.kind not in LAUNCHED:
        known = [one.key for one in ship.design.mounts if one.kind in LAUNCHED]
        return f"{ship.name} launches nothing from “{key}”. {known_words(key, known)}".strip()
    if mount.kind not in LAUNCHING.of(state):
        return f"{mount.title} does not launch in this step"
    if not ship.works(key):
        return f"{mount.title} has been launched" if key in ship.spent else f"{mount.title} is knocked out"
    out = mount.kind == "hangar" and any(one.home == ship.id and one.mount == key for one in flying(state, Flight))
    if out or mount.mode == "empty":
        return f"the flight of {mount.title} is out" if out else f"{mount.title} is empty"
    return "" if state.house["stacking"] else why_not_join_launch(state, ship.at, (LAUNCHED[mount.kind],))


# -- flying ------------------------------------------------------------------------------------------------------------


@frozen
class Fly(Order):
    """A group's flight to a place, written as battle files write places (`fly 3,-5`), or `stay`."""

    input_mode: ClassVar[str] = "plot"
    verb: ClassVar[str] = "Fly"
    to: tuple[float, float] | None = None

    def __str__(self) -> str:
        return (
            "stay" if self.to is None else "fly " + ",".join(f"{axis:.3f}".rstrip("0").rstrip(".") for axis in self.to)
        )

    @classmethod
    def parse(cls, by: Id, text: str) -> Fly:
        if text.strip().lower() == "stay":
            return cls(by)
        found = _PLACE.match(text.strip())
        try:
            return cls(by, (round(float(found[1]), 3), round(float(found[2]), 3))) if found else cls._unread(text)
        except ValueError:
            return cls._unread(text)

    @classmethod
    def _unread(cls, text: str) -> Fly:
        raise Unreadable(f"“{text}” is neither “stay” nor a place to fly to, such as fly 3,-5", FLIES)

    def domain(self, state: ThrustState) -> dict[str, Iterable[object]]:
        return {"to": (*(order.to for order in _flights(state, self.by)), None)}

    def pose(self, state: ThrustState) -> Pose:
        counter = state.counters[self.by]
        at, facing = _end(state, counter, self)
        return Pose(at, facing, facing, 0, path=(counter.at, at))

    def risks(self, state: ThrustState) -> tuple[Risk, ...]:
        """Return the possible losses of the group to point defence at its destination."""
        if self.by not in state.counters:
            return ()
        there = state.posed({self.by: self.pose(state)})
        return defence_risks(there, there.counters[self.by], False)

    def meter(self, state: ThrustState) -> Meter:
        """Return the part of the flight that is used."""
        counter = state.counters[self.by]
        far = round(board_of(state.table).distance(counter.at, self.pose(state).at))
        parts, craft = ((far, "flight", "solid"),), f"{counter.count} craft"
        return Meter(round(FLIGHT.of(state)), parts, craft, address(state, FLIES), "flight")

    def destinations(self, state: ThrustState) -> tuple[Destination, ...]:
        """Return every place that the group can reach; empty for a ship, which does not move in this phase. Keys lead
        along a ring, and from ring to ring."""
        if self.by not in state.counters:
            return ()
        counter, board, most = state.counters[self.by], board_of(state.table), int(FLIGHT.of(state))
        middle, taken = hexes.hex_at(counter.at), {} if state.house["stacking"] else lying(state, counter)
        rocks = {hexes.hex_at(body.at) for body in state.table.bodies if body.blocks}
        ends: list[tuple[FlightEnd, hexes.Hex, Point]] = []
        ranks: dict[hexes.Hex, int] = {}
        for stop in net(most):
            one = hexes.plus(middle, stop.offset)
            at = hexes.at(one)
            if one not in rocks and board.holds(at) and one not in taken:
                ranks[stop.offset] = len(ends)
                ends.append((stop, one, at))
        whole, found = len(ends) == len(net(most)), []
        for stop, one, at in ends:
            near = stop.ranks if whole else tuple(ranks.get(beside, ranks[stop.offset]) for beside in stop.near)
            facing = stop.course or counter.facing
            end = at, facing, facing, 0
            found.append(
                Destination(Fly(counter.id, one), (counter.at, at), *end, stop.far, near, left=most - stop.far)
            )
        return tuple(found)

    def check(self, state: ThrustState) -> None:
        """Refuse a place that is too far, off the table, in a rock, or taken where pieces do not share hexes. Also
        refuse `stay` if another counter was launched into the group's hex."""
        counter = counter_of(state, self.by, Flight, address(state, FLIES))
        if self.to is None and parts(state, counter):
            raise Illegal(f"{counter.name} must part from what was launched with it", address(state, FLIES))
        if self.to is not None and (why := _too_far(state, counter, self.to)):
            raise Illegal(why, address(state, FLIES))

    def carry_out(self, state: ThrustState, umpire: Umpire) -> None:
        counter = state.counters[self.by]
        mark_acted(state, counter.id)
        at, facing = _end(state, counter, self)
        move(state, umpire, counter, (counter.at, at), facing, address(state, FLIES))


def parts(state: ThrustState, counter: Counter) -> bool:
    """Return whether fighters must leave their hex because another counter was launched in it (hex/2.5/launches)."""
    others = (other for other in flying(state, Counter) if other.id != counter.id)
    return not state.house["stacking"] and any(other.at == counter.at for other in others)


def _too_far(state: ThrustState, counter: Counter, to: tuple[float, float]) -> str:
    board = board_of(state.table)
    place = board.place(to)
    far, most = board.distance(counter.at, place), FLIGHT.of(state)
    if not within(far, most):
        return (
            f"{counter.name} flies {board.format_distance(most)} at most in this step, not "
            f"{beyond_words(board, far, most)}"
        )
    if not board.holds(place):
        return f"{counter.name} may not leave the table"
    if body := next((body for body in state.table.bodies if body.blocks and body.holds(place)), None):
        return f"{counter.name} may pass {body.name}, but not stop there"
    return "" if state.house["stacking"] else why_not_share_hex(state, counter, place)


def _end(state: ThrustState, counter: Counter, order: Fly) -> tuple[Point, int]:
    """Return the destination of fighters, and their course there."""
    at = counter.at if order.to is None else board_of(state.table).place(order.to)
    return at, counter.facing if at == counter.at else nearest_course(bearing(counter.at, at))


def _flights(state: ThrustState, key: Id) -> Iterator[Fly]:
    """Yield every flight in range, ring by ring."""
    return (destination.order for destination in Fly(key).destinations(state) if isinstance(destination.order, Fly))


class FlightEnd(NamedTuple):
    """A place that fighters can reach, as an offset, with its distance and the course towards it. Keys lead from it to
    the places at `ranks`."""

    offset: hexes.Hex
    far: int
    course: int
    near: tuple[hexes.Hex, ...]
    ranks: tuple[int, ...]  # the indexes of those places, if all places can be reached


@lru_cache
def net(most: int) -> tuple[FlightEnd, ...]:
    """Return the places within a distance, nearest first. Keys lead to the neighbours to port and starboard in the ring
    of a place, and to one in the next ring in and out."""
    rings = [list(hexes.ring((0, 0), far)) for far in range(most + 1)]
    ranks = {one: index for index, one in enumerate(one for ring in rings for one in ring)}
    found = []
    for far, ring in enumerate(rings):
        for index, one in enumerate(ring):
            inner, outer = rings[max(0, far - 1)], rings[min(most, far + 1)]
            less, more = (other[round(index * len(other) / len(ring)) % len(other)] for other in (inner, outer))
            near = ring[index - 1], ring[(index + 1) % len(ring)], less, more
            course = nearest_course(bearing((0.0, 0.0), hexes.centre(one))) if far else 0
            found.append(FlightEnd(one, far, course, near, tuple(ranks[beside] for beside in near)))
    return tuple(found)
