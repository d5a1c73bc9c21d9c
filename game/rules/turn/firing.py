"""Who fires when, and what is settled after the last shot (full-thrust-base/1.4)."""

from __future__ import annotations

from game.core.orders import Id, Order, Prompt
from game.core.turn_order import next_side
from game.core.umpire import Umpire
from game.rules.combat.fire import Fire, volley
from game.rules.combat.targeting import armed
from game.rules.movement import post_movement
from game.rules.ships import terrain_hazards
from game.rules.ships.thrust_state import ThrustState


def may_fire(state: ThrustState, side: Id) -> tuple[Id, ...]:
    """Return ships of a side that have not fired this turn and have something to fire with
    (full-thrust-base/1.4/firing).

    One destroyed this phase still fires under simultaneous effect.
    """
    return tuple([ship.id for ship in state.fleet(side) if armed(state, ship)])


def next_to_fire(state: ThrustState) -> tuple[Prompt, ...]:
    """Return sides alternate ship by ship, the winner of the initiative first; when one has done, the others go on
    (1.4)."""
    if waiting := post_movement.answering(state):
        return waiting
    if (key := post_movement.activated(state)) and armed(state, state.ships[key]):
        return (Prompt(state.ships[key].side, (key,), (key,)),)
    return next_side(state, may_fire)


def hold_fire(state: ThrustState, prompt: Prompt) -> Order:
    """Return the first ship that may fire holds its fire; one that is named as a target does nothing about it."""
    return post_movement.nothing_more(state, prompt) if post_movement.answering(state) else Fire(prompt.ids[0])


def nothing_bears(state: ThrustState, key: Id) -> bool:
    """Does nothing of a ship bear on anybody, so that older saves, in which it was not asked, have no order of it
    (6.19)?"""
    return not any(volley(state, key, other.id) for other in state.enemies(state.owner(key)))


def settle_losses(state: ThrustState, umpire: Umpire) -> None:
    """Ships whose last fire was still to count leave the table now; wrecks may burst (full-thrust-base/1.4, 6.20)."""
    for ship in state.ships.values():
        if ship.dies_after_phase:
            ship.dies_after_phase, ship.removed_reason = False, "destroyed"
    terrain_hazards.wrecks(state, umpire)
