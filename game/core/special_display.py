"""What the screen is given to draw of some games alone: wind and sails, sides and power; plain values that name no rule system.

Directions are degrees clockwise from up; a `band` is a step of the ramp of seven colours, 0 the worst and 6 the best, or -1.
`tone` is a role as in `display`: good, bad, note, muted, or none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.core.values import frozen

if TYPE_CHECKING:
    from game.core.display import Risk, Zone

Point = tuple[float, float]
Id = str
WHOLE, CRIPPLED, GONE = range(3)  # states of a mast


@frozen
class WindMark:
    """The wind over the whole table: where it blows to, how strong it is of 1, and its words below the rose."""

    toward: float
    strength: float
    label: str
    note: str = ""


@frozen
class WheelSector:
    """A course of a wheel: its figure, and the band of its colour; in `words` what kind of course it is, with a `note` on a move
    that begins so, and what `becomes` of one that ends so."""

    direction: float
    figure: str
    band: int
    words: str = ""
    note: str = ""
    becomes: str = ""


@frozen
class CourseWheel:
    """Round a ship: what each of its courses would give it. `heading` has a nib, what the order in hand makes of it an arc."""

    at: Point
    sectors: tuple[WheelSector, ...]
    heading: float
    becomes: float | None = None


@frozen
class Rig:
    """Masts from the bow to the stern, each whole, crippled or gone; sails are set for a wind that blows `toward`, or furled. A
    ship that is `anchored` lies to a cable from its bow."""

    masts: tuple[int, ...]
    toward: float | None = None
    furled: bool = False
    anchored: bool = False


@frozen
class Lashing:
    """Two ships that are held side by side: ropes between them."""

    ships: tuple[Id, Id]


@frozen
class Deck:
    """Where the guns of a ship stand as it is seen from above: keys of icons of its sheet, from the bow to the stern; and
    what is stowed on deck, with what has become of it."""

    port: tuple[str, ...] = ()
    starboard: tuple[str, ...] = ()
    bow: tuple[str, ...] = ()
    stern: tuple[str, ...] = ()
    stowed: str = ""
    words: str = ""


@frozen
class DeckCrew:
    """Who is on one of two decks: units of crew and of marines aboard, how many of them go over, and how many are lost; the
    chance of each number of units that it kills in a round; its masts, and what it does in a few words."""

    ship: Id
    crew: int
    marines: int
    sent: int = 0
    sent_marines: int = 0
    lost: int = 0
    kills: tuple[float, ...] = ()
    masts: tuple[int, ...] = ()
    words: str = ""


@frozen
class TwoDecks:
    """Two ships side by side, enlarged: the one that boards, and the one that is boarded. `faces` are those of a die on which
    each kind of unit kills, and `note` how long they fight."""

    boarder: DeckCrew
    boarded: DeckCrew
    faces: tuple[tuple[str, tuple[int, ...]], ...] = ()
    note: str = ""


@frozen
class Outlook:
    """Something else that may be done later in the turn, in a few words, with a `note` and the exact chances of all that it can
    lead to; they sum to 1."""

    label: str
    note: str
    parts: tuple[Risk, ...]


@frozen
class Prospects:
    """What an order would come to against another ship: the areas from which that one suffers most, where it is or would be; and
    of all ends of its move how many come to what, as (words, how many, tone). `shares` add up to all, `besides` need not.

    `apart` is how far what it sends out ends from that ship, in units of the board, if that ship goes straight on; None where
    nothing says so. `meets` are the defences of that ship, in words.
    """

    weak: tuple[Zone, ...] = ()
    shares: tuple[tuple[str, int, str], ...] = ()
    besides: tuple[tuple[str, int, str], ...] = ()
    apart: float | None = None
    meets: str = ""

    @property
    def ends(self) -> int:
        """All ends of the move of the other ship."""
        return sum(count for _, count, _ in self.shares)


# -- sides, power, turn delay --------------------------------------------------------------------------------------------


@frozen
class SectionPart:
    """A system of a side: what it is called, how it stands, and as its `state` what an icon of it has."""

    key: str
    label: str
    note: str = ""
    state: str = "ok"
    hint: str = ""
    rule: str = ""


@frozen
class FaceStrip:
    """What each face of a die strikes: cells (words, the lowest face, the highest, tone) that fill 1 to `faces`."""

    label: str
    faces: int
    cells: tuple[tuple[str, int, int, str], ...]
    rule: str = ""


@frozen
class SectionPlate:
    """A side of a ship, where it lies: fore, port, middle, starboard or aft. `left` boxes of its structure of `built` remain.

    `track` is the track of the sheet that counts them.
    """

    key: str
    place: str
    label: str
    track: str
    armour: int
    left: int
    built: int
    parts: tuple[SectionPart, ...]
    strip: FaceStrip
    rule: str = ""


@frozen
class StepTable:
    """A table of figures, row under row, and the way through its cells (row, column) to the one that holds now, the last."""

    label: str
    note: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    way: tuple[tuple[int, int], ...] = ()
    rule: str = ""


@frozen
class PowerLine:
    """A system that draws power: what it draws, its charge now and as the order in hand leaves it (`becomes`), of `full`.

    The `sign` is ready, waits, off, cools, keeps or lost. `feed` is the field of the order in hand that says who gives it power,
    `donors` who does, `gains_not` why nobody can; `gives` says whether it could give its own. `off` is the field that switches
    systems off, if it could be.
    """

    key: str
    label: str
    arcs: str
    draws: int
    charge: int
    becomes: int
    full: int
    words: str
    sign: str = "ready"
    feed: str = ""
    donors: tuple[str, ...] = ()
    gives: bool = False
    off: str = ""
    hint: str = ""
    gains_not: str = ""


@frozen
class PowerTable:
    """A reactor's output as boxes by use (points, what for, tone), and everything that draws on it. `spare` is the donor that is
    the reactor itself."""

    label: str
    note: str
    output: int
    boxes: tuple[tuple[int, str, str], ...]
    lines: tuple[PowerLine, ...]
    spare: str = ""
    rule: str = ""


@frozen
class PartChance:
    """The chance that something is struck, or lost, and the faces of the die that say so, where there are any. `mean` are the
    boxes that it loses on average."""

    key: str
    label: str
    chance: float
    faces: str = ""
    tone: str = ""
    mean: float = 0.0


@frozen
class HitCard:
    """How the number to hit is made up: terms (words, figure), the table of ranges with the column that holds (-1: none), and
    what the die has to show: `needed` or less of `faces`. `sides` is where a hit lands."""

    label: str
    terms: tuple[tuple[str, str], ...]
    ranges: tuple[int, ...]
    lit: int
    needed: int
    faces: int
    chance: float
    die: str = "d20"
    sides: tuple[PartChance, ...] = ()
    rule: str = ""


@frozen
class SectionSheet:
    """What a ship of sides has on its sheet: the sides as they lie, who draws on its reactor, and its table of turns."""

    plates: tuple[SectionPlate, ...]
    power: PowerTable | None = None
    steps: StepTable | None = None


@frozen
class SideMarks:
    """The sides of a ship on the board: rays between them from its place, and names (degrees, words, is it the likeliest)."""

    at: Point
    rays: tuple[float, ...]
    names: tuple[tuple[float, str, bool], ...]


@frozen
class ShotBreakdown:
    """How a shot is reckoned, and the chances that the shots together lose each system, each side and the ship."""

    hit: HitCard
    losses: tuple[PartChance, ...] = ()
    marks: SideMarks | None = None


# -- a shot step by step -------------------------------------------------------------------------------------------------


@frozen
class FlowNode:
    """A strip of a column of a band of chance: its words, its chance, and whether it has not happened (`past`)."""

    label: str
    chance: float
    tone: str = ""
    past: bool = False


@frozen
class FlowLink:
    """Chance that flows from a node of a column (both counted from 0) to a node of the next."""

    column: int
    start: int
    end: int
    chance: float


@frozen
class ChanceFlow:
    """Columns of nodes, and what flows from each to the next; what ends in a node flows no further."""

    columns: tuple[tuple[FlowNode, ...], ...]
    links: tuple[FlowLink, ...]


@frozen
class GuardRow:
    """A gun that may meet a shot, by its `word` in the order: the die that it needs, whether it is chosen, and the chance that
    the shot comes through all that are chosen and this one; or why it may not meet it."""

    word: str
    label: str
    needs: str = ""
    chosen: bool = False
    through: float = 1.0
    why_not: str = ""


@frozen
class DamageSpread:
    """Dice of damage: the chance of each number of points, from `first` on; at `ends_at` points on the likeliest
    place the side is lost (0: never), and `words` on armour."""

    dice: str
    first: int
    chances: tuple[float, ...]
    ends_at: int = 0
    end_words: str = ""
    words: tuple[str, ...] = ()


@frozen
class ShotSteps:
    """A shot through its five steps. `step` is the one at work, `face` of the die to hit 0 before it is rolled; `places` are
    those of the likeliest `side`, each with the chance that it is lost if it is struck. `goes` is what changes if that side is
    lost, as (what, words), and `goes_chance` the chance of that; `owes` is how each gun that could meet shots stands after this
    one, as (gun, words, tone). `field` of the order in hand names the guns that meet it, if they are to be chosen. `chart` tells
    of which chart the places are, if it is not that of the side."""

    title: str
    step: int
    hit: HitCard
    face: int
    guards: tuple[GuardRow, ...]
    sides: tuple[PartChance, ...]
    side: str
    places: tuple[PartChance, ...]
    damage: DamageSpread
    flow: ChanceFlow
    goes: tuple[tuple[str, str], ...] = ()
    goes_chance: float = 0.0
    owes: tuple[tuple[str, str, str], ...] = ()
    field: str = ""
    rule: str = ""
    chart: str = ""


@frozen
class QueuedShot:
    """A shot that is under way, in the order in which they are carried out. Its `state` is done, now or later; `words` are its
    result, where it stands, or its chance."""

    firer: Id
    figure: str
    gun: str
    label: str
    target: Id
    state: str
    words: str = ""
    good: bool = False
    seat: int = 0
