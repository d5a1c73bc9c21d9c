"""The mean damage of one ship's guns to another, as a table by arc, range and aspect (full-thrust-base/4, 5.6, 5.8).

It ignores everything else on the board: bodies in the line of fire, dust, and ships that screen the target (4.5, 6.20,
manoeuvres/eclipsing).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

import numpy as np

from game.board.boards import board_of
from game.board.mean_table import MeanTable
from game.core.orders import Id
from game.rules.combat.fire import guided_shots
from game.rules.combat.fire_odds import as_screened, gun_chances, mean_harm, seen_boxes
from game.rules.combat.targeting import astern, counted_arcs, look, on_the_line, raking, shot_refusal
from game.rules.combat.weapon import AimedShot, arc_names, number_at
from game.rules.combat.weapons import WEAPONS, guns
from game.rules.manoeuvres.archive import modifiers
from game.rules.ships.ship import AHEAD_DOWN
from game.rules.ships.thrust_state import ThrustState

Arcs = tuple[str, ...]
Guns = int  # a set of a ship's guns, one bit for each
Harm = tuple[float, float]  # mean boxes of hull, and of armour
T = TypeVar("T")
UP, DOWN = 12, 6  # courses (clock points)
NONE: Harm = (0.0, 0.0)


def mean_table(state: ThrustState, firer: Id, target: Id) -> MeanTable | None:
    """Return the table of one ship's volley at another; None if either is not a ship."""
    if firer not in state.ships or target not in state.ships:
        return None
    return _Pair(replace(state, table=replace(state.table, bodies=()), acted=set()), firer, target).table()


class _Pair:
    """A firing ship and its target, with nothing else on the table."""

    def __init__(self, state: ThrustState, firer: Id, target: Id) -> None:
        self.state, self.house, self.ship, self.target = state, state.house, state.ships[firer], state.ships[target]
        self.line, self.guns = look(state, self.ship, self.target), guns(self.ship)
        self.bands = [WEAPONS[one.kind].bands(self.house, self.ship, one) for one in self.guns]
        self.bearing = dict[Arcs, Guns]()  # by the arcs in which a target in range counts
        self.chosen = {0: 0}  # the guns that fire, by the guns that bear

    def table(self) -> MeanTable:
        """Return the table, for which each arc, band and aspect is computed once."""
        board, names = board_of(self.state.table), arc_names(self.house)
        sectors = board.sectors(names)
        seen = [board.arcs((0.0, 0.0), UP, place, names) for place in sectors.places]
        ways, into = _told_apart([counted_arcs(self.house, arcs) for arcs in seen])
        rakes, down = raking(self.house), AHEAD_DOWN in self.target.status_flags
        aspects, struck = _told_apart([(rakes and astern(self.house, arcs), down and "F" in arcs) for arcs in seen])
        limits = sorted({limit for bands in self.bands for limit, _ in bands})
        for arcs in dict.fromkeys((*ways, *((name,) for name in names))):
            self.bearing[arcs] = 0 if self.line.refusal else self._bearing(arcs)
        found = np.array([[*self._means(ways, limits, *aspect), [NONE] * len(ways)] for aspect in aspects])
        hull, armour = found[struck][:, :, into].transpose(3, 2, 1, 0)
        farther = self.line.effective - board.weapon_distance(self.line.distance)
        return MeanTable(board, np.array(limits) - farther, sectors, sectors, hull, armour)

    def _bearing(self, arcs: Arcs) -> Guns:
        """Return the guns that bear on a target in these arcs and within their range."""
        found = 0
        for n, one in enumerate(self.guns):
            line = self.line._replace(arcs=arcs, effective=self.bands[n][-1][0])
            found |= (shot_refusal(self.state, self.ship, self.target, one, line) is None) << n
        return found

    def _means(self, ways: Sequence[Arcs], limits: Sequence[float], raked: bool, bare: bool) -> Iterator[list[Harm]]:
        """Yield the means of each band for a target that counts in these arcs."""
        (x, y), target = self.ship.at, as_screened(self.state, self.target).copy()
        target.at, target.facing = (x, y + 10.0), DOWN if bare else UP
        (armour, hull), added = seen_boxes(target), modifiers(self.ship, self.house, self.target)
        for limit in limits:
            near = [(1 << n, self.guns[n]) for n, bands in enumerate(self.bands) if number_at(bands, limit)]
            throws = {
                bit: gun_chances(AimedShot(self.state, self.ship, one, target, limit, "", added)) for bit, one in near
            }
            cases = [self._cases(arcs, sum(throws)) for arcs in ways]
            harm = {
                fired: mean_harm(armour, hull, tuple([one for bit, one in throws.items() if bit & fired]), raked)
                for fired in {one for some in cases for one in some}
            }
            yield [_mean([harm[fired] for fired in some]) for some in cases]

    def _cases(self, arcs: Arcs, near: Guns) -> list[Guns]:
        """Return the guns in range that fire at a target in these arcs; two cases if a die decides the arc."""
        bear = self.bearing[arcs] & near
        if bear not in self.chosen:
            bits = {one.key: 1 << n for n, one in enumerate(self.guns)}
            shots = guided_shots(self.house, self.ship, self.target, [one for one in self.guns if bear & bits[one.key]])
            self.chosen[bear] = sum(bits[shot.mount] for shot in shots)
        if len(arcs) != 2 or on_the_line(self.house) == "both":
            return [self.chosen[bear]]
        return [self.chosen[bear] & self.bearing[(arc,)] for arc in arcs]


def _mean(cases: Sequence[Harm]) -> Harm:
    """Return the mean of equally likely cases."""
    hull, armour = zip(*cases)
    return sum(hull) / len(cases), sum(armour) / len(cases)


def _told_apart(values: Sequence[T]) -> tuple[list[T], list[int]]:
    """Return the distinct values, and for each value the index of its equal among them."""
    different = list(dict.fromkeys(values))
    return different, [different.index(value) for value in values]
