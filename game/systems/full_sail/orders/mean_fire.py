"""The mean damage of a ship's broadsides to another's hull, as a table by arc, range and aspect (sail/4).

The table ignores obstacles between the two. It exists even where ranges are not measured before fire, for players that
estimate them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from game.board.boards import board_of
from game.board.geometry import ARCS
from game.board.mean_table import Array, MeanTable
from game.core.display import Pose
from game.core.forecast import MeanLosses, ProbedMeans
from game.core.orders import Id
from game.systems.full_sail.damage.dice import chances
from game.systems.full_sail.gunnery.broadside import one_broadside, refusal, silent
from game.systems.full_sail.gunnery.fire_odds import hull_points, mean_points
from game.systems.full_sail.gunnery.guns import BANDS, end_arcs, rakes, side_dice
from game.systems.full_sail.gunnery.honour import dishonour, worthy
from game.systems.full_sail.orders.fire_order import volley
from game.systems.full_sail.ships.design import SIDES
from game.systems.full_sail.ships.grapples import partners
from game.systems.full_sail.ships.ship import SailingShip, SailState

HERE = Pose((0.0, 0.0), 12, 12, 0)


def mean_table(state: SailState, firer: Id, target: Id) -> MeanLosses | None:
    """Return the table of one ship's broadsides at another; None if either is gone."""
    here = state.posed({firer: HERE, target: HERE})
    ship, other = here.ships.get(firer), here.ships.get(target)
    if ship is None or other is None:
        return None
    if partners(state, firer) or one_broadside(state, ship):  # its choice of broadside depends on more than arcs
        return ProbedMeans(volley, replace(state, house={**state.house, "premeasure": True}), firer, target)
    table = _table(replace(here, house={**state.house, "premeasure": False, "honour": False}), ship, other)
    free = not state.house["honour"] or worthy(state, ship, other)
    return table if free else HonourTable(table, state, state.ships[firer], state.ships[target])


@dataclass(frozen=True, eq=False)
class HonourTable:
    """The table for a target that honour protects unless no worthier one is near (sail/8)."""

    table: MeanTable
    state: SailState
    ship: SailingShip
    target: SailingShip

    def means(self, firers: Array, targets: Array) -> tuple[Array, Array]:
        """Return the means of the table, with 0 for places where fire would be dishonourable."""
        hull, armour = self.table.means(firers, targets)
        ship = self.ship.copy()
        for x, y, row in zip(*firers[:, :2].T.tolist(), hull):
            ship.at = x, y
            if dishonour(self.state, ship, self.target):
                row[:] = 0.0
        return hull, armour


def _table(there: SailState, ship: SailingShip, other: SailingShip) -> MeanTable:
    board, house = board_of(there.table), there.house
    firing, struck = board.sectors(ARCS), board.sectors(end_arcs(house))
    bearing, raking = [], []
    for other.at in firing.places:
        bearing.append([side for side in SIDES if not silent(ship) and refusal(there, ship, side, other) is None])
    other.at = HERE.at
    for ship.at in struck.places:
        raking.append(rakes(ship, other, house))
    dice = np.array([[sum(side_dice(ship, side, far) for side in sides) for far in BANDS] + [0] for sides in bearing])
    means = np.zeros((2, int(dice.max()) + 1))
    for count in {*dice.ravel().tolist()}:
        for raked in {*raking}:
            means[int(raked), count] = mean_points(hull_points(other, chances(count), chances(0), raked, house))
    hull = means[np.array(raking, dtype=int)[None, None], dice[:, :, None]]
    return MeanTable(board, np.array(BANDS), firing, struck, hull, np.zeros(hull.shape))
