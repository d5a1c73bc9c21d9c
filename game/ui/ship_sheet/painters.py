"""The layout of sheet parts that only one game has, by painters of that game for each place."""

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
from game.ui.toolkit.widgets import Widget

Edit = Callable[[str, object], object]  # sets a field of the order in hand
Press = Callable[[Icon], Callable[[], object] | None]


@dataclass(frozen=True, slots=True)
class Fresh:
    """The effect of the last volley on a ship. It has boxes lost by track, faces of its check by system, systems lost,
    and all systems whose die failed (a drive may lose a step and go on)."""

    boxes: Mapping[str, int]
    faces: Mapping[str, int]
    lost: frozenset[str]
    failed: frozenset[str] = frozenset()
    share: float = 1.0  # share of the boxes that have popped so far

    def hidden(self, track: str) -> int:
        """Return the number of lost boxes of a track that are not yet shown crossed."""
        return math.floor(self.boxes.get(track, 0) * (1 - self.share))


NOTHING_NEW = Fresh({}, {}, frozenset())


@dataclass
class YardSides:
    """The sides of a ship that is being drawn. `fill` adds the fields and parts of a side to its plate. The ends of
    entries of its chart may be dragged: `move` takes the side, the entry, and the face, and `held` is the end that is
    dragged. `beside` returns what stands in the corner that the sides leave free."""

    move: Callable[[str, int, int], object]
    fill: Callable[[Column, str], object]
    beside: Callable[[Rect], Widget]
    held: int = -1


@dataclass(frozen=True)
class SheetLook:
    """The information about the sheet that a painter gets. `opened` is the part opened by hand, `shot` the calculation
    of a shot at the ship, `part` the prefix of widget names. `brief` leaves no room for a picture, `low` only for a
    small one. `struck`: the systems just checked must be shown."""

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
    sides: YardSides | None = None


Fill = Callable[[Column, Any, SheetLook], object]


@dataclass(frozen=True)
class Painter:
    """The functions that lay out a part, by place; each may be missing.

    On a sheet, `hull` replaces its tracks and `systems` its systems (it returns whether it has); `before` and `after`
    are beside them, and `yard` replaces everything in the shipyard. If the systems are `pictured`, a `brief` sheet has
    no picture, and a choice about another ship shows both hulls, one below the other. `form` adds fields of the order
    in hand, and returns their names. In the foot there is a `card` at the left of the odds, which returns the room
    left, or a whole `panel`.
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


def add_title(column: Column, part: SheetPart, look: SheetLook) -> None:
    """Add only the title of a part without a painter."""
    column.heading(part.title, rule=part.rule)


UNKNOWN = Painter(after=add_title)


def painter(part: SheetPart) -> Painter:
    found: Painter = painter_of(type(part)) or UNKNOWN
    return found


def painted_parts(sheet: Sheet, place: str) -> Iterator[tuple[SheetPart, Any]]:
    """Yield the parts of a sheet that have a painter for a place, each with its function."""
    return ((part, fill) for part in sheet.parts if (fill := getattr(painter(part), place)) is not None)


def pictured(sheet: Sheet) -> bool:
    """Return whether a picture replaces the systems of a sheet."""
    return any(painter(part).pictured for part in sheet.parts)


def paint(column: Column, look: SheetLook, place: str) -> bool:
    """Lay out the parts of a sheet that have a painter for a place. Return whether there was one."""
    taken = [fill(column, part, look) is not False for part, fill in painted_parts(look.sheet, place)]
    return any(taken)
