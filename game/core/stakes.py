"""The worth of a piece, and the stakes of each side: what an order gains is computed from them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field

from game.core.display import Sheet
from game.core.orders import Id
from game.core.state import AnyState
from game.core.values import frozen

PRICE = 100.0  # of a piece whose design has none
EDGES = frozenset({"left", "right", "top", "bottom"})  # of a table


@frozen
class Worth:
    """What a piece is worth to the side that brought it, as far as whoever asks may know it.

    `points` is its price at full strength. `boxes` are left of `of`: what the odds against it count, such as boxes of
    hull or of structure, or the craft of a group; `armour` are those left before them. `scores` are the points that
    its enemies have for it as it stands, by the rules of victory.
    """

    points: float
    boxes: float
    of: float
    armour: float = 0.0
    scores: float = 0.0


@frozen
class Stakes:
    """What one side needs to win, as far as that side may know it.

    `kind` is last-side, points, convoy or survive. `turns_left` are turns still to be played, the one under way among
    them; None where no turn is the last. At most one of three is not empty, and `enough` of it decide: pieces of its
    own that must `leave` the table, each with the edges by which it may; pieces of its own that it must `keep`; enemy
    pieces that it must `stop`, as they must not leave or must not live. `limit` is a score that wins at once, `lead`
    its score less that of the best of its enemies.
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
    """Turns still to be played, the one under way among them; None where no turn is the last."""
    last = state.victory.get("turns")
    return max(0, last - state.turn + 1) if last else None


def lead_of(side: Id, scores: Iterable[tuple[Id, float]]) -> float:
    """The score of a side less that of the best of its enemies."""
    others = dict(scores)
    return others.pop(side) - max(others.values(), default=0.0)


def scores_by_loss(sides: Iterable[Id], lost: Iterable[tuple[Id, float]]) -> tuple[tuple[Id, float], ...]:
    """What each side has from all others, of pairs of a side and what it has lost."""
    pairs = tuple(lost)
    return tuple((side, sum(points for owner, points in pairs if owner != side)) for side in sides)


def best_of(scores: Sequence[tuple[Id, float]]) -> Id:
    """The side with the best score; empty where several have it."""
    best = max(score for _, score in scores)
    sides = [side for side, score in scores if score == best]
    return sides[0] if len(sides) == 1 else ""


# -- of any game -------------------------------------------------------------------------------------------------------


def usual_worth(state: AnyState, key: Id, sheet: Sheet) -> Worth:
    """The price of its design; of the boxes on its sheet the first track, with those that are parts of the same; the
    whole price is scored once it is lost."""
    piece = state.known_piece(key)
    points = float(getattr(getattr(piece, "design", None), "points", 0) or PRICE)
    boxes, of = sheet.health, 1.0
    if sheet.tracks:
        first = sheet.tracks[0]
        tracks = [one for one in sheet.tracks if one is first or one.part_of == first.part_of != ""]
        boxes, of = float(sum(one.left for one in tracks)), float(sum(sum(one.rows) for one in tracks))
    return Worth(points, boxes, of, scores=0.0 if piece.in_play or sheet.coming else points)


def usual_stakes(state: AnyState, side: Id, worth: Callable[[AnyState, Id], Worth]) -> Stakes:
    """What the file says of the victory; a side scores what its enemies have lost."""
    scores = scores_by_loss(state.sides, ((state.owner(key), worth(state, key).scores) for key in state.ships))
    return Stakes(str(state.victory.get("kind") or "last-side"), turns_left(state), lead=lead_of(side, scores))
