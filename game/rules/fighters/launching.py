"""Groups that leave their hangars, and carriers that hold their course for them (full-thrust-base/7.2)."""

from __future__ import annotations

from dataclasses import replace

from game.core.events import Event
from game.core.umpire import Umpire
from game.rules.counters.counter import launch, store_counter
from game.rules.counters.groups import LAUNCHED_NOW
from game.rules.counters.kinds import Flight
from game.rules.manoeuvres.archive import doing
from game.rules.manoeuvres.carriers.launch_fighters import FLIGHT_OPS, RULE, LaunchFighters, absent, group_of
from game.rules.movement.movement_kinds import current_order
from game.rules.sensors.detection import reveal
from game.rules.ships.design import Mount
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import ThrustState


def launch_groups(state: ThrustState, umpire: Umpire) -> None:
    """Put every group whose launch was ordered beside its carrier."""
    launched = []
    for ship in state.ships.values():
        keys = [key for one, use in doing(ship) if isinstance(one, LaunchFighters) for key in use.mounts]
        for mount in filter(None, map(ship.design.mount, keys)):
            if ship.in_play and ship.works(mount.key) and not absent(state, ship, mount):
                reveal(state, umpire, ship, "it launches")
                launched.append(_launch(state, umpire, ship, mount).id)
                ship.status_flags |= {FLIGHT_OPS}
    LAUNCHED_NOW.set(state, tuple(launched))


def _launch(state: ThrustState, umpire: Umpire, ship: Ship, mount: Mount) -> Flight:
    """Put a new or returned group on the table, with the craft it has left and full endurance."""
    before = group_of(state, ship, mount)
    if isinstance(before, Flight):
        again = store_counter(
            state,
            replace(
                before,
                at=ship.at,
                course=ship.facing,
                facing=ship.facing,
                endurance_used=0,
                fired=False,
                screening="",
                removed_reason="",
            ),
        )
        umpire.tell(
            Event(
                "note",
                RULE,
                f"{{{ship.id}}} launches {{{again.id}}} again",
                ship.id,
                again.id,
                at=ship.at,
                result=f"{again.count} craft",
                mounts=(mount.key,),
            )
        )
        return again
    made = launch(state, umpire, ship, mount, RULE)
    assert isinstance(made, Flight)
    return made


def end_flight_operations(state: ThrustState) -> None:
    """Clear the marks of launches and recoveries for a new turn."""
    LAUNCHED_NOW.clear(state)
    for ship in state.ships.values():
        ship.status_flags -= {FLIGHT_OPS}


def holds_course(state: ThrustState, ship: Ship) -> bool:
    """Return whether a ship's revealed order uses no thrust, so that fighters may come aboard."""
    plot = current_order(state, ship).going(state)
    return not plot.legs and not plot.dv and not any(plot.power_needed(state.house))
