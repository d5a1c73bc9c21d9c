"""Damage the structure of files: replace any value by one of another type, one nested too deep, or a huge one."""

from __future__ import annotations

import random
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

Path = tuple[str | int, ...]
DEEP: Any = "bottom"
for _ in range(30):
    DEEP = [DEEP]

STRANGE: tuple[Any, ...] = (  # values of the wrong type
    None, True, False, 0, 1, -1, 7, 10**18, -(10**18), 1.5, -0.25, 1e300, "", "text", "7", "null", "2026-01-31", "0x1F",
    "12:30", "\u202egnissim", "bell\x07", "two\nlines", "\u200b", "\ud83d\ude80", "x" * 5000, "R0lGODdhAQABAIAAAP8A",
    [], {}, [[]], [{}], [None], {"a": None}, {"a": {"b": {"c": 1}}}, [1, 2, 3], [[1, 2], [3, 4]],
    ["x", 7, None, [], {}],
    [["FP", "F"]], {"": ""}, {"x" * 5000: 1}, {"\u202e": 1}, DEEP, {"kind": DEEP}, [0] * 300, ["x"] * 300, [[]] * 300,
    [1, "B3"], [None, "B3"], [{"a": 1}, "B3"], {str(n): n for n in range(300)},
)  # fmt: skip


def places(value: Any, here: Path = ()) -> Iterator[Path]:
    """Yield the path of every value, beginning with the whole."""
    yield here
    if isinstance(value, dict):
        for key, each in value.items():
            yield from places(each, (*here, key))
    elif isinstance(value, list):
        for index, each in enumerate(value):
            yield from places(each, (*here, index))


def at(value: Any, path: Path) -> Any:
    """Return the value at a path."""
    for step in path:
        value = value[step]
    return value


def replaced(data: Any, path: Path, new: Any) -> Any:
    """Return the data with another value at a path."""
    if not path:
        return deepcopy(new)
    found = deepcopy(data)
    at(found, path[:-1])[path[-1]] = deepcopy(new)
    return found


def wrecked(data: Any, dice: random.Random) -> Any:
    """Return the data with one value removed, duplicated, wrapped, renamed, swapped, or replaced by a strange one."""
    spots = list(places(data))
    path = dice.choice(spots[1:])
    value, around = at(data, path), at(data, path[:-1])
    match dice.randrange(8):
        case 0:
            return replaced(data, path, [value])
        case 1:
            return replaced(data, path, {"value": value})
        case 2:
            return replaced(data, path, at(data, dice.choice(spots)))
        case 3 if isinstance(around, dict):
            rest = {key: each for key, each in around.items() if key != path[-1]}
            return replaced(data, path[:-1], rest)
        case 4 if isinstance(around, dict):
            name = dice.choice(("", "battle", "x" * 300, "\u202e", "azure", "far star", str(path[-1]).upper()))
            return replaced(data, path[:-1], {name if key == path[-1] else key: each for key, each in around.items()})
        case 5 if isinstance(around, list):
            return replaced(data, path[:-1], around * dice.choice((2, 50)))
        case _:
            return replaced(data, path, dice.choice(STRANGE))
