"""The adviser at the table: silent without its house rule, and with it no wiser than the side that asks."""

from __future__ import annotations

from pathlib import Path

import pytest
from pygame import Surface

from game.battle.loader import open_battle
from game.core.system import ADVISER
from game.systems import SYSTEMS
from game.ui.advice.battle import NOT_ALLOWED, PAST
from game.ui.advice.columns import MarginRow
from game.ui.advice.model import Subject
from game.ui.battle.screen import BattleScreen
from tests.support.narrowing import narrow

ROOT = Path(__file__).resolve().parents[3]
SIZE = 1280, 800

pytestmark = pytest.mark.usefixtures("still")


def at_the_table(name: str = "full_thrust/crossed_swords", adviser: bool = True) -> BattleScreen:
    path = ROOT / "scenarios" / f"{name}.yaml"
    return settled(BattleScreen(open_battle(path, seed=3, house={"adviser": adviser}).battle))


def settled(screen: BattleScreen) -> BattleScreen:
    for _ in range(2000):
        screen.draw(Surface(SIZE))
        screen.tick(0.05)
        if not screen.moving:
            break
    screen.draw(Surface(SIZE))
    return screen


def test_every_game_offers_it_and_none_begins_with_it() -> None:
    for system in SYSTEMS.values():
        (rule,) = [one for one in system.house if one.key == ADVISER.key]
        assert rule.default is False and rule.rule == "table/adviser"


def test_without_the_house_rule_it_says_which_one_allows_it() -> None:
    screen = at_the_table(adviser=False)
    screen.do("advise")
    assert screen.context.note == NOT_ALLOWED and ADVISER.title in NOT_ALLOWED
    settled(screen)
    assert not screen.adviser.open and screen.adviser.over(screen.scene).asked.advice is None


@pytest.mark.parametrize("name", ["full_thrust/crossed_swords", "full_sail/weather_gauge"])
def test_it_speaks_of_the_ship_in_hand_with_its_sides_eyes(name: str) -> None:
    screen = at_the_table(name)
    screen.do("advise")
    settled(screen)
    adviser = screen.adviser
    subject = narrow(adviser.subject(), Subject)
    assert adviser.fresh and subject.piece == screen.model.chosen
    assert subject.view is screen.model.view and subject.view.side == screen.model.side
    rows = [one for one in screen.focus.widgets if isinstance(one, MarginRow) and not one.head]
    assert len(rows) == (4 if adviser.reaches else 0)
    assert (screen.adviser.over(screen.scene).asked.advice is not None) == adviser.reaches
    screen.do("advise")
    settled(screen)
    assert not adviser.open and screen.adviser.over(screen.scene).asked.advice is None


def test_the_next_side_finds_nothing_of_it() -> None:
    screen = at_the_table()
    screen.do("advise")
    settled(screen)
    assert screen.adviser.advice is not None
    screen.sit(next(side for side in screen.battle.state.sides if side != screen.model.side))
    assert screen.adviser.advice is None and not screen.adviser.open and screen.adviser.view is None


def test_of_the_past_it_says_nothing() -> None:
    screen = at_the_table()
    screen.do("advise")
    settled(screen)
    piece = screen.model.chosen
    screen.give(screen.model.view.read(piece, "0"))
    settled(screen)
    assert screen.adviser.fresh, "a sealed order changes nothing of the question"
    screen.do("earlier")
    if screen.context.past:
        assert screen.adviser.subject() == PAST
