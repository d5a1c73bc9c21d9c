"""Every way for the packets of a shot to hit the places of sections while these stand (power/8.4, 8.5).

Packets are alike, and each hits a place by its own die, so a place's loss depends only on how many hit it. So the ways
are counted by numbers, each weighed with p^n / n! for every place; times the factorial of all packets that is a chance.
One packet ends a section: its weight is that of the ways that stand before it and not after it, for each place it may
hit. All sections of a ship are counted together.
"""

from __future__ import annotations

from math import prod

import numpy as np

from game.core.values import frozen
from game.systems.power_hex.combat.odds.exact.hit_orders import weighed_ways
from game.systems.power_hex.combat.odds.exact.packets import Array, PacketPlan, PlaceTables, taken_together
from game.systems.power_hex.combat.odds.exact.places import Place
from game.systems.power_hex.ships.weapons import ShipWeapon

Section = tuple[tuple[Place, ...], int]  # its places, and its structure left


@frozen
class SectionEnds:
    """The ways in which packets end sections, a row each. A row has the section, whole packets on it up to the end, the
    size of a last one (its number in the plan, from 1; 0: a whole one), boxes in all with the surplus, surplus points,
    and weight."""

    section: Array
    packets: Array
    last: Array
    boxes: Array
    over: Array
    weight: Array

    @classmethod
    def none(cls) -> SectionEnds:
        whole = np.zeros(0, dtype=int)
        return cls(whole, whole, whole, whole, whole, np.zeros(0))

    def where(self, rows: Array) -> SectionEnds:
        return SectionEnds(
            self.section[rows],
            self.packets[rows],
            self.last[rows],
            self.boxes[rows],
            self.over[rows],
            self.weight[rows],
        )

    def together(self) -> SectionEnds:
        """Return the ways with equal ones merged."""
        if len(self.weight) < 2:
            return self
        first, which = taken_together((self.section, self.packets, self.last, self.boxes, self.over))
        found, weight = self.where(first), np.bincount(which, self.weight)
        return SectionEnds(found.section, found.packets, found.last, found.boxes, found.over, weight)


@frozen
class SectionHits:
    """Weights of ways for packets to hit, by section.

    `standing` are the ways after which it stands, by packets and boxes. `reaching` are all ways, by packets and points
    that reach its structure. `standing_last` and `reaching_last` are the same with a last packet as well, by section,
    its size, packets and so on; the second for all sections but the last. `ends` and `ends_last` are the ways in which
    whole packets end a section, and in which a last one does.
    """

    standing: Array
    reaching: Array
    ends: SectionEnds
    standing_last: Array
    reaching_last: Array
    ends_last: SectionEnds


@frozen
class StandingWays:
    """All ways after which a section stands, a column each. A column has packets, weight, points that have reached its
    structure, boxes of each place (a row each), and boxes in all."""

    packets: Array
    weight: Array
    reached: Array
    own: Array
    boxes: Array


@frozen
class WithLast:
    """Ways with a last packet as well, by the place it hits, way and size. They have their slots in a table by section,
    size and packets, boxes, points that reach the structure, and weights."""

    slot: Array
    boxes: Array
    reached: Array
    weight: Array


