"""Orders that give the systems and groups of a ship to pools of point defence (point-defence-and-fighters/1, 9)."""

from __future__ import annotations

from typing import ClassVar, Self

from game.core.values import frozen
from game.rules.point_defence.attack_order import AttackOrder
from game.rules.point_defence.level import Part


@frozen
class PartsOrder(AttackOrder):
    """Each part is a system or group and the ship that it goes to. `kept` is the word for one that goes nowhere."""

    input_mode: ClassVar[str] = "choose"
    weighs: ClassVar[str] = "hull points"
    kept: ClassVar[str] = "none"
    parts: tuple[Part, ...] = ()

    def value(self, name: str) -> object:
        """The ship that a part goes to; empty for none."""
        return next((into for key, into in self.parts if key == name), "")

    def with_value(self, name: str, value: object) -> Self:
        """The order with a part given to another ship, or to none."""
        others = tuple(part for part in self.parts if part[0] != name)
        return type(self)(self.by, (*others, (name, str(value))) if value else others)

    def label_for(self, name: str, value: object) -> str:
        """The id of the ship, or the word for none."""
        return str(value or self.kept)
