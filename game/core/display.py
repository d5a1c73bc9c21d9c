"""Values that the screen draws; they name no rule system.

Positions and radii are MU, y up the table; facings are courses 1 to 12; arcs are names of `board.table.ARCS`, or of
`QUARTERS`. `tone` is a role, not a colour: own, enemy, good, bad, note, ordnance, flank, muted.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import field, replace
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Protocol

from game.core.events import Buildup, DiceRow, Ladder
from game.core.values import frozen

if TYPE_CHECKING:
    from game.core.orders import Order

Point = tuple[float, float]
Id = str
# why a gun does not fire. `drive`: its target is astern; `order`: its ship's order forbids it; `control`: any other
# reason
Cause = Literal["", "range", "sight", "arc", "drive", "order", "control", "spent", "lost", "fired", "side"]


@frozen
class Stat:
    """A figure at the head of a sheet: `becomes` is what the order in hand would make of it."""

    label: str
    value: str
    becomes: str = ""
    rule: str = ""
    flown: bool = False  # a move changes it, whatever else happens
    hint: str = ""  # its meaning, where the label is not a word from the first pages of the rules


@frozen
class Track:
    """Rows of boxes, crossed off row by row. `left` of the sum(rows) boxes remain; `dots` are the box numbers, from 1,
    with crew."""

    label: str
    rows: tuple[int, ...]
    left: int
    dots: frozenset[int] = frozenset()
    notes: tuple[str, ...] = ()  # one a row: "row gone", "then 5+", "destroyed"
    shape: str = "box"  # box, hexagon, or tile (one of a row of small plates)
    rule: str = ""
    field: str = ""  # the field of a ship's entry that holds the boxes left, for the sandbox to set
    pointer: bool = False  # a pointer stands at the first row with a box left, and its note is highlighted
    inline: bool = False  # its name stands beside the boxes, not over them
    part_of: str = ""  # one word for the boxes of several tracks that are parts of a whole: "hull"
    hint: str = ""  # what is lost with its boxes


def of_a_wreck(tracks: Iterable[Track]) -> tuple[Track, ...]:
    """Return the tracks with every box crossed off: a wreck may have gone down with many left."""
    return tuple(replace(track, left=0) for track in tracks)


@frozen
class Icon:
    """One system on the sheet. `state`: ok, lost (may be repaired), killed (may not), spent, damaged."""

    key: str
    kind: str
    label: str
    level: int = 0
    arcs: tuple[str, ...] = ()
    mode: str = ""
    state: str = "ok"
    hint: str = ""  # what it does, or why it cannot, in a few words
    rule: str = ""
    wide: float = 60.0  # degrees of each of its arcs


@frozen
class Strip:
    """A row of a table on a sheet: (heading, figure) pairs. `lit` is the index of the pair that holds now, -1 for
    none."""

    label: str
    note: str
    cells: tuple[tuple[str, str], ...]
    lit: int = -1
    rule: str = ""


@frozen
class Badge:
    """Something about a ship that is up, charged or down just now: a sign of one or two letters, and its meaning.

    `tone` is good for what covers the ship, note for what is charging, bad for what the ship must do without.
    """

    sign: str
    words: str
    rule: str
    tone: str = "good"


class SheetPart(Protocol):
    """A part of a sheet or of an order that only one game shows: a frozen value from the game's `parts`.

    The game's screen lays it out, by its type.
    """

    @property
    def title(self) -> str: ...

    @property
    def rule(self) -> str:
        """The address of the rule that F1 opens on it."""


@frozen
class OwnLook:
    """How one game's ship looks beside its silhouette: drawn by the painter of its hull, in the game's screen."""

    @property
    def words(self) -> str:
        """The words below its name, in place of its speed and course; empty for a ship under way."""
        return ""


@frozen
class Sheet:
    """A ship's sheet."""

    title: str
    kind: str  # "heavy cruiser"
    note: str  # "mass 80, 262 points"
    side: Id
    glyph: str
    stats: tuple[Stat, ...]
    tracks: tuple[Track, ...]
    icons: tuple[Icon, ...]
    health: float = 1.0  # share of the hull that is left
    state: str = ""  # why it is out of play, when it is
    coming: bool = False  # out of play until it arrives, or returns
    idle: str = ""  # why it no longer fights though it is still in play: "struck"
    strips: tuple[Strip, ...] = ()
    absent: bool = False  # out of play and off the table: not arrived yet, or gone without a trace
    cover: str = ""  # what protects it from fire, in a word: "screen 2"
    spare: str = ""  # what the order in hand leaves for further targets: "1 fire control left"
    bays: tuple[Bay, ...] = ()  # of a ship that carries groups
    buildup: Buildup | None = None  # a total built from dice
    ladder: Ladder | None = None  # a table of bands
    tallies: tuple[DiceRow, ...] = ()  # casualties, by what was lost
    look: OwnLook | None = None  # how it is drawn, where its game shows more than the silhouette
    read: bool = True  # does the viewer know how much of the hull is left?
    guns_read: bool = True  # does the viewer know what guns it has?
    turn: str = ""  # its place in the order in which pieces act: "21"
    badges: tuple[Badge, ...] = ()  # fields, shrouds and screens that are up, and charges
    rule: str = ""  # the page F1 opens on the piece, where it is more than a ship
    parts: tuple[SheetPart, ...] = ()  # parts that only its game has


