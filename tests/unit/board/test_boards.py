"""Hexes as a board: straight ways along rows and spines, what lies on them, edges of a window that can be moved (hex/1,
4)."""

from __future__ import annotations

import pytest

from game.board import hexes
from game.board.boards import HexBoard, OpenBoard, place_along
from game.board.geometry import ARCS, ahead, bearing, rounded_point, span
from game.board.hexes import Hex
from game.board.protocol import beyond_words
from game.board.terrain import Body
from game.core.state import Table
from game.rules.outcome.table_edges import beyond, crossing

BOARD = HexBoard(20, 16)
HERE = hexes.at((0, 0))


def cells(board: HexBoard, course: int, steps: float, port: bool = False, start: Hex = (0, 0)) -> list[Hex]:
    """Return the hexes entered."""
    return [hexes.hex_at(point) for point in board.run(hexes.at(start), course, steps, port).path]


@pytest.mark.parametrize(
    ("course", "way"),
    [
        (1, [(1, -1), (1, -2), (2, -3), (2, -4), (3, -5)]),  # HX-60
        (11, [(0, -1), (-1, -1), (-1, -2), (-2, -2)]),  # HX-62
        (12, [(0, -1), (0, -2), (0, -3)]),
        (4, [(1, 0), (2, 0)]),
    ],
)
def test_a_way_along_a_row_or_a_spine(course: int, way: list[Hex]) -> None:
    """HX-60, HX-62: odd courses take the starboard row first, and the zig-zag goes on where it ended."""
    assert cells(BOARD, course, len(way)) == way
    first = BOARD.run(HERE, course, 1)
    on = BOARD.run(first.path[-1], course, len(way) - 1, first.port)
    assert (*first.path, *on.path) == BOARD.run(HERE, course, len(way)).path
    assert BOARD.run(HERE, course, 5).port == (course % 2 == 1) and not BOARD.run(HERE, course, 4).port


def test_six_steps_along_a_spine() -> None:
    """HX-61: six hexes, 5.196 in a straight line."""
    run = BOARD.run(HERE, 3, 6)
    assert hexes.hex_at(run.path[-1]) == (6, -3) and run.far == 6
    assert HexBoard(true=True).distance(HERE, run.path[-1]) == pytest.approx(5.196, abs=0.0005)
    assert BOARD.distance(HERE, run.path[-1]) == 6


def test_spines_may_be_corrected() -> None:
    """The longer walks of hex/4, on odd courses alone."""
    board = HexBoard(corrected=True)
    assert [board.run(HERE, 1, n).far for n in range(1, 11)] == [1, 2, 3, 5, 6, 7, 8, 9, 10, 12]
    assert [board.run(HERE, 2, n).far for n in range(1, 11)] == list(range(1, 11))


def test_astern_and_nowhere() -> None:
    """A ship that goes astern goes the other way; one at rest enters no hex."""
    assert cells(BOARD, 12, -3) == [(0, 1), (0, 2), (0, 3)] and BOARD.run(HERE, 12, -3).far == -3
    assert cells(BOARD, 1, 0, True) == [] and BOARD.run(HERE, 1, 0, True).port
    assert place_along(BOARD, HERE, 1, 0) == HERE and place_along(BOARD, HERE, 2, 4) == hexes.at((4, -4))


def test_open_space_has_one_leg() -> None:
    board = OpenBoard()
    assert board.run((1.0, 2.0), 3, 4.5) == ((ahead((1.0, 2.0), 3, 4.5),), 4.5, False)
    assert board.run((1.0, 2.0), 3, 0).path == ((1.0, 2.0),)


def test_bodies_are_met_in_the_hexes_that_are_entered() -> None:
    """Each once, a planet of several hexes too, when its hex is entered; a cloud of two hexes about it fills
    nineteen."""
    rock = Body("rock", "asteroid", "Rock", hexes.at((0, -2)), 0.45)
    halves = [Body(f"p-{n}", "planet", "Moon", hexes.at((0, -n)), 0.45, part_of="p") for n in (3, 4)]
    cloud = Body("cloud", "debris", "the wreck", hexes.at((2, -5)), 2.0)
    path = (HERE, *BOARD.run(HERE, 12, 5).path)
    found = BOARD.contacts(path, (rock, *halves, cloud))
    assert [(one.body.key, one.time, hexes.hex_at(one.at)) for one in found] == [
        ("rock", 0.4, (0, -2)),
        ("p-3", 0.6, (0, -3)),
        ("cloud", 0.6, (0, -3)),
    ]
    assert BOARD.contacts((HERE,), (rock,)) == () and BOARD.contacts((rock.at,), (rock,))[0].time == 0


