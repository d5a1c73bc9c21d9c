"""Fighters on hexes: up to 6 hexes a turn, before ships move or after them, and never two groups in one hex
(hex/2.2/fighters).

Their attacks and point defence are as in every game with counters, at half the range in MU.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from game.core.display import Overlay, Pose, Token
from game.core.orders import Id, Order, Prompt
from game.rules.counters.counter import flying, token
from game.rules.counters.fighter_attack import Strike, flight_strikes
from game.rules.counters.kinds import Flight
from game.rules.counters.odds import Strikes
from game.rules.counters.orders import FLIGHT, LAUNCHING, Fly, parts
from game.rules.counters.phases import allowing, fighters, in_turn
from game.rules.fighters.group_overlays import flight_reach
from game.rules.ships.thrust_state import Counter, ThrustState

HEXES = 6  # hexes of one flight
STRIKES: Strikes = {Flight.kind: flight_strikes}
ATTACKS: dict[str, Callable[[Id, Id], Order]] = {Flight.kind: Strike}  # the order for an attack, by kind
launch_begins = allowing(LAUNCHING.to(("hangar",)))
flight_begins = allowing(LAUNCHING.to(()), FLIGHT.to(HEXES))


def early(state: ThrustState) -> bool:
    """Return whether fighters of this battle fly before ships move."""
    return fighters(state) and bool(state.house["fighters_first"])


def late(state: ThrustState) -> bool:
    """Return whether fighters of this battle fly after ships have moved."""
    return fighters(state) and not early(state)


by_turns = partial(in_turn, loser_first=True)  # one carrier or group each


def stays(state: ThrustState, prompt: Prompt) -> Order:
    """Return the idle order: the first waiting group stays. One that must leave its hex goes to the nearest free
    one."""
    key = prompt.waiting[0]
    return Fly(key).destinations(state)[0].order if parts(state, state.counters[key]) else Fly(key)


def tokens(state: ThrustState) -> tuple[Token, ...]:
    return tuple(token(counter) for counter in flying(state, Counter))


def reach(state: ThrustState, key: Id, pose: Pose | None = None) -> tuple[Overlay, ...]:
    """Return the range of a group's flight and attack, in hexes; empty for anything else."""
    one = state.counters.get(key)
    return flight_reach(state, one, pose.at if pose else one.at, HEXES, "to fly") if isinstance(one, Flight) else ()
