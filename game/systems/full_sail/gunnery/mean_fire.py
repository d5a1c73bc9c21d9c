"""What the broadsides of a ship do to the hull of another on average, as a table by arc, range and arc (sail/4).

The table leaves out what hides the two from each other. Where nothing is measured before one fires it answers all the same, for
whoever judges ranges by eye.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from game.board.boards import board_of
from game.board.geometry import ARCS
from game.board.mean_table import MeanTable
from game.core.display import Pose
from game.core.orders import Id
from game.systems.full_sail.damage.dice import chances
from game.systems.full_sail.gunnery.broadside import one_broadside, refusal, silent
from game.systems.full_sail.gunnery.fire_odds import hull_points, mean_points
from game.systems.full_sail.gunnery.guns import BANDS, end_arcs, rakes, side_dice
from game.systems.full_sail.gunnery.honour import worthy
from game.systems.full_sail.ships.design import SIDES
from game.systems.full_sail.ships.grapples import partners
from game.systems.full_sail.ships.ship import SailingShip, SailState

HERE = Pose((0.0, 0.0), 12, 12, 0)


def mean_table(state: SailState, firer: Id, target: Id) -> MeanTable | None:
    """The table of one ship's broadsides at another; None where more than the two ships decides: grapples and the honour of a
    small target hang on who else is near."""
    there = replace(state.posed({firer: HERE, target: HERE}), house={**state.house, "premeasure": False})
    ship, other = there.ships.get(firer), there.ships.get(target)
    if ship is None or other is None or not _honourable(there, ship, other):
        return None
    if partners(state, firer) or one_broadside(state, ship):
        return None
    board = board_of(state.table)
    firing, struck = board.sectors(ARCS), board.sectors(end_arcs(state.house))
    bearing, raking = [], []
    for other.at in firing.places:
        bearing.append([side for side in SIDES if not silent(ship) and refusal(there, ship, side, other) is None])
    other.at = HERE.at
    for ship.at in struck.places:
        raking.append(rakes(ship, other, state.house))
    dice = np.array([[sum(side_dice(ship, side, far) for side in sides) for far in BANDS] + [0] for sides in bearing])
    means = np.zeros((2, int(dice.max()) + 1))
    for count in {*dice.ravel().tolist()}:
        for raked in {*raking}:
            means[int(raked), count] = mean_points(hull_points(other, chances(count), chances(0), raked, state.house))
    hull = means[np.array(raking, dtype=int)[None, None], dice[:, :, None]]
    return MeanTable(board, np.array(BANDS), firing, struck, hull, np.zeros(hull.shape))


def _honourable(state: SailState, ship: SailingShip, other: SailingShip) -> bool:
    """May a ship fire at another, or not, whoever else is near?"""
    return not state.house["honour"] or other.struck or other.zero or worthy(state, ship, other)
