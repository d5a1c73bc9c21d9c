"""The values of a file that a form can set: fields of a ship in the sandbox, and a whole design in the yard.

`simple_fields` makes them of a pydantic model, for whatever a game does not describe itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Annotated, Literal, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from game.core.display import Icon
from game.core.values import Entry, Value, frozen

Steps = tuple[str | int, ...]  # the path to a value of a file, by keys and indexes
LOWEST, HIGHEST = 0, 200  # limits of a number whose model has no bounds
USUAL = 12  # where a number that was left out starts when it is first set
AS_BUILT = "as built"  # shown for a choice that is left out


@frozen
class FieldWords:
    """Metadata of a model's field, for the sandbox: its label, a sentence on its meaning, and its rule. `values` are
    words for its numbers from 0 on, or for both states of a switch; `unsaid` is the word shown while the choice is left
    out of the file."""

    label: str
    hint: str
    rule: str
    values: tuple[str, ...] = ()
    unsaid: str = AS_BUILT


@frozen
class EntryField:
    """A value of a file that the sandbox can set, and how it is shown.

    A number runs from `low` to `high` by `step`; a course goes round the courses of the board; a choice is the index of
    one of its `choices`, each in long words and in short; a text is typed; a place is the ship's position. `writes`
    turns a new value into the fields of the file that change; None leaves a field out. `shows` gives a number in words.

    For a number that may be left out, `unsaid` is what then happens, with a note; its value is None meanwhile, and
    setting it starts at `first`.
    """

    name: str
    label: str
    value: Value
    writes: Callable[[Value], Entry]
    kind: Literal["number", "course", "choice", "text", "place"] = "number"
    low: float = LOWEST
    high: float = HIGHEST
    step: float = 1
    choices: tuple[tuple[str, str], ...] = ()
    shows: Callable[[float], str] | None = None
    fields: tuple[str, ...] = ()  # the fields of the file it sets, if not the one with its name
    half: bool = False  # may share its row with the next field
    bare: bool = False  # needs no label in a narrow panel
    tight: bool = False  # its label is short, its choices long
    hint: str = ""
    rule: str = "table/sandbox"
    unsaid: tuple[str, str] = ("", "")
    first: float = LOWEST

    @property
    def stands_for(self) -> tuple[str, ...]:
        """The fields of the file that it sets."""
        return self.fields or (self.name,)


# The form of a design in the yard. A change is an entry of the design file: its top-level fields as they are after the
# change, None to leave a field out. Figures are those of the columns of the game's price list.
Arcs = tuple[str, ...]


@frozen
class FormField:
    """A field of the form and its line of the bill; `at` is its path in the design file. `slides`: a slider suits its
    number. One that belongs to a side of the ship also stands there, with a `short` label."""

    field: EntryField
    at: Steps
    figures: tuple[str, ...] = ()
    slides: bool = False
    place: str = ""
    short: str = ""


@frozen
class PartAboard:
    """A line of the design: parts of one kind that are alike.

    `at` is its path in the design file and `place` the side of the ship on which it stands, if that is chosen; there
    its label is `short`. `stands` are the places of each on a hull seen from above, with a name: to starboard and ahead
    of its middle, in half lengths of the hull.
    `moved` returns the change that puts it at another index among the parts of its place, `turned` that which gives it
    other arcs; None for a part without arcs to choose. `carried` returns the change that puts it at another place of
    the ship, None where it has no place of its own; `one_carried` that which puts the one of `stands` at another place,
    or takes it out where that is empty; `one_turned` that which gives one of several other arcs.
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
    carried: Callable[[str], Entry] | None = None
    one_carried: Callable[[str, str], Entry] | None = None
    one_turned: Callable[[Arcs], Entry] | None = None
    legal: Callable[[Arcs], bool] | None = None  # may it bear into these? None: into any
    short: str = ""
    stands: tuple[tuple[str, float, float], ...] = ()
    bears: Arcs = ()  # the arcs of the clock it bears into, if they are not those of its symbol
    rule: str = ""

    @property
    def arcs(self) -> Arcs:
        """The arcs of the clock it bears into."""
        return self.bears or self.icon.arcs


@frozen
class PartOffer:
    """A part that can be put aboard: `added` returns the change, given the side of the ship it is put on.

    A part that only another edition builds says so in `refused`; `instead` is the change that allows it."""

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
class RoomPart:
    """A part of the room in a design, and the paths of the fields and parts that take it. Its `shade` is the number of
    its colour."""

    name: str
    amount: int
    takes: tuple[Steps, ...] = ()
    shade: int = 0


@frozen
class Room:
    """The room in a design: its name, the total, and how much of it each part takes. `exact`: it must be filled."""

    label: str
    total: int
    parts: tuple[RoomPart, ...]
    exact: bool = False

    @property
    def unit(self) -> str:
        """Its name within a sentence."""
        return self.label if self.label.isupper() else self.label.lower()

    @property
    def used(self) -> int:
        return sum(part.amount for part in self.parts)


