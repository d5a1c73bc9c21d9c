"""The open table as a sea."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from game.board.boards import OpenBoard
from game.board.look import SEA, Look


@dataclass(frozen=True)
class SeaBoard(OpenBoard):
    """Measured as open space is, and painted as water."""

    look: ClassVar[Look] = SEA
