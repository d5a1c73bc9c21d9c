"""The panel that a seat's card opens: who plays, how well, in what style and for how long; by pointer and by keys."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pygame
import pytest
from pygame import Rect

from game.core.names import HUMAN, STYLES, STYLES_OF
from game.formats.user_folders import HOME, read_settings
from game.ui.battle.screen import BattleScreen
from game.ui.host.preferences import preferences
from game.ui.menu.cards import SeatPlate, player_words
from game.ui.menu.library import against_computer
from game.ui.menu.player_panel import LEVELS, LIKES, PlayerPanel
from game.ui.menu.screen import Menu
from game.ui.rulebook.page import RulePage
from game.ui.toolkit.value_fields import Segments
from tests.support.narrowing import narrow
from tests.support.ui.page_driver import Hand, faults, overlaps, plain, read

WINDOWS = (((1280, 800), 1.0), ((1920, 1080), 1.0), ((1024, 600), 1.0), ((1280, 800), 1.5))
EVERYBODY = [kind if not style else f"{kind}:{style}" for kind in STYLES_OF for style in ("", *STYLES_OF[kind])]


@pytest.fixture(autouse=True)
def usual() -> Iterator[None]:
    with plain():
        yield


def cell(hand: Hand, name: str, index: int) -> tuple[int, int]:
    return narrow(hand.widget(name), Segments).cells[index].center


def begun(hand: Hand) -> BattleScreen:
    hand.key(pygame.K_SPACE)
    return narrow(hand.top, BattleScreen)


# -- choosing ----------------------------------------------------------------------------------------------------------


def test_the_pointer_chooses_level_style_and_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HOME, str(tmp_path / "home"))
    preferences.load()
    hand = Hand(tmp_path)
    hand.press("scenario crossed_swords")
    hand.press("seat amber")
    menu = narrow(narrow(hand.top, PlayerPanel).menu, Menu)
    for level in LEVELS:
        hand.press(f"level {level}")
        assert menu.players["amber"] == level, "at once"
    hand.click(cell(hand, "style", STYLES.index("bold")))
    hand.click(cell(hand, "thinking", 2))
    assert menu.players["amber"] == "admiral:bold"
    assert preferences.settings.thinking == read_settings()[0].thinking == 30
    hand.press("level cadet")
    assert menu.players["amber"] == "cadet:bold", "a level keeps the style"
    hand.click(cell(hand, "style", STYLES.index("even")))
    assert menu.players["amber"] == "cadet"
    hand.press("level captain")
    hand.click(cell(hand, "style", STYLES.index("wary")))
    hand.press("Done")
    assert hand.top is menu
    sides = begun(hand).battle.state.sides
    assert {side.id: side.player for side in sides.values()} == {"azure": "human", "amber": "captain:wary"}


def test_the_next_run_has_the_players_chosen_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HOME, str(tmp_path / "home"))
    preferences.load()
    hand = Hand(tmp_path)
    hand.press("seat amber")
    hand.press("level captain")
    hand.press("Done")
    begun(hand)
    hand.program.put_away()
    file = tmp_path / "home" / "settings.yaml"
    assert "amber: captain" in file.read_text(encoding="utf-8")
    file.write_text("version: 1\nplayers: {amber: captain:bold, azure: commodore}\n", encoding="utf-8")
    preferences.load()
    again = Hand(tmp_path)
    sides = begun(again).battle.state.sides
    assert {side.id: side.player for side in sides.values()} == {"azure": "human", "amber": "captain:bold"}


def test_keys_choose_level_style_and_time(tmp_path: Path) -> None:
    hand = Hand(tmp_path)
    hand.tab_to("seat amber")
    hand.key(pygame.K_RETURN)
    menu = hand.top.menu
    hand.key(pygame.K_RIGHT)
    assert menu.players["amber"] == "captain", "one more than the cadet that plays it at first"
    hand.key(pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_DOWN, pygame.K_DOWN, pygame.K_DOWN)
    assert menu.players["amber"] == "admiral:reckless", "the last ones stay"
    hand.key(pygame.K_LEFT, pygame.K_UP)
    assert menu.players["amber"] == "captain:bold"
    hand.key(pygame.K_1)
    assert menu.players["amber"] == "human"
    hand.key(pygame.K_RIGHT)
    assert menu.players["amber"] == "captain:bold", "what the computer was before"
    hand.tab_to("thinking")
    hand.key(pygame.K_LEFT)
    assert preferences.settings.thinking == 3 and menu.players["amber"] == "captain:bold"
    hand.key(pygame.K_ESCAPE)
    assert hand.top is menu and menu.focus.at is not None and menu.focus.at.name == "seat amber" and menu.focus.visible
    hand.tab_to("Begin")
    hand.key(pygame.K_RETURN)
    assert narrow(hand.top, BattleScreen).battle.state.sides["amber"].player == "captain:bold"


def test_a_newcomer_has_an_opponent_in_every_game(tmp_path: Path) -> None:
    hand = Hand(tmp_path)
    menu = hand.top
    for number in range(len(menu.games)):
        menu._choose_system(number)
        assert [menu.player_of(side) for side in menu.offer.sides] == [HUMAN, "cadet"]
    sides = menu.offer.sides
    assert list(against_computer((replace(sides[0], player="captain"), sides[1])).values()) == ["captain", HUMAN]


def test_chance_has_no_style(tmp_path: Path) -> None:
    hand = Hand(tmp_path)
    hand.press("seat amber")
    hand.press("level random")
    hand.key(pygame.K_DOWN)
    hand.click(cell(hand, "style", 0))
    assert hand.top.menu.players["amber"] == "random" and not hand.widget("style").enabled
    hand.key(pygame.K_RIGHT)
    assert hand.top.menu.players["amber"] == "cadet" and hand.widget("style").enabled


def test_the_ring_goes_along_with_the_level(tmp_path: Path) -> None:
    hand = Hand(tmp_path)
    hand.top.players["amber"] = "captain"
    hand.tab_to("seat amber")
    hand.key(pygame.K_RETURN)
    assert hand.top.focus.at.name == "level captain"
    hand.key(pygame.K_LEFT)
    assert hand.top.focus.at.name == "level cadet"


def test_the_ring_goes_along_with_who_plays(tmp_path: Path) -> None:
    hand = Hand(tmp_path)
    hand.tab_to("seat azure")
    hand.key(pygame.K_RETURN)
    panel = narrow(hand.top, PlayerPanel)
    hand.key(pygame.K_2, pygame.K_RETURN)
    assert panel.kind != HUMAN, "Enter does not take back what the key has chosen"


def test_cards_of_seats_turn_to_another_side_and_close_the_panel(tmp_path: Path) -> None:
    hand = Hand(tmp_path)
    hand.press("seat amber")
    hand.press("level admiral")
    hand.press("seat azure")
    assert "Who plays the Azure League?" in {one.string for one in read(hand.top, (1280, 800))}
    hand.press("level cadet")
    assert hand.top.menu.players == {"amber": "admiral", "azure": "cadet"}
    hand.press("seat azure")
    assert isinstance(hand.top, Menu)


def test_f1_tells_how_it_thinks(tmp_path: Path) -> None:
    hand = Hand(tmp_path)
    hand.press("seat amber")
    hand.key(pygame.K_F1)
    assert narrow(hand.top, RulePage).page.address.startswith("table/computer")


def test_begin_says_against_whom(tmp_path: Path) -> None:
    hand = Hand(tmp_path, (1920, 1080))
    told = [", against the computer", ", one machine, two seats", ", against the computer", ", computers alone"]
    for (seat, who), ending in zip((("amber", "1"), ("azure", "2"), ("amber", "2"), ("", "")), told):
        words = {one.string for one in read(hand.top, (1920, 1080))}
        assert [one for one in words if one.endswith(ending)], ending
        if seat:
            hand.press(f"seat {seat}")
            hand.key(ord(who), pygame.K_ESCAPE)


def test_two_computers_are_watched(tmp_path: Path) -> None:
    hand = Hand(tmp_path)
    words = {one.string for one in read(hand.top, (1280, 800))}
    assert "Begin" in words and "Watch" not in words
    for seat in ("azure", "amber"):
        hand.press(f"seat {seat}")
        hand.press("level random")
        hand.key(pygame.K_ESCAPE)
    words = {one.string for one in read(hand.top, (1280, 800))}
    assert "Watch" in words and "Begin" not in words
    assert not begun(hand).flow.humans


# -- how it looks ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("player", ["human", "random", *(f"{level}:{style}" for level, style in zip(
    ("cadet", "captain", "admiral", "captain", "admiral"), STYLES))])  # fmt: skip
@pytest.mark.parametrize(("size", "scale"), [*WINDOWS, ((800, 500), 1.0)], ids=str)
def test_words_fit(
    size: tuple[int, int], scale: float, player: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hand = Hand(tmp_path, size)
    hand.top.players["amber"] = player
    read(hand.top, size, scale)
    hand.press("seat amber")
    panel = narrow(hand.top, PlayerPanel)
    monkeypatch.setattr(Menu, "draw_plain", lambda self, dst: self.fresh(dst.get_size()))  # what it lies over
    found = read(panel, size, scale)
    assert faults(found, size) == [] and overlaps(panel.focus.widgets, size) == []
    assert [one.string for one in found if "…" in one.string] == []
    inside = [panel.frame, *(one.rect for one in panel.focus.widgets if isinstance(one, SeatPlate))]
    assert Rect(0, 0, *size).contains(panel.frame)
    assert [one.string for one in found if not any(rect.contains(one.box) for rect in inside)] == []
    style = player.partition(":")[2]
    assert (f"{style}: {LIKES[style]}" in {one.string for one in found}) if style else True


@pytest.mark.parametrize("size", [(800, 500), (1024, 600), (1280, 800), (1920, 1080)], ids=str)
def test_cards_of_seats_say_who_plays_whole(size: tuple[int, int], tmp_path: Path) -> None:
    hand = Hand(tmp_path, size)
    menu = narrow(hand.top, Menu)
    assert player_words("captain:bold") == "Captain, bold" and player_words("admiral") == "Admiral, even"
    for system in range(len(menu.games)):
        menu._choose_system(system)
        most = max(menu.offers, key=lambda one: len(one.sides))
        menu._choose(most)
        for player in EVERYBODY:
            menu.players = {side.id: player for side in most.sides}
            words = [one.string for one in read(menu, size)]
            assert words.count(player_words(player)) == len(most.sides), player
