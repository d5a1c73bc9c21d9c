"""Flights leave their hangars: one a round from each ship that has a hangar (power/10)."""

from __future__ import annotations

from dataclasses import replace

from game.core.orders import Id, Illegal
from game.core.state import PhaseData
from game.systems.power_hex.fighters.flight import FighterFlight
from game.systems.power_hex.ships.ship import PowerShip, PowerState

RULE = "power/10"
BERTH = 6  # boxes of a hangar for each flight
LAUNCHED = PhaseData[tuple[Id, ...]]("launched_flights", ())  # ships that have launched this round


def hangar_keys(ship: PowerShip) -> tuple[str, ...]:
    """The hangars of a ship."""
    return tuple(one.key for section in ship.design.sections for one in section.mounts if one.kind == "hangar")


def berths(ship: PowerShip) -> int:
    """Flights that the hangars of a ship can still launch: one for each 6 boxes left."""
    return sum(ship.boxes_left(key) // BERTH for key in hangar_keys(ship))


def aboard(state: PowerState, ship: PowerShip) -> tuple[FighterFlight, ...]:
    """Flights in the hangars of a ship."""
    flights = (one for one in state.counters.values() if isinstance(one, FighterFlight))
    return tuple(one for one in flights if one.aboard and one.home == ship.id and not one.removed_reason)


def launchable(state: PowerState, ship: PowerShip) -> tuple[FighterFlight, ...]:
    """Flights aboard that have a berth which stands: the first of them, as many as there are berths."""
    return aboard(state, ship)[: berths(ship)]


def launch_refusal(state: PowerState, ship: PowerShip) -> Illegal | None:
    """Why a ship launches no flight now."""
    if not hangar_keys(ship):
        return Illegal(f"{ship.name} has no hangar", RULE)
    if ship.leaderless:
        return Illegal(f"{ship.name} has lost its C&C and launches nothing", RULE)
    if LAUNCHED.of(state).count(ship.id) >= len(hangar_keys(ship)):
        return Illegal(f"{ship.name} has launched a flight this round", RULE)
    return None if launchable(state, ship) else Illegal(f"{ship.name} has no flight that it can launch", RULE)


def launch_flight(state: PowerState, ship: PowerShip, flight: FighterFlight) -> FighterFlight:
    """A flight leaves: it lies in the hex of its ship, with the ship's facing and vector."""
    out = replace(flight, aboard=False, at=ship.at, course=ship.course, facing=ship.facing, velocity=ship.velocity,
                  vector=ship.vector)  # fmt: skip
    state.counters[flight.id] = out
    LAUNCHED.set(state, (*LAUNCHED.of(state), ship.id))
    return out


def lose_hangars(state: PowerState) -> None:
    """Flights aboard of a ship that is gone are gone with it."""
    for one in list(state.counters.values()):
        home = state.ships.get(one.home) if isinstance(one, FighterFlight) and one.aboard else None
        if home is not None and not home.in_play and not one.removed_reason:
            state.counters[one.id] = replace(one, removed_reason="lost with its ship")
