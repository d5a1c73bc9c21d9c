"""Whatever is pressed, pulled, turned and typed, wherever it falls: no screen may fail, and none may hang.

Events go straight to the screens, past the page that would tell a player of a fault.
"""

from __future__ import annotations

import os
import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest
from pygame import Surface
from pygame.event import Event

from game.battle.designs import ROOT
from game.formats.user_folders import HOME, Settings
from game.systems import SYSTEMS
from game.ui.app.program import Program, Window
from game.ui.app.window import App
from game.ui.host.preferences import preferences
from tests.support.ui.page_driver import plain

COUNT = 4000 if os.environ.get("SOAK") else 120  # times something is done, in each game
SIZES = ((1280, 800), (1920, 1080), (800, 500))
KEYS = (
    pygame.K_RETURN, pygame.K_SPACE, pygame.K_ESCAPE, pygame.K_TAB, pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP,
    pygame.K_DOWN,
    pygame.K_DELETE, pygame.K_BACKSPACE, pygame.K_HOME, pygame.K_END, pygame.K_PAGEDOWN, pygame.K_COMMA,
    pygame.K_PERIOD,
    *range(pygame.K_F1, pygame.K_F11), *range(pygame.K_1, pygame.K_9), *range(pygame.K_a, pygame.K_z + 1),
)  # fmt: skip
OFTEN = (pygame.K_RETURN, pygame.K_RETURN, pygame.K_RETURN, pygame.K_SPACE, pygame.K_v, pygame.K_e, pygame.K_n)
TYPED = (
    "S2+3",
    "0",
    "P+S",
    "f f S f",
    "lock",
    "-999999",
    "1e308",
    "nan",
    "é漢",
    "[[",
    "{",
    "fire B1>nobody",
    "\\",
    "   ",
    "0.5",
)


class Anybody:
    """Does anything at all to the program in its window, with copies of its files: it may write over them."""

    def __init__(self, system: str, files: Path) -> None:
        self.rng, self.system, self.program = random.Random(system), SYSTEMS[system], Program()
        self.battles = sorted((files / system.replace("-", "_")).glob("*.yaml"))
        self.shown = sorted((files / "demonstrations" / system.replace("-", "_")).glob("*.yaml"))
        self.surface = Surface(SIZES[0])
        self.window = self.begun(0.0)  # a battle, so that one is saved whatever is done after it

    def begun(self, way: float | None = None) -> Window:
        """Return the program on its menu, in a battle, in the sandbox or at a demonstration, by a number below one or
        at random."""
        window = Window(self.program, self.program.menu())
        way = self.rng.random() if way is None else way
        if way < 0.5:
            window.take(self.program.begin(self.rng.choice(self.battles)))
        elif way < 0.8:
            window.take(self.program.sandbox(self.rng.choice([None, *self.battles]), self.system))
        elif way < 0.9:
            window.take(self.program.demonstration(self.rng.choice(self.shown)))
        return window

    def act(self) -> None:
        """Do something, let some time pass, look."""
        if not self.window.stack or self.rng.random() < 0.01:
            self.window = self.begun()
        for event in self.something():
            App.give(self.window, event)
            if not self.window.stack:
                return
        for _ in range(self.rng.choice((0, 1, 3))):
            if self.window.top.moving:
                self.window.take(self.window.top.tick(0.1))
        if self.rng.random() < 0.7:
            self.window.top.draw(self.surface)

    def something(self) -> Iterator[Event]:
        way = self.rng.random()
        if self.window.typing and way < 0.3:
            yield from (Event(pygame.TEXTINPUT, text=letter) for letter in self.rng.choice(TYPED))
        elif way < 0.45:
            yield from self.pull(self.spot(), None)
        elif way < 0.6:
            yield from self.pull(self.spot(), self.spot())
        elif way < 0.65:
            yield self.moved(self.spot())
            yield Event(
                pygame.MOUSEWHEEL, x=0, y=self.rng.choice((-1, 1, 5)), precise_x=0.0, precise_y=1.0, flipped=False
            )
        elif way < 0.68:
            self.surface = Surface(self.rng.choice(SIZES))
            yield Event(pygame.WINDOWLEAVE)
        else:
            yield from self.key(self.rng.choice(OFTEN if way < 0.8 else KEYS))

    def spot(self) -> tuple[int, int]:
        """Return the middle of something, or anywhere."""
        widgets = getattr(getattr(self.window.top, "focus", None), "widgets", [])
        if widgets and self.rng.random() < 0.7:
            x, y = self.rng.choice(widgets).rect.center
            return x, y
        return self.rng.randrange(self.surface.get_width()), self.rng.randrange(self.surface.get_height())

    def moved(self, at: tuple[int, int], down: int = 0) -> Event:
        return Event(pygame.MOUSEMOTION, pos=at, rel=(1, 1), buttons=(down, 0, 0), touch=False)

    def pull(self, start: tuple[int, int], end: tuple[int, int] | None) -> Iterator[Event]:
        """Yield a click, or a pull that a key may come into."""
        button = self.rng.choice((1, 1, 1, 1, 2, 3))
        yield self.moved(start)
        yield Event(pygame.MOUSEBUTTONDOWN, button=button, pos=start, touch=False)
        for share in (0.2, 0.6, 1.0) if end else ():
            assert end is not None
            yield self.moved(
                (round(start[0] + (end[0] - start[0]) * share), round(start[1] + (end[1] - start[1]) * share)), 1
            )
        if end and self.rng.random() < 0.2:
            yield from self.key(self.rng.choice(KEYS))
        yield Event(pygame.MOUSEBUTTONUP, button=button, pos=end or start, touch=False)

    def key(self, key: int) -> Iterator[Event]:
        mod = self.rng.choice((0, 0, 0, pygame.KMOD_SHIFT, pygame.KMOD_CTRL, pygame.KMOD_ALT))
        letter = chr(key) if 32 < key < 127 and not mod else ""
        yield Event(pygame.KEYDOWN, key=key, mod=mod, unicode=letter)
        if letter and self.window.stack and self.window.typing:
            yield Event(pygame.TEXTINPUT, text=letter)
        yield Event(pygame.KEYUP, key=key, mod=mod)


@pytest.mark.parametrize("system", SYSTEMS)
def test_whatever_is_pressed_no_screen_fails(system: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HOME, str(tmp_path / "home"))
    with plain():
        preferences.settings = Settings(speed=8.0)
        anybody = Anybody(system, Path(shutil.copytree(ROOT / "scenarios", tmp_path / "scenarios")))
        for _ in range(COUNT):
            anybody.act()
        anybody.program.put_away()
        assert list((tmp_path / "home").rglob("*.yaml")), "battles were begun and saved"
