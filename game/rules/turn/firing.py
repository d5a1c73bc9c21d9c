"""The order of fire, and losses settled after the last shot (full-thrust-base/1.4)."""

from __future__ import annotations

from game.core.orders import Id, Order, Prompt
from game.core.umpire import Umpire
from game.rules.combat.fire import Fire, volley
from game.rules.combat.targeting import armed
from game.rules.movement import post_movement
from game.rules.ships import terrain_hazards
from game.rules.ships.thrust_state import ThrustState
from game.rules.turn_order import next_side


def may_fire(state: ThrustState, side: Id) -> tuple[Id, ...]:
    """Return the ships of a side that have not fired this turn and have a gun (full-thrust-base/1.4/firing). With
    simultaneous effect, a ship destroyed in this phase still fires."""
    return tuple([ship.id for ship in state.fleet(side) if armed(state, ship)])


def next_to_fire(state: ThrustState) -> tuple[Prompt, ...]:
    """Return who fires next: sides alternate ship by ship, the winner of the initiative first (1.4). When one side is
    done, the others go on."""
    if waiting := post_movement.answering(state):
        return waiting
    if (key := post_movement.activated_ship(state)) and armed(state, state.ships[key]):
        return (Prompt(state.ships[key].side, (key,), (key,)),)
    return next_side(state, may_fire)


def hold_fire(state: ThrustState, prompt: Prompt) -> Order:
    """Return the order to hold fire, for the first ship that may fire; for a ship named as a target, to do nothing."""
    return post_movement.nothing_more(state, prompt) if post_movement.answering(state) else Fire(prompt.ids[0])


def nothing_bears(state: ThrustState, key: Id) -> bool:
    """Return whether no gun of a ship bears on any enemy (6.19). Older versions did not ask it then, so their saves
    hold no order for it."""
    return not any(volley(state, key, other.id) for other in state.enemies(state.owner(key)))


def settle_losses(state: ThrustState, umpire: Umpire) -> None:
    """Remove ships whose last fire still had to count. Wrecks may explode (full-thrust-base/1.4, 6.20)."""
    for ship in state.ships.values():
        if ship.dies_after_phase:
            ship.dies_after_phase, ship.removed_reason = False, "destroyed"
    terrain_hazards.wrecks(state, umpire)
