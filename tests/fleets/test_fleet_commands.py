"""The verbs `fleet`, `battle --fleets` and `check` of fleets: what they write and print, and their exit codes."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.battle.loader import open_battle
from game.cli import main
from game.cli.parser import PLACED, TASTES
from game.fleets import random_fleet
from game.fleets.fleet import read_fleet
from game.fleets.muster import EDGES
from game.formats.user_folders import HOME
from game.systems import SYSTEMS

Said = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HOME, str(tmp_path / "home"))


def bought(path: Path, *words: str) -> str:
    assert main.main(["fleet", *words, "--out", str(path), "--force"]) == 0
    return str(path)


def told(said: Said, *words: str) -> tuple[int, str]:
    """Run a command line; return its exit code and everything that it prints."""
    said.readouterr()
    code = main.main([*words])
    printed = said.readouterr()
    return code, printed.out + printed.err


def test_the_words_of_the_command_line_are_those_of_the_game() -> None:
    assert tuple(TASTES.values()) == random_fleet.TASTES
    assert tuple(one.replace(" and ", "-") for one in EDGES) == PLACED


def test_a_random_fleet_is_printed_with_its_sum_and_written(tmp_path: Path, capsys: Said) -> None:
    path = tmp_path / "f.yaml"
    code, said = told(
        capsys, "fleet", "--points", "600", "--for", "azure", "--seed", "4", "--name", "Home", "--out", str(path)
    )
    saved = read_fleet(path, SYSTEMS)
    points = saved.fleet.points(saved.price)
    assert code == 0 and f"Home, Full Thrust, seed 4: {points} of 600 points\n" in said and said.endswith(f"{path}\n")
    assert all(ship.name in said for ship in saved.fleet.ships) and saved.fleet.of == "azure"
    again = read_fleet(bought(tmp_path / "g.yaml", "--points", "600", "--for", "Azure League", "--seed", "4"), SYSTEMS)
    assert again.fleet.ships == saved.fleet.ships and again.fleet.name == "Azure League"


def test_carriers_stay_at_home_when_told(tmp_path: Path) -> None:
    for seed in range(6):
        path = bought(tmp_path / "f.yaml", "--for", "azure", "--seed", str(seed), "--no-carriers", "--taste", "large")
        saved = read_fleet(path, SYSTEMS)
        designs = saved.fleet.designs
        assert not {"rookery", "eyrie"} & set(designs)


@pytest.mark.parametrize("key", SYSTEMS)
def test_fleets_of_every_game_are_bought_placed_and_checked(key: str, tmp_path: Path, capsys: Said) -> None:
    first, second = (bought(tmp_path / f"{n}.yaml", "--game", key, "--seed", str(n)) for n in (1, 2))
    out = tmp_path / "battle.yaml"
    code, said = told(capsys, "battle", "--fleets", first, second, "--out", str(out), "--seed", "9")
    assert code == 0 and f"{out}: " in said
    assert told(capsys, "check", first, second, str(out))[0] == 0
    opened = open_battle(out)
    assert opened.battle.seed == 9 and opened.file.system == key
    ships = [ship.name for path in (first, second) for ship in read_fleet(path, SYSTEMS).fleet.ships]
    assert sorted(ship.name for ship in opened.battle.state.ships.values()) == sorted(ships)


def test_no_file_is_overwritten_unless_told(tmp_path: Path, capsys: Said) -> None:
    path, out = tmp_path / "f.yaml", tmp_path / "battle.yaml"
    bought(path, "--seed", "1")
    before = path.read_text()
    again = ("fleet", "--seed", "2", "--out", str(path))
    refused = "is there already. Name another file, or add --force to replace it."
    assert told(capsys, *again) == (2, f"{path} {refused}\n") and path.read_text() == before
    assert told(capsys, *again, "--force")[0] == 0 and path.read_text() != before
    out.write_text("mine")
    words = ("battle", "--fleets", str(path), str(path), "--out", str(out))
    assert told(capsys, *words) == (2, f"{out} {refused}\n") and out.read_text() == "mine"
    assert told(capsys, *words, "--force")[0] == 0 and open_battle(out)


def test_the_table_the_edges_and_the_players_are_those_asked_for(tmp_path: Path, capsys: Said) -> None:
    first, second = (bought(tmp_path / f"{name}.yaml", "--for", name) for name in ("azure", "amber"))
    out = tmp_path / "battle.yaml"
    words = (
        "battle",
        "--fleets",
        first,
        second,
        "--out",
        str(out),
        "--points",
        "1500",
        "--table",
        "The Tavira passage",
    )
    assert told(capsys, *words, "--edges", "top-bottom", "--players", "captain:bold", "human")[0] == 0
    file = open_battle(out).file
    assert [side.player for side in file.sides.values()] == ["captain:bold", "human"]
    assert "The Tavira Passage" in file.about and file.header()["table"]["terrain"]
    assert [one["edge"] for one in file.header()["sides"].values()] == ["bottom", "top"]


def test_a_saved_fleet_is_found_by_its_name(tmp_path: Path, capsys: Said) -> None:
    folder = tmp_path / "home" / "fleets"
    folder.mkdir(parents=True)
    bought(folder / "home-guard.yaml", "--name", "Home Guard", "--points", "500")
    bought(folder / "other.yaml", "--name", "Blue Water", "--points", "500")
    (folder / "torn.yaml").write_text("fleet: [")
    out = tmp_path / "battle.yaml"
    assert told(capsys, "battle", "--fleets", "home guard", "blue water", "--out", str(out))[0] == 0
    assert {side.name for side in open_battle(out).file.sides.values()} == {"Home Guard", "Blue Water"}
    code, said = told(capsys, "battle", "--fleets", "blue watr", "home guard", "--out", str(out))
    assert code == 1 and "blue watr: there is no such file, and no saved fleet of this name. Did you mean" in said
    assert told(capsys, "battle", "--fleets", "torn", "home guard", "--out", str(out))[0] == 1
    (folder / "twin.yaml").write_bytes((folder / "other.yaml").read_bytes())
    code, said = told(capsys, "battle", "--fleets", "blue water", "home guard", "--out", str(out))
    assert code == 1 and "2 saved fleets have this name, other.yaml and twin.yaml. Give the path of one." in said


def test_fleets_that_cannot_meet_are_refused_with_their_lines(tmp_path: Path, capsys: Said) -> None:
    azure, sail = bought(tmp_path / "azure.yaml", "--for", "azure"), bought(tmp_path / "sail.yaml", "--for", "merrow")
    none = tmp_path / "none.yaml"
    none.write_text("version: 1\nfleet: Nobody\nsystem: full-thrust\nships: []\n")
    lost = tmp_path / "lost.yaml"
    lost.write_text("version: 1\nfleet: Lost\nsystem: full-thrust\nships:\n- {design: lancer, name: Lancer}\n")
    out = tmp_path / "battle.yaml"
    for other, line in (
        (sail, f"{sail}:3:9: system: this is a fleet of Full Sail, and {azure} is one of Full Thrust."),
        (str(none), f"{none}:4:1: ships: this fleet has no ships."),
        (str(lost), f"{lost}:5:12: ships.1.design: there is no design 'lancer' that a battle of this game could use."),
        (str(tmp_path), str(tmp_path)), (str(tmp_path / "gone.yaml"), "gone.yaml: there is no such file"),
    ):  # fmt: skip
        code, said = told(capsys, "battle", "--fleets", azure, other, "--out", str(out))
        assert code == 1 and line in said, said
    code, said = told(capsys, "battle", "--fleets", azure, azure, "--out", str(out), "--points", "1000")
    assert code == 1 and f"{azure}:5:1: ships: 1,500 points, 500 over the limit of 1,000." in said
    assert told(capsys, "battle", "--fleets", azure, azure, "--out", azure)[0] == 2
    assert not out.exists() and read_fleet(azure, SYSTEMS).fleet.ships


@pytest.mark.parametrize(("words", "why"), [
    (("fleet", "--points", "5"), "A side may have 10 to 100,000 points."),
    (("fleet", "--points", "20"), "No design of Azure League that fights costs 20 points or less."),
    (("fleet", "--game", "sail"), "There is no game 'sail'. Did you mean 'full-sail'?"),
    (("fleet", "--for", "azur"), "There is no fleet 'azur' in any game. Did you mean 'azure'?"),
    (("fleet", "--for", "azure", "--game", "full-sail"), "Full Sail has no fleet 'azure'."),
    (("fleet", "--name", " "), "This name is empty."),
    (("battle",), "Name a battle file to fight, or two fleets to place"),
    (("battle", "a.yaml", "--out", "b.yaml"), "--points, --table, --edges and --out go with --fleets."),
    (("battle", "--fleets", "a", "b"), "Say where the battle is written: --out BATTLE."),
    (("battle", "--fleets", "a", "b", "--out", "c", "--games", "3"), "--fleets writes a battle file"),
])  # fmt: skip
def test_what_is_not_possible_is_told_in_a_sentence(words: tuple[str, ...], why: str, capsys: Said) -> None:
    code, said = told(capsys, *words)
    assert code == 2 and why in said, said


def test_unknown_tables_and_players_are_told(tmp_path: Path, capsys: Said) -> None:
    azure, out = bought(tmp_path / "azure.yaml", "--for", "azure"), str(tmp_path / "battle.yaml")
    words = ("battle", "--fleets", azure, azure, "--out", out)
    code, said = told(capsys, *words, "--table", "The Tavira Pasage")
    assert code == 2 and "has no table 'The Tavira Pasage'. Did you mean 'The Tavira Passage'?" in said
    code, said = told(capsys, *words, "--players", "captian")
    assert code == 2 and "Did you mean “captain”?" in said
    assert told(capsys, *words, "--players", "human", "human", "human") == (2, "3 players are named for 2 fleets.\n")


def test_check_reads_fleets_and_tells_what_has_changed(tmp_path: Path, capsys: Said) -> None:
    path = tmp_path / "home.yaml"
    head = "version: 1\nfleet: Home\nsystem: full-thrust\nof: azure\nships:\n"
    path.write_text(
        f"{head}- {{design: halyard, name: Halyard, points: 81}}\n- {{design: lancet, name: L, points: 250}}\n"
    )
    code, said = told(capsys, "check", str(path))
    words = "ships.2.points: Lancet cost 250 points when this fleet was saved, and costs 262 now."
    assert code == 0 and f"{path}:7:" in said and words in said and "1 passed, 0 failed" in said
    path.write_text(f"{head}- {{design: lancte, name: ''}}\n")
    code, said = told(capsys, "check", str(path))
    assert code == 1 and f"{path}:6:" in said and "Did you mean 'lancet'?" in said and "0 passed, 1 failed" in said


def test_a_fleet_is_no_battle(tmp_path: Path, capsys: Said) -> None:
    path = bought(tmp_path / "home.yaml")
    code, said = told(capsys, "battle", path)
    assert code == 1 and f"{path}:1:1: this is a fleet, not a battle; two fleets are placed for one." in said
