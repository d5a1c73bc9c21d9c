"""The README tells the truth: what it names exists, what it shows the program says, what it teaches works as it stands there."""

from __future__ import annotations

import json
import re
import struct
import types
from pathlib import Path
from typing import Any

import pytest
import yaml

from game.battle.loader import ROOT, open_battle, set_up
from game.cli import main
from game.cli.commands import bill_of, faults
from game.formats import validation
from game.rulebook.book import entry
from game.rules.combat import weapons
from game.rules.display import ship_sheet
from game.rules.manoeuvres import archive
from game.rules.manoeuvres.framework.base import BY_CODE
from game.rules.movement import notation, plot, thrust_limits
from game.rules.scenario import house_rules
from game.rules.ships import design
from game.rules.shipyard import design_schema, price_tables
from game.rules.shipyard.build_rules import refusals
from game.rules.shipyard.pricing import design_of, price
from game.systems import SYSTEMS
from game.ui.host.preferences import chosen
from game.ui.keys.bindings import BINDINGS
from tests.support import builders
from tests.tools import bench, pictures
from tests.tools.pictures import SIZES

README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
TARGETS = set(re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
PLACES = re.compile(r"`((?:game|assets|tests|scenarios|docs)/[\w./-]*|main\.py)`")
NEW = ("kestrel.yaml", "lance.yaml", "swift_thrust/", "swift/system.py", "feint.py")  # what the README teaches to add
MOMENTS = ("menu", "orders", "movement", "fire", "threshold", "curtain")


def block(kind: str, start: str) -> str:
    """The fenced block of a kind that begins so."""
    return next(text for name, text in BLOCKS if name == kind and text.startswith(start))


def asked() -> list[str]:
    """Every command line in the fenced blocks, and every `make …` in the text."""
    lines = [line.removeprefix("$ ") for kind, text in BLOCKS if kind in ("sh", "bat", "console") for line in text.splitlines()]
    return [line for line in lines if re.match(r"(python|py|make) ", line)] + re.findall(r"`(make \w+)`", README)


def said(verb: str) -> list[str]:
    """What the README says a command answers, line by line."""
    text = block("console", f"$ python main.py {verb}")
    return text.splitlines()[1:]


# -- what it names exists -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", sorted(set(asked())))
def test_every_command_exists(line: str) -> None:
    words = line.split("#")[0].split()
    if words[0] == "make":
        assert words[1] in TARGETS
    elif words[1] == "-m":
        assert words[2:5] == ["pip", "install", "-r"] and (ROOT / words[5]).is_file()
    else:
        assert words[1] == "main.py"
        arguments = words[2:]
        assert not arguments or main.parser().parse_args(arguments).verb in main.VERBS


def test_every_file_it_leads_to_exists() -> None:
    linked = [link for link in re.findall(r"\]\(([^)]+)\)", README) if "://" not in link]
    named = [place for place in PLACES.findall(README) if not place.endswith(NEW)]
    assert len(linked) > 12 and len(named) > 12
    for place in linked + named:
        assert (ROOT / place).exists(), place


def test_every_folder_of_the_tree_is_there() -> None:
    for place in re.findall(r"(?:^|  )((?:game/|main\.py|assets|scenarios|tests)[\w./]*)  +", block("", "main.py"), re.MULTILINE):
        assert (ROOT / place).exists(), place


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("size", SIZES)
def test_every_moment_stands_there_at_both_sizes(moment: str, size: tuple[int, int]) -> None:
    name = f"docs/pictures/{moment}-{size[0]}.png"
    assert f"({name})" in README
    data = (ROOT / name).read_bytes()
    assert struct.unpack(">II", data[16:24]) == size
    assert len(data) < 600_000


def test_they_can_be_taken_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chosen, "settings", chosen.settings)
    pictures.main(tmp_path, SIZES[:1])
    taken = {path.name for path in tmp_path.iterdir()}
    assert taken == {path.name for path in (ROOT / "docs" / "pictures").glob(f"*-{SIZES[0][0]}.png")}
    assert all(f"(docs/pictures/{path.name})" in README for path in (ROOT / "docs" / "pictures").iterdir())


