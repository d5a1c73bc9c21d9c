"""A file of another program dropped on the yard: its designs are the player's own, and notes about them are listed."""

from __future__ import annotations

import json
from pathlib import Path

import pygame
import pytest
from pygame.event import Event

from game.battle.designs import own_folder
from game.exchange.taken import SYSTEM
from game.formats.user_folders import HOME
from game.systems import SYSTEMS
from game.ui.host.screen import Push
from game.ui.pages.problem_page import Problems
from game.ui.pages.taken_over import TakenOver
from game.ui.shipyard.page import Shipyard
from tests.support.files.foreign_designs import CATALOGUE, CLASS
from tests.support.ui.page_driver import read

pytestmark = pytest.mark.usefixtures("own_home")


def dropped(yard: Shipyard | TakenOver, folder: Path, data: object, name: str = "own.json") -> object:
    path = folder / name
    path.write_text(data if isinstance(data, str) else json.dumps(data, indent=1), "utf-8")
    return yard.handle(Event(pygame.DROPFILE, file=str(path)))


def test_its_designs_are_among_the_players_own(tmp_path: Path) -> None:
    yard = Shipyard({SYSTEM.key: SYSTEM})
    assert dropped(yard, tmp_path, CATALOGUE) is None, "there is nothing to tell"
    assert yard.chosen is not None and yard.chosen.name == "Heron"
    assert [one.name for one in yard.shown] == ["Heron", "Turnstone"]
    assert (own_folder(SYSTEM) / "heron.yaml").exists()


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
def test_what_could_not_be_taken_over_is_listed(tmp_path: Path, size: tuple[int, int]) -> None:
    yard = Shipyard({SYSTEM.key: SYSTEM})
    answer = dropped(yard, tmp_path, CLASS, "own.shipclass.json")
    assert isinstance(answer, Push) and isinstance(answer.screen, TakenOver)
    assert yard.chosen is not None and yard.chosen.name == "Light Cruiser"
    words = " ".join(one.string for one in read(answer.screen, size))
    assert "1 design taken over" in words and "from ftDamage" in words
    assert "no weapon of the second edition fires aft" in words and "line" in words
    assert "own.shipclass.json" in answer.screen.text, "for the clipboard"
    again = dropped(yard, tmp_path, CLASS, "own.shipclass.json")
    assert isinstance(again, Push) and isinstance(again.screen, TakenOver)
    assert "is there already, as light-cruiser.yaml" in again.screen.text


def test_several_files_dropped_at_once_are_all_taken_over(tmp_path: Path) -> None:
    yard = Shipyard({SYSTEM.key: SYSTEM})
    answer = dropped(yard, tmp_path, CLASS)
    assert isinstance(answer, Push) and isinstance(answer.screen, TakenOver)
    page = answer.screen
    assert page.takes_files and dropped(page, tmp_path, CATALOGUE | {"speed": 3}, "other.json") is None
    words = " ".join(one.string for one in read(page, (1280, 800)))
    assert "3 designs taken over" in words and "from ftDamage, FullThrustFleetManager" in words
    assert "fires aft" in page.text and "other.json" in page.text
    bad = dropped(page, tmp_path, "[", "bad.json")
    assert isinstance(bad, Push) and type(bad.screen) is Problems
    yard.uncovered()
    assert {"Heron", "Turnstone", "Light Cruiser"} <= {one.name for one in yard.designs}


def test_a_path_that_is_typed_does_the_same(tmp_path: Path) -> None:
    path = tmp_path / "own.FTDesign"
    path.write_text(json.dumps(CATALOGUE), "utf-8")
    yard = Shipyard({SYSTEM.key: SYSTEM})
    yard.path = f"'{path}'"
    yard._read()
    assert yard.chosen is not None and yard.chosen.name == "Heron"


def test_a_file_that_cannot_be_used_says_why(tmp_path: Path) -> None:
    yard = Shipyard({SYSTEM.key: SYSTEM})
    answer = dropped(yard, tmp_path, '{"a": 1')
    assert isinstance(answer, Push) and type(answer.screen) is Problems
    assert "the file is cut" in answer.screen.text and not own_folder(SYSTEM).exists()


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "plain").write_text("", "utf-8")
    monkeypatch.setenv(HOME, str(tmp_path / "plain"))
    yard = Shipyard({SYSTEM.key: SYSTEM})
    assert dropped(yard, tmp_path, CATALOGUE) is None
    assert "cannot be written" in yard.told


def test_a_yard_of_other_games_takes_them_over_too(tmp_path: Path) -> None:
    yard = Shipyard({"power-hex": SYSTEMS["power-hex"]})
    before = yard.chosen
    assert dropped(yard, tmp_path, CATALOGUE) is None and yard.chosen is before
    assert (own_folder(SYSTEM) / "heron.yaml").exists()
