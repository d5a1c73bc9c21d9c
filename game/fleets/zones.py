"""The zones along two edges of a table in which fleets are placed."""

from __future__ import annotations

from dataclasses import dataclass

from game.board import hexes
from game.board.boards import Board, HexBoard
from game.board.geometry import Point
from game.fleets.muster import Edges

EDGE_NAMES: dict[Edges, tuple[str, str]] = {"left and right": ("left", "right"), "top and bottom": ("bottom", "top")}


@dataclass(frozen=True)
class Zones:
    """The zones of both seats on a board, `depth` units deep."""

    board: Board
    edges: Edges
    depth: int

    def edge(self, seat: int) -> str:
        """Return the edge of the table that is a seat's own."""
        return EDGE_NAMES[self.edges][seat]

    def inside(self, seat: int, at: Point) -> float:
        """Return how far inside its zone a place is, in units of the board; below 0 outside of it."""
        x, y = self.board.counted(at)
        wide, high = self.board.size
        away = {"left": x, "right": wide - x, "bottom": y, "top": high - y}[self.edge(seat)]
        return self.depth - (1 if self.board.cells else 0) - away

    def from_edge(self, seat: int, at: Point) -> float:
        """Return how far a place on the plane is from a seat's own edge of the table."""
        west, south, wide, high = self.board.extent
        x, y = at[0] - west, at[1] - south
        return {"left": x, "right": wide - x, "bottom": y, "top": high - y}[self.edge(seat)]

    def rect(self, seat: int) -> tuple[float, float, float, float]:
        """Return west, south, width and height of a seat's zone on the plane."""
        west, south, wide, high = self.board.extent
        size = self.board.size[0 if self.edge(seat) in ("left", "right") else 1] + (1 if self.board.cells else 0)
        share = min(1.0, self.depth / size)
        return {
            "left": (west, south, share * wide, high),
            "right": (west + (1 - share) * wide, south, share * wide, high),
            "bottom": (west, south, wide, share * high),
            "top": (west, south + (1 - share) * high, wide, share * high),
        }[self.edge(seat)]

    def outlines(self, seat: int) -> tuple[tuple[Point, ...], ...]:
        """Return the outlines of a seat's zone on the plane, along the sides of cells where there are some."""
        if isinstance(self.board, HexBoard):
            inside = [one for one in self.board.every() if self.inside(seat, hexes.at(one)) >= 0]
            return tuple(lines[0] for lines in hexes.outlines(inside))
        x, y, wide, high = self.rect(seat)
        return (((x, y), (x, y + high), (x + wide, y + high), (x + wide, y)),)
