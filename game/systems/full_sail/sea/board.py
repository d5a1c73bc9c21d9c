"""The open table as a sea."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from game.board.boards import OpenBoard, board_of
from game.board.geometry import Point, within
from game.board.line_of_sight import Blocked
from game.board.look import SEA, Look
from game.board.protocol import too_far
from game.board.terrain import Body
from game.core.state import Table
from game.core.values import House
from game.systems.full_sail.sea.terrain import first_entries, hiding

IN_SIGHT = 40.0  # MU within which an enemy makes a ship be asked for fire where ranges are not measured


@dataclass(frozen=True)
class SeaBoard(OpenBoard):
    """A table measured like open space and painted as water, where terrain hides by its outline. By option nothing is
    measured before a target is named, so it is not known either what is out of sight; or nothing blocks sight
    (sail/4)."""

    look: ClassVar[Look] = SEA
    measured: bool = True
    hides: bool = True

    @classmethod
    def under(cls, width: float, height: float, house: House) -> SeaBoard:
        """Return a sea of that size in MU by house rules."""
        return cls(width, height, measured=bool(house["premeasure"]), hides=bool(house["sight"]))

    def range_words(self, distance: float) -> str:
        """Return the range in words; empty if it is not measured first."""
        return self.format_distance(distance) if self.measured else ""

    def obstacle_between(self, a: Point, b: Point, bodies: tuple[Body, ...]) -> Blocked | None:
        """Return the island or fog between two places, if that is known."""
        if not (self.measured and self.hides) or (body := hiding(a, b, bodies)) is None:
            return None
        return Blocked(body, next((entry.at for entry in first_entries((a, b), (body,), (body.kind,))), a))


def out_of_reach(table: Table, apart: float, most: float, named: bool = False) -> str:
    """Return words for a distance in MU beyond a limit; empty within it. Also empty before a target is `named`, where
    nothing is measured first."""
    board = board_of(table)
    known = named or bool(board.range_words(apart))
    return too_far(board, apart, most) if known and not within(apart, most) else ""
