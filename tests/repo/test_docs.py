"""Every page tells the truth: its battle files pass, its commands and files exist, its tables name real fields."""

from __future__ import annotations

import ast
import re
import shlex
from functools import cache
from importlib import util
from pathlib import Path

import pytest
import yaml

from game.battle.designs import ROOT
from game.battle.idling import readings
from game.battle.loader import load_start_text
from game.cli import main
from game.cli.commands import faults
from game.cli.parser import VERBS, parser
from game.demonstrations.catalogue import exhibits
from game.formats.battle_schema import BattleFile, BranchEntry, CameraEntry, Expect, Given, Refuse, Say, Undo
from game.formats.battle_schema import CameraView as Look
from game.sandbox.comparison import comparison_rows, dice_to_come
from game.sandbox.export import story_of, story_text
from game.sandbox.storage import sandbox_of
from game.systems import SYSTEMS
from game.ui.keys.sandbox_bindings import BINDINGS
from tests.repo.pages import NAMES, PAGES, blocks, text_of

DEMONSTRATIONS, SANDBOX, HEXES = map(text_of, ("demonstrations", "sandbox", "hexes"))
TARGETS = set(re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
PLACES = re.compile(r"`((?:game|assets|tests|scenarios|docs|\.ci|\.github)/[\w./-]+|main\.py|pyproject\.toml)`")
NEW = (  # what pages teach to add
    "siskin.yaml", "lance.yaml", "swift_thrust/", "swift/system.py", "feint.py", "feint.yaml", "aside.yaml",
    "dinghy.yaml", "pond.yaml", "gunner.py",
)  # fmt: skip
NEW_FOLDER = "/skiff"
every_page = pytest.mark.parametrize("page", PAGES, ids=NAMES)


def first_column(text: str, head: str) -> list[str]:
    """Return what stands in code at the beginning of each row of the table with that heading."""
    table = text[text.index(f"| {head} |") :].split("\n\n")[0]
    return [cell for row in table.splitlines()[2:] for cell in re.findall(r"`([^`]+)`", row.split("|")[1])]


@cache
def classes() -> list[ast.ClassDef]:
    """Return every class of the program."""
    trees = (ast.parse(path.read_text(encoding="utf-8")) for path in (ROOT / "game").rglob("*.py"))
    return [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]


def parts_of(kind: ast.ClassDef) -> set[str]:
    """Methods and attributes of a class, and of those it is made from."""
    names = {node.name for node in kind.body if isinstance(node, ast.FunctionDef)}
    assigned = [node for node in kind.body if isinstance(node, (ast.Assign, ast.AnnAssign))]
    places = [place for node in assigned for place in (node.targets if isinstance(node, ast.Assign) else [node.target])]
    names |= {place.id for place in places if isinstance(place, ast.Name)}
    made_from = {part.id for base in kind.bases for part in ast.walk(base) if isinstance(part, ast.Name)}
    return names.union(*(parts_of(other) for other in classes() if other.name in made_from))


def asked(page: Path) -> list[str]:
    """Return every command line in the fenced blocks of a page, and every command in its text."""
    lines = [line.removeprefix("$ ") for body in blocks(page, "sh", "bat", "console") for line in body.splitlines()]
    commands = re.findall(r"`((?:make|python -m) [\w. ]+)`", text_of(page))
    return [line for line in lines if re.match(r"(python|py|make|dead-reckoning)\b", line)] + commands


@every_page
def test_battle_files_pass(page: Path, tmp_path: Path) -> None:
    whole = [text for text in blocks(page, "yaml") if text.startswith("title:")]
    # of their own tests
    whole = [text for text in whole if not any(word in text for word in ("kind: lance", "system: skiff", "FEINT"))]
    for number, text in enumerate(whole):
        path = tmp_path / f"{number}.yaml"
        path.write_text(text, encoding="utf-8")
        assert faults(path) == []


@every_page
def test_commands_exist(page: Path) -> None:
    for line in asked(page):
        program, *words = shlex.split(line, comments=True)
        if program == "make":
            assert words[0] in TARGETS, line
        elif words[:3] == ["-m", "pip", "install"]:
            assert (ROOT / words[-1]).exists() and (words[3:-1] in (["-r"], [])), line
        elif words[:1] == ["-m"]:
            assert util.find_spec(words[1]), line
        else:
            assert program == "dead-reckoning" or words.pop(0) == "main.py", line
            assert not words or parser().parse_args(words).verb in VERBS, line
            for word in words[1:]:
                assert not word.startswith(("scenarios", "docs")) or (ROOT / word).exists(), line


@every_page
def test_places_exist(page: Path) -> None:
    text = text_of(page)
    linked = [page.parent / place for place in re.findall(r"\]\(([^)#]+)[^)]*\)", text) if "://" not in place]
    named = [ROOT / place for place in PLACES.findall(text) if not place.endswith(NEW) and NEW_FOLDER not in place]
    assert [str(place) for place in linked + named if not place.exists()] == []


@every_page
def test_names_of_classes_and_their_parts_exist(page: Path) -> None:
    for name, part in re.findall(r"`([A-Z][a-z]+[A-Za-z]*)\.([a-z_]+)\b", text_of(page)):
        named = [kind for kind in classes() if kind.name == name]
        assert named, f"there is no class {name}"
        assert part in parts_of(named[0]), f"{name} has no {part}"


def test_pages_name_many_places() -> None:
    named = {place for page in PAGES for place in PLACES.findall(text_of(page))}
    assert len(named) > 24 and len({line for page in PAGES for line in asked(page)}) > 20


@every_page
def test_lines_are_at_most_130_characters(page: Path) -> None:
    printed = {line for body in blocks(page, "console") for line in body.splitlines()}
    lines = [line for line in text_of(page).splitlines() if not line.startswith(("|", "![")) and line not in printed]
    assert [line for line in lines if len(line) > 130] == []


def test_a_mistake_is_told_as_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = "demonstrations"
    whole = next(text for text in blocks(page, "yaml") if text.startswith("title:"))
    monkeypatch.chdir(tmp_path)
    wrong = whole.replace("expect: {meridian: {course: 12", "expect: {meridian: {course: 11")
    Path("aside.yaml").write_text(wrong, encoding="utf-8")
    shown = next(body for body in blocks(page, "console") if "check aside.yaml" in body)
    assert wrong != whole and main.main(["check", "aside.yaml"]) == 1
    assert capsys.readouterr().out.splitlines() == shown.splitlines()[1:]


def test_fields_are_those_of_the_file() -> None:
    assert set(first_column(DEMONSTRATIONS, "field | says")) <= set(BattleFile.model_fields)
    captions = first_column(DEMONSTRATIONS, "field | does")
    assert {name for name in captions if name in Say.model_fields} == set(Say.model_fields) - {"say"}
    lines = DEMONSTRATIONS[DEMONSTRATIONS.index("| line | does |") :].split("\n\n")[0]
    for kind in (Given, Expect, Refuse, Undo, CameraEntry):
        assert all(name in lines for name in kind.model_fields), kind
    assert all(name in lines for name in Look.model_fields)


def test_the_demonstration_it_opens_by_name_is_there() -> None:
    named = set(re.findall(r"main\.py demo (\w+)  ", DEMONSTRATIONS))
    assert named and named <= {one.name for one in exhibits()}


def test_the_plans_of_the_sandbox_are_written_as_shown() -> None:
    shown = next(yaml.safe_load(text) for text in blocks("sandbox", "yaml") if text.startswith("branches:"))
    plans = {key: BranchEntry.model_validate(plan) for key, plan in shown["branches"].items()}
    assert {key: len(plan.orders) for key, plan in plans.items()} == {"A": 1, "B": 2}


def test_every_key_of_the_sandbox_is_bound() -> None:
    signs = {".": "Period"}
    bound = {key for binding in BINDINGS for key in binding.keys}
    table = [row.split("|")[1].strip() for row in SANDBOX[SANDBOX.index("| key |") :].split("\n\n")[0].splitlines()[2:]]
    pressed = re.findall(r"\*\*([A-Z]|\.|F\d|Enter|Delete|Shift\+[A-Z])\*\*", SANDBOX)
    assert len(table) == 7 and len(pressed) > 12
    assert {signs.get(key, key) for key in table + pressed} <= bound


def test_orders_on_hexes_are_read_by_their_games() -> None:
    titled = {system.title: [key] for key, system in SYSTEMS.items()}
    titled |= {"both": ["hexcess", "easyhex"], "all three": ["hexcess", "easyhex", "hex12"]}
    rows = [line.split("|") for line in HEXES[HEXES.index("| game | order |") :].split("\n\n")[0].splitlines()[2:]]
    game, found = "", 0
    for row in rows:
        game = row[1].strip() or game
        for order in re.findall("`([^`]+)`", row[2]):
            assert all(readings(SYSTEMS[key], "x", order) for key in titled[game]), order
            found += 1
    assert found > 16


def test_the_first_hour_goes_as_it_is_told(tmp_path: Path) -> None:
    rows = re.findall(r"^   \| (\w+) \| ([\d.]+), ([\d.]+) \| (\d+) \|$", SANDBOX, re.MULTILINE)
    ships = {
        name.lower(): {
            "side": "amber" if at else "azure",
            "design": name.lower(),
            "at": [float(x), float(y)],
            "course": 12,
            "velocity": int(v),
        }
        for at, (name, x, y, v) in enumerate(rows)
    }
    sides = {"azure": {"name": "Azure League"}, "amber": {"name": "Amber Pact"}}
    start = {"title": "Chase", "system": "full-thrust", "house": {"manoeuvres": ["GB"]}, "sides": sides, "ships": ships}
    first, second = re.findall(r"type `([^`]+)`", SANDBOX)
    sandbox = sandbox_of(load_start_text(yaml.safe_dump(start), "chase.yaml"))
    sandbox.give("halberd", first)
    thrown = {one.label.split(">")[1]: len(one.faces) for one in dice_to_come(sandbox) if "halberd>" in one.label}
    assert thrown == {"kiln": 12, "cinder": 6, "vesper": 3}
    sandbox.begin_branch()
    sandbox.give("halberd", second)
    assert len(comparison_rows(sandbox, "halberd", "vesper")) == 2
    for key in ("A", "B"):
        path = tmp_path / f"{key}.yaml"
        path.write_text(story_text(sandbox, story_of(sandbox, key), key), encoding="utf-8")
        assert faults(path) == []


def test_the_page_of_the_games_lists_the_phases_in_which_a_curtain_falls() -> None:
    text = (ROOT / "docs" / "games.md").read_text(encoding="utf-8").partition("## Curtains")[2].partition("\n## ")[0]
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in text.splitlines() if line.startswith("|")][2:]
    told = {game: set(re.findall(r"\*([^*]+)\*", where)) for games, where in rows for game in games.split(", ")}
    assert told == {system.title: {row.name for row in system.phases if row.secret} for system in SYSTEMS.values()}
