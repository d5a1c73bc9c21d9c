"""Answers kept under what they were asked about, until whoever keeps them forgets them; no part of the rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

T = TypeVar("T")


class Memo:
    """`memo("sheet", key, ask=...)` asks once for each key. `only_last` keeps no answer but the last, as of a frame."""

    def __init__(self, only_last: bool = False) -> None:
        self._answers: dict[tuple[object, ...], object] = {}
        self._only_last = only_last

    def __call__(self, *key: object, ask: Callable[[], T]) -> T:
        """The answer kept under `key`, or else that of `ask`, which is kept from now on."""
        if key not in self._answers:
            answer = ask()
            if self._only_last:
                self._answers.clear()
            self._answers[key] = answer
        return cast(T, self._answers[key])

    def clear(self) -> None:
        """Forget every answer."""
        self._answers.clear()
