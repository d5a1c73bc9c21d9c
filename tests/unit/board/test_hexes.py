"""Hexes: distances, lines, rings, arcs as exact sets, and the plane they lie on (hex/1, 2.6)."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from game.board import hexes
from game.board.boards import OPEN, HexBoard
from game.board.geometry import QUARTERS, bearing, clock
from game.board.hexes import NAMES, Hex
from game.board.terrain import Body
from tests.support.hex_battles import rock

DISC = tuple(hexes.disc((0, 0), 12))
PRINTED = """
      F
    F   F
  F   F   F
P   F   F   S
  P   F   S
P   P   S   S
  P   *   S
P   P   S   S
  P   R   S
P   R   R   S
  R   R   R
    R   R
      R
"""


def test_distances_are_the_largest_of_three_differences() -> None:
    """HX-01."""
    assert hexes.distance((0, 0), (2, -3)) == 3
    assert hexes.distance((3, 1), (-1, 2)) == 4
    assert all(hexes.distance(a, b) == hexes.distance(b, a) for a in DISC[:50] for b in DISC[50:100])


def test_a_line_along_an_edge_is_blocked_only_on_both_sides() -> None:
    """HX-02."""
    one, other = hexes.line((0, 0), (2, -4))
    assert {frozenset(one), frozenset(other)} == {
        frozenset({(1, -1), (1, -2), (2, -3)}),
        frozenset({(0, -1), (1, -2), (1, -3)}),
    }

    def blocked(*rocks: Hex) -> Hex | None:
        bodies = tuple(Body(str(rock), "asteroid", "rock", hexes.at(rock), 0.45) for rock in rocks)
        found = HexBoard(floating=True).obstacle_between(hexes.at((0, 0)), hexes.at((2, -4)), bodies)
        return hexes.hex_at(found.body.at) if found else None

    assert blocked((1, -2)) == (1, -2)
    assert blocked((1, -1)) is None
    assert blocked((1, -1), (0, -1)) is not None


def test_of_several_bodies_in_the_way_the_nearest_blocks() -> None:
    """One on each side of a line along edges, of which the one to port lies farther away."""
    stones = rock((1, -3), key="far"), rock((1, -1), key="near")
    stop = HexBoard().obstacle_between(hexes.at((0, 0)), hexes.at((2, -4)), stones)
    assert stop is not None and (stop.body.key, stop.at) == ("near", hexes.at((1, -1)))


def test_a_line_goes_from_neighbour_to_neighbour() -> None:
    for end in DISC[1:]:
        for path in hexes.line((0, 0), end):
            way = ((0, 0), *path, end)
            assert len(path) == hexes.length(end) - 1
            assert all(hexes.distance(a, b) == 1 for a, b in pairwise(way))


def test_every_hex_is_where_it_lies() -> None:
    for one in DISC:
        for point in (hexes.at(one), hexes.centre(one)):
            assert hexes.hex_at(point) == one
        assert all(hexes.hex_at(_towards(hexes.centre(one), corner)) == one for corner in hexes.corners(one))


def _towards(a: tuple[float, float], b: tuple[float, float], share: float = 0.98) -> tuple[float, float]:
    return a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])


def test_a_row_points_exactly_along_its_course() -> None:
    for towards, name in enumerate(NAMES):
        assert bearing(hexes.centre((0, 0)), hexes.centre(hexes.step((0, 0), towards, 7))) == pytest.approx(
            60 * towards
        ), name
        assert hexes.direction(hexes.course_of(towards)) == towards
        assert hexes.course_of(towards) == clock(2 * towards)
    with pytest.raises(ValueError, match="corner"):
        hexes.direction(3)


def test_a_turn_of_the_offset_is_a_turn_of_the_bearing() -> None:
    for one in DISC[1:]:
        turned = hexes.rotated(one, 1)
        assert hexes.length(turned) == hexes.length(one) and hexes.rotated(turned, 5) == one
        turn = bearing((0.0, 0.0), hexes.centre(turned)) - bearing((0.0, 0.0), hexes.centre(one))
        assert turn % 360 == pytest.approx(60)


def test_rings_hold_six_hexes_more_each_time() -> None:
    for radius in range(1, 8):
        ring = list(hexes.ring((3, -2), radius))
        assert len(ring) == len(set(ring)) == 6 * radius
        assert all(hexes.distance((3, -2), one) == radius for one in ring)
        assert ring[0] == hexes.step((3, -2), 0, radius)
    assert list(hexes.ring((3, -2), 0)) == [(3, -2)]
    assert len(set(hexes.disc((3, -2), 5))) == 1 + 3 * 5 * 6


def test_the_four_arcs_cover_every_hex_once() -> None:
    for away in range(1, 13):
        found = Counter(hexes.side_of(one) for one in hexes.ring((0, 0), away))
        assert found == {"F": 2 * away - 1, "A": 2 * away - 1, "S": away + 1, "P": away + 1}
    assert hexes.side_of((0, 0)) == ""


def test_the_arcs_are_those_of_the_printed_figure() -> None:
    """Row by row from the top, half a hex a row; a letter every two columns of print is a column of hexes."""
    for line, text in enumerate(PRINTED.splitlines()[1:]):
        for column, letter in enumerate(text):
            if letter in "FSRP":
                q = (column - 6) // 2
                r = (line - 6 - q) // 2
                assert hexes.side_of((q, r)) == ("A" if letter == "R" else letter), (q, r)


def test_arcs_go_by_facing() -> None:
    board = HexBoard(sides=True)
    here = hexes.at((10, 2))
    for facing in range(2, 14, 2):
        seen = {name: set[Hex]() for name in QUARTERS}
        for one in hexes.disc((0, 0), 4):
            if one != (0, 0):
                there = hexes.at(hexes.plus((10, 2), one))
                (arc,) = board.arcs(here, facing, there, QUARTERS)
                seen[arc].add(hexes.rotated(one, -hexes.direction(facing)))
        assert all(hexes.side_of(one) == name for name, found in seen.items() for one in found)
    assert board.arcs(here, 12, here, QUARTERS) == QUARTERS


def test_a_window_holds_its_columns_and_rows() -> None:
    board = HexBoard(30, 24, west=-3, north=5)
    every = set(board.every())
    assert len(every) == 30 * 24 and all(board.within(one) for one in every)
    beside = {hexes.step(one, side) for one in every for side in range(6)} - every
    assert beside and not any(board.within(one) for one in beside)
    west, south, wide, high = board.extent
    corners = [point for one in every for point in hexes.corners(one)]
    assert min(x for x, _ in corners) == pytest.approx(west) and max(x for x, _ in corners) == pytest.approx(
        west + wide
    )
    assert min(y for _, y in corners) == pytest.approx(south) and max(y for _, y in corners) == pytest.approx(
        south + high
    )


def test_a_hex_has_a_name_by_which_it_is_found() -> None:
    """As printed on a map, or column and row apart where a scrolled map goes on beyond those of two figures."""
    board = HexBoard()
    for cell, name in (((4, 10), "0513"), ((0, 0), "0101"), ((4, -6), "5/−3"), ((-1, 0), "0/0"), ((99, -49), "100/1")):
        assert board.label(hexes.at(cell)) == name and board.place_named(name) == hexes.at(cell), name
    assert board.place_named(" 5, 13 ") == hexes.at((4, 10)) and board.place_named("5/-3") == hexes.at((4, -6))
    assert [board.place_named(words) for words in ("", "513", "05133", "Old Ram")] == [None] * 4 and OPEN.place_named(
        "0513"
    ) is None


@pytest.mark.parametrize(("mu", "hexed"), [(6, 3), (9, 5), (12, 6), (18, 9), (24, 12), (30, 15), (36, 18)])
def test_a_range_is_halved_and_rounded_up(mu: int, hexed: int) -> None:
    board = HexBoard(mu=2, rounded_up=True)
    assert board.to_board_units(mu) == hexed
    assert board.weapon_distance(hexed) <= mu < board.weapon_distance(hexed + 1)
    assert board.weapon_distance(0) == 0


def test_a_range_that_is_measured_straight_need_not_be_whole() -> None:
    assert HexBoard(mu=2, true=True).to_board_units(9) == 4.5
