"""The worked example of turn delay: the table of the ship in the figure, for any speed and thrust spent."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from game.battle.view import View
from game.core.orders import Id
from game.core.values import Entry
from game.systems.power_hex.movement.turn_table import delay
from game.systems.power_hex.section_sheet import turn_table, zig_words
from game.systems.power_hex.ships.ship import PowerShip
from game.ui.games.power_hex.step_table import StepTableView
from game.ui.render.theme import theme
from game.ui.toolkit.column import Column
from game.ui.toolkit.value_fields import Stepper

FASTEST = 12
RULE = "power/4.2"


class DelayExample:
    """The table of a ship with steppers. `changed` is called when another value is chosen."""

    def __init__(self, view: View, key: Id, changed: Callable[[], object]) -> None:
        self.ship, self.house, self.changed = cast(PowerShip, view.state.ships[key]), view.state.house, changed
        self.speed, self.spent = max(1, self.ship.velocity), self.ship.design.accn  # one hex faster than before

    def suit(self, house: Entry) -> None:
        """Take over the house rules that the page shows."""
        self.house = {**self.house, **house}

    @property
    def words(self) -> str:
        """The delay in a sentence."""
        never_shrinks = bool(self.house["zig_monotone"])
        hexes = delay(self.ship.design, self.speed, self.spent, never_shrinks)
        at_rest = delay(self.ship.design, self.speed, 0, never_shrinks)
        found = f"Delay {hexes} hex{'es' if hexes != 1 else ''}"
        return found if not self.spent else f"{found}. With all its thrust free: {at_rest}."

    def fill(self, column: Column) -> None:
        """Add steppers, table and delay."""
        column.heading("Try other values", self.ship.name, rule=RULE)
        fields = (
            ("speed", self.speed, 1, FASTEST, "the higher of the speeds before and after the move"),
            ("thrust not free", self.spent, 0, self.ship.design.thrust, "spent on speed or slides, or lost"),
        )
        for label, value, low, high, hint in fields:
            column.add(
                Stepper(
                    column.row(34, 8),
                    value,
                    low=low,
                    high=high,
                    label=label,
                    label_width=128,
                    name=f"example {label}",
                    hint=hint,
                    rule=RULE,
                    on_change=lambda found, label=label: self._take(label, round(found)),  # type: ignore[misc]
                )
            )
        table = turn_table(self.ship.design, self.speed, self.spent, f"speed {self.speed}, {zig_words(self.spent)}")
        column.add(StepTableView(column.row(76, 8), table))
        column.paragraph(self.words, theme.palette.text, 16, RULE)

    def _take(self, label: str, value: int) -> None:
        if label == "speed":
            self.speed = value
        else:
            self.spent = value
        self.changed()
