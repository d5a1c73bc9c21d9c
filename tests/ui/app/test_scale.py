"""How large everything is drawn: after the display where nobody chose a scale, and the window says where it holds one
down."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest
from pygame import Surface
from pygame.event import Event

from game.formats.user_folders import Settings
from game.ui.app.program import Program, Window
from game.ui.app.window import first_size
from game.ui.host import preferences as host_preferences
from game.ui.host.preferences import preferences, usual
from game.ui.pages.settings_page import SettingsPage
from game.ui.render.theme import theme

PLUS, MINUS, NOUGHT = pygame.K_PLUS, pygame.K_MINUS, pygame.K_0


@pytest.fixture
def unchosen(as_it_comes: None) -> Iterator[None]:
    """Nobody has chosen a scale; the window of the tests is put back."""
    preferences.settings = preferences.settings.model_copy(update={"scale": None})
    yield
    preferences.settings, theme.scale = Settings(), 1.0
    pygame.display.set_mode((64, 64))


def opened(folder: Path, size: tuple[int, int]) -> Window:
    """Return the program's window at a size, drawn once."""
    pygame.display.set_mode(size, pygame.RESIZABLE)
    program = Program(folder=folder)
    window = Window(program, program.menu())
    preferences.hold(size)
    window.draw(Surface(size))
    return window


def strike(window: Window, key: int) -> None:
    window.give(Event(pygame.KEYDOWN, key=key, mod=pygame.KMOD_LCTRL, unicode=""))


@pytest.mark.parametrize("size, scale", (
    ((1280, 800), 1.0), ((1920, 1080), 1.0), ((1920, 1200), 1.0), ((2560, 1440), 1.25), ((3440, 1440), 1.25),
    ((3840, 2160), 2.0), ((5120, 2880), 2.5), ((7680, 4320), 3.0),
))  # fmt: skip
def test_a_window_as_large_as_the_display_is_drawn_in_its_scale(
    unchosen: None, size: tuple[int, int], scale: float
) -> None:
    preferences.hold(size)
    assert theme.scale == preferences.scale == scale and not preferences.held


def test_the_scale_follows_the_display_as_far_as_the_window_keeps_a_usual_page(monkeypatch: pytest.MonkeyPatch) -> None:
    large = 3840, 2160
    assert first_size(large) == (3072, 1728) and usual(first_size(large), large) == 2.0
    assert first_size((0, 0)) == (1280, 800)
    assert usual((1920, 1080), large) == 1.25 and usual((1280, 800), large) == 1.0, "never cramped by itself"
    monkeypatch.setattr(host_preferences, "desktop", lambda: large)
    assert usual((2560, 1600)) == 2.0


@pytest.mark.parametrize("display", [(1024, 600), (1280, 720), (1280, 800), (1366, 768), (1920, 1080), (3440, 1440)])
def test_the_first_window_fits_the_display_with_its_frame_and_takes_most_of_a_large_one(
    display: tuple[int, int],
) -> None:
    size = first_size(display)
    assert size[0] <= display[0] - 16 and size[1] <= display[1] - 72
    for own, whole, usual_size in zip(size, display, (1280, 800)):
        assert own >= min(usual_size, whole - 72) and own >= 0.7 * whole


def test_a_chosen_scale_stands_whatever_the_display_until_it_is_given_back(unchosen: None, tmp_path: Path) -> None:
    window = opened(tmp_path, (3840, 2160))
    strike(window, MINUS)
    assert preferences.settings.scale == theme.scale == 1.75 and window.note == "Size 175 %."
    strike(window, NOUGHT)
    assert preferences.settings.scale is None and theme.scale == 2.0 and window.note == "Size 200 %, after the display."


def test_where_the_window_holds_the_scale_down_it_says_so(unchosen: None, tmp_path: Path) -> None:
    window = opened(tmp_path, (1280, 800))
    for _ in range(4):
        strike(window, PLUS)
    assert theme.scale == pytest.approx(1.6) and "room for 160 % only" in window.note
    window.give(Event(pygame.KEYDOWN, key=pygame.K_LEFT, mod=0, unicode=""))
    assert not window.note, "until the next thing is done"
    page = SettingsPage()
    page.draw(Surface((1280, 800)))
    assert any("room for 160 % only" in getattr(widget, "about", "") for widget in page.focus.widgets)


def test_a_window_made_too_small_for_the_scale_says_so(unchosen: None, tmp_path: Path) -> None:
    window = opened(tmp_path, (1920, 1080))
    preferences.change(scale=2.0)
    preferences.hold((1920, 1080))
    assert theme.scale == 2.0 and not window.note
    pygame.display.set_mode((1280, 800), pygame.RESIZABLE)
    window.give(Event(pygame.VIDEORESIZE, size=(1280, 800), w=1280, h=800))
    assert theme.scale == pytest.approx(1.6) and "200 % wants a larger one" in window.note
    with_note, without = Surface((1280, 800)), Surface((1280, 800))
    window.draw(with_note)
    window.note = ""
    window.draw(without)
    strip = (400, 0, 480, 60)
    assert pygame.image.tobytes(with_note.subsurface(strip), "RGB") != pygame.image.tobytes(
        without.subsurface(strip), "RGB"
    )
