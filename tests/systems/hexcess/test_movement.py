"""Moves of Hexcess Thrust: orders in their notation, what thrust allows, the ends of a move, its ghost (hex/2.3)."""

from __future__ import annotations

from itertools import product

import pytest

from game.board import hexes
from game.board.boards import HexBoard
from game.core.display import UncontrolledPath
from game.core.orders import Order, Unreadable, parse_order
from game.rules.hex.helm import EXCESS, half, limit, side_cost
from game.rules.ships.ship import OUT
from game.systems.hexcess.movement.control import Declare
from game.systems.hexcess.movement.limits import fault
from game.systems.hexcess.movement.map_edges import OffTable
from game.systems.hexcess.movement.order import HexMove
from game.systems.hexcess.movement.reach import OpenHexes, hex_paths
from game.systems.hexcess.movement.stacking import GiveWay
from game.systems.hexcess.movement.uncontrolled import forced_paths
from tests.support.hex_battles import rock
from tests.support.hexcess_battles import give, refused, sea, vessel
from tests.support.narrowing import each, narrow

# -- orders ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "text", "written"),
    [
        (HexMove, "f f S f f f +3", "f f S f f f +3"),
        (HexMove, "2fS3f+3", "f f S f f f +3"),
        (HexMove, "FSF−1", "f S f -1"),
        (HexMove, "turn p2 +1", "turn P2 +1"),
        (HexMove, "turn S", "turn S1"),
        (HexMove, "face -2", "face -2"),
        (HexMove, "0", "0"),
        (HexMove, "+2", "+2"),
        (HexMove, "scroll ne 4 f f", "scroll NE4 f f"),
        (Declare, "Excess", "excess"),
        (Declare, "no excess", "no excess"),
        (GiveWay, "to sw", "to SW"),
        (GiveWay, "Give way", "give way"),
        (OffTable, "back 2 -1", "back 2 -1"),
        (OffTable, "back", "back"),
        (OffTable, "back +3", "back +3"),
    ],
)
def test_orders_are_read_as_they_are_written(kind: type[Order], text: str, written: str) -> None:
    order = parse_order(kind, "lancet", text)
    assert str(order) == written and kind.parse("lancet", written) == order


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (HexMove, ""),
        (HexMove, "P2"),
        (HexMove, "f f +1 +1"),
        (HexMove, "turn"),
        (HexMove, "f x f"),
        (HexMove, "S f"),
        (Declare, "maybe"),
        (GiveWay, "to the left"),
        (OffTable, "home 2"),
        (OffTable, "back 1 2"),
        (OffTable, "back -1 -2"),
    ],
)
def test_what_is_no_order_is_said_to_be_none(kind: type[Order], text: str) -> None:
    with pytest.raises(Unreadable) as caught:
        kind.parse("lancet", text)
    assert caught.value.rule.startswith("hex/2")


def test_every_value_of_the_form_makes_an_order_that_reads_back() -> None:
    for velocity in (0, 4):
        state = sea(vessel("lancet", velocity=velocity), map="scroll", board=HexBoard(8, 8))
        draft = HexMove("lancet")
        domain = draft.domain(state)
        assert {field.name for field in draft.fields(state)} == domain.keys()
        for name, values in domain.items():
            words = [draft.label_for(name, value) for value in values]
            assert len(set(words)) == len(words)
            for value in domain[name]:
                changed = draft.with_value(name, value)
                assert HexMove.parse("lancet", str(changed)) == changed or not any(changed.turns)


def test_turns_are_changed_one_by_one() -> None:
    state = sea(vessel("lancet", velocity=4))
    draft = HexMove.parse("lancet", "f S f f f")
    found = {draft.label_for("turns", value): value for value in draft.domain(state)["turns"]}
    assert list(found)[:2] == ["straight", "S1"] and found["S1"] == draft.turns
    assert found["P3"] == (1, 0, -1, 0) and found["P1"] == (-1, 0, 0, 0)


# -- thrust ------------------------------------------------------------------------------------------------------------