class HitCounter:
    """Counts the ways for packets to hit places of sections."""

    def __init__(self, sections: tuple[Section, ...], weapon: ShipWeapon, plan: PacketPlan) -> None:
        struck = tuple(place for places, _ in sections for place in places)
        self._plan, self._tables = plan, PlaceTables.of(struck, weapon, plan)
        self._many, self._deep, self._wide = len(sections), plan.most + 1, plan.points + 1
        self._ways = ways = weighed_ways(tuple(tuple([one[0] for one in places]) for places, _ in sections), plan.most)
        self._left = np.array([left for _, left in sections])[ways.section]  # structure, for each way
        self._systems = np.array([left for _, _, left in struck])
        self._reach = self._tables.boxes - self._tables.own
        self._boxes, self._reached = (table.ravel()[ways.at].sum(axis=0) for table in (self._tables.boxes, self._reach))
        self._stands = _stands(self._reached, self._left)

    def hits(self) -> SectionHits:
        ways, size = self._ways, (self._many, self._deep, self._wide)
        slot = ways.section * self._deep + ways.packets
        standing = weight_table(slot, self._boxes, ways.weight * self._stands, size)
        return SectionHits(
            standing, weight_table(slot, self._reached, ways.weight, size), self._section_ends(), *self._last()
        )

    def _last(self) -> tuple[Array, Array, SectionEnds]:
        last, ends = len(self._plan.last), SectionEnds.none()
        size = self._many, last, self._deep, self._wide
        if not last:
            return np.zeros(size), np.zeros((self._many - 1, *size[1:])), ends
        more = self._with_last()
        stands = _stands(more.reached, self._left[:, None]) & self._stands[:, None]
        gone = np.nonzero(~stands & self._stands[:, None] & (more.weight > 0))
        if len(gone[0]):
            slot, packets = np.divmod(more.slot[gone[1:]], self._deep)
            over = more.reached[gone] - self._left[gone[1]]
            ends = SectionEnds(
                slot // last, packets, slot % last + 1, more.boxes[gone], over, more.weight[gone]
            ).together()
        standing = weight_table(more.slot, more.boxes, more.weight * stands, size)
        sides = slice(int(np.searchsorted(self._ways.section, self._many - 1)))
        reaching = weight_table(
            more.slot[sides], more.reached[:, sides], more.weight[:, sides], (self._many - 1, *size[1:])
        )
        return standing, reaching, ends

    def ways(self, section: int) -> StandingWays:
        """Return the ways themselves on a section."""
        ways = self._ways
        able = np.flatnonzero(self._stands & (ways.section == section))
        own = self._tables.own.ravel()[ways.at.take(able, axis=1)]
        return StandingWays(ways.packets[able], ways.weight[able], self._reached[able], own, self._boxes[able])

    def spared_weights(self) -> tuple[Array, Array]:
        """Return weights of ways after which a section stands and no system is destroyed, by section and packets. Also
        by section, size and packets with a last packet as well."""
        ways, size = self._ways, (self._many, len(self._plan.last), self._deep)
        lost = ((self._tables.own == self._systems) & (self._systems > 0)).ravel()[ways.at]
        calm = ways.weight * self._stands * ~lost.any(axis=0)
        whole = weight_table(ways.section, ways.packets, calm, (self._many, self._deep))
        if not self._plan.last:
            return whole, np.zeros(size)
        more, others = self._with_last(), lost.sum(axis=0) - lost  # besides the one that the last packet hits
        own = self._tables.own_last.reshape(-1, size[1])[ways.at]
        systems = self._systems[ways.at % len(self._systems)][..., None]
        stays = (own < systems) | (systems <= 0)
        calm = more.weight * (_stands(more.reached, self._left[:, None]) & (others == 0)[..., None] & stays)
        return whole, weight_table(more.slot // self._deep, more.slot % self._deep, calm, size)

    def _section_ends(self) -> SectionEnds:
        """Return the whole packets that end sections."""
        ways, boxes, reach = self._ways, self._tables.boxes, self._reach
        most = int(np.diff(reach, axis=0).max(initial=0))
        able = np.flatnonzero(self._stands & (ways.packets < self._plan.most) & (self._reached + most >= self._left))
        more, further, at = np.diff(boxes, axis=0).ravel(), np.diff(reach, axis=0).ravel(), ways.at.take(able, axis=1)
        if not len(able):
            return SectionEnds.none()
        section, after = ways.section[able], self._reached[able] + further[at]
        place, column = np.nonzero(~_stands(after, self._left[able]) & (ways.chance[:, section] > 0))
        way, section = able[column], section[column]
        over, weight = after[place, column] - self._left[way], ways.weight[way] * ways.chance[place, section]
        boxes = self._boxes[way] + more[at[place, column]]
        return SectionEnds(section, ways.packets[way] + 1, np.zeros_like(way), boxes, over, weight).together()

    def _with_last(self) -> WithLast:
        """Return all ways, with a last packet."""
        tables, ways, sizes = self._tables, self._ways, len(self._plan.last)
        more = (tables.boxes_last - tables.boxes[..., None]).reshape(-1, sizes)
        further = more - tables.own_last.reshape(-1, sizes) + tables.own.reshape(-1, 1)
        boxes, reached = self._boxes[:, None] + more[ways.at], self._reached[:, None] + further[ways.at]
        weight = np.broadcast_to((ways.weight * ways.chance[:, ways.section])[..., None], boxes.shape)
        slot = (ways.section[:, None] * sizes + np.arange(sizes)) * self._deep + ways.packets[:, None]
        return WithLast(slot, boxes, reached, weight)


def _stands(reached: Array, left: Array) -> Array:
    """Return whether sections stand after these points on their structure."""
    stands: Array = (reached < left) | (reached == 0)
    return stands


def weight_table(slot: Array, column: Array, weight: Array, size: tuple[int, ...]) -> Array:
    """Return a table of weights of this size, by its last index and by one slot for all others."""
    cell = np.broadcast_to(slot * size[-1] + column, weight.shape)
    return np.bincount(cell.ravel(), weight.ravel(), prod(size)).reshape(size)
