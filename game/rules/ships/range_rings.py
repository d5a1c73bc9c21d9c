"""A distance drawn exactly as rules test it: a circle in MU, or on hexes all hexes within it (hex/1, 4)."""

from __future__ import annotations

from game.board.boards import Board
from game.board.geometry import ARCS, Point
from game.board.zones import OWN, sector
from game.core.display import Ring, Zone


def ring(
    board: Board, at: Point, far: float, label: str, tone: str = "note", near: float = OWN
) -> tuple[Ring | Zone, ...]:
    """Return all places within `far` units of the board and, on hexes, farther than `near`, as a circle or an outline
    of hexes."""
    if not board.cells:
        return (Ring(at, far, label, tone),)
    parts = sector(board, at, 12, frozenset(ARCS), far, near)
    return tuple(Zone(outline, label, tone, holes=tuple(holes), edge="dashed", fill=0.4) for outline, *holes in parts)
