"""What the panels of a battle ask of the turn flow; no part of the rules."""

from __future__ import annotations

from typing import Protocol

from game.core.display import Sheet
from game.core.events import Event
from game.core.orders import Id
from game.ui.input_modes.main import Main
from game.ui.session.outcomes import Result
from game.ui.session.seat_model import SeatModel


class TurnReport(Protocol):
    """What the main button says, and what is shown of the order that was just given."""

    befores: dict[Id, Sheet]  # sheets before what is being shown
    after: SeatModel | None  # what that comes to

    @property
    def main(self) -> Main:
        """The main button."""

    @property
    def phase_shown(self) -> int:
        """The printed number of the phase that is being shown, or 0 for the one the view is in."""

    @property
    def turn_shown(self) -> int:
        """The turn of what is being shown, or else the one the view is in."""

    @property
    def visible_log(self) -> tuple[Event, ...] | None:
        """The lines of the log that have been reached while something is shown; None for all there are."""

    @property
    def hits(self) -> Result | None:
        """The attack being shown, by others; None while nothing is struck."""

    @property
    def playing(self) -> bool:
        """Is anything being shown?"""

    @property
    def struck(self) -> float:
        """How much of what is shown has been struck, 0 to 1."""

    @property
    def popped(self) -> float:
        """How many crossed boxes of the result have popped, 0 to 1."""