def test_what_a_side_costs() -> None:
    """The tables of hex/2.3: cost by velocity, limits by thrust, the highest velocity that still turns once and
    twice."""
    assert [side_cost(v) for v in range(1, 11)] == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5] and side_cost(0) == 1
    rows = {2: (1, 2, 4, None, 2), 4: (2, 4, 8, 2, 4), 6: (3, 6, 12, 2, 6), 8: (4, 8, 16, 4, 8)}
    for thrust, (most, once, hard, twice, hard_twice) in rows.items():
        assert limit(vessel("lancet", thrust=thrust)) == half(thrust) == most
        assert (highest(thrust, "f S", False), highest(thrust, "f S", True)) == (once, hard)
        assert (highest(thrust, "f S f S", False), highest(thrust, "f S f S", True)) == (twice, hard_twice)


def highest(thrust: int, turns: str, excess: bool) -> int | None:
    """Return the highest velocity at which a ship can make these turns."""
    able = []
    for velocity in range(2, 30):
        one = vessel("lancet", velocity=velocity, thrust=thrust)
        one.status_flags = frozenset({EXCESS} if excess else ())
        if fault(one, HexMove.parse("lancet", turns + " f" * (velocity - turns.count("f")))) is None:
            able.append(velocity)
    return max(able, default=None)


def test_a_swung_bow_snaps_back_when_she_turns() -> None:
    state = sea(vessel("lancet", velocity=3))
    give(state, "lancet", "face +2")
    ship = state.ships["lancet"]
    assert (ship.course, ship.facing) == (12, 4)
    state.acted.clear()
    log = give(state, "lancet", "f f S f")
    assert log[0].facings == (12, 12, 2) and (ship.course, ship.facing) == (2, 2)


def test_three_sides_reach_every_heading_and_facing() -> None:
    """However great the drive is: a fourth side would be a way round the other side."""
    state = sea(vessel("rests", thrust=8), vessel("moves", (5, 5), velocity=2, thrust=8))
    assert refused(state, "rests", "turn S4").why == "three sides reach every heading"
    assert refused(state, "moves", "face -4").why == "three sides reach every facing"


def test_a_step_of_the_form_says_what_its_turn_costs() -> None:
    state = sea(vessel("lancet", velocity=5, thrust=8))
    turns = HexMove.parse("lancet", "f f S f f f").fields(state)[0]
    assert [(step.letter, step.note) for step in turns.steps] == [("F", "free"), ("S", "3 TP"), *[("F", "free")] * 3]


def test_the_form_brakes_no_further_than_to_rest() -> None:
    state = sea(vessel("slow", velocity=2, thrust=6), vessel("weak", (5, 5), velocity=9, thrust=3))
    assert [min(each(HexMove(key).domain(state)["dv"], int)) for key in ("slow", "weak")] == [-2, -3]


def test_a_drive_without_thrust_flies_straight_on() -> None:
    state = sea(vessel("lancet", velocity=3, hits=2))
    assert refused(state, "lancet", "f S f f").why == "Lancet's drive is dead: it goes straight on"
    assert refused(state, "lancet", "+1").rule == "hex/2.1"
    assert [str(destination.order) for destination in HexMove("lancet").destinations(state)] == ["0"]


# -- where a move can end ----------------------------------------------------------------------------------------------


def test_ends_follow_the_drive_the_helm_and_excess_thrust_as_they_change() -> None:
    state = sea(vessel("lancet", velocity=4, thrust=8))
    ship = state.ships["lancet"]

    def ends() -> set[tuple[str, int]]:
        return {(str(one.order), one.left) for one in HexMove("lancet").destinations(state)}

    whole = ends()
    ship.status_flags = frozenset({EXCESS})
    assert len(ends()) > len(whole)
    ship.status_flags = frozenset({OUT})
    assert {order for order, _ in ends()} == {"0"}
    ship.status_flags, ship.drive_hits = frozenset(), 1
    assert len(ends()) < len(whole) and max(left for _, left in ends()) == 4
    ship.drive_hits = 0
    assert ends() == whole


