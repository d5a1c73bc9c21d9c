"""Firing a nova cannon, which replaces the movement order (full-thrust-base/6.15).

The order and its requirements are here. `game/rules/special/nova.py` handles the plasma.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from game.board.boards import board_of
from game.board.geometry import Point, ahead, span, within
from game.board.line_of_sight import sweep
from game.board.terrain import Body
from game.board.zones import capsule, rings
from game.core.display import Overlay, Pose, Zone
from game.core.orders import Illegal
from game.core.values import House
from game.rules.manoeuvres.framework.base import Manoeuvre, ManoeuvreOrder
from game.rules.ships.design import Mount
from game.rules.ships.ship import BOOK, SCREENS_DOWN, Ship
from game.rules.ships.thrust_state import ThrustState

if TYPE_CHECKING:
    from game.rules.manoeuvres.framework.movement_order import MovementOrder

RULE = f"{BOOK}/6.15"
CANNON = "nova"


class Template(NamedTuple):
    """One turn of the plasma: where its flight begins and ends (MU ahead of the cannon), its width (MU) and its
    dice."""

    inner: float
    outer: float
    width: float
    dice: int


TEMPLATES = (Template(6, 24, 2, 6), Template(24, 48, 4, 4), Template(48, 72, 6, 2))


def contact_time(template: Template, origin: Point, facing: int, place: Point) -> float | None:
    """Return when the disc reaches a place, as a share of its flight; None if it does not."""
    path = ahead(origin, facing, template.inner), ahead(origin, facing, template.outer)
    if within(span(path[0], place), template.width / 2):
        return 0.0
    contact = sweep(path, template.width / 2, Body("place", "debris", "place", place, 0.0))
    return contact.time if contact else None


def zone(template: Template, origin: Point, facing: int, label: str) -> Zone:
    """Return the zone of the plasma on one of its turns."""
    start, end = ahead(origin, facing, template.inner), ahead(origin, facing, template.outer)
    return Zone(rings(capsule(start, end, template.width))[0], f"{label}: {template.dice} dice", "ordnance", True)


class NovaCannon(Manoeuvre):
    """NOVA: a ship's whole order."""

    code, title, rule = "NOVA", "Fire the nova cannon", RULE
    line = "plasma along the bow"
    alone = standard = True
    marks = frozenset({SCREENS_DOWN})
    about = "Plasma leaves along the bow when ships have moved. No thrust, no screens and no other weapon this turn."

    def offered(self, ship: Ship) -> bool:
        return bool(ship.design.of(CANNON))

    def values(self, ship: Ship, house: House) -> Iterable[ManoeuvreOrder]:
        """Return the one form of the order, if the cannon works."""
        return (ManoeuvreOrder(self),) if ship.working(CANNON) else ()

    def choices(self, state: ThrustState, ship: Ship) -> Iterable[ManoeuvreOrder]:
        """Return nothing on hexes, else the order."""
        return () if board_of(state.table).cells else self.values(ship, state.house)

    def suggestion(self, state: ThrustState, ship: Ship) -> ManoeuvreOrder | None:
        """Return the order if on the first turn it would hit an enemy that flies straight on, and no friend."""
        board = board_of(state.table)
        if board.cells or not ship.working(CANNON) or ship.heading is not None:
            return None
        origin = ahead(ship.at, ship.course, ship.velocity)
        if not board.holds(origin):
            return None
        others = ((one.side, ahead(one.at, one.course, one.velocity)) for one in state.ships.values() if one.in_play)
        sides = {side for side, at in others if contact_time(TEMPLATES[0], origin, ship.facing, at) is not None}
        return ManoeuvreOrder(self) if sides and ship.side not in sides else None

    def fault(self, ship: Ship, use: ManoeuvreOrder, plot: MovementOrder, house: House) -> Illegal | None:
        """Refuse it without a working cannon, or with thrust."""
        if not self.offered(ship):
            return Illegal(f"{ship.name} has no nova cannon", RULE)
        if not ship.working(CANNON) and use not in ship.active_manoeuvres:
            return Illegal(f"the nova cannon of {ship.name} is knocked out", RULE)
        if plot.legs or plot.dv or plot.ram or any(plot.power_needed(house)):
            return Illegal(f"{ship.name} fires its nova cannon, uses no thrust and rams nobody", RULE)
        return None

    def why_not_ordered(
        self, state: ThrustState, ship: Ship, use: ManoeuvreOrder, plot: MovementOrder
    ) -> Illegal | None:
        """Refuse it on a board of cells."""
        return Illegal("nova cannons are not played on hexes", RULE) if board_of(state.table).cells else None

    def why_not_fire(self, state: ThrustState, ship: Ship, use: ManoeuvreOrder, mount: Mount) -> Illegal | None:
        """Refuse all other fire."""
        return Illegal(f"{ship.name}'s nova cannon takes all power: nothing else fires", RULE)

    def overlays(self, state: ThrustState, ship: Ship, use: ManoeuvreOrder, pose: Pose | None) -> Iterable[Overlay]:
        """Return all three turns of the plasma from where it will be fired. Once fired, the plasma has an overlay of
        its own."""
        if pose is None:
            return ()
        return [zone(one, pose.at, pose.facing, f"turn {turn}") for turn, one in enumerate(TEMPLATES, 1)]
