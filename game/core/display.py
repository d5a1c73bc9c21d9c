"""Values that the screen draws. They name no rule system.

Positions and radii are MU, y up the table; facings are courses 1 to 12; arcs are names of `ARCS` or of `QUARTERS` in
`game/board/geometry.py`. `tone` is a role, not a colour: own, enemy, good, bad, note, ordnance, flank, muted.
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
# Why a gun does not fire. `drive`: its target is astern. `order`: its ship's order forbids it. `control`: any other
# reason.
Cause = Literal["", "range", "sight", "arc", "drive", "order", "control", "spent", "lost", "fired", "side"]


@frozen
class Stat:
    """A figure at the head of a sheet. `becomes` is its value after the order in hand."""

    label: str
    value: str
    becomes: str = ""
    rule: str = ""
    flown: bool = False  # a move changes it, whatever else happens
    hint: str = ""  # its meaning, where the label is not a word from the first pages of the rules


@frozen
class Track:
    """Rows of boxes, crossed off row by row. `left` of the sum(rows) boxes remain; `dots` are the numbers, from 1, of
    the boxes with crew."""

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
    hint: str = ""  # what the ship loses with its boxes


def of_a_wreck(tracks: Iterable[Track]) -> tuple[Track, ...]:
    """Return the tracks with every box crossed off. A wreck may be lost with many boxes left."""
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
    """A row of a table on a sheet: (heading, figure) pairs. `lit` is the index of the pair in force, -1 for none."""

    label: str
    note: str
    cells: tuple[tuple[str, str], ...]
    lit: int = -1
    rule: str = ""


@frozen
class Badge:
    """A temporary condition of a ship: a sign of one or two letters, and its meaning. `tone` is good for protection,
    note for charging, bad for something that does not work."""

    sign: str
    words: str
    rule: str
    tone: str = "good"


class SheetPart(Protocol):
    """A part of a sheet or of an order that only one game shows: a frozen value from the game's `parts`. The game's
    screen has a painter for each type of part."""

    @property
    def title(self) -> str: ...

    @property
    def rule(self) -> str:
        """The address of the rule that F1 opens."""

    @property
    def sentences(self) -> tuple[str, ...]:
        """The block as sentences."""


@frozen
class OwnLook:
    """Extra looks of a ship that its game's own painter draws beside the silhouette."""

    @property
    def words(self) -> str:
        """Words below the ship's name, in place of speed and course; empty for a ship under way."""
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
    health: float = 1.0  # share of the hull that is left, 0 to 1
    state: str = ""  # why it is out of play, if it is
    coming: bool = False  # out of play until it arrives, or returns
    idle: str = ""  # why it no longer fights although it is still in play: "struck"
    strips: tuple[Strip, ...] = ()
    absent: bool = False  # out of play and off the table: not arrived yet, or gone without a wreck
    cover: str = ""  # its protection from fire in a word or two: "screen 2"
    spare: str = ""  # what the order in hand leaves for more targets: "1 fire control left"
    bays: tuple[Bay, ...] = ()  # only of a ship that carries groups
    buildup: Buildup | None = None  # a total built from dice
    ladder: Ladder | None = None  # a table of bands
    tallies: tuple[DiceRow, ...] = ()  # casualties, by the kind of loss
    look: OwnLook | None = None  # only where its game draws more than the silhouette
    read: bool = True  # does the viewer know how much of the hull is left?
    guns_read: bool = True  # does the viewer know what guns it has?
    turn: str = ""  # its place in the order in which pieces act: "21"
    badges: tuple[Badge, ...] = ()  # fields, shrouds and screens that are up, and charges
    rule: str = ""  # the page F1 opens on the piece; empty: the page on ships
    parts: tuple[SheetPart, ...] = ()  # parts that only its game has


