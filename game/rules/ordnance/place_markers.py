"""Phase 4: a ship places its salvos, heavy missiles and plasma bolts (full-thrust-base/6.5, 6.6, 6.9)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import ClassVar, NamedTuple, Self

from game.board import hexes
from game.board.boards import board_of
from game.board.geometry import Point, along, bearing, in_thousandths, within
from game.core.display import Destination, Fan, Meter, Odds, Overlay, Pose, Prospects
from game.core.events import Event
from game.core.orders import Field, Grammar, Id, Illegal, Order, PairList, Prompt
from game.core.umpire import Umpire
from game.core.values import frozen
from game.formats.validation import known_words
from game.rules.combat.weapon import arc_names, bears_into
from game.rules.counters.counter import flying, fresh, store_counter, why_not_join_launch
from game.rules.counters.kinds import LAUNCHED, Missile, StrikingOrdnance
from game.rules.counters.point_defence import REACH
from game.rules.ordnance.fly_missile import FLIGHT, FlyMissile, open_flight
from game.rules.ordnance.launchers import (
    LAUNCHER,
    PLASMA,
    RULES,
    STEERED,
    launchers,
    mode_of,
    not_ready,
    out_of_reach,
    reach,
    ready,
    record_launch,
    salvos_left,
)
from game.rules.ordnance.marker_odds import after_moves, expected_poses, friendly_poses, marker_odds, taking
from game.rules.ordnance.markers import caught, nearest
from game.rules.point_defence.ordnance_kinds import SteeredKind, kind_of
from game.rules.sensors.detection import reveal
from game.rules.ships.design import SYSTEM_KINDS, Mount
from game.rules.ships.range_rings import ring
from game.rules.ships.ship import BOOK, Ship
from game.rules.ships.thrust_state import Counter, ThrustState, unread
from game.rules.turn_order import mark_acted, next_side

RULE = f"{BOOK}/6.5"
LANE = "markers"
PULL = "pull from the ship to where it is to go"


class PlacedMarker(NamedTuple):
    """A marker placed by a launcher, with its place in file coordinates."""

    mount: str
    to: tuple[float, float]

    def __str__(self) -> str:
        return f"{self.mount} " + ",".join(f"{axis:.3f}".rstrip("0").rstrip(".") for axis in self.to)


@frozen
class PlaceMarkers(PairList[PlacedMarker]):
    """The markers of one ship: `place SMLa 31.5,12 HMa 20,4`, or `place none`."""

    input_mode: ClassVar[str] = "plot"
    verb: ClassVar[str] = "Launch from"
    stays: ClassVar[str] = "asked to launch"
    nothing: ClassVar[str | None] = None
    grammar: ClassVar[Grammar[PlacedMarker]] = Grammar(
        "place",
        "place none",
        r"(\w+)\s+(-?\d+(?:\.\d*)?)\s*,\s*(-?\d+(?:\.\d*)?)",
        lambda mount, x, y: PlacedMarker(mount, in_thousandths((float(x), float(y)))),
        RULE,
        "“{text}” does not begin with place, as in place SMLa 31,12",
        "cannot read “{rest}” in “{text}”: write each as SMLa 31,12",
        "place what where? Write each marker as SMLa 31,12, or place none",
        after=r"\s*(?:;|\Z|(?=\s\w))",
    )
    places: tuple[PlacedMarker, ...] = ()

    # -- the form ------------------------------------------------------------------------------------------------------

    def domain(self, state: ThrustState) -> dict[str, Iterable[object]]:
        """Return for each ready launcher: no place, its present one, and one for each enemy that it could hit."""
        ship = state.ships[self.by]
        found: dict[str, Iterable[object]] = {}
        for mount in ready(state, ship):
            offered = (None, *(at for _, at in meeting(state, ship, mount)), self.value(mount.key))
            found[mount.key] = tuple(dict.fromkeys(offered))
        return found

    def fields(self, state: ThrustState) -> tuple[Field, ...]:
        ship = state.ships[self.by]
        warheads = {mount.key: f"{mount.title}, {mount.mode}" for mount in ship.design.of(STEERED)}
        return tuple(
            Field(
                one.key,
                warheads.get(one.key, one.title),
                "pick",
                RULES[one.kind],
                note=PULL if one.kind != STEERED else "",
            )
            for one in ready(state, ship)
        )

    def with_value(self, name: str, value: object) -> Self:
        """Return the order with a launcher's marker elsewhere, or nowhere."""
        others = tuple(one for one in self.places if one.mount != name)
        return replace(self, places=(*others, PlacedMarker(name, value)) if isinstance(value, tuple) else others)

    def label_for(self, name: str, value: object) -> str:
        """Return the place, or that the marker is kept; a missile that flies has no place yet."""
        if name.startswith(SYSTEM_KINDS[STEERED].stem) and value:
            return "launched"
        return ", ".join(f"{axis:g}" for axis in value) if isinstance(value, tuple) else "kept"

    def value_words(self, state: ThrustState, name: str, value: object) -> str:
        """Return words for a place: the enemy that would be there, or else the target of a marker there."""
        return self._meant_for(state, name, value, state.names)

    def _meant_for(self, state: ThrustState, name: str, value: object, names: Mapping[Id, str]) -> str:
        ship = state.ships[self.by]
        mount = ship.design.mount(name)
        if mount is None or mount.kind == STEERED or not isinstance(value, tuple):
            return self.label_for(name, value)
        met = next((names[key] for key, at in meeting(state, ship, mount) if at == value), "")
        if not met:
            return _would_take(state, ship, PlacedMarker(name, value), board_of(state.table).place(value), names)
        return met if after_moves(state) else f"{met}, if it goes straight on"

    def in_words(self, state: ThrustState, names: Mapping[Id, str]) -> str:
        """Return each launcher with the intended target of its marker."""
        design = state.ships[self.by].design
        named = [(mount, one) for one in self.places if (mount := design.mount(one.mount))]
        said = [f"{mount.title}: {self._meant_for(state, mount.key, one.to, names)}" for mount, one in named]
        return "; ".join(said) or self.idle_words(state)

    # -- effects -------------------------------------------------------------------------------------------------------

    def destinations(self, state: ThrustState) -> tuple[Destination, ...]:
        """Return the order itself, then one marker more at the expected place of each enemy that goes straight on."""
        ship = state.ships[self.by]
        found = [self._end(state, self, ship.at)]
        if mount := self._next(state, ship):
            place, places = board_of(state.table).place, [at for _, at in meeting(state, ship, mount)]
            found += [self._end(state, self.with_value(mount.key, at), place(at)) for at in places]
        return tuple(replace(one, lane=number) for number, one in enumerate(found))

    def toward(self, state: ThrustState, place: Point) -> Destination | None:
        """Return the order with the next launcher's marker at a place, or as near as its range allows."""
        ship = state.ships.get(self.by)
        if ship is None or (mount := self._next(state, ship)) is None:
            return None
        at = within_reach(state, ship, mount, place)
        if at is None:
            return self._end(state, self, ship.at)
        return self._end(state, self.with_value(mount.key, at), board_of(state.table).place(at))

    def _next(self, state: ThrustState, ship: Ship) -> Mount | None:
        """Return the first launcher that places nothing yet, or the last one."""
        mounts = ready(state, ship)
        return next((one for one in mounts if self.value(one.key) is None), mounts[-1] if mounts else None)

    def _end(self, state: ThrustState, order: PlaceMarkers, at: Point) -> Destination:
        ship = state.ships[self.by]
        return Destination(order, (ship.at, at), at, ship.course, ship.facing, 0, LANE)

    def overlays(self, state: ThrustState) -> tuple[Overlay, ...]:
        """Return the range of the next launcher and, round each marker, the enemy it would attack if all go straight
        on."""
        ship = state.ships.get(self.by)
        if ship is None or not ship.in_play:
            return ()
        board, found = board_of(state.table), list[Overlay]()
        if (mount := self._next(state, ship)) and mount.kind != STEERED:
            arcs = tuple(arc for arc in arc_names(state.house) if arc in bears_into(state.house, ship, mount))
            found.append(
                Fan(ship.at, ship.facing, arcs, reach(state, ship, mount), wide=360.0 / len(arc_names(state.house)))
            )
        for one in self.places:
            at = board.place(one.to)
            if at == ship.at:
                continue  # a missile flies from its ship
            words = _would_take(state, ship, one, at, state.names)
            found += ring(board, at, board.to_board_units(REACH), words, "ordnance")
        return tuple(found)

    def meter(self, state: ThrustState) -> Meter:
        ship = state.ships.get(self.by)
        if ship is None:
            return Meter(0, ())
        left = sum(salvos_left(state, ship).values())
        note = f"{left} {'salvo' if left == 1 else 'salvos'} in magazines" if any(ship.design.of(LAUNCHER)) else ""
        return Meter(len(ready(state, ship)), ((len(self.places), "placed", "solid"),), note, RULE, "launchers")

    def odds(self, state: ThrustState, poses: Mapping[Id, Pose]) -> tuple[Odds, ...]:
        """Return the markers' effect on each enemy they would attack, if all go straight on or are at `poses`."""
        ship = state.ships.get(self.by)
        if ship is None:
            return ()
        there, taken = expected_poses(state, ship.side, poses), dict[Id, list[StrikingOrdnance]]()
        for one in self.places:
            mount, at = ship.design.mount(one.mount), board_of(state.table).place(one.to)
            if mount is None or mount.kind == STEERED:
                continue
            made = replace(fresh(state, ship, mount), at=at)
            assert isinstance(made, StrikingOrdnance)
            if kind_of(made).area:
                met = caught(state, at, there | friendly_poses(state, ship.side, poses))
            else:
                met = nearest(state, ship.side, at, there)[:1]
            for other in met:
                taken.setdefault(other.id, []).append(made)
        then = state.posed(there)
        return tuple(marker_odds(then, mine[0], then.ships[key], tuple(mine[1:])) for key, mine in taken.items())

    def judged_in(self, state: ThrustState, poses: Mapping[Id, Pose]) -> ThrustState:
        """Return the present state: markers are placed before anything moves."""
        return state

    def strikes_from(self, state: ThrustState) -> Point | None:
        """Return the place of the last marker, or the end of a missile's flight."""
        ship = state.ships.get(self.by)
        mount = ship.design.mount(self.places[-1].mount) if ship and self.places else None
        return board_of(state.table).place(self.places[-1].to) if mount and mount.kind != STEERED else None

    def prospects(
        self, state: ThrustState, target: Id, poses: Mapping[Id, Pose], ends: Sequence[Destination]
    ) -> Prospects | None:
        """Return whether the last marker attacks a ship."""
        ship, at = state.ships.get(self.by), self.strikes_from(state)
        mount = ship.design.mount(self.places[-1].mount) if ship and at else None
        if ship is None or at is None or mount is None:
            return None
        return taking(state, ship.side, at, target, poses, mount.kind == PLASMA)

    def suggestion(self, state: ThrustState) -> Self | None:
        """Return a marker of each launcher at the enemy whose expected place is best in range; salvos without one are
        kept."""
        ship = state.ships.get(self.by)
        if ship is None:
            return None
        found = []
        for mount in ready(state, ship):
            if options := meeting(state, ship, mount, margin=REACH / 2):
                found.append(PlacedMarker(mount.key, options[0][1]))
        order = type(self)(self.by, tuple(found))
        return order if found and order.legal(state) else None

    def idle_words(self, state: ThrustState) -> str:
        return "launches nothing"

    def forgoes(self, state: ThrustState) -> bool:
        """Return whether there is an enemy that it could hit, if all go straight on."""
        ship = state.ships.get(self.by)
        return ship is not None and any(meeting(state, ship, mount) for mount in ready(state, ship))

    # -- giving the order ----------------------------------------------------------------------------------------------

    def check(self, state: ThrustState) -> None:
        """Refuse a launcher that is named twice, is not ready or cannot reach its place, and more salvos than there
        are."""
        ship = state.ships.get(self.by)
        if ship is None or not ship.in_play:
            raise Illegal(f"there is no ship “{self.by}” to launch from", RULE)
        for index, one in enumerate(self.places):
            mount = ship.design.mount(one.mount)
            if mount is None or mount.kind not in RULES:
                known = [each.key for each in launchers(ship)]
                raise Illegal(
                    f"{ship.name} has no launcher “{one.mount}”. {known_words(one.mount, known)}".strip(), RULE
                )
            if any(one.mount == other.mount for other in self.places[:index]):
                raise Illegal(f"{one.mount} is named twice; it launches once a turn", RULE)
            if why := not_ready(state, ship, mount) or why_not_placed(
                state, ship, mount, board_of(state.table).place(one.to)
            ):
                raise why
        fed = sum(one.mount in {mount.key for mount in ship.design.of(LAUNCHER)} for one in self.places)
        if fed > (left := sum(salvos_left(state, ship).values())):
            raise Illegal(f"{ship.name} has {left} {'salvo' if left == 1 else 'salvos'} left in its magazines", RULE)

    def carry_out(self, state: ThrustState, umpire: Umpire) -> None:
        """Put the markers on the table."""
        ship = state.ships[self.by]
        mark_acted(state, ship.id)
        if self.places:
            reveal(state, umpire, ship, "it launches")
        for one in self.places:
            mount = ship.design.mount(one.mount)
            assert mount is not None
            made, at = fresh(state, ship, mount), board_of(state.table).place(one.to)
            course = round(bearing(ship.at, at) / 30) % 12 or 12
            course = ship.facing if mount.kind == STEERED else course
            made = store_counter(
                state, replace(made, at=at, course=course, facing=course, mode=mode_of(state, ship, mount))
            )
            record_launch(ship, mount, made.mode, state.turn)
            umpire.tell(
                Event(
                    "note",
                    RULES[mount.kind],
                    f"{{{ship.id}}} launches {{{made.id}}}",
                    ship.id,
                    made.id,
                    at=at,
                    line=(ship.at, at),
                    mounts=(mount.key,),
                )
            )


