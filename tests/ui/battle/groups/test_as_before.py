"""One key gives ships the order of the last turn, or says why it cannot."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.battle.designs import ROOT
from tests.support.ui.battle_driver import TURN, Seated

pytestmark = pytest.mark.usefixtures("still")


def second_turn(folder: Path) -> Seated:
    """Lancet was ordered to turn last turn and Halyard nothing; Azure writes."""
    seat = Seated(folder, TURN)
    battle = seat.battle
    battle.play(battle.read("lancet", "S1+1"))
    while battle.state.turn == 1:
        if battle.phase.secret:
            side = next(one.side for one in battle.prompts() if one.side not in battle.state.ready)
            battle.play(battle.read(side, "lock"))
        else:
            prompt, idle = battle.prompts()[0], battle.phase.idle
            assert idle is not None
            battle.play(idle(battle.state, prompt))
    seat.screen.flow.acts = []
    seat.screen.sit("azure")
    seat.screen.turn_flow.refresh()
    seat.settle()
    return seat


def test_the_ship_in_hand_does_as_it_did(tmp_path: Path) -> None:
    seat = second_turn(tmp_path)
    seat.press("ship lancet")
    seat.key("b")
    assert seat.orders[-1] == "lancet: S1+1"


def test_all_that_wait_do_as_they_did_and_the_reason_is_told_for_the_others(tmp_path: Path) -> None:
    seat = second_turn(tmp_path)
    seat.key("shift+b")
    assert seat.orders[-1] == "lancet: S1+1" and set(seat.screen.model.view.state.sealed) == {"lancet"}
    assert seat.screen.context.note == "Halyard: it was given no order last turn."


def test_nothing_of_the_other_side_is_known_by_it(tmp_path: Path) -> None:
    seat = second_turn(tmp_path)
    assert set(seat.battle.ordered_last_turn("azure")) == {"lancet"}
    assert not seat.battle.ordered_last_turn("amber")


def at_second_turn(folder: Path, path: str) -> Seated:
    """Return a scenario of ours as the second turn is plotted, by a seat of which several ships wait."""
    seat = Seated(folder, (ROOT / "scenarios" / f"{path}.yaml").read_text(encoding="utf-8"))

    def due(now: Seated) -> bool:
        return (
            now.battle.state.turn == 2 and now.screen.model.input_mode == "plot" and len(now.screen.model.waiting) > 1
        )

    assert seat.until(due)
    return seat


@pytest.mark.parametrize("path", ["full_sail/salt_road", "hexcess/kessarine_drift"])
def test_a_reason_that_names_its_ship_is_told_without_the_name_before_it(tmp_path: Path, path: str) -> None:
    seat = at_second_turn(tmp_path, path)
    seat.key("shift+b")
    name = seat.screen.context.note.partition(" ")[0]
    assert name in seat.battle.state.names.values() and seat.screen.context.note.split(";")[0].count(name) == 1


def test_a_flotilla_that_its_leader_orders_is_not_told_to_be_left_as_it_was(tmp_path: Path) -> None:
    seat = at_second_turn(tmp_path, "easyhex/great_drove")
    waited = seat.screen.model.waiting
    assert set(waited) - set(seat.battle.ordered_last_turn(seat.screen.model.side))
    seat.key("shift+b")
    assert not seat.screen.model.waiting and not seat.screen.context.note
