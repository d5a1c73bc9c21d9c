"""Fleets and their files: ships by design, names, prices that have changed, and files that are wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.battle.designs import designs_of, ship_names
from game.cli.commands import faults
from game.core.names import name_fault
from game.fleets.fleet import Fleet, FleetShip, fleets_folder, list_price, read_fleet, save_fleet, saved_fleets
from game.fleets.random_fleet import Taste, random_fleet
from game.formats.user_folders import HOME
from game.formats.validation import BadFile
from game.systems import SYSTEMS

SPACE = SYSTEMS["full-thrust"]


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(HOME, str(tmp_path))
    return tmp_path


def test_ships_of_one_design_stand_together_and_get_names_of_their_own() -> None:
    designs = designs_of(SPACE)
    fleet = Fleet("Home", "azure").with_ships(designs["lancet"], 1).with_ships(designs["halyard"], 2)
    fleet = fleet.with_ships(designs["lancet"], 2)
    assert [ship.name for ship in fleet.ships] == ["Lancet", "Lancet 2", "Halyard", "Halyard 2"]
    assert fleet.points(list_price(SPACE)) == 2 * 262 + 2 * 81
    assert [ship.name for ship in fleet.with_ships(designs["lancet"], 0).ships] == ["Halyard", "Halyard 2"]
    assert fleet.renamed(1, "Vane").with_ships(designs["lancet"], 1).ships[0].name == "Lancet"
    assert fleet.moved("halyard", 0).designs == ("halyard", "lancet")


def test_a_carrier_is_paid_with_its_craft() -> None:
    carrier = designs_of(SPACE)["rookery"]
    assert SPACE.files.price(carrier) > carrier.points


@pytest.mark.parametrize("key", SYSTEMS)
def test_a_saved_fleet_reads_back(key: str, own: Path) -> None:
    system = SYSTEMS[key]
    fleet = Fleet("The wall", next(iter(designs_of(system).values())).fleet)
    for design in list(designs_of(system).values())[:3]:
        fleet = fleet.with_ships(design, 2)
    path = save_fleet(fleet, system)
    assert path == fleets_folder() / "the-wall.yaml"
    saved = read_fleet(path, SYSTEMS)
    assert [(one.design, one.name) for one in saved.fleet.ships] == [(one.design, one.name) for one in fleet.ships]
    assert saved.system is system and saved.fleet.price_changes(list_price(system)) == {}
    assert [one.path for one in saved_fleets(system, SYSTEMS)[0]] == [path]


def test_a_design_that_costs_something_else_now_is_told_with_both_prices() -> None:
    fleet = Fleet("Home", "azure", (FleetShip("lancet", "Lancet", 250), FleetShip("halyard", "Halyard", 81)))
    assert fleet.price_changes(list_price(SPACE)) == {"lancet": (250, 262)}


def test_a_wrong_file_reports_everything_at_once(own: Path) -> None:
    path = own / "wrong.yaml"
    path.write_text(
        "version: 1\nfleet: Home\nsystem: full-thrust\nof: azure\nships:\n"
        "- {design: lancett, name: Lancet}\n- {design: halyard, name: ''}\n- {design: halyard, nam: Bowline}\n"
    )
    with pytest.raises(BadFile) as bad:
        read_fleet(path, SYSTEMS)
    told = {(one.line, one.message) for one in bad.value.problems}
    assert {line for line, _ in told} == {6, 7, 8}, told
    assert any("lancett" in words for _, words in told)


def test_a_folder_of_designs_that_there_is_not_is_told(own: Path) -> None:
    path = own / "other.yaml"
    path.write_text(
        "fleet: Home\nsystem: full-thrust\nof: azur\nships:\n- {design: lancet, name: Lancet, points: 262}\n"
    )
    with pytest.raises(BadFile, match=r"Full Thrust has no fleet 'azur'\. Did you mean 'azure'"):
        read_fleet(path, SYSTEMS)


@pytest.mark.parametrize("text", ["", "[]", "fleet: [", "fleet: Home\nsystem: chess\nships: []\n", "title: A battle\n"])
def test_other_files_are_refused_in_sentences(text: str, own: Path) -> None:
    path = own / "other.yaml"
    path.write_text(text)
    with pytest.raises(BadFile):
        read_fleet(path, SYSTEMS)


@pytest.mark.parametrize("key", SYSTEMS)
def test_further_ships_of_a_design_have_names_of_their_fleet(key: str) -> None:
    system = SYSTEMS[key]
    designs = designs_of(system)
    for folder in {one.fleet for one in designs.values() if system.files.fights(one)}:
        names = ship_names(system.files, folder)
        design = next(one for one in designs.values() if one.fleet == folder)
        fleet = Fleet("Home", folder).with_ships(design, 4, names)
        assert [ship.name for ship in fleet.ships] == [design.name, *names[:3]]
        assert len(set(names)) == len(names) >= 24
        assert not set(names) & {one.name for one in designs.values()}
        assert not any(map(name_fault, names))


def test_no_name_stands_twice_in_a_fleet_however_many_ships_it_has() -> None:
    designs, names = designs_of(SPACE), ship_names(SPACE.files, "azure")
    fleet = Fleet("Home", "azure").with_ships(designs["dunlin"], 60, names).with_ships(designs["plover"], 40, names)
    told = [ship.name for ship in fleet.ships]
    assert len(set(told)) == 100 and told[-1] == "Plover 40" and told[60] == "Plover"
    fewer = fleet.with_ships(designs["dunlin"], 1, names).with_ships(designs["plover"], 2, names)
    assert [ship.name for ship in fewer.with_ships(designs["dunlin"], 2, names).ships][1] == names[0]


def test_a_random_fleet_names_its_ships_after_its_manner() -> None:
    fleet = random_fleet(SPACE.files, designs_of(SPACE).values(), "Home", "amber", 3000, Taste("many and small"), 3)
    names = [ship.name for ship in fleet.ships]
    assert len(set(names)) == len(names) and "Hammerscale" in names and not any(name[-1].isdigit() for name in names)


@pytest.mark.parametrize("missing", ["fleet", "system", "ships", "fleet of"])
def test_check_names_the_field_that_a_fleet_lacks(missing: str, own: Path) -> None:
    lines = {"version": "1", "fleet": "Home", "system": "full-thrust", "of": "azure", "ships": ""}
    kept = "".join(f"{key}: {value}\n" for key, value in lines.items() if key not in missing.split())
    path = own / "lacking.yaml"
    path.write_text(f"{kept}- {{design: lancet, name: Lancet}}\n" if "ships" not in missing else kept)
    found = faults(path)
    named = "this fleet has no name. A fleet has a line such as 'fleet: Home squadron'."
    assert len(found) == 1, found
    first = found[0].splitlines()[0].removeprefix(str(path))
    assert first == (f":1:1: {named}" if "fleet" in missing else f":1:1: {missing}: this field is missing.")
