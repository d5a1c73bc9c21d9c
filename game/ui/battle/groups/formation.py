"""The places of a group about the piece that is plotted, and the nearest legal end to each; no part of the rules.

A group wheels: every place is turned about the leader as far as the leader turns. Where fewer could keep their places so than
if all did as the leader does, they turn together instead: every place is moved as far as the leader's, and each points as far
round as the leader does.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from game.board.protocol import Board
from game.core.display import Destination, Point
from game.core.state import Piece

SAME = 0.02  # units: end points nearer than this are one
KEPT = 1.0  # MU from its place at which a piece still keeps it; on cells it must be in the very cell
AHEAD = 15.0  # degrees from its heading at which it still keeps that


@dataclass(frozen=True, slots=True)
class Berth:
    """Where a piece should end, in units of the board, and where it should point, in degrees; None: wherever it likes."""

    at: Point
    degrees: float | None = None


@dataclass(frozen=True, slots=True)
class Keeping:
    """The end that is chosen for a berth, how far that lies from it, and how many degrees it points elsewhere."""

    berth: Berth
    end: Destination
    away: float
    off: float
    kept: bool

    def words(self, board: Board) -> str:
        """What it does not keep, in a few words; empty if it keeps its place."""
        if self.kept:
            return ""
        far = self.away > tolerance(board)
        return f"{board.format_distance(round(self.away, 1))} off" if far else "off heading"


def tolerance(board: Board) -> float:
    """Units of the board by which a piece may miss its place."""
    return 0.5 if board.cells else KEPT


def berths(board: Board, lead: Piece, end: Destination, others: Sequence[Piece], turns: bool) -> list[Berth]:
    """The place of every other once the leader is at an end; those of a group that `turns` wheel about it."""
    before = board.direction(lead.course, lead.heading)
    turned = board.direction(end.course, end.heading) - before
    pointed = board.direction(end.facing) - board.direction(lead.facing)
    angle = math.radians(turned) if turns else 0.0
    across, along = math.cos(angle), math.sin(angle)
    found = []
    for one in others:
        x, y = one.at[0] - lead.at[0], one.at[1] - lead.at[1]
        place = end.at[0] + x * across + y * along, end.at[1] - x * along + y * across
        found.append(Berth(place, board.direction(one.facing) + pointed))
    return found


class FormationEnds:
    """Every legal end of one piece, ready to be searched."""

    def __init__(self, destinations: Sequence[Destination], board: Board) -> None:
        self.destinations, self._board = destinations, board
        self._ends = np.array([one.at for one in destinations], dtype=float).reshape(-1, 2)
        self._points = np.array([board.direction(one.facing) for one in destinations], dtype=float)
        self._bends = np.array([sum(map(abs, one.turns)) for one in destinations], dtype=float)

    def keep(self, berth: Berth) -> Keeping | None:
        """The end nearest to a berth: of those that keep the place the one that points best, and then the nearest."""
        if not self.destinations:
            return None
        gaps = self._ends - berth.at
        away = np.hypot(gaps[:, 0], gaps[:, 1])
        off = np.zeros(len(away)) if berth.degrees is None else np.abs((self._points - berth.degrees + 180.0) % 360.0 - 180.0)
        least = tolerance(self._board)
        pool = np.flatnonzero(away <= least)
        if not pool.size:
            pool = np.flatnonzero(away <= away.min() + SAME)
        best = min(pool.tolist(), key=lambda n: (round(float(off[n]), 1), round(float(away[n]), 3), float(self._bends[n]), n))
        far, turned = float(away[best]), float(off[best])
        return Keeping(berth, self.destinations[best], far, turned, far <= least and turned <= AHEAD)


def together(
    board: Board, lead: Piece, end: Destination, others: Sequence[Piece], ends: Sequence[FormationEnds]
) -> list[Keeping | None]:
    """For every other piece the end that keeps its place best, the way in which most of them can keep theirs, and of two ways in
    which as many can the one that leaves the others nearer."""
    ways = [[one.keep(berth) for one, berth in zip(ends, berths(board, lead, end, others, turns))] for turns in (True, False)]
    return max(ways, key=lambda way: (sum(one is not None and one.kept for one in way), -sum(one.away for one in way if one)))
