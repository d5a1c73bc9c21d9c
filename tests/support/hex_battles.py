"""Common parts of small battles on hexes for tests: two sides on a map, and rocks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from game.board import hexes
from game.board.boards import HexBoard
from game.board.hexes import Hex
from game.board.terrain import Body
from game.core.state import Side, Table
from game.core.system import RuleSystem
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import ThrustState


def on_map(
    system: RuleSystem, ships: Sequence[Ship], bodies: Iterable[Body], board: HexBoard, house: dict[str, Any]
) -> ThrustState:
    """Return a state on a map with two sides; azure has the initiative."""
    sides = {"azure": Side("azure", "Tessera League", 0), "amber": Side("amber", "Kessarine Levy", 1)}
    _, _, wide, high = board.extent
    table = Table(wide, high, tuple(bodies), board)
    state = ThrustState(sides, {one.id: one for one in ships}, table, system.settings(house), {"kind": "last-side"})
    state.initiative = ("azure", "amber")
    return state


def rock(at: Hex, kind: str = "asteroid", key: str = "rock") -> Body:
    """Return a hex of terrain."""
    return Body(key, kind, key.capitalize(), hexes.at(at), 0.45)


def moving(at: Hex, course: int = 12, velocity: int = 3, key: str = "rock") -> Body:
    """Return an asteroid that drifts."""
    return replace(rock(at, key=key), course=course, velocity=velocity)


def hex_of(thing: Any) -> Hex:
    """Return the hex of a ship or counter."""
    return hexes.hex_at(thing.at)
