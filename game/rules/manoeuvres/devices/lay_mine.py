"""Laying a mine, which is written in the movement order (full-thrust-base/6.18).

The order says how far along its move the ship lays it. `game/rules/special/minefield.py` handles the mine.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from game.core.orders import Illegal
from game.core.values import House
from game.rules.manoeuvres.framework.base import Manoeuvre, ManoeuvreOrder
from game.rules.ships.ship import BOOK, Ship

if TYPE_CHECKING:
    from game.rules.manoeuvres.framework.movement_order import MovementOrder

RULE = f"{BOOK}/6.18"
LAYER = "minelayer"
MINES_LAID = "mines laid"  # timer of a ship that counts the mines it has laid


def mines_left(ship: Ship) -> int:
    """Return the number of mines that a ship's working minelayers can still lay."""
    return max(0, sum(mount.size for mount in ship.working(LAYER)) - (ship.timer(MINES_LAID) or 0))


class LayMine(Manoeuvre):
    """MINE6: a mine is laid 6 MU along the move; MINE0 at its start."""

    code, title, rule = "MINE", "Lay a mine", RULE
    line = "one mine along the move"
    shape, turn = "number", -1
    standard = True
    about = "Lays one mine so many MU along the move. It is live from the next turn on."

    def offered(self, ship: Ship) -> bool:
        return bool(ship.design.of(LAYER))

    def values(self, ship: Ship, house: House) -> Iterable[ManoeuvreOrder]:
        """Return every MU of its move at its present velocity."""
        if not mines_left(ship):
            return ()
        return (ManoeuvreOrder(self, far) for far in range(max(0, ship.velocity) + 1))

    def fault(self, ship: Ship, use: ManoeuvreOrder, plot: MovementOrder, house: House) -> Illegal | None:
        """Refuse it without a working minelayer and a mine left, or beyond the end of the move."""
        if not self.offered(ship):
            return Illegal(f"{ship.name} has no minelayer", RULE)
        if not ship.working(LAYER):
            return Illegal(f"the minelayer of {ship.name} is knocked out", RULE)
        if not mines_left(ship) and use not in ship.active_manoeuvres:
            return Illegal(f"{ship.name} has no mines left", RULE)
        if use.whom or use.mark:
            return Illegal("a mine is laid so many MU along the move, such as MINE6, and names nobody", RULE)
        flies = max(0, ship.velocity + plot.dv)
        if ship.heading is None and use.n > flies:
            return Illegal(f"{ship.name} flies {flies} MU and lays no mine at {use.n}", RULE)
        return None
