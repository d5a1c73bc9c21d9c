"""Contexts for tests of single parts: a battle or sandbox without a screen, and a record of requests to other parts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pygame import Rect

from game.battle.battle import Battle
from game.battle.idling import nothing_more
from game.battle.loader import load_start_text
from game.core.orders import Id
from game.ui.board.model.scene import Scene
from game.ui.sandbox.model.context import SandboxContext
from game.ui.session.battle_context import BattleContext
from game.ui.session.board_context import BattleLayout, BoardContext, arranged
from tests.support.narrowing import narrow
from tests.support.ui.battle_driver import TURN
from tests.support.ui.sandbox_driver import START, fresh


class Asked:
    """The requests of a part to other parts in order, by name of callback."""

    def __init__(self) -> None:
        self.calls: list[tuple[Any, ...]] = []

    def noting(self, name: str, answer: Any = None) -> Callable[..., Any]:
        """Return a callback that records its name and arguments, and returns `answer`."""

        def called(*given: Any, **named: Any) -> Any:
            self.calls.append((name, *given, *named.values()))
            return answer

        return called

    @property
    def names(self) -> list[str]:
        return [call[0] for call in self.calls]


class NoScreen:
    """A stand-in for the screen around a part. It does nothing unless a test sets a method."""

    def __init__(self, scene: Callable[[], Scene], layout: Callable[[], BattleLayout]) -> None:
        self.make_scene, self.make_layout = scene, layout
        self.do = self.choose = self.click = self.keep = self.look_at = self.measure = self.lay_part = nothing
        self.lay_now = self.keep_in_view = self.sit = self.draw_plain = nothing
        self.take = self.let_go = self.to_top = self.focus_on = self.save_path = self.save_now = nothing
        self.pointer_place = self.pane_at = nothing
        self.covers: Callable[[], Sequence[Rect]] = list
        self.reserved: Callable[[], Sequence[Rect]] = list
        self.give = self.give_alike = self.drop = refused

    @property
    def scene(self) -> Scene:
        """The scene on the board."""
        return self.make_scene()

    @property
    def layout(self) -> BattleLayout:
        """The layout of the screen."""
        return self.make_layout()


def screen_of(context: BoardContext) -> NoScreen:
    """Return the stand-in screen of a context, for setting its methods."""
    return narrow(context.screen, NoScreen)


def asks_of(commands: type) -> list[str]:
    """Return the names of the requests that parts make to a screen."""
    return [name for one in commands.__mro__ for name in vars(one) if not name.startswith("_")]


def nothing(*_given: Any, **_named: Any) -> Any:
    """Ignore all arguments."""


def refused(*_given: Any) -> bool:
    """Refuse a request."""
    return False


def battle_by_itself(battle: Battle) -> BattleContext:
    """Return the context of a battle without a screen."""
    screen = NoScreen(
        lambda: Scene.of(context.shown.view, tools=context.tools), lambda: arranged(context.size, context.foot_open)
    )
    context = BattleContext(battle, screen)
    return context


def battle_context(input_mode: str = "plot", text: str = TURN, seat: Id = "azure") -> BattleContext:
    """Return the context of a battle in which a side is asked for orders of this mode; others idle before that."""
    opened = load_start_text(text, "test")
    for _ in range(200):
        context = battle_by_itself(opened.battle)
        context.flow.sit(seat)
        context.model.look(context.flow.view())
        if context.model.waiting and context.model.input_mode == input_mode:
            context.model.choose(context.model.waiting[0])
            return context
        order = nothing_more(opened.battle)
        assert order is not None
        opened.battle.play(order)
    raise AssertionError(f"nobody of {seat} is ever asked to {input_mode}")


def sandbox_context(chosen: Id = "lancet", text: str = START) -> SandboxContext:
    """Return the context of a sandbox with a selected ship. Commands do nothing until a test sets `commands`."""
    screen = NoScreen(
        lambda: Scene.of(context.sandbox.start, chosen=context.chosen),
        lambda: arranged(context.size, context.foot_open),
    )
    context = SandboxContext(fresh(text), screen)
    context.choose(chosen)
    return context
