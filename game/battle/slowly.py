"""Work in small steps, so that a screen can draw frames between them."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from itertools import islice
from typing import TypeVar, cast

from game.core.state import PieceState

FRAME, MOST = 480, 24  # a frame's steps times the pieces on the table (a step takes 1 to 3 ms); most steps in a frame
T = TypeVar("T")
Slowly = Generator[None, None, T]  # yields after each step, and returns a result


def at_once(work: Generator[object, None, T]) -> T:
    """Take every step, and return the result."""
    while True:
        try:
            next(work)
        except StopIteration as done:
            return cast(T, done.value)


def run_steps(work: Iterator[object], state: PieceState) -> bool:
    """Take as many steps as a frame has time for, by the number of pieces; return False while steps are left. Steps are
    counted, not timed, so that the same frames look the same on any machine."""
    pieces = len(state.ships) + len(state.counters)
    steps = max(1, min(MOST, FRAME // max(1, pieces)))
    return sum(1 for _ in islice(work, steps)) < steps
