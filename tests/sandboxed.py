"""A player at the sandbox, for tests: real pygame events in, what the sandbox holds out."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import Any

import pygame
from pygame import Surface
from pygame.event import Event

from game.core.orders import Id
from game.sandbox import Sandbox
from game.sandbox_file import open_sandbox, sandbox_of
from game.store import ROOT, set_up_text
from game.ui.app import Pop, Push
from game.ui.fields import Tabs
from game.ui.sandbox.screen import SandboxScreen
from game.ui.widgets import Widget
from tests.laid import paper
from tests.seated import TURN, seen

TAVIRA = ROOT / "scenarios" / "full_thrust" / "tavira_passage.yaml"
START = paper("A test", """\
  lancet: {side: azure, design: lancet, at: [12, 20], course: 2, velocity: 8, hull: 17, armour: 0, lost: [PDSb]}
  halyard: {side: azure, design: halyard, at: [7, 9], course: 2, velocity: 8}
  vesper: {side: amber, design: vesper, at: [40, 12], course: 9, velocity: 6}
  kiln: {side: amber, design: kiln, at: [53, 20], course: 9, velocity: 8}
victory: {kind: survive, turns: 12, ships: [lancet, halyard]}
""", seed=7, table="{terrain: [{kind: planet, name: Tavira, at: [36, 26], radius: 3}]}", edged=True)
HELD = {"shift": pygame.KMOD_LSHIFT, "ctrl": pygame.KMOD_LCTRL}


def fresh(text: str = START) -> Sandbox:
    return sandbox_of(set_up_text(text, "test"))


def ship(sandbox: Sandbox, key: str = "lancet") -> Any:
    return sandbox.start.state.ships[key]


class Sat:
    """Sits at a sandbox and acts by events only. `pushed` is the last screen laid over it, `left` whether it was left."""

    def __init__(self, folder: Path, text: str = TURN, size: tuple[int, int] = (1280, 800)) -> None:
        self.path = folder / "battle.yaml"
        self.path.write_text(text, encoding="utf-8")
        self.screen = SandboxScreen(open_sandbox(self.path), Pop, {})
        self.frame = Surface(size)
        self.pushed: Any = None
        self.left = False
        self.settle()

    @property
    def sandbox(self) -> Sandbox:
        return self.screen.sandbox

    def settle(self) -> None:
        for _ in range(200):
            self._take(self.screen.tick(0.1))
            self.look()
            if not self.screen.moving:
                break

    def look(self) -> Surface:
        self.screen.draw(self.frame)
        return self.frame

    def _take(self, answer: Any) -> None:
        if isinstance(answer, Push):
            self.pushed = answer.screen
        elif isinstance(answer, Pop):
            self.left = True

    # -- acting ----------------------------------------------------------------------------------------------------------

    def send(self, event: Event) -> None:
        self._take(self.screen.handle(event))

    def key(self, *names: str) -> None:
        for name in names:
            mod = 0
            while "+" in name:
                held, name = name.split("+", 1)
                mod |= HELD[held]
            self.send(Event(pygame.KEYDOWN, key=getattr(pygame, f"K_{name}"), mod=mod, unicode=name if len(name) == 1 else ""))
            self.send(Event(pygame.KEYUP, key=getattr(pygame, f"K_{name}"), mod=mod))
            self.settle()

    def type(self, words: str) -> None:
        for letter in words:
            self.send(Event(pygame.KEYDOWN, key=0, mod=0, unicode=letter))
            self.send(Event(pygame.TEXTINPUT, text=letter))
        self.look()

    def point(self, at: tuple[float, float], held: bool = False) -> None:
        self.send(Event(pygame.MOUSEMOTION, pos=_whole(at), rel=(1, 1), buttons=(int(held), 0, 0)))

    def down(self, at: tuple[float, float], button: int = 1) -> None:
        self.send(Event(pygame.MOUSEBUTTONDOWN, button=button, pos=_whole(at)))

    def up(self, at: tuple[float, float], button: int = 1) -> None:
        self.send(Event(pygame.MOUSEBUTTONUP, button=button, pos=_whole(at)))
        self.settle()

    def click(self, at: tuple[float, float]) -> None:
        self.point(at)
        self.down(at)
        self.up(at)

    def press(self, name: str) -> None:
        """Click a widget by its name, scrolled into view if need be."""
        for pane in self.screen.panels.panes():
            if pane.show(self.widget(name)):
                self.screen.change()
                self.look()
        self.click(self.widget(name).rect.center)

    def drag(self, start: tuple[float, float], end: tuple[float, float], drop: bool = True) -> None:
        """Press in one place and pull to another, both in pixels."""
        self.point(start)
        self.down(start)
        for share in (0.1, 0.4, 0.7, 1.0):
            self.point((start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share), True)
        self.look()
        if drop:
            self.up(end)

    # -- finding ---------------------------------------------------------------------------------------------------------

    def xy(self, at: tuple[float, float]) -> tuple[float, float]:
        place: tuple[float, float] = self.screen.board.camera.xy(at)
        return place

    def ship(self, key: Id) -> tuple[float, float]:
        return self.xy(self.sandbox.start.state.ships[key].at)

    def ghost(self, key: Id, turn: int = 0) -> tuple[float, float]:
        view = self.sandbox.course().view(turn or self.sandbox.turn)
        assert view is not None
        return self.xy(view.state.ships[key].at)

    def widget(self, name: str) -> Widget:
        return next(widget for widget in self.screen.focus.widgets if widget.name == name)

    def names(self) -> list[str]:
        return [widget.name for widget in self.screen.focus.widgets]


def _whole(at: tuple[float, float]) -> tuple[int, int]:
    return round(at[0]), round(at[1])


def three_plans(sat: Sat) -> None:
    """Lancet goes three ways, Vesper one; two dice are set."""
    box = sat.sandbox
    box.give("lancet", "S1+2")
    box.give("vesper", "P1")
    box.look_at(2)
    box.give("lancet", "P2")
    for turns in (("P1+2", "S1"), ("0", "S2-1")):
        box.begin_branch("A", turn=1)
        box.give("lancet", turns[0], 1)
        box.give("vesper", "P1", 1)
        box.look_at(2)
        box.give("lancet", turns[1], 2)
    box.name_branch("B", "Behind the planet and out again")
    box.choose("A")
    box.force("T2.2/initiative/azure", 0, 5)
    sat.screen.look_anew()
    sat.settle()


def well_laid(sat: Sat, what: str) -> None:
    """Nothing that can be pressed leaves the window or lies over another; the panels leave no gap."""
    layout, window = sat.screen.layout, sat.frame.get_rect()
    area = sum(r.w * r.h for r in (layout.top, layout.left, layout.board, layout.foot, layout.sheet))
    assert area == window.w * window.h, f"{what}: the panels fill the window and do not overlap"
    pressable = [widget for widget in sat.screen.focus.widgets if widget.focusable and not isinstance(widget, Tabs)]
    for widget in pressable:
        assert not seen(widget) or window.contains(seen(widget)), f"{what}: {widget.name} leaves the window"
    for a, b in combinations(pressable, 2):
        assert not (seen(a).w and seen(b).w and seen(a).colliderect(seen(b))), f"{what}: {a.name} lies over {b.name}"
