"""Words that the window shows mean one thing: what a player has switched off is hidden, and nothing else is."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from game.battle.designs import ROOT

HIDDEN = re.compile(r"\bhidden\b", re.I)
PLANS = ("sandbox/sandbox.py", "sandbox/storage.py", "sandbox/panels/plan_rows.py")  # tell of plans that are taken off the table


def texts(path: Path) -> Iterator[tuple[int, str]]:
    """Every text of a module that is no docstring, with its line."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    told = {
        id(one.body[0].value)
        for one in ast.walk(tree)
        if isinstance(one, (ast.Module, ast.ClassDef, ast.FunctionDef)) and one.body and isinstance(one.body[0], ast.Expr)
    }
    for one in ast.walk(tree):
        if isinstance(one, ast.Constant) and isinstance(one.value, str) and id(one) not in told:
            yield one.lineno, one.value


def test_only_a_plan_that_was_taken_off_the_table_is_hidden() -> None:
    modules = (path for path in (ROOT / "game").rglob("*.py") if not path.as_posix().endswith(PLANS))
    found = [f"{path.relative_to(ROOT)}:{line}: {text}" for path in modules for line, text in texts(path) if HIDDEN.search(text)]
    files = [*(ROOT / "scenarios").rglob("*.yaml"), *(ROOT / "assets" / "rules").rglob("*.yaml")]
    found += [f"{path.name}: {line}" for path in files for line in path.read_text(encoding="utf-8").splitlines()
              if HIDDEN.search(line)]  # fmt: skip
    assert found == []
