"""Points on the hull: the boxes they cross off, and the rows that they end (sail/2, 4.2, 4.3)."""

from __future__ import annotations

from functools import lru_cache

from game.core.values import House, frozen
from game.systems.full_sail.ships.ship import ROWS, SailingShip

Boxes = tuple[int, ...]  # boxes by row


@frozen
class HullLoss:
    """The result of an attack on a hull. It has the boxes lost, the rows (1 to 4) that it emptied, the rows all of
    whose boxes were lost this turn, the points beyond the last box, and whether no box is left."""

    boxes: int
    ended: tuple[int, ...]
    whole: tuple[int, ...]
    over: int
    zero: bool = False


def raked_points(ship: SailingShip, points: int, house: House) -> int:
    """Return the points of a rake: those that hit or, by option, everything left once only the last row is
    (sail/4.2)."""
    breaks = points > 0 and ship.current_row == ROWS and house["last_row_rake"] == "lost"
    return max(points, ship.hull) if breaks else points


def cross_off(ship: SailingShip, points: int, raking: bool = False) -> HullLoss:
    """Cross boxes off a hull. A raking shot goes on below the row that was current when it hit (sail/4.2)."""
    loss, ship.crossed, ship.fresh = _struck(ship.design.hull_rows, ship.crossed, ship.fresh, points, raking)
    ship.worst_row = max((ship.worst_row, *loss.ended))
    return loss


def losses(ship: SailingShip, raking: bool) -> tuple[HullLoss, ...]:
    """Return the losses of a hull from 0 points to the number of boxes left. The index is the points."""
    return _losses(ship.design.hull_rows, ship.crossed, ship.fresh, raking)


@lru_cache(maxsize=256)
def _losses(built: Boxes, crossed: Boxes, fresh: Boxes, raking: bool) -> tuple[HullLoss, ...]:
    every = range(sum(built) - sum(crossed) + 1)
    return tuple(_struck(built, crossed, fresh, points, raking)[0] for points in every)


def _struck(built: Boxes, crossed: Boxes, lately: Boxes, points: int, raking: bool) -> tuple[HullLoss, Boxes, Boxes]:
    """Cross points off rows of boxes; return the loss, then the boxes crossed off in all and this turn, by row."""
    before = [boxes - gone for boxes, gone in zip(built, crossed)]
    left, fresh, given = list(before), list(lately), points
    current = next((row for row, boxes in enumerate(left, 1) if boxes), ROWS)
    while points and any(left):
        below = [row for row in range(current, ROWS) if left[row]] if raking else []
        row = below[0] if below else next(row for row in range(ROWS) if left[row])
        taken = min(points, left[row])
        left[row] -= taken
        fresh[row] += taken
        points -= taken
    ended = tuple(row + 1 for row in range(ROWS) if before[row] and not left[row])
    whole = tuple(row for row in ended if fresh[row - 1] == built[row - 1])
    gone = tuple(boxes - rest for boxes, rest in zip(built, left))
    return HullLoss(given - points, ended, whole, points, not any(left)), gone, tuple(fresh)
