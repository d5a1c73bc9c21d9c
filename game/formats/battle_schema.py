"""The battle file: one format for scenarios, demonstrations, tests, saves and bug reports.

Lengths are in MU, with x to the right and y up the table; courses are 1 to 12 as on a clock (full-thrust-base/1.1,
1.2). House rules, inline designs and the notation of orders are plain data here; the rule system validates them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, Discriminator, Field, Tag, field_validator, model_validator

from game.core.names import (
    HUMAN,
    LONGEST_TEXT,
    STYLES_OF,
    Key,
    Label,
    Name,
    Piece,
    Said,
    Text,
    Unnamed,
    WrittenHouseValue,
    brief,
    none_is_empty,
    player_words,
    style_fault,
)
from game.core.values import Data, Value
from game.formats.validation import Strict, Unknown, Versioned, value_text

VERSION = 1
KINDS = ("say", "lesson", "order", "expect", "refuse", "undo", "camera")  # the kinds of line in a script


def _without_default(schema: Data) -> None:
    schema.pop("default", None)


def _player(value: object) -> str:
    """Return the name of a player, such as `captain:bold`. Raises Unknown for any other value."""
    kind = value.partition(":")[0] if isinstance(value, str) else ""
    if not isinstance(value, str) or kind not in STYLES_OF:
        words = (kind,) if kind else ()
        raise Unknown(f"{value_text(value)} is not one of {', '.join(STYLES_OF)}", words, STYLES_OF)
    if fault := style_fault(value):
        raise Unknown(f"{brief(value)} is no player: {fault}", (value,), player_words())
    return value


def _player_schema(schema: Data) -> None:
    schema["enum"] = player_words()


MU = Annotated[float, Field(ge=-10_000, le=10_000, allow_inf_nan=False)]
Length = Annotated[float, Field(gt=0, le=10_000, allow_inf_nan=False)]
Edge = Annotated[float, Field(ge=1, le=10_000, allow_inf_nan=False)]
Point = Annotated[tuple[MU, MU], Field(strict=False)]
Course = Annotated[int, Field(ge=1, le=12)]
Degrees = Annotated[float, Field(ge=0, lt=360, allow_inf_nan=False)]
Count = Annotated[int, Field(ge=0, le=100_000)]
Velocity = Annotated[int, Field(ge=0, le=1000)]
Turn = Annotated[int, Field(ge=1, le=1000)]
Face = Annotated[int, Field(ge=1, le=100)]
Faces = Annotated[list[Face], Field(max_length=1000)]
Axial = Annotated[int, Field(ge=-1000, le=1000)]
Columns = Annotated[int, Field(ge=2, le=200)]
Cell = Annotated[tuple[Axial, Axial], Field(strict=False)]
Names = Annotated[list[Name], Field(max_length=200)]
Player = Annotated[str, BeforeValidator(_player), Field(json_schema_extra=_player_schema)]
Notation = Annotated[str, Field(max_length=LONGEST_TEXT)]  # any text; a malformed order is refused in play
MOST = 1000  # most ships, bodies or designs in a battle; a few dozen are usual


class TerrainEntry(Strict):
    """Terrain on the table: a disc of `radius` MU around `at` on an open table, or the listed `hexes` on a map."""

    kind: Name
    at: Point | None = None
    radius: Length | None = None
    hexes: list[Cell] = Field(default=[], max_length=40_000)
    name: Unnamed = ""


class TableEntry(Strict):
    """The playing area. It is `width` and `height` in MU, or `hexes` as [columns, rows] with places as [q, r]."""

    width: Edge = 72
    height: Edge = 48
    hexes: Annotated[tuple[Columns, Columns], Field(strict=False)] | None = None
    terrain: Sequence[TerrainEntry] = Field(default=[], max_length=0)


class SideEntry(Strict):
    """A side and its player; seats follow the order of the file."""

    name: Name
    player: Player = HUMAN


class CounterEntry(Strict):
    """A counter in play at the start, such as a missile. Its key is `ship.system`, after the system that launched
    it."""

    at: Point
    course: Course
    velocity: Velocity = 0


class ShipEntry(Strict):
    """A ship at the start: its side, design and motion. Games add their own fields."""

    side: Key
    design: Name
    name: Unnamed = Field(default="", description="default: the key, capitalised", json_schema_extra=_without_default)
    at: Point
    course: Course
    facing: Course = Field(default=0, description="default: the course", json_schema_extra=_without_default)
    velocity: Velocity = 0


class VictoryEntry(Strict):
    """The end of the battle; `turns` is the last turn. Each game has its own kinds."""

    kind: Name = "last-side"
    turns: Turn | None = None


Tool = Literal["arcs", "range", "sight", "threat", "reach", "grid", "compass"]
Figures = dict[Name, Unnamed | int | float]


class Advise(Strict):
    """A question to the adviser: the worth of every destination of a ship over `turns` turns, in points or boxes. The
    ship is weighed `against` one enemy ship: by default the caption's target, or else every enemy. The best three
    orders are always drawn; `show` adds the worth of destinations and the enemy's likely ones."""

    ship: Key
    against: Key | None = None
    turns: Annotated[int, Field(ge=1, le=3)] = 1
    counts: Literal["points", "boxes"] = "points"
    show: list[Literal["worth", "ends"]] = Field(default=["worth", "ends"])


