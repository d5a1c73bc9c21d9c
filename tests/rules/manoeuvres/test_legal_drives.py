"""Plots with manoeuvres of the drive: which are legal, what the drag offers, and how many there are."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from game.rules.manoeuvres.archive import BY_CODE
from game.rules.manoeuvres.framework.base import ManoeuvreOrder
from game.rules.movement.cinematic import legal
from game.rules.movement.plot import Plot
from game.rules.movement.thrust_limits import fault
from game.rules.ships.ship import Ship
from tests.rules.manoeuvres.test_drive_manoeuvres import MINE, ON, RULES, read, slewed
from tests.support.builders import ship, state


def drafts(one: Ship) -> list[str]:
    """Every manoeuvre in every number it is offered with, for a ship as it lies; and some together."""
    alone = [str(use) for code in (*MINE, "DRIFT", "REC", "BRK") for use in BY_CODE[code].values(one, RULES)]
    return ["", *alone, "RL HA1P", "RL SK2S", "ET SK1P", "REC SK1S", "RL REC", "ET RT1", "RL BRK5", "HA1S SK1S ROLL"]


SHIPS = {
    "eight": ship(thrust=8, velocity=12), "six": ship(thrust=6, velocity=3), "four": ship(thrust=4, velocity=20),
    "halted": ship(thrust=4, velocity=0), "astern": ship(thrust=6, velocity=-3), "one": ship(thrust=1, velocity=4),
    "biting": slewed(2), "slow": slewed(-3, velocity=4), "far": slewed(4, thrust=8), "stern": slewed(6),
    "advanced": ship(thrust=4, velocity=5, advanced=True),
}  # fmt: skip


def legs(most: int) -> list[tuple[int, ...]]:
    """Return every way to turn by up to `most` points, to either side; slips by up to one more, of seven points a
    leg."""
    pairs = [(a, b) for a in range(1, 8) for b in range(1, 8) if a + b <= most + 1]
    slips = [(sign * a, -sign * b) for sign in (-1, 1) for a, b in pairs]
    return [(), *((n,) for n in range(-most, most + 1) if n), *slips]


def lawful(one: Ship, drawn: Iterable[Plot]) -> set[Plot]:
    """Every legal order of turns and speed with what else these order, found by trying them all, and some beyond the
    drive."""
    most = one.design.thrust * 3 // 2 + 1  # no drive gives more than half as much again
    wanted = (
        Plot("lancet", turn, dv, draft.roll, uses=draft.uses)
        for draft in drawn
        for turn in legs(most)
        for dv in range(-most, most + 1)
    )
    return {order for order in wanted if fault(one, order, RULES) is None}


@pytest.mark.slow
@pytest.mark.parametrize("key", SHIPS)
def test_the_drag_offers_exactly_what_is_legal(key: str) -> None:
    """Every destination is a legal order and its pose; every legal order of turns and speed is a destination; none
    twice."""
    one = SHIPS[key].copy()
    one.at = (20.125, 17.5)
    table = state(one, **ON)
    tried: dict[tuple[Plot, ...], set[Plot]] = {}
    for text in drafts(one):
        draft, found = read(text), read(text).destinations(table)
        orders = [end.order for end in found]
        paced = next((use.code for use in draft.uses if use.code in ("ED", "BRK")), "")  # these follow the ghost
        amounts = range(1, 2 * one.design.thrust + 4)  # no drive brakes by more than twice its thrust
        drawn = (
            tuple(draft.with_value(paced, ManoeuvreOrder(BY_CODE[paced], n)) for n in amounts) if paced else (draft,)
        )
        if drawn not in tried:  # the same for any amount the draft has
            tried[drawn] = lawful(one, drawn)
        legal = tried[drawn]
        assert set(orders) == legal and len(orders) == len(legal), text
        for end in found:
            there = end.order.pose(table)
            assert (there.at, there.course, there.facing, there.velocity, there.path) == (
                end.at,
                end.course,
                end.facing,
                end.velocity,
                end.path,
            ), (text, str(end.order))


# plots that are legal with a manoeuvre in hand, of thrust 4 at velocity 12, counted by hand: straight on, one point,
# two …
COUNTS = {"": 9 + 14 + 20, "HA1P": 5 + 3 + 2, "SK1S": 7 + 10, "RL": 13 + 22 + 36 + 42, "ET": 13 + 22 + 36 + 42 + 40}


@pytest.mark.parametrize("text", ["", "HA1P", "HA2S", "SK1S", "RL", "ET", "FL", "ED5", "RL HA1P", "RL SK2P"])
def test_counts_of_legal_plots_with_a_manoeuvre(text: str) -> None:
    """Counted a second way: for each number of points turned, its ways and the speeds that the rest of the thrust
    allows."""
    one, plot = ship(thrust=4, velocity=12), read(text)
    thrust, turning = {"RL": (6, 3), "ET": (6, 4)}.get(text[:2], (4, 2))
    spent = {"HA1P": 2, "HA2S": 4, "SK1S": 1, "RL HA1P": 2, "RL SK2P": 2}.get(text, 0)
    turning -= spent if "SK" in text else 0
    expected = 0
    for points in range(turning + 1):
        single, slips = (1, 0) if points == 0 else (2, 2 * (points - 1))
        if "HA" in text and points:
            single, slips = 1, points - 1  # only to its side, and a slip only with its last leg there
        if points + spent <= thrust:
            expected += (single + slips) * (2 * (thrust - points - spent) + 1)
    if text in ("FL", "ED5"):
        expected = 1
    assert len(list(legal(one, RULES, plot))) == expected
    assert expected == COUNTS.get(text, expected)


def test_envelopes_are_remembered_by_all_they_depend_on() -> None:
    """Another place, design, attitude, rule or wear of the drive, and they are worked out again; else they are the
    same."""
    one, plot = ship(thrust=4, velocity=8), read("RL")
    ends = plot.destinations(state(one, **ON))
    assert plot.destinations(state(one.copy(), **ON)) is ends
    moved, built, worn = one.copy(), ship(thrust=4, velocity=8, manoeuvre=1), one.copy()
    moved.at, worn.drive_hits = (1.0, 0.0), 1
    for other, rules in (
        (moved, {}),
        (built, {}),
        (worn, {}),
        (slewed(1, thrust=4, velocity=8), {}),
        (one, {"rl.factor": 0.25}),
    ):
        assert {end.at for end in plot.destinations(state(other, **{**ON, **rules}))} != {end.at for end in ends}
    odd = ship(thrust=4, velocity=7)
    assert read("").destinations(state(odd)) != read("").destinations(state(odd, half_velocity="floor"))
