"""Drive pages in tests: a window in memory, keys and clicks, and a reader of all text that is drawn."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.battle.battle import NOBODY
from game.battle.loader import new_save, open_battle
from game.formats.user_folders import Settings
from game.formats.validation import BadFile
from game.players.match import Match
from game.systems import SYSTEMS, scenario_folder
from game.ui.app.program import Program, Window
from game.ui.host.preferences import preferences
from game.ui.host.screen import Screen
from game.ui.render import text as writing
from game.ui.render.theme import NIGHT, theme
from game.ui.toolkit import picture_cache
from game.ui.toolkit.widgets import Widget

SIZES = ((1280, 800), (1920, 1080), (800, 500))
SCALES = (0.75, 1.0, 2.0)
SYSTEM = next(iter(SYSTEMS.values()))
SCENARIOS = sorted(scenario_folder(SYSTEM).glob("*.yaml"))
FIRST = next(path for path in SCENARIOS if path.stem == "first_light")
TAVIRA = next(path for path in SCENARIOS if path.stem == "tavira_passage")


@dataclass(frozen=True)
class Written:
    """A line of text drawn on the window: the text, its box from cap height to baseline, and the visible part."""

    string: str
    box: Rect
    seen: Rect


@contextmanager
def reader(window: Surface) -> Iterator[list[Written]]:
    """Record every line of text drawn on a surface within this context."""
    picture_cache.forget()
    found: list[Written] = []
    original = writing.text

    def noted(dst: Surface, string: str, *args: Any, **named: Any) -> Rect:
        box = original(dst, string, *args, **named)
        if dst is window and string.strip():
            found.append(Written(string, box, box.clip(dst.get_clip())))
        return box

    modules = [
        one
        for name, one in sys.modules.items()
        if name.startswith("game.ui") and getattr(one, "text", None) is original
    ]
    for module in modules:
        module.text = noted  # type: ignore[attr-defined]
    try:
        yield found
    finally:
        for module in modules:
            module.text = original  # type: ignore[attr-defined]


def read(screen: Screen, size: tuple[int, int], scale: float = 1.0) -> list[Written]:
    """Draw a screen at a size and scale, limited to what fits the window, and return its lines of text."""
    preferences.settings = preferences.settings.model_copy(update={"scale": scale})
    preferences.hold(size)
    window = Surface(size)
    with reader(window) as found:
        screen.draw(window)
    return found


def faults(found: list[Written], size: tuple[int, int]) -> list[str]:
    """Return lines that leave the window or overlap."""
    window, wrong = Rect(0, 0, *size), []
    for one in found:
        if one.seen.w and not window.contains(one.seen):
            wrong.append(f"{one.string!r} leaves the window: {one.box}")
        if one.seen.h and one.seen.w and one.seen.w < one.box.w - 2:
            wrong.append(f"{one.string!r} is cut at its side: {one.box}, {one.seen}")
    seen = [one for one in found if one.seen.w > 2 and one.seen.h > 2]
    for i, one in enumerate(seen):
        a = one.seen.inflate(-2, -2)
        for other in seen[i + 1 :]:
            if a.colliderect(other.seen.inflate(-2, -2)):
                wrong.append(f"{one.string!r} runs into {other.string!r}: {one.box}, {other.box}")
    return wrong


def overlaps(widgets: list[Widget], size: tuple[int, int]) -> list[str]:
    """Return widgets that can be pressed and overlap each other or leave the window."""
    window, wrong = Rect(0, 0, *size), []
    shown = [(w, w.rect.clip(w.window) if w.window else w.rect) for w in widgets if w.focusable]
    seen = [(w, r) for w, r in shown if r.w and r.h]
    for i, (w, r) in enumerate(seen):
        if not window.contains(r):
            wrong.append(f"{w.name} leaves the window: {r}")
        for other, s in seen[i + 1 :]:
            if r.inflate(-2, -2).colliderect(s.inflate(-2, -2)):
                wrong.append(f"{w.name} lies over {other.name}: {r}, {s}")
    return wrong


@contextmanager
def plain() -> Iterator[None]:
    """Use default settings and theme, and restore them afterwards."""
    pygame.display.init()
    pygame.font.init()
    before = preferences.keeps, list(preferences.listeners)
    preferences.keeps = False
    preferences.listeners.clear()
    preferences.settings = Settings(speed=10.0)  # a high speed keeps animations short
    theme.scale, theme.palette, theme.seated, theme.backdrop = 1.0, NIGHT, 0, ""
    try:
        yield
    finally:
        preferences.keeps, preferences.listeners[:] = before
        preferences.settings = Settings()
        theme.scale, theme.palette, theme.seated, theme.backdrop = 1.0, NIGHT, 0, ""


class Hand:
    """A player at the window who presses keys, clicks, and lets time pass."""

    def __init__(self, folder: Path, size: tuple[int, int] = (1280, 800)) -> None:
        self.surface = pygame.display.set_mode(size)
        self.program = Program(folder=folder)
        self.window = Window(self.program, self.program.menu())
        self.wait(30)

    @property
    def top(self) -> Any:
        """The screen that has the keyboard."""
        return self.window.top

    def wait(self, frames: int = 1, seconds: float = 0.05) -> None:
        """Draw this many frames. Time passes only while something moves."""
        for _ in range(frames):
            if not self.window.stack:
                return
            self.window.top.draw(self.surface)
            if not self.window.top.moving:
                return
            self.window.take(self.window.top.tick(seconds))

    def down(self, key: int, mod: int = 0, unicode: str = "") -> None:
        """Press a key and hold it."""
        self.window.give(Event(pygame.KEYDOWN, key=key, mod=mod, unicode=unicode))

    def up(self, key: int) -> None:
        """Release a key."""
        if self.window.stack:
            self.window.give(Event(pygame.KEYUP, key=key, mod=0))

    def key(self, *keys: int, mod: int = 0) -> None:
        """Press keys one after another."""
        for one in keys:
            self.down(one, mod)
            self.up(one)
            self.wait(2)

    def click(self, at: tuple[int, int]) -> None:
        """Move there and click."""
        self.window.give(Event(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(0, 0, 0)))
        self.window.give(Event(pygame.MOUSEBUTTONDOWN, pos=at, button=1))
        if self.window.stack:
            self.window.give(Event(pygame.MOUSEBUTTONUP, pos=at, button=1))
        self.wait(2)

    def widget(self, name: str) -> Widget:
        """Return a widget of the top page by its name."""
        found: Widget = next(w for w in self.top.focus.widgets if w.name == name)
        return found

    def press(self, name: str) -> None:
        """Click on the middle of a widget."""
        self.click(self.widget(name).rect.center)

    def tab_to(self, name: str, most: int = 120) -> None:
        """Walk there with Tab alone."""
        for _ in range(most):
            if self.top.focus.at is not None and self.top.focus.at.name == name:
                return
            self.key(pygame.K_TAB)
        raise AssertionError(f"Tab never came to {name}")


def fought(path: Path, turns: int, seed: int = 3) -> tuple[Any, int]:
    """Return a battle played by the random player to the start of a turn, and the number of log lines one turn
    earlier."""
    battle = open_battle(path, seed=seed).battle
    match = Match(battle, dict.fromkeys(battle.state.sides, "random"), seed)
    since = 0
    while battle.state.turn < turns and not battle.state.outcome:
        if battle.state.turn == turns - 1 and battle.phase.name in ("Write orders", "Plot"):
            since = len(battle.view(NOBODY).log)
        if not match.step():
            break
    return battle, since


BAD = """version: 1
title: Bad
system: {key}
house: {{rerols: true, arcs: 5}}
sides:
  azure: {{name: Azure League, edge: left}}
ships:
  lancet: {{side: azure, design: lancett, at: [12, 20], course: 14, velocity: 8, thrst: 4}}
"""


def bad_file(folder: Path) -> BadFile:
    path = folder / "bad.yaml"
    path.write_text(BAD.format(key=SYSTEM.key))
    try:
        open_battle(path)
    except BadFile as bad:
        return bad
    raise AssertionError("the file is taken")


def saves_for_tests(folder: Path) -> Path:
    """Return a folder with a battle in progress, a finished one, and an unusable file."""
    for number, (path, turns) in enumerate(((FIRST, 99), (TAVIRA, 2))):
        opened = open_battle(path, seed=number)
        recorder = new_save(opened, folder)
        Match(opened.battle, dict.fromkeys(opened.battle.state.sides, "random"), number).play(turns)
        recorder.close()
        time.sleep(0.02)
    (folder / "broken.yaml").write_text(BAD.format(key=SYSTEM.key))
    return folder
