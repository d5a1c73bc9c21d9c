"""Reverse Thrust: a ship at rest moves backwards, with negative velocity (manoeuvres/reverse-thrust)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from game.core.orders import Illegal
from game.core.values import House, number
from game.rules.manoeuvres.framework.base import Manoeuvre, ManoeuvreOrder, PlannedMove, manoeuvre_rule, setting
from game.rules.manoeuvres.framework.slewed import slew
from game.rules.ships.ship import Ship

if TYPE_CHECKING:
    from game.rules.manoeuvres.framework.movement_order import MovementOrder

RULE = "manoeuvres/reverse-thrust"


class ReverseThrust(Manoeuvre):
    """RT n: the ship moves n MU faster backwards, against its bow."""

    by_vectors = "their thrusters push them astern, by PR"
    code, title, rule, shape = "RT", "Reverse Thrust", RULE, "number"
    line = "backs away from rest"
    settings = (
        manoeuvre_rule("RT", "Reverse thrust", "A ship at rest backs away, at twice the thrust.", RULE),
        setting("rt.efficiency", "Thrust astern", "Velocity astern for each point of thrust.",
                ((0.5, "half"), (1.0, "one")), 0.5, RULE, "RT"),
        setting("rt.max_speed", "Speed astern", "How fast a ship may back away.",
                (("thrust", "its thrust"), ("half", "half its thrust"), ("any", "any")), "thrust", RULE, "RT"),
    )  # fmt: skip

    def values(self, ship: Ship, house: House) -> Iterable[ManoeuvreOrder]:
        return tuple(ManoeuvreOrder(self, n) for n in range(1, max(1, ship.thrust // price(house)) + 1))

    def cost(self, use: ManoeuvreOrder, house: House) -> tuple[int, int]:
        """Return the thrust points, all out of the rating."""
        return 0, use.n * price(house)

    def fault(self, ship: Ship, use: ManoeuvreOrder, plot: MovementOrder, house: House) -> Illegal | None:
        """Refuse it above the speed limit, and unless the ship is at rest or moves backwards, with bow and course in
        line."""
        if ship.velocity > 0:
            return Illegal(f"{ship.name} moves ahead: it must stop first", RULE)
        if slew(ship):
            return Illegal(f"{ship.name} does not point along its course and cannot back away", RULE)
        if not use.n:
            return Illegal("reverse thrust is for a velocity of 1 at least", RULE)
        most = fastest(ship, house)
        if most is not None and use.n - ship.velocity > most:
            return Illegal(f"{ship.name} goes astern at {most} at most", RULE)
        return None

    def steer(self, flight: PlannedMove, ship: Ship, use: ManoeuvreOrder, house: House) -> None:
        flight.velocity -= use.n


def fastest(ship: Ship, house: House) -> int | None:
    """Return the greatest speed backwards, in MU a turn; None if there is no limit."""
    return {"thrust": ship.thrust, "half": ship.thrust // 2}.get(str(house["rt.max_speed"]))


def price(house: House) -> int:
    """Return the thrust points for each MU backwards (manoeuvres/reverse-thrust)."""
    return round(1 / number(house, "rt.efficiency"))
