"""A shot at each side of a ship, by its packets (power/8.4, 8.5).

The results are those while the side stands, with the packet that takes it, and after that.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from game.core.values import frozen
from game.systems.power_hex.combat.odds.exact.lost_sides import LostSides, ReadyShips
from game.systems.power_hex.combat.odds.exact.packets import Array, PacketPlan, number_distinct, taken_together
from game.systems.power_hex.combat.odds.exact.places import SideTarget
from game.systems.power_hex.combat.odds.exact.primary_hits import PrimaryStates, ReadyAfter, join
from game.systems.power_hex.combat.odds.exact.section_hits import weight_table
from game.systems.power_hex.combat.odds.exact.standing_side import StandingSides
from game.systems.power_hex.ships.weapons import ShipWeapon


@frozen
class MarkedCore:
    """The primary section while a side stands. `states` has each state once for every set of marked systems, with the
    packets after which each first occurs. Added are packets on it and the boxes they have taken, and weights by state
    and by these."""

    states: PrimaryStates
    earliest: Array
    packets: Array
    boxes: Array
    weights: Array


class ShotAtSides:
    """The results of a shot's packets for each of several sides of a ship, by the number of whole packets."""

    def __init__(self, targets: tuple[SideTarget, ...], weapon: ShipWeapon, plan: PacketPlan) -> None:
        self._plan, self._lost = plan, LostSides(targets, weapon, plan)
        self._stand, self._gone = (
            [n for n, one in enumerate(targets) if bool(one.side_left) is left] for left in (True, False)
        )
        standing = tuple(targets[n] for n in self._stand)
        self._standing = StandingSides(standing, weapon, plan) if standing else None
        self._side = np.array(self._stand, dtype=int)  # the index among all sides of each standing one
        self._chances = np.array(plan.chances)[:, 1:]

    def boxes(self) -> tuple[Array, Array]:
        """Return chances of boxes by side and number, and that the ship is destroyed."""
        lost, standing, ready, last = self._lost, self._standing, list[ReadyShips](), None
        fresh, ended = lost.table(), lost.table()
        if self._gone:
            fresh[self._gone, 0, 0] = 1.0
            ready.append(self._from_the_beginning())
        if standing:
            fresh[self._stand], ended[self._stand] = standing.weights_taken()
            if core := self._marked_core(standing):
                with_it, over, later = self._past(standing, core)
                ready.append(later)
                slot = with_it.side * lost.deep + with_it.packets
                fresh -= lost.weight_table(slot, with_it.boxes + over, with_it.weight)
                ended += lost.weight_table(slot, with_it.boxes + with_it.need, with_it.weight)
                last = self._over_of_last(standing, core)
        found, destroyed = lost.settle(fresh, ended, _together(ready))
        if standing:
            boxes, ends = standing.boxes()
            found[self._stand] += boxes
            destroyed[self._stand] += ends
        if last:
            counted, until = last
            found, destroyed = found + until - counted, destroyed + until.sum(axis=-1)
        return found, destroyed

    def reaching(self) -> list[Array]:
        """Return chances of points that reach the structure of each side, by number of whole packets; none for a lost
        side."""
        none: Array = np.array(self._plan.chances).sum(axis=1)[:, None]
        found = [none] * len(self._lost.kind)
        for n, one in zip(self._stand, self._standing.reaching() if self._standing else ()):
            found[n] = one
        return found

    # -- sides that the shot takes -------------------------------------------------------------------------------------

    def _marked_core(self, standing: StandingSides) -> MarkedCore | None:
        """Return the primary section while a side stands, of ships that may still end once it is lost; None if none
        may."""
        lost, chart, deep = self._lost, self._lost.chart, self._lost.deep
        whole, last = standing.ends.over, standing.ends_last.over
        if not len(whole) + len(last):
            return None
        core = standing.core()
        packets = lost.packets - np.arange(deep)  # that may come besides those on it so far
        points = np.full(deep, last.max(initial=0))
        if len(whole):
            points[:-1] = np.maximum(points[:-1], whole.max() + lost.ahead.max(axis=0)[packets[:-1] - 1])
        left, systems = chart.left - core.reached, chart.systems[:, None] - core.own[chart.columns]
        rows, sinks, told = chart.marks(left, systems, points[core.packets], packets[core.packets])
        if not len(rows):
            return None
        left = left[rows]
        once, which = taken_together((left, sinks, *chart.encode(told)))
        alike, column = number_distinct((core.packets * lost.wide + core.boxes)[rows])
        size = len(once), len(alike)
        weights = weight_table(which, column, core.weight[rows], size)
        struck, boxes = np.divmod(alike, lost.wide)
        earliest = struck[(weights > 0).argmax(axis=1)]
        states = PrimaryStates(np.zeros_like(once), packets[earliest], left[once], sinks[once], told.take(once, axis=1))
        return MarkedCore(states, earliest, struck, boxes, weights)

    def _past(self, standing: StandingSides, core: MarkedCore) -> tuple[ReadyShips, Array, ReadyShips]:
        """Return the ships that end by the surplus of the packet that takes the side, and those that may end after it.
        Between the two are the boxes of the first."""
        lost, some = self._lost, standing.ends
        kind = lost.kind[self._side[some.section]]
        once, which = taken_together((kind, some.over))  # the surplus, and the kind of side it goes past
        earliest = np.full(len(once), lost.deep)
        np.minimum.at(earliest, which, some.packets)
        packets, over = earliest[:, None] + core.earliest, some.over[once]
        rest = np.maximum(0, lost.packets - packets)
        able = (packets < lost.deep) & (core.states.need <= over[:, None] + lost.ahead[kind[once][:, None], rest])
        row, state = np.divmod(np.flatnonzero(able), able.shape[1])
        states = core.states.where(state)
        states = PrimaryStates(kind[once[row]], rest[row, state] + 1, states.left, states.sinks, states.systems)
        later = lost.chart.ready(states, over[row], lost.unlike, lost.sizes[1])
        return self._join_results(standing, which, core, (row, state), later)

    def _join_results(
        self,
        standing: StandingSides,
        which: Array,
        core: MarkedCore,
        rows: tuple[Array, Array],
        later: Sequence[ReadyAfter],
    ) -> tuple[ReadyShips, Array, ReadyShips]:
        """Return ways to take a side, with their results for each state of the primary section where a ship may end.
        Each way has an index in `which`, and both are in `rows`, in the order of the first."""
        lost, ends, many = self._lost, standing.ends, int(which.max(initial=0)) + 1
        told, tables = _by_what_comes(later, len(rows[0]), lost.widest + 1)
        found = np.empty((many, len(core.packets), len(told)))
        for n, (first, last) in enumerate(pairwise(np.searchsorted(rows[0], np.arange(many + 1)).tolist())):
            np.dot(core.weights[rows[1][first:last]].T, tables[first:last], out=found[n])
        since, need = np.divmod(told, lost.widest + 1)
        begin, until = int(np.searchsorted(since, 1)), lost.deep if self._plan.last else self._plan.most
        end, inside = np.nonzero(ends.packets[:, None] + core.packets < lost.deep)
        struck, section, over = core.packets[inside], ends.section[end], ends.over[end]
        packets, boxes = ends.packets[end] + struck, ends.boxes[end] + core.boxes[inside]
        share = ends.weight[end] * standing.share[section, struck] * standing.before[packets]
        weight, side = found[which[end], inside] * share[:, None], self._side[section]
        way, one = np.nonzero(weight[:, :begin])
        now = ReadyShips(side[way], packets[way], boxes[way] - over[way], need[one], weight[way, one], over[way] > 0)
        weight, since, over = weight[:, begin:], since[begin:], over[way]
        # points, by kind
        further = np.where(since > 1, lost.sizes[0][:, None] + (since - 2) * lost.sizes[1][:, None], 0)
        way, one = np.nonzero((weight != 0) & (packets[:, None] + since <= until))
        points = boxes[way] + further[lost.kind[side[way]], one]
        on = ReadyShips(
            side[way], packets[way] + since[one] - 1, points, need[begin + one], weight[way, one], since[one] > 1
        )
        return now, over, on

    def _over_of_last(self, standing: StandingSides, core: MarkedCore) -> tuple[Array, Array] | None:
        """Return boxes of ships that end by the surplus of a last packet that takes a side, or None. They are as if the
        ships had gone on, and up to their end."""
        lost, some, states = self._lost, standing.ends_last, core.states
        if not len(some.weight):
            return None
        state, group = np.nonzero(core.weights * (chance := lost.chart.now(states))[:, None])
        weight, need = core.weights[state, group] * chance[state], states.need[state]
        one, row = np.nonzero((need <= some.over[:, None]) & (some.packets[:, None] + core.packets[group] < lost.deep))
        struck, taken, weight, need = core.packets[group[row]], core.boxes[group[row]], weight[row], need[row]
        section, packets = some.section[one], some.packets[one] + struck
        weight = some.weight[one] * weight * standing.share[section, struck] * standing.ways[packets]
        weight = weight * self._chances[packets, some.last[one] - 1]
        slot, boxes = self._side[section] * lost.deep + packets, some.boxes[one] + taken
        return lost.weight_table(slot, boxes, weight), lost.weight_table(slot, boxes - some.over[one] + need, weight)

    # -- sides that are lost already -----------------------------------------------------------------------------------

    def _from_the_beginning(self) -> ReadyShips:
        """Return ships that may end, behind sides lost before the shot."""
        lost, found = self._lost, list[ReadyShips]()
        chart, left = lost.chart, np.array([lost.chart.left])
        for kind in dict.fromkeys(lost.kind[self._gone].tolist()):
            most = lost.ahead[kind, -1:]
            _, sinks, told = chart.marks(left, chart.systems[:, None], most, np.array([lost.packets]))
            same = np.full(len(sinks), kind)
            states = PrimaryStates(
                same, np.full(len(sinks), lost.packets), np.full(len(sinks), chart.left), sinks, told
            )
            unlike = [one[same] for one in lost.unlike] if self._plan.most else [np.full(len(same), lost.widest)]
            later = chart.ready(states, unlike[0] if unlike else None, (), lost.sizes[1])
            code, tables = _by_what_comes(later, len(same), lost.widest + 1)
            (packets, need), weight = np.divmod(code, lost.widest + 1), tables.sum(axis=0)
            points = np.where(packets > 0, lost.sizes[0][kind] + (packets - 1) * lost.sizes[1][kind], 0)
            for n in self._gone:
                if lost.kind[n] == kind:
                    side = np.full(len(need), n)
                    found.append(ReadyShips(side, packets, points, need, weight, packets > 0))
        return _together(found)


def _together(ships: list[ReadyShips]) -> ReadyShips:
    none = np.zeros(0, dtype=int)
    if not ships:
        return ReadyShips(none, none, none, none, np.zeros(0), none > 0)
    parts = zip(*((one.side, one.packets, one.boxes, one.need, one.weight, one.struck) for one in ships))
    return ReadyShips(*(np.concatenate(part) for part in parts))


def _by_what_comes(later: Sequence[ReadyAfter], many: int, wide: int) -> tuple[Array, Array]:
    """Return weights of states that the next packet ends, by the states they come from, and by packets since and points
    needed. The last two are one number each: packets times `wide`, plus points."""
    told, column = number_distinct(np.concatenate([ready.packets * wide + ready.need for _, ready in later]))
    cells, weights, begin = list[Array](), list[Array](), 0
    for descent, ready in later:
        of, to = join(ready.row, descent.state, int(descent.state.max(initial=0)) + 1)
        cells.append((descent.origin * len(told))[to] + column[begin:][of])
        weights.append(ready.weight[of] * descent.weight[to])
        begin += len(ready.row)
    cell = np.concatenate(cells)
    return told, np.bincount(cell, np.concatenate(weights), many * len(told)).reshape(many, len(told))
