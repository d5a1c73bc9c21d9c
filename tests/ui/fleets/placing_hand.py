"""A hand on the page on which fleets are placed: mouse, keys, and what it shows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pygame
from pygame import Surface
from pygame.event import Event

from game.battle.loader import Opened
from game.board.geometry import Point
from game.core.orders import Id
from game.fleets.muster import Muster
from game.fleets.placing import Placing, ShipStart
from game.systems import SYSTEMS
from game.ui.fleets.placing import PlacingScreen
from game.ui.host.screen import Answer, Pop
from game.ui.toolkit.widgets import Widget


class PlacingHand:
    """Two fleets of three ships each, unless others are given: design -> number for each seat."""

    def __init__(
        self,
        key: str = "full-thrust",
        size: tuple[int, int] = (1280, 800),
        fleets: tuple[Mapping[str, int], ...] = (),
        **state: object,
    ) -> None:
        pygame.display.init()
        self.muster = Muster(SYSTEMS[key])
        for seat in (0, 1):
            for design, count in fleets[seat].items() if fleets else ():
                self.muster.add(seat, design, count)
            while not fleets and len(self.muster.fleet(seat).ships) < 3:
                self.muster.add(seat, self._dearest(seat))
        if "table" in state:
            self.muster.set_table("Table", state.pop("table"))  # type: ignore[arg-type]
        players = state.pop("players", ())
        self.muster.set_fields("set up", **state)
        for seat, player in enumerate(players):  # type: ignore[arg-type, var-annotated]
            self.muster.set_roster(seat, "player", player=player)
        self.begun: list[Opened] = []
        self.window = Surface(size)
        self.page = PlacingScreen(Placing(self.muster), self._begin)
        self.draw()

    def _dearest(self, seat: int) -> str:
        """Return a design that leaves enough for others."""
        fleet = self.muster.fleet(seat)
        fits, _ = self.muster.offers(seat, lambda one: one.fleet == fleet.of and not fleet.count(one.key))
        return fits[len(fits) // 2].key

    def _begin(self, opened: Opened) -> Answer:
        self.begun.append(opened)
        return Pop("begun")

    @property
    def placing(self) -> Placing:
        return self.page.placing

    @property
    def hand(self) -> Id:
        return self.placing.hand

    @property
    def spots(self) -> Mapping[Id, ShipStart]:
        return self.placing.state.spots

    def draw(self) -> None:
        self.page.draw(self.window)

    def give(self, kind: int, **fields: Any) -> Answer:
        answer = self.page.handle(Event(kind, **fields))
        self.draw()
        return answer

    def key(self, *keys: int, mod: int = 0) -> Answer:
        answer: Answer = None
        for one in keys:
            answer = self.give(pygame.KEYDOWN, key=one, mod=mod, unicode="")
            self.give(pygame.KEYUP, key=one, mod=mod)
        return answer

    def type(self, words: str) -> None:
        for letter in words:
            self.give(pygame.KEYDOWN, key=ord(letter.lower()), mod=0, unicode=letter)
            self.give(pygame.TEXTINPUT, text=letter)

    def named(self, name: str) -> Widget:
        found = [one for one in self.page.focus.widgets if one.name == name]
        assert found, f"{name} among {[one.name for one in self.page.focus.widgets]}"
        return found[0]

    def at(self, place: Point) -> tuple[int, int]:
        """Return a place on the plane of the board in pixels."""
        x, y = self.page.board.view.camera.xy(place)
        return round(x), round(y)

    def down(self, pos: tuple[int, int], button: int = 1) -> None:
        self.give(pygame.MOUSEBUTTONDOWN, pos=pos, button=button)

    def move(self, pos: tuple[int, int], button: int = 1) -> None:
        buttons = (int(button == 1), 0, int(button == 3))
        self.give(pygame.MOUSEMOTION, pos=pos, rel=(1, 1), buttons=buttons, touch=False)

    def up(self, pos: tuple[int, int], button: int = 1) -> None:
        self.give(pygame.MOUSEBUTTONUP, pos=pos, button=button)

    def drag(self, start: tuple[int, int], end: tuple[int, int], button: int = 1) -> None:
        self.down(start, button)
        self.move((start[0] + 9, start[1]), button)
        self.move(end, button)
        self.up(end, button)

    def press(self, name: str) -> Answer:
        """Click a widget, scrolled to first as by Tab."""
        widget = self.named(name)
        for pane in self.page.panes:
            pane.show(widget)
        assert self.window.get_rect().contains(widget.rect), name
        self.down(widget.rect.center)
        return self.give(pygame.MOUSEBUTTONUP, pos=widget.rect.center, button=1)

    def middle(self, seat: int) -> Point:
        """Return a place in the middle of a zone, as the board has it."""
        x, y, wide, high = self.placing.zones.rect(seat)
        return self.placing.rounded(self.placing.board.nearest((x + wide / 2, y + high / 2)))

    def hold_alone(self) -> None:
        """Hold the button of the curtain until it opens."""
        self.give(pygame.KEYDOWN, key=pygame.K_SPACE, mod=0, unicode=" ")
        for _ in range(20):
            if self.page.moving:
                self.page.tick(0.1)
        self.give(pygame.KEYUP, key=pygame.K_SPACE, mod=0)
