"""The order of a group in phase 3: to fly, to screen a ship, or to land (full-thrust-base/7.2, 7.3, 7.5)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from game.board.boards import board_of
from game.board.geometry import Point, bearing, in_thousandths, nearest_course, within
from game.board.protocol import beyond_words
from game.core.display import Destination, Meter, Odds, Overlay, Pose, Prospects, Risk
from game.core.events import Die, Event
from game.core.orders import Field, Id, Illegal, Order, Unreadable
from game.core.umpire import Umpire
from game.core.values import frozen
from game.rules.counters.counter import flying, move, update_counter
from game.rules.counters.groups import RULE, endurance, flight_range, group, type_of
from game.rules.counters.kinds import Flight, StrikingOrdnance
from game.rules.counters.point_defence import REACH
from game.rules.fighters.destinations import end_toward, end_with, ends_in_reach, piece_near, places_in_reach
from game.rules.fighters.dogfights import free_shots, leaving_risks
from game.rules.fighters.group_odds import group_odds, reach_told, why_not_attack
from game.rules.fighters.group_overlays import attack_ring, secondary_ring
from game.rules.fighters.group_sheet import fight_words
from game.rules.fighters.launching import holds_course
from game.rules.manoeuvres.carriers.launch_fighters import ABOARD, FLIGHT_OPS, NEVER
from game.rules.manoeuvres.carriers.launch_fighters import RULE as FLIGHT_DECK
from game.rules.ships.range_rings import ring
from game.rules.ships.ship import BOOK, Ship
from game.rules.ships.thrust_state import ThrustState
from game.rules.turn_order import mark_acted

SCREENING = f"{BOOK}/7.5/screens"
MOVES = f"{RULE}.3"
_PLACE = re.compile(r"FLY\s+(-?\d+(?:\.\d*)?)\s*,\s*(-?\d+(?:\.\d*)?)\s*\Z", re.I)


@frozen
class MoveFighters(Order):
    """A group's order while fighters move: `fly 31,12`, `screen lancet`, `land`, or `stay`. To screen a ship, it flies
    to it and then moves with it. To land, it flies to the carrier that launched it."""

    input_mode: ClassVar[str] = "plot"
    verb: ClassVar[str] = "Fly"
    to: tuple[float, float] | None = None
    screen: Id = ""
    land: bool = False

    def __str__(self) -> str:
        if self.land or self.screen:
            return "land" if self.land else f"screen {self.screen}"
        return (
            "stay" if self.to is None else "fly " + ",".join(f"{axis:.3f}".rstrip("0").rstrip(".") for axis in self.to)
        )

    def in_words(self, state: ThrustState, names: Mapping[Id, str]) -> str:
        """Return words for how far it flies, towards the nearest enemy ship: `18 MU, towards Halberd`."""
        board, one = board_of(state.table), state.counters[self.by]
        if self.to is None or not isinstance(one, Flight):
            return Order.in_words(self, state, names)
        at, facing = _end(state, one, self)
        far = board.format_distance(board.distance(one.at, at))
        nearer = [
            (gap, names[ship.id])
            for ship in state.enemies(one.side)
            if (gap := board.distance(at, ship.at)) < board.distance(one.at, ship.at)
        ]
        return f"{far}, towards {min(nearer)[1]}" if nearer else f"{far}, course {board.format_course(facing)}"

    def brief(self, state: ThrustState) -> str:
        """Return `fly 31,12` or `screen Lancet`, which reads the same before and after the flight."""
        return Order.in_words(self, state, state.names)

    @classmethod
    def parse(cls, by: Id, text: str) -> MoveFighters:
        """Parse `stay`, `land`, `screen` and a ship, or `fly` and a place."""
        words = text.split()
        if len(words) == 1 and words[0].lower() in ("stay", "land"):
            return cls(by, land=words[0].lower() == "land")
        if len(words) == 2 and words[0].lower() == "screen":
            return cls(by, screen=words[1])
        if found := _PLACE.match(text.strip()):
            return cls(by, in_thousandths((float(found[1]), float(found[2]))))
        raise Unreadable(
            f"“{text}” is neither stay, land, screen and a ship, nor fly and a place, such as fly 31,12", MOVES
        )

    def domain(self, state: ThrustState) -> dict[str, Iterable[object]]:
        """Return places in range, friends to screen, and whether it lands."""
        friends = (ship.id for ship in state.fleet(state.counters[self.by].side))
        return {"to": self._places(state), "screen": ("", *friends), "land": (False, True)}

    def _places(self, state: ThrustState) -> Iterator[tuple[float, float] | None]:
        """Yield every place in range, and None. They are computed only on demand, and the form never asks."""
        one = state.counters.get(self.by)
        if isinstance(one, Flight):
            yield from dict.fromkeys(places_in_reach(state, one, flight_range(state, one)))
        yield None

    def with_value(self, name: str, value: object) -> MoveFighters:
        """Return the order with another value. A place, a ship to screen and landing exclude each other."""
        changed: MoveFighters = Order.with_value(MoveFighters(self.by) if value else self, name, value)
        return changed

    def fields(self, state: ThrustState) -> tuple[Field, ...]:
        """Return fields for the ship it screens and for landing. The place is set by dragging."""
        return (Field("screen", "Screen", "pick", SCREENING), Field("land", "Land", "switch", FLIGHT_DECK))

    def label_for(self, name: str, value: object) -> str:
        return str(value or "nobody") if name == "screen" else "comes aboard" if value else "stays out"

    def pose(self, state: ThrustState) -> Pose:
        one = state.counters[self.by]
        at, facing = _end(state, one, self)
        return Pose(at, facing, facing, 0, path=(one.at, at))

    def overlays(self, state: ThrustState) -> tuple[Overlay, ...]:
        """Return the range of flight and, from the destination, those of an attack and of a secondary move."""
        one = state.counters.get(self.by)
        if not isinstance(one, Flight):
            return ()
        board, most = board_of(state.table), flight_range(state, one)
        words = f"{type_of(one).title.lower()} {board.format_distance(most)}"
        at = self.pose(state).at
        again = secondary_ring(state, one, at) if endurance(one) and at != one.at else ()
        return (*ring(board, one.at, most, words, "own"), *attack_ring(state, one, at), *again)

    def meter(self, state: ThrustState) -> Meter:
        """Return the part of the flight that is used."""
        one = state.counters[self.by]
        if not isinstance(one, Flight):
            return Meter(0, ())
        far = round(board_of(state.table).distance(one.at, self.pose(state).at))
        note = f"{one.count} craft, endurance {endurance(one)}"
        return Meter(round(flight_range(state, one)), ((far, "flight", "solid"),), note, MOVES, "flight")

    def odds(self, state: ThrustState, poses: Mapping[Id, Pose]) -> tuple[Odds, ...]:
        """Return exact chances against each enemy ship that the group could attack from there. Groups planned beside it
        attack too."""
        one = state.counters.get(self.by)
        if not isinstance(one, Flight) or not one.in_play:
            return ()
        beside = tuple(key for key in poses if key in state.counters)
        there = state.posed({self.by: self.pose(state), **poses})
        found = (group_odds(there, self.by, ship.id, beside=beside) for ship in there.enemies(one.side))
        return tuple(odds for odds in found if odds)

    def judged_in(self, state: ThrustState, poses: Mapping[Id, Pose]) -> ThrustState:
        """Return the present state, in which a group's flight starts."""
        return state

    def strikes_from(self, state: ThrustState) -> Point | None:
        one = state.counters.get(self.by)
        return self.pose(state).at if isinstance(one, Flight) and not why_not_attack(state, one) else None

    def prospects(
        self, state: ThrustState, target: Id, poses: Mapping[Id, Pose], ends: Sequence[Destination]
    ) -> Prospects | None:
        """Return whether the group reaches a ship from its destination, or has a dogfight there."""
        there = {self.by: self.pose(state), **poses}
        told = reach_told(state, self.by, target, there)
        if told is None or not (words := fight_words(state.posed(there), self.by)):
            return told
        return replace(told, besides=((words, 1, "note"),))

    def risks(self, state: ThrustState) -> tuple[Risk, ...]:
        """Return the losses by the fire of enemy groups in a dogfight that this one leaves (full-thrust-base/7.5)."""
        one = state.counters.get(self.by)
        if not isinstance(one, Flight) or not one.in_play:
            return ()
        return leaving_risks(state, one, self.pose(state).at)

    def destinations(self, state: ThrustState) -> tuple[Destination, ...]:
        """Return places in range, ring by ring, and ships and groups that it could touch; empty for anything but a
        group."""
        one = state.counters.get(self.by)
        if not isinstance(one, Flight):
            return ()
        return ends_in_reach(state, one, flight_range(state, one), lambda at: MoveFighters(self.by, at))

    def toward(self, state: ThrustState, place: Point) -> Destination | None:
        """Return a place in range; near an enemy group contact with it, near a friend the order to screen it. On a
        board of cells only the ship to screen is returned, as all other places are `destinations`."""
        one = state.counters.get(self.by)
        if not isinstance(one, Flight):
            return None
        enemies = (other for other in flying(state, Flight) if other.side != one.side)
        piece = piece_near(state, place, (*state.fleet(one.side), *enemies))
        if isinstance(piece, Ship) and (screen := MoveFighters(self.by, screen=piece.id)).legal(state):
            return end_with(state, screen)
        if board_of(state.table).cells:
            return None
        goal = place if piece is None or isinstance(piece, Ship) else piece.at
        return end_toward(state, one, flight_range(state, one), goal, lambda at: MoveFighters(self.by, at))

    def suggestion(self, state: ThrustState) -> MoveFighters | None:
        """Return landing, if the group has nothing left to fight with and its carrier can recover it."""
        one = state.counters.get(self.by)
        home = MoveFighters(self.by, land=True)
        spent = isinstance(one, Flight) and (not endurance(one) or (one.fired and type_of(one).fires_once))
        return home if spent and home.legal(state) else None

    def forgoes(self, state: ThrustState) -> bool:
        """Return whether a group that stays gives something up. It does if it should land, or if it could fly, screens
        no ship and has no enemy in reach."""
        one = state.counters.get(self.by)
        if not isinstance(one, Flight):
            return False
        if self.suggestion(state):
            return True
        if one.screening or not flight_range(state, one):
            return False
        places = [ship.at for ship in state.enemies(one.side) if not why_not_attack(state, one)]
        for kind in (Flight, StrikingOrdnance):
            places += [other.at for other in flying(state, kind) if other.side != one.side and endurance(one)]
        board = board_of(state.table)
        return not any(within(board.distance(one.at, place), REACH) for place in places)

    def check(self, state: ThrustState) -> None:
        """Refuse a place out of range or off the table, and a ship that it may not screen or land on."""
        one = group(state, self.by, MOVES)
        if (self.to is not None) + bool(self.screen) + self.land > 1:
            raise Illegal(f"{one.name} flies to a place, screens a ship or comes aboard: one of them a turn", MOVES)
        if self.screen:
            ship = state.ships.get(self.screen)
            if ship is None or not ship.in_play or ship.side != one.side:
                raise Illegal(f"there is no ship “{self.screen}” of its side to screen", SCREENING)
        if self.land and (why := _deck_closed(state, one)):
            raise Illegal(why, FLIGHT_DECK)
        at, _ = _end(state, one, self)
        if why := out_of_reach(state, one, at, flight_range(state, one), one.name):
            raise Illegal(why, MOVES)

    def carry_out(self, state: ThrustState, umpire: Umpire) -> None:
        """Let the enemy groups that it leaves shoot at it, then fly the rest of it."""
        one = group(state, self.by, MOVES)
        mark_acted(state, one.id)
        at, facing = _end(state, one, self)
        one = free_shots(state, umpire, one, at)
        if not one.in_play:
            return
        stays = self == MoveFighters(self.by)
        one = update_counter(state, one, screening=one.screening if stays else self.screen)
        said = f"to screen {{{self.screen}}}" if self.screen else "to come aboard" if self.land else ""
        one = move(state, umpire, one, (one.at, at), facing, SCREENING if self.screen else MOVES, said)
        if self.land:
            come_aboard(state, umpire, one)


