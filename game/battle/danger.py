"""The dangerous destinations of a draft order, and the nearest safe one, by the forecast alone.

Both are generators that yield None between steps, so that a frame can stop when its time is used up.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from game.battle.slowly import Slowly
from game.board.boards import Board, board_of
from game.board.geometry import span
from game.board.line_of_sight import Path, closest_approach
from game.board.terrain import Body
from game.core.display import Destination, Risk
from game.core.orders import Order

if TYPE_CHECKING:
    from game.battle.view import View

DANGERS = ("bad", "harm")  # tones of risks that must be confirmed before an order is sealed
# stands for a destination near anything until its danger is known
UNSEARCHED = Risk("", "not looked at yet", 0.0, "")
TRIED = 80  # the number of destinations, nearest first, that are searched for a safe one


def dangers(view: View, draft: Order) -> Iterator[tuple[int, Risk | None] | None]:
    """Yield (index of a destination of a draft, its worst risk) pairs, and None between them. Destinations near bodies,
    pieces or edges come first, each with `UNSEARCHED` before any is searched."""
    ends = view.destinations(draft)
    near = [_near(view, end) for end in ends]
    yield from ((n, UNSEARCHED) for n, doubtful in enumerate(near) if doubtful)
    for n in sorted(range(len(ends)), key=lambda n: not near[n]):
        risk = yield from _danger(view, ends[n].order)
        yield n, risk


def _danger(view: View, order: Order) -> Slowly[Risk | None]:
    """Work out the likeliest loss of an order's piece, or else damage on its way; None if neither is possible."""
    forecast = yield from view.foretelling({order.by: order}, order.by)
    fate = forecast.fates.get(order.by)
    return next((risk for risk in fate.risks if risk.tone in DANGERS), None) if fate else None


def safer(view: View, order: Order) -> Slowly[tuple[Order, str] | None]:
    """Work out the nearest safe destination, and its margin from the obstacle or the edge that endangers the order. If
    there is none and the order may lose its piece, return the nearest destination where at most damage threatens."""
    met = yield from _danger(view, order)
    if met is None:
        return None
    milder: Destination | None = None
    here = view.pose(order)
    ends = sorted(view.destinations(order), key=lambda end: (span(end.at, here.at), abs(end.velocity - here.velocity)))
    for end in ends[:TRIED]:
        if end.order == order:
            continue
        risk = yield from _danger(view, end.order)
        if risk is None:
            return end.order, _margin(view, end, met)
        if risk.tone != "bad" and met.tone == "bad":
            milder = milder or end
    return (milder.order, _margin(view, milder, met)) if milder else None


def _margin(view: View, end: Destination, met: Risk) -> str:
    """Return in words how far a destination is out of a danger."""
    table = view.state.table
    board = board_of(table)
    body = next((one for one in table.bodies if one.name == met.what), None)
    if body is not None:
        return f"{board.format_distance(_clear(end.path, body))} clear of {body.name}"
    if not met.leaves:
        return "out of danger"
    inside = board.format_distance(_inside(board, end))
    return "stays on the table" if inside == board.format_distance(0) else f"ends {inside} inside"


def _clear(path: Path, body: Body) -> float:
    """Return the least distance, in units of the board, between a path and the disc of a body, while both move."""
    return max(0.0, closest_approach(path, body.path).distance - body.radius)


def _inside(board: Board, end: Destination) -> float:
    """Return the distance from a destination to the nearest edge, in units of the board; 0 beyond it."""
    west, south, wide, high = board.extent
    x, y = end.at
    return max(0.0, min(x - west, west + wide - x, y - south, south + high - y))


def _near(view: View, end: Destination) -> bool:
    """Return whether a path passes near a body, or ends near an edge or a piece."""
    state = view.state
    board = board_of(state.table)
    if not board.holds(end.at) or any(_clear(end.path, body) < 1 + body.velocity for body in state.table.bodies):
        return True
    return any(span(one.at, end.at) < 1 for one in state.ships.values() if one.in_play and one.id != end.order.by)