def _would_take(state: ThrustState, ship: Ship, one: PlacedMarker, at: Point, names: Mapping[Id, str]) -> str:
    """Return words for the target of a marker at a place, if all go straight on."""
    poses, mount = expected_poses(state, ship.side, {}), ship.design.mount(one.mount)
    if mount is not None and mount.kind == PLASMA:
        found = caught(state, at, poses | friendly_poses(state, ship.side, {}))
        own = [other.name for other in found if other.side == ship.side]
        words = " and ".join(names[other.id] for other in found)
        return (f"strikes {words}" if words else "strikes nobody") + (", its own side too" if own else "")
    words = " or ".join(names[enemy.id] for enemy in nearest(state, ship.side, at, poses))
    if after_moves(state):
        return f"takes {words}" if words else "no enemy is within reach"
    return f"takes {words}, if all go straight on" if words else "no enemy comes within reach, if all go straight on"


# -- who is asked ------------------------------------------------------------------------------------------------------


def who_launches(state: ThrustState, side: Id) -> tuple[Id, ...]:
    """Return the ships of a side that could launch something and have not been asked, then its missiles that have not
    flown."""
    fleet = (ship for ship in state.fleet(side) if ship.id not in state.acted)
    ships = (ship.id for ship in fleet if unread(state, ship) or ready(state, ship))
    missiles = (one.id for one in flying(state, Missile, side) if one.id not in state.acted)
    return (*ships, *missiles)


