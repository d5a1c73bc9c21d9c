"""Parts of the sheet, the foot and the board that only this game has: sides, reactor, table of turns, a shot step by
step.

They are plain values. `tone` is a role as in `core.display`: good, bad, note, muted, or none.
"""

from __future__ import annotations

from game.core.display import OwnOverlay, Point, percent
from game.core.names import with_capital
from game.core.values import frozen

LEAST, LEAST_MEAN = 0.0005, 0.05  # losses that are less likely and smaller on average are not told in sentences
WHOLE = {"thr": "thrusters", "prim": "primary section"}  # short words of a strip in full


@frozen
class SectionPart:
    """A system of a side: its name, its condition in words, and its `state` as in `Icon`."""

    key: str
    label: str
    note: str = ""
    state: str = "ok"
    hint: str = ""
    rule: str = ""


@frozen
class FaceStrip:
    """The place that each face of a die hits. `cells` (words, the lowest face, the highest, tone) fill 1 to `faces`."""

    label: str
    faces: int
    cells: tuple[tuple[str, int, int, str], ...]
    rule: str = ""


@frozen
class SectionPlate:
    """A side of a ship, in its place: fore, port, middle, starboard or aft. `left` boxes of its structure of `built`
    remain. `track` is the track of the sheet that counts them."""

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
class SectionSheet:
    """The sides of a ship in their places, instead of rows of boxes."""

    title: str
    plates: tuple[SectionPlate, ...]
    rule: str = ""

    @property
    def sentences(self) -> tuple[str, ...]:
        """The systems of each side, and the place that each face of the die hits there. Its structure is a track of the
        sheet."""
        found = list[str]()
        for plate in self.plates:
            parts = [f"{one.label}{f', {one.note}' if one.note else ''}" for one in plate.parts]
            found += [f"{plate.label} holds {'; '.join(parts)}."] if parts else []
            faces = [
                f"on {low if low == high else f'{low} to {high}'}, {WHOLE.get(words, words)}"
                for words, low, high, _ in plate.strip.cells
            ]
            found += [f"{plate.strip.label}: {'; '.join(faces)}."] if faces else []
        return tuple(found)


@frozen
class StepTable:
    """A table of figures, row by row, and the path through its cells (row, column) to the present one, the last."""

    title: str
    note: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    way: tuple[tuple[int, int], ...] = ()
    rule: str = ""

    @property
    def sentences(self) -> tuple[str, ...]:
        """The row and column that are in force, and the whole table row by row."""
        note = f" ({self.note})" if self.note else ""
        found = [f"{self.title}{note}."]
        for row, (label, cells) in enumerate(self.rows):
            told = zip(self.columns, cells)
            here = self.way[-1] if self.way else (-1, -1)
            marked = (f"at {head}, {cell}{' (now)' if (row, n) == here else ''}" for n, (head, cell) in enumerate(told))
            found.append(f"Row {label}: {'; '.join(marked)}.")
        return tuple(found)


