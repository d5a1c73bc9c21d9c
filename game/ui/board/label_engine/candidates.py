"""The possible places of labels without regard to other labels, computed with arrays for many at once.

A place must be in the area, off pieces and taken rects, off barred points, and nearer to its own piece than to any
foreign one, unless only a leader connects it. No part of the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from pygame import Rect

from game.ui.board.label_engine import positions
from game.ui.board.label_engine.positions import Ends, LabelForm, LabelPosition, LabelRequest, LabelSurroundings

CLEAR = 2.0  # design pixels by which a foreign piece must be farther than a label's own
MORE = (1.6, 1.4, 1.4, 1.15)  # factor on that distance, by what the label has lost already
NEAR = 22, 12  # design pixels, across and down, within which a foreign piece makes a place worse
GAP, SMALL_GAP = 8, 3  # design pixels between a piece and a label beside it, and one cut short
SHORT, ANYWHERE = 3, 4  # the levels from which a label is cut short, and from which it may stand anywhere
SIDES = np.array([side for side, *_ in positions.ROUND])
SHARES = np.array([share for _, share, *_ in positions.ROUND])
WAYS = np.array([way for *_, across, down in positions.ROUND for way in ((across, down),)])
TURNED = np.tile(np.array(positions.TURNS), (len(positions.FAR), 1))
# design pixels from a piece to the centre of a label anywhere, and between places
REACH, STEP = 264, 12
AWAY = np.repeat(np.array(positions.FAR, dtype=float), len(positions.TURNS))
MESH = np.mgrid[-REACH : REACH + 1 : STEP, -REACH : REACH + 1 : STEP].reshape(2, -1).T.astype(float)
LATE_REACH, LATE_STEP = 192, 6  # reach and step for a label placed after all others
LATE = np.arange(-LATE_REACH, LATE_REACH + 1, LATE_STEP, dtype=float)
LATE_MESH = np.stack(np.meshgrid(LATE, LATE, indexing="ij")).reshape(2, -1).T

BESIDE = 14  # design pixels by which a rect is grown; if it then contains a piece's centre, it is close to the piece

FARTHEST = np.float32(1e12)  # the square of a distance, in pixels, greater than any on a board

Job = tuple[LabelRequest, LabelForm]
Row = tuple[int, int, int]  # left, top, alignment
Array = Any


class Places:
    """The possible places of labels in their surroundings, cached."""

    def __init__(self, ground: LabelSurroundings) -> None:
        self.ground = ground
        self._pieces, self._names = list(ground.pieces.values()), list(ground.pieces)
        self._column = {name: n for n, name in enumerate(self._names)}
        self._hard_rects = [*self._pieces, *ground.taken]  # labels must keep off pieces as off taken rects
        self._hard = corners(self._hard_rects)
        self._leaders = [positions.bounding_rect(ends) for ends in ground.leaders]
        self._known: dict[tuple[object, ...], tuple[list[Row], dict[int, LabelPosition | None]]] = {}

    def of(
        self, wanted: LabelRequest, form: LabelForm, alike: Iterable[LabelRequest] = (), off: Sequence[Rect] = ()
    ) -> Iterator[LabelPosition]:
        """Yield the places for a label in a form that are `off` these rects, the best first. Those of `alike` labels
        are computed with them, because they will be asked for next."""
        key = _key(wanted, form)
        if key not in self._known:
            jobs = {key: (wanted, form)}
            for one in alike:
                for other in one.forms:
                    if other.alike(form) and _key(one, other) not in self._known:
                        jobs[_key(one, other)] = one, other
            for name, found_rows in zip(jobs, self._rows(list(jobs.values()))):
                self._known[name] = found_rows, {}
        rows, found = self._known[key]
        for n, row in enumerate(rows):
            if off and Rect(row[:2], form.size).collidelist(off) >= 0:
                continue
            if n not in found:
                found[n] = self._spot(wanted, form, row)
            if spot := found[n]:
                yield spot

    def at(self, asked: Sequence[tuple[LabelRequest, LabelForm, Rect, int]]) -> list[LabelPosition | None]:
        """Return for each label the place with that rect and alignment, or None if it may not stand there."""
        jobs = [(one, replace(form, spots=((side, rect),))) for one, form, rect, side in asked]
        return (
            [self._spot(*job, rows[0]) if rows else None for job, rows in zip(jobs, self._rows(jobs))] if jobs else []
        )

    def _spot(self, wanted: LabelRequest, form: LabelForm, row: Row) -> LabelPosition | None:
        """Return the place of a row, unless its leader is blocked."""
        rect = Rect(row[:2], form.size)
        unit = 0 if form.late else self.ground.unit
        ends = positions.leader(wanted.home, rect, unit, wanted.outline) if form.far else None
        free = not ends or form.over or self._clear(wanted, ends, form.late)
        return LabelPosition(rect, row[2], ends) if free else None

    def _clear(self, wanted: LabelRequest, ends: Ends, late: bool) -> bool:
        """Return whether a leader avoids foreign pieces, cards and uncrossable lines. Of a piece that overlaps its own,
        only the centre counts. A `late` leader may cross taken rects close to its own centre."""
        line = positions.bounding_rect(ends)
        if any(positions.crossing(ends, self.ground.leaders[i]) for i in line.collidelistall(self._leaders)):
            return False
        by = round(BESIDE * self.ground.unit) if late else 0
        middle, cards = wanted.home.center, [rect for key, rect in self.ground.cards if key in wanted.keys]
        for i in line.collidelistall(self._hard_rects):
            one, piece = self._hard_rects[i], i < len(self._names)
            if self._names[i] in wanted.keys if piece else one in cards:
                continue
            if not piece and one.inflate(by, by).collidepoint(middle):
                continue
            if one.collidepoint(middle):
                one = one.inflate(-one.w // 2, -one.h // 2)
            if one.inflate(2, 2).clipline(ends):  # a line is clipped by whole pixels
                return False
        return True

    # -- many at once --------------------------------------------------------------------------------------------------

    def _rows(self, jobs: Sequence[Job]) -> list[list[Row]]:
        """Return the places of each label, the best first."""
        job, every = candidate_places(jobs, self.ground.unit)
        fits = self._free(every)
        job, every = job[fits], every[fits]
        crowd = self.ground.lines.counts(every[:, :4], round(2 * self.ground.unit))
        fits = crowd <= np.array([form.busy for _, form in jobs])[job]
        job, every, crowd = job[fits], every[fits], crowd[fits]
        fits, near = self._nearest(jobs, job, every)
        cost = (crowd + 0.3 * every[:, 5] + 3.0 * near)[fits]
        job, every = job[fits], every[fits]
        order = np.lexsort((every[:, 5], cost, job))
        found: list[list[Row]] = [[] for _ in jobs]
        for n, left, top, side in zip(job[order].tolist(), *every[order][:, (0, 1, 4)].T.tolist()):
            found[n].append((left, top, side))
        return found

    def _free(self, every: Array) -> Array:
        """Return which places are in the area, off everything hard and off barred points."""
        left, top, right, bottom = every[:, :4].T
        area = self.ground.area
        inside = (left >= area.left) & (top >= area.top) & (right <= area.right) & (bottom <= area.bottom)
        found = np.flatnonzero(inside)
        found = found[self.ground.barred.counts(every[found, :4], round(3 * self.ground.unit)) == 0]
        left, top, right, bottom = every[found, :4].T[..., None]
        a, b, c, d = self._hard.T
        return found[~((left < c) & (right > a) & (top < d) & (bottom > b)).any(axis=1)]

    def _nearest(self, jobs: Sequence[Job], job: Array, every: Array) -> tuple[Array, Array]:
        """Return which places have their own piece nearest, and how many foreign pieces are close to each. The margin
        must be visible from edge to edge and to the piece's centre, and hold against others' marks as well."""
        unit, extra = self.ground.unit, [wanted.home for wanted, _ in jobs if self._names_no_piece(wanted)]
        columns, own = (
            corners([*self._pieces, *extra]),
            np.zeros((len(jobs), len(self._pieces) + len(extra)), dtype=bool),
        )
        last, rows, places = len(self._pieces), list[int](), list[int]()
        for n, (wanted, _) in enumerate(jobs):
            mine = [self._column[key] for key in wanted.keys if key in self._column]
            if not mine:
                mine = [last]
                last += 1
            rows += [n] * len(mine)
            places += mine
        own[rows, places] = True
        foreign = ~own
        foreign[:, len(self._pieces) :] = False
        wide, high, edge, middle = _distances(every, columns)
        ours, theirs = own[job], foreign[job]
        more = np.array([MORE[min(form.level, len(MORE) - 1)] for _, form in jobs])[job]
        far = more * np.sqrt(np.where(ours, edge, FARTHEST).min(axis=1, initial=FARTHEST)) + CLEAR * unit
        deep = (1 + more) / 2 * np.sqrt(np.where(ours, middle, FARTHEST).min(axis=1, initial=FARTHEST))
        far, deep = ((one * one).astype(np.float32)[:, None] for one in (far, deep))
        too_near = (theirs & ((edge <= far) | (middle <= deep))).any(axis=1)
        tied = np.array([form.tied for _, form in jobs])[job]
        near = (theirs & (wide < NEAR[0] / 2 * unit) & (high < NEAR[1] / 2 * unit)).sum(axis=1)
        left = np.flatnonzero(~tied & ~too_near)
        too_near[left] = self._by_marks(jobs, job[left], every[left], far[left], deep[left])
        return np.flatnonzero(tied | ~too_near), near

    def _by_marks(self, jobs: Sequence[Job], job: Array, every: Array, far: Array, deep: Array) -> Array:
        """Return which places have another's mark within these squared distances."""
        marks = self.ground.marks
        theirs = np.array([[key not in wanted.keys for key, _ in marks] for wanted, _ in jobs], dtype=bool)
        _, _, edge, middle = _distances(every, corners([rect for _, rect in marks]))
        found: Array = (theirs.reshape(len(jobs), len(marks))[job] & ((edge <= far) | (middle <= deep))).any(axis=1)
        return found

    def _names_no_piece(self, wanted: LabelRequest) -> bool:
        """Return whether a label names something other than a piece, such as terrain or a destination."""
        return not any(key in self._column for key in wanted.keys)


