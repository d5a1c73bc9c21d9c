"""The verbs `import` and `export`: what they write and print, and their exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from game.battle.designs import ROOT, designs_of, own_folder
from game.cli import main
from game.exchange.files import read_foreign
from game.exchange.taken import SYSTEM
from game.fleets.fleet import fleets_folder, read_fleet
from game.systems import SYSTEMS
from tests.support.files.foreign_designs import CATALOGUE, CLASS, FLEET, HERON

pytestmark = pytest.mark.usefixtures("own_home")


def file(folder: Path, data: object = CATALOGUE, name: str = "own.json") -> str:
    path = folder / name
    path.write_text(json.dumps(data, indent=1), "utf-8")
    return str(path)


def test_designs_are_taken_over_into_the_players_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main.main(["import", file(tmp_path)]) == 0
    said = capsys.readouterr().out
    assert "own.json: FullThrustFleetManager, 2 designs" in said
    bill = "mass 60 of 60, 232 points: ship 208 + groups 24"
    assert f"Heron, Escort Carrier: {bill}\n  {own_folder(SYSTEM) / 'heron.yaml'}" in said
    assert {"heron", "turnstone"} <= designs_of(SYSTEM).keys()


def test_what_is_no_file_of_another_program_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    design, fleet = next(ROOT.glob("assets/designs/**/lancet.yaml")), "tests/data/fleet.yaml"
    assert main.main(["import", str(design), fleet]) == 1
    assert "".join(capsys.readouterr()).count("need no import") == 2
    assert main.main(["cost", fleet]) == 1
    assert "this is a fleet, not a design" in "".join(capsys.readouterr())
    assert main.main(["check", str(tmp_path)]) == 2
    assert "no YAML file to check" in "".join(capsys.readouterr())


def test_no_file_is_written_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, other = file(tmp_path, HERON), file(tmp_path, HERON | {"armour": 1}, "other.json")
    clash = file(tmp_path, HERON | {"name": "Lancet"}, "clash.json")
    assert [main.main(["import", one]) for one in (first, first, other, clash)] == [0, 0, 0, 0]
    said = capsys.readouterr().out
    assert "Heron is there already, as heron.yaml." in said
    assert "There is another Heron already, so it is called Heron 2." in said
    assert "There is another Lancet already, so it is called Lancet 2." in said
    assert [path.name for path in sorted(own_folder(SYSTEM).iterdir())] == [
        "heron-2.yaml",
        "heron.yaml",
        "lancet-2.yaml",
    ]


def test_names_that_are_long_stay_names_of_designs(tmp_path: Path) -> None:
    ships = [HERON | {"name": "Heron " * 19, "armour": n} for n in range(3)]
    assert main.main(["import", file(tmp_path, {"designs": ships})]) == 0
    assert all(len(path.stem) <= 60 for path in own_folder(SYSTEM).iterdir())


def test_a_folder_may_be_named_and_a_check_writes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main.main(["import", file(tmp_path, CLASS), "--check", "--to", str(tmp_path / "to")]) == 1
    assert not (tmp_path / "to").exists() and "fires aft" in capsys.readouterr().out
    assert main.main(["import", file(tmp_path, HERON), "--check"]) == 0
    assert main.main(["import", file(tmp_path, CLASS), "--to", str(tmp_path / "to")]) == 0
    assert [path.name for path in (tmp_path / "to").iterdir()] == ["light-cruiser.yaml"]


def test_notes_have_file_line_and_column(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = file(tmp_path, HERON | {"speed": 3})
    assert main.main(["import", path]) == 0
    line = next(n for n, one in enumerate(Path(path).read_text("utf-8").splitlines(), 1) if "speed" in one)
    assert f"  {path}:{line}:2: speed: nothing here has a place for this field: left out." in capsys.readouterr().out


def test_files_that_cannot_be_used_end_in_sentences(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text('{"a": ', "utf-8")
    assert main.main(["import", str(bad), file(tmp_path), str(tmp_path / "none.json"), str(tmp_path)]) == 1
    said = capsys.readouterr().out
    assert f"{bad}:1:7: the file is cut" in said and "there is no such file" in said and "this is a folder" in said
    assert (own_folder(SYSTEM) / "heron.yaml").exists(), "the others are taken over"
    assert main.main(["import", file(tmp_path), "--to", str(bad / "inside")]) == 2


def test_what_is_exported_is_imported_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "two.FTFleet"
    assert main.main(["export", "lancet", "anvil", "--as", "ftfm", "--out", str(out)]) == 0
    said = capsys.readouterr()
    assert said.out == f"{out}\n"
    assert "Lancet: Its silhouette, needle-heavy-cruiser, is not kept." in said.err
    assert "Anvil: Written, but without a price among ships of humans there: K-gun 3." in said.err
    assert [one.design.points for one in read_foreign(out).designs] == [262, 462]


def test_text_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.main(["export", "lancet", "bastion", "--as", "text"]) == 0
    said = capsys.readouterr()
    assert said.out.startswith("Lancet, heavy cruiser: mass 80 of 80, 262 points\n  Basic hull") and said.err == ""
    assert "Hull rows 6 6 6 6, crew 4.\nThe backbone of the League" in said.out and "\n\nBastion, " in said.out


def test_what_the_format_does_not_hold_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main.main(["export", "bastion", "--as", "ftfm"]) == 2
    assert "ships of Full Thrust only; Bastion is none" in capsys.readouterr().err
    second = tmp_path / "second.yaml"
    second.write_text("name: Second\nclass: frigate\nprofile: FT2\nmass: 20\n", "utf-8")
    assert main.main(["export", "lancet", str(second), "--as", "ftfm"]) == 2
    assert "ships of one edition" in capsys.readouterr().err
    assert main.main(["export", str(second), "--as", "text", "--out", str(second)]) == 2
    assert main.main(["export", "lancett", "--as", "text"]) == 1 and "'lancet'" in capsys.readouterr().err
    assert main.main(["export", "lancet", "--as", "text", "--out", str(second / "x")]) == 2


def test_the_verbs_load_no_window(tmp_path: Path) -> None:
    import subprocess
    import sys

    words = ["import", file(tmp_path), "--check"]
    program = f"import sys; from game.cli import main; main.main({words!r}); assert 'pygame' not in sys.modules"
    assert subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=False).returncode == 0


def test_the_fleet_of_a_file_is_written_with_its_ships(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ships = [{"design_id": "heron", "name": "Grey One"}, {"design_id": "heron", "name": "Grey One"}, {"design_id": "x"}]
    data = {"kind": "FTFleet", "fleet": {"name": "Marsh", "ships": ships}, "designs": [HERON]}
    assert [main.main(["import", file(tmp_path, data)]) for _ in range(2)] == [0, 0]
    assert f"Fleet Marsh, 2 ships\n  {fleets_folder() / 'marsh.yaml'}\n" in capsys.readouterr().out
    assert [path.name for path in fleets_folder().iterdir()] == ["marsh.yaml"]
    fleet = read_fleet(fleets_folder() / "marsh.yaml", SYSTEMS).fleet
    assert [(one.design, one.name) for one in fleet.ships] == [("heron", "Grey One"), ("heron", "Grey One 2")]
    other = {**data, "fleet": {"name": "Marsh", "ships": ships[:1]}}
    assert [main.main(["import", file(tmp_path, other)]) for _ in range(2)] == [0, 0]
    assert "There is another Marsh already, so it is called Marsh 2." in capsys.readouterr().out
    assert read_fleet(fleets_folder() / "marsh-2.yaml", SYSTEMS).fleet.name == "Marsh 2"
    assert len([*fleets_folder().iterdir()]) == 2
    assert main.main(["import", file(tmp_path, FLEET, "ships.json")]) == 0
    fleet = read_fleet(fleets_folder() / "own.yaml", SYSTEMS).fleet
    assert [(one.design, one.name) for one in fleet.ships] == [("light-cruiser", "Curlew"), ("light-cruiser", "Skua")]


def test_ships_that_cannot_be_built_yet_stay_out_of_the_fleet(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = {"kind": "FTFleet", "fleet": {"ships": [{"design_id": "heron"}]}, "designs": [HERON | {"tmf": 20}]}
    assert main.main(["import", file(tmp_path, data)]) == 0
    said = capsys.readouterr().out
    assert "Fleet Taken over, 0 ships\n  Heron cannot be built yet: 1 of its ships left out.\n" in said
    assert not fleets_folder().exists()


def test_a_fleet_needs_designs_among_the_players_own(tmp_path: Path) -> None:
    data = {"kind": "FTFleet", "fleet": {"ships": [{"design_id": "heron"}]}, "designs": [HERON]}
    for words in (["--to", str(tmp_path / "to")], ["--check"]):
        main.main(["import", file(tmp_path, data), *words])
    assert not fleets_folder().exists()


def test_the_ships_of_a_fleet_find_their_classes_among_the_players_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ships = [{"classKey": key, "name": name} for key, name in ((CLASS["classKey"], "Skua"), ("ARK", "Dove"))]
    fleet = file(tmp_path, {"fleetId": "HOME_FLEET", "ships": ships}, "fleet.json")
    assert main.main(["import", fleet]) == 0
    said = capsys.readouterr().out
    assert "Fleet Home Fleet, 0 ships" in said and "Ark is not among your own designs: 1 of its ships left out." in said
    assert main.main(["import", file(tmp_path, CLASS, "class.json"), fleet]) == 0
    assert "Fleet Home Fleet, 1 ship\n" in capsys.readouterr().out
    saved = read_fleet(fleets_folder() / "home-fleet.yaml", SYSTEMS)
    assert [ship.name for ship in saved.fleet.ships] == ["Skua"]
