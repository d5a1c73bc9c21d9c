"""Points that go on to the primary section past a side that is lost: a random place of those that stand, without more armour,
until the ship ends (power/8.4, 8.5).

All points behind armour are boxes as long as the ship stands, whatever they strike. So states of the primary section are followed
only while it may still end, and of its systems only those are told apart that are lost on the way to that end. Which these are is
settled beforehand: a system that is marked must be lost before the ship may end, all others only take what strikes them. When a
marked one is lost, the share in which it would have been one of the others is taken back, so that each sequence counts once.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from game.core.values import frozen
from game.systems.power_hex.combat.odds.places import D20, Array, Place
from game.systems.power_hex.combat.odds.section_hits import taken_together


@frozen
class PrimaryStates:
    """States of the primary section, a row each: the kind of side past which they are struck, how many packets may still come,
    structure left, faces of the systems that only take what strikes them, and boxes left of each marked one (a column each)."""

    kind: Array
    rest: Array
    left: Array
    sinks: Array
    systems: Array

    @property
    def need(self) -> Array:
        """Points that end the ship, if they strike what they must."""
        found: Array = self.left + np.einsum("ij->i", self.systems)
        return found

    def where(self, rows: Array) -> PrimaryStates:
        """Some of them."""
        return PrimaryStates(self.kind[rows], self.rest[rows], self.left[rows], self.sinks[rows], self.systems.take(rows, axis=0))

    def merged(self) -> tuple[PrimaryStates, Array]:
        """Equal ones once, with the most packets that may come to any of them; and the row of each."""
        rows, which = taken_together((self.kind, self.left, self.sinks, *self.systems.T))
        rest = np.zeros(len(rows), dtype=int)
        np.maximum.at(rest, which, self.rest)
        return PrimaryStates(self.kind[rows], rest, self.left[rows], self.sinks[rows], self.systems.take(rows, axis=0)), which


@frozen
class Children:
    """States after one packet: the row of each in those before it, its weight, and the states."""

    row: Array
    weight: Array
    states: PrimaryStates


class PrimaryChart:
    """The chart of the primary section as points that go on to it read it. `ahead` are the most points that may still come past a
    kind of side, in so many packets; `widest` is the most that one of these has."""

    def __init__(self, primary: tuple[Place, ...], left: int, ahead: Array, widest: int) -> None:
        faces = [round(chance * D20) for chance, _, _ in primary]
        self.columns = [n for n, (_, _, boxes) in enumerate(primary) if boxes >= 0]  # of systems among all places
        self.faces = np.array([faces[n] for n in self.columns], dtype=float)  # multiplied faster than whole numbers
        self._ones = np.ones(len(self.faces))
        self.plain, self.left = sum(faces) - round(self.faces.sum()), left
        self._ahead, self._wide = ahead, widest + 1
        self.systems = np.array([primary[n][2] for n in self.columns], dtype=int)

    def marks(self, left: Array, systems: Array, most: Array, packets: Array) -> tuple[Array, Array, Array]:
        """Each state, with what is left of its structure and systems, once for each set of systems that may all be lost before so
        many points in so many packets end the ship: its row, faces of the other systems, boxes left of those in the set."""
        rows = np.flatnonzero(left <= most)
        need, marks, count = left[rows], np.zeros(len(rows), dtype=int), np.zeros(len(rows), dtype=int)
        for n in range(len(self.faces)):
            own = systems[rows, n]
            able = np.flatnonzero((own > 0) & (need + own <= most[rows]) & (count < packets[rows]))
            if len(able):
                need, marks = np.concatenate((need, need[able] + own[able])), np.concatenate((marks, marks[able] | 1 << n))
                rows, count = np.concatenate((rows, rows[able])), np.concatenate((count, count[able] + 1))
        told = systems[rows] * ((marks[:, None] >> np.arange(len(self.faces))) & 1)
        return rows, ((systems[rows] > told) @ self.faces).astype(int), told

    def ready(self, states: PrimaryStates, points: Array, then: Sequence[Array]) -> list[Array]:
        """After 0, 1, 2 … packets, for each state: weights of the states of which the next packet ends the ship, by the points
        that it needs for that. `points` are those of the first packet, a number for each state; `then` those of the second, the
        third (and so on), by kind."""
        wide, rest = self._wide, int(states.rest.max(initial=0))
        need, marked = states.need, states.systems > 0
        faces = marked @ self.faces
        count, every = marked @ self._ones, faces + self.plain + states.sinks
        found = [np.zeros((len(need), wide))]
        able = np.flatnonzero((count < 2) & (need < wide))
        found[0][able, need[able]] = np.where(count[able], faces[able], self.plain) / every[able]
        if rest < 2:
            return found
        found.append(self._second(states, points, wide))
        if rest < 3:
            return found
        children = self._after(states, points)
        after, which = children.states.merged()
        deeper = self.ready(after, then[0][after.kind], then[1:] or then)[1:]
        first = np.flatnonzero(np.diff(children.row, prepend=-1))
        part = np.empty((len(which), wide))
        for table in deeper:
            np.take(table, which, axis=0, out=part, mode="clip")
            np.multiply(part, children.weight[:, None], out=part)
            found.append(np.zeros((len(need), wide)))
            if len(first):
                found[-1][children.row[first]] = np.add.reduceat(part, first, axis=0)
        return found

    def _second(self, states: PrimaryStates, points: Array, wide: int) -> Array:
        """The same after one packet, without the states between."""
        marked = states.systems > 0
        count, need, left, sinks = marked @ self._ones, states.need, states.left, states.sinks
        able = np.flatnonzero((count < 3) & (states.rest > 1))
        count, need, left, sinks, points = count[able], need[able], left[able], sinks[able], points[able]
        some = marked.take(able, axis=0)
        first, last = some.argmax(axis=1), len(self.faces) - 1 - some[:, ::-1].argmax(axis=1)
        own, other = states.systems[able, first], states.systems[able, last]
        face, further = self.faces[first], self.faces[last]
        none, one, two = count == 0, count == 1, count == 2
        every = np.where(none, 0, face) + np.where(two, further, 0) + self.plain + sinks
        final = np.where(none, self.plain, face)  # of the place that ends the ship, where one must yet be struck
        stays = np.where(two, 0, final * sinks) / every
        goes = np.where(two, 0, final * self.plain * (left > points)) / every
        goes += np.where(one & (own > points), face * face, 0) / every
        found = np.zeros((len(states.left), wide))
        one_falls = count > 0, own, face, np.where(two, further, self.plain), np.where(two, other, 0)
        for falls, size, faces, after, still in (one_falls, (two, other, further, face, own)):
            chance = np.where(falls & (size <= points), faces * after, 0)
            goes += np.where(points - size < left, chance / (every - faces), 0)
            _add(found, able, left + still, -chance / every / every)
        _add(found, able, need - points, goes / every)
        _add(found, able, need, stays / every)
        return found

    def _after(self, states: PrimaryStates, points: Array) -> Children:
        """What points, a number for each state, leave of those that may still end with two packets more."""
        marked, far = states.systems > 0, states.rest > 2
        rest = np.maximum(states.rest - 1, 0)
        spare = self._ahead[states.kind, rest] - states.need
        pending, enough = marked @ self._ones, spare + points >= 0
        calm = far & (pending <= rest)
        over = points[:, None] - states.systems  # past a marked system that they strike
        fell = marked & (over >= 0) & (far & (pending <= rest + 1))[:, None]
        struck = (fell | (marked & calm[:, None])) & (over < states.left[:, None]) & enough[:, None]
        back = fell & (spare[:, None] + states.systems >= 0)  # as one of those that only take what strikes them
        calm_ways = ((states.left > points) & enough & calm, (states.sinks > 0) & (spare >= 0) & calm)
        chosen = np.flatnonzero(np.column_stack((*calm_ways, struck, back)))
        rows, how = np.divmod(chosen, 2 + 2 * len(self.faces))  # 0: the structure, 1: what only takes it, a marked one, back
        marks, again = np.flatnonzero((how > 1) & (how < 2 + len(self.faces))), np.flatnonzero(how >= 2 + len(self.faces))
        place, lost, plain = how[marks] - 2, how[again] - 2 - len(self.faces), np.flatnonzero(how == 0)
        systems, passed = states.systems.take(rows, axis=0), over[rows[marks], place]
        systems[marks, place], systems[again, lost] = np.maximum(-passed, 0), 0
        left, sinks = states.left[rows], states.sinks[rows]
        left[plain] -= points[rows[plain]]
        left[marks] -= np.maximum(passed, 0)
        faces = sinks.astype(float)
        faces[plain], faces[marks], faces[again] = self.plain, self.faces[place], -self.faces[lost]
        sinks[again] += self.faces[lost].astype(int)
        every = marked @ self.faces + self.plain + states.sinks
        return Children(rows, faces / every[rows], PrimaryStates(states.kind[rows], rest[rows], left, sinks, systems))


def _add(found: Array, able: Array, need: Array, weight: Array) -> None:
    """Add weights to a table by row and need, where that is in it."""
    some = np.flatnonzero((weight != 0) & (need > 0) & (need < found.shape[1]))
    found[able[some], need[some]] += weight[some]
