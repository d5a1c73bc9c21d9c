"""Skid: the bow swings at the end of the move while the ship keeps its course (manoeuvres/skid)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from game.core.orders import Illegal
from game.core.values import House, number
from game.rules.manoeuvres.framework.base import Manoeuvre, ManoeuvreOrder, PlannedMove, manoeuvre_rule, setting
from game.rules.ships.ship import Ship

if TYPE_CHECKING:
    from game.rules.manoeuvres.framework.movement_order import MovementOrder

RULE = "manoeuvres/skid"


class Skid(Manoeuvre):
    """SK n: course and velocity stay, and from then on the ship is slewed."""

    by_vectors = "their course never follows their bow, so there is nothing to skid out of"
    code, title, rule, shape = "SK", "Skid", RULE, "hand"
    line = "bow swings off the course"
    settings = (
        manoeuvre_rule("SK", "Skid", "The bow swings at the end of the move while the ship slides on.", RULE),
        setting(
            "sk.max", "Widest skid", "Points a bow may swing.", tuple((n, str(n)) for n in range(1, 7)), 3, RULE, "SK"
        ),
    )

    def values(self, ship: Ship, house: House) -> Iterable[ManoeuvreOrder]:
        most = widest(house)
        return tuple(ManoeuvreOrder(self, n) for n in range(-most, most + 1) if n)

    def cost(self, use: ManoeuvreOrder, house: House) -> tuple[int, int]:
        """Return a point of turning for each point of swing."""
        return abs(use.n), 0

    def fault(self, ship: Ship, use: ManoeuvreOrder, plot: MovementOrder, house: House) -> Illegal | None:
        """Refuse a wider swing than allowed."""
        if not 1 <= abs(use.n) <= widest(house):
            return Illegal(f"a bow swings by {widest(house)} points at most", RULE)
        return None

    def steer(self, flight: PlannedMove, ship: Ship, use: ManoeuvreOrder, house: House) -> None:
        flight.swing(use.n)


def widest(house: House) -> int:
    """Return the most points that a bow may swing in one skid (manoeuvres/skid)."""
    return int(number(house, "sk.max"))
