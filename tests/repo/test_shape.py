"""The shape of the house: imports run one way, files stay short and know few others, the window names no game."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FLOORS = (
    "__init__", "core", "board", "rulebook", "formats", "pages", "drawing", "rules", "systems", "battle", "account",
    "far", "players", "seating", "lab", "ladder", "yard", "exchange", "sandbox", "fleets", "demonstrations", "lessons",
    "paper", "text", "ui", "export", "cli", "main",
)  # fmt: skip
RANK = {name: rank for rank, name in enumerate(FLOORS)}
SOURCES = [*sorted((ROOT / "game").rglob("*.py")), ROOT / "main.py"]
TESTS = sorted((ROOT / "tests").rglob("*.py"))


def short(path: Path) -> str:
    """Return its place in the repository."""
    return path.relative_to(ROOT).as_posix()


@cache
def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(text_of(path))


@cache
def nodes_of(path: Path) -> list[ast.AST]:
    return list(ast.walk(tree_of(path)))


def floor_of(path: Path) -> int:
    """Return how high in the house a file stands."""
    return RANK[
        path.relative_to(ROOT / "game").parts[0].removesuffix(".py") if path.is_relative_to(ROOT / "game") else "main"
    ]


def for_types(node: ast.AST) -> bool:
    """Return whether a node is a block of imports for type checkers only."""
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def imported(path: Path, typed: bool = True) -> Iterator[str]:
    """Yield every module a file imports, also inside functions, and for its types unless `typed` is off."""
    types = {part for node in nodes_of(path) if for_types(node) for part in getattr(node, "body", ())}
    for node in nodes_of(path):
        if node in types and not typed:
            continue
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""
            yield from (f"{node.module}.{name.name}" for name in node.names)


def may_import(path: Path, name: str) -> bool:
    """Pygame is for the window and what is exported; a module of the game must not stand above the file."""
    here, parts = floor_of(path), name.split(".")
    if parts[0] == "pygame":
        return here in (RANK["ui"], RANK["export"])
    return parts[0] != "game" or len(parts) == 1 or RANK[parts[1]] <= here


def test_imports_run_one_way() -> None:
    assert [(short(path), name) for path in SOURCES for name in imported(path) if not may_import(path, name)] == []


def test_files_are_short() -> None:
    """A longer one has two ideas in it. Functions are measured by ruff, in statements and in ways through them: a
    formatter sets how many lines those take."""
    assert [short(path) for path in (*SOURCES, *TESTS) if text_of(path).count("\n") > 600] == []


def is_table(node: ast.stmt) -> bool:
    """Return whether a statement assigns or returns rows of values."""
    rows = [one for one in ast.walk(node) if isinstance(one, (ast.Dict, ast.List, ast.Set, ast.Tuple))]
    return isinstance(node, (ast.Assign, ast.AnnAssign, ast.Return)) and any(
        len(list(ast.iter_child_nodes(one))) > 2 for one in rows
    )


def test_only_tables_are_left_as_they_were_typed() -> None:
    for path in SOURCES:
        lines = text_of(path).splitlines()
        assert not any(line.strip() == "# fmt: off" for line in lines), short(path)
        ends = {node.end_lineno for node in nodes_of(path) if isinstance(node, ast.stmt) and is_table(node)}
        skips = {number for number, line in enumerate(lines, 1) if line.endswith("# fmt: skip")}
        assert skips <= ends, f"{short(path)}, line {min(skips - ends)}"


MODULES = {".".join(path.relative_to(ROOT).with_suffix("").parts): path for path in SOURCES}
# these put parts together
TOGETHER = ("system.py", "archive.py", "ui/app/program.py", "ui/battle/screen.py", "ui/battle/panels/panels.py")


def modules_imported(path: Path, typed: bool = True) -> set[Path]:
    """Return the files of the game that a file imports from."""
    return {MODULES[name] for name in imported(path, typed) if name in MODULES}


def test_files_know_few_others() -> None:
    parts = [path for path in SOURCES if not path.as_posix().endswith(TOGETHER)]
    assert [short(path) for path in parts if len(modules_imported(path)) > 25] == []


def test_what_is_short_and_has_one_user_stands_with_its_user() -> None:
    """A file of fewer than fifty lines besides imports that one file of its folder uses is a part of that file. What
    has tests of its own is an idea of its own; a game's literals and the verbs of the command line stay apart."""
    users: dict[Path, set[Path]] = {}
    for path in (*SOURCES, *TESTS):
        for used in modules_imported(path):
            users.setdefault(used, set()).add(path)
    for path, known in users.items():
        user = next(iter(known))
        if len(known) > 1 or user.parent != path.parent or user.name in ("system.py", "__init__.py", "main.py"):
            continue
        lines = text_of(path).splitlines()
        own = [line for line in lines if line.strip() and not line.startswith(("import ", "from "))]
        assert len(own) >= 50, f"{path.relative_to(ROOT)} is a part of {user.name}"


def test_every_module_says_what_it_is() -> None:
    assert [short(path) for path in SOURCES if (tree := tree_of(path)).body and not ast.get_docstring(tree)] == []


def test_no_docstring_is_a_question() -> None:
    asked = []
    for path in SOURCES:
        for node in nodes_of(path):
            text = isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node)
            if text and re.match(r"[^.`]*\?(\s|$)", text):
                asked.append(f"{short(path)}: {text}")
    assert asked == []


