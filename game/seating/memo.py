"""An answer cached until something that it depends on changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

Parts = tuple[Any, ...]
T = TypeVar("T")


def same(a: Parts, b: Parts) -> bool:
    """Return whether two tuples of parts are equal. Identity is tried first."""
    return len(a) == len(b) and all(x is y or x == y for x, y in zip(a, b))


class Memo(Generic[T]):
    """The last answer, and the parts it was made from."""

    def __init__(self) -> None:
        self.parts: Parts = ()
        self._kept: list[T] = []

    def get(self, parts: Parts, make: Callable[[], T]) -> T:
        """Return the answer for these parts, made anew unless it was the last."""
        if not self._kept or not same(parts, self.parts):
            self._kept, self.parts = [make()], parts
        return self._kept[0]
