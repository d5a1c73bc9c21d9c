"""Small battles of Hexcess Thrust for tests, built without files."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

from game.battle.forecast import foretelling
from game.battle.slowly import at_once
from game.board import hexes
from game.board.boards import HexBoard
from game.board.hexes import Hex, course_of
from game.board.terrain import Body
from game.core.events import Event
from game.core.forecast import Fate
from game.core.orders import Id, Illegal, Order
from game.rules.hex.helm import lies
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import ThrustState
from game.systems.hexcess.movement.order import HexMove
from game.systems.hexcess.system import HEXCESS
from tests.support.builders import carried_out, design, ship
from tests.support.hex_battles import on_map

OPEN = HexBoard(30, 24, mu=2, rounded_up=True, sides=True, floating=True, only_rows=True)


def vessel(
    key: str,
    at: Hex = (0, 0),
    heading: int = 0,
    velocity: int = 0,
    thrust: int = 6,
    side: str = "azure",
    quality: str = "regular",
    **parts: Any,
) -> Ship:
    """Return an undamaged ship in a hex. Without thrust it is a base, unless its drive has been shot away (`hits`)."""
    hits = parts.pop("hits", 0)
    one = ship(key, side, hexes.at(at), course_of(heading), velocity, built=design(thrust=thrust, **parts))
    one.quality, one.drive_hits = quality, hits
    return one


def sea(*ships: Ship, bodies: Iterable[Body] = (), board: HexBoard = OPEN, **house: Any) -> ThrustState:
    """Return a state on this map, by default one without edges."""
    return on_map(HEXCESS, ships, bodies, board, house)


def foretold(state: ThrustState, key: Id) -> Fate:
    """Return the forecast of a ship without an order at the start of movement, with its only enemy far away."""
    far = vessel("far", (40, -60), side="amber")
    later = replace(state, ships={**state.ships, far.id: far}, phase=[row.name for row in HEXCESS.phases].index("Move"))
    return at_once(foretelling(HEXCESS, later, {}, key)).fates[key]


def give(state: ThrustState, by: Id, text: str, *faces: int, kind: type[Order] = HexMove) -> list[Event]:
    """Check an order and carry it out with these faces. Fails if any face is left over."""
    return carried_out(state, kind.parse(by, text), *faces)


def refused(state: ThrustState, by: Id, text: str, kind: type[Order] = HexMove) -> Illegal:
    """Return the refusal of an order."""
    with pytest.raises(Illegal) as caught:
        kind.parse(by, text).check(state)
    return caught.value


def where(state: ThrustState, key: Id) -> Hex:
    """Return the hex of a ship."""
    return lies(state.ships[key])
