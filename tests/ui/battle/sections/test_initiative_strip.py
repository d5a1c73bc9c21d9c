"""The strip over the board where ships act one by one by initiative."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.battle.designs import ROOT
from game.formats.user_folders import Settings
from game.ui.battle.over_board.turn_strip import TurnBox, TurnHead, turn_cells
from game.ui.host.preferences import STILL, preferences
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


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
def test_after_a_movement_no_ship_lies_under_the_strip(tmp_path: Path, size: tuple[int, int]) -> None:
    seat = Seated(tmp_path, CLOSE, size)
    assert seat.until(lambda one: one.battle.phase.name == "Move" and bool(one.screen.model.waiting))
    board, ships = seat.screen.board, seat.battle.state.ships.values()
    strip = next(one for one in seat.screen.panels.over if isinstance(one, TurnHead)).rect
    highest = min(board.camera.xy(ship.at)[1] for ship in ships)
    board.camera.pan(0, strip.centery - highest)
    seat.screen.board_input.keep_in_view()
    seat.settle()
    assert all(board.camera.xy(ship.at)[1] > strip.bottom for ship in ships)


@pytest.mark.parametrize("name", ["karun_light", "torpedoes_away"])
def test_every_ship_in_play_stands_in_the_strip_in_every_phase(still: None, tmp_path: Path, name: str) -> None:
    """In the smallest window too."""
    path = ROOT / "scenarios" / "power_hex" / f"{name}.yaml"
    seat, seen = Seated(tmp_path, path.read_text(encoding="utf-8")), set[str]()

    def looked(one: Seated) -> bool:
        state, model = one.battle.state, one.screen.model
        if model.waiting and not one.screen.flow.result and not model.view.queue:
            seen.add(one.battle.phase.name)
            shown = {over.cell.key: over.cell for over in one.screen.panels.over if isinstance(over, TurnBox)}
            assert {*shown} == {ship.id for ship in state.ships.values() if ship.in_play}, one.battle.phase.name
            assert all(cell.figure == str(state.ships[key].total) for key, cell in shown.items())
            assert [cell.state for cell in shown.values()].count("now") == 1
        return state.turn > 2

    seat.until(looked, most=80, seen=True)
    assert {"Early snaps", "Move", "Declare fire"} <= seen


def test_there_is_no_strip_where_nobody_is_asked_by_initiative(tmp_path: Path) -> None:
    seat = Seated(tmp_path)
    assert not turn_cells(seat.screen.model)


def test_the_game_says_round_and_the_top_bar_too(tmp_path: Path) -> None:
    seat = Seated(tmp_path, CLOSE)
    seat.look()
    assert seat.battle.system.turn_word == "round"
    assert "round 1 of 15, then the battle ends" in {widget.hint for widget in seat.screen.focus.widgets}
    assert "turn 1" not in " ".join(widget.hint for widget in seat.screen.focus.widgets)


def test_no_sheet_tells_the_initiative_before_its_dice_lie(still: None, tmp_path: Path) -> None:
    path = ROOT / "scenarios" / "power_hex" / "slow_answer.yaml"
    seat = Seated(tmp_path, path.read_text(encoding="utf-8"))
    tumbled = 0
    while seat.battle.state.turn < 4:
        seat.rest()
        before = {key: seat.screen.model.sheet(key).note for key in seat.battle.state.ships}
        if seat.screen.flow.result:
            seat.key("RETURN")
        else:
            prompt, idle = seat.screen.model.prompt, seat.battle.phase.idle
            assert prompt is not None and idle is not None
            preferences.settings = Settings(speed=1.0, tumbling=True)
            assert seat.screen.turn_flow.give(idle(seat.battle.state, prompt))
        while (animation := seat.screen.animation).active and not animation.held:
            if animation.act and animation.act.kind == "initiative" and animation.tray.busy:
                assert {key: seat.screen.model.sheet(key).note for key in seat.battle.state.ships} == before
                tumbled += 1
                break
            seat.take(seat.screen.tick(0.05))
        preferences.settings = Settings(speed=STILL, tumbling=False)
    assert tumbled > 1


def test_the_button_after_the_last_shot_says_that_a_round_begins(tmp_path: Path) -> None:
    path = ROOT / "scenarios" / "power_hex" / "karun_light.yaml"
    seat = Seated(tmp_path, path.read_text(encoding="utf-8"))
    assert seat.until(lambda one: bool(one.screen.flow.result) and one.battle.state.turn == 2, most=120)
    main = seat.screen.turn_flow.main
    assert (main.label, main.sub) == ("Go on", "Power, round 2")
