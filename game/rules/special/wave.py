"""The shot of a wave gun, after ships have moved (full-thrust-base/6.16)."""

from __future__ import annotations

from game.board.geometry import span
from game.core.events import Event
from game.core.umpire import Umpire
from game.rules.manoeuvres.archive import doing
from game.rules.manoeuvres.devices.wave_gun import GUN, READY, RULE, FireWaveGun, charge, struck
from game.rules.ships.ship import WAVE_CHARGE, Ship
from game.rules.ships.thrust_state import Counter, ThrustState
from game.rules.special.blasts import scorch


def fire(state: ThrustState, umpire: Umpire) -> None:
    """Fire the wave gun of every ship that was ordered to and still can, and empty it."""
    for ship in tuple(state.ships.values()):
        ordered = any(isinstance(one, FireWaveGun) for one, _ in doing(ship))
        if ordered and ship.in_play and charge(ship) >= READY and (gun := ship.working(GUN)):
            ship.set_timer(WAVE_CHARGE, None)
            umpire.tell(
                Event("note", RULE, f"{{{ship.id}}} fires its wave gun", ship.id, at=ship.at, mounts=(gun[0].key,))
            )
            _strike(state, umpire, ship)


def _strike(state: ThrustState, umpire: Umpire, ship: Ship) -> None:
    """Roll for everything in a band, the nearest first."""
    pieces: list[Ship | Counter] = [*state.ships.values(), *state.counters.values()]
    caught = [
        (span(ship.at, one.at), one.id, band.dice)
        for one in pieces
        if one.in_play and one is not ship and (band := struck(ship.at, ship.facing, one.at))
    ]
    for _, key, dice in sorted(caught):
        scorch(
            state,
            umpire,
            ship.id,
            dice,
            state.known_piece(key),
            f"wave/{ship.id}",
            RULE,
            "Wave gun",
            f"{{{ship.id}}}'s wave gun",
        )
