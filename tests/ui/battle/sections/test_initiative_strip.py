"""The strip over the board where ships act one by one by initiative."""

from __future__ import annotations

from pathlib import Path

from game.ui.battle.over_board.turn_strip import turn_cells
from tests.support.ui.battle_driver import Seated
from tests.ui.battle.sections.test_power_sheet import CLOSE


def test_the_lowest_moves_first_and_is_ticked_then(tmp_path: Path) -> None:
    seat = Seated(tmp_path, CLOSE)
    assert seat.until(lambda one: one.battle.phase.name == "Move" and bool(one.screen.model.waiting))
    state = seat.battle.state
    totals = {key: ship.total for key, ship in state.ships.items()}
    found = turn_cells(seat.screen.model)
    assert [one.key for one in found] == sorted(totals, key=lambda key: totals[key])
    assert [one.figure for one in found] == [str(totals[one.key]) for one in found]
    assert [one.state for one in found] == ["now", "later"] and found[0].key == seat.screen.model.waiting[0]
    assert any(widget.name == f"turn {found[1].key}" for widget in seat.screen.panels.over)
    order = seat.screen.model.order
    assert order is not None and seat.screen.turn_flow.give(order)
    seat.rest()
    seat.look()
    assert [one.state for one in turn_cells(seat.screen.model)] == ["done", "now"]


def test_there_is_no_strip_where_nobody_is_asked_by_initiative(tmp_path: Path) -> None:
    seat = Seated(tmp_path)
    assert not turn_cells(seat.screen.model)


def test_the_game_says_round_and_the_top_bar_too(tmp_path: Path) -> None:
    seat = Seated(tmp_path, CLOSE)
    seat.look()
    assert seat.battle.system.turn_word == "round"
    assert "round 1 of 15, then the battle ends" in {widget.hint for widget in seat.screen.focus.widgets}
    assert "turn 1" not in " ".join(widget.hint for widget in seat.screen.focus.widgets)
