"""Enter on the menu goes on or begins, and says which; and the next run opens on the scenario and in the size of the
last."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pygame
import pytest
from pygame import Surface
from pygame.event import Event

from game.battle.loader import new_save, open_battle
from game.formats.user_folders import HOME, read_settings
from game.ui.app.program import Program, Window
from game.ui.app.window import left_size
from game.ui.battle.screen import BattleScreen
from game.ui.handover.screen import HandoverScreen
from game.ui.host.preferences import preferences
from game.ui.menu.cards import ScenarioCard
from game.ui.menu.screen import Menu
from game.ui.toolkit.widgets import shades
from tests.support.narrowing import narrow
from tests.support.ui.page_driver import FIRST, TAVIRA, Hand, plain, read


@pytest.fixture(autouse=True)
def usual() -> Iterator[None]:
    with plain():
        yield


@pytest.fixture
def folder(kept: Path, tmp_path: Path) -> Path:
    """Return a battle that is over was played last, one that goes on before it, and a file that cannot be used lies
    there too."""
    mine = tmp_path / "saves"
    shutil.copytree(kept, mine)
    for age, name in enumerate(("first-light", "the-tavira-passage", "broken")):
        os.utime(mine / f"{name}.yaml", (2_000_000 - age, 2_000_000 - age))
    return mine


def opened(folder: Path, frames: int) -> tuple[Program, Window]:
    """Return the program on its menu after that many frames."""
    program = Program(folder=folder)
    window = Window(program, program.menu())
    surface = pygame.display.set_mode((1280, 800))
    window.top.draw(surface)
    for _ in range(frames):
        window.take(window.top.tick(0.05))
        window.top.draw(surface)
    return program, window


def pressed(window: Window, key: int) -> Any:
    window.give(Event(pygame.KEYDOWN, key=key, mod=0, unicode=""))
    window.give(Event(pygame.KEYUP, key=key, mod=0))
    while window.top.moving and isinstance(window.top, Menu):
        window.take(window.top.tick(0.05))
    return window.top


# -- while saves are looked into ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("frames", range(4))
def test_enter_goes_on_with_the_battle_that_goes_on_however_early_it_is_pressed(frames: int, folder: Path) -> None:
    before = {path: path.read_bytes() for path in folder.glob("*.yaml")}
    program, window = opened(folder, frames)
    assert isinstance(window.top, Menu) and bool(window.top._unread) == (frames < 2)
    screen = pressed(window, pygame.K_RETURN)
    battle = screen._battle if isinstance(screen, HandoverScreen) else screen.battle
    assert battle.title == "The Tavira Passage" and battle.records, "not the one that is over, and not a new one"
    program.put_away()
    assert {path: path.read_bytes() for path in folder.glob("*.yaml")} == before


@pytest.mark.parametrize("key", [pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_c])
@pytest.mark.parametrize("frames", range(3))
def test_enter_begins_nothing_while_it_is_not_known_that_all_are_over(frames: int, key: int, folder: Path) -> None:
    (folder / "the-tavira-passage.yaml").unlink()
    names = sorted(os.listdir(folder))
    _, window = opened(folder, frames)
    looking = bool(narrow(window.top, Menu)._unread)
    assert looking == (frames < 2)
    if looking:
        menu = pressed(window, key)
        assert isinstance(menu, Menu) and sorted(os.listdir(folder)) == names, (
            "nothing to go on with: and nothing is begun"
        )
        assert menu.last is None and not menu.wish
    screen = pressed(window, pygame.K_RETURN)
    assert isinstance(screen, HandoverScreen | BattleScreen), "now the card says: begin here"


def test_space_after_enter_begins_nothing_either(folder: Path) -> None:
    _, window = opened(folder, 0)
    for key in (pygame.K_RETURN, pygame.K_SPACE):
        window.give(Event(pygame.KEYDOWN, key=key, mod=0, unicode=""))
    assert isinstance(window.top, Menu) and len(list(folder.glob("*.yaml"))) == 3
    while isinstance(window.top, Menu):
        window.take(window.top.tick(0.05))
    battle = window.top._battle if isinstance(window.top, HandoverScreen) else window.top.battle
    assert battle.title == "The Tavira Passage"


# -- which key does which ----------------------------------------------------------------------------------------------


def caps(menu: Any, size: tuple[int, int]) -> dict[str, str]:
    """The key each of the two bordered buttons says it has."""
    found = {}
    for name in ("continue", "Begin"):
        words = read(menu, size)  # lays it out
        rect = next(w for w in menu.focus.widgets if w.name == name).rect
        found[name] = next(
            (one.string for one in words if one.string in ("Enter", "Space", "C") and rect.contains(one.box)), ""
        )
    return found


@pytest.mark.parametrize("size", [(800, 500), (1024, 640), (1280, 800), (1920, 1080)], ids=str)
def test_two_buttons_say_which_key_does_which(size: tuple[int, int], folder: Path) -> None:
    _, window = opened(folder, 4)
    menu = window.top
    assert caps(menu, size) == {"continue": "Enter", "Begin": "Space"}
    pressed(window, pygame.K_RIGHT)
    assert caps(menu, size) == {"continue": "C", "Begin": "Enter"}, "a scenario has been chosen"
    assert caps(Program(folder=folder / "none").menu(), size) == {"continue": "Enter", "Begin": "Space"}


def bright(menu: Any, size: tuple[int, int]) -> list[str]:
    """Which of the two is filled as the one that Enter presses is."""
    surface = Surface(size)
    menu.draw(surface)
    fill = shades("main", True, False, False)[0]
    two = [one for one in menu.focus.widgets if one.name in ("continue", "Begin")]
    return [one.name for one in two if surface.get_at((one.rect.x + 5, one.rect.centery))[:3] == tuple(fill)[:3]]


@pytest.mark.parametrize("size", [(800, 500), (1024, 640), (1280, 800), (1920, 1080)], ids=str)
def test_the_one_that_enter_presses_is_bright_in_every_tab(size: tuple[int, int], folder: Path) -> None:
    _, window = opened(folder, 4)
    menu = narrow(window.top, Menu)
    assert bright(menu, size) == ["continue"]
    for index in range(len(menu.games)):
        menu._choose_system(index)
        for menu.heading.own in (False, True):
            menu._choose_tab(menu.heading.own)
            assert bright(menu, size) == ["continue" if menu.enter_goes_on else "Begin"]


@pytest.mark.parametrize("way", ["ring", "click", "system"])
def test_enter_begins_what_is_chosen(way: str, folder: Path) -> None:
    hand = Hand(folder)
    if way == "ring":
        hand.key(pygame.K_RIGHT, pygame.K_RIGHT)
    elif way == "click":
        hand.press("scenario crossed_swords")
    else:
        hand.key(pygame.K_2)
    title = hand.top.offer.title
    assert (title == "Crossed Swords") is (way != "system")
    hand.key(pygame.K_RETURN)
    battle = hand.top._battle if isinstance(hand.top, HandoverScreen) else hand.top.battle
    assert battle.title == title and not battle.records


@pytest.mark.parametrize("way", ["nothing chosen", "c"])
def test_the_last_battle_is_gone_on_with(way: str, folder: Path) -> None:
    hand = Hand(folder)
    if way == "c":
        hand.press("scenario crossed_swords")
        hand.key(pygame.K_c)
    else:
        hand.key(pygame.K_RETURN)
    battle = hand.top._battle if isinstance(hand.top, HandoverScreen) else hand.top.battle
    assert battle.title == "The Tavira Passage"


def test_without_a_battle_to_go_on_with_the_card_begins_what_is_chosen(tmp_path: Path) -> None:
    hand = Hand(tmp_path)
    hand.press("scenario crossed_swords")
    assert {"Begin here", "Crossed Swords"} <= {one.string for one in read(hand.top, (1280, 800))}
    hand.key(pygame.K_RETURN)
    assert [path.stem for path in tmp_path.glob("*.yaml")] == ["crossed-swords"]


# -- what is remembered ------------------------------------------------------------------------------------------------


@pytest.fixture
def kept_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a home in which choices are kept, as in the program itself."""
    monkeypatch.setenv(HOME, str(tmp_path / "home"))
    preferences.load()
    return tmp_path / "home"


