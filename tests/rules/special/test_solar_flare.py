"""Solar flares (full-thrust-base/6.20/flare)."""

from __future__ import annotations

from functools import partial

import pytest

from game.rules.ships.design import Mount
from game.rules.special.solar_flare import start_of_turn
from tests.support.builders import design, ship, state, told

FCS, SENSORS, SCREEN, BEAM = (
    Mount("", "fcs"),
    Mount("", "sensors", mode="enhanced"),
    Mount("", "screen"),
    Mount("", "beam"),
)


@pytest.mark.parametrize(
    ("screens", "faces", "lost"),
    [(0, (3, 4), {"FCS"}), (0, (4, 3), {"SEN"}), (1, (2, 3), {"FCS"}), (2, (1, 2), {"FCS"}), (0, (4, 4), set())],
)
def test_a_die_and_the_screens_save_each_system(screens: int, faces: tuple[int, int], lost: set[str]) -> None:
    one = ship(built=design(BEAM, FCS, SENSORS, *[SCREEN] * screens))
    told(partial(start_of_turn, state(one, solar_flares=True)), 6, *faces)
    assert one.lost == lost


def test_no_flare_without_a_six_and_none_where_they_are_not_played() -> None:
    one = ship(built=design(FCS))
    log = told(partial(start_of_turn, state(one, solar_flares=True)), 5)
    assert [line.result for line in log] == ["quiet"] and not one.lost
    assert not told(partial(start_of_turn, state(one)))


def test_what_is_lost_or_out_of_play_rolls_nothing() -> None:
    one, gone = ship(built=design(FCS, FCS)), ship("gone", built=design(FCS))
    one.lost, gone.removed_reason = {"FCSa"}, "left"
    log = told(partial(start_of_turn, state(one, gone, solar_flares=True)), 6, 1)
    assert one.lost == {"FCSa", "FCSb"} and log[-1].result == "Fire control b"
