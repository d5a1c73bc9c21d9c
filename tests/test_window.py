"""One whole turn in a real window: a plot dragged with the mouse, locks, curtains, the reveal, fire and repairs.

A process of its own plays under Xvfb; xdotool is its hand, and what it has written to disk is what it did. Where things stand
on its screen is read off a second battle screen, laid out here from the very same save.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pygame
import pytest

from game.store import ROOT, Opened, open_battle
from game.ui.battle import BattleScreen

pytestmark = pytest.mark.window
SIZE = (1280, 800)
PATIENCE = 40.0  # seconds for a loaded machine
BATTLE = """\
version: 1
title: A turn in the window
system: full-thrust
seed: 11
sides:
  azure: {name: Azure League}
  amber: {name: Amber Pact}
ships:
  lancet: {side: azure, design: lancet, at: [20, 20], course: 3, velocity: 6, lost: [PDSa]}
  vesper: {side: amber, design: vesper, at: [40, 20], course: 9, velocity: 4, lost: [PDSa]}
"""


class Hand:
    """A mouse and a keyboard on the window of a running game."""

    def __init__(self, display: str, home: Path) -> None:
        self.env = {**os.environ, "DISPLAY": display}
        self.home = home

    def do(self, *words: str) -> str:
        done = subprocess.run(["xdotool", *words], env=self.env, capture_output=True, text=True, timeout=PATIENCE, check=False)
        return done.stdout.strip()

    def find(self, bare: str) -> None:
        """Wait until something lies over the bare screen: the window, which is just as large."""
        until(lambda: self.under() != bare, "the window")
        self.saved()
        time.sleep(0.5)

    def under(self) -> str:
        """The window under the middle of the screen."""
        return self.do("mousemove", "640", "400", "getmouselocation").rpartition("window:")[2]

    def key(self, *names: str) -> None:
        for name in names:
            self.do("key", name)
            time.sleep(0.12)

    def hold(self, name: str, seconds: float) -> None:
        self.do("keydown", name)
        time.sleep(seconds)
        self.do("keyup", name)
        time.sleep(0.4)

    def move(self, at: tuple[float, float]) -> None:
        self.do("mousemove", str(round(at[0])), str(round(at[1])))
        time.sleep(0.06)

    def click(self, at: tuple[float, float]) -> None:
        self.move(at)
        self.do("click", "1")
        time.sleep(0.15)

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        self.move(start)
        self.do("mousedown", "1")
        for share in (0.1, 0.3, 0.6, 0.9, 1.0):
            self.move((start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share))
        self.do("mouseup", "1")
        time.sleep(0.2)

    # -- what it has written down ----------------------------------------------------------------------------------------

    def saved(self) -> Opened:
        """The battle as it stands on disk."""
        path = until(lambda: next(iter((self.home / "saves").glob("*.yaml")), None), "a save")
        return open_battle(path)

    def orders(self) -> list[str]:
        return [f"{record.order.by}: {record.order}" for record in self.saved().battle.records]

    def wait_for(self, count: int) -> list[str]:
        """The orders on disk, once there are so many."""
        until(lambda: len(self.orders()) >= count, f"order {count} on disk")
        return self.orders()

    def mirror(self) -> BattleScreen:
        """The same battle on a screen of our own: what it shows of the present seat stands where the window shows it."""
        screen = BattleScreen(self.saved().battle)
        screen.draw(pygame.Surface(SIZE))
        return screen

    def place(self, name: str) -> tuple[int, int]:
        """The middle of a widget."""
        screen = self.mirror()
        return next(widget.rect.center for widget in screen.focus.widgets if widget.name == name)

    def take_seat(self) -> None:
        """Hold Space until the curtain opens, then sit down."""
        self.hold("space", 1.0)
        time.sleep(0.4)
        self.key("Return")
        time.sleep(0.4)


def until(found: Callable[[], object], what: str) -> object:
    """Ask again and again until there is an answer."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if answer := found():
            return answer
        time.sleep(0.1)
    raise AssertionError(f"{what} did not come within {PATIENCE:g} seconds")


@pytest.fixture
def display() -> Iterator[str]:
    """A screen that nobody sees, on a number the server finds free."""
    read, write = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", "1280x800x24", "-nolisten", "tcp"], pass_fds=(write,),
        stderr=subprocess.DEVNULL,
    )  # fmt: skip
    os.close(write)
    try:
        with os.fdopen(read) as number:
            yield f":{number.readline().strip()}"
    finally:
        server.terminate()
        server.wait(10)


@pytest.fixture
def hand(display: str, tmp_path: Path) -> Iterator[Hand]:
    """The game in its window, at the curtain before the first seat."""
    home, battle = tmp_path / "home", tmp_path / "turn.yaml"
    home.mkdir()
    battle.write_text(BATTLE, encoding="utf-8")
    env = {**os.environ, "DISPLAY": display, "DEAD_RECKONING_HOME": str(home), "SDL_AUDIODRIVER": "dummy"}
    env.pop("SDL_VIDEODRIVER", None)
    with (tmp_path / "log.txt").open("w") as log:
        found = Hand(display, home)
        bare = found.under()
        game = subprocess.Popen([sys.executable, "main.py", "play", str(battle)], cwd=ROOT, env=env, stdout=log, stderr=log)
        try:
            found.find(bare)
            yield found
            assert game.poll() is None, (tmp_path / "log.txt").read_text()
        finally:
            game.terminate()
            game.wait(10)


def fire_for(hand: Hand, count: int) -> None:
    """The side that is asked clicks its enemy in the list, one gun on the sheet, then takes all that bears and rolls."""
    screen = hand.mirror()
    enemy = screen.desk.enemies()[0].id
    hand.click(hand.place(f"ship {enemy}"))
    hand.key("v")
    hand.key("Return")
    hand.wait_for(count)
    for _ in range(4):  # whatever tumbles or waits to be read
        hand.key("space")


def test_a_whole_turn_by_real_mouse_and_keys(hand: Hand) -> None:
    hand.take_seat()
    screen = hand.mirror()
    camera, ship = screen.board.camera, screen.desk.view.state.ships["lancet"]
    wanted = next(one for one in screen.desk.landings() if str(one.order) == "S2+1")
    hand.drag(camera.xy(ship.at), camera.xy(wanted.at))
    assert hand.wait_for(1) == ["lancet: S2+1"], "the mouse plots what it is dragged to"
    hand.key("Return")
    assert hand.wait_for(2)[-1] == "azure: lock"

    hand.take_seat()  # the other side, by keys alone
    hand.key("Up", "Up", "Return")
    assert hand.wait_for(3)[-1] == "vesper: +2"
    hand.key("Return")
    assert hand.wait_for(4)[-1] == "amber: lock"
    for _ in range(4):
        hand.key("space")
    assert hand.saved().battle.phase.name == "Ships fire"

    fire_for(hand, 5)
    fire_for(hand, 6)
    shots = hand.orders()[4:6]
    assert {line.split(":")[0] for line in shots} == {"lancet", "vesper"}
    assert all("fire " in line for line in shots), shots
    assert hand.saved().battle.phase.name == "Turn end"

    while (battle := hand.saved().battle).phase.name == "Turn end":
        count = len(battle.records) + 1
        hand.key("v", "Return")
        assert ": repair " in hand.wait_for(count)[-1]
        for _ in range(4):
            hand.key("space")
    battle = hand.saved().battle
    assert (battle.state.turn, battle.phase.name) == (2, "Write orders")
    assert battle.verify() == []
    hand.take_seat()
    hand.key("Up", "Return")
    assert hand.wait_for(len(battle.records) + 1)[-1].endswith("+1")
