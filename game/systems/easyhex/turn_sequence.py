"""The steps of a turn of Easier HexThrust: the sides asked in each, and the automatic actions (hex/3.1).

Sides act in turn, one ship or counter each. The first side changes from turn to turn.
"""

from __future__ import annotations

from functools import partial

from game.core.orders import Id, Order, Prompt
from game.core.umpire import Umpire
from game.rules.combat.targeting import ready_again
from game.rules.counters.counter import flying
from game.rules.counters.fighter_attack import in_reach
from game.rules.counters.kinds import Missile
from game.rules.counters.orders import FLIGHT, LAUNCHING
from game.rules.counters.phases import allowing, fighters, forget, in_turn
from game.rules.counters.point_defence import ORDNANCE, PREY
from game.rules.outcome import victory
from game.rules.ships import damage_control
from game.rules.ships.thrust_state import ThrustState
from game.systems.easyhex.missile_orders import Hit

FIRST, SECOND = 8, 4  # hexes of the two moves of fighters


def open_turn(state: ThrustState, umpire: Umpire) -> None:
    """Start a turn with nothing sealed, nobody locked and all guns ready. The next side begins."""
    forget(state)
    state.sealed.clear()
    state.ready.clear()
    seats = list(state.sides)
    first = (state.turn - 1) % len(seats)
    state.initiative = tuple(seats[first:] + seats[:first])
    for ship in state.ships.values():
        ready_again(ship)
    if any(ship.lost for ship in state.ships.values()):
        damage_control.start_of_turn(state, umpire)


def close_turn(state: ThrustState, umpire: Umpire) -> None:
    """Count down the timers of core systems, then let beaten fleets withdraw."""
    damage_control.end_of_turn(state, umpire)
    victory.end_of_turn(state, umpire)


# -- who has what ------------------------------------------------------------------------------------------------------


def missiles(state: ThrustState) -> bool:
    """Return whether there are missiles or nova plasma in this battle."""
    return any(ship.design.of("missile", "nova") for ship in state.ships.values())


def plasma(state: ThrustState) -> bool:
    return any(ship.design.of("nova") for ship in state.ships.values())


# -- steps -------------------------------------------------------------------------------------------------------------


fighters_launch = allowing(LAUNCHING.to(("hangar",)))
first_move = allowing(LAUNCHING.to(()), FLIGHT.to(FIRST))
second_move = allowing(FLIGHT.to(SECOND))
ordnance_is_prey = allowing(PREY.to(ORDNANCE))
launch_begins = allowing(LAUNCHING.to(("missile", "nova")))


def who_steers(state: ThrustState, side: Id) -> tuple[Id, ...]:
    return tuple(one.id for one in flying(state, Missile, side) if one.id not in state.acted)


flights_in_turn = partial(in_turn, fighters)
missiles_in_turn = partial(in_turn, missiles)


# -- nothing more ------------------------------------------------------------------------------------------------------


def hits_nearest(state: ThrustState, prompt: Prompt) -> Order:
    """Return the idle order: the first waiting missile hits the nearest ship."""
    key = prompt.waiting[0]
    return Hit(key, in_reach(state, state.counters[key])[0].id)
