"""What a launch is said to come to before it is decided, if targets go straight on: reach, range, chance, boxes
(power/5, 7)."""

from __future__ import annotations

import pytest

from game.core.display import Fan
from game.systems.power_hex.orders.launch_order import LaunchBallistics
from tests.systems.power_hex.fleet import ship, state

AT_BASTION = LaunchBallistics("citadel", (("tube_1", "bastion"),))


def test_a_launch_tells_the_chance_at_the_hex_to_which_its_target_goes_straight_on() -> None:
    there = state(ship("citadel"), ship("bastion", at=(0, -16), side="oreth", towards=3, speed=4))
    (told,) = AT_BASTION.risks(there)
    assert told.words == "12 hexes, hits" and told.chance == pytest.approx(0.80)  # 16 or less (PH-13.13)
    (odds,) = AT_BASTION.odds(there, {})
    assert odds.target == "bastion"
    assert sum(odds.chances[1:]) == pytest.approx(0.80) and odds.mean > 10


def test_a_launch_at_a_target_that_goes_out_of_reach_has_a_reason_and_no_odds() -> None:
    there = state(ship("citadel"), ship("bastion", at=(0, -12), side="oreth", speed=1))  # in reach now, and leaving it
    (told,) = AT_BASTION.risks(there)
    assert (told.words, told.chance, told.tone) == ("too far: 13 of 12 hexes", 0.0, "cannot")
    assert AT_BASTION.odds(there, {}) == ()


def test_a_launch_that_strikes_a_round_later_counts_two_moves() -> None:
    there = state(ship("citadel"), ship("bastion", at=(0, -16), side="oreth", towards=3, speed=4))
    there.house = {**there.house, "ballistic_same_round": False}
    assert AT_BASTION.risks(there)[0].words == "8 hexes, hits"


def test_the_ground_that_loaded_tubes_reach_is_on_the_board() -> None:
    there = state(ship("citadel"), ship("bastion", at=(0, -12), side="oreth"))
    assert [(one.arcs, one.reach) for one in LaunchBallistics("citadel").overlays(there) if isinstance(one, Fan)] == [
        (("F", "FS", "FP"), 12.0)
    ]
    there.ships["citadel"].charge["tube_1"] = 0
    assert LaunchBallistics("citadel").overlays(there) == ()
