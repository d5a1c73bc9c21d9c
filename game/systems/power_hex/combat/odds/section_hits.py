"""Every way for the packets of a shot to fall on the places of one section while it stands (power/8.4, 8.5).

Packets are alike, and each strikes a place by a die of its own: what a place loses follows from how many struck it. So the ways
are counted by numbers alone, each weighed with p^n / n! for every place; times the factorial of all packets that is a chance.
One packet ends the section: the ways that stand before it and not after it, for each place that it may strike.
"""

from __future__ import annotations

import numpy as np

from game.core.values import frozen
from game.systems.power_hex.combat.odds.hit_orders import weighed_ways
from game.systems.power_hex.combat.odds.places import Array, PacketPlan, Place, PlaceTables, taken_together
from game.systems.power_hex.ships.weapons import ShipWeapon


@frozen
class SectionEnds:
    """Ways in which a packet ends a section: whole packets up to it, the size of a last packet (its number in the plan, from 1),
    boxes in all with what is over, points over, and weights."""

    packets: Array
    last: Array
    boxes: Array
    over: Array
    weight: Array

    @classmethod
    def none(cls) -> SectionEnds:
        """No way at all."""
        whole = np.zeros(0, dtype=int)
        return cls(whole, whole, whole, whole, np.zeros(0))


@frozen
class SectionHits:
    """What packets on a section come to. Tables have a row for each number of packets on it, and a column for each number of
    boxes; those with a last packet besides have a table for each of its sizes.

    `standing` are the weights of all ways after which it stands, `spared` the sums of those that destroy no system either.
    """

    standing: Array
    spared: Array
    standing_last: Array
    spared_last: Array
    ends: SectionEnds
    ends_last: SectionEnds
    packets: Array  # of each way after which it stands
    weight: Array
    own: Array  # boxes of each system
    reached: Array  # points


