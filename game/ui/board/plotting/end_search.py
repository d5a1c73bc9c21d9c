"""The dangerous destinations of the ship in hand, searched bit by bit in idle time; no part of the rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from game.battle.danger import UNSEARCHED
from game.battle.slowly import run_steps
from game.core.display import Destination, Risk
from game.core.orders import Id, Order
from game.seating.dangers import GRAVE
from game.ui.board.layers.danger import UNKNOWN

if TYPE_CHECKING:
    from game.battle.view import View

HARMED = GRAVE / 2  # the chance of loss that damage counts as
TINY = 1e-9  # a chance that counts as 0
# risks by the index of the destination; None for safe ones
Found = dict[int, Risk | None]


class EndSearch:
    """The risks of each destination of a ship. `step` works for a frame; destinations near anything come first. Results
    for a ship are kept in its phase until they are asked for in another view."""

    def __init__(self) -> None:
        self._view: View | None = None
        self._destinations: tuple[Destination, ...] = ()
        self._left: Iterator[None] | None = None
        self._moment = 0, 0
        self._kept: dict[Id, tuple[tuple[Destination, ...], Found]] = {}
        self._found = Found()
        self._told: tuple[float, ...] = ()
        self._fresh = False  # true if something was found since the last display

    def begin(self, view: View, draft: Order | None, destinations: tuple[Destination, ...]) -> None:
        """Start on the destinations of a draft. Nothing is computed twice while they stay the same."""
        if view is self._view and (destinations is self._destinations or destinations == self._destinations):
            return
        moment = view.state.turn, view.state.phase
        if moment != self._moment:
            self._kept.clear()
        self._view, self._destinations, self._moment, self._fresh = view, destinations, moment, True
        self._left, self._found = None, Found()
        if draft is not None and destinations:
            before, found = self._kept.get(draft.by, ((), Found()))
            self._found = found if before == destinations else Found()
            self._kept[draft.by] = destinations, self._found
            self._left = self._looking(view.dangers(draft))

    @property
    def behind(self) -> bool:
        """Return whether anything is still unknown."""
        return self._left is not None

    def step(self) -> None:
        """Work for as long as a frame has time."""
        if self._view is None or run_steps(self._left or iter(()), self._view.state):
            self._left = None

    def _looking(self, dangers: Iterator[tuple[int, Risk | None] | None]) -> Iterator[None]:
        """Record what is found, pausing after each step of the work."""
        for found in dangers:
            if found is None:
                yield
                continue
            at, risk = found
            if risk is not UNSEARCHED or at not in self._found:
                self._fresh = self._fresh or risk != self._found.get(at)
                self._found[at] = risk

    def hazards(self) -> tuple[float, ...]:
        """Return the chance of loss, 0 to 1, that each destination adds, as far as known; empty if none adds any.

        Damage counts as a small chance, and an unsearched destination near something as `UNKNOWN`. A burning ship may
        be lost wherever it goes, so the least chance of all destinations is not counted. If loss is certain everywhere,
        all show it.
        """
        if self._fresh:
            places = range(len(self._destinations))
            lost, hurt = self._added_chances(places, "bad"), self._added_chances(places, "harm")
            more = tuple(
                UNKNOWN if self._found.get(n) is UNSEARCHED else loss or min(harm, HARMED)
                for n, loss, harm in zip(places, lost, hurt)
            )
            self._told = more if any(more) else ()
            self._fresh = False
        return self._told

    def _added_chances(self, places: range, tone: str) -> list[float]:
        """Return the chance that each destination adds to the least chance of all, for a risk of a tone. A certain loss
        is counted in full."""
        risks = (self._found.get(n) for n in places)
        chances = [risk.chance if risk and risk.tone == tone else 0.0 for risk in risks]
        least = min(chances, default=0.0)
        if tone == "bad" and least > 1 - TINY:
            return chances
        return [chance - least if chance - least > TINY else 0.0 for chance in chances]

    def risk(self, destination: Destination | None) -> Risk | None:
        """Return the worst risk of a destination, as far as known."""
        found = (risk for n, risk in self._found.items() if self._destinations[n] is destination)
        return next((risk for risk in found if risk is not UNSEARCHED), None)
