"""The track of a hull through the water: half of a turn before it moves, the rest half way (sail/3.1)."""

from __future__ import annotations

from itertools import pairwise

from game.board.geometry import Point, ahead, clock, settled, span


def track(at: Point, course: int, turn: int, speed: int) -> tuple[tuple[Point, ...], int]:
    """The way of a ship, corner by corner, and the course that it ends on; `turn` is in clock points, negative to port."""
    first = int(turn / 2)
    begun, ended = clock(course + first), clock(course + turn)
    if not speed:
        return (at,), ended
    middle = ahead(at, begun, speed / 2)
    return (at, settled(middle), settled(ahead(middle, ended, speed / 2))), ended


def cut(path: tuple[Point, ...], far: float) -> tuple[Point, ...]:
    """The first so many MU of a way."""
    kept, left = [path[0]], far
    for a, b in pairwise(path):
        long = span(a, b)
        if long >= left:
            share = left / long if long else 0.0
            kept.append(settled((a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1]))))
            break
        kept.append(b)
        left -= long
    return tuple(kept)


def length(path: tuple[Point, ...]) -> float:
    """How long a way is, in MU."""
    return sum(span(a, b) for a, b in pairwise(path))
