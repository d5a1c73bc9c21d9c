"""The golden schemas: what the JSON Schemas say of each field, and what each model holds where a file says nothing.

`make golden` writes them to tests/golden/schema; a test compares.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Any

from pydantic import BaseModel

from game.formats import battle_schema, user_folders
from game.rules.scenario import battle_file
from game.rules.shipyard import design_schema
from tests.tools.golden.text import plain

SCHEMAS: dict[str, type[BaseModel]] = {
    "battle": battle_file.ThrustBattleFile,
    "design": design_schema.DesignFile,
    "settings": user_folders.Settings,
}
MODULES = (battle_schema, battle_file, design_schema, user_folders)


def schema_lines(name: str) -> Iterator[str]:
    """Return one line for each value of a schema, by its path."""
    return leaves("", battle_schema.json_schema(SCHEMAS[name]))


def leaves(here: str, value: Any) -> Iterator[str]:
    """Yield every value that holds no others, and those that hold nothing."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    if not parts or (isinstance(value, list) and all(isinstance(each, str | int) for each in value)):
        yield f"{here.lstrip('.')} = {plain(value)}"
        return
    for key, each in parts:
        yield from leaves(f"{here}.{key}", each)


def default_lines() -> Iterator[str]:
    """Yield every field of every model of a file, with its default, and how it is set up."""
    for module in MODULES:
        for kind in vars(module).values():
            if inspect.isclass(kind) and issubclass(kind, BaseModel) and kind.__module__ == module.__name__:
                yield f"{kind.__name__} {plain(dict(kind.model_config))}"
                for name, field in kind.model_fields.items():
                    default = (
                        "asked for" if field.is_required() else shown(field.get_default(call_default_factory=True))
                    )
                    yield f"  {name}: {default}" + (f" as {field.alias}" if field.alias else "")


def shown(value: Any) -> str:
    """Return a default, of a model its fields."""
    return f"{type(value).__name__} {plain(value.model_dump())}" if isinstance(value, BaseModel) else plain(value)


MAKERS: dict[str, Callable[[], Iterator[str]]] = {
    **{name: partial(schema_lines, name) for name in SCHEMAS},
    "defaults": default_lines,
}


@cache
def text_of(name: str) -> str:
    """Return one of the golden schemas as text."""
    return "\n".join(MAKERS[name]()) + "\n"
