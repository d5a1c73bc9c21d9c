"""What the pages teach works as it stands there: a ship, a weapon, a house rule, a manoeuvre, a rule system, a whole
game, a board, a computer player.
"""

from __future__ import annotations

import ast
import importlib
import re
import subprocess
import sys
import textwrap
import types
from pathlib import Path
from typing import Any

import pygame
import pytest
import yaml
from pygame import Surface
from pygame.event import Event

import game.systems
from game.battle import designs
from game.battle.designs import ROOT
from game.battle.loader import is_design, open_battle
from game.board.protocol import Board
from game.cli import main
from game.cli.commands import faults
from game.core.state import AnyState
from game.exchange.plain_text import bill_of
from game.formats import validation
from game.formats.user_folders import HOME
from game.players import PLAYERS
from game.players.match import Match
from game.players.player import Unthinking
from game.rulebook.book import entry
from game.rules.combat import weapons
from game.rules.manoeuvres import archive
from game.rules.manoeuvres.archive import BY_CODE
from game.rules.movement import notation, plot, thrust_limits
from game.rules.scenario import house_rules
from game.rules.scenario.battle_file import SpaceTable
from game.rules.ships import design
from game.rules.shipyard import design_schema, price_tables
from game.rules.shipyard.build_rules import refusals
from game.rules.shipyard.cost_table import cost_table
from game.rules.shipyard.pricing import design_of
from game.sandbox.start_editor import with_design
from game.sandbox.storage import open_sandbox
from game.systems import OFFERED, SYSTEMS, Game
from game.ui.shipyard.editor import Editor
from game.yard.draft import Draft, patterns
from tests.repo.pages import block, blocks, said, section, text_of
from tests.rules.scenario.test_house_rules import ordered
from tests.support import builders
from tests.support.caches import classes
from tests.tools.golden import battles as golden

TAUGHT = ("ship", "weapon", "house-rule", "manoeuvre", "system", "game", "board", "player")
NAMED = re.compile(r"`((?:game|assets|scenarios|tests)/[\w./-]+)`")


@pytest.mark.parametrize("page", TAUGHT)
def test_each_page_lists_the_files_to_touch(page: str) -> None:
    rows = section(f"extending/{page}", "| file | change |")
    assert rows
    for place, change in rows:
        path = ROOT / place.strip("`")
        made = change.startswith(("new:", "written by"))
        assert path.exists() is not made, place
        for name in re.findall(r"`([A-Z_]+)`", change):
            assert path.suffix != ".py" or re.search(rf"^{name}\b", path.read_text(encoding="utf-8"), re.MULTILINE), (
                place,
                name,
            )


@pytest.mark.parametrize("page", TAUGHT)
def test_each_file_that_a_step_changes_is_in_the_list(page: str) -> None:
    listed = {row[0].strip("`") for row in section(f"extending/{page}", "| file | change |")}
    text = text_of(f"extending/{page}")
    assert set(re.findall(r"^\d\. `([^`]+)`", text, re.MULTILINE)) <= listed
    for place in NAMED.findall(text):
        assert place in listed or (ROOT / place).exists(), place


def test_every_attribute_that_a_page_names_exists() -> None:
    """`RuleSystem.wind` in a page is an attribute of the class, or a field of it."""
    known = classes()
    for path in [ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]:
        for owner, name in re.findall(r"`([A-Z][A-Za-z]+)\.([a-z_]+)`", path.read_text(encoding="utf-8")):
            fields = getattr(known.get(owner), "__dataclass_fields__", {})
            assert owner in known and (name in fields or hasattr(known[owner], name)), f"{path.name}: {owner}.{name}"


def test_what_the_menu_says_of_a_game_is_what_the_game_says() -> None:
    swift: dict[str, Any] = {}
    exec(block("extending/system", "python", '"""Swift'), swift)
    taught = eval("(" + block("extending/system", "python", "Game(") + ")", {"Game": Game})[0]
    for offer, system in [*((one, one.load()) for one in OFFERED), (taught, swift["SWIFT"])]:
        assert (offer.key, offer.title, offer.about, offer.emblem, offer.turn_word) == (
            system.key,
            system.title,
            system.about,
            system.emblem,
            system.turn_word,
        )
    assert [*SYSTEMS] == [one.key for one in OFFERED]


