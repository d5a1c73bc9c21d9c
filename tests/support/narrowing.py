"""Say what a value is, for tests that are handed it by a wider type: it fails where it is something else."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")


def narrow(value: object, kind: type[T]) -> T:
    """Return a value, known to be of a kind."""
    assert isinstance(value, kind), f"{value!r} is no {kind.__name__}"
    return value


def present(value: T | None) -> T:
    """Return a value that there is."""
    assert value is not None
    return value


def each(values: Iterable[object], kind: type[T]) -> list[T]:
    """Return values that are all of a kind."""
    return [narrow(one, kind) for one in values]
