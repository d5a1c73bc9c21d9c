"""The worth of a piece, and the stakes of each side. Computer players and the adviser count an order's gains by
them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field

from game.core.display import Sheet
from game.core.orders import Id
from game.core.state import AnyState
from game.core.values import frozen

PRICE = 100.0  # points of a piece whose design has no price
EDGES = frozenset({"left", "right", "top", "bottom"})  # of a table


@frozen
class Worth:
    """The worth of a piece to its first owner, as far as the asking side knows it.

    `points` is its price at full strength. `boxes` are left of `of`: the unit of the odds against it, such as boxes of
    hull or structure, or craft of a group; `armour` is what is left before them. `scores` are the points its enemies
    have for it as it stands, by the rules of victory; `if_it_leaves` those they would have if it left the battle now,
    None where that is no better than its loss.
    """

    points: float
    boxes: float
    of: float
    armour: float = 0.0
    scores: float = 0.0
    if_it_leaves: float | None = None


@frozen
class Stakes:
    """What one side needs to win, as far as that side may know it.

    `kind` is last-side, points, convoy or survive. `turns_left` are turns still to be played, with the present one;
    None without a last turn. At most one of the next three is not empty, and `enough` of it decide: `leave`, own pieces
    that must leave the table, each with the edges allowed; `keep`, own pieces that must survive; `stop`, enemy pieces
    that must not leave or must not survive. `limit` is a score that wins at once; `lead` is the side's score less that
    of its best enemy.
    """

    kind: str
    turns_left: int | None = None
    leave: Mapping[Id, frozenset[str]] = field(default_factory=dict, hash=False)
    keep: frozenset[Id] = frozenset()
    stop: frozenset[Id] = frozenset()
    enough: int = 0
    limit: float | None = None
    lead: float = 0.0


def turns_left(state: AnyState) -> int | None:
    """Return the turns still to be played, with the present one; None without a last turn."""
    last = state.victory.get("turns")
    return max(0, last - state.turn + 1) if last else None


def lead_of(side: Id, scores: Iterable[tuple[Id, float]]) -> float:
    """Return the score of a side less that of its best enemy."""
    others = dict(scores)
    return others.pop(side) - max(others.values(), default=0.0)


def scores_by_loss(sides: Iterable[Id], lost: Iterable[tuple[Id, float]]) -> tuple[tuple[Id, float], ...]:
    """Return the score of each side from all others' losses, given as (side, points lost) pairs."""
    pairs = tuple(lost)
    return tuple((side, sum(points for owner, points in pairs if owner != side)) for side in sides)


def best_of(scores: Sequence[tuple[Id, float]]) -> Id:
    """Return the side with the best score; empty if several have it."""
    best = max(score for _, score in scores)
    sides = [side for side, score in scores if score == best]
    return sides[0] if len(sides) == 1 else ""


# -- of any game -------------------------------------------------------------------------------------------------------


def usual_worth(state: AnyState, key: Id, sheet: Sheet) -> Worth:
    """Return the worth of a piece by its sheet: the price of its design, and the boxes of the first track with those
    that are `part_of` the same. Its whole price is scored once it is lost."""
    piece = state.known_piece(key)
    points = float(getattr(getattr(piece, "design", None), "points", 0) or PRICE)
    boxes, of = sheet.health, 1.0
    if sheet.tracks:
        first = sheet.tracks[0]
        tracks = [one for one in sheet.tracks if one is first or one.part_of == first.part_of != ""]
        boxes, of = float(sum(one.left for one in tracks)), float(sum(sum(one.rows) for one in tracks))
    return Worth(points, boxes, of, scores=0.0 if piece.in_play or sheet.coming else points)


def usual_stakes(state: AnyState, side: Id, worth: Callable[[AnyState, Id], Worth]) -> Stakes:
    """Return the stakes by the battle file alone: a side scores what its enemies have lost."""
    scores = scores_by_loss(state.sides, ((state.owner(key), worth(state, key).scores) for key in state.ships))
    return Stakes(str(state.victory.get("kind") or "last-side"), turns_left(state), lead=lead_of(side, scores))
