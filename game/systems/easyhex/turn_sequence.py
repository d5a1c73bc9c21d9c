"""The steps of a turn of Easier HexThrust: who is asked in each, and what happens by itself (hex/3.1).

Sides act in turn, one ship or counter each; who begins changes from turn to turn.
"""

from __future__ import annotations

from functools import partial

from game.core.orders import Id, Order, Prompt
from game.core.state import State
from game.core.umpire import Umpire
from game.rules.combat.targeting import ready_again
from game.rules.counters.counter import MISSILE, flying
from game.rules.counters.fighter_attack import in_reach
from game.rules.counters.phases import fighters, forget, in_turn, marked
from game.rules.counters.point_defence import ORDNANCE
from game.rules.outcome import victory
from game.rules.ships import damage_control
from game.systems.easyhex.missile_orders import Hit

FIRST, SECOND = 8, 4  # hexes of the two moves of fighters


def open_turn(state: State, umpire: Umpire) -> None:
    """A new turn: nothing sealed, nobody locked, all guns ready; the next side begins."""
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


def close_turn(state: State, umpire: Umpire) -> None:
    """Core systems' clocks run down, then beaten fleets withdraw."""
    damage_control.end_of_turn(state, umpire)
    victory.end_of_turn(state, umpire)


# -- who has what --------------------------------------------------------------------------------------------------------


def missiles(state: State) -> bool:
    """Are there missiles or nova plasma in this battle?"""
    return any(ship.design.of("missile", "nova") for ship in state.ships.values())


def plasma(state: State) -> bool:
    """Is there nova plasma in this battle?"""
    return any(ship.design.of("nova") for ship in state.ships.values())


# -- steps ---------------------------------------------------------------------------------------------------------------


fighters_launch = marked(launching=("hangar",))
first_move = marked(launching=(), flight=FIRST)
second_move = marked(flight=SECOND)
ordnance_is_prey = marked(prey=ORDNANCE)
launch_begins = marked(launching=("missile", "nova"))


def who_steers(state: State, side: Id) -> tuple[Id, ...]:
    """Missiles of a side that have not flown."""
    return tuple(one.id for one in flying(state, MISSILE, side=side) if one.id not in state.acted)


flights_in_turn = partial(in_turn, fighters)
missiles_in_turn = partial(in_turn, missiles)


# -- nothing more --------------------------------------------------------------------------------------------------------


def hits_nearest(state: State, prompt: Prompt) -> Order:
    """The first missile that waits hits the nearest ship."""
    key = prompt.waiting[0]
    return Hit(key, in_reach(state, state.counters[key])[0].id)

