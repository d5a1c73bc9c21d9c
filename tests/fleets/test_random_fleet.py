"""Random fleets of every game: within the limit, near it, after their taste, and the same for the same seed."""

from __future__ import annotations

import pytest

from game.battle.designs import designs_of, fleet_names
from game.fleets.fleet import Fleet, list_price
from game.fleets.random_fleet import TASTES, Taste, random_fleet
from game.systems import SYSTEMS

SPACE = SYSTEMS["full-thrust"]


def dealt(system: str, folder: str, kind: str, seed: int, limit: int, carriers: bool = True) -> Fleet:
    files = SYSTEMS[system].files
    designs = designs_of(SYSTEMS[system]).values()
    return random_fleet(files, designs, "Dealt", folder, limit, Taste(kind, carriers), seed)


@pytest.mark.parametrize("kind", TASTES)
@pytest.mark.parametrize("system", SYSTEMS)
def test_a_random_fleet_spends_nearly_all(system: str, kind: str) -> None:
    files, designs = SYSTEMS[system].files, designs_of(SYSTEMS[system])
    folders = [name for name in fleet_names(SYSTEMS[system]) if name not in ("own", "neutral")]
    for folder in folders:
        for seed in range(10):
            fleet = dealt(system, folder, kind, seed, files.fleet_points)
            spent = fleet.points(list_price(SYSTEMS[system]))
            assert 0.95 * files.fleet_points <= spent <= files.fleet_points, (folder, seed, spent)
            assert all(files.fights(designs[key]) for key in fleet.designs)


def test_the_same_seed_deals_the_same_fleet() -> None:
    assert dealt("full-thrust", "azure", "mixed", 4, 1500) == dealt("full-thrust", "azure", "mixed", 4, 1500)
    assert len({str(dealt("full-thrust", "azure", "mixed", seed, 1500)) for seed in range(20)}) > 10


def test_tastes_differ_in_the_number_of_ships() -> None:
    few, mixed, many = (
        sum(len(dealt("full-thrust", "amber", kind, seed, 1500).ships) for seed in range(20)) for kind in TASTES
    )
    assert few < mixed < many


def test_carriers_stay_away_where_they_are_not_wanted() -> None:
    designs = designs_of(SPACE)
    for seed in range(20):
        for key in dealt("full-thrust", "azure", "mixed", seed, 1500, carriers=False).designs:
            assert not SPACE.files.carries(designs[key])


def test_nothing_is_bought_for_less_than_the_cheapest_design() -> None:
    assert dealt("full-thrust", "azure", "mixed", 1, 30).ships == ()
