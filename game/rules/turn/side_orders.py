"""Orders of a whole side: to lock its orders, or to withdraw (full-thrust-base/1.4)."""

from __future__ import annotations

from typing import ClassVar

from game.core.display import Risk
from game.core.events import Event
from game.core.orders import Id, Illegal, Order, Prompt, Unreadable
from game.core.state import AnyState
from game.core.umpire import Umpire
from game.core.values import frozen
from game.rules.movement.thrust_limits import steers
from game.rules.outcome import victory
from game.rules.ships.ship import BOOK
from game.rules.ships.thrust_state import ThrustState
from game.rules.turn_order import writing


@frozen
class Lock(Order):
    """A side locks its secret orders, or reopens them while another side is still writing."""

    input_mode: ClassVar[str] = "word"
    shared: ClassVar[bool] = True
    open: bool = False

    def __str__(self) -> str:
        return "unlock" if self.open else "lock"

    @classmethod
    def parse(cls, by: Id, text: str) -> Lock:
        if text.strip().lower() not in ("lock", "unlock"):
            raise Unreadable(f"“{text}” is neither lock nor unlock", "table/curtain")
        return cls(by, text.strip().lower() == "unlock")

    def check(self, state: ThrustState) -> None:
        """Refuse it for a single ship, and to lock or open twice. Ships without an order will coast."""
        if self.by not in state.sides:
            raise Illegal("a side locks its orders, not a ship", f"{BOOK}/1.4")
        if self.open != (self.by in state.ready):
            raise Illegal("its orders are " + ("not locked" if self.open else "locked already"), f"{BOOK}/1.4")

    def carry_out(self, state: ThrustState, umpire: Umpire) -> None:
        (state.ready.discard if self.open else state.ready.add)(self.by)


@frozen
class Withdraw(Order):
    """A side gives up the battle: all its ships leave (full-thrust-base/9.2)."""

    input_mode: ClassVar[str] = "word"
    shared: ClassVar[bool] = True
    gives_up: ClassVar[bool] = True
    title: ClassVar[str] = "Withdraw from the battle"
    rule: ClassVar[str] = f"{BOOK}/9.2"
    counts: ClassVar[str] = "score as ships that left"

    def __str__(self) -> str:
        return "withdraw"

    def risks(self, state: AnyState) -> tuple[Risk, ...]:
        return (Risk("", f"all ships leave, and {self.counts}", 1.0, rule=self.rule, leaves="battle"),)

    @classmethod
    def parse(cls, by: Id, text: str) -> Withdraw:
        if text.strip().lower() != "withdraw":
            raise Unreadable(f"“{text}” is not withdraw", cls.rule)
        return cls(by)

    def check(self, state: AnyState) -> None:
        """Refuse it for a single ship, and outside the writing of orders."""
        if self.by not in state.sides:
            raise Illegal("a side withdraws, not a ship", self.rule)
        if self.by in state.ready:
            raise Illegal("its orders are locked already", f"{BOOK}/1.4")

    def carry_out(self, state: AnyState, umpire: Umpire) -> None:
        """Remove every ship immediately. The score decides the cost."""
        umpire.tell(Event("note", self.rule, f"{{{self.by}}} withdraws from the battle", who=self.by, tone="bad"))
        self.take_away(state, umpire)

    def take_away(self, state: AnyState, umpire: Umpire) -> None:
        """Take the ships out of the battle, each as the game says."""
        victory.withdraw(state, umpire, self.by, self.rule)


def sides_writing(state: ThrustState) -> tuple[Prompt, ...]:
    """Return the sides that still write orders, for every ship, even one without thrust or bridge. Such a ship lacks no
    order: it drifts whatever is written (full-thrust-base/2.1, 5.4)."""
    fleets: dict[Id, list[Id]] = {side: [] for side in state.sides}
    for ship in state.ships.values():  # one pass over the ships, because this runs after every sealed order
        if ship.in_play:
            fleets[ship.side].append(ship.id)
    return writing(state, fleets, lambda key: steers(state.ships[key]))


def lock(state: ThrustState, prompt: Prompt) -> Order:
    """Return the order that locks a side's orders."""
    return Lock(prompt.side)