def has_nothing(state: ThrustState, key: Id) -> bool:
    """Return whether a ship has nothing to launch (6.19). Older versions did not ask it then, so their saves hold no
    order for it."""
    return key in state.ships and not ready(state, state.ships[key])


def next_to_launch(state: ThrustState) -> tuple[Prompt, ...]:
    """Return who places markers next: sides take turns, one ship each, the loser of the initiative first."""
    return next_side(state, who_launches, loser_first=True)


def launches_nothing(state: ThrustState, prompt: Prompt) -> Order:
    """Return the order that launches nothing, for the first waiting ship. A missile flies straight on, or as nearly
    straight as it may."""
    key = prompt.waiting[0]
    return open_flight(state, key) if key in state.counters else PlaceMarkers(key)


def order_kind(state: ThrustState, key: Id) -> type[Order]:
    """Return the kind of order asked of a ship or a missile."""
    return FlyMissile if key in state.counters else PlaceMarkers


TOGETHER = "hex/2.5/launches"


def why_not_placed(state: ThrustState, ship: Ship, mount: Mount, place: Point) -> Illegal | None:
    """Return why a launcher cannot put a marker somewhere: out of range, or in an occupied hex; or None."""
    return out_of_reach(state, ship, mount, place) or _why_not_free(state, ship, mount, place)


