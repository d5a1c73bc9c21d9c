"""A long save is read behind a page that says how far that is, and from which one can go back."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from pygame import Surface

from game.battle.idling import nothing_more
from game.battle.loader import TOLD, Opened, new_save
from game.ui.app.program import Program
from game.ui.battle.screen import BattleScreen
from game.ui.host.screen import Pop, Push, Reset, Swap
from game.ui.menu import library
from game.ui.pages import waiting_page
from game.ui.pages.problem_page import Problems
from game.ui.pages.waiting_page import Waiting
from tests.support.battles import DUEL, laid

LEAST = 3 * TOLD  # orders of a long save


def long_save(folder: Path) -> Path:
    """Return a save in which nobody does anything for many turns."""
    opened: Opened = laid(folder, DUEL.replace("velocity: 6", "velocity: 0"))
    (folder / "saves").mkdir(exist_ok=True)
    recorder = new_save(opened, folder / "saves")
    while len(opened.battle.records) < LEAST:
        order_left = nothing_more(opened.battle)
        assert order_left is not None
        opened.battle.play(order_left)
    recorder.close()
    return recorder.journal.path


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Nothing is read before the event is set, and every page of waiting is shown."""
    may_go = threading.Event()
    monkeypatch.setattr(waiting_page, "SOON", 0.0)
    run = Waiting._run

    def held(self: Waiting[object]) -> None:
        may_go.wait(60)
        run(self)

    monkeypatch.setattr(Waiting, "_run", held)
    return may_go


def page_of(answer: object) -> Waiting[object]:
    assert isinstance(answer, Push) and isinstance(answer.screen, Waiting)
    return answer.screen


def ended(page: Waiting[object]) -> object:
    """Return what the page answers once everything has been read."""
    page._future.exception(60)
    return page.tick(0.02)


def test_a_short_save_opens_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting_page, "SOON", 60.0)
    answer = Program(folder=tmp_path / "saves").resume(long_save(tmp_path))
    assert isinstance(answer, Reset) and isinstance(answer.screen, BattleScreen)


def test_a_long_save_is_read_behind_a_page(tmp_path: Path, slow: threading.Event) -> None:
    program, path = Program(folder=tmp_path / "saves"), long_save(tmp_path)
    page = page_of(program.resume(path))
    assert page.moving and page.tick(0.02) is None
    page.draw(Surface((1280, 800)))
    slow.set()
    answer = ended(page)
    assert isinstance(answer, Reset) and isinstance(answer.screen, BattleScreen)
    assert page.share > 0.5 and program.recorder is not None
    program.put_away()


def test_going_back_lets_go_of_the_file(tmp_path: Path, slow: threading.Event) -> None:
    path = long_save(tmp_path)
    page = page_of(Program(folder=tmp_path / "saves").resume(path))
    assert isinstance(page.back(), Pop)
    slow.set()
    assert isinstance(page._future.exception(60), waiting_page.GivenUp)
    again = Program(folder=tmp_path / "saves")
    assert isinstance(ended(page_of(again.resume(path))), Reset)
    again.put_away()


def test_a_fault_of_the_file_takes_the_place_of_the_page(tmp_path: Path, slow: threading.Event) -> None:
    path = long_save(tmp_path)
    path.write_text(path.read_text(encoding="utf-8").replace("order:", "odrer:", 1), encoding="utf-8")
    page = page_of(Program(folder=tmp_path / "saves").resume(path))
    slow.set()
    answer = ended(page)
    assert isinstance(answer, Swap) and isinstance(answer.screen, Problems)


def test_a_long_save_in_the_list_is_not_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = long_save(tmp_path)
    (short,) = library.saves(path.parent)
    assert short.look().opened is not None
    monkeypatch.setattr(library, "LONG", 10)
    (save,) = library.saves(path.parent)
    assert save.look().opened is None and save.playable and save.turn.startswith("turn ")