@frozen
class Destination:
    """A legal order and where it ends. Ends of one `lane` differ only in speed.

    `near` holds the indexes, among all destinations, of those that keys lead to: to port, to starboard, less, more.
    Without them keys go by lanes and speeds. An end set `aside` is there for the pointer, but drawn only while it is in
    hand.
    """

    order: Order
    path: tuple[Point, ...]
    at: Point
    course: int
    facing: int
    velocity: int
    lane: Any
    near: tuple[int, ...] = ()
    aside: bool = False
    heading: float | None = None  # degrees of the course, where that need not be a clock point
    left: int = 0  # points of the meter left on arriving: a board of cells shades its ends by it, light means cheap
    # changes of heading in their order, negative to port: keys meet plain turns before slips
    turns: tuple[int, ...] = ()
    band: int = -1  # how good the heading is there, a step of the ramp of seven; -1 where they are all alike
    mark: str = ""  # what happens to the speed there: cut, stopped, halved, or aground
    toll: str = ""  # an unavoidable roll there: "D6 + 7"


@frozen
class Bend:
    """A change of heading on the way, where it is made and paid: the courses before and after, its price ("P · 3
    TP")."""

    at: Point
    course: int
    becomes: int
    label: str = ""


@frozen
class Pose:
    """Where a ship would be and how it would point: the ghost.

    On a board of cells its `path` has every cell passed, and `bends` the changes of heading on the way. `note` is
    written beside the ghost: "NE · next V 7". `counts` are cells of the way and the number written in each: hexes
    before a turn answers.
    """

    at: Point
    course: int
    facing: int
    velocity: int
    inverted: bool = False
    coasted: bool = True  # nothing was spent to get there
    path: tuple[Point, ...] = ()
    active_manoeuvres: tuple[Any, ...] = ()  # manoeuvres it would be in the middle of
    heading: float | None = None  # degrees of its course, where that need not be a clock point
    bends: tuple[Bend, ...] = ()
    counts: tuple[tuple[Point, str], ...] = ()
    note: str = ""
    later: bool = False  # its velocity counts from the next turn on, and is fixed until it has moved by it


@frozen
class Meter:
    """A meter of `total` points; parts are (points, name, pattern) with pattern hatch or solid; the rest is left."""

    total: int
    parts: tuple[tuple[int, str, str], ...]
    note: str = ""  # "turn 2 of 3"
    rule: str = ""
    unit: str = "points"  # the unit it counts

    @property
    def left(self) -> int:
        """Points not yet spent; negative when the order asks for more than there are."""
        return self.total - sum(part[0] for part in self.parts)


@frozen
class Risk:
    """An exact chance of something an order may lead to, with what it is about: “Redline”, “drive damaged”, 0.17.

    Tone bad is a loss, harm is what a piece meets on its way, note is what an order costs by itself. A risk of tone
    cannot has no chance: what is asked for cannot happen, and its words say why. `saves` says what averts it ("a die of
    4 or more saves it"), `at` is the place where it happens.
    """

    what: str
    words: str
    chance: float
    tone: str = "bad"
    rule: str = ""
    saves: str = ""
    at: Point | None = None
    # what the piece leaves, where it goes out of play without being destroyed: the table, the map, the battle
    leaves: str = ""
    most: float = 0.0  # the greatest possible chance, where not all dice were followed to their end
    brief: str = ""  # shorter words, where there is little room
    means: str = ""  # the meaning of its words, where they are short


