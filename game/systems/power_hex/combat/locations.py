"""Location charts: what a d20 names on a side or among the primary systems (power/8.4)."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping

DIE = 20
STRUCTURE, PRIMARY = "structure", "primary"  # what a row may say besides the key of a system
Chart = tuple[tuple[str, int, int], ...]  # rows: what is struck, first and last face


def place_on(chart: Chart, face: int) -> str:
    """What a face of the d20 names."""
    return next(place for place, low, high in chart if low <= face <= high)


def faces_of(chart: Chart, place: str) -> int:
    """How many faces of the d20 name a place."""
    return sum(high - low + 1 for named, low, high in chart if named == place)


def place_chances(chart: Chart, passed: Container[str] = ()) -> Mapping[str, float]:
    """The chance of each place of a chart, where those `passed` are rolled again."""
    left = [(place, high - low + 1) for place, low, high in chart if place not in passed]
    total = sum(faces for _, faces in left)
    found: dict[str, float] = {}
    for place, faces in left:
        found[place] = found.get(place, 0.0) + faces / total
    return found


def gaps(chart: Iterable[tuple[str, int, int]]) -> tuple[int, ...]:
    """Faces of the d20 that a chart names never or more than once."""
    counted = [0] * (DIE + 1)
    for _, low, high in chart:
        for face in range(max(1, low), min(DIE, high) + 1):
            counted[face] += 1
    return tuple(face for face in range(1, DIE + 1) if counted[face] != 1)
