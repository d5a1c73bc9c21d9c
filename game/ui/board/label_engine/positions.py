"""Labels and their possible places: rects round a piece, leaders, points to avoid; no part of the rules."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from pygame import Rect

Place = tuple[float, float]
Ends = tuple[Place, Place]

# places round a piece: the label's alignment, the point of its rect (shares from the upper left corner) to be placed,
# and the place itself, in shares of half the piece with the gap
LEFT, RIGHT, ABOVE, BELOW = (0.0, 0.5), (1.0, 0.5), (0.5, 1.0), (0.5, 0.0)
ROUND: tuple[tuple[int, Place, float, float], ...] = (
    (-1, LEFT, 1.0, 0.0), (1, RIGHT, -1.0, 0.0), (-1, (0.0, 1.0), 0.72, -0.62), (-1, (0.0, 0.0), 0.72, 0.62),
    (1, (1.0, 1.0), -0.72, -0.62), (1, (1.0, 0.0), -0.72, 0.62), (0, ABOVE, 0.0, -1.0), (0, BELOW, 0.0, 1.0),
    (-1, (0.0, 1.0), -0.3, -1.0), (1, (1.0, 1.0), 0.3, -1.0), (-1, (0.0, 0.0), -0.3, 1.0), (1, (1.0, 0.0), 0.3, 1.0),
    (-1, (0.0, 1.0), 1.0, 0.1), (-1, (0.0, 0.0), 1.0, -0.1), (1, (1.0, 1.0), -1.0, 0.1), (1, (1.0, 0.0), -1.0, -0.1),
)  # fmt: skip
FAR = (22, 42, 76, 124)  # design pixels from a piece to a label with a leader
CLOCK = (45, 285, 135, 225, 75, 315, 15, 165, 105, 255, 195, 345)  # degrees clockwise from up, the best first
TURNS = tuple((math.sin(math.radians(turn)), -math.cos(math.radians(turn))) for turn in CLOCK)
CELL = 5  # design pixels: the grid on which points to avoid are counted


class Counts:
    """The number of points in a rect, by a grid. It is never too low, and too high at most by the points in a border
    one cell wide."""

    def __init__(self, area: Rect, points: np.ndarray, cell: int) -> None:
        self.left, self.top, self.cell = area.left, area.top, max(1, cell)
        self.wide, self.high = area.w // self.cell + 1, area.h // self.cell + 1
        x, y = ((points - (area.left, area.top)) // self.cell).astype(int).T if len(points) else (np.empty(0, int),) * 2
        inside = (x >= 0) & (x < self.wide) & (y >= 0) & (y < self.high)
        self.any = bool(inside.any())
        flat = np.bincount(y[inside] * self.wide + x[inside], minlength=self.wide * self.high)
        self._grid = flat.reshape(self.high, self.wide)
        self._sums = np.zeros((self.high + 1, self.wide + 1), dtype=int)
        self._sums[1:, 1:] = self._grid.cumsum(axis=0).cumsum(axis=1)

    def freed_rect(self, before: Counts) -> Rect | None:
        """Return the rect round all cells that had points before and have none now, or None."""
        if before._grid.shape != self._grid.shape:
            return Rect(self.left, self.top, self.wide * self.cell, self.high * self.cell)
        if not before.any:
            return None
        gone = (before._grid > 0) > (self._grid > 0)
        rows, columns = np.flatnonzero(gone.any(axis=1)), np.flatnonzero(gone.any(axis=0))
        if not len(rows):
            return None
        (x0, x1), (y0, y1) = ((int(one[0]), int(one[-1])) for one in (columns, rows))
        cell = self.cell
        return Rect(self.left + x0 * cell, self.top + y0 * cell, (x1 - x0 + 1) * cell, (y1 - y0 + 1) * cell)

    def count(self, rect: Rect, more: int = 0) -> int:
        """Return the points in the cells that a rect touches, enlarged by `more` pixels on each side."""
        if not self.any:
            return 0
        x0 = min(self.wide, max(0, (rect.left - more - self.left) // self.cell))
        y0 = min(self.high, max(0, (rect.top - more - self.top) // self.cell))
        x1 = max(x0, min(self.wide, (rect.right + more - self.left) // self.cell + 1))
        y1 = max(y0, min(self.high, (rect.bottom + more - self.top) // self.cell + 1))
        sums = self._sums
        return int(sums[y1, x1] - sums[y0, x1] - sums[y1, x0] + sums[y0, x0])

    def counts(self, rects: np.ndarray, more: int = 0) -> np.ndarray:
        """Return the same for many rects, each a row of left, top, right and bottom."""
        if not self.any:
            return np.zeros(len(rects), dtype=int)
        least, most = rects[:, :2] - more - (self.left, self.top), rects[:, 2:4] + more - (self.left, self.top)
        x0, y0 = np.clip(least // self.cell, 0, (self.wide, self.high)).T
        x1, y1 = np.clip(most // self.cell + 1, 0, (self.wide, self.high)).T
        x1, y1, sums = np.maximum(x0, x1), np.maximum(y0, y1), self._sums
        found: np.ndarray = sums[y1, x1] - sums[y0, x1] - sums[y1, x0] + sums[y0, x0]
        return found


NOTHING = Counts(Rect(0, 0, 1, 1), np.empty((0, 2)), 1)


@dataclass(frozen=True, slots=True)
class LabelForm:
    """A way to write a label. `spots` are places of its own; without them the label is placed round what it names."""

    kind: str  # the kind of form, for the code that draws it
    size: tuple[int, int]
    # the loss: 0 nothing, 1 a line, 2 stands off, 3 cut short, 4 anywhere
    level: int = 0
    far: bool = False  # it stands off, with a leader to what it names
    busy: float = math.inf  # points of lines that it may cover
    spots: tuple[tuple[int, Rect], ...] = ()
    tied: bool = False  # true if only the leader connects it, so that it may be nearer to a foreign piece
    over: bool = False  # its leader may cross foreign pieces, because it must have a place
    # true for a form tried after all other labels, on a finer grid; its leader leads to the nearest point
    late: bool = False

    def alike(self, other: LabelForm) -> bool:
        """Return whether two forms are the same apart from their size."""
        return (self.kind, self.level, self.far) == (other.kind, other.level, other.far)


@dataclass(frozen=True, slots=True)
class LabelRequest:
    """A label that needs a place: what it names, the ground of that in pixels, and its forms, the fullest first."""

    keys: tuple[str, ...]
    home: Rect
    forms: tuple[LabelForm, ...]
    rank: int = 0  # lower ones are placed first
    outline: tuple[Place, ...] = ()  # the outline of what it names, for the leader's end

    @property
    def key(self) -> str:
        """The first thing it names."""
        return self.keys[0]


@dataclass(frozen=True, slots=True)
class LabelPosition:
    """A possible place of a label: its alignment, and its leader from the named thing to its edge."""

    rect: Rect
    side: int = 0
    ends: Ends | None = None


@dataclass(frozen=True, slots=True)
class PlacedLabel:
    """A label in the form and the place that it has been given."""

    wanted: LabelRequest
    form: LabelForm
    spot: LabelPosition


@dataclass(frozen=True, slots=True)
class LabelSurroundings:
    """Everything round labels that limits their places, in real pixels."""

    area: Rect
    taken: tuple[Rect, ...]  # rects that no label may touch
    pieces: Mapping[str, Rect]  # ships and counters: no label covers one, or is nearer to a foreign one
    barred: Counts = NOTHING  # points that may not be covered
    lines: Counts = NOTHING  # points to avoid
    leaders: tuple[Ends, ...] = ()  # lines that leaders may not cross
    unit: float = 1.0  # real pixels per design pixel
    cards: tuple[tuple[str, Rect], ...] = ()  # taken rects that belong to a piece, whose own leader may cross them
    # marks with their owners; no label is nearer to a foreign one than to its own piece
    marks: tuple[tuple[str, Rect], ...] = ()


def bounding_rect(ends: Ends) -> Rect:
    """Return the bounding rect of a line."""
    (x0, y0), (x1, y1) = ends
    return Rect(
        math.floor(min(x0, x1)), math.floor(min(y0, y1)), math.ceil(abs(x0 - x1)) + 1, math.ceil(abs(y0 - y1)) + 1
    )


def crossing(a: Ends, b: Ends) -> bool:
    """Return whether two lines cross or touch."""
    (p, q), (r, s) = a, b

    def side(one: Place, two: Place, three: Place) -> float:
        return (two[0] - one[0]) * (three[1] - one[1]) - (two[1] - one[1]) * (three[0] - one[0])

    return (
        side(p, q, r) * side(p, q, s) <= 0
        and side(r, s, p) * side(r, s, q) <= 0
        and bool(
            max(min(p[0], q[0]), min(r[0], s[0])) <= min(max(p[0], q[0]), max(r[0], s[0]))
            and max(min(p[1], q[1]), min(r[1], s[1])) <= min(max(p[1], q[1]), max(r[1], s[1]))
        )
    )


def leader(home: Rect, rect: Rect, unit: float, outline: Sequence[Place] = ()) -> Ends:
    """Return a line from the edge of a piece's rect, or of its outline inside that, to the nearest point of its
    label."""
    (x, y), inset = home.center, min(6 * unit, rect.w / 2, rect.h / 2)
    end = min(max(x, rect.left + inset), rect.right - inset), min(max(y, rect.top + inset), rect.bottom - inset)
    if not rect.left < x < rect.right:
        end = float(rect.left if x <= rect.left else rect.right), end[1]
    elif not rect.top < y < rect.bottom:
        end = end[0], float(rect.top if y <= rect.top else rect.bottom)
    far = math.dist((x, y), end) or 1.0
    share = min(1.0, 0.5 * home.w / far, _farthest(outline, (x, y), end) if outline else 1.0)
    return (x + (end[0] - x) * share, y + (end[1] - y) * share), end


def _farthest(outline: Sequence[Place], middle: Place, end: Place) -> float:
    """Return the last point, as a share of the way from an outline's centre to an end, at which the way leaves the
    outline."""
    dx, dy, found = end[0] - middle[0], end[1] - middle[1], 0.0
    for east, north, right, up, beside in _edges(tuple(outline), middle):
        across = dx * up - dy * right
        if across and 0 <= (east * dy - north * dx) / across <= 1:
            found = max(found, beside / across)
    return found


@lru_cache(maxsize=512)
def _edges(outline: tuple[Place, ...], middle: Place) -> tuple[tuple[float, float, float, float, float], ...]:
    """Return five numbers for each edge of an outline: its start relative to the middle (x, y), its vector (x, y), and
    their cross product. Cached, because a label tries hundreds of places."""
    x, y = middle
    pairs = zip(outline, (*outline[1:], outline[0]))
    return tuple((a - x, b - y, c - a, d - b, (a - x) * (d - b) - (b - y) * (c - a)) for (a, b), (c, d) in pairs)