def test_a_rock_drifts_as_a_ship_flies() -> None:
    rock = Body("rock", "asteroid", "Rock", HERE, 0.45, 1, 3)
    path, after = BOARD.drift(rock)
    assert [hexes.hex_at(point) for point in path] == [(0, 0), (1, -1), (1, -2), (2, -3)]
    assert after.at == path[-1] and after.port and hexes.hex_at(BOARD.drift(after)[0][1]) == (2, -4)
    open_path, open_after = OpenBoard().drift(rock)
    assert open_path == (HERE, open_after.at) and span(*open_path) == pytest.approx(3, abs=0.001)


@pytest.mark.parametrize(
    ("cell", "edges"),
    [
        ((0, 0), ()),
        ((19, -9), ()),
        ((19, 6), ()),
        ((-1, 5), ("left",)),
        ((20, -5), ("right",)),
        ((4, -3), ("top",)),
        ((4, 14), ("bottom",)),
        ((-2, 0), ("left", "top")),
        ((22, 6), ("right", "bottom")),
    ],
)
def test_the_edges_of_a_window(cell: Hex, edges: tuple[str, ...]) -> None:
    table = Table(board=BOARD)
    assert beyond(table, hexes.at(cell)) == edges
    assert BOARD.holds(hexes.at(cell)) == (not edges)
    assert beyond(Table(board=HexBoard(20, 16, floating=True)), hexes.at(cell)) == ()
    inside = BOARD.nearest(hexes.at(cell))
    assert BOARD.holds(inside) and (inside == hexes.at(cell)) == (not edges) and inside == rounded_point(inside)


@pytest.mark.parametrize("point", [(0.0, 0.0), (72.0, 48.0), (0.0, 48.0), (36.0, 24.0)])
def test_open_space_holds_its_edges_and_nothing_beyond(point: tuple[float, float]) -> None:
    """Half an MU beyond any of the four edges is off the table."""
    board = OpenBoard(72.0, 48.0)
    beside = [(point[0] + x, point[1] + y) for x, y in ((-0.5, 0.0), (0.5, 0.0), (0.0, -0.5), (0.0, 0.5))]
    assert board.holds(point)
    assert [board.holds(one) for one in beside] == [point[0] > 0, point[0] < 72, point[1] > 0, point[1] < 48]


def test_a_ship_leaves_by_the_last_hex_that_was_on_the_table() -> None:
    path = (hexes.at((3, 2)), *BOARD.run(hexes.at((3, 2)), 12, 6).path)
    assert hexes.hex_at(crossing(Table(board=BOARD), path, path[-1])) == (3, -1)
    assert hexes.hex_at(crossing(Table(board=BOARD), (), hexes.at((4, -5)))) == (4, -2)


def test_a_window_moves_over_hexes_that_keep_their_places() -> None:
    """To move everything two columns to the right and one row down is to move the window the other way."""
    board, moved = BOARD.shifted((2.0, -1.0))
    assert moved == (0.0, 0.0) and (board.west, board.north) == (-2, -1)
    x, y = BOARD.offset_from_corner(hexes.at((5, 5)))
    assert board.offset_from_corner(hexes.at((5, 5))) == (x + 2, y - 1) and board.size == BOARD.size == (19, 15)


@pytest.mark.parametrize(
    ("cell", "seen"), [((1, -2), 30.0), ((1, -1), 60.0), ((2, -1), 90.0), ((1, -3), None), ((-1, -1), 330.0)]
)
def test_bearings_from_hex_to_hex(cell: Hex, seen: float | None) -> None:
    """HX-65, and the two arcs of every hex on a boundary for every course."""
    found = bearing(hexes.centre((0, 0)), hexes.centre(cell))
    assert found == pytest.approx(seen, abs=1e-9) if seen is not None else 0 < found < 30
    for course in range(1, 13):
        arcs = BOARD.arcs(HERE, course, hexes.at(cell), ARCS)
        on_a_line = seen is not None and round(seen - 30 * course) % 60 == 30
        assert len(arcs) == (2 if on_a_line else 1)


@pytest.mark.parametrize(
    ("distance", "limit", "words"),
    [(25.0, 24.0, "25 MU"), (24.02, 24.0, "24.1 MU"), (24.04, 24.02, "24.1 MU"), (23.97, 23.96, "24.1 MU")],
)
def test_what_is_beyond_a_limit_reads_as_beyond_it(distance: float, limit: float, words: str) -> None:
    """It is rounded up where a tenth would say that the limit is kept."""
    assert beyond_words(OpenBoard(), distance, limit) == words


def test_hexes_beyond_a_limit_are_whole() -> None:
    """They need no rounding, but where distances are true."""
    assert beyond_words(BOARD, 13, 12) == "13 hexes" and beyond_words(HexBoard(true=True), 12.02, 12) == "12.1 hexes"
