"""The menu's requests to the program: its games and saves, battles to begin or go on with, and the other pages."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

from game.core.system import RuleSystem
from game.ui.host.screen import Answer, Screen
from game.ui.menu.library import Save


class Host(Protocol):
    """The part of the program that the menu and the list of saves see."""

    systems: Mapping[str, RuleSystem]

    def saves(self) -> list[Save]:
        """Return the player's saves, newest first."""

    def begin(
        self, path: Path, house: Mapping[str, object] | None = None, players: Mapping[str, str] | None = None
    ) -> Answer:
        """Return a new battle from a scenario."""

    def resume(self, path: Path) -> Answer:
        """Return a saved battle, at the order where it was left."""

    def rematch(self, path: Path, swapped: bool = False) -> Answer:
        """Return the battle of a save once more, from its start by other dice; `swapped`: the players change sides."""

    def replay_save(self, path: Path) -> Answer:
        """Return a saved battle shown once more."""

    def open_path(self, path: Path) -> Answer:
        """Any battle file."""

    def open_page(self) -> Screen:
        """Return the list of saved battles."""

    def settings_page(self) -> Screen:
        """Return the settings."""

    def shipyard(self, system: RuleSystem | None = None) -> Screen:
        """Return the designs."""

    def lab(self) -> Screen:
        """Return the odds lab."""

    def gallery(self, system: RuleSystem | None = None) -> Screen:
        """Return the demonstrations, first those of a game."""

    def sandbox(self, path: Path | None = None, system: RuleSystem | None = None) -> Answer:
        """Return a sandbox, on a battle file or an empty table."""

    def rule(self, address: str = "", system: RuleSystem | None = None) -> Screen:
        """Return the rule book, open at an address."""
