"""Honour: the ships that may be fired at and grappled, and the summons of a civilian (sail/8)."""

from __future__ import annotations

from game.board.geometry import span, within
from game.core.orders import Illegal
from game.systems.full_sail.ships.ship import SailingShip, SailState

RULE = "sail/8"
SMALLER = 3  # rated masts by which a ship is too small to be fired at
OTHERS = 36.0  # MU within which another target must be preferred
SUMMONED_AT = 12.0  # MU within which a civilian can be summoned


def worthy(state: SailState, firer: SailingShip, target: SailingShip) -> bool:
    """Return whether a target is legal whatever else is near. It is if it is large enough, or has fired at this ship. A
    civilian is legal only after it has ignored a summons."""
    if target.struck:
        return False
    if firer.id in target.fired_at:
        return True
    if target.design.merchant:
        return refused_summons(state, target)
    return firer.design.merchant or masts_of_honour(state, firer) - masts_of_honour(state, target) < SMALLER


def masts_of_honour(state: SailState, ship: SailingShip) -> int:
    """Return a ship's size for honour: its rated masts or, by option, those left."""
    gone = ship.masts_gone if state.house["honour_masts"] == "standing" else 0
    return max(0, ship.design.rated_masts - gone)


def refused_summons(state: SailState, ship: SailingShip) -> bool:
    """Return whether a civilian was summoned in an earlier turn without striking."""
    return 0 < ship.summoned < state.turn and not ship.struck


def dishonour(state: SailState, firer: SailingShip, target: SailingShip, grapple: bool = False) -> Illegal | None:
    """Return why honour forbids fire at a target, or a grapple; or None."""
    if target.struck and not grapple:
        return Illegal(f"{target.name} has struck", RULE)
    if not state.house["honour"] or target.struck or target.zero:
        return None
    if target.design.merchant and not worthy(state, firer, target):
        return Illegal(f"{target.name} is a civilian and has not been summoned in vain", RULE)
    if (
        grapple
        and state.house["honour_grapple"] == "both"
        and _apart(state, firer, target)
        and firer.id not in target.fired_at
    ):
        return Illegal(f"{target.name} is not of a size with {firer.name}", RULE)
    if worthy(state, firer, target):
        return None
    others = [
        other
        for other in state.enemies(firer.side)
        if other.id != target.id and within(span(firer.at, other.at), OTHERS) and worthy(state, firer, other)
    ]
    if not others:
        return None
    return Illegal(f"{target.name} is too small for {firer.name} while {others[0].name} is near", RULE)


def _apart(state: SailState, one: SailingShip, other: SailingShip) -> bool:
    return abs(masts_of_honour(state, one) - masts_of_honour(state, other)) >= SMALLER
