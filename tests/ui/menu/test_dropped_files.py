"""Files dropped on the window: opened from the menu, told about elsewhere."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest
from pygame.event import Event

from game.battle.designs import ROOT
from game.ui.pages.problem_page import Problems, Sentence
from game.ui.shipyard.editor import Editor
from game.ui.shipyard.page import Shipyard
from tests.support.files.foreign_designs import CATALOGUE
from tests.support.ui.page_driver import FIRST, Hand, plain

pytestmark = pytest.mark.usefixtures("own_home")


@pytest.fixture(autouse=True)
def usual() -> Iterator[None]:
    with plain():
        yield


def test_a_file_dropped_on_the_menu_is_opened_or_told_about(tmp_path: Path) -> None:
    hand = Hand(tmp_path)
    hand.window.give(Event(pygame.DROPFILE, file=str(tmp_path / "nothing.yaml")))
    assert isinstance(hand.top, Problems)
    hand.key(pygame.K_ESCAPE)
    file = tmp_path / "own.json"
    file.write_text(json.dumps(CATALOGUE), "utf-8")
    hand.window.give(Event(pygame.DROPFILE, file=str(file)))
    assert isinstance(hand.top, Shipyard) and hand.top.chosen is not None and hand.top.chosen.name == "Heron"
    hand.key(pygame.K_ESCAPE)
    file = tmp_path / "own.yaml"
    file.write_text((ROOT / "assets/designs/power/halden/bastion.yaml").read_text("utf-8"), "utf-8")
    hand.window.give(Event(pygame.DROPFILE, file=str(file)))
    assert isinstance(hand.top, Shipyard) and hand.top.chosen is not None and hand.top.chosen.name == "Bastion"


def test_a_dropped_file_takes_nobody_from_a_battle_or_an_unsaved_design(tmp_path: Path) -> None:
    hand = Hand(tmp_path)
    hand.key(pygame.K_SPACE)
    battle, recorder = hand.top, hand.program.recorder
    for file in (FIRST, tmp_path / "own.json"):
        hand.window.give(Event(pygame.DROPFILE, file=str(file)))
        assert isinstance(hand.top, Sentence) and file.name in hand.top.words[0]
        hand.key(pygame.K_ESCAPE)
        assert hand.top is battle and hand.program.recorder is recorder is not None
    hand = Hand(tmp_path)
    hand.key(pygame.K_y, pygame.K_c)
    editor = hand.top
    assert isinstance(editor, Editor)
    hand.window.give(Event(pygame.DROPFILE, file=str(FIRST)))
    assert isinstance(hand.top, Sentence)
    hand.key(pygame.K_ESCAPE)
    assert hand.window.stack[-1] is editor
