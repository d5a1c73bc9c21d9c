"""Ships whose bow does not point along their course, and what they may do about it (manoeuvres/slewed).

Arcs, screens by arc and the aft arc go by the facing, movement by the course. A slewed ship that orders nothing of the kind
bites: she loses velocity and swings her course round to her bow in the middle of the move.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from game.board.table import clock
from game.core.orders import Illegal
from game.rules.drive import Power
from game.rules.hull import Ship
from game.rules.manoeuvre import Flight, House, Manoeuvre, Use

if TYPE_CHECKING:
    from game.rules.plots import Plot

RULE = "manoeuvres/slewed"
BITE = 3  # points of slew a drive can still bite against
ASTERN = 6


def slew(ship: Ship) -> int:
    """Points from the course to the bow, -5 to 6, to port negative."""
    return (ship.facing - ship.course + 5) % 12 - 5


def slewed_fault(ship: Ship, plot: Plot) -> Illegal | None:
    """A slewed ship steers only if she recovers, brakes or flips, or if her drive can bite."""
    points = slew(ship)
    if not points or not (plot.legs or plot.dv) or plot.using("REC"):
        return None
    if plot.using("BRK") or plot.using("DRIFT") or plot.using("FL"):
        return Illegal(f"{ship.name} lies {abs(points)} points off her course and does nothing else this turn", RULE)
    if abs(points) > BITE:
        return Illegal(f"{ship.name} lies {abs(points)} points off her course: she may drift, recover, flip or brake", RULE)
    return None


def bite(flight: Flight, ship: Ship, plot: Plot, house: House) -> None:
    """The ordinary move of a slewed ship: half along her course, then the course follows the bow; all turns in that half."""
    points, turned = slew(ship), sum(plot.legs)
    if not ship.thrust or abs(points) > BITE:
        return
    flight.velocity = max(0, ship.velocity - house.get("skid.bleed", 1) * abs(points)) + plot.dv
    flight.courses = ship.course, clock(ship.facing + turned)
    flight.facings = ship.facing, clock(ship.facing + turned)
    flight.end = flight.facings[1]


class Slewed(Manoeuvre):
    """What only a slewed ship orders; played wherever something slews ships."""

    rule = RULE

    def enabled(self, house: House) -> bool:
        """Wherever ships can come to be slewed."""
        return any(house.get(f"man.{code}") for code in ("DR", "FL", "SK"))

    def fault(self, ship: Ship, use: Use, plot: Plot, house: House) -> Illegal | None:
        """She must be slewed."""
        return None if slew(ship) else Illegal(f"{ship.name} points along her course", RULE)


class Drift(Slewed):
    """DRIFT: on along the course, bow where it is."""

    code, title = "DRIFT", "Drift"
    alone = True


class Recover(Slewed):
    """REC: the bow comes back to the course before she moves, for a point of turning each."""

    code, title = "REC", "Recover"

    def power(self, ship: Ship, use: Use, power: Power, house: House) -> Power:
        """What the recovery takes is no longer there."""
        points = abs(slew(ship))
        return Power(power.thrust - points, power.turning - points)

    def steer(self, flight: Flight, ship: Ship, use: Use, house: House) -> None:
        """From then on she moves as any other."""
        flight.facings, flight.end = flight.courses, flight.courses[1]


class Brake(Slewed):
    """BRK n: the drive burns against the course of a ship that flies stern first."""

    code, title, shape = "BRK", "Brake", "number"
    alone = True

    def values(self, ship: Ship, house: House) -> Iterable[Use]:
        """Up to the rating."""
        return tuple(Use(self.code, n) for n in range(1, ship.thrust + 1))

    def cost(self, use: Use, house: House) -> tuple[int, int]:
        """A point each."""
        return 0, use.n

    def fault(self, ship: Ship, use: Use, plot: Plot, house: House) -> Illegal | None:
        """The stern must point along the course."""
        if abs(slew(ship)) != ASTERN:
            return Illegal(f"{ship.name} brakes only while she flies stern first", RULE)
        return None

    def steer(self, flight: Flight, ship: Ship, use: Use, house: House) -> None:
        """Slower; and if the burn is longer than the velocity, off the other way, bow first."""
        flight.velocity = ship.velocity - use.n
        if flight.velocity < 0:
            flight.velocity = -flight.velocity
            flight.courses = flight.facings