@frozen
class Destination:
    """A legal order and where it ends. Destinations of one `lane` differ only in speed.

    `near` holds the indexes, among all destinations, of those that the arrow keys lead to: to port, to starboard,
    slower, faster. Without them the keys go by lanes and speeds. A destination set `aside` can be reached with the
    pointer, but is drawn only while it is in hand.
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
    heading: float | None = None  # degrees of the course, on boards where it need not be a clock point
    left: int = 0  # points of the meter left on arrival; a board of cells shades its cells by it
    # changes of heading in their order, negative to port: keys meet plain turns before slips
    turns: tuple[int, ...] = ()
    band: int = -1  # how good the heading is there, 0 (worst) to 6 (best); -1 where all are alike
    mark: str = ""  # what happens to the speed there: cut, stopped, halved, or aground
    toll: str = ""  # an unavoidable roll of dice there: "D6 + 7"


@frozen
class Bend:
    """A change of heading on the way: where it is made, the courses before and after, and its price ("P · 3 TP")."""

    at: Point
    course: int
    becomes: int
    label: str = ""


@frozen
class Pose:
    """The ghost: where a ship would be, and where it would point. On a board of cells `path` holds every cell passed,
    and `bends` the changes of heading on the way. `note` is written beside the ghost: "NE · next V 7". `counts` are
    cells on the way with the number written in each: hexes left before a turn may be made."""

    at: Point
    course: int
    facing: int
    velocity: int
    inverted: bool = False
    coasted: bool = True  # nothing was spent to get there
    path: tuple[Point, ...] = ()
    active_manoeuvres: tuple[Any, ...] = ()  # manoeuvres it would still be carrying out
    heading: float | None = None  # degrees of its course, on boards where it need not be a clock point
    bends: tuple[Bend, ...] = ()
    counts: tuple[tuple[Point, str], ...] = ()
    note: str = ""
    later: bool = False  # its velocity changes only after it has moved


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
    """An exact chance of something bad that an order may lead to: “Redline”, “drive damaged”, 0.17. Tone bad is a loss,
    harm is damage on the way, note is the price of the order itself. A risk of tone cannot has no chance: it says why
    the order is impossible. `saves` says what averts it ("a die of 4 or more saves it"), `at` is where it happens."""

    what: str
    words: str
    chance: float
    tone: str = "bad"
    rule: str = ""
    saves: str = ""
    at: Point | None = None
    # what the piece leaves if it goes out of play without being destroyed: the table, the map, the battle
    leaves: str = ""
    most: float = 0.0  # the upper bound of the chance, where not all dice were followed to their end
    brief: str = ""  # shorter words for narrow places
    means: str = ""  # an explanation of its words, where they are short


@frozen
class Alternative:
    """An order that could be given instead, in a few words, with the exact chances of all its outcomes. They sum to
    1."""

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
    cause: Cause = ""  # chooses the sign the board draws
    stop: Point | None = None  # where the line of fire is blocked
    line: tuple[Point, ...] = ()
    effective: float = 0.0  # distance as the weapon counts it, if it differs; MU
    note: str = ""  # a special property of the shot: "raking"
    where: str = ""  # the arc in words, "port guns", if its letters do not say it
    afterwards: str = ""  # what the gun cannot do once the shot is declared: "then it meets no shot"

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

    `marks` are notable losses, (n, label), the least first: the chart draws a line before each, and highlights the bars
    from the first on. `readings` are figures, (label, value, tone); a tone is note, muted or none.
    """

    target: Id
    chances: tuple[float, ...]
    mean: float
    unit: str = ""  # the unit counted: "hull points"
    track: str = ""  # the track it is crossed off, as in `Event.harm`
    marks: tuple[tuple[int, str], ...] = ()
    readings: tuple[tuple[str, str, str], ...] = ()
    notes: tuple[str, ...] = ()  # what the calculation leaves out or assumes
    shot_down: str = ""  # how much of the attack is shot down before it hits: "1.3 of 6"
    aimed: SheetPart | None = None  # the first shot step by step, and the most that all shots may cost
    # the mean under the best assumptions about what is hidden of the target; `mean` is under the worst
    most: float | None = None

    drawn: tuple[Overlay, ...] = ()  # labels drawn on the board beside the target

    @property
    def mean_words(self) -> str:
        """The mean in words, or the range it lies in."""
        return between(self.mean, self.mean if self.most is None else self.most)


def between(least: float, most: float) -> str:
    """Return words for a mean known only to lie between two figures: "0.4 to 1.1"."""
    low, high = f"{least:.1f}", f"{most:.1f}"
    return low if low == high else f"{low} to {high}"


def percent(chance: float) -> str:
    """Return a chance in words: "none" and "certain" only where it is exactly that. Chances that differ only by
    rounding errors read the same."""
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


def signed(value: float) -> str:
    """Return a figure with its sign: `+1.2`, `−0.6`, and 0.0 without one."""
    return f"{value:+z.1f}".replace("+0.0", "0.0").replace("-", "−")


def percents(least: float, most: float) -> str:
    """Return words for a chance between two bounds: `11 to 12 %`, or `up to 12 %`; one chance where both round to the
    same."""
    low, high = percent(least), percent(max(least, most)).replace("certain", "100 %")
    if low == high or low == "certain":
        return low
    return f"up to {high}" if low == "none" else f"{low.removesuffix(' %')} to {high}"


@frozen
class Fan:
    """A fire arc from a point: the union of the arcs, each `wide` degrees, out to `reach` MU, with range bands
    (distance, words)."""

    at: Point
    facing: int
    arcs: tuple[str, ...]
    reach: float
    bands: tuple[tuple[float, str], ...] = ()
    tone: str = "own"
    wide: float = 60.0


