"""The strip that says who acts in which order while groups move."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.ui.battle.over_board.turn_strip import TurnBox, turn_cells
from tests.support.ui.battle_driver import Seated
from tests.support.ui.group_battles import flying, moved

pytestmark = pytest.mark.usefixtures("still")


def said(seat: Seated) -> list[tuple[str, str]]:
    return [(one.name, one.state) for one in turn_cells(seat.screen.model)]


def test_the_loser_begins_and_groups_of_the_enemy_are_not_known_before_they_are_chosen(tmp_path: Path) -> None:
    seat = flying(tmp_path)
    found = turn_cells(seat.screen.model)
    assert [one.seat for one in found] == [1, 0] * 4
    assert found[0].state == "now" and found[0].name == "Falchion"
    assert [one.name for one in found[1::2]] == ["Azure League"] * 4
    boxes = [one for one in seat.screen.panels.over if isinstance(one, TurnBox)]
    assert boxes[1].hint == "Azure League has still to say which: later"
    assert "turns" in seat.names() or any(widget.name == "turns" for widget in seat.screen.panels.over)


def test_the_group_in_hand_is_next_and_one_with_a_plan_comes_after_it(tmp_path: Path) -> None:
    seat = flying(tmp_path)
    seat.lift("bellows.HGRc", (30, 28))
    seat.drop((30, 28))
    seat.press("ship bellows.HGRb")
    assert said(seat)[0] == ("Maul", "now")
    assert said(seat)[2] == ("Javelin", "planned")


def test_those_that_have_moved_are_ticked_in_the_order_in_which_they_moved(tmp_path: Path) -> None:
    seat = flying(tmp_path)
    for key, order in (("bellows.HGRb", "fly 31,16"), ("rookery.HGRc", "fly 38,25")):
        seat.battle.play(seat.battle.read(key, order))
    seat.screen.turn_flow.refresh()
    seat.settle()
    assert said(seat)[:3] == [("Maul", "done"), ("Lammergeier", "done"), ("Falchion", "now")]


def test_the_only_group_that_an_enemy_has_left_is_named(tmp_path: Path) -> None:
    seat = flying(tmp_path)
    for n in range(3):
        for key in (f"bellows.HGR{'abc'[n]}", f"rookery.HGR{'abc'[n]}"):
            seat.battle.play(seat.battle.read(key, "stay"))
    seat.screen.turn_flow.refresh()
    seat.settle()
    assert [one for one in said(seat) if one[1] != "done"] == [("Foil", "now"), ("Shrike", "later")]


def test_a_cell_of_an_own_group_takes_it_in_hand(tmp_path: Path) -> None:
    seat = flying(tmp_path)
    box = next(one for one in seat.screen.panels.over if isinstance(one, TurnBox) and one.cell.key == "bellows.HGRb")
    seat.click(box.rect.center)
    assert seat.screen.model.chosen == "bellows.HGRb"


@pytest.mark.parametrize("size", [(1024, 700), (1280, 800), (1920, 1080)])
def test_the_strip_fits_between_the_edges_of_the_board_and_covers_no_switch(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    seat = flying(tmp_path, size)
    strip = [one.rect for one in seat.screen.panels.over if one.name.startswith("turn")]
    others = [one.rect for one in seat.screen.panels.over if not one.name.startswith("turn")]
    assert len(strip) > 2 and all(seat.screen.layout.board.contains(rect) for rect in strip)
    assert all(rect.collidelist(others) < 0 for rect in strip)


def test_there_is_none_while_ships_are_plotted_or_fire(tmp_path: Path) -> None:
    seat = flying(tmp_path)
    assert turn_cells(seat.screen.model)
    moved(seat)
    assert turn_cells(seat.screen.model), "attacks are given out in turn too"
    while seat.battle.phase.number == 6:
        seat.battle.play(seat.battle.read(seat.battle.prompts()[0].waiting[0], "attack none"))
    seat.screen.sit(seat.battle.prompts()[0].side)
    seat.screen.turn_flow.refresh()
    seat.settle()
    assert not turn_cells(seat.screen.model)
