"""Computer players for tests: one that thinks in a given number of steps, and one that fails."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from game.battle.view import View
from game.core.names import STYLES, STYLES_OF
from game.core.orders import Order, Prompt
from game.players import PLAYERS
from game.players.player import ComputerPlayer, Reasons, Thinking, Thought
from game.players.random_player import random_order

STAGES = ("your ends", "its ends", "both together", "fire")


class Slow:
    """Thinks in steps of four stages, then gives the order it had at first. `begun`, `ended` and `seen` count requests,
    orders given, and calls of `watch`."""

    def __init__(self, steps: int = 8, at: int = 1) -> None:
        self.steps, self.at = steps, at  # `at`: the step at which it has an order
        self.begun = self.taken = self.ended = self.stopped = self.seen = 0

    def order(self, view: View, prompt: Prompt, rng: Random) -> Thinking:
        self.begun += 1
        order, ended = random_order(view, prompt, rng), False
        try:
            for step in range(1, self.steps + 1):
                self.taken += 1
                self.step(step)
                stage = STAGES[step * len(STAGES) // (self.steps + 1)]
                yield Thought(order if step >= self.at else None, stage, step / self.steps)
            ended = True
        finally:
            self.ended += ended
            self.stopped += not ended
        return order

    def step(self, number: int) -> None:
        """One step."""

    def watch(self, view: View) -> None:
        """Count the call."""
        self.seen += 1

    def why(self, order: Order) -> Reasons | None:
        return None


class Failing(Slow):
    """Raises an exception in its third step."""

    def step(self, number: int) -> None:
        """Fail."""
        if number == 3:
            raise ZeroDivisionError("a mistake in a test")


def aboard(patch: pytest.MonkeyPatch, name: str, make: Callable[[str], ComputerPlayer]) -> None:
    """Register a player under a name for the duration of a test."""
    patch.setitem(STYLES_OF, name, STYLES)
    patch.setitem(PLAYERS, name, make)
