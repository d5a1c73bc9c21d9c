"""What is pressed in the order form stays under the pointer, and what its buttons say of courses."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.battle.designs import ROOT
from game.ui.battle.orders.order_form import Reason
from game.ui.toolkit.widgets import Button
from tests.support.ui.battle_driver import TURN, Seated, at_scale

pytestmark = pytest.mark.usefixtures("still")


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
@pytest.mark.parametrize("scenario", ["full_thrust/stern_chase", "hexcess/first_furrow"])
def test_no_button_of_a_form_moves_from_under_the_pointer(tmp_path: Path, scenario: str, size: tuple[int, int]) -> None:
    at_scale(1.0)
    seat = Seated(tmp_path, (ROOT / "scenarios" / f"{scenario}.yaml").read_text(encoding="utf-8"), size)
    assert seat.until(lambda now: now.screen.model.input_mode == "plot" and bool(now.screen.model.waiting))
    seat.screen.commands.choose(seat.screen.model.first)
    seat.settle()
    seat.look()
    panels, begun = seat.screen.panels, seat.screen.model.hand

    def laid() -> dict[str, Button]:
        return {one.name: one for one in panels.sheet if isinstance(one, Button) and one.on_press}

    pressed = 0
    for name in laid():
        seat.screen.model.replace_hand(begun)
        seat.screen.context.change()
        seat.point((5, 5))
        seat.look()
        before = laid().get(name)
        if before is None or not before.enabled or not seat.screen.layout.sheet.contains(before.rect):
            continue
        at = before.rect.y
        seat.press(name)
        seat.settle()
        seat.look()
        assert name not in laid() or laid()[name].rect.y == at, name
        pressed += 1
    assert pressed > 2


def test_a_form_says_what_binds_a_ship_that_may_take_no_other_course(tmp_path: Path) -> None:
    at_scale(1.0)
    strike = (ROOT / "scenarios" / "full_thrust" / "carrier_strike.yaml").read_text(encoding="utf-8")
    seat = Seated(tmp_path, strike)
    seat.look()
    seat.screen.commands.choose("rookery")
    model = seat.screen.model

    def said() -> tuple[str, str]:
        seat.screen.context.change()
        seat.settle()
        seat.look()
        line = seat.widget("order reason", Reason)
        return line.words, line.rule

    assert said()[0] == ""
    model.set_draft(model.view.read("rookery", "LA HGRa"))
    told = "Launch fighters takes the place of every other order"
    assert said() == (told, "full-thrust-base/7.2") and seat.widget("legs P1").why_not == told


def test_a_ship_at_rest_is_told_that_its_turns_are_free(tmp_path: Path) -> None:
    at_scale(1.0)
    seat = Seated(tmp_path, TURN.replace("velocity: 6, lost: [PDSa]", "velocity: 0"))
    seat.look()
    seat.screen.commands.choose("lancet")
    seat.look()
    hints = [seat.widget(f"legs {words}").hint for words in ("P6", "S1", "P+S")]
    slip = "a side-slip: two opposite turns, one after the other"
    assert hints == ["a ship at rest turns on the spot, free of thrust"] * 2 + [slip]
    seat.screen.model.set_draft(seat.screen.model.view.read("lancet", "+1"))
    seat.screen.context.change()
    seat.look()
    assert seat.widget("legs P6").why_not == "only 3 thrust may turn Lancet" and not seat.widget("legs S1").hint
