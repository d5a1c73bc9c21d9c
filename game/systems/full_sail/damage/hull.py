"""Points on the hull: which boxes they cross off, and which rows that ends (sail/2, 4.2, 4.3)."""

from __future__ import annotations

from game.core.values import House, frozen
from game.systems.full_sail.ships.ship import ROWS, SailingShip


@frozen
class HullLoss:
    """What an attack did to a hull: boxes lost, rows (1 to 4) it emptied, rows of which every box went this turn, and points
    that found no box.
    """

    boxes: int
    ended: tuple[int, ...]
    whole: tuple[int, ...]
    over: int


def raked_points(ship: SailingShip, points: int, house: House) -> int:
    """Points that a rake comes to: as many as hit, or by option all that is left once only the last row is (sail/4.2)."""
    breaks = points > 0 and ship.current_row == ROWS and house["last_row_rake"] == "lost"
    return max(points, ship.hull) if breaks else points


def cross_off(ship: SailingShip, points: int, raking: bool = False) -> HullLoss:
    """Cross boxes off a hull. A shot that rakes goes on below the row that was current when it struck (sail/4.2)."""
    before, current = ship.row_left, ship.current_row
    left, fresh, given = list(before), list(ship.fresh), points
    while points and any(left):
        below = [row for row in range(current, ROWS) if left[row]] if raking else []
        row = below[0] if below else next(row for row in range(ROWS) if left[row])
        taken = min(points, left[row])
        left[row] -= taken
        fresh[row] += taken
        points -= taken
    built = ship.design.hull_rows
    ended = tuple(row + 1 for row in range(ROWS) if before[row] and not left[row])
    whole = tuple(row for row in ended if fresh[row - 1] == built[row - 1])
    ship.crossed = tuple(boxes - rest for boxes, rest in zip(built, left))
    ship.fresh = tuple(fresh)
    ship.worst_row = max((ship.worst_row, *ended))
    return HullLoss(given - points, ended, whole, points)
