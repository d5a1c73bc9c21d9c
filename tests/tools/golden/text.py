"""The common part of golden texts: values written alike on every machine, and texts kept and compared."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import Any

from game.battle.designs import ROOT

FOLDER = ROOT / "tests" / "golden"
TIE = 1e-7  # added before a number is rounded, so that one halfway between two is rounded alike everywhere
SHOWN = 60  # lines of a difference that a failing test prints


def digest(text: str) -> str:
    """Return eight hex digits that stand for a text."""
    return blake2b(text.encode(), digest_size=4).hexdigest()


def plain(value: Any, places: int | None = None) -> str:
    """Return a value in one line: sets sorted, functions by name, parts of this program field by field, numbers to that
    many places."""
    if isinstance(value, float):
        return repr(value if places is None else round(value + TIE, places) + 0.0)
    if value is None or (isinstance(value, bool | int | str) and not isinstance(value, Enum)):
        return repr(value)
    if is_dataclass(value) and not isinstance(value, type):
        told = ", ".join(
            f"{one.name}={plain(getattr(value, one.name), places)}" for one in fields(value) if differs(value, one)
        )
        return f"{type(value).__name__}({told})"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{plain(key, places)}: {plain(each, places)}" for key, each in value.items()) + "}"
    if isinstance(value, set | frozenset):
        return "{" + ", ".join(sorted(plain(each, places) for each in value)) + "}"
    if isinstance(value, tuple | list):
        name = type(value).__name__ if hasattr(value, "_fields") else ""
        return f"{name}({', '.join(plain(each, places) for each in value)})"
    return thing(value)


def differs(value: Any, one: Any) -> bool:
    """Return whether a field has another value than its default."""
    return bool(one.repr and getattr(value, one.name) != one.default)


def thing(value: Any) -> str:
    """Return the name of a value that is not plain."""
    if isinstance(value, partial):
        return f"{thing(value.func)} with {plain((value.args, value.keywords))}"
    if isinstance(value, re.Pattern):
        return f"pattern {value.pattern!a}"
    if isinstance(value, range):
        return f"range {value.start} {value.stop} {value.step}"
    if isinstance(value, Path):
        return value.relative_to(ROOT).as_posix() if value.is_relative_to(ROOT) else "a path"
    name = getattr(value, "__qualname__", "")
    return name or type(value).__name__


def golden(net: str, name: str) -> Path:
    """Return where a golden text of a net is kept."""
    return FOLDER / net / f"{name}.txt"


def write(net: str, texts: Iterable[tuple[str, str]]) -> None:
    """Write the golden texts of a net again, and drop those that are no longer made."""
    (FOLDER / net).mkdir(parents=True, exist_ok=True)
    made = set()
    for name, text in texts:
        path = golden(net, name)
        path.write_text(text, encoding="utf-8", newline="\n")
        made.add(name)
        print(path.relative_to(ROOT).as_posix())
    for name in set(kept(net)) - made:
        golden(net, name).unlink()


def difference(net: str, name: str, now: str) -> str:
    """Return every line in which a golden text differs from the one that is made now; empty where there is none."""
    path = golden(net, name)
    if not path.exists():
        return f"{net}/{name} is not written down yet: run make golden and read it"
    was = path.read_text(encoding="utf-8")
    if was == now:
        return ""
    lines = list(difflib.unified_diff(was.splitlines(), now.splitlines(), "written down", "made now", lineterm="", n=0))
    more = [f"… and {len(lines) - SHOWN} lines more"] if len(lines) > SHOWN else []
    return "\n".join([f"{net}/{name}: make golden writes it anew; read the difference:", *lines[:SHOWN], *more])


def kept(net: str) -> list[str]:
    """Return the names of the golden texts of a net that are on disk."""
    return sorted(path.stem for path in (FOLDER / net).glob("*.txt"))
