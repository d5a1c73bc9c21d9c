"""The adviser in a replay: any ship before its move, never more than the seat may know, and no frame waits for it."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from pathlib import Path

import pygame
import pytest
from pygame import Surface

from game.battle.battle import Battle
from game.battle.loader import open_battle
from game.demonstrations.reel import Reel, reel_of
from game.players.match import Match
from game.seating import thinking
from game.ui.advice.columns import AdviceCard
from game.ui.advice.model import Subject
from game.ui.replay.adviser import NOT_YET
from game.ui.replay.screen import ReplayScreen
from tests.players.test_adviser import BATTLES
from tests.support.narrowing import narrow
from tests.support.ui.page_driver import SIZES, faults, overlaps, read
from tests.ui.replay.test_screen import press

ROOT = Path(__file__).resolve().parents[3]


def fought(name: str, turns: int = 2) -> Battle:
    battle = open_battle(ROOT / "scenarios" / f"{name}.yaml", seed=3).battle
    Match(battle, dict.fromkeys(battle.state.sides, "random"), 3).play(turns)
    return battle


def shown(reel: Reel) -> ReplayScreen:
    screen = ReplayScreen(reel, playing=False)
    screen.draw(Surface((1280, 800)))
    screen.player.jump(max(1, reel.turns[min(2, max(reel.turns))]))
    return screen


def settle(screen: ReplayScreen) -> None:
    for _ in range(3000):
        screen.tick(0.05)
        if not screen.moving:
            return
    raise AssertionError("it never comes to rest")


@pytest.mark.usefixtures("still")
@pytest.mark.parametrize("name", BATTLES)
def test_every_game_is_advised_as_it_was_before_the_move(name: str) -> None:
    screen = shown(Reel(fought(name), None))
    press(screen, pygame.K_i)
    settle(screen)
    adviser = screen.adviser
    assert adviser.fresh, adviser.why_not
    subject = narrow(adviser.subject(), Subject)
    assert subject.view.side == subject.view.state.owner(subject.piece), "with the eyes of its own side"
    for size in SIZES:
        screen.draw(Surface(size))
        wrong = faults([one for one in read(screen, size) if not screen.board.rect.colliderect(one.box)], size)
        assert not wrong, wrong
        assert not overlaps(screen.focus.widgets, size)
    cards = [one for one in screen.focus.widgets if isinstance(one, AdviceCard)]
    assert len(cards) == (3 if adviser.reaches else 0) and not any(one.cap for one in cards)
    scene = screen._scene()
    assert scene.view is subject.view and (scene.asked.advice is not None) == adviser.reaches
    if adviser.order is not None and adviser.reaches:
        assert adviser.plan is not None
    press(screen, pygame.K_i)
    assert not adviser.open and screen._scene().view is screen.reel.step.view


def test_another_ship_another_enemy_another_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = shown(Reel(fought("full_thrust/tavira_passage", 3), None))
    screen.do("advise")
    adviser = screen.adviser
    settle(screen)
    first, length = adviser.piece, narrow(adviser.subject(), Subject).key
    press(screen, pygame.K_n)
    assert adviser.piece != first and adviser.busy
    press(screen, pygame.K_n, pygame.KMOD_SHIFT)
    assert adviser.piece == first and not adviser.busy, "the answer still holds"
    target = narrow(adviser.subject(), Subject).target
    press(screen, pygame.K_e)
    assert narrow(adviser.subject(), Subject).target != target
    press(screen, pygame.K_PAGEDOWN)
    assert narrow(adviser.subject(), Subject).key != length
    settle(screen)
    other = next(key for key in adviser.pieces if key != adviser.piece)
    at = screen.board.camera.xy(screen._scene().view.state.ships[other].at)
    monkeypatch.setattr(screen.board, "ship_at", lambda pixel, scene: other if pixel == at else "")
    screen.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=at))
    assert adviser.piece == other


def test_no_frame_waits_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = shown(Reel(fought("full_thrust/crossed_swords"), None))
    screen.do("advise")
    ticks = count(0.0, 0.7 * thinking.SLICE)
    monkeypatch.setattr(thinking, "clock", lambda: next(ticks))  # there is time for one step of the work in a frame
    frames = [screen.tick(0.05) for _ in range(5000) if screen.adviser.busy]
    assert 20 < len(frames) < 5000 and screen.adviser.fresh


def test_of_a_battle_under_way_only_own_moves_that_were_made() -> None:
    battle = fought("full_thrust/crossed_swords", 2)
    assert battle.state.outcome is None and battle.phase.secret
    side, other = battle.state.sides
    mine, theirs = (battle.state.fleet(one)[0].id for one in (side, other))
    screen = shown(reel_of(battle, side))
    adviser = screen.adviser
    screen.do("advise")
    assert {screen.reel.step.view.state.owner(key) for key in adviser.pieces} == {side}
    adviser.pick(theirs)
    assert adviser.piece != theirs, "an enemy is only weighed against"
    assert narrow(adviser.subject(), Subject).target == theirs
    adviser.pick(mine)
    battle.play(battle.read(mine, "0"))
    now = replace(screen.reel.steps[-1], index=len(screen.reel.steps), start=battle.view(side), frames=(), after=10**6)
    screen.reel.steps.append(now)  # a step of this turn, before anybody has moved in it
    screen.player.jump(now.index)
    assert adviser.subject() == NOT_YET
