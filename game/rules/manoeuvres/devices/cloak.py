"""Cloaking a ship for some turns, which is written in the movement order (full-thrust-base/6.16/cloak).

`game/rules/special/cloaks.py` handles the ship while it is cloaked.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from game.core.events import Event
from game.core.orders import Illegal
from game.core.umpire import Umpire
from game.core.values import House
from game.rules.manoeuvres.framework.base import Manoeuvre, ManoeuvreOrder
from game.rules.ships.ship import BOOK, CLOAKED, Ship
from game.rules.ships.thrust_state import ThrustState

if TYPE_CHECKING:
    from game.rules.manoeuvres.framework.movement_order import MovementOrder

RULE = f"{BOOK}/6.16/cloak"
SYSTEM = "cloak"
LONGEST = 9  # turns


class Cloak(Manoeuvre):
    """CLOAK n: the ship is off the table for n turns, including the present one."""

    code, title, rule, shape = "CLOAK", "Cloak", RULE, "number"
    line = "off the table for turns"
    about = "Off the table for so many turns. Orders are still written, and the ship appears where they have taken it."
    by_vectors = "it is flown by courses on the clock while nobody sees it"
    standard = True
    timers = (CLOAKED,)

    def offered(self, ship: Ship) -> bool:
        return bool(ship.design.of(SYSTEM))

    def values(self, ship: Ship, house: House) -> Iterable[ManoeuvreOrder]:
        """Return one to nine turns, if it works and the ship is not cloaked."""
        open_ = ship.working(SYSTEM) and ship.timer(CLOAKED) is None
        return tuple(ManoeuvreOrder(self, turns) for turns in range(1, LONGEST + 1)) if open_ else ()

    def fault(self, ship: Ship, use: ManoeuvreOrder, plot: MovementOrder, house: House) -> Illegal | None:
        """Refuse it without a working cloak or a number of turns, or with anything but movement."""
        if not self.offered(ship):
            return Illegal(f"{ship.name} has no cloak", RULE)
        if use in ship.active_manoeuvres:
            return None
        if not ship.working(SYSTEM):
            return Illegal(f"the cloak of {ship.name} is knocked out", RULE)
        if not 1 <= use.n <= LONGEST:
            return Illegal(f"a ship cloaks for 1 to {LONGEST} turns, not {use.n}", RULE)
        if len(plot.uses) > 1 or plot.ram:
            return Illegal("a ship that cloaks moves, and does nothing else by its order", RULE)
        return None

    def lingers(self, ship: Ship, plot: MovementOrder) -> Illegal | None:
        """Refuse a cloaked ship everything but movement, except the cloaking order itself once orders are shown."""
        more = [use for use in plot.uses if use not in ship.active_manoeuvres]
        if ship.timer(CLOAKED) is None or not (more or plot.ram):
            return None
        return Illegal(f"{ship.name} is cloaked: it moves, and does nothing else by its order", RULE)

    def on_reveal(self, state: ThrustState, umpire: Umpire, ship: Ship, use: ManoeuvreOrder) -> None:
        """Announce the number of turns, which is public."""
        if ship.timer(CLOAKED) is None:
            ship.set_timer(CLOAKED, use.n)
            turns = f"{use.n} turn{'s' * (use.n != 1)}"
            umpire.tell(Event("note", RULE, f"{{{ship.id}}} cloaks", ship.id, result=f"for {turns}", at=ship.at))
