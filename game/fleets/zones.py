"""The zones along two edges of a table in which fleets are placed."""

from __future__ import annotations

from dataclasses import dataclass

from game.board import hexes
from game.board.areas import Extent, along_edge, corners, from_edge
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
        away = from_edge(self.edge(seat), self.board.offset_from_corner(at), (0.0, 0.0, *self.board.size))
        return self.depth - (1 if self.board.cells else 0) - away

    def from_edge(self, seat: int, at: Point) -> float:
        """Return how far a place on the plane is from a seat's own edge of the table."""
        return from_edge(self.edge(seat), at, self.board.extent)

    def rect(self, seat: int) -> Extent:
        """Return west, south, width and height of a seat's zone on the plane."""
        size = self.board.size[0 if self.edge(seat) in ("left", "right") else 1] + (1 if self.board.cells else 0)
        return along_edge(self.edge(seat), self.depth / size, self.board.extent)

    def outlines(self, seat: int) -> tuple[tuple[Point, ...], ...]:
        """Return the outlines of a seat's zone on the plane, along the sides of cells where there are some."""
        if isinstance(self.board, HexBoard):
            inside = [one for one in self.board.every() if self.inside(seat, hexes.at(one)) >= 0]
            return tuple(lines[0] for lines in hexes.outlines(inside))
        return (corners(self.rect(seat)),)
