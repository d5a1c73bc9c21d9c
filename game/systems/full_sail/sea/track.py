"""The path of a ship, with half of a turn before it moves and the rest halfway (sail/3.1)."""

from __future__ import annotations

from itertools import pairwise

from game.board.geometry import Point, ahead, clock, rounded_point, span

Path = tuple[Point, ...]  # corner by corner
Legs = tuple[int, ...]  # clock points, negative to port: none, one turn, or a side-slip of two opposite ones


def headings(course: int, legs: Legs) -> tuple[int, int]:
    """Return the courses of the two halves of a move."""
    first = legs[0] if len(legs) == 2 else int(sum(legs) / 2)
    return clock(course + first), clock(course + sum(legs))


def track(at: Point, way: tuple[int, int], speed: int) -> Path:
    """Return the path of a ship, corner by corner, by the headings of its two halves."""
    if not speed:
        return (at,)
    middle = ahead(at, way[0], speed / 2)
    return at, rounded_point(middle), rounded_point(ahead(middle, way[1], speed / 2))


def end_of(at: Point, way: tuple[int, int], speed: int) -> Point:
    """Return the end of that path, without computing its corners."""
    return rounded_point(ahead(ahead(at, way[0], speed / 2), way[1], speed / 2)) if speed else at


def cut(path: Path, far: float) -> Path:
    """Return the first `far` MU of a path."""
    kept, left = [path[0]], far
    for a, b in pairwise(path):
        long = span(a, b)
        if long >= left:
            share = left / long if long else 0.0
            kept.append(rounded_point((a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1]))))
            break
        kept.append(b)
        left -= long
    return tuple(kept)


def length(path: Path) -> float:
    return sum([span(a, b) for a, b in pairwise(path)])
