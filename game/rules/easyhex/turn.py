"""The steps of a turn of Easier HexThrust: who is asked in each, and what happens by itself (hex/3.1).

Sides act in turn, one ship or counter each; who begins changes from turn to turn.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from game.core.orders import Id, Order, Prompt
from game.core.state import State
from game.core.system import Phase
from game.core.umpire import Umpire
from game.rules import repair, victory
from game.rules.bearing import FIRED, GUIDES
from game.rules.counter_orders import Fly, Launch, ready
from game.rules.counters import FIGHTERS, MISSILE, flying, next_side
from game.rules.easyhex.fighters import in_reach
from game.rules.easyhex.missiles import Hit
from game.rules.easyhex.point_defence import ORDNANCE, able

FIRST, SECOND = 8, 4  # hexes of the two moves of fighters
Step = Callable[[State, Umpire], None]
Waiting = Callable[[State, Id], tuple[Id, ...]]  # of a side: who has still to say


def open_turn(state: State, umpire: Umpire) -> None:
    """A new turn: nothing sealed, nobody locked, all guns ready; the next side begins."""
    state.sealed.clear()
    state.ready.clear()
    seats = list(state.sides)
    first = (state.turn - 1) % len(seats)
    state.initiative = tuple(seats[first:] + seats[:first])
    for ship in state.ships.values():
        ship.marks = frozenset(mark for mark in ship.marks if not mark.startswith((FIRED, GUIDES)))
    if any(ship.lost for ship in state.ships.values()):
        repair.start_of_turn(state, umpire)


def close_turn(state: State, umpire: Umpire) -> None:
    """Core systems' clocks run down, then beaten fleets withdraw."""
    repair.end_of_turn(state, umpire)
    victory.end_of_turn(state, umpire)


# -- who has what --------------------------------------------------------------------------------------------------------


def fighters(state: State) -> bool:
    """Are there fighters in this battle?"""
    return any(ship.design.of("hangar") for ship in state.ships.values())


def missiles(state: State) -> bool:
    """Are there missiles or nova plasma in this battle?"""
    return any(ship.design.of("missile", "nova") for ship in state.ships.values())


def plasma(state: State) -> bool:
    """Is there nova plasma in this battle?"""
    return any(ship.design.of("nova") for ship in state.ships.values())


# -- steps ---------------------------------------------------------------------------------------------------------------


def marked(**marks: object) -> Step:
    """A step that begins by writing down what is allowed in it."""

    def begin(state: State, umpire: Umpire) -> None:
        state.marks.update(marks)

    return begin


first_move = marked(launching=("hangar",), flight=FIRST)
second_move = marked(launching=(), flight=SECOND)
fighters_are_prey = marked(prey=(FIGHTERS,))
ordnance_is_prey = marked(prey=ORDNANCE)
launch_begins = marked(launching=("missile", "nova"))


def who_launches(state: State, side: Id) -> tuple[Id, ...]:
    """Ships of a side that have something to launch and have not said."""
    fleet = (ship for ship in state.fleet(side) if ship.id not in state.done)
    return tuple(ship.id for ship in fleet if ready(state, ship) and ship.clock("bridge") is None)


def who_flies(state: State, side: Id) -> tuple[Id, ...]:
    """Carriers of a side that have not said whether they launch, and fighters that have not moved."""
    return (*who_launches(state, side), *(one.id for one in flying(state, FIGHTERS, side=side) if one.id not in state.done))


def who_shoots(state: State, side: Id) -> tuple[Id, ...]:
    """Ships of a side of which something bears on a counter."""
    return tuple(ship.id for ship in state.fleet(side) if ship.id not in state.done and able(state, ship))


def who_attacks(state: State, side: Id) -> tuple[Id, ...]:
    """Fighters of a side that have a ship in reach."""
    groups = (one for one in flying(state, FIGHTERS, side=side) if one.id not in state.done)
    return tuple(one.id for one in groups if in_reach(state, one))


def who_steers(state: State, side: Id) -> tuple[Id, ...]:
    """Missiles of a side that have not flown."""
    return tuple(one.id for one in flying(state, MISSILE, side=side) if one.id not in state.done)


def in_turn(among: Callable[[State], bool], waiting: Waiting) -> Callable[[State], tuple[Prompt, ...]]:
    """Sides that take turns, one ship or counter each; nobody in a battle that has nothing the step is for."""
    return lambda state: next_side(state, lambda side: waiting(state, side)) if among(state) else ()


flights_in_turn = partial(in_turn, fighters)
missiles_in_turn = partial(in_turn, missiles)


# -- nothing more --------------------------------------------------------------------------------------------------------


def passes(kind: type[Order]) -> Callable[[State, Prompt], Order]:
    """The first that waits does nothing, in an order of that kind."""
    return lambda state, prompt: kind(prompt.waiting[0])


def stays(state: State, prompt: Prompt) -> Order:
    """The first that waits launches nothing, or stays where it is."""
    return flown(state, prompt.waiting[0])(prompt.waiting[0])


def hits_nearest(state: State, prompt: Prompt) -> Order:
    """The first missile that waits hits the nearest ship."""
    key = prompt.waiting[0]
    return Hit(key, in_reach(state, state.counters[key])[0].id)


def flown(state: State, key: Id) -> type[Order]:
    """What is wanted of a ship or of fighters as fighters move."""
    return Fly if key in state.counters else Launch


def wanted(state: State, row: Phase, key: Id) -> type[Order]:
    """The kind of order a step wants from a ship or counter."""
    return flown(state, key) if Fly in row.accepts else row.accepts[0]
