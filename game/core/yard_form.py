"""Everything the yard can change about a design: fields, parts aboard, and parts on offer.

A change is an entry of the design file's top-level fields as they are after it; None leaves a field out. Figures are
those of the columns of the game's price list.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pydantic import BaseModel

from game.core.display import Icon
from game.core.game_files import EntryField, Steps, simple_fields
from game.core.values import Entry, frozen

Arcs = tuple[str, ...]


@frozen
class FormField:
    """A field of the form and its line of the bill; `at` is its path in the design file. `slides`: a slider suits its
    number."""

    field: EntryField
    at: Steps
    figures: tuple[str, ...] = ()
    slides: bool = False


@frozen
class PartAboard:
    """A line of the design: parts of one kind that are alike.

    `at` is its path in the design file and `place` the side of the ship on which it stands, if that is chosen.
    `moved` returns the change that puts it at another index among the parts of its place, `turned` that which gives it
    other arcs; None for a part without arcs to choose.
    """

    at: Steps
    label: str
    icon: Icon
    removed: Entry
    moved: Callable[[int], Entry]
    figures: tuple[str, ...] = ()
    fields: tuple[EntryField, ...] = ()
    count: EntryField | None = None
    turned: Callable[[Arcs], Entry] | None = None
    place: str = ""
    rule: str = ""


@frozen
class PartOffer:
    """A part that can be put aboard: `added` returns the change, given the side of the ship it is put on.

    A part that only another edition builds says so in `refused`; `instead` is the change that allows it.
    """

    key: str
    label: str
    group: str
    icon: Icon
    added: Callable[[str], Entry]
    figures: tuple[str, ...] = ()
    refused: str = ""
    instead: Entry | None = None
    rule: str = ""


@frozen
class Mend:
    """A button that mends a fault: its words, and the change."""

    words: str
    change: Entry


@frozen
class Room:
    """What a design may fill: the total, its name, and how much each part of the ship takes. `exact`: it must be
    filled."""

    label: str
    total: int
    parts: tuple[tuple[str, int], ...]
    exact: bool = False

    @property
    def used(self) -> int:
        return sum(amount for _, amount in self.parts)


@frozen
class YardForm:
    """The form of one design. `arcs` are those of its clock, clockwise from the bow, each of `wide` degrees, and
    `arc_sets` sets of them with a name; `sides` the places of parts, if a part is put on a side."""

    fields: tuple[FormField, ...]
    aboard: tuple[PartAboard, ...] = ()
    offers: tuple[PartOffer, ...] = ()
    columns: tuple[str, ...] = ()
    room: Room | None = None
    arcs: Arcs = ()
    wide: float = 60.0
    arc_sets: tuple[tuple[str, Arcs], ...] = ()
    sides: tuple[tuple[str, str], ...] = ()  # key and words

    def part(self, at: Steps) -> PartAboard | None:
        """Return the part aboard whose line holds a path of the file."""
        return next((part for part in self.aboard if at[: len(part.at)] == part.at), None)


def simple_form(data: BaseModel) -> YardForm:
    """Return a form with a field for each number, switch and choice of a design file."""
    return YardForm(tuple(FormField(field, (field.name,)) for field in simple_fields(data, ("version",))))


def with_line(lines: Sequence[Entry], index: int, **changes: object) -> list[Entry]:
    """Return lines of a design with fields of one of them changed; None leaves a field out."""
    changed = {name: value for name, value in {**lines[index], **changes}.items() if value is not None}
    return [*lines[:index], changed, *lines[index + 1 :]]
