"""The consequences of revealing orders, and rewriting after a failed emergency thrust (manoeuvres/emergency-thrust)."""

from __future__ import annotations

from game.core.orders import Order, Prompt
from game.core.umpire import Umpire
from game.rules.manoeuvres import archive
from game.rules.manoeuvres.engines.emergency_thrust import AGAIN, writes_again
from game.rules.movement.movement_kinds import current_order, fresh
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import ThrustState


def show_orders(state: ThrustState, umpire: Umpire) -> None:
    """Start each ship's manoeuvres of this turn, with the dice that are due immediately. Orders that cannot be flown
    start nothing."""
    for ship in list(state.ships.values()):
        _show(state, umpire, ship)


def emergencies(state: ThrustState) -> bool:
    """Return whether any ship of this battle may have to rewrite its order."""
    return any(one.code == "ET" for one in archive.enabled_manoeuvres(state.house))


def rewriting(state: ThrustState) -> tuple[Prompt, ...]:
    """Return the sides whose ships must rewrite their orders, in turn. A ship with a dead drive has nothing to write,
    and drifts."""
    for side in state.sides:
        ids = tuple(ship.id for ship in state.fleet(side) if writes_again(ship) and _may_steer(state, ship))
        if ids:
            return (Prompt(side, ids, ids),)
    return ()


def drift_on(state: ThrustState, prompt: Prompt) -> Order:
    """Return the idle order: the first of these ships flies straight on."""
    return fresh(state.ships[prompt.ids[0]])


def show_again(state: ThrustState, umpire: Umpire) -> None:
    """Reveal rewritten orders as well. Ships that could write nothing no longer wait."""
    for ship in list(state.ships.values()):
        ship.status_flags -= {AGAIN}
        if ship.id in state.acted:
            _show(state, umpire, ship)


def _show(state: ThrustState, umpire: Umpire, ship: Ship) -> None:
    if not ship.in_play:
        ship.active_manoeuvres = ()
    elif ship.id in state.sealed:
        plot = current_order(state, ship)  # without manoeuvres it starts nothing, whether it can be flown or not
        archive.on_reveal(state, umpire, ship, plot.going(state) if plot.uses else plot)


def _may_steer(state: ThrustState, ship: Ship) -> bool:
    """Return whether the ship can order anything: by thrust, or by turning with a dead drive."""
    return ship.thrust > 0 or any(one.code == "DR" for one in archive.enabled_manoeuvres(state.house))
