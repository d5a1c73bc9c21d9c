"""How values are made that a battle needs by the thousand: orders, prompts, dice, lines of the log."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeVar, dataclass_transform

Kind = TypeVar("Kind")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(kind: type[Kind]) -> type[Kind]:
    """A dataclass whose values are equal and hash by what they hold, and are never changed: mypy refuses it.

    Python's own frozen dataclasses refuse it at run time too, and for that take six times as long to be made.
    """
    return dataclass(slots=True, unsafe_hash=True)(kind)