def again() -> Any:
    """Return the menu of the next run."""
    preferences.load()
    return Program().menu()


def test_the_scenario_is_remembered(kept_home: Path) -> None:
    hand = Hand(kept_home / "saves")
    hand.key(pygame.K_2)
    other = hand.top.offers[1].path
    hand.press(f"scenario {other.stem}")
    hand.program.put_away()  # the window is closed
    menu = again()
    assert menu.offer.path == other and not menu.picked, "Enter still goes on with the last battle"
    menu.draw(Surface((1280, 800)))
    assert [w.offer.path for w in menu.focus.widgets if isinstance(w, ScenarioCard) and w.chosen] == [other]
    for name in ("full-thrust/gone", "no-such/first_light", "full-thrust/own/first_light", "/"):
        preferences.change(scenario=name)
        assert again().offer.path == FIRST, name


def test_a_scenario_of_ones_own_is_remembered(kept_home: Path) -> None:
    mine = kept_home / "scenarios" / "mine.yaml"
    mine.parent.mkdir(parents=True)
    mine.write_text(TAVIRA.read_text(encoding="utf-8"), encoding="utf-8")
    hand = Hand(kept_home / "saves")
    hand.key(pygame.K_u)
    hand.program.put_away()
    menu = again()
    assert menu.offer.path == mine and menu.heading.own
    mine.unlink()
    assert again().offer.path == FIRST


