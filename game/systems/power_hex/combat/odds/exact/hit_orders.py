"""Ways for packets to hit places, and sequences of hits in the primary section behind a lost side (power/8.4, 8.5).

In a sequence, destroyed places are rolled again. The chance that each place is hit some number of times depends only on
the faces of the chart, so these chances are cached for all ships, whatever their losses.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from math import comb, factorial

import numpy as np

from game.core.values import frozen
from game.systems.power_hex.combat.odds.exact.packets import Array, taken_together

# roles of a system: its loss may end the hits, or may not; it only absorbs hits
LAST, NOT_LAST, STAYS = 0, 1, 2
# roles of marked systems; the fewest numbers of packets computed; the most rows cached
KINDS, LEAST_DEEP, MOST = 3, 8, 1 << 16


@lru_cache(maxsize=64)
def ways_to_fall(count: int, most: int) -> Array:
    """Return every way for up to `most` packets to hit `count` places, one in each row, with the number for each
    place."""
    found, spare = np.zeros((1, 0), dtype=np.intp), np.array([most])
    for _ in range(count):
        many = spare + 1
        rows = np.repeat(np.arange(len(found)), many)
        here = np.arange(len(rows)) - np.repeat(np.cumsum(many) - many, many)
        found, spare = np.column_stack((found[rows], here)), spare[rows] - here
    return found


@frozen
class WeighedWays:
    """The ways of `ways_to_fall` for some sections, a column each. A column has the section, all packets, the weight
    (p^n / n! for every place), and each place's index in a table by number and place of all sections (a row each; 0 for
    sections with fewer places). `chance` is that of each place (a row each) by section."""

    section: Array
    packets: Array
    weight: Array
    at: Array
    chance: Array


@lru_cache(maxsize=64)
def weighed_ways(sections: tuple[tuple[float, ...], ...], most: int) -> WeighedWays:
    """Return the ways for sections, from the chances of their places."""
    counts = [len(one) for one in sections]
    every = [ways_to_fall(count, most) for count in counts]
    section = np.repeat(np.arange(len(sections)), [len(one) for one in every])
    at, chance = np.zeros((max(counts), len(section)), dtype=np.intp), np.zeros((max(counts), len(sections)))
    weights, begin, place = list[Array](), 0, 0
    for n, (chances, ways) in enumerate(zip(sections, every)):
        end, chance[: len(chances), n] = begin + len(ways), chances
        at[: len(chances), begin:end] = (ways * sum(counts) + np.arange(place, place + len(chances))).T
        powers = np.array([np.array(chances) ** n / factorial(n) for n in range(most + 1)])
        weights.append(powers[ways, np.arange(len(chances))].prod(axis=1))
        begin, place = end, place + len(chances)
    return WeighedWays(section, np.concatenate([one.sum(axis=1) for one in every]), np.concatenate(weights), at, chance)


@lru_cache(maxsize=256)
def chances_to_fall(chances: tuple[float, ...], most: int) -> Array:
    """Return the chances that n of m packets hit a place, for each of some places, by its chance."""
    chance, count = np.array(chances), np.arange(most + 1)
    ways = np.array([[float(comb(whole, here)) for here in count] for whole in count])
    elsewhere = np.maximum(0, count[:, None] - count)[..., None]
    # indexes: all packets; those that hit the place; the place
    found: Array = ways[..., None] * chance ** count[:, None] * (1 - chance) ** elsewhere
    return found


@frozen
class DueHits:
    """Hits still to be made, a column each. They are those on the structure, and those on each system, in one number
    with its role as a marked one (a row each). Added are the faces of the systems that only absorb hits."""

    structure: Array
    sinks: Array
    systems: Array

    def where(self, columns: Array) -> DueHits:
        return DueHits(self.structure[columns], self.sinks[columns], self.systems[:, columns])


class HitOrders:
    """The chances for a chart with faces of each system, and of the structure."""

    def __init__(self, faces: tuple[int, ...], plain: int, deep: int) -> None:
        self._faces, self._plain, self._deep = np.array(faces, dtype=int), plain, max(deep, LEAST_DEEP)
        self._rows: dict[int, int] = {}
        self._table, self._filled = np.zeros((1024, self._deep)), 0  # the second counts the rows in use
        self._base = KINDS * (self._deep + 1)
        # the powers of as many digits as fit in one number
        self._powers = np.array([self._base**n for n in range(62 // self._base.bit_length() - 2)])

    def chances(self, packets: Array, rows: Array, how: Array, structure: Array, sinks: Array) -> tuple[Array, Array]:
        """Return for each column its row in a table, and the table.

        By 0, 1, 2 … packets, it holds the chance that all but one of some hits have been made, in any order, and that
        the next packet makes the last one. The hits are those on each system (0: it is not marked), from one of the
        columns of `packets`, each with its role as a marked one, and those on the structure. All other packets hit
        `sinks`, faces of systems that only absorb them.
        """
        if self._filled > MOST:
            self._rows, self._filled = {}, 0
        codes = [one[rows] * KINDS + other for one, other in zip(self._encode(packets), self._encode(how))]
        first, which = taken_together(self._with_ends(codes, structure, sinks))
        due = DueHits(structure[first], sinks[first], packets[:, rows[first]] * KINDS + how[:, first])
        return self._looked_up([code[first] for code in codes], due)[which], self._table

    def _encode(self, digits: Array) -> list[Array]:
        """Return a digit for each system, in the fewest numbers for each column that can hold them."""
        apart = len(self._powers)
        parts = [digits[n : n + apart] for n in range(0, max(1, len(digits)), apart)]
        return [self._powers[: len(part)] @ part for part in parts]

    def _with_ends(self, codes: list[Array], structure: Array, sinks: Array) -> tuple[Array, ...]:
        """Return keys of columns. They are the `codes` of their systems, the first of them joined with hits on the
        structure and faces of `sinks`."""
        codes[0] = (codes[0] * self._base + sinks) * self._base + structure
        return tuple(codes)

    def _looked_up(self, codes: Sequence[Array], due: DueHits) -> Array:
        """Return the row of each of some different columns, computed if it is missing."""
        keys = codes[0].tolist()
        for n, code in enumerate(codes[1:], 1):
            lift = self._base ** (n * len(self._powers) + 2)
            keys = [key + lift * more for key, more in zip(keys, code.tolist())]
        found = [self._rows.get(key, -1) for key in keys]
        if -1 in found:
            new = [n for n, row in enumerate(found) if row < 0]
            table = self._worked_out(due.where(np.array(new)))  # the call may fill rows itself
            begin, self._filled = self._filled, self._filled + len(new)
            while self._filled > len(self._table):
                self._table = np.concatenate((self._table, np.zeros_like(self._table)))
            self._table[begin : self._filled] = table
            self._rows.update({keys[n]: row for row, n in enumerate(new, begin)})
            found = [self._rows[key] for key in keys]
        return np.array(found, dtype=int)

    def _worked_out(self, due: DueHits) -> Array:
        """Compute the rows of some columns from those with one hit fewer."""
        marked, faces = due.systems >= KINDS, np.array([self._plain, *self._faces])
        every, count = (
            self._plain + due.sinks + self._faces @ marked,
            due.structure + (due.systems // KINDS).sum(axis=0),
        )
        last = np.where(due.structure, self._plain, self._faces @ (marked & (due.systems % KINDS == LAST)))
        found = np.zeros((len(every), self._deep))
        found[:, 0] = np.where(count == 1, last / every, 0.0)
        place, column = np.nonzero(np.concatenate((due.structure[None] > 0, marked)) & (count > 1))
        if len(place):
            rows = self._after(due, place, column)  # the call may make the table longer
            after = (faces[place] / every[column])[:, None] * self._table[rows, :-1]
            for begin, end in pairwise(np.searchsorted(place, np.arange(len(faces) + 1)).tolist()):
                found[column[begin:end], 1:] += after[begin:end]
        for n in range(1, self._deep):  # or the packet before this one has hit a sink
            found[:, n] += found[:, n - 1] * (due.sinks / every)
        return found

    def _after(self, due: DueHits, place: Array, column: Array) -> Array:
        """Return the row of each column after one hit on a place: the structure, or a system."""
        on = np.flatnonzero(place)
        due, system = due.where(column), place[on] - 1
        due.structure[:] -= place == 0
        own = due.systems[system, on]
        gone = own < 2 * KINDS
        due.systems[system, on] = np.where(gone, NOT_LAST, own - KINDS)
        due.sinks[on] += np.where(gone & (own % KINDS == STAYS), self._faces[system], 0)
        first, which = taken_together(codes := self._with_ends(self._encode(due.systems), due.structure, due.sinks))
        rows: Array = self._looked_up([code[first] for code in codes], due.where(first))[which]
        return rows


@lru_cache(maxsize=64)
def hit_orders(faces: tuple[int, ...], plain: int, deep: int) -> HitOrders:
    """Return the cached chances for a chart."""
    return HitOrders(faces, plain, deep)
