"""The ordinary table as the seat of a far battle: orders are drafts until they are handed over."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from game.battle.designs import ROOT
from game.far.store import StoredBattle
from game.ui.app.program import Program
from game.ui.far.at_table import FarTableScreen, table_screen
from game.ui.far.model import FarDesk, FarEntry
from game.ui.far.summary import asked_pieces
from game.ui.host.screen import Pop
from game.ui.keys.far_bindings import PAGE
from tests.support.players.far_battles import on_disk

pytestmark = pytest.mark.usefixtures("own_home")

TAVIRA = ROOT / "scenarios" / "full_thrust" / "tavira_passage.yaml"
Pair = tuple[StoredBattle, StoredBattle]


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[Pair]:
    with on_disk(TAVIRA, tmp_path) as both:
        yield both


def desk_of(stored: StoredBattle) -> FarDesk:
    """Return the page's model with a battle open in it."""
    desk = FarDesk()
    desk.chosen, desk.open = FarEntry(stored.path), stored
    desk._refresh()
    return desk


def table_of(stored: StoredBattle) -> FarTableScreen:
    """Return the table of a seat, once what has happened has been shown."""
    screen = table_screen(Program(), desk_of(stored))
    window = pygame.Surface((1280, 800))
    for _ in range(4000):
        screen.tick(0.05)
        screen.draw(window)
        if not screen.animation.active and not screen.flow.result:
            return screen
        screen.do("press")
    raise AssertionError("the film never ends")


def write(screen: FarTableScreen, text: str = "+1") -> None:
    """Give every ship that is asked an order, and lock."""
    battle, seat = screen.battle, screen.flow.seat
    for key in next(one for one in battle.prompts() if one.side == seat).ids:
        assert screen.give(battle.read(key, text))
    screen.do("press")


def send(sender: StoredBattle, other: StoredBattle) -> None:
    other.take(sender.about(sender.hand_over()))


def test_orders_can_be_taken_back_until_they_are_handed_over(pair: Pair) -> None:
    azure, amber = pair
    screen = table_of(azure)
    assert screen.turn_flow.main.label == "Lock orders"
    assert screen.give(screen.battle.read("lancet", "P1")), "what is given anew is all that anybody will see"
    write(screen)
    assert screen.turn_flow.main.label == "To the file"
    screen.draw(pygame.Surface((1280, 800)))
    assert "Unlock orders" in [widget.name for widget in screen.focus.widgets]
    screen.do("undo")
    assert screen.turn_flow.main.label == "Lock orders"
    screen.do("press")
    assert (azure.path / "draft.txt").read_text(encoding="utf-8").splitlines()[-1] == "azure: lock"
    screen.do("press")
    assert screen.context.answer == Pop(PAGE)
    send(azure, amber)
    assert not azure.path.joinpath("draft.txt").read_text(encoding="utf-8").strip().count(":")
    screen = table_of(azure)
    assert screen.turn_flow.main.label == "Look for their file"
    assert "Unlock orders" not in [widget.name for widget in screen.focus.widgets], "handed over, they stand"
    assert set(screen.model.view.plots) >= {"lancet", "sextant"}, "its own sealed orders are still shown"
    screen.do("undo")
    assert "what has been handed over stands." in screen.context.note
    assert not table_of(amber).model.view.plots


def test_what_comes_is_shown_as_it_happens(pair: Pair) -> None:
    azure, amber = pair
    table = table_of(azure)
    write(table)
    send(azure, amber)
    write(table_of(amber))
    before = azure.table.battle.state.known_piece("lancet").at
    send(amber, azure)
    screen = table_screen(Program(), desk_of(azure))
    assert screen.animation.active
    assert screen.turn_flow.main.label == "Skip"
    assert azure.table.battle.state.known_piece("lancet").at != before
    assert table_of(azure).battle.phase.name == "Ships fire"


def test_a_shot_waits_for_the_dice_of_both(pair: Pair) -> None:
    azure, amber = pair
    write(table_of(azure))
    send(azure, amber)
    write(table_of(amber))
    send(amber, azure)
    first, second = (azure, amber) if azure.table.decides else (amber, azure)
    if not first.table.decides:
        send(azure, amber)
        first, second = second, first
    for _ in range(12):
        if first.table.decides:
            screen = table_of(first)
            firer = screen.battle.prompts()[0].waiting[0]
            view, seat = screen.model.view, first.table.seat
            volleys = (view.volley(firer, one.id) for one in view.state.enemies(seat))
            shot = next((one for one in volleys if one is not None), None)
            if shot is not None:
                screen.choose(firer)
                screen.do("all")
                assert screen.turn_flow.main.label.startswith("Fire "), "it rolls nothing yet"
                assert "its dice come from both of you" in screen.turn_flow.main.sub
                screen.give(shot)
                (told,) = (one.order for one in asked_pieces(first) if one.order)
                assert " at " in told and ">" not in told, "it is told in words"
                assert "its dice come from both of you" in screen.context.note
                assert screen.turn_flow.main.label == "To the file"
                rolled = len(first.table.battle.records)
                send(first, second)
                assert second.table.battle.records[rolled:] or second.table.to_hand_over
                return
            screen.do("press")
            screen.do("press")
        if first.table.to_hand_over:
            send(first, second)
        first, second = second, first
    raise AssertionError("nobody can shoot in this turn")


def test_the_end_is_shown_once_it_has_been_handed_over(pair: Pair) -> None:
    azure, amber = pair
    screen = table_of(azure)
    assert screen.give(screen.battle.read("azure", "withdraw"))
    screen.do("press")
    if screen.battle.state.outcome is None:
        write(screen, "0")
    send(azure, amber)
    screen = table_of(amber)
    assert screen.give(screen.battle.read("amber", "withdraw"))
    screen.do("press")
    assert screen.context.answer is None or screen.context.answer == Pop(PAGE), "no card of the end yet"
    assert screen.flow.due().kind == "elsewhere"
    send(amber, azure)
    if azure.table.to_hand_over:
        send(azure, amber)
    assert azure.table.battle.state.outcome and azure.table.far.owed() == ()
    assert table_screen(Program(), desk_of(azure)).flow.due().kind == "over"
