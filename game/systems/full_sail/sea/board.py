"""The open table as a sea."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from game.board.boards import OpenBoard
from game.board.look import SEA, Look


@dataclass(frozen=True)
class SeaBoard(OpenBoard):
    """Measured as open space is, and painted as water; by option nothing is measured before a target is named (sail/4)."""

    look: ClassVar[Look] = SEA
    measured: bool = True

    def range_words(self, distance: float) -> str:
        """None, where it is not measured first."""
        return self.format_distance(distance) if self.measured else ""
