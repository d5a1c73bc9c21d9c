"""What is said on hexes: distances in hexes, and nothing that only open space knows. No window opens."""

from __future__ import annotations

import pytest

from game.board.boards import OPEN, HexBoard, board_of
from game.board.geometry import bound
from game.board.terrain import Body
from game.core.display import Meter, Pose
from game.core.events import Die, Event
from game.core.state import Table
from game.demonstrations.catalogue import exhibits
from game.demonstrations.frames import value_of
from game.rules.counters.orders import Launch
from game.rules.display.ship_sheet import stats
from game.rules.manoeuvres.archive import BY_CODE
from game.rules.manoeuvres.framework.base import ManoeuvreOrder
from game.rules.movement.plot import Plot
from game.rules.ships.drive import idle_words
from game.rules.ships.terrain_hazards import move_bodies
from game.sandbox.sandbox import describe_fields
from game.seating.summary import summary_of
from game.systems import SYSTEMS
from game.systems.easyhex.movement.marker import Marker
from game.systems.full_thrust.system import FULL_THRUST, move
from game.systems.hexcess.movement.order import HexMove
from game.ui.board.layers.ships import way
from game.ui.board.plotting.card import left_words
from tests.support.builders import design, ship, state, umpire
from tests.support.ui.hex_board_samples import view

HEXED = [system for system in SYSTEMS.values() if system.files.folder == "hexes"]


@pytest.mark.parametrize("system", HEXED, ids=[system.key for system in HEXED])
def test_settings_that_games_share_name_no_unit(system) -> None:  # type: ignore[no-untyped-def]
    said = {
        rule.key: f"{rule.title} {rule.sentence}"
        for rule in system.house
        if rule.key.startswith(("man.", "rt.", "skid."))
    }
    assert not [words for words in said.values() if "MU" in words.split()]


def test_what_a_manoeuvre_refuses_names_no_unit() -> None:
    one = ship("lancet", "azure", (0.0, 0.0), 12, 0, design(thrust=4))
    no = BY_CODE["RT"].fault(one, ManoeuvreOrder(BY_CODE["RT"], 0), Plot("lancet"), FULL_THRUST.settings({}))
    assert no and no.why == "reverse thrust is for a velocity of 1 at least"


def test_the_curtain_tells_how_far_away_a_shot_was_in_hexes() -> None:
    shot = Event(
        "fire",
        "full-thrust-base/6.1",
        "{gabbro} fires at {bellwether}",
        "gabbro",
        "bellwether",
        (Die(3, False),),
        "7 hexes, 2 dice",
        line=((0, 0), (7, 0)),
        distance="7 hexes",
    )
    (item,) = [one for one in summary_of(view(), [shot]) if one.event is shot]
    assert item.line == "No damage, from one die at 7 hexes."


def test_where_there_are_rows_alone_courses_are_read_out_by_name() -> None:
    rows, spines = HexBoard(only_rows=True), HexBoard()
    assert [rows.format_course(course) for course in (12, 2, 4, 6, 8, 10)] == ["N", "NE", "SE", "S", "SW", "NW"]
    assert (spines.format_course(8), OPEN.format_course(8), OPEN.format_course(8, 245.0)) == ("8", "8", bound(8, 245.0))
    one = ship("lancet", "azure", (0.0, 0.0), 2, 4, design(thrust=4))
    assert idle_words(one, Pose((0.0, 4.0), 8, 8, 3), rows) == "swings to course SW, v 3"


def test_a_rock_that_drifts_is_told_by_its_heading() -> None:
    start = state(ship("lancet", "azure", (0.0, 0.0), 2, 4))
    rock = Body("rock", "asteroid", "Rock", (0.0, 0.0), 0.45, 8, 2)
    start.table = Table(20, 20, (rock,), HexBoard(20, 20, only_rows=True))
    told_of = umpire()
    move_bodies(start, told_of)
    assert [event.result for event in told_of.log] == ["course SW"]


def test_on_the_screen_a_course_is_a_figure_or_a_name_with_the_board() -> None:
    rows, one = HexBoard(only_rows=True), ship("lancet", "azure", (0.0, 0.0), 8, 4, design(thrust=4))
    assert (way(one, rows), way(one, HexBoard()), way(one, OPEN)) == ("v 4 · SW", "v 4 · c 8", "v 4 · c 8")
    assert describe_fields({"course": 4, "velocity": 3}, rows) == "course SE, velocity 3"
    assert describe_fields({"course": 4}) == "course 4"


def test_where_twelve_courses_are_kept_to_rows_the_log_and_the_sheet_name_them() -> None:
    start = state(one := ship("lancet", "azure", (0.0, 0.0), 2, 4, design(thrust=4)))
    start.table = Table(20, 20, (), HexBoard(20, 20, only_rows=True))
    told_of = umpire()
    move(start, one, Plot("lancet"), told_of)
    assert [event.result for event in told_of.log] == ["course NE"]
    assert next(stat for stat in stats(start, one, None) if stat.label == "Course").value == "NE"


def test_a_change_of_nothing_is_not_read_as_a_speed_of_nothing() -> None:
    for order in (HexMove("lancet"), Marker("lancet")):
        assert (order.label_for("dv", 0), order.label_for("dv", 2)) == ("±0", "+2")
    assert Launch("lancet").label_for("mounts", ("HGRa", "HGRb")) == "HGRa and HGRb"


def test_what_is_left_is_named_by_what_an_order_spends() -> None:
    spent = Meter(4, ((1, "speed", "solid"),), unit="speed")
    assert (left_words(spent)[0], left_words(Meter(4, ()))[0]) == ("3 speed left", "4 points left")
    start = state(ship("lancet", "azure", (0.0, 0.0), 2, 4, design(thrust=4)), tr4_agile=False)
    assert Marker("lancet", dv=1).meter(start).unit == "speed"


def test_what_a_demonstration_is_held_to_names_courses_as_the_log_do() -> None:
    """By name on rows, as figures where there are twelve courses."""
    for name, named in (("no_helm", True), ("slip_on_hexes", False), ("turning", False)):
        start = next(one for one in exhibits() if one.name == name).open().steps[0].start
        board = board_of(start.state.table)
        for key, one in start.state.ships.items():
            words = value_of(start, key, "course"), value_of(start, key, "facing")
            assert words == (board.format_course(one.course), board.format_course(one.facing)), (name, key)
            assert words[0].isalpha() == named, (name, key)
