"""Hard About: points of turn beyond the allowance, for thrust and a check of the drive (manoeuvres/hard-about)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from game.core.orders import Illegal
from game.core.values import House
from game.rules.manoeuvres.framework.base import ManoeuvreOrder, PlannedMove, manoeuvre_rule
from game.rules.manoeuvres.framework.checks import Strained, before_moving, timing
from game.rules.ships.ship import Ship

if TYPE_CHECKING:
    from game.rules.manoeuvres.framework.movement_order import MovementOrder

RULE = "manoeuvres/hard-about"
PRICE = 2  # thrust points for each point of turn


class HardAbout(Strained):
    """HA n: its points are added to the turn at the middle of the move."""

    by_vectors = "their bows turn as far as they like for one thruster point"
    code, title, rule, shape = "HA", "Hard About", RULE, "hand"
    line = "more turn, drive checks"
    settings = (
        manoeuvre_rule("HA", "Hard about", "Two thrust a point turns a ship beyond its allowance.", RULE),
        timing("HA", "Hard about"),
    )

    def values(self, ship: Ship, house: House) -> Iterable[ManoeuvreOrder]:
        """Return every number up to the rating, and one beyond."""
        most = ship.thrust // PRICE + 1
        return tuple(ManoeuvreOrder(self, n) for n in range(-most, most + 1) if n)

    def cost(self, use: ManoeuvreOrder, house: House) -> tuple[int, int]:
        """Return two thrust points for each point of turn, none of them out of the turn allowance."""
        return 0, PRICE * abs(use.n)

    def fault(self, ship: Ship, use: ManoeuvreOrder, plot: MovementOrder, house: House) -> Illegal | None:
        """Refuse it against the direction of the turn, and for an advanced drive, which turns with all its thrust."""
        if ship.design.advanced:
            return Illegal(f"{ship.name}'s advanced drive turns with all its thrust: it has no hard about", RULE)
        if not use.n:
            return Illegal("a hard about turns a point at least", RULE)
        if plot.legs and plot.legs[-1] * use.n < 0:
            return Illegal("a hard about goes on to the side of the turn before it", RULE)
        return None

    def early(self, house: House) -> bool:
        return before_moving(house, str(house["ha.timing"]))

    def check_modifier(self, ship: Ship, use: ManoeuvreOrder) -> int:
        """Return one for each point after the first."""
        return abs(use.n) - 1

    def steer(self, flight: PlannedMove, ship: Ship, use: ManoeuvreOrder, house: House) -> None:
        """Turn at the middle of the move, with the second half of the turn that it extends."""
        flight.turn(0, use.n)
