"""The files of one game: the model of a battle file, of a design's file, and what the game makes of them.

The loader, the sandbox and the shipyard know no game: they ask the `GameFiles` of its rule system. A game writes a
subclass with the models of its own and the methods whose defaults do not fit.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Annotated, Any, Generic, Literal, NamedTuple, Protocol, TypeVar, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from game.core.display import Stat
from game.core.orders import Id
from game.core.state import AnyState, Piece
from game.core.values import Data, Entry, House, HouseValue, Value, frozen

Steps = tuple[str | int, ...]  # the way to a value of a file, by keys and indexes
Unsupported = tuple[Steps, str, "str | Callable[[], str]"]  # path in the file, sentence, hint

DesignT = TypeVar("DesignT")
Model = Any  # a part of a file as the model of its game has it: each game says which
FileT = TypeVar("FileT", bound=BaseModel)
PLACED = ("side", "design", "name", "at")  # of a ship's entry, set by other means than fields
LOWEST, HIGHEST = 0, 200  # of a number whose model names no bounds
USUAL = 12  # to which a number is set that was left unsaid


class ShipDesign(Protocol):
    """What every design of every game has: names, the fleet that builds it, the key of its picture, and what it
    costs."""

    @property
    def key(self) -> str:
        """The name of its file."""

    @property
    def name(self) -> str:
        """The name that players see."""

    @property
    def ship_class(self) -> str:
        """Heavy cruiser, frigate."""

    @property
    def fleet(self) -> str:
        """The folder it lies in."""

    @property
    def glyph(self) -> str:
        """The key of its silhouette."""

    @property
    def points(self) -> int:
        """Its price in points."""

    @property
    def about(self) -> str:
        """A sentence by its author."""


class FileReport(Protocol):
    """A file that is being read: its plain data, and what is wrong with it."""

    data: Value

    def at(self, path: Steps) -> Value:
        """The value at a path, None if there is none."""

    def complain(self, path: Steps, message: str, hint: str | Callable[[], str] = "", *, key: bool = False) -> None:
        """Note something wrong at a path; `key`: with the key, not with its value."""


@frozen
class BuildFault:
    """Why a design cannot be built, or a remark on one that can, with its rule and the path of the field at fault."""

    why: str
    rule: str
    at: Steps = ()


@frozen
class CostLine:
    """A line of a price list: what it is of, and its figures, one a column; empty for none."""

    item: str
    figures: tuple[str, ...]
    rule: str = ""


@frozen
class CostTable:
    """The price of a design, line by line, with the sum, which `summary` says in words.

    `besides` is aboard and not in the sum, `note` stands below.
    """

    summary: str
    columns: tuple[str, ...]
    lines: tuple[CostLine, ...]
    total: CostLine
    besides: tuple[CostLine, ...] = ()
    note: str = ""


AS_BUILT = "as built"  # a choice that is left unsaid


@frozen
class FieldWords:
    """A mark of a field of a model, for the sandbox that sets it: its label, what it means in a sentence and the
    rule of that; `values` are its numbers from 0 on, or both ways of a switch, in words; `unsaid` is a choice that is
    left unsaid, in words."""

    label: str
    hint: str
    rule: str
    values: tuple[str, ...] = ()
    unsaid: str = AS_BUILT


@frozen
class EntryField:
    """A value of a file that the sandbox lets one set, and how it is shown.

    A number runs from `low` to `high` by `step`; a course goes round the courses of the board; a choice is the index of
    one of its `choices`, each in long words and in short; a text is typed; a place is where the ship stands. `writes`
    turns a new value into the fields of the file that change, None for a field that is to be left unsaid. `shows` says
    a number in words.

    A number that may be left unsaid has in `unsaid` what then happens, with a note on it; its value is None while it
    is, and `first` is what it is set to then.
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
    fields: tuple[str, ...] = ()  # the fields of the file it stands for, if not the one of its name
    half: bool = False  # may share its row with the next one
    bare: bool = False  # needs no label where there is little room
    tight: bool = False  # its label is short, its choices long
    hint: str = ""
    rule: str = "table/sandbox"
    unsaid: tuple[str, str] = ("", "")
    first: float = LOWEST

    @property
    def stands_for(self) -> tuple[str, ...]:
        """The fields of the file that it sets."""
        return self.fields or (self.name,)


