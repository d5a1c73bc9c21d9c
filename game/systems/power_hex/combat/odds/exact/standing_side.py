"""A shot at the standing sides of a ship: packets hit their places and those of the primary section (power/8.4,
8.5)."""

from __future__ import annotations

from functools import cached_property, lru_cache
from itertools import product
from math import factorial

import numpy as np

from game.systems.power_hex.combat.odds.exact.packets import Array, PacketPlan
from game.systems.power_hex.combat.odds.exact.places import SideTarget
from game.systems.power_hex.combat.odds.exact.section_hits import (
    HitCounter,
    Section,
    SectionEnds,
    SectionHits,
    StandingWays,
    weight_table,
)
from game.systems.power_hex.ships.weapons import ShipWeapon

Entries = tuple[Array, Array]  # indexes in a table by packets and boxes, and weights there


@lru_cache(maxsize=128)
def hits_on(sections: tuple[Section, ...], weapon: ShipWeapon, plan: PacketPlan) -> tuple[HitCounter, SectionHits]:
    """Return the results of packets on sections while these stand."""
    counter = HitCounter(sections, weapon, plan)
    return counter, counter.hits()


class StandingSides:
    """The results of a shot's packets on each of some sides and on the primary section. They are by the number of whole
    packets, whichever section ends first."""

    def __init__(self, targets: tuple[SideTarget, ...], weapon: ShipWeapon, plan: PacketPlan) -> None:
        self._plan, self._many, self._deep, self._wide = plan, len(targets), plan.most + 1, plan.points + 1
        sections = (*((one.side, one.side_left) for one in targets), (targets[0].primary, targets[0].primary_left))
        self._counter, self._hits = hits_on(sections, weapon, plan)  # the primary section is the last of them
        # the number of ways for that many packets
        self.share = np.array([[one.share] for one in targets]) ** np.arange(self._deep + 1.0)
        self.ways = np.array([float(factorial(n)) for n in range(self._deep)])
        self.before = np.array([0.0, *self.ways[:-1]])  # ways of the packets before the one that ends a section
        self._plain, self._last = np.array(plan.chances)[:, 0], np.array(plan.chances)[:, 1:]

    @cached_property
    def ends(self) -> SectionEnds:
        return self._hits.ends.where(np.flatnonzero(self._hits.ends.section < self._many))

    @cached_property
    def ends_last(self) -> SectionEnds:
        return self._hits.ends_last.where(np.flatnonzero(self._hits.ends_last.section < self._many))

    def core(self) -> StandingWays:
        """Return ways for packets to hit the primary section while it stands."""
        return self._counter.ways(self._many)

    def boxes(self) -> tuple[Array, Array]:
        """Return chances of boxes while both stand, and the chance that a last packet ends the ship. The chances are by
        side, number of whole packets and boxes, and with a last packet that ends one or the other, without its
        surplus."""
        found: Array = (self._plain * self.ways)[:, None] * self._together(
            self._hits.standing[:-1], self._hits.standing[-1]
        )
        destroyed = np.zeros(found.shape[:-1])
        if self._plan.last:
            self._strike_last(found, destroyed)
        return found, destroyed

    def weights_taken(self) -> tuple[Array, Array]:
        """Return weights by side, packets and boxes of sides that a packet takes, and of ships that one ends while the
        side stands."""
        ends, standing = self._hits.ends, self._hits.standing
        if not len(ends.weight):
            return np.zeros_like(standing[:-1]), np.zeros_like(standing[:-1])
        boxes = np.where(ends.section < self._many, ends.boxes, ends.boxes - ends.over)
        taken = weight_table(ends.section * self._deep + ends.packets, boxes, ends.weight, standing.shape)
        before = self.before[:, None]
        return before * self._together(taken[:-1], standing[-1]), before * self._together(standing[:-1], taken[-1])

    def reaching(self) -> Array:
        """Return chances of points that reach the structure of each side, by number of whole packets."""
        n, m = np.indices((self._deep, self._deep))
        others = np.maximum(n - m, 0)
        falls = np.where(m <= n, self.ways[n] / self.ways[others] * self.share[:, others], 0.0)
        whole = self._hits.reaching[:-1]
        found: Array = self._plain[:, None] * (falls @ whole)
        if self._plan.last:
            sizes = self._hits.reaching_last + self.share[:, 1, None, None, None] * whole[:, None]
            found += (falls[:, :, None] @ self._mix_sizes(sizes))[:, :, 0]
        return found

    def stands(self, side: int) -> Array:
        """Return chances that both stand and, in the second row, that no system is destroyed either."""
        hits, share = self._hits, self.share[side]
        found = np.zeros((2, self._deep))
        every = hits.standing.sum(axis=-1), hits.standing_last.sum(axis=-1)
        for row, (whole, last) in zip(found, (every, self._counter.spared_weights())):
            aside, aside_last, inside, inside_last = (
                whole[side],
                last[side],
                whole[-1] * share[:-1],
                last[-1] * share[1:],
            )
            for n in range(self._deep):
                row[n] = self._plain[n] * (aside[: n + 1] @ inside[n::-1])
                row[n] += self._last[n] @ (
                    aside_last[:, : n + 1] @ inside[n::-1] + inside_last[:, n::-1] @ aside[: n + 1]
                )
        found *= self.ways
        return found

    def _strike_last(self, found: Array, destroyed: Array) -> None:
        """Add the result of a last packet while side and ship stand."""
        hits, ends = self._hits, self._hits.ends_last
        boxes = np.where(ends.section < self._many, ends.boxes, ends.boxes - ends.over)
        size = hits.standing_last.shape
        gone = weight_table(
            (ends.section * size[1] + ends.last - 1) * self._deep + ends.packets, boxes, ends.weight, size
        )
        mixed, gone = self._mix_sizes(hits.standing_last + gone), gone[-1].sum(axis=-1)
        for whole, side in product(np.flatnonzero(self._last.any(axis=1)).tolist(), range(self._many)):
            share, ways = self.share[side], self.ways[whole]
            for here in range(whole + 1):
                there = whole - here
                ship = share[there + 1] * np.convolve(hits.standing[side, here], mixed[-1, whole, there])
                boxes = np.convolve(mixed[side, whole, here], share[there] * hits.standing[-1, there]) + ship
                found[side, whole] += ways * boxes[: self._wide]
            standing = hits.standing[side].sum(axis=1)[whole::-1] * share[1 : whole + 2]
            destroyed[side, whole] += ways * (self._last[whole] @ gone[:, : whole + 1] @ standing)

    def _together(self, sides: Array, core: Array) -> Array:
        """Return tables by packets and boxes of both sections, from one of each: of any of the sides, and of the
        primary section."""
        (here, weight), (inside, other) = _entries(sides), _entries(core)
        side, size = here // (self._deep * self._wide), 2 * self._deep * self._wide  # with room for too many packets
        weights = weight[:, None] * other * self.share[side][:, inside // self._wide]
        cell = (here + side * (size // 2))[:, None] + inside
        found: Array = np.bincount(cell.ravel(), weights.ravel(), self._many * size)
        return found.reshape(self._many, 2 * self._deep, self._wide)[:, : self._deep]

    def _mix_sizes(self, sizes: Array) -> Array:
        """Return, by section and number of whole packets, the tables by size of the last packet as one. Each is
        weighted with the chance of that size."""
        mixed: Array = self._last @ sizes.reshape(*sizes.shape[:2], -1)
        return mixed.reshape(len(sizes), self._deep, *sizes.shape[2:])


def _entries(table: Array) -> Entries:
    """Return the nonzero entries of a table."""
    flat = table.ravel()
    at = np.flatnonzero(flat)
    return at, flat[at]