def _key(wanted: LabelRequest, form: LabelForm) -> tuple[object, ...]:
    return (*wanted.keys, form.kind, form.level, form.far)


def _beyond(low: Array, high: Array, least: Array, most: Array) -> Array:
    """Return the gaps between the intervals low to high and least to most; 0 if they overlap."""
    return np.maximum(np.maximum(low - most, least - high), np.float32(0))


def _distances(every: Array, columns: Array) -> tuple[Array, Array, Array, Array]:
    """Return the distances of places from rects, across and down, and the squared distances from the edge and from the
    centre of each."""
    left, top, right, bottom = every[:, :4].T[..., None].astype(np.float32)
    a, b, c, d = columns.T.astype(np.float32)
    wide, high = _beyond(left, right, a, c), _beyond(top, bottom, b, d)
    x, y = (a + c) // 2, (b + d) // 2
    return wide, high, wide * wide + high * high, _beyond(left, right, x, x) ** 2 + _beyond(top, bottom, y, y) ** 2


def corners(rects: Sequence[Rect]) -> Array:
    """Return left, top, right and bottom of rects, a row each."""
    return np.array([(r.left, r.top, r.right, r.bottom) for r in rects], dtype=int).reshape(-1, 4)


def candidate_places(jobs: Sequence[Job], unit: float) -> tuple[Array, Array]:
    """Return every place for labels in their forms. The first array has the label's index, the second a row each of
    left, top, right, bottom, alignment, and rank in the list."""
    parts, whose = [np.empty((0, 6), dtype=int)], [np.empty(0, dtype=int)]
    sorts: dict[tuple[bool, bool, bool], list[int]] = {}
    for n, (_, form) in enumerate(jobs):
        if form.spots:
            rows = [
                (rect.left, rect.top, rect.right, rect.bottom, side, i) for i, (side, rect) in enumerate(form.spots)
            ]
            parts.append(np.array(rows, dtype=int))
            whose.append(np.full(len(rows), n))
        else:
            sorts.setdefault((form.far, form.level >= (ANYWHERE if form.far else SHORT), form.late), []).append(n)
    for (far, last, late), own in sorts.items():
        homes, sizes = [jobs[n][0].home for n in own], np.array([jobs[n][1].size for n in own])[:, None, :]
        middles = np.array([home.center for home in homes], dtype=float)[:, None, :]
        half = np.array([home.w / 2 for home in homes])[:, None, None]
        if not far:
            away = half + (round((SMALL_GAP if last else GAP) * unit) + np.where(SIDES == 0, 2 * unit, 0.0))[:, None]
            at, sides, order = middles + WAYS * away - SHARES * sizes, SIDES, np.arange(len(SIDES))
        elif not last:
            at = middles + TURNED * (half + AWAY[:, None] * unit + sizes / 2) - sizes / 2
            sides, order = np.zeros(len(AWAY), dtype=int), np.arange(len(AWAY))
        else:
            mesh = LATE_MESH if late else MESH
            at, sides = middles + mesh * unit - sizes / 2, np.zeros(len(mesh), dtype=int)
            order = (np.hypot(*mesh.T) / STEP).astype(int)
        corner = np.rint(at).astype(int)
        rest = np.stack(np.broadcast_arrays(sides, order, np.empty(corner.shape[:2]))[:2], axis=-1).astype(int)
        parts.append(np.concatenate([corner, corner + sizes, rest], axis=-1).reshape(-1, 6))
        whose.append(np.repeat(own, corner.shape[1]))
    return np.concatenate(whose), np.concatenate(parts)
