"""Two players for tests of battles by file: one at the window, the other with a folder elsewhere."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pygame
from pygame.event import Event

from game.battle.loader import open_battle
from game.far import store
from game.far.store import StoredBattle
from game.ui.far.model import FarDesk
from tests.support.ui.page_driver import FIRST, Hand

LONGEST = 60.0  # seconds until a state must have come


def until(state: Callable[[], object], step: Callable[[], object] = lambda: None) -> None:
    """Go on until a state has come; what a thread does takes its time."""
    end = time.monotonic() + LONGEST
    while not state():
        assert time.monotonic() < end, "it never came"
        step()
        time.sleep(0.005)


def last_text(one: StoredBattle) -> str:
    """Return the last file that a seat has handed over."""
    return one.own[-1].read_text(encoding="utf-8")


def pair(other: Path, seat: str = "azure", path: Path = FIRST) -> tuple[StoredBattle, StoredBattle]:
    """Return a battle that both players have joined: the window's, and that of the player elsewhere."""
    mine = store.invite(open_battle(path), seat)
    theirs = store.accept(last_text(mine), folder=other)
    mine.take(last_text(theirs))
    return mine, theirs


def write_orders(one: StoredBattle, *orders: tuple[str, str]) -> None:
    """Write orders, and lock them."""
    for by, text in (*orders, (one.table.seat, "lock")):
        one.table.give(by, text)
    one.note_draft()


class FarHand(Hand):
    """A player at the window, on the page of battles by file."""

    def open(self) -> None:
        """Open the page, and read everything."""
        self.key(pygame.K_b)
        self.rest()

    @property
    def desk(self) -> FarDesk:
        desk: FarDesk = self.top.desk
        return desk

    def rest(self) -> None:
        """Draw until nothing is left to be read."""
        self.wait(400)
        assert not self.top.moving

    def press(self, name: str) -> None:
        """Click on a widget, scrolled into view: how long a column is depends on the words of the battle."""
        widget = self.widget(name)
        for pane in self.top.panes:
            pane.show(widget)
        self.click(widget.rect.center)

    def drop(self, path: Path) -> None:
        self.window.give(Event(pygame.DROPFILE, file=str(path)))
        self.rest()

    def choose(self, path: Path) -> None:
        """Choose a battle by its row."""
        self.press(f"far {path.name}")
        self.rest()

    def disk(self, folder: Path) -> dict[str, Any]:
        """Return everything in a folder."""
        return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
