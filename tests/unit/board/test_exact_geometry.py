"""What is exactly in reach or on a line counts as that: from any place, after any flight, after being written to a
file."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from game.battle.battle import View
from game.battle.loader import Opened, new_save, open_battle
from game.board.areas import touches
from game.board.boards import OPEN, HexBoard
from game.board.geometry import (
    ARCS,
    QUARTERS,
    TOLERANCE,
    Point,
    ahead,
    along,
    arcs_from,
    bearing,
    clock,
    in_thousandths,
    rounded_point,
    span,
    within,
)
from game.board.hexes import centre, disc, hex_at
from game.board.zones import arc_zone
from game.rules.combat.fire import Fire
from game.rules.combat.fire_odds import odds
from game.rules.combat.weapons import WEAPONS
from game.rules.manoeuvres.archive import BY_CODE
from game.rules.manoeuvres.cover.eclipsing import NEAR, in_front, pairs
from game.rules.manoeuvres.framework.base import ManoeuvreOrder
from game.rules.manoeuvres.jumps.backfire import zone_at
from game.rules.movement.cinematic import flight
from game.rules.movement.plot import Plot
from game.rules.movement.vector_flight import orders_of, vector_destinations, vector_flight
from game.rules.movement.vector_plot import VectorPlot
from game.rules.ships.design import Mount
from game.sandbox.start_editor import of_state, open_start, plain
from tests.support.battles import idle, laid, paper
from tests.support.builders import design, house, ship, state
from tests.support.duel import FCS, duel, fire, the_shot
from tests.support.zones import inside

GUNS = (
    *(Mount("", "beam", level, ARCS) for level in (1, 2, 3, 4)),
    *(Mount("", "kgun", level, ("F",)) for level in (1, 3, 6)),
    *(Mount("", kind, 1, ("F",)) for kind in ("torpedo", "needle", "mkp", "submunition")),
)
EDITIONS: tuple[dict[str, str], ...] = ({}, {"torpedo_bands": "FT2", "needle": "FT2"}, {"needle": "XD"})


def limits() -> tuple[float, ...]:
    """Return every distance that bounds a band of some gun in some edition, and those of ramming, screening and
    formation."""
    one = ship(built=design(*GUNS))
    found = {2.0, NEAR, 6.0, 7.0}
    for edition in EDITIONS:
        for mount in one.design.mounts:
            if mount.kind in WEAPONS:
                found |= {limit for limit, _ in WEAPONS[mount.kind].bands(house(**edition), one, mount)}
    return tuple(sorted(found))


def anywhere(dice: Random) -> Point:
    """Return a place as a file has it."""
    return in_thousandths((dice.uniform(0, 72), dice.uniform(0, 48)))


def test_every_limit_along_every_course_from_a_thousand_written_places() -> None:
    """Both places are as a file has them: in the band, on the boundary of the arcs, and in no other if a hair is
    missing."""
    dice, every = Random(1101), limits()
    assert {3.0, 6.0, 9.0, 12.0, 18.0, 24.0, 30.0, 36.0, 48.0} <= set(every)
    for _ in range(1000):
        start = anywhere(dice)
        for course in range(1, 13):
            facing, on_the_line = clock(course - dice.choice((1, 3, 5, 7, 9, 11))), dice.choice(every)
            far = clock(course - facing) // 2
            for limit in every:
                end = in_thousandths(ahead(start, course, limit))
                assert within(span(start, end), limit) and not within(span(start, end), limit - 0.003)
                assert not within(span(start, end) + 0.003, limit)
                if limit != on_the_line:
                    continue
                assert arcs_from(start, facing, end) == (ARCS[(far + 1) % 6], ARCS[far])
                assert arcs_from(start, clock(facing + 1), end) == (ARCS[(clock(course - facing - 1) % 12) // 2],)


@pytest.mark.parametrize("names", [ARCS, QUARTERS])
def test_the_line_between_arcs_is_as_wide_as_the_tolerance_at_any_distance(names: tuple[str, ...]) -> None:
    dice = Random(1102)
    for _ in range(2000):
        start, facing, away, side = (
            anywhere(dice),
            dice.randint(1, 12),
            dice.uniform(0.05, 60),
            dice.randint(0, len(names) - 1),
        )
        edge = 30 * facing + 360 / len(names) * (side - 0.5)
        beside = dice.choice((-1, 1)) * dice.choice((0.0, 0.0007, 0.00149, 0.00151, 0.01))
        across = along(along(start, edge, away), edge + 90, beside)
        clockwise, other = names[side], names[side - 1]
        expected = (clockwise, other) if abs(beside) <= TOLERANCE else (clockwise,) if beside > 0 else (other,)
        assert arcs_from(start, facing, across, names) == expected


def test_nothing_is_lost_on_the_way_however_often_a_ship_moves() -> None:
    """Out and back, and round every closed figure of twelve courses, by a thousand ships: back to the very place."""
    dice, rules = Random(1103), house()
    for _ in range(1000):
        start, turn = anywhere(dice), dice.choice((1, 2, 3, 4))
        one = ship(at=start, course=dice.randint(1, 12), velocity=dice.randint(1, 12), thrust=8)
        for _ in range(12 // turn):
            made = flight(one, Plot("lancet", (turn,)), rules)
            one.at, one.course, one.facing = made.path[-1], made.course, made.facing
        assert span(one.at, start) < 1e-7


def test_a_target_that_flew_to_a_limit_is_in_reach_from_a_thousand_starts() -> None:
    dice, rules, every = Random(1104), house(), [int(limit) for limit in limits()]
    for _ in range(1000):
        start, course, limit = anywhere(dice), dice.randint(1, 12), dice.choice(every)
        one, left = ship(at=start, course=course, thrust=60), limit
        while left:
            pace = dice.randint(1, left)
            one.at = flight(one, Plot("lancet", (), pace), rules).path[-1]
            left -= pace
            assert within(span(start, one.at), limit - left)
            assert within(span(in_thousandths(start), in_thousandths(one.at)), limit - left)
        assert arcs_from(start, clock(course - 1), one.at) == ("FS", "F")
        assert arcs_from(start, clock(course - 1), in_thousandths(one.at)) == ("FS", "F")


FAR = """\
  polestar: {{side: azure, design: polestar, at: [{0}, {1}], course: {4}, velocity: 0}}
  vesper: {{side: amber, design: vesper, at: [{2}, {3}], course: {5}, velocity: 8}}
