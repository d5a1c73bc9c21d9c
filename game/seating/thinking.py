"""The order of a computer player, computed while the window goes on: a few steps per frame, until it is done or out of
time; no part of the rules."""

from __future__ import annotations

import time
from collections.abc import Callable

from game.core.orders import Id, Illegal, Order
from game.players.match import Match
from game.players.player import Thinking

SLICE = 0.006  # seconds per frame in which steps are begun; one takes up to 0.005
PATIENCE = 0.5  # seconds after which the thinking is shown
MORE = 10  # more seconds given by a press
clock: Callable[[], float] = time.perf_counter  # it ends a slice and has no other effect


class ComputerThinking:
    """The progress of the computer player that is asked. `faulty` gets its exceptions, `limit` returns the seconds it
    may take. A side's consecutive orders in one phase are one thinking: they share the time limit. `stages` are those
    reached, the last one done to a `share`; one that begins again is followed by none."""

    def __init__(self, match: Match, faulty: Callable[[Exception], None], limit: Callable[[], float]) -> None:
        self.match, self._faulty, self._limit = match, faulty, limit
        self.side: Id = ""
        self.spent, self.allowed = 0.0, 0.0
        self.stages: list[str] = []
        self.share = 0.0
        self.best: Order | None = None
        self._steps: Thinking | None = None
        self._version = -1  # the battle's version for which the steps are taken
        self._moment: tuple[int, int, Id] | None = None
        self._given = 0  # length of the journal after the last of them

    @property
    def shown(self) -> bool:
        """Return whether the thinking has taken so long that it is shown."""
        return self.spent > PATIENCE

    @property
    def stage(self) -> str:
        """The present stage."""
        return self.stages[-1] if self.stages else ""

    def work(self, seconds: float) -> Order | None:
        """Think for a frame, so many seconds after the last one; return the order once there is one. At its time limit
        it plays the best order found; if none is found yet, it goes on."""
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
                self.stages = list(dict.fromkeys((*self.stages, thought.stage)))
                del self.stages[self.stages.index(thought.stage) + 1 :]
            if clock() >= until:
                return None
        return self._sound(self.best)

    def _sound(self, order: Order) -> Order:
        """Return the order, or a random one if that is refused."""
        self.drop()
        battle = self.match.battle
        if (reason := battle.why_not(order)) is None and battle.state.owner(order.by) == self.side:
            return order
        why = reason.why if reason else f"it is no order of {self.side}"
        self._faulty(Illegal(f"{order.by}: {order}: {why}", reason.rule if reason else ""))
        return self.match.by_chance()

    def _begin(self) -> None:
        """Ask the player, continuing from its order before, or anew."""
        self.drop()
        battle = self.match.battle
        prompt = self.match.next_prompt()
        assert prompt is not None
        state, since = battle.state, battle.records[self._given :]
        moment = state.turn, state.phase, prompt.side
        if moment != self._moment or any(state.owner(one.order.by) != prompt.side for one in since):
            self.spent, self.allowed, self.stages = 0.0, self._limit(), []
        self._moment, self.side = moment, prompt.side
        self._steps, self._version = self.match.thinking(), battle.version
        self.best, self.share = None, 0.0

    def note_played(self) -> None:
        """Note that its order has been played."""
        self._given = len(self.match.battle.records)

    def enough(self) -> None:
        """Play the best order found so far."""
        self.allowed = self.spent

    def go_on(self) -> None:
        """Let it think longer."""
        self.allowed = max(self.spent, self.allowed) + MORE

    def drop(self) -> None:
        """Stop thinking without an order."""
        if self._steps is not None:
            self._steps.close()
        self._steps, self.best = None, None
