"""The expected destinations of every enemy, weighed against one destination of one ship."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from game.board.mean_table import Array
from game.board.protocol import Board
from game.core.display import Pose
from game.core.orders import Id
from game.players.captain.lookout import EndArray
from game.players.captain.payoff import chosen_by
from game.players.player import Came, Expected

TURNED = 1 / 15  # MU per degree, in the search for the actual destination
FORESEEN = 0.7  # MU from a destination within which it is that destination


@dataclass(frozen=True, eq=False)
class FoeOutlook:
    """The destinations of one enemy, with their chances, points dealt and taken at each, and the worth of its fire at
    our other ships."""

    piece: Id
    ends: EndArray
    chances: Array
    deals: Array
    takes: Array
    elsewhere: tuple[float, ...]

    def end(self, number: int, board: Board) -> Expected:
        """Return one of its destinations."""
        x, y, facing = self.ends.places[number, :3]
        order = self.ends.orders[number] if self.ends.orders else None
        return Expected(self.piece, (float(x), float(y)), board.course_at(facing), float(self.chances[number]), order)

    def likeliest(self, count: int, board: Board) -> tuple[Expected, ...]:
        """Return its likeliest destinations; none if it has no choice."""
        numbers = np.argsort(-self.chances, kind="stable")[:count] if len(self.ends) > 1 else ()
        return tuple([self.end(int(n), board) for n in numbers])

    def nearest(self, pose: Pose, board: Board) -> tuple[int, bool]:
        """Return the number of the destination nearest to a pose, and whether it is that one."""
        places = self.ends.places
        turned = np.abs((places[:, 2] - board.direction(pose.facing) + 180) % 360 - 180)
        off = np.hypot(places[:, 0] - pose.at[0], places[:, 1] - pose.at[1]) + TURNED * turned
        off = off + np.abs(places[:, 3] - pose.velocity)
        number = int(off.argmin())
        return number, bool(off[number] < FORESEEN)


@dataclass(frozen=True, eq=False)
class PlanOutlook:
    """The expectations of a plan, one outlook for each enemy."""

    foes: tuple[FoeOutlook, ...]
    board: Board

    def came(self, poses: Mapping[Id, Pose]) -> Came:
        """Return the worth of the order with enemies at these poses, and all others as expected."""
        dealt, takes, found = list[float](), 0.0, list[Expected]()
        for foe in self.foes:
            chances = foe.chances
            if (pose := poses.get(foe.piece)) is not None:
                number, foreseen = foe.nearest(pose, self.board)
                end, chances = foe.end(number, self.board), np.eye(len(foe.chances))[number]
                if len(foe.ends) > 1:
                    found.append(end if foreseen else Expected(foe.piece, pose.at, pose.facing, 0.0))
            rivals = np.array([foe.takes @ chances, *foe.elsewhere])
            takes += float((rivals * chosen_by(rivals)).sum())
            dealt.append(float(foe.deals @ chances))
        points = np.array(dealt or [0.0])
        return Came(float((points * chosen_by(points)).sum()), takes, tuple(found))