def test_every_key_it_names_is_bound() -> None:
    signs = {",": "Comma", ".": "Period", "+": "Plus", "−": "Minus"}
    bound = {key for binding in BINDINGS for key in binding.keys} | {"Tab", "F1", "F11"}  # the window's own
    table = README[README.index("## Keys") : README.index("## Without a window")]
    rows = re.findall(r"^\| (?!key|---)(.+?) \|", table, re.MULTILINE)
    words = {word if word == "," else word.rstrip(",") for row in rows for word in row.split()} - {"arrows", "to", "and"}
    assert len(rows) > 15 and {signs.get(word, word) for word in words} <= bound


def test_it_lists_what_is_measured_and_who_is_to_thank() -> None:
    table = README[README.index("## Figures") : README.index("## Credits")]
    shown = {cells[1].strip(): cells[3] for line in table.splitlines()[6:] if len(cells := line.split("|")) > 5}
    assert all(re.match(r" \d", figure) for figure in shown.values())
    measured = {re.split("[,:]", row.what)[0] for row in bench.ROWS if not row.what.startswith("the same")}
    assert measured == {re.split("[,:]", what)[0] for what in shown if not what.startswith("the same")}
    for work, by in entry("table/credits").table[1:]:
        assert f"| {work} | {by} |" in README


# -- what it shows the program says ---------------------------------------------------------------------------------------


def test_the_verbs_answer_as_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def answer(*words: str) -> list[str]:
        main.main(words)
        return capsys.readouterr().out.splitlines()

    monkeypatch.chdir(tmp_path)
    assert answer("check", str(ROOT / "docs" / "battles")) == said("check docs")
    scenario = str(ROOT / "scenarios" / "full_thrust" / "first_light.yaml")
    fought = answer("battle", scenario, "--players", "random", "random", "--seed", "7", "--save", "out.yaml")
    shown = json.loads(said("battle")[0].replace(", …", ""))  # how it ends changes with the scenario; that it ends does not
    ended = json.loads(fought[0])
    assert shown.keys() < ended.keys() and (shown["title"], shown["seed"]) == (ended["title"], ended["seed"])
    count = re.compile(r"\d+ orders to turn \d+")
    assert [count.sub("#", line) for line in answer("replay", "out.yaml", "--verify")] == [count.sub("#", said("replay")[0])]
    bill = answer("cost", "lancet")
    assert [line for line in said("cost lancet") if line.strip() != "…"] == bill[: len(said("cost lancet")) - 1]