def test_the_manoeuvre_is_annotated_as_mypy_demands() -> None:
    for node in ast.walk(ast.parse(block("extending/manoeuvre", "python", '"""Feint'))):
        if isinstance(node, ast.FunctionDef):
            assert node.returns and all(one.annotation for one in node.args.args[1:]), node.name


def modules() -> dict[str, str]:
    """Return whole modules that the pages show, by a name for each."""
    shown = [text for page in TAUGHT for text in blocks(f"extending/{page}", "python") if text.startswith('"""')]
    return {f"module_{n}.py": text for n, text in enumerate(shown)}


def test_the_modules_are_in_the_style_of_the_house(tmp_path: Path) -> None:
    """Ruff finds nothing in them, and nothing to reformat: `make lint` stays green for whoever pastes them."""
    assert len(modules()) == 5
    for name, text in modules().items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    settings = ["--no-cache", "--config", str(ROOT / "pyproject.toml"), str(tmp_path)]
    for verb in (["check"], ["format", "--diff"]):
        found = subprocess.run(
            [sys.executable, "-m", "ruff", *verb, *settings], capture_output=True, text=True, cwd=ROOT, check=False
        )
        assert found.returncode == 0, found.stdout


@pytest.mark.slow
def test_mypy_finds_nothing_in_the_modules(tmp_path: Path) -> None:
    for name, text in modules().items():
        stem = {'"""The files of Skiffs': "skiff_files.py"}.get(text.split(":")[0], name)
        pasted = text.replace("game.systems.skiff.files", "skiff_files")
        (tmp_path / stem).write_text(pasted, encoding="utf-8")
    paths = map(str, sorted(tmp_path.glob("*.py")))
    found = subprocess.run(
        [sys.executable, "-m", "mypy", *paths], capture_output=True, text=True, cwd=ROOT, check=False
    )
    assert found.returncode == 0, found.stdout


def test_the_ship_is_built_for_the_price_named(tmp_path: Path) -> None:
    path = tmp_path / "siskin.yaml"
    path.write_text(block("extending/ship", "yaml", "name: Siskin"), encoding="utf-8")
    ship = design_of(validation.read_model(path, design_schema.DesignFile), "siskin", "azure")
    assert refusals(ship) == []
    assert bill_of(ship, cost_table(ship))[0] == said("extending/ship", "cost siskin")[0]


def inline(start: str, module: types.ModuleType) -> Any:
    """Return the value of a table's line that the page gives in backticks."""
    line = next(text for text in re.findall(r"`([^`\n]+)`", text_of("extending/weapon")) if text.startswith(start))
    return eval("{" + line + "}", vars(module))["lance"]