@pytest.mark.parametrize(
    ("velocity", "thrust", "excess"), [(1, 4, False), (3, 8, False), (4, 8, True), (5, 6, True), (2, 5, False)]
)
def test_the_ends_are_those_of_every_legal_order_by_the_least_thrust(velocity: int, thrust: int, excess: bool) -> None:
    """Against trying every list of turns there is."""
    state = sea(vessel("lancet", (5, 2), 1, velocity, thrust))
    ship = state.ships["lancet"]
    ship.status_flags = frozenset({EXCESS} if excess else ())
    least: dict[tuple[object, ...], int] = {}
    for turns in product((0, 1, -1), repeat=velocity):
        order = HexMove("lancet", turns)
        if fault(ship, order) is None:
            end, heading = order.cells(ship)[-1]
            spent = order.turning(velocity)
            least[end, heading] = min(spent, least.get((end, heading), spent))
    found = {}
    for destination in HexMove("lancet").destinations(state):
        order = narrow(destination.order, HexMove)
        assert fault(ship, order) is None
        pose = order.pose(state)
        assert pose and (pose.at, pose.course, pose.facing, pose.velocity, pose.path) == (
            destination.at,
            destination.course,
            destination.facing,
            destination.velocity,
            destination.path,
        )
        meter = order.meter(state)
        assert meter and meter.left == destination.left
        if not order.face and not order.dv:
            found[hexes.hex_at(destination.at), hexes.direction(destination.course)] = thrust - destination.left
    assert found == least


def test_every_speed_of_an_end_is_a_destination_of_its_lane() -> None:
    state = sea(vessel("lancet", velocity=4, thrust=6))
    lanes: dict[object, list[int]] = {}
    for destination in HexMove("lancet").destinations(state):
        lanes.setdefault(destination.lane, []).append(destination.velocity)
    straight = (hexes.at((0, -4)), 12, 12)
    assert sorted(lanes[straight]) == list(range(11))
    turned = (hexes.at((0, -4)), 2, 2)
    assert sorted(lanes[turned]) == list(range(9))
    assert lanes[hexes.at((0, -4)), 12, 4] == [4]  # the bow alone


def test_a_bow_snaps_back_in_every_end_with_another_velocity() -> None:
    state = sea(vessel("lancet", velocity=3))
    state.ships["lancet"].facing = 4
    ends = [(one, narrow(one.order, HexMove)) for one in HexMove("lancet").destinations(state)]
    straight = [one for one, order in ends if not any(order.turns) and not order.face]
    assert {(one.velocity != 3, one.facing) for one in straight} == {(False, 4), (True, 12)}


def test_without_a_helm_there_is_one_end_and_no_way_to_choose() -> None:
    state = sea(vessel("lancet", velocity=3))
    state.ships["lancet"].status_flags = frozenset({OUT})
    assert [str(one.order) for one in HexMove("lancet").destinations(state)] == ["0"]
    assert not HexMove("lancet").paths(state)


def test_the_meter_swings_no_bow_by_excess_thrust() -> None:
    state = sea(vessel("lancet", velocity=3))
    state.ships["lancet"].status_flags = frozenset({EXCESS})
    notes = [HexMove.parse("lancet", text).meter(state).note for text in ("face +1", "f S f f")]
    assert notes == ["turn 1 of 3, Excess Thrust", "turn 2 of 6, Excess Thrust"]


def test_at_rest_every_heading_is_a_destination() -> None:
    state = sea(vessel("lancet", thrust=6))
    still = {end.course for end in HexMove("lancet").destinations(state) if not narrow(end.order, HexMove).dv}
    assert still == {2, 4, 6, 8, 10, 12}


def test_what_leads_off_the_map_lies_aside() -> None:
    state = sea(vessel("lancet", (4, 0), velocity=4), board=HexBoard(10, 10))
    ends = HexMove("lancet").destinations(state)
    assert all(HexBoard(10, 10).holds(destination.at) != destination.aside for destination in ends)
    assert {hexes.hex_at(destination.at) for destination in ends if destination.aside and destination.facing == 12} >= {
        (4, -3)
    }
    assert HexMove("lancet").pose(state).note == "leaves the map"
    assert not HexMove("lancet").risks(state), "the forecast tells it"


@pytest.mark.parametrize("excess", [False, True])
def test_the_ways_of_a_drag_are_all_that_thrust_allows(excess: bool) -> None:
    """With the change of velocity in hand, or as much of it as turning leaves it."""
    state = sea(vessel("lancet", velocity=4, thrust=8))
    ship = state.ships["lancet"]
    ship.status_flags = frozenset({EXCESS} if excess else ())
    ways = [(narrow(way.order, HexMove), way.left) for way in HexMove("lancet", dv=6).paths(state)]
    found = {order.turns or (0,) * 4: (order, left) for order, left in ways}
    legal = {turns for turns in product((0, 1, -1), repeat=4) if fault(ship, HexMove("lancet", turns)) is None}
    assert found.keys() == legal and all(fault(ship, order) is None for order, _ in found.values())
    assert {(sum(map(abs, turns)), order.dv, left) for turns, (order, left) in found.items()} == {
        (n, min(6, 8 - 2 * n), max(0, 2 - 2 * n)) for n in range(5 if excess else 3)
    }


