"""Keep answers about a piece while everything that they were made from is equal, so that no key is listed by hand."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

T = TypeVar("T")
_forget_all: list[Callable[[], None]] = []


def forget_kept() -> None:
    """Empty every cache of this kind."""
    for forget in _forget_all:
        forget()


def kept_while_equal(most: int) -> Callable[[Callable[..., T]], Callable[..., T]]:
    """Keep up to `most` answers of `make(piece, order, house, table)`, one for each order.

    An answer holds as long as piece, house rules and table are equal to those that it was made from.
    """

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
