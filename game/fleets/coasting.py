"""Follow ships straight on from their places before the battle: the nearest enemy, the first shot, the edge."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from game.board.boards import Board
from game.board.mean_table import MeanTable
from game.core.forecast import MeanLosses
from game.core.orders import Id
from game.fleets.placing import Placing, ShipStart

FIRST = 3  # ships named that leave the table first


@dataclass(frozen=True)
class CoastingOutlook:
    """The outlook of a ship that flies straight on. `foe` is the nearest enemy that may be seen, empty if there is
    none. `shot` and `leaves` are turns; None for never, or not soon. `told` says whether the first shot was looked
    for."""

    foe: Id = ""
    distance: float = 0.0
    shot: int | None = None
    leaves: int | None = None
    told: bool = True


@dataclass(frozen=True)
class FleetMeeting:
    """The two enemies that are nearest to each other, and the ships that leave the table first, with their turns."""

    nearest: tuple[Id, Id]
    distance: float
    leaving: tuple[tuple[Id, int], ...]


class Coasting:
    """Answers for the ships of a placing. The mean losses of two ships are worked out once."""

    def __init__(self, placing: Placing) -> None:
        self.placing = placing
        self._tables: dict[tuple[Id, Id], MeanLosses] = {}

    @property
    def board(self) -> Board:
        return self.placing.board

    def outlook(self, key: Id, spot: ShipStart, at_once: bool = False) -> CoastingOutlook:
        """Return what a place of a ship leads to; `at_once` without what takes long."""
        placing, seat = self.placing, self.placing.ships[key].seat
        foes = {other: one for other, one in placing.seen_by(seat).items() if placing.ships[other].seat != seat}
        foe = min(foes, key=lambda other: self.board.distance(spot.at, foes[other].at), default="")
        leaves = placing.off_the_table(spot)
        if not foe:
            return CoastingOutlook(leaves=leaves)
        away = self.board.distance(spot.at, foes[foe].at)
        table = self._table(key, foe)
        if at_once and not isinstance(table, MeanTable):
            return CoastingOutlook(foe, away, None, leaves, False)
        return CoastingOutlook(foe, away, self._first_shot(table, spot, foes[foe]), leaves)

    def meeting(self) -> FleetMeeting:
        """Return how the fleets meet, once all ships stand."""
        placing, spots = self.placing, self.placing.state.spots
        pairs = {
            (mine.key, other.key): self.board.distance(spots[mine.key].at, spots[other.key].at)
            for mine in placing.fleet(0)
            for other in placing.fleet(1)
        }
        nearest = min(pairs, key=lambda pair: pairs[pair])
        turns = {key: turn for key, spot in spots.items() if (turn := placing.off_the_table(spot)) is not None}
        first = sorted(turns, key=lambda key: turns[key])[:FIRST]
        return FleetMeeting(nearest, pairs[nearest], tuple((key, turns[key]) for key in first))

    def _table(self, firer: Id, target: Id) -> MeanLosses:
        known = self._tables.get((firer, target))
        if known is None:
            placing = self.placing
            state = placing.standing({firer: placing.lined_up[firer], target: placing.lined_up[target]})
            known = self._tables[firer, target] = placing.system.mean_table(state, firer, target)
        return known

    def _first_shot(self, table: MeanLosses, spot: ShipStart, other: ShipStart) -> int | None:
        """Return the first turn at whose end a shot can do something; None if there is none while both are on the
        table."""
        board, bodies = self.board, self.placing.bodies
        ways = zip(self.placing.coasting(spot), self.placing.coasting(other))
        for turn, (here, there) in enumerate(ways, 1):
            if not (board.holds(here) and board.holds(there)):
                return None
            if board.obstacle_between(here, there, bodies) is not None:
                continue
            firer, target = (
                np.array([[*at, board.direction(one.course), one.velocity]])
                for at, one in ((here, spot), (there, other))
            )
            hull, armour = table.means(firer, target)
            if float(hull.sum() + armour.sum()) > 0:
                return turn
        return None