def out_of_reach(state: ThrustState, one: Flight, at: Point, most: float, name: str) -> str:
    """Return why a group cannot fly to a place, in a sentence; empty if it can."""
    board = board_of(state.table)
    if not within(far := board.distance(one.at, at), most):
        return f"{name} flies {board.format_distance(most)} at most now, not {beyond_words(board, far, most)}"
    return "" if at == one.at or board.holds(at) else f"{name} may not leave the table"


def _end(state: ThrustState, one: Flight | object, order: MoveFighters) -> tuple[Point, int]:
    """Return a group's destination by an order, and its course there."""
    counter = state.counters[order.by]
    ship = state.ships.get(order.screen or (counter.home if order.land else ""))
    at = ship.at if ship else counter.at if order.to is None else board_of(state.table).place(order.to)
    return at, counter.facing if at == counter.at else nearest_course(bearing(counter.at, at))


def _deck_closed(state: ThrustState, one: Flight) -> str:
    """Return why a group cannot land on its carrier, in a sentence; empty if it can."""
    ship = state.ships.get(one.home)
    if ship is None or not ship.in_play:
        return f"the carrier of {one.name} is out of the battle"
    if one.mount in ship.lost | ship.killed:
        return f"the hangar of {one.name} is knocked out"
    return "" if holds_course(state, ship) else f"{ship.name} uses thrust this turn, and nobody comes aboard"


def come_aboard(state: ThrustState, umpire: Umpire, one: Flight) -> None:
    """Recover a group. By option a die gives the turn from which it can be launched again (full-thrust-base/7.2)."""
    ship: Ship = state.ships[one.home]
    ship.status_flags |= {FLIGHT_OPS}
    face = umpire.die(f"rearm/{one.id}") if state.house["fighter_rearming"] == "die" else 0
    ready = NEVER if face == 1 else state.turn + (1 if face == 6 else 2)
    state.counters[one.id] = replace(one, removed_reason=ABOARD, screening="", target="", ready_on=ready)
    words = "not to be launched again" if face == 1 else f"to be launched again from turn {ready}"
    umpire.tell(
        Event(
            "note",
            FLIGHT_DECK,
            f"{{{one.id}}} comes aboard {{{ship.id}}}",
            one.id,
            ship.id,
            (Die(face),) if face else (),
            result=words,
            at=ship.at,
            mounts=(one.mount,),
        )
    )
