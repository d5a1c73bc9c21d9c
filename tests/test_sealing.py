"""Orders sealed, called back and sealed again at the window, and what the board shows in between."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest
from pygame.event import Event

from game.ui.battle import BattleScreen
from game.ui.curtain import Curtain
from tests.pages import Hand, plain
from tests.seated import Seated


@pytest.fixture(autouse=True)
def usual(still: None) -> Iterator[None]:
    with plain():
        yield


def sits(hand: Hand) -> BattleScreen:
    """Holds Space until the curtain opens and takes the seat."""
    assert isinstance(hand.top, Curtain)
    hand.down(pygame.K_SPACE)
    hand.wait(16)
    hand.up(pygame.K_SPACE)
    hand.key(pygame.K_RETURN)
    screen = hand.top
    assert isinstance(screen, BattleScreen)
    return screen


def test_a_side_that_has_locked_is_called_back_from_the_next_curtain_and_writes_again(tmp_path: Path) -> None:
    hand = Hand(tmp_path)
    hand.press("scenario tavira_passage")
    hand.key(pygame.K_SPACE)
    screen = sits(hand)
    hand.key(pygame.K_LEFT, pygame.K_RETURN)
    plotted = len(screen.battle.records)
    assert plotted == 1
    hand.key(pygame.K_RETURN, pygame.K_RETURN)
    assert isinstance(hand.top, Curtain) and hand.top.side == "amber" and screen.battle.state.ready == {"azure"}
    hand.key(pygame.K_ESCAPE)
    hand.down(pygame.K_SPACE)
    hand.wait(30)
    hand.up(pygame.K_SPACE)
    assert hand.top is screen and screen.flow.seat == "azure", "no page of faults, and no second curtain"
    assert screen.battle.state.ready == set() and len(screen.battle.records) == plotted
    hand.key(pygame.K_RIGHT, pygame.K_RETURN)
    assert len(screen.battle.records) == plotted + 1, "she writes on"


def test_a_plot_sealed_by_keys_leaves_envelope_and_arcs_on_the_board(tmp_path: Path) -> None:
    seat = Seated(tmp_path)
    before = seat.screen.scene
    assert before.landings and before.overlays
    seat.key("LEFT", "RETURN")
    assert seat.orders == ["lancet: P1"]
    scene = seat.screen.scene
    assert scene.landing is not None and scene.landing.order == seat.battle.state.sealed["lancet"]
    assert scene.landings and scene.overlays and scene.overlays != before.overlays, "seen from where she will be"
    seat.key("u")
    assert seat.screen.scene.landings == before.landings and seat.screen.scene.overlays == before.overlays


def test_after_a_drag_is_taken_back_nothing_is_said_of_a_ship_that_is_not_pointed_at(tmp_path: Path) -> None:
    seat = Seated(tmp_path)
    seat.point(seat.pixel("lancet"))
    assert "Lancet" in seat.screen.hand.hint()
    x, y = seat.pixel("lancet")
    seat.send(Event(pygame.MOUSEBUTTONDOWN, button=1, pos=(round(x), round(y))))
    for far in (8, 40, 90):  # the drag begins while the pointer is still over her
        seat.point((x + far, y), held=True)
    assert seat.screen.hand.drag.active
    seat.key("ESCAPE")
    assert not seat.screen.hand.drag.active and seat.screen.hand.hint() == ""
    seat.send(Event(pygame.MOUSEBUTTONUP, button=1, pos=(10, 10)))
    assert seat.orders == []