@frozen
class FormTable:
    """Figures that follow from a design: for each row its label, words on it, and a figure below each of the `heads`;
    `note` says for what they hold."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, str, tuple[str, ...]], ...]
    note: str = ""
    rule: str = ""


@frozen
class YardForm:
    """The form of one design. `columns` head the figures of fields and parts, `offered` those of parts on offer.

    `arcs` are those of its clock, clockwise from the bow, each of `wide` degrees, the middle of the first `first`
    degrees from the bow, and `arc_sets` sets of them with a name. `bands` are ranges from and to in MU, and `targets`
    hulls in words with the data of their design; ships are compared up to the range `far`, 0 for none. `seam` returns
    the change that moves the end of the nth entry of the chart of a side to a face of its die; None for a game without
    such charts. `decked`: guns stand on the hull. `twin` returns the place on the other side of the ship, empty for a
    place without one, and `mirrored` the change that makes the other side as one is; None for a ship that has no sides
    of its own. `tables` stand below the bill.
    """

    fields: tuple[FormField, ...]
    aboard: tuple[PartAboard, ...] = ()
    offers: tuple[PartOffer, ...] = ()
    columns: tuple[str, ...] = ()
    room: Room | None = None
    arcs: Arcs = ()
    wide: float = 60.0
    arc_sets: tuple[tuple[str, Arcs], ...] = ()
    bands: tuple[tuple[float, float], ...] = ()
    targets: tuple[tuple[str, Entry], ...] = ()
    offered: tuple[str, ...] | None = None  # the same as `columns` if None
    first: float = 0.0
    far: float = 0.0
    seam: Callable[[str, int, int], Entry] | None = None
    decked: bool = False
    twin: Callable[[str], str] | None = None
    mirrored: Callable[[str], Entry] | None = None
    tables: tuple[FormTable, ...] = ()


def simple_fields(entry: BaseModel, besides: Iterable[str], made: object = None) -> tuple[EntryField, ...]:
    """Return a field for each number, switch and choice of an entry's model, except for those in `besides`. Values that
    the entry leaves out are read from `made`, the piece made from it, if it has an attribute of that name; so is every
    switch, because a house rule may have set it as the battle began."""
    found = []
    for name, info in type(entry).model_fields.items():
        built = getattr(made, name, None)
        value = getattr(entry, name)
        if value is None or (isinstance(value, bool) and isinstance(built, bool)):
            value = built
        if name not in besides and (field := _simple(name, value, info, _unsaid(info) if built is None else ("", ""))):
            words = _words_of(info)
            found.append(_with_words(field, words) if words else field)
    return tuple(found)


def simple_form(data: BaseModel) -> YardForm:
    """Return a form with a field for each number, switch and choice of a design file."""
    return YardForm(tuple(FormField(field, (field.name,)) for field in simple_fields(data, ("version",))))


def _words_of(info: FieldInfo) -> FieldWords | None:
    """Return the `FieldWords` of a model's field, None if it has none."""
    marks = _parts(info.annotation)[1] + info.metadata
    return next((mark for mark in marks if isinstance(mark, FieldWords)), None)


def _with_words(field: EntryField, words: FieldWords) -> EntryField:
    """Return a field with its words. A number with words for its values becomes a choice."""
    if words.values:
        choices = tuple((value, value) for value in words.values)
        field = replace(field, kind="choice", choices=choices, value=int(field.value))
    return replace(field, label=words.label, hint=words.hint, rule=words.rule)


def _simple(name: str, value: object, info: FieldInfo, unsaid: tuple[str, str]) -> EntryField | None:
    """Return one field of an entry, with the words for a value left out; None for lists, texts and anything else that
    no click can set."""
    label = name.replace("_", " ").capitalize()
    kinds, marks = _parts(info.annotation)
    options = [choice for kind in kinds if get_origin(kind) is Literal for choice in get_args(kind)]
    if options:
        values = [None, *options] if type(None) in kinds else options
        marked = _words_of(info)
        unset = marked.unsaid if marked else AS_BUILT
        words = tuple((unset, unset) if one is None else (_plain(one), _plain(one)) for one in values)
        return EntryField(name, label, values.index(value), lambda i: {name: values[int(i)]}, "choice", choices=words)
    if bool in kinds:
        switch = (("no", "no"), ("yes", "yes"))
        return EntryField(name, label, int(bool(value)), lambda i: {name: bool(i)}, "choice", choices=switch)
    if not {int, float} & set(kinds):
        return None
    whole, (low, high) = int in kinds, _bounds([*info.metadata, *marks])
    unsaid = unsaid if type(None) in kinds else ("", "")
    shown = low if value is None and not unsaid[0] else value
    return EntryField(
        name,
        label,
        shown,
        lambda n: {name: n if n is None or not whole else int(n)},
        low=low,
        high=high,
        unsaid=unsaid,
        first=min(high, max(low, USUAL)),
    )


def _plain(choice: object) -> str:
    """Return a file's choice in words: `last-side` is last side."""
    return str(choice).replace("-", " ").replace("_", " ")


def _unsaid(info: FieldInfo) -> tuple[str, str]:
    """Return what happens if a field is left out, from its description, and a note: `default: diced, 2D6 + 8`."""
    words, _, note = (info.description or "").partition("default: ")[2].partition(", ")
    return words or "none", note


def _parts(annotation: object) -> tuple[list[object], list[object]]:
    """Return the plain types that an annotation allows, and their limits."""
    if get_origin(annotation) is Annotated:
        inner, *marks = get_args(annotation)
        kinds, more = _parts(inner)
        return kinds, [*marks, *more]
    if get_origin(annotation) in (Literal, list, dict, tuple) or not get_args(annotation):
        return [annotation], []  # a list of numbers is not a number
    parts = [_parts(one) for one in get_args(annotation)]
    return [kind for kinds, _ in parts for kind in kinds], [mark for _, marks in parts for mark in marks]


def _bounds(marks: Iterable[object]) -> tuple[float, float]:
    """Return the least and the greatest value of a number that its model allows."""
    low, high = float(LOWEST), float(HIGHEST)
    for mark in [each for one in marks for each in (getattr(one, "metadata", None) or (one,))]:
        low = float(getattr(mark, "ge", low))
        high = float(getattr(mark, "le", high))
    return low, high
