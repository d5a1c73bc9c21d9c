"""The page that writes a film: by mouse and keys, with its progress, into the player's folder; stopped, and refused."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest
from PIL import Image
from pygame import Surface
from pygame.event import Event

from game.battle.loader import open_battle
from game.demonstrations.film_look import FilmLook
from game.demonstrations.reel import Reel
from game.players.match import Match
from game.ui.film import screen as module
from game.ui.film.moving_picture import plan
from game.ui.film.screen import FilmPage
from game.ui.host.screen import Pop
from tests.support.battles import SCENARIOS
from tests.support.ui.page_driver import SIZES, faults, overlaps, read


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FilmPage:
    monkeypatch.setattr(module, "export_path", lambda folder, title, ending: tmp_path / f"{folder}{ending}")
    battle = open_battle(next(path for path in SCENARIOS if path.stem == "first_light"), seed=3).battle
    Match(battle, dict.fromkeys(battle.state.sides, "random"), 3).play(1)
    found = FilmPage("First Light", lambda: Reel(battle, None))
    found.look = FilmLook((320, 240))
    monkeypatch.setattr(module, "FILM_SIZES", ((320, 240), (400, 300)))
    found.draw(Surface((1280, 800)))
    return found


def press(page: FilmPage, key: int) -> object:
    return page.handle(Event(pygame.KEYDOWN, key=key, mod=0, unicode=""))


def to_the_end(page: FilmPage) -> list[float]:
    """Let it work until it rests; how far it had come each time."""
    shares = []
    while page.work:
        shares.append(page.work.share)
        page.draw(Surface((1280, 800)))
        page.tick(0.05)
    return shares


def test_a_page_is_written_at_once(page: FilmPage, tmp_path: Path) -> None:
    press(page, pygame.K_h)
    assert page.written == tmp_path / "films.html" and page.written.read_bytes().startswith(b"<!DOCTYPE html>")
    assert str(tmp_path)[:10] in " ".join(one.string for one in read(page, (1280, 800)))


@pytest.mark.parametrize(("key", "ending", "head"), [(pygame.K_w, ".webp", b"RIFF"), (pygame.K_g, ".gif", b"GIF89a")])
def test_a_moving_picture_is_written_while_its_progress_is_shown(
    page: FilmPage, tmp_path: Path, key: int, ending: str, head: bytes
) -> None:
    press(page, key)
    assert page.moving and page.work
    shares = to_the_end(page)
    assert shares == sorted(shares) and shares[-1] > 0
    assert page.trouble == "" and page.written == tmp_path / f"films{ending}"
    assert page.written.read_bytes().startswith(head)


def test_esc_stops_it_first(page: FilmPage, tmp_path: Path) -> None:
    press(page, pygame.K_w)
    assert press(page, pygame.K_ESCAPE) is None
    assert page.work is None and page.trouble and list(tmp_path.glob("films*")) == []
    assert isinstance(press(page, pygame.K_ESCAPE), Pop)


def test_a_folder_that_cannot_be_written_is_told(
    page: FilmPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    monkeypatch.setattr(module, "export_path", lambda folder, title, ending: tmp_path / "file" / "inside" / "film.html")
    press(page, pygame.K_h)
    assert page.written is None and page.trouble


@pytest.mark.parametrize("size", SIZES)
def test_words_and_buttons_have_room(page: FilmPage, size: tuple[int, int]) -> None:
    for key in (0, pygame.K_h, pygame.K_w):
        if key:
            press(page, key)
        assert faults(read(page, size), size) == []
        assert overlaps(list(page.focus.widgets), size) == []
    page.back()


def test_size_and_speed_are_chosen_on_the_page(page: FilmPage, tmp_path: Path) -> None:
    for name, frames in (("Size", (400, 300)), ("Speed", None)):
        field = next(one for one in page.focus.widgets if one.name == name)
        page.focus.focus(field, True)
        press(page, pygame.K_RIGHT)
        if frames:
            assert page.look.size == frames
    assert page.look.speed == 2.0
    press(page, pygame.K_g)
    assert page.work and page.work.exposures == plan(page.reel, page.look)
    to_the_end(page)
    assert page.written
    assert Image.open(page.written).size == (400, 300)