class TerrainKind(NamedTuple):
    """A kind of terrain that may be put on a table: its radius to begin with (MU), and the page of the rule book about
    it."""

    kind: str
    radius: float
    rule: str


class GameFiles(ABC, Generic[FileT, DesignT]):
    """The files of one game.

    `battle` is the model of its battle files, `design` that of the file of a design, `folder` where its designs lie:
    under assets/designs, or an absolute path. `on_hexes`: its table is so many columns and rows, not so many MU.
    `terrain` are the kinds of terrain that may be put on its table.
    """

    battle: type[FileT]
    design: type[BaseModel]
    folder: str
    on_hexes: bool = False
    terrain: tuple[TerrainKind, ...] = ()
    price_rule: str = ""  # the page of the rule book that prices ships

    # -- reading -------------------------------------------------------------------------------------------------------

    @abstractmethod
    def set_up(self, data: FileT, designs: Mapping[Id, DesignT], house: dict[str, HouseValue]) -> AnyState:
        """The state before the first phase; `house` holds every house rule."""

    @abstractmethod
    def built(self, data: Model, key: str, fleet: str) -> DesignT:
        """The design that the model of a file describes, priced; whether it may be built is asked of `faults`."""

    def check(self, report: FileReport) -> None:
        """Complain of parts of a battle file that do not fit each other. It may be malformed: read plain data."""

    def off_table(self, table: Entry, ship: Entry, at: Sequence[float]) -> str:
        """Why a place of a ship or counter is not on the table, both plain data; empty if it is."""
        return off_table(table, at)

    def unsupported(self, data: FileT, designs: Mapping[Id, DesignT]) -> Iterable[Unsupported]:
        """Find what a well-formed battle file asks for and the game or the designs of its ships lack."""
        return ()

    def attribute(self, name: str) -> str:
        """The attribute of a ship or counter that scripts call so."""
        return name

    # -- designs -------------------------------------------------------------------------------------------------------

    def faults(self, design: DesignT) -> Iterable[BuildFault]:
        """Every reason why a design cannot be built; `at` names the field of the design."""
        return ()

    def notices(self, design: DesignT) -> Iterable[BuildFault]:
        """Remarks on a design that can be built."""
        return ()

    def remarks(self, design: DesignT, house: House) -> Iterable[str]:
        """Sentences to be told as a battle with these house rules is set up."""
        return ()

    def field_of(self, data: Model, at: Steps) -> Steps:
        """The path in a design's file, whose model is given, of what `at` names in the design."""
        return at

    @abstractmethod
    def cost(self, design: DesignT) -> CostTable:
        """The price of a design, line by line."""

    @abstractmethod
    def figures(self, design: DesignT) -> tuple[Stat, ...]:
        """What a design is in numbers, the first the one that tells large from small; points are one of them."""

    def rank(self, design: DesignT) -> float:
        """How large a design is beside others of its game."""
        return float(getattr(design, "points", 0))

    def yard_rules(self, design: DesignT) -> Entry:
        """House rules under which the sheet of a design is shown in the shipyard."""
        return {}

    def terrain_rule(self, kind: str) -> str:
        """The page of the rule book about a kind of terrain; none of what a rule leaves on the table."""
        return next((one.rule for one in self.terrain if one.kind == kind), "")

    # -- editing -------------------------------------------------------------------------------------------------------

    def new_ship(self, design: DesignT) -> Entry:
        """Fields of the entry of a ship that is put on the table, besides side, design, place and course."""
        return {}

    def new_body(self, kind: str, at: list[float], cells: bool) -> Data:
        """The entry of a new body of terrain at a place of the file; `cells`: the board has cells, and it fills one."""
        radius = next((one.radius for one in self.terrain if one.kind == kind), 1.0)
        return {"kind": kind, "hexes": [at]} if cells else {"kind": kind, "at": at, "radius": radius}

    def ship_fields(
        self, state: AnyState, key: Id, entry: Model, designs: Mapping[Id, DesignT]
    ) -> tuple[EntryField, ...]:
        """What the sandbox can set of a ship besides boxes and systems: by default motion and place, then each simple
        field."""
        own = simple_fields(entry, (*MOTION, *PLACED), state.ships[key])
        return (*self.motion_fields(entry), place_field(entry), *own)

    def motion_fields(self, entry: Model) -> tuple[EntryField, ...]:
        """Velocity, course and facing: a change of course turns the facing with it."""
        return (
            EntryField("velocity", "Velocity", entry.velocity, lambda n: {"velocity": int(n)}),
            EntryField("course", "Course", entry.course, partial(turned_to, entry), "course", half=True),
            EntryField("facing", "Facing", entry.facing, lambda n: {"facing": int(n)}, "course"),
        )

    def turned(self, entry: Model, course: int, facing: int) -> Entry:
        """The fields that change when a ship is put on another course and facing."""
        return {"course": course, "facing": facing}

    def system_changes(self, entry: Entry, key: str, kind: str, label: str) -> Iterable[tuple[str, Entry]]:
        """What a press on a system of the sheet may do to the entry of its ship: words and fields, the first wish
        first."""
        return ()

    def body_fields(self, entry: Model) -> tuple[EntryField, ...]:
        """Fields of a body of terrain that the sandbox can set, besides name, place and size."""
        return simple_fields(entry, ("kind", "name", "at", "radius", "hexes"))

    def table_fields(self, table: Model) -> tuple[EntryField, ...]:
        """Fields of the table that the sandbox can set, besides its size and what lies on it."""
        return simple_fields(table, ("width", "height", "hexes", "terrain"))

    def plan_fields(self) -> tuple[str, ...]:
        """Fields of the table that a plan of the sandbox may have for itself, each a number."""
        return ()

    def side_fields(self, side: Model) -> tuple[EntryField, ...]:
        """Fields of a side that the sandbox can set, besides its name."""
        return simple_fields(side, ("name", "player"))

    def victory_fields(self, data: Model) -> tuple[EntryField, ...]:
        """What the sandbox can set of how the battle ends, from the model of a whole battle file."""
        return simple_fields(data.victory, ())

    def start_of(self, state: AnyState, data: Entry) -> tuple[Data, list[str]]:
        """The parts of a battle file as things stand now, after a start with this data: by default turn and ships.

        Also, in words, what a file cannot hold.
        """
        ships = {key: self.entry_of(ship, data["ships"][key], state) for key, ship in state.ships.items()}
        return {"turn": state.turn, "ships": ships}, []

    def entry_of(self, ship: Piece, before: Entry, state: AnyState) -> Data:
        """A ship as a battle file has it: the fields that file and ship both have, what says whose it is as before."""
        entry = {name: before[name] for name in ("side", "design", "name") if name in before}
        for name in model_of(self.battle, "ships").model_fields:
            value = getattr(ship, name, None)
            if name not in ("side", "design", "name") and value not in (None, ""):
                entry[name] = plain_value(value)
        entry["at"] = list(state.table.board.written(ship.at))
        return entry

    def without_ship(self, data: Data, key: Id) -> None:
        """Take what else a start says of a ship, that is taken off the table, out of it."""