def _default_question(value: object) -> object:
    """Return the default question for a ship given by its key alone."""
    return {"ship": value} if isinstance(value, str) else value


class Say(Strict):
    """A caption about the events since the previous one; a demonstration stops here.

    `say` is the large line, `more` the small one, `step` the name in the list of steps (default: the large line) and
    `rule` the page that F1 opens (default: the demonstration's). `ship` is the selected ship: its arcs, or those of its
    `guns`, are shown, and the line to its `target`. `show` lists overlays: arcs, range bands, sight (zones and
    shadows), threat (where its enemy can end), reach (where it can end), grid, compass. `pins` are words beside ships;
    `figures` are words with a figure each, at the right. `advise` asks the adviser about a ship before it moves. With
    `seat`, the table is drawn as that side sees it, without the sealed orders of others. With `phase`, the caption
    covers events up to that printed phase of the last order; later events belong to the next caption.
    """

    say: Said
    more: Text = ""
    step: Unnamed = ""
    rule: Unnamed = ""
    phase: Annotated[int, Field(ge=0, le=99)] | None = None
    seat: Key | None = None
    ship: Key | None = None
    target: Key | None = None
    guns: Names = Field(default=[])
    show: list[Tool] = Field(default=["arcs", "range", "sight", "grid"])
    pins: dict[Key, Name] = Field(default={})
    figures: Figures = Field(default={})
    advise: Annotated[Advise | None, BeforeValidator(_default_question, json_schema_input_type=Advise | Key | None)] = (
        None
    )


class Given(Strict):
    """An order in the rule book's notation, with the faces of all dice it caused. Recorded faces override the seed."""

    by: Piece
    order: Notation
    dice: Faces | None = None


class Expect(Strict):
    """Expected values of fields of ships, counters, sides or the battle at this point."""

    expect: dict[Piece, dict[Name, Value]]


class RefusedEntry(Strict):
    """An order, and words that its refusal must contain."""

    by: Piece
    order: Notation
    why: Text = ""


class Refuse(Strict):
    """An order that must be refused at this point."""

    refuse: RefusedEntry


def _one_or_more(value: object) -> object:
    """Wrap a single text in a list."""
    return [value] if isinstance(value, str) else value


OneOrMore = BeforeValidator(_one_or_more, json_schema_input_type=Notation | list[Notation])


class EndZone(Strict):
    """The end that a ship is to reach: within so many MU or hexes of a place, at a velocity or course if one is
    given."""

    at: Point
    within: Annotated[float, Field(ge=0, le=1000, allow_inf_nan=False)] = 0.5
    velocity: Velocity | None = None
    course: Course | None = None


class Deed(Strict):
    """An act asked of the player. Every field that is given must hold.

    `by` gives an order whose notation is `order`, or one of several; `*` in it stands for any text, and its parts may
    come in any order. `ends` is where the order puts its ship. `ship` is the ship to choose, `target` the enemy to aim
    at. `turn`, `phase` and `expect` hold once the order has been carried out, or without an order as soon as they are
    true. `read` is a text to be read.
    """

    by: Piece | None = None
    order: Annotated[list[Notation], OneOrMore] = Field(default=[], max_length=20)
    ends: EndZone | None = None
    ship: Key | None = None
    target: Key | None = None
    turn: Turn | None = None
    phase: Unnamed = ""
    expect: dict[Piece, dict[Name, Value]] = Field(default={})
    read: bool = False

    @model_validator(mode="after")
    def _something(self) -> Deed:
        if self == Deed.model_construct():
            raise ValueError(
                "a step waits for something: an order, a ship, a target, a phase, or for its text to be read"
            )
        return self


class WrongDeed(Strict):
    """A mistake that a newcomer may make, which must not fulfil the step. It is an order, refused for a reason if there
    is a `why`, or another ship or target."""

    by: Piece | None = None
    order: Notation = ""
    why: Text = ""
    ship: Key | None = None
    target: Key | None = None


class LessonStep(Strict):
    """A step of a lesson, which waits until the player has done something.

    `lesson` is the large line and `more` the small one. `ships` are marked on the table, `buttons` in the window, by
    name. `praise` is said when it is `done`, `hint` after any other order, and a text of `refusals` when the reason of
    a refusal contains its words. The orders that follow show one way to fulfil the step, and include those of the other
    side. `check` plays them, and tries the deed that is `wrong`.
    """

    lesson: Said
    more: Text = ""
    rule: Unnamed = ""
    ships: list[Key] = Field(default=[], max_length=20)
    buttons: Names = Field(default=[])
    done: Deed
    praise: Text = ""
    hint: Text = ""
    refusals: dict[Name, Text] = Field(default={}, max_length=20)
    wrong: WrongDeed | None = None


