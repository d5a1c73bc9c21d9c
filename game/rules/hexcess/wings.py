"""Fighters on hexes: up to 6 hexes a turn, before ships move or after them, and never two in one hex (hex/2.2/fighters).

What they attack and what shoots at them is as in every game with counters, at half the range in MU.
"""

from __future__ import annotations

from game.core.orders import Id, Order, Prompt
from game.core.show import Token
from game.core.state import State
from game.core.system import Phase
from game.rules.counter_orders import Fly, fly_landings, parts
from game.rules.counters import flying, token
from game.rules.flights import fighters, flown, marked, who_flies
from game.rules.hexcess.turns import alternate

HEXES = 6  # of one flight
begin = marked(launching=("hangar",), flight=HEXES)


def early(state: State) -> bool:
    """Do fighters of this battle fly before ships move?"""
    return fighters(state) and bool(state.house["fighters_first"])


def late(state: State) -> bool:
    """Do fighters of this battle fly after ships have moved?"""
    return fighters(state) and not early(state)


def first(state: State) -> tuple[Prompt, ...]:
    """Before ships: the loser of the initiative begins, one carrier or group each."""
    return alternate(state, who_flies) if early(state) else ()


def last(state: State) -> tuple[Prompt, ...]:
    """After ships, in the same order."""
    return alternate(state, who_flies) if late(state) else ()


def stays(state: State, prompt: Prompt) -> Order:
    """The first that waits launches nothing, or stays; a group that must part from another goes to the nearest free hex."""
    key = prompt.waiting[0]
    if key in state.counters and parts(state, state.counters[key]):
        return fly_landings(state, Fly(key))[0].order
    return flown(state, key)(key)


def wanted(state: State, row: Phase, key: Id) -> type[Order]:
    """The kind of order a phase wants from a carrier, or from fighters."""
    return flown(state, key) if Fly in row.accepts else row.accepts[0]


def tokens(state: State) -> tuple[Token, ...]:
    """Every group, as the board draws it."""
    return tuple(token(counter) for counter in flying(state))
