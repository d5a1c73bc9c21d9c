"""The files of one game: the models of battle files and design files, and what the game makes of them.

The loader, the sandbox and the shipyard name no game: they ask the `GameFiles` of its rule system. A game subclasses it
with its own models and overrides the methods whose defaults do not fit.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Annotated, Any, Generic, Literal, NamedTuple, Protocol, TypeVar, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from game.core.display import Icon, Stat
from game.core.orders import Id
from game.core.state import AnyState, Piece
from game.core.values import Data, Entry, House, HouseValue, Value, frozen

Steps = tuple[str | int, ...]  # the path to a value of a file, by keys and indexes
Unsupported = tuple[Steps, str, "str | Callable[[], str]"]  # path in the file, sentence, hint

DesignT = TypeVar("DesignT")
Model = Any  # a part of a file, as an instance of the game's own model
FileT = TypeVar("FileT", bound=BaseModel)
PLACED = ("side", "design", "name", "at")  # fields of a ship's entry that the sandbox sets by other means
LOWEST, HIGHEST = 0, 200  # limits of a number whose model has no bounds
USUAL = 12  # where a number that was left out starts when it is first set


class ShipDesign(Protocol):
    """Properties that every game's designs have: names, fleet, silhouette and price."""

    @property
    def key(self) -> str:
        """The name of its file."""

    @property
    def name(self) -> str:
        """The name players see."""

    @property
    def ship_class(self) -> str:
        """For example heavy cruiser or frigate."""

    @property
    def fleet(self) -> str:
        """The name of its folder."""

    @property
    def glyph(self) -> str:
        """The key of its silhouette."""

    @property
    def points(self) -> int: ...

    @property
    def about(self) -> str:
        """The author's sentence about it."""


class FileReport(Protocol):
    """A file being read: its plain data, and where to report its faults."""

    data: Value

    def at(self, path: Steps) -> Value:
        """Return the value at a path, None if there is none."""

    def complain(self, path: Steps, message: str, hint: str | Callable[[], str] = "", *, key: bool = False) -> None:
        """Report a fault at a path; `key`: the fault is in the key, not in its value."""


@frozen
class BuildFault:
    """Why a design cannot be built, or a remark on one that can, with its rule and the path of the field at fault."""

    why: str
    rule: str
    at: Steps = ()


@frozen
class CostLine:
    """A line of a price list: its item, and a figure for each column; empty for none."""

    item: str
    figures: tuple[str, ...]
    rule: str = ""


@frozen
class CostTable:
    """The price of a design, line by line; `summary` gives the sum in words.

    `besides` is aboard but not in the sum; `note` stands below.
    """

    summary: str
    columns: tuple[str, ...]
    lines: tuple[CostLine, ...]
    total: CostLine
    besides: tuple[CostLine, ...] = ()
    note: str = ""


AS_BUILT = "as built"  # shown for a choice that is left out


@frozen
class FieldWords:
    """Metadata of a model's field, for the sandbox: its label, a sentence on its meaning, and its rule.

    `values` are words for its numbers from 0 on, or for both states of a switch; `unsaid` is the word shown while the
    choice is left out of the file.
    """

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
class Room:
    """The room in a design: its name, the total, and how much of it each part takes. `exact`: it must be filled."""

    label: str
    total: int
    parts: tuple[tuple[str, int], ...]
    exact: bool = False

    @property
    def used(self) -> int:
        return sum(amount for _, amount in self.parts)


