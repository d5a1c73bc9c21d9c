"""Contexts for tests of single parts: a battle or a sandbox with no screen round it, and a record of what was asked of others."""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any

from game.battle.loader import set_up_text
from game.battle.script import idle_order
from game.core.orders import Id
from game.ui.sandbox.model.context import SandboxContext
from game.ui.session.battle_context import BattleContext
from tests.support.ui.battle_driver import TURN
from tests.support.ui.sandbox_driver import START, fresh


class Asked:
    """What a part asked of other parts, by the name of the callback, in order."""

    def __init__(self) -> None:
        self.calls: list[tuple[Any, ...]] = []

    def noting(self, name: str, answer: Any = None) -> Callable[..., Any]:
        """A callback that notes its name and what it is given, and returns `answer`."""

        def called(*given: Any, **named: Any) -> Any:
            self.calls.append((name, *given, *named.values()))
            return answer

        return called

    @property
    def names(self) -> list[str]:
        return [call[0] for call in self.calls]


def unbound(context: Any) -> list[str]:
    """The callbacks of a context that still do what they do without a screen."""
    held = vars(context).items()
    return [name for name, value in held if value is tuple or (isinstance(value, FunctionType) and "context" in value.__module__)]


def battle_context(input_mode: str = "plot", text: str = TURN, seat: Id = "azure") -> BattleContext:
    """A battle in which a side is asked for orders of a kind; whoever is asked before does nothing."""
    opened = set_up_text(text, "test")
    for _ in range(200):
        context = BattleContext(opened.battle)
        context.flow.sit(seat)
        context.model.look(context.flow.view())
        if context.model.waiting and context.model.input_mode == input_mode:
            context.model.choose(context.model.waiting[0])
            return context
        order = idle_order(opened)
        assert order is not None
        opened.battle.play(order)
    raise AssertionError(f"nobody of {seat} is ever asked to {input_mode}")


def sandbox_context(chosen: Id = "lancet", text: str = START) -> SandboxContext:
    """A sandbox with a ship in hand; nothing carries commands out until a test sets `commands`."""
    context = SandboxContext(fresh(text))
    context.choose(chosen)
    return context
