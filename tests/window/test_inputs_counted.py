"""How many inputs a turn takes: The Long Line and the largest battles of other games, at the program's own screens.

Before ships were passed over, and before there were keys for the rest of a side and for all that bears at the best target, a
turn of The Long Line (seed 7, every ship going on as it was) took 32, 32, 70, 105, 86 and 84 inputs; with every ship pulled
to a place of its own 54, 125, 132, 132, 116 and 103.
"""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.battle.designs import ROOT
from tests.support.window.counted_play import CountedPlay

pytestmark = pytest.mark.window
SCENARIOS = ROOT / "scenarios"
BEFORE = {  # inputs of the first turns with seed 7, before
    "hexcess/kessarine_drift": (42, 41, 34, 31),
    "full_sail/salt_road": (20, 30, 35, 26),
}
SHARE = {"hexcess/kessarine_drift": 0.5, "full_sail/salt_road": 0.56}


def seeded(folder: Path, name: str) -> Path:
    """A scenario that always falls out the same."""
    path = folder / f"{Path(name).name}.yaml"
    path.write_text("seed: 7\n" + (SCENARIOS / f"{name}.yaml").read_text(encoding="utf-8"), encoding="utf-8")
    return path


@pytest.fixture
def frames() -> None:
    pygame.display.init()
    pygame.display.set_mode((64, 64))


@pytest.mark.usefixtures("frames", "still")
def test_a_turn_of_the_long_line_takes_sixty_inputs_and_with_nobody_in_range_four(tmp_path: Path) -> None:
    play = CountedPlay(tmp_path, seeded(tmp_path, "full_thrust/long_line"))
    counts = [play.turn() for _ in range(4)]
    assert max(counts[:2]) <= 4, counts
    assert counts[2] > 4 and max(counts) <= 60, counts
    orders = [str(record.order) for record in play.battle.records]
    assert sum(one.startswith("fire ") for one in orders) >= 20, "most of the fleets have fired"


@pytest.mark.usefixtures("frames", "still")
def test_a_turn_in_which_every_ship_is_pulled_to_a_place_of_its_own_takes_sixty_too(tmp_path: Path) -> None:
    play = CountedPlay(tmp_path, seeded(tmp_path, "full_thrust/long_line"), steers=True)
    counts = [play.turn() for _ in range(4)]
    assert max(counts) <= 60, counts


@pytest.mark.usefixtures("frames", "still")
@pytest.mark.parametrize("name", BEFORE)
def test_the_largest_battles_of_other_games_take_about_half(name: str, tmp_path: Path) -> None:
    play = CountedPlay(tmp_path, seeded(tmp_path, name), steers=True)
    counts = [play.turn() for _ in BEFORE[name]]
    assert sum(counts) <= SHARE[name] * sum(BEFORE[name]), (counts, BEFORE[name])
