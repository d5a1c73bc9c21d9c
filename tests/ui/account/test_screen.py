"""The account on the screen: its tabs, its files, and the ways that lead to it, by mouse and key."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest
from pygame.event import Event

from game.battle.loader import open_battle
from game.core.orders import Id
from game.players.match import Match
from game.ui.account.screen import AccountPage
from game.ui.battle.pause_menu import Ending, Pause
from game.ui.battle.screen import BattleScreen
from game.ui.host.screen import Pop, Push
from game.ui.keys.list_page import KeyList
from tests.support.battles import SCENARIOS
from tests.support.ui.page_driver import SIZES, faults, overlaps, read

pytestmark = pytest.mark.usefixtures("as_it_comes")
BY_NAME = {path.stem: path for path in SCENARIOS}
GAMES = ("long_line", "carrier_strike", "shearing_time", "wayhouse_round", "across_the_rail", "torpedoes_away")


def page_of(name: str, turns: int = 8, side: Id | None = None) -> AccountPage:
    opened = open_battle(BY_NAME[name], seed=2)
    Match(opened.battle, dict.fromkeys(opened.file.sides, "random"), 2).play(turns)
    return AccountPage(opened.battle.view(side))


def key(page: AccountPage, *codes: int) -> object:
    """Press keys; what the page answers to the last."""
    answer: object = None
    for code in codes:
        answer = page.handle(Event(pygame.KEYDOWN, key=code, mod=0, unicode=""))
    return answer


def words(page: AccountPage, size: tuple[int, int] = (1280, 800)) -> list[str]:
    return [one.string for one in read(page, size)]


@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_cut_off_or_runs_into_another(name: str) -> None:
    page = page_of(name)
    for size in SIZES:
        for tab in range(3):
            page.open_tab(tab)
            assert faults(read(page, size), size) == [], f"{name}, {size}, {tab}"
            assert overlaps(page.focus.widgets, size) == []


def test_each_tab_by_key_and_by_pointer() -> None:
    page = page_of("carrier_strike")
    assert {"Azure League", "Rookery", "Expected", "Shot down"} <= set(words(page))
    key(page, pygame.K_2)
    assert {"ship lost", "Rolled of expected"} <= set(words(page))
    key(page, pygame.K_3)
    assert {"Point defence", "Attack fighters"} <= set(words(page))
    key(page, pygame.K_t)
    assert page.tab == 0
    words(page)
    tabs = next(widget for widget in page.focus.widgets if widget.name == "tab")
    at = (tabs.rect.right - 20, tabs.rect.centery)
    page.handle(Event(pygame.MOUSEBUTTONDOWN, pos=at, button=1))
    page.handle(Event(pygame.MOUSEBUTTONUP, pos=at, button=1))
    assert page.tab == 2
    assert isinstance(key(page, pygame.K_F2), Push) and isinstance(key(page, pygame.K_ESCAPE), Pop)


def test_a_seat_of_a_battle_under_way_is_told_whose_knowledge_it_is() -> None:
    page = page_of("tavira_passage", 2, "amber")
    assert any("as Amber Pact may know it" in line for line in words(page))
    assert page_of("tavira_passage", 99, None).seen_by == ""


def test_it_is_written_as_picture_csv_and_page_and_says_where(tmp_path: Path) -> None:
    page = page_of("carrier_strike")
    words(page)
    key(page, pygame.K_p, pygame.K_c)
    next(widget for widget in page.focus.widgets if widget.name == "page").press()
    found = {path.suffix: path for path in (tmp_path / "home" / "accounts").iterdir()}
    assert set(found) == {".png", ".csv", ".html"} and page.note == f"Written: {found['.html']}"
    picture = pygame.image.load(found[".png"])
    assert picture.get_width() == 1400 and picture.get_height() > 1200
    assert "carrier-strike" in found[".csv"].name and "Rookery" in found[".csv"].read_text()


def test_what_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "home").mkdir(parents=True, exist_ok=True)
    (tmp_path / "home" / "accounts").write_text("a file in the place of the folder")
    page = page_of("first_light")
    key(page, pygame.K_c)
    assert page.note and "Written" not in page.note


# -- the ways to it ----------------------------------------------------------------------------------------------------


def screen_of(turns: int) -> BattleScreen:
    opened = open_battle(BY_NAME["first_light"], seed=3)
    Match(opened.battle, dict.fromkeys(opened.file.sides, "random"), 3).play(turns)
    return BattleScreen(opened.battle)


def test_a_key_opens_it_during_a_battle() -> None:
    screen = screen_of(1)
    answer = screen.handle(Event(pygame.KEYDOWN, key=pygame.K_F8, mod=0, unicode=""))
    assert isinstance(answer, Push) and isinstance(answer.screen, AccountPage)
    assert not answer.screen.account.over and answer.screen.seen_by


def test_the_menu_of_a_battle_leads_to_it() -> None:
    pause = Pause(screen_of(1).context)
    pause.fresh((1280, 800))
    next(widget for widget in pause.focus.widgets if widget.name == "Account").press()
    assert isinstance(pause.answer, Push) and isinstance(pause.answer.screen, AccountPage)


def test_the_end_of_a_battle_leads_to_it_and_back() -> None:
    ending = Ending(screen_of(99).context)
    ending.fresh((1280, 800))
    answer = ending.handle(Event(pygame.KEYDOWN, key=pygame.K_a, mod=0, unicode="a"))
    assert isinstance(answer, Push) and isinstance(answer.screen, AccountPage) and answer.screen.account.over
    assert isinstance(answer.screen.handle(Event(pygame.KEYDOWN, key=pygame.K_ESCAPE, mod=0, unicode="")), Pop)


def test_the_list_of_keys_is_that_of_the_account() -> None:
    page = page_of("first_light")
    answer = key(page, pygame.K_F2)
    assert isinstance(answer, Push) and isinstance(answer.screen, KeyList)
    assert "write a page of its own, for a browser" in {line.string for line in read(answer.screen, (1280, 800))}
    assert answer.screen.handle(Event(pygame.KEYDOWN, key=pygame.K_SLASH, mod=pygame.KMOD_SHIFT, unicode="?")), "closes"


def test_looking_back_it_tells_of_that_moment() -> None:
    screen = screen_of(99)
    for _ in range(12):
        screen.context.step(-1)
    assert screen.context.past is not None
    screen.do("account")
    answer = screen.context.answer
    assert isinstance(answer, Push) and isinstance(answer.screen, AccountPage)
    then, now = answer.screen.account, AccountPage(screen.battle.view(None)).account
    assert then.turn < now.turn and not then.over and now.over
    assert sum(ship.taken for ship in then.ships) <= sum(ship.taken for ship in now.ships)