@frozen
class YardForm:
    """The form of one design. `columns` head the figures of fields and parts, `offered` those of parts on offer.

    `arcs` are those of its clock, clockwise from the bow, each of `wide` degrees, and `arc_sets` sets of them with a
    name. `bands` are ranges from and to in MU, and `targets` hulls in words with the data of their design.
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


class TerrainKind(NamedTuple):
    """A kind of terrain that may be put on a table: its initial radius (MU), and its page of the rule book."""

    kind: str
    radius: float
    rule: str


class GameFiles(ABC, Generic[FileT, DesignT]):
    """The files of one game.

    `battle` is the model of its battle files and `design` that of its design files. `folder` holds its designs: a name
    under assets/designs, or an absolute path. `on_hexes`: its table is measured in columns and rows, not in MU.
    `terrain` are the kinds of terrain that may be put on its table.
    """

    battle: type[FileT]
    design: type[BaseModel]
    folder: str
    on_hexes: bool = False
    terrain: tuple[TerrainKind, ...] = ()
    price_rule: str = ""  # the page of the rule book on ship prices

    # -- reading -------------------------------------------------------------------------------------------------------

    @abstractmethod
    def set_up(self, data: FileT, designs: Mapping[Id, DesignT], house: dict[str, HouseValue]) -> AnyState:
        """Return the state before the first phase; `house` holds a value for every house rule."""

    @abstractmethod
    def built(self, data: Model, key: str, fleet: str) -> DesignT:
        """Return the priced design described by a file's model; `faults` says whether it may be built."""

    def check(self, report: FileReport) -> None:
        """Report parts of a battle file that contradict each other. The file may be malformed: read its plain data."""

    def off_table(self, table: Entry, ship: Entry, at: Sequence[float]) -> str:
        """Return why the place of a ship or counter (both plain data) is off the table; empty if it is on it."""
        return off_table(table, at)

    def unsupported(self, data: FileT, designs: Mapping[Id, DesignT]) -> Iterable[Unsupported]:
        """Yield what a well-formed battle file asks for that the game or the designs of its ships lack."""
        return ()

    def attribute(self, name: str) -> str:
        """Return the attribute of a ship or counter that a name in scripts stands for."""
        return name

    # -- designs -------------------------------------------------------------------------------------------------------

    def faults(self, design: DesignT) -> Iterable[BuildFault]:
        """Yield every reason why a design cannot be built; `at` names the field of the design."""
        return ()

    def notices(self, design: DesignT) -> Iterable[BuildFault]:
        """Yield remarks on a design that can be built."""
        return ()

    def remarks(self, design: DesignT, house: House) -> Iterable[str]:
        """Yield sentences to show when a battle with these house rules is set up."""
        return ()

    def field_of(self, data: Model, at: Steps) -> Steps:
        """Return the path, in the design file of this model, of the field that `at` names."""
        return at

    @abstractmethod
    def cost(self, design: DesignT) -> CostTable:
        """Return the price of a design, line by line."""

    @abstractmethod
    def figures(self, design: DesignT) -> tuple[Stat, ...]:
        """Return the figures of a design, points among them. The first one is its measure of size."""

    def rank(self, design: DesignT) -> float:
        """Return the size of a design, to sort the designs of its game by."""
        return float(getattr(design, "points", 0))

    def yard_rules(self, design: DesignT) -> Entry:
        """Return the house rules under which a design's sheet is shown in the shipyard."""
        return {}

    def new_design(self) -> Data:
        """Return the file of a small ship that can be built, for the yard to begin with; empty if a design of the game
        has to be written."""
        return {}

    def yard_form(self, entry: Entry, data: Model, design: DesignT) -> YardForm:
        """Return what the yard can change about a design, given as the plain data and the model of its file: by default
        every simple field."""
        return simple_form(data)

    def mends(self, entry: Entry, data: Model, design: DesignT, fault: BuildFault) -> Iterable[Mend]:
        """Yield what would mend a fault, the likeliest first."""
        return ()

    def terrain_rule(self, kind: str) -> str:
        """Return the page of the rule book on a kind of terrain; empty for bodies that a rule creates in play."""
        return next((one.rule for one in self.terrain if one.kind == kind), "")

    # -- editing -------------------------------------------------------------------------------------------------------

    def new_ship(self, design: DesignT) -> Entry:
        """Return the fields of a new ship's entry, besides side, design, place and course."""
        return {}

    def new_body(self, kind: str, at: list[float], cells: bool) -> Data:
        """Return the entry of a new body of terrain at a place in the units of the file; `cells`: it fills one cell of
        the board."""
        radius = next((one.radius for one in self.terrain if one.kind == kind), 1.0)
        return {"kind": kind, "hexes": [at]} if cells else {"kind": kind, "at": at, "radius": radius}

    def ship_fields(
        self, state: AnyState, key: Id, entry: Model, designs: Mapping[Id, DesignT]
    ) -> tuple[EntryField, ...]:
        """Return what the sandbox can set for a ship besides boxes and systems: by default motion and place, then each
        simple field."""
        own = simple_fields(entry, (*MOTION, *PLACED), state.ships[key])
        return (*self.motion_fields(entry), place_field(entry), *own)

    def motion_fields(self, entry: Model) -> tuple[EntryField, ...]:
        """Return the fields for velocity, course and facing. A change of course turns the facing with it."""
        return (
            EntryField("velocity", "Velocity", entry.velocity, lambda n: {"velocity": int(n)}),
            EntryField("course", "Course", entry.course, partial(turned_to, entry), "course", half=True),
            EntryField("facing", "Facing", entry.facing, lambda n: {"facing": int(n)}, "course"),
        )

    def turned(self, entry: Model, course: int, facing: int) -> Entry:
        """Return the fields of an entry that change when a ship is put on another course and facing."""
        return {"course": course, "facing": facing}

    def system_changes(self, entry: Entry, key: str, kind: str, label: str) -> Iterable[tuple[str, Entry]]:
        """Return what a click on a system of the sheet may do: words and changed fields of the ship's entry, the
        likeliest first."""
        return ()

    def body_fields(self, entry: Model) -> tuple[EntryField, ...]:
        """Return the fields of a body of terrain that the sandbox can set, besides name, place and size."""
        return simple_fields(entry, ("kind", "name", "at", "radius", "hexes"))

    def table_fields(self, table: Model) -> tuple[EntryField, ...]:
        """Return the fields of the table that the sandbox can set, besides its size and what lies on it."""
        return simple_fields(table, ("width", "height", "hexes", "terrain"))

    def plan_fields(self) -> tuple[str, ...]:
        """Return the fields of the table that each plan of the sandbox may set for itself, all numbers."""
        return ()

    def side_fields(self, side: Model) -> tuple[EntryField, ...]:
        """Return the fields of a side that the sandbox can set, besides its name."""
        return simple_fields(side, ("name", "player"))

    def victory_fields(self, data: Model) -> tuple[EntryField, ...]:
        """Return what the sandbox can set about how the battle ends, from the model of a whole battle file."""
        return simple_fields(data.victory, ())

    def start_of(self, state: AnyState, data: Entry) -> tuple[Data, list[str]]:
        """Return the parts of a battle file that describe the present state, for a start with this data: by default
        turn and ships.

        Return also, in words, what a file cannot hold.
        """
        ships = {key: self.entry_of(ship, data["ships"][key], state) for key, ship in state.ships.items()}
        return {"turn": state.turn, "ships": ships}, []

    def entry_of(self, ship: Piece, before: Entry, state: AnyState) -> Data:
        """Return a ship's entry of a battle file: the fields that the file and the ship share, and its owner as
        before."""
        entry = {name: before[name] for name in ("side", "design", "name") if name in before}
        for name in model_of(self.battle, "ships").model_fields:
            value = getattr(ship, name, None)
            if name not in ("side", "design", "name") and value not in (None, ""):
                entry[name] = plain_value(value)
        entry["at"] = list(state.table.board.written(ship.at))
        return entry

    def without_ship(self, data: Data, key: Id) -> None:
        """Remove everything else that refers to a ship that is taken off the table."""