def test_the_weapon_fires(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: dict[str, Any] = dict(vars(weapons))
    exec(block("extending/weapon", "python", "class Lance"), made)
    monkeypatch.setitem(design.SYSTEM_KINDS, "lance", inline('"lance": SystemKind', design))
    monkeypatch.setitem(price_tables.FLEET_BOOK, "lance", inline('"lance": Rate', price_tables))
    monkeypatch.setitem(weapons.WEAPONS, "lance", made["Lance"]())
    monkeypatch.setattr(weapons, "_GUNS", frozenset(weapons.WEAPONS))  # made of the table as the game starts
    monkeypatch.setattr(design_schema, "KINDS", (*design_schema.KINDS, "lance"))
    path, case = tmp_path / "lance.yaml", block("extending/weapon", "yaml", "title: A lance")
    path.write_text(case, encoding="utf-8")
    assert not faults(path)
    shown = block("extending/weapon", "yaml", "title: Past the armour").replace("6.30", "6.3")  # a page that is there
    path.write_text(shown, encoding="utf-8")
    assert not faults(path)
    path.write_text(case.replace("dice: [5, 2, 2, 2, 2, 2, 2, 2, 2]", "dice: [4]"), encoding="utf-8")
    assert ["kiln.hull is 6, not 3" in line for line in faults(path)] == [True]


def test_the_house_rule_changes_what_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    (rule,) = eval("(" + block("extending/house-rule", "python", "HouseRule") + ")", vars(house_rules))
    assert rule.default is False and entry(rule.rule)
    assert rule.key not in {one.key for one in house_rules.HOUSE}
    assert f"**{rule.title}**" in text_of("extending/house-rule")
    body = textwrap.indent(block("extending/house-rule", "python", "if house"), "    ")
    made: dict[str, Any] = dict(vars(thrust_limits))
    exec(f"def option_fault(ship, plot, house):\n{body}    return None\n", made)
    monkeypatch.setattr(thrust_limits, "option_fault", made["option_fault"])
    line = block("extending/house-rule", "python", f'"{rule.key}"')
    look, seen = eval("{" + line + "}", {"ordered": ordered})[rule.key]
    assert {value: look({rule.key: value}) for value in (False, True)} == seen


def test_the_manoeuvre_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    made: dict[str, Any] = {}
    exec(block("extending/manoeuvre", "python", '"""Feint'), made)
    one = made["Feint"]()
    page = yaml.safe_load(block("extending/manoeuvre", "yaml", "feint:"))["feint"]
    assert one.rule == "manoeuvres/feint" and f"**{one.title}**" in page["text"]
    shown = validation.parse(
        block("extending/manoeuvre", "yaml", "title: One"), SYSTEMS["full-thrust"].files.battle, "shown"
    )
    assert shown.rule == one.rule and shown.house == {"manoeuvres": [one.code]}
    monkeypatch.setitem(BY_CODE, "FEINT", one)
    monkeypatch.setattr(archive, "MANOEUVRES", (*archive.MANOEUVRES, one))
    notation._item.cache_clear()
    try:
        order, rules = plot.Plot.parse("lancet", "p1 feint"), builders.house() | {"man.FEINT": True}
    finally:
        notation._item.cache_clear()
    ship = builders.ship(thrust=6, velocity=4)
    assert str(order) == "P1 FEINT" and order.power_needed(rules) == (3, 1)
    assert thrust_limits.fault(ship, order, rules) is None
    assert "not played" in str(thrust_limits.fault(ship, order, builders.house()))
    ship.active_manoeuvres = order.uses
    assert sum(added.amount for added in archive.modifiers(ship, rules)) == 1
    assert {rule.key for rule in one.settings} == {"man.FEINT"} and one in archive.enabled_manoeuvres(rules)


def test_the_system_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    made: dict[str, Any] = {}
    exec(block("extending/system", "python", '"""Swift Thrust'), made)
    swift, full = made["SWIFT"], SYSTEMS["full-thrust"]
    assert swift.key not in SYSTEMS and swift.settings({}) == {**full.settings({}), "damage_control": False}
    assert [row.name for row in swift.phases] == [row.name.replace("Turn end", "Losses") for row in full.phases]


def test_the_board_is_one() -> None:
    text = block("extending/board", "python", "def map_of")
    (made,) = [part for part in ast.parse(text).body if isinstance(part, ast.FunctionDef)]
    names: dict[str, Any] = {}
    exec("from game.board.boards import HexBoard\n" + ast.unparse(made), names)
    board: Board = names["map_of"](SpaceTable(hexes=(12, 10)), {})
    assert board.cells and board.distance((0.0, 0.0), (0.0, 0.0)) == 0


def test_the_player_fights(monkeypatch: pytest.MonkeyPatch) -> None:
    made: dict[str, Any] = {}
    exec(block("extending/player", "python", '"""The gunner'), made)
    monkeypatch.setitem(PLAYERS, "gunner", lambda style: Unthinking(made["gunner"]))
    winners = []
    for seed in range(4):
        battle = open_battle(ROOT / "scenarios" / "hex12" / "between_the_rows.yaml", seed=seed).battle
        seats = dict(zip(battle.state.sides, ("gunner", "random")))
        Match(battle, seats, seed).play()
        assert battle.state.outcome
        winners.append(seats.get(battle.state.outcome.winner))
    assert winners.count("gunner") >= 3


@pytest.fixture
def skiffs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the whole game of the page, each file where the page has it; return the battle."""
    package = tmp_path / "skiff"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "files.py").write_text(block("extending/game", "python", '"""The files of Skiffs'), encoding="utf-8")
    (package / "system.py").write_text(block("extending/game", "python", '"""Skiffs'), encoding="utf-8")
    monkeypatch.setattr(game.systems, "__path__", [*game.systems.__path__, str(tmp_path)])
    made = importlib.import_module("game.systems.skiff.system").SKIFF
    for name in [name for name in sys.modules if name.startswith("game.systems.skiff")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(SYSTEMS, made.key, made)
    monkeypatch.setattr(designs, "ROOT", tmp_path)
    fleet = tmp_path / "assets" / "designs" / "skiff" / "azure"
    fleet.mkdir(parents=True)
    (fleet / "dinghy.yaml").write_text(block("extending/game", "yaml", "name: Dinghy"), encoding="utf-8")
    path = tmp_path / "pond.yaml"
    path.write_text(block("extending/game", "yaml", "title: The Pond"), encoding="utf-8")
    return path


def test_its_ships_are_drawn_in_the_yard(skiffs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The yard needs nothing of a game but its files."""
    monkeypatch.setenv(HOME, str(tmp_path / "home"))
    system = SYSTEMS["skiff"]
    (pattern,) = patterns(system)
    assert pattern == {"name": "New ship", "crew": 3}
    window = Surface((1280, 800))
    page = Editor(Draft(system, pattern))
    for tab in range(4):
        page._open_tab(tab)
        page.draw(window)
    page._open_tab(0)
    page.draw(window)
    fields = [one.name for one in page.focus.widgets if one.name.startswith(("text", "field"))]
    assert fields == ["text name", "field crew"]
    crew = next(one for one in page.focus.widgets if one.name == "field crew")
    page.focus.focus(crew, True)
    page.handle(Event(pygame.KEYDOWN, key=pygame.K_RIGHT, mod=0, unicode=""))
    page.model.change("name", {"name": "Wherry"})
    page.save()
    page.closing()
    assert designs.designs_of(system)["wherry"].points == 8
    box = with_design(system, "wherry", dict(page.draft.now.entry), page.draft.now.design)
    assert "Wherry" in {one.get("name") for one in box["ships"].values()}


def test_the_game_is_one(skiffs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    save = tmp_path / "save.yaml"
    assert main.main(["check", str(skiffs)]) == 0
    assert main.main(["battle", str(skiffs), "--players", "random", "--seed", "3", "--save", str(save)]) == 0
    assert main.main(["replay", str(save), "--verify"]) == 0
    assert main.main(["cost", "dinghy"]) == 0
    dinghy = tmp_path / "assets" / "designs" / "skiff" / "azure" / "dinghy.yaml"
    assert main.main(["check", str(dinghy)]) == 0, "a design without a class is still told from a battle"
    assert is_design({"name": "Dinghy", "crew": 3}) and not is_design({"name": "ci", "on": "push"})
    told = capsys.readouterr().out
    assert '"why": "' in told and "is nearest to the middle" in told and "Dinghy, skiff: 6 points" in told
    assert "dot 7,5 c3 f3 v3; crew 3" in golden.text_of(skiffs)
    assert main.main(["schema", str(tmp_path / "schemas")]) == 0
    assert (tmp_path / "schemas" / "skiff.battle.schema.json").exists()
    box = open_sandbox(skiffs)

    def crew() -> object:
        state: AnyState = box.start.state
        return state.ships["fen"].crew

    assert crew() == 2
    worth = box.start.worth("fen")
    assert (worth.points, worth.boxes, worth.of) == (6, 2, 3) and box.start.stakes("azure").kind == "last-side"
    box.set_fields("fen", crew=5)
    assert box.place("dinghy", "azure", (20, 15)) == "dinghy" and crew() == 5
