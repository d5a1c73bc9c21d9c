"""Groups of fighters in open space: type, flight range, contact, dogfights and screening (full-thrust-base/7)."""

from __future__ import annotations

from game.board.boards import board_of
from game.board.geometry import Point
from game.core.orders import Id
from game.core.state import PhaseData
from game.rules.counters.counter import counter_of, flying, near
from game.rules.counters.kinds import Flight
from game.rules.defence.fighter_types import FighterType
from game.rules.ships.ship import BOOK, Ship
from game.rules.ships.thrust_state import ThrustState

RULE = f"{BOOK}/7"
CONTACT = 1.0  # MU within which groups fight each other, and a group screens a ship
STAND_OFF = 4.0  # MU from the target at which a secondary move to attack ends
LAUNCHED_NOW = PhaseData[tuple[Id, ...]]("groups launched this turn", ())
DOGFIGHTS = PhaseData[tuple[tuple[Id, Id], ...]]("dogfights", ())  # pairs of groups that fight each other this turn

# groups that have fought this turn
SHOT_AT_MISSILES = PhaseData[tuple[Id, ...]]("shot at missiles", ())


def group(state: ThrustState, key: Id, rule: str) -> Flight:
    """Return the group with this key. Raise Illegal if there is none on the table."""
    return counter_of(state, key, Flight, rule)


def type_of(one: Flight) -> FighterType:
    return one.type


def attacks_ships(state: ThrustState, one: Flight) -> bool:
    return one.attacks_ships(state)


def craft_words(one: Flight) -> str:
    """Return words for the craft of a group in tables: "Heavy fighters"."""
    return f"{type_of(one).title} fighters"


def endurance(one: Flight) -> int:
    """Return the combat endurance that a group has left."""
    return one.endurance


def next_endurance_used(one: Flight) -> int:
    """Return the endurance that a group has used after one more point, at most its total (full-thrust-base/7.3)."""
    return min(type_of(one).endurance, one.endurance_used + 1)


def flight_range(state: ThrustState, one: Flight) -> float:
    """Return how far a group flies in phase 3, in units of the board. It is half on the turn of its launch
    (full-thrust-base/7.2)."""
    most = type_of(one).move / (2 if one.id in LAUNCHED_NOW.of(state) else 1)
    return board_of(state.table).to_board_units(most)


def touching(state: ThrustState, one: Flight, at: Point | None = None) -> tuple[Flight, ...]:
    """Return the enemy groups in contact with a group, at its present place or at `at`."""
    place = one.at if at is None else at
    return tuple(
        other for other in flying(state, Flight) if other.side != one.side and near(state, place, other.at, CONTACT)
    )


def opponents(state: ThrustState, one: Flight) -> tuple[Flight, ...]:
    """Return the groups that a group fights this turn, from phase 6 on."""
    ids = [b if a == one.id else a for a, b in DOGFIGHTS.of(state) if one.id in (a, b)]
    return tuple(found for key in ids if isinstance(found := state.counters[key], Flight) and found.in_play)


def engage(state: ThrustState, one: Flight, others: tuple[Flight, ...]) -> None:
    """Record that a group fights others this turn."""
    pairs = DOGFIGHTS.of(state)
    more = ((one.id, other.id) for other in others)
    DOGFIGHTS.set(state, (*pairs, *(pair for pair in more if pair not in pairs and pair[::-1] not in pairs)))


def screens_of(state: ThrustState, ship: Ship) -> tuple[Flight, ...]:
    return tuple(one for one in flying(state, Flight, ship.side) if one.screening == ship.id)
