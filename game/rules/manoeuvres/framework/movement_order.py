"""A movement order as manoeuvres see it: the order of turns and the order by vectors both are one (manoeuvres/1)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import field
from typing import ClassVar, Self

from game.board.boards import board_of
from game.core.display import Risk
from game.core.orders import Id, Order, in_braces
from game.core.values import House, frozen
from game.rules.manoeuvres.framework.base import ManoeuvreOrder
from game.rules.outcome import ramming
from game.rules.ships import drive
from game.rules.ships.drive import Power
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import ThrustState


@frozen
class MovementOrder(Order):
    """A ship's use of its drive for a turn. `uses` are its manoeuvres, `ram` is the ship it rams, if any.

    Abstract for the type checker alone: a class made by ABCMeta takes three times as long to be asked for by
    `isinstance`.
    """

    input_mode: ClassVar[str] = "plot"
    uses: tuple[ManoeuvreOrder, ...] = field(default=(), kw_only=True)
    ram: Id = field(default="", kw_only=True)

    @property
    def legs(self) -> tuple[int, ...]:
        """Turns in clock points, port negative; an order by vectors has none."""
        return ()

    @property
    def dv(self) -> int:
        """Change of velocity in MU; an order by vectors has none."""
        return 0

    @property
    @abstractmethod
    def codes(self) -> list[str]:
        """What is in the order, as the table of what goes with what names it (manoeuvres/compatibility)."""

    @property
    @abstractmethod
    def moves(self) -> bool:
        """Does it order anything but to go straight on, or to drift on?"""

    def log_words(self, state: ThrustState, cut_from: MovementOrder | None = None, failed: bool = False) -> str:
        """It in a line of the log as it is flown; `cut_from` is the order as sealed, of which this is what could be
        flown, or what a check has left if one `failed`."""
        said = in_braces(self, state) if self.moves else "straight on"
        if cut_from is None:
            return said
        sealed = in_braces(cut_from, state)
        return f"of “{sealed}” is left: {said}" if failed else f"“{sealed}” cannot be flown: {said}"

    def uses_in_words(self, state: ThrustState, names: Mapping[Id, str]) -> list[str]:
        """Return its manoeuvres in words, groups of fighters by their names in place of the keys of their hangars."""
        return [use.in_words({**names, **state.ships[self.by].groups}) for use in self.uses]

    def ram_in_words(self, names: Mapping[Id, str]) -> list[str]:
        """Whom it rams, if anybody."""
        return [f"ram {names.get(self.ram, self.ram)}"] if self.ram else []

    def using(self, code: str) -> ManoeuvreOrder | None:
        """Return the use of one manoeuvre in it, if any."""
        return next((use for use in self.uses if use.code == code), None)

    @abstractmethod
    def asked(self, house: House) -> Power:
        """Return thrust points it takes in all, and out of the turn allowance, manoeuvres included."""

    @abstractmethod
    def rated(self, ship: Ship, house: House) -> Power:
        """Return what the drive gives an order of this kind by its rating, before any manoeuvre."""

    def power(self, ship: Ship, house: House, uses: Iterable[ManoeuvreOrder] | None = None) -> Power:
        """Return what the drive gives for it, after what its manoeuvres, or only some of them, make of that."""
        given = self.rated(ship, house)
        for use in self.uses if uses is None else uses:
            given = use.manoeuvre.power(ship, use, given, house)
        return given

    @abstractmethod
    def going(self, state: ThrustState) -> Self:
        """Return what its ship does on it: what cannot be done is done straight on, or cut to fit
        (full-thrust-base/1.3)."""

    def value_words(self, state: ThrustState, name: str, value: object) -> str:
        """Return a value of a field, with names of pieces and of groups of fighters."""
        if isinstance(value, ManoeuvreOrder):
            return value.in_words({**state.names, **state.ships[self.by].groups})
        return Order.value_words(self, state, name, value)

    def idle_words(self, state: ThrustState) -> str:
        """Return what its ship does that is given no other order."""
        return drive.idle_words(state.ships[self.by], self.pose(state), board_of(state.table))

    def risks(self, state: ThrustState) -> tuple[Risk, ...]:
        """Return what its manoeuvres may lead to (manoeuvres/checks), and a ram, if the other goes straight on."""
        ship = state.ships[self.by]
        found = tuple(risk for use in self.uses for risk in use.manoeuvre.risks(ship, use, self, state.house))
        if self.ram not in state.ships:
            return found
        there = state.posed({self.by: self.pose(state), self.ram: type(self)(self.ram).pose(state)})
        return (*found, *ramming.risks(there, self.by, self.ram))

    @abstractmethod
    def trimmed(self, ship: Ship, house: House) -> Self:
        """As much of it, from its left, as the thrust pays for that is there now (manoeuvres/checks)."""

    @abstractmethod
    def halved(self, house: House) -> Self:
        """Return half of each item of it, rounded down (manoeuvres/extreme-manoeuvres/options)."""
