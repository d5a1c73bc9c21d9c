"""Two tables that are connected directly: files go by themselves, and both see the same battle."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pygame
import pytest

from game.battle.designs import ROOT
from game.battle.loader import open_battle
from game.far import store
from game.far.far_battle import usual_by_file
from game.far.store import StoredBattle
from game.ui.app.program import Program
from game.ui.far.at_table import FarTableScreen, table_screen
from game.ui.far.direct import DirectPage, status
from game.ui.far.talk import TalkPage
from tests.support.players.far_battles import on_disk
from tests.support.ui.page_driver import SCALES, SIZES, faults, overlaps, plain, read
from tests.ui.far.far_hand import until
from tests.ui.far.test_at_table import desk_of, write

FIRST = ROOT / "scenarios" / "full_thrust" / "first_light.yaml"
pytestmark = pytest.mark.usefixtures("own_home")
Pair = tuple[StoredBattle, StoredBattle]


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[Pair]:
    with plain(), on_disk(FIRST, tmp_path) as both:
        yield both


class Table:
    """A player at the table of a seat."""

    def __init__(self, stored: StoredBattle) -> None:
        self.stored, self.desk = stored, desk_of(stored)
        self.window = pygame.Surface((1280, 800))
        self.screen: FarTableScreen = table_screen(Program(), self.desk)

    def step(self) -> None:
        """Let a frame pass; what has been shown is gone on from."""
        self.screen.draw(self.window)
        self.screen.tick(0.5)
        if self.screen.flow.result or self.screen.animation.active:
            self.screen.do("press")

    @property
    def records(self) -> int:
        return len(self.stored.table.battle.records)


def connect(azure: Table, amber: Table, step: object = None) -> None:
    azure.stored.meet("127.0.0.1", 0, True)
    assert azure.stored.direct is not None
    amber.desk.meet("127.0.0.1", azure.stored.direct.port, False)

    def both() -> None:
        azure.step()
        amber.step()

    until(lambda: all(one.stored.direct and one.stored.direct.connected for one in (azure, amber)), both)
    until(lambda: amber.stored.table.begun, both)


def test_a_turn_is_played_at_two_tables_without_a_file_in_hand(pair: Pair) -> None:
    azure, amber = map(Table, first(pair))
    connect(azure, amber)

    def both() -> None:
        azure.step()
        amber.step()

    write(azure.screen)
    until(lambda: amber.stored.table.far.replica and amber.stored.table.far.replica.step, both)
    until(lambda: "Azure League has locked its orders" in amber.screen.context.note, both)
    assert "wait" in azure.screen.turn_flow.main.label.lower()
    write(amber.screen)
    until(lambda: all(one.stored.table.battle.phase.name != "Write orders" for one in (azure, amber)), both)
    assert {one.stored.table.far.replica.digest for one in (azure, amber) if one.stored.table.far.replica} == {
        azure.stored.table.far.replica.digest  # type: ignore[union-attr]
    }
    azure.desk.say("Well flown")
    until(lambda: "Well flown" in amber.screen.context.note, both)
    page = TalkPage(amber.stored, amber.desk.say, amber.screen.take_what_comes)
    shown = [one.string for one in read(page, (1280, 800))]
    assert "Well flown" in shown
    amber.stored.part()
    until(lambda: status(azure.desk)[0].startswith("Lost"), both)
    until(lambda: "connection is lost" in azure.screen.context.note, both)
    azure.stored.close()
    assert azure.stored.direct is None, "it ends when the battle is left"


def test_a_phase_that_ends_without_anything_to_see_is_gone_on_from(tmp_path: Path) -> None:
    with plain(), begun_with_plans(tmp_path) as pair:
        azure, amber = map(Table, first(pair))
        connect(azure, amber)

        def both() -> None:
            azure.step()
            amber.step()

        for _ in range(3):
            was = azure.stored.table.battle.state.phase
            for one in (azure, amber):
                until(partial(writes, one), both)
                one.screen.do("press")
                one.screen.do("press")
            until(partial(is_past, azure, was), both)
            for one in (azure, amber):
                until(partial(is_shown, one), both)


def writes(one: Table) -> bool:
    return one.screen._writing is not None and not one.screen.moving


def is_past(one: Table, phase: int) -> bool:
    return one.stored.table.battle.state.phase != phase


def is_shown(one: Table) -> bool:
    return one.screen.model.view.phase == one.stored.table.battle.phase


@contextmanager
def begun_with_plans(folder: Path) -> Iterator[Pair]:
    """Begin First Light with the house rule Plans on two disks."""
    system = open_battle(FIRST).battle.system
    opened = open_battle(FIRST, house=usual_by_file(system, {}))
    azure = store.invite(opened, "azure", folder=folder / "one")
    amber = store.accept(azure.own[0].read_text("utf-8"), folder=folder / "two")
    with azure, amber:
        azure.take(amber.own[0].read_text("utf-8"))
        yield azure, amber


def first(pair: Pair) -> Pair:
    """Begin the battle by a file, as on the way to the table."""
    azure, amber = pair
    amber.take(azure.about(azure.hand_over_due()))  # type: ignore[arg-type]
    return azure, amber


def test_the_clock_of_a_direct_battle_only_tells(pair: Pair) -> None:
    azure, amber = map(Table, first(pair))
    azure.stored.table.far.minutes = 1
    assert azure.screen._notice() == "" and not azure.desk.overdue
    connect(azure, amber)
    assert azure.stored.direct is not None
    azure.stored.direct.met_at -= 30
    azure.desk._asked = azure.desk._asked[0], 0.0
    azure.screen.context.note = ""
    assert azure.screen._notice().startswith("Your time: 0:3")
    write(azure.screen)

    def both() -> None:
        azure.step()
        amber.step()

    until(lambda: amber.stored.table.far.replica and amber.stored.table.far.replica.step, both)
    azure.stored.direct.met_at -= 60
    azure.desk._asked = azure.desk._asked[0], 0.0
    amber.desk.say("I think")
    until(lambda: azure.stored.table.far.replica and azure.stored.table.far.replica.said, both)
    assert azure.desk.overdue
    azure.screen.context.note = ""
    assert "It is over" in azure.screen._notice()


@pytest.mark.parametrize("size", SIZES)
def test_nothing_is_cut_or_covered_at_any_size(pair: Pair, size: tuple[int, int]) -> None:
    azure, _ = first(pair)
    desk = desk_of(azure)
    for state in range(2):
        for scale in SCALES:
            pages = DirectPage(desk), TalkPage(azure, desk.say, lambda: False)
            for page in pages:
                found = read(page, size, scale)
                assert not faults(found, size), f"state {state}, scale {scale}"
                assert not overlaps(page.focus.widgets, size), f"state {state}, scale {scale}"
        desk.meet("127.0.0.1", 0, True)
        azure.say("The wind is with you, and the sun behind. " * 5)
