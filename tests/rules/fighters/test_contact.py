"""Contact of groups: markers within 1 MU, a drag snaps to it, and leaving it costs a free attack
(full-thrust-base/7.5)."""

from __future__ import annotations

import pytest

from game.board.geometry import span
from game.rules.counters.groups import CONTACT, touching
from game.rules.defence.old_split import BEST_SPLIT
from game.rules.fighters.group_odds import group_odds
from game.rules.fighters.move_fighters import MoveFighters
from tests.support.fighter_battles import BEAM_ONE, PDS, carrier, flight, give, hangar, table


@pytest.mark.parametrize(("apart", "meet"), [(0.0, True), (1.0, True), (1.002, False)])
def test_groups_within_one_mu_are_in_contact(apart: float, meet: bool) -> None:
    battle = table(carrier("rook", "azure", (10.0, 24.0)), carrier("bell", "amber", (60.0, 24.0)))
    one, other = flight(battle, "rook", "HGRa", (30.0, 24.0)), flight(battle, "bell", "HGRa", (30.0 + apart, 24.0))
    assert touching(battle, one) == ((other,) if meet else ()) and CONTACT == 1.0


@pytest.mark.parametrize("pointer", [(40.0, 24.0), (41.2, 24.0), (40.0, 22.9)])
def test_a_drag_near_an_enemy_group_snaps_to_contact(pointer: tuple[float, float]) -> None:
    battle = table(carrier("rook", "azure", (10.0, 24.0)), carrier("bell", "amber", (60.0, 24.0)))
    one, other = flight(battle, "rook", "HGRa", (30.0, 24.0)), flight(battle, "bell", "HGRa", (40.0, 24.0))
    end = MoveFighters(one.id).toward(battle, pointer)
    assert end is not None and span(end.at, other.at) <= CONTACT and touching(battle, one, end.at) == (other,)
    clear = MoveFighters(one.id).toward(battle, (40.0, 20.0))
    assert clear is not None and not touching(battle, one, clear.at)


def test_a_group_that_is_met_before_it_has_moved_may_leave_at_the_price_of_a_free_attack() -> None:
    battle = table(carrier("rook", "azure", (10.0, 24.0)), carrier("bell", "amber", (60.0, 24.0)))
    one, other = flight(battle, "rook", "HGRa", (30.0, 24.0)), flight(battle, "bell", "HGRa", (30.5, 24.0), count=2)
    order = MoveFighters(one.id, (20.0, 24.0))
    order.check(battle)
    give(battle, order, 5, 1)
    after = battle.counters[one.id]
    assert after.count == 5 and after.at == (20.0, 24.0) and battle.counters[other.id].count == 2


def test_the_odds_of_the_old_rules_say_how_the_defence_is_divided() -> None:
    battle = table(
        carrier("rook", "azure", (10.0, 24.0)), carrier("bell", "amber", (34.0, 24.0), hangar(), PDS, BEAM_ONE)
    )
    flight(battle, "rook", "HGRa", (30.0, 24.0))
    odds = group_odds(battle, "rook.HGRa", "bell")
    assert odds is not None and BEST_SPLIT in odds.notes
