"""A battle once more, from the page on which it ended and from the list of saves, by mouse and key."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.battle.loader import new_save, open_battle
from game.players.match import Match
from game.ui.account.screen import AccountPage
from game.ui.battle.pause_menu import Ending
from game.ui.battle.screen import BattleScreen
from game.ui.film.screen import FilmPage
from game.ui.menu.saves_page import OpenPage
from game.ui.replay.screen import ReplayScreen
from tests.support.ui.page_driver import FIRST, Hand

pytestmark = pytest.mark.usefixtures("as_it_comes")


@pytest.fixture
def ended(tmp_path: Path) -> Hand:
    """At the page on which a battle of a person and the computer ended."""
    folder = tmp_path / "saves"
    folder.mkdir()
    opened = open_battle(FIRST, seed=3, players={"azure": "human", "amber": "random"})
    recorder = new_save(opened, folder)
    Match(opened.battle, dict.fromkeys(opened.file.sides, "random"), 3).play()
    recorder.close()
    hand = Hand(folder)
    hand.key(pygame.K_o)
    hand.wait(4)
    return hand


def players(hand: Hand) -> list[str]:
    """Return who plays each side of the battle on the screen, which has begun and is the second one saved."""
    assert isinstance(hand.top, BattleScreen)
    battle = hand.top.battle
    assert battle.state.turn == 1 and battle.state.outcome is None
    assert len(list(hand.program.folder.glob("*.yaml"))) == 2
    return [side.player for side in battle.state.sides.values()]


def to_the_end(hand: Hand) -> None:
    """Open the save: it is over, and the page says so."""
    hand.key(pygame.K_RETURN)
    for _ in range(400):
        if isinstance(hand.top, Ending):
            return
        hand.wait(1)
    raise AssertionError("the battle does not say how it ended")


def test_a_rematch_from_the_list_of_saves(ended: Hand) -> None:
    assert isinstance(ended.top, OpenPage)
    ended.press("rematch")
    assert players(ended) == ["human", "random"]


def test_a_rematch_with_sides_swapped_from_the_list_of_saves(ended: Hand) -> None:
    ended.key(pygame.K_s)
    assert players(ended) == ["random", "human"]


def test_a_rematch_from_the_end_of_a_battle(ended: Hand) -> None:
    to_the_end(ended)
    ended.key(pygame.K_r)
    assert players(ended) == ["human", "random"]


def test_a_rematch_with_sides_swapped_from_the_end_of_a_battle(ended: Hand) -> None:
    to_the_end(ended)
    ended.press("Rematch, sides swapped")
    assert players(ended) == ["random", "human"]


def test_letters_of_a_path_begin_no_rematch(ended: Hand) -> None:
    ended.top.focus.focus(next(widget for widget in ended.top.focus.widgets if widget.wants_text), True)
    for key in (pygame.K_r, pygame.K_s):
        ended.down(key, unicode=chr(key))
    assert isinstance(ended.top, OpenPage) and len(list(ended.program.folder.glob("*.yaml"))) == 1


# -- replay and film ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("by_key", [True, False])
def test_a_replay_from_the_list_of_saves(ended: Hand, by_key: bool) -> None:
    if by_key:
        ended.key(pygame.K_p)
    else:
        ended.press("replay")
    shown = ended.top
    assert isinstance(shown, ReplayScreen) and shown.reel.side is None
    assert shown.reel.steps[-1].events[-1].kind == "outcome", "it is over: all of it is shown"
    ended.key(pygame.K_END)
    assert shown.reel.last
    ended.key(pygame.K_ESCAPE)
    assert isinstance(ended.top, OpenPage)


@pytest.mark.parametrize("by_key", [True, False])
def test_a_film_from_the_end_of_a_battle(ended: Hand, by_key: bool) -> None:
    to_the_end(ended)
    if by_key:
        ended.key(pygame.K_v)
    else:
        ended.press("Film")
    page = ended.top
    assert isinstance(page, FilmPage)
    ended.key(pygame.K_h)
    ended.key(pygame.K_RETURN)
    assert page.written and page.written.read_bytes().startswith(b"<!DOCTYPE html>")
    ended.key(pygame.K_ESCAPE)
    assert isinstance(ended.top, Ending)


def test_a_replay_from_the_end_of_a_battle_leads_to_its_film(ended: Hand) -> None:
    to_the_end(ended)
    ended.press("Replay")
    assert isinstance(ended.top, ReplayScreen)
    ended.key(pygame.K_v)
    assert isinstance(ended.top, FilmPage)


def test_the_account_is_read_the_film_written_and_sides_are_swapped(ended: Hand) -> None:
    """One page leads to all of it, and back to itself each time."""
    to_the_end(ended)
    ended.press("Account")
    assert isinstance(ended.top, AccountPage) and ended.top.account.over
    ended.key(pygame.K_ESCAPE)
    ended.press("Film")
    page = ended.top
    assert isinstance(page, FilmPage)
    ended.press("film .html")
    ended.press("make")
    assert page.written and page.written.exists()
    ended.key(pygame.K_ESCAPE)
    assert isinstance(ended.top, Ending)
    ended.press("Rematch, sides swapped")
    assert players(ended) == ["random", "human"]
