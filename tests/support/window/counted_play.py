"""Both sides of a battle played with as few inputs as its screens allow, and counted: key presses, clicks and pulls.

The screens are the program's own, curtains and all. `echo` is told of every input, so that a real window can be led the
same way.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pygame
from pygame import Surface
from pygame.event import Event

from game.battle.battle import Battle
from game.ui.app.program import Program
from game.ui.app.window import App
from game.ui.battle.screen import BattleScreen
from game.ui.handover.screen import HandoverScreen
from game.ui.host.preferences import preferences
from tests.support.narrowing import narrow
from tests.support.window.goals import wanted

Point = tuple[float, float]
KEYS = {"Return": pygame.K_RETURN, "p": pygame.K_p, "shift+v": pygame.K_v, "ctrl+a": pygame.K_a}
HELD = {"shift": pygame.KMOD_LSHIFT, "ctrl": pygame.KMOD_LCTRL}
MOST = 400  # inputs of a turn after which something has gone wrong
PULLED = (0.1, 0.4, 0.7, 1.0)  # of a pull: where the pointer is seen


class CountedPlay:
    """A battle at the screens of the program. `steers` says whether ships are told where to go, or go on as they are;
    `together` has all that are asked at once follow one of them in formation, who cannot keep its place as near to it
    as it may."""

    def __init__(
        self,
        folder: Path,
        path: Path,
        size: tuple[int, int] = (1600, 1000),
        steers: bool = False,
        together: bool = False,
        echo: Callable[[str, CountedPlay], object] = lambda name, play: None,
    ) -> None:
        preferences.settings = preferences.settings.model_copy(update={"speed": 8.0})
        program = Program(folder=folder)
        self.app, self.frame, self.steers, self.echo = App(program.menu()), Surface(size), steers, echo
        self.together = together
        self.app.take(program.begin(path))
        assert isinstance(self.top, BattleScreen | HandoverScreen), self.top
        self.count = 0
        self.rest()

    # -- the screens ---------------------------------------------------------------------------------------------------

    @property
    def top(self) -> Any:
        """The top screen: the battle or a curtain."""
        return self.app.top

    @property
    def battle(self) -> Battle:
        """The battle that is played."""
        return narrow(self.app.stack[0], BattleScreen).battle

    def rest(self) -> None:
        """Let everything come to rest, and look."""
        for _ in range(4000):
            self.app.take(self.top.tick(0.1))
            if not self.top.moving:
                break
        self.app.draw(self.frame)

    # -- inputs --------------------------------------------------------------------------------------------------------

    def key(self, name: str) -> None:
        """Press a key."""
        self.count += 1
        for kind in (pygame.KEYDOWN, pygame.KEYUP):
            mod = HELD.get(name.partition("+")[0], 0)
            self.app.give(Event(kind, key=KEYS[name], mod=mod, unicode=""))
        self.rest()
        self.echo(name, self)

    def hold(self) -> None:
        """Hold Space until the curtain has opened."""
        self.count += 1
        self.app.give(Event(pygame.KEYDOWN, key=pygame.K_SPACE, mod=0, unicode=" "))
        for _ in range(8):
            self.app.take(self.top.tick(0.1))
        self.app.give(Event(pygame.KEYUP, key=pygame.K_SPACE, mod=0))
        self.rest()
        self.echo("hold", self)

    def pull(self, start: Point, end: Point) -> None:
        """Pull from one pixel to another."""
        self.count += 1
        (x, y), (a, b) = start, end
        self._point(start)
        self.app.give(Event(pygame.MOUSEBUTTONDOWN, pos=_whole(start), button=1))
        for share in PULLED:
            self._point((x + (a - x) * share, y + (b - y) * share), 1)
        self.app.give(Event(pygame.MOUSEBUTTONUP, pos=_whole(end), button=1))
        self.rest()

    def point_out(self, at: Point) -> None:
        """The right button on a pixel."""
        self.count += 1
        self._point(at)
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            self.app.give(Event(kind, pos=_whole(at), button=3))
        self.rest()

    def _point(self, at: Point, held: int = 0) -> None:
        self.app.give(Event(pygame.MOUSEMOTION, pos=_whole(at), rel=(1, 1), buttons=(held, 0, 0)))

    # -- playing -------------------------------------------------------------------------------------------------------

    def turn(self) -> int:
        """Play to the next turn, or to the end: how many inputs that took."""
        before, turn = self.count, self.battle.state.turn
        while self.battle.state.turn == turn and not self.battle.state.outcome:
            self.step()
            assert self.count - before < MOST, (self.battle.phase.name, self.battle.records[-3:])
        while isinstance(self.top, BattleScreen) and self.top.flow.result:
            self.key("Return")
        return self.count - before

    def step(self) -> None:
        """Do what the moment asks for."""
        top = self.top
        if isinstance(top, HandoverScreen):
            self.key("Return") if top.opened else self.hold()
            return
        mode, model = top.model.input_mode, top.model
        if top.flow.result:
            kinds = {getattr(kind, "input_mode", "") for kind in self.battle.phase.accepts}
            self.key("shift+v" if kinds & {"fire", "assign"} and self.battle.prompts() else "Return")
        elif mode == "plot" and model.waiting:
            self._plot(top)
        elif mode in ("fire", "assign"):
            count = len(self.battle.records)
            self.key("shift+v")
            if len(self.battle.records) == count:
                self._pass()
        elif mode in ("plot", "choose") and (model.view.phase.secret or len(model.waiting) > 1):
            self._pass()
        else:
            self._enter()

    def _pass(self) -> None:
        """Nothing more of the side, once more where it is asked."""
        count = len(self.battle.records)
        self.key("p")
        if len(self.battle.records) == count and self.top.context.sure:
            self.key("p")

    def _enter(self) -> None:
        """The main button, once more where it asks for that."""
        count, top = len(self.battle.records), self.top
        self.key("Return")
        if (len(self.battle.records), self.top) == (count, top):
            self.key("Return")

    def _plot(self, top: BattleScreen) -> None:
        """Pull each ship to where it does best, in secret; in the open one press of the right button sends it there."""
        model, camera, clear = top.model, top.board.camera, top.board.rect.inflate(-40, -40)
        secret = model.view.phase.secret
        group = self.together and self.steers and len(model.waiting) > 1
        if group and not model.picked:
            self.key("ctrl+a")
        for key in model.waiting if self.steers and secret and not group else (model.chosen,):
            top.commands.choose(key)  # the pull itself takes it in hand
            end = wanted(top, lambda at: bool(clear.collidepoint(camera.xy(at)))) if self.steers or not secret else None
            here = camera.xy(model.view.state.known_piece(key).at)
            if end is not None and secret:
                self.pull(here, camera.xy(end.at))
            elif end is not None:
                count = len(self.battle.records)
                self.point_out(camera.xy(end.at))
                if len(self.battle.records) == count:
                    self._enter()
            elif not secret:
                self._enter()
        if secret:
            self._pass()


def _whole(at: Point) -> tuple[int, int]:
    return round(at[0]), round(at[1])
