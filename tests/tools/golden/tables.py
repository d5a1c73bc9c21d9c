"""The golden tables: every constant and default of the rules, what every system costs, and what every gun does.

`make golden` writes them to tests/golden/tables; a test compares.
"""

from __future__ import annotations

import ast
import importlib
import inspect
from collections.abc import Callable, Iterator
from dataclasses import MISSING, fields, is_dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from game.battle.designs import ROOT
from game.core.system import HouseRule, RuleSystem
from tests.tools.golden.guns import gun_lines
from tests.tools.golden.prices import design_lines, price_lines
from tests.tools.golden.text import digest, plain

PACKAGES = ("core", "board", "rulebook", "formats", "rules", "systems", "battle", "players")
WIDE = 110  # letters of a value that stand in one line; a longer one has a line for each of its parts
LONG = 1000  # letters of a value that are shown; of a longer one that has no parts a digest


def constant_lines(package: str) -> Iterator[str]:
    """Yield every constant of every module of a package, and of the classes in it. Long ones are written once."""
    said: dict[str, str] = {}
    for path in sorted((ROOT / "game" / package).rglob("*.py")):
        found = list(module_lines(path))
        if found:
            yield path.relative_to(ROOT / "game").as_posix()
        for name, equals, text in (line.partition(" = ") for line in found):
            first = said.setdefault(text, f"{path.stem} {name}") if len(text) > WIDE else ""
            yield f"  {name}{equals}{text if first in ('', f'{path.stem} {name}') else f'as {first}'}"


def module_lines(path: Path) -> Iterator[str]:
    """Yield the constants of a module, and the values that its classes hold."""
    names = path.relative_to(ROOT).with_suffix("").parts
    module = importlib.import_module(".".join(names[:-1] if names[-1] == "__init__" else names))
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef):
            yield from class_lines(getattr(module, node.name), node)
        for name in assigned(node):
            yield from value_lines(name, getattr(module, name))
        if isinstance(node, ast.FunctionDef) and (given := default_words(getattr(module, node.name))):
            yield f"{node.name}: {given}"


def assigned(node: ast.stmt) -> Iterator[str]:
    """Return the names that a statement gives values to. Dicts and lists that begin empty are filled in play and left
    out."""
    given = getattr(node, "value", None)
    empty = (isinstance(given, ast.Dict) and not given.keys) or (isinstance(given, ast.List) and not given.elts)
    if given is None or empty:
        return
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    yield from (one.id for each in targets for one in ast.walk(each) if isinstance(one, ast.Name))


def class_lines(kind: Any, node: ast.ClassDef) -> Iterator[str]:
    """Yield the constants of a class, the defaults of its fields, and the defaults of its methods."""
    if is_dataclass(kind):
        for one in fields(kind):
            if one.default is not MISSING:
                yield f"{node.name}.{one.name} = {plain(one.default)}"
    known = {one.name for one in fields(kind)} if is_dataclass(kind) else set(getattr(kind, "model_fields", ()))
    for each in node.body:
        for name in assigned(each):
            if name not in known and not issubclass(kind, BaseModel):
                yield from value_lines(f"{node.name}.{name}", getattr(kind, name))
        if (
            isinstance(each, ast.FunctionDef)
            and callable(made := vars(kind).get(each.name))
            and (given := default_words(made))
        ):
            yield f"{node.name}.{each.name}: {given}"


def default_words(made: Callable[..., Any]) -> str:
    """Return the defaults of a function's parameters."""
    given = inspect.signature(made).parameters.values()
    told = {one.name: plain(one.default) for one in given if one.default is not one.empty}
    return ", ".join(f"{name} = {text if len(text) <= LONG else digest(text)}" for name, text in told.items())


def value_lines(name: str, value: Any) -> Iterator[str]:
    """Yield a constant on one line or, if it is long, one line for each of its parts. Types are left out."""
    if is_kind(value):
        return
    if isinstance(value, RuleSystem) and name.endswith("]"):
        yield f"{name} = {value.key} {digest(plain(value))}"  # it is shown where it is made
        return
    text = plain(value)
    if len(text) <= WIDE or isinstance(value, str | HouseRule):
        yield f"{name} = {text}"
    elif is_dataclass(value):
        for one in fields(value):
            yield from value_lines(f"{name}.{one.name}", getattr(value, one.name))
    elif isinstance(value, dict):
        for key, each in value.items():
            yield from value_lines(f"{name}[{plain(key)}]", each)
    elif isinstance(value, tuple | list):
        for part, each in zip(parts_of(value), value):
            yield from value_lines(f"{name}[{part}]", each)
    else:
        yield f"{name} = {text if len(text) <= LONG else digest(text)}"


def parts_of(values: tuple[Any, ...] | list[Any]) -> list[str]:
    """Return names for the parts of a list: their keys or names if each has its own, so that a new part changes no
    other line. Otherwise return their numbers."""
    for field in ("key", "name"):
        called = [str(getattr(one, field, "")) for one in values]
        if all(called) and len(set(called)) == len(called) and not any(map(str.isdigit, called)):
            return called
    return [str(nth) for nth in range(len(values))]


def is_kind(value: Any) -> bool:
    """Return whether a value is a type, such as `tuple[int, ...]`."""
    module = type(value).__module__
    return isinstance(value, type) or "typing" in module or (module == "types" and not callable(value))


MAKERS: dict[str, Callable[[], Iterator[str]]] = {
    **{f"constants_{package}": partial(constant_lines, package) for package in PACKAGES},
    "prices": price_lines,
    "designs": design_lines,
    "guns": gun_lines,
}


@cache
def text_of(name: str) -> str:
    """Return one of the golden tables as text."""
    return "\n".join(MAKERS[name]()) + "\n"
