"""The limits of thrust for a ship that moves from hex to hex, and the reasons against a move (hex/2.3, 2.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.core.orders import Illegal
from game.rules.hex.helm import EXCESS, H, half, helmless, limit
from game.rules.ships.ship import Ship

if TYPE_CHECKING:
    from game.systems.hexcess.movement.order import HexMove

RULE = f"{H}/2.3"

Turns = tuple[int, ...]  # sides turned after each hex entered, port negative; () for straight on


def fault(ship: Ship, order: HexMove) -> Illegal | None:
    """Return why a ship cannot make that move, or None (hex/2.3, 2.4)."""
    if helmless(ship) and order.moves:
        return Illegal(f"{ship.name} is out of control and goes straight on", f"{H}/2.4")
    if order.face:
        return _facing_fault(ship, order)
    if wrong := _shape_fault(ship, order):
        return wrong
    if ship.thrust == 0 and order.moves:
        return Illegal(f"{ship.name}'s drive is dead: it goes straight on", f"{H}/2.1")
    turning, most = order.turning(ship.velocity), limit(ship)
    if turning > most:
        hint = "" if EXCESS in ship.status_flags else "; Excess Thrust would let all of it"
        return Illegal(f"turning takes {turning} thrust, and {most} may turn {ship.name}{hint}", RULE)
    if turning + abs(order.dv) > ship.thrust:
        return Illegal(f"that takes {turning + abs(order.dv)} thrust, {ship.name} has {ship.thrust}", RULE)
    if ship.velocity + order.dv < 0:
        return Illegal(f"velocity {ship.velocity}{order.dv:+d} would be below 0", RULE)
    return Illegal("three sides reach every heading", RULE) if abs(order.spin) > 3 else None


def _shape_fault(ship: Ship, order: HexMove) -> Illegal | None:
    """Return why a move has the wrong shape, or None. A ship enters exactly as many hexes as its velocity, and turns
    one side in each hex, or at rest on the spot."""
    v = ship.velocity
    if v == 0 and order.turns:
        return Illegal(f"{ship.name} is at rest and stays; it turns on the spot: “turn S2”", RULE)
    if v and order.spin:
        return Illegal(f"only a ship at rest turns on the spot; {ship.name} moves at {v}", RULE)
    if order.turns and len(order.turns) != v:
        return Illegal(f"{ship.name} moves exactly {v} {'hex' if v == 1 else 'hexes'}, not {len(order.turns)}", RULE)
    if any(abs(n) > 1 for n in order.turns):
        return Illegal("one hex side is turned for each hex entered, not two", RULE)
    return None


def _facing_fault(ship: Ship, order: HexMove) -> Illegal | None:
    """Return why the bow cannot swing alone, or None (hex/2.3). It does so only at the start of a move without other
    changes, for at most half the thrust."""
    if ship.velocity == 0:
        return Illegal(f"{ship.name} is at rest: heading and facing turn together, “turn S2”", RULE)
    if any(order.turns) or order.dv or order.spin:
        return Illegal("a ship that swings its bow changes neither heading nor velocity in the same turn", RULE)
    if wrong := _shape_fault(ship, order):
        return wrong
    most, asked = half(ship.thrust), abs(order.face or 0)
    if asked > most:
        never = ", with Excess Thrust too" if EXCESS in ship.status_flags else ""
        return Illegal(f"swinging the bow takes {asked} thrust, and {most} may turn {ship.name}{never}", RULE)
    return Illegal("three sides reach every facing", RULE) if asked > 3 else None