@frozen
class Alternative:
    """An order that could be given instead, in a few words, with the exact chances of all its outcomes: they sum
    to 1."""

    order: Order
    label: str
    parts: tuple[Risk, ...]


@frozen
class Shot:
    """One system against one target: what it would roll, or why it cannot fire."""

    mount: str
    label: str
    target: Id
    distance: float
    arcs: tuple[str, ...]  # the arc the target is seen in; two on an exact boundary
    dice: str = ""  # "3 dice", "hits on 3 or more"
    why_not: str = ""
    rule: str = ""
    cause: Cause = ""  # the shape the board draws
    stop: Point | None = None  # where the line of fire is blocked
    line: tuple[Point, ...] = ()
    effective: float = 0.0  # distance as the weapon counts it, where that differs; MU
    note: str = ""  # what sets it apart: "rakes"
    where: str = ""  # the arc in words, "port guns", where its letters say nothing
    afterwards: str = ""  # what it cannot do once declared: "then it meets no shot"

    @property
    def arc_words(self) -> str:
        """The arc in words, or by its letters where it has none."""
        return self.where or (f"arc {'/'.join(self.arcs)}" if self.arcs else "")

    @property
    def bears(self) -> bool:
        return not self.why_not


@frozen
class Odds:
    """Exact chances of an attack on one target. `chances[n]` is the chance that it loses n of `unit`; the last entry is
    the loss of all.

    `marks` are notable losses, (n, label), the least first: the chart draws a line before each, and sets off the bars
    from the first on. `readings` are figures, (label, value, tone); a tone is note, muted or none.
    """

    target: Id
    chances: tuple[float, ...]
    mean: float
    unit: str = ""  # the unit counted: "hull points"
    track: str = ""  # the track it is crossed off, as in `Event.harm`
    marks: tuple[tuple[int, str], ...] = ()
    readings: tuple[tuple[str, str, str], ...] = ()
    notes: tuple[str, ...] = ()  # what the sum leaves out or assumes
    shot_down: str = ""  # how much of the attack is shot down before it strikes: "1.3 of 6"
    aimed: SheetPart | None = None  # the steps of the first shot, and the most that all shots may cost
    # the mean if everything unknown about the target is for the best; `mean` assumes the worst
    most: float | None = None

    drawn: tuple[Overlay, ...] = ()  # words on the board, about the target

    @property
    def mean_words(self) -> str:
        """The mean as players read it, or the range it lies in."""
        return between(self.mean, self.mean if self.most is None else self.most)


def between(least: float, most: float) -> str:
    """Return words for a mean known only to lie between two figures: "0.4 to 1.1"."""
    low, high = f"{least:.1f}", f"{most:.1f}"
    return low if low == high else f"{low} to {high}"


def percent(chance: float) -> str:
    """Return a chance in words: "none" and "certain" only where it is exactly that. Sums that differ in the last bit
    read the same."""
    chance = round(chance, 9)
    if chance < 5e-5:
        return "none"
    if chance > 1 - 5e-5:
        return "certain"
    return (
        f"{chance * 100:.2f} %"
        if chance < 0.01
        else f"{chance * 100:.1f} %"
        if chance < 0.1
        else f"{chance * 100:.0f} %"
    )


def percents(least: float, most: float) -> str:
    """Return words for a chance between two bounds: `11 to 12 %`, or `up to 12 %`; one chance where both read the
    same."""
    low, high = percent(least), percent(max(least, most)).replace("certain", "100 %")
    if low == high or low == "certain":
        return low
    return f"up to {high}" if low == "none" else f"{low.removesuffix(' %')} to {high}"


@frozen
class Fan:
    """A fire arc from a point: the arcs' union, each `wide` degrees, out to `reach`; range bands inside (distance,
    words)."""

    at: Point
    facing: int
    arcs: tuple[str, ...]
    reach: float
    bands: tuple[tuple[float, str], ...] = ()
    tone: str = "own"
    wide: float = 60.0


@frozen
class Ring:
    """A circle with a word on it. A `spent` one has had its effect, and is hidden from players who take aim."""

    at: Point
    radius: float
    label: str = ""
    tone: str = "note"
    spent: bool = False