def test_a_slip_is_found_as_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    shown = said("check slip.yaml")
    monkeypatch.chdir(tmp_path)
    lines = ["title: A slip", "system: full-thrust", shown[1].strip(), "sides:", "  azure: {name: Azure League}",
             "  amber: {name: Amber Pact}", "ships:", shown[4].removeprefix("    ")]  # fmt: skip
    Path("slip.yaml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert main.main(["check", "slip.yaml"]) == 1
    assert capsys.readouterr().out.splitlines() == shown


def test_the_battle_of_the_pictures_is_a_save_that_holds() -> None:
    opened = open_battle(ROOT / "docs" / "battles" / "tavira_passage.yaml")
    assert opened.saved and opened.battle.verify() == []
    whole = (ROOT / "docs" / "battles" / "tavira_passage.yaml").read_text(encoding="utf-8").splitlines()
    assert set(block("yaml", "- {by: vesper").splitlines()) < set(whole)


# -- what it teaches works as it stands there -----------------------------------------------------------------------------


def test_the_scenario_opens_and_with_its_script_passes(tmp_path: Path) -> None:
    scenario, script = block("yaml", "title: First shots"), block("yaml", "script:")
    path = tmp_path / "first_shots.yaml"
    path.write_text(scenario, encoding="utf-8")
    assert set_up(path).battle.prompts()
    path.write_text(scenario + script, encoding="utf-8")
    assert not faults(path)
    kept = yaml.safe_load((ROOT / "docs" / "battles" / "first_shots.yaml").read_text(encoding="utf-8"))
    assert {key: kept[key] for key in kept if key not in ("about", "seed")} == yaml.safe_load(scenario + script)
    path.write_text(scenario + script.replace("hull: 23", "hull: 22"), encoding="utf-8")
    assert faults(path)


def test_the_ship_is_built_for_the_price_named(tmp_path: Path) -> None:
    path = tmp_path / "kestrel.yaml"
    path.write_text(block("yaml", "name: Kestrel"), encoding="utf-8")
    ship = design_of(validation.read(path, design_schema.DesignFile), "kestrel", "azure")
    assert refusals(ship) == []
    assert bill_of(ship, price(ship))[0] == said("cost kestrel")[0]


def inline(start: str, module: types.ModuleType) -> Any:
    """The value of a table's line that the README gives in backticks."""
    line = next(text for text in re.findall(r"`([^`\n]+)`", README) if text.startswith(start))
    return eval("{" + line + "}", vars(module))["lance"]


def test_the_weapon_fires(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: dict[str, Any] = dict(vars(weapons))
    exec(block("python", "class Lance"), made)
    monkeypatch.setitem(design.STEMS, "lance", inline('"lance": ("LN"', design))
    monkeypatch.setitem(price_tables.FLEET_BOOK, "lance", inline('"lance": Rate', price_tables))
    monkeypatch.setitem(weapons.WEAPONS, "lance", made["Lance"]())
    monkeypatch.setattr(weapons, "_GUNS", frozenset(weapons.WEAPONS))  # made of the table as the game starts
    monkeypatch.setitem(ship_sheet.RULES, "lance", inline('"lance": "6.30"', ship_sheet))
    monkeypatch.setitem(design_schema.USUAL, "lance", ("F",))
    monkeypatch.setattr(design_schema, "KINDS", (*design_schema.KINDS, "lance"))
    monkeypatch.setattr(design_schema, "ARMED", design_schema.ARMED | {"lance"})
    path = tmp_path / "lance.yaml"
    path.write_text(block("yaml", "title: A lance"), encoding="utf-8")
    assert not faults(path)
    path.write_text(block("yaml", "title: A lance").replace("dice: [5, 2, 2, 2, 2, 2, 2, 2, 2]", "dice: [4]"), encoding="utf-8")
    assert ["kiln.hull is 6, not 3" in line for line in faults(path)] == [True]


def test_the_house_rule_changes_what_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    (rule,) = eval("(" + block("python", "HouseRule") + ")", vars(house_rules))
    assert rule.default is False and entry(rule.rule)
    body = "".join(f"    {line}\n" for line in block("python", "close =").splitlines())
    made: dict[str, Any] = dict(vars(weapons))
    exec(f"def bands(self, house, ship, mount):\n{body}", made)
    monkeypatch.setattr(weapons.Beam, "bands", made["bands"])
    names = {"WEAPONS": weapons.WEAPONS, "Mount": design.Mount, "ship": builders.ship}
    names["house"] = lambda **chosen: {**builders.house(), **chosen}
    look, seen = eval("{" + block("python", '"point_blank"') + "}", names)["point_blank"]
    assert {value: look({"point_blank": value}) for value in (False, True)} == seen


def test_the_manoeuvre_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    made: dict[str, Any] = {}
    exec(block("python", '"""Feint'), made)
    one = made["Feint"]()
    monkeypatch.setitem(BY_CODE, "FEINT", one)
    monkeypatch.setattr(archive, "MANOEUVRES", (*archive.MANOEUVRES, one))
    notation._item.cache_clear()
    try:
        order, rules = plot.Plot.parse("lancet", "p1 feint"), builders.house() | {"man.FEINT": True}
    finally:
        notation._item.cache_clear()
    ship = builders.ship(thrust=6, velocity=4)
    assert str(order) == "P1 FEINT" and thrust_limits.costs(order, rules) == (3, 1)
    assert thrust_limits.fault(ship, order, rules) is None
    assert "not played" in str(thrust_limits.fault(ship, order, builders.house()))
    ship.doing = order.uses
    assert sum(added.amount for added in archive.modifiers(ship, rules)) == 1
    assert {rule.key for rule in one.settings} == {"man.FEINT"} and one in archive.played(rules)


def test_the_system_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    made: dict[str, Any] = {}
    exec(block("python", '"""Swift Thrust'), made)
    swift, full = made["SWIFT"], SYSTEMS["full-thrust"]
    assert swift.key not in SYSTEMS and swift.settings({}) == {**full.settings({}), "damage_control": False}
    assert [row.name for row in swift.phases] == [row.name.replace("Turn end", "Losses") for row in full.phases]
