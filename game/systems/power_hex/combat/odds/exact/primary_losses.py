"""A shot's losses for each system of the primary section behind a lost side (power/8.4, 8.5).

Every packet that gets through hits there, so all states of its systems are followed, even those of a ship that has
ended.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from game.core.values import frozen
from game.systems.power_hex.combat.odds.exact.lost_sides import LostSides
from game.systems.power_hex.combat.odds.exact.packets import Array, PacketPlan, taken_together
from game.systems.power_hex.combat.odds.exact.places import SideTarget
from game.systems.power_hex.combat.odds.exact.primary_hits import PrimaryChart
from game.systems.power_hex.ships.weapons import ShipWeapon


@frozen
class SystemStates:
    """States of the systems, a row each: weight, structure left of the section, boxes left of each system (a column
    each)."""

    weight: Array
    left: Array
    systems: Array

    def struck(self, chart: PrimaryChart, points: int) -> SystemStates:
        """Return the states after points on a random standing place. A ship that has ended stays unchanged."""
        ended, share = self.left <= 0, self._shares(chart)
        taken = np.minimum(self.systems, points)
        row, place = np.nonzero((share > 0)[:, None] & (self.systems > 0) & (chart.faces > 0))
        systems, rows = self.systems[row], np.arange(len(row))
        systems[rows, place] -= taken[row, place]
        on = np.flatnonzero(share > 0)
        return SystemStates(
            np.concatenate(
                (self.weight[ended], share[on] * chart.plain, share[row] * chart.faces[place].astype(float))
            ),
            np.concatenate((self.left[ended], self.left[on] - points, self.left[row] - points + taken[row, place])),
            np.concatenate((self.systems[ended], self.systems[on], systems)),
        )

    def merged(self, most: int) -> SystemStates:
        """Return the states with equal ones merged, if at most `most` points are still to come."""
        left = np.clip(self.left, 0, most + 1)
        first, which = taken_together((left, *self.systems.T))
        return SystemStates(np.bincount(which, self.weight), left[first], self.systems[first])

    def losses(self, chart: PrimaryChart) -> Array:
        """Return mean boxes of each system, and the chance that it is destroyed."""
        return np.stack((self.weight @ (chart.systems - self.systems), self.weight @ (self.systems < 1)))

    def more(self, chart: PrimaryChart, last: Array, chances: Array) -> Array:
        """Return the additions to both of a last packet of one of these sizes, each with its chance."""
        share, systems = self._shares(chart), self.systems[..., None]
        means = share @ (np.minimum(systems, last) @ chances)
        ends = share @ (((systems > 0) & (systems <= last)) @ chances)
        return np.stack((means * chart.faces, ends * chart.faces))

    def _shares(self, chart: PrimaryChart) -> Array:
        """Return the weight of each state for each face that counts; 0 where the ship has ended."""
        share: Array = np.where(self.left > 0, self.weight / ((self.systems > 0) @ chart.faces + chart.plain), 0.0)
        return share


@lru_cache(maxsize=512)
def primary_losses(target: SideTarget, weapon: ShipWeapon, plan: PacketPlan) -> Array:
    """Return mean boxes of every system on the chart, in order, and the chances that it is destroyed. They are by these
    two, by the number of pulses or for a shot, and by system."""
    side = LostSides((target,), weapon, plan)
    chart, found = side.chart, list[Array]()
    states = SystemStates(np.ones(1), np.array([chart.left]), chart.systems[None, :])
    for struck, chances in enumerate(np.array(plan.chances)):
        n = int(struck > 0)  # the armour of a lost side may be met only once
        losses: Array = chances.sum() * states.losses(chart)
        found.append(losses + states.more(chart, side.last_sizes[n][0], chances[1:]) if len(plan.last) else losses)
        if struck < plan.most and side.sizes[n][0]:
            states = states.struck(chart, int(side.sizes[n][0])).merged(int(side.ahead[0, -struck - 2]))
    every = np.stack(found, axis=1)
    return every if weapon.pulses else every.sum(axis=1, keepdims=True)