class Undo(Strict):
    """The number of orders to undo."""

    undo: Annotated[int, Field(ge=1)]


class Planned(Strict):
    """An order of a plan: its turn, its ship or side, and its notation. `phase` names its phase if that is not the
    first one that accepts such orders."""

    turn: Turn
    by: Piece
    order: Notation
    phase: Unnamed = ""


class BranchEntry(Strict):
    """A sandbox plan, played from the start of the battle. `dice` are faces set by hand, by label of the roll; null
    leaves a die to chance. `table` overrides values of the table for this plan only, such as the wind."""

    name: Name
    hidden: bool = False
    table: dict[Label, int] = Field(default={}, max_length=10)
    orders: list[Planned] = Field(default=[], max_length=20_000)
    dice: dict[Label, Annotated[list[Face | None], Field(max_length=1000)]] = Field(default={})


class CameraView(Strict):
    """The centre of the camera in MU and its magnification relative to the whole table, or the ships to keep in view.
    It holds until the next camera. By default the whole table is in view."""

    at: Point | None = None
    zoom: Annotated[float, Field(gt=0, le=100, allow_inf_nan=False)] | None = None
    ships: list[Key] = Field(default=[])


class CameraEntry(Strict):
    """A demonstration's camera move."""

    camera: CameraView


def _kind(line: object) -> str | None:
    """Return the kind of a script line, or None."""
    if isinstance(line, BaseModel):
        return "order" if isinstance(line, Given) else next(kind for kind in KINDS if kind in type(line).model_fields)
    found = _kinds(line)
    return found[0] if found else None


def _kinds(line: object) -> list[str]:
    keys = line if isinstance(line, Mapping) else ()
    return [kind for kind in KINDS if kind in keys or (kind == "order" and "by" in keys)]


def _one_kind(line: object) -> object:
    """Return a script line unchanged. Raises ValueError if it has no kind, or two."""
    if isinstance(line, BaseModel) or len(found := _kinds(line)) == 1:
        return line
    if not isinstance(line, Mapping):
        raise ValueError(
            "a line of the script is fields in braces, such as {by: lancet, order: \"P2\"}, or 'say: text'"
        )
    if found:
        raise ValueError(f"this line is both {' and '.join(found)}: make it {len(found)} lines")
    raise Unknown(f"a line of the script has one of the fields {', '.join(KINDS)}; this has none", line, (*KINDS, "by"))


Entry = Say | LessonStep | Given | Expect | Refuse | Undo | CameraEntry
ScriptLine = Annotated[
    Annotated[Say, Tag("say")]
    | Annotated[LessonStep, Tag("lesson")]
    | Annotated[Given, Tag("order")]
    | Annotated[Expect, Tag("expect")]
    | Annotated[Refuse, Tag("refuse")]
    | Annotated[Undo, Tag("undo")]
    | Annotated[CameraEntry, Tag("camera")],
    Discriminator(_kind),
    BeforeValidator(_one_kind),
]


class BattleFile(Versioned):
    """A battle: its start, and the events since in `script`. These fields are common to every game. The model of a game
    adds fields to the table, sides, ships, counters and victory."""

    newest = VERSION

    title: Name
    about: Text = ""
    teaches: Names = Field(default=[])
    rule: Unnamed = Field(default="", description="address of the rule it demonstrates, such as full-thrust-base/5.3")
    system: Name
    house: dict[Name, WrittenHouseValue] = Field(default={})
    seed: Annotated[int, Field(ge=0, lt=2**63)] | None = None
    turn: Turn = Field(default=1, description="the number of the turn it begins with")
    table: TableEntry = TableEntry()
    sides: Annotated[Mapping[Key, SideEntry], Field(min_length=1, max_length=26)]
    ships: Annotated[Mapping[Key, ShipEntry], Field(min_length=1, max_length=MOST)]
    counters: Mapping[Piece, CounterEntry] = Field(default={}, max_length=0)
    designs: dict[Key, Data] = Field(default={}, max_length=MOST)
    victory: VictoryEntry = VictoryEntry()
    branches: dict[Key, BranchEntry] = Field(default={}, max_length=60)
    script: Annotated[list[ScriptLine], BeforeValidator(none_is_empty)] = Field(default=[])

    @field_validator("ships")
    @classmethod
    def _complete(cls, ships: Mapping[str, ShipEntry]) -> Mapping[str, ShipEntry]:
        """Fill in a ship's missing fields: its name from its key, its facing from its course."""
        return {
            key: ship.model_copy(update={"name": ship.name or spoken(key), "facing": ship.facing or ship.course})
            for key, ship in ships.items()
        }

    def header(self) -> Data:
        """Return the battle without its script as plain data, omitting defaults."""
        plain = self.model_dump(exclude_defaults=True, exclude={"script", "version"})
        return {"version": self.version, **plain}


def spoken(key: str) -> str:
    """Return a display name for a key: `far-star` becomes Far Star."""
    return " ".join(word.capitalize() for word in re.split("[-_]", key) if word)


def json_schema(model: type[BaseModel]) -> Data:
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **model.model_json_schema(by_alias=True)}
