"""Lines of fire at sea, blocked by islands, fog and other ships (sail/4)."""

from __future__ import annotations

from collections.abc import Iterable

from game.board.geometry import TOLERANCE, Point, off_line, within
from game.core.values import frozen
from game.systems.full_sail.sea.terrain import hiding
from game.systems.full_sail.ships.ship import WIDEST, SailingShip, SailState

ASIDE = WIDEST + 2 * TOLERANCE  # MU from a line, beyond which no ship blocks it


@frozen
class Hidden:
    """An obstacle in a line of fire: its name, and its key."""

    name: str
    key: str


def obstacle_between(
    state: SailState, firer: SailingShip, target: SailingShip, others: Iterable[SailingShip] | None = None
) -> Hidden | None:
    """Return the obstacle in the line between the centres of two ships, or None. `others` are the ships that may be in
    the way: all, unless the caller knows which are near enough."""
    if not state.house["sight"]:
        return None
    if body := hiding(firer.at, target.at, state.table.bodies):
        return Hidden(body.name, body.key)
    spared = {firer.id, target.id}
    for other in _beside(state.ships.values() if others is None else others, firer.at, target.at):
        if (
            other.id not in spared
            and other.in_play
            and within(off_line(other.at, firer.at, target.at), other.base_radius)
        ):
            return Hidden(other.name, other.id)
    return None


def _beside(ships: Iterable[SailingShip], a: Point, b: Point) -> list[SailingShip]:
    """Return the ships, in order, in the bounding box of a line, widened by a base. Most others are far from it."""
    (ax, ay), (bx, by) = a, b
    west, east, south, north = min(ax, bx) - ASIDE, max(ax, bx) + ASIDE, min(ay, by) - ASIDE, max(ay, by) + ASIDE
    return [other for other in ships if west <= other.at[0] <= east and south <= other.at[1] <= north]
