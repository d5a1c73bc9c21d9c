"""An order about one enemy ship, or none: boarding or a scan. A side may decline for all its ships together."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import ClassVar, Self

from game.core.orders import Field, Id, Illegal, Order, Prompt, Unreadable
from game.core.umpire import Umpire
from game.core.values import frozen
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import ThrustState
from game.rules.turn_order import mark_acted, sides_in_order

Asked = Callable[[ThrustState, Ship], object]  # true, or the enemies that the ship may name, if the ship is asked


@frozen
class OneTarget(Order):
    """Act on one enemy ship, or on none. A subclass defines the action, who may be its target, and the reasons against
    it."""

    input_mode: ClassVar[str] = "choose"
    shared: ClassVar[bool] = True
    word: ClassVar[str] = ""  # the word before the target in the notation
    nobody: ClassVar[str] = ""  # the order without a target
    rule: ClassVar[str] = ""
    target: Id = ""

    def __str__(self) -> str:
        return f"{self.word} {self.target}" if self.target else self.nobody

    @classmethod
    def parse(cls, by: Id, text: str) -> Self:
        """Parse the order without a target, or the word and a ship: `board vesper`."""
        words = text.split()
        if [word.lower() for word in words] == cls.nobody.split():
            return cls(by)
        if len(words) != 2 or words[0].lower() != cls.word:
            raise Unreadable(f"“{text}” is neither “{cls.nobody}” nor like “{cls.word} vesper”", cls.rule)
        return cls(by, words[1])

    @property
    def object_of_verb(self) -> Id:
        return self.target or self.by

    def domain(self, state: ThrustState) -> dict[str, Iterable[object]]:
        """Return nobody, and any enemy in play. Illegal ones are refused with the reason."""
        ship = state.ships.get(self.by)
        return {"target": ("", *(other.id for other in state.enemies(ship.side))) if ship else ("",)}

    def fields(self, state: ThrustState) -> tuple[Field, ...]:
        return (Field("target", self.verb, "pick", self.rule),)

    def label_for(self, name: str, value: object) -> str:
        return str(value) or "nobody"

    def check(self, state: ThrustState) -> None:
        """Refuse a target in a side's order, and one that the subclass refuses."""
        ship = state.ships.get(self.by)
        if ship is None:
            if self.target:
                raise Illegal("a ship is ordered to do this, not a side", self.rule)
            return
        if not self.target:
            return
        other = state.ships.get(self.target)
        if other is None or not other.in_play or other.side == ship.side:
            raise Illegal("only an enemy ship on the table can be named", self.rule)
        if reason := self.refusal(state, ship, other):
            raise Illegal(reason, self.rule)

    def refusal(self, state: ThrustState, ship: Ship, enemy: Ship) -> str:
        """Return why the ship cannot act on an enemy now, in a sentence; empty if it can."""
        return ""

    def carry_out(self, state: ThrustState, umpire: Umpire) -> None:
        """Act on the target. A side's order counts for all its ships."""
        if self.by in state.sides:
            state.acted.update(ship.id for ship in state.fleet(self.by))
            return
        mark_acted(state, self.by)
        if self.target:
            self.do(state, umpire, state.ships[self.by], state.ships[self.target])

    def do(self, state: ThrustState, umpire: Umpire, ship: Ship, target: Ship) -> None: ...


def first_side(state: ThrustState, asked: Asked) -> tuple[Prompt, ...]:
    """Return the first side by initiative with ships that are asked and have not answered."""
    for side in sides_in_order(state):
        ids = tuple(ship.id for ship in state.fleet(side) if ship.id not in state.acted and asked(state, ship))
        if ids:
            return (Prompt(side, ids, ids),)
    return ()
