"""Small battles with fighter groups for tests, built without files."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from game.board.geometry import Point
from game.core.events import Event
from game.core.orders import Id, Illegal, Order
from game.rules.counters.counter import make_counter
from game.rules.counters.kinds import Flight
from game.rules.ships.design import Mount
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import ThrustState
from tests.support.builders import carried_out, design, ship, state

PDS, BEAM_ONE, ADFC, SCATTERGUN = Mount("", "pds"), Mount("", "beam", 1), Mount("", "adfc"), Mount("", "scattergun")


def hangar(mode: str = "standard", craft: int = 6) -> Mount:
    """Return a hangar with a group of this type."""
    return Mount("", "hangar", mode=mode, size=craft)


def carrier(key: str = "rook", side: str = "azure", at: Point = (0.0, 0.0), *mounts: Mount, **parts: Any) -> Ship:
    """Return a ship with these systems; by default two hangars of standard fighters."""
    return ship(key, side, at, built=design(*(mounts or (hangar(), hangar())), **parts))


def table(*ships: Ship, **rules: Any) -> ThrustState:
    """Return a table of 72 by 48 MU with these ships."""
    return state(*ships, **rules)


def flight(battle: ThrustState, home: Id, mount: str, at: Point, **changes: Any) -> Flight:
    """Return a group in flight; `changes` replace its values at launch."""
    launcher = battle.ships[home].design.mount(mount)
    assert launcher is not None
    made = make_counter(f"{home}.{mount}", battle.ships[home], launcher)
    assert isinstance(made, Flight)
    values: dict[str, Any] = {"at": at, **changes}
    found = battle.counters[made.id] = replace(made, **values)
    return found


def give(battle: ThrustState, order: Order, *faces: int) -> list[Event]:
    """Check an order and carry it out with these faces. Fails if any face is left over."""
    return carried_out(battle, order, *faces)


def refusal(battle: ThrustState, order: Order) -> Illegal:
    """Return the refusal of an order."""
    with pytest.raises(Illegal) as caught:
        order.check(battle)
    return caught.value


def craft(battle: ThrustState, key: Id) -> int:
    """Return the craft left in a group; 0 if it is lost."""
    one = battle.counters[key]
    return one.count if one.in_play else 0


def used(battle: ThrustState, key: Id) -> int:
    """Return the endurance that a group has used."""
    one = battle.counters[key]
    assert isinstance(one, Flight)
    return one.endurance_used
