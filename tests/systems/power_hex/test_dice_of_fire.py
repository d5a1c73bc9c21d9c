"""To hit, pulses, interception, sides and charts, without ships (power/1, 7, 8)."""

from __future__ import annotations

from itertools import product

import pytest

from game.board import hexes
from game.systems.power_hex.combat.interception import (
    intercept_value,
    interceptable,
    pass_chance,
    shots_left,
    stop_chances,
)
from game.systems.power_hex.combat.locations import gaps, place_chances, place_on
from game.systems.power_hex.combat.pulses import halved, pulse_chances, pulse_count
from game.systems.power_hex.combat.sides import ACROSS, FACING_CHART, ROWS, hex_bearing, in_arc, rows, side_chances, struck_side
from game.systems.power_hex.combat.to_hit import hit_chance, hits, hitting_faces, number_to_hit, sensor_penalty

PAGE = (10, 12, 9, 6, 3, 1, -2)  # modifiers of the page's own example weapon


@pytest.mark.parametrize(("away", "number"), [(3, 14), (6, 6), (0, 18), (7, None)])
def test_the_number_to_hit(away: int, number: int | None) -> None:
    assert number_to_hit(8, PAGE, away) == number, "PH-7"


def test_jamming_takes_from_the_number() -> None:
    lance = (9, 11, 9, 7, 5, 3, 1, -1)
    assert number_to_hit(7, lance, 4, jam=3) == 9, "PH-7"
    assert hit_chance(14) == pytest.approx(0.7), "PH-7"


def test_the_number_itself_hits() -> None:
    label = "PH-13.24"
    assert hits(14, 14) and not hits(15, 14), label
    number = number_to_hit(1, PAGE, 6)
    assert number == -1 and hitting_faces(number) == (), label
    assert hitting_faces(number, naturals=True) == (1,) and hit_chance(30, naturals=True) == pytest.approx(0.95)


def test_lost_sensors() -> None:
    assert sensor_penalty(5, 4) == 1 and sensor_penalty(5, 5) == 0
    assert sensor_penalty(5, 0) == 13


def test_pulses_of_a_shot() -> None:
    assert pulse_count(3, 14, 6, 6) == 5, "PH-8.2"
    assert pulse_count(5, 14, 1, 6) == 6 and pulse_count(1, 14, 14, 6) == 1
    assert [halved(face) for face in range(1, 11)] == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5]


@pytest.mark.parametrize(("number", "sides", "most"), [(14, 5, 6), (22, 3, 3), (-2, 5, 6), (3, 5, 5)])
def test_chances_of_pulses(number: int, sides: int, most: int) -> None:
    counted = [0.0] * (most + 1)
    for roll, face in product(range(1, 21), range(1, sides + 1)):
        counted[pulse_count(face, number, roll, most) if roll <= number else 0] += 1 / 20 / sides
    found = pulse_chances(number, sides, most)
    assert [found.get(count, 0.0) for count in range(most + 1)] == pytest.approx(counted)


def test_values_against_shots() -> None:
    label = "PH-8.1"
    assert intercept_value(3, "matter") == 3 and shots_left(1, (5, 2), (3, 3), pulses=False) == 0, label
    assert intercept_value(4, "ballistic") == 5 and intercept_value(0, "ballistic") == 1, label
    assert [shots_left(5, (face,), (2,), pulses=True) for face in (2, 1, 3)] == [3, 4, 5], label
    assert intercept_value(4, "laser") == intercept_value(4, "particle") == 0 and not interceptable("laser")


def test_two_guards_at_one_torpedo() -> None:
    value = intercept_value(4, "ballistic")
    assert shots_left(1, (5, 9), (value, value), pulses=False) == 0, "PH-13.19"
    assert shots_left(1, (6, 9), (value, value), pulses=False) == 1
    assert pass_chance((value, value)) == pytest.approx(0.25)


@pytest.mark.parametrize("values", [(), (2,), (3, 3), (1, 2, 4)])
def test_chances_of_stopped_pulses(values: tuple[int, ...]) -> None:
    counted = [0.0] * 7
    for faces in product(range(1, 11), repeat=len(values)):
        counted[6 - shots_left(6, faces, values, pulses=True)] += 0.1 ** len(values)
    assert stop_chances(values, 6) == pytest.approx(counted)
    assert pass_chance(values) == pytest.approx(counted[0])


# -- sides and arcs ------------------------------------------------------------------------------------------------------


def test_every_hex_lies_in_a_row_of_the_chart() -> None:
    for other in hexes.disc((0, 0), 6):
        for facing in range(2, 14, 2):
            seen = hex_bearing((0, 0), facing, other)
            found = rows(seen)
            assert len(found) == 4 if seen is None else len(found) in (1, 2)
            if seen is not None:
                assert rows(seen, rolled=True) == tuple(ACROSS.get(one, one) for one in found)


def test_edges_belong_to_both_rows() -> None:
    assert rows(hex_bearing((0, 0), 12, (1, -2))) == ("fore", "starboard")
    assert rows(hex_bearing((0, 0), 12, (-1, -1))) == ("fore", "port")
    assert rows(hex_bearing((0, 0), 12, (1, 1))) == ("starboard", "aft")
    assert rows(hex_bearing((0, 0), 12, (0, -3))) == ("fore",) and rows(hex_bearing((0, 0), 12, (0, 3))) == ("aft",)
    assert rows(None) == ROWS


def test_arcs_are_inclusive_and_roll() -> None:
    assert in_arc((300, 60), hex_bearing((0, 0), 12, (1, -1))) and not in_arc((330, 30), hex_bearing((0, 0), 12, (1, -1)))
    assert in_arc((330, 30), hex_bearing((0, 0), 12, (1, -2))) and in_arc((330, 30), hex_bearing((0, 0), 12, (-1, -1)))
    assert in_arc((180, 360), 270.0) and not in_arc((180, 360), 90.0) and in_arc((180, 360), 0.0)
    assert in_arc((0, 360), 123.0) and in_arc((120, 240), None)


def test_a_rolled_ship_is_mirrored() -> None:
    label = "PH-13.10"
    assert in_arc((180, 360), 90.0, rolled=True) and not in_arc((180, 360), 270.0, rolled=True), label
    assert rows(90.0, rolled=True) == ("port",) and struck_side("port", 3) == "port", label


def test_all_shots_of_a_ship_strike_one_side() -> None:
    label = "PH-13.14"
    assert struck_side("fore", 6) == "port" and struck_side("fore", 10) == "aft", label
    for row in ROWS:
        assert gaps(tuple((side, 2 * low - 1, 2 * high) for side, (low, high) in FACING_CHART[row].items())) == ()
        assert sum(side_chances(row).values()) == pytest.approx(1)
        assert side_chances(row)[row] == pytest.approx(0.5)


def test_places_of_a_chart() -> None:
    chart = (("thr_f", 1, 3), ("lance_1", 4, 5), ("lance_2", 6, 7), ("structure", 8, 18), ("primary", 19, 20))
    assert [place_on(chart, face) for face in (3, 4, 18, 19)] == ["thr_f", "lance_1", "structure", "primary"]
    assert place_chances(chart)["structure"] == pytest.approx(0.55) and gaps(chart) == ()
    assert place_chances(chart, {"thr_f", "primary"})["structure"] == pytest.approx(11 / 15)
    assert gaps(chart[:-1]) == (19, 20)