def _why_not_free(state: ThrustState, ship: Ship, mount: Mount, place: Point) -> Illegal | None:
    """Return why a hex is not free for a marker, where pieces share hexes only at their launch (hex/2.5); or None."""
    if state.house.get("stacking", True):
        return None
    if mount.kind == STEERED:
        why = why_not_join_launch(state, ship.at, (LAUNCHED[mount.kind],))
        return Illegal(why, TOGETHER) if why else None
    if place == ship.at:
        return Illegal(f"{ship.name} is in that hex, and no two pieces share one", TOGETHER)
    if body := next((body for body in state.table.bodies if body.blocks and body.holds(place)), None):
        return Illegal(f"{body.name} is in that hex", TOGETHER)
    pieces: list[Ship | Counter] = [other for other in state.ships.values() if other.in_play]
    pieces += (one for one in flying(state, Counter) if not isinstance(one, StrikingOrdnance) or one.age)
    there = next((other for other in pieces if board_of(state.table).distance(other.at, place) == 0), None)
    return Illegal(f"{there.name} is in that hex, and only markers of one turn share one", TOGETHER) if there else None


def within_reach(state: ThrustState, ship: Ship, mount: Mount, place: Point) -> tuple[float, float] | None:
    """Return the place itself, or the nearest in range on the line to it, in tenths of MU; None outside the launcher's
    arcs."""
    board, most = board_of(state.table), reach(state, ship, mount)
    if mount.kind == STEERED:
        return board.file_coordinates(ship.at)
    if board.cells:
        return _nearest_cell(state, ship, mount, board.place(board.file_coordinates(place)))
    goal = place
    if not within(board.distance(ship.at, goal), most - 0.1):
        goal = along(ship.at, bearing(ship.at, goal), most - 0.1)
    at = board.file_coordinates((round(goal[0], 1), round(goal[1], 1)))
    return at if why_not_placed(state, ship, mount, board.place(at)) is None else None