AnyFiles = GameFiles[Any, Any]  # of any game
MOTION = ("velocity", "course", "facing")


def turned_to(entry: Model, course: float) -> Entry:
    """Return course and facing of an entry after a change of course that keeps the angle between the two."""
    return {"course": int(course), "facing": (entry.facing - 1 + int(course) - entry.course) % 12 + 1}


def off_table(table: Entry, at: Sequence[float], window: Sequence[float] = (0, 0)) -> str:
    """Return why a place is off a table; empty if it is on it. On hexes, column and row follow from q and r (hex/1).

    `window` is how far a map of hexes has scrolled to the right and down, in hexes.
    """
    if cells := pair_of(table.get("hexes")):
        if at[0] % 1 or at[1] % 1:
            return "a place on hexes is two whole numbers, q and r"
        column, row = at[0] - window[0], at[1] + at[0] // 2 - window[1]
        on = 0 <= column < cells[0] and 0 <= row < cells[1]
        return "" if on else f"this hex is off the table, which has {cells[0]:g} columns and {cells[1]:g} rows"
    width, height = number_of(table.get("width", 72)), number_of(table.get("height", 48))
    if width is None or height is None or (0 <= at[0] <= width and 0 <= at[1] <= height):
        return ""
    return f"this place is off the table, which is {width:g} wide and {height:g} high"


def number_of(value: object) -> float | None:
    """Return a value of a file if it is a number, else None."""
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None


def pair_of(value: object) -> tuple[float, float] | None:
    """Return a value of a file if it is a list of two numbers, else None."""
    if not isinstance(value, list) or len(value) != 2:
        return None
    x, y = number_of(value[0]), number_of(value[1])
    return None if x is None or y is None else (x, y)


def place_field(entry: Model) -> EntryField:
    return EntryField("at", "Place", entry.at, lambda at: {"at": at}, "place")


def plain_value(value: object) -> object:
    """Return a value of a ship in the form that files use."""
    if isinstance(value, set | frozenset):
        return sorted(value)
    return list(value) if isinstance(value, tuple) else value


def model_of(model: type[BaseModel], name: str) -> type[BaseModel]:
    """Return the model of the entries of a field that is a mapping or a list."""
    found: type[BaseModel] = get_args(model.model_fields[name].annotation)[-1]
    return found


def simple_fields(entry: BaseModel, besides: Iterable[str], made: object = None) -> tuple[EntryField, ...]:
    """Return a field for each number, switch and choice of an entry's model, except for those in `besides`.

    Values that the entry leaves out are read from `made`, the piece made from it, if it has an attribute of that name;
    so is every switch, because a house rule may have set it as the battle began.
    """
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
