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


def test_a_click_beyond_reach_takes_a_group_as_near_as_it_comes_and_says_why(tmp_path: Path) -> None:
    seat = Seated(tmp_path, TWO_GROUPS, (1400, 900))
    seat.enter_until("Move fighters", "rookery.HGRa")
    seat.look()
    seat.click(seat.xy((2.0, 14.0)))
    seat.settle()
    ghost = seat.screen.model.ghost
    assert ghost and ghost.at[0] < 28 - 11 and abs(ghost.at[1] - 14) < 0.3, "as far that way as it flies"
    assert "Harrier flies" in seat.screen.context.note and "it goes as near as it can" in seat.screen.context.note


def test_a_click_on_an_enemy_sends_a_group_there_while_it_has_no_plan(tmp_path: Path) -> None:
    seat = Seated(tmp_path, TWO_GROUPS, (1400, 900))
    seat.enter_until("Move fighters", "rookery.HGRa")
    seat.look()
    seat.click(seat.pixel("cinder"))
    seat.settle()
    ghost = seat.screen.model.ghost
    assert ghost and dist(ghost.at, (32, 14)) < 0.3
    seat.click(seat.pixel("bellows"))
    seat.settle()
    assert seat.screen.model.ghost == ghost and seat.screen.model.target == "bellows", "the plan stays, for its odds"


def test_a_click_on_an_enemy_in_reach_orders_the_attack_and_on_one_out_of_reach_says_why(tmp_path: Path) -> None:
    seat = Seated(tmp_path, TWO_GROUPS.replace("[35, 18]", "[43, 24]"), (1400, 900))
    seat.enter_until("Allocate attacks", "rookery.HGRa")
    seat.rest()
    seat.look()
    assert seat.screen.turn_flow.main.sub == "click an enemy, or drag it there"
    seat.click(seat.pixel("bellows"))
    seat.settle()
    assert "Bellows is too far" in seat.screen.context.note
    assert not seat.screen.model.drafts and seat.screen.model.chosen == "rookery.HGRa"
    seat.click(seat.pixel("cinder"))
    seat.settle()
    main = seat.screen.turn_flow.main
    assert str(main.order) == "attack cinder" and not main.why_not
    assert seat.screen.model.target == "cinder" and not seat.screen.context.note
    seat.key("RETURN")
    seat.settle()
    assert "rookery.HGRa: attack cinder" in seat.orders
