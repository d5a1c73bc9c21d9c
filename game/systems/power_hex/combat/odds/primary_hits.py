"""Points that go on to the primary section past a side that is lost: a random place of those that stand, without more armour,
until the ship ends (power/8.4, 8.5).

All points behind armour are boxes as long as the ship stands, whatever they strike. So states of the primary section are followed
only while it may still end: all that is left of it then are the structure, and of each system no more boxes than may be spared.
"""

from __future__ import annotations

import numpy as np

from game.core.values import frozen
from game.systems.power_hex.combat.damage import met_armour
from game.systems.power_hex.combat.odds.places import D20, Array, PacketPlan, SideTarget
from game.systems.power_hex.combat.odds.section_hits import spread, taken_together
from game.systems.power_hex.ships.design import PRIMARY
from game.systems.power_hex.ships.weapons import ShipWeapon

ENDLESS = 1 << 30  # more points than any shot has


@frozen
class PrimaryStates:
    """States of the primary section, a row each: whole packets so far, weight, boxes that these have taken, structure left, and
    boxes left of each system (a column each). `sinks` are the faces of systems that can take all that may still come: their boxes
    are not told."""

    packets: Array
    weight: Array
    boxes: Array
    left: Array
    sinks: Array
    systems: Array

    def where(self, rows: Array) -> PrimaryStates:
        """Some of them."""
        return PrimaryStates(self.packets[rows], self.weight[rows], self.boxes[rows], self.left[rows], self.sinks[rows],
                             self.systems[rows])  # fmt: skip

    def capped(self, ahead: Array, faces: Array) -> PrimaryStates:
        """Those that may still end, equal ones taken together. `ahead` are the most points still to come, by packets so far; a
        system with more boxes than these can spare takes all that strikes it, whichever it is."""
        spare = ahead[self.packets] - self.left
        able = spare >= 0
        if not able.any():
            return self.where(able)
        some = self.where(able)
        deep = some.systems > spare[able, None]
        systems, sinks = np.where(deep, 0, some.systems), some.sinks + (deep @ faces).astype(int)
        first, weight = taken_together((some.packets, some.left, some.boxes, sinks, *systems.T), some.weight)
        return PrimaryStates(some.packets[first], weight, some.boxes[first], some.left[first], sinks[first], systems[first])

    def and_(self, other: PrimaryStates) -> PrimaryStates:
        """Both."""
        if not len(self.weight) or not len(other.weight):
            return self if len(self.weight) else other
        mine, theirs = self._columns(), other._columns()
        return PrimaryStates(*(np.concatenate(pair) for pair in zip(mine, theirs)))

    def at(self, packets: int) -> PrimaryStates:
        """The same after so many packets."""
        return PrimaryStates(np.full(len(self.weight), packets), *self._columns()[1:])

    def _columns(self) -> tuple[Array, ...]:
        return self.packets, self.weight, self.boxes, self.left, self.sinks, self.systems


@frozen
class ShipEnds:
    """How packets end the ship: whole packets so far, boxes as if it had gone on, boxes up to its end, and weights."""

    packets: Array
    counted: Array
    boxes: Array
    weight: Array

    def spread(self, deep: int, wide: int) -> tuple[Array, Array]:
        """Tables of weights by packets, and by boxes as if it had gone on and up to its end."""
        counted = spread(self.packets, self.counted, self.weight, deep, wide)
        return counted, spread(self.packets, self.boxes, self.weight, deep, wide)


class PrimaryChart:
    """The chart of the primary section as points that go on to it read it."""

    def __init__(self, target: SideTarget) -> None:
        faces = [round(chance * D20) for chance, _, _ in target.primary]
        self.columns = [n for n, (_, _, left) in enumerate(target.primary) if left >= 0]  # of systems among all places
        self.faces = np.array([faces[n] for n in self.columns], dtype=float)  # multiplied faster than whole numbers
        self.plain, self.left = sum(faces) - round(self.faces.sum()), target.primary_left
        self.systems = np.array([target.primary[n][2] for n in self.columns], dtype=int)

    def start(self) -> PrimaryStates:
        """The ship as it is."""
        none = np.zeros(1, dtype=int)
        return PrimaryStates(none, np.ones(1), none, np.array([self.left]), none, self.systems[None, :])

    def after(self, states: PrimaryStates, points: Array, ahead: Array) -> PrimaryStates:
        """What points, a number for each state, leave of those that may still end; `ahead` are the most points still to come, by
        packets so far."""
        weight, most, left = self._shares(states), ahead[states.packets], states.left
        on = left - points  # structure left where they strike it
        beside, sunk = np.flatnonzero((on > 0) & (on <= most)), np.flatnonzero((states.sinks > 0) & (left <= most))
        taken = np.minimum(states.systems, points[:, None])
        over = on[:, None] + taken
        going = (states.systems > 0) & (over > 0) & (over <= most[:, None])
        row, place = np.divmod(np.flatnonzero(going), len(self.faces))
        rows = np.concatenate((beside, sunk, row))
        systems = states.systems[rows]
        systems[len(beside) + len(sunk) + np.arange(len(row)), place] -= taken[row, place]
        faces = np.concatenate((np.full(len(beside), self.plain), states.sinks[sunk], self.faces[place]))
        standing = np.concatenate((on[beside], left[sunk], over[row, place]))
        return PrimaryStates(states.packets[rows], weight[rows] * faces, states.boxes[rows] + points[rows], standing,
                             states.sinks[rows], systems)  # fmt: skip

    def ends(self, states: PrimaryStates, points: Array, chances: Array) -> ShipEnds:
        """How points end the ship: of each size in a row with its chance, or a column with a number for each state."""
        weight, left = self._shares(states), states.left
        straight, size = np.divmod(np.flatnonzero(left[:, None] <= points), points.shape[1])
        needs = np.where(states.systems > 0, states.systems + left[:, None], ENDLESS)
        at, other = np.divmod(np.flatnonzero(needs[..., None] <= points[:, None]), points.shape[1])
        row, place = np.divmod(at, len(self.faces))
        rows, sizes = np.concatenate((straight, row)), np.concatenate((size, other))
        faces = np.concatenate((np.full(len(straight), self.plain), self.faces[place]))
        taken = np.concatenate((left[straight], needs[row, place]))
        boxes, more = states.boxes[rows], np.broadcast_to(points, (len(left), points.shape[1]))[rows, sizes]
        return ShipEnds(states.packets[rows], boxes + more, boxes + taken, weight[rows] * faces * chances[sizes])

    def _shares(self, states: PrimaryStates) -> Array:
        """The weight of each state for a face of those that count."""
        every: Array = (states.systems > 0) @ self.faces + self.plain + states.sinks
        shares: Array = states.weight / every
        return shares