AnyFiles = GameFiles[Any, Any]  # of any game
MOTION = ("velocity", "course", "facing")


def turned_to(entry: Model, course: float) -> Entry:
    """Course and facing of an entry when its course becomes another: the ship turns as it is."""
    return {"course": int(course), "facing": (entry.facing - 1 + int(course) - entry.course) % 12 + 1}


def off_table(table: Entry, at: Sequence[float], window: Sequence[float] = (0, 0)) -> str:
    """Why a place is not on a table; empty if it is. On hexes column and row follow from q and r (hex/1).

    `window` is how far a map of hexes has scrolled to the right and down.
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
    """A value of a file if it is a number."""
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None


def pair_of(value: object) -> tuple[float, float] | None:
    """A value of a file if it is a list of two numbers."""
    if not isinstance(value, list) or len(value) != 2:
        return None
    x, y = number_of(value[0]), number_of(value[1])
    return None if x is None or y is None else (x, y)


def place_field(entry: Model) -> EntryField:
    """Where a ship stands."""
    return EntryField("at", "Place", entry.at, lambda at: {"at": at}, "place")


def plain_value(value: object) -> object:
    """A value of a ship as a file has it."""
    if isinstance(value, set | frozenset):
        return sorted(value)
    return list(value) if isinstance(value, tuple) else value


def model_of(model: type[BaseModel], name: str) -> type[BaseModel]:
    """The model of the entries of a mapping or list that is a field of a model."""
    found: type[BaseModel] = get_args(model.model_fields[name].annotation)[-1]
    return found


def simple_fields(entry: BaseModel, besides: Iterable[str], made: object = None) -> tuple[EntryField, ...]:
    """A field for each number, switch and choice of an entry, as its model has them, but for those named besides.

    What the entry leaves unsaid is read from what was `made` of it, where that has an attribute of the name, and so is
    every switch: a house rule may have set it as the battle began.
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


