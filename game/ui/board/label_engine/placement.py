"""Place labels so that none lies over another or over a piece, or nearer to a foreign piece than to its own.

Labels are placed one after another round what they name. One without a free place asks those in its way to move, then
is shortened, then stands off with a leader; else it is left out. The answer depends only on the arguments, so equal
boards have equal labels. No part of the rules.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from itertools import islice

from pygame import Rect

from game.ui.board.label_engine.candidates import ANYWHERE, SHORT, Places
from game.ui.board.label_engine.positions import (
    Ends,
    LabelForm,
    LabelPosition,
    LabelRequest,
    LabelSurroundings,
    PlacedLabel,
    bounding_rect,
    crossing,
)

VITAL = 2  # ranks below this never move for a higher rank
ASKED, MOST = 8, 2  # number of places for which other labels are asked to move, and how many are asked at a time
FEW = 12  # most labels without a place for which a last search is made
LOOKED_AT = 200  # most places of an unplaced label at which one other may have to move


class PlacementTable:
    """Labels being placed. The quality of a place without other labels is computed once, and cached for later tries."""

    def __init__(self, ground: LabelSurroundings) -> None:
        self.ground, self.places = ground, Places(ground)
        self.laid: dict[str, PlacedLabel] = {}  # labels placed, by the first thing they name
        self._left: dict[str, LabelRequest] = {}  # still to be placed
        self._who: list[str] = []
        self._rects: list[Rect] = []  # rects of placed labels, with a margin
        self._tied: list[tuple[str, Ends]] = []  # leaders
        self._tied_rects: list[Rect] = []  # their bounding rects

    def in_way(self, spot: LabelPosition) -> list[str]:
        """Return the placed labels that a label at a spot would cover, or whose leaders would cross its own."""
        rect, ends, who = spot.rect, spot.ends, self._who
        reach = near = rect.inflate(4, 4)  # a line is clipped by whole pixels
        found = {who[i]: None for i in rect.collidelistall(self._rects)}
        if ends:
            line = bounding_rect(ends)
            reach = near.union(line)
            found |= {who[i]: None for i in line.collidelistall(self._rects) if self._rects[i].clipline(ends)}
        for i in reach.collidelistall(self._tied_rects):
            key, other = self._tied[i]
            if near.clipline(other) or (ends and crossing(ends, other)):
                found[key] = None
        return list(found)

    # -- one label -----------------------------------------------------------------------------------------------------

    def best(self, wanted: LabelRequest, form: LabelForm) -> LabelPosition | None:
        """Return the best free place, or None."""
        alike = self._left.values() if wanted.key in self._left and form.level < ANYWHERE else ()
        return next((spot for spot in self.places.of(wanted, form, alike, self._rects) if not self.in_way(spot)), None)

    def expect(self, wanted: Sequence[LabelRequest]) -> None:
        """Compute the places of labels that are to be placed next, together."""
        self._left = {one.key: one for one in wanted}

    def put(self, wanted: LabelRequest, form: LabelForm, spot: LabelPosition) -> bool:
        """Place a label at a spot; return whether it fits."""
        air, beside = (round(one * self.ground.unit) for one in ((8, 24) if form.level < SHORT else (4, 8)))
        self.laid[wanted.key] = PlacedLabel(wanted, form, spot)
        self._left.pop(wanted.key, None)
        self._who.append(wanted.key)
        # a wider margin, because two names close together look like one label of two pieces
        self._rects.append(spot.rect.inflate(beside, 2 * air))
        if spot.ends:
            self._tied.append((wanted.key, spot.ends))
            self._tied_rects.append(bounding_rect(spot.ends))
        return True

    def lift(self, key: str) -> PlacedLabel:
        """Remove a label."""
        at = self._who.index(key)
        del self._who[at], self._rects[at]
        for n in [n for n, (other, _) in enumerate(self._tied) if other == key]:
            del self._tied[n], self._tied_rects[n]
        return self.laid.pop(key)

    def shove(self, wanted: LabelRequest, form: LabelForm) -> bool:
        """Place a label where others must move. Return whether it worked. The others must find places in which they
        lose no more than it does."""
        for spot in islice(self.places.of(wanted, form), ASKED):
            keys = self.in_way(spot)
            others = [self.laid[key] for key in keys]
            fixed = any(other.wanted.rank < min(wanted.rank, VITAL) for other in others)
            if not fixed and len(others) <= MOST and self._stepped_aside(wanted, form, spot, others):
                return True
        return False

    def _stepped_aside(
        self, wanted: LabelRequest, form: LabelForm, spot: LabelPosition, others: Sequence[PlacedLabel]
    ) -> bool:
        for other in others:
            self.lift(other.wanted.key)
        self.put(wanted, form, spot)
        moved = []
        for other in others:
            lowest = max(form.level, other.form.level)
            kept = [one for one in other.wanted.forms if one.level <= lowest and one.late <= form.late]
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

    def _at_best(self, wanted: LabelRequest, form: LabelForm) -> bool:
        spot = self.best(wanted, form)
        return spot is not None and self.put(wanted, form, spot)

    def keep(self, asked: Sequence[tuple[LabelRequest, LabelForm, PlacedLabel]]) -> set[str]:
        """Place labels where they were before, relative to what they name, if possible. Return the keys of those
        placed."""
        stood = [(one, form, *_moved_rect(one, form, was)) for one, form, was in asked]
        kept = set()
        for (one, form, _, _), spot in zip(stood, self.places.at(stood)):
            if spot and not self.in_way(spot):
                self.put(one, form, spot)
                kept.add(one.key)
        return kept

    def set(self, wanted: LabelRequest, before: PlacedLabel | None, moving: bool) -> bool:
        """Place a label in the fullest form that fits. Return whether it worked. While the board moves, use no fuller
        form than before, and move no other label. Late forms are used only if the label had one."""
        had = next((n for n, form in enumerate(wanted.forms) if before and moving and form.alike(before.form)), 0)
        for form in wanted.forms[had:]:
            if before and form.alike(before.form) and self.keep([(wanted, form, before)]):
                return True
            if form.late:
                continue
            if self._at_best(wanted, form) or (
                not moving and (form.level > 2 or not form.far) and self.shove(wanted, form)
            ):
                return True
        return False

    def set_late(self, wanted: LabelRequest) -> bool:
        """Place a label without a place on the finer grid of its late forms; return whether it worked."""
        return any(self._at_best(wanted, form) for form in wanted.forms if form.late)

    def squeeze(self, wanted: LabelRequest) -> bool:
        """Place a label on the finer grid of its late forms, even if one other label must move for it. Return whether
        it worked."""
        return self.set_late(wanted) or any(self._one_aside(wanted, form) for form in wanted.forms if form.late)

    def _one_aside(self, wanted: LabelRequest, form: LabelForm) -> bool:
        tried = set[str]()
        for spot in islice(self.places.of(wanted, form), LOOKED_AT):
            keys = self.in_way(spot)
            if len(keys) != 1 or keys[0] in tried or self.laid[keys[0]].wanted.rank < min(wanted.rank, VITAL):
                continue
            tried.add(keys[0])
            if self._stepped_aside(wanted, form, spot, [self.laid[keys[0]]]):
                return True
        return False


def _moved_rect(wanted: LabelRequest, form: LabelForm, before: PlacedLabel) -> tuple[Rect, int]:
    """Return the rect of a label moved along with what it names, and its alignment."""
    was, home = before.spot, wanted.home
    dx, dy = home.centerx - before.wanted.home.centerx, home.centery - before.wanted.home.centery
    rect = Rect(was.rect.move(dx, dy).topleft, form.size)
    if was.side > 0:
        rect.right = was.rect.right + dx
    return rect, was.side


def lay_out(
    sheet: PlacementTable,
    wanted: Sequence[LabelRequest],
    before: Mapping[str, PlacedLabel] | None = None,
    out: Container[str] = (),
    moving: bool = False,
    freed: Sequence[Rect] | None = None,
) -> dict[str, PlacedLabel]:
    """Return a place for every label that finds one, by the first thing it names.

    `before` has the previous places, which labels keep if possible. While the table is `moving`, no label moves for
    another, and those in `out` stay out. `freed` is ground that has become free: labels outside it stay as they are, or
    stay out, even if they could have a fuller form.
    """
    known, steady = before or {}, moving or freed is not None
    stale = [] if moving or freed is None else [*freed]
    order, stay = _by_need(sheet, wanted), []
    still_out = [one for one in order if steady and one.key in out and not _touched(one, stale)]
    order = [one for one in order if one not in still_out]
    for one in order:
        was = known.get(one.key)
        form = next((form for form in one.forms if was and form.alike(was.form)), None)
        if (
            was
            and form
            and was.wanted.keys == one.keys
            and (moving or form is one.forms[0] or (steady and one.rank >= VITAL and not _touched(was.wanted, stale)))
        ):
            stay.append((one, form, was))
    kept = sheet.keep(stay)
    left = [one for one in order if one.key not in kept]
    sheet.expect(left)
    for one in left:
        sheet.set(one, known.get(one.key), moving)
    if not moving:
        but = frozenset[str]() if freed is None else kept
        _rise(sheet, but, late=False)
        again = [one for one in left if one.key not in sheet.laid and not sheet.set(one, None, False)]
        if len(again) + len(still_out) <= FEW:
            for one in again:
                sheet.squeeze(one)
            for one in still_out:
                sheet.set_late(one)
            _rise(sheet, but, late=True)
    return sheet.laid


def _touched(wanted: LabelRequest, stale: Sequence[Rect]) -> bool:
    """Return whether something that a label names is in ground that has become free."""
    return wanted.home.collidelist(stale) >= 0


def _by_need(sheet: PlacementTable, wanted: Sequence[LabelRequest]) -> list[LabelRequest]:
    """Sort labels, the most important first, then those with the most pieces round them."""
    near, pieces = 2 * round(160 * sheet.ground.unit), list(sheet.ground.pieces.values())
    tight = {one.key: len(one.home.inflate(near, near).collidelistall(pieces)) for one in wanted}
    return sorted(wanted, key=lambda one: (one.rank, -tight[one.key]))


def _rise(sheet: PlacementTable, but: Container[str], late: bool) -> None:
    """Let labels that lost something regain it where there is room now, in an ordinary or in a late form."""
    fuller = dict[str, list[LabelForm]]()
    for key, laid in sheet.laid.items():
        forms = laid.wanted.forms
        fuller[key] = [form for form in forms[: forms.index(laid.form)] if form.late == late]
    less = [laid for key, laid in sheet.laid.items() if fuller[key] and key not in but]
    sheet.expect([laid.wanted for laid in less])
    for laid in less:
        sheet.lift(laid.wanted.key)
        if not any(sheet._at_best(laid.wanted, form) for form in fuller[laid.wanted.key]):
            sheet.put(laid.wanted, laid.form, laid.spot)
