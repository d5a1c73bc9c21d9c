"""Who moves when: ship by ship, the loser of the initiative first; or by option all together (hex/2.2, 7)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from game.core.orders import Id, Order, Prompt
from game.core.state import State
from game.core.umpire import Umpire
from game.rules.hexcess import edges, stacking
from game.rules.hexcess.drive import base, plotted
from game.rules.hexcess.moving import fly
from game.rules.hexcess.order import HexMove, fault, straight


def movers(state: State, side: Id) -> tuple[Id, ...]:
    """Ships of a side that have not moved; bases move at the end of the turn."""
    return tuple(ship.id for ship in state.fleet(side) if ship.id not in state.done and not base(ship))


def next_to_move(state: State) -> tuple[Prompt, ...]:
    """Sides alternate ship by ship, the loser of the initiative first; who must leave a hex is asked before (hex/2.2, 2.5)."""
    if found := stacking.waiting(state):
        return found
    if plotted(state):
        return ()
    return alternate(state, movers)


def alternate(state: State, waiting: Callable[[State, Id], tuple[Id, ...]]) -> tuple[Prompt, ...]:
    """The side whose turn it is and that has something waiting, the loser of the initiative first (hex/2.2)."""
    order = tuple(reversed(state.initiative or tuple(state.sides)))
    start = order.index(state.floor) + 1 if state.floor else 0
    for side in order[start:] + order[:start]:
        if ids := waiting(state, side):
            return (Prompt(side, ids, ids),)
    return ()


def nothing_more(state: State, prompt: Prompt) -> Order:
    """The first ship goes straight on, or gives way as is usual."""
    key = prompt.ids[0]
    return stacking.GiveWay(key) if stacking.waiting(state) else straight(state.ships[key])


def together(state: State, umpire: Umpire) -> None:
    """Plotted moves are made: all ships move, then they are set down in the order in which sides would have moved."""
    if not plotted(state):
        return
    order = tuple(reversed(state.initiative or tuple(state.sides)))
    ships = [ship for side in order for ship in state.fleet(side) if not base(ship)]
    for ship in ships:
        found = state.sealed.pop(ship.id, None)
        wanted = found if isinstance(found, HexMove) and fault(ship, found) is None else straight(ship)
        if edges.scroll_fault(state, ship, wanted):  # the map has moved since she wrote it
            wanted = replace(wanted, scroll=None)
        fly(state, umpire, ship, wanted)
        state.done.add(ship.id)
    state.sealed.clear()
    state.ready.clear()
    stacking.set_down(state, umpire, (ship.id for ship in ships if ship.in_play))
