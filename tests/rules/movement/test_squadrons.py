"""Squadrons: who may keep station on whom, and on what order (full-thrust-base/2.7)."""

from __future__ import annotations

from typing import Any

import pytest

from game.core.orders import Illegal
from game.rules.movement.cinematic import pose
from game.rules.movement.plot import Plot
from game.rules.ships.thrust_state import ThrustState
from tests.support.builders import design, ship, state, umpire


def read(text: str) -> Plot:
    return Plot.parse("lancet", text)


def squadron(*parts: dict[str, Any], **rules: object) -> ThrustState:
    """Return a squadron led by Lancet. p1, p2 … stand beside it, all at velocity 6 on course 12."""
    first, *rest = parts
    ships = [ship(velocity=6, **first)]
    ships += [ship(f"p{n}", at=(float(n) / 2, 0.0), velocity=6, **one) for n, one in enumerate(rest, 1)]
    return state(*ships, **({"squadrons": True} | rules))


def follow(table: ThrustState, *keys: str, leader: str = "lancet") -> None:
    for key in keys:
        order = Plot.parse(key, f"WITH {leader}")
        order.check(table)
        order.carry_out(table, umpire())


@pytest.mark.parametrize(
    ("masses", "most"),
    [([60] * 6, 3), ([91, *[44] * 8], 6), ([90, *[44] * 8], 3), ([91, 44, 44, 44, 45], 3), ([120, 60, 60, 60, 60], 3)],
)
def test_how_many_ships_fly_as_a_squadron(masses: list[int], most: int) -> None:
    """Two to four ships, or one capital ship with up to six escorts (full-thrust-base/2.7)."""
    table = squadron(*({"mass": mass} for mass in masses))
    follow(table, *(f"p{n}" for n in range(1, most + 1)))
    with pytest.raises(Illegal, match=r"squadron is full|leads 6 escorts") as caught:
        Plot.parse(f"p{most + 1}", "WITH lancet").check(table)
    assert caught.value.rule == "full-thrust-base/2.7"
    Plot.parse(f"p{most}", "WITH lancet").check(table)  # one that is in it may say so again


def test_a_leader_without_an_order_or_unknown_is_followed_straight_on() -> None:
    table = squadron({}, {})
    for leader in ("lancet", "nobody"):
        going = pose(table, Plot("p1", follow=leader))
        assert (going.course, going.velocity, going.coasted) == (12, 6, True)


def test_sizes_by_mass() -> None:
    sizes = [design(mass=mass).size for mass in (44, 45, 90, 91)]
    assert sizes == ["escort", "cruiser", "cruiser", "capital"]
    assert [design(mass=mass, profile="FT2").size for mass in (18, 19, 36, 37)] == [
        "escort",
        "cruiser",
        "cruiser",
        "capital",
    ]


def test_who_leads_does_not_follow() -> None:
    table = squadron({}, {}, {})
    follow(table, "p1")
    with pytest.raises(Illegal, match="who leads and cannot follow"):
        Plot.parse("lancet", "WITH p2").check(table)
    with pytest.raises(Illegal, match="keeps station itself"):
        Plot.parse("p2", "WITH p1").check(table)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"at": (6.01, 0.0)}, "within 6 MU"),
        ({"course": 1}, "on its course"),
        ({"velocity": 5}, "and velocity"),
        ({"side": "crimson"}, "cannot keep station"),
        ({"advanced": True}, "standard and advanced drives"),
    ],
)
def test_what_keeps_a_ship_out_of_a_squadron(change: dict[str, Any], words: str) -> None:
    beside: dict[str, Any] = {"at": (6.0, 0.0), "velocity": 6}
    wing = ship("p1", **(beside | change))
    table = state(ship(velocity=6), wing, squadrons=True)
    with pytest.raises(Illegal, match=words):
        Plot.parse("p1", "WITH lancet").check(table)
    read("WITH p1").check(state(ship(velocity=6), ship("p1", at=(6.0, 0.0), velocity=6), squadrons=True))


def test_the_weakest_drive_sets_the_budget_whoever_orders_first() -> None:
    table = squadron({"thrust": 6}, {"thrust": 2})
    read("P2").carry_out(table, umpire())
    with pytest.raises(Illegal, match="only 1 thrust"):
        Plot.parse("p1", "WITH lancet").check(table)
    with pytest.raises(Illegal, match="no movement order of its own"):
        Plot.parse("p1", "P1 WITH lancet").check(table)
    read("P1").carry_out(table, umpire())
    follow(table, "p1")
    with pytest.raises(Illegal, match="3 thrust asked"):
        read("P1+2").check(table)


def test_squadrons_keep_station() -> None:
    lead, slow = ship(velocity=6, thrust=6), ship("plover", at=(3, 0), velocity=6, thrust=2)
    table = state(lead, slow, squadrons=True)
    follow = Plot.parse("plover", "WITH lancet")
    follow.check(table)
    table.sealed["plover"] = follow
    with pytest.raises(Illegal, match="only 1 thrust"):
        read("P2").check(table)
    read("P1+1").check(table)
    table.sealed["lancet"] = read("P1+1")
    assert pose(table, follow).path[-1] == pytest.approx(
        (3 + pose(table, read("P1+1")).at[0], pose(table, read("P1+1")).at[1])
    )
