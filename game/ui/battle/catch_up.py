"""What follows the order in hand while its ghost is pulled along: one piece of it a frame; no part of the rules."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from game.ui.battle.panels.panels import PARTS
from game.ui.input_modes.modes import mode_of
from game.ui.session.battle_context import BattleContext
from game.ui.session.board_context import nothing
from game.ui.session.exchanges import weighed_in

SLICE = 0.003  # seconds of a frame in which exchanges of fire are weighed, while there are more of them to weigh
BOARD = 2  # frames in which the board is drawn: what lies under the pieces, and the words over it


class CatchUp:
    """The queue of what speaks of a place where the ghost was a moment ago.

    The board comes first: it is drawn in the frame of the change and the next. Then what the ghost and its enemies could do to
    each other is weighed in a frame or more, its odds are reckoned in the next, then what all ends of its aim come to, and at
    last each part of the panels is laid out. Each of these takes some milliseconds: two in one frame would make it late.
    """

    def __init__(self, context: BattleContext) -> None:
        self.context = context
        self._due: list[Callable[[], object]] = []  # in this order; one that returns False wants another frame

    @property
    def behind(self) -> bool:
        """Is there something that does not speak of the order in hand yet?"""
        return bool(self._due)

    def begin(self) -> None:
        """The order in hand is another: everything is due."""
        panels = (partial(self.context.lay_part, part) for part in PARTS)
        self._due = [*[nothing] * BOARD, self._weigh, self.context.measure, self._foresee, *panels]

    def frame(self) -> None:
        """A frame has gone by: do the next piece."""
        if self._due and self._due[0]() is not False:
            self._due.pop(0)

    def finish(self) -> None:
        """Everything speaks of the order in hand, now: panels are laid out before anything is drawn or clicked."""
        if self._due:
            self.forget()
            self.context.weigh()

    def forget(self) -> None:
        """Nothing is due any more."""
        self._due = []

    def _weigh(self) -> bool:
        model = self.context.model
        return weighed_in(SLICE, model.pairs(), model.exchange)

    def _foresee(self) -> None:
        model = self.context.model
        if mode_of(model).plots:
            model.prospects(model.aim)
