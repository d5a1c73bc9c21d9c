"""Designs and records of sailing ships: points, crew on hull boxes, masts, what a check rolls for (sail/2, 9)."""

from __future__ import annotations

import pytest

from tests.systems.full_sail.ships_at_sea import BUILT, sailer


@pytest.mark.parametrize(
    ("kind", "points", "crew_boxes"),
    [
        ("tern", 60, (4, 8)),
        ("sanderling", 73, (4, 8, 12)),
        ("halcyon", 113, (5, 10, 15, 20)),
        ("oak", 166, (6, 11, 16, 22, 27, 32)),
        ("ysolde", 246, (6, 11, 17, 22, 28, 33, 39, 44)),
        ("barley", 52, (8, 16)),
    ],
)
def test_points_and_crew_boxes_of_the_samples(kind: str, points: int, crew_boxes: tuple[int, ...]) -> None:
    assert (BUILT[kind].points, BUILT[kind].crew_boxes) == (points, crew_boxes)


def test_a_row_that_ends_has_everything_rolled_for() -> None:
    systems = list(sailer().checked_systems())
    assert len(systems) == 14, "FS-61"
    assert (sum(key.startswith("mast") for key in systems), systems.count("anchor")) == (3, 1), "FS-61"


def test_a_unit_that_was_sent_away_leaves_its_box() -> None:
    one = sailer()
    assert one.lose_crew(1) == 1
    assert (one.away, one.crew) == (frozenset({5}), 3), "FS-60"
    one.crossed = (5, 0, 0, 0)
    assert (one.crew, one.hull) == (3, 15), "FS-60"


def test_crew_that_comes_aboard_mans_whole_boxes_first() -> None:
    one = sailer("tern", crossed=(0, 0, 0, 1), away=frozenset({4, 8}))
    assert one.crew == 0 and not one.commanded
    one.board_crew(2)
    assert (one.manned_boxes, one.prize_crew, one.crew) == ((4, 8), 0, 2)
    one.crossed = (0, 0, 0, 2)
    assert one.crew == 1


def test_a_sound_ship_has_all_its_thrust() -> None:
    one = sailer(masts=(2, 1, 0))
    assert (one.standing, one.masts_gone, one.thrust) == (2, 1, 3)
