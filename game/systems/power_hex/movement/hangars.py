"""Flights in hangars, and their launch: one a round from each working hangar (power/10)."""

from __future__ import annotations

from game.core.events import Event
from game.core.orders import Id
from game.core.state import PieceData
from game.core.umpire import Umpire
from game.systems.power_hex.ships.design import BERTH, HANGAR
from game.systems.power_hex.ships.ship import PowerShip, PowerState

ABOARD = "aboard"
LAUNCHED = PieceData[int]("power_launched", 0)  # flights that a ship has launched this round


def flights_aboard(state: PowerState, ship: PowerShip) -> tuple[Id, ...]:
    """Return the flights in a ship's hangars."""
    return tuple(one.id for one in state.ships.values() if one.carrier == ship.id and one.removed_reason == ABOARD)


def launch_fault(state: PowerState, ship: PowerShip, key: Id) -> str:
    """Return why a flight cannot be launched, in words; empty if it can."""
    if key not in flights_aboard(state, ship):
        return f"{ship.name} has no flight “{key}” aboard"
    if not ship.commanded:
        return f"{ship.name} has no C&C left: it launches nothing"
    working = sum(ship.boxes_left(one) >= min(BERTH, one.boxes) for one in ship.design.of_kind(HANGAR))
    if LAUNCHED.of(state, ship.id) >= working:
        return (
            f"each hangar of {ship.name} launches one flight a round"
            if working
            else f"the hangars of {ship.name} are wrecked"
        )
    return ""


def launch(state: PowerState, umpire: Umpire, ship: PowerShip, key: Id) -> None:
    """Put a flight at its carrier's place with its velocity. It acts from the next sub-phase on."""
    flight = state.ships[key]
    flight.removed_reason, flight.at, flight.facing, flight.vector = "", ship.at, ship.facing, ship.vector
    flight.path = (ship.at,)
    state.acted.add(key)
    LAUNCHED.set(state, ship.id, LAUNCHED.of(state, ship.id) + 1)
    umpire.tell(Event("note", "power/10", f"{{{ship.id}}} launches {{{key}}}", ship.id, key, at=ship.at))


def lose_with_carriers(state: PowerState, umpire: Umpire) -> None:
    """Remove flights aboard ships that are off the map."""
    for flight in state.ships.values():
        carrier = state.ships.get(flight.carrier) if flight.removed_reason == ABOARD else None
        if carrier is not None and not carrier.in_play:
            flight.removed_reason = carrier.removed_reason
            umpire.tell(
                Event(
                    "lost",
                    "power/10",
                    f"{{{flight.id}}} is lost with {{{carrier.id}}}",
                    flight.id,
                    at=carrier.at,
                    tone="bad",
                    fate=flight.removed_reason,
                )
            )
