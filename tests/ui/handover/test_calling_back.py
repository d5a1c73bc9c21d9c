"""Going back across the handover: who may be called back, what is unsealed by it, and whole turns that go round the
table."""

from __future__ import annotations

from pathlib import Path

import pygame
from pygame import Surface
from pygame.event import Event

from game.battle.battle import Battle
from game.battle.loader import new_save, open_battle, resume
from game.ui.battle.screen import BattleScreen
from game.ui.handover.screen import HAND_OVER, HandoverScreen
from game.ui.host.screen import Pop
from tests.support.ui.page_driver import TAVIRA, Hand, fought
from tests.ui.handover.test_screen import sealed


def test_who_may_be_called_back_does_not_depend_on_what_others_have_written_since() -> None:
    battle = open_battle(TAVIRA, seed=1).battle
    for by, order in (("azure", "lock"), ("vesper", "S1")):
        assert HandoverScreen(battle, "amber").context.before == "azure"
        battle.play(battle.read(by, order))
    assert HandoverScreen(battle, "amber").context.before == "azure"


def test_escape_calls_the_seat_before_back_and_unseals_its_orders_only_when_it_has_held_the_key() -> None:
    battle, since = sealed({"lancet": "P1"})
    curtain = HandoverScreen(battle, "amber", since)
    curtain.draw(Surface((1280, 800)))
    curtain.handle(Event(pygame.KEYDOWN, key=pygame.K_ESCAPE, mod=0, unicode=""))
    curtain.draw(Surface((1280, 800)))
    assert battle.state.ready == {"azure"}, "whoever pressed Esc has seen nothing and changed nothing"
    curtain.handle(Event(pygame.KEYDOWN, key=pygame.K_SPACE, mod=0, unicode=" "))
    answer = None
    for _ in range(14):
        answer = answer or curtain.tick(0.05)
    assert isinstance(answer, Pop) and answer.word == HAND_OVER
    assert battle.state.ready == set() and "lancet" in battle.state.sealed
    again = HandoverScreen(battle, "azure", since)
    assert again.known and isinstance(again.tick(0.01), Pop), "it need not hold the key twice"
    assert not HandoverScreen(battle, "azure", since).known


def test_orders_that_have_been_shown_cannot_be_called_back(third_turn: tuple[Battle, int]) -> None:
    battle, since = fought(TAVIRA, 3)
    battle.play(battle.read("azure", "lock"))
    battle.play(battle.read("amber", "lock"))
    curtain = HandoverScreen(battle, "amber", since)
    assert curtain.context.before == ""


def test_a_whole_turn_of_orders_goes_round_the_table(tmp_path: Path) -> None:
    hand = Hand(tmp_path)
    hand.press("scenario crossed_swords")
    hand.press("seat amber")
    hand.key(pygame.K_1, pygame.K_ESCAPE)  # a person
    hand.key(pygame.K_SPACE)
    seats = []
    for curtain in (False, True):
        assert isinstance(hand.top, HandoverScreen) == curtain, "one falls between the two, and none before the first"
        if isinstance(hand.top, HandoverScreen):
            hand.down(pygame.K_SPACE)
            hand.wait(16)
            hand.up(pygame.K_SPACE)
            hand.key(pygame.K_RETURN)
        assert isinstance(hand.top, BattleScreen)
        seats.append(hand.top.flow.seat)
        battle, sitting = hand.top.battle, hand.top.flow.seat
        for _ in range(4):  # the main button asks first whether ships are to coast, then locks
            if isinstance(hand.top, BattleScreen) and hand.top.flow.seat == sitting and battle.phase.secret:
                hand.key(pygame.K_RETURN)
                hand.wait(3)
    assert seats == ["azure", "amber"]
    assert hand.window.stack and battle.state.turn == 2, "nobody was in range, and all of that was passed over"


def test_a_battle_that_was_taken_up_again_tells_only_of_the_last_turn(tmp_path: Path) -> None:
    opened = open_battle(TAVIRA, seed=3)
    recorder = new_save(opened, tmp_path)
    for turn in (1, 2, 3):
        for side in ("azure", "amber"):
            opened.battle.play(opened.battle.read(side, "lock"))
        while opened.battle.state.turn == turn:
            prompt = opened.battle.prompts()[0]
            assert opened.battle.phase.idle is not None
            opened.battle.play(opened.battle.phase.idle(opened.battle.state, prompt))
    recorder.close()
    again, recorder = resume(recorder.journal.path)
    recorder.close()
    turns = {event.turn for event in HandoverScreen(again.battle, "azure").lines}
    assert turns == {3}, "since it sealed its orders of turn 3"
    assert {event.turn for event in HandoverScreen(again.battle, "amber").lines} == {3}