@frozen
class Zone:
    """An area as a polygon's outline (and holes), hatched or filled, with its name inside.

    `density` is how close the hatching lies, 1 by default: areas of one rule differ by it as their dice do. `edge` is
    solid, dashed or dotted and `stroke` wide (design pixels), or none; `fill` is the strength of the tint, 1 by
    default, 0 for none. An area of a board's `tool` (arcs, range, sight) is shown while that is on; its name stands at
    one of its `spots`, if it has any. A `spent` area has had its effect, and is hidden from players who take aim. `by`
    is the piece that will strike there, where it flies by itself.
    """

    outline: tuple[Point, ...]
    label: str = ""
    tone: str = "muted"
    hatched: bool = False
    holes: tuple[tuple[Point, ...], ...] = field(default=())
    density: float = 1.0
    edge: str = "dashed"
    fill: float = 1.0
    stroke: float = 1.2
    tool: str = ""
    spots: tuple[Point, ...] = ()
    spent: bool = False
    by: Id = ""


@frozen
class Token:
    """A counter on the board that is not a ship: a flight, a missile, a marker face down.

    `shape`: disc (it returns), lozenge (it does not), card (face down, the same whatever it hides). `count` craft or
    missiles are drawn one by one, `lost` of them as shot down; `letter` tells kinds apart; `note` is written after its
    name: "age 3". A card lies beside its `ship`, all others where they are. `state.counters` has what may be ordered
    under the same `key`. `kind` is written below the name of what flies in open space: "standard, 5 of 6". `pips` are
    how many are left and how many it began with; spent ones are hollow. A token that `screens` a ship circles it; from
    one with a `target` an arrow leads to the piece it attacks, in the colour of its `band` if that is known: a step of
    seven, 0 the worst for its target.
    """

    key: Id
    side: Id
    at: Point
    shape: str = "disc"
    course: int | None = None  # the side it points to
    count: int = 0
    lost: int = 0
    letter: str = ""
    name: str = ""
    note: str = ""
    ship: Id = ""
    kind: str = ""
    pips: tuple[int, int] = (0, 0)
    screens: Id = ""
    target: Id = ""
    band: int = -1


@frozen
class Bay:
    """A bay of a ship with its group, aboard or flown off, and a word or two on its status: "ready".

    The tone is good, note, bad, own (the order in hand launches it) or muted. A group that is `away` is drawn pale.
    """

    key: str
    group: Token
    words: str
    tone: str = "muted"
    away: bool = False
    hint: str = ""
    rule: str = ""


@frozen
class Link:
    """A double line between two pieces: one helps the other."""

    key: Id
    helped: Id


@frozen
class Melee:
    """Counters that fight each other: drawn touching in one frame, with the likely outcome in a few words."""

    keys: tuple[Id, ...]
    label: str = ""


@frozen
class UncontrolledPath:
    """A ship that nobody steers: whatever is ordered, it goes along every cell of `path`; `label` says what is certain.

    The board draws a broken ring round it and an empty cell where it will be: "6 hexes, no helm".
    """

    ship: Id
    path: tuple[Point, ...]
    label: str = ""


@frozen
class Limit:
    """Where a band of range ends on a board of cells: `lines` along their sides, only where a gun bears.

    Its words stand at one of the `spots`, inside it. `edge` and `stroke` are those of a zone.
    """

    lines: tuple[tuple[Point, ...], ...]
    label: str = ""
    tone: str = "own"
    spots: tuple[Point, ...] = ()
    edge: str = "solid"
    stroke: float = 1.2


@frozen
class OwnOverlay:
    """An overlay of one game alone: the game's screen draws it, by its type.

    One that belongs to a `tool` of the board is shown while that is on; one that `plots`, while moves are asked for. F1
    opens its `rule`.
    """

    tool: ClassVar[str] = ""
    rule: ClassVar[str] = ""
    plots: ClassVar[bool] = False

    @property
    def words(self) -> str:
        """Words about the whole table; empty for an overlay about one piece."""
        return ""


class OwnPanel(OwnOverlay, ABC):
    """A panel that one game alone shows beside the board while an order is chosen; the game's screen makes it."""

    @property
    @abstractmethod
    def other(self) -> Id:
        """The other ship the order is about, whose sheet stands below that of the ship being ordered."""


Overlay = Fan | Ring | Zone | Limit | OwnOverlay
OnBoard = Token | Link | Melee | UncontrolledPath | OwnOverlay
