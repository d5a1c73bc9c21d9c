"""Orders sealed, called back and sealed again at the window, and what the board shows in between."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest
from pygame.event import Event

from game.battle.battle import Record
from game.battle.loader import open_battle
from game.core.events import Die
from game.core.events import Event as Line
from game.ui.battle.screen import BattleScreen
from game.ui.handover.screen import HandoverScreen
from tests.support.narrowing import narrow
from tests.support.ui.battle_driver import Seated
from tests.support.ui.page_driver import TAVIRA, Hand, plain


@pytest.fixture(autouse=True)
def usual(still: None) -> Iterator[None]:
    with plain():
        yield


def test_a_side_that_has_locked_is_called_back_from_the_next_curtain_and_writes_again(tmp_path: Path) -> None:
    hand = Hand(tmp_path)
    hand.press("scenario crossed_swords")
    hand.press("seat amber")
    hand.key(pygame.K_1, pygame.K_ESCAPE)  # a person
    hand.key(pygame.K_SPACE)
    screen = hand.top
    assert isinstance(screen, BattleScreen), "nobody has written anything that a curtain could hide"
    hand.key(pygame.K_LEFT, pygame.K_RETURN)
    plotted = len(screen.battle.records)
    assert plotted == 1
    hand.key(pygame.K_RETURN, pygame.K_RETURN)
    assert (
        isinstance(hand.top, HandoverScreen)
        and hand.top.context.side == "amber"
        and screen.battle.state.ready == {"azure"}
    )
    hand.key(pygame.K_ESCAPE)
    hand.down(pygame.K_SPACE)
    hand.wait(30)
    hand.up(pygame.K_SPACE)
    assert narrow(hand.top, BattleScreen) is screen and screen.flow.seat == "azure", (
        "no page of faults, and no second curtain"
    )
    assert screen.battle.state.ready == set() and len(screen.battle.records) == plotted
    hand.key(pygame.K_RIGHT, pygame.K_RETURN)
    assert len(screen.battle.records) == plotted + 1, "it writes on"


def test_a_plot_sealed_by_keys_leaves_envelope_and_arcs_on_the_board(tmp_path: Path) -> None:
    seat = Seated(tmp_path)
    before = seat.screen.scene
    assert before.asked.destinations and before.hand.overlays
    seat.key("LEFT", "RETURN")
    assert seat.orders == ["lancet: P1"] and seat.screen.model.chosen == "halyard", (
        "the next without an order is in hand"
    )
    seat.press("ship lancet")
    scene = seat.screen.scene
    assert scene.hand.destination is not None and scene.hand.destination.order == seat.battle.state.sealed["lancet"]
    assert scene.asked.destinations and scene.hand.overlays and scene.hand.overlays != before.hand.overlays, (
        "seen from where it will be"
    )
    seat.key("u")
    assert (
        seat.screen.scene.asked.destinations == before.asked.destinations
        and seat.screen.scene.hand.overlays == before.hand.overlays
    )


def test_after_a_drag_is_taken_back_nothing_is_said_of_a_ship_that_is_not_pointed_at(tmp_path: Path) -> None:
    seat = Seated(tmp_path)
    seat.point(seat.pixel("lancet"))
    assert "Lancet" in seat.screen.board_input.hint()
    x, y = seat.pixel("lancet")
    seat.send(Event(pygame.MOUSEBUTTONDOWN, button=1, pos=(round(x), round(y))))
    for far in (8, 40, 90):  # the drag begins while the pointer is still over it
        seat.point((x + far, y), held=True)
    assert seat.screen.board_input.drag.active
    seat.key("ESCAPE")
    assert not seat.screen.board_input.drag.active and seat.screen.board_input.hint() == ""
    seat.send(Event(pygame.MOUSEBUTTONUP, button=1, pos=(10, 10)))
    assert seat.orders == []


def test_space_that_was_down_before_the_curtain_fell_does_not_open_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    battle = open_battle(TAVIRA, seed=1).battle
    for held in (True, False):
        monkeypatch.setattr(pygame.key, "get_pressed", lambda held=held: {pygame.K_SPACE: held})
        curtain = HandoverScreen(battle, "azure")
        curtain.draw(pygame.Surface((1280, 800)))
        curtain.handle(Event(pygame.KEYDOWN, key=pygame.K_SPACE, mod=0, unicode=" "))
        for _ in range(20):
            curtain.tick(0.05)
        assert curtain.opened is not held


def test_what_is_called_back_leaves_what_others_have_written_since(tmp_path: Path) -> None:
    """The closed curtain offers it whether they have or not, or it would tell."""
    battle = open_battle(TAVIRA, seed=1).battle
    battle.play(battle.read("azure", "lock"))
    curtain = HandoverScreen(battle, "amber")
    assert curtain.context.before == "azure"
    assert HandoverScreen(battle, "amber").context.before == "azure"
    ship = battle.state.fleet("amber")[0].id
    battle.play(battle.read(ship, "0"))
    curtain.context.returning = True
    curtain.open_curtain()
    assert battle.state.ready == set() and ship in battle.state.sealed, "nothing is undone that was not theirs"
    assert [record.order.by for record in battle.records] == [ship]
    assert HandoverScreen(battle, "azure").known
    assert not HandoverScreen(battle, "azure").known, "who has held the key does so once"


def test_what_only_the_other_side_may_read_is_not_played_back(tmp_path: Path) -> None:
    seat = Seated(tmp_path)
    flow, battle = seat.screen.flow, seat.battle
    lines = tuple(
        Line(
            "fire",
            "full-thrust-base/6.1",
            f"for {side or 'all'}",
            "vesper",
            "lancet",
            (Die(4),),
            side=side,
            turn=1,
            phase=9,
        )
        for side in ("amber", "", "azure")
    )
    record = Record(battle.read("lancet", "0"), (), lines)
    flow.record_result(record)
    assert [event.text for act in flow.acts for event in act.events] == ["for all", "for azure"]
    assert flow.result is not None and [event.text for event in flow.result.events] == ["for all", "for azure"]


def test_an_event_that_comes_before_the_curtain_lies_over_the_seat_does_nothing(tmp_path: Path) -> None:
    seat = Seated(tmp_path)
    seat.key("RETURN", "RETURN")
    seat.screen.turn_flow.due = ("amber", 0)
    before = len(seat.curtains)
    seat.send(Event(pygame.KEYDOWN, key=pygame.K_LEFT, mod=0, unicode=""))
    assert (
        len(seat.curtains) == before + 1 and seat.screen.model.drafts == {} and not seat.screen.board_input.drag.active
    )
