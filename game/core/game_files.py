"""The files of one game: the models of battle files and design files, and what the game makes of them.

The loader, the sandbox and the shipyard name no game: they ask the `GameFiles` of its rule system. A game subclasses it
with its own models and overrides the methods whose defaults do not fit.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Generic, NamedTuple, Protocol, TypeVar, get_args

from pydantic import BaseModel

from game.core.display import Stat
from game.core.forms import EntryField, Mend, Steps, YardForm, simple_fields, simple_form
from game.core.orders import Id
from game.core.state import AnyState, Piece
from game.core.values import Data, Entry, House, HouseValue, Value, frozen

Unsupported = tuple[Steps, str, "str | Callable[[], str]"]  # path in the file, sentence, hint

DesignT = TypeVar("DesignT")
Model = Any  # a part of a file, as an instance of the game's own model
FileT = TypeVar("FileT", bound=BaseModel)
PLACED = ("side", "design", "name", "at")  # fields of a ship's entry that the sandbox sets by other means


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
    """The price of a design, line by line; `summary` gives the sum in words. `besides` is aboard but not in the sum;
    `whole` is the price with it, naming both. `note` stands below."""

    summary: str
    columns: tuple[str, ...]
    lines: tuple[CostLine, ...]
    total: CostLine
    besides: tuple[CostLine, ...] = ()
    whole: CostLine | None = None
    note: str = ""

    @property
    def in_full(self) -> str:
        """The sum in words, and what it is made of."""
        return f"{self.summary}: {self.whole.item.lower()}" if self.whole else self.summary


class Measure(NamedTuple):
    """One strength of a design, to compare fleets by. Those of a fleet add up; if `weighed`, it has their mean,
    weighed by the points of the ships."""

    label: str
    value: float
    weighed: bool = False


class TerrainKind(NamedTuple):
    """A kind of terrain that may be put on a table: its initial radius (MU), and its page of the rule book."""

    kind: str
    radius: float
    rule: str


class GameFiles(ABC, Generic[FileT, DesignT]):
    """The files of one game.

    `battle` is the model of its battle files and `design` that of its design files. `folder` holds its designs: a name
    under assets/designs, or an absolute path. `on_hexes`: its table is measured in columns and rows, not in MU.
    `terrain` are the kinds of terrain that may be put on its table. Volleys are compared at the `ranges`, in MU.
    """

    battle: type[FileT]
    design: type[BaseModel]
    folder: str
    on_hexes: bool = False
    terrain: tuple[TerrainKind, ...] = ()
    price_rule: str = ""  # the page of the rule book on ship prices
    fleets_rule: str = "table/fleets"  # the page on a fight between fleets that were bought
    ranges: tuple[float, ...] = (6, 18, 30)
    fleet_points = 1500  # of an evening's battle
    kept: tuple[str, ...] = ()  # fields of a ship's entry that outlast a battle
    one_to_a_cell = False  # does every ship need a cell of its own at the start?
    start_speed = 8  # the most that ships may move with at its start, in the unit of its velocities
    # the house rules that hold a battle file to what two fleets agreed on: points a side, None for no limit; the most
    # that ships may move with
    start_keys: tuple[str, ...] = ()  # the house rules on the start of a battle between bought fleets
    start_rules: Callable[[int | None, int], Data] = staticmethod(lambda limit, speed: {})
    # the price of a ship with a crew of each quality that can be bought, from its points, and the key of the house rule
    # on crews of which nothing is said
    crews: Mapping[str, Callable[[int], int]] = {}
    crew_rule: str = ""

    # -- reading -------------------------------------------------------------------------------------------------------

    @abstractmethod
    def set_up(self, data: FileT, designs: Mapping[Id, DesignT], house: dict[str, HouseValue]) -> AnyState:
        """Return the state before the first phase; `house` holds a value for every house rule."""

    @abstractmethod
    def build_design(self, data: Model, key: str, fleet: str) -> DesignT:
        """Return the priced design described by a file's model; `faults` says whether it may be built."""

    def check(self, report: FileReport) -> None:
        """Report parts of a battle file that contradict each other. The file may be malformed: read its plain data."""

    def off_table(self, table: Entry, ship: Entry, at: Sequence[float]) -> str:
        """Return why the place of a ship or counter (both plain data) is off the table; empty if it is on it."""
        return off_table(table, at)

    def unsupported_entries(self, data: FileT, designs: Mapping[Id, DesignT]) -> Iterable[Unsupported]:
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

    def measures(self, design: DesignT) -> tuple[Measure, ...]:
        """Return the strengths of a design besides points and volleys, its thrust last."""
        return ()

    def price(self, design: DesignT) -> int:
        """Return the points that a fleet pays for a design, with all that it brings along."""
        return int(getattr(design, "points", 0))

    def fights(self, design: DesignT) -> bool:
        """Return whether a design belongs in a fleet that was bought to fight. A merchant does not."""
        return not getattr(design, "merchant", False)

    def carries(self, design: DesignT) -> bool:
        """Return whether a design carries fighters."""
        return False

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

    def hull_classes(self) -> Iterable[Data]:
        """Yield the file of a bare ship of each hull class, smallest first, for the yard to begin with. It need not be
        possible to build it yet."""
        return ()

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

    def course_fields(self, entry: Model, course: int, facing: int) -> Entry:
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
        turn and ships. Return also, in words, what a file cannot hold."""
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
        entry["at"] = list(state.table.board.file_coordinates(ship.at))
        return entry

    def without_ship(self, data: Data, key: Id) -> None:
        """Remove everything else that refers to a ship that is taken off the table."""


AnyFiles = GameFiles[Any, Any]  # of any game
MOTION = ("velocity", "course", "facing")


def price_with_crew(files: AnyFiles, design: ShipDesign, crew: str) -> int:
    """Return the points that a fleet pays for a design with a crew of a quality, by default the ordinary one. It
    changes the price of the ship, not of its fighters."""
    extra = files.crews[crew](design.points) - design.points if crew in files.crews else 0
    return files.price(design) + extra


def turned_to(entry: Model, course: float) -> Entry:
    """Return course and facing of an entry after a change of course that keeps the angle between the two."""
    return {"course": int(course), "facing": (entry.facing - 1 + int(course) - entry.course) % 12 + 1}


def off_table(table: Entry, at: Sequence[float], window: Sequence[float] = (0, 0)) -> str:
    """Return why a place is off a table; empty if it is on it. On hexes, column and row follow from q and r (hex/1).
    `window` is how far a map of hexes has scrolled to the right and down, in hexes."""
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
