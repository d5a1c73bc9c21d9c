"""The page that writes a film: it plays, is cut to some turns, by mouse and keys, with its progress, into the player's
folder; stopped, and refused."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import pygame
import pytest
from PIL import Image
from pygame import Surface
from pygame.event import Event

from game.battle.loader import open_battle
from game.demonstrations.film_look import FilmLook
from game.demonstrations.reel import Reel
from game.formats import user_folders
from game.formats.atomic_file import CannotSave
from game.players.match import Match
from game.systems import SYSTEMS
from game.ui.app.program import Program
from game.ui.film import developing
from game.ui.film import screen as module
from game.ui.film.moving_picture import Exposure, plan
from game.ui.film.preview import FilmBar
from game.ui.film.screen import KINDS, FilmPage
from game.ui.host.desktop import open_folder
from game.ui.host.screen import Pop
from game.ui.pages import writing_page
from game.ui.toolkit import text_field
from game.ui.toolkit.widgets import Button
from tests.support.battles import SCENARIOS
from tests.support.narrowing import narrow
from tests.support.ui.page_driver import SIZES, faults, overlaps, read

WINDOW = (1280, 800)


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FilmPage:
    monkeypatch.setattr(writing_page, "export_path", lambda folder, title, ending: tmp_path / f"{folder}{ending}")
    battle = open_battle(next(path for path in SCENARIOS if path.stem == "first_light"), seed=3).battle
    Match(battle, dict.fromkeys(battle.state.sides, "random"), 3).play(2)
    monkeypatch.setattr(module, "FILM_SIZES", ((320, 240), (400, 300)))
    monkeypatch.setattr(module, "USUAL", FilmLook((320, 240)))
    seats = [(key, partial(Reel, battle, key)) for key in battle.state.sides]
    found = FilmPage("First Light", [("all", lambda: Reel(battle, None)), *seats])
    found.draw(Surface(WINDOW))
    return found


def press(page: FilmPage, *keys: int) -> object:
    found = None
    for key in keys:
        found = page.handle(Event(pygame.KEYDOWN, key=key, mod=0, unicode=""))
        page.fresh()
    return found


def to_the_end(page: FilmPage) -> list[float]:
    """Let it work until it rests; how far it had come each time."""
    shares = []
    while page.work:
        shares.append(page.work.share)
        page.draw(Surface(WINDOW))
        page.tick(0.05)
    page.fresh()
    return shares


def test_a_page_is_written_at_once(page: FilmPage, tmp_path: Path) -> None:
    press(page, pygame.K_h, pygame.K_RETURN)
    assert page.written == tmp_path / "films.html" and page.written.read_bytes().startswith(b"<!DOCTYPE html>")
    assert "films.html" in " ".join(one.string for one in read(page, WINDOW))


@pytest.mark.parametrize(("key", "ending", "head"), [(pygame.K_w, ".webp", b"RIFF"), (pygame.K_g, ".gif", b"GIF89a")])
def test_a_moving_picture_is_written_while_its_progress_is_shown(
    page: FilmPage, tmp_path: Path, key: int, ending: str, head: bytes
) -> None:
    press(page, key, pygame.K_RETURN)
    assert page.moving and page.work
    assert "pictures" in " ".join(one.string for one in read(page, WINDOW))
    shares = to_the_end(page)
    assert shares == sorted(shares) and shares[-1] > 0
    assert page.trouble == "" and page.written == tmp_path / f"films{ending}"
    assert page.written.read_bytes().startswith(head)


def test_still_pictures_are_one_a_turn(page: FilmPage, tmp_path: Path) -> None:
    press(page, pygame.K_p, pygame.K_RETURN)
    to_the_end(page)
    turns = len({step.turn for step in page.reel.steps})
    assert sorted(one.name for one in tmp_path.glob("films*")) == [f"films-turn-{n + 1}.png" for n in range(turns)]
    assert turns == 2 and f"{turns} files" in " ".join(one.string for one in read(page, WINDOW))
    assert page.written and Image.open(page.written).size == page.look.size


def test_enter_makes_the_film_after_a_click_on_a_choice(page: FilmPage) -> None:
    (gif,) = (one for one in page.focus.widgets if isinstance(one, Button) and one.key == pygame.K_g)
    for kind in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        page.handle(Event(kind, pos=gif.rect.center, button=1, rel=(0, 0), buttons=(0, 0, 0)))
    assert page.focus.at is not None and page.work is None
    press(page, pygame.K_RETURN)
    assert page.work is not None
    press(page, pygame.K_ESCAPE)


def test_esc_stops_it_first(page: FilmPage, tmp_path: Path) -> None:
    for key in (pygame.K_w, pygame.K_p):
        press(page, key, pygame.K_RETURN)
        assert press(page, pygame.K_ESCAPE) is None
        assert page.work is None and page.trouble and list(tmp_path.glob("films*")) == []
    assert isinstance(press(page, pygame.K_ESCAPE), Pop)


def test_a_folder_that_cannot_be_written_is_told(
    page: FilmPage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    monkeypatch.setattr(
        writing_page, "export_path", lambda folder, title, ending: tmp_path / "file" / "inside" / "film.html"
    )
    press(page, pygame.K_h, pygame.K_RETURN)
    assert page.written is None and page.trouble


def test_the_film_plays_and_its_frames_are_those_of_the_file(page: FilmPage) -> None:
    show = page.show
    assert show.exposures == plan(page.reel, page.look) and show.picture().get_size() == page.look.size
    press(page, pygame.K_SPACE)
    assert page.moving
    page.draw(Surface(WINDOW))
    page.tick(0.5)
    assert show.now == 500.0
    press(page, pygame.K_SPACE)
    page.tick(0.5)
    assert show.now == 500.0 and not page.moving
    press(page, pygame.K_SPACE)
    page.tick(1e6)
    assert not page.moving and show.step == len(page.reel.steps) - 1
    press(page, pygame.K_SPACE)
    assert page.moving and show.now == 0.0  # again from the beginning


def test_both_ends_are_set_by_keys(page: FilmPage) -> None:
    press(page, pygame.K_RIGHT, pygame.K_i, pygame.K_RIGHT, pygame.K_o)
    assert (page.show.first, page.show.last) == (1, 2)
    assert [step.view for step in page.part.steps] == [step.view for step in page.reel.steps[1:3]]
    assert [step.index for step in page.part.steps] == [0, 1]
    press(page, pygame.K_g, pygame.K_RETURN)
    assert page.work and page.work.exposures == plan(page.part, page.look)
    to_the_end(page)
    assert page.written
    press(page, pygame.K_SPACE)
    page.tick(1e6)
    assert page.show.step == 2


def test_both_ends_are_dragged(page: FilmPage) -> None:
    bar = next(one for one in page.focus.widgets if isinstance(one, FilmBar))
    show, y, last = page.show, bar.rect.centery, len(page.reel.steps) - 1
    for start, end in ((0.0, show.ends(0) + 10), (show.long, show.ends(last - 1) - 10)):
        for kind, when in ((pygame.MOUSEBUTTONDOWN, start), (pygame.MOUSEMOTION, end), (pygame.MOUSEBUTTONUP, end)):
            bar.handle(Event(kind, button=1, pos=(round(bar.x_of(when)), y), buttons=(1, 0, 0), rel=(0, 0)))
    assert (show.first, show.last) == (1, last - 1)
    middle = round(bar.x_of(show.begins(2) + 20))
    bar.handle(Event(pygame.MOUSEBUTTONDOWN, button=1, pos=(middle, y)))
    bar.handle(Event(pygame.MOUSEBUTTONUP, button=1, pos=(middle, y)))
    assert show.step == 2 and (show.first, show.last) == (1, last - 1)


def test_ends_never_cross(page: FilmPage) -> None:
    last = len(page.reel.steps) - 1
    for first, end in ((3, 1), (-4, 99), (99, 0)):
        page.show.cut(first, page.show.last)
        page.show.cut(page.show.first, end)
        assert 0 <= page.show.first <= page.show.last <= last


def test_a_seat_sees_its_own_film(page: FilmPage) -> None:
    field = next(one for one in page.focus.widgets if one.name == "Seen by")
    page.focus.focus(field, True)
    press(page, pygame.K_RIGHT)
    assert page.reel.side == page.eyes[1][0] and page.part.side == page.reel.side


def test_captions_and_dice_are_left_out(page: FilmPage) -> None:
    page.show.leaf(2)
    whole = page.show.picture().copy()
    for name in ("captions", "dice"):
        next(one for one in page.focus.widgets if one.name == name).press()
        page.fresh()
    assert (page.look.captions, page.look.dice) == (False, False)
    plain = page.show.picture()
    assert plain.get_size() == whole.get_size()
    assert pygame.image.tobytes(plain, "RGB") != pygame.image.tobytes(whole, "RGB")


def test_the_name_of_the_file_is_typed(page: FilmPage, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(writing_page, "export_path", lambda folder, title, ending: tmp_path / f"{title}{ending}")
    field = next(one for one in page.focus.widgets if one.name == "file")
    page.focus.focus(field, True)
    page.handle(Event(pygame.TEXTINPUT, text="hip"))
    press(page, pygame.K_RETURN)
    to_the_end(page)
    assert page.written == tmp_path / "hip.webp"


def test_the_folder_is_opened(page: FilmPage, monkeypatch: pytest.MonkeyPatch) -> None:
    press(page, pygame.K_h, pygame.K_RETURN)
    opened: list[Path] = []

    def once(folder: Path) -> bool:
        opened.append(folder)
        return len(opened) == 1

    monkeypatch.setattr(writing_page, "open_folder", once)
    press(page, pygame.K_f)
    assert page.written and opened == [page.written.parent] and not page.trouble
    press(page, pygame.K_f)
    assert page.trouble and text_field.paste() == str(page.written.parent)


def test_the_folder_of_films_made_before_is_opened(
    page: FilmPage, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    opened: list[Path] = []

    def noted(folder: Path) -> bool:
        opened.append(folder)
        return True

    monkeypatch.setenv(user_folders.HOME, str(tmp_path))
    monkeypatch.setattr(writing_page, "open_folder", noted)
    page.relay()
    press(page, pygame.K_l)
    assert opened == []  # there are none
    (tmp_path / "films").mkdir()
    (tmp_path / "films" / "old.webp").write_bytes(b"RIFF")
    page.relay()
    press(page, pygame.K_l)
    assert opened == [tmp_path / "films"]
    told = [one.string for one in read(page, WINDOW)]
    assert str(tmp_path / "films") in told and "old.webp" in told, "where no window opens, the page says where they are"


def test_pictures_of_which_one_cannot_be_written_leave_none(
    page: FilmPage, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def once(path: Path, content: bytes) -> None:
        if list(tmp_path.glob("films*")):
            raise CannotSave("the disk is full")
        path.write_bytes(content)

    monkeypatch.setattr(writing_page, "write_whole", once)
    press(page, pygame.K_p, pygame.K_RETURN)
    to_the_end(page)
    assert "full" in page.trouble and page.written is None and not list(tmp_path.glob("films*"))


def test_esc_does_not_wait_for_the_last_pictures_to_be_packed(page: FilmPage, monkeypatch: pytest.MonkeyPatch) -> None:
    taken, packed = threading.Event(), threading.Event()

    def slow(shoot: Callable[[int], Image.Image], exposures: Sequence[Exposure], kind: str, colours: int) -> bytes:
        for number in range(len(exposures)):
            shoot(number)
        taken.set()
        packed.wait()
        return b""

    monkeypatch.setattr(developing, "encode_frames", slow)
    press(page, pygame.K_w, pygame.K_RETURN)
    work = page.work
    while work and work.share < 1:
        page.tick(0.05)
    taken.wait()
    press(page, pygame.K_ESCAPE)
    assert work and work.going and page.work is None and page.trouble
    assert isinstance(press(page, pygame.K_ESCAPE), Pop)
    packed.set()


def test_a_desktop_without_folders_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    assert not open_folder(tmp_path)


def test_a_battle_without_a_move_is_not_filmed() -> None:
    battle = open_battle(next(path for path in SCENARIOS if path.stem == "first_light"), seed=3).battle
    page = FilmPage("First Light", [("all", lambda: Reel(battle, None))])
    said = " ".join(one.string for one in read(page, WINDOW))
    assert "Nothing has moved yet." in said
    press(page, pygame.K_RETURN)
    assert page.work is None and page.written is None


def test_who_may_see_a_battle() -> None:
    battle = open_battle(next(path for path in SCENARIOS if path.stem == "crossed_swords"), seed=3).battle
    program, side = Program(SYSTEMS), next(iter(battle.state.sides))
    assert len(narrow(program.film(battle, side), FilmPage).eyes) == 1
    assert narrow(program.film(battle, side), FilmPage).reel.side == side
    Match(battle, dict.fromkeys(battle.state.sides, "random"), 3).play()
    assert battle.state.outcome
    seen = narrow(program.film(battle, side), FilmPage).eyes
    assert [name for name, _ in seen] == ["all", *(one.name for one in battle.state.sides.values())]


def test_the_sizes_foretold_are_near(page: FilmPage) -> None:
    for ending, *_ in KINDS[:3]:
        page.choose(ending)
        page.write()
        to_the_end(page)
        assert page.written
        told = float(page._foretold(ending).split()[1])
        assert told == pytest.approx(page.written.stat().st_size / 1e6, abs=0.15)


@pytest.mark.parametrize("size", SIZES)
def test_words_and_buttons_have_room(page: FilmPage, size: tuple[int, int]) -> None:
    for keys in ((), (pygame.K_h, pygame.K_RETURN), (pygame.K_w, pygame.K_RETURN)):
        press(page, *keys)
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
    page.focus.focus(None, False)
    press(page, pygame.K_g, pygame.K_RETURN)
    assert page.work and page.work.exposures == plan(page.reel, page.look)
    to_the_end(page)
    assert page.written
    assert Image.open(page.written).size == (400, 300)
