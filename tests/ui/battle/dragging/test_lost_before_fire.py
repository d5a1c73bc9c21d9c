"""Fire is foretold between ships where they will be, and not of those that are lost before."""

from __future__ import annotations

from pathlib import Path

import pytest
from pygame import Rect

from game.ui.battle.orders.order_form import lost_first, standing_words
from game.ui.battle.panels.ship_list import measured_from
from game.ui.seat.seat_model import SeatModel
from tests.support.battles import laid, paper
from tests.support.ui.battle_driver import Seated
from tests.support.ui.page_driver import reader

LAUNCH = paper(
    "Launch",
    """\
  bittern: {side: azure, design: bittern, at: [22, 30], course: 3, velocity: 6}
  tinder: {side: amber, design: tinder, at: [47, 31], course: 9, velocity: 6}
""",
)
DOOM = paper(
    "Doom",
    """\
  lancet: {side: azure, design: lancet, at: [20, 24], course: 3, velocity: 11}
  bellows: {side: amber, design: bellows, at: [60, 24], course: 9, velocity: 4}
""",
    table="{width: 72, height: 48, terrain: [{kind: planet, name: Tavira, at: [27, 24], radius: 3}]}",
)
EDGE = paper(
    "Edge",
    """\
  halyard: {side: azure, design: halyard, at: [20, 44], course: 12, velocity: 8}
  vesper: {side: amber, design: vesper, at: [30, 40], course: 9, velocity: 0}
""",
)


def told(model: SeatModel) -> str:
    """Return the line about who is lost before ships fire."""
    row = lost_first(model, Rect(0, 0, 300, 20))
    assert row is not None
    return " ".join([*(piece[0] for piece in row.parts), row.right]).strip()


def test_a_ship_that_launches_is_measured_from_where_it_stands_to_where_others_stand(tmp_path: Path) -> None:
    battle = laid(tmp_path, LAUNCH).battle
    for by, text in (("bittern", "+1"), ("azure", "lock"), ("amber", "lock")):
        battle.play(battle.read(by, text))
    model = SeatModel(battle.view("azure"))
    model.choose("bittern")
    assert model.order and model.order.stays
    model.set_draft(model.order.with_value("MTa", (22.0, 30.0)))
    assert round(model.fire.distance("tinder"), 2) == 25.02
    assert measured_from(model, "amber") == "from Bittern"
    assert standing_words(model) == "From their ends, if they hold on"
    # the missile is likelier to take Tinder than not
    assert not model.fire.weighed and told(model) == "Tinder lost first 72 %"


def test_board_and_panel_agree_on_a_ship_that_is_lost_before_fire(tmp_path: Path) -> None:
    seat = Seated(tmp_path, DOOM)
    seat.screen.commands.choose("lancet")
    for key in ("UP", "DOWN"):
        seat.key(key)
    seat.settle()
    model = seat.screen.model
    assert model.lifted == "lancet" and str(model.order) == "0"
    assert not model.fire.weighed and told(model) == "Lancet lost first 67 %"
    assert seat.screen.context.scene.aims == ()


@pytest.mark.parametrize("size", ((1024, 600), (1280, 800)), ids=str)
def test_a_ship_that_is_certain_to_be_lost_first_is_told_whole_in_a_line(tmp_path: Path, size: tuple[int, int]) -> None:
    seat = Seated(tmp_path, EDGE, size)
    seat.screen.commands.choose("halyard")
    seat.key("UP")
    seat.key("DOWN")
    seat.settle()
    assert told(seat.screen.model) == "Halyard is lost first"
    with reader(seat.frame) as written:
        seat.screen.context.change()
        seat.look()
    words = [one.string for one in written]
    at = words.index("is lost first")
    assert words[at - 1] == "Halyard" and "nobody bears" in words
