"""Ways for packets to fall on places, and orders in which they strike those of the primary section past a side that is lost,
where those that are destroyed are rolled again (power/8.4, 8.5).

How likely it is that some places have been struck so many times each follows from the faces of the chart alone. So these chances
are kept for all ships, however much they have lost.
"""

from __future__ import annotations

from functools import lru_cache, partial
from itertools import accumulate
from math import comb, factorial

import numpy as np

from game.core.values import frozen
from game.systems.power_hex.combat.odds.places import Array, taken_together

Marked = tuple[tuple[int, int, int], ...]  # of each: faces, packets on it, and one of the three; sorted
LAST, NOT_LAST, STAYS = 0, 1, 2  # it is destroyed with these, and may be the last, or may not; it only takes what strikes it
KINDS, LEAST_DEEP, MOST = 3, 8, 1 << 16  # of marked systems; numbers of packets that are always worked out; rows that are kept


@lru_cache(maxsize=64)
def ways_to_fall(count: int, most: int) -> Array:
    """Every way for up to `most` packets to fall on so many places: a row each, with the number on each place."""
    found, spare = np.zeros((1, 0), dtype=np.intp), np.array([most])
    for _ in range(count):
        many = spare + 1
        rows = np.repeat(np.arange(len(found)), many)
        here = np.arange(len(rows)) - np.repeat(np.cumsum(many) - many, many)
        found, spare = np.column_stack((found[rows], here)), spare[rows] - here
    return found


@frozen
class WeighedWays:
    """Those ways for some sections, a column each: the section, all packets, the weight (p^n / n! for every place), and where
    each place stands in a table by number and place of all sections (a row each; 0 where a section has no more places). `chance`
    is that of each place (a row each) by section."""

    section: Array
    packets: Array
    weight: Array
    at: Array
    chance: Array


@lru_cache(maxsize=64)
def weighed_ways(sections: tuple[tuple[float, ...], ...], most: int) -> WeighedWays:
    """The ways on sections, from the chances of their places."""
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
    """The chance that of so many packets so many fall on a place; of each of some places, by its chance."""
    chance, count = np.array(chances), np.arange(most + 1)
    ways = np.array([[float(comb(whole, here)) for here in count] for whole in count])
    elsewhere = np.maximum(0, count[:, None] - count)[..., None]
    found: Array = ways[..., None] * chance ** count[:, None] * (1 - chance) ** elsewhere  # all packets; those on it; place
    return found


class HitOrders:
    """Chances for a chart with faces of each system, and of the structure."""

    def __init__(self, faces: tuple[int, ...], plain: int, deep: int) -> None:
        self._faces, self._plain, self._deep = faces, plain, max(deep, LEAST_DEEP)
        self._rows: dict[int, int] = {}
        self._table = np.zeros((64, self._deep))
        self._base = KINDS * (self._deep + 1)
        self._powers = np.array([self._base**n for n in range(62 // self._base.bit_length() - 2)])  # of digits that fit a number

    def chances(self, packets: Array, rows: Array, how: Array, structure: Array, sinks: Array) -> tuple[Array, Array]:
        """For each column its row in a table, and the table: by 0, 1, 2 … packets the chance that all but one of some hits have
        been made, in any order, and that the next packet makes it, one that may be the last.

        The hits are so many on each system (0: it is not marked), from one of the columns of `packets`, each with what it is as a
        marked one, and on the structure. All other packets strike `sinks`, faces of systems that only take them."""
        codes = [one[rows] * KINDS + other for one, other in zip(self._coded(packets), self._coded(how))]
        codes[0] = (codes[0] * self._base + sinks) * self._base + structure
        first, which = taken_together(tuple(codes))
        if len(self._rows) > MOST:
            self._rows.clear()
        keys = codes[0][first].tolist()
        for n, code in enumerate(codes[1:], 1):
            lift = self._base ** (n * len(self._powers) + 2)
            keys = [key + lift * more for key, more in zip(keys, code[first].tolist())]
        found = [self._rows.get(key, -1) for key in keys]
        if -1 in found:
            found = [self._row(key) for key in keys]
        return np.array(found, dtype=int)[which], self._table

    def _coded(self, digits: Array) -> list[Array]:
        """A digit for each system, in as few numbers a column as hold them."""
        apart = len(self._powers)
        parts = [digits[n : n + apart] for n in range(0, max(1, len(digits)), apart)]
        return [self._powers[: len(part)] @ part for part in parts]

    def _row(self, key: int) -> int:
        """The row of a column in the table, worked out if it is not there."""
        row = self._rows.get(key, -1)
        if row < 0:
            row = self._rows[key] = len(self._rows)
            if row == len(self._table):
                self._table = np.concatenate((self._table, np.zeros_like(self._table)))
            self._table[row] = self._worked_out(key)
        return row

    def _worked_out(self, key: int) -> tuple[float, ...]:
        """The chances for one column."""
        marked = list[tuple[int, int, int]]()
        key, structure = divmod(key, self._base)
        key, sinks = divmod(key, self._base)
        for face in self._faces:
            key, digit = divmod(key, self._base)
            if digit >= KINDS:
                marked.append((face, *divmod(digit, KINDS)))
        return order_chances(self._plain, sinks, structure, tuple(sorted(marked)), self._deep)


@lru_cache(maxsize=64)
def hit_orders(faces: tuple[int, ...], plain: int, deep: int) -> HitOrders:
    """The chances that are kept for a chart."""
    return HitOrders(faces, plain, deep)


@lru_cache(maxsize=1 << 14)
def order_chances(plain: int, sinks: int, structure: int, marked: Marked, deep: int) -> tuple[float, ...]:
    """After 0, 1, 2 … packets, the chance that all hits but one have been made and the next packet makes the last, where so many
    are still to strike the structure and each marked system."""
    every, found, now = plain + sinks + sum([face for face, _, _ in marked]), [0.0] * deep, 0.0
    if structure + sum([many for _, many, _ in marked]) == 1:
        now = sum([plain] if structure else [face for face, _, how in marked if how == LAST]) / every
    else:
        ways = [(plain, order_chances(plain, sinks, structure - 1, marked, deep))] if structure else []
        for n, (face, many, how) in enumerate(marked):
            others = marked[:n] + marked[n + 1 :]
            if many > 1:
                others = tuple(sorted((*others, (face, many - 1, how))))
            after = order_chances(plain, sinks + face * (many == 1 and how == STAYS), structure, others, deep)
            ways.append((face, after))
        for face, after in ways:
            share = face / every
            found = [one + share * other for one, other in zip(found, after)]
    return tuple(accumulate(found[:-1], partial(_next, sinks / every), initial=now))


def _next(stays: float, before: float, now: float) -> float:
    """The chance after one packet more, where what takes all besides may have been struck instead."""
    return before * stays + now
