"""A movement order as manoeuvres see it, whether turns or vectors (manoeuvres/1)."""

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
    """A ship's use of its drive for a turn. `uses` are its manoeuvres, and `ram` is the ship it rams, if any. Abstract
    for type checkers only: `isinstance` takes three times as long on a class made by ABCMeta."""

    input_mode: ClassVar[str] = "plot"
    uses: tuple[ManoeuvreOrder, ...] = field(default=(), kw_only=True)
    ram: Id = field(default="", kw_only=True)

    @property
    def shown_part(self) -> Order | None:
        """Its manoeuvres, and all of it if it may lead to new orders at once (manoeuvres/emergency-thrust)."""
        if any(use.code == "ET" for use in self.uses):
            return self
        return type(self)(self.by, uses=self.uses) if self.uses else None

    @property
    def legs(self) -> tuple[int, ...]:
        """Turns in clock points, port negative; empty for vectors."""
        return ()

    @property
    def dv(self) -> int:
        """Change of velocity in MU; 0 for vectors."""
        return 0

    @property
    @abstractmethod
    def codes(self) -> list[str]: ...

    @property
    @abstractmethod
    def moves(self) -> bool:
        """Return whether it orders anything but to go straight on, or to drift."""

    def log_words(self, state: ThrustState, cut_from: MovementOrder | None = None, failed: bool = False) -> str:
        """Return it in words for a line of the log. `cut_from` is the sealed order of which this is the part that could
        be flown, or the rest after a check that `failed`."""
        said = in_braces(self, state) if self.moves else "straight on"
        if cut_from is None:
            return said
        sealed = in_braces(cut_from, state)
        return f"of “{sealed}” is left: {said}" if failed else f"“{sealed}” cannot be flown: {said}"

    def uses_in_words(self, state: ThrustState, names: Mapping[Id, str]) -> list[str]:
        """Return its manoeuvres in words, with names instead of keys for hangars' groups."""
        return [use.in_words({**names, **state.ships[self.by].groups}) for use in self.uses]

    def ram_in_words(self, names: Mapping[Id, str]) -> list[str]:
        """Return the ram in words; empty without one."""
        return [f"ram {names.get(self.ram, self.ram)}"] if self.ram else []

    def using(self, code: str) -> ManoeuvreOrder | None:
        """Return the use of one manoeuvre in it, or None."""
        return next((use for use in self.uses if use.code == code), None)

    @abstractmethod
    def power_needed(self, house: House) -> Power:
        """Return its thrust points, in all and out of the turn allowance, with manoeuvres."""

    @abstractmethod
    def rated_power(self, ship: Ship, house: House) -> Power:
        """Return the drive's limits for this kind of order by its rating, before any manoeuvre."""

    def power(self, ship: Ship, house: House, uses: Iterable[ManoeuvreOrder] | None = None) -> Power:
        """Return the drive's limits after the effect of its manoeuvres, or only of some of them."""
        given = self.rated_power(ship, house)
        for use in self.uses if uses is None else uses:
            given = use.manoeuvre.power(ship, use, given, house)
        return given

    @abstractmethod
    def going(self, state: ThrustState) -> Self:
        """Return the order as its ship flies it: illegal parts are flown straight on, or cut to fit
        (full-thrust-base/1.3)."""

    def value_words(self, state: ThrustState, name: str, value: object) -> str:
        if isinstance(value, ManoeuvreOrder):
            return value.in_words({**state.names, **state.ships[self.by].groups})
        return Order.value_words(self, state, name, value)

    def idle_words(self, state: ThrustState) -> str:
        return drive.idle_words(state.ships[self.by], self.pose(state), board_of(state.table))

    def risks(self, state: ThrustState) -> tuple[Risk, ...]:
        """Return the risks of its manoeuvres (manoeuvres/checks), and of a ram if the other ship goes straight on."""
        ship = state.ships[self.by]
        found = tuple(risk for use in self.uses for risk in use.manoeuvre.risks(ship, use, self, state.house))
        if self.ram not in state.ships:
            return found
        there = state.posed({self.by: self.pose(state), self.ram: type(self)(self.ram).pose(state)})
        return (*found, *ramming.risks(there, self.by, self.ram))

    @abstractmethod
    def trimmed(self, ship: Ship, house: House) -> Self:
        """Return as much of it, from its left, as the present thrust can pay for (manoeuvres/checks)."""

    @abstractmethod
    def halved(self, house: House) -> Self:
        """Return the order with each item halved, rounded down (manoeuvres/extreme-manoeuvres/options)."""
