"""The loop of the window: what came to rest is drawn, though nothing moves any more."""

from __future__ import annotations

import pygame
from pygame import Surface
from pygame.event import Event

from game.ui.app import Answer, App, Leave


class Film:
    """A screen that moves for three ticks; the first event after that closes the window."""

    def __init__(self) -> None:
        self.ticks, self.drawn = 0, list[int]()

    @property
    def moving(self) -> bool:
        return self.ticks < 3

    def draw(self, dst: Surface) -> None:
        self.drawn.append(self.ticks)
        if self.ticks == 3:
            pygame.event.post(Event(pygame.QUIT))

    def handle(self, event: Event) -> Answer:
        return Leave() if event.type == pygame.USEREVENT else None

    def tick(self, seconds: float) -> Answer:
        self.ticks += 1
        if self.ticks == 3:
            pygame.time.set_timer(Event(pygame.USEREVENT), 2000, 1)
        return None

    def rule_under(self, at: tuple[int, int]) -> str:
        return ""


def test_the_last_tick_is_drawn_without_waiting_for_an_event() -> None:
    pygame.display.init()
    pygame.event.clear()
    film = Film()
    try:
        App(film).run((64, 64))
    finally:
        pygame.time.set_timer(pygame.USEREVENT, 0)
    assert film.drawn[-1] == 3
