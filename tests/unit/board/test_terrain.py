"""Bodies on the table: what each kind does, and how one moves."""

import dataclasses

import pytest

from game.board.geometry import rounded_point, span
from game.board.terrain import KINDS, Body, moved

ROCK = Body("r1", "asteroid", "Anvil", (10.0, 20.0), 1.5, course=3, velocity=4)
NEEDS = r"^Anvil needs a radius and a velocity of 0 or more\.$"


@pytest.mark.parametrize(
    ("kind", "blocks", "solid", "hazard"),
    [
        ("planet", True, True, False),
        ("asteroid", True, True, False),
        ("dust", False, False, True),
        ("nebula", False, False, True),
        ("debris", False, False, True),
        ("meteors", False, False, True),
    ],
)
def test_kinds_of_terrain(kind: str, blocks: bool, solid: bool, hazard: bool) -> None:
    body = Body("b", kind, "It", (0.0, 0.0), 2)
    assert (body.blocks, body.solid, body.hazard) == (blocks, solid, hazard)


def test_every_kind_is_in_the_table_above() -> None:
    assert sorted(KINDS) == ["asteroid", "debris", "dust", "meteors", "nebula", "planet"]


def test_a_moving_rock_flies_straight_for_one_turn() -> None:
    assert ROCK.path == ((10.0, 20.0), (14.0, 20.0))
    later = moved(ROCK)
    assert later == dataclasses.replace(ROCK, at=(14.0, 20.0))
    assert moved(later).at == (18.0, 20.0)
    assert ROCK.at == (10.0, 20.0)


@pytest.mark.parametrize("course", range(1, 13))
def test_a_rock_ends_on_a_settled_point_as_far_as_it_is_fast(course: int) -> None:
    end = moved(dataclasses.replace(ROCK, course=course, velocity=7)).at
    assert end == rounded_point(end)
    assert span(ROCK.at, end) == pytest.approx(7, abs=0.001)


def test_a_body_at_rest_has_a_path_of_one_point() -> None:
    still = dataclasses.replace(ROCK, velocity=0)
    assert still.path == (still.at,)
    assert moved(still) == still


def test_the_rim_belongs_to_the_disc() -> None:
    assert ROCK.holds((11.5, 20.0)) and ROCK.holds((10.9, 21.2)) and ROCK.holds(ROCK.at)
    assert not ROCK.holds((11.502, 20.0)) and not ROCK.holds((11.1, 21.1))


def test_bodies_with_one_key_are_equal_only_if_all_is_equal() -> None:
    assert hash(ROCK) == hash(moved(ROCK)) and moved(ROCK) != ROCK
    assert len({ROCK, moved(ROCK), dataclasses.replace(ROCK)}) == 2


def test_wrong_bodies_are_refused_in_a_sentence() -> None:
    with pytest.raises(ValueError, match=r"^Anvil is of the kind 'comet'; terrain is one of planet, asteroid, .*\.$"):
        dataclasses.replace(ROCK, kind="comet")
    with pytest.raises(ValueError, match=NEEDS):
        dataclasses.replace(ROCK, radius=-1)
    with pytest.raises(ValueError, match=NEEDS):
        dataclasses.replace(ROCK, velocity=-1)
