"""The limits of thrust for a ship that plots turns: its allowance, the cost of an order, and reasons against it
(full-thrust-base/2.1 to 2.6).

Plain functions for every plotted game.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from game.core.orders import Illegal
from game.core.values import House
from game.rules.manoeuvres.archive import lingering
from game.rules.manoeuvres.framework.compatibility import clash
from game.rules.manoeuvres.framework.slewed import slewed_fault
from game.rules.ships.drive import drive_power, spin_is_free
from game.rules.ships.ship import BOOK, Ship

if TYPE_CHECKING:
    from game.rules.movement.plot import Plot

HALF_CIRCLE = 6  # clock points
Legs = tuple[int, ...]  # signed clock points, port negative: () straight, one turn, or two opposite turns
_SLIPS = {
    "off": "side-slips are not played in this battle",
    "even": "the first leg of a side-slip is half of its points, rounded down",
    "free": "the two legs of a side-slip turn opposite ways",
}


@cache
def slip_legs(most: int, habit: str) -> tuple[Legs, ...]:
    """Return every side-slip within an allowance (2.2). It may be any, or one whose first leg is half of all points,
    rounded down."""
    pairs = [(a, b) for a in range(1, most) for b in range(1, most - a + 1)]
    if habit == "off":
        return ()
    if habit == "even":
        pairs = [(a, b) for a, b in pairs if a == (a + b) // 2]
    return tuple((sign * a, -sign * b) for a, b in pairs for sign in (-1, 1))


def steers(ship: Ship) -> bool:
    """Return whether a ship can be steered: its drive works, and it is under control (full-thrust-base/2.1, 5.4)."""
    return ship.thrust > 0 and (not ship.timers or ship.timer("bridge") is None)


def slips(legs: Legs, habit: str) -> bool:
    """Return whether the house rule `habit` allows this side-slip (full-thrust-base/2.2/side-slip)."""
    first, second = map(abs, legs)
    return habit != "off" and legs[0] * legs[1] < 0 and (habit == "free" or first == (first + second) // 2)


def turns(ship: Ship, house: House, beyond: int = 0, held: Plot | None = None) -> tuple[Legs, ...]:
    """Return every turn and side-slip within the ship's allowance; at rest all courses (2.3). Turns may be `beyond`
    points over it. `held` is the order in hand, whose manoeuvres may enlarge the allowance."""
    most = held.power(ship, house).turning if held and held.uses else drive_power(ship, ship.thrust, house).turning
    wide = max(most + beyond, HALF_CIRCLE if may_spin(ship, house) else 0)
    return _every_turn(wide) + slip_legs(most, str(house["sideslip"]))


@cache
def _every_turn(wide: int) -> tuple[Legs, ...]:
    """Return straight on, and every turn of at most that many points."""
    return tuple((n,) if n else () for n in range(-wide, wide + 1))


def may_spin(ship: Ship, house: House) -> bool:
    """Return whether the ship may turn on the spot, at rest with a working drive (full-thrust-base/2.3)."""
    return spin_is_free(house) and ship.velocity == 0 and ship.thrust > 0


def spins(ship: Ship, plot: Plot, house: House) -> bool:
    """Return whether the order turns a ship at rest on the spot, which costs no thrust (full-thrust-base/2.3)."""
    return len(plot.legs) == 1 and not plot.dv and not plot.roll and not plot.uses and may_spin(ship, house)


def fault(ship: Ship, plot: Plot, house: House) -> Illegal | None:
    """Return why the ship cannot fly the order, or None (full-thrust-base/2.1 to 2.6, manoeuvres/1)."""
    if (plot.uses or ship.facing != ship.course or ship.velocity < 0) and (wrong := _special_fault(ship, plot, house)):
        return wrong
    if ship.timers and (wrong := lingering(ship, plot, house)):
        return wrong
    if plot.uses:
        (thrust, turning), (asked, turned) = plot.power(ship, house), plot.power_needed(house)
    else:
        (thrust, turning), turned = drive_power(ship, ship.thrust, house), plot.turning
        asked = turned + abs(plot.dv)
    if asked and ship.timer("bridge") is not None:
        return Illegal(f"{ship.name} is out of control and flies straight on", f"{BOOK}/5.4/bridge")
    if len(plot.legs) == 2 and not slips(plot.legs, str(house["sideslip"])):
        return Illegal(_SLIPS[str(house["sideslip"])], f"{BOOK}/2.2/side-slip")
    if spins(ship, plot, house):
        far = abs(plot.legs[0]) > HALF_CIRCLE
        return Illegal("six points to either side reach every course", f"{BOOK}/2.3") if far else None
    if thrust == 0 and asked:
        return Illegal(f"{ship.name}'s drive is dead: it drifts straight on", f"{BOOK}/2.4")
    if turned > turning:
        spent = asked - turned
        if (left := max(0, thrust - spent)) < turning:
            some = f"only {left}" if left else "no"
            return Illegal(
                f"{some} thrust is left to turn {ship.name}: {spent} of {thrust} change its velocity", f"{BOOK}/2.1"
            )
        return Illegal(f"only {turning} thrust may turn {ship.name}", f"{BOOK}/2.1")
    if asked > thrust:
        return Illegal(f"{asked} thrust asked, {ship.name} has {thrust}", f"{BOOK}/2.1")
    if min(0, ship.velocity) > ship.velocity + plot.dv:
        return Illegal(f"velocity {ship.velocity}{plot.dv:+d}: no ship flies backwards", f"{BOOK}/2.1")
    return option_fault(ship, plot, house)


def option_fault(ship: Ship, plot: Plot, house: House) -> Illegal | None:
    """Return why a house rule forbids an order that the drive could fly, or None."""
    if house["slow_turn"] and ship.thrust == 1 and ship.turned and plot.legs:
        return Illegal(f"{ship.name} turned last turn and may not turn again", f"{BOOK}/2.1")
    return None


def _special_fault(ship: Ship, plot: Plot, house: House) -> Illegal | None:
    """Return why the manoeuvres of an order are illegal, alone, together, or with those of a slewed ship; or None."""
    for use in plot.uses:
        one = use.manoeuvre
        if not one.enabled(house):
            return Illegal(f"{one.title} is not played in this battle", one.rule)
        if ship.timer("bridge") is not None:
            return Illegal(f"{ship.name} is out of control and flies straight on", f"{BOOK}/5.4/bridge")
        if one.alone and (plot.legs or plot.dv or plot.roll or len(plot.uses) > 1):
            return Illegal(f"{one.title} takes the place of every other order", one.rule)
        if wrong := one.fault(ship, use, plot, house):
            return wrong
    return clash(plot.codes) or slewed_fault(ship, plot, house)


def on_paper(house: House) -> str:
    """Return how an illegal order is treated: refused, flown straight on, or cut to fit (1.3/illegal-orders)."""
    return str(house["illegal_order"])


def cut_to_fit(ship: Ship, house: House) -> bool:
    """Return whether an illegal order is cut to fit. A ship that cannot be steered flies straight on nevertheless."""
    return on_paper(house) == "clip" and steers(ship)
