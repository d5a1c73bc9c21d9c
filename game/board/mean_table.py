"""A table of mean losses by the relative position of two pieces, applied to every pair of their places in one sweep."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from game.board.geometry import TOLERANCE
from game.board.protocol import Board
from game.board.sectors import Sectors

if TYPE_CHECKING:
    from numpy.typing import NDArray

Array: TypeAlias = "NDArray[np.float64]"


@dataclass(frozen=True, eq=False)
class MeanTable:
    """Mean losses of hull and armour at [sector of the firer that holds the target, range band, sector of the target
    that holds the firer].

    `limits` are the far ends of the bands in MU, closed at the top; the last is beyond them. The table knows only the
    two pieces: callers leave out places between which a body blocks the line of fire.
    """

    board: Board
    limits: Array
    firing: Sectors
    struck: Sectors
    hull: Array
    armour: Array

    def means(self, firers: Array, targets: Array) -> tuple[Array, Array]:
        """Return mean losses of hull and of armour, each of shape (n, m), from n places of the firer at m of the
        target, which are rows of x, y and degrees that it faces."""
        east, north, away = self.board.ways(firers[:, :2], targets[:, :2])
        bearings = np.degrees(np.arctan2(east, north))
        cells = self.firing.numbers(bearings, firers[:, None, 2], away) * (len(self.limits) + 1)
        cells += np.searchsorted(self.limits + TOLERANCE, self.board.weapon_distance(away))
        cells *= len(self.struck.places)
        cells += self.struck.numbers(bearings + 180.0, targets[None, :, 2], away)
        return self.hull.ravel()[cells], self.armour.ravel()[cells]
