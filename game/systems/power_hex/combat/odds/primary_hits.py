"""Points that go on to the primary section past a side that is lost: a random place of those that stand, without more armour,
until the ship ends (power/8.4, 8.5).

All points behind armour are boxes as long as the ship stands, whatever they strike. So states of the primary section are followed
only while it may still end: all that is left of it then are the structure, and of each system no more boxes than may be spared.
"""

from __future__ import annotations

import numpy as np

from game.core.values import frozen
from game.systems.power_hex.combat.damage import lost_side, met_armour
from game.systems.power_hex.combat.odds.places import D20, Array, PacketPlan
from game.systems.power_hex.combat.odds.section_hits import spread, taken_together
from game.systems.power_hex.ships.design import PRIMARY, STRUCTURE
from game.systems.power_hex.ships.ship import PowerShip
from game.systems.power_hex.ships.weapons import ShipWeapon


@frozen
class PrimaryStates:
    """States of the primary section, a row each: whole packets so far, weight, boxes that these have taken, structure left, and
    boxes left of each system (a column each)."""

    packets: Array
    weight: Array
    boxes: Array
    left: Array
    systems: Array

    def where(self, rows: Array) -> PrimaryStates:
        """Some of them."""
        return PrimaryStates(self.packets[rows], self.weight[rows], self.boxes[rows], self.left[rows], self.systems[rows])

    def capped(self, ahead: Array) -> PrimaryStates:
        """Those that may still end, equal ones taken together. `ahead` are the most points still to come, by packets so far: of a
        system with more boxes than these can spare, nothing but this matters."""
        spare = ahead[self.packets] - self.left
        able = spare >= 0
        if not able.any():
            return self.where(able)
        some = self.where(able)
        systems = np.minimum(some.systems, spare[able, None] + 1)
        first, weight = taken_together((some.packets, some.left, some.boxes, *systems.T), some.weight)
        return PrimaryStates(some.packets[first], weight, some.boxes[first], some.left[first], systems[first])

    def and_(self, other: PrimaryStates) -> PrimaryStates:
        """Both."""
        if not len(self.weight) or not len(other.weight):
            return self if len(self.weight) else other
        mine, theirs = (self.packets, self.weight, self.boxes, self.left, self.systems), (
            other.packets, other.weight, other.boxes, other.left, other.systems)  # fmt: skip
        return PrimaryStates(*(np.concatenate(pair) for pair in zip(mine, theirs)))


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

    def __init__(self, ship: PowerShip) -> None:
        primary = ship.design.section(PRIMARY)
        faces = primary.chances()
        self._faces = np.array([n for key, n in faces.items() if key != STRUCTURE]) / D20
        self._plain = faces.get(STRUCTURE, 0) / D20
        self.left, self.columns = ship.structure(PRIMARY), [n for n, key in enumerate(faces) if key != STRUCTURE]
        self.systems = np.array([ship.left(ship.design.mount(key)) for key in faces if key != STRUCTURE], dtype=int)

    def start(self) -> PrimaryStates:
        """The ship as it is."""
        none = np.zeros(1, dtype=int)
        return PrimaryStates(none, np.ones(1), none, np.array([self.left]), self.systems[None, :])

    def struck(self, states: PrimaryStates, points: Array, ahead: Array) -> tuple[PrimaryStates, ShipEnds]:
        """What points, a number for each state, come to; `ahead` are the most points still to come, by packets so far."""
        weight, absorbed, over = self._each(states, points[:, None])
        ends = (over >= states.left[:, None]) & (over > 0) & (weight > 0)
        row, place = np.nonzero(ends)
        boxes = states.boxes + points
        ended = ShipEnds(states.packets[row], boxes[row], states.boxes[row] + absorbed[row, place] + states.left[row],
                         weight[row, place])  # fmt: skip
        left = states.left[:, None] - over
        row, place = np.nonzero((weight > 0) & ~ends & (left <= ahead[states.packets][:, None]))
        systems, inside = states.systems[row], np.flatnonzero(place < len(self._faces))
        systems[inside, place[inside]] -= absorbed[row[inside], place[inside]]
        return PrimaryStates(states.packets[row], weight[row, place], boxes[row], left[row, place], systems), ended

    def last(self, states: PrimaryStates, points: Array, chances: Array) -> ShipEnds:
        """How a last packet of one of these numbers of points, each with its chance, ends the ship."""
        some = states.where(states.left <= points.max(initial=0))
        weight, absorbed, over = self._each(some, points)
        row, place, size = np.nonzero((over >= some.left[:, None, None]) & (over > 0) & (weight > 0)[..., None])
        at = some.boxes[row]
        return ShipEnds(some.packets[row], at + points[size], at + absorbed[row, place, size] + some.left[row],
                        weight[row, place] * chances[size])  # fmt: skip

    def _each(self, states: PrimaryStates, points: Array) -> tuple[Array, Array, Array]:
        """By state and place, the structure last: weights, points that a system takes itself, and points that are over.

        `points` are a column with a number for each state, or a row of sizes, which adds a last axis."""
        share = np.where(states.systems > 0, self._faces, 0.0)
        scale = (states.weight / (share.sum(axis=1) + self._plain))[:, None]
        weight = np.concatenate((share * scale, self._plain * scale), axis=1)
        systems = np.concatenate((states.systems, np.zeros_like(states.left)[:, None]), axis=1)
        absorbed = np.minimum(systems if points.ndim == 2 else systems[..., None], points)
        return weight, absorbed, points - absorbed


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

    def __init__(self, ship: PowerShip, side: str, weapon: ShipWeapon, plan: PacketPlan) -> None:
        met, armour = set[str]() if plan.once else None, ship.design.section(side).armour // 2
        first = met_armour(armour, weapon, lost_side(side), met)
        then = met_armour(armour, weapon, lost_side(side), met)
        self.chart, self._plan, sizes = PrimaryChart(ship), plan, np.array(plan.last, dtype=int)
        self._size = max(0, plan.size - first), max(0, plan.size - then)  # of the first packet, and of the others
        self._last = np.maximum(0, sizes - first), np.maximum(0, sizes - then)
        self.ahead = plan.ahead(self._size[1], self._last[1])
        self._deep, self._wide = plan.most + 1, plan.points + 1
        self.none = self.chart.start().where(np.zeros(0, dtype=int))

    def whole(self) -> LostShare:
        """The share of a side that is lost from the beginning."""
        fresh = np.zeros((self._deep, self._wide))
        fresh[0, 0] = 1.0
        return LostShare(fresh, self.chart.start().capped(self.ahead), np.zeros_like(fresh))

    def follow(self, share: LostShare) -> tuple[Array, Array]:
        """The chances of boxes by whole packets, as the plan has them, and the chance that the ship is destroyed."""
        found, destroyed = np.zeros((self._deep, self._wide)), np.zeros(self._deep)
        calm, ended, later = np.zeros(self._wide), np.zeros(self._wide), self.none
        for struck, chances in enumerate(np.array(self._plan.chances)):
            new, fresh = share.states.where(share.states.packets == struck), share.fresh[struck]
            ended = ended + share.ended[struck]
            for states, boxes, n in ((new, fresh, 0), (later, calm, 1)):
                found[struck] += self._carried(boxes, self._last[n], chances)
                if len(states.weight) and len(self._plan.last):
                    ends = self.chart.last(states, self._last[n], chances[1:])
                    found[struck] += _row(ends.boxes, ends.weight, self._wide) - _row(ends.counted, ends.weight, self._wide)
                    destroyed[struck] += ends.weight.sum()
            found[struck] += chances.sum() * ended
            destroyed[struck] += chances.sum() * ended.sum()
            if struck < self._plan.most:
                calm = _moved(fresh, self._size[0]) + _moved(calm, self._size[1])
                later, taken, gone = self._step(new, later)
                calm, ended = calm - taken, ended + gone
        return found, destroyed

    def _step(self, new: PrimaryStates, later: PrimaryStates) -> tuple[PrimaryStates, Array, Array]:
        """A whole packet more: states after it, and of ships that it ends boxes as if they had gone on, and up to their end."""
        after, taken, gone = self.none, np.zeros(self._wide), np.zeros(self._wide)
        for states, size in ((new, self._size[0]), (later, self._size[1])):
            if not len(states.weight):
                continue
            states = PrimaryStates(states.packets + 1, states.weight, states.boxes, states.left, states.systems)
            if not size:
                after = after.and_(states)
                continue
            found, ends = self.chart.struck(states, np.full(len(states.weight), size), self.ahead)
            after = after.and_(found)
            taken, gone = taken + _row(ends.counted, ends.weight, self._wide), gone + _row(ends.boxes, ends.weight, self._wide)
        return after.capped(self.ahead), taken, gone

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
