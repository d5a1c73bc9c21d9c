"""Fleets compared: points, ships, volleys at three ranges, and the measures of their game."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from game.battle.designs import SHIP, TARGET, design_data, designs_of, laid_up
from game.board.boards import board_of
from game.core.game_files import Measure, ShipDesign
from game.core.system import RuleSystem
from game.fleets.fleet import Fleet, Price, list_price

UP = 12
WAYS = 12  # directions in which the target of a volley is tried


@dataclass(frozen=True)
class Comparison:
    """A measure of each fleet, and the share of every ship in it, in the order of the fleet. `places`: decimals to
    show."""

    label: str
    values: tuple[float, ...]
    shares: tuple[tuple[float, ...], ...]
    places: int = 0


class Balance:
    """Compares fleets of one game. The strengths of a design are worked out once."""

    def __init__(self, system: RuleSystem) -> None:
        self.system = system
        self._known: dict[ShipDesign, tuple[Measure, ...]] = {}

    def compare(self, fleets: Sequence[Fleet], price: Price | None = None) -> tuple[Comparison, ...]:
        """Return each measure of the game for every fleet, by default at its prices without house rules; none while all
        are empty."""
        designs, price = designs_of(self.system), price or list_price(self.system)
        made = {key: self.measures(designs[key]) for fleet in fleets for key in fleet.designs}
        rows = []
        for index, kind in enumerate(next(iter(made.values()), ())):
            shares = []
            for fleet in fleets:
                prices = [price(ship.design, ship.quality) for ship in fleet.ships]
                each = [made[ship.design][index].value for ship in fleet.ships] if index else [*map(float, prices)]
                if kind.weighed:
                    each = [value * price / max(1, sum(prices)) for value, price in zip(each, prices)]
                shares.append(tuple(each))
            label = f"{kind.label}, by points" if kind.weighed else kind.label
            places = 1 if kind.weighed or kind.label in self._means else 0
            rows.append(Comparison(label, tuple(map(sum, shares)), tuple(shares), places))
        return tuple(rows)

    def measures(self, design: ShipDesign) -> tuple[Measure, ...]:
        """Return everything that a design brings into the comparison: points, ships, what it stands, what it deals at
        three ranges, and the rest."""
        found = self._known.get(design)
        if found is None:
            own = self.system.files.measures(design)
            half = min(2, len(own))
            means = (Measure(label, value) for label, value in zip(self._means, self.volleys(design)))
            points = Measure("points", self.system.files.price(design)), Measure("ships", 1)
            found = self._known[design] = (*points, *own[:half], *means, *own[half:])
        return found

    def volleys(self, design: ShipDesign) -> tuple[float, ...]:
        """Return the mean points of a volley of one design at each range of its game, in the best direction, at an
        undamaged ship: the yard's bare hull, or the largest design of the game."""
        state = laid_up(self.system, design, target=self._target)
        table, board = self.system.mean_table(state, SHIP, TARGET), board_of(state.table)
        x, y = board.place((0, 0))
        turns, up = [2 * math.pi * n / WAYS for n in range(WAYS)], board.direction(UP)
        found = []
        for mu in self.system.files.ranges:
            away = board.to_board_units(mu)
            places = np.array([(x + away * math.sin(turn), y + away * math.cos(turn), up, 0) for turn in turns])
            lost, armour = table.means(np.array([[x, y, up, 0]]), places)
            found.append(float((lost + armour).max()))
        return tuple(found)

    @cached_property
    def _means(self) -> tuple[str, ...]:
        board = board_of(laid_up(self.system, self._target).table)
        return tuple(f"mean at {board.format_distance(board.to_board_units(mu))}" for mu in self.system.files.ranges)

    @cached_property
    def _target(self) -> ShipDesign:
        files, designs = self.system.files, designs_of(self.system)
        largest = max(designs.values(), key=files.rank)
        entry = design_data(self.system, largest.key)
        targets = files.yard_form(entry, files.design.model_validate(entry), largest).targets
        if not targets:
            return largest
        bare: ShipDesign = files.build_design(files.design.model_validate(targets[0][1]), TARGET, "")
        return bare
