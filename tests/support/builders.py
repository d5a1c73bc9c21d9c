"""Small ships and states for tests, built without files."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from game.core.events import Event
from game.core.orders import Order
from game.core.state import Side, Table
from game.core.umpire import Recorded, Umpire
from game.rules.scenario.house_rules import HOUSE
from game.rules.ships.design import Design, Mount, keyed_mounts
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import ThrustState


def house(**chosen: Any) -> dict[str, Any]:
    """Return all house rules at their defaults, except those chosen."""
    return {rule.key: rule.default for rule in HOUSE} | chosen


def design(
    *mounts: Mount,
    mass: int = 60,
    hull: int = 12,
    armour: int = 0,
    thrust: int = 6,
    advanced: bool = False,
    **changes: Any,
) -> Design:
    """Return a design with these mounts and a main drive. The shipyard might refuse it."""
    every = keyed_mounts((*mounts, Mount("", "drive", thrust)) if thrust else mounts)
    plain: dict[str, Any] = {
        "key": "test", "name": "Test", "ship_class": "cruiser", "fleet": "azure", "glyph": "needle-heavy-cruiser",
        "ftl": False, "merchant": False, "streamlining": "none", "rows": 4, "about": "", "points": 100,
    }  # fmt: skip
    return Design(
        mass=mass, hull=hull, armour=armour, thrust=thrust, advanced=advanced, mounts=every, **(plain | changes)
    )


def ship(
    key: str = "lancet",
    side: str = "azure",
    at: tuple[float, float] = (0.0, 0.0),
    course: int = 12,
    velocity: int = 0,
    built: Design | None = None,
    **parts: Any,
) -> Ship:
    """Return an undamaged ship; `parts` go into its design unless one is given."""
    built = built or design(**parts)
    layers = built.shell or ((built.armour,) if built.armour else ())
    return Ship(key, key.capitalize(), side, built, at, course, course, velocity, built.hull, layers)


def state(*ships: Ship, **rules: Any) -> ThrustState:
    """Return a table of 72 by 48 MU with two sides."""
    sides = {"azure": Side("azure", "Azure League", 0), "crimson": Side("crimson", "Amber Pact", 1)}
    return ThrustState(sides, {one.id: one for one in ships}, Table(), house(**rules), {"kind": "last-side"})


def told(deed: Callable[[Umpire], object], *faces: int) -> list[Event]:
    """Return the events of an action whose dice show these faces. Fails if any face is left over."""
    rolled = umpire(*faces)
    deed(rolled)
    assert rolled.faces == faces
    return rolled.log


def carried_out(battle: ThrustState, order: Order, *faces: int) -> list[Event]:
    """Check an order, carry it out with these faces, and return its events. Fails if any face is left over."""
    order.check(battle)
    return told(partial(order.carry_out, battle), *faces)


def umpire(*faces: int, turn: int = 1, phase: int = 9) -> Umpire:
    """Return an umpire whose dice show these faces, in order."""
    return Umpire(Recorded(faces), turn, phase)
