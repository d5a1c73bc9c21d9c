"""A shot at the sides of a ship that stand: packets fall on their places and on those of the primary section (power/8.4, 8.5)."""

from __future__ import annotations

from functools import lru_cache
from math import factorial

import numpy as np

from game.systems.power_hex.combat.odds.places import Array, PacketPlan, Place, SideTarget
from game.systems.power_hex.combat.odds.section_hits import HitCounter, SectionEnds, SectionHits, spread
from game.systems.power_hex.ships.weapons import ShipWeapon

Entries = tuple[Array, Array]  # places in a table by packets and boxes, and weights there


@lru_cache(maxsize=256)
def hits_on(struck: tuple[Place, ...], left: int, weapon: ShipWeapon, plan: PacketPlan) -> tuple[HitCounter, SectionHits]:
    """What packets on a section come to while it stands."""
    counter = HitCounter(struck, left, weapon, plan)
    return counter, counter.hits()


class StandingSide:
    """What the packets of a shot on both sections come to, by the number of whole packets; whichever section ends first."""

    def __init__(self, target: SideTarget, weapon: ShipWeapon, plan: PacketPlan) -> None:
        self._plan, self._deep, self._wide = plan, plan.most + 1, plan.points + 1
        self._counter, self._side = hits_on(target.side, target.side_left, weapon, plan)
        _, self._core = hits_on(target.primary, target.primary_left, weapon, plan)
        self.share = target.share ** np.arange(self._deep + 1.0)  # that so many packets strike the primary section
        self.ways = np.array([float(factorial(n)) for n in range(self._deep)])
        self.before = np.array([0.0, *self.ways[:-1]])  # of the packets before the one that ends a section
        self._plain, self._last = np.array(plan.chances)[:, 0], np.array(plan.chances)[:, 1:]
        self._inside = self._core.standing * self.share[:-1, None]

    @property
    def ends(self) -> tuple[SectionEnds, SectionEnds]:
        """How whole packets, and a last one, take the side."""
        return self._side.ends, self._side.ends_last

    def boxes(self) -> Array:
        """Chances of boxes after whole packets, while both stand."""
        found: Array = (self._plain * self.ways)[:, None] * self._together(self._side.standing, self._inside)
        return found

    def crossed(self) -> tuple[Array, Array]:
        """Weights by boxes of sides lost with a whole packet, and of ships that end with one while the side stands."""
        side, core = self._side.ends, self._core.ends
        fresh, ended = np.zeros((self._deep, self._wide)), np.zeros((self._deep, self._wide))
        if len(core.weight):
            weight = core.weight * self.share[core.packets]
            ends = spread(core.packets, core.boxes - core.over, weight, self._deep, self._wide)
            ended = self.before[:, None] * self._together(self._side.standing, ends)
        if len(side.weight):
            table = spread(side.packets, side.boxes, side.weight, self._deep, self._wide)
            fresh = self.before[:, None] * self._together(table, self._inside)
        return fresh, ended

    def reaching(self) -> Array:
        """Chances of points that reach the structure of the side."""
        n, m = np.indices((self._deep, self._deep))
        others = np.maximum(n - m, 0)
        falls = np.where(m <= n, self.ways[n] / self.ways[others] * self.share[others], 0.0)
        whole, last = self._counter.reaching()
        found: Array = self._plain[:, None] * (falls @ whole)
        if len(self._plan.last):
            sizes = last + self.share[1] * whole
            found += (falls[:, None] @ self._mixed(sizes))[:, 0]
        return found

    def stands(self) -> Array:
        """Chances that both stand, and (the second row) that no system is destroyed either."""
        side, core, share = self._side, self._core, self.share
        every = (table.sum(axis=-1) for table in (side.standing, side.standing_last, core.standing, core.standing_last))
        parts = tuple(every), (side.spared, side.spared_last, core.spared, core.spared_last)
        found = np.zeros((2, self._deep))
        for row, (aside, aside_last, inside, inside_last) in zip(found, parts):
            inside, inside_last = inside * share[:-1], inside_last * share[1:]
            for n in range(self._deep):
                row[n] = self._plain[n] * (aside[: n + 1] @ inside[n::-1])
                row[n] += self._last[n] @ (aside_last[:, : n + 1] @ inside[n::-1] + inside_last[:, n::-1] @ aside[: n + 1])
        found *= self.ways
        return found

    def strike_last(self, found: Array, destroyed: Array) -> None:
        """Add what comes of a last packet that falls while side and ship stand, what is over of it apart."""
        aside = self._side.standing_last + self._by_size(self._side.ends_last, self._side.ends_last.boxes)
        core = self._core.ends_last
        gone = self._by_size(core, core.boxes - core.over) * self.share[1:, None]
        inside = self._core.standing_last * self.share[1:, None] + gone
        sides, ships = self._mixed(aside), self._mixed(inside)
        for whole, chances in enumerate(self._last):
            if not chances.any():
                continue
            side, ship = sides[whole], ships[whole]
            for here in range(whole + 1):
                there = whole - here
                boxes = np.convolve(side[here], self._inside[there]) + np.convolve(self._side.standing[here], ship[there])
                found[whole] += self.ways[whole] * boxes[: self._wide]
            ends = self._side.standing.sum(axis=1)[: whole + 1] @ gone.sum(axis=2)[:, whole::-1].T
            destroyed[whole] += self.ways[whole] * (ends @ chances)

    def _together(self, side: Array, core: Array) -> Array:
        """A table by packets and boxes of both sections, from one of each."""
        (here, weight), (inside, other) = _entries(side), _entries(core)
        size = self._deep * self._wide
        found: Array = np.bincount((here[:, None] + inside).ravel(), (weight[:, None] * other).ravel(), size)[:size]
        return found.reshape(self._deep, self._wide)

    def _mixed(self, sizes: Array) -> Array:
        """For each number of whole packets: tables by size of the last packet, each with the chance of that size, in one."""
        mixed: Array = (self._last @ sizes.reshape(len(sizes), -1)).reshape(self._deep, *sizes.shape[1:])
        return mixed

    def _by_size(self, ends: SectionEnds, boxes: Array) -> Array:
        """Tables of ways that a last packet ends, by its size, packets and boxes."""
        size = len(self._plan.last), self._deep, self._wide
        return spread((ends.last - 1) * self._deep + ends.packets, boxes, ends.weight, size[0] * size[1], size[2]).reshape(size)


def _entries(table: Array) -> Entries:
    """What is not 0 in a table."""
    flat = table.ravel()
    at = np.flatnonzero(flat)
    return at, flat[at]
