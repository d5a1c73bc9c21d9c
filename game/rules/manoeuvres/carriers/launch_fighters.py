"""Launching groups of fighters, which is written in the movement order (full-thrust-base/7.2).

The order names the hangars. The groups are launched in the phase in which fighters move; until then the order is
sealed.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from game.core.orders import Illegal
from game.core.values import House
from game.rules.manoeuvres.framework.base import Manoeuvre, ManoeuvreOrder
from game.rules.ships.design import Mount
from game.rules.ships.ship import BOOK, Ship
from game.rules.ships.thrust_state import Counter, ThrustState

if TYPE_CHECKING:
    from game.rules.manoeuvres.framework.movement_order import MovementOrder

RULE = f"{BOOK}/7.2"
HANGAR = "hangar"
FLIGHT_OPS = "flight operations"  # mark of a ship that launches or recovers fighters this turn
ABOARD = "aboard"  # why a recovered group is off the table
NEVER = 1000  # the next turn of launch for a group that cannot be rearmed


class LaunchFighters(Manoeuvre):
    """LA HGRa HGRb: the groups of these hangars are launched, and the carrier holds course and velocity."""

    code, title, rule = "LA", "Launch fighters", RULE
    line = "its groups fly this turn"
    shape, systems = "systems", HANGAR
    alone = standard = True
    about = "The groups of these hangars fly this turn. The carrier holds its course and velocity and uses no thrust."

    def offered(self, ship: Ship) -> bool:
        return bool(ship.design.of(HANGAR))

    def values(self, ship: Ship, house: House) -> Iterable[ManoeuvreOrder]:
        """Return the first group that may be launched, the first two, and so on up to all."""
        return self._first_of(mount.key for mount in ship.design.of(HANGAR) if not _why_not_launch(ship, mount))

    def choices(self, state: ThrustState, ship: Ship) -> Iterable[ManoeuvreOrder]:
        """Return the same as `values`, without hangars whose group is out or not ready."""
        hangars = ship.design.of(HANGAR)
        return self._first_of(
            one.key for one in hangars if not _why_not_launch(ship, one) and not absent(state, ship, one)
        )

    def suggestion(self, state: ThrustState, ship: Ship) -> ManoeuvreOrder | None:
        return next(reversed(tuple(self.choices(state, ship))), None) if self.offered(ship) else None

    def _first_of(self, keys: Iterable[str]) -> Iterable[ManoeuvreOrder]:
        named = tuple(keys)
        return tuple(ManoeuvreOrder(self, count, mounts=named[:count]) for count in range(1, len(named) + 1))

    def fault(self, ship: Ship, use: ManoeuvreOrder, plot: MovementOrder, house: House) -> Illegal | None:
        """Refuse thrust, and hangars that do not exist, do not work or are named twice."""
        if plot.legs or plot.dv or any(plot.power_needed(house)):
            return Illegal(f"{ship.name} launches fighters, and holds its course and velocity", RULE)
        for index, key in enumerate(use.mounts):
            mount = ship.design.mount(key)
            if mount is None or mount.kind != HANGAR:
                return Illegal(f"{ship.name} has no hangar “{key}”", RULE)
            if key in use.mounts[:index]:
                return Illegal(f"{key} is named twice; a hangar launches one group a turn", RULE)
            if why := _why_not_launch(ship, mount):
                return Illegal(why, RULE)
        return None

    def why_not_ordered(
        self, state: ThrustState, ship: Ship, use: ManoeuvreOrder, plot: MovementOrder
    ) -> Illegal | None:
        """Refuse a group that is out or not ready."""
        mounts = (ship.design.mount(key) for key in use.mounts)
        return next((Illegal(why, RULE) for mount in mounts if mount and (why := absent(state, ship, mount))), None)


def _why_not_launch(ship: Ship, mount: Mount) -> str:
    """Return why nothing can be launched from a hangar, as far as the ship's data show; empty if something can."""
    if mount.mode == "empty":
        return f"{mount.title} is empty"
    if mount.key in ship.spent:
        return f"the group of {mount.title} is lost"
    return "" if ship.works(mount.key) else f"{mount.title} is knocked out"


def group_of(state: ThrustState, ship: Ship, mount: Mount) -> Counter | None:
    """Return the group that a hangar has launched before, in flight or back aboard; None if it never launched one."""
    mine = [one for one in state.counters.values() if one.home == ship.id and one.mount == mount.key]
    return mine[-1] if mine else None


def absent(state: ThrustState, ship: Ship, mount: Mount) -> str:
    """Return why the group of a hangar cannot be launched; empty if it can."""
    group = group_of(state, ship, mount)
    if group is None or (group.removed_reason == ABOARD and group.ready_on <= state.turn):
        return ""
    if group.in_play:
        return f"the group of {mount.title} is out"
    if group.removed_reason != ABOARD:
        return f"the group of {mount.title} is lost"
    never = group.ready_on >= NEVER
    return f"the group of {mount.title} " + (
        "cannot be made ready again" if never else f"is ready on turn {group.ready_on}"
    )
