"""Ships whose bow does not point along their course, and their special orders (manoeuvres/slewed).

Arcs, screens by arc and the aft arc depend on the facing, movement on the course. If a slewed ship orders nothing
special, its drive bites: it loses velocity, and its course swings round to the bow in the middle of the move.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from game.board.geometry import clock
from game.core.orders import Illegal
from game.core.values import House, number
from game.rules.manoeuvres.framework.base import Manoeuvre, ManoeuvreOrder, PlannedMove, rounded_turn
from game.rules.ships.drive import Power
from game.rules.ships.ship import Ship

if TYPE_CHECKING:
    from game.rules.manoeuvres.framework.movement_order import MovementOrder

RULE = "manoeuvres/slewed"
BITE = 3  # most points of slew at which a drive can bite
ASTERN = 6


def slew(ship: Ship) -> int:
    """Return the clock points from the course to the bow, -5 to 6, negative to port."""
    return (ship.facing - ship.course + 5) % 12 - 5


def glides(plot: MovementOrder) -> bool:
    """Return whether the order keeps the course of a slewed ship."""
    return any(use.manoeuvre.glides for use in plot.uses)


def bites(ship: Ship, plot: MovementOrder) -> bool:
    """Return whether the drive swings the course of a slewed ship round to its bow."""
    points = abs(slew(ship))
    return 0 < points <= BITE and ship.thrust > 0 and not plot.using("REC") and not glides(plot)


def slewed_fault(ship: Ship, plot: MovementOrder, house: House) -> Illegal | None:
    """Refuse to steer a slewed ship unless it recovers, brakes or flips, or its drive can bite; None if it may."""
    points = abs(slew(ship))
    if not points or plot.using("REC"):
        return None
    steers = plot.legs or plot.dv or plot.using("HA") or plot.using("SK")
    if steers and glides(plot):
        return Illegal(f"{ship.name} lies {points} points off its course and steers no other way this turn", RULE)
    if steers and points > BITE:
        return Illegal(f"{ship.name} lies {points} points off its course: it may drift, recover, flip or brake", RULE)
    if plot.dv and plot.dv + (left := bitten(ship, house)) < 0:
        return Illegal(f"{ship.name} keeps {left} of its velocity as it bites: no ship flies backwards", RULE)
    return None


def bitten(ship: Ship, house: House) -> int:
    """Return the velocity that a slewed ship keeps when its drive bites."""
    return max(0, ship.velocity - int(number(house, "skid.bleed")) * abs(slew(ship)))


def slowest(ship: Ship, plot: MovementOrder, house: House) -> int:
    """Return the lowest change of speed that a ship can make, in MU: to a stop, from the velocity it keeps if its drive
    bites. Braking does not speed up a ship that goes backwards."""
    return -max(0, bitten(ship, house) if bites(ship, plot) else ship.velocity)


def bite(flight: PlannedMove, ship: Ship, plot: MovementOrder, house: House) -> None:
    """Change the ordinary move of a slewed ship. The first half goes along the course, then the course follows the bow.
    All turns are in the second half."""
    if not bites(ship, plot):
        return
    swung = clock(ship.facing + sum(rounded_turn(points, flight.grain) for points in plot.legs))
    flight.velocity = bitten(ship, house) + plot.dv
    flight.courses, flight.facings, flight.end = (ship.course, swung), (ship.facing, swung), swung


class Slewed(Manoeuvre):
    """An order that only a slewed ship gives, one in each order, available where any rule slews ships."""

    rule = RULE
    because = "a ship off its course needs them"
    by_vectors = "their bows always go their own way, and nothing need be done about it"

    @property
    def switched_by(self) -> tuple[str, ...]:
        """The codes of all manoeuvres that slew ships."""
        return ("SK", "FL", "DR")

    def offered(self, ship: Ship) -> bool:
        return bool(slew(ship))

    def fault(self, ship: Ship, use: ManoeuvreOrder, plot: MovementOrder, house: House) -> Illegal | None:
        """Refuse it to a ship that is not slewed, and two such orders together."""
        if not slew(ship):
            return Illegal(f"{ship.name} points along its course", RULE)
        if sum(one.code in ("DRIFT", "REC", "BRK") for one in plot.uses) > 1:
            return Illegal(f"{ship.name} drifts, recovers or brakes, one of them", RULE)
        return None


class Drift(Slewed):
    """DRIFT: the ship keeps its course and its facing."""

    code, title = "DRIFT", "Drift"
    line = "slewed: slides straight on"
    alone = glides = True


class Recover(Slewed):
    """REC: the bow comes back to the course before the move, for a point of turning each."""

    code, title = "REC", "Recover"
    line = "slewed: bow back to the course"

    def fault(self, ship: Ship, use: ManoeuvreOrder, plot: MovementOrder, house: House) -> Illegal | None:
        """Refuse it without a point of turning for each point of slew."""
        if wrong := super().fault(ship, use, plot, house):
            return wrong
        given = plot.power(ship, house)
        if given.turning < 0:
            off, most = abs(slew(ship)), given.turning + abs(slew(ship))
            return Illegal(f"{ship.name} lies {off} points off its course, and only {most} thrust may turn it", RULE)
        return None

    def power(self, ship: Ship, use: ManoeuvreOrder, power: Power, house: House) -> Power:
        """Return the limits less the thrust points for the recovery."""
        points = abs(slew(ship))
        return Power(power.thrust - points, power.turning - points)

    def steer(self, flight: PlannedMove, ship: Ship, use: ManoeuvreOrder, house: House) -> None:
        """Move like any other ship from then on. A bow that swings after the move still does so."""
        flight.facings, flight.end = flight.courses, clock(flight.end - slew(ship))


class Brake(Slewed):
    """BRK n: the drive slows a ship that flies stern first."""

    code, title, shape = "BRK", "Brake", "number"
    line = "stern first: slows down"
    glides = paces = True

    def values(self, ship: Ship, house: House) -> Iterable[ManoeuvreOrder]:
        """Return every number up to the rating, and as far beyond as a manoeuvre could raise it."""
        return tuple(ManoeuvreOrder(self, n) for n in range(1, ship.thrust + ship.thrust // 2 + 1))

    def cost(self, use: ManoeuvreOrder, house: House) -> tuple[int, int]:
        return 0, use.n

    def fault(self, ship: Ship, use: ManoeuvreOrder, plot: MovementOrder, house: House) -> Illegal | None:
        """Refuse it unless the stern points along the course."""
        if wrong := super().fault(ship, use, plot, house):
            return wrong
        if abs(slew(ship)) != ASTERN:
            return Illegal(f"{ship.name} brakes only while it flies stern first", RULE)
        return None if use.n else Illegal("a brake is for a velocity of 1 at least", RULE)

    def steer(self, flight: PlannedMove, ship: Ship, use: ManoeuvreOrder, house: House) -> None:
        """Slow down. If n exceeds the velocity, move off the other way, bow first."""
        flight.velocity = ship.velocity - use.n
        if flight.velocity < 0:
            flight.velocity = -flight.velocity
            flight.courses = flight.facings
