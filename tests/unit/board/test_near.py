"""Pieces found by the square of the table that they stand in, against all of them measured."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from game.board.geometry import span, within
from game.board.near import NearPieces
from game.systems.full_sail.ships.ship import SailingShip
from tests.systems.full_sail.ships_at_sea import sailer


def scattered(rng: Random, count: int) -> list[SailingShip]:
    """Return ships about the middle of the plane, some of them exactly 30 MU apart."""
    one = sailer("tern")
    return [replace(one, id=f"n{n}", at=(rng.randint(-9, 9) * 7.5, rng.randint(-9, 9) * 7.5)) for n in range(count)]


@pytest.mark.parametrize("reach", [10.0, 30.0, 31.003])
def test_what_lies_in_reach_is_found_the_nearest_first(reach: float) -> None:
    rng = Random(7)
    for _ in range(40):
        ships = scattered(rng, 25)
        near = NearPieces(ships, reach)
        for one in ships:
            wanted = sorted(
                (span(one.at, other.at), other.id) for other in ships if within(span(one.at, other.at), reach)
            )
            found = near.of(one.at)
            assert sorted((span(one.at, other.at), other.id) for other in found) == wanted
            assert [span(one.at, other.at) for other in found] == [away for away, _ in wanted]
            assert {other.id for other in found} <= {other.id for other in near.about(one.at)}


def test_what_is_written_a_little_too_far_off_is_still_in_reach() -> None:
    """Across the border of two squares, by as much as rounding may have moved both (FT 1.1)."""
    ships = [replace(sailer("tern"), id="west", at=(-0.001, 0.0)), replace(sailer("tern"), id="east", at=(30.0, 0.0))]
    assert [one.id for one in NearPieces(ships, 30.0).of((-0.001, 0.0))] == ["west", "east"]
