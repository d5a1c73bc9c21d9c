"""Pieces sorted by the square of the table they are in, to find near ones without checking all."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Generic, TypeVar

from game.board.geometry import TOLERANCE, span, within
from game.core.state import Piece

PieceT = TypeVar("PieceT", bound=Piece)


class NearPieces(Generic[PieceT]):
    """An index of pieces at their present places, for finding those within `reach` MU of a place."""

    def __init__(self, pieces: Iterable[PieceT], reach: float) -> None:
        self.reach, self._side = reach, reach + 2 * TOLERANCE  # wide enough that nothing in reach is two squares away
        self._squares: dict[tuple[int, int], list[PieceT]] = {}
        for one in pieces:
            self._squares.setdefault(self._square(one.at), []).append(one)

    def _square(self, at: tuple[float, float]) -> tuple[int, int]:
        return math.floor(at[0] / self._side), math.floor(at[1] / self._side)

    def of(self, at: tuple[float, float]) -> list[PieceT]:
        """Return the pieces in reach of a place, the nearest first."""
        found = sorted([(span(at, one.at), n, one) for n, one in enumerate(self.about(at))])
        return [one for away, _, one in found if within(away, self.reach)]

    def about(self, at: tuple[float, float]) -> list[PieceT]:
        """Return the pieces in reach of a place and some farther off, in no order: no distance is measured."""
        column, row = self._square(at)
        found: list[PieceT] = []
        for across in (column - 1, column, column + 1):
            for up in (row - 1, row, row + 1):
                found += self._squares.get((across, up), ())
        return found
