"""Protection that lasts a whole turn and silences the ship's weapons: vapour shrouds and reflex fields (6.13,
6.16/reflex)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from game.core.orders import Illegal
from game.core.values import House
from game.rules.manoeuvres.devices.wave_gun import FireWaveGun
from game.rules.manoeuvres.framework.base import Manoeuvre, ManoeuvreOrder
from game.rules.ships.design import Mount
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import ThrustState

if TYPE_CHECKING:
    from game.rules.manoeuvres.framework.movement_order import MovementOrder


class CoverOrder(Manoeuvre):
    """The order for a system of a `kind` that protects its ship. The ship bears the mark of the protection."""

    standard = True
    kind: ClassVar[str]
    what: ClassVar[str]

    def offered(self, ship: Ship) -> bool:
        return bool(ship.design.of(self.kind))

    def values(self, ship: Ship, house: House) -> Iterable[ManoeuvreOrder]:
        """Return the one form of the order, if the system works."""
        return (ManoeuvreOrder(self),) if ship.working(self.kind) else ()

    def fault(self, ship: Ship, use: ManoeuvreOrder, plot: MovementOrder, house: House) -> Illegal | None:
        """Return a refusal if no such system works, or if the same order also fires."""
        if not self.offered(ship):
            return Illegal(f"{ship.name} has no {self.what}", self.rule)
        if not ship.working(self.kind) and use not in ship.active_manoeuvres:
            return Illegal(f"the {self.what} of {ship.name} is knocked out", self.rule)
        if any(isinstance(other.manoeuvre, FireWaveGun) for other in plot.uses):
            return Illegal(f"behind its {self.what} {ship.name} fires nothing", self.rule)
        return None

    def why_not_fire(self, state: ThrustState, ship: Ship, use: ManoeuvreOrder, mount: Mount) -> Illegal | None:
        return Illegal(f"behind its {self.what} {ship.name} fires nothing", self.rule)