house: {{boundary: dice, aft_fire: never}}
"""


@pytest.mark.parametrize("course", range(1, 13))
def test_a_battle_flown_saved_and_written_down_finds_every_limit(course: int, tmp_path: Path) -> None:
    """Vesper flies 8 MU a turn along the line between two arcs: at 8, 16 and 24 MU a class-2 battery has its last dice
    there."""
    dice = Random(course)
    at = in_thousandths((dice.uniform(25, 45), dice.uniform(25, 45)))
    text = paper("Far", FAR.format(*at, *at, clock(course - 1), course), table="{width: 72, height: 72}")
    opened = laid(tmp_path, text)
    save = new_save(opened, path=tmp_path / "save.yaml")
    for turn in (1, 2, 3):
        idle(opened, "Ships fire")
        again, now = open_battle(tmp_path / "save.yaml").battle, opened.battle
        for view in (now.view("azure"), again.view("azure"), as_it_stands(opened)):
            shots = {shot.mount: shot for shot in view.shots("polestar", "vesper")}
            small = next(
                mount for mount in now.state.ships["polestar"].design.mounts if (mount.kind, mount.level) == ("beam", 2)
            )
            assert shots[small.key].arcs == ("FS", "F")
            assert (shots[small.key].why_not, shots[small.key].dice) == ("", "2 dice" if turn == 1 else "1 die")
        assert again.state.ships["vesper"].at == now.state.ships["vesper"].at
        if turn < 3:
            idle(opened, "Write orders")
    save.close()


def as_it_stands(opened: Opened) -> View:
    """Return the battle begun again from a file that has everything as it stands."""
    return open_start(of_state(opened.battle, opened.battle.state, plain(opened))[0]).battle.view(None)


def test_a_battle_that_is_written_down_turn_after_turn_stays_within_the_tolerance(tmp_path: Path) -> None:
    """The start of a sandbox is in thousandths, whatever was flown before."""
    opened = laid(tmp_path, paper("Far", FAR.format(30.5, 30.25, 30.5, 30.25, 12, 1)))
    idle(opened, "Ships fire")
    flown = opened.battle.state.ships["vesper"].at
    start = as_it_stands(opened).state.ships["vesper"].at
    assert flown == rounded_point(ahead((30.5, 30.25), 1, 8)) != start == in_thousandths(flown)


# -- everything that asks the table ------------------------------------------------------------------------------------


def test_a_class_2_beam_bears_at_exactly_24_from_anywhere_and_its_odds_follow() -> None:
    dice = Random(1105)
    for _ in range(200):
        start, course = anywhere(dice), dice.randint(1, 12)
        battle = duel(Mount("", "beam", 2, ("F",)), FCS, at=in_thousandths(ahead(start, course, 24)))
        lancet = battle.ships["lancet"]
        lancet.at, lancet.facing = start, course
        assert the_shot(battle, "B2").dice == "1 die"
        assert odds(battle, Fire("lancet").aim("B2", "vesper"))[0].mean > 0


def test_on_the_line_a_die_is_rolled_from_anywhere() -> None:
    dice = Random(1106)
    for _ in range(100):
        start, course = anywhere(dice), dice.randint(1, 12)
        battle = duel(Mount("", "beam", 3, ("F",)), FCS, at=in_thousandths(ahead(start, course, 30)), boundary="dice")
        lancet = battle.ships["lancet"]
        lancet.at, lancet.facing = start, clock(course - 1)
        assert the_shot(battle, "B3").arcs == ("FS", "F")
        assert "arc F;" not in fire(battle, "fire B3>vesper", 2, 1)[0].result


def test_screening_at_exactly_3_and_the_edge_of_a_backfire_from_anywhere() -> None:
    dice = Random(1107)
    for _ in range(300):
        start, course = anywhere(dice), dice.randint(1, 12)
        vesper, gloaming = ship("vesper", at=in_thousandths(ahead(start, course, NEAR))), ship("gloaming", at=start)
        vesper.active_manoeuvres = (ManoeuvreOrder(BY_CODE["EC"], 1, "gloaming"),)
        battle = state(vesper, gloaming)
        assert pairs(battle) == [(vesper, gloaming)]
        level = in_thousandths(ahead(ahead(start, course, NEAR / 2), course + 3, 20))
        assert not in_front(battle, level, vesper, gloaming), "as far from both is not nearer"
        for k in (1, 2, 4):
            for turn in (5, 7):
                edge = in_thousandths(ahead(start, course + turn, 3 * k))
                found = zone_at(start, clock(course), k, edge)
                assert found and found.name == "low"


def test_a_wake_and_the_edge_of_the_table_from_anywhere() -> None:
    dice = Random(1108)
    for _ in range(500):
        start, course = anywhere(dice), dice.randint(1, 12)
        end = in_thousandths(ahead(start, course, 9))
        rim = in_thousandths(ahead(ahead(start, course, 4), course + 3, 0.5))
        assert touches(start, end, 1.0, [rim]) and not touches(start, end, 1.0, [ahead(rim, course + 3, 0.004)])
        assert OPEN.holds(in_thousandths((72.0, start[1]))) and OPEN.holds((72.0014, start[1]))
        assert not OPEN.holds((72.002, start[1])) and not OPEN.holds((start[0], -0.002))


def test_what_is_drawn_holds_what_is_on_its_edge() -> None:
    dice = Random(1109)
    for _ in range(200):
        start, facing, away = anywhere(dice), dice.randint(1, 12), dice.choice((0.5, 3.0, 6.0, 11.9))
        zone = arc_zone(start, facing, ("F",), 12)
        for side in (-1, 1):
            assert inside(zone, in_thousandths(ahead(start, facing + side, away)))


def test_headings_in_thousandths_of_a_degree_keep_within_the_tolerance() -> None:
    """A ship that drifts along a whole triangle, of which file and battle keep the rounded course, ends where it
    ends."""
    for x, y, far in ((3, 4, 5), (5, 12, 13), (8, 15, 17), (7, 24, 25), (20, 21, 29)):
        for east, north in ((x, y), (y, -x), (-x, -y), (-y, x)):
            heading = round(bearing((0.0, 0.0), (east, north)), 3)
            turns = 48 // far or 1
            assert span(along((0.0, 0.0), heading, far * turns), (east * turns, north * turns)) < 0.0005


def test_the_envelope_of_a_vector_ship_is_what_she_flies() -> None:
    """Arrays and single orders: to the last digit the same places, courses and velocities."""
    dice = Random(1110)
    for _ in range(40):
        one = ship(at=anywhere(dice), course=12, velocity=dice.randint(0, 9), thrust=6)
        one.heading, one.facing = (
            round(dice.choice((dice.uniform(0, 359), 30 * dice.randint(0, 11))), 3),
            dice.randint(1, 12),
        )
        battle = state(one, movement="vector")
        for destination in vector_destinations(battle, VectorPlot("lancet")):
            assert isinstance(destination.order, VectorPlot)
            flown = vector_flight(one, destination.order, battle.house)
            assert (destination.at, destination.course, destination.facing) == (
                flown.path[1],
                flown.course,
                flown.facing,
            )
            assert (destination.velocity, destination.heading) == (flown.velocity, flown.heading)
    assert orders_of(VectorPlot("lancet"), 6, 3, False)


def test_a_vector_ship_that_thrusts_her_motion_away_is_at_rest() -> None:
    dice = Random(1111)
    for _ in range(100):
        one = ship(at=anywhere(dice), velocity=dice.randint(1, 6), thrust=6)
        one.heading, one.facing = 30.0 * dice.randint(0, 11), 12
        one.facing = clock(int(one.heading // 30) + 6)
        flown = vector_flight(one, VectorPlot("lancet", (("MD", one.velocity),)), house())
        assert (flown.velocity, flown.path[1], flown.heading) == (0, one.at, one.heading)


def test_hexes_have_no_use_for_a_tolerance() -> None:
    """Measured straight, or seen by bearing, no hex lies within it of a limit or a line that it is not exactly on."""
    board = HexBoard(true=True)
    for one in disc((0, 0), 40):
        square = one[0] ** 2 + one[0] * one[1] + one[1] ** 2
        for limit in range(1, 41):
            assert within(board.away(one), limit) == (square <= limit**2)
        assert hex_at(in_thousandths(centre(one))) == one
        if one != (0, 0):
            u, v = one[0], -(2 * one[1] + one[0])  # sideways in halves of the root of 3, ahead in halves
            on_a_line = 3 * abs(u) == abs(v) or v == 0  # 30, 90 and 150 degrees off the bow
            assert (len(board.arcs((0.0, 0.0), 12, centre(one), ARCS)) == 2) == on_a_line
