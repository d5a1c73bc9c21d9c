"""Fleets placed in every game: in turn, in secret and by rule, in their zones, clear of bodies; and the battle file."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.battle.loader import set_up_text
from game.core.orders import Illegal
from game.fleets.muster import EDGES, Muster, tables
from game.fleets.placing import Placing, ShipStart
from game.formats.yaml_writer import block
from game.systems import SYSTEMS


def mustered(key: str, seed: int = 7) -> Muster:
    muster = Muster(SYSTEMS[key])
    muster.deal(0, seed)
    muster.deal(1, seed + 1)
    return muster


def placed(muster: Muster) -> Placing:
    placing = Placing(muster)
    while placing.due is not None:
        placing.rest()
        placing.set_down()
    return placing


@pytest.mark.parametrize("edges", EDGES)
@pytest.mark.parametrize("order", ["in turn", "in secret", "by rule"])
@pytest.mark.parametrize("key", SYSTEMS)
def test_all_ships_stand_in_their_zones(key: str, order: str, edges: str) -> None:
    muster = mustered(key)
    muster.set("how", order=order, edges=edges)
    placing = placed(muster)
    spots = placing.state.spots
    assert set(spots) == set(placing.ships)
    assert len({spot.at for spot in spots.values()}) == len(spots)
    assert all(not placing.why_not(one, spot) for one, spot in spots.items())
    opened = placing.opened()
    read = set_up_text(block({"version": 1, **placing.data()}), "placed")
    assert read.battle.state == opened.battle.state
    assert {one.name for one in read.battle.state.ships.values()} == {one.name for one in placing.ships.values()}


@pytest.mark.parametrize("key", SYSTEMS)
def test_every_table_of_a_game_has_room_for_both_fleets(key: str) -> None:
    for name, table in tables(SYSTEMS[key]).items():
        muster = mustered(key)
        muster.set_table(name, table)
        placed(muster).opened()


def test_the_larger_fleet_begins_and_they_take_turns() -> None:
    muster = Muster(SYSTEMS["full-thrust"])
    muster.add(0, "lancet")
    muster.add(1, "vesper", 2)
    placing = Placing(muster)
    assert placing.turns == (1, 0, 1)
    assert placing.due == 1 and placing.ships[placing.hand].seat == 1


def test_a_ship_outside_its_zone_or_in_a_planet_or_too_fast_is_refused() -> None:
    muster = Muster(SYSTEMS["full-thrust"])
    muster.add(0, "lancet")
    muster.add(1, "vesper")
    muster.set_table(
        "A planet at the edge", {"terrain": [{"kind": "planet", "name": "Tavira", "at": [3, 24], "radius": 3}]}
    )
    placing = Placing(muster)
    for spot, why in (
        (ShipStart((7, 10), 3, 6), "Outside your zone."), (ShipStart((3, 24), 3, 6), "Tavira is there."),
        (ShipStart((3, 10), 3, 9), "Too fast"), (ShipStart((-1, 10), 3, 6), "off the table"),
    ):  # fmt: skip
        with pytest.raises(Illegal, match=why):
            placing.put("lancet", spot)
    assert placing.state.spots == {}
    placing.line_abreast()
    assert not placing.why_not("lancet", placing.state.spots["lancet"])


def test_a_ship_is_moved_turned_and_lifted_until_it_is_set_down() -> None:
    muster = Muster(SYSTEMS["full-thrust"])
    muster.add(0, "lancet", 2)
    muster.add(1, "vesper")
    placing = Placing(muster)
    with pytest.raises(Illegal, match="Lancet is still in the tray"):
        placing.set_down()
    placing.move("lancet", (3.04, 10))
    placing.turn("lancet", 1)
    placing.speed_up("lancet", -2)
    assert placing.state.spots["lancet"] == ShipStart((3.0, 10.0), 4, 4)
    placing.lift("lancet")
    assert placing.state.spots == {}
    placing.undo()
    placing.set_down()
    with pytest.raises(Illegal, match="stands already"):
        placing.move("lancet", (3, 11))
    assert placing.due == 1 and placing.hand == "vesper"


def test_computers_place_theirs_by_themselves() -> None:
    muster = mustered("full-thrust")
    muster.set_roster(1, "computer", player="captain")
    placing = Placing(muster)
    while placing.due is not None:
        assert placing.due == 0
        placing.rest()
        placing.set_down()
    assert set(placing.state.spots) == set(placing.ships)
    assert placing.data()["sides"]["amber"]["player"] == "captain"


def test_straight_on_it_leaves_the_table() -> None:
    muster = Muster(SYSTEMS["full-thrust"])
    muster.add(0, "lancet")
    muster.add(1, "vesper")
    placing = Placing(muster)
    assert placing.off_the_table(ShipStart((6, 24), 3, 6)) == 12
    assert placing.off_the_table(ShipStart((6, 24), 3, 0)) is None


def test_a_fleet_without_room_is_refused_in_words() -> None:
    muster = Muster(SYSTEMS["full-thrust"])
    muster.set_terms("free")
    muster.add(0, "dunlin", 150)
    muster.add(1, "vesper")
    muster.set_table("Tiny", {"width": 12, "height": 12})
    placing = Placing(muster)
    with pytest.raises(Illegal, match="no room in the zone"):
        placing.rest()


def test_the_battle_is_an_ordinary_file(tmp_path: Path) -> None:
    from game.sandbox.storage import open_sandbox

    for key in SYSTEMS:
        path = tmp_path / f"{key}.yaml"
        path.write_text(block({"version": 1, **placed(mustered(key)).data()}))
        assert open_sandbox(path).opened.battle.state.ships
