"""The state shared by the closed and the open curtain, instead of the screen: one side's view, and the events that it
missed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from game.battle.battle import View
from game.core.orders import Id
from game.seating.summary import SummaryItem
from game.ui.toolkit.column import ScrolledPane


@dataclass
class HandoverContext:
    """The coming side and its view, without anything that another side has written.

    `before` is the previous side, if it may be called back; `returning` is true if it was. `items` are the events since
    the side last looked. `shown` is the number of the item looked at, from 1, and `part` that of its part, or 0 for all
    of it. `unfolded` are the ships whose parts are shown.
    """

    view: View
    side: Id
    before: Id = ""
    items: Sequence[SummaryItem] = ()
    returning: bool = False
    shown: int = 0
    part: int = 0
    unfolded: set[Id] = field(default_factory=set)
    pane: ScrolledPane = field(default_factory=lambda: ScrolledPane("since"))

    @property
    def looked_at(self) -> SummaryItem | None:
        """The item, or part of an item, that is looked at."""
        if not 1 <= self.shown <= len(self.items):
            return None
        item = self.items[self.shown - 1]
        return item.parts[self.part - 1] if 1 <= self.part <= len(item.parts) else item

    @property
    def sitting(self) -> Id:
        """The side named on the curtain."""
        return self.before if self.returning else self.side