@frozen
class Ring:
    """A circle with a label. A `spent` ring has had its effect, and is hidden while players aim."""

    at: Point
    radius: float
    label: str = ""
    tone: str = "note"
    spent: bool = False


@frozen
class Zone:
    """An area as a polygon (outline and holes), hatched or filled, with its name inside.

    `density` is how close the hatching lies, 1 by default; areas of one rule differ by it as their dice do. `edge` is
    solid, dashed or dotted and `stroke` wide (design pixels), or none; `fill` is the strength of the tint, 1 by
    default, 0 for none. An area of a board's `tool` (arcs, range, sight) is shown while that tool is on. Its name
    stands at one of its `spots`, if it has any. A `spent` area has had its effect, and is hidden while players aim.
    `by` is the piece that will attack there, if it is one that moves by itself.
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
    missiles are drawn one by one, `lost` of them as shot down. `letter` stands for its kind, and `note` follows its
    name: "age 3". A card lies beside its `ship`, all others where they are. `state.counters` has the counter under the
    same `key`. `kind` is written below the name of a counter in open space: "standard, 5 of 6". `pips` are (left, at
    first); spent ones are hollow. A token that `screens` a ship circles it. From a token with a `target` an arrow leads
    to the piece it attacks, in the colour of its `band` if known: 0 (worst for the target) to 6.
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
    """A bay of a ship with its group, aboard or in flight, and its status in a word or two: "ready". The tone is good,
    note, bad, own (the order in hand launches it) or muted. A group that is `away` is drawn pale."""

    key: str
    group: Token
    words: str
    tone: str = "muted"
    away: bool = False
    hint: str = ""
    rule: str = ""


@frozen
class Link:
    """A double line between two pieces, one of which helps the other."""

    key: Id
    helped: Id


@frozen
class Melee:
    """Counters that fight each other: drawn touching in one frame, with the likely outcome in a few words."""

    keys: tuple[Id, ...]
    label: str = ""


@frozen
class UncontrolledPath:
    """The certain path of a ship out of control: it passes every cell of `path` whatever is ordered; `label` says so.
    The board draws a broken ring round the ship and an empty cell at the end: "6 hexes, no helm"."""

    ship: Id
    path: tuple[Point, ...]
    label: str = ""


@frozen
class Limit:
    """The end of a range band on a board of cells: `lines` along cell sides, only where a gun bears. Its label stands
    at one of the `spots`, inside it. `edge` and `stroke` are as in `Zone`."""

    lines: tuple[tuple[Point, ...], ...]
    label: str = ""
    tone: str = "own"
    spots: tuple[Point, ...] = ()
    edge: str = "solid"
    stroke: float = 1.2


@frozen
class OwnOverlay:
    """An overlay that only one game has; the game's screen has a painter for its type. It is shown while the board's
    `tool` is on; if it `plots`, only while moves are plotted. F1 opens its `rule`."""

    tool: ClassVar[str] = ""
    rule: ClassVar[str] = ""
    plots: ClassVar[bool] = False

    @property
    def words(self) -> str:
        """Words about the whole table; empty for an overlay of one piece."""
        return ""


class OwnPanel(OwnOverlay, ABC):
    """A panel that only one game shows beside the board, while an order is being chosen."""

    @property
    @abstractmethod
    def other(self) -> Id:
        """The second ship the order concerns; its sheet stands below that of the ship being ordered."""


@frozen
class Prospects:
    """The likely effect of an order on another ship.

    It has the areas from which that ship suffers most, at its present or planned place; and how many of its
    destinations have which result, as (words, how many, tone). `shares` add up to all destinations, `besides` need not.
    `apart` is how far from that ship the order's marker or missile ends, in units of the board, if the ship goes
    straight on; None if unknown. `meets` are that ship's defences in words.
    """

    weak: tuple[Zone, ...] = ()
    shares: tuple[tuple[str, int, str], ...] = ()
    besides: tuple[tuple[str, int, str], ...] = ()
    apart: float | None = None
    meets: str = ""

    @property
    def ends(self) -> int:
        """The number of destinations of the other ship's move."""
        return sum(count for _, count, _ in self.shares)


# -- shots under way ---------------------------------------------------------------------------------------------------


@frozen
class QueuedShot:
    """A shot waiting to be resolved, in order. Its `state` is done, now or later; `words` are its result, its position,
    or its chance."""

    firer: Id
    figure: str
    gun: str
    label: str
    target: Id
    state: str
    words: str = ""
    good: bool = False
    seat: int = 0


Overlay = Fan | Ring | Zone | Limit | OwnOverlay
OnBoard = Token | Link | Melee | UncontrolledPath | OwnOverlay
