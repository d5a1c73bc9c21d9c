"""Lines of fire at sea: islands, fog and other ships are in the way (sail/4)."""

from __future__ import annotations

from collections.abc import Iterable

from game.board.geometry import Point, span, within
from game.core.values import frozen
from game.systems.full_sail.sea.terrain import hiding
from game.systems.full_sail.ships.ship import SailingShip, SailState


@frozen
class Hidden:
    """What blocks a line of fire: its name, and its key."""

    name: str
    key: str


def off_line(point: Point, a: Point, b: Point) -> float:
    """How far a place lies from the line between two others, in MU."""
    long = span(a, b)
    if not long:
        return span(point, a)
    share = ((point[0] - a[0]) * (b[0] - a[0]) + (point[1] - a[1]) * (b[1] - a[1])) / long**2
    share = min(1.0, max(0.0, share))
    return span(point, (a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])))


def blocked(state: SailState, firer: SailingShip, target: SailingShip, beside: Iterable[str] = ()) -> Hidden | None:
    """What blocks the line from the middle of one ship to that of another, or None.

    `beside` are ships that do not block: both of a grappled pair that fire at each other are passed by all.
    """
    if not state.house["sight"]:
        return None
    if body := hiding(firer.at, target.at, state.table.bodies):
        return Hidden(body.name, body.key)
    spared = {firer.id, target.id, *beside}
    for other in state.ships.values():
        near = within(off_line(other.at, firer.at, target.at), other.base_radius)
        if other.id not in spared and other.in_play and near:
            return Hidden(other.name, other.id)
    return None
