"""Narrow the type of a value for mypy, and fail if the value has another type."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")


def narrow(value: object, kind: type[T]) -> T:
    """Return a value as an instance of a class."""
    assert isinstance(value, kind), f"{value!r} is no {kind.__name__}"
    return value


def present(value: T | None) -> T:
    """Return a value that is not None."""
    assert value is not None
    return value


def each(values: Iterable[object], kind: type[T]) -> list[T]:
    """Return values that are all instances of a class."""
    return [narrow(one, kind) for one in values]
