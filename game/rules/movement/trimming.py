"""Orders that a drive no longer pays for: as much of them, from their left, as it does (manoeuvres/checks, 13, 15)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from game.core.values import House
from game.rules.manoeuvres.framework.base import ManoeuvreOrder
from game.rules.manoeuvres.framework.slewed import slowest
from game.rules.ships.ship import Ship

if TYPE_CHECKING:
    from game.rules.movement.plot import Plot


def trimmed(ship: Ship, plot: Plot, house: House) -> Plot:
    """The order from its left on, as far as the thrust goes that is there now; half of it is no limit here (13, 15). No ship
    slows to less than a stop (full-thrust-base/2.1).

    It is written out as turns, hard about, roll, corkscrew, change of speed, and the rest in their order.
    """
    purse = _Purse(plot.power(ship, house).thrust)
    legs = tuple(n for n in (purse.cut(n) for n in plot.legs) if n)
    first = [purse.use(use, house) for use in plot.uses if use.code == "HA"]
    roll = bool(purse.cut(int(plot.roll)))
    first += [purse.use(use, house) for use in plot.uses if use.code == "CO"]
    dv = purse.cut(max(plot.dv, slowest(ship, plot, house)))
    rest = [purse.use(use, house) for use in plot.uses if use.code not in ("HA", "CO")]
    kept = {use.code: use for use in (*first, *rest) if use}
    uses = tuple(kept[use.code] for use in plot.uses if use.code in kept)
    return replace(plot, legs=legs, roll=roll, dv=dv, uses=uses)


class _Purse:
    """Thrust that is spent along an order; when something must be cut short, nothing is left for what follows."""

    def __init__(self, thrust: int) -> None:
        self.left = thrust

    def cut(self, points: int, price: int = 1) -> int:
        """So many of these signed points, at a price each, as can be paid for."""
        most = min(abs(points), self.left // price)
        self.left = self.left - most * price if most == abs(points) else 0
        return most if points > 0 else -most

    def use(self, use: ManoeuvreOrder, house: House) -> ManoeuvreOrder | None:
        """A manoeuvre, or as much of it as can be paid for; what costs nothing stays."""
        price = sum(use.manoeuvre.cost(use, house))
        if price == 0:
            return use
        if use.manoeuvre.shape == "switch":
            return use if self.cut(1, price) else None
        points = self.cut(use.n, price // abs(use.n))
        return replace(use, n=points) if points else None