@frozen
class PowerLine:
    """A system that draws power: its draw, its charge now and after the order in hand (`becomes`), of `full`.

    The `sign` is ready, waits, off, cools, keeps or lost. `feed` is the field of the order in hand for its donors,
    `donors` are the present ones, `gains_not` says why it cannot have any; `gives` says whether it could be a donor.
    `off` is the field that switches systems off, if it could be.
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
    """A reactor's output as boxes by use (points, purpose, tone), and everything that draws on it. `spare` is the
    reactor itself as a donor."""

    title: str
    note: str
    output: int
    boxes: tuple[tuple[int, str, str], ...]
    lines: tuple[PowerLine, ...]
    spare: str = ""
    rule: str = ""

    @property
    def sentences(self) -> tuple[str, ...]:
        """The uses of the output, and everything that draws on it."""
        uses = "; ".join(f"{points} {purpose}" for points, purpose, _ in self.boxes)
        found = [f"{self.title}: {self.output}, {uses}." + (f" {self.note}." if self.note else "")]
        for one in self.lines:
            after = f", then {one.becomes}" if one.becomes != one.charge else ""
            charge = f"charge {one.charge} of {one.full}{after}" if one.full else ""
            donors = f"fed by {', '.join(one.donors)}" if one.donors else ""
            parts = (f"draws {one.draws}" if one.draws else "", charge, one.words, donors, one.gains_not)
            found.append(f"{one.label}: {', '.join(part for part in parts if part)}.")
        return tuple(found)


@frozen
class PartChance:
    """The chance that something is hit, or lost, with the faces of the die for that, if there are any. `mean` is its
    mean loss of boxes."""

    key: str
    label: str
    chance: float
    faces: str = ""
    tone: str = ""
    mean: float = 0.0

    @property
    def words(self) -> str:
        """The chance, the faces for it, and the mean loss."""
        mean = f"{self.mean:.1f} boxes on average" if self.mean else ""
        faces = f"on {self.faces}" if self.faces else ""
        return ", ".join(part for part in (percent(self.chance), faces, mean) if part)


@frozen
class HitCard:
    """The parts of the number to hit. They are terms (words, figure), the table of ranges with the present column (-1:
    none), and the result needed: `needed` or less of `faces`. `sides` are the places where a hit lands."""

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

    @property
    def sentences(self) -> tuple[str, ...]:
        """The parts of the number to hit, the number, and where a hit lands."""
        terms = "; ".join(f"{words} {figure}" for words, figure in self.terms)
        hits = f"{self.label}: {terms}. Hits on {self.needed} or less of a {self.die}, {percent(self.chance)}."
        return (hits, *(f"Lands on {one.label}: {one.words}." for one in self.sides))


@frozen
class SideMarks(OwnOverlay):
    """The sides of a ship on the board: rays between them from its place, and names (degrees, words, whether it is the
    likeliest)."""

    at: Point
    rays: tuple[float, ...]
    names: tuple[tuple[float, str, bool], ...]


@frozen
class ShotBreakdown:
    """The calculation of a shot, with the chances that the shots together destroy each system, each side and the
    ship."""

    hit: HitCard
    losses: tuple[PartChance, ...] = ()

    @property
    def title(self) -> str:
        return self.hit.label

    @property
    def rule(self) -> str:
        return self.hit.rule

    @property
    def sentences(self) -> tuple[str, ...]:
        """The number to hit, where a hit lands, and the possible losses to all shots."""
        worth = (one for one in self.losses if one.chance >= LEAST or one.mean >= LEAST_MEAN)
        return (*self.hit.sentences, *(f"{with_capital(one.label)} lost: {one.words}." for one in worth))


@frozen
class FlowNode:
    """A node in a column of the flow of chances: its words, its chance, and whether it can no longer happen
    (`past`)."""

    label: str
    chance: float
    tone: str = ""
    past: bool = False


@frozen
class FlowLink:
    """The chance that flows from a node of a column (both counted from 0) to a node of the next."""

    column: int
    start: int
    end: int
    chance: float


@frozen
class ChanceFlow:
    """Columns of nodes, and the chances that flow from each to the next. A result that ends in a node flows no
    further."""

    columns: tuple[tuple[FlowNode, ...], ...]
    links: tuple[FlowLink, ...]


@frozen
class GuardRow:
    """A gun that may meet a shot, by its `word` in the order. It has the die it needs, whether it is chosen, and the
    chance that the shot comes through all chosen ones and this one; or why it may not meet it."""

    word: str
    label: str
    needs: str = ""
    chosen: bool = False
    through: float = 1.0
    why_not: str = ""


@frozen
class DamageSpread:
    """Dice of damage: the chance of each number of points, from `first` on. With `ends_at` points on the likeliest
    place the side is lost (0: never). `words` are about armour."""

    dice: str
    first: int
    chances: tuple[float, ...]
    ends_at: int = 0
    end_words: str = ""
    words: tuple[str, ...] = ()


@frozen
class ShotSteps:
    """A shot through its five steps. `step` is the present one, `face` of the die to hit 0 before it is rolled;
    `places` are those of the likeliest `side`, each with the chance that it is lost if hit. `goes` are the effects of
    losing that side, as (what, words), and `goes_chance` the chance of that; `owes` is the state of each gun that could
    meet shots, after this one, as (gun, words, tone). `field` of the order in hand names the guns that meet it, if they
    can be chosen. `chart` says whose places these are, if not the side's."""

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

    @property
    def sentences(self) -> tuple[str, ...]:
        """The shot step by step: hit, guns that meet it, side, place, damage, and the effects of losing the side."""
        found = [f"{self.title}.", *self.hit.sentences] + ([f"The die showed {self.face}."] if self.face else [])
        for guard in self.guards:
            needs = f", needs {guard.needs}" if guard.needs else ""
            told = guard.why_not or f"comes through {percent(guard.through)}{needs}{', chosen' if guard.chosen else ''}"
            found.append(f"{guard.label}: {told}.")
        found += [f"{self.chart or self.side}, {one.label}: {one.words}." for one in self.places]
        found.append(". ".join([f"Damage {self.damage.dice}", *self.damage.words]) + ".")
        if self.goes:
            found.append(f"If that side is lost, {percent(self.goes_chance)}:")
            found += [f"{what}: {words}." for what, words in self.goes]
        return (*found, *(f"{gun}: {words}." for gun, words, _ in self.owes))
