"""The cells of the path in hand at which the heading could still change, and the cost, read from the legal paths; no
part of the rules."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from game.board.geometry import bearing
from game.board.protocol import Board
from game.core.display import Destination, Point, Pose
from game.ui.board.model.memo import by_identity


@dataclass(frozen=True, slots=True)
class Opening:
    """A cell that the path leaves straight on, the other possible headings there, and their least cost in thrust."""

    at: Point
    courses: tuple[int, ...]
    price: int


@by_identity(64)
def openings(destinations: tuple[Destination, ...], pose: Pose, board: Board) -> tuple[Opening, ...]:
    """Return every cell after the first in which the ship could turn and still end at the same velocity. Its path after
    the turn does not matter. On a path along a row, a step between two rows is no turn. Cached for each path."""
    lefts: dict[int, dict[int, int]] = defaultdict(dict)  # most thrust left, by index on the path and course there
    for way in destinations:
        if way.aside or way.velocity != pose.velocity or (way.heading is not None and pose.heading is None):
            continue
        for place in range(1, min(len(way.path), len(pose.path))):
            if way.path[place] != pose.path[place]:
                break
            course = _course(board, way.path, place, way.course)
            lefts[place][course] = max(way.left, lefts[place].get(course, way.left))
    found = []
    for place, ways in lefts.items():
        straight = _course(board, pose.path, place - 1, pose.course)
        others = {course: left for course, left in ways.items() if course != straight}
        if straight in ways and others and _course(board, pose.path, place, pose.course) == straight:
            price = ways[straight] - max(others.values())
            found.append(Opening(pose.path[place], tuple(sorted(others)), price))
    return tuple(found)


def _course(board: Board, path: Sequence[Point], place: int, last: int) -> int:
    """Return the course on which the path leaves a cell; at the end the ship's last course."""
    if place + 1 >= len(path):
        return last
    return board.course_at(bearing(path[place], path[place + 1]))