class HitCounter:
    """Counts the ways for packets to fall on places of a section with so much structure left."""

    def __init__(self, struck: tuple[Place, ...], left: int, weapon: ShipWeapon, plan: PacketPlan) -> None:
        self._plan, self._left = plan, left
        self._tables = PlaceTables.of(struck, weapon, plan)
        self._at, self._packets, self._weight = weighed_ways(tuple(chance for chance, _, _ in struck), plan.most)
        self._chance, self._systems = np.array([chance for chance, _, _ in struck]), np.array([left for _, _, left in struck])
        own = self._tables.own.ravel()[self._at]
        self._own, self._boxes = own, self._tables.boxes.ravel()[self._at].sum(axis=1)
        self._reached = self._boxes - own.sum(axis=1)
        self._stands, self._spared = self._standing(self._reached), ~self._lost(own).any(axis=1)
        self._deep, self._wide = plan.most + 1, plan.points + 1

    def _standing(self, reached: Array) -> Array:
        """Does the section stand after such points on its structure?"""
        stands: Array = (reached < self._left) | (reached == 0)
        return stands

    def _lost(self, own: Array) -> Array:
        """Which systems have been destroyed?"""
        lost: Array = (own == self._systems) & (self._systems > 0)
        return lost

    def hits(self) -> SectionHits:
        """All tables."""
        stands, weight = self._stands, self._weight * self._stands
        standing = spread(self._packets, self._boxes, weight, self._deep, self._wide)
        spared = np.bincount(self._packets, weight * self._spared, self._deep)
        standing_last, spared_last, ends_last = self._last()
        return SectionHits(standing, spared, standing_last, spared_last, self._ended(), ends_last, self._packets[stands],
                           weight[stands], self._own[stands], self._reached[stands])  # fmt: skip

    def _ended(self) -> SectionEnds:
        """Whole packets that end it."""
        boxes, own = self._tables.boxes, self._tables.own
        reach = boxes - own
        if not self._plan.most or self._reached.max() < self._left:
            return SectionEnds.none()
        most = int(np.diff(reach, axis=0).max())
        able = np.flatnonzero(self._stands & (self._packets < self._plan.most) & (self._reached + most >= self._left))
        more, further = np.diff(boxes, axis=0).ravel(), np.diff(reach, axis=0).ravel()
        at = self._at[able]
        after = self._reached[able, None] + further[at]
        rows, place = np.nonzero(~self._standing(after))
        way, way_at = able[rows], at[rows, place]
        over, weight = after[rows, place] - self._left, self._weight[way] * self._chance[place]
        return _ends(self._packets[way] + 1, np.zeros_like(way), self._boxes[way] + more[way_at], over, weight)

    def _last(self) -> tuple[Array, Array, SectionEnds]:
        """A last packet, of each size, on top of the whole ones: where it stands, where no system is lost, where it ends it."""
        size, ends = (len(self._plan.last), self._deep, self._wide), SectionEnds.none()
        if not size[0]:
            return np.zeros(size), np.zeros(size[:2]), ends
        able = np.flatnonzero(self._stands)
        row, boxes, reached, own, weight = self._with_last(able)
        stands = self._standing(reached)
        if not stands.all():
            gone = np.nonzero(~stands)
            size_of, packets = np.divmod(row[gone], self._deep)
            ends = _ends(packets, size_of + 1, boxes[gone], reached[gone] - self._left, weight[gone])
            weight = weight * stands
        lost = self._lost(self._own[able])  # systems that whole packets have destroyed
        others = lost.sum(axis=1)[:, None] - lost  # besides the one that the last packet strikes
        calm = weight * ((others == 0)[..., None] & ((own < self._systems[:, None]) | (self._systems <= 0)[:, None]))
        spared = np.bincount(row.ravel(), calm.ravel(), size[0] * size[1])
        standing = spread(row.ravel(), boxes.ravel(), weight.ravel(), size[0] * size[1], size[2]).reshape(size)
        return standing, spared.reshape(size[:2]), ends

    def _with_last(self, able: Array) -> tuple[Array, Array, Array, Array, Array]:
        """Some ways, with a last packet on each place and of each size besides: the row of size and packets in a table, boxes,
        points that reach the structure, boxes of the system that it strikes, and weights."""
        sizes, at = len(self._plan.last), self._at[able]
        tables = self._tables
        more = (tables.boxes_last - tables.boxes[..., None]).reshape(-1, sizes)
        own, before = tables.own_last.reshape(-1, sizes), tables.own.reshape(-1, 1)
        boxes, reached = self._boxes[able, None, None] + more[at], self._reached[able, None, None] + (more - own + before)[at]
        weight = np.repeat((self._weight[able, None] * self._chance)[..., None], sizes, axis=2)
        row = (np.arange(sizes) * self._deep + self._packets[able, None])[:, None, :].repeat(len(self._chance), axis=1)
        return row, boxes, reached, own[at], weight

    def reaching(self) -> tuple[Array, Array]:
        """Weights by packets and points that reach the structure, whether or not the section stands; and with a last packet
        besides, a table for each of its sizes."""
        size = len(self._plan.last), self._deep, self._wide
        whole = spread(self._packets, self._reached, self._weight, self._deep, self._wide)
        if not size[0]:
            return whole, np.zeros(size)
        row, _, reached, _, weight = self._with_last(np.arange(len(self._weight)))
        return whole, spread(row.ravel(), reached.ravel(), weight.ravel(), size[0] * size[1], size[2]).reshape(size)


def _ends(packets: Array, last: Array, boxes: Array, over: Array, weight: Array) -> SectionEnds:
    """Ways that end a section, those alike taken together."""
    if len(weight) < 2:
        return SectionEnds(packets, last, boxes, over, weight)
    first, which = taken_together((packets, last, boxes, over))
    return SectionEnds(packets[first], last[first], boxes[first], over[first], np.bincount(which, weight))


def spread(packets: Array, column: Array, weight: Array, deep: int, wide: int) -> Array:
    """A table of weights by packets and another whole number."""
    return np.bincount(packets * wide + column, weight, deep * wide).reshape(deep, wide)
