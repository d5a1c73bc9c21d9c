"""House-rule values; a cheap way to make frozen values by the thousand, such as orders and dice; and a cache that
compares arguments by value."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, TypeVar, dataclass_transform

Kind = TypeVar("Kind")
T = TypeVar("T")
HouseValue = bool | int | float | str | tuple[str, ...]  # of a house rule
House = Mapping[str, HouseValue]  # every house rule of a battle, by key
# plain data: None, text, number, bool, or a list or mapping of such; the reader of a file checks it
Value = Any
Data = dict[str, Value]  # a part of a file as plain data
Entry = Mapping[str, Value]  # the same, read only
NUMBERS = (int, float)
PROFILE = "profile"  # the house rule that is an edition and sets others


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(kind: type[Kind]) -> type[Kind]:
    """Return a dataclass whose values are compared and hashed by content. Mypy refuses to assign to their fields.
    Python's own frozen dataclasses also refuse it at run time, and for that take six times as long to make."""
    return dataclass(slots=True, unsafe_hash=True)(kind)


def number(house: House, key: str, otherwise: float = 0) -> float:
    """Return a house rule's number; `otherwise` where it is not set."""
    value = house.get(key, otherwise)
    return value if isinstance(value, NUMBERS) else otherwise


def words(house: House, key: str, otherwise: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Return a house rule's list of words; `otherwise` where it is not set."""
    value = house.get(key, otherwise)
    return value if isinstance(value, tuple) else otherwise


# -- cached answers ----------------------------------------------------------------------------------------------------

_forget_all: list[Callable[[], None]] = []


def forget_kept() -> None:
    """Empty every cache made by `kept_while_equal`."""
    for forget in _forget_all:
        forget()


def kept_while_equal(most: int) -> Callable[[Callable[..., T]], Callable[..., T]]:
    """Cache up to `most` answers of `make(piece, order, house, table)`, one for each order. An answer is reused while
    piece, house rules and table equal those it was made from."""

    def wrap(make: Callable[..., T]) -> Callable[..., T]:
        known: dict[object, tuple[T, Any, dict[str, Any], object]] = {}

        @wraps(make)
        def kept(piece: Any, order: object, house: Any, table: object) -> T:
            found = known.get(order)
            if found and found[1] == piece and found[2] == house and found[3] == table:
                return found[0]
            if len(known) >= most:
                del known[next(iter(known))]
            answer = make(piece, order, house, table)
            known[order] = answer, piece.copy(), dict(house), table
            return answer

        _forget_all.append(known.clear)
        return kept

    return wrap
