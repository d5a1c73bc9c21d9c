"""Small battles of Easier HexThrust for tests, built without files."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from game.battle.battle import Battle
from game.board import hexes
from game.board.boards import HexBoard
from game.board.hexes import Hex, course_of
from game.board.terrain import Body
from game.core.events import Event
from game.core.forecast import Fate
from game.core.orders import Id, Illegal, Order, Unreadable
from game.rules.counters.counter import C
from game.rules.ships.design import Mount
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import Counter, ThrustState
from game.systems.easyhex.movement.marker import Marker
from game.systems.easyhex.system import EASYHEX
from tests.support.builders import carried_out, design, ship
from tests.support.hex_battles import on_map

OPEN = HexBoard(30, 24, mu=3, sides=True, floating=True, only_rows=True)
BEAM3 = (Mount("", "beam", 3, ("FP", "F", "FS")), Mount("", "fcs"))
GUNS = (*BEAM3, Mount("", "torpedo", 1, ("F",)), Mount("", "pds"), Mount("", "pds"))


def vessel(
    key: str,
    at: Hex = (0, 0),
    heading: int = 0,
    speed: int = 0,
    rating: int = 4,
    side: str = "azure",
    mounts: tuple[Mount, ...] = GUNS,
    turned: bool = False,
    **parts: Any,
) -> Ship:
    """Return an undamaged ship in a hex, with straight credit unless it pivoted last turn."""
    one = ship(key, side, hexes.at(at), course_of(heading), speed, built=design(*mounts, thrust=rating, **parts))
    one.turned = turned
    return one


def deep(
    *ships: Ship, bodies: Iterable[Body] = (), counters: Iterable[Counter] = (), board: HexBoard = OPEN, **house: Any
) -> ThrustState:
    """Return a state on this map, by default one without edges."""
    state = on_map(EASYHEX, ships, bodies, board, house)
    state.counters = {one.id: one for one in counters}
    return state


def counter(
    key: str, kind: type[C], at: Hex = (0, 0), heading: int = 0, side: str = "azure", count: int = 1, **facts: Any
) -> C:
    """Return a counter in a hex."""
    course = course_of(heading)
    return kind(
        key,
        key,
        side,
        key.partition(".")[0],
        key.partition(".")[2],
        hexes.at(at),
        course,
        course,
        count=count,
        total=count,
        **facts,
    )


def fought(*ships: Ship, **given: Any) -> Battle:
    """Return a battle in its first phase; arguments as for `deep`."""
    return Battle(EASYHEX, deep(*ships, **given), 1)


def foretold(ship: Ship, **given: Any) -> Fate:
    """Return the forecast of a ship without an order, with its only enemy far away."""
    view = fought(ship, vessel("vesper", (20, 20), side="amber"), **given).view(ship.side)
    return view.forecast({}, ship.id).fates[ship.id]


def give(state: ThrustState, by: Id, text: str, *faces: int, kind: type[Order] = Marker) -> list[Event]:
    """Check an order and carry it out with these faces. Fails if any face is left over."""
    return carried_out(state, kind.parse(by, text), *faces)


def refused(state: ThrustState, by: Id, text: str, kind: type[Order] = Marker) -> str:
    """Return the refusal of an order, or an empty text."""
    try:
        kind.parse(by, text).check(state)
    except (Illegal, Unreadable) as why:
        return why.why
    return ""
