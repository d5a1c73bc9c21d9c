"""Directions round a piece as numbers, for many places at once: sectors, the lines between them, and its own place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from game.board.geometry import BESIDE, TOLERANCE, Point
from game.core.values import frozen

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]
    Numbers = NDArray[np.intp]


@frozen
class Sectors:
    """Equal sectors clockwise, the first beginning at `first` degrees from dead ahead; then the lines on which each
    begins; then the piece's own place.

    `places` has one point in each, seen from a piece at (0, 0) that faces up the table.
    """

    first: float
    places: tuple[Point, ...]

    def numbers(self, bearings: Array, facing: Array, away: Array) -> Numbers:
        """Return the sector, line or own place that holds each place, from its absolute bearing in degrees, the facing
        of the piece, and the distance in MU or hexes.

        A place counts as on a line as in `geometry.arcs_at` (full-thrust-base/4.1).
        """
        count = len(self.places) // 2
        wide = 360.0 / count
        turned = (bearings - (facing + self.first)) / wide
        turned -= count * np.floor(turned / count)
        line = np.floor(turned + 0.5)  # the last line is the first again
        beside = np.abs(turned - line) * (wide * away) <= BESIDE
        inside, lines = np.minimum(turned, count - 0.5), np.where(line < count, line, 0.0) + count
        found: Numbers = np.where(beside, lines, inside).astype(np.intp)
        found[away <= TOLERANCE] = 2 * count
        return found
