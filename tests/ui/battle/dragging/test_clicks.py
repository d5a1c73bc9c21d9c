"""A counter goes where the board is clicked, on a table without cells too."""

from __future__ import annotations

from math import dist
from pathlib import Path

from tests.support.battles import TWO_GROUPS
from tests.support.ui.battle_driver import Seated


def test_a_click_where_a_group_can_fly_takes_it_there_and_the_button_says_how_far_and_towards_whom(
    tmp_path: Path,
) -> None:
    seat = Seated(tmp_path, TWO_GROUPS, (1400, 900))
    seat.enter_until("Move fighters", "rookery.HGRa")
    seat.rest()
    seat.look()
    assert seat.screen.turn_flow.main.sub == "drag it, or click where it goes"
    for at, words in (((32.0, 11.0), "5 MU, towards Cinder"), ((22.0, 14.0), "6 MU, course 9")):
        seat.click(seat.xy(at))
        main, ghost = seat.screen.turn_flow.main, seat.screen.model.ghost
        assert ghost and dist(ghost.at, at) < 0.3
        assert (main.label, main.sub) == ("Fly Harrier", words)
    seat.key("RETURN")
    seat.settle()
    assert dist(seat.battle.state.counters["rookery.HGRa"].at, (22.0, 14.0)) < 0.3
