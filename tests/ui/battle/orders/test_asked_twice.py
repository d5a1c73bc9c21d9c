"""Orders of a few choices that give something away are asked about before they are given."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.battles import paper
from tests.support.ui.battle_driver import Seated
from tests.ui.battle.groups.test_close_view import PDL, at_phase

pytestmark = pytest.mark.usefixtures("still")
SIZE = (1280, 800)
EDGE = paper(
    "At the edge",
    """\
  tuff: {side: azure, design: tuff, at: [20, %s], course: 12, velocity: 0, flotilla: cinders}
  gabbro: {side: azure, design: tuff, at: [14, 2], course: 12, velocity: 0, flotilla: cinders}
  shale: {side: amber, design: shale, at: [10, 2], course: 8, velocity: 0, flotilla: cinders}
""",
    "easyhex",
    table="{hexes: [30, 24]}",
)


def asked(seat: Seated) -> bool:
    """Press Enter, and once more if asked, to give the order in hand. Return whether it asked."""
    orders = len(seat.battle.records)
    seat.key("RETURN")
    seat.look()
    sure = seat.screen.context.sure and len(seat.battle.records) == orders
    if sure:
        assert seat.widget("main").label.lower().endswith("sure?")  # type: ignore[attr-defined]
        seat.key("RETURN")
    assert len(seat.battle.records) > orders
    return sure


@pytest.mark.parametrize(("house", "phase"), [("{}", "Point defence"), (PDL, "Commit defence")])
def test_point_defence_that_does_nothing_is_asked_about_where_it_could_do_something(
    tmp_path: Path, house: str, phase: str
) -> None:
    seat = at_phase(tmp_path, house, phase, SIZE)
    seat.press("ship anvil")
    assert asked(seat)
    seat.rest()


def launching(folder: Path, row: int, ship: str) -> Seated:
    """Return a seat in the phase in which missiles are launched, with a ship in hand. Tuff stands in a row."""
    seat = Seated(folder, EDGE % row)
    seat.screen.context.curtain = None
    while seat.battle.phase.name != "Launch":
        seat.key("RETURN")
        seat.rest()
        seat.look()
    seat.screen.commands.choose(ship)
    return seat


def test_a_ship_whose_order_was_taken_back_is_in_hand_again(tmp_path: Path) -> None:
    seat = launching(tmp_path, 2, "gabbro")
    seat.key("RETURN")
    seat.rest()
    assert seat.screen.model.chosen == "tuff"
    seat.key("u")
    assert seat.screen.model.chosen == "gabbro" and seat.screen.context.note.startswith("Taken back")


@pytest.mark.parametrize(("row", "lost"), [(-9, True), (2, False)])
def test_missiles_that_are_lost_however_they_fly_are_asked_about_as_they_are_launched(
    tmp_path: Path, row: int, lost: bool
) -> None:
    seat = launching(tmp_path, row, "tuff")
    model = seat.screen.model
    every = max((one.value for one in model.choices("mounts")), key=lambda value: len(value))
    assert model.order is not None
    model.set_draft(model.order.with_value("mounts", every))
    seat.screen.context.weigh()
    seat.look()
    told = [risk.words for risk in model.risks() if risk.tone == "bad"]
    assert told == (["all are lost beyond the edge, however flown"] if lost else [])
    assert asked(seat) is lost
    seat.rest()


def test_enter_on_the_row_of_the_ship_in_hand_is_the_main_buttons(tmp_path: Path) -> None:
    seat = Seated(tmp_path)
    chosen = seat.screen.model.chosen
    assert chosen
    seat.screen.focus.focus(seat.widget(f"ship {chosen}"), True)
    seat.key("RETURN")
    seat.look()
    assert seat.screen.context.sure or seat.battle.records
