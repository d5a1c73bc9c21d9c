"""Points that go on to the primary section behind a lost side (power/8.4, 8.5).

They hit a random standing place, without more armour, until the ship ends. All points behind armour are boxes as long
as the ship stands, whatever they hit. So states of the primary section are followed only while it may still end, and of
its systems only those are distinguished that are lost on the way to that end. These are chosen beforehand: a marked
system must be lost before the ship may end, and all others only absorb hits. When a marked one is lost, the share in
which it would have been one of the others is subtracted, so that each sequence counts once.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np

from game.core.values import frozen
from game.systems.power_hex.combat.odds.exact.hit_orders import LAST, NOT_LAST, STAYS, hit_orders
from game.systems.power_hex.combat.odds.exact.packets import Array, taken_together
from game.systems.power_hex.combat.odds.exact.places import D20, Place


@frozen
class PrimaryStates:
    """States of the primary section, a column each. A column has the kind of side behind which they are hit, the number
    of packets that may still come, the structure left, the faces of the systems that only absorb hits, and the boxes
    left of each marked one (a row each)."""

    kind: Array
    rest: Array
    left: Array
    sinks: Array
    systems: Array

    @property
    def need(self) -> Array:
        """The points that end the ship if they hit the right places."""
        found: Array = self.left + self.systems.sum(axis=0)
        return found

    def where(self, rows: Array) -> PrimaryStates:
        return PrimaryStates(
            self.kind[rows], self.rest[rows], self.left[rows], self.sinks[rows], self.systems.take(rows, axis=1)
        )


@frozen
class ReadyStates:
    """States that the next packet ends, a row each. A row has the state they come from, packets since, the points
    needed, and the weight."""

    row: Array
    packets: Array
    need: Array
    weight: Array


@frozen
class Descent:
    """The descent of states from others, a row each: the indexes of both, and the weight."""

    origin: Array
    state: Array
    weight: Array


ReadyAfter = tuple[Descent, ReadyStates]  # states that the next packet ends, with their descent


class PrimaryChart:
    """The chart of the primary section for points that go on to it. `ahead` are the most points that may still come
    behind a kind of side, in that many packets. `widest` is the most of one of these."""

    def __init__(self, primary: tuple[Place, ...], left: int, ahead: Array, widest: int) -> None:
        faces = [round(chance * D20) for chance, _, _ in primary]
        self.columns = [n for n, (_, _, boxes) in enumerate(primary) if boxes >= 0]  # of the systems among all places
        self.faces = np.array([faces[n] for n in self.columns], dtype=int)
        self.plain, self.left = sum(faces) - int(self.faces.sum()), left
        self._ahead, self._widest = ahead, widest
        self.systems = np.array([primary[n][2] for n in self.columns], dtype=int)
        spans = [one + 1 for one in self.systems.tolist()]
        self._told = prod(spans) < 1 << 60  # in one number
        self._bases = np.array([prod(spans[:n]) if self._told else 0 for n in range(len(spans))], dtype=int)
        self._orders = hit_orders(tuple(self.faces.tolist()), self.plain, ahead.shape[1])

    def marks(self, left: Array, systems: Array, most: Array, packets: Array) -> tuple[Array, Array, Array]:
        """Return each state, with its structure and systems left, once for each set of systems that may be lost before
        its end. The sets are those that may all be lost before `most` points in `packets` packets end the ship. A state
        has its index, the faces of the other systems, and the boxes left of those in the set (a row each)."""
        rows = np.flatnonzero(left <= most)
        room, marks, spare = (most - left)[rows], np.zeros(len(rows), dtype=int), packets[rows]
        blows = -(-systems // max(1, self._widest))  # the fewest packets that it takes
        for n in range(len(self.faces)):
            own, many = systems[n, rows], blows[n, rows]
            able = np.flatnonzero((own > 0) & (own <= room) & (many <= spare))
            if len(able):
                room, marks = (
                    np.concatenate((room, room[able] - own[able])),
                    np.concatenate((marks, marks[able] | 1 << n)),
                )
                rows, spare = np.concatenate((rows, rows[able])), np.concatenate((spare, spare[able] - many[able]))
        there = systems.take(rows, axis=1)
        told = there * ((marks >> np.arange(len(self.faces))[:, None]) & 1)
        return rows, self.faces @ (there > told), told

    def encode(self, systems: Array) -> list[Array]:
        """Return boxes left of systems, a row each, as fewer rows that are equal exactly where all of those are."""
        return [self._bases @ systems] if self._told else list(systems)

    def now(self, states: PrimaryStates) -> Array:
        """Return the chance that the next packet hits a place that ends each ship, if it has enough points; 0 where
        none does."""
        marked = states.systems > 0
        count, faces = marked.sum(axis=0), self.faces @ marked
        chance: Array = np.where(
            count < 2, np.where(count, faces, self.plain) / (faces + self.plain + states.sinks), 0.0
        )
        return chance

    def ready(self, states: PrimaryStates, first: Array | None, then: Sequence[Array], size: Array) -> list[ReadyAfter]:
        """Return all states that the next packet ends, from descendants of the given ones. The first packet has the
        points in `first`, a number for each state. Then come some by kind, and then all are of one `size` by kind."""
        every = np.arange(len(states.left))
        descent, found = Descent(every, every, np.ones(len(every))), list[ReadyAfter]()
        given = [] if first is None else [first]
        for n, own in enumerate((*given, *then)):
            points = own if n < len(given) else own[states.kind]
            found.append((descent, self._now(states, points, len(found))))
            between = len(states.left)
            after, states = self._after(states, points)
            descent = after if len(found) == 1 else _join_descents(descent, after, between)
        return [*found, (descent, self._later(states, size, len(found)))]

    def _now(self, states: PrimaryStates, points: Array, before: int) -> ReadyStates:
        """Return the states that `points`, a number for each state, end now."""
        chance, need = self.now(states), states.need
        able = np.flatnonzero((chance > 0) & (need <= points) & (states.rest > 0))
        return ReadyStates(able, np.full(len(able), before), need[able], chance[able])

    def _after(self, states: PrimaryStates, points: Array) -> tuple[Descent, PrimaryStates]:
        """Return the states after `points`, a number for each state, of those that may still end with one packet more.
        Equal ones are returned once."""
        systems, left, n = states.systems, states.left, len(self.faces)
        marked, over = systems > 0, points - systems  # beyond a marked system that they hit
        rest = np.maximum(states.rest - 1, 0)
        spare = self._ahead[states.kind, rest] - states.need
        far, fell = rest > 0, marked & (over >= 0)
        enough = far & (spare + points >= 0)
        ways = np.empty((2 + 2 * n, len(left)), dtype=bool)  # the structure, an absorbing system, a marked one, back
        ways[0], ways[1] = enough & (left > points), far & (states.sinks > 0) & (spare >= 0)
        ways[2 : 2 + n] = marked & (over < left) & enough
        ways[2 + n :] = fell & far & (spare + systems >= 0)  # put back among those that only absorb hits
        return self._struck(states, points, rest, ways)

    def _struck(self, states: PrimaryStates, points: Array, rest: Array, ways: Array) -> tuple[Descent, PrimaryStates]:
        """Return the results of the ways for a packet to hit. It hits the structure, an absorbing system, each marked
        system, and each of these put back among the absorbing ones."""
        systems, n = states.systems, len(self.faces)
        how, rows = np.nonzero(ways)
        plain, first, second = np.searchsorted(how, (1, 2, 2 + n)).tolist()
        marks, again = slice(first, second), slice(second, None)
        place, lost = how[marks] - 2, how[again] - 2 - n
        before = systems[place, rows[marks]]
        passed = points[rows[marks]] - before
        stays = np.concatenate((np.zeros(first, dtype=int), np.maximum(-passed, 0), np.zeros(len(lost), dtype=int)))
        sinks, left, code = states.sinks[rows], states.left[rows], (self._bases @ systems)[rows]
        faces = sinks.astype(float)
        faces[:plain], faces[marks], faces[again] = self.plain, self.faces[place], -self.faces[lost]
        left[:plain] -= points[rows[:plain]]
        left[marks] -= np.maximum(passed, 0)
        sinks[again] += self.faces[lost]
        code[marks] += self._bases[place] * (stays[marks] - before)
        code[again] -= self._bases[lost] * systems[lost, rows[again]]
        kind, every = states.kind[rows], self.faces @ (systems > 0) + self.plain + states.sinks
        once, which = taken_together((code if self._told else np.arange(len(rows)), kind, left, sinks))
        most = np.zeros(len(once), dtype=int)
        np.maximum.at(most, which, rest[rows])
        after = systems.take(rows[once], axis=1)
        hit = np.flatnonzero(how[once] > 1)
        after[(how[once[hit]] - 2) % n, hit] = stays[once[hit]]
        return Descent(rows, which, faces / every[rows]), PrimaryStates(
            kind[once], most, left[once], sinks[once], after
        )

    def _later(self, states: PrimaryStates, size: Array, earlier: int) -> ReadyStates:
        """Return states that the next packet ends, after any number of packets of one size, by kind. `size` gives the
        number of packets that destroy each marked system, and the number of their points that go on. The structure
        takes as many as it then needs. The last of all these is any that leaves the ship standing without it."""
        reach = int(max(states.systems.max(initial=0), states.left.max(initial=0))) + 1
        points, kinds = np.arange(reach), np.maximum(1, size)[:, None]
        many = -(-points // kinds)
        many, over = many.ravel(), (many * kinds - points).ravel()
        from_kind = states.kind * reach
        at = states.systems + from_kind
        blows = many[at]
        able = np.flatnonzero((blows.sum(axis=0) <= states.rest) & (size[states.kind] > 0))
        blows, past, rest, kind = (
            blows.take(able, axis=1),
            over[at.take(able, axis=1)],
            states.rest[able],
            states.kind[able],
        )
        before, from_kind, size = blows.sum(axis=0), from_kind[able], size[kind]
        reach = (rest - before) * size  # points on the structure
        row, spare, sets = _staying(past, blows > 0, reach - states.left[able] + past.sum(axis=0))
        left = reach[row] - spare
        at = np.maximum(left, 0) + from_kind[row]
        spare = np.where(left > 0, over[at], -left)  # points of the last packet that are not needed
        stays = (sets & 1 << np.arange(len(blows))[:, None]) > 0
        how = np.where(stays, STAYS, np.where(past.take(row, axis=1) > spare, LAST, NOT_LAST))
        which, table = self._orders.chances(blows, row, how, many[at], states.sinks[able[row]])
        sign, every = 1 - 2 * (stays.sum(axis=0) & 1), before[row] + many[at]
        entry, packets = each(every - 1, rest[row] - every + 1)
        weight = table[which[entry], packets] * sign[entry]
        return ReadyStates(able[row[entry]], packets + earlier, (size[row] - spare)[entry], weight)


def _staying(past: Array, marked: Array, spare: Array) -> tuple[Array, Array, Array]:
    """Return each state once for every set of its marked systems treated as absorbing ones, to be subtracted again.
    These are the sets where the surplus points then cover the points that pass on: the row, the surplus left, and the
    set as bits."""
    row, stays = np.arange(len(spare)), np.zeros(len(spare), dtype=int)
    for one in range(len(marked)):
        left = spare - past[one, row]
        able = np.flatnonzero(marked[one, row] & (left >= 0))
        if len(able):
            row, spare = np.concatenate((row, row[able])), np.concatenate((spare, left[able]))
            stays = np.concatenate((stays, stays[able] | 1 << one))
    return row, spare, stays


def join(left: Array, right: Array, most: int) -> tuple[Array, Array]:
    """Return all pairs of rows in which two columns of whole numbers less than `most` are equal. A pair is the row in
    the first column, and that in the second."""
    count = np.bincount(right, minlength=most)
    row, n = each((np.cumsum(count) - count)[left], count[left])
    order = right.astype(np.uint16 if most < 1 << 16 else int).argsort(kind="stable")
    return row, order[n]


def _join_descents(first: Descent, then: Descent, most: int) -> Descent:
    """Return the descent of states from others through those between."""
    row, other = join(first.state, then.origin, most)
    return Descent(first.origin[row], then.state[other], first.weight[row] * then.weight[other])


def each(first: Array, count: Array) -> tuple[Array, Array]:
    """Return `count` numbers from each `first` one on: the row of each, and the number."""
    row = np.repeat(np.arange(len(count)), count)
    return row, np.arange(len(row)) + (first - np.cumsum(count) + count)[row]
