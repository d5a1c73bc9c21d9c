"""Orders that give the systems and groups of a ship to pools of point defence (point-defence-and-fighters/1, 9)."""

from __future__ import annotations

from typing import ClassVar, Self

from game.core.values import frozen
from game.rules.point_defence.attack_order import AttackOrder
from game.rules.point_defence.level import Part


@frozen
class PartsOrder(AttackOrder):
    """Each part is a system or group and the ship that it goes to. `kept` is the word for one that goes nowhere.

    A field is named by its part, or by several that go together, such as `B1a B1b`.
    """

    input_mode: ClassVar[str] = "choose"
    weighs: ClassVar[str] = "hull points"
    kept: ClassVar[str] = "none"
    parts: tuple[Part, ...] = ()

    def value(self, name: str) -> object:
        """The ship that a part goes to; empty for none."""
        return next((into for key, into in self.parts if key in name.split()), "")

    def with_value(self, name: str, value: object) -> Self:
        """The order with the parts of a field given to another ship, or to none."""
        keys = name.split()
        others = tuple(part for part in self.parts if part[0] not in keys)
        return type(self)(self.by, (*others, *((key, str(value)) for key in keys)) if value else others)

    def label_for(self, name: str, value: object) -> str:
        """The id of the ship, or the word for none."""
        return str(value or self.kept)
