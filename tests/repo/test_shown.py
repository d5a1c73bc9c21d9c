"""What the pages show: the pictures stand there and can be taken again, the commands answer so, the battle files
play."""

from __future__ import annotations

import json
import re
import struct
from pathlib import Path

import pytest
import yaml

from game.battle.designs import ROOT
from game.battle.loader import load_start, open_battle
from game.cli import main
from game.cli.commands import faults
from game.ui.host.preferences import preferences
from tests.repo.pages import DOCS, PAGES, block, said, text_of
from tests.tools import pictures
from tests.tools.pictures import SIZES
from tests.tools.study_charts import NAMES

MOMENTS = ("menu", "orders", "movement", "fire", "threshold", "curtain")

# -- pictures ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("size", SIZES)
def test_every_moment_stands_there_at_both_sizes(moment: str, size: tuple[int, int]) -> None:
    name = f"pictures/{moment}-{size[0]}.png"
    assert f"({name})" in text_of("first-battle")
    data = (DOCS / name).read_bytes()
    assert struct.unpack(">II", data[16:24]) == size
    assert len(data) < 600_000


@pytest.mark.slow
def test_they_can_be_taken_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preferences, "settings", preferences.settings)
    pictures.main(tmp_path, SIZES[:1])
    shown = "".join(map(text_of, PAGES))
    taken = {path.name for path in tmp_path.iterdir()}
    assert taken == {path.name for path in (DOCS / "pictures").glob(f"*-{SIZES[0][0]}.png")} | set(NAMES)
    assert all(f"(pictures/{path.name})" in shown for path in (DOCS / "pictures").iterdir())


# -- commands ----------------------------------------------------------------------------------------------------------


def test_the_verbs_answer_as_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def answer(*words: str) -> list[str]:
        main.main(words)
        return capsys.readouterr().out.splitlines()

    monkeypatch.chdir(tmp_path)
    assert answer("check", str(ROOT / "docs" / "battles")) == said("command-line", "check docs")
    scenario = str(ROOT / "scenarios" / "full_thrust" / "first_light.yaml")
    fought = answer("battle", scenario, "--players", "random", "random", "--seed", "7", "--save", "out.yaml")
    shown = json.loads(said("command-line", "battle")[0].replace(", …", ""))  # how it ends changes with the scenario
    ended = json.loads(fought[0])
    assert shown.keys() < ended.keys() and (shown["title"], shown["seed"]) == (ended["title"], ended["seed"])
    count = re.compile(r"\d+ orders to turn \d+")
    replayed = [count.sub("#", line) for line in answer("replay", "out.yaml", "--verify")]
    assert replayed == [count.sub("#", said("command-line", "replay")[0])]
    bill, shown_bill = answer("cost", "lancet"), said("command-line", "cost lancet")
    assert [line for line in shown_bill if line.strip() != "…"] == bill[: len(shown_bill) - 1]


def test_a_slip_is_found_as_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = said("battle-files", "check slip.yaml")
    monkeypatch.chdir(tmp_path)
    lines = [
        "title: A slip",
        "system: full-thrust",
        shown[1].strip(),
        "sides:",
        "  azure: {name: Azure League}",
        "  amber: {name: Amber Pact}",
        "ships:",
        shown[4].removeprefix("    "),
    ]
    Path("slip.yaml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert main.main(["check", "slip.yaml"]) == 1
    assert capsys.readouterr().out.splitlines() == shown


def test_the_battle_of_the_pictures_is_a_save_that_holds() -> None:
    opened = open_battle(ROOT / "docs" / "battles" / "tavira_passage.yaml")
    assert opened.saved and opened.battle.verify() == []
    whole = (ROOT / "docs" / "battles" / "tavira_passage.yaml").read_text(encoding="utf-8").splitlines()
    assert set(block("battle-files", "yaml", "- {by: vesper").splitlines()) < set(whole)


def test_the_scenario_opens_and_with_its_script_passes(tmp_path: Path) -> None:
    scenario, script = block("battle-files", "yaml", "title: First shots"), block("battle-files", "yaml", "script:")
    path = tmp_path / "first_shots.yaml"
    path.write_text(scenario, encoding="utf-8")
    assert load_start(path).battle.prompts()
    path.write_text(scenario + script, encoding="utf-8")
    assert not faults(path)
    kept = yaml.safe_load((ROOT / "docs" / "battles" / "first_shots.yaml").read_text(encoding="utf-8"))
    assert {key: kept[key] for key in kept if key not in ("about", "seed")} == yaml.safe_load(scenario + script)
    path.write_text(scenario + script.replace("hull: 23", "hull: 22"), encoding="utf-8")
    assert faults(path)
