"""A player at the battle screen, for tests: real pygame events in, what is shown and what was ordered out."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pygame
from pygame import Surface
from pygame.event import Event

from game.core.orders import Id
from game.players.random_player import random_order
from game.store import Systems, open_battle
from game.systems import SYSTEMS
from game.ui.app import Push
from game.ui.battle import BattleScreen
from game.ui.theme import theme
from game.ui.widgets import Widget
from tests.laid import paper

TURN = paper("A turn", """\
  lancet:  {side: azure, design: lancet, at: [20, 20], course: 3, velocity: 6, lost: [PDSa]}
  halyard: {side: azure, design: halyard, at: [14, 12], course: 2, velocity: 8}
  vesper:  {side: amber, design: vesper, at: [40, 20], course: 9, velocity: 4, hull: 19, armour: 0}
  cinder:  {side: amber, design: cinder, at: [44, 32], course: 8, velocity: 6}
""", seed=11, table="{terrain: [{kind: planet, name: Tavira, at: [30, 27], radius: 3}]}")


class Curtain:
    """Stands for the screen between two seats."""

    def __init__(self, battle: Any, side: Id, since: int) -> None:
        self.side, self.since = side, since


class Seated:
    """Sits at a battle screen and acts by events only. `curtains` are the sides that were called to the seat."""

    def __init__(
        self, folder: Path, text: str = TURN, size: tuple[int, int] = (1280, 800), systems: Systems = SYSTEMS, **named: Any
    ) -> None:
        path = folder / "battle.yaml"
        path.write_text(text, encoding="utf-8")
        self.opened = open_battle(path, systems=systems)
        self.battle = self.opened.battle
        self.curtains: list[Id] = []
        self.screen = BattleScreen(self.battle, curtain=Curtain, **named)  # type: ignore[arg-type]
        self.frame = Surface(size)
        self.pushed: Any = None
        self.settle()

    # -- time and looking ------------------------------------------------------------------------------------------------

    def settle(self) -> None:
        """Let everything come to rest, curtains included."""
        for _ in range(3000):
            self._take(self.screen.tick(0.1))
            if not self.screen.moving:
                break
        self.look()

    def look(self) -> Surface:
        """The next frame."""
        self.screen.draw(self.frame)
        return self.frame

    def _take(self, answer: Any) -> None:
        if isinstance(answer, Push):
            self.pushed = answer.screen
            if isinstance(answer.screen, Curtain):
                self.curtains.append(answer.screen.side)

    # -- acting ----------------------------------------------------------------------------------------------------------

    def send(self, event: Event) -> None:
        self._take(self.screen.handle(event))

    def key(self, *names: str) -> None:
        """Press keys by name: `n`, `RETURN`, `shift+n`."""
        for name in names:
            mod = 0
            while "+" in name:
                held, name = name.split("+", 1)
                mod |= {"shift": pygame.KMOD_LSHIFT, "ctrl": pygame.KMOD_LCTRL}[held]
            self.send(Event(pygame.KEYDOWN, key=getattr(pygame, f"K_{name}"), mod=mod, unicode=name if len(name) == 1 else ""))
            self.look()

    def type(self, words: str) -> None:
        for letter in words:
            self.send(Event(pygame.KEYDOWN, key=0, mod=0, unicode=letter))
            self.send(Event(pygame.TEXTINPUT, text=letter))
            self.look()

    def point(self, at: tuple[float, float], held: bool = False) -> None:
        self.send(Event(pygame.MOUSEMOTION, pos=_whole(at), rel=(1, 1), buttons=(int(held), 0, 0)))

    def click(self, at: tuple[float, float]) -> None:
        self.point(at)
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            self.send(Event(kind, button=1, pos=_whole(at)))
        self.look()

    def press(self, name: str) -> None:
        """Click a widget by its name."""
        self.click(self.widget(name).rect.center)

    def scrolled(self, name: str) -> None:
        """The same, once what it stands in has been scrolled so that it is seen."""
        for pane in self.screen.panels.panes():
            if pane.show(self.widget(name)):
                self.screen.change()
                self.look()
        self.press(name)

    def lift(self, ship: Id, to: tuple[float, float]) -> None:
        """Press on a ship and drag to a place (MU), the button still held."""
        start, end = self.pixel(ship), self.screen.board.camera.xy(to)
        self.point(start)
        self.send(Event(pygame.MOUSEBUTTONDOWN, button=1, pos=_whole(start)))
        for share in (0.3, 0.7, 1.0):
            self.point((start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share), True)
        self.settle()

    def drop(self, at: tuple[float, float]) -> None:
        self.send(Event(pygame.MOUSEBUTTONUP, button=1, pos=_whole(self.screen.board.camera.xy(at))))
        self.look()

    # -- finding ---------------------------------------------------------------------------------------------------------

    def pixel(self, ship: Id) -> tuple[float, float]:
        place: tuple[float, float] = self.screen.board.camera.xy(self.screen.desk.view.state.ships[ship].at)
        return place

    def widget(self, name: str) -> Widget:
        return next(widget for widget in self.screen.focus.widgets if widget.name == name)

    def names(self) -> list[str]:
        return [widget.name for widget in self.screen.focus.widgets]

    @property
    def orders(self) -> list[str]:
        return [f"{record.order.by}: {record.order}" for record in self.battle.records]

    # -- going through a battle ------------------------------------------------------------------------------------------

    def until(self, wanted: Callable[[Seated], bool], seed: int = 3, most: int = 400) -> bool:
        """Random orders for whoever is asked until something is so; False if the battle ends before."""
        rng = Random(seed)
        for _ in range(most):
            self.settle()
            if wanted(self):
                return True
            if self.screen.flow.result:
                self.key("RETURN")
                continue
            if self.battle.state.outcome:
                return False
            prompt = self.screen.desk.prompt
            assert prompt is not None, "somebody is always asked"
            assert self.screen.conduct.give(random_order(self.screen.desk.view, prompt, rng)), self.screen.note
        return False


def _whole(at: tuple[float, float]) -> tuple[int, int]:
    return round(at[0]), round(at[1])


def seen(widget: Widget) -> pygame.Rect:
    """The part of a widget that can be seen."""
    return widget.rect.clip(widget.window) if widget.window else widget.rect


def at_scale(scale: float) -> None:
    """A scale for the next frame, held by the settings."""
    from game.ui.preferences import chosen

    chosen.settings = chosen.settings.model_copy(update={"scale": scale})
    theme.scale = scale


def picture_of(seat: Seated) -> bytes:
    return pygame.image.tobytes(seat.look(), "RGB")


def firing(seat: Seated) -> Seated:
    """Lancet's turn to fire."""
    assert seat.until(lambda now: now.screen.desk.gesture == "fire" and "lancet" in now.screen.desk.waiting)
    seat.press("ship lancet")
    return seat
