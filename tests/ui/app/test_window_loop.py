"""The loop of the window: what came to rest is drawn, though nothing moves any more; a key is pressed as often as it
was, and the letter that calls up a field is not typed into it."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest
from pygame import Surface
from pygame.event import Event

from game.ui.app import window as window_module
from game.ui.app.window import SMALLEST, App, Pressed, hold_open, window_icon
from game.ui.host.screen import Answer, Leave, Pop, Push, Reset
from tests.support.ui.battle_driver import Seated


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


def test_what_comes_after_a_screen_that_failed_in_a_part_of_the_window_is_drawn_whole() -> None:
    """The page of the report lay in the rectangle of the board that had failed."""

    class Failing(Film):
        def draw(self, dst: Surface) -> None:
            dst.set_clip(pygame.Rect(20, 20, 10, 10))
            raise KeyError("rookery.HGRb")

    class Report(Film):
        def draw(self, dst: Surface) -> None:
            dst.fill("white")

    dst, app = Surface((64, 64)), App(Failing())
    with pytest.raises(KeyError):
        app.draw(dst)
    app.stack.append(Report())
    app.draw(dst)
    assert dst.get_at((0, 0)) == dst.get_at((63, 63)) == pygame.Color("white")


def test_a_screen_that_is_left_for_another_does_not_stay_in_memory() -> None:
    class Held(Film):
        """A screen that holds itself, as every screen does whose buttons call it."""

        def __init__(self) -> None:
            super().__init__()
            self.on_press = self.draw

    app = App(Held())
    left = weakref.ref(app.top)
    app.take(Reset(Film()))
    assert left() is None


DOWN, UP = pygame.KEYDOWN, pygame.KEYUP


def meant(keys: Pressed, *events: tuple[int, int]) -> list[tuple[int, int]]:
    made = [Event(kind, key=key) for kind, key in events]
    return [(event.type, event.key) for event in keys.meant(made)]


def test_a_key_let_go_during_a_long_frame_was_pressed_once() -> None:
    for key in (pygame.K_RETURN, pygame.K_UP):
        keys = Pressed(lambda key: True)
        assert meant(keys, (DOWN, key)) == [(DOWN, key)]
        assert meant(keys, *[(DOWN, key)] * 12, (UP, key)) == [(UP, key)], "the clock's repetitions were never meant"
        assert meant(keys, (DOWN, key), (UP, key), (DOWN, key)) == [(DOWN, key), (UP, key), (DOWN, key)], (
            "two quick presses"
        )


def test_a_repetition_that_comes_after_the_release_is_no_press() -> None:
    keys, key = Pressed(lambda key: False), pygame.K_RETURN
    assert meant(keys, (DOWN, key), (UP, key), (DOWN, key)) == [(DOWN, key), (UP, key)], "in one frame"
    assert meant(keys, (DOWN, key)) == [], "in the next frame"
    assert meant(keys, (DOWN, key), (UP, key)) == [(DOWN, key), (UP, key)], "a press, which is released in its turn"


def test_a_key_that_is_held_goes_on_only_where_that_is_its_work() -> None:
    keys = Pressed()
    assert meant(keys, (DOWN, pygame.K_RETURN), (DOWN, pygame.K_UP)) == [(DOWN, pygame.K_RETURN), (DOWN, pygame.K_UP)]
    assert meant(keys, *[(DOWN, pygame.K_RETURN), (DOWN, pygame.K_UP)] * 5) == [(DOWN, pygame.K_UP)], "once a frame"


def test_the_window_hears_a_held_key_once() -> None:
    class Heard(Film):
        def handle(self, event: Event) -> Answer:
            if event.type == DOWN:
                heard.append(event.key)
            return Leave() if event.type == pygame.USEREVENT else None

    heard = list[int]()
    pygame.display.init()
    pygame.event.clear()
    for _ in range(3):
        pygame.event.post(Event(DOWN, key=pygame.K_RETURN, mod=0, unicode=""))
    pygame.event.post(Event(pygame.USEREVENT))
    App(Heard()).run((64, 64))
    assert heard == [pygame.K_RETURN]


def test_a_window_is_never_smaller_than_what_fits_in_it() -> None:
    pygame.display.init()
    for size, held in (((300, 200), SMALLEST), ((1000, 300), (1000, SMALLEST[1])), ((1280, 800), (1280, 800))):
        pygame.display.set_mode(size, pygame.RESIZABLE)
        hold_open(size)
        assert pygame.display.get_window_size() == held


@pytest.mark.parametrize("maximised", [False, True])
def test_after_the_full_screen_the_window_is_as_before(maximised: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """SDL brings a window back where and as large as it was; that it was maximised it forgets."""
    pygame.display.set_mode((1280, 800), pygame.RESIZABLE)
    done: list[str] = []

    class Frame:
        def set_fullscreen(self, desktop: bool) -> None:
            done.append("full" if desktop else "")

        def set_windowed(self) -> None:
            done.append("window")

        def maximize(self) -> None:
            done.append("maximise")

    monkeypatch.setattr(window_module, "own_window", Frame)
    monkeypatch.setattr(pygame.display, "is_fullscreen", lambda: done[-1:] == ["full"])
    app = App(Film())
    if maximised:
        app.give(Event(pygame.WINDOWMAXIMIZED))
    for _ in range(2):
        assert app.shared_key(Event(pygame.KEYDOWN, key=pygame.K_F11, mod=0, unicode=""))
        app.give(Event(pygame.WINDOWRESTORED if done[-1] == "full" else pygame.NOEVENT))
    assert done == ["full", "window"] + ["maximise"] * maximised and app.maximised == maximised


def test_the_window_has_an_icon_of_its_own() -> None:
    icon = window_icon()
    assert icon.get_size() == (64, 64) and icon.get_at((0, 0)).a == 0
    assert len({tuple(icon.get_at((x, y))) for x in range(64) for y in range(64)}) > 20


def test_a_screen_that_comes_to_the_top_is_told_where_the_pointer_is() -> None:
    class Over(Film):
        def __init__(self, name: str) -> None:
            super().__init__()
            self.name, self.ticks = name, 3  # it does not move

        def draw(self, dst: Surface) -> None:
            heard.append(f"{self.name} is drawn")

        def handle(self, event: Event) -> Answer:
            if event.type == pygame.MOUSEMOTION:
                heard.append(f"{self.name} hears of the pointer")
                if heard.count(heard[-1]) == 2:
                    return Leave()
                return Push(Over("above")) if self.name == "below" else Pop()
            return None

    heard = list[str]()
    pygame.display.init()
    pygame.event.clear()
    App(Over("below")).run((64, 64))
    told = [line for line in heard if "hears" in line]
    assert told == ["below hears of the pointer", "above hears of the pointer", "below hears of the pointer"]
    assert heard.index("above is drawn") < heard.index("above hears of the pointer"), (
        "what has no layout yet has no place for it"
    )


def test_the_letter_that_calls_up_a_field_is_not_typed_into_it(tmp_path: Path) -> None:
    seated = Seated(tmp_path)
    app = App(seated.screen)

    def strike(letter: str, texts: int = 1) -> None:
        code = pygame.key.key_code(letter.lower())
        app.give(Event(DOWN, key=code, mod=0, unicode=letter))
        for _ in range(texts):
            app.give(Event(pygame.TEXTINPUT, text=letter))
        app.give(Event(UP, key=code, mod=0))
        seated.look()

    strike("o", texts=3)  # held a little long
    for letter in "S1":
        strike(letter)
    assert seated.screen.field.value == "S1"
    app.give(Event(DOWN, key=pygame.K_ESCAPE, mod=0, unicode=""))
    for letter in "/o":
        strike(letter)
    assert seated.screen.bottom_panel.log.search.value == "o", (
        "a letter that is meant is typed, whatever it stands for elsewhere"
    )


def test_what_lies_ahead_is_done_while_nobody_does_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    heard: list[list[str]] = []

    class Listening(Film):
        """A screen at rest that closes the window at the second key."""

        moving = False

        def handle(self, event: Event) -> Answer:
            if event.type == DOWN:
                heard.append([*done])
            return Leave() if len(heard) > 1 else None

    def ahead() -> Iterator[str]:
        for name in ("one", "two"):
            done.append(name)
            if name == "two":
                pygame.event.post(Event(DOWN, key=pygame.K_b, mod=0, unicode="b"))
            yield name

    pygame.display.init()
    pygame.event.clear()
    gc.disable()
    app = App(Listening())
    app.ahead = ahead()
    pygame.event.post(Event(DOWN, key=pygame.K_a, mod=0, unicode="a"))
    app.run((1280, 800))
    assert gc.isenabled()
    assert heard == [[], ["one", "two"]], "a key comes before it"


def test_a_plot_in_hand_is_sealed_as_the_window_is_closed(tmp_path: Path) -> None:
    seat = Seated(tmp_path)
    seat.screen.commands.choose("lancet")
    seat.look()
    seat.key("UP", "UP")
    assert seat.screen.model.lifted == "lancet" and not seat.orders
    app = App(seat.screen)
    app.give(Event(pygame.QUIT))
    assert not app.stack and seat.orders == ["lancet: +2"]
