"""Pictures of the program's own screens in the rule book: drawn by the program, after the first frame of a page, and
with nothing of the player's."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest
from pygame import Surface
from pygame.event import Event

from game.demonstrations.catalogue import of_page
from game.formats.user_folders import HOME, Settings
from game.rulebook.book import RuleBookError, read, rulebook
from game.ui.app.program import Program
from game.ui.app.screen_pictures import NAMES, screen_of
from game.ui.host import pictures
from game.ui.host.preferences import preferences
from game.ui.host.screen import Pop, Push, Screen
from game.ui.render.theme import theme
from game.ui.rulebook.page import RulePage
from game.ui.rulebook.screen_figure import ScreenPlate, WholePicture
from tests.support.narrowing import narrow
from tests.support.ui.page_driver import SIZES, faults, plain
from tests.support.ui.page_driver import read as written

ABOUT = [page for page in rulebook().values() if page.group == "table"]
WITHOUT = {"table/credits", "table/glossary"}  # lists
SCREENS = {page.screen: page.address for page in rulebook().values() if page.screen}
USUAL, LARGE = SIZES[:2]


@pytest.fixture(autouse=True)
def nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A player without any file, and no picture drawn before."""
    monkeypatch.setattr(pictures, "_kept", {})
    monkeypatch.setenv(HOME, str(tmp_path / "home"))
    with plain():
        yield tmp_path / "home"


def book(address: str) -> RulePage:
    return narrow(Program().rule(address), RulePage)


def plate(page: RulePage | WholePicture) -> ScreenPlate:
    return next(widget for widget in page.focus.widgets if isinstance(widget, ScreenPlate))


def colours(window: Surface, page: RulePage | WholePicture) -> int:
    """Return how many colours there are in the picture of a page."""
    pixels = pygame.surfarray.array3d(window.subsurface(plate(page).rect.inflate(-4, -4))).reshape(-1, 3)
    return len({tuple(one) for one in pixels[::7].tolist()})


def test_every_page_about_the_program_has_a_figure() -> None:
    bare = {page.address for page in ABOUT if not (page.screen or page.drawn or of_page(page))}
    assert bare == WITHOUT


def test_every_screen_is_shown_by_a_page_and_every_page_names_one_there_is() -> None:
    assert SCREENS.keys() == NAMES


@pytest.mark.parametrize("name", sorted(NAMES))
def test_a_screen_is_drawn_in_its_page_and_in_the_whole_window(name: str, nobody: Path) -> None:
    before = preferences.settings, theme.scale, theme.seated, theme.backdrop, os.environ[HOME]
    page, window = book(SCREENS[name]), Surface(USUAL)
    page.draw(window)
    assert page.moving and colours(window, page) < 60, "the first frame waits for nothing"
    page.tick(0.1)
    page.draw(window)
    assert not page.moving and colours(window, page) > 150
    whole = narrow(
        narrow(page.handle(Event(pygame.KEYDOWN, key=pygame.K_f, mod=0, unicode="f")), Push).screen, WholePicture
    )
    large = Surface(LARGE)
    whole.draw(large)
    whole.tick(0.1)
    whole.draw(large)
    assert not whole.moving and colours(large, whole) > 150
    assert isinstance(whole.handle(Event(pygame.KEYDOWN, key=pygame.K_ESCAPE, mod=0, unicode="")), Pop)
    assert not nobody.exists(), "the player's files are neither read nor written"
    assert before == (preferences.settings, theme.scale, theme.seated, theme.backdrop, os.environ[HOME])


def test_a_picture_is_made_once_for_its_size_and_palette(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def counted(name: str) -> Screen:
        asked.append(name)
        return screen_of(name, Program)

    window = Surface(USUAL)
    for _ in range(2):
        page = RulePage("table/keys", screen=counted)
        page.draw(window)
        page.tick(0.1)
    assert len(asked) <= 1
    page.draw(Surface(LARGE))
    page.tick(0.1)
    assert page.moving is False and asked[-1:] == ["keys"]


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_words_keep_apart_about_a_picture(size: tuple[int, int]) -> None:
    for address in ("table/menu", "table/phases", "table/log"):
        page = book(address)
        assert faults(written(page, size), size) == [], address
        frame = plate(page).rect
        assert frame.h == pictures.high(frame.w) and frame.w <= size[0]


def test_without_a_folder_for_a_while_the_frame_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(name: str, wide: int, make: object) -> None:
        raise OSError("no space left on device")

    monkeypatch.setattr(pictures, "draw_now", full)
    monkeypatch.setattr(pictures, "kept_picture", lambda name, wide: None)
    page = book("table/menu")
    page.draw(Surface(USUAL))
    page.tick(0.1)
    said = {one.string for one in written(page, USUAL)}
    assert "this screen cannot be drawn now" in said and not page.moving


def test_settings_changed_by_a_picture_are_put_back() -> None:
    preferences.keeps, kept = True, preferences.settings
    with preferences.instead(Settings(scale=2.0)):
        preferences.change(speed=2.0)
        preferences.note(scenario="full-thrust/first_light")
        preferences.hold(LARGE)
    assert preferences.settings is kept and preferences.keeps and theme.scale == 1.0


def test_the_name_of_a_screen_is_a_word(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("b:\n  title: B\n  text: C\n  screen: [menu]\n", encoding="utf-8")
    with pytest.raises(RuleBookError, match="screen must be the name of a screen"):
        read(tmp_path)


def test_a_page_opens_with_its_screen_and_its_demonstrations_follow() -> None:
    page = book("table/phases")
    page.draw(Surface(LARGE))
    assert page.figure.stage is None and plate(page).picture.name == "battle-phases"
    page.handle(Event(pygame.KEYDOWN, key=pygame.K_n, mod=0, unicode="n"))
    page.draw(Surface(LARGE))
    assert page.figure.stage and page.figure.index == 0
    assert not any(isinstance(widget, ScreenPlate) for widget in page.focus.widgets)
    back = next(widget for widget in page.focus.widgets if widget.name == "screen")
    page.handle(Event(pygame.MOUSEBUTTONDOWN, pos=back.rect.center, button=1))
    page.handle(Event(pygame.MOUSEBUTTONUP, pos=back.rect.center, button=1))
    page.draw(Surface(LARGE))
    assert page.figure.stage is None and plate(page)
