"""Small battles with groups of fighters, built without files."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from game.board.geometry import Point
from game.core.events import Event
from game.core.orders import Id, Illegal, Order
from game.rules.counters.counter import named
from game.rules.counters.kinds import Flight
from game.rules.ships.design import Mount
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import ThrustState
from tests.support.builders import carried_out, design, ship, state

PDS, BEAM_ONE, ADFC, SCATTERGUN = Mount("", "pds"), Mount("", "beam", 1), Mount("", "adfc"), Mount("", "scattergun")


def hangar(mode: str = "standard", craft: int = 6) -> Mount:
    """Return a hangar with a group of that type."""
    return Mount("", "hangar", mode=mode, size=craft)


def carrier(key: str = "rook", side: str = "azure", at: Point = (0.0, 0.0), *mounts: Mount, **parts: Any) -> Ship:
    """Return a ship with these systems, or with two hangars of standard fighters."""
    return ship(key, side, at, built=design(*(mounts or (hangar(), hangar())), **parts))


def table(*ships: Ship, **rules: Any) -> ThrustState:
    """Return a table of which the middle is (36, 24), and ships on it."""
    return state(*ships, **rules)


def flight(battle: ThrustState, home: Id, mount: str, at: Point, **changes: Any) -> Flight:
    """Return a group that flies already; `changes` are values it has otherwise than at its launch."""
    launcher = battle.ships[home].design.mount(mount)
    assert launcher is not None
    made = named(f"{home}.{mount}", battle.ships[home], launcher)
    assert isinstance(made, Flight)
    values: dict[str, Any] = {"at": at, **changes}
    found = battle.counters[made.id] = replace(made, **values)
    return found


def give(battle: ThrustState, order: Order, *faces: int) -> list[Event]:
    """Check and carry out an order with dice that show these faces, all of which must be used."""
    return carried_out(battle, order, *faces)


def refusal(battle: ThrustState, order: Order) -> Illegal:
    """Return why an order is refused."""
    with pytest.raises(Illegal) as caught:
        order.check(battle)
    return caught.value


def craft(battle: ThrustState, key: Id) -> int:
    """Craft left of a group; 0 of one that is lost."""
    one = battle.counters[key]
    return one.count if one.in_play else 0


def used(battle: ThrustState, key: Id) -> int:
    """Endurance that a group has used."""
    one = battle.counters[key]
    assert isinstance(one, Flight)
    return one.endurance_used
