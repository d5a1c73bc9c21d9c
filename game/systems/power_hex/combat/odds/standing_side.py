"""A shot at a side that stands: packets fall on its places and on those of the primary section (power/8.4, 8.5)."""

from __future__ import annotations

from functools import cached_property, lru_cache
from math import factorial

import numpy as np

from game.systems.power_hex.combat.odds.places import Array, PacketPlan, Place, SideTarget
from game.systems.power_hex.combat.odds.primary_hits import LostShare, LostSide, PrimaryStates
from game.systems.power_hex.combat.odds.section_hits import HitCounter, SectionEnds, SectionHits, spread
from game.systems.power_hex.ships.weapons import ShipWeapon


@lru_cache(maxsize=256)
def _inside(primary: tuple[Place, ...], left: int, weapon: ShipWeapon, plan: PacketPlan) -> SectionHits:
    """What packets on the primary section come to, while the side stands: the same for all sides."""
    return HitCounter(primary, left, weapon, plan).hits()


class StandingSide:
    """What the packets of a shot on both sections come to, by the number of whole packets; whichever section ends first."""

    def __init__(self, target: SideTarget, weapon: ShipWeapon, plan: PacketPlan) -> None:
        self._plan, self._deep, self._wide = plan, plan.most + 1, plan.points + 1
        self._counter = HitCounter(target.side, target.side_left, weapon, plan)
        self._side = self._counter.hits()
        self._core = _inside(target.primary, target.primary_left, weapon, plan)
        self._lost = LostSide(target, weapon, plan)
        self._share = target.share ** np.arange(self._deep + 1.0)  # that so many packets strike the primary section
        self._ways = np.array([float(factorial(n)) for n in range(self._deep)])
        self._before = np.array([0.0, *self._ways[:-1]])  # of the packets before the one that ends a section
        self._plain, self._last = np.array(plan.chances)[:, 0], np.array(plan.chances)[:, 1:]
        self._inside = self._core.standing * self._share[:-1, None]

    def boxes(self) -> tuple[Array, Array]:
        """Chances of boxes, and that the ship is destroyed."""
        found, destroyed = np.zeros((self._deep, self._wide)), np.zeros(self._deep)
        if len(self._side.ends.weight) or len(self._core.ends.weight):
            found, destroyed = self._lost.follow(self._crossed())
        found += (self._plain * self._ways)[:, None] * self._together(self._side.standing, self._inside)
        if len(self._plan.last):
            self._strike_last(found, destroyed)
        return found, destroyed

    def reaching(self) -> Array:
        """Chances of points that reach the structure of the side."""
        n, m = np.indices((self._deep, self._deep))
        others = np.maximum(n - m, 0)
        falls = np.where(m <= n, self._ways[n] / self._ways[others] * self._share[others], 0.0)
        whole, last = self._counter.reaching()
        found: Array = self._plain[:, None] * (falls @ whole)
        if len(self._plan.last):
            sizes = last + self._share[1] * whole
            found += (falls[:, None] @ self._mixed(sizes))[:, 0]
        return found

    def stands(self) -> Array:
        """Chances that both stand, and (the second row) that no system is destroyed either."""
        side, core, share = self._side, self._core, self._share
        every = (table.sum(axis=-1) for table in (side.standing, side.standing_last, core.standing, core.standing_last))
        parts = tuple(every), (side.spared, side.spared_last, core.spared, core.spared_last)
        found = np.zeros((2, self._deep))
        for row, (aside, aside_last, inside, inside_last) in zip(found, parts):
            inside, inside_last = inside * share[:-1], inside_last * share[1:]
            for n in range(self._deep):
                row[n] = self._plain[n] * (aside[: n + 1] @ inside[n::-1])
                row[n] += self._last[n] @ (aside_last[:, : n + 1] @ inside[n::-1] + inside_last[:, n::-1] @ aside[: n + 1])
        found *= self._ways
        return found

    # -- whole packets -------------------------------------------------------------------------------------------------------

    def _crossed(self) -> LostShare:
        """Sides lost by a whole packet, and ships that end by one while the side stands."""
        side, core = self._side.ends, self._core.ends
        fresh, ended = np.zeros((self._deep, self._wide)), np.zeros((self._deep, self._wide))
        states = self._lost.none
        if len(core.weight):
            weight = core.weight * self._share[core.packets]
            ends = spread(core.packets, core.boxes - core.over, weight, self._deep, self._wide)
            ended = self._before[:, None] * self._together(self._side.standing, ends)
        if len(side.weight):
            table = spread(side.packets, side.boxes, side.weight, self._deep, self._wide)
            fresh = self._before[:, None] * self._together(table, self._inside)
            states, counted, boxes = self._overflow()
            fresh, ended = fresh - counted, ended + boxes
        return LostShare(fresh, states, ended)

    def _overflow(self) -> tuple[PrimaryStates, Array, Array]:
        """What is over of the packets that take a side goes on: states that may still end; boxes of ships that end with it, as if
        they had gone on, and up to their end."""
        side, core, ahead = self._side.ends, self._states, self._lost.ahead
        packets = side.packets[:, None] + core.packets
        able = packets < self._deep
        able &= core.left <= side.over[:, None] + ahead[np.where(able, packets, 0)]
        row, state = np.nonzero(able)
        struck = packets[row, state]
        weight = side.weight[row] * core.weight[state] * self._before[struck]
        boxes = side.boxes[row] + core.boxes[state] - side.over[row]
        states = PrimaryStates(struck, weight, boxes, core.left[state], core.sinks[state], core.systems[state])
        chart, over = self._lost.chart, side.over[row]
        ends = chart.ends(states, over[:, None], np.ones(1))
        return chart.after(states, over, ahead).capped(ahead, chart.faces), *ends.spread(self._deep, self._wide)

    @cached_property
    def _states(self) -> PrimaryStates:
        """States of the primary section while the side stands, of which the ship may still end."""
        core, chart = self._core, self._lost.chart
        systems = chart.systems - core.own[:, chart.columns]
        states = PrimaryStates(core.packets, core.weight * self._share[core.packets], core.own.sum(axis=1) + core.reached,
                               chart.left - core.reached, np.zeros_like(core.packets), systems)  # fmt: skip
        ahead = np.full(self._deep, max(self._plan.last, default=0))
        ahead[:-1] = np.maximum(ahead[:-1], self._plan.size + self._lost.ahead[1:])
        return states.capped(ahead, chart.faces)

    def _together(self, side: Array, core: Array) -> Array:
        """A table by packets and boxes of both sections, from one of each."""
        found = np.zeros((self._deep, self._wide))
        for here in np.flatnonzero(side.any(axis=1)):
            for inside in np.flatnonzero(core[: self._deep - here].any(axis=1)):
                found[here + inside] += np.convolve(side[here], core[inside])[: self._wide]
        return found

    # -- a last packet -------------------------------------------------------------------------------------------------------

    def _strike_last(self, found: Array, destroyed: Array) -> None:
        """Add what comes of a last packet that falls while side and ship stand."""
        aside = self._side.standing_last + self._by_size(self._side.ends_last, self._side.ends_last.boxes)
        core = self._core.ends_last
        gone = self._by_size(core, core.boxes - core.over) * self._share[1:, None]
        inside = self._core.standing_last * self._share[1:, None] + gone
        sides, ships = self._mixed(aside), self._mixed(inside)
        for whole, chances in enumerate(self._last):
            if not chances.any():
                continue
            side, ship = sides[whole], ships[whole]
            for here in range(whole + 1):
                there = whole - here
                boxes = np.convolve(side[here], self._inside[there]) + np.convolve(self._side.standing[here], ship[there])
                found[whole] += self._ways[whole] * boxes[: self._wide]
            ends = self._side.standing.sum(axis=1)[: whole + 1] @ gone.sum(axis=2)[:, whole::-1].T
            destroyed[whole] += self._ways[whole] * (ends @ chances)
        if len(self._side.ends_last.weight):
            self._overflow_of_last(found, destroyed)

    def _mixed(self, sizes: Array) -> Array:
        """For each number of whole packets: tables by size of the last packet, each with the chance of that size, in one."""
        mixed: Array = (self._last @ sizes.reshape(len(sizes), -1)).reshape(self._deep, *sizes.shape[1:])
        return mixed

    def _by_size(self, ends: SectionEnds, boxes: Array) -> Array:
        """Tables of ways that a last packet ends, by its size, packets and boxes."""
        size = len(self._plan.last), self._deep, self._wide
        return spread((ends.last - 1) * self._deep + ends.packets, boxes, ends.weight, size[0] * size[1], size[2]).reshape(size)

    def _overflow_of_last(self, found: Array, destroyed: Array) -> None:
        """Take back what is over of a last packet that takes the side and ends the ship besides."""
        side, core = self._side.ends_last, self._states
        packets = side.packets[:, None] + core.packets
        row, state = np.nonzero((packets < self._deep) & (core.left <= side.over[:, None]))
        struck = packets[row, state]
        weight = side.weight[row] * core.weight[state] * self._ways[struck] * self._last[struck, side.last[row] - 1]
        boxes = side.boxes[row] + core.boxes[state] - side.over[row]
        states = PrimaryStates(struck, weight, boxes, core.left[state], core.sinks[state], core.systems[state])
        counted, until = self._lost.chart.ends(states, side.over[row, None], np.ones(1)).spread(self._deep, self._wide)
        found += until - counted
        destroyed += until.sum(axis=1)
