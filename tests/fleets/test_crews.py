"""Crews that ships of a fleet are bought with: prices, limit, files, placing and battle, in the game that has them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from game.battle.designs import designs_of
from game.cli.commands import faults
from game.core.game_files import price_with_crew
from game.core.orders import Illegal
from game.fleets.balance import Balance
from game.fleets.campaign import kept_fleet, survivors
from game.fleets.fleet import Fleet, FleetShip, list_price, read_fleet, save_fleet
from game.fleets.muster import Muster
from game.fleets.placing import Placing
from game.paper.sources import fleet_to_print
from game.players.match import match_of
from game.systems import SYSTEMS
from tests.support.narrowing import present

HEXES = SYSTEMS["hexcess"]
SAID = {"Drover": "veteran", "Second": "", "Third": "green"}
pytestmark = pytest.mark.usefixtures("own_home")


def crewed() -> Muster:
    """Return two fleets, the first of three ships with the crews of `SAID`."""
    muster = Muster(HEXES)
    muster.add(0, "drover", 3)
    for index, (name, quality) in enumerate(SAID.items()):
        muster.rename(0, index, name)
        if quality:
            muster.set_crew(0, index, quality)
    muster.add(1, "karst", 2)
    return muster


@pytest.mark.parametrize(("quality", "points"), [("green", 37), ("regular", 41), ("veteran", 46), ("elite", 50)])
def test_a_ship_costs_what_its_crew_makes_of_its_price(quality: str, points: int) -> None:
    """The vector HX-37, through a fleet."""
    muster = Muster(HEXES)
    muster.designs = {**muster.designs, "drover": replace(muster.designs["drover"], points=41)}  # type: ignore[type-var]
    muster.add(0, "drover", 2)
    muster.set_crew(0, 0, quality)
    assert muster.points(0) == points + 41
    muster.set_house("crew", quality)
    muster.set_crew(0, 0, "regular")
    assert muster.points(0) == 41 + points


def test_fighters_cost_the_same_with_every_crew() -> None:
    files, carrier = HEXES.files, designs_of(HEXES)["pinfold"]
    assert files.price(carrier) > carrier.points
    assert (
        price_with_crew(files, carrier, "elite") - files.price(carrier)
        == -(-carrier.points * 12 // 10) - carrier.points
    )


def test_the_limit_counts_the_crews_and_the_house_rule() -> None:
    muster = Muster(HEXES)
    for seat in (0, 1):
        muster.deal(seat, 3)
    assert muster.faults() == []
    muster.set_house("crew", "veteran")
    assert all(muster.points(seat) > 1600 for seat in (0, 1)) and len(muster.faults()) == 2
    muster.deal(0, 3)
    assert 1400 < muster.points(0) <= 1500 and len(muster.faults()) == 1
    muster.set_house("crew", "regular")
    left = present(muster.points_left(0))
    muster.set_crew(0, 0, "elite")
    assert present(muster.points_left(0)) < left
    muster.undo()
    assert muster.points_left(0) == left


def test_the_usual_crew_is_not_said() -> None:
    muster = crewed()
    muster.set_crew(0, 0, "regular")
    assert muster.fleet(0).ships[0].quality == ""
    muster.set_house("crew", "elite")
    price = list_price(HEXES)("drover", "")
    assert muster.price("drover") == -(-price * 12 // 10) == muster.price("drover", "elite")


def test_a_secret_fleet_has_no_crews_to_choose() -> None:
    muster = Muster(HEXES)
    muster.set_player(0, "captain")
    muster.hide(0, True)
    with pytest.raises(Illegal, match="secret"):
        muster.set_crew(0, 0, "elite")


def test_a_saved_fleet_has_its_crews_and_today_s_prices() -> None:
    fleet = crewed().fleet(0)
    path = save_fleet(fleet, HEXES)
    saved = read_fleet(path, SYSTEMS)
    assert {one.name: one.quality for one in saved.fleet.ships} == SAID
    price = list_price(HEXES)
    assert [one.paid for one in saved.fleet.ships] == [price("drover", crew) for crew in SAID.values()]
    assert saved.fleet.price_changes(price) == {} and saved.changes() == []
    assert saved.fleet.points(saved.price) == fleet.points(price)
    assert faults(path) == []


def test_another_crew_is_no_change_of_price() -> None:
    muster = Muster(HEXES)
    muster.take(0, Fleet("Home", "tessera", (FleetShip("drover", "Drover", 165), FleetShip("drover", "Old", 150))))
    assert muster.fleet(0).price_changes(list_price(HEXES)) == {"drover": (150, 165)}
    muster.set_house("crew", "elite")
    muster.set_crew(0, 1, "green")
    assert muster.fleet(0).price_changes(list_price(HEXES)) == {}


@pytest.mark.parametrize(
    ("system", "design", "why"),
    [
        ("hexcess", "drover", "there is no veteren crew. Did you mean 'veteran'"),
        ("full-thrust", "lancet", "Full Thrust has no crews of several qualities"),
    ],
)
def test_a_crew_that_cannot_be_bought_is_told_with_its_line(system: str, design: str, why: str, tmp_path: Path) -> None:
    path = tmp_path / "home.yaml"
    path.write_text(
        f"version: 1\nfleet: Home\nsystem: {system}\nships:\n- {{design: {design}, name: One, quality: veteren}}\n"
    )
    found = faults(path)
    assert len(found) == 1 and ":5:" in found[0] and why in found[0], found


def test_the_battle_has_the_crews_that_were_bought() -> None:
    muster = crewed()
    muster.set_house("crew", "elite")
    muster.set_fields("by rule", order="by rule")
    data = Placing(muster).data()
    assert {one["name"]: one.get("quality", "") for one in data["ships"].values() if one["name"] in SAID} == SAID
    ships = {one.name: one for one in Placing(muster).open_battle().battle.state.ships.values()}
    assert [ships[name].quality for name in SAID] == ["veteran", "elite", "green"]
    assert sum(ships[name].points for name in SAID) == muster.points(0)


def test_the_balance_counts_crews() -> None:
    muster = crewed()
    fleets = muster.fleet(0), muster.fleet(1)
    listed, counted = (Balance(HEXES).compare(fleets, price)[0].values for price in (None, muster.price))
    assert listed == counted == tuple(map(float, (muster.points(0), muster.points(1))))
    muster.set_house("crew", "veteran")
    assert Balance(HEXES).compare(fleets, muster.price)[0].values[1] == muster.points(1) > listed[1]


@pytest.mark.parametrize("share", [0, 100])
def test_no_repair_changes_a_crew(share: int) -> None:
    muster = crewed()
    muster.set_crew(1, 0, "elite")
    muster.set_fields("a small table", order="by rule", table={"hexes": [24, 18]}, depth=9)
    for seat in (0, 1):
        muster.set_roster(seat, "by chance", player="random")
    match = match_of(Placing(muster).open_battle().battle)
    match.play(3)
    side = muster.side_keys[0]
    assert {one.name: one.quality for one in survivors(match.battle, side)} == SAID
    for before in (None, muster.fleet(0)):
        kept = kept_fleet(match.battle, side, share, before)
        assert kept.ships and all(one.quality == SAID[one.name] for one in kept.ships)
        assert all("quality" not in one.left for one in kept.ships)


def test_an_older_file_has_the_crew_among_what_battles_have_left(tmp_path: Path) -> None:
    path = tmp_path / "home.yaml"
    path.write_text(
        "version: 1\nfleet: Home\nsystem: hexcess\nships:\n"
        "- {design: drover, name: One, left: {hull: 3, quality: elite}}\n"
    )
    ship = read_fleet(path, SYSTEMS).fleet.ships[0]
    assert (ship.quality, dict(ship.left)) == ("elite", {"hull": 3})


def test_the_printed_sheet_tells_the_crew_and_its_price() -> None:
    muster = crewed()
    printed = fleet_to_print(HEXES, muster.designs, muster.fleet(0))
    for one, quality, points in zip(printed, SAID.values(), (182, 165, 149), strict=True):
        told = {figure.label: figure.value for figure in one.paper.figures}
        assert told["Points"] == str(points) and told["Crew"] == f"3 {quality}".strip()