def _nearest_cell(state: ThrustState, ship: Ship, mount: Mount, goal: Point) -> tuple[float, float] | None:
    """Return the cell in range nearest to a goal, among those on the line to the goal and those next to it."""
    board, most = board_of(state.table), reach(state, ship, mount)
    if not within(board.distance(ship.at, goal), most):
        way = bearing(ship.at, goal)
        steps = (
            board.place(board.file_coordinates(along(ship.at, way, most - step / 2))) for step in range(2 * int(most))
        )
        goal = next((at for at in steps if within(board.distance(ship.at, at), most)), ship.at)
    beside = [hexes.at(one) for one in hexes.disc(hexes.hex_at(goal), 1)]
    beside[1:] = sorted(beside[1:], key=lambda at: board.distance(ship.at, at))
    return next((board.file_coordinates(at) for at in beside if why_not_placed(state, ship, mount, at) is None), None)


def meeting(
    state: ThrustState, ship: Ship, mount: Mount, margin: float = REACH
) -> list[tuple[Id, tuple[float, float]]]:
    """Return (enemy, place) pairs of enemies that a launcher's marker could hit if they go straight on, the best
    first."""
    board, found = board_of(state.table), list[tuple[float, Id, tuple[float, float]]]()
    if mount.kind == STEERED:
        margin += SteeredKind.turns * FLIGHT
    for key, pose in expected_poses(state, ship.side, {}).items():
        at = within_reach(state, ship, mount, pose.at)
        if at is not None and within(off := board.distance(board.place(at), pose.at), board.to_board_units(margin)):
            found.append((off, key, at))
    return [(key, at) for _, key, at in sorted(found)]
