"""The order of prompts in any game: sides in turn, all together, or in secret until the last has locked; and who has
acted."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from game.core.orders import Id, Order, Prompt
from game.core.state import AnyState, ShipT, State

Waiting = Callable[[AnyState, Id], tuple[Id, ...]]  # the pieces of a side that are still to act


def sides_in_order(state: AnyState, loser_first: bool = False) -> tuple[Id, ...]:
    """Return all sides, the winner of the initiative first, or the loser; in the order of the file before initiative is
    rolled. Where pieces have the initiative one by one, a side has the place of its first piece."""
    order = tuple(dict.fromkeys(filter(None, map(state.owner, state.initiative)))) or tuple(state.sides)
    return order[::-1] if loser_first else order


def next_side(state: AnyState, waiting: Waiting, loser_first: bool = False) -> tuple[Prompt, ...]:
    """Return the prompt where sides take turns, one piece each. It is for the next side after `state.last_side` with a
    piece waiting. When one side is done, the others go on."""
    order = sides_in_order(state, loser_first)
    start = order.index(state.last_side) + 1 if state.last_side in order else 0
    for side in order[start:] + order[:start]:
        if ids := waiting(state, side):
            return (Prompt(side, ids, ids),)
    return ()


def holding_words(state: AnyState, side: Id) -> str:
    """Return that no ship of a side fires, or none that is left; call it before they are marked as having acted."""
    return f"The rest of {{{side}}} hold fire" if has_acted(state, side) else f"No ship of {{{side}}} fires"


def has_acted(state: AnyState, side: Id) -> bool:
    """Return whether a piece of a side has acted in this phase."""
    return any(state.owner(key) == side for key in state.acted)


def next_piece(state: State[ShipT, Any], may: Callable[[ShipT], bool] = lambda ship: True) -> tuple[Prompt, ...]:
    """Return the prompt where ships act one by one: the first by initiative that has not acted and `may`. Later ones
    are not asked. Pieces outside the initiative come last, side by side."""
    others = (ship.id for side in state.sides for ship in state.fleet(side))
    for key in dict.fromkeys((*state.initiative, *others)):
        ship = state.ships.get(key)
        if ship is not None and ship.in_play and key not in state.acted and may(ship):
            return (Prompt(ship.side, (key,), (key,)),)
    return ()


def every_side(state: AnyState, waiting: Waiting) -> tuple[Prompt, ...]:
    """Return a prompt for every side with a piece waiting, where sides need not take turns."""
    return tuple(Prompt(side, ids, ids) for side in sides_in_order(state) if (ids := waiting(state, side)))


def writing(
    state: AnyState, fleets: Mapping[Id, Sequence[Id]], needed: Callable[[Id], bool] = lambda key: True
) -> tuple[Prompt, ...]:
    """Return the sides that write orders in secret. All of them may go on writing until the last one locks. A ship
    lacks an order while none is sealed and its side has not locked, if one is `needed`."""
    asked = {side: ids for side, ids in fleets.items() if ids}
    if asked.keys() <= state.ready:
        return ()
    found, sealed = [], state.sealed
    for side, ids in asked.items():
        lacking = () if side in state.ready else tuple([key for key in ids if key not in sealed and needed(key)])
        found.append(Prompt(side, tuple(ids), lacking))
    return tuple(found)


def mark_acted(state: AnyState, key: Id) -> None:
    """Record that a ship or counter has had its turn in this phase."""
    state.acted.add(key)
    state.last_side = state.owner(key)


def passes(kind: type[Order]) -> Callable[[AnyState, Prompt], Order]:
    """Return an `idle` function that gives the first waiting piece an empty order of that kind."""
    return partial(_first_waiting, kind)


def _first_waiting(kind: type[Order], state: AnyState, prompt: Prompt) -> Order:
    return kind(prompt.waiting[0])
