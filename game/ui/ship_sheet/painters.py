"""How the parts of a sheet that one game alone has are laid out: by painters of that game, each for its own place."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pygame import Rect

from game.core.display import Icon, Sheet, SheetPart
from game.ui.games import painter_of
from game.ui.seat.seat_model import SeatModel
from game.ui.toolkit.column import Column

Edit = Callable[[str, object], object]  # a field of the order in hand becomes a value
Press = Callable[[Icon], Callable[[], object] | None]


@dataclass(frozen=True, slots=True)
class Fresh:
    """The effect of the volley just rolled on a ship: boxes lost by track, faces of its check by system, systems it
    lost, and all whose die failed (a drive may lose a step and go on)."""

    boxes: Mapping[str, int]
    faces: Mapping[str, int]
    lost: frozenset[str]
    failed: frozenset[str] = frozenset()
    share: float = 1.0  # of the boxes that have popped so far

    def hidden(self, track: str) -> int:
        """Return boxes of a track that are not seen crossed yet."""
        return math.floor(self.boxes.get(track, 0) * (1 - self.share))


NOTHING_NEW = Fresh({}, {}, frozenset())


@dataclass(frozen=True)
class SheetLook:
    """A painter's information on the sheet whose part it lays out.

    `opened` is the part that was opened by hand, `shot` how a shot at the ship is computed, `part` begins the names of
    widgets. `brief` leaves no room for a picture, `low` for a small one. `struck`: the systems that were just checked
    are to be seen.
    """

    sheet: Sheet
    seat: int
    opened: str
    open: Callable[[str], object]
    fresh: Fresh = NOTHING_NEW
    part: str = "system"
    shot: SheetPart | None = None
    brief: bool = False
    low: bool = False
    struck: bool = False
    press: Press | None = None
    model: SeatModel | None = None
    edit: Edit | None = None


Fill = Callable[[Column, Any, SheetLook], object]


@dataclass(frozen=True)
class Painter:
    """Where a part is laid out, and by what; each place may be empty.

    On a sheet: `hull` in place of its tracks, `systems` in place of its systems (says if it has been), `before` and
    `after` them, `yard` in place of all in the shipyard. Where the systems are `pictured`, a `brief` sheet has no
    picture, and what is chosen about another ship shows both hulls, one under the other. `form` lays out fields of the
    order in hand, and names those that stand there. In the foot: a `card` at the left of the odds, which gives the room
    that is left, or a whole `panel`.
    """

    hull: Fill | None = None
    systems: Callable[[Column, Any, SheetLook], bool] | None = None
    before: Fill | None = None
    after: Fill | None = None
    yard: Fill | None = None
    pictured: bool = False
    form: Callable[[Column, Any, SheetLook], set[str]] | None = None
    card: Callable[[Column, Any, Rect], Rect] | None = None
    panel: Callable[[Column, Any, Rect, SeatModel, Edit], object] | None = None


def titled(column: Column, part: SheetPart, look: SheetLook) -> None:
    """A part that no painter knows: its title alone."""
    column.heading(part.title, rule=part.rule)


UNKNOWN = Painter(after=titled)


def painter(part: SheetPart) -> Painter:
    """Return the painter of a part."""
    found: Painter = painter_of(type(part)) or UNKNOWN
    return found


def painted(sheet: Sheet, place: str) -> Iterator[tuple[SheetPart, Any]]:
    """Return the parts of a sheet that have a place, each with what lays it out there."""
    return ((part, fill) for part in sheet.parts if (fill := getattr(painter(part), place)) is not None)


def pictured(sheet: Sheet) -> bool:
    """Does a picture stand for the systems of a sheet?"""
    return any(painter(part).pictured for part in sheet.parts)


def paint(column: Column, look: SheetLook, place: str) -> bool:
    """Lay out what the parts of a sheet have for a place: has any of them taken it?"""
    taken = [fill(column, part, look) is not False for part, fill in painted(look.sheet, place)]
    return any(taken)