@frozen
class LostShare:
    """What there is to follow once a side is lost, by the packet with which it was: weights by packets and boxes (`fresh`,
    without ships that end with it), and states of those ships that may still end; and weights by packets and boxes of ships that
    have ended with that packet, whether or not a side was lost."""

    fresh: Array
    states: PrimaryStates
    ended: Array


class LostSide:
    """A shot's packets at a side that is lost: armour by half, and on to the primary section."""

    def __init__(self, target: SideTarget, weapon: ShipWeapon, plan: PacketPlan) -> None:
        met = set[str]() if plan.once else None
        first, then = (met_armour(target.lost_armour, weapon, PRIMARY, met) for _ in range(2))
        self.chart, self._plan, sizes = PrimaryChart(target), plan, np.array(plan.last, dtype=int)
        self.sizes = max(0, plan.size - first), max(0, plan.size - then)  # of the first packet, and of the others
        self.last_sizes = np.maximum(0, sizes - first), np.maximum(0, sizes - then)
        self.ahead = plan.ahead(self.sizes[1], self.last_sizes[1])
        self._deep, self._wide = plan.most + 1, plan.points + 1
        self.none = self.chart.start().where(np.zeros(0, dtype=int))

    def whole(self) -> LostShare:
        """The share of a side that is lost from the beginning."""
        fresh = np.zeros((self._deep, self._wide))
        fresh[0, 0] = 1.0
        return LostShare(fresh, self.chart.start().capped(self.ahead, self.chart.faces), np.zeros_like(fresh))

    def follow(self, share: LostShare) -> tuple[Array, Array]:
        """The chances of boxes by whole packets, as the plan has them, and the chance that the ship is destroyed."""
        found, destroyed = np.zeros((self._deep, self._wide)), np.zeros(self._deep)
        calm, ended, later = np.zeros(self._wide), np.zeros(self._wide), self.none
        for struck, chances in enumerate(np.array(self._plan.chances)):
            new, fresh = share.states.where(share.states.packets == struck), share.fresh[struck]
            ended = ended + share.ended[struck]
            for states, boxes, n in ((new, fresh, 0), (later, calm, 1)):
                found[struck] += self._carried(boxes, self.last_sizes[n], chances)
                if len(states.weight) and len(self._plan.last):
                    ends = self.chart.ends(states, self.last_sizes[n][None], chances[1:])
                    found[struck] += _row(ends.boxes, ends.weight, self._wide) - _row(ends.counted, ends.weight, self._wide)
                    destroyed[struck] += ends.weight.sum()
            found[struck] += chances.sum() * ended
            destroyed[struck] += chances.sum() * ended.sum()
            if struck < self._plan.most:
                calm = _moved(fresh, self.sizes[0]) + _moved(calm, self.sizes[1])
                if len(new.weight) or len(later.weight):
                    later, taken, gone = self._step(struck + 1, new, later)
                    calm, ended = calm - taken, ended + gone
        return found, destroyed

    def _step(self, struck: int, new: PrimaryStates, later: PrimaryStates) -> tuple[PrimaryStates, Array, Array]:
        """One whole packet more, with which so many have struck: states after it, and of ships that it ends boxes as if they had
        gone on, and up to their end."""
        states = new.and_(later).at(struck)
        points = np.repeat(self.sizes, (len(new.weight), len(later.weight)))
        ends = self.chart.ends(states, points[:, None], np.ones(1))
        taken, gone = _row(ends.counted, ends.weight, self._wide), _row(ends.boxes, ends.weight, self._wide)
        after = self.chart.after(states, points, self.ahead)
        if struck + 1 < self._plan.most:  # before the last packet it does not pay to take equal ones together
            after = after.capped(self.ahead, self.chart.faces)
        return after, taken, gone

    def _carried(self, boxes: Array, last: Array, chances: Array) -> Array:
        """Weights by boxes after a last packet, or none."""
        found: Array = chances[0] * boxes
        if len(last) and boxes.any():
            found += np.convolve(boxes, _row(last, chances[1:], self._wide))[: self._wide]
        return found


def _row(column: Array, weight: Array, wide: int) -> Array:
    """Weights by a whole number."""
    row: Array = np.bincount(column, weight, wide)
    return row


def _moved(boxes: Array, points: int) -> Array:
    """Weights by boxes after so many more."""
    found = np.zeros_like(boxes)
    found[points:] = boxes[: len(boxes) - points]
    return found
