"""Charging and firing a wave gun, which are parts of the movement order (full-thrust-base/6.16).

`game/rules/special/wave.py` handles the shot.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from game.board.areas import touches
from game.board.boards import board_of
from game.board.geometry import Point, ahead, span, within
from game.board.zones import corridor, rings
from game.core.display import Overlay, Pose, Risk, Zone
from game.core.events import Die, Event
from game.core.orders import Illegal
from game.core.state import PieceData
from game.core.umpire import Umpire
from game.core.values import House
from game.rules.manoeuvres.devices.nova_cannon import Template
from game.rules.manoeuvres.framework.base import Manoeuvre, ManoeuvreOrder
from game.rules.ships.design import Mount
from game.rules.ships.ship import AHEAD_DOWN, BOOK, WAVE_CHARGE, Ship
from game.rules.ships.thrust_state import ThrustState

if TYPE_CHECKING:
    from game.rules.manoeuvres.framework.movement_order import MovementOrder

RULE = f"{BOOK}/6.16"
GUN = "wave_gun"
CHARGED_ON = PieceData[int]("wave gun charged on turn", 0)
READY = 6  # the least charge with which it fires
BANDS = (Template(0, 12, 2, 4), Template(12, 24, 3, 3), Template(24, 36, 4, 2))


def charge(ship: Ship) -> int:
    """Return the charge of a ship's gun."""
    return ship.timer(WAVE_CHARGE) or 0


def struck(origin: Point, facing: int, place: Point) -> Template | None:
    """Return the band of a shot that a place is in, the nearer one on the edge of two; None outside all bands."""
    if within(span(origin, place), 0):
        return None
    return next((band for band in BANDS if touches(*_ends(band, origin, facing), band.width, (place,))), None)


def _ends(band: Template, origin: Point, facing: int) -> tuple[Point, Point]:
    return ahead(origin, facing, band.inner), ahead(origin, facing, band.outer)


class WaveGunOrder(Manoeuvre):
    """The common part of the orders to charge and to fire."""

    rule = RULE
    standard = True

    def offered(self, ship: Ship) -> bool:
        return bool(ship.design.of(GUN))

    def values(self, ship: Ship, house: House) -> Iterable[ManoeuvreOrder]:
        """Return the one form of the order, if the gun works and its charge allows it."""
        return (ManoeuvreOrder(self),) if ship.working(GUN) and not self.charge_refusal(ship) else ()

    def choices(self, state: ThrustState, ship: Ship) -> Iterable[ManoeuvreOrder]:
        """Return nothing on hexes, else the order."""
        return () if board_of(state.table).cells else self.values(ship, state.house)

    def charge_refusal(self, ship: Ship) -> str:
        """Return why the gun's charge forbids the order, in a sentence; empty if it does not."""
        return ""

    def fault(self, ship: Ship, use: ManoeuvreOrder, plot: MovementOrder, house: House) -> Illegal | None:
        """Refuse it without a working gun or with the wrong charge, unless the ship has begun it as orders were
        shown."""
        if not self.offered(ship):
            return Illegal(f"{ship.name} has no wave gun", RULE)
        if use in ship.active_manoeuvres:
            return None
        if not ship.working(GUN):
            return Illegal(f"the wave gun of {ship.name} is knocked out", RULE)
        why = self.charge_refusal(ship)
        return Illegal(why, RULE) if why else None

    def why_not_ordered(
        self, state: ThrustState, ship: Ship, use: ManoeuvreOrder, plot: MovementOrder
    ) -> Illegal | None:
        """Refuse it on a board of cells."""
        return Illegal("wave guns are not played on hexes", RULE) if board_of(state.table).cells else None


class ChargeWaveGun(WaveGunOrder):
    """CHARGE: a die is added to the gun's charge."""

    code, title = "CHARGE", "Charge the wave gun"
    line = "one more die in the gun"
    about = (
        "Adds a die to its charge. It fires with 6 or more; if it is knocked out, the ship takes the charge as damage."
    )

    def charge_refusal(self, ship: Ship) -> str:
        """Refuse to charge a gun that is ready."""
        return f"the wave gun of {ship.name} is ready, with a charge of {charge(ship)}" if charge(ship) >= READY else ""

    def risks(self, ship: Ship, use: ManoeuvreOrder, plot: MovementOrder, house: House) -> tuple[Risk, ...]:
        """Return the chance that the gun is ready after this die."""
        faces = sum(charge(ship) + face >= READY for face in range(1, 7))
        return (Risk("Wave gun", "ready next turn", faces / 6, "good", RULE),)

    def on_reveal(self, state: ThrustState, umpire: Umpire, ship: Ship, use: ManoeuvreOrder) -> None:
        """Roll the die, only once a turn even for a ship that rewrites its order."""
        if not ship.working(GUN) or CHARGED_ON.of(state, ship.id) == state.turn:
            return
        CHARGED_ON.set(state, ship.id, state.turn)
        face = umpire.die(f"charge/{ship.id}")
        ship.set_timer(WAVE_CHARGE, charge(ship) + face)
        ready = charge(ship) >= READY
        umpire.tell(
            Event(
                "note",
                RULE,
                f"{{{ship.id}}} charges its wave gun",
                who=ship.id,
                dice=(Die(face, ready),),
                result=f"charge {charge(ship)}" + (": ready" if ready else f" of {READY}"),
                at=ship.at,
            )
        )


class FireWaveGun(WaveGunOrder):
    """WAVE: the gun fires ahead after ships have moved."""

    code, title = "WAVE", "Fire the wave gun"
    line = "a wave along the bow"
    marks = frozenset({AHEAD_DOWN})
    about = "Fires along the bow when ships have moved. No other weapon this turn, and screens are down ahead."

    def charge_refusal(self, ship: Ship) -> str:
        """Refuse to fire below the full charge."""
        return (
            ""
            if charge(ship) >= READY
            else f"the wave gun of {ship.name} is not ready: charge {charge(ship)} of {READY}"
        )

    def why_not_fire(self, state: ThrustState, ship: Ship, use: ManoeuvreOrder, mount: Mount) -> Illegal | None:
        """Refuse all other fire."""
        return Illegal(f"{ship.name}'s wave gun takes all power: nothing else fires", RULE)

    def overlays(self, state: ThrustState, ship: Ship, use: ManoeuvreOrder, pose: Pose | None) -> Iterable[Overlay]:
        """Return the three bands from where it will be fired."""
        if pose is None:
            return ()
        strips = ((rings(corridor(_ends(band, pose.at, pose.facing), band.width))[0], band) for band in BANDS)
        return [Zone(outline, f"wave: {band.dice} dice", "ordnance", True) for outline, band in strips]
