"""The order of movement: ship by ship, the loser of the initiative first or, by option, all together (hex/2.2, 7)."""

from __future__ import annotations

from dataclasses import replace

from game.core.orders import Id, Order, Prompt
from game.core.umpire import Umpire
from game.rules.hex.helm import base, plotted
from game.rules.ships.thrust_state import ThrustState
from game.rules.turn_order import next_side, sides_in_order
from game.systems.hexcess.movement import map_edges, stacking
from game.systems.hexcess.movement.moving import fly
from game.systems.hexcess.movement.order import HexMove, straight


def movers(state: ThrustState, side: Id) -> tuple[Id, ...]:
    """Return the ships of a side that have not moved. Bases move at the end of the turn."""
    return tuple(ship.id for ship in state.fleet(side) if ship.id not in state.acted and not base(ship))


def next_to_move(state: ThrustState) -> tuple[Prompt, ...]:
    """Return who moves next: sides alternate ship by ship, the loser of the initiative first (hex/2.2, 2.5). A ship
    that must leave its hex is asked before."""
    if found := stacking.waiting(state):
        return found
    return () if plotted(state) else next_side(state, movers, loser_first=True)


def nothing_more(state: ThrustState, prompt: Prompt) -> Order:
    """Return the idle order: the first ship goes straight on, or gives way in the usual direction."""
    key = prompt.ids[0]
    return stacking.GiveWay(key) if stacking.waiting(state) else straight(state.ships[key])


def together(state: ThrustState, umpire: Umpire) -> None:
    """Carry out plotted moves: all ships move, then are set down in the order in which sides would have moved."""
    if not plotted(state):
        return
    ships = [ship for side in sides_in_order(state, loser_first=True) for ship in state.fleet(side) if not base(ship)]
    for ship in ships:
        found = state.sealed.pop(ship.id, None)
        wanted = found if isinstance(found, HexMove) else straight(ship)
        if map_edges.scroll_fault(state, ship, wanted):  # the map has scrolled since the order was written
            wanted = replace(wanted, scroll=None)
        fly(state, umpire, ship, wanted)
        state.acted.add(ship.id)
    state.sealed.clear()
    state.ready.clear()
    stacking.set_down(state, umpire, (ship.id for ship in ships if ship.in_play))
