"""Plotting from cell to cell: choose the path at the pointer among all the paths of a move; no part of the rules.

The path goes to the cell under the pointer along legal steps, and from there straight on. Of several final headings it
has the one in the direction from the cell's centre to the pointer. Of several such paths, it is the one that was
walked, or else the cheapest.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise

from game.board.geometry import bearing
from game.board.protocol import Board
from game.core.display import Destination

Point = tuple[float, float]
Cell = tuple[float, float]

LEAN = 0.2  # share of a cell round its centre in which the pointer chooses no direction
STEP = 0.4  # share of a cell between the points at which a quick drag is followed


class Walk:
    """All paths of one move, and the cells over which the pointer has walked since the ship was taken in hand."""

    def __init__(self, paths: Sequence[Destination], board: Board, start: Point) -> None:
        self.paths, self.board = tuple(paths), board
        self._last = start
        self.trail: list[Cell] = [board.file_coordinates(start)]
        self._cells = [tuple(map(board.file_coordinates, way.path)) for way in self.paths]
        self._bends = [_bends(way, board) for way in self.paths]
        self._through: dict[Cell, list[tuple[int, int]]] = defaultdict(list)
        for index, cells in enumerate(self._cells):
            for place, cell in enumerate(cells):
                self._through[cell].append((index, place))

    def follow(self, point: Point) -> None:
        """Follow the pointer along the straight line to it, cell by cell. A cell that was walked over before cancels
        those after it."""
        count = math.ceil(math.dist(self._last, point) / STEP)
        for n in range(1, count + 1):
            share = n / count
            cell = self.board.file_coordinates(tuple(a + (b - a) * share for a, b in zip(self._last, point)))  # type: ignore[arg-type]
            if cell in self.trail:
                del self.trail[self.trail.index(cell) + 1 :]
            else:
                self.trail.append(cell)
        self._last = point

    def chosen(self, point: Point) -> Destination | None:
        """Return the path chosen by a pointer at a place."""
        here = self.board.file_coordinates(point)
        found = self._through.get(here, [])
        ends = [one for one in found if one[1] == len(self._cells[one[0]]) - 1]
        if not found:
            nearest = min(self.paths, key=lambda way: math.dist(way.at, point), default=None)
            if nearest is None:
                return None
            ends = [(index, -1) for index, way in enumerate(self.paths) if way.at == nearest.at]
        if ends:
            lean = _lean(self.paths[ends[0][0]].at, point)
            return self.paths[min(ends, key=lambda one: (self._off(self.paths[one[0]], lean), *self._worth(one[0])))[0]]
        return self.paths[
            min(found, key=lambda one: (-self._count_walked(one[0]), self._later(*one), *self._worth(one[0])))[0]
        ]

    def along(self, way: Destination) -> Destination | None:
        """Return the path along the same cells to the same heading, or None."""
        return next((one for one in self.paths if one.path == way.path and one.lane == way.lane), None)

    def _off(self, way: Destination, lean: float | None) -> float:
        """Return by how many degrees a path's end deviates from the pointer's direction."""
        turned = 0.0 if lean is None else self.board.direction(way.facing) - lean
        return round(abs((turned + 180.0) % 360.0 - 180.0), 1)

    def _worth(self, index: int) -> tuple[int, int, int]:
        return -self._count_walked(index), -self.paths[index].left, index

    def _count_walked(self, index: int) -> int:
        """Return how many of a path's cells the pointer has walked over."""
        trail = set(self.trail)
        return sum(cell in trail for cell in self._cells[index])

    def _later(self, index: int, place: int) -> int:
        """Return how often a path bends after one of its cells. That cell counts too if the pointer enters it
        straight."""
        return sum(self._bends[index][place:])


def _bends(way: Destination, board: Board) -> list[bool]:
    """Return whether a path bends at each of its places; at the last if the ship turns on arrival."""
    legs = [round(bearing(a, b), 1) % 360 for a, b in pairwise(way.path)]
    if not legs:
        return [False]
    return [False, *(a != b for a, b in pairwise((*legs, board.direction(way.course) % 360)))]


def _lean(middle: Point, point: Point) -> float | None:
    """Return the direction of the pointer from the centre of a cell, in degrees; None close to the centre."""
    if math.dist(middle, point) <= LEAN:
        return None
    return bearing(middle, point)
