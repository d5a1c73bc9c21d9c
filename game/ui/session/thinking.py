"""The order of a computer player, worked out while the window goes on: a few steps a frame, until it is done or has had
its time; no part of the rules."""

from __future__ import annotations

import time
from collections.abc import Callable

from game.core.orders import Id, Illegal, Order
from game.players.match import Match
from game.players.player import Thinking
from game.ui.host.preferences import chosen

SLICE = 0.006  # seconds of a frame in which steps are begun; one takes up to 0.005
PATIENCE = 0.5  # seconds after which it is shown that a player thinks
MORE = 10  # seconds that a player is given more at a press
clock: Callable[[], float] = time.perf_counter  # by which a slice ends; it decides nothing else


class ComputerThinking:
    """What the computer player that is asked has come to. `faulty` is told what went wrong in it.

    The orders of a side that follow each other in one phase are one thinking: they share the seconds allowed. `stages`
    are those it has come to, the last one still going on, done to a `share`.
    """

    def __init__(self, match: Match, faulty: Callable[[Exception], None]) -> None:
        self.match, self._faulty = match, faulty
        self.side: Id = ""
        self.spent, self.allowed = 0.0, 0.0
        self.stages: list[str] = []
        self.share = 0.0
        self.best: Order | None = None
        self._steps: Thinking | None = None
        self._version = -1  # of the battle for which the steps are taken
        self._moment: tuple[int, int, Id] | None = None
        self._given = 0  # orders that the journal had after the last of them

    @property
    def shown(self) -> bool:
        """Has it taken so long that it is to be shown?"""
        return self.spent > PATIENCE

    @property
    def stage(self) -> str:
        """What it is at."""
        return self.stages[-1] if self.stages else ""

    def work(self, seconds: float) -> Order | None:
        """Think for a frame, so many seconds after the last one; return the order once there is one.

        When its time is over the best it has found is the order; if it has found none yet, it goes on.
        """
        battle = self.match.battle
        if self._steps is None or self._version != battle.version:
            self._begin()
        assert self._steps is not None
        self.spent += seconds
        until = clock() + SLICE
        while self.best is None or self.spent < self.allowed:
            try:
                thought = next(self._steps)
            except StopIteration as done:
                return self._sound(done.value)
            except Exception as fault:  # whatever it is, the battle goes on
                self._faulty(fault)
                return self._sound(self.best or self.match.by_chance())
            self.best, self.share = thought.best or self.best, thought.share
            if thought.stage and thought.stage != self.stage:
                self.stages = [*(one for one in self.stages if one != thought.stage), thought.stage]
            if clock() >= until:
                return None
        return self._sound(self.best)

    def _sound(self, order: Order) -> Order:
        """Return the order, or one by chance if that is refused."""
        self.drop()
        battle = self.match.battle
        if (reason := battle.why_not(order)) is None and battle.state.owner(order.by) == self.side:
            return order
        why = reason.why if reason else f"it is no order of {self.side}"
        self._faulty(Illegal(f"{order.by}: {order}: {why}", reason.rule if reason else ""))
        return self.match.by_chance()

    def _begin(self) -> None:
        """Ask the player, as one goes on who has given the order before, or anew."""
        self.drop()
        battle = self.match.battle
        prompt = self.match.asked()
        assert prompt is not None
        state, since = battle.state, battle.records[self._given :]
        moment = state.turn, state.phase, prompt.side
        if moment != self._moment or any(state.owner(one.order.by) != prompt.side for one in since):
            self.spent, self.allowed, self.stages = 0.0, float(chosen.settings.thinking), []
        self._moment, self.side = moment, prompt.side
        self._steps, self._version = self.match.thinking(), battle.version
        self.best, self.share = None, 0.0

    def given(self) -> None:
        """Note that its order has been played."""
        self._given = len(self.match.battle.records)

    def enough(self) -> None:
        """Have the best it has found played."""
        self.allowed = self.spent

    def go_on(self) -> None:
        """Let it think longer."""
        self.allowed = max(self.spent, self.allowed) + MORE

    def drop(self) -> None:
        """Stop thinking; nothing has been ordered."""
        if self._steps is not None:
            self._steps.close()
        self._steps, self.best = None, None
