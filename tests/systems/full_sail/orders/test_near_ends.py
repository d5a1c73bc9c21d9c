"""Where a plot may foul others: own ships as they have sealed, all others if they hold on; and nothing that is sealed
leaks."""

from __future__ import annotations

from typing import Any

import pytest

from game.core.display import Ring
from game.systems.full_sail.orders.sail_order import SailOrder, near_ends
from game.systems.full_sail.sea.after_move import pose_after
from game.systems.full_sail.sea.sail_plan import SailPlan, fault, legal_moves
from game.systems.full_sail.ships.grapples import tie
from game.systems.full_sail.ships.ship import SailState
from game.systems.full_sail.wind.rose import Wind
from game.systems.full_sail.wind.weather import set_wind
from tests.systems.full_sail.ships_at_sea import at_sea, foretold, sailer


def sea(**rules: Any) -> SailState:
    """Return a frigate that sails east, a friend and an enemy ahead of it, and an enemy astern."""
    state = at_sea(
        sailer("halcyon", "one", at=(20.0, 20.0), velocity=12),
        sailer("tern", "friend", at=(26.0, 21.0), velocity=6),
        sailer("tern", "enemy", "auvrac", (38.0, 21.0), 9, 6),
        sailer("tern", "astern", "auvrac", (12.0, 20.0), 9, 2),
        **rules,
    )
    set_wind(state, Wind(16, 12))
    return state


def labels(state: SailState, order: SailOrder | None = None) -> list[str]:
    found = (order or SailOrder("one")).overlays(state)
    return [one.label for one in found if isinstance(one, Ring)]


def test_others_are_ringed_where_they_hold_on() -> None:
    state = sea()
    assert labels(state) == ["an end in a ring fouls its ship on 4, 5, 6 if it holds on", ""]  # one banner for all
    rings = [one for one in SailOrder("one").overlays(state) if isinstance(one, Ring)]
    assert [one.at for one in rings] == [pose_after(state, state.ships[key]).at for key in ("friend", "enemy")]
    assert {one.radius for one in rings} == {1.0}
    state.house["fouling"] = False
    assert labels(state) == []


def test_own_ships_are_ringed_where_they_have_sealed_to_end() -> None:
    state = sea()
    state.sealed["friend"] = SailOrder("friend", 1, 0, 2)
    first = next(one for one in SailOrder("one").overlays(state) if isinstance(one, Ring))
    assert first.at == state.sealed["friend"].pose(state).at
    state.ships["enemy"].removed_reason = "destroyed"
    assert labels(state) == ["an end in here fouls Friend on 4, 5, 6"]


def test_what_an_enemy_has_sealed_moves_no_ring() -> None:
    state = sea()
    before = SailOrder("one").overlays(state), SailOrder("one").risks(state)
    state.sealed["enemy"] = SailOrder("enemy", 2, 0, 2)
    assert (SailOrder("one").overlays(state), SailOrder("one").risks(state)) == before


def test_ships_that_cannot_move_are_sure_to_be_there() -> None:
    state = sea()
    enemy = state.ships["enemy"]
    enemy.at, enemy.anchored = (32.0, 20.0), True
    state.sealed["friend"] = SailOrder("friend", 1, 0, 2)
    assert labels(state) == ["an end in a ring fouls its ship on 4, 5, 6", ""]
    del state.sealed["friend"]
    risks = foretold(state, "one", SailOrder("one"))
    fouled = {one.what: one.chance for one in risks if "foul" in one.words}
    assert fouled.keys() == {"Friend", "Enemy"} and all(0.1 < chance <= 0.5 + 1e-9 for chance in fouled.values())
    tie(state, "enemy", "one")
    assert not any("Enemy" in label for label in labels(state)), "those that are grappled do not foul again"


@pytest.mark.parametrize("velocity", [0, 3, 8, 14])
@pytest.mark.parametrize("course", [1, 4, 8])
@pytest.mark.parametrize("special", ["", "BS"])
def test_no_end_within_reach_is_left_out(velocity: int, course: int, special: str) -> None:
    """Wherever a plan ends, a ship that lies there is among those it may foul."""
    ship = sailer("halcyon", "one", at=(30.0, 24.0), course=course, velocity=velocity)
    other = sailer("tern", "other", "auvrac", anchored=True)
    state = at_sea(ship, other)
    set_wind(state, Wind(16, 12))
    every = (SailPlan((turn,) if turn else (), 0, "BS") for turn in range(-3, 4))
    backed = [plan for plan in every if fault(state, ship, plan) is None]
    for plan in backed if special else (one.plan for one in legal_moves(state, ship)):
        other.at = pose_after(state, ship, plan).at
        assert [one.ship for one in near_ends(state, ship)] == ["other"], plan


def test_a_grappled_ship_lies_still_and_is_told_no_ring() -> None:
    state = sea()
    tie(state, "one", "astern")
    assert labels(state) == []
