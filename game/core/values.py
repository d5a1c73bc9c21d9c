"""Values of a battle: those of its house rules, and how those are made that it needs by the thousand, such as orders
and dice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar, dataclass_transform

Kind = TypeVar("Kind")
HouseValue = bool | int | float | str | tuple[str, ...]  # of a house rule
House = Mapping[str, HouseValue]  # every house rule of a battle, by key
# of plain data: nothing, a text, a number, true or false, or a list or mapping of such; the reader checks it
Value = Any
Data = dict[str, Value]  # a part of a file as plain data
Entry = Mapping[str, Value]  # the same, read only
NUMBERS = (int, float)


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(kind: type[Kind]) -> type[Kind]:
    """A dataclass whose values are equal and hash by what they hold, and are never changed: mypy refuses it.

    Python's own frozen dataclasses refuse it at run time too, and for that take six times as long to be made.
    """
    return dataclass(slots=True, unsafe_hash=True)(kind)


def number(house: House, key: str, otherwise: float = 0) -> float:
    """The value of a house rule that is a number; `otherwise` where there is none."""
    value = house.get(key, otherwise)
    return value if isinstance(value, NUMBERS) else otherwise


def words(house: House, key: str, otherwise: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The value of a house rule that is a list of words; `otherwise` where there is none."""
    value = house.get(key, otherwise)
    return value if isinstance(value, tuple) else otherwise
