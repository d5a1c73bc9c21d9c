"""Directions round a piece as numbers, for many places at once: sectors, the lines between them, and its own place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.board.geometry import BESIDE, TOLERANCE, Point
from game.core.installation import lazy_import
from game.core.values import frozen

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[np.float64]
    Numbers = NDArray[np.intp]
else:
    np = lazy_import("numpy")


@frozen
class Sectors:
    """Equal sectors clockwise, of which the first begins at `first` degrees from dead ahead; then the lines on which
    each of them begins; then the place of the piece itself.

    `places` are one of each, as seen from a piece at (0, 0) that faces up the table.
    """

    first: float
    places: tuple[Point, ...]

    def numbers(self, bearings: Array, facing: Array, away: Array) -> Numbers:
        """Return which of them a place lies in, by its absolute bearing in degrees, where the piece faces and MU or
        hexes between them; on a line is what lies as near to it as `geometry.arcs_at` says (full-thrust-base/4.1)."""
        count = len(self.places) // 2
        wide = 360.0 / count
        turned = (bearings - (facing + self.first)) / wide
        turned -= count * np.floor(turned / count)
        line = np.floor(turned + 0.5)  # of which the last is the first again
        beside = np.abs(turned - line) * (wide * away) <= BESIDE
        inside, lines = np.minimum(turned, count - 0.5), np.where(line < count, line, 0.0) + count
        found: Numbers = np.where(beside, lines, inside).astype(np.intp)
        found[away <= TOLERANCE] = 2 * count
        return found
