"""Where labels stand: rects in, places out; none over another, over a piece, or nearer to a foreign piece than to its own.

Labels are set one after another in the places round what they name. One that finds none asks those in its way to step aside,
then is written shorter, then stands off with a leader, at last is a number; what cannot be told apart is named together.
The answer follows from the arguments alone: the same board always has the same labels. No part of the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from functools import cached_property
from itertools import islice

import numpy as np
from pygame import Rect

from game.ui.board.label_engine.candidates import Places, corners
from game.ui.board.label_engine.positions import Ends, LabelForm, LabelPosition, LabelSurroundings, Laid, Wanted, about, crossing

Join = Callable[[tuple[str, ...]], Wanted]
VITAL = 2  # ranks below this keep a name of their own if anybody else can be named together with a neighbour
TOGETHER = 220  # design pixels between pieces that may be named together
APART = 1e6  # pixels that are added to how far a piece is that keeps a name of its own
ASKED, MOST = 8, 2  # places for which others are asked to step aside, and how many at a time


class PlacementTable:
    """Labels being set. What a place is worth whatever the other labels do is found out once, and kept when they are set anew."""

    def __init__(self, ground: LabelSurroundings) -> None:
        self.ground, self.places = ground, Places(ground)
        self.laid: dict[str, Laid] = {}  # by the first of what they name
        self._left: dict[str, Wanted] = {}  # those still to be set
        self._who: list[str] = []
        self._rects: list[Rect] = []  # of labels, with the air they want
        self._tied: dict[str, Ends] = {}  # leaders

    def clear(self, but: Rect | None) -> None:
        """Take all labels off; `but` is ground that is taken from now on."""
        self.laid, self._tied, self._who, self._rects = {}, {}, [""] if but else [], [but] if but else []

    def in_way(self, spot: LabelPosition) -> list[str]:
        """The labels that a label there would cover, or whose leader or its own would cross."""
        rect, ends, who = spot.rect, spot.ends, self._who
        near = rect.inflate(2, 2)  # a line is clipped by whole pixels
        found = {who[i]: None for i in rect.collidelistall(self._rects)}
        if ends:
            found |= {who[i]: None for i in about(ends).collidelistall(self._rects) if self._rects[i].clipline(ends)}
        for key, other in self._tied.items():
            if near.clipline(other) or (ends and crossing(ends, other)):
                found[key] = None
        return list(found)

    # -- one label -----------------------------------------------------------------------------------------------------

    def best(self, wanted: Wanted, form: LabelForm) -> LabelPosition | None:
        """The free place that serves best."""
        for spot in self.places.of(wanted, form, self._left.values() if wanted.key in self._left else ()):
            if spot.rect.collidelist(self._rects) < 0 and not self.in_way(spot):
                return spot
        return None

    def expect(self, wanted: Sequence[Wanted]) -> None:
        """These labels are to be set next: their places are worked out together."""
        self._left = {one.key: one for one in wanted}

    def put(self, wanted: Wanted, form: LabelForm, spot: LabelPosition) -> bool:
        """Set a label there."""
        air = round((8 if form.level < 3 else 4) * self.ground.unit)
        self.laid[wanted.key] = Laid(wanted, form, spot)
        self._left.pop(wanted.key, None)
        self._who.append(wanted.key)
        self._rects.append(spot.rect.inflate(air, air))
        if spot.ends:
            self._tied[wanted.key] = spot.ends
        return True

    def lift(self, key: str) -> Laid:
        """Take a label off again."""
        at = self._who.index(key)
        del self._who[at], self._rects[at]
        self._tied.pop(key, None)
        return self.laid.pop(key)

    def shove(self, wanted: Wanted, form: LabelForm) -> bool:
        """Set a label where others would have to step aside, if they find places in which they lose no more than it does."""
        for spot in islice(self.places.of(wanted, form), ASKED):
            keys = self.in_way(spot)
            others = [self.laid[key] for key in keys if key]
            fixed = "" in keys or any(other.wanted.rank < wanted.rank for other in others)
            if not fixed and len(others) <= MOST and self._stepped_aside(wanted, form, spot, others):
                return True
        return False

    def _stepped_aside(self, wanted: Wanted, form: LabelForm, spot: LabelPosition, others: Sequence[Laid]) -> bool:
        for other in others:
            self.lift(other.wanted.key)
        self.put(wanted, form, spot)
        moved = []
        for other in others:
            lowest = max(form.level, other.form.level)
            kept = [one for one in other.wanted.forms if one.level <= lowest]
            if not any(self._at_best(other.wanted, one) for one in kept):
                break
            moved.append(other.wanted.key)
        if len(moved) == len(others):
            return True
        for key in (*moved, wanted.key):
            self.lift(key)
        for other in others:
            self.put(other.wanted, other.form, other.spot)
        return False

    def _at_best(self, wanted: Wanted, form: LabelForm) -> bool:
        spot = self.best(wanted, form)
        return spot is not None and self.put(wanted, form, spot)

    def keep(self, asked: Sequence[tuple[Wanted, LabelForm, Laid]]) -> set[str]:
        """Set labels where they stood before, seen from what they name, if they still may; the keys of those."""
        stood = [(one, form, *_moved(one, form, was)) for one, form, was in asked]
        kept = set()
        for (one, form, _, _), spot in zip(stood, self.places.at(stood)):
            if spot and not self.in_way(spot):
                self.put(one, form, spot)
                kept.add(one.key)
        return kept

    def set(self, wanted: Wanted, before: Laid | None, moving: bool) -> bool:
        """Set a label in the fullest form for which there is a place; while the board moves nobody steps aside for it."""
        for form in wanted.forms:
            if before and form.alike(before.form) and self.keep([(wanted, form, before)]):
                return True
            if self._at_best(wanted, form) or (not moving and (form.level > 2 or not form.far) and self.shove(wanted, form)):
                return True
        return False


def _moved(wanted: Wanted, form: LabelForm, before: Laid) -> tuple[Rect, int]:
    """Where a label would stand if it went with what it names, and the side it is ranged on."""
    was, home = before.spot, wanted.homes[0]
    dx, dy = home.centerx - before.wanted.homes[0].centerx, home.centery - before.wanted.homes[0].centery
    rect = Rect(was.rect.move(dx, dy).topleft, form.size)
    if was.side > 0:
        rect.right = was.rect.right + dx
    return rect, was.side


def lay_out(
    sheet: PlacementTable,
    wanted: Sequence[Wanted],
    join: Join | None = None,
    before: Mapping[str, Laid] | None = None,
    moving: bool = False,
    freed: Sequence[Rect] | None = None,
) -> dict[str, Laid]:
    """A place for every label, by the first of what it names. `before` is where labels stood; they stay if they may.

    What finds none is named together with its neighbour, if there is one of its group; `join` says how that is written. While
    the table is `moving` no label steps aside for another. With `freed`, ground that has become free since, labels also keep
    less than they could have had, unless they lie about it.
    """
    known, steady = before or {}, moving or freed is not None
    stale = [] if moving or freed is None else [*freed]
    if steady and join:
        wanted = _together(wanted, join, known, moving, stale)
    order, stay = _by_need(sheet, wanted), []
    for one in order:
        was = known.get(one.key)
        form = next((form for form in one.forms if was and form.alike(was.form)), None)
        if was and form and was.wanted.keys == one.keys and (
            moving or form is one.forms[0] or (steady and one.rank >= VITAL and not _touched(was.wanted, stale))
        ):  # fmt: skip
            stay.append((one, form, was))
    kept, tried = sheet.keep(stay), {one.key for one, _, _ in stay}
    left = [one for one in order if one.key not in kept]
    sheet.expect(left)
    crowd = Crowd(order)
    for one in [one for one in left if not sheet.set(one, None if one.key in tried else known.get(one.key), moving)]:
        if join and not any(one.key in laid.wanted.keys for laid in sheet.laid.values()):
            crowd.join(sheet, one, join)
    if not moving:
        _rise(sheet, () if freed is None else kept)
    return sheet.laid


def _touched(wanted: Wanted, stale: Sequence[Rect]) -> bool:
    """Does what a label names lie in ground that has become free?"""
    return any(home.collidelist(stale) >= 0 for home in wanted.homes)


def _by_need(sheet: PlacementTable, wanted: Sequence[Wanted]) -> list[Wanted]:
    """Those first that matter most, then those with most pieces round them."""
    near, pieces = 2 * round(160 * sheet.ground.unit), list(sheet.ground.pieces.values())
    tight = {one.key: len(one.homes[0].inflate(near, near).collidelistall(pieces)) for one in wanted}
    return sorted(wanted, key=lambda one: (one.rank, -tight[one.key]))


def _together(
    wanted: Sequence[Wanted], join: Join, known: Mapping[str, Laid], moving: bool, stale: Sequence[Rect]
) -> Sequence[Wanted]:
    """Those that were named together still are while the table moves, or as long as they lie on no ground that has become
    free and none of them is vital."""
    here = {one.key: one.rank for one in wanted}
    groups = [one for one in known.values() if len(one.wanted.keys) > 1 and here.keys() >= set(one.wanted.keys)]
    keys = [
        one.wanted.keys for one in groups
        if moving or (min(here[key] for key in one.wanted.keys) >= VITAL and not _touched(one.wanted, stale))
    ]  # fmt: skip
    gone = {key for group in keys for key in group}
    return [*(one for one in wanted if one.key not in gone), *map(join, keys)]


def _rise(sheet: PlacementTable, but: Container[str] = ()) -> None:
    """Labels that lost something get it back where room has become free."""
    less = [laid for key, laid in sheet.laid.items() if laid.form is not laid.wanted.forms[0] and key not in but]
    sheet.expect([laid.wanted for laid in less])
    for laid in less:
        sheet.lift(laid.wanted.key)
        if not any(sheet._at_best(laid.wanted, form) for form in laid.wanted.forms[: laid.wanted.forms.index(laid.form)]):
            sheet.put(laid.wanted, laid.form, laid.spot)


class Crowd:
    """Which pieces lie near which: what cannot be told apart is named together."""

    def __init__(self, order: Sequence[Wanted]) -> None:
        pairs = [(one, key, home) for one in order if one.group for key, home in zip(one.keys, one.homes)]
        self._keys = [key for _, key, _ in pairs]
        self._groups = np.array([one.group for one, _, _ in pairs])
        self._vital = np.array([one.rank < VITAL for one, _, _ in pairs], dtype=bool)
        self._homes = [home for *_, home in pairs]

    @cached_property
    def _gaps(self) -> np.ndarray:
        """How far each is from each, pixels; those that are to keep a name of their own are farther than all others."""
        left, top, right, bottom = corners(self._homes).T
        wide = np.maximum(left[:, None] - right, left - right[:, None]).clip(0)
        high = np.maximum(top[:, None] - bottom, top - bottom[:, None]).clip(0)
        far: np.ndarray = np.hypot(wide, high) + APART * self._vital
        return far

    def join(self, sheet: PlacementTable, wanted: Wanted, join: Join) -> None:
        """Name what has found no place together with the nearest others, until there is one; without any near it has no name."""
        while wanted.group:
            own = np.isin(self._keys, wanted.keys)
            gaps = self._gaps[own].min(axis=0)
            off = own | (self._groups != wanted.group) | (gaps % APART > TOGETHER * sheet.ground.unit)
            gaps = np.where(off, np.inf, gaps)
            if not np.isfinite(gaps).any():
                return
            keys = {*wanted.keys}
            for n in gaps.argsort(kind="stable")[: max(1, len(keys) // 2)]:  # the more they are, the more are asked at once
                found = next((one for one in sheet.laid.values() if self._keys[n] in one.wanted.keys), None)
                if found and np.isfinite(gaps[n]):
                    sheet.lift(found.wanted.key)
                if np.isfinite(gaps[n]):
                    keys |= {*found.wanted.keys} if found else {self._keys[n]}
            wanted = join(tuple(key for key in self._keys if key in keys))
            if sheet.set(wanted, None, False):
                return