def package_imports() -> dict[str, set[str]]:
    """Return which folders of the game each folder imports from, also for types alone and inside functions; names
    without `game.`."""
    found: dict[str, set[str]] = {}
    for path in SOURCES[:-1]:
        here = ".".join(path.parent.relative_to(ROOT / "game").parts)
        found.setdefault(here, set())
        for name in imported(path):
            parts = name.split(".")
            if parts[0] == "game":
                while len(parts) > 1 and not (ROOT / Path(*parts)).is_dir():
                    parts.pop()
                found[here].add(".".join(parts[1:]))
    return found


def circle(graph: Mapping[str, set[str]]) -> list[str]:
    """Return names each of which leads to the next, and the last to the first; none where the graph has no such
    circle."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_no_packages_import_each_other() -> None:
    graph = package_imports()
    assert circle({name: used - {name} for name, used in graph.items()}) == []


def test_no_files_import_each_other_but_for_their_types() -> None:
    names = {path: short(path) for path in SOURCES}
    assert circle({name: {names[one] for one in modules_imported(path, False)} for path, name in names.items()}) == []


# all that a seat may ask of a battle, all that is done to a sandbox, and all that a game may answer in its own way
DOORS = ("View", "Sandbox", "Board", "GameFiles", "Order")


def public_methods(one: ast.ClassDef) -> list[str]:
    return [part.name for part in one.body if isinstance(part, ast.FunctionDef) and part.name[0] != "_"]


def test_classes_have_few_public_methods() -> None:
    classes = [one for path in SOURCES for one in nodes_of(path) if isinstance(one, ast.ClassDef)]
    assert [one.name for one in classes if one.name not in DOORS and len(public_methods(one)) > 34] == []


def test_no_folder_holds_more_than_fourteen_files() -> None:
    for folder in (
        path for top in ("game", "tests") for path in [ROOT / top, *(ROOT / top).rglob("*")] if path.is_dir()
    ):
        held = [path.name for path in folder.glob("*.py") if path.name != "__init__.py"]
        assert len(held) <= 14, f"{folder.relative_to(ROOT)} holds {len(held)} files"


def test_the_window_names_a_game_only_where_that_game_paints_what_it_alone_has() -> None:
    from game.systems import SYSTEMS

    texts = {path: text_of(path).lower() for path in (ROOT / "game" / "ui").rglob("*.py")}
    for system in SYSTEMS.values():
        package = system.key.replace("-", "_")
        for path, text in texts.items():
            if ROOT / "game" / "ui" / "games" / package not in path.parents:
                for name in (system.key, package, system.title.lower()):
                    assert name not in text, f"{path.name} names {name}"


def test_games_borrow_from_the_rules_and_not_from_each_other() -> None:
    """A variant amends the literal of another game (`system.py`); everything else that two games share stands under
    rules."""
    for path in (ROOT / "game" / "systems").rglob("*.py"):
        parts = path.relative_to(ROOT / "game" / "systems").parts
        for name in imported(path) if len(parts) > 1 else ():
            found = name.split(".")
            if found[:2] == ["game", "systems"] and len(found) > 2:
                assert found[2] == parts[0] or (path.stem == "system" and found[3:4] == ["system"]), (
                    f"{path.name} imports {name}"
                )


SCREENS = {
    "BattleScreen": "battle/screen.py",
    "SandboxScreen": "sandbox/screen.py",
    "HandoverScreen": "handover/screen.py",
}
UI = ROOT / "game" / "ui"


def types_named(path: Path) -> set[str]:
    """Return every name in the annotations of a file: of parameters, of attributes and of what functions return, also
    in strings."""
    found: set[str] = set()
    for node in nodes_of(path):
        for given in (getattr(node, "annotation", None), getattr(node, "returns", None)):
            for part in ast.walk(given) if isinstance(given, ast.AST) else ():
                if isinstance(part, ast.Constant) and isinstance(part.value, str):
                    found |= set(re.findall(r"\w+", part.value))
                elif isinstance(part, (ast.Name, ast.Attribute)):
                    found.add(part.id if isinstance(part, ast.Name) else part.attr)
    return found


def test_the_tables_of_a_reactor_ship_have_one_door() -> None:
    tables = ROOT / "game/systems/power_hex/combat/odds/exact"
    for path in SOURCES:
        inside = {used.name for used in modules_imported(path) if used.parent == tables}
        assert path.parent == tables or inside <= {"one_shot.py", "places.py"}, f"{path.name} goes round one_shot"


def test_no_part_of_a_screen_holds_the_screen() -> None:
    """Parts are given a context, and know its screen as what they may ask of it. Only whoever makes a screen names it,
    and a maker has no need of its type."""
    named = {path: types_named(path) for path in SOURCES if path.is_relative_to(UI)}
    takers = [(short(path), one) for path, types in named.items() for one in SCREENS.keys() & types]
    assert [(taker, one) for taker, one in takers if taker != short(UI / SCREENS[one])] == []


@pytest.mark.parametrize("own", SCREENS.values())
def test_no_screen_hands_itself_to_its_parts(own: str) -> None:
    """It hands itself to its context alone, which holds it as a Protocol."""
    for node in ast.walk(ast.parse((UI / own).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and not (isinstance(node.func, ast.Name) and node.func.id.endswith("Context")):
            given = [*node.args, *(one.value for one in node.keywords)]
            assert not any(isinstance(one, ast.Name) and one.id == "self" for one in given), (
                f"{own}, line {node.lineno}"
            )


def test_no_class_name_stands_for_two_things() -> None:
    where: dict[str, list[str]] = {}
    for path in SOURCES:
        for node in nodes_of(path):
            if isinstance(node, ast.ClassDef):
                where.setdefault(node.name, []).append(str(path.relative_to(ROOT)))
    assert not {name: places for name, places in where.items() if len(places) > 1}
