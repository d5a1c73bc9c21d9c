"""The steps of a turn in which counters act: which sides are asked, and what is allowed in each (hex/2.2, 3.1)."""

from __future__ import annotations

from collections.abc import Callable

from game.core.orders import Id, Prompt
from game.core.umpire import Umpire
from game.rules.counters.counter import flying
from game.rules.counters.fighter_attack import in_reach
from game.rules.counters.kinds import Flight
from game.rules.counters.orders import ready
from game.rules.counters.point_defence import PAST, PREY
from game.rules.counters.shoot import able
from game.rules.sensors.contact import aboard
from game.rules.ships.thrust_state import ThrustState
from game.rules.turn_order import Waiting, next_side

HANGARS = frozenset({"hangar"})
Step = Callable[[ThrustState, Umpire], None]


def fighters(state: ThrustState) -> bool:
    """Return whether there are fighters in this battle."""
    return aboard(state, HANGARS)


def allowing(*changes: Callable[[ThrustState], None]) -> Step:
    """Return a step that begins by setting the kinds of counters allowed in it."""

    def begin(state: ThrustState, umpire: Umpire) -> None:
        for change in changes:
            change(state)

    return begin


fighters_are_prey = allowing(PREY.to((Flight.kind,)))


def shot_at(state: ThrustState, umpire: Umpire) -> None:
    """Mark the kinds of counters that were shot at in this step, and cannot be again this turn."""
    PAST.set(state, (*PAST.of(state), *PREY.of(state)))
    PREY.set(state, ())


def forget(state: ThrustState) -> None:
    """Clear the marks of `shot_at` for a new turn."""
    PAST.clear(state)


# -- who is asked ------------------------------------------------------------------------------------------------------


def who_launches(state: ThrustState, side: Id) -> tuple[Id, ...]:
    """Return the ships of a side that could launch something and have not been asked."""
    fleet = (ship for ship in state.fleet(side) if ship.id not in state.acted)
    return tuple(ship.id for ship in fleet if ready(state, ship) and ship.timer("bridge") is None)


def who_flies(state: ThrustState, side: Id) -> tuple[Id, ...]:
    """Return the carriers of a side that have not been asked to launch, and fighters that have not moved."""
    return (*who_launches(state, side), *(one.id for one in flying(state, Flight, side) if one.id not in state.acted))


def who_shoots(state: ThrustState, side: Id) -> tuple[Id, ...]:
    """Return the ships of a side with a system that bears on a counter."""
    return tuple(ship.id for ship in state.fleet(side) if ship.id not in state.acted and able(state, ship))


def who_attacks(state: ThrustState, side: Id) -> tuple[Id, ...]:
    """Return the fighters of a side with a ship in range."""
    groups = (one for one in flying(state, Flight, side) if one.id not in state.acted)
    return tuple(one.id for one in groups if in_reach(state, one))


def in_turn(
    among: Callable[[ThrustState], bool], waiting: Waiting, loser_first: bool = False
) -> Callable[[ThrustState], tuple[Prompt, ...]]:
    """Return a function for the prompts of sides that take turns, one ship or counter each. Nobody is asked unless
    `among` holds for the battle."""
    return lambda state: next_side(state, waiting, loser_first) if among(state) else ()
