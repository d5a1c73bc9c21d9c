"""Twelve courses at the points of a clock, and arcs of sixty or ninety degrees: what both boards have in common
(full-thrust-base/1.2, 4.1)."""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar, Protocol

from game.board.geometry import ARCS, QUARTERS, degrees, nearest_course
from game.board.look import NIGHT_SKY, Look
from game.board.protocol import Arc, Course


class ClockBoard(Protocol):
    """The answers about directions of a board whose courses are 1 to 12, 12 up the table and 3 to the right; in space."""

    look: ClassVar[Look] = NIGHT_SKY

    def format_distance(self, distance: float) -> str:
        """A distance in words, in the unit of the board."""

    def range_words(self, distance: float) -> str:
        """The same: it is measured at any time."""
        return self.format_distance(distance)

    @property
    def grain(self) -> int:
        """One clock point."""
        return 1

    def direction(self, course: int, heading: float | None = None) -> float:
        """Thirty degrees to a clock point."""
        return degrees(course, heading)

    def course_at(self, direction: float) -> int:
        """The nearest clock point; of two, the one further clockwise."""
        return nearest_course(direction)

    @property
    def courses(self) -> tuple[int, ...]:
        """Every clock point that is a whole multiple of the grain."""
        return tuple(range(self.grain, 13, self.grain))

    def turned(self, course: int, steps: int) -> int:
        """Clock points go from 12 to 1."""
        return (course - 1 + steps * self.grain) % 12 + 1

    @property
    def compass(self) -> tuple[Course, ...]:
        """All twelve; every third one stands out."""
        return _POINTS

    def arc_set(self, wide: float = 60.0) -> tuple[Arc, ...]:
        """Six arcs, or four of ninety degrees as in the second edition."""
        return _arcs(QUARTERS if wide == 360.0 / len(QUARTERS) else ARCS)


_POINTS = tuple(Course(30.0 * k, str(k or 12), k % 3 == 0) for k in range(12))


@lru_cache
def _arcs(names: tuple[str, ...]) -> tuple[Arc, ...]:
    wide = 360.0 / len(names)
    return tuple(Arc(name, wide * k, wide) for k, name in enumerate(names))
