"""Work in small steps, so that a screen may draw between them."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from itertools import islice
from typing import TypeVar, cast

from game.core.state import PieceState

FRAME, MOST = 480, 24  # steps a frame times pieces on the table, each step 1 to 3 ms; most steps a frame
T = TypeVar("T")
Slowly = Generator[None, None, T]  # yields after each step and returns a result


def at_once(work: Generator[object, None, T]) -> T:
    """Take every step, and return the result."""
    while True:
        try:
            next(work)
        except StopIteration as done:
            return cast(T, done.value)


def worked_out(work: Iterator[object], state: PieceState) -> bool:
    """Take as many steps as a frame has time for, by the number of pieces; False while there are more.

    Steps are counted, not timed, so that the same frames show the same on any machine.
    """
    pieces = len(state.ships) + len(state.counters)
    steps = max(1, min(MOST, FRAME // max(1, pieces)))
    return sum(1 for _ in islice(work, steps)) < steps
