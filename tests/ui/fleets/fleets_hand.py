"""A hand on mouse and keys of the page of two fleets."""

from __future__ import annotations

from typing import Any

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.fleets.muster import Muster
from game.systems import SYSTEMS
from game.ui.fleets.buying.page import FleetsPage
from game.ui.host.preferences import preferences
from game.ui.host.screen import Push
from game.ui.toolkit.page import Page
from game.ui.toolkit.text_field import TextField
from game.ui.toolkit.widgets import Widget
from tests.support.ui.page_driver import SIZES


class FleetsHand:
    """A hand on the page's mouse and keys. `pages` are those that it has opened."""

    def __init__(self, system: str = "full-thrust", size: tuple[int, int] = SIZES[0]) -> None:
        pygame.display.init()
        preferences.hold(size)
        self.window = Surface(size)
        self.begun: list[object] = []
        self.page: Page = FleetsPage(Muster(SYSTEMS[system]), self._begin)
        self.muster = self.fleets.muster
        self.page.draw(self.window)

    def _begin(self, opened: object) -> None:
        self.begun.append(opened)

    @property
    def fleets(self) -> FleetsPage:
        assert isinstance(self.page, FleetsPage)
        return self.page

    def named(self, name: str) -> Widget:
        found = [one for one in self.page.focus.widgets if one.name == name]
        assert found, f"{name} among {[one.name for one in self.page.focus.widgets]}"
        return found[0]

    def shown(self, name: str) -> Rect:
        widget = self.named(name)
        for pane in self.page.panes:
            pane.show(widget)
        assert self.window.get_rect().contains(widget.rect), name
        return widget.rect

    def send(self, kind: int, **values: Any) -> object:
        answer = self.page.handle(Event(kind, **values))
        if isinstance(answer, Push) and isinstance(answer.screen, Page):
            self.page, self.under = answer.screen, self.page
        self.page.draw(self.window)
        return answer

    def click(self, at: tuple[int, int]) -> object:
        self.send(pygame.MOUSEBUTTONDOWN, pos=at, button=1)
        return self.send(pygame.MOUSEBUTTONUP, pos=at, button=1)

    def press(self, name: str) -> object:
        return self.click(self.shown(name).center)

    def drag(self, name: str, to: tuple[int, int]) -> None:
        start = self.shown(name).center
        self.send(pygame.MOUSEBUTTONDOWN, pos=start, button=1)
        for share in (0.2, 0.6, 1.0):
            at = tuple(round(a + (b - a) * share) for a, b in zip(start, to))
            self.send(pygame.MOUSEMOTION, pos=at, rel=(1, 1), buttons=(1, 0, 0))
        self.send(pygame.MOUSEBUTTONUP, pos=to, button=1)

    def key(self, key: int, letter: str = "", mod: int = 0) -> object:
        answer = self.send(pygame.KEYDOWN, key=key, mod=mod, unicode=letter)
        if letter and isinstance(self.page.focus.at, TextField):
            self.send(pygame.TEXTINPUT, text=letter)
        return answer

    def type(self, words: str) -> None:
        for letter in words:
            self.key(0, letter)

    def leave(self) -> None:
        """Close the page on top."""
        self.page = self.under
        self.fleets.uncovered()
        self.page.draw(self.window)

    def bought(self, seat: int = 0) -> dict[str, int]:
        fleet = self.muster.fleet(seat)
        return {key: fleet.count(key) for key in fleet.designs}
