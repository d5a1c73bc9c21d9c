"""Whom a move may make its ship give way to, in exact chances; what may harm it the forecast tells (hex/2.5)."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from game.board.hexes import Hex
from game.core.display import Risk
from game.rules.hex import drifting_rocks
from game.rules.hex.helm import base, lies
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import ThrustState
from game.systems.hexcess.movement import stacking
from game.systems.hexcess.movement.control import recovery
from game.systems.hexcess.movement.map_edges import as_scrolled, kept_scroll
from game.systems.hexcess.movement.moving import run

if TYPE_CHECKING:
    from game.systems.hexcess.movement.order import HexMove


def risks(state: ThrustState, order: HexMove) -> tuple[Risk, ...]:
    """Ships and bases that its ship may have to give way to where it ends, and whether control comes back (hex/2.4, 2.5)."""
    ship, state = state.ships[order.by], as_scrolled(state, kept_scroll(state, order))
    way = order.cells(ship)
    count, planet = run(state, ship, way)
    if planet or count < len(way):
        return recovery(ship)
    end = way[-1][0] if way else lies(ship)
    return (*_taken(state, ship, end), *_run_into(state, ship, end), *recovery(ship))


def _taken(state: ThrustState, ship: Ship, end: Hex) -> tuple[Risk, ...]:
    """The exact chance of the roll-off for a hex as it is taken now."""
    other = stacking.occupant(state, end, ship.id)
    return (_gives_way(ship, other, "Hex taken"),) if isinstance(other, Ship) else ()


def _run_into(state: ThrustState, ship: Ship, end: Hex) -> tuple[Risk, ...]:
    """The base that will come to where it ends, when bases move at the end of the turn."""
    other = drifting_rocks.comer(state, end)
    return (_gives_way(ship, other, "End of turn"),) if isinstance(other, Ship) and other is not ship else ()


def _gives_way(ship: Ship, other: Ship, when: str) -> Risk:
    gives = Fraction(1) if base(other) else stacking.beats(ship.thrust, other.thrust)
    return Risk(when, f"gives way to {other.name}", float(gives), "plain", stacking.RULE)
