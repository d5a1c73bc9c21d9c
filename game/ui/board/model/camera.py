"""The window on the table: units of the board to pixels and back, zoom, pan and fit; no part of the rules.

Units (MU, or hexes) count to the right and up, pixels to the right and down. Every board uses the same camera. A change
glides for about a tenth of a second: `advance` carries it on, and `still` says that it has ended.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import numpy as np
from pygame import Rect

from game.board.boards import Board, OpenBoard

Point = tuple[float, float]
Fitted = tuple[tuple[Point, ...], float, float]  # the places to show, the margin in units, and the pixels for words
CameraView = tuple[float, Point, Fitted | None]  # scale, centre, and what was fitted

MOST = 160.0  # greatest number of pixels per unit
GLIDE = 55.0  # ms in which a glide covers two thirds of the rest
MARGIN = 3.0  # units of space that a fit leaves round its places


class Camera:
    """A view of a board through a rect of real pixels. Without a board it is of open space, `width` x `height` MU."""

    def __init__(self, rect: Rect, width: float = 72.0, height: float = 48.0, board: Board | None = None) -> None:
        self.rect = Rect(rect)
        self.board = board or OpenBoard(width, height)
        self.scale, self.centre = 1.0, self.middle
        self._goal: tuple[float, Point] | None = None  # scale and centre to glide to
        # the place that stays under a pixel while the scale glides
        self._held: tuple[Point, tuple[float, float]] | None = None
        self._clock = 0.0
        self.above = 0.0  # covered pixels along the upper edge, which fitted places avoid
        self._fitted: Fitted | None = None  # the fitted places, until the view is moved otherwise
        self.fit()

    # -- places --------------------------------------------------------------------------------------------------------

    @property
    def extent(self) -> tuple[float, float, float, float]:
        """West, south, width and height of the table."""
        return self.board.extent

    @property
    def middle(self) -> Point:
        """The middle of the table."""
        west, south, width, height = self.board.extent
        return west + width / 2, south + height / 2

    @property
    def key(self) -> tuple[object, ...]:
        """Everything that a picture of the board depends on."""
        return (self.board, self.scale, *self.centre, *self.rect)

    def xy(self, point: Point) -> Point:
        """Return a place on the table in pixels of the screen."""
        return (
            self.rect.centerx + (point[0] - self.centre[0]) * self.scale,
            self.rect.centery - (point[1] - self.centre[1]) * self.scale,
        )

    def many(self, points: Sequence[Point]) -> list[Point]:
        """Return many places in pixels."""
        cx, cy, (x0, y0), m = self.rect.centerx, self.rect.centery, self.centre, self.scale
        return [(cx + (x - x0) * m, cy - (y - y0) * m) for x, y in points]

    def grid(self, points: np.ndarray) -> np.ndarray:
        """Return an array of places, one a row, in pixels."""
        middle = np.asarray((self.rect.centerx, self.rect.centery))
        pixels: np.ndarray = middle + (points - np.asarray(self.centre)) * (self.scale, -self.scale)
        return pixels

    def mu(self, pixel: tuple[float, float]) -> Point:
        """Return the place on the table under a pixel."""
        return (
            self.centre[0] + (pixel[0] - self.rect.centerx) / self.scale,
            self.centre[1] - (pixel[1] - self.rect.centery) / self.scale,
        )

    @property
    def seen(self) -> tuple[float, float, float, float]:
        """The part of the plane in view: west, south, east, north in units."""
        west, north = self.mu(self.rect.topleft)
        east, south = self.mu(self.rect.bottomright)
        return west, south, east, north

    # -- moving the view -----------------------------------------------------------------------------------------------

    @property
    def still(self) -> bool:
        """Return whether no glide is in progress."""
        return self._goal is None

    def resize(self, rect: Rect) -> None:
        """Set the window's rect. Fitted places stay fitted; otherwise the centre and the scale stay."""
        self.rect = Rect(rect)
        if self._fitted:
            points, margin, room = self._fitted
            self.fit(points, False, margin, room)
        else:
            self._settle(self.scale, self.centre)

    def zoom(self, factor: float, about: tuple[float, float] | None = None, glide: bool = True) -> None:
        """Magnify by a factor. The place under the pixel `about` (default: the centre) stays there."""
        self._fitted = None
        pixel = about or self.rect.center
        wanted = (self._goal[0] if self._goal else self.scale) * factor
        scale = min(MOST, max(self._least(), wanted))
        place = self.mu(pixel)
        self._held = (place, (float(pixel[0]), float(pixel[1])))
        self._go(scale, self._centre_for(scale), glide)

    def pan(self, dx: float, dy: float) -> None:
        """Drag the table by pixels, at once."""
        self._fitted = None
        self._settle(self.scale, self._bound((self.centre[0] - dx / self.scale, self.centre[1] + dy / self.scale)))

    def creep(self, across: float, down: float, margin: float) -> bool:
        """Move the view by pixels, at most until the edge of the table is `margin` pixels inside it. Return whether it
        moved."""
        west, south, width, height = self.extent
        (left, top), (right, low) = self.xy((west, south + height)), self.xy((west + width, south))
        r = self.rect.inflate(-2 * margin, -2 * margin)
        across = min(across, max(0.0, right - r.right)) if across > 0 else max(across, min(0.0, left - r.left))
        down = min(down, max(0.0, low - r.bottom)) if down > 0 else max(down, min(0.0, top - r.top - self.above))
        before = self.centre
        if across or down:
            self.pan(-across, -down)
        return math.dist(before, self.centre) * self.scale > 0.5

    def nudge(self, across: float, up: float) -> None:
        """Move the view by a share of its size: (0.25, 0) a quarter to the right."""
        _, at = self._goal or (self.scale, self.centre)
        step = across * self.rect.w / self.scale, up * self.rect.h / self.scale
        self._held = self._fitted = None
        self._go(self.scale, self._bound((at[0] + step[0], at[1] + step[1])), True)

    def look_at(self, point: Point, glide: bool = True) -> None:
        """Centre a place."""
        self._held = self._fitted = None
        self._go(self.scale, self._bound(point), glide)

    def fit(self, points: Iterable[Point] = (), glide: bool = False, margin: float = MARGIN, room: float = 0.0) -> None:
        """Show all of some places, or of the table, with a margin in units and `room` more pixels for words. On a board
        of cells with an edge the margin ends there, because there is nothing to see beyond."""
        west, south, width, height = self.extent
        points = tuple(points)
        shown = points or ((west, south), (west + width, south + height))
        (x0, x1), (y0, y1) = ((min(p[axis] for p in shown), max(p[axis] for p in shown)) for axis in (0, 1))
        if points and self.board.cells and not self.board.floating:
            x0, x1 = min(x0, max(x0 - margin, west)), max(x1, min(x1 + margin, west + width))
            y0, y1 = min(y0, max(y0 - margin, south)), max(y1, min(y1 + margin, south + height))
        else:
            x0, x1, y0, y1 = x0 - margin, x1 + margin, y0 - margin, y1 + margin
        wide, high = (
            max(self.rect.w * 0.4, self.rect.w - 2 * room),
            max(self.rect.h * 0.4, self.rect.h - room - self.above),
        )
        scale = min(MOST, max(self._least(), min(wide / max(x1 - x0, 1e-6), high / max(y1 - y0, 1e-6))))
        self._held, self._fitted = None, (points, margin, room)
        self._go(scale, ((x0 + x1) / 2, (y0 + y1) / 2 + self.above / 2 / scale), glide)

    @property
    def view(self) -> CameraView:
        """The present view, for `return_to`."""
        return *(self._goal or (self.scale, self.centre)), self._fitted

    def return_to(self, view: CameraView) -> None:
        """Glide back to an earlier view. Places that were fitted then are fitted into the present window."""
        scale, centre, fitted = view
        if fitted:
            self.fit(fitted[0], True, *fitted[1:])
        else:
            self._held = self._fitted = None
            self._go(scale, centre, True)

    @property
    def fitted(self) -> bool:
        """Return whether the view is still as fitted."""
        return self._fitted is not None

    def holds(self, points: Iterable[Point], pad: float = 0.0) -> bool:
        """Return whether all these places are in view, or will be at the end of the glide, at least `pad` pixels from
        the edges."""
        scale, (x0, y0) = self._goal or (self.scale, self.centre)
        wide, high = (self.rect.w / 2 - pad) / scale, (self.rect.h / 2 - pad) / scale
        top = high - self.above / scale
        return all(abs(x - x0) <= wide and -high <= y - y0 <= top for x, y in points)

    def shrink(self, points: Iterable[Point], about: tuple[float, float], pad: float = 0.0) -> None:
        """Zoom out until all these places are in view, at most to half the scale. The place under the pixel `about`
        stays there."""
        x, y = about
        left, top, right, low = self.rect.left + pad, self.rect.top + pad, self.rect.right - pad, self.rect.bottom - pad
        top += self.above
        factor = 1.0
        for px, py in self.many(tuple(points)):
            for gap, room in ((px - x, right - x), (x - px, x - left), (py - y, low - y), (y - py, y - top)):
                if gap > max(room, 1e-6):
                    factor = min(factor, max(room, 0.0) / gap)
        if factor < 1:
            self.zoom(max(0.5, factor), about)

    def include(self, points: Sequence[Point], pad: float = 0.0) -> None:
        """Glide just far enough to bring all these places into view, `pad` pixels from the edges, zooming out if
        needed."""
        if self.holds(points, pad):
            return
        scale, (x, y) = self._goal or (self.scale, self.centre)
        (x0, x1), (y0, y1) = ((min(p[axis] for p in points), max(p[axis] for p in points)) for axis in (0, 1))
        wide, high = max(1.0, self.rect.w - 2 * pad), max(1.0, self.rect.h - 2 * pad - self.above)
        scale = max(self._least(), min(scale, wide / max(x1 - x0, 1e-6), high / max(y1 - y0, 1e-6)))
        half, tall, lift = wide / 2 / scale, high / 2 / scale, self.above / 2 / scale
        y -= lift
        x, y = min(max(x, x1 - half), x0 + half), min(max(y, y1 - tall), y0 + tall)
        self._held = self._fitted = None
        self._go(scale, (x, y + lift), True)

    def shows(self, point: Point, margin: float = 0.0) -> bool:
        """Return whether a place is in view, at least `margin` pixels from the edge."""
        return bool(self.rect.inflate(-2 * margin, -2 * margin).collidepoint(self.xy(point)))

    def bring_in(self, point: Point, margin: float) -> None:
        """Glide to a place unless it is in view, at least `margin` pixels from the edge."""
        if not self.shows(point, margin):
            self.look_at(point)

    def advance(self, now: float) -> bool:
        """Carry a glide on to a time in ms. Return whether anything moved."""
        passed, self._clock = max(0.0, min(now - self._clock, 100.0)), now
        if self._goal is None:
            return False
        scale, centre = self._goal
        share = 1 - math.exp(-passed / GLIDE)
        if abs(scale / self.scale - 1) < 0.004 and math.dist(centre, self.centre) * self.scale < 0.6:
            self._settle(scale, centre)
            return True
        self.scale *= (scale / self.scale) ** share
        if self._held:
            self.centre = self._centre_for(self.scale)
        else:
            self.centre = (
                self.centre[0] + (centre[0] - self.centre[0]) * share,
                self.centre[1] + (centre[1] - self.centre[1]) * share,
            )
        return True

    # -- inside --------------------------------------------------------------------------------------------------------

    def _least(self) -> float:
        """Return the least scale, in pixels per unit. At that scale the table fills half of the view, or one without an
        edge a sixth."""
        _, _, width, height = self.extent
        return max(0.25, (1 / 6 if self.board.floating else 0.5) * min(self.rect.w / width, self.rect.h / height))

    def _go(self, scale: float, centre: Point, glide: bool) -> None:
        if glide:
            self._goal = scale, centre
        else:
            self._settle(scale, centre)

    def _settle(self, scale: float, centre: Point) -> None:
        self.scale, self.centre, self._goal, self._held = scale, centre, None, None

    def _centre_for(self, scale: float) -> Point:
        """Return the centre at which the held place stays under its pixel."""
        assert self._held is not None
        (x, y), (px, py) = self._held
        return x - (px - self.rect.centerx) / scale, y + (py - self.rect.centery) / scale

    def _bound(self, centre: Point) -> Point:
        """Return the centre limited to the table, if it has an edge."""
        if self.board.floating:
            return centre
        west, south, width, height = self.extent
        return min(west + width, max(west, centre[0])), min(south + height, max(south, centre[1]))
