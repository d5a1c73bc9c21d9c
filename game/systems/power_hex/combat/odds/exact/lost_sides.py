"""A shot's packets on lost sides of a ship, whether lost before or by the same shot (power/8.4, 8.5)."""

from __future__ import annotations

import numpy as np

from game.core.values import frozen
from game.systems.power_hex.combat.damage import met_armour
from game.systems.power_hex.combat.odds.exact.packets import Array, PacketPlan
from game.systems.power_hex.combat.odds.exact.places import SideTarget
from game.systems.power_hex.combat.odds.exact.primary_hits import PrimaryChart
from game.systems.power_hex.combat.odds.exact.section_hits import weight_table
from game.systems.power_hex.ships.design import PRIMARY
from game.systems.power_hex.ships.weapons import ShipWeapon


@frozen
class ReadyShips:
    """Ships behind a lost side that the next packet ends if it has `need` points, a row each. A row has the side, whole
    packets and boxes so far, the points needed, the weight, and whether any packet has hit since the side was lost."""

    side: Array
    packets: Array
    boxes: Array
    need: Array
    weight: Array
    struck: Array


class LostSides:
    """Packets on lost sides, which meet half the armour and go on to the primary section. Sides with equal armour are
    of one kind. A slot is a side and a number of whole packets."""

    def __init__(self, targets: tuple[SideTarget, ...], weapon: ShipWeapon, plan: PacketPlan) -> None:
        self._plan, last = plan, np.array(plan.last, dtype=int)
        every = [_armour(one, weapon, plan) for one in targets]
        kinds = list(dict.fromkeys(every))
        self.kind, self.deep, self.wide = np.array([kinds.index(one) for one in every]), plan.most + 1, plan.points + 1
        first, then = np.array(kinds).T
        # the points of the first packet, and of the others, by kind
        self.sizes = np.maximum(0, plan.size - first), np.maximum(0, plan.size - then)
        self.last_sizes = np.maximum(0, last - first[:, None]), np.maximum(0, last - then[:, None])
        end = [0] * len(plan.last[:1])
        points = [
            [*plan.points_ahead(int(size), sizes), *end][::-1] for size, sizes in zip(self.sizes[1], self.last_sizes[1])
        ]
        self.ahead = np.array(points)  # the most points to come, by kind and by packets still to come
        self.widest, self._chances = max(plan.size, *plan.last, 0), np.array(plan.chances)
        self.chart = PrimaryChart(targets[0].primary, targets[0].primary_left, self.ahead, self.widest)

    @property
    def packets(self) -> int:
        """The number of whole packets, plus a last one."""
        return int(self.ahead.shape[1]) - 1

    @property
    def unlike(self) -> list[Array]:
        """The points by kind of the first packet, if they differ from those after it."""
        return [self.sizes[0]] if (self.sizes[0] != self.sizes[1]).any() else []

    def table(self) -> Array:
        """Return an empty table of weights by side, number of whole packets, and boxes."""
        return np.zeros((len(self.kind), self.deep, self.wide))

    def weight_table(self, slot: Array, boxes: Array, weight: Array) -> Array:
        return weight_table(slot, boxes, weight, (len(self.kind), self.deep, self.wide))

    def settle(self, fresh: Array, ended: Array, ready: ReadyShips) -> tuple[Array, Array]:
        """Return the chances of boxes by side and number, and that the ship is destroyed. `fresh` are weights by boxes
        of ships whose side was lost by a packet without ending the ship, `ended` those of ships that ended, with or
        without a lost side, and `ready` ships that may end later."""
        size = np.where(ready.struck, self.sizes[1][self.kind[ready.side]], self.sizes[0][self.kind[ready.side]])
        on = np.flatnonzero((ready.need <= size) & (ready.packets < self._plan.most))
        slot, weight = ready.side[on] * self.deep + ready.packets[on] + 1, ready.weight[on]
        taken = self.weight_table(slot, ready.boxes[on] + size[on], weight)
        gone = ended + self.weight_table(slot, ready.boxes[on] + ready.need[on], weight)
        gone = gone.cumsum(axis=1) * self._chances.sum(axis=1)[:, None]
        found, destroyed = self._weights_at_end(fresh, taken) + gone, gone.sum(axis=-1)
        if self._plan.last:
            counted, until = self._ends_with_last(ready)
            found, destroyed = found + until - counted, destroyed + until.sum(axis=-1)
        return found, destroyed

    def _ends_with_last(self, ready: ReadyShips) -> tuple[Array, Array]:
        """Return the boxes of ships that a last packet ends, as if they had gone on, and up to their end."""
        kind = self.kind[ready.side]
        sizes = np.where(ready.struck[:, None], self.last_sizes[1][kind], self.last_sizes[0][kind])
        row, size = np.nonzero(ready.need[:, None] <= sizes)
        slot = ready.side[row] * self.deep + ready.packets[row]
        weight = ready.weight[row] * self._chances[ready.packets[row], size + 1]
        boxes = ready.boxes[row]
        return self.weight_table(slot, boxes + sizes[row, size], weight), self.weight_table(
            slot, boxes + ready.need[row], weight
        )

    def _weights_at_end(self, fresh: Array, taken: Array) -> Array:
        """Return weights by slot and boxes of all packets, with the last one, of ships whose side was lost by a packet.
        Those that later ended by a packet are subtracted."""
        now, on = (
            fresh,
            self._weights_after_packets(fresh, self.sizes[0])
            - taken
            - self._weights_after_packets(taken, self.sizes[1]),
        )
        found: Array = self._chances[:, 0, None] * (now + on)
        for table, sizes in ((now, self.last_sizes[0]), (on, self.last_sizes[1])) if self._plan.last else ():
            side, packets, boxes = np.nonzero(table)
            weight = table[side, packets, boxes][:, None] * self._chances[packets, 1:]
            found += self.weight_table(
                (side * self.deep + packets)[:, None], boxes[:, None] + sizes[self.kind[side]], weight
            )
        return found

    def _weights_after_packets(self, table: Array, first: Array) -> Array:
        """Return weights by side, number and boxes after each later packet. `first` are the sizes of the first packet
        for each kind of side."""
        found, (side, packets, boxes) = np.zeros_like(table), np.nonzero(table)
        row, on = np.nonzero(packets[:, None] + np.arange(1, self.deep) < self.deep)
        if len(row):
            side, packets, kind = side[row], packets[row], self.kind[side[row]]
            points = boxes[row] + first[kind] + on * self.sizes[1][kind]
            found = self.weight_table(side * self.deep + packets + on + 1, points, table[side, packets, boxes[row]])
        return found


def _armour(target: SideTarget, weapon: ShipWeapon, plan: PacketPlan) -> tuple[int, int]:
    """Return the points that a lost side takes off the first packet, and off each that follows."""
    met = set[str]() if plan.once else None
    first, then = (met_armour(target.lost_armour, weapon, PRIMARY, met) for _ in range(2))
    return first, then
