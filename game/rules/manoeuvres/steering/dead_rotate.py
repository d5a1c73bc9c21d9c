"""Dead Rotate: a ship with a dead drive swings its bow while it drifts (manoeuvres/dead-rotate)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from game.core.orders import Illegal
from game.core.values import House, number
from game.rules.manoeuvres.framework.base import SWITCH, Manoeuvre, ManoeuvreOrder, PlannedMove, manoeuvre_rule, setting
from game.rules.manoeuvres.jumps.ftl import STARTED, TURNED, started
from game.rules.ships.drive import spin_is_free
from game.rules.ships.ship import Ship

if TYPE_CHECKING:
    from game.rules.manoeuvres.framework.movement_order import MovementOrder

RULE = "manoeuvres/dead-rotate"
HALF_CIRCLE = 6


class DeadRotate(Manoeuvre):
    """DR n: the bow swings after the move. Course and velocity stay, and no drive burns."""

    by_vectors = "their bows turn apart from their course at any time, by TP and TS"
    code, title, rule, shape = "DR", "Dead Rotate", RULE, "hand"
    line = "dead drive, bow still turns"
    alone = glides = True
    settings = (
        manoeuvre_rule("DR", "Dead rotate", "A ship whose drive is dead turns its bow while it drifts on.", RULE),
        setting("dr.rate", "Dead rotate rate", "Points a drifting ship turns in one turn.",
                tuple((n, str(n)) for n in range(1, 7)), 1, RULE, "DR"),
        setting("dr.idle_allowed", "Dead rotate with a working drive",
                "Also a ship whose drive works may rotate, if it idles.", SWITCH, False, RULE, "DR"),
    )  # fmt: skip

    def values(self, ship: Ship, house: House) -> Iterable[ManoeuvreOrder]:
        """Return turns to either side; at rest all facings."""
        most = reach(ship, house)
        return tuple(ManoeuvreOrder(self, n) for n in range(-most, most + 1) if n)

    def fault(self, ship: Ship, use: ManoeuvreOrder, plot: MovementOrder, house: House) -> Illegal | None:
        """Refuse it while the drive works or, by option, burns; and turns beyond the rate."""
        if ship.thrust and not house["dr.idle_allowed"]:
            return Illegal(f"{ship.name}'s drive works: only a ship without thrust rotates dead", RULE)
        if started(ship, STARTED, TURNED):
            return Illegal(f"{ship.name} has started its FTL drive and does not turn", RULE)
        if not 1 <= abs(use.n) <= reach(ship, house):
            return Illegal(f"{ship.name} drifts, and its bow swings by {reach(ship, house)} at most in a turn", RULE)
        return None

    def steer(self, flight: PlannedMove, ship: Ship, use: ManoeuvreOrder, house: House) -> None:
        flight.swing(use.n)


def reach(ship: Ship, house: House) -> int:
    """Return the points that a drifting ship may swing in a turn (manoeuvres/dead-rotate). At rest it is any number,
    where ships at rest turn freely."""
    return HALF_CIRCLE if ship.velocity == 0 and spin_is_free(house) else int(number(house, "dr.rate"))