def test_ways_are_found_from_every_heading() -> None:
    assert len(hex_paths(4, 0)) == 1 and len(hex_paths(0, 3)) == 1
    for heading in range(6):
        turned = {(hexes.rotated(way.cells[-1], heading), (way.heading + heading) % 6) for way in hex_paths(5, 2)}
        assert turned == {(way.cells[-1], way.heading) for way in hex_paths(5, 2, heading)}


def test_the_ghost_says_where_it_bends() -> None:
    state = sea(vessel("lancet", velocity=5))
    pose = HexMove.parse("lancet", "f f S f f f +3").pose(state)
    (bend,) = pose.bends
    assert (hexes.hex_at(bend.at), bend.course, bend.becomes, bend.label) == ((0, -2), 12, 2, "S · 3 TP")
    assert pose.note == "NE · next V 8" and len(pose.path) == 6 and pose.later, (
        "who reckons with it reckons with a turn more"
    )


@pytest.mark.parametrize(("at", "heading"), [((4, 2), 1), ((4, 0), 0), ((6, 2), 3), ((4, 4), 5)])
def test_near_rocks_and_edges_an_end_is_reached_by_the_cheapest_way_that_is_open(at: hexes.Hex, heading: int) -> None:
    """Against trying every list of turns: planetoids close the way, and beyond the edge of the map nobody comes
    back."""
    moons = [hexes.step(at, heading, 2), hexes.step(hexes.step(at, heading), heading + 1)]
    board = HexBoard(10, 10, mu=2, rounded_up=True, sides=True, only_rows=True)
    bodies = [rock(one, "planet", f"moon{n}") for n, one in enumerate(moons) if board.within(one)]
    state = sea(vessel("lancet", at, heading, 4, 8), bodies=bodies, board=board)
    ship = state.ships["lancet"]
    ship.status_flags = frozenset({EXCESS})
    least: dict[tuple[object, ...], int] = {}
    for turns in product((0, 1, -1), repeat=4):
        way = HexMove("lancet", turns).cells(ship)
        if all(board.within(one) and one not in moons for one, _ in way):
            spent = HexMove("lancet", turns).turning(4)
            least[way[-1]] = min(spent, least.get(way[-1], spent))
    found = {
        (hexes.hex_at(destination.at), hexes.direction(destination.course)): 8 - destination.left
        for destination in HexMove("lancet").destinations(state)
        if not destination.aside and destination.velocity == 4 and destination.facing == destination.course
    }
    assert found == least and least


@pytest.mark.parametrize("north", [-2, 0, 3])
@pytest.mark.parametrize("west", [-3, 0, 2])
def test_a_hex_with_nothing_closed_about_it_is_found_without_looking(west: int, north: int) -> None:
    """Wherever the map begins: no hex so near leads off it, and only hexes that one step more leads off from are not
    found."""
    ground, far = OpenHexes(HexBoard(9, 8, west=west, north=north), frozenset()), 2
    held = [one for one in ground.board.every() if all(map(ground.open, hexes.disc(one, far)))]
    found = [one for one in ground.board.every() if ground.clear(one, far)]
    assert found and set(found) <= set(held)
    assert all(not all(map(ground.open, hexes.disc(one, far + 1))) for one in set(held) - set(found))


@pytest.mark.parametrize(("velocity", "words"), [(0, "no helm"), (1, "1 hex, no helm"), (2, "2 hexes, no helm")])
def test_who_has_no_helm_is_told_how_far_it_drifts(velocity: int, words: str) -> None:
    state = sea(vessel("lancet", velocity=velocity), vessel("vesper", (9, 0), velocity=velocity))
    state.ships["lancet"].status_flags |= {OUT}
    assert [(one.ship, one.label) for one in forced_paths(state) if isinstance(one, UncontrolledPath)] == [
        ("lancet", words)
    ]
