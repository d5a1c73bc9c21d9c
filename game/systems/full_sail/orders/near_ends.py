"""Where other ships end their moves as far as one knows: who ends so near may foul them (sail/3.6)."""

from __future__ import annotations

import math
from collections.abc import Iterator

from game.board.geometry import Point, span, within
from game.core.display import Ring
from game.core.orders import Id
from game.core.values import frozen
from game.systems.full_sail.gunnery.fouling import FOULS, NEAR
from game.systems.full_sail.sea.after_move import pose_after
from game.systems.full_sail.sea.sail_plan import Means, means
from game.systems.full_sail.ships.grapples import between, partners
from game.systems.full_sail.ships.ship import SailingShip, SailState
from game.systems.full_sail.wind.weather import wind_of

SHORTER = 0.8  # of its speed, the least that a move which turns takes a ship from where it was
CLOSE = 3.0  # MU within which every bearing is near enough
FACES = ", ".join(map(str, range(FOULS, 7)))


@frozen
class NearEnd:
    """A ship that ends its move at a place; `known` if its order is, else it does so if it holds on."""

    ship: Id
    at: Point
    known: bool


def near_ends(state: SailState, ship: SailingShip) -> Iterator[NearEnd]:
    """The ends near which a ship could end its own move.

    Those of its own side end as they have sealed, all others are taken to hold on: what the enemy has sealed is never asked.
    """
    if not state.house["fouling"] or ship.anchored or partners(state, ship.id):  # one that is grappled lies still
        return
    has, wind = means(state, ship), wind_of(state)
    most = _most(ship, has) + NEAR + (wind.speed if wind else 0)  # no ship drifts farther than the wind blows
    for other in state.ships.values():
        order = state.sealed.get(other.id) if other.side == ship.side else None
        if order is None and not within(span(ship.at, other.at), most + other.velocity):
            continue
        if other.id == ship.id or not other.in_play or between(state, ship.id, other.id):
            continue
        pose = order.pose(state) if order else pose_after(state, other)
        known = order is not None or other.anchored or not other.commanded
        if order is not None or _reaches(ship, has, pose.at):
            yield NearEnd(other.id, pose.at, known)


def _most(ship: SailingShip, has: Means) -> int:
    """The most MU that it could sail."""
    return max(ship.velocity, min(ship.velocity + has.thrust, has.top))


def _reaches(ship: SailingShip, has: Means, at: Point) -> bool:
    """Might a move of a ship end within 1 MU of a place? No where that is out of its speeds, or farther round than it turns."""
    away, least = span(ship.at, at), max(0, min(ship.velocity // 2, ship.velocity - has.thrust))
    if not least * SHORTER - NEAR <= away <= _most(ship, has) + NEAR:
        return False
    off = abs((math.degrees(math.atan2(at[0] - ship.at[0], at[1] - ship.at[1])) - 30 * ship.course + 180) % 360 - 180)
    return away <= CLOSE or off <= 30 * has.turning


def rings(state: SailState, ship: SailingShip) -> tuple[Ring, ...]:
    """Round each of them, the distance within which ships may foul; only the first says so, of all."""
    found = list(near_ends(state, ship))
    return tuple(Ring(one.at, NEAR, "" if n else _words(state, found)) for n, one in enumerate(found))


def _words(state: SailState, found: list[NearEnd]) -> str:
    holds = "" if all(one.known for one in found) else " if it holds on"
    return f"an end in {'a ring fouls its ship' if found[1:] else f'here fouls {state.names[found[0].ship]}'} on {FACES}{holds}"