def _words_of(info: FieldInfo) -> FieldWords | None:
    """The words that a model has for the sandbox beside a field."""
    marks = _parts(info.annotation)[1] + info.metadata
    return next((mark for mark in marks if isinstance(mark, FieldWords)), None)


def _with_words(field: EntryField, words: FieldWords) -> EntryField:
    """A field with its words; a number that has words for its values is chosen among them."""
    if words.values:
        choices = tuple((value, value) for value in words.values)
        field = replace(field, kind="choice", choices=choices, value=int(field.value))
    return replace(field, label=words.label, hint=words.hint, rule=words.rule)


def _simple(name: str, value: object, info: FieldInfo, unsaid: tuple[str, str]) -> EntryField | None:
    """One field of an entry, with the words for one that is left unsaid; None for lists, texts and whatever else is not
    set by a press."""
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
    """A choice of a file in words: `last-side` is last side."""
    return str(choice).replace("-", " ").replace("_", " ")


def _unsaid(info: FieldInfo) -> tuple[str, str]:
    """What a field comes to that a file leaves unsaid, as its description has it, and a note: `default: diced, 2D6 +
    8`."""
    words, _, note = (info.description or "").partition("default: ")[2].partition(", ")
    return words or "none", note


def _parts(annotation: object) -> tuple[list[object], list[object]]:
    """The plain types that an annotation allows, and what limits them."""
    if get_origin(annotation) is Annotated:
        inner, *marks = get_args(annotation)
        kinds, more = _parts(inner)
        return kinds, [*marks, *more]
    if get_origin(annotation) in (Literal, list, dict, tuple) or not get_args(annotation):
        return [annotation], []  # a list of numbers is no number
    parts = [_parts(one) for one in get_args(annotation)]
    return [kind for kinds, _ in parts for kind in kinds], [mark for _, marks in parts for mark in marks]


def _bounds(marks: Iterable[object]) -> tuple[float, float]:
    """The least and the most of a number, by the limits of its model."""
    low, high = float(LOWEST), float(HIGHEST)
    for mark in [each for one in marks for each in (getattr(one, "metadata", None) or (one,))]:
        low = float(getattr(mark, "ge", low))
        high = float(getattr(mark, "le", high))
    return low, high
