"""Play the rest of a turn on a copy of a state, by the game's own phases.

The given orders are carried out, all other pieces idle, and nobody fires.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import copy

from game.core.orders import Id, Order, Prompt, ShotList
from game.core.state import AnyState
from game.core.system import Phase, RuleSystem, end_row, last_row, next_row, why_not
from game.core.umpire import Dice, Umpire


def fires(row: Phase) -> bool:
    """Return whether ships fire in this row of the table of phases."""
    return any(issubclass(kind, ShotList) for kind in row.accepts)


class RestOfTurn:
    """A walk through the phases to the end of the turn. A step is one answer of the pieces that are asked, or the end
    of a row."""

    __slots__ = ("_firing", "_left", "state", "steps", "system", "umpire")

    def __init__(self, system: RuleSystem, state: AnyState, orders: Mapping[Id, Order], dice: Dice) -> None:
        self.system, self.state = system, state.copy()
        self._left = {key: order.foretold(state) for key, order in orders.items()}
        self.state.sealed = {key: order.foretold(state) for key, order in state.sealed.items()}
        self.umpire = Umpire(dice, state.turn, system.phase(state).number, apart=True)
        self.steps = 0
        self._firing: AnyState | None = None

    def fork(self, dice: Dice) -> RestOfTurn:
        """Return another walk from the same point, with other dice."""
        other = copy(self)
        other.state, other._left, other.umpire = self.state.copy(), dict(self._left), self.umpire.going_on(dice)
        return other

    @property
    def firing(self) -> AnyState:
        """The state when ships may fire; the present state before that point, or if the turn ended without
        reaching it."""
        return self._firing or self.state

    def go_on(self, steps: int | None = None) -> None:
        """Go on to the end of the turn, or until `steps` have been taken in all."""
        for _ in self.walk(steps):
            pass

    def walk(self, steps: int | None = None) -> Iterator[None]:
        """Go on as `go_on` does, and yield after each step."""
        system, state = self.system, self.state
        while not state.outcome and steps != self.steps:
            row = system.phase(state)
            if self._firing is None and fires(row):
                self._firing = state.copy()
            if asked := () if fires(row) else row.who(state):  # nobody fires
                if not self._answer(row, asked):
                    break
            else:
                end_row(system, state, self.umpire)
                if state.outcome or last_row(system, state):
                    break
                next_row(system, state, self.umpire)
            self.steps += 1
            yield

    def _answer(self, row: Phase, asked: Sequence[Prompt]) -> bool:
        """Carry out the given orders of the asked pieces, or else their idle orders. Return False if there are
        neither."""
        if self._carried_out(row, tuple(asked)):
            return True
        if row.idle is None:
            return False
        for prompt in asked if row.secret else asked[:1]:
            row.idle(self.state, prompt).carry_out(self.state, self.umpire)
        return True

    def _carried_out(self, row: Phase, asked: tuple[Prompt, ...]) -> bool:
        """Carry out given orders that are legal: all of them in a secret phase, else the first. Return whether
        any was."""
        done = False
        for key in [
            key for prompt in asked for key in (prompt.ids if row.secret else prompt.waiting) if key in self._left
        ]:
            order = self._left[key]
            if not isinstance(order, row.accepts):
                continue
            del self._left[key]
            if why_not(self.system, self.state, order, asked) is None:
                order.carry_out(self.state, self.umpire)
                done = True
                if not row.secret:
                    break
        return done
