"""The menu's requests to the program: games and saves, new and saved battles, and the other pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from game.core.values import House, HouseValue
from game.ui.host.screen import Answer, Screen
from game.ui.menu.library import Save

if TYPE_CHECKING:
    from game.core.system import RuleSystem
    from game.far.news import FarNews
    from game.systems import Titled


class Host(Protocol):
    """The part of the program that the menu and the list of saves use."""

    systems: Mapping[str, RuleSystem]

    def load_game(self, game: Titled) -> Iterator[object]:
        """Load a game in short steps."""

    def saves(self) -> list[Save]:
        """Return the player's saves, newest first."""

    def begin(
        self, path: Path, house: Mapping[str, object] | None = None, players: Mapping[str, str] | None = None
    ) -> Answer:
        """Return a new battle from a scenario."""

    def resume(self, path: Path) -> Answer:
        """Return a saved battle as it was left."""

    def rematch(self, path: Path, swapped: bool = False) -> Answer:
        """Return the battle of a save from its start with new dice. `swapped`: the players change sides."""

    def replay_save(self, path: Path) -> Answer:
        """Return the replay of a saved battle."""

    def open_path(self, path: Path) -> Answer:
        """Open any battle file."""

    def open_page(self) -> Screen:
        """Return the list of saved battles."""

    def settings_page(self) -> Screen: ...

    def shipyard(self, system: RuleSystem | None = None) -> Screen: ...

    def fleets(self, system: RuleSystem) -> Answer:
        """Return the page that sets up two fleets of a game."""

    def by_file(
        self,
        system: RuleSystem | None = None,
        scenario: Path | None = None,
        house: Mapping[str, HouseValue] | None = None,
        file: Path | None = None,
    ) -> Answer:
        """Return the battles by file. A new one starts with a game, a scenario and its house rules."""

    def lesson(self, path: Path) -> Answer:
        """Return a lesson at the step where it was left."""

    def far_news(self) -> FarNews | None: ...

    def lab(self) -> Screen: ...

    def gallery(self, system: RuleSystem | None = None) -> Screen:
        """Return the gallery of demonstrations, starting with a game."""

    def sandbox(self, path: Path | None = None, system: RuleSystem | None = None) -> Answer:
        """Return a sandbox, on a battle file or an empty table."""

    def rule(
        self,
        address: str = "",
        system: RuleSystem | None = None,
        house: House | None = None,
        take: Callable[[str, HouseValue], House] | None = None,
    ) -> Screen:
        """Return the rule book, open at an address. `take` sets a house rule of the next battle and returns all."""
