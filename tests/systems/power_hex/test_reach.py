"""Ends of a move against every plan there could be; turns that lapse, pivots before turns, braking (power/4)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from game.board import hexes
from game.board.hexes import STEPS, Hex, length, plus, rotated, step
from game.core.display import Pose
from game.systems.power_hex.movement.plan import MovedWay, MovePlan, fault, fly, new_vector, outset, wait_of
from game.systems.power_hex.movement.reach import PIVOTS, SLIDE, turnings
from game.systems.power_hex.orders.move_order import PowerMove
from game.systems.power_hex.ships.ship import PowerShip, nearest_rows
from tests.support.builders import umpire
from tests.systems.power_hex.fleet import house, ship, state

H = house()
End = tuple[Hex, Hex, int]  # hex, vector, bow


def turn_sets(speed: int, most: int) -> Iterator[tuple[tuple[int, int], ...]]:
    """Yield every set of that many turns, in every hex and to either hand."""
    yield ()
    grown: list[tuple[tuple[int, int], ...]] = [()]
    for _ in range(most):
        grown = [
            (*one, (at, hand)) for one in grown for at in range(one[-1][0] + 1 if one else 0, speed) for hand in (-1, 1)
        ]
        yield from grown


def end_of(one: PowerShip, way: MovedWay) -> End:
    """Return where a way leads."""
    return (way.cells[-1] if way.cells else one.hex), way.vector, way.towards


def every_plan(one: PowerShip, turns: bool) -> Iterator[MovePlan]:
    """Yield everything that could be ordered, legal or not, with as many turns as there is time for to answer."""
    pushes: list[int | None] = [None, *range(6)] if one.design.gravitic else [None]
    for pivots, burn, towards, first in product(PIVOTS, range(-6, 7), pushes, (0, 1)):
        bare = MovePlan(burn, towards if burn else None, pivots, first if burn and pivots else 0)
        if fault(one, bare, H):
            continue
        speed = length(new_vector(one, bare))
        for some in turn_sets(speed, speed // wait_of(one, bare, H)) if turns else ((),):
            yield MovePlan(bare.burn, bare.towards, pivots, bare.first, some)


def legal_ends(one: PowerShip, turns: bool) -> set[End]:
    return {end_of(one, fly(one, plan, H)) for plan in every_plan(one, turns) if fault(one, plan, H) is None}


def offered(one: PowerShip) -> set[End]:
    there, found = state(one), set[End]()
    for destination in PowerMove(one.id).destinations(there):
        assert isinstance(destination.order, PowerMove)
        destination.order.check(there)
        way = fly(one, destination.order.plan, H)
        assert destination.path[-1] == destination.at == hexes.at(end_of(one, way)[0])
        assert destination.velocity == length(way.vector)
        found.add(end_of(one, way))
    return found


@pytest.mark.parametrize(("kind", "speed", "more"), [
    ("bastion", 5, {}), ("bastion", 4, {"facing": 1}), ("bastion", 6, {"carried": (2, -1)}), ("bastion", 0, {}),
    ("citadel", 5, {"facing": 3}), ("marlin", 3, {}), ("bastion", 0, {"vector": (2, -6)}),
    ("bastion", 5, {"lost": {"engine": 14}}), ("bastion", 5, {"lost": {"cnc": 16}}),
])  # fmt: skip
def test_ends_of_standard_drives_are_all_there_are(kind: str, speed: int, more: dict[str, Any]) -> None:
    one = ship(kind, speed=speed, **more)
    assert offered(one) == legal_ends(one, turns=True)


@pytest.mark.parametrize(("kind", "speed", "more"), [("helix", 3, {}), ("helix", 2, {"facing": 2}), ("mandala", 3, {})])
def test_ends_of_gravitic_drives(kind: str, speed: int, more: dict[str, Any]) -> None:
    one = ship(kind, speed=speed, **more)
    found = offered(one)
    assert legal_ends(one, turns=False) <= found <= legal_ends(one, turns=True)
    straight = [plan for plan in every_plan(one, turns=True) if not plan.pivots and fault(one, plan, H) is None]
    assert {end_of(one, fly(one, plan, H)) for plan in straight} <= found


@pytest.mark.parametrize("speed", range(1, 13))
@pytest.mark.parametrize("kind", ["bastion", "marlin", "helix", "gadfly"])
def test_turns_answer_by_a_walk_hex_by_hex(kind: str, speed: int) -> None:
    """A second derivation of a move: one hex, one count, one turn at a time."""
    one = ship(kind, speed=speed)
    for plan in turnings(one, MovePlan(), outset(one, MovePlan(), H), H):
        here, towards, count, waiting, hand = (0, 0), 0, 0, list(plan.turns), 0
        for made in range(speed):
            if not hand and waiting and waiting[0][0] == made:
                count, hand = 0, waiting.pop(0)[1]
            here, count = plus(here, STEPS[towards]), count + 1
            if hand and count == wait_of(one, plan, H):
                towards, hand = (towards + hand) % 6, 0
        way = fly(one, plan, H)
        assert (way.cells[-1], way.towards, way.vector) == (here, towards, step((0, 0), towards, speed)) and not hand


def test_more_than_two_turns_are_offered() -> None:
    ends = PowerMove("gadfly").destinations(state(ship("gadfly", speed=4)))
    assert max(len(end.turns) for end in ends) == 4


# -- turns that lapse --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("more", "plan"), [
    ({"lost": {"engine": 14}}, MovePlan()), ({"lost": {"cnc": 16}}, MovePlan()), ({"facing": 1}, MovePlan()),
    ({}, MovePlan(pivots=(1,))), ({}, MovePlan(pivots=(1, -1))), ({}, MovePlan(cancel=True)),
])  # fmt: skip
def test_a_turn_under_way_lapses_where_it_could_not_be_declared(more: dict[str, Any], plan: MovePlan) -> None:
    label = "PH-4.3"
    one = ship("bastion", speed=6, carried=(2, -1), **more)
    way = fly(one, plan, H)
    assert way.answers == () and way.vector == (0, -6) and way.carried == (0, 0), label


def test_a_gravitic_turn_under_way_goes_on_through_a_pivot() -> None:
    way = fly(ship("helix", speed=6, carried=(2, 1)), MovePlan(pivots=(-1,)), H)
    assert [hand for _, hand in way.answers] == [1] and way.towards == 0


def test_a_ship_that_has_stopped_gives_up_its_turn_and_says_so() -> None:
    there, one = state(ship("bastion", speed=2, carried=(1, 1))), umpire()
    PowerMove("bastion", burn=-2).carry_out(there, one)
    assert there.ships["bastion"].carried == (0, 0) and any("gives up its turn" in str(event) for event in one.log)


# -- turns and pivots --------------------------------------------------------------------------------------------------


def test_a_ship_turns_once_a_pivot_has_brought_its_bow_on_its_way() -> None:
    one = ship("citadel", speed=5, facing=1)
    assert fault(one, MovePlan(turns=((0, 1),)), H), "the bow points aside"
    back = MovePlan(pivots=(-1,), turns=((2, 1),))
    assert fault(one, back, H) is None and fly(one, back, H).swings == ((2, -1),)
    early = fault(one, MovePlan(pivots=(-1,), turns=((1, 1),)), H)
    assert early and "complete in hex 2" in early.why and early.rule == "power/4.3"
    away = fault(ship("bastion", speed=6), MovePlan(pivots=(1,), turns=((2, 1),)), H)
    assert away and "points where it goes" in away.why


def test_nothing_turns_that_has_come_to_rest() -> None:
    refused = fault(ship("bastion", speed=2), MovePlan(burn=-2, turns=((0, 1),)), H)
    assert refused and "lies still" in refused.why


def test_between_two_rows_either_is_the_way_it_goes() -> None:
    for sides in range(6):
        vector = rotated((2, -4), sides)  # two hexes along each of two rows
        rows = nearest_rows(vector)
        assert set(rows) == {sides, (sides + 1) % 6}
        for bow in range(6):
            one = ship("bastion", vector=vector, facing=bow)
            assert (fault(one, MovePlan(turns=((0, 1),)), H) is None) is (bow in rows)
    assert nearest_rows((0, 0)) == () and nearest_rows((2, -5)) == (0,)


# -- thrust ------------------------------------------------------------------------------------------------------------


def test_fighters_brake_without_pivoting() -> None:
    for kind in ("gadfly", "mote", "helix"):
        assert fault(ship(kind, speed=4), MovePlan(burn=-3), H) is None
        assert fly(ship(kind, speed=4), MovePlan(burn=-3), H).vector == (0, -1)


def test_speeds_offered_go_by_the_rows_of_the_house() -> None:
    hurt = ship("bastion", speed=6, lost={"thr_a": 12})  # three rows of four, four of three, two of six
    for row, most in ((4, 3), (3, 2), (6, 3)):
        there = state(hurt, row_size=row)
        burns = {end.order.burn for end in PowerMove("bastion").destinations(there) if isinstance(end.order, PowerMove)}
        assert max(burns) == most == max(int(str(n)) for n in PowerMove("bastion").domain(there)["burn"])
    gone = state(ship("bastion", speed=6, lost={"thr_a": 24}), row_size=6)  # four rows of six, no more
    assert max(int(str(n)) for n in PowerMove("bastion").domain(gone)["burn"]) == 2


def test_a_slide_with_retro_thrusters_moves_its_gain_last() -> None:
    label = "PH-4.5"
    way = fly(ship("bastion", speed=6, facing=4), MovePlan(burn=-2), H)
    assert way.vector == (2, -8) and way.cells[5] == (0, -6) and way.cells[-1] == (2, -8) and way.slid == 2, label


def test_what_is_not_gained_is_spread_among_the_hexes() -> None:
    way = fly(ship("bastion", vector=(2, -8), facing=4), MovePlan(burn=1), H)
    assert way.vector == (1, -7) and way.slid == 0 and way.cells[-1] == (1, -7)
    assert way.cells == fly(ship("bastion", vector=(1, -7)), MovePlan(), H).cells


def shown(text: str, **more: Any) -> Pose:
    """Return the ghost of a move."""
    there = state(ship("bastion", **{"speed": 6, **more}))
    return PowerMove.parse("bastion", text).pose(there)


def test_hexes_are_counted_down_to_where_a_turn_answers() -> None:
    pose = shown("+1 S@0")
    assert [words for _, words in pose.counts] == ["6", "5", "4", "3", "2"]
    assert [point for point, _ in pose.counts] == list(pose.path[1:6])
    (bend,) = pose.bends
    assert (bend.at, bend.label) == (pose.path[6], "answers on hex 6") and (bend.becomes - bend.course) % 12 == 2


def test_a_turn_that_does_not_answer_is_counted_to_the_end() -> None:
    pose = shown("+1 S@3")
    assert [words for _, words in pose.counts] == ["6", "5", "4", "3"] and not pose.bends


def test_a_turn_under_way_is_counted_from_where_it_stands() -> None:
    pose = shown("0", carried=(2, 1))
    wait = int(pose.bends[0].label.split()[-1]) + 2
    assert [int(words) for _, words in pose.counts] == list(range(wait - 2, 1, -1))


def test_pivots_and_slides_are_marked_on_the_way() -> None:
    pivot, slide = shown("pivot S1"), shown("pivot S1 +1")
    assert (
        [one.label for one in pivot.bends] == ["pivot 60°"] and pivot.bends[0].at == pivot.path[2] and not pivot.counts
    )
    assert slide.path[-1] != pivot.path[-1] and [one.label for one in slide.bends] == ["pivot 60°"]
    far = shown("pivot S1 +2")
    assert [words for _, words in far.counts] == [SLIDE] and far.counts[0][0] == far.path[-2]