def test_the_size_of_the_window_is_remembered(kept_home: Path) -> None:
    program = Program()
    window = Window(program, program.menu())
    for size in ((1500, 900), (1440, 810)):
        pygame.display.set_mode(size)
        window.give(Event(pygame.VIDEORESIZE, size=size, w=size[0], h=size[1]))
    assert not (kept_home / "settings.yaml").exists(), "not written while it is being pulled"
    program.put_away()
    assert read_settings()[0].window == (1440, 810)
    preferences.load()
    assert left_size((1920, 1080)) == (1440, 810) == left_size((0, 0)), "as it was left"
    assert left_size((1366, 768)) == (1366, 768) and left_size((640, 400)) == (800, 500), (
        "but no larger than the display"
    )
    preferences.change(window=None)
    assert left_size((1920, 1080)) is None


def test_a_maximised_window_is_remembered_with_the_size_it_comes_back_to(kept_home: Path) -> None:
    program = Program()
    window = Window(program, program.menu())

    def resized(size: tuple[int, int]) -> None:
        pygame.display.set_mode(size)
        window.give(Event(pygame.VIDEORESIZE, size=size, w=size[0], h=size[1]))

    resized((1280, 700))
    resized((1366, 749))  # the size comes before the word that it is that of a maximised window
    window.give(Event(pygame.WINDOWMAXIMIZED))
    resized((1366, 749))
    program.put_away()
    kept = read_settings()[0]
    assert kept.window == (1280, 700) and kept.maximised
    assert Window(program, program.menu()).maximised
    window.give(Event(pygame.WINDOWRESTORED))
    program.put_away()
    assert not read_settings()[0].maximised


def test_continue_goes_by_what_was_played_last(tmp_path: Path) -> None:
    """Not by the file's time: a clock that was put back, a copy, a synchroniser change that."""
    program = Program(folder=tmp_path)
    paths = []
    for number, path in enumerate((FIRST, TAVIRA)):
        recorder = new_save(open_battle(path, seed=1), tmp_path)
        recorder.close()
        paths.append(recorder.journal.path)
        os.utime(paths[-1], (3_000_000 + number,) * 2)
    assert program.saves()[0].recent.path == paths[1]
    program.resume(paths[0])
    program.put_away()
    assert program.saves()[0].recent.path == paths[0], "it was at the table last"
    program.begin(TAVIRA)
    assert program.recorder is not None
    new = program.recorder.journal.path
    program.put_away()
    os.utime(new, (1, 1))
    assert [save.recent.path for save in program.saves()] == [new, paths[0]]
    assert new == paths[1], "nothing had been done in it"
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    shutil.copy(paths[0], elsewhere)
    program.resume(elsewhere / paths[0].name)
    program.put_away()
    assert os.listdir(elsewhere) == [paths[0].name], "nothing is listed in folders that are not the program's"


def test_a_card_of_the_game_before_is_not_chosen_in_the_frame_in_which_another_game_is(folder: Path) -> None:
    _, window = opened(folder, 3)
    menu = window.top
    assert isinstance(menu, Menu)
    pressed(window, pygame.K_RIGHT)
    for key in (pygame.K_3, pygame.K_LEFT):  # before anything is laid out again
        window.give(Event(pygame.KEYDOWN, key=key, mod=0, unicode=""))
    menu.draw(Surface((1280, 800)))
    assert menu.offer in menu.offers
